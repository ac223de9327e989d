"""Completions → scores: a part is right only if every predicate on its solid holds.

The program runs in one sandbox and leaves a solid, which another measures and tests: nothing that the program patched
is there any more. The published `pr` is the headline, `rs` the share of requirements whose tests all pass. Rows without
tests and predicates only show whether a solid is valid: a run with such rows has no `pr` and no `rs`.
"""

import json
import re
from collections.abc import Mapping, Sequence

from sgpkit import extract, statistics
from sgpkit.benchmark import Completion, Less, Row, Score
from sgpkit.statistics import Estimate
from sgpkit.status import Rejected, Status

from . import predicates, running

BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
LIBRARY = re.compile(r"\bcadquery\b|\bcq\.|\bbuild123d\b")
LONGEST = 400_000


def program_of(completion: Completion) -> str:
    """Return the last program in a completion. Raises Rejected if there is none."""
    text, _ = extract.without_thinking(completion.text[:LONGEST])
    if not text.strip():
        raise Rejected(Status.NO_ANSWER, "empty answer")
    blocks = [block for block in BLOCK.findall(text) if LIBRARY.search(block)]
    program = blocks[-1] if blocks else text
    if not LIBRARY.search(program):
        status = Status.TRUNCATED if completion.finish_reason == "length" else Status.NO_ANSWER
        raise Rejected(status, f"no CadQuery or build123d program in the answer: {text.strip()[:60]!r}")
    return program


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Return one score a completion, in their order."""
    programs: list[str | Rejected] = []
    for completion in completions:
        try:
            programs.append(program_of(completion))
        except Rejected as rejected:
            programs.append(rejected)
    readable = [index for index, program in enumerate(programs) if isinstance(program, str)]
    tests = [[test["cadtest_code"] for test in tests_of(rows[index])] for index in readable]
    ran = running.run_many([str(programs[index]) for index in readable], tests) if readable else []
    outcomes: dict[int, running.Outcome | Rejected] = dict(zip(readable, ran, strict=True))
    results = []
    for index, (row, program) in enumerate(zip(rows, programs, strict=True)):
        outcome = program if isinstance(program, Rejected) else outcomes[index]
        results.append(Score.rejected(outcome, nothing(row)) if isinstance(outcome, Rejected) else judged(row, outcome))
    return results


UNTESTED = Less(
    "valid, untested",
    "the rows have no tests, so there is no pr: the value is the share of programs that leave a valid "
    "solid, as any box does; build the rows with the tests of dimitrismallis/CADTestBench (config cadtests)",
)


def less_than_right(row: Row) -> Less | None:
    """Return the meaning of a row's score, if 1 does not mean that its tests pass."""
    return None if row["predicates"] or row["tests"] else UNTESTED


def nothing(row: Row) -> dict[str, float]:
    """Return the parts of an answer without a solid."""
    return {"valid": 0.0} | ({"rs": 0.0} if less_than_right(row) is None else {})


def tests_of(row: Row) -> list[Mapping[str, str]]:
    """Return the published tests of a row."""
    return list(json.loads(row["tests"])) if row["tests"] else []


def judged(row: Row, outcome: running.Outcome) -> Score:
    """Return the score of a solid."""
    valid = bool(outcome.measures["valid"])
    if row["predicates"]:
        wanted = json.loads(row["predicates"])
        failures = predicates.failed(wanted, outcome.measures)
        parts = {"valid": float(valid), "rs": 1 - len(failures) / len(wanted)}
        return Score(
            float(not failures),
            parts,
            Status.OK,
            f"not met: {', '.join(failures)}" if failures else "all requirements are met",
        )
    if not row["tests"]:
        return Score(float(valid), {"valid": float(valid)}, Status.OK, "no tests; only validity was checked")
    passed: dict[str, list[bool]] = {}
    everything = []
    for test, reply in zip(tests_of(row), outcome.tests, strict=True):
        everything.append(not reply)
        if test["requirement_id"]:
            passed.setdefault(test["requirement_id"], []).append(not reply)
    groups = [all(values) for values in passed.values()]
    share = sum(groups) / len(groups) if groups else float(all(everything))
    reason = f"{sum(everything)} of {len(everything)} tests pass"
    return Score(float(all(everything)), {"valid": float(valid), "rs": share}, Status.OK, reason)


def summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, float | Estimate]:
    """Return the share that leaves no solid, and results by partition."""
    if not rows:
        return {}
    clusters = [row["cluster"] for row in rows]
    invalid = [float(score.parts.get("valid", 0.0) == 0) for score in scores]
    figures: dict[str, float | Estimate] = {"invalid": statistics.mean_estimate(invalid, clusters)}
    tested = [pair for pair in zip(rows, scores, strict=True) if less_than_right(pair[0]) is None]
    for partition in sorted({row["partition"] for row, _ in tested}):
        mine = [(row, score) for row, score in tested if row["partition"] == partition]
        figures[f"pr, {partition}"] = statistics.mean_estimate(
            [score.value for _, score in mine], [row["cluster"] for row, _ in mine]
        )
    return figures
