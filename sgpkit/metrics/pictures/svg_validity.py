"""Whether a program is an SVG drawing: does it parse, does it render, does it show anything, and what is against the
specification.

The value is 1 for a drawing that renders, which is what the benchmarks call valid; violations that a renderer forgives
are counted beside it, each with its place. Parts, all 0 or 1 but the first:

    violations   how many things are against SVG's specification (`svg.validate`); 1 at least where text cannot be read
    parses       it is well-formed XML with `svg` as its root, and holds nothing that is refused before it is read
    renders      it can be painted, and is a drawing: one that carries a finished picture in itself is none (`embedded`)
    shows        something of it can be seen
    clean        it renders and has no violation
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sgpkit.graphics import svg
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.graphics.svg import Violation
from sgpkit.metrics import pictures
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

SIZE = 64
"""Pixels of the square that it is painted in: whether it paints does not depend on it."""

PARTS = ("violations", "parses", "renders", "shows", "clean")
TOLD = 3
"""Violations that a reason names."""


@dataclass(frozen=True)
class Validity:
    """`violations` are those of the program that was found in the completion, in the order of its text."""

    verdict: Verdict
    violations: tuple[Violation, ...] = ()


def score(
    predictions: Sequence[object], size: int = SIZE, finish_reasons: Sequence[str] | None = None
) -> list[Validity]:
    """One for each prediction, in their order."""
    painting.check_options(size, None, "cairo")
    programs = pictures.svg_programs(predictions, "svg", finish_reasons)
    painted = pictures.painted(programs, size, None)
    return [validity(program, pixels) for program, pixels in zip(programs, painted, strict=True)]


def validity(program: str | Rejected, painted: Pixels | Rejected) -> Validity:
    if isinstance(program, Rejected):
        return Validity(Verdict(0.0, program.status, program.reason, dict.fromkeys(PARTS, 0.0)))
    violations, parses = against(program), can_be_read(program)
    renders = not isinstance(painted, Rejected)
    shows = not isinstance(painted, Rejected) and bool(painted[..., 3].any())
    parts = {
        "violations": float(len(violations)),
        "parses": float(parses),
        "renders": float(renders),
        "shows": float(shows),
        "clean": float(renders and not violations),
    }
    if isinstance(painted, Rejected):
        return Validity(Verdict(0.0, painted.status, painted.reason, parts), violations)
    seen = "it renders" if shows else "it renders, and shows nothing"
    return Validity(Verdict(1.0, Status.OK, f"{seen}; {told(violations)}", parts), violations)


def against(program: str) -> tuple[Violation, ...]:
    """None where the program is refused before it is read: the verdict says why."""
    try:
        return tuple(svg.validate(program))
    except Rejected:
        return ()


def can_be_read(program: str) -> bool:
    try:
        svg.parse(program)
    except Rejected:
        return False
    return True


def told(violations: Sequence[Violation]) -> str:
    if not violations:
        return "nothing is against the specification"
    named = "; ".join(map(str, violations[:TOLD]))
    more = f"; and {len(violations) - TOLD} more" if len(violations) > TOLD else ""
    return f"{len(violations)} against the specification: {named}{more}"
