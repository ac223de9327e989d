"""Values that the generators of VGBench's three formats return: figures, what captions name, questions.

Only generators make these values. The builder orders the options, balances the answer key over the letters and writes
rows; `structural_recall` looks for `named` in a model's drawing of the caption.

A generator is a module or package with
    KINDS: tuple[str, …]                                         the kinds of figure (TikZ) or domains (Graphviz), or
    kinds(is_train) -> tuple[str, …]                             designs (SVG), others in a train split
    draw(kind, generator: random.Random) -> Figure               quick; compiles nothing
    ask(figure, type, generator) -> Question | None              None: this figure cannot be asked that type
and where captions need other figures
    draw_captioned(kind, generator) -> Figure
and for TikZ, whose counts are of what is compiled,
    counted(figure, svg)                                         raises where the drawing shows other numbers
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from sgpkit.metrics.structure.recall.named import COUNTED, Named
from sgpkit.metrics.structure.scene_match.asserted import Asserted

__all__ = ["COUNTED", "FORMATS", "NOTHING", "TYPES", "Figure", "Named", "Question"]

NOTHING: Mapping[str, Any] = MappingProxyType({})

FORMATS = ("svg", "tikz", "graphviz")

TYPES = {
    "svg": ("category", "color", "usage"),
    "tikz": ("concept", "counting", "relation"),
    "graphviz": ("domain", "layout", "relation"),
}
"""Paper Table 1: the types of question of each format."""


class Question(NamedTuple):
    """A question with its right answer and three wrong options. The builder orders the options and balances the key.

    `kind` states what the answer rests on ("nodes", "left of", "reachable", …); the tables of the builtin data use it.
    """

    type: str
    text: str
    answer: str
    wrong: tuple[str, str, str]
    kind: str = ""
    choices: tuple[tuple[str, str, str], ...] = ()
    """Alternative sets of wrong options, equal in quality to `wrong`; the source may use any of them."""


class Figure(NamedTuple):
    """A figure as a program, with its description. `kind` is the recipe's name. `concept` is the subject in the words
    of an answer ("Venn diagram"). `caption` is a caption as a person would write it, and `paraphrases` are other
    wordings of it. `named` and `asserted` are the parts of the caption that can be checked: single things, and the
    whole scene. `details` passes data from the generator's `draw` to its `ask`. `design` is the deck's name for the
    figure, if it differs from the kind. `generator` is the dotted name of the function that drew the figure."""

    kind: str
    family: str
    code: str
    concept: str
    caption: str
    named: tuple[Named, ...]
    details: Mapping[str, Any] = NOTHING
    asserted: Asserted = Asserted()
    paraphrases: tuple[str, ...] = ()
    design: str = ""
    generator: str = ""
