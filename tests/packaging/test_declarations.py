"""Third-party modules that the code imports are declared in pyproject.toml, and what is declared is pinned."""

import ast
import functools
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest
from paths import HELPERS, ROOT

SHIPPED = ("builders", "evaluate_metrics", "hub_cards", "sgpkit", "submit")
OTHERS = ("tools", "tests")
OURS = {"sgpkit", "tests", "tools", *(path.stem for path in HELPERS.glob("*.py"))}

INSIDE = {path.stem for folder in SHIPPED for path in (ROOT / folder).rglob("inside/*.py")}
"""Modules that lie side by side in a sandbox."""

GROUPS = ("docs", "doors", "gradio", "perceptual", "vllm")
"""Groups of tests with packages of their own, each pinned in a file."""

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
    extras = [extra for extra in EXTRAS if folder in OTHERS or extra != "dev"]
    declared = names(PROJECT["dependencies"]) | names(name for extra in extras for name in EXTRAS[extra])
    if folder in OTHERS:
        declared |= {name for group in GROUPS for name in pins(f"constraints-{group}.txt")}
    installed = packages_distributions()
    undeclared = [
        f"{path}: {module}"
        for module, path in imported(folder).items()
        if not {normal(name) for name in [module, *installed.get(module, [])]} & declared
    ]
    assert undeclared == []


def pins(file):
    """Return the distributions that a file of constraints pins."""
    return names(line for line in (ROOT / file).read_text().splitlines() if "==" in line)


def test_what_setup_installs_is_pinned():
    (own,) = (requirement for requirement in EXTRAS["dev"] if requirement.startswith("sgpkit["))
    extras = own.partition("[")[2].rstrip("]").split(",")
    needed = names(PROJECT["dependencies"]) | names(EXTRAS["dev"]) - {"sgpkit"}
    needed |= names(name for extra in extras for name in EXTRAS[extra])
    assert needed - pins("constraints.txt") == set()


def test_what_the_demo_installs_is_all_that_the_package_needs():
    assert names(PROJECT["dependencies"]) - pins("requirements-core.lock") == set()


def test_locks_agree_on_versions_and_hashes():
    """The small lock is a part of the whole one, so that both install the same files."""
    whole, core = (
        {
            block.split(" \\")[0]: block
            for block in re.split(r"^(?=[a-z])", (ROOT / name).read_text(), flags=re.MULTILINE)[1:]
        }
        for name in ("requirements.lock", "requirements-core.lock")
    )
    assert {name for name in core if name in whole and core[name] != whole[name]} == set()
    assert {name.partition("==")[0] for name in core} - {name.partition("==")[0] for name in whole} <= {"uv"}
    versions = dict(name.split(" ;")[0].split("==") for name in whole)
    assert all(
        versions[package] == version
        for package, version in (n.split(" ;")[0].split("==") for n in core)
        if package in versions
    )
