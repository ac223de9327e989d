"""Inks as the text of an SVG document."""

import random
from collections.abc import Sequence

from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.svg import outline

from ..forms import Form
from . import outlines, path_data, regions
from .canvas import Canvas
from .inks import Ink

BLACK = ("#000000", "#000")
Paints = tuple[tuple[str, str], ...]


def write(layers: Sequence[Ink], canvas: Canvas, by: Affine, generator: random.Random) -> str:
    """Return the SVG text of a drawing; `by` maps the design square onto the canvas."""
    return _Document(canvas, by, generator).text(layers)


class _Document:
    def __init__(self, canvas: Canvas, by: Affine, generator: random.Random) -> None:
        self.canvas = canvas
        self.by = by if canvas.matrix is None else canvas.matrix[0] @ by
        self.random = generator
        self.classes: dict[Paints, str] = {}
        self.gradients: dict[tuple[str, str], str] = {}
        self.breaks = generator.choice((0.0, 0.1, 0.2, 0.5))
        self.curves = generator.choice((0.0, 0.0, 0.15, 0.4))

    def text(self, layers: Sequence[Ink]) -> str:
        tool = self.canvas.tool
        plain = all(ink.paint in BLACK and ink.stroke is None for ink in layers)
        bare = plain and self.random.random() < 0.7 and "fill=" not in tool.header
        body = self.members([self.element(ink, bare) for ink in layers])
        opened = self.canvas.layers
        around = ["<g>"] * opened
        if self.canvas.matrix is not None:
            around.append(f'<g transform="{self.canvas.matrix[1]}">')
        lines = [tool.header, *self.definitions()]
        lines += [self.indented(depth + 1, text) for depth, text in enumerate(around)]
        lines += [self.indented(len(around) + 1 + depth, text) for depth, text in body]
        lines += [self.indented(depth + 1, "</g>") for depth in reversed(range(len(around)))]
        if tool.newline and self.random.random() < 0.15:  # remains of a template with empty groups
            for _ in range(self.random.randint(2, 8)):
                lines += [self.indented(1, "<g>"), self.indented(1, "</g>")]
        return tool.newline.join([*lines, "</svg>"])

    def indented(self, depth: int, text: str) -> str:
        return self.canvas.tool.indent * depth + text

    def members(self, elements: list[str]) -> list[tuple[int, str]]:
        """Return the elements with their depth, some neighbours in a group."""
        lines: list[tuple[int, str]] = []
        index = 0
        while index < len(elements):
            count = self.random.randint(1, 4) if self.random.random() < self.canvas.groups else 0
            if not count:
                lines.append((0, elements[index]))
                index += 1
                continue
            lines.append((0, "<g>"))
            lines += [(1, element) for element in elements[index : index + count]]
            lines.append((0, "</g>"))
            index += count
        return lines

    def definitions(self) -> list[str]:
        lines = []
        if self.classes:
            rules = "".join(
                f".{name}{{{';'.join(f'{key}:{value}' for key, value in paints)};}}"
                for paints, name in self.classes.items()
            )
            lines.append(f"<style>{rules}</style>")
        for ramp, name in self.gradients.items():
            stops = f'<stop offset="0" stop-color="{ramp[0]}"/><stop offset="1" stop-color="{ramp[1]}"/>'
            lines.append(f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>')
        return [self.indented(1, "<defs>"), *lines, self.indented(1, "</defs>")] if lines else []

    def element(self, ink: Ink, bare: bool) -> str:
        paints = self.paints(ink, bare)
        if ink.primitive is not None and len(ink.loops) == 1 and self.random.random() < self.canvas.primitives:
            moved = Form(ink.loops, ink.primitive).mapped(self.by)
            if moved.primitive is not None:
                name, geometry = self.primitive(moved)
                return self.assembled(name, geometry, paints)
        loops = ink.loops
        if ink.even_odd and not self.canvas.even_odd:
            loops = regions.loops(regions.of_loops(loops), nonzero=True)
        elif ink.even_odd:
            paints = (*paints, ("fill-rule", "evenodd"))
        written = []
        backwards = self.random.random() < 0.4
        for loop in loops:
            if loop.closed:
                loop = outlines.started(outlines.joined(loop), self.random.randrange(64))
            if backwards:
                loop = outlines.reversed_loop(loop)
            loop = outlines.split(loop, self.breaks, self.random)
            loop = outlines.lines_as_curves(loop, self.curves, self.random)
            written.append(outline.transform(loop, self.by))
        if self.random.random() < 0.5:
            self.random.shuffle(written)
        data = path_data.write(written, self.canvas.style)
        return self.assembled("path", f' d="{data}"', paints)

    def paints(self, ink: Ink, bare: bool) -> Paints:
        paints: list[tuple[str, str]] = []
        if ink.gradient is not None:
            name = self.gradients.setdefault(ink.gradient, f"a{len(self.gradients) + 1}")
            paints.append(("fill", f"url(#{name})"))
        elif not (bare and ink.paint in BLACK):
            paints.append(("fill", "none" if ink.paint is None else self.color(ink.paint)))
        if ink.stroke is not None:
            scale = abs(self.by.a * self.by.d - self.by.b * self.by.c) ** 0.5
            width = path_data.Style(3, "absolute").text(ink.width * scale)
            paints += [("stroke", self.color(ink.stroke)), ("stroke-width", width), ("stroke-linecap", "round")]
            paints.append(("stroke-linejoin", "round"))
        return tuple(paints)

    def color(self, paint: str) -> str:
        text = paint.lower() if self.canvas.spell != "upper" else paint.upper()
        if self.canvas.spell == "short" and len(text) == 7 and text[1::2] == text[2::2]:
            return "#" + text[1::2]
        return text

    def assembled(self, name: str, geometry: str, paints: Paints) -> str:
        painted = self.painted(paints)
        if self.canvas.tool.paint == "class" and paints:
            return f"<{name}{painted}{geometry}/>"
        return f"<{name}{geometry}{painted}/>"

    def painted(self, paints: Paints) -> str:
        if not paints:
            return ""
        if self.canvas.tool.paint == "class":
            stem = "cls-" if self.canvas.tool.numbers.decimals == 2 else "st"
            return f' class="{self.classes.setdefault(paints, f"{stem}{len(self.classes) + 1}")}"'
        if self.canvas.tool.paint == "style":
            return f' style="{"".join(f"{key}:{value};" for key, value in paints)}"'
        return "".join(f' {key}="{value}"' for key, value in paints)

    def primitive(self, form: Form) -> tuple[str, str]:
        assert form.primitive is not None
        text = self.canvas.style.text
        tag, numbers = form.primitive
        if tag in ("polygon", "polyline"):
            words = [text(number) for number in numbers]
            points = " ".join(f"{x},{y}" for x, y in zip(words[::2], words[1::2], strict=True))
            return tag, f' points="{points}"'
        names = {"circle": "cx cy r", "ellipse": "cx cy rx ry", "rect": "x y width height rx"}[tag].split()
        pairs = [(name, text(number)) for name, number in zip(names, numbers, strict=True)]
        pairs = [(name, word) for name, word in pairs if not (name in ("rx", "x", "y", "cx", "cy") and word == "0")]
        return tag, "".join(f' {name}="{word}"' for name, word in pairs)
