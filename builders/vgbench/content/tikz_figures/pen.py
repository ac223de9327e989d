"""A TikZ program under construction, in one author's style: indentation, comments, loops, position of styles.

A recipe draws with a pen and records what it draws: labels with their positions, edges, counts, and sentences for the
caption. Two pens with different styles write different programs for the same recipe.
"""

import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ....shared.words import listed as listed
from ....shared.words import upper as upper
from ..edge_words import Arc, Teller
from ..figure import Named
from ..page_words import NUMBERS
from . import preamble, ways
from .colors import BLACK, Color, palette
from .contents import Contents, Count, Edge, Position, Quantity, Relation, Seen, spoken

CROPPED = "\\documentclass[tikz,border=5pt]{standalone}"
LOADED = "\\documentclass[border=2mm]{standalone}\n\\usepackage{tikz}"

# Few, because each common opening is a separate preloaded format (`sgpkit.graphics.tex.formats`).
OPENINGS = {
    "plain": CROPPED,
    "loaded": LOADED,
    "arrows": CROPPED + "\n\\usetikzlibrary{arrows.meta,positioning}",
    "shapes": LOADED + "\n\\usetikzlibrary{shapes.geometric,arrows.meta,positioning,calc}",
    "geometry": LOADED + "\n\\usetikzlibrary{calc,intersections,angles,quotes}",
    "automata": CROPPED + "\n\\usetikzlibrary{automata,positioning,arrows.meta}",
    "decorations": CROPPED
    + "\n\\usetikzlibrary{decorations.pathmorphing,decorations.markings,decorations.pathreplacing}",
    "matrix": CROPPED + "\n\\usetikzlibrary{matrix,positioning,arrows.meta}",
    "mindmap": LOADED + "\n\\usetikzlibrary{trees,mindmap}",
    "petri": CROPPED + "\n\\usetikzlibrary{petri,positioning,arrows.meta}",
    "pgfplots": CROPPED + "\n\\usepackage{pgfplots}",
    "cd": CROPPED + "\n\\usepackage{tikz-cd}",
    "circuit": LOADED + "\n\\usepackage{circuitikz}",
    "patterns": CROPPED
    + "\n\\usetikzlibrary{patterns,patterns.meta,calc,decorations.pathmorphing,decorations.markings}",
    "fitted": LOADED + "\n\\usetikzlibrary{backgrounds,fit,positioning,shapes.multipart,shapes.misc,calc}",
    "chains": CROPPED + "\n\\usetikzlibrary{chains,positioning,shapes.symbols,shapes.arrows,shapes.callouts}",
    "fractals": CROPPED + "\n\\usetikzlibrary{decorations.fractals,decorations.text,lindenmayersystems}",
    "math": LOADED + "\n\\usetikzlibrary{math,calc,through,intersections}",
    "space": CROPPED + "\n\\usepackage{tikz-3dplot}",
    "planes": LOADED + "\n\\usetikzlibrary{3d,perspective}",
    "graphs": CROPPED + "\n\\usetikzlibrary{graphs,quotes,positioning,arrows.meta,er,spy}",
    "euclid": CROPPED + "\n\\usepackage{tkz-euclide}",
}

COMMENTS = (
    "main part", "the rest", "labels", "details", "lines", "adjust spacing here", "next", "on top", "behind",
    "first the shapes", "then the text", "do not move", "keep in this order", "colors as in the other figure",
    "could be a loop", "text", "finally", "extra", "outline", "fine tuning",
)  # fmt: skip
"""Comments that fit any drawing."""

STYLE_NAMES = (
    "base", "main", "thing", "item", "mystyle", "basic", "common", "plain thing", "style a", "style b", "accent",
    "standard", "normal", "element", "default look",
)  # fmt: skip
"""Names of styles that reveal nothing about the drawing."""

VARIABLES = ("i", "j", "k", "n", "x", "m", "s", "t", "step", "idx", "num", "pos", "cnt", "ii", "q", "u")
"""Names of loop variables that reveal nothing about the drawing."""

FONTS = (
    "\\scriptsize", "\\footnotesize", "\\small", "\\normalsize", "\\large", "\\sffamily", "\\bfseries", "\\itshape",
    "\\sffamily\\small", "\\bfseries\\footnotesize", "\\ttfamily", "\\rmfamily", "\\slshape", "\\small\\bfseries",
    "\\sffamily\\bfseries", "\\mdseries", "\\upshape", "\\normalfont",
)  # fmt: skip

LETTERS = ("{}", "{}", "{}", "\\mathbf{{{}}}", "\\mathsf{{{}}}", "\\mathrm{{{}}}", "\\mathit{{{}}}")
"""Alphabets of single letters in mathematics."""

ANYTHING = tuple(Seen(shape) for shape in ("circle", "ellipse", "rectangle", "triangle", "polygon", "line", "curve"))
"""Marks of a shape in any color: a count of them includes all marks of the shape."""

Node = tuple[str, str, float, float]
"""Name in the program, label in TeX, and position."""


class Pen:
    """A figure under construction. `fullness` in 0-1 sets how much is drawn, `extras` the optional part of the
    preamble."""

    def __init__(self, generator: random.Random, fullness: float, extras: int, loops: bool) -> None:
        self.random = generator
        self.fullness = fullness
        self.loops = loops
        self.opening = "plain"
        self.environment = "tikzpicture"
        self.caption: list[str] = []
        self.own_sentences = self.own_named = 0
        """The number of the caption's paragraphs, and of the things that it names, that belong to the figure itself
        rather than to the additions around it."""
        self.named: list[Named] = []
        self.things = "node"
        self.color_words: dict[str, str] = {}
        """The words for each color that the caption mentions."""
        self.states_edges = False
        """True if the caption describes all edges."""
        self.sides: list[str] = []
        """Options of the picture."""
        self._extras = extras
        self._palette = palette(generator)
        self._taken = 0
        self._indent = generator.choice(("", "  ", "  ", "    ", "\t"))
        self._noted = generator.randrange(len(COMMENTS))
        self._comments = generator.choices((0, 1, 2), (3, 4, 2))[0]
        self._where = generator.choice(("set", "picture", "inline", "old"))
        self._variables = generator.sample(VARIABLES, len(VARIABLES))
        self._spoken_for = 0
        self._alphabet = generator.choice(LETTERS)
        self._style_names = generator.sample(STYLE_NAMES, len(STYLE_NAMES))
        self._head: list[str] = []
        self._libraries: list[str] = []
        self._styles: list[str] = []
        self._body: list[str] = []
        self._depth = 1
        self._counts: list[Count] = []
        self._positions: list[Position] = []
        self._edges: list[Edge] = []
        self._relations: list[Relation] = []
        self._quantities: list[Quantity] = []

    # --- what the author chooses -------------------------------------------------------------------------------

    def many(self, low: int, high: int) -> int:
        """Return a number from `low` to `high`, nearer to `high` the fuller the figure is."""
        share = min(1.0, max(0.0, self.fullness + self.random.uniform(-0.3, 0.3)))
        return low + round((high - low) * share)

    def chance(self, share: float = 0.5) -> bool:
        return self.random.random() < share

    def color(self) -> Color:
        """Return a color that is not in the figure yet."""
        color = self._palette[self._taken % len(self._palette)]
        self._taken += 1
        return self.using(color)

    def using(self, color: Color) -> Color:
        if color.definition and color.definition not in self._head:
            self._head.append(color.definition)
        return color

    def ink(self) -> Color:
        """Return a color for lines, in most cases black."""
        return BLACK if self.chance(0.55) else self.color()

    def needs(self, *openings: str) -> None:
        self.opening = self.random.choice(openings)

    def library(self, *names: str) -> None:
        """Load TikZ libraries, unless the opening loads them."""
        self._libraries += [name for name in names if name not in self._libraries]

    def way(self, run: str = "any") -> ways.Way:
        """Return the way in which all links between nodes are drawn; see `ways`."""
        return ways.way(run, self.random)

    def tip(self, way: ways.Way, *tips: str) -> str:
        """Return an arrow head: one of `tips` for straight links, a filled one for curved links, so that it does not
        count as a curve."""
        return self.random.choice(("-latex", "-stealth") if way else tips)

    def pick(self, pool: Sequence[str], number: int) -> list[str]:
        return self.random.sample(list(pool), number)

    def variable(self) -> str:
        """Return an unused name for a loop variable, with its backslash."""
        self._spoken_for += 1
        return "\\" + self._variables[self._spoken_for % len(self._variables)]

    def constant(self, names: Sequence[str], value: float | str) -> str:
        """Define a number as a macro in one of several ways. Return the macro."""
        free = [name for name in names if name not in VARIABLES]
        macro = "\\" + self.random.choice(free)
        text = coord(value) if isinstance(value, float) else str(value)
        ways = [
            f"\\def{macro}{{{text}}}",
            f"\\pgfmathsetmacro{{{macro}}}{{{text}}}",
            f"\\pgfmathsetmacro{macro}{{{text}}}",
        ]
        if isinstance(value, int):
            ways += [f"\\pgfmathtruncatemacro{{{macro}}}{{{text}}}", f"\\pgfmathtruncatemacro{macro}{{{text}}}"]
        self.line(self.random.choice(ways))
        return macro

    def font(self) -> str:
        """Return an option for the font of a node."""
        return f"font={self.random.choice(FONTS)}"

    def letter(self, name: str) -> str:
        """Return a letter as mathematics, in the author's alphabet."""
        return f"${self._alphabet.format(name)}$"

    # --- the program -------------------------------------------------------------------------------------------

    def preamble(self, *lines: str) -> None:
        self._head += lines

    def line(self, *lines: str) -> None:
        self._body += [self._indent * self._depth + line for line in lines]

    def note(self) -> None:
        """Write a comment on the following lines, in styles with comments. No comment names the subject of the
        figure."""
        text = COMMENTS[self._noted % len(COMMENTS)] if self.chance(0.7) else f"part {self._noted + 1}"
        self._noted += 1
        if self._comments == 1:
            self.line(f"% {text}")
        elif self._comments == 2:
            self.line("", self.random.choice((f"% --- {text} ---", f"%% {upper(text)}")))

    @contextmanager
    def block(self, opening: str, closing: str) -> Iterator[None]:
        self.line(opening)
        self._depth += 1
        yield
        self._depth -= 1
        if closing:
            self.line(closing)

    def style(self, options: str) -> str:
        """Return the text in brackets for these options: the options themselves, or the name of a style for them."""
        if self._where == "inline":
            return options
        taken = len(self._styles)
        name = self._style_names[taken % len(STYLE_NAMES)] + (f" {taken}" if taken >= len(STYLE_NAMES) else "")
        self._styles.append(f"{name}/.style={{{options}}}")
        return name

    def nodes(self, style: str, nodes: Sequence[Node]) -> None:
        """Write labelled nodes at their positions, one by one or in a loop."""
        if self.loops and len(nodes) > 2 and not any("," in label or "/" in label for _, label, _, _ in nodes):
            members = ", ".join(f"{coord(x)}/{coord(y)}/{name}/{label}" for name, label, x, y in nodes)
            self.line(f"\\foreach \\x/\\y/\\name/\\lab in {{{members}}}")
            self.line(f"{self._indent}\\node[{style}] (\\name) at (\\x,\\y) {{\\lab}};")
        else:
            for name, label, x, y in nodes:
                self.line(f"\\node[{style}] ({name}) at ({coord(x)},{coord(y)}) {{{label}}};")
        for name, label, x, y in nodes:
            self.position(label, x, y, name)

    def joins(self, style: str, pairs: Sequence[tuple[str, str]], path: str = "--") -> None:
        """Write edges between named nodes, one by one or in a loop."""
        brackets = f"[{style}]" if style else ""
        if self.loops and len(pairs) > 2:
            members = ", ".join(f"{start}/{end}" for start, end in pairs)
            self.line(f"\\foreach \\from/\\to in {{{members}}}")
            self.line(f"{self._indent}\\draw{brackets} (\\from) {path} (\\to);")
        else:
            self.line(*(f"\\draw{brackets} ({start}) {path} ({end});" for start, end in pairs))

    def program(self) -> str:
        head = [OPENINGS[self.opening], *preamble.lines(self.random, self._extras), *self._head]
        loaded = re.split(r"[,{}]", OPENINGS[self.opening])
        missing = [name for name in self._libraries if name not in loaded]
        if missing:
            # Not right after the opening: each distinct opening needs a preloaded format.
            is_first = all(line.startswith("\\usepackage") for line in head[1:])
            head += [*(["\\pagestyle{empty}"] if is_first else []), f"\\usetikzlibrary{{{', '.join(missing)}}}"]
        sides = list(self.sides)
        if self._where == "set" and self._styles:
            head += ["\\tikzset{", *(f"  {style}," for style in self._styles), "}"]
        elif self._where == "old":
            pairs = (style.split("/.style={", 1) for style in self._styles)
            head += [f"\\tikzstyle{{{name}}}=[{options[:-1]}]" for name, options in pairs]
        else:
            sides += self._styles
        options = f"[{', '.join(sides)}]" if sides else ""
        if len(options) > 90:
            inner = self._indent or "  "
            options = "[\n" + ",\n".join(f"{inner}{side}" for side in sides) + "\n]"
        return "\n".join(
            (
                *head,
                *(("",) if self._comments else ()),
                "\\begin{document}",
                f"\\begin{{{self.environment}}}{options}",
                *self._body,
                f"\\end{{{self.environment}}}",
                "\\end{document}",
            )
        )

    # --- records -----------------------------------------------------------------------------------------------

    def ends_caption(self) -> None:
        """Mark the end of the sentences about the figure itself."""
        self.own_sentences, self.own_named = len(self.caption), len(self.named)

    def says(self, *sentences: str) -> None:
        self.caption += [upper(agreed(sentence)) for sentence in sentences]

    def position(self, label: str, x: float, y: float, node: str = "") -> None:
        read = spoken(label)
        if read:
            self._positions.append(Position(read, x, y, node))

    def names(self, *labels: str) -> None:
        """Record labels in the caption, for structural recall."""
        self.named += [Named("label", spoken(label)) for label in labels if spoken(label)]

    def shows(self, *colors: Color) -> None:
        """Record colors in the caption."""
        self.named += [Named("color", color.hex) for color in colors if color is not BLACK]
        self.color_words |= {color.hex: color.words for color in colors if color is not BLACK}

    def edge(self, start: str, end: str, directed: bool = True, label: str = "") -> None:
        """Record an edge by the labels of its ends."""
        self._edges.append(Edge(spoken(start), spoken(end), directed, spoken(label)))

    def names_edges(self) -> None:
        """Record all edges as stated by the caption."""
        self.states_edges = True
        self.named += [Named("edge", edge.start, 0, edge.end, edge.directed) for edge in self._edges]

    def lists_edges(self) -> str:
        """Return a sentence for the caption that lists every edge."""
        self.names_edges()
        labels = {end: end for edge in self._edges for end in (edge.start, edge.end)}
        teller = Teller(labels, self._edges[0].directed, self.random, mark="'")
        return teller.sentences([Arc(edge.start, edge.end, edge.label) for edge in self._edges])

    def counted(
        self, noun: str, number: int, shape: str, fill: str = "", stroke: str = "", varies: bool = True
    ) -> None:
        self._counts.append(Count(noun, number, Seen(shape, fill, stroke), varies))

    def relation(self, kind: str, text: str, answer: str, others: Sequence[str]) -> None:
        distinct = tuple(dict.fromkeys(other for other in others if other != answer))
        if len(distinct) >= 3:
            self._relations.append(Relation(kind, text, answer, distinct))

    def numeric(self, kind: str, text: str, answer: int, steps: Sequence[int] = (-2, -1, 1, 2)) -> None:
        """Record a question whose answer is a number, with nearby numbers as the other options."""
        self.relation(kind, text, str(answer), [str(answer + step) for step in steps if answer + step >= 0])

    def measure(self, most: str, least: str, values: Sequence[tuple[str, float]]) -> None:
        self._quantities.append(Quantity(most, least, tuple((spoken(label), value) for label, value in values)))

    def asked_words(self) -> str:
        """Return one text with all nouns and questions that may be asked."""
        counts = [
            f"{count.noun} {f'any {count.seen.shape}' if count.seen in ANYTHING else ''}" for count in self._counts
        ]
        relations = [relation.text for relation in self._relations]
        return " ".join((*counts, *relations, *(text for one in self._quantities for text in one[:2])))

    @staticmethod
    def label_of(text: str) -> Named:
        """Return a label in the form that captions use."""
        return Named("label", spoken(text))

    def contents(self) -> Contents:
        return Contents(
            tuple(self._counts),
            tuple(self._positions),
            tuple(self._edges),
            tuple(self._relations),
            tuple(self._quantities),
            self.things,
        )


def coord(number: float) -> str:
    """Return a coordinate as people write it: at most two decimals, without trailing zeros."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def read(labels: Sequence[str]) -> str:
    """Return a list of labels for a sentence, each as it is read."""
    return listed([spoken(label) for label in labels])


def number(count: int) -> str:
    return NUMBERS[count] if count <= 12 else str(count)


def some(count: int, noun: str) -> str:
    """Return a count with a plural noun: `three circles`."""
    if count != 1:
        return f"{number(count)} {noun}"
    return f"one {singular(noun)}"


def plural(noun: str) -> str:
    """Return the plural of a noun: `vertices`."""
    irregular = {one: many for many, one in _IRREGULAR.items()}
    return irregular.get(noun) or (noun[:-1] + "ies" if noun.endswith("ty") else f"{noun}s")


_IRREGULAR = {"vertices": "vertex", "boxes": "box", "branches": "branch", "leaves": "leaf", "axes": "axis"}


_SINGULAR_VERBS = {
    "are": "is", "carry": "carries", "go": "goes", "hang": "hangs", "have": "has", "join": "joins", "lead": "leads",
    "lie": "lies", "mark": "marks", "run": "runs", "stand": "stands", "touch": "touches", "pass": "passes",
    "show": "shows", "end": "ends", "form": "forms",
}  # fmt: skip
_ONE = re.compile(
    r"(?<!of )\b([Oo]ne (?:[\w-]+ ){1,2}(?:of (?:[\w-]+ ){1,2})?(?:in [a-z ]+? )?)"
    rf"(?<!each )({'|'.join(_SINGULAR_VERBS)})\b(?! and )"
)


def agreed(sentence: str) -> str:
    """Return a sentence with the verb in the singular if its subject is a single thing: "One bell curve stands"."""
    return _ONE.sub(lambda match: match[1] + _SINGULAR_VERBS[match[2]], sentence)


_LINK = re.compile(r"( (?:of|on|in|from|between|that|to|at|with|without|around|by|under|above|below|or) )")


def singular(noun: str) -> str:
    head, link, tail = _LINK.split(noun, maxsplit=1) if _LINK.search(noun) else (noun, "", "")
    *before, last = head.split(" ")
    last = _IRREGULAR.get(last) or (last[:-3] + "y" if last.endswith("ies") else last.removesuffix("s"))
    if link == " that ":
        verb, _, rest = tail.partition(" ")
        tail = f"{_SINGULAR_VERBS.get(verb, verb)} {rest}"
    return " ".join((*before, last)) + link + tail
