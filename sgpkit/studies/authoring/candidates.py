"""Candidates: questions and captions about drawings with the results of all checks, in one table.

An authored folder holds `author.json` (options and progress), every raw reply (`responses.jsonl` during the run, then
`responses.parquet`), `pictures/`, `author-log.jsonl` (drawings that were not asked about, with the reason) and
`candidates.parquet`: every question and caption, kept or not, with its reason. The review reads and never changes it.
"""

import io
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit.benchmark import NOTHING
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.sandbox.untrusted import tables as untrusted_tables
from sgpkit.studies.authoring.drawing import Drawn
from sgpkit.studies.authoring.prompts import LETTERS
from sgpkit.studies.authoring.reading import Proposal
from sgpkit.studies.authoring.vocabulary import CAPTION

FILE = "candidates.parquet"

SCHEMA: dict[str, Any] = {
    "id": pl.String,
    "item": pl.String,
    "kind": pl.String,
    "type": pl.String,
    "format": pl.String,
    "code": pl.String,
    "category": pl.String,
    "question": pl.String,
    "options": pl.List(pl.String),
    "answer": pl.String,
    "caption": pl.String,
    "pictures": pl.List(pl.String),
    "kept": pl.Boolean,
    "reason": pl.String,
    "checks": pl.String,
    "model": pl.String,
    "source": pl.String,
    "license": pl.String,
    "dialect": pl.String,
}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A question or a caption about a drawing. `number` counts the questions of one reply from 1; a reply without
    questions has the number 0. `reason` says why it is dropped, `failed` names the check that it failed; `waiting`
    describes the checks that are still missing.
    """

    drawn: Drawn
    type: str
    number: int
    proposal: Proposal | None = None
    caption: str = ""
    failed: str = ""
    reason: str = ""
    waiting: str = ""
    checks: Mapping[str, Any] = field(default_factory=lambda: NOTHING)

    @property
    def id(self) -> str:
        """The id: drawing, type and number."""
        item = self.drawn.program.item
        return f"{item}:{CAPTION}" if self.is_caption else f"{item}:{self.type}:{self.number}"

    @property
    def is_caption(self) -> bool:
        """Return whether it is a caption, not a question."""
        return self.type == CAPTION

    @property
    def open(self) -> bool:
        """Return whether it passed every check so far, and none is pending."""
        return not self.failed and not self.waiting

    @property
    def kept(self) -> bool:
        """Return whether all checks are done and it passed them."""
        return self.open

    def passed(self, check: str, result: Any = "ok") -> "Candidate":
        """Return the candidate with a check that it passed."""
        return replace(self, checks={**self.checks, check: result})

    def fails(self, check: str, reason: str, result: Any = None) -> "Candidate":
        """Return the candidate with a check that it failed."""
        result = reason if result is None else result
        return replace(self, failed=check, reason=f"{check}: {reason}", checks={**self.checks, check: result})

    def waits(self, reason: str) -> "Candidate":
        """Return the candidate with the reason why a check is pending."""
        return replace(self, waiting=reason, reason=f"waiting: {reason}")


# --- keys -------------------------------------------------------------------------------------------------------------


def ordered_options(candidate: Candidate, letter: str, seed: str) -> list[str]:
    """Return the options with the right one under `letter`, the others shuffled by seed and candidate."""
    proposal = candidate.proposal
    assert proposal is not None and proposal.key is not None
    others = [option for index, option in enumerate(proposal.options) if index != proposal.key]
    random.Random(f"{seed}:{candidate.id}:options").shuffle(others)
    others.insert(LETTERS.index(letter), proposal.options[proposal.key])
    return others


def key_letters(candidate: Candidate, seed: str) -> list[str]:
    """Return the letters of the right option in successive askings, the author's own last.

    A model that favors one letter is then not right every time.
    """
    assert candidate.proposal is not None and candidate.proposal.key is not None
    own = LETTERS[candidate.proposal.key]
    others = [letter for letter in LETTERS if letter != own]
    random.Random(f"{seed}:{candidate.id}:asked").shuffle(others)
    return [*others, own]


def final_orders(
    candidates: Sequence[Candidate], seed: str, earlier: Mapping[str, tuple[list[str], str]]
) -> dict[str, tuple[list[str], str]]:
    """Return options and letter of every question that is kept, with equally frequent letters in each type and in all.

    A question keeps the order of an earlier call, since people may have seen it. The others get, in their order, the
    letter that is rarest in their type and then in all; ties are broken at random by seed and candidate.
    """
    kept = [candidate for candidate in candidates if candidate.kept and not candidate.is_caption]
    orders = {}
    for candidate in kept:
        assert candidate.proposal is not None
        options, letter = earlier.get(candidate.id, ([], ""))
        if letter and sorted(options) == sorted(candidate.proposal.options):
            right = options[LETTERS.index(letter)]
            if right == candidate.proposal.options[candidate.proposal.key or 0]:
                orders[candidate.id] = (options, letter)
    counts: Counter[tuple[str, str]] = Counter()
    for candidate in kept:
        if candidate.id in orders:
            counts.update([(candidate.type, orders[candidate.id][1]), ("", orders[candidate.id][1])])
    for candidate in kept:
        if candidate.id not in orders:
            draw = random.Random(f"{seed}:{candidate.id}:key")
            rarity = {letter: (counts[candidate.type, letter], counts["", letter]) for letter in LETTERS}
            letter = draw.choice([letter for letter in LETTERS if rarity[letter] == min(rarity.values())])
            counts.update([(candidate.type, letter), ("", letter)])
            orders[candidate.id] = (ordered_options(candidate, letter, seed), letter)
    return orders


# --- the table --------------------------------------------------------------------------------------------------------


def write(folder: Path, candidates: Sequence[Candidate], model: str, seed: str) -> None:
    """Write the table of candidates."""
    orders = final_orders(candidates, seed, earlier_orders(folder))
    rows = [as_row(candidate, orders, model) for candidate in candidates]
    table = io.BytesIO()
    pl.DataFrame(rows, schema=SCHEMA, orient="row").write_parquet(table, compression="zstd")
    write_atomically(folder / FILE, table.getvalue())


def as_row(candidate: Candidate, orders: Mapping[str, tuple[list[str], str]], model: str) -> tuple[Any, ...]:
    """Return the row of a candidate."""
    program, proposal = candidate.drawn.program, candidate.proposal
    options, letter = orders.get(candidate.id, ([], ""))
    if proposal and not options:
        options = list(proposal.options)
        letter = LETTERS[proposal.key] if proposal.key is not None and proposal.key < len(LETTERS) else ""
    return (
        candidate.id,
        program.item,
        "caption" if candidate.is_caption else "question",
        candidate.type,
        program.format,
        program.code,
        program.category,
        proposal.question if proposal else "",
        options,
        letter,
        candidate.caption,
        list(candidate.drawn.names),
        candidate.kept,
        candidate.reason,
        json.dumps(dict(candidate.checks), ensure_ascii=False, sort_keys=True),
        model,
        program.source,
        program.license,
        program.dialect,
    )


def earlier_orders(folder: Path) -> dict[str, tuple[list[str], str]]:
    """Return options and letter of the questions that an earlier call kept."""
    path = folder / FILE
    if not path.exists():
        return {}
    with reading(path, "Remove it and run the same command again."):
        table = untrusted_tables.read_columns(path, ("id", "options", "answer", "kept")).filter(pl.col("kept"))
        rows = table.select("id", "options", "answer").rows()
    return {row[0]: (row[1], row[2]) for row in rows}


def refuse_fewer(folder: Path, wanted: Mapping[tuple[str, str], Sequence[str]]) -> None:
    """Raise a UserError if the table has kept candidates that this call does not ask for: people may have judged them.

    `wanted` has the pictures of every drawing and type that is asked about now.
    """
    path = folder / FILE
    if not path.exists():
        return
    with reading(path, "Remove it and run the same command again."):
        table = untrusted_tables.read_columns(path, ("id", "item", "type", "pictures", "kept")).filter(pl.col("kept"))
        rows = table.select("id", "item", "type", "pictures").rows()
    lost = [row[0] for row in rows if row[3] != list(wanted.get((row[1], row[2]), ()))]
    if lost:
        raise UserError(
            f"{folder} contains {len(lost):,} candidates that this command would not draft, such as {lost[0]!r}\n"
            "Use all their types, at least the same --limit and the same drawings, or choose another --out."
        )


# --- counts -----------------------------------------------------------------------------------------------------------


def counts(candidates: Iterable[Candidate]) -> dict[str, dict[str, int]]:
    """Return the numbers of candidates by type: all, kept, waiting, and failed by check."""
    by_type: dict[str, Counter[str]] = {}
    for candidate in candidates:
        of_type = by_type.setdefault(candidate.type, Counter())
        of_type["candidates"] += 1
        of_type["kept" if candidate.kept else "waiting" if not candidate.failed else candidate.failed] += 1
    return {name: dict(of_type) for name, of_type in by_type.items()}
