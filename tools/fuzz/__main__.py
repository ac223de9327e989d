"""`python -m tools.fuzz [TARGET …] [--seconds N] [--seed N] [--blind]`: runs targets one after another, and counts.

Ends with 1 where a promise was broken. The same seed tries the same inputs, as far as the time reaches.
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import ROOT
from tools.fuzz.found import FOUND, kept
from tools.fuzz.judge import Fault
from tools.fuzz.target import LONGEST, Target, find, targets

INSTALL = "pip install atheris==3.0.0"


def main(arguments: list[str] | None = None) -> int:
    options = parser().parse_args(arguments)
    if options.list:
        print("\n".join(targets()))
        return 0
    try:
        chosen = [find(name) for name in options.names] or list(targets().values())
    except KeyError as unknown:
        print(f"no target {unknown}; there is: {', '.join(targets())}", file=sys.stderr)
        return 2
    way = "blind" if options.blind or importlib.util.find_spec("atheris") is None else "guided"
    if way == "blind" and not options.blind:
        print(f"atheris is not installed, so inputs go without a guide; get it with: {INSTALL}", file=sys.stderr)
    broken = [target.name for target in chosen if not holds(target, options.seconds, options.seed, way)]
    if broken:
        print(f"a promise is broken in: {', '.join(broken)}; see {FOUND}", file=sys.stderr)
    return 1 if broken else 0


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m tools.fuzz", description="odd inputs for every reader of untrusted input"
    )
    made.add_argument("names", nargs="*", metavar="TARGET", help="all, if none is named")
    made.add_argument("--seconds", type=float, default=60.0, help="for each target (60)")
    made.add_argument("--seed", type=int, default=0)
    made.add_argument("--blind", action="store_true", help="without atheris, though it is installed")
    made.add_argument("--list", action="store_true", help="the names of all targets")
    return made


def holds(target: Target, seconds: float, seed: int, way: str) -> bool:
    """Runs one target in a process of its own; whether nothing was found."""
    with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.fuzz.one", target.name, str(seconds), str(seed), way],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            cwd=ROOT,
            # One thread each, so that the bound on memory is not eaten up by threads' stacks.
            env={
                **os.environ,
                "TMPDIR": folder,
                "POLARS_MAX_THREADS": "1",
                "OMP_NUM_THREADS": "1",
                "SGPKIT_COMPILED": "off",
            },
        )
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line)
            if line.startswith(f"{target.name}: "):
                print(line, end="", flush=True)
        process.wait()
        ended = [path for path in Path(folder).rglob("*") if path.name.startswith(("crash-", "timeout-", "oom-"))]
        for path in ended:  # what ended the whole process, kept by libFuzzer
            kind = path.name.partition("-")[0]
            there = kept(target, path.read_bytes()[:LONGEST], Fault(kind, "process", "".join(lines)[-8000:]))
            print(f"{target.name}: {kind}: {there}")
        if process.returncode and not ended:
            print("".join(lines)[-3000:], file=sys.stderr)
    failures = sum(line.startswith(f"{target.name}: ") and ".input" in line for line in lines)
    return not failures and not ended and process.returncode == 0


if __name__ == "__main__":
    sys.exit(main())
