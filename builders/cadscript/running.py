"""Programs to solids to measurements: a sandbox for each program, and others that measure what programs wrote."""

import base64
import functools
import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.graphics.workers import container, pool, sandbox
from sgpkit.status import Rejected, Status

from . import environment

LIMITS = sandbox.Limits(seconds=30, cpu_seconds=40, memory=4 << 30, processes=16, output=4 << 20, scratch=64 << 20)
INSIDE = Path(__file__).parent / "inside"
MAX_PROGRAM = 100_000
IMPORTED = re.compile(r"^\s*(?:from|import)\s+build123d\b", re.MULTILINE)
VARIABLES = {"OPENBLAS_NUM_THREADS": "1", "HOME": "/tmp", "PYTHONHASHSEED": "0"}
SERVE = "import sys; sys.path[:0] = sys.argv[1:2]; sys.path += sys.argv[2:]; import serve; serve.main()"
START = "import sys; sys.path.append(sys.argv[1]); exec(open('lean.py').read()); exec(open('run.py').read())"


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
    """Return the library that a program is written with: what it imports, else CadQuery."""
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
    result = execute(script("program"), {"program.py": program.encode()}, ("out.brep",), library=library_of(program))
    written = result.files.get("out.brep")
    if result.exit_status == 3 or (result.succeeded and not written):
        raise Rejected(Status.COMPILE_ERROR, result.stdout.decode(errors="replace")[:300] or "it writes no solid")
    if not result.succeeded or written is None:
        raise Rejected(ended(result), f"the program did not end by itself: {result.ended}")
    return written


def ended(result: sandbox.Result) -> Status:
    """Return the status of a program that was ended; one that ended itself in another way has failed."""
    status = result.ended.status
    return Status.COMPILE_ERROR if status is Status.OK else status


def measured(solid: bytes, tests: Sequence[str]) -> Outcome:
    """Return the measurements of a solid and the outcomes of tests on it. Raises Rejected."""
    held = measured_many([solid], tests)
    return Outcome(held["measures"][0], tuple(map(str, held["tests"])))


def measured_many(solids: Sequence[bytes], tests: Sequence[str] = ()) -> Mapping[str, Any]:
    """Return the measurements of solids, in their order, and the outcomes of tests on the first. Raises Rejected."""
    request = {"solids": [base64.b64encode(solid).decode() for solid in solids], "tests": list(tests)}
    try:
        with _MEASURING.worker() as service:
            answer = pool.ask_patiently(service, json.dumps(request).encode(), LIMITS.seconds)
    except sandbox.Died as died:
        raise Rejected(Status.COMPILE_ERROR, f"its solid cannot be measured: {died.reason}") from None
    try:
        held = json.loads(answer)
        if "error" in held:
            raise Rejected(Status.COMPILE_ERROR, f"its solid cannot be measured: {held['error']}")
        if len(held["measures"]) != len(solids) or len(held["tests"]) != len(tests):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Rejected(Status.COMPILE_ERROR, "its measurements cannot be read") from None
    return dict(held)


def script(name: str) -> bytes:
    """Return one of the programs in `inside`."""
    return (INSIDE / f"{name}.py").read_bytes()


def execute(
    text: bytes, files: Mapping[str, bytes], collect: Sequence[str], library: str = environment.CADQUERY
) -> sandbox.Result:
    """Run a program of ours beside files, with a library's packages."""
    interpreter, packages, shown = surroundings(library)
    ours = {"lean.py": script("lean"), "run.py": text}
    return sandbox.run(
        [interpreter, "-I", "-S", "-B", "-c", START, packages],
        {**files, **ours},
        LIMITS,
        collect=collect,
        read_only=shown,
        environment=VARIABLES,
    )


def measuring() -> sandbox.Service:
    """Return a sandbox that measures solids."""
    interpreter, packages, shown = surroundings(environment.CADQUERY)
    return sandbox.Service(
        [interpreter, "-I", "-S", "-B", "-c", SERVE, str(INSIDE), packages],
        read_only=[*shown, INSIDE],
        environment=VARIABLES,
        limits=LIMITS,
    )


_MEASURING = pool.Pool(measuring)


def processes() -> list[int | None]:
    """Return for each sandbox that measures the process id of its first process, None while it is not started."""
    return _MEASURING.processes()


def close() -> None:
    """End the sandboxes that measure. The next solid starts new ones."""
    _MEASURING.close()


def surroundings(library: str) -> tuple[str, str, list[str]]:
    """Return the interpreter, the folder of a library's packages, and the folders to show."""
    packages = str(environment.require(library))
    interpreter = container.interpreter()
    return (
        str(interpreter),
        packages,
        sorted({packages, sys.base_prefix, sys.base_exec_prefix, str(interpreter.parent.parent)}),
    )


def digest(tests: Sequence[str]) -> str:
    """Return a hash of the published tests' own source."""
    return hashlib.sha256("\0".join(tests).encode()).hexdigest()[:16]
