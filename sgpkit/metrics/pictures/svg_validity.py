"""The validity of a program as an SVG drawing: does it parse, render and show anything, and what violates the
specification.

The value is 1 for a drawing of which something can be seen on a white page. The benchmarks call valid whatever renders,
an empty page too: that is the part `renders`, and the `validity` of a result. Violations that a renderer forgives are
counted separately, each with its position. Parts, all 0 or 1 but the first:

    violations   how many things are against SVG's specification (`svg.validate`); 1 at least where text cannot be read
    parses       it is well-formed XML with `svg` as its root, and holds nothing that is refused before it is read
    renders      it can be painted, and is a drawing: one that carries a finished picture in itself is none (`embedded`)
    shows        not all of it is transparent
    clean        it renders and has no violation
    visible      it renders, and differs from a white page by more than 8 of 255, at `size` or at `FINE` pixels
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.graphics.svg import Violation, validation
from sgpkit.metrics import isolated, pictures, results
from sgpkit.metrics.pictures import multiscale
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

SIZE = 128
"""Pixels of the square that it is painted in: whether it paints does not depend on it."""

FINE = 512
"""Pixels of the square in which a drawing that looks blank is painted a second time: small things may show there."""

PARTS = ("violations", "parses", "renders", "shows", "clean", "visible")
NAMED = 3
"""Violations that a reason names."""


@dataclass(frozen=True)
class Validity:
    """A score, and the violations of the program in the completion, in the order of its text."""

    score: Score
    violations: tuple[Violation, ...] = ()


def score(predictions: Sequence[object], size: int = SIZE, renderer: str | None = None) -> list[Validity]:
    """Return one for each prediction. Drawings are painted in a square of `size` pixels, by "resvg" unless the context
    or `renderer` chooses another."""
    renderer = painting.check_options(size, None, renderer)
    programs = pictures.svg_programs(predictions)
    painted = pictures.painted(programs, size, None, renderer=renderer)
    pairs = list(zip(programs, painted, strict=True))
    blank = [program for program, picture in pairs if is_blank(picture)]
    fine = iter(pictures.painted(blank, FINE, None, renderer=renderer))
    return [validity(program, picture, next(fine) if is_blank(picture) else picture) for program, picture in pairs]


def is_blank(painted: Pixels | Rejected) -> bool:
    """Return whether a picture with alpha looks like a white page, on white."""
    if isinstance(painted, Rejected):
        return False
    return int(multiscale.on_white(painted).min()) >= 255 - multiscale.TOLERANCE


def validity(program: str | Rejected, painted: Pixels | Rejected, fine: Pixels | Rejected) -> Validity:
    """Return the validity of one program, given its picture, and a finer one where that is blank."""
    if isinstance(program, Rejected):
        return Validity(Score.rejected(program, dict.fromkeys(PARTS, 0.0)))
    violations, parses = examined(program)
    renders = not isinstance(painted, Rejected)
    shows = not isinstance(painted, Rejected) and bool(painted[..., 3].any())
    parts = {
        "violations": float(len(violations)),
        "parses": float(parses),
        "renders": float(renders),
        "shows": float(shows),
        "clean": float(renders and not violations),
        "visible": float(renders and not isinstance(fine, Rejected) and not is_blank(fine)),
    }
    if isinstance(painted, Rejected):
        return Validity(Score.rejected(painted, parts), tuple(violations))
    seen = "it renders" if parts["visible"] else "it renders, and shows nothing"
    return Validity(Score(parts["visible"], parts, Status.OK, f"{seen}; {in_words(violations)}"), tuple(violations))


def examined(program: str) -> tuple[Sequence[Violation], bool]:
    """Return what violates the specification, nothing where the program is refused before it is read, and whether it
    parses."""
    try:
        return validation.examine(program)
    except Rejected:
        return (), False


def in_words(violations: Sequence[Violation]) -> str:
    """Return the number of violations with the first of them, for a reason."""
    if not violations:
        return "nothing is against the specification"
    named = "; ".join(map(str, violations[:NAMED]))
    more = f"; and {len(violations) - NAMED} more" if len(violations) > NAMED else ""
    return f"{len(violations)} against the specification: {named}{more}"


def result(predictions: Sequence[object], size: int = SIZE, renderer: str | None = None) -> dict[str, Any]:
    """Return what the `evaluate` module gives."""
    validities = isolated.scores(score, predictions, size=size, renderer=renderer)
    scores = [validity.score for validity in validities]
    parts = {name: results.part(scores, name) for name in PARTS}
    return {
        "validity": results.mean(parts["renders"]),
        "parse_rate": results.mean(parts["parses"]),
        "show_rate": results.mean(parts["shows"]),
        "visible_rate": results.mean(parts["visible"]),
        "clean_rate": results.mean(parts["clean"]),
        "mean_violations": results.mean(parts["violations"]),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **parts,
        "violations": [list(map(str, validity.violations)) for validity in validities],
        "renderer": raster.renderer_metadata(raster.chosen(renderer)),
        **results.summary(scores),
    }
