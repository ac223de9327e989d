"""Check the types of all code: sgpkit with its families, tools, and the tests' helpers.

mypy cannot follow `__path__`, by which `sgpkit.families` finds the folder `builders/` of a checkout. So it reads a
temporary folder of links that has the layout of a wheel.

    python tools/check_types.py [MYPY OPTION ...]
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

FOLDERS = {"sgpkit/families": "builders"}
"""Folders of the package that get the content of another folder as well."""

HELPERS = "tests/helpers"
"""A folder whose modules are imported by their bare names."""


def link(layout: Path, root: Path) -> None:
    """Fill a folder with links to the code below `root`, laid out as in a wheel."""
    merged = {"sgpkit": [root / "sgpkit"]}
    merged |= {folder: [root / folder, root / content] for folder, content in FOLDERS.items()}
    for folder, sources in merged.items():
        (layout / folder).mkdir()
        for source in sources:
            for path in sorted(source.iterdir()):
                if f"{folder}/{path.name}" not in merged and path.name != "__pycache__":
                    (layout / folder / path.name).symlink_to(path)
    for folder in ("tools", "tests"):
        (layout / folder).symlink_to(root / folder)
    (layout / "helpers").symlink_to(root / HELPERS)


def main(options: list[str]) -> int:
    """Run mypy, and print its findings with the paths of the checkout."""
    with tempfile.TemporaryDirectory(prefix="sgpkit-types-") as folder:
        layout = Path(folder).resolve()
        link(layout, ROOT)
        modules = [f"--module={path.stem}" for path in sorted((ROOT / HELPERS).glob("*.py"))]
        command: list[str | Path] = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml"]
        command += ["--python-executable", sys.executable, "--cache-dir", ROOT / ".mypy_cache", "--no-pretty", *options]
        command += ["--package=sgpkit", "--package=tools", *modules]
        environment = os.environ | {"MYPYPATH": str(layout / "helpers")}
        run = subprocess.run(command, cwd=layout, env=environment, stdout=subprocess.PIPE, text=True, check=False)
        for line in run.stdout.splitlines():
            print(re.sub(r"^[^:]+\.py(?=:\d)", lambda path: original(layout / path[0]), line))
    return run.returncode


def original(path: Path) -> str:
    """Return the path in the checkout of a linked file."""
    path = path.resolve()
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
