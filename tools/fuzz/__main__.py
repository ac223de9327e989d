"""`python -m tools.fuzz [svg|tex|parquet ...] [--seconds N]`: drive tests/hostile/properties by coverage.

With atheris (Linux, Python 3.11 to 3.13), libFuzzer chooses the bytes that Hypothesis makes its examples of. Failures
go into the database of Hypothesis, so that the next run of pytest shows them, made small. Without atheris pytest runs
the same properties with the profile `nightly`. Ends with 1 if a property failed.
"""

import argparse
import importlib
import importlib.util
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import ROOT

FOLDER = "tests/hostile/properties"
TARGETS = ("svg", "tex", "parquet")
INSTRUMENTED = ("sgpkit", "cssselect2", "tinycss2")
"""Packages whose branches are instrumented: ours, and the pure Python parsers that it uses."""

LONGEST = 512
"""Maximum number of bytes of an input. Hypothesis needs about 100, and refuses an example for which they do not
suffice.
"""


def main(arguments: list[str] | None = None) -> int:
    """Run the chosen targets, each in a separate process, since a failure ends it."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"{', '.join(TARGETS)} (all)")
    parser.add_argument("--seconds", type=int, default=60, help="for each target (60)")
    parser.add_argument("--here", action="store_true", help="run one target in this process")
    options = parser.parse_args(arguments)
    chosen = options.targets or list(TARGETS)
    if unknown := set(chosen) - set(TARGETS):
        parser.error(f"unknown target {', '.join(sorted(unknown))}; expected {', '.join(TARGETS)}")
    if options.here:
        return fuzz(chosen[0], options.seconds)
    environment = {**os.environ, "SGPKIT_SCORING": "direct", "SGPKIT_COMPILED": "off"}
    if importlib.util.find_spec("atheris") is None:
        print("atheris is not installed (tools/setup fuzz): running the profile nightly", file=sys.stderr)
        files = [f"{FOLDER}/test_{target}.py" for target in chosen]
        command = [sys.executable, "-m", "pytest", "-q", *files]
        return subprocess.run(command, cwd=ROOT, env=environment | {"HYPOTHESIS_PROFILE": "nightly"}).returncode
    command = [sys.executable, "-m", "tools.fuzz", "--here", "--seconds", str(options.seconds)]
    with tempfile.TemporaryDirectory(prefix="sgpkit-fuzz-") as folder:
        environment["TMPDIR"] = folder
        failed = [name for name in chosen if subprocess.run([*command, name], cwd=ROOT, env=environment).returncode]
    if failed:
        print(f"properties failed: {', '.join(failed)}; pytest {FOLDER} shows small examples", file=sys.stderr)
    return 1 if failed else 0


def fuzz(target: str, seconds: int) -> int:
    """Run the properties of one target under atheris; libFuzzer ends the process."""
    import atheris

    sys.path.insert(0, str(ROOT / "tests" / "helpers"))
    with atheris.instrument_imports(include=list(INSTRUMENTED)):
        module = importlib.import_module(f"{FOLDER.replace('/', '.')}.test_{target}")
    tests = [test.hypothesis.fuzz_one_input for test in vars(module).values() if hasattr(test, "hypothesis")]

    def run(data: bytes) -> None:
        if data:
            tests[data[0] % len(tests)](data[1:])

    corpus = Path(tempfile.mkdtemp())
    for number in range(64):
        (corpus / str(number)).write_bytes(random.Random(number).randbytes(LONGEST // 2))
    limits = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-len_control=0", "-timeout=120"]
    outputs = [f"-artifact_prefix={corpus.parent}/", "-verbosity=0", "-print_final_stats=1", "-rss_limit_mb=4096"]
    atheris.Setup(["fuzz", *limits, *outputs, str(corpus)], run)
    print(f"{target}: {len(tests)} properties", flush=True)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
