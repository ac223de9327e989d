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
from dataclasses import dataclass, replace
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
SEEN = ("renders", "shows", "visible")
"""The parts that the picture alone decides."""

NAMED = 3
"""Violations that a reason names."""


@dataclass(frozen=True)
class Validity:
    """A score, and the violations of the program in the completion, in the order of its text."""

    score: Score
    violations: tuple[Violation, ...] = ()


def score(
    predictions: Sequence[object], size: int = SIZE, renderer: str | None = None, painted_only: bool = False
) -> list[Validity]:
    """Return one for each prediction. Drawings are painted in a square of `size` pixels, by "resvg" unless the context
    or `renderer` chooses another. `painted_only` leaves out the violations and the parts that come of the text, which
    take most of the time: the others are the same."""
    renderer = painting.check_options(size, None, renderer)
    programs = pictures.svg_programs(predictions)
    painted = pictures.painted(programs, size, raster.ON_WHITE, renderer=renderer)
    visible = [is_visible(picture) for picture in painted]
    blank = [index for index, seen in enumerate(visible) if not seen and not isinstance(painted[index], Rejected)]
    fine = pictures.painted([programs[index] for index in blank], FINE, raster.ON_WHITE, renderer=renderer)
    for index, picture in zip(blank, fine, strict=True):
        visible[index] = is_visible(picture)
    return list(map(as_painted if painted_only else validity, programs, painted, visible))


def is_visible(painted: Pixels | Rejected) -> bool:
    """Return whether a picture that was laid over white differs from a white page."""
    if isinstance(painted, Rejected):
        return False
    return int(multiscale.planes_on_white(painted).min()) < 255 - multiscale.TOLERANCE


def validity(program: str | Rejected, painted: Pixels | Rejected, visible: bool) -> Validity:
    """Return the validity of one program, given its picture, and whether something can be seen in it."""
    if isinstance(program, Rejected):
        return Validity(Score.rejected(program, dict.fromkeys(PARTS, 0.0)))
    violations, parses = examined(program)
    seen = as_painted(program, painted, visible).score
    of_text = {
        "violations": float(len(violations)),
        "parses": float(parses),
        "clean": float(seen.parts["renders"] and not violations),
    }
    parts = {name: (of_text | dict(seen.parts))[name] for name in PARTS}
    reason = seen.reason if isinstance(painted, Rejected) else f"{seen.reason}; {in_words(violations)}"
    return Validity(replace(seen, parts=parts, reason=reason), tuple(violations))


def as_painted(program: str | Rejected, painted: Pixels | Rejected, visible: bool) -> Validity:
    """Return the validity of one program as far as its picture shows it."""
    picture = program if isinstance(program, Rejected) else painted
    if isinstance(picture, Rejected):
        return Validity(Score.rejected(picture, dict.fromkeys(SEEN, 0.0)))
    parts = {"renders": 1.0, "shows": float(picture[..., 3].any()), "visible": float(visible)}
    return Validity(
        Score(float(visible), parts, Status.OK, "it renders" if visible else "it renders, and shows nothing")
    )


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
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        **results.summary(scores),
    }
