"""Changes that apply to any body: rotation, mirroring, and two changes in sequence."""

import ast

from ..content.patterns.pattern import Pattern, Tweak, lines

TURNS = (30, 45, 60, 90, 120, 180)

MIRRORS = {
    "upside down": "mirrors the given shape across a horizontal line, so that it is upside down",
    "left to right": "mirrors the given shape across a vertical line, so that left and right change places",
}


class _Mirror(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute):
            name = node.func.attr
            node.func.attr = {"left": "right", "right": "left"}.get(name, name)
            if name == "circle":
                node.args[0] = negative(node.args[0])
        return node


def negative(value: ast.expr) -> ast.expr:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub):
        return value.operand
    return ast.UnaryOp(ast.USub(), value)


def mirrored(body: str) -> str:
    """Return the body mirrored in the line of its first heading."""
    return ast.unparse(_Mirror().visit(ast.parse(body)))


def upside_down(body: str) -> str:
    return mirrored(body)


def left_to_right(body: str) -> str:
    return lines("t.left(180)", mirrored(body))


def rotated(body: str, degrees: int) -> str:
    return lines(f"t.left({degrees})" if degrees > 0 else f"t.right({-degrees})", body)


def rotations(pattern: Pattern) -> list[Tweak]:
    """Return rotations left and right, by every angle; those that change nothing are rejected later, by drawing."""
    return [
        Tweak(
            ("rotation",),
            f"rotates the whole given shape {degrees} degrees {way}",
            rotated(pattern.body, sign * degrees),
        )
        for degrees in TURNS
        for sign, way in ((1, "counterclockwise"), (-1, "clockwise"))
        if degrees != 180 or sign == 1
    ]


def reflections(pattern: Pattern) -> list[Tweak]:
    return [
        Tweak(("reflection",), MIRRORS["upside down"], upside_down(pattern.body)),
        Tweak(("reflection",), MIRRORS["left to right"], left_to_right(pattern.body)),
    ]


def combined(first: Tweak) -> list[Tweak]:
    """A change of the figure, followed by a rotation or reflection of the result."""
    if len(first.kinds) > 1 or first.kinds[0] in ("rotation", "reflection"):
        return [first] if len(first.kinds) > 1 else []
    done = first.instruction
    both = [
        Tweak(
            (*first.kinds, "rotation"),
            f"{done}; then rotates the whole result {degrees} degrees counterclockwise",
            rotated(first.body, degrees),
            first.body,
        )
        for degrees in (45, 90, 180)
    ]
    return [
        *both,
        Tweak(
            (*first.kinds, "reflection"),
            f"{done}; then mirrors the whole result across a horizontal line, so that it is upside down",
            upside_down(first.body),
            first.body,
        ),
    ]
