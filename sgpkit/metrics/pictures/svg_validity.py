"""The validity of an SVG program: whether it parses, renders and shows anything, and its violations of the
specification.

The value is 1 if the drawing shows anything on a white page. The benchmarks also call an empty page valid if it
renders: this is the part `renders`, and the `validity` of a result. Violations that renderers tolerate are counted
separately, each with its position. All parts except the first are 0 or 1:

    violations   the number of violations of SVG's specification (`svg.validate`); at least 1 if the text does not parse
    parses       it is well-formed XML with the root `svg`, and not rejected before parsing
    renders      it can be painted, and does not embed a finished picture (`embedded`)
    shows        it is not completely transparent
    clean        it renders and has no violation
    visible      it renders, and differs from a white page by more than 16 of 255, at `size` or at `FINE` pixels
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.graphics.scene.removal import MAX_UNSEEN
from sgpkit.graphics.svg import Violation, validation
from sgpkit.metrics import isolated, pictures, results
from sgpkit.metrics.pictures import multiscale
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

SIZE = 128
"""The default side of the rendering in pixels; whether a program renders does not depend on it."""

FINE = 512
"""The side, in pixels, at which a drawing that looks blank is painted again, since it may show only small things."""

PARTS = ("violations", "parses", "renders", "shows", "clean", "visible")
VIOLATIONS = "mean_violations_of_readable"
"""The name of their mean, over predictions that render, since there is no worst number of violations."""
SEEN = ("renders", "shows", "visible")
"""The parts that depend only on the picture."""

NAMED = 3
"""Maximum number of violations listed in a reason."""


@dataclass(frozen=True)
class Validity:
    """A score, and the violations of the completion's program, in the order of its text."""

    score: Score
    violations: tuple[Violation, ...] = ()


def score(
    predictions: Sequence[object], size: int = SIZE, renderer: str | None = None, painted_only: bool = False
) -> list[Validity]:
    """Return the validity of each prediction. Drawings are painted in a square of `size` pixels, by "resvg" unless the
    context or `renderer` selects another renderer. `painted_only` leaves out the violations and the other parts that
    depend on the text, which take most of the time."""
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
    """Return whether a picture on a white background differs from a white page."""
    if isinstance(painted, Rejected):
        return False
    return int(multiscale.planes_on_white(painted).min()) < 255 - MAX_UNSEEN


def validity(program: str | Rejected, painted: Pixels | Rejected, visible: bool) -> Validity:
    """Return the validity of one program, given its picture and whether that shows anything."""
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
    """Return the validity of one program with the parts that depend only on its picture."""
    picture = program if isinstance(program, Rejected) else painted
    if isinstance(picture, Rejected):
        return Validity(Score.rejected(picture, dict.fromkeys(SEEN, 0.0)))
    parts = {"renders": 1.0, "shows": float(picture[..., 3].any()), "visible": float(visible)}
    return Validity(
        Score(float(visible), parts, Status.OK, "it renders" if visible else "it renders, but shows nothing")
    )


def examined(program: str) -> tuple[Sequence[Violation], bool]:
    """Return the violations of a program (none if it is rejected before parsing), and whether it parses."""
    try:
        return validation.examine(program)
    except Rejected:
        return (), False


def in_words(violations: Sequence[Violation]) -> str:
    """Return the number of violations and the first few, for a reason."""
    if not violations:
        return "no violation of the specification"
    named = "; ".join(map(str, violations[:NAMED]))
    more = f"; and {len(violations) - NAMED} more" if len(violations) > NAMED else ""
    plural = "" if len(violations) == 1 else "s"
    return f"{len(violations)} violation{plural} of the specification: {named}{more}"


def result(
    predictions: Sequence[object],
    size: int = SIZE,
    renderer: str | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    validities = isolated.scores(score, predictions, size=size, renderer=renderer)
    scores = [validity.score for validity in validities]
    parts = results.columns(scores, PARTS)
    counted = zip(scores, parts["violations"], strict=True)
    means: dict[str, Sequence[float | None]] = {
        "validity": parts["renders"],
        "parse_rate": parts["parses"],
        "show_rate": parts["shows"],
        "visible_rate": parts["visible"],
        "clean_rate": parts["clean"],
        VIOLATIONS: [count if score.status is Status.OK else None for score, count in counted],
    }
    return {
        **results.means(results.known_clusters(clusters, (), len(scores)), means, {VIOLATIONS}),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **parts,
        "violations": [list(map(str, validity.violations)) for validity in validities],
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        **results.summary(scores),
    }
