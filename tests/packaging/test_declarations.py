"""Third-party modules that the code imports are declared in pyproject.toml, and declared ones are pinned."""

import ast
import functools
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
from paths import HELPERS, ROOT

from tools import environments

SHIPPED = ("builders", "evaluate_metrics", "hub_cards", "sgpkit", "submit")
OTHERS = ("tools", "tests")
OURS = {"sgpkit", "tests", "tools", *(path.stem for path in HELPERS.glob("*.py"))}

INSIDE = {path.stem for folder in SHIPPED for path in (ROOT / folder).rglob("inside/*.py")}
"""Modules that are next to each other in a sandbox."""

NOT_INSTALLED = {"openenv": ["openenv-core"]}
"""Distributions of other environments whose names differ from those of their modules."""

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def names(requirements):
    """Return the distributions that requirements name, in lower case with hyphens."""
    return {normal(re.split(r"[^\w.-]", requirement)[0]) for requirement in requirements}


def normal(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@functools.cache
def imported(folder):
    """Return the top-level names of the third-party modules that a folder imports, each with one of its files."""
    modules = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        local = INSIDE if path.parent.name == "inside" else {sibling.stem for sibling in path.parent.iterdir()}
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                dotted = [alias.name for alias in node.names]
            else:
                dotted = [node.module] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in {module.partition(".")[0] for module in dotted} - sys.stdlib_module_names - OURS - local:
                modules.setdefault(name, path.relative_to(ROOT))
    return modules


@pytest.mark.parametrize("folder", [*SHIPPED, *OTHERS])
def test_imported_modules_are_declared(folder):
    declared = names(PROJECT["dependencies"]) | names(name for extra in EXTRAS for name in EXTRAS[extra])
    if folder in OTHERS:
        for group in environments.declared():
            declared |= environments.read_lock(environments.lock_of(group)).keys()
    installed = NOT_INSTALLED | packages_distributions()
    undeclared = [
        f"{path}: {module}"
        for module, path in imported(folder).items()
        if not {normal(name) for name in [module, *installed.get(module, [])]} & declared
    ]
    assert undeclared == []
