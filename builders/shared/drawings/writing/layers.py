"""A finished sketch as SVG text, the way one tool writes it."""

import random

from sgpkit.graphics.geometry import Affine

from ..forms import Form, Primitive
from ..looks import Mark, Marks
from ..path_text import path_data
from .tools import Tool

Paints = tuple[tuple[str, str], ...]


def write(marks: Marks, tool: Tool, by: Affine, generator: random.Random) -> str:
    """Return the SVG text of a drawing; `by` maps the design square onto the tool's canvas."""
    return _Writer(tool, by, generator).document(marks)


class _Writer:
    """One document; keeps the gradients and classes that are met on the way."""

    def __init__(self, tool: Tool, by: Affine, generator: random.Random) -> None:
        self.tool = tool
        self.random = generator
        offset = tool.offset or (0.0, 0.0)
        self.by = Affine(by.a, by.b, by.c, by.d, by.e - offset[0], by.f - offset[1])
        self.gradients: dict[tuple[str, str], str] = {}
        self.classes: dict[Paints, str] = {}
        self.serial = generator.randrange(2, 900)

    def document(self, marks: Marks) -> str:
        tool = self.tool
        outer = 2 if tool.offset else 1
        body = self.members(marks, outer + tool.layers)
        opening = [self.indented(outer + layer, "<g>") for layer in range(tool.layers)]
        body = [*opening, *body, *(line.replace("<g>", "</g>") for line in reversed(opening))]
        lines = [tool.header]
        if tool.comment:
            lines.append(self.indented(1, tool.comment))
        lines += self.definitions()
        if tool.offset:
            lines += [self.indented(1, line) for line in self.shifted()]
            lines += [*body, self.indented(1, "</g>")]
            if tool.identifiers == "paged":
                lines.append(self.indented(1, "</g>"))
        else:
            lines += body
        return tool.newline.join([*lines, "</svg>"])

    def shifted(self) -> list[str]:
        x, y = (self.tool.numbers.text(number) for number in self.tool.offset or (0.0, 0.0))
        if self.tool.identifiers == "paged":
            return [
                '<g id="Page-1" stroke="none" stroke-width="1" fill="none" fill-rule="evenodd">',
                f'<g id="Group-{self.serial % 20}" transform="translate({x}, {y})">',
            ]
        identifier = f'id="g{self.serial}" ' if self.tool.identifiers else ""
        return [f'<g {identifier}transform="translate({x} {y})">']

    def indented(self, depth: int, text: str) -> str:
        return self.tool.indent * depth + text

    def definitions(self) -> list[str]:
        lines = []
        if self.classes:
            rules = "".join(
                f".{name}{{{';'.join(f'{key}:{value}' for key, value in paints)};}}"
                for paints, name in self.classes.items()
            )
            lines.append(f"<style>{rules}</style>")
        for ramp, name in self.gradients.items():
            along = 'x1="0" y1="0" x2="0" y2="1"' if len(name) % 2 else 'x1="0%" y1="0%" x2="100%" y2="100%"'
            stops = f'<stop offset="0" stop-color="{ramp[0]}"/><stop offset="1" stop-color="{ramp[1]}"/>'
            lines.append(f'<linearGradient id="{name}" {along}>{stops}</linearGradient>')
        if not lines:
            return []
        inner = [self.indented(2, line) for line in lines]
        return [self.indented(1, "<defs>"), *inner, self.indented(1, "</defs>")]

    def members(self, marks: Marks, depth: int, shared: Paints = ()) -> list[str]:
        lines: list[str] = []
        for member in marks.members:
            if isinstance(member, Mark):
                lines.append(self.indented(depth, self.element(member, shared)))
            elif not member.members:
                continue
            elif (merged := self.merged(member)) is not None:
                lines.append(self.indented(depth, self.element(merged, shared)))
            elif len(member.members) > 1 and not shared and self.random.random() < self.tool.groups:
                common = self.common(member) if self.tool.shares_paint else ()
                identifier = f' id="g{self.next()}"' if self.tool.identifiers == "drawn" else ""
                lines.append(self.indented(depth, f"<g{identifier}{self.painted(common)}>"))
                lines += self.members(member, depth + 1, common)
                lines.append(self.indented(depth, "</g>"))
            else:
                lines += self.members(member, depth, shared)
        return lines

    def merged(self, marks: Marks) -> Mark | None:
        """A group in one paint as one path with a loop for each of its forms, where the tool likes that."""
        forms = [member.form for member in marks.members if isinstance(member, Mark) and len(member.form.loops) == 1]
        if len(forms) < max(2, len(marks.members)) or self.random.random() >= self.tool.merges:
            return None
        first = marks.members[0]
        if not isinstance(first, Mark) or first.gradient is not None or len(set(map(self.paint_of, marks.members))) > 1:
            return None
        return first._replace(form=Form(tuple(loop for form in forms for loop in form.loops)), holes=False)

    def paint_of(self, mark: Mark | Marks) -> Paints:
        return self.paints(mark) if isinstance(mark, Mark) else ()

    def next(self) -> int:
        self.serial += self.random.randrange(1, 9)
        return self.serial

    def common(self, marks: Marks) -> Paints:
        """The paint of all members of a group, if it is one and the same."""
        paints = set(map(self.paint_of, marks.members))
        return paints.pop() if len(paints) == 1 else ()

    def paints(self, mark: Mark) -> Paints:
        paints = []
        if mark.gradient is not None:
            name = self.gradients.setdefault(mark.gradient, f"{self.prefix()}{len(self.gradients) + 1}")
            paints.append(("fill", f"url(#{name})"))
        else:
            paints.append(("fill", mark.paint or "none"))
        if mark.stroke is not None:
            width = self.tool.numbers.text(mark.width * abs(self.by.d))
            paints += [("stroke", mark.stroke), ("stroke-width", width), ("stroke-linecap", "round")]
            paints.append(("stroke-linejoin", "round"))
        if mark.holes and len(mark.form.loops) > 1 and self.tool.identifiers != "paged":
            paints.append(("fill-rule", "evenodd"))
        return tuple(paints)

    def prefix(self) -> str:
        return {"poster": "SVGID_", "drawn": "linearGradient", "board": "paint_", "paged": "linearGradient-"}.get(
            self.tool.name, "a"
        )

    def painted(self, paints: Paints) -> str:
        if not paints:
            return ""
        if self.tool.paint == "class":
            stem = "cls-" if self.tool.numbers.decimals == 2 else "st"
            return f' class="{self.classes.setdefault(paints, f"{stem}{len(self.classes) + 1}")}"'
        if self.tool.paint == "style":
            return f' style="{"".join(f"{key}:{value};" for key, value in paints)}"'
        return "".join(f' {key}="{value}"' for key, value in paints)

    def element(self, mark: Mark, shared: Paints) -> str:
        paints = () if shared else self.paints(mark)
        name, geometry = self.geometry(mark.form)
        identifier = f' id="{name}{self.next()}"' if self.tool.identifiers == "drawn" else ""
        if self.tool.paint == "style" and self.tool.identifiers:
            return f"<{name}{self.painted(paints)}{geometry}{identifier} />"
        if self.tool.name in ("poster", "classed"):
            return f"<{name}{self.painted(paints)}{geometry}/>"
        return f"<{name}{identifier}{geometry}{self.painted(paints)}/>"

    def geometry(self, form: Form) -> tuple[str, str]:
        moved = form.mapped(self.by)
        tag = "" if moved.primitive is None else moved.primitive.tag
        # An open line remains a separate element less often than a closed shape.
        chance = self.tool.primitives * (0.25 if tag == "polyline" else 1.0)
        if moved.primitive is not None and self.random.random() < chance:
            return self.primitive(moved.primitive)
        return "path", f' d="{path_data(moved.loops, self.tool.numbers, self.tool.mode)}"'

    def primitive(self, primitive: Primitive) -> tuple[str, str]:
        text = self.tool.numbers.text
        tag, numbers = primitive
        if tag in ("polygon", "polyline"):
            words = [text(number) for number in numbers]
            between = self.tool.numbers.separator
            points = " ".join(f"{x}{between}{y}" for x, y in zip(words[::2], words[1::2], strict=True))
            return tag, f' points="{points}"'
        names = {"circle": "cx cy r", "ellipse": "cx cy rx ry", "rect": "x y width height rx"}[tag].split()
        pairs = [(name, text(number)) for name, number in zip(names, numbers, strict=True)]
        return tag, "".join(f' {name}="{word}"' for name, word in pairs if not (name == "rx" and word == "0"))
