"""A domain of graphs: how its graphs are made, and its name in the words of an answer."""

from collections.abc import Callable
from typing import NamedTuple

from sgpkit.families.shared.naming import dotted_name

from ....shared.words import with_article
from .pen import Pen

STRUCTURE = "structure"
"""The area of graphs that follow a rule. Their concepts take the indefinite article, since many such graphs exist."""

PROPER = frozenset(("Bayesian", "Markov", "Petri"))

ONE_OF_MANY = frozenset(
    ("metabolism", "diagnosis", "faults", "power-grid", "waterworks", "family", "tournament", "automaton")
)
"""Other kinds whose concept takes the indefinite article: "a fault tree of a technical accident"."""

WITHOUT_ARTICLE = frozenset(("integration", "memory"))


class Recipe(NamedTuple):
    """A domain of graphs, with its subject `area`. `like` are kinds whose names also fit this graph, so that they are
    never wrong options. The domains of a `family` have the same words; questions ask only for these, with wrong options
    of the same family, since the words alone identify any other domain. `own` is the domain's own function if `draw` is
    a general one."""

    kind: str
    concept: str
    area: str
    draw: Callable[[Pen], None]
    like: tuple[str, ...] = ()
    family: str = ""
    own: Callable[..., object] | None = None

    @property
    def generator(self) -> str:
        """Return the dotted name of the function that draws the domain's graphs."""
        return dotted_name(self.own or self.draw)

    @property
    def phrase(self) -> str:
        """Return the concept inside a sentence, with its article if any: "the food web of an ecosystem", "a fault tree
        of a technical accident", "continuous integration and deployment"."""
        first = self.concept.split(" ")[0]
        kept = first.isupper() or first in PROPER
        concept = self.concept if kept else f"{self.concept[0].lower()}{self.concept[1:]}"
        if self.kind in WITHOUT_ARTICLE:
            return concept
        is_one = self.area == STRUCTURE or self.kind in ONE_OF_MANY
        return with_article(concept) if is_one else f"the {concept}"
