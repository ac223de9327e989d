"""The layers of the packages, imports without cycles, and folders that stay small."""

import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from import_graph import cycles, graph, imports, modules
from paths import ROOT

LAYERS = (
    *("errors", "status", "values", "garbage", "files", "append_log", "content", "plugins", "user_cache", "markdown"),
    *("untrusted", "interrupts", "cluster", "parallel", "statistics", "published", "webapp"),
    *("graphics", "formats", "graphics.scene", "graphics.elements", "graphics.molecule"),
    *("extract", "metrics", "benchmark", "adversarial", "shortcuts"),
    *("rendering", "rewards", "engines", "judging", "space"),
    *("near_copies", "probes", "dataset.card.readme", "dataset.record"),
    *("families", "sources", "family"),
    *("dataset", "hub", "runs", "scoring", "submission", "reporting"),
    *("authoring", "review", "environments", "adapters", "recipes", "api", "contract", "cli"),
)
"""The packages and modules of sgpkit, lowest first: each imports only itself and what stands before it.

`family` is any one family; `sgpkit` itself, which holds the version, may be imported by all.
"""

SHARED = {("vgbench", "sgp_bench"), ("vectorgym", "sgp_bench"), ("cadscript", "sgp_bench")}
"""Pairs of families of which the first may import the second."""

CODE = ("builders", "evaluate_metrics", "sgpkit", "submit", "tools")
"""Folders of code, and the families' material."""

MAX_FILES = 16
"""The most Python files in one folder of code."""


def family_of(name: str) -> str:
    """Return the family that a module belongs to, or an empty string."""
    parts = name.split(".")
    return parts[2] if parts[1:2] == ["families"] and len(parts) > 2 else ""


def layer_of(name: str) -> str:
    """Return the layer of a module: as it stands in LAYERS, or else its first folder or file below `sgpkit`."""
    parts = name.split(".")[1:]
    known = next((".".join(parts[:end]) for end in (3, 2, 1) if ".".join(parts[:end]) in LAYERS), "")
    return "family" if family_of(name) else known or "".join(parts[:1])


def test_no_modules_import_one_another():
    assert not cycles(), "\n".join(" ↔ ".join(group) for group in cycles())


def test_every_package_has_a_layer():
    assert {layer_of(name) for name in modules()} - {""} - set(LAYERS) == set(), "add them to LAYERS"


@cache
def upward() -> set[tuple[str, str]]:
    """Return the imports that go from a layer to a higher one."""
    rank = {layer: number for number, layer in enumerate(("", *LAYERS))}
    return {
        (name, layer_of(other))
        for name, used in graph().items()
        for other in used
        if name != "sgpkit" and rank.get(layer_of(other), -1) > rank.get(layer_of(name), len(rank))
    }


def test_imports_go_down():
    unexpected = upward()
    assert not unexpected, "\n".join(f"{name} imports {layer}, a higher layer" for name, layer in sorted(unexpected))


def test_families_do_not_know_one_another():
    pairs = {
        (name, other)
        for name, used in graph().items()
        for other in used
        if family_of(other)
        and family_of(other) != family_of(name)
        and (family_of(name), family_of(other)) not in SHARED
    }
    assert not pairs, "\n".join(f"{name} imports {other}" for name, other in sorted(pairs))


def python_files() -> list[Path]:
    """Return the files of the project's code and tests."""
    return [path for folder in (*CODE, "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


def test_nobody_imports_the_folder_of_families():
    """A second copy of every function would come of it: `sgpkit.families` gives that folder's modules their names."""
    importers = [
        path.relative_to(ROOT)
        for path in python_files()
        if "builders" in path.read_text(encoding="utf-8")
        for names in imports(path)
        if names[0].split(".")[0] == "builders"
    ]
    assert importers == []


def test_no_folder_of_code_is_large():
    counts = Counter(
        path.parent.relative_to(ROOT).as_posix()
        for folder in CODE
        for path in (ROOT / folder).rglob("*.py")
        if not in_content(path)
    )
    large = {folder: count for folder, count in counts.items() if count > MAX_FILES}
    assert not large, f"more than {MAX_FILES} Python files: {large}"


def in_content(path: Path) -> bool:
    """Return whether a file is material of a family: in the folder `content` of one."""
    parts = path.relative_to(ROOT).parts
    return parts[0] == "builders" and "content" in parts[2:3]


@pytest.mark.process
def test_listing_imports_nothing_that_only_solids_need():
    """`sgpkit list` works, and is quick, where OpenCASCADE, PyTorch and vLLM are not installed or slow to load."""
    program = (
        "import sys\n"
        "from sgpkit import families\n"
        "list(families.all_benchmarks())\n"
        "print(*sorted({'OCP', 'torch', 'vllm', 'ray', 'rdkit', 'matplotlib', 'datasets'} & sys.modules.keys()))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_quick_tests_are_where_make_check_looks_for_them():
    listed = (ROOT / "tests" / "fast.txt").read_text(encoding="utf-8").split()
    assert [path for path in listed if not (ROOT / path).exists()] == []
