"""Recognise programs that only draw and calculate, and so may share a sandbox with others.

An allow-list over the syntax tree: every kind of node, every name and every attribute must be allowed. Nothing on a
list may give access to an object's type, to a frame, to other modules than those listed, or to a name computed at run
time (so no `getattr`, no `format` method, no classes, no `match`). A program that passes is called plain.
"""

import ast
import builtins
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any

LONGEST = 20_000
"""Maximum length in characters of a program that is examined; longer ones are rare and slow to parse."""

_BUILTIN = """
    range len int float bool abs min max round sum pow divmod print list tuple dict set zip enumerate reversed sorted
    any all str chr ord map filter True False None
"""
FUNCTIONS = frozenset(_BUILTIN.split())
"""The built-in names that may be used."""
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
"""Python 3.11 shares the parser's recursion counter between threads, and a thread switch can raise SystemError
(gh-106905)."""


def _replace_lock() -> None:
    """Replace the lock in a forked process, where no thread would ever release it."""
    global _PARSING
    _PARSING = threading.Lock()


os.register_at_fork(after_in_child=_replace_lock)


def parse_or_none(code: str) -> ast.Module | None:
    """Return the syntax tree of a program, or None if it does not parse."""
    try:
        with _PARSING:
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return None


class AllowList:
    """The constructs that plain programs of a language may use.

    attributes     names that may follow a dot or be imported from a module modules        modules from which names may
    be imported import_only    modules that may be imported, but no names from them nodes          additional kinds of
    syntax tree nodes star           modules that allow `import *`, by default all of `modules`
    """

    def __init__(
        self,
        attributes: Iterable[str],
        modules: Iterable[str],
        import_only: Iterable[str] = (),
        nodes: Iterable[type[ast.AST]] = (),
        star: Iterable[str] | None = None,
    ) -> None:
        self.attributes = frozenset(attributes)
        self.modules = frozenset(modules)
        self.import_only = frozenset(import_only)
        self.star = self.modules if star is None else frozenset(star)
        self.fields = _FIELDS | _fields(nodes)
        self.rules: Mapping[type[ast.AST], Callable[[Any], bool]] = {
            ast.Name: lambda node: _is_name(node.id),
            ast.arg: lambda node: _is_name(node.arg),
            ast.FunctionDef: lambda node: _is_name(node.name) and not node.decorator_list,
            ast.Attribute: lambda node: node.attr in self.attributes,
            ast.keyword: lambda node: node.arg is None or not node.arg.startswith("_"),
            ast.Global: lambda node: all(map(_is_name, node.names)),
            ast.Nonlocal: lambda node: all(map(_is_name, node.names)),
            ast.Import: self._is_import,
            ast.ImportFrom: self._is_import_from,
        }

    def is_plain(self, code: str) -> bool:
        """Return whether a program may share a sandbox."""
        tree = parse_or_none(code) if len(code) <= LONGEST else None
        if tree is None:
            return False
        nodes: list[ast.AST] = [tree]
        for node in nodes:  # grows during the loop
            fields = self.fields.get(type(node))
            if fields is None:
                return False
            rule = self.rules.get(type(node))
            if rule is not None and not rule(node):
                return False
            for field in fields:
                inside = getattr(node, field, None)
                if isinstance(inside, ast.AST):
                    nodes.append(inside)
                elif isinstance(inside, list):
                    nodes += [child for child in inside if isinstance(child, ast.AST)]
        return True

    def _is_import(self, node: Any) -> bool:
        known = self.modules | self.import_only
        return all(alias.name in known and _is_name(alias.asname or alias.name) for alias in node.names)

    def _is_import_from(self, node: Any) -> bool:
        known = all(
            (node.module in self.star if alias.name == "*" else alias.name in self.attributes)
            and _is_name(alias.asname or alias.name)
            for alias in node.names
        )
        return node.level == 0 and node.module in self.modules and known


def _is_name(name: str) -> bool:
    """Return whether a name is defined by the program or a harmless builtin."""
    return name == "__name__" or (name not in _REFUSED and (not name.startswith("_") or name == "_"))


# Fields that contain no node, or only nodes that are always allowed.
_LEAF_FIELDS = frozenset(("ctx", "op", "ops", "id", "attr", "type_comment"))


def _fields(nodes: Iterable[type[ast.AST]]) -> dict[type[ast.AST], tuple[str, ...]]:
    """Return the fields to visit for each node type and its subclasses."""
    return {
        kind: tuple(field for field in kind._fields if field not in _LEAF_FIELDS)
        for node in nodes
        for kind in (node, *node.__subclasses__())
    }


_FIELDS = _fields(_NODES)
