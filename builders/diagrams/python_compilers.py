"""Run a compiler that is a Python package, in a sandbox that sees the interpreter and this package alone."""

import functools
import hashlib
import importlib.metadata
import importlib.util
from collections.abc import Sequence
from pathlib import Path

from sgpkit.graphics import compiled
from sgpkit.graphics.compiled import page
from sgpkit.sandbox.workers import python_files, sandbox

FAILED = "failed\n"
"""Before the compiler's message on standard output, if it rejected the program."""

# $1 is the interpreter, $2 the Python program, the others are folders of packages.
_SCRIPT = r"""
python=$1 program=$2
shift 2
"$python" -I -S -B -c "$program" "$@" 2>message || { echo failed; tail -c 2000 message; exit 1; }
"""
_IMPORTS = "import sys; sys.path[:0] = sys.argv[1:]\n"


def run(package: str, program: str, code: str, limits: sandbox.Limits, then: str = "") -> sandbox.Result:
    """Run a Python program that compiles the file `drawing.txt` with a package, then a bash script; the drawing is to
    be written to `page.RESULT`. Raises Unavailable without the package."""
    if importlib.util.find_spec(package) is None:
        raise sandbox.Unavailable(f"{package!r} is not installed; install it with: pip install 'sgpkit[diagrams]'")
    packages = python_files.packages(package)
    return compiled.run(
        _SCRIPT + then,
        [str(python_files.interpreter()), _IMPORTS + program, *packages.folders],
        {"drawing.txt": code.encode()},
        limits,
        programs={**page.PROGRAMS, **page.WORDS_PROGRAMS} if then else {},
        collect=[page.RESULT, page.WORDS],
        read_only=[*python_files.interpreter_paths(), *packages.paths],
    )


@functools.cache
def identity(package: str, files: Sequence[str] = ()) -> str:
    """Return an identifier of a package's version and of the files that use it, or "" without the package."""
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""
    digest = hashlib.sha256()
    for name in (__file__, *files):
        digest.update(Path(name).read_bytes())
    return f"{package} {version} {digest.hexdigest()}"
