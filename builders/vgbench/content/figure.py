"""Values that the generators of VGBench's three formats return: figures, what captions name, questions.

A generator makes values of these and nothing else knows how. The builder orders options, balances the key over the
letters and writes rows; `structural_recall` looks for `named` in what a model draws from the caption.

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
    """The right answer and three wrong options, not yet in any order: the builder orders them and balances the key.

    `kind` says how the answer was found ("nodes", "left of", "reachable", …), for the tables of the builtin data.
    """

    type: str
    text: str
    answer: str
    wrong: tuple[str, str, str]
    kind: str = ""
    choices: tuple[tuple[str, str, str], ...] = ()
    """Alternative sets of wrong options, equal in quality to `wrong`; the source may use any of them."""


class Figure(NamedTuple):
    """A figure as a program, with what is known of it. `kind` is the recipe's name, `concept` what the figure shows in
    the words of an answer ("Venn diagram"), `caption` what a person would write under it, `paraphrases` the same in
    other words, `named` and `asserted` what of that can be checked: things one by one, and the whole scene. `details`
    is between the generator's `draw` and its `ask`. `design` is the name by which the deck knows it, where that is not
    the kind. `generator` is the dotted name of the function that drew it."""

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
