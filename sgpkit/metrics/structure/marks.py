"""Marks at the errors of a drawing, on the reference's picture and on the answer's, for people.

Marks come from the same reading that the score is based on, atom by atom and element by element, not by comparing
pixels: a right molecule with another layout has none. They explain a score but do not affect it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sgpkit import extract
from sgpkit.graphics import elements, formats, molecule, svg
from sgpkit.graphics.elements import AnyItem, Elements, is_added
from sgpkit.graphics.geometry import Circle, Ellipse, Point, Segment
from sgpkit.graphics.molecule import Graph, Reading
from sgpkit.graphics.molecule.graph import neighbours
from sgpkit.graphics.raster import fit as raster_fit
from sgpkit.metrics.structure.geometry import distances, published
from sgpkit.metrics.structure.geometry.alignment import NEAR, align
from sgpkit.metrics.structure.geometry.strays import apart, counted
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected

MISSING, EXTRA, OTHER = "missing", "extra", "other"
REFERENCE, ANSWER = "reference", "answer"

DIGITS = 4
MAX_MARKS = 60
"""Maximum number of marks on one pair of pictures."""

Spot = tuple[float, float]


class Mark(NamedTuple):
    """A line on a picture, its points in shares of the square that the drawing is fitted into, or a ring about a single
    point. `kind` says whether the element is missing from the answer, superfluous in it, or otherwise wrong."""

    on: str
    kind: str
    points: tuple[Spot, ...]


class Drawing(NamedTuple):
    """A drawing as SVG, and the part of its plane that its picture shows."""

    code: str
    fit: raster_fit.Fit

    def share(self, x: float, y: float) -> Spot:
        """Return a point in shares of the picture's side."""
        window, left, top, width, height = self.fit
        across, down = (x - window.x) / window.width, (y - window.y) / window.height
        return round(left + across * width, DIGITS), round(top + down * height, DIGITS)


def molecules(predictions: Sequence[str], references: Sequence[Mapping[str, Any]], format: str) -> list[list[Mark]]:
    """Return the marks of each prediction; none if it cannot be read or its graph is right."""
    return mark_all(predictions, references, format, of_molecules)


def constructions(predictions: Sequence[str], references: Sequence[Mapping[str, Any]], format: str) -> list[list[Mark]]:
    """Return the marks of geometry with one answer; with many answers, there is no single one to show."""
    return mark_all(predictions, references, format, of_constructions)


Compare = Callable[[Drawing, Drawing, Mapping[str, Any], str], Iterator[Mark]]


def mark_all(
    predictions: Sequence[str], references: Sequence[Mapping[str, Any]], format: str, compare: Compare
) -> list[list[Mark]]:
    """Return the marks of each prediction, by a function that compares two drawings; runs in parallel."""
    written = [extract.code_answer(prediction, format).value for prediction in predictions]
    answers, wanted = drawings(written, format), drawings([row["code"] for row in references], format)

    def of(number: int) -> list[Mark]:
        answer, reference = answers[number], wanted[number]
        if answer is None or reference is None:
            return []
        return list(compare(reference, answer, references[number], format))

    compared = pool.map_unique(range(len(references)), of)
    # An unreadable drawing has no marks; the score says so.
    return [[] if isinstance(marks, Rejected) or len(marks) > MAX_MARKS else marks for marks in compared]


def drawings(programs: Sequence[str | None], format: str) -> list[Drawing | None]:
    """Return each program as SVG with its window; None if there is nothing to draw."""
    there = list(dict.fromkeys(program for program in programs if program is not None))
    converted = formats.get(format).convert_many(there)
    codes = {
        program: None if isinstance(outcome, Rejected) else outcome.svg
        for program, outcome in zip(there, converted, strict=True)
    }
    return [drawing(codes[program]) if program is not None else None for program in programs]


def drawing(code: str | None) -> Drawing | None:
    """Return a program with the part of its plane that its picture shows."""
    if code is None:
        return None
    try:
        return Drawing(code, raster_fit.fit(raster_fit.window(svg.parse(code).root.attributes), 1))
    except Rejected:
        return None


# --- molecules --------------------------------------------------------------------------------------------------------


def of_molecules(reference: Drawing, answer: Drawing, row: Mapping[str, Any], format: str) -> Iterator[Mark]:
    """Yield marks for atoms that the other drawing does not have, and for atoms with different neighbours."""
    wanted, actual = (reading(drawing, format) for drawing in (reference, answer))
    if molecule.same(wanted.graph, actual.graph):
        return
    matched = match(wanted.graph, actual.graph)
    for side, drawn, shape, lacking in ((0, reference, wanted, MISSING), (1, answer, actual, EXTRA)):
        on = (REFERENCE, ANSWER)[side]
        for atom, centre in enumerate(shape.centres):
            depth = matched[side].get(atom)
            if depth is None or depth == 0:
                yield Mark(on, lacking if depth is None else OTHER, (drawn.share(*centre),))


def reading(drawn: Drawing, format: str) -> Reading:
    """Return the molecule in a drawing."""
    if formats.get(format).convert is None:
        return molecule.read(drawn.code, format)
    return molecule.from_compiled(drawn.code)


def match(wanted: Graph, actual: Graph) -> tuple[dict[int, int], dict[int, int]]:
    """Match atoms, starting with those whose surroundings are equal to the greatest depth.

    Return, for each matched atom of either graph, the number of bonds within which everything is equal, 0 if only its
    colour is. Surroundings are hashes of neighbourhoods (Weisfeiler-Lehman), which do not prove a difference but locate
    it.
    """
    depths = max(1, max(len(graph.atoms) for graph in (wanted, actual)))
    shades = [surroundings(graph, depths) for graph in (wanted, actual)]
    paired: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for depth in reversed(range(min(map(len, shades)))):
        waiting: list[dict[int, list[int]]] = [{}, {}]
        for side in (0, 1):
            for atom, shade in enumerate(shades[side][depth]):
                if atom not in paired[side]:
                    waiting[side].setdefault(shade, []).append(atom)
        for shade, ours in waiting[0].items():
            for one, other in zip(ours, waiting[1].get(shade, ()), strict=False):
                paired[0][one] = paired[1][other] = depth
    return paired


def surroundings(graph: Graph, depths: int) -> list[list[int]]:
    """Return, for each depth, one number per atom, equal if everything within this number of bonds is equal. The
    last depth is the one after which no more atoms are distinguished.
    """
    around = neighbours(graph)
    shades = [[hash(color) for color in graph.atoms]]
    while len(shades) <= depths:
        last = shades[-1]
        shades.append([hash((last[atom], *sorted(last[other] for other in around[atom]))) for atom in range(len(last))])
        if len(shades) > 2 and len(Counter(shades[-1])) == len(Counter(last)):
            break
    return shades


# --- constructions ----------------------------------------------------------------------------------------------------


def of_constructions(reference: Drawing, answer: Drawing, row: Mapping[str, Any], format: str) -> Iterator[Mark]:
    """Yield marks for elements missing from the answer, on the reference, and for wrongly added ones, on the answer."""
    if row.get("rule"):
        return
    wanted, output = (page(drawing, format) for drawing in (reference, answer))
    given = wanted.where(lambda item: not is_added(item, format))
    added = wanted.where(lambda item: is_added(item, format))
    shifts = align(given, output, format).shifts
    if not shifts:
        return
    moved = [(shift, output.moved(shift)) for shift in shifts]
    shift, there = max(moved, key=lambda candidate: sum(published.matches(added, candidate[1]).every))
    every = published.matches(added, there).every
    yield from (
        mark(reference, REFERENCE, MISSING, item)
        for item, is_there in zip(added.items, every, strict=True)
        if not is_there
    )
    astray = counted(apart(apart(there, given, NEAR), added, published.TOLERANCE), wanted, published.TOLERANCE)
    back = astray.moved(Point(-shift.x, -shift.y))
    yield from (mark(answer, ANSWER, EXTRA, item) for item in back.items)


def page(drawn: Drawing, format: str) -> Elements:
    """Return the elements at their positions on the page; in compiled drawings the page is cropped."""
    read = elements.from_svg(drawn.code)
    return read if formats.get(format).convert is None else replace(read, placed=False)


def mark(drawn: Drawing, on: str, kind: str, item: AnyItem) -> Mark:
    """Return the mark of one element."""
    figure = item.geometry
    points: Sequence[Point]
    if isinstance(figure, Segment):
        points = figure
    elif isinstance(figure, Circle | Ellipse):
        points = distances.chain(figure)
    else:
        points = figure.points
    return Mark(on, kind, tuple(drawn.share(point.x, point.y) for point in points))
