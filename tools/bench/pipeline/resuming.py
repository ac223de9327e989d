"""The time that a finished run of 100,000 rows takes to resume: the data read, every prompt made and
every key computed again. Rows are those of `sgp-svg`, each with another id."""

import contextlib
import io
import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sgpkit.benchmark import Benchmark, Row, Skipped, Source, families
from sgpkit.data import build
from sgpkit.runs import plan, responses, run
from sgpkit.runs.responses import ResponseLog
from tools.bench.measure import Figure, at_most, median_seconds

ROWS = 100_000
DIFFERENT = 500


def figures() -> Iterator[Figure]:
    benchmark = many_rows()
    options = plan.Options("baseline", "reference")
    with tempfile.TemporaryDirectory() as temporary, contextlib.redirect_stdout(io.StringIO()) as output:
        folder, out = Path(temporary, "data"), Path(temporary, "run")
        build.build(benchmark, folder, workers=1)

        def again() -> None:
            result = run.run(benchmark, str(folder), out, options).metadata
            assert result["complete"], output.getvalue()

        again()
        finished = median_seconds(again, rounds=3)
        log = ResponseLog(out / "responses.jsonl")
        for response in responses.load(out).values():
            log.append(response)
        log.close()
        shutil.rmtree(out / "responses")
        broken_off = median_seconds(again, rounds=1)
    yield at_most("resume 100,000 finished rows", finished, 5.0, "s")
    yield at_most("resume 100,000 rows from the log of a killed run, and compact", broken_off, 10.0, "s")


def many_rows(count: int = ROWS, config: str = "sgp-svg") -> Benchmark:
    """A config with rows that are copies under names of their own, and no pictures."""
    benchmark = families.get(config)

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        drawn = benchmark.rows.read(path=path, seed=seed)
        known = [row for split, row in itertools.islice(drawn, 4 * DIFFERENT) if split == "test"][:DIFFERENT]
        for number in range(count):
            yield "test", known[number % len(known)] | {"id": f"row-{number}", "image": None}

    return benchmark.replacing(sources={"builtin": Source(rows)}, finish=None, counts={})
