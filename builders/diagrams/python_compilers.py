"""Compilers that are Python packages, each run in a sandbox that sees the interpreter and the package alone."""

import functools
import hashlib
import importlib.metadata
import importlib.util
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted, disk_cache, page
from sgpkit.graphics.formats.format import Program, between
from sgpkit.sandbox.workers import pool, python_files, sandbox
from sgpkit.status import Rejected, Status

DEADLINE = 20.0
"""Time limit of one program in seconds, on processor time and on waiting."""

_FAILED = "failed\n"
"""Printed before the compiler's message if it rejected the program."""

# $1 is the interpreter, $2 the Python program, the others are folders of packages.
_SCRIPT = r"""
python=$1 program=$2
shift 2
"$python" -I -S -B -c "$program" "$@" 2>message || { echo failed; tail -c 2000 message; exit 1; }
"""
_IMPORTS = "import sys; sys.path[:0] = sys.argv[1:]\n"
_NEVER, _ANYTHING = re.compile(r"(?!)"), re.compile(r"\S")


@dataclass(frozen=True)
class Compiler:
    """A compiler of one language."""

    language: str
    package: str

    program: str
    """The Python program that compiles the file `drawing.txt`. It exits with a message if that fails."""

    file: str
    """The module that declares the compiler; cached drawings are invalid once it changes."""

    prepare: Callable[[str], str]
    """Returns the program to compile, or raises Rejected."""

    read: Callable[[sandbox.Result], Converted]
    """Reads the drawing."""

    then: str = ""
    """A bash script that runs after the program, with poppler's tools."""

    def convert_many(self, codes: Sequence[str], workers: int | None = None) -> list[Converted | Rejected]:
        """Compile programs on `workers` processors, by default all; return one result per program."""
        return pool.map_unique(codes, self.convert, workers)

    def convert(self, code: str) -> Converted:
        """Return a program's drawing, from a cache if possible. Raises Rejected with the compiler's message."""
        limit = sandbox.seconds(DEADLINE)
        return compiled.MEMORY.get((self.language, code, limit), lambda: self._from_disk(code, limit))

    def _from_disk(self, code: str, seconds: float) -> Converted:
        identity = functools.partial(_identity, self.package, self.file)
        return disk_cache.get(self.language, code, seconds, identity, lambda: self.compile(code, seconds))

    def compile(self, code: str, seconds: float) -> Converted:
        """Compile a program without a cache. Raises Rejected, and Unavailable without the package."""
        guard.check_text(code)
        whole = self.prepare(code)
        limits = sandbox.Limits(
            seconds=seconds, cpu_seconds=seconds, memory=compiled.ROOM, collected=compiled.LONGEST_SVG
        )
        result = self._run(whole, limits)
        if result.ended is not sandbox.Ended.EXITED:
            raise compiled.stop_rejection(result, self.language, limits)
        messages = result.stdout.decode(errors="replace")
        if messages.startswith(_FAILED):
            reason = f"{self.language}: {messages.removeprefix(_FAILED)}"
            raise Rejected(Status.COMPILE_ERROR, compiled.sentence(reason))
        return self.read(result)

    def _run(self, code: str, limits: sandbox.Limits) -> sandbox.Result:
        if reason := missing(self.package):
            raise sandbox.Unavailable(reason)
        packages = python_files.packages(self.package)
        return compiled.run(
            _SCRIPT + self.then,
            [str(python_files.interpreter()), _IMPORTS + self.program, *packages.folders],
            {"drawing.txt": code.encode()},
            limits,
            programs={**page.PROGRAMS, **page.WORDS_PROGRAMS} if self.then else {},
            collect=[page.RESULT, page.WORDS],
            read_only=[*python_files.interpreter_paths(), *packages.paths],
        )


def missing(package: str) -> str:
    """Return how to install a package, or "" if it is installed."""
    if importlib.util.find_spec(package) is not None:
        return ""
    return f"{package!r} is not installed; install it with: pip install 'sgpkit[diagrams]'"


def find_from(start: re.Pattern[str]) -> Callable[[str], Iterator[Program]]:
    """Return a `find` function for a language without an end mark: its programs reach to the end of the text."""
    return between(start, _NEVER, _ANYTHING)


@functools.cache
def _identity(package: str, file: str) -> str:
    """Return an identifier of a package's version and of the modules that use it, or "" without the package."""
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""
    digest = hashlib.sha256()
    for name in (__file__, file):
        digest.update(Path(name).read_bytes())
    return f"{package} {version} {digest.hexdigest()}"
