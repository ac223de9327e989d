"""The shapes that `svg.shapes` reads, as a readable listing and redrawn as plain paths."""

import io
import re
from typing import Any

import numpy
from PIL import Image

from sgpkit.graphics import svg
from sgpkit.graphics.geometry import Circle
from sgpkit.graphics.svg import path
from sgpkit.graphics.svg.paint import Color, Paint

INHERITED = ("fill-rule", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "stroke-dasharray")


def short(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def rounded(outlines: tuple[path.Subpath, ...]) -> str:
    return re.sub(r"-?\d+\.?\d*(?:e-?\d+)?", lambda match: short(float(match[0])), path.write(outlines))


def paint_text(paint: Paint) -> str:
    if paint is None:
        return "none"
    if isinstance(paint, Color):
        return paint.hex + ("" if paint.alpha == 1 else f"/{short(paint.alpha)}")
    return f"url(#{paint.identifier})"


def listing(code: str) -> str:
    """Return one line per shape."""
    lines = []
    for shape in svg.shapes(code):
        words = [f"{shape.location}", f"fill={paint_text(shape.fill)}", f"stroke={paint_text(shape.stroke)}"]
        if shape.identifier is not None:
            words.insert(1, f"#{shape.identifier}")
        words[1:1] = [f".{name}" for name in shape.classes]
        if shape.stroke_width:
            words.append(f"width={short(shape.stroke_width)}")
        if shape.opacity != 1:
            words.append(f"opacity={short(shape.opacity)}")
        if isinstance(shape.round, Circle):
            words.append(
                f"circle={short(shape.round.centre.x)},{short(shape.round.centre.y)},{short(shape.round.radius)}"
            )
        elif shape.round is not None:
            x, y = shape.round.centre
            sizes = (x, y, shape.round.radius_x, shape.round.radius_y, shape.round.angle)
            words.append("ellipse=" + ",".join(map(short, sizes)))
        if shape.text:
            words.append(f"text={shape.text!r}")
        if shape.outline:
            words.append(rounded(shape.outline))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def inherited(element: svg.Element | None, name: str) -> str | None:
    while element is not None:
        styled = re.search(rf"(?:^|;)\s*{name}\s*:\s*([^;]+)", element.attributes.get("style", ""))
        value = styled[1].strip() if styled else element.attributes.get(name)
        if value:
            return value
        element = element.parent
    return None


def redraw(code: str) -> str | None:
    """Return the drawing as flat absolute paths, or None if it contains elements that paths cannot show."""
    document = svg.parse(code)
    elements = {element.path: element for element in document.root.subtree()}
    head = "".join(
        f' {name}="{value}"'
        for name, value in document.root.attributes.items()
        if name in ("viewBox", "width", "height", "preserveAspectRatio")
    )
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg"{head}>']
    for shape in svg.shapes_of(document):
        if not shape.outline:
            return None
        element = elements[shape.location.path]
        words = [f'd="{path.write(shape.outline)}" opacity="{shape.opacity}" stroke-width="{shape.stroke_width}"']
        for name, paint in (("fill", shape.fill), ("stroke", shape.stroke)):
            if paint is not None and not isinstance(paint, Color):
                return None
            words.append(f'{name}="{paint.hex}" {name}-opacity="{paint.alpha}"' if paint else f'{name}="none"')
        words += [f'{name}="{value}"' for name in INHERITED if (value := inherited(element, name))]
        parts.append(f"<path {' '.join(words)}/>")
    return "\n".join([*parts, "</svg>"])


def cairo(code: str, size: int) -> numpy.ndarray:
    import cairosvg

    png = cairosvg.svg2png(bytestring=code.encode(), output_width=size, output_height=size, background_color="white")
    return numpy.asarray(Image.open(io.BytesIO(png)).convert("RGB"), dtype=float)


def resvg(code: str, size: int) -> numpy.ndarray:
    import resvg_py

    if "xmlns=" not in code:
        code = code.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    png = resvg_py.svg_to_bytes(svg_string=code, width=size, background="white", dpi=96)
    return numpy.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"), dtype=float)


def difference(painter: Any, code: str, other: str, size: int = 160) -> float:
    """Return the mean difference of a channel, of 255."""
    return float(numpy.abs(painter(code, size) - painter(other, size)).mean())
