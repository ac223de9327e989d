"""Edits of diagrams: insert, merge, divide or exchange steps, or draw the same steps in another form."""

import random
from collections.abc import Callable
from dataclasses import replace

from sgpkit.graphics.geometry import Point

from .....shared.words import with_article
from ...scenes.colors import distance, several
from ...scenes.composing import recompose
from ...scenes.diagrams.choice import BY_TITLE
from ...scenes.scene import Part, Scene
from ...scenes.specs import SHAPES, Diagram, Step
from ...scenes.wording import counted, quoted
from .. import additions
from ..edit import Change, EditKind
from ..phrases import colored, filled
from . import texts

ROWS = ("flow", "cycle", "timeline", "pyramid")
"""Forms in which the steps are in sequence."""

BRANCHED = ("tree", "mind map")
FEWEST, MOST = 3, 8
NEW_STEPS = (
    ("Review", "second pair of eyes"), ("Approval", "sign and date"), ("Feedback", "ask everyone"),
    ("Training", "half a day"), ("Backup", "keep a copy"), ("Budget", "count the cost"), ("Rehearsal", "try it once"),
    ("Cleaning", "leave it tidy"), ("Packing", "label the boxes"), ("Survey", "ten questions"),
    ("Repair", "mend the rest"), ("Break", "rest and talk"),
)  # fmt: skip
PENS = ("maroon", "navy blue", "purple", "dark teal", "red")
RETURN_AT = 13.0
"""The distance of the return arrow from the left edge."""

COLORS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "teal",
    "gold",
    "turquoise",
    "coral",
    "lavender",
)


def _is(*forms: str, fewest: int = 1, most: int = 99) -> Callable[[Scene], bool]:
    def applies(scene: Scene) -> bool:
        spec = scene.spec
        return isinstance(spec, Diagram) and spec.form in forms and fewest <= len(spec.steps) <= most

    return applies


def insert(scene: Scene, generator: random.Random) -> Change:
    """A step of the same theme at its proper position or, if there is none, a step for any theme."""
    spec = scene.spec
    index, (text, detail) = generator.choice(
        _missing(spec) or [(generator.randrange(1, len(spec.steps)), _neutral(spec, generator))]
    )
    before = spec.steps[index - 1]
    new = Step(text, detail, _color(spec, generator), before.shape)
    after = _with(scene, (*spec.steps[:index], new, *spec.steps[index:]))
    templates = texts.INSERT_WORDINGS if index < len(spec.steps) else texts.APPEND_WORDINGS
    wordings = filled(
        templates,
        item=texts.ITEMS[spec.form],
        new=quoted(text),
        detail=quoted(detail),
        color=colored(new.color),
        before=quoted(before.text),
        after=quoted(spec.steps[min(index, len(spec.steps) - 1)].text),
        joined=texts.JOINED.get(spec.form, ""),
    )
    return Change(after, wordings, {"new": text, "place": index})


def _missing(spec: Diagram) -> list[tuple[int, tuple[str, str]]]:
    """Return steps of the theme that the diagram leaves out, with the index that each should have; never the first."""
    theme = BY_TITLE.get(spec.title)
    if theme is None:
        return []
    order = [text for text, _ in theme.steps]
    here = [order.index(step.text) for step in spec.steps if step.text in order]
    if len(here) < len(spec.steps):
        return []
    steps = []
    for rank, step in enumerate(theme.steps):
        position = sum(other < rank for other in here)
        if rank not in here and position > 0:
            steps.append((position, step))
    return steps


def child(scene: Scene, generator: random.Random) -> Change:
    """Add a child to the step with the fewest among those above the leaves, so that the tree stays even; in a mind map
    from the middle."""
    spec = scene.spec
    text, detail = _neutral(spec, generator)
    if spec.form == "mind map":
        parent, last, new = 0, len(spec.steps) - 1, Step(text, detail, _color(spec, generator), spec.steps[-1].shape)
    else:
        counts = {index: sum(step.parent == index for step in spec.steps) for index in range(len(spec.steps))}
        above = [index for index, count in counts.items() if count]
        inner = [index for index in above if spec.steps[index].parent >= 0] or above
        parent = min(inner, key=lambda index: (counts[index], generator.random()))
        last = max(index for index, step in enumerate(spec.steps) if step.parent == parent)
        new = Step(text, detail, _color(spec, generator), spec.steps[last].shape, parent)
    steps = [_shifted(step, last) for step in spec.steps]
    after = _with(scene, (*steps[: last + 1], new, *steps[last + 1 :]))
    wordings = filled(
        texts.CHILD_WORDINGS,
        item=texts.ITEMS[spec.form],
        new=quoted(text),
        detail=quoted(detail),
        color=colored(new.color),
        parent=quoted(spec.steps[parent].text),
    )
    return Change(after, wordings, {"new": text, "parent": spec.steps[parent].text})


def rename(scene: Scene, generator: random.Random) -> Change:
    """Rename a step. The note below the name, often a date, stays."""
    spec = scene.spec
    index = generator.randrange(len(spec.steps))
    old, (new, _) = spec.steps[index].text, _neutral(spec, generator)
    after = _with(scene, _put(spec.steps, index, spec.steps[index]._replace(text=new)))
    wordings = filled(texts.RENAME_WORDINGS, item=texts.ITEMS[spec.form], old=quoted(old), new=quoted(new))
    return Change(after, wordings, {"old": old, "new": new})


def exchange(scene: Scene, generator: random.Random) -> Change:
    """Exchange two steps with their words and colours; the tree's branches and the shapes stay."""
    spec = scene.spec
    first, second = sorted(generator.sample(range(len(spec.steps)), 2))
    one, other = spec.steps[first], spec.steps[second]
    steps = _put(spec.steps, first, one._replace(text=other.text, detail=other.detail, color=other.color))
    steps = _put(steps, second, other._replace(text=one.text, detail=one.detail, color=one.color))
    wordings = filled(texts.EXCHANGE_WORDINGS, items=_items(spec.form), one=quoted(one.text), other=quoted(other.text))
    return Change(_with(scene, steps), wordings, {"one": one.text, "other": other.text})


def form(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    new = generator.choice([name for name in ROWS if name != spec.form])
    word, first = quoted(spec.title.split()[-1]), quoted(spec.steps[0].text)
    target = texts.FORM_PHRASES[new].format(word=word, first=first)
    wordings = filled(texts.FORM_WORDINGS, form=target, count=counted(len(spec.steps)))
    return Change(recompose(scene, replace(spec, form=new)), wordings, {"old": spec.form, "new": new})


def step_shape(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    index = generator.randrange(len(spec.steps))
    old = spec.steps[index]
    new = generator.choice(
        [name for name in SHAPES if name != old.shape and {name, old.shape} != {"box", "rounded box"}]
    )
    after = _with(scene, _put(spec.steps, index, old._replace(shape=new)))
    wordings = filled(
        texts.SHAPE_WORDINGS,
        item=texts.ITEMS[spec.form],
        name=quoted(old.text),
        old=with_article(old.shape),
        new=with_article(new),
    )
    return Change(after, wordings, {"name": old.text, "old": old.shape, "new": new})


def merge(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    index = generator.randrange(len(spec.steps) - 1)
    one, other = spec.steps[index : index + 2]
    both = f"{one.text} and {other.text.lower() if not other.text.isupper() else other.text}"
    after = _with(scene, (*spec.steps[:index], one._replace(text=both), *spec.steps[index + 2 :]))
    wordings = filled(
        texts.MERGE_WORDINGS,
        item=texts.ITEMS[spec.form],
        items=_items(spec.form),
        one=quoted(one.text),
        other=quoted(other.text),
        both=quoted(both),
    )
    return Change(after, wordings, {"one": one.text, "other": other.text, "both": both})


def part(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    index = generator.randrange(len(spec.steps))
    old = spec.steps[index]
    one, other = old._replace(text=f"{old.text} 1"), old._replace(text=f"{old.text} 2", color=_color(spec, generator))
    after = _with(scene, (*spec.steps[:index], one, other, *spec.steps[index + 1 :]))
    wordings = filled(
        texts.PART_WORDINGS,
        item=texts.ITEMS[spec.form],
        items=_items(spec.form),
        old=quoted(old.text),
        one=quoted(one.text),
        other=quoted(other.text),
        color=colored(other.color),
    )
    return Change(after, wordings, {"old": old.text, "one": one.text, "other": other.text})


def shared(scene: Scene, generator: random.Random) -> Change:
    old, (new, _) = scene.spec.shared, _neutral(scene.spec, generator)
    after = recompose(scene, replace(scene.spec, shared=new))
    return Change(after, filled(texts.SHARED_WORDINGS, old=quoted(old), new=quoted(new)), {"old": old, "new": new})


def circle(scene: Scene, generator: random.Random) -> Change:
    spec = scene.spec
    missing = _missing(spec)
    text, detail = missing[0][1] if missing else _neutral(spec, generator)
    new = Step(text, detail, _color(spec, generator))
    wordings = filled(texts.CIRCLE_WORDINGS, new=quoted(text), detail=quoted(detail), color=colored(new.color))
    return Change(_with(scene, (*spec.steps, new)), wordings, {"new": text})


def return_arrow(scene: Scene, generator: random.Random) -> Change:
    """Add an arrow along the left margin, from the last box back to the first."""
    spec = scene.spec
    first, last = scene.part("box-1").box, scene.part(f"box-{len(spec.steps)}").box
    color = max(several(4, generator, PENS), key=lambda offer: distance(offer, spec.ground))
    start, end = (Point(box.left, additions.middle(box).y) for box in (last, first))
    inks = additions.return_arrow(start, end, RETURN_AT, color, 3.4)
    after = scene.added(
        Part("return-arrow", "arrow", inks, "arrow", (color,), data={"from": len(spec.steps) - 1, "to": 0})
    )
    wordings = filled(
        texts.RETURN_WORDINGS,
        first=quoted(spec.steps[0].text),
        last=quoted(spec.steps[-1].text),
        color=colored(color),
    )
    return Change(after, wordings, {"from": spec.steps[-1].text, "to": spec.steps[0].text})


def _put(steps: tuple[Step, ...], index: int, step: Step) -> tuple[Step, ...]:
    return (*steps[:index], step, *steps[index + 1 :])


def _items(form: str) -> str:
    return {"box": "boxes", "entry": "entries", "branch": "branches"}.get(texts.ITEMS[form], f"{texts.ITEMS[form]}s")


def _with(scene: Scene, steps: tuple[Step, ...]) -> Scene:
    return recompose(scene, replace(scene.spec, steps=steps))


def _shifted(step: Step, index: int) -> Step:
    """Return the step with its parent's index as it is after a step was inserted behind `index`."""
    return step._replace(parent=step.parent + 1) if step.parent > index else step


def _neutral(spec: Diagram, generator: random.Random) -> tuple[str, str]:
    """Return the words of a step for any theme that are not in the diagram yet."""
    taken = {step.text.lower() for step in spec.steps} | {spec.shared.lower()}
    return generator.choice([new for new in NEW_STEPS if new[0].lower() not in taken])


def _color(spec: Diagram, generator: random.Random) -> str:
    """Return the colour of several that is farthest from those of the diagram."""
    used = [step.color for step in spec.steps] + [spec.ground]
    return max(several(6, generator, COLORS), key=lambda color: min(distance(color, other) for other in used))


def _inserts(scene: Scene) -> bool:
    """Return whether a step may be inserted. Flows and cycles take any step; the other forms need one of the theme,
    with its own date or level."""
    if not _is(*ROWS, fewest=2, most=MOST - 1)(scene):
        return False
    return scene.spec.form in ("flow", "cycle") or bool(_missing(scene.spec))


KINDS = (
    EditKind("diagram insert", _inserts, insert),
    EditKind("diagram branch", _is(*BRANCHED, most=10), child),
    EditKind("diagram rename", _is(*ROWS, *BRANCHED, "venn"), rename),
    EditKind("diagram exchange", _is("flow", "cycle", "pyramid", *BRANCHED, "venn", fewest=2), exchange),
    EditKind("diagram form", _is(*ROWS, fewest=FEWEST, most=MOST), form),
    EditKind("diagram shape", _is("flow", "cycle", "timeline", *BRANCHED), step_shape),
    EditKind("diagram merge", _is(*ROWS, fewest=FEWEST + 1), merge),
    EditKind("diagram split", _is(*ROWS, most=MOST - 1), part),
    EditKind("diagram return", _is("flow"), return_arrow),
    EditKind("diagram overlap", lambda scene: _is("venn")(scene) and bool(scene.spec.shared), shared),
    EditKind("diagram circle", _is("venn", most=2), circle),
)
