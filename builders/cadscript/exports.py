"""CAD programs without the statements that write the part to a file or show it on a screen, which no score needs."""

import ast
import re
from collections.abc import Iterator

from sgpkit.sandbox.untrusted import python_code

EXPORTING = re.compile(r"exporters|\bexport_|\bshow|\bocp_vscode\b")
"""The words of which a program with such a statement holds at least one."""

FUNCTIONS = frozenset(
    ("export_step", "export_stl", "export_brep", "export_gltf", "export_svg", "show", "show_all", "show_object")
)
VIEWERS = frozenset(("ocp_vscode", "cadquery.vis"))
_LINE_END = re.compile(rb"\r\n|\r|\n")


def left_out(program: str) -> str:
    """Return a program with `pass` in place of such statements; one that cannot be parsed is returned unchanged."""
    tree = python_code.parse_or_none(program) if EXPORTING.search(program) else None
    if tree is None:
        return program
    code = program.encode()
    starts = [0, *(end.end() for end in _LINE_END.finditer(code))]
    for first, past in sorted(positions(tree, starts), reverse=True):
        code = code[:first] + b"pass" + code[past:]
    return code.decode()


def positions(tree: ast.Module, starts: list[int]) -> Iterator[tuple[int, int]]:
    """Yield where such statements begin and end, in bytes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr | ast.Import | ast.ImportFrom) and exports(node):
            assert node.end_lineno is not None and node.end_col_offset is not None
            yield starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset


def exports(statement: ast.Expr | ast.Import | ast.ImportFrom) -> bool:
    """Return whether a statement only writes or shows a part, or imports a viewer."""
    if isinstance(statement, ast.ImportFrom):
        return statement.module in VIEWERS
    if isinstance(statement, ast.Import):
        return all(alias.name in VIEWERS for alias in statement.names)
    function = statement.value.func if isinstance(statement.value, ast.Call) else None
    if isinstance(function, ast.Name):
        return function.id in FUNCTIONS
    if not isinstance(function, ast.Attribute):
        return False
    owner = function.value
    name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return function.attr in FUNCTIONS or (function.attr == "export" and name == "exporters")
