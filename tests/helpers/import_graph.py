"""The imports of the project's modules, read from their syntax trees: each file is parsed once.

Imports inside functions count; imports for type checkers alone (`if TYPE_CHECKING`) do not, since they never run.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from paths import ROOT

ROOTS = {"sgpkit": ROOT / "sgpkit", "sgpkit.families": ROOT / "builders"}
"""Dotted names of packages, and the folders of their modules."""


@cache
def modules() -> Mapping[str, Path]:
    """Return every module by its dotted name."""
    paths = {}
    for prefix, folder in ROOTS.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
            paths[".".join((prefix, *parts))] = path
    return paths


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Return, for each module, the project's modules that it imports."""
    ours = modules()
    edges = {}
    for name, path in ours.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        used = {next((full for full in names if full in ours), name) for names in imports(path, package)}
        edges[name] = frozenset(used) - {name}
    return edges


@cache
def imports(path: Path, package: str = "") -> list[tuple[str, ...]]:
    """Return the possible meanings of each imported name of a file, the most likely first: a module, or a name in a
    module.
    """
    names: list[tuple[str, ...]] = []
    # Only the imports are kept: syntax trees of all files would slow down the garbage collector.
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += ((alias.name,) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                parts = package.split(".")
                source = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [source])])
            names += ((f"{source}.{alias.name}", source) for alias in node.names)
    return names


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements below a node, except those under `if TYPE_CHECKING`."""
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        checked = isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for field in ("orelse",) if checked else ("body", "orelse", "finalbody", "handlers", "cases"):
            below = getattr(node, field, None)
            if isinstance(below, list):
                pending += below


def cycles() -> list[list[str]]:
    """Return the groups of modules that import one another, each in the order of its names."""
    import networkx

    edges = networkx.DiGraph({name: sorted(used) for name, used in graph().items()})
    groups = [sorted(group) for group in networkx.strongly_connected_components(edges) if len(group) > 1]
    return sorted(groups)
