"""A scene of plain figures as an SVG program."""

from collections.abc import Callable
from xml.sax.saxutils import escape

from .scene import PAGE, Figure, Scene, corners, kept
from .variations import Look, paint

HAIRLINE = 0.15
SIZE = 26
"""Units of the letters of a label."""

ZOOM = 2.5
"""Units of the other tool's page for one of ours."""


def program(scene: Scene, look: Look) -> str:
    """Return the program of a scene; the first figure is painted last."""
    if look.tool:
        return by_other_tool(scene)
    lines = [line for figure in reversed(scene.figures) for line in elements(figure, look)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {PAGE}">'
    return "\n".join([head, *(f"  {line}" for line in lines), "</svg>"])


def elements(figure: Figure, look: Look) -> list[str]:
    """Return the element of a figure, and that of its label."""
    color = paint(figure)
    style = f'fill="{color}"'
    if figure.damage == "hairline":
        style = f'fill="none" stroke="{color}" stroke-width="{HAIRLINE}"'
    return [shape(figure, style, look), *label(figure)]


def shape(figure: Figure, style: str, look: Look) -> str:
    """Return the element of a figure."""
    x, y, width, height = figure.x, figure.y, figure.width, figure.height
    if figure.damage == "broken":
        return f'<path d="{broken(figure)}" {style}/>'
    if look.paths:
        return f'<path d="{path(figure)}" {style}/>'
    if figure.shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{width / 2:g}" {style}/>'
    if figure.shape == "ellipse":
        return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{width / 2:g}" ry="{height / 2:g}" {style}/>'
    if figure.shape in ("square", "rectangle"):
        return f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" {style}/>'
    return f'<polygon points="{" ".join(f"{across:.2f},{down:.2f}" for across, down in corners(figure))}" {style}/>'


def path(figure: Figure) -> str:
    """Return the outline of a figure as path data."""
    if figure.is_round:
        rx, ry = figure.width / 2, figure.height / 2
        half = f"A{rx:g} {ry:g} 0 0 1"
        left, right = figure.x - rx, figure.x + rx
        return f"M{left:g} {figure.y:g}{half} {right:g} {figure.y:g}{half} {left:g} {figure.y:g}Z"
    return "M" + "L".join(f"{across:.2f} {down:.2f}" for across, down in corners(figure)) + "Z"


def broken(figure: Figure) -> str:
    """Return path data that breaks off after a part of the outline."""
    if figure.is_round:
        rx, ry = figure.width / 2, figure.height / 2
        left, right, top = figure.x - rx, figure.x + rx, figure.y - ry
        arc = f"A{rx:g} {ry:g} 0 0 1"
        return f"M{left:g} {figure.y:g}{arc} {figure.x:g} {top:g}{arc} {right:g} {figure.y:g}Z"
    return "M" + "L".join(f"{across:.2f} {down:.2f}" for across, down in kept(figure)) + "Z"


def label(figure: Figure) -> list[str]:
    """Return the text below a figure."""
    if not figure.label:
        return []
    y = figure.y + figure.height / 2 + SIZE
    return [
        f'<text x="{figure.x:g}" y="{y:g}" font-family="sans-serif" font-size="{SIZE}" text-anchor="middle">'
        f"{escape(figure.label)}</text>"
    ]


def by_other_tool(scene: Scene) -> str:
    """Return the program as an editor exports it: on a larger page, with a style sheet, in groups and moved paths."""
    classes: dict[str, str] = {}
    style_of: Callable[[str], str] = lambda color: classes.setdefault(color, f"cls-{len(classes) + 1}")  # noqa: E731
    body = [
        f'    <g id="Layer_{number}" class="{style_of(paint(figure))}">{"".join(exported(figure))}</g>'
        for number, figure in enumerate(reversed(scene.figures), start=1)
    ]
    rules = "".join(f".{name}{{fill:{color};}}" for color, name in classes.items())
    side = PAGE * ZOOM
    return "\n".join(
        [
            f'<svg id="Layer_1" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side:g} {side:g}">',
            f"  <defs><style>{rules}</style></defs>",
            f'  <g transform="scale({ZOOM:g})">',
            *body,
            "  </g>",
            "</svg>",
        ]
    )


def exported(figure: Figure) -> list[str]:
    """Return a figure's path, drawn about the origin and moved into its place, and its label."""
    centered = figure._replace(x=0.0, y=0.0)
    texts = [text.replace("<text", '<text fill="#000000"') for text in label(figure)]
    return [f'<path transform="translate({figure.x:g} {figure.y:g})" d="{path(centered)}"/>', *texts]
