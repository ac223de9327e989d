"""Read texts that are assigned in a Python file, without running it: prompts in the repositories of papers' authors.

    python_texts.read(Path("common.py"))["QUERY_TEMPLATE_MULTICHOICE"]

Literals, names assigned before, `+`, dictionaries and `.strip()` are understood; other assignments are ignored.
"""

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.files import reading

MAX_LENGTH = 1_000_000
"""Characters of a file that are read."""


class Unknown(Exception):
    """An expression that is not understood."""


def read(file: Path) -> dict[str, Any]:
    """Return the texts and dictionaries of texts at the top of a file, by name. Raises UserError for a file that is not
    Python."""
    with reading(file, "Name the folder of the authors' repository."):
        text = file.read_text(encoding="utf-8")
    try:
        tree = ast.parse(text[:MAX_LENGTH])
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise UserError(f"{file} is not a Python file: {error}") from None
    known: dict[str, Any] = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(target := statement.targets[0], ast.Name):
            try:
                known[target.id] = value_of(statement.value, known)
            except (Unknown, RecursionError):
                continue
    return known


def value_of(node: ast.expr, known: Mapping[str, Any]) -> Any:
    """Return the value of an expression: a text, or a dictionary of such values. Raises Unknown for any other."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            both = (value_of(left, known), value_of(right, known))
            if all(isinstance(part, str) for part in both):
                return "".join(both)
        case ast.Dict(keys=keys, values=values) if all(isinstance(key, ast.Constant) for key in keys):
            pairs = zip(keys, values, strict=True)
            return {key.value: value_of(value, known) for key, value in pairs if isinstance(key, ast.Constant)}
        case ast.Call(func=ast.Attribute(value=inner, attr="strip"), args=[]):
            text = value_of(inner, known)
            if isinstance(text, str):
                return text.strip()
    raise Unknown
