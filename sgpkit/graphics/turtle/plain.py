"""Recognition of turtle programs that only draw and calculate, and so may share a sandbox with others.

An allow-list over the syntax tree: every kind of node, every name and every attribute must be one of those here.
Nothing here leads to an object's type, to a frame, to a module other than those named, or to a name computed at run
time (no `getattr`, no `format` method, no classes, no `match`). Anything else is not plain.
"""

import ast
import builtins
import os
import threading
from collections.abc import Callable, Mapping
from typing import Any

LONGEST = 20_000
"""The longest program in characters that is examined; longer ones are rare, and not worth a parser's time."""

_BUILTIN = """
    range len int float bool abs min max round sum pow divmod print list tuple dict set zip enumerate reversed sorted
    any all str chr ord map filter True False None
"""
FUNCTIONS = frozenset(_BUILTIN.split())
"""The built-in names that may be used."""

_TURTLE = """
    Turtle RawTurtle Pen RawPen Screen Vec2D Shape Rabbit aa bb cc pp
    forward fd backward bk back right rt left lt goto setpos setposition setx sety setheading seth home circle dot
    stamp clearstamp clearstamps undo speed position pos towards xcor ycor heading distance degrees radians pendown pd
    down penup pu up pensize width pen isdown color pencolor fillcolor filling begin_fill end_fill reset clear write
    showturtle st hideturtle ht isvisible shape resizemode shapesize turtlesize shearfactor settiltangle tiltangle tilt
    begin_poly end_poly get_poly clone getturtle getpen getscreen setundobuffer undobufferentries teleport
    bgcolor bgpic clearscreen resetscreen screensize setworldcoordinates delay tracer update listen exitonclick
    done mainloop mode colormode getshapes window_height window_width bye setup title numinput textinput
"""
_OTHERS = """
    sin cos tan asin acos atan atan2 sinh cosh tanh pi e tau inf sqrt hypot dist exp log log2 log10 floor ceil fabs fmod
    fsum factorial gcd trunc copysign isclose prod comb perm
    random randint randrange choice choices uniform shuffle sample seed gauss
    sleep time cycle product chain combinations permutations accumulate count repeat islice
    hsv_to_rgb hls_to_rgb rgb_to_hsv rgb_to_hls
    append extend insert pop remove index reverse sort copy keys values items get update add
    join split strip lower upper replace startswith endswith real imag
"""
ATTRIBUTES = frozenset((_TURTLE + _OTHERS).split())
"""Names that may stand after a dot, or be imported from a module."""

MODULES = frozenset({"turtle", "math", "cmath", "random", "time", "itertools", "colorsys", "rabbit"})
_REFUSED = frozenset(dir(builtins)) - FUNCTIONS

_NODES = (
    *(ast.Module, ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.IfExp, ast.Pass),
    *(ast.Break, ast.Continue, ast.Return, ast.FunctionDef, ast.Lambda, ast.arguments, ast.arg, ast.Global),
    *(ast.Nonlocal, ast.Call, ast.keyword, ast.Name, ast.Attribute, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp),
    *(ast.Compare, ast.Subscript, ast.Slice, ast.List, ast.Tuple, ast.Dict, ast.Set, ast.Starred, ast.ListComp),
    *(ast.GeneratorExp, ast.comprehension, ast.JoinedStr, ast.FormattedValue, ast.Import, ast.ImportFrom, ast.alias),
    *(ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop),
)

_PARSING = threading.Lock()
"""Threads take turns at the parser: its count of depth is one for all of them in Python 3.11, and a switch at the wrong
moment is a SystemError (gh-106905)."""


def _forget() -> None:
    """In a forked copy: the lock may be held by a thread that is not here."""
    global _PARSING
    _PARSING = threading.Lock()


os.register_at_fork(after_in_child=_forget)


def is_plain(code: str) -> bool:
    """Return whether a program may share a sandbox."""
    if len(code) > LONGEST:
        return False
    try:
        with _PARSING:
            tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return False
    nodes: list[ast.AST] = [tree]
    for node in nodes:  # grows during the loop
        fields = _FIELDS.get(type(node))
        if fields is None:
            return False
        rule = _RULES.get(type(node))
        if rule is not None and not rule(node):
            return False
        for field in fields:
            inside = getattr(node, field, None)
            if isinstance(inside, ast.AST):
                nodes.append(inside)
            elif isinstance(inside, list):
                nodes += [child for child in inside if isinstance(child, ast.AST)]
    return True


def _is_import(node: Any) -> bool:
    return all(alias.name in MODULES and _is_name(alias.asname or alias.name) for alias in node.names)


def _is_import_from(node: Any) -> bool:
    known = all(alias.name in _IMPORTED and _is_name(alias.asname or alias.name) for alias in node.names)
    return node.level == 0 and node.module in MODULES and known


def _is_name(name: str) -> bool:
    """Return whether a name is the program's own, or a harmless one of Python's."""
    return name == "__name__" or (name not in _REFUSED and (not name.startswith("_") or name == "_"))


_IMPORTED = ATTRIBUTES | {"*"}
_RULES: Mapping[type[ast.AST], Callable[[Any], bool]] = {
    ast.Name: lambda node: _is_name(node.id),
    ast.arg: lambda node: _is_name(node.arg),
    ast.FunctionDef: lambda node: _is_name(node.name) and not node.decorator_list,
    ast.Attribute: lambda node: node.attr in ATTRIBUTES,
    ast.keyword: lambda node: node.arg is None or not node.arg.startswith("_"),
    ast.Global: lambda node: all(map(_is_name, node.names)),
    ast.Nonlocal: lambda node: all(map(_is_name, node.names)),
    ast.Import: _is_import,
    ast.ImportFrom: _is_import_from,
}
# Fields that hold no node, or one of a kind that is always allowed.
_IDLE = frozenset(("ctx", "op", "ops", "id", "attr", "type_comment"))
_FIELDS: Mapping[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(field for field in kind._fields if field not in _IDLE)
    for node in _NODES
    for kind in (node, *node.__subclasses__())
}
