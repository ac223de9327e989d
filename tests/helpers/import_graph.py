"""The imports of the project's modules, read from their syntax trees: each file is parsed once.

Imports inside functions count; imports for type checkers alone (`if TYPE_CHECKING`) do not, since nothing runs them.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

ROOTS = {"sgpkit": ROOT / "sgpkit", "sgpkit.families": ROOT / "builders", "sgpkit.recipes": ROOT / "recipes"}
"""Dotted names, and the folders whose modules they begin."""


@cache
def modules() -> Mapping[str, Path]:
    """Return every module by its dotted name."""
    found = {}
    for prefix, folder in ROOTS.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
            found[".".join((prefix, *parts))] = path
    return found


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Return for each module the modules of ours that it imports."""
    return {name: frozenset(imports(name, path)) - {name} for name, path in modules().items()}


def imports(name: str, path: Path) -> Iterator[str]:
    """Yield the modules that one file names in its import statements."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in run_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                base = package.split(".")[: len(package.split(".")) - node.level + 1]
                source = ".".join([*base, *source.split(".")] if source else base)
            for alias in node.names:
                full = f"{source}.{alias.name}"
                if full in modules():
                    yield full
                elif source in modules():
                    yield source


def run_nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree, but for what stands under `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            for other in node.orelse:
                yield other
                yield from run_nodes(other)
            continue
        yield node
        yield from run_nodes(node)


def cycles() -> list[list[str]]:
    """Return the groups of modules that import one another, each in the order of its names."""
    import networkx

    edges = networkx.DiGraph({name: sorted(used) for name, used in graph().items()})
    groups = [sorted(group) for group in networkx.strongly_connected_components(edges) if len(group) > 1]
    return sorted(groups)
