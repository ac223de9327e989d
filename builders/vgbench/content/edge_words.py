"""Sentences that describe the edges of a graph so that they have to be understood, not copied.

Nodes are listed once, in alphabetical order, and then called by their places in the lists ("the third of the
libraries"); equal neighborhoods, whole groups, exceptions and paths are put together. No sentence names both
ends of an edge.
"""

import itertools
import random
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .page_words import ORDINALS

LONGEST_PATH = 7


class Arc(NamedTuple):
    """An edge between nodes by their names, with its label."""

    start: str
    end: str
    label: str = ""


class Listing(NamedTuple):
    """A list of nodes that the caption has given: what they are called, in the plural, and their names in order."""

    words: str
    names: tuple[str, ...]


def in_order(labels: Mapping[str, str], names: Sequence[str]) -> tuple[str, ...]:
    """Return names by their labels, in alphabetical order, with numbers by their size."""

    def key(name: str) -> tuple[list[tuple[int, int, str]], str]:
        pieces = re.findall(r"\d+|\D+", labels[name].casefold())
        return [(0, int(piece), "") if piece.isdecimal() else (1, 0, piece) for piece in pieces], name

    return tuple(sorted(names, key=key))


class Teller:
    """The words for the edges among listed nodes. `labels` are the nodes' labels, as they are quoted."""

    def __init__(
        self, listings: Sequence[Listing], labels: Mapping[str, str], directed: bool, generator: random.Random
    ) -> None:
        self.listings = listings
        self.labels = labels
        self.directed = directed
        self.random = generator
        self.has_quoted = False
        """True if the sentence has a label in it: it never has two, which might be taken for an edge."""
        self.listing_of = {name: listing for listing in listings for name in listing.names}

    def sentences(self, arcs: Sequence[Arc]) -> list[str]:
        """Return the sentences for all edges."""
        texts: list[str] = []
        left = list(arcs)
        for path in self.paths(left):
            texts.append(self.path(path))
            for start, end in itertools.pairwise(path):
                left.remove(next(arc for arc in left if (arc.start, arc.end) == (start, end)))
        outgoing: dict[str, list[Arc]] = {}
        for arc in left:
            outgoing.setdefault(arc.start, []).append(arc)
        alike: dict[tuple[tuple[str, str], ...], list[str]] = {}
        for start, own in outgoing.items():
            key = tuple(sorted((arc.end, arc.label) for arc in own if arc.end != start))
            loops = [arc for arc in own if arc.end == start]
            if loops:
                texts.append(self.loop(loops[0]))
            if key:
                alike.setdefault(key, []).append(start)
        for ends, starts in alike.items():
            texts.append(self.fan(starts, ends))
        return texts

    def paths(self, arcs: Sequence[Arc]) -> list[list[str]]:
        """Return disjoint paths of unlabelled edges through nodes without other edges out."""
        after: dict[str, list[Arc]] = {}
        for arc in arcs:
            after.setdefault(arc.start, []).append(arc)
        lone = {
            start: own[0].end
            for start, own in after.items()
            if len(own) == 1 and not own[0].label and own[0].end != start
        }
        targets = set(lone.values())
        paths: list[list[str]] = []
        used: set[str] = set()
        for start in [name for name in lone if name not in targets] + list(lone):
            path = [start]
            while path[-1] in lone and path[-1] not in used and len(path) <= LONGEST_PATH:
                used.add(path[-1])
                path.append(lone[path[-1]])
                if path[-1] in path[:-1]:
                    break
            if len(path) > 3:
                paths.append(path)
        return paths

    # --- sentences ------------------------------------------------------------------------------------------------

    def path(self, names: Sequence[str]) -> str:
        """Return the sentence for a path."""
        self.has_quoted = False
        line = "arrows" if self.directed else "lines"
        stops = [self.one(name) for name in names]
        openings = (
            f"One after the other, {line} run through these: {listed(stops)}.",
            f"Following the {line} from {stops[0]}, one comes to {listed(stops[1:], 'and then')}.",
        )
        return self.random.choice(openings)

    def loop(self, arc: Arc) -> str:
        """Return the sentence for an edge that comes back."""
        self.has_quoted = False
        mark = f' marked "{arc.label}"' if arc.label else ""
        return f"At {self.one(arc.start)} there is a loop{mark}."

    def fan(self, starts: Sequence[str], ends: Sequence[tuple[str, str]]) -> str:
        """Return the sentence for the same ends of one or more starts."""
        self.has_quoted = False
        by_label: dict[str, list[str]] = {}
        for end, label in ends:
            by_label.setdefault(label, []).append(end)
        objects = []
        subject = self.several(starts)
        for label, names in by_label.items():
            mark = ""
            if label:
                mark = f' (marked "{label}")' if len(names) == 1 else f' (each marked "{label}")'
            objects.append(f"{self.several(names)}{mark}")
        many = len(starts) > 1
        if self.directed:
            verb = "each have arrows to" if many else self.random.choice(("leads to", "has arrows to", "points to"))
            if not many and len(ends) == 1:
                verb = verb.replace("arrows", "an arrow")
            if many and len(ends) == 1:
                verb = "each have an arrow to"
        else:
            verb = "are each joined with" if many else "is joined with"
        return f"{upper(subject)} {verb} {listed(objects, 'as well as')}."

    # --- nodes ----------------------------------------------------------------------------------------------------

    def one(self, name: str) -> str:
        """Return the words for a node."""
        listing = self.listing_of[name]
        if len(listing.names) == 1:
            return f"the only one of the {listing.words}"
        index = listing.names.index(name)
        before = self.labels[listing.names[index - 1]] if index else ""
        if index and not self.has_quoted and self.random.random() < 0.2 and '"' not in before:
            self.has_quoted = True
            return f'the one that follows "{before}" in the list of the {listing.words}'
        return f"the {ordinal(index, len(listing.names))} of the {listing.words}"

    def several(self, names: Sequence[str]) -> str:
        """Return the words for some nodes, list by list."""
        parts = []
        for listing in self.listings:
            members = [name for name in listing.names if name in names]
            if not members:
                continue
            size = len(listing.names)
            missing = [ordinal(index, size) for index, name in enumerate(listing.names) if name not in names]
            if len(members) == 1:
                parts.append(self.one(members[0]))
            elif not missing:
                parts.append(f"{'both' if size == 2 else 'all'} of the {listing.words}")
            elif len(missing) <= 2 and len(members) > 2 * len(missing):
                parts.append(f"all of the {listing.words} but the {listed(missing)}")
            else:
                ordinals = [ordinal(listing.names.index(name), size) for name in members]
                parts.append(f"the {listed(ordinals)} of the {listing.words}")
        return listed(parts)


def ordinal(index: int, size: int) -> str:
    """Return the word for a place in a list, counted from 0."""
    if size > 2 and index == size - 1:
        return "last"
    if size > 6 and index == size - 2:
        return "last but one"
    return ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}{suffix(index + 1)}"


def suffix(number: int) -> str:
    """Return the ending of an ordinal in digits."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def upper(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
