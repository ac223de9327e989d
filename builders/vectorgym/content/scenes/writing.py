"""Write a scene as SVG in one of the styles of `style.py`.

The text of a part depends on the part and the style alone. Names of classes, gradients and groups follow from their
meaning instead of a count, so that a change of one part leaves the text of all others unchanged.
"""

from collections.abc import Iterator
from itertools import groupby
from xml.sax.saxutils import escape
from zlib import crc32

from sgpkit.families.shared.drawings.forms import Form, Primitive
from sgpkit.families.shared.drawings.path_text import Numbers, path_data
from sgpkit.graphics.geometry import IDENTITY, Affine
from sgpkit.graphics.svg import outline
from sgpkit.graphics.svg.outline import Cubic, Line, Quadratic, Subpath

from .ink import Ink, Ramp, Text
from .scene import Part, Scene

Paints = tuple[tuple[str, str], ...]
RUNS = {"down": ' x1="0" y1="0" x2="0" y2="1"', "across": ' x1="0" y1="0" x2="1" y2="0"', "radial": ""}
NAMESPACE = "http://www.w3.org/2000/svg"
FEWEST_ALIKE = 3
"""The number of consecutive elements with one paint from which the paint is set on their group."""


def write(scene: Scene) -> str:
    return _Writer(scene).document()


class _Writer:
    """The writer of one document, with the gradients, classes and stamps that occurred so far."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.style = scene.style
        self.numbers = Numbers(self.style.decimals, True, self.style.separator)
        self.ramps: dict[Ramp, str] = {}
        self.classes: dict[Paints, str] = {}
        self.stamps: dict[str, list[str]] = {}
        self.taken: dict[str, str] = {}

    def document(self) -> str:
        scene, style = self.scene, self.style
        body: list[str] = []
        for inside, members in groupby(scene.parts, key=lambda part: part.inside):
            if inside:
                body.append(self.indented(1, f"<g{self.identified(inside)}>"))
            for part in members:
                body += self.part(part, 2 if inside else 1)
            if inside:
                body.append(self.indented(1, "</g>"))
        size = f' width="{scene.width}" height="{scene.height}"' if style.sized else ""
        header = f'<svg xmlns="{NAMESPACE}"{size} viewBox="0 0 {scene.width} {scene.height}">'
        return "\n".join([header, *self.sheet(), *self.definitions(), *body, "</svg>"])

    def indented(self, depth: int, text: str) -> str:
        return self.style.indent * depth + text

    def sheet(self) -> list[str]:
        if not self.classes:
            return []
        rules = [
            self.indented(2, f".{name}{{{';'.join(f'{key}:{value}' for key, value in paints)}}}")
            for paints, name in sorted(self.classes.items(), key=lambda item: item[1])
        ]
        return [self.indented(1, "<style>"), *rules, self.indented(1, "</style>")]

    def definitions(self) -> list[str]:
        lines = []
        for ramp, name in sorted(self.ramps.items(), key=lambda item: item[1]):
            kind = "radialGradient" if ramp.run == "radial" else "linearGradient"
            lines += [
                self.indented(2, f'<{kind} id="{name}"{RUNS[ramp.run]}>'),
                self.indented(3, f'<stop offset="0" stop-color="{ramp.start}"/>'),
                self.indented(3, f'<stop offset="1" stop-color="{ramp.end}"/>'),
                self.indented(2, f"</{kind}>"),
            ]
        for _, stamp in sorted(self.stamps.items()):
            lines += stamp
        return [self.indented(1, "<defs>"), *lines, self.indented(1, "</defs>")] if lines else []

    def part(self, part: Part, depth: int) -> list[str]:
        if part.stamp and self.style.reuse:
            if part.stamp not in self.stamps:
                lines = self.elements(part.inks, 3)
                name = self.serial(part.stamp, "shape")
                self.stamps[part.stamp] = [
                    self.indented(2, f'<g id="{name}">'),
                    *lines,
                    self.indented(2, "</g>"),
                ]
            target = self.serial(part.stamp, "shape")
            return [
                self.indented(
                    depth, f'<use{self.identified(part.name)} href="#{target}"{self.placed(part.transform)}/>'
                )
            ]
        if self.style.transforms and part.transform != IDENTITY:
            attributes = self.identified(part.name) + self.placed(part.transform)
            return self.grouped(attributes, part.inks, depth)
        if len(part.inks) == 1:
            return self.elements(part.painted, depth, self.identified(part.name))
        return self.grouped(self.identified(part.name), part.painted, depth)

    def grouped(self, attributes: str, inks: tuple[Ink, ...], depth: int) -> list[str]:
        if len(inks) >= FEWEST_ALIKE and len({self.paints(ink) for ink in inks}) == 1:
            attributes += self.painted(self.paints(inks[0]))
            inner = [self.indented(depth + 1, self.element(ink, "", False)) for ink in inks]
        elif not attributes:
            return self.elements(inks, depth)
        else:
            inner = self.elements(inks, depth + 1)
        return [self.indented(depth, f"<g{attributes}>"), *inner, self.indented(depth, "</g>")]

    def elements(self, inks: tuple[Ink, ...], depth: int, identified: str = "") -> list[str]:
        """Return the lines of elements. A run of elements with the same paint is in a group with that paint."""
        lines: list[str] = []
        for paints, members in groupby(inks, key=self.paints):
            run = list(members)
            if len(run) < FEWEST_ALIKE or self.style.paint == "classes":
                lines += [self.indented(depth, self.element(ink, identified)) for ink in run]
                continue
            lines.append(self.indented(depth, f"<g{self.painted(paints)}>"))
            lines += [self.indented(depth + 1, self.element(ink, identified, False)) for ink in run]
            lines.append(self.indented(depth, "</g>"))
        return lines

    def element(self, ink: Ink, identified: str, with_paint: bool = True) -> str:
        paint = self.painted(self.paints(ink)) if with_paint else ""
        if ink.text is not None:
            return f"<text{identified}{self.lettered(ink.text)}{paint}>{escape(ink.text.words)}</text>"
        if ink.form is None:
            raise ValueError("an ink has a form or a text")
        if ink.form.primitive is not None and not self.style.paths:
            tag, geometry = self.primitive(ink.form.primitive)
        else:
            tag, geometry = "path", f' d="{path_data(cubic(ink.form), self.numbers, self.style.mode)}"'
        if self.style.paint == "style":
            return f"<{tag}{identified}{paint}{geometry}/>"
        return f"<{tag}{identified}{geometry}{paint}/>"

    def paints(self, ink: Ink) -> Paints:
        text = self.numbers.text
        paints: list[tuple[str, str]] = []
        if ink.ramp is not None:
            paints.append(("fill", f"url(#{self.ramp(ink.ramp)})"))
        else:
            paints.append(("fill", ink.fill or "none"))
        if ink.stroke is not None:
            paints += [("stroke", ink.stroke), ("stroke-width", text(ink.width)), ("stroke-linejoin", "round")]
            paints.append(("stroke-linecap", "butt" if ink.dashes else "round"))
        if ink.dashes:
            paints.append(("stroke-dasharray", " ".join(map(text, ink.dashes))))
        if ink.opacity < 1:
            paints.append(("opacity", text(ink.opacity)))
        if ink.form is not None and len(ink.form.loops) > 1 and ink.holes and ink.fill:
            paints.append(("fill-rule", "evenodd"))
        return tuple(paints)

    def ramp(self, ramp: Ramp) -> str:
        return self.ramps.setdefault(ramp, f"ramp_{ramp.run}_{ramp.start[1:]}_{ramp.end[1:]}".lower())

    def painted(self, paints: Paints) -> str:
        if self.style.paint == "style":
            return f' style="{";".join(f"{key}:{value}" for key, value in paints)}"'
        if self.style.paint == "classes":
            if paints not in self.classes:
                self.classes[paints] = self.serial(repr(paints), "st")
            return f' class="{self.classes[paints]}"'
        return "".join(f' {key}="{value}"' for key, value in paints)

    def lettered(self, text: Text) -> str:
        number = self.numbers.text
        x, y = number(text.x), number(text.y)
        turned = f' transform="rotate(-90 {x} {y})"' if text.turned else ""
        anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
        weight = ' font-weight="bold"' if text.bold else ""
        face = f' font-family="{text.face}"'
        return f' x="{x}" y="{y}"{turned}{face} font-size="{number(text.size)}"{weight}{anchor}'

    def primitive(self, primitive: Primitive) -> tuple[str, str]:
        text = self.numbers.text
        tag, numbers = primitive
        if tag in ("polygon", "polyline"):
            written = [text(number) for number in numbers]
            points = " ".join(f"{x},{y}" for x, y in zip(written[::2], written[1::2], strict=True))
            return tag, f' points="{points}"'
        names = {"circle": "cx cy r", "ellipse": "cx cy rx ry", "rect": "x y width height rx"}[tag].split()
        pairs = [(name, text(number)) for name, number in zip(names, numbers, strict=True)]
        return tag, "".join(f' {name}="{word}"' for name, word in pairs if not (name == "rx" and word == "0"))

    def placed(self, by: Affine) -> str:
        return f' transform="{"".join(self.steps(by))}"' if by != IDENTITY else ""

    def steps(self, by: Affine) -> Iterator[str]:
        text = self.numbers.text
        if by.b or by.c:
            yield f"matrix({' '.join(f'{number:.6g}' for number in by)})"
            return
        yield f"translate({text(by.e)} {text(by.f)})"
        if (by.a, by.d) != (1.0, 1.0):
            sizes = f"{by.a:.4g}" if by.a == by.d else f"{by.a:.4g} {by.d:.4g}"
            yield f" scale({sizes})"

    def identified(self, name: str) -> str:
        if self.style.ids == "none":
            return ""
        return f' id="{name if self.style.ids == "names" else self.serial(name, "g")}"'

    def serial(self, of: str, stem: str) -> str:
        """Return a unique name for `of`: a stem with a number that depends on `of`."""
        if stem == "shape" and self.style.ids == "names":
            return f"{of}-shape"
        number = crc32(of.encode()) % (10_000 if stem == "st" else 1_000_000)
        while self.taken.setdefault(f"{stem}{number}", of) != of:
            number += 1
        return f"{stem}{number}"


def cubic(form: Form) -> tuple[Subpath, ...]:
    """Return the outline as lines and cubic curves only, which `path_data` can write."""
    loops = []
    for loop in form.loops:
        if not all(isinstance(piece, Line | Cubic) for piece in loop.pieces):
            steps = outline.steps(outline.without_arcs(loop))
            curves = [outline.as_cubic(at, piece) if isinstance(piece, Quadratic) else piece for at, piece in steps]
            loop = loop._replace(pieces=tuple(curves))
        loops.append(loop)
    return tuple(loops)
