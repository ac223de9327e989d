"""A domain that graphs come from: how such a graph is put together, and what it is called in the words of an answer."""

from collections.abc import Callable
from typing import NamedTuple

from sgpkit.families.shared.naming import dotted_name

from ....shared.words import with_article
from .pen import Pen

STRUCTURE = "structure"
"""The area of graphs that follow a rule: there are many of each."""

PROPER = frozenset(("Bayesian", "Markov", "Petri"))

ONE_OF_MANY = frozenset(
    ("metabolism", "diagnosis", "faults", "power-grid", "waterworks", "family", "tournament", "automaton")
)
"""Kinds whose concept takes the indefinite article, as structures do: there are many fault trees."""

WITHOUT_ARTICLE = frozenset(("integration", "memory"))


class Recipe(NamedTuple):
    """`area` groups domains that are offered against each other first; `like` are other kinds whose name a person
    might give to this graph as well, so that they are never offered as wrong. Of a `family` are domains with the same
    words: only these are asked, among themselves, since words alone name any other domain. `own` is the domain's own
    function, where `draw` is a general one."""

    kind: str
    concept: str
    area: str
    draw: Callable[[Pen], None]
    like: tuple[str, ...] = ()
    family: str = ""
    own: Callable[..., object] | None = None

    @property
    def generator(self) -> str:
        """Return the dotted name of the function that draws it."""
        return dotted_name(self.own or self.draw)

    @property
    def phrase(self) -> str:
        """The concept inside a sentence, with its article if any: "the food web of an ecosystem", "a fault tree of a
        technical accident", "continuous integration and deployment"."""
        first = self.concept.split(" ")[0]
        kept = first.isupper() or first in PROPER
        concept = self.concept if kept else f"{self.concept[0].lower()}{self.concept[1:]}"
        if self.kind in WITHOUT_ARTICLE:
            return concept
        is_one = self.area == STRUCTURE or self.kind in ONE_OF_MANY
        return with_article(concept) if is_one else f"the {concept}"
