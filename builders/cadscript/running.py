"""Programs to solids to measurements: sandboxes that run programs, and others that measure their solids. Both have a
library loaded, and fork a process for each request, with separate namespaces and temporary files.
"""

import base64
import functools
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import content
from sgpkit.sandbox.workers import pool, python_files, sandbox
from sgpkit.status import Rejected, Status

from . import environment, exports

LIMITS = sandbox.Limits(
    seconds=30, cpu_seconds=40, memory=4 << 30, processes=16, output=64 << 20, scratch=64 << 20, scratch_files=1000
)
INSIDE = Path(__file__).parent / "inside"
MOMENTS = content.PACKAGE / "graphics" / "cad" / "measure" / "moments.py"
MAX_PROGRAM = 100_000
IMPORTED = re.compile(r"^[ \t\f]*(?:from|import)\s+build123d\b", re.MULTILINE)
VARIABLES = {"OPENBLAS_NUM_THREADS": "1", "HOME": "/tmp", "PYTHONHASHSEED": "0"}
START = "import sys; sys.path[:0] = sys.argv[2:4]; sys.path += sys.argv[4:]; import serve; serve.main(sys.argv[1])"


class Outcome(NamedTuple):
    """The measurements of a solid, and for each published test "" or why it failed."""

    measures: Mapping[str, Any]
    tests: tuple[str, ...]


def run_many(programs: Sequence[str], tests: Sequence[Sequence[str]]) -> list[Outcome | Rejected]:
    """Return the outcomes of programs, in their order; equal ones are run once."""
    for library in {environment.CADQUERY, *map(library_of, programs)}:
        environment.require(library)
    keys = [json.dumps([program, list(own)]) for program, own in zip(programs, tests, strict=True)]
    return pool.map_unique(keys, outcome)


def library_of(program: str) -> str:
    """Return the library of a program: the imported one, else CadQuery."""
    return environment.BUILD123D if IMPORTED.search(program) else environment.CADQUERY


@functools.lru_cache(maxsize=512)
def outcome(key: str) -> Outcome:
    """Return the outcome of one program with its tests. Raises Rejected."""
    program, tests = json.loads(key)
    try:
        return measured(solid_of(program), tests)
    except UnicodeEncodeError:
        raise Rejected(Status.PARSE_ERROR, "a lone surrogate in the program") from None


def solid_of(program: str) -> bytes:
    """Return the solid of a program, as BREP. Raises Rejected."""
    if len(program) > MAX_PROGRAM:
        raise Rejected(Status.TOO_LARGE, f"{len(program):,} characters; at most {MAX_PROGRAM:,} are run")
    source = exports.left_out(program)
    library = library_of(program)
    try:
        with _PROGRAMS[library].worker() as service:
            answer = pool.ask_forked(service, source.encode(), LIMITS.seconds)
    except sandbox.Died as died:
        raise Rejected(died.ended.status, f"the program did not end by itself: {died.reason}") from None
    if answer[:1] != b"+":
        reason = answer[1:].decode(errors="replace")[:300] or "the program ended its own process"
        raise Rejected(Status.COMPILE_ERROR, reason)
    return answer[1:]


def measured(solid: bytes, tests: Sequence[str]) -> Outcome:
    """Return the measurements of a solid and the outcomes of tests on it. Raises Rejected."""
    held = measured_many([solid], tests)
    return Outcome(held["measures"][0], tuple(map(str, held["tests"])))


def measured_many(solids: Sequence[bytes], tests: Sequence[str] = ()) -> Mapping[str, Any]:
    """Return the measurements of solids, in their order, and the outcomes of tests on the first. Raises Rejected."""
    request = {"solids": [base64.b64encode(solid).decode() for solid in solids], "tests": list(tests)}
    try:
        with _MEASURING.worker() as service:
            answer = pool.ask_forked(service, json.dumps(request).encode(), LIMITS.seconds)
    except sandbox.Died as died:
        raise Rejected(died.ended.status, f"its solid cannot be measured: {died.reason}") from None
    try:
        held = json.loads(answer)
        if "error" in held:
            raise Rejected(Status.COMPILE_ERROR, f"its solid cannot be measured: {held['error']}")
        if len(held["measures"]) != len(solids) or len(held["tests"]) != len(tests):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Rejected(Status.COMPILE_ERROR, "its measurements cannot be read") from None
    return dict(held)


def serving(module: str, library: str) -> sandbox.Service:
    """Return a sandbox that answers by a module of `inside`, with a library's packages."""
    packages = str(environment.require(library))
    shown = {packages, str(INSIDE), str(pool.INSIDE), str(MOMENTS), *python_files.interpreter_paths()}
    folders = [str(INSIDE), str(pool.INSIDE), packages, str(MOMENTS.parent)]
    return sandbox.Service(
        [str(python_files.interpreter()), "-I", "-S", "-B", "-c", START, module, *folders],
        read_only=sorted(shown),
        environment=VARIABLES,
        limits=LIMITS,
        forks=True,
    )


_MEASURING = pool.Pool(functools.partial(serving, "measure", environment.CADQUERY))
_PROGRAMS = {name: pool.Pool(functools.partial(serving, "program", name)) for name in environment.LIBRARIES}


def processes() -> list[int | None]:
    """Return for each shared sandbox the process id of its first process, None while it is not started."""
    return [process for kept in (_MEASURING, *_PROGRAMS.values()) for process in kept.processes()]


def close() -> None:
    """End the shared sandboxes. The next program or solid starts new ones."""
    for kept in (_MEASURING, *_PROGRAMS.values()):
        kept.close()


def digest(tests: Sequence[str]) -> str:
    """Return a hash of the published tests' own source."""
    return hashlib.sha256("\0".join(tests).encode()).hexdigest()[:16]
