"""Constraints on the figures of a drawing, and the check of each.

A specification is JSON: `items` (what is to be drawn: shape, colour or a colour that it must not have, number) and
`constraints` (a kind, the indices of the items it is about, a value for some, `not` where it must not hold). Each item
has a shape and colour of its own within a prompt, so which figure stands for which item is never a choice.

A constraint holds only if every item that it names is there in its full number: nothing is true of what is not drawn.
"""

import itertools
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .figures import EQUAL, SIDE, Figure

NEAR = 0.025
"""A share of the page: lengths that differ by less are equal, middles nearer than this are one."""

RATIO = 0.1
"""The share by which a ratio of two widths may differ from the one asked for."""

COMMON = 0.02
"""The share of the smaller of two figures that both must cover to overlap."""

WITHIN = 0.98
"""The share of a figure that must be within another for it to be inside."""

MIRRORED = 0.15
"""The share of a figure's pixels by which its mirror image may differ."""

GROUPS: Mapping[str, Sequence[str]] = {
    "relation": ("left of", "right of", "above", "below", "inside", "in front of", "resting on", "apart"),
    "size": ("same size", "times as wide"),
    "alignment": ("row", "column", "evenly spaced", "left to right", "top to bottom", "centred", "same middle"),
    "placement": ("corner", "page middle"),
    "symmetry": ("mirrored", "symmetric"),
}
"""The kinds of constraints, by the part of the score; forbidden ones count as "negation"."""


class Item(NamedTuple):
    """Figures of one kind; `color` is "" where any but `not_color` will do."""

    shape: str
    color: str
    number: int = 1
    not_color: str = ""

    def fits(self, figure: Figure) -> bool:
        """Return whether a figure is of this kind and colour."""
        if self.shape not in figure.kinds or not figure.color:
            return False
        return figure.color == self.color if self.color else figure.color != self.not_color


OF_ITEMS = ("items", "colors", "counts", "nothing_else")
"""The parts that every verdict has; there is one more for each group of constraints."""


class Constraint(NamedTuple):
    """A constraint on items, by their indices."""

    kind: str
    items: tuple[int, ...] = ()
    value: float = 0.0
    negated: bool = False

    @property
    def group(self) -> str:
        """The part of the score that it counts in."""
        return "negation" if self.negated else next(name for name, kinds in GROUPS.items() if self.kind in kinds)


class Specification(NamedTuple):
    """The requirements of a prompt."""

    items: tuple[Item, ...]
    constraints: tuple[Constraint, ...] = ()

    def to_json(self) -> str:
        """Return the specification as text."""
        return json.dumps(
            {
                "items": [item._asdict() for item in self.items],
                "constraints": [constraint._asdict() for constraint in self.constraints],
            }
        )


def read(text: str) -> Specification:
    """Return the specification in a text."""
    held = json.loads(text)
    constraints = (
        Constraint(entry["kind"], tuple(entry["items"]), entry["value"], entry["negated"])
        for entry in held["constraints"]
    )
    return Specification(tuple(Item(**entry) for entry in held["items"]), tuple(constraints))


class Verdict(NamedTuple):
    """Shares by part, and the violated requirements, in words."""

    parts: Mapping[str, float]
    failures: tuple[str, ...]

    @property
    def satisfied(self) -> bool:
        """True if every requirement holds."""
        return not self.failures

    def spoilt(self, reason: str) -> "Verdict":
        """Return the verdict on a drawing with additional figures."""
        return Verdict({**self.parts, "nothing_else": 0.0}, (*self.failures, reason))


def check(wanted: Specification, figures: Sequence[Figure]) -> Verdict:
    """Return the requirements of a specification that a drawing fulfils."""
    chosen = [[figure for figure in figures if item.fits(figure)] for item in wanted.items]
    failures: list[str] = []
    drawn = [any(item.shape in figure.kinds for figure in figures) for item in wanted.items]
    counted = [len(group) == item.number for item, group in zip(wanted.items, chosen, strict=True)]
    for item, group, right in zip(wanted.items, chosen, counted, strict=True):
        if not right:
            failures.append(f"{len(group)} of {item.number} {named(item)}")
    taken = {id(figure) for group in chosen for figure in group}
    extra = [figure for figure in figures if id(figure) not in taken]
    if extra:
        failures.append(f"{len(extra)} other shapes")
    of_items = (share(drawn), share(map(bool, chosen)), share(counted), float(bool(figures) and not extra))
    parts = dict(zip(OF_ITEMS, of_items, strict=True))
    results: dict[str, list[bool]] = {}
    for constraint in wanted.constraints:
        there = all(counted[index] for index in constraint.items) and bool(figures)
        groups = [chosen[index] for index in constraint.items] if constraint.items else [list(figures)]
        holds = there and CHECKS[constraint.kind](groups, constraint.value) != constraint.negated
        results.setdefault(constraint.group, []).append(holds)
        if not holds:
            failures.append(("not " if constraint.negated else "") + constraint.kind)
    return Verdict(parts | {group: share(values) for group, values in results.items()}, tuple(failures))


def nothing(wanted: Specification) -> dict[str, float]:
    """Return the parts of an answer that shows no drawing."""
    groups = {constraint.group for constraint in wanted.constraints}
    return dict.fromkeys((*OF_ITEMS, *sorted(groups)), 0.0)


def share(values: Iterable[bool]) -> float:
    """Return the share of true values."""
    listed = list(values)
    return sum(listed) / len(listed)


def named(item: Item) -> str:
    """Return an item in words."""
    return f"{item.color or f'not {item.not_color}'} {item.shape}"


# --- checks -----------------------------------------------------------------------------------------------------------

Groups = Sequence[Sequence[Figure]]


def of_pairs(check: Callable[[Figure, Figure], bool]) -> Callable[[Groups, float], bool]:
    """Return a check of every pair of a first and a second item's figures."""
    return lambda groups, value: all(check(one, other) for one in groups[0] for other in groups[1])


def is_left(one: Figure, other: Figure) -> bool:
    """Return whether a figure lies completely to the left of another."""
    return one.right <= other.left + NEAR / 5


def is_above(one: Figure, other: Figure) -> bool:
    """Return whether a figure lies completely above another."""
    return one.bottom <= other.top + NEAR / 5


def is_inside(one: Figure, other: Figure) -> bool:
    """Return whether a figure lies within another's outline, painted over it."""
    return one.shared(other) >= WITHIN * one.mask.sum() and one.order > other.order and one.width < other.width


def overlap(one: Figure, other: Figure) -> bool:
    """Return whether two figures overlap, neither inside the other."""
    common, smaller = one.shared(other), min(one.mask.sum(), other.mask.sum())
    return bool(COMMON * smaller <= common < WITHIN * smaller)


def is_resting(one: Figure, other: Figure) -> bool:
    """Return whether a figure's lower edge lies on another's upper edge, with its middle above the other."""
    return abs(one.bottom - other.top) <= NEAR and other.left <= one.x <= other.right


def have_same_size(groups: Groups, value: float) -> bool:
    """Return whether all figures are equally wide and equally high."""
    figures = [figure for group in groups for figure in group]
    return all(
        min(sizes) >= (1 - EQUAL) * max(sizes)
        for sizes in ([figure.width for figure in figures], [figure.height for figure in figures])
    )


def are_times_as_wide(groups: Groups, value: float) -> bool:
    """Return whether the first item's figures are `value` times as wide as the second's."""
    return all(abs(one.width / other.width / value - 1) <= RATIO for one in groups[0] for other in groups[1])


def in_line(axis: str) -> Callable[[Groups, float], bool]:
    """Return a check that the middles of all figures have one coordinate."""

    def check(groups: Groups, value: float) -> bool:
        middles = [getattr(figure, axis) for group in groups for figure in group]
        return bool(max(middles) - min(middles) <= NEAR)

    return check


def are_evenly_spaced(groups: Groups, value: float) -> bool:
    """Return whether the middles of figures in a row or a column are equally spaced."""
    figures = [figure for group in groups for figure in group]
    across = sorted(figure.x for figure in figures)
    down = sorted(figure.y for figure in figures)
    middles = across if across[-1] - across[0] >= down[-1] - down[0] else down
    gaps = [after - before for before, after in pairwise(middles)]
    return max(gaps) - min(gaps) <= NEAR


def in_order(check: Callable[[Figure, Figure], bool]) -> Callable[[Groups, float], bool]:
    """Return a check that each item lies on one side of the next."""
    return lambda groups, value: all(of_pairs(check)(pair, value) for pair in pairwise(groups))


def are_centred(one: Figure, other: Figure) -> bool:
    """Return whether two figures have one middle."""
    return abs(one.x - other.x) <= NEAR and abs(one.y - other.y) <= NEAR


def in_corner(groups: Groups, value: float) -> bool:
    """Return whether all figures are in a corner: 0 upper left, 1 upper right, 2 lower left, 3 lower right."""
    right, low = int(value) % 2, int(value) // 2
    return all(
        (figure.x > 2 / 3 if right else figure.x < 1 / 3) and (figure.y > 2 / 3 if low else figure.y < 1 / 3)
        for figure in groups[0]
    )


def in_page_middle(groups: Groups, value: float) -> bool:
    """Return whether all figures have their middle in that of the page."""
    return all(abs(figure.x - 0.5) <= NEAR and abs(figure.y - 0.5) <= NEAR for figure in groups[0])


def is_mirror_image(one: Figure, other: Figure) -> bool:
    """Return whether a figure is at the mirrored position of another about the page's vertical middle."""
    across, down = one.x + other.x - 1, other.y - one.y
    if max(abs(across), abs(down)) > NEAR:
        return False
    # Forms are compared after alignment: positions have a separate tolerance.
    steps = [(math.floor(shift * SIDE), math.ceil(shift * SIDE)) for shift in (down, across)]
    images = (np.roll(one.mask[:, ::-1], step, axis=(0, 1)) for step in itertools.product(*steps))
    return min(int((image ^ other.mask).sum()) for image in images) <= MIRRORED * max(1, int(other.mask.sum()))


def are_mirrored(groups: Groups, value: float) -> bool:
    """Return whether the items' figures are each other's mirror images, pair by pair."""
    one, other = groups
    return len(one) == len(other) and all(any(is_mirror_image(a, b) for b in other) for a in one)


def is_symmetric(groups: Groups, value: float) -> bool:
    """Return whether every figure has a mirror image of its kind and colour, which may be itself."""
    (figures,) = groups
    return all(
        any(one.kinds & other.kinds and one.color == other.color and is_mirror_image(one, other) for other in figures)
        for one in figures
    )


CHECKS: Mapping[str, Callable[[Groups, float], bool]] = {
    "left of": of_pairs(is_left),
    "right of": of_pairs(lambda one, other: is_left(other, one)),
    "above": of_pairs(is_above),
    "below": of_pairs(lambda one, other: is_above(other, one)),
    "inside": of_pairs(is_inside),
    "in front of": of_pairs(lambda one, other: overlap(one, other) and one.order > other.order),
    "resting on": of_pairs(is_resting),
    "apart": of_pairs(lambda one, other: one.shared(other) == 0),
    "same size": have_same_size,
    "times as wide": are_times_as_wide,
    "row": in_line("y"),
    "column": in_line("x"),
    "evenly spaced": are_evenly_spaced,
    "left to right": in_order(is_left),
    "top to bottom": in_order(is_above),
    "centred": of_pairs(are_centred),
    "same middle": of_pairs(lambda one, other: abs(one.x - other.x) <= NEAR),
    "corner": in_corner,
    "page middle": in_page_middle,
    "mirrored": are_mirrored,
    "symmetric": is_symmetric,
}
