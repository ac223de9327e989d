"""Sandboxed programs see the standard library and promised packages, and nothing of this project."""

import ast
import os
import secrets
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from paths import ROOT

from sgpkit import content
from sgpkit.graphics import turtle
from sgpkit.graphics.programs import library_program
from sgpkit.sandbox.workers import python_files, sandbox
from sgpkit.status import Rejected

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

LOOK = """
import os, sys
found = []
for folder, folders, names in os.walk("/"):
    if folder == "/":
        folders.remove("proc")
    for name in names:
        if name.endswith((".py", ".toml")):
            try:
                with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                    text = file.read(1 << 20)
            except OSError:
                continue
            if "sgpkit" in folder or "sgpkit" in text:
                found.append(os.path.join(folder, name))
raise ValueError(found)
"""
"""A program that fails with the list of this project's files."""

ALONE = """
import sys
from sgpkit.graphics import turtle
from sgpkit.graphics.programs import library_program as programs
from sgpkit.status import Rejected
look = sys.stdin.read()
plot = "import matplotlib.pyplot as plt\\nimport numpy.linalg, math, json, decimal\\nplt.plot([1, 2])\\n"
assert turtle.draw("import numpy\\nt.forward(numpy.hypot(3, 4))").marks
for suffix in ("png", "pdf"):
    assert programs.to_svg(plot + f"plt.savefig('a.{suffix}')", programs.MATPLOTLIB)
for draw in (turtle.draw, lambda code: programs.to_svg(code, programs.MATPLOTLIB)):
    try:
        draw(look)
    except Rejected as rejected:
        print(rejected.reason)
print(sys.prefix == sys.base_prefix)
"""


def files_seen(reason):
    return ast.literal_eval(reason.partition("ValueError: ")[2])


@pytest.mark.parametrize("draw", [turtle.draw, lambda code: library_program.to_svg(code, library_program.PILLOW)])
def test_a_program_sees_nothing_of_the_package_but_what_runs_it(draw):
    with pytest.raises(Rejected) as caught:
        draw(LOOK.replace("ValueError(found)", "ValueError([p for p in found if '/inside/' not in p])"))
    assert files_seen(caught.value.reason) == []


def test_folders_of_packages_are_empty_in_every_sandbox():
    folders = [
        path for pattern in ("local/lib/python3*", "lib/python3/dist-packages") for path in Path("/usr").glob(pattern)
    ]
    assert folders
    seen = sandbox.run(["find", *map(str, folders), "-mindepth", "1"], {})
    assert seen.succeeded and seen.stdout == b""
    written = sandbox.run(["touch", *(f"{folder}/x" for folder in folders)], {})
    assert written.stderr.count(b"Read-only file system") == len(folders)


def test_the_command_lines_of_other_processes_are_not_seen():
    marker = secrets.token_hex(8)
    waiting = [sys.executable, "-c", "input()", marker]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            result = sandbox.run(["sh", "-c", "cat /proc/*/cmdline"], {})
            assert marker.encode() in Path(f"/proc/{process.pid}/cmdline").read_bytes()
        finally:
            process.kill()
    assert marker.encode() not in result.stdout


def test_a_checkout_below_usr_is_hidden(monkeypatch):
    checkout = next(path for path in sorted(Path("/usr/share").iterdir()) if path.is_dir() and any(path.iterdir()))
    find = ["find", str(checkout), "-mindepth", "1"]
    assert sandbox.run(find, {}).stdout
    monkeypatch.setattr(content, "CHECKOUT", checkout)
    result = sandbox.run(find, {})
    assert (result.succeeded, result.stdout) == (True, b"")


def test_files_below_a_covered_folder_are_shown_when_they_are_listed(tmp_path):
    for name in ("shown/a.py", "kept/a.py"):
        path = tmp_path / "lib" / "site-packages" / name
        path.parent.mkdir(parents=True)
        path.write_text("x = 1\n")
    library = tmp_path / "lib"
    for path in (tmp_path, *tmp_path.rglob("*")):
        path.chmod(0o755)
    listed = [library, library / "site-packages" / "shown"]
    seen = sandbox.run(["find", str(library), "-name", "*.py"], {}, read_only=listed)
    assert seen.stdout.decode().split() == [f"{library}/site-packages/shown/a.py"]
    whole = sandbox.run(["find", str(library), "-name", "*.py"], {}, read_only=[library / "site-packages"])
    assert len(whole.stdout.split()) == 2, "a folder of packages that is listed itself is shown"


def test_packages_come_with_what_they_require_and_nothing_else():
    names = {Path(path).name for path in python_files.packages("matplotlib").paths}
    assert {"matplotlib", "mpl_toolkits", "numpy", "numpy.libs", "PIL", "contourpy", "fontTools"} <= names
    assert not {name for name in names if name.startswith(("sgpkit", "pytest", "lxml", "polars", "pip"))}
    assert python_files.packages("no-such-distribution").paths == ()


@pytest.fixture
def prefix(tmp_path):
    """An interpreter with all packages, sgpkit included, in its own prefix, as without a virtual environment."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    library = tmp_path / "lib" / version
    source = Path(os.__file__).parent
    left_out = shutil.ignore_patterns("test", "idlelib", "__pycache__", "config-*", "site-packages", "dist-packages")
    shutil.copytree(source, library, ignore=left_out, symlinks=True)
    for path in Path(sys.base_prefix, "lib").glob("libpython*"):
        shutil.copy(path, tmp_path / "lib")
    (tmp_path / "bin").mkdir()
    shutil.copy(python_files.interpreter(), tmp_path / "bin" / version)
    asked = [tmp_path / "bin" / version, "-I", "-c", "import site; print(site.getsitepackages()[-1])"]
    packages = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    assert packages.is_relative_to(library)
    packages.mkdir()
    installed = Path(pytest.__file__).parents[1]
    for path in installed.iterdir():
        if "sgpkit" not in path.name and path.suffix != ".pth":
            (packages / path.name).symlink_to(path)
    # As in the wheel: families inside the package.
    shutil.copytree(content.PACKAGE, packages / "sgpkit", ignore=shutil.ignore_patterns("__pycache__", "families"))
    shutil.copytree(ROOT / "builders", packages / "sgpkit" / "families", ignore=shutil.ignore_patterns("__pycache__"))
    for path in (tmp_path, *tmp_path.parents[:2]):
        path.chmod(0o755)
    return tmp_path / "bin" / version


@pytest.mark.slow
def test_builders_cannot_be_read_where_the_package_lies_in_the_interpreters_prefix(prefix, tmp_path_factory):
    look = LOOK.replace("ValueError(found)", "ValueError(['sgpkit/families' in ' '.join(found), len(found)])")
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path_factory.mktemp("home"))}
    ended = subprocess.run(
        [prefix, "-I", "-c", ALONE], input=look, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    *reasons, is_alone = ended.stdout.splitlines()
    assert is_alone == "True"
    for reason in reasons:
        readable, count = files_seen(reason)
        assert not readable and count < 20
