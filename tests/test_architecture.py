"""The rooms of the package, imports without cycles, and folders that stay small."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from import_graph import cycles, graph, imports, modules
from paths import ROOT

from sgpkit.benchmark.families import SHARED

BASE = (
    *(
        "append_log",
        "bars",
        "content",
        "errors",
        "files",
        "garbage",
        "markdown",
        "plugins",
        "status",
        "user_cache",
        "values",
    ),
    *("families", "published"),
)
"""The files at the top of sgpkit, the tables of published papers, and the package that mounts the families."""

ROOMS = (
    *("sandbox", "statistics", "graphics", "extract", "metrics", "benchmark", "baselines", "engines", "data"),
    *("runs", "submissions", "reports", "quality", "shared", "family", "training", "studies", "integrations", "api"),
    *("cli",),
)
"""The rooms of sgpkit, lowest first: each imports only itself, the base, and rooms before it.

`shared` is what families share, `family` any one family of `builders/`; `sgpkit` itself, which holds the version, may be
imported by all.
"""

CODE = ("builders", "evaluate_metrics", "sgpkit", "submit", "tools")
"""Folders of code, and of the families' material."""

MAX_FILES = 17
"""The maximum number of Python files in one folder of code."""


def family_of(name: str) -> str:
    """Return the family that a module belongs to, or an empty string."""
    parts = name.split(".")
    return parts[2] if parts[1:2] == ["families"] and len(parts) > 2 else ""


def room_of(name: str) -> str:
    """Return the room of a module; an empty string for `sgpkit` itself and for modules of the base."""
    first = name.split(".")[1] if "." in name else ""
    if family := family_of(name):
        return SHARED if family == SHARED else "family"
    return "" if first in BASE else first


def test_no_modules_import_one_another():
    assert not cycles(), "\n".join(" ↔ ".join(group) for group in cycles())


def test_every_module_is_in_a_room():
    assert {room_of(name) for name in modules()} - {""} - set(ROOMS) == set(), "no room of ROOMS, no file of BASE"


def test_rooms_import_only_rooms_before_them():
    rank = {room: number for number, room in enumerate(("", *ROOMS))}
    upward = {
        (name, room_of(other))
        for name, used in graph().items()
        for other in used
        if name != "sgpkit" and rank[room_of(other)] > rank[room_of(name)]
    }
    assert not upward, "\n".join(f"{name} imports {room}, a higher room" for name, room in sorted(upward))


def test_families_do_not_know_one_another():
    pairs = {
        (name, other)
        for name, used in graph().items()
        for other in used
        if family_of(other) not in ("", SHARED, family_of(name))
    }
    assert not pairs, "\n".join(f"{name} imports {other}" for name, other in sorted(pairs))


def python_files() -> list[Path]:
    """Return the files of the project's code and tests."""
    return [path for folder in (*CODE, "tests") for path in sorted((ROOT / folder).rglob("*.py"))]


def test_nobody_imports_the_folder_of_families():
    """Importing it would give a second copy of every function: `sgpkit.families` gives that folder's modules their
    names."""
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
    """`sgpkit list` works, and is quick, if OpenCASCADE, PyTorch and vLLM are not installed or slow to load."""
    program = (
        "import sys\n"
        "from sgpkit.benchmark import families\n"
        "list(families.all_benchmarks())\n"
        "print(*sorted({'OCP', 'torch', 'vllm', 'ray', 'rdkit', 'matplotlib', 'datasets'} & sys.modules.keys()))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
