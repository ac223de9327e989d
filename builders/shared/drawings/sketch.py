"""Sketches, on which kinds draw: named parts, details and lines, with colours, counts and shapes chosen from sets.

A question is fair only if its answer could as well have been another: so whatever is asked about is *chosen* here, from
a set that stays with it (`Hue.among`, `Word.among`, `counted`, `state`), evenly, and its options come from that set.
What is always the same (a banana has one stalk) is drawn but never asked.

One worked example: a lamp.

    def lamp(s: Sketch) -> None:
        shade, stand = s.hues(2)                               # two different colours out of ANY
        print_ = s.word(BADGES)                                # a shape word
        s.part("lamp shade", polygon((30, 12), (70, 12), (82, 50), (18, 50)), hue=shade)
        s.part("stand", box(47, 50, 6, 34), box(30, 84, 40, 6, 3), hue=stand)   # one part, two forms
        s.part("print", emblem(print_.word, 50, 32, 9), hue=s.hue(unlike=(shade,)), shape=print_)
        knobs = [circle(x, 87, 1.5) for x in spread(36, 64, s.number(2, 6))]
        s.part("knob", *knobs, hue=s.hue(unlike=(stand,)), counted=(2, 6))
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple, TypeVar

from . import emblems, palette
from .emblems import BADGES
from .forms import Form
from .palette import ANY, Hue

Level = Literal["main", "light", "dark"]
Side = Literal["", "left", "right", "viewer"]
Option = TypeVar("Option")
MIN_CHOICES = 4


class Word(NamedTuple):
    """A shape word chosen for a part, and the words that it could as well have been."""

    word: str
    among: tuple[str, ...]


class Item(NamedTuple):
    """One element. `stroke` above 0 is a line of that width without a fill. `part` is its place in `Sketch.parts`, -1
    for details; `noun`: what a detail is one of, if people count such things (legs, wheels)."""

    form: Form
    hue: Hue
    level: Level = "main"
    stroke: float = 0.0
    part: int = -1
    shaded: bool = False
    outlined: bool = False
    noun: str = ""


class Group(NamedTuple):
    members: "list[Item | Group]"


class Part(NamedTuple):
    name: str
    plural: str
    hue: Hue
    forms: int
    shape: Word | None
    counted: tuple[int, int] | None
    ask_color: bool

    @property
    def called(self) -> str:
        """The name for what there is: plural if the part is counted or has several forms."""
        return self.plural if self.counted or self.forms > 1 else self.name

    @property
    def is_plural(self) -> bool:
        """Return whether verbs about the part are plural, as they are for one pair of trousers too."""
        return self.called != self.name or (self.plural == self.name and self.name.endswith("s"))


class Attribute(NamedTuple):
    """A property of a drawing that was chosen among several. `choices` includes the answer.

    `subject` names the part that a color, count or shape is about; a reasoning attribute brings its own `questions`.
    `aspect`: what kind of question it is for, of what was seen and not chosen (`designs/observed.py`).
    """

    type: Literal["color", "count", "shape", "reasoning"]
    subject: str
    plural: bool
    answer: str
    choices: tuple[str, ...]
    questions: tuple[str, ...] = ()
    aspect: str = ""

    @property
    def others(self) -> list[str]:
        """The choices that may be offered as wrong options: no name that a person might use for the answer as well."""
        alike = {self.answer}
        if self.type == "color":
            alike |= palette.ALIKE.get(self.answer, frozenset())
        elif self.type == "shape":
            alike.update(*(group for group in emblems.ALIKE if self.answer in group))
        return [choice for choice in self.choices if choice not in alike]

    @property
    def is_askable(self) -> bool:
        return len(self.others) >= MIN_CHOICES - 1


class Sketch:
    """The square in which an object is drawn, in painting order. Keep everything within 4 to 96.

    `plan` chooses the design: which parts there are and how they are built. Drawings of one design share it, and
    differ in what `random` chooses: colours, numbers, words, sizes. `faces` says to which side an animal or a vehicle
    looks as it is sketched."""

    def __init__(
        self,
        generator: random.Random,
        plan: random.Random | None = None,
        tints: Mapping[str, tuple[palette.Tint, ...]] = palette.TINTS,
    ) -> None:
        self.random = generator
        self.plan = plan or random.Random(0)
        self.choices: list[int] = []
        self.root = Group([])
        self.parts: list[Part] = []
        self.states: list[Attribute] = []
        self.notes: list[Attribute] = []
        self.faces: Side = ""
        self.turn = 0.0
        self._open = [self.root]
        self._able = tints
        self._tints: dict[str, Hue] = {}

    # Choosing a design: by the plan, which all drawings of a design share.

    def pick(self, *options: Option) -> Option:
        """Return one of the ways in which a part can be built."""
        index = self.plan.randrange(len(options))
        self.choices.append(index)
        return options[index]

    def some(self, chance: float = 0.5) -> bool:
        """Return whether the design has an optional part."""
        has = self.plan.random() < chance
        self.choices.append(int(has))
        return has

    def measure(self, low: float, high: float) -> float:
        """Return a proportion of the design, which drawings of it vary a little."""
        return self.plan.uniform(low, high) + self.random.uniform(-0.04, 0.04) * (high - low)

    # Choosing. All of it even over the set that it names.

    def hue(self, among: Sequence[str] = ANY, unlike: Sequence[Hue] = ()) -> Hue:
        """A colour out of names, not one of `unlike`. Fewer than four names: it is never asked about."""
        taken = {hue.name for hue in unlike}
        name = self.random.choice([name for name in among if name not in taken] or list(among))
        chosen = self._tints.get(name) or palette.choose(self.random, tuple(among), name, self._able)
        self._tints[name] = chosen
        return chosen._replace(among=tuple(among))

    def hues(self, count: int, among: Sequence[str] = ANY, unlike: Sequence[Hue] = ()) -> list[Hue]:
        """Different colours."""
        hues: list[Hue] = []
        for _ in range(count):
            hues.append(self.hue(among, (*unlike, *hues)))
        return hues

    def fixed(self, name: str) -> Hue:
        """A colour that is always this one: a leaf's green. Never asked about."""
        return self.hue((name,))

    def word(self, among: Sequence[str] = BADGES) -> Word:
        return Word(self.random.choice(list(among)), tuple(among))

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def between(self, low: float, high: float) -> float:
        """A size or place that no question is about."""
        return self.random.uniform(low, high)

    def maybe(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    # Drawing.

    def part(
        self,
        name: str,
        *forms: Form,
        hue: Hue,
        shape: Word | None = None,
        counted: tuple[int, int] | None = None,
        plural: str = "",
        level: Level = "main",
        shaded: bool = True,
        ask_color: bool = True,
    ) -> None:
        """Add a part that people have a name for.

        All forms of a name are given in one call, in one colour. Several forms that make one thing (the two ends of a
        strap) take plural=name. counted=(low, high): the number of forms is that of `number(low, high)`, each wholly
        visible. ask_color=False: no question asks for the colour (it is hardly visible, or another part shares the
        name).
        """
        if counted and not (counted[0] <= len(forms) <= counted[1] and counted[1] - counted[0] >= MIN_CHOICES - 1):
            raise ValueError(f"{name}: {len(forms)} forms for a count of {counted[0]} to {counted[1]}")
        index = len(self.parts)
        self.parts.append(Part(name, plural or f"{name}s", hue, len(forms), shape, counted, ask_color))
        items = [Item(form, hue, level, 0.0, index, shaded, True) for form in forms]
        self._add(items)

    def detail(self, *forms: Form, hue: Hue, level: Level = "main", outlined: bool = False, noun: str = "") -> None:
        """Add a form that has no name to ask for: a highlight, a seam, an eye's spark. `noun`: what it is one of."""
        self._add([Item(form, hue, level, outlined=outlined, noun=noun) for form in forms])

    def line(self, *forms: Form, hue: Hue, width: float = 1.5, level: Level = "main") -> None:
        """Strokes without a fill, with round ends."""
        self._add([Item(form, hue, level, width) for form in forms])

    def strokes(
        self, name: str, *forms: Form, hue: Hue, width: float, counted: tuple[int, int] | None = None, plural: str = ""
    ) -> None:
        """A part that is drawn as lines: whiskers, strings, hands of a clock."""
        index = len(self.parts)
        self.parts.append(Part(name, plural or f"{name}s", hue, len(forms), None, counted, True))
        self._add([Item(form, hue, "main", width, index) for form in forms])

    def _add(self, items: list[Item]) -> None:
        """The forms of one call belong together: they may become one <g>, or one path."""
        if len(items) > 1:
            self._open[-1].members.append(Group(list(items)))
        else:
            self._open[-1].members.extend(items)

    @contextmanager
    def group(self) -> Iterator[None]:
        """Put the drawing inside this context into one <g>."""
        inner = Group([])
        self._open[-1].members.append(inner)
        self._open.append(inner)
        yield
        self._open.pop()

    def replace(self, root: Group) -> None:
        """Replace all drawn forms by others; further drawing comes after them."""
        self.root = root
        self._open = [root]

    def state(self, *questions: str, answer: str, choices: Sequence[str]) -> None:
        """State what the drawing shows or means, chosen evenly from `choices`: the time, how full a cup is.

        Several wordings; `{kind}` stands for the object's name, with "the" before it written out.
        """
        if answer not in choices or len(set(choices)) < MIN_CHOICES:
            raise ValueError(f"{answer!r}: expected one of at least {MIN_CHOICES} different choices, got {choices}")
        self.states.append(Attribute("reasoning", "", False, answer, tuple(choices), questions))

    def note(self, *questions: str, answer: str, choices: Sequence[str]) -> None:
        """Record a property of a drawn person or animal that does not depend on how it is turned: a pose, clothes. It
        follows from the design or the kind, and need not be chosen evenly."""
        self.notes.append(Attribute("reasoning", "", False, answer, tuple(choices), questions))

    # What follows.

    def attributes(self) -> list[Attribute]:
        attributes = []
        names = [part.name for part in self.parts]
        for part in self.parts:
            if names.count(part.name) > 1:
                continue
            several = part.is_plural
            if part.ask_color and len(part.hue.among) >= MIN_CHOICES:
                attributes.append(Attribute("color", part.called, several, part.hue.name, part.hue.among))
            if part.counted:
                numbers = tuple(str(number) for number in range(part.counted[0], part.counted[1] + 1))
                attributes.append(Attribute("count", part.plural, True, str(part.forms), numbers))
            if part.shape is not None and len(part.shape.among) >= MIN_CHOICES:
                attributes.append(Attribute("shape", part.called, several, part.shape.word, part.shape.among))
        return [attribute for attribute in attributes + self.states if attribute.is_askable]


def items(group: Group) -> Iterator[Item]:
    for member in group.members:
        if isinstance(member, Item):
            yield member
        else:
            yield from items(member)
