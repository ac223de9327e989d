"""Builds, pushes, runs, scores, reports, submissions and their verification, killed at random instants, or with a full
disk or a changed clock, and taken up again: what they leave must equal, byte for byte, what undisturbed ones leave.

Each step runs in a separate process, which is killed alone, so that whatever it started has to end by itself. Pushes
go to a Hub on 127.0.0.1 by the real clients; after each fault it holds the old version or the new one.

Try it: python -m tools.fuzz.faults --kills 200 --seed 0
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import tools

sys.path.insert(0, str(tools.HELPERS))

import datasets  # noqa: F401  # packages that take long are loaded here, once for all steps
import jinja2  # noqa: F401
import PIL.Image  # noqa: F401
import pyarrow.parquet  # noqa: F401
import toy_drawing

import sgpkit
from sgpkit import files
from sgpkit import reports as report
from sgpkit.benchmark import Source, families
from sgpkit.data import build
from sgpkit.runs import plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package
from tools.fuzz import loopback_hub
from tools.fuzz.loopback_hub import NEW, OLD, Hub, State

ROWS = 24
PATIENCE = 120
"""Time in seconds after which a step that was not killed counts as hung."""

TRIES = 5
"""Number of attempts to kill a helper that may end before it can be killed."""

TIMES = ("run.json", ".lock", ".lock-start")
"""Files that record times or running processes rather than results."""


def rows(path: str, seed: int) -> Iterator[Any]:
    yield "train", toy_drawing.row("example-0")
    for number in range(ROWS):
        yield "test", toy_drawing.row(f"square-{number}")


def older_rows(path: str, seed: int) -> Any:
    return ((split, row | {"name": f"{row['name']}, once"}) for split, row in rows(path, seed))


def finish(row: Any) -> Any:
    return row | {"image": toy_drawing.png(row["code"].split(chr(34))[-2], (300, 300))}


BENCHMARK = toy_drawing.DRAWING.replacing(
    sources={"builtin": Source(rows)}, finish=finish, counts={"train": 1, "test": ROWS}, groups=("kind",)
)


OLDER = BENCHMARK.replacing(sources={"builtin": Source(older_rows)})
BENCHMARKS = {BENCHMARK.config: BENCHMARK}


def built(folder: Path) -> None:
    build.build(BENCHMARK, folder / "data", workers=2 if (folder / "two workers").exists() else 1)


def built_once(folder: Path) -> None:
    build.build(OLDER, folder / "data", workers=1)


def pushed(folder: Path) -> None:
    """Push the new version over the old one on the Hub; the file `hub` has its address."""
    loopback_hub.push(folder, NEW, (folder / "hub").read_text())


def pushed_once(folder: Path) -> None:
    loopback_hub.push(folder, OLD, (folder / "hub").read_text())


def asked(folder: Path) -> None:
    """Run with right, wrong, hostile and missing answers in turn."""
    kinds = (
        toy_drawing.square("#ff0000"),
        toy_drawing.square("#00ff00"),
        "<svg><script>1</script></svg>",
        "no drawing",
    )
    lines = [json.dumps({"id": f"square-{n}", "completion": f"{kinds[n % 4]}<!-- {n} -->"}) for n in range(ROWS - 2)]
    answers = folder / "answers.jsonl"
    if not answers.exists():
        part = folder / "answers.part"
        part.write_text("\n".join(lines))
        part.replace(answers)
    run.run(BENCHMARK, str(folder / "data"), folder / "run", plan.Options("replay", str(answers)))


def scored(folder: Path) -> None:
    score.score(Run.open(folder / "run"))


def reported(folder: Path) -> None:
    os.chdir(folder)
    report.write([folder / "run"], folder / "report.html")


def submitted(folder: Path) -> None:
    """A whole run as a submission: answers that are right and wrong in turn."""
    kinds = toy_drawing.square("#ff0000"), toy_drawing.square("#00ff00"), "<svg><script>1</script></svg>"
    answers = folder / "whole.jsonl"
    lines = [json.dumps({"id": f"square-{n}", "completion": f"{kinds[n % 3]}<!-- {n} -->"}) for n in range(ROWS)]
    answers.write_text("\n".join(lines))
    run.run(BENCHMARK, str(folder / "data"), folder / "whole", plan.Options("replay", str(answers)))
    score.score(Run.open(folder / "whole"))
    package.package(ScoredRun.open(folder / "whole"), folder / "submissions")


def verified(folder: Path) -> None:
    os.chdir(folder)
    outcomes = sgpkit.verify(folder / "submissions", data=str(folder / "data"))
    verdicts = [(outcome.verified, outcome.error, outcome.details and outcome.details.figures) for outcome in outcomes]
    files.write_atomically(folder / "verified.json", json.dumps(verdicts, default=dict, indent=1))


STEPS: Mapping[str, Callable[[Path], None]] = {
    "build": built,
    "push": pushed,
    "run": asked,
    "score": scored,
    "report": reported,
    "submit": submitted,
    "verify": verified,
}
BEFORE: Mapping[str, Callable[[Path], None]] = {"build once": built_once, "push once": pushed_once}
"""Preparations of steps, such as pushing the old version to the Hub."""


class Fault(NamedTuple):
    """A fault of a process: it is killed this number of seconds after its start, may not write files longer than this
    number of bytes, has a clock that jumps, or loses a process of a kind of `HELPERS` that scores or verifies for it,
    this number of seconds after the first of that kind is seen.
    """

    after: float | None = None
    room: int | None = None
    jumps: bool = False
    helper: str = ""
    delay: float = 0.0


NOTHING = Fault()

TEMPLATE, FORKSERVER = "sgpkit.sandbox.untrusted", "sgpkit.submissions.boundary.forkserver"
HELPERS: Mapping[str, tuple[str, bool]] = {
    "template": (TEMPLATE, False),
    "worker": (TEMPLATE, True),
    "forkserver": (FORKSERVER, False),
    "verifier": (FORKSERVER, True),
}
"""The kinds of helper processes that score or verify: a text in their command lines, and whether their parent, from
which they are forked, has it too.
"""

CERTAIN: Mapping[str, Sequence[str]] = {
    "score": ("worker", "template"),
    "verify": ("verifier", "worker", "forkserver", "template"),
}
"""The kinds of helpers, by step, that every schedule kills, however short it is."""


class Ending(NamedTuple):
    """The end of a step: whether it is done, and whether one of its processes was killed."""

    done: bool
    struck: bool = False


def attempt(step: str, folder: Path, fault: Fault = NOTHING) -> Ending:
    """Return how the step ended. Raises an error for an unexpected end."""
    child = os.fork()
    if child == 0:
        carry_out(step, folder, fault)
    begun = time.monotonic()
    seen, struck = None, False
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        waited = time.monotonic() - begun
        if done:
            break
        if fault.after is not None and waited >= fault.after:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return Ending(False)
        if fault.helper and not struck:
            if seen is None and helpers(child, fault.helper):
                seen = waited
            struck = seen is not None and waited >= seen + fault.delay and strike(child, fault.helper)
        if waited > PATIENCE:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise AssertionError(f"{step}: nothing for {PATIENCE} s")
        time.sleep(0.002)
    ended = os.waitstatus_to_exitcode(status)
    if ended == 0:
        return Ending(True, struck)
    if ended == FULL and fault.room is not None:
        return Ending(False)
    raise AssertionError(f"{step} ended with {ended}: {(folder / 'said.txt').read_text()[-2000:]}")


def strike(parent: int, kind: str) -> bool:
    """Kill one of a process's current helpers of a kind. Return whether there was one."""
    for process in random.sample(present := helpers(parent, kind), len(present)):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
            return True
    return False


def helpers(parent: int, kind: str) -> list[int]:
    """Return the descendants of a process that are of a kind."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            children.setdefault(int(path.read_text().rpartition(")")[2].split()[1]), []).append(int(path.parent.name))
    name, forked = HELPERS[kind]
    named = {process for process in descendants(parent, children) if name in command(process)}
    copies = {child for process in named for child in children.get(process, ())} & named
    return sorted(copies if forked else named - copies)


def command(process: int) -> str:
    """Return the command line of a process; "" for one that has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:
        return ""


def descendants(process: int, children: Mapping[int, list[int]]) -> Iterator[int]:
    for child in children.get(process, []):
        yield child
        yield from descendants(child, children)


FULL = 28


def carry_out(step: str, folder: Path, fault: Fault) -> None:
    """Run a step in the child process; never returns."""
    code = 1
    try:
        families.get = lambda config: BENCHMARK
        os.environ |= {
            "SGPKIT_FAMILIES": str(Path(toy_drawing.__file__).parent / "toyfamily"),
            "SGPKIT_TOY_BENCHMARKS": "tools.fuzz.faults:BENCHMARKS",
        }
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        output = os.open(folder / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(output, 2)
        if fault.helper:
            os.environ["SGPKIT_SCORING"] = "workers"
        if fault.jumps:
            clock = time.time
            time.time = lambda: clock() + random.uniform(-1e6, 1e6)
        if fault.room is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (fault.room, resource.RLIM_INFINITY))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        {**STEPS, **BEFORE}[step](folder)
        code = 0
    except BaseException as error:
        code = FULL if fault.room is not None and is_full(error) else 1
        print(f"{step}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def is_full(error: BaseException | None) -> bool:
    """Return whether an error of Python, Arrow or Polars means that the disk is full."""
    while error is not None:
        if isinstance(error, OSError) or "File too large" in str(error) or "os error 27" in str(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def left(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder except those that record times, after checking that none is incomplete."""
    contents = {}
    for path in sorted(
        [*(folder / "data").rglob("*"), *(folder / "run").rglob("*"), folder / "report.html", folder / "verified.json"]
    ):
        if path.is_file() and path.name not in TIMES:
            contents[str(path.relative_to(folder))] = path.read_bytes()
    packed = [path.relative_to(folder) for path in (folder / "submissions").rglob("manifest.json")]
    contents["submissions"] = json.dumps(sorted(map(str, packed))).encode()
    return contents


class Outcome(NamedTuple):
    faults: Counter[str]
    differing: list[str]


def try_often(kills: int, seed: int, tell: Callable[[str], None] = print) -> Outcome:
    """Run whole pipelines, one after another, until this number of processes have been struck."""
    draw = random.Random(f"faults:{seed}")
    struck: Counter[str] = Counter()
    differing: list[str] = []
    with tempfile.TemporaryDirectory() as folder, closing(Hub(Path(folder) / "hub")) as hub:
        # Every pipeline runs in the same folder, because its path is in the report.
        work = Path(folder) / "place"
        fresh(work, hub)
        for step in BEFORE:
            attempt(step, work)
        hub.remember()
        fresh(work, hub)
        old, lasting = hub.state().contents(), {}
        for step in STEPS:
            begun = time.monotonic()
            attempt(step, work)
            lasting[step] = time.monotonic() - begun
        known, new = left(work), hub.state().contents()
        assert old.files != new.files and new.tags == {OLD: "", NEW: "head"}, "the undisturbed push came to nothing"
        assert json.loads(known["verified.json"])[0][0], "the undisturbed submission does not hold"
        tell("undisturbed: " + ", ".join(f"{step} {seconds:.2f} s" for step, seconds in lasting.items()))
        certain = dict(CERTAIN)
        while certain or sum(struck.values()) < kills:
            fresh(work, hub)
            if draw.random() < 0.1:
                (work / "two workers").touch()
            for step in STEPS:
                for kind in certain.pop(step, ()):
                    strike_once(step, work, kind, draw)
                    struck[f"{step} with a killed {kind}"] += 1
                    if results(step, work) != {name: known[name] for name in known if is_of(step, name)}:
                        differing.append(f"after a killed {kind}: what {step} leaves")
                        tell(differing[-1])
                for _ in range(draw.randint(1, 4)):
                    fault = drawn(draw, step, lasting[step])
                    ending = attempt(step, work, fault)
                    if ending.struck:
                        struck[f"{step} with a killed {fault.helper}"] += 1
                    if ending.done:
                        break
                    struck[f"{step} {'killed' if fault.after is not None else 'without room'}"] += 1
                    if not between(hub.state().contents(), old, new):
                        differing.append(f"after {sum(struck.values())} faults: the Hub, in the middle of a {step}")
                        tell(differing[-1])
                attempt(step, work, Fault(jumps=draw.random() < 0.5))
            files = left(work)
            names = [name for name in sorted(files.keys() | known.keys()) if files.get(name) != known.get(name)]
            if hub.state().contents() != new:
                names.append("the Hub")
            if names:
                differing += [f"after {sum(struck.values())} faults: {name}" for name in names]
                tell(differing[-1])
    return Outcome(struck, differing)


def strike_once(step: str, folder: Path, kind: str, draw: random.Random) -> None:
    """Carry out a step from its beginning while a helper of a kind is killed."""
    for _ in range(TRIES):
        shutil.rmtree(folder / "cache", ignore_errors=True)
        for path in results(step, folder):
            (folder / path).unlink()
        ending = attempt(step, folder, Fault(helper=kind, delay=draw.uniform(0, 0.3)))
        if ending.struck:
            return
    raise AssertionError(f"{step}: {TRIES} times no {kind} was there to be killed")


def results(step: str, folder: Path) -> dict[str, bytes]:
    """Return the files that a step has left."""
    return {name: content for name, content in left(folder).items() if is_of(step, name)}


def is_of(step: str, name: str) -> bool:
    """Return whether a file is written by a step of `CERTAIN`."""
    return name == "verified.json" if step == "verify" else name.startswith("run/scores")


def fresh(folder: Path, hub: Hub) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "hub").write_text(hub.endpoint)
    hub.back()


def between(now: State, old: State, new: State) -> bool:
    """Return whether the Hub has exactly the old or the new version, with a new tag only on the new one."""
    return now in (old, new, new._replace(tags={OLD: ""}))


def drawn(draw: random.Random, step: str, lasting: float) -> Fault:
    if step in CERTAIN and draw.random() < 0.3:
        return Fault(helper=draw.choice(CERTAIN[step]), delay=draw.uniform(0, lasting))
    if draw.random() < 0.2:
        return Fault(room=int(10 ** draw.uniform(1, 4.5)))
    return Fault(after=draw.uniform(0, 1.1 * lasting))


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    begun = time.monotonic()
    outcome = try_often(options.kills, options.seed)
    for what, number in sorted(outcome.faults.items()):
        print(f"{number:5} × {what}")
    differ = f"{len(outcome.differing)} files differ" if outcome.differing else "every file as undisturbed"
    print(f"{sum(outcome.faults.values())} faults in {time.monotonic() - begun:.0f} s: {differ}")
    return 1 if outcome.differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
