"""Find the figures of a drawing that may be an asserted thing: they match its colour, kind, number, place and size
together.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from sgpkit.graphics.svg import paint
from sgpkit.graphics.svg.outline import Box
from sgpkit.graphics.svg.paint import Color, Paint, Reference
from sgpkit.metrics.structure.recall import color_names, shapes
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.label_text import LabelText
from sgpkit.metrics.structure.recall.shapes import Figure
from sgpkit.metrics.structure.scene_match.asserted import Thing
from sgpkit.values import ramp

NEAR, OFF = 0.04, 0.17
"""Maximum distances of the middle of a thing from its stated position, as shares of the page, that cost nothing: in
any direction, and within the third of the page that the caption names.
"""

BEYOND = 0.12
"""The additional distance at which a thing no longer counts as in its position."""

SAME, FACTOR = 1.2, 1.6
"""The factor by which a thing may be larger or smaller than stated, and the factor from which it does not count."""

SLACK = 0.02
"""Added to both sizes before they are compared, as a share of the page, since lines have a width."""

EQUAL = 1.35
"""Sizes that differ by less than this factor belong to one group of counted things."""

TOUCHING = 0.005
"""Maximum gap of touching figures, as a share of the page."""

MAX_TOUCHING = 60
"""Maximum number of figures among which connected pieces are searched."""

MAX_FIGURES = 1500
"""Maximum number of figures that are compared with assertions."""


LINES = 3
"""Maximum height of a word's frame, as a multiple of the word's height."""


@dataclass(frozen=True)
class Group:
    """Figures by their indices, their common box, and the degree to which they have the position and size of a
    thing."""

    members: frozenset[int]
    box: Box
    share: float = 1.0


class Drawn:
    """A drawing's figures by colour and kind, and its words."""

    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self.figures: Sequence[Figure] = contents.figures[:MAX_FIGURES]
        self.labels = LabelText(word.text for word in contents.words)
        self.page = contents.page

    def of(self, thing: Thing) -> list[int]:
        """Return the indices of all figures of the thing's colour and kind."""
        return [
            index
            for index, figure in enumerate(self.figures)
            if is_kind(figure.kind, thing.kind) and is_color(figure, thing.color, self.contents.gradients)
        ]

    def candidates(self, thing: Thing) -> list[Group]:
        """Return the groups that fit a thing, best first; among equals, the one with the largest figure first
        (clothes before a mouth of the same colour).
        """
        fitting = self.of(thing)
        groups = dict.fromkeys(self.counted(fitting, thing.count) if thing.count else self.whole(fitting))
        rated = [(away, replace(group, share=share)) for group in groups for share, away in [self.rating(thing, group)]]
        fits = [(away, group) for away, group in rated if group.share > 0]
        fits.sort(
            key=lambda pair: (
                -pair[1].share,
                pair[0],
                -max(map(self.extent, pair[1].members)),
                len(pair[1].members),
                sorted(pair[1].members),
            )
        )
        return [group for _, group in fits]

    def rating(self, thing: Thing, group: Group) -> tuple[float, float]:
        """Return the degree to which a group has the stated position and size, and its distance from them."""
        box, page = group.box, self.page
        width, height = page.right - page.left, page.bottom - page.top
        if width <= 0 or height <= 0:
            return 0.0, 0.0
        share, away = 1.0, 0.0
        if thing.middle is not None:
            x = ((box.left + box.right) / 2 - page.left) / width
            y = ((box.top + box.bottom) / 2 - page.top) / height
            pairs = list(zip((x, y), thing.middle, strict=True))
            share *= min(in_place(own, stated) for own, stated in pairs)
            away += sum(abs(own - stated) for own, stated in pairs)
        if thing.size is not None:
            sizes = (box.right - box.left) / width, (box.bottom - box.top) / height
            ratios = [
                abs(math.log((own + SLACK) / (stated + SLACK))) for own, stated in zip(sizes, thing.size, strict=True)
            ]
            share *= ramp(max(ratios), math.log(FACTOR), math.log(SAME))
            away += sum(ratios)
        return share, away

    def counted(self, fitting: Sequence[int], count: int) -> Iterator[Group]:
        """Yield groups with the stated number of figures: all figures, those with the same paint, of the same kind,
        or of similar size. Touching figures, such as the two loops of a bow, count as one if that gives the number.
        """
        partitions: list[dict[object, list[int]]] = [{None: list(fitting)}]
        for key in (self.paints, self.kind_and_paints):
            parts: dict[object, list[int]] = {}
            for index in fitting:
                parts.setdefault(key(index), []).append(index)
            partitions.append(parts)
        for parts in partitions:
            for members in parts.values():
                for group in (members, *self.of_one_size(members)):
                    if len(group) == count or (len(group) > count and self.pieces(group) == count):
                        yield self.group(group)

    def pieces(self, members: Sequence[int]) -> int:
        """Return the number of connected pieces that figures form, by their boxes."""
        near = TOUCHING * shapes.size_of(self.page)
        left = [self.figures[index].box for index in members[:MAX_TOUCHING]]
        number = 0
        while left:
            number += 1
            piece = [left.pop()]
            for box in piece:
                joined = [other for other in left if gap(box, other) <= near]
                left = [other for other in left if gap(box, other) > near]
                piece += joined
        return number

    def of_one_size(self, members: Sequence[int]) -> Iterator[list[int]]:
        """Yield runs of figures of similar size, split where sizes jump."""
        run: list[int] = []
        last = 0.0
        for size, index in sorted((shapes.size_of(self.figures[index].box), index) for index in members):
            if run and size > EQUAL * last:
                yield run
                run = []
            run.append(index)
            last = size
        if run:
            yield run

    def whole(self, fitting: Sequence[int]) -> Iterator[Group]:
        """Yield each figure alone, all figures, those of one paint, and those of one paint and size."""
        for index in fitting:
            yield self.group([index])
        if fitting:
            yield self.group(fitting)
        parts: dict[object, list[int]] = {}
        for index in fitting:
            parts.setdefault(self.paints(index), []).append(index)
        for members in parts.values():
            yield self.group(members)
            for run in self.of_one_size(members):
                yield self.group(run)

    def paints(self, index: int) -> object:
        """Return the paints of a figure."""
        return self.figures[index].fill, self.figures[index].stroke

    def merges(self, index: int, others: Collection[int]) -> bool:
        """Return whether a figure without a line touches one of others in the same colour, so that both look like
        one."""
        figure = self.figures[index]
        return figure.fill is not None and any(
            self.paints(other) == (figure.fill, None) == self.paints(index)
            and gap(figure.box, self.figures[other].box) <= 0
            for other in others
        )

    def frames(self) -> frozenset[int]:
        """Return the unfilled closed outlines around a word or a formula, at most a few lines high."""
        return frozenset(
            index
            for index, figure in enumerate(self.figures)
            if figure.closed and figure.fill is None
            for word in self.contents.words
            if figure.box.left <= (word.left + word.right) / 2 <= figure.box.right
            and figure.box.top <= (word.top + word.bottom) / 2 <= figure.box.bottom
            and figure.box.bottom - figure.box.top <= LINES * (word.bottom - word.top)
        )

    def kind_and_paints(self, index: int) -> object:
        """Return the kind and the paints of a figure."""
        return self.figures[index].kind, self.paints(index)

    def group(self, members: Sequence[int]) -> Group:
        """Return the group of these figures."""
        boxes = [self.figures[index].box for index in members]
        box = Box(
            min(box.left for box in boxes),
            min(box.top for box in boxes),
            max(box.right for box in boxes),
            max(box.bottom for box in boxes),
        )
        return Group(frozenset(members), box)

    def outlines_around(self, label: str) -> frozenset[int]:
        """Return the figures around a label: the smallest closed one that contains it, and those with the same box."""
        indices: set[int] = set()
        for box in self.boxes_of(label):
            x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            holding = [
                index
                for index, figure in enumerate(self.figures)
                if figure.closed
                and figure.box.left <= x <= figure.box.right
                and figure.box.top <= y <= figure.box.bottom
            ]
            if holding:
                least = min(map(self.extent, holding))
                indices.update(index for index in holding if self.extent(index) <= 1.5 * least)
        return frozenset(indices)

    def extent(self, index: int) -> float:
        """Return the area of a figure's box."""
        box = self.figures[index].box
        return (box.right - box.left) * (box.bottom - box.top)

    def boxes_of(self, label: str) -> list[Box]:
        """Return the box of each occurrence of a label."""
        return [box for _, box in self.occurrences(label)]

    def occurrences(self, label: str) -> list[tuple[tuple[int, int], Box]]:
        """Return the span of words and the box of each occurrence of a label."""
        boxes = []
        for first, end in self.labels.spans(label):
            words = self.contents.words[first:end]
            box = Box(
                min(word.left for word in words),
                min(word.top for word in words),
                max(word.right for word in words),
                max(word.bottom for word in words),
            )
            boxes.append(((first, end), box))
        return boxes


def gap(one: Box, other: Box) -> float:
    """Return the distance of two boxes in the direction in which they are farther apart, at most 0 if they touch."""
    across = max(one.left - other.right, other.left - one.right)
    return max(across, one.top - other.bottom, other.top - one.bottom)


def in_place(own: float, stated: float) -> float:
    """Return the degree to which a coordinate of a middle is at its stated value, or in the same third of the page."""
    third = min(2, max(0, int(3 * stated)))
    low = min(stated - NEAR, max(third / 3, stated - OFF))
    high = max(stated + NEAR, min((third + 1) / 3, stated + OFF))
    return ramp(max(low - own, own - high), BEYOND, 0.0)


def is_kind(kind: str, wanted: str) -> bool:
    """Return whether a figure is of a kind; "stroke" is a line or a curve."""
    return not wanted or kind == wanted or (wanted == "stroke" and kind in ("line", "curve"))


def is_color(figure: Figure, wanted: str, gradients: Mapping[str, Sequence[tuple[int, int, int]]]) -> bool:
    """Return whether a figure's fill has a colour, or its stroke if it has no fill or only its line is asked for."""
    if not wanted:
        return True
    return any(fits(color, wanted) for used in (figure.fill, figure.stroke) for color in shown(used, gradients))


def shown(used: Paint, gradients: Mapping[str, Sequence[tuple[int, int, int]]]) -> Sequence[tuple[int, int, int]]:
    """Return the colours of a paint."""
    if isinstance(used, Reference):
        return gradients.get(used.identifier, ())
    return (used[:3],) if isinstance(used, Color) else ()


@lru_cache(maxsize=65536)
def fits(color: tuple[int, int, int], wanted: str) -> bool:
    """Return whether a colour matches a word or #rrggbb."""
    exact = paint.color(wanted) if wanted.startswith("#") else None
    if exact is not None:
        return color_names.alike(exact[:3], color)
    return not color_names.meant(wanted).isdisjoint(color_names.fitting(*color))
