"""A scene of plain figures as a TikZ program."""

from .scene import PAGE, Figure, Scene, corners, kept
from .variations import Look, paint

UNIT = 50
"""Units of a scene in a centimetre."""

HEAD = "\\documentclass[tikz,border=0pt]{standalone}\n\\begin{document}\n\\begin{tikzpicture}"
TAIL = "\\end{tikzpicture}\n\\end{document}"
HAIRLINE = "line width=0.02pt"


def program(scene: Scene, look: Look) -> str:
    """Return the program of a scene; the first figure is painted last. A clipped white page keeps its size."""
    side = f"{PAGE / UNIT:g}"
    page = [f"\\clip (0,0) rectangle ({side},{side});", f"\\fill[white] (0,0) rectangle ({side},{side});"]
    figures = [line for figure in reversed(scene.figures) for line in elements(figure, look)]
    names = sorted({paint(figure) for figure in scene.figures})
    colors = [f"\\definecolor{{c{name[1:]}}}{{HTML}}{{{name[1:].upper()}}}" for name in names]
    inner = [*colors, *page, *figures]
    if look.tool:
        inner = [*colors, *page, "\\begin{scope}[scale=0.5]", *figures, "\\end{scope}"]
    return "\n".join([HEAD, *(f"  {line}" for line in inner), TAIL])


def elements(figure: Figure, look: Look) -> list[str]:
    """Return the command of a figure, and that of its label."""
    color = f"c{paint(figure)[1:]}"
    command = f"\\fill[{color}]"
    if figure.damage == "hairline":
        command = f"\\draw[{color}, {HAIRLINE}]"
    elif look.paths:
        command = f"\\path[fill={color}]"
    factor = 2.0 if look.tool else 1.0
    return [f"{command} {outline(figure, look, factor)};", *label(figure, factor)]


def outline(figure: Figure, look: Look, factor: float) -> str:
    """Return the path of a figure."""
    if figure.is_round and figure.damage != "broken":
        rx, ry = figure.width / 2 / UNIT * factor, figure.height / 2 / UNIT * factor
        if look.paths:
            start = at(figure.x + figure.width / 2, figure.y, factor)
            return f"{start} arc[start angle=0, end angle=360, x radius={rx:.4f}, y radius={ry:.4f}] -- cycle"
        size = f"circle ({rx:.4f})" if figure.shape == "circle" else f"ellipse ({rx:.4f} and {ry:.4f})"
        return f"{at(figure.x, figure.y, factor)} {size}"
    if figure.is_round:
        rx, ry = figure.width / 2 / UNIT * factor, figure.height / 2 / UNIT * factor
        start = at(figure.x + figure.width / 2, figure.y, factor)
        return f"{start} arc[start angle=0, end angle=180, x radius={rx:.4f}, y radius={ry:.4f}] -- cycle"
    if figure.shape in ("square", "rectangle") and not look.paths and not figure.damage:
        left, top = figure.x - figure.width / 2, figure.y - figure.height / 2
        return f"{at(left, top, factor)} rectangle {at(left + figure.width, top + figure.height, factor)}"
    points = kept(figure) if figure.damage == "broken" else corners(figure)
    return " -- ".join([*(at(*point, factor) for point in points), "cycle"])


def at(x: float, y: float, factor: float = 1.0) -> str:
    """Return a point of the page, y upwards."""
    return f"({x / UNIT * factor:.4f},{(PAGE - y) / UNIT * factor:.4f})"


def label(figure: Figure, factor: float) -> list[str]:
    """Return the node with a figure's label."""
    if not figure.label:
        return []
    below = at(figure.x, figure.y + figure.height / 2 + 14, factor)
    return [f"\\node[font=\\Large] at {below} {{{figure.label}}};"]
