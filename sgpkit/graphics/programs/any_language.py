"""Draw figures in turtle, TikZ, SVG, EPS or a Python library as geometry. The language is recognised by the code;
programs in other languages are rejected with the language's name.

Only visible lines and areas are kept (`painted`), so that a figure can be redrawn with the benchmark's pen: line widths
in other languages are unrelated to the turtle's. The scale of their coordinates is arbitrary too.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import NamedTuple

from sgpkit.graphics import turtle
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.programs import library_program, painted
from sgpkit.graphics.programs.languages import DRAWN, LANGUAGES, language_of
from sgpkit.graphics.turtle.figure import Figure, Fill, Mark, Stroke
from sgpkit.graphics.turtle.spans import SCALE
from sgpkit.status import Rejected, Status

__all__ = ["DRAWN", "LANGUAGES", "Drawing", "draw", "from_svg", "language_of", "points", "scaled_to_box"]

MAX_WORK = 400_000  # maximum number of points drawn to find the scale at which a figure fits
# Pixels by which a figure may be smaller than its box, and fractions of a pixel at which it may start.
SLACKS = (0.9, 0.6, 1.2, 0.3, 1.5)
PHASES = (0.0, 0.5, 0.25, 0.75)


class Drawing(NamedTuple):
    """A figure and the language of its program. `given` is the figure with outlines at the coordinates that the program
    gives, if its library paints them inside: programs join lines to the former, which lie half a line's width away.
    """

    language: str
    figure: Figure
    given: Figure | None = None


def draw(code: str) -> Drawing:
    """Draw a program in any of the languages. Raises Rejected if it fails or is in another language."""
    language = language_of(code)
    library = library_program.LIBRARIES.get(language)
    if library is not None:
        drawn = library_program.paint(code, library)
        given = Figure(painted.marks(drawn._replace(svg=drawn.given))) if drawn.given else None
        return Drawing(language, Figure(painted.marks(drawn)), given)
    match language:
        case "turtle":
            return Drawing(language, turtle.draw(code))
        case "svg":
            return Drawing(language, from_svg(code))
        case "tikz" | "eps":
            return Drawing(language, from_svg(_compile(code, language)))
    written = "unknown language" if language == "other" else f"written for {language}"
    raise Rejected(Status.COMPILE_ERROR, f"{written}; expected one of {', '.join(DRAWN)}")


def _compile(code: str, language: str) -> str:
    from sgpkit.graphics import eps, tex

    return str((tex if language == "tikz" else eps).to_svg(code))


def from_svg(code: str) -> Figure:
    """Return the visible lines and areas of a drawing, y up, without texts and bitmaps."""
    return Figure(painted.marks(painted.Painted(code)))


def points(mark: Mark) -> int:
    """Return the number of points of a mark, a measure of the work to draw it."""
    return len(mark.points) if isinstance(mark, Stroke | Fill) else 1


def scaled_to_box(figure: Figure, shape: tuple[int, ...], pen: float = turtle.PEN) -> Iterator[Figure]:
    """Yield the figure at several scales and positions at which its black pixels have about this shape. Several,
    because the shape in pixels determines the figure's size only up to two pixels, and not its position between
    pixels."""
    box = figure.ink_box(0.0)
    if box is None:
        return
    left, bottom, right, top = box
    height, width = top - bottom, right - left
    longer = max(width, height)
    tries = max(MAX_WORK // max(sum(map(points, figure.marks)), 1), 1)
    for spare, across, up in islice(product(SLACKS, PHASES, PHASES), tries):
        sides = ((shape[1], width), (shape[0], height))
        factors = [
            (wanted - pen - spare) / SCALE / own for wanted, own in sides if own > 1e-9 * longer and wanted > pen + 2
        ]
        factor = min(factors, default=1.0)
        yield figure.moved(Affine(factor, 0.0, 0.0, factor, across - left * factor, up - bottom * factor))
