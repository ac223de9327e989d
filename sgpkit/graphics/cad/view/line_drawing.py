"""A solid as a line drawing in SVG: visible edges in full lines, hidden ones dashed."""

from sgpkit.graphics.cad.view.camera import Fit, Numbers
from sgpkit.graphics.cad.view.hidden import Lines


def svg(lines: Lines, fit: Fit, size: int) -> str:
    """Draw the lines, the hidden ones first, so that the others lie over them."""
    unit = size / 512
    groups = (
        (lines.hidden, f'stroke="#9aa4b2" stroke-width="{1.2 * unit:.3g}" stroke-dasharray="{5 * unit:.3g}"'),
        (lines.smooth, f'stroke="#6b7686" stroke-width="{unit:.3g}"'),
        (lines.sharp, f'stroke="#222832" stroke-width="{2 * unit:.3g}"'),
    )
    drawn = [
        f"<g {style}>{''.join(_path(line, fit, size) for line in polylines)}</g>"
        for polylines, style in groups
        if polylines
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" fill="none" stroke-linecap="round" '
        f'stroke-linejoin="round">{"".join(drawn)}</svg>'
    )


def _path(line: Numbers, fit: Fit, size: int) -> str:
    points = [f"{_number(x)} {_number(y)}" for x, y in (fit(line) * size).tolist()]
    return f'<path d="M{points[0]}L{" ".join(points[1:])}"/>'


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
