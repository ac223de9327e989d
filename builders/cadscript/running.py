"""Programs to solids to measurements: two sandboxes, one for the program, one for the solid that it wrote."""

import functools
import hashlib
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.graphics.workers import pool, sandbox
from sgpkit.status import Rejected, Status

from . import environment

LIMITS = sandbox.Limits(seconds=30, cpu_seconds=40, memory=4 << 30, processes=16, output=4 << 20, scratch=64 << 20)
INSIDE = Path(__file__).parent / "inside"
MAX_PROGRAM = 100_000
IMPORTED = re.compile(r"^\s*(?:from|import)\s+build123d\b", re.MULTILINE)
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
    files = {f"in{index:04d}.brep": solid for index, solid in enumerate(solids)}
    result = execute(script("measure"), {**files, "tests.json": json.dumps(list(tests)).encode()}, ())
    if not result.succeeded:
        why = result.stderr.decode(errors="replace").strip()[-200:]
        raise Rejected(Status.COMPILE_ERROR, f"its solid cannot be measured: {why or result.ended}")
    try:
        held = json.loads(result.stdout)
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
    packages = environment.require(library)
    interpreter = Path(getattr(sys, "_base_executable", sys.executable)).resolve()
    shown = sorted({str(packages), sys.base_prefix, sys.base_exec_prefix, str(interpreter.parent.parent)})
    ours = {"lean.py": script("lean"), "run.py": text}
    return sandbox.run(
        [str(interpreter), "-I", "-S", "-B", "-c", START, str(packages)],
        {**files, **ours},
        LIMITS,
        collect=collect,
        read_only=shown,
        environment={"OPENBLAS_NUM_THREADS": "1", "HOME": "/tmp", "PYTHONHASHSEED": "0"},
    )


def digest(tests: Sequence[str]) -> str:
    """Return a hash of the published tests' own source."""
    return hashlib.sha256("\0".join(tests).encode()).hexdigest()[:16]
