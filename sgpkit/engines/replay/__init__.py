"""Replay existing completions: JSONL or Parquet with `id`, `completion` (or `response`) and optionally `sample`, a
sample log of lm-eval, or a log of inspect_ai (`.eval`)."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import polars as pl

from sgpkit.benchmark import Completion
from sgpkit.engines import Request, Setup
from sgpkit.engines.replay.converted import Converted, convert, hashes
from sgpkit.engines.replay.reading import EXPECTED
from sgpkit.engines.replay.reading import completion as completion
from sgpkit.engines.replay.reading import read as read
from sgpkit.errors import UserError
from sgpkit.files import file_digest

OPTIONS: frozenset[str] = frozenset()

TOGETHER = 20_000
"""Requests whose completions are in memory together."""


@dataclass(frozen=True)
class Replay:
    """An engine that returns completions from a file; a request without one gets the finish reason `missing`."""

    instant: ClassVar = True

    path: Path
    digest: str
    completions: Converted

    def identity(self) -> Mapping[str, Any]:
        return {"model": self.path.name, "sha256": self.digest}

    def statistics(self) -> Mapping[str, Any]:
        return {}

    def close(self) -> None:
        self.completions.close()

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        missing = Completion("", finish_reason="missing")
        for start in range(0, len(requests), TOGETHER):
            asked = requests[start : start + TOGETHER]
            items = self.completions.get([str(item.row["id"]) for item in asked], [item.sample for item in asked])
            for index, (request, item) in enumerate(zip(asked, items, strict=True), start=start):
                kept = item or missing
                # If the file has the earlier replies of a conversation, they are used before the last.
                yield index, Completion(kept.turns[request.turn]) if request.turn < len(kept.turns) else kept


def check(setup: Setup) -> None:
    """Raise UserError if there is no such file."""
    if not Path(setup.model).is_file():
        raise UserError(f"no file {setup.model!r} to replay; expected {EXPECTED} as --model")


def open_engine(setup: Setup) -> Replay:
    """Read the file that `setup.model` names. Raises UserError if it is malformed or matches none of the rows."""
    check(setup)
    path = Path(setup.model)
    completions = convert(path)
    ids = getattr(setup.rows, "ids", None)  # only the ids, since the rows may not be in memory
    known = hashes(pl.Series([str(row["id"]) for row in setup.rows] if ids is None else ids, dtype=pl.String))
    matching = completions.ids.is_in(known.implode())
    if not len(completions):
        raise UserError(f"{path} is empty; expected {EXPECTED}")
    if not matching.any():
        config = setup.benchmark.config
        raise UserError(f"{path}: none of its {len(completions)} ids matches a row of {config}")
    tell_what_is_unused(path, setup, completions, known, matching)
    return Replay(path, file_digest(path), completions)


def tell_what_is_unused(
    path: Path, setup: Setup, completions: Converted, known: pl.Series, matching: pl.Series
) -> None:
    """Print a warning if some requested rows have no completion, or some completions have no row."""
    asked = known if setup.asked is None else hashes(pl.Series(sorted(setup.asked), dtype=pl.String))
    of = "rows" if len(asked) == len(known) else "selected rows"
    remarks = []
    first = completions.ids.filter(completions.samples == 0)
    if missing := len(asked) - int(asked.is_in(first.implode()).sum()):
        remarks.append(f"{missing:,} of the {len(asked):,} {of} have no completion (sample 0) and will score 0")
    if unknown := completions.ids.filter(~matching).n_unique():
        remarks.append(f"{unknown:,} {'id does' if unknown == 1 else 'ids do'} not match any row")
    further = int(completions.samples.max() or 0)  # type: ignore[arg-type]
    if further >= setup.samples:
        remarks.append(f"the file has samples up to {further}; use --n {further + 1} to replay all")
    if remarks:
        tell(f"{path}: {'; '.join(remarks)}")


@cache
def tell(remark: str) -> None:
    """Print a remark to standard error once per process, since both the estimate and the run open the engine."""
    print(remark, file=sys.stderr)
