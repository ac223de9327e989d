"""Check the positions of a submission's responses: each row must occur as often as declared, under its own key."""

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from sgpkit.benchmark import Completion
from sgpkit.files import reading
from sgpkit.runs import responses as run_responses
from sgpkit.runs.asking import take_all_known
from sgpkit.runs.conversation import Dialogue, add_prompts, key_of
from sgpkit.runs.folder import CHUNK_ROWS
from sgpkit.runs.plan import Plan
from sgpkit.runs.responses import Response
from sgpkit.sandbox.untrusted import tables as untrusted_tables
from sgpkit.submissions import retrace
from sgpkit.submissions.answers.totals import Spent, Totals
from sgpkit.submissions.retrace import Retraced

SHOWN = 5
"""Maximum number of rows that a finding names."""

FINISH_REASONS = ("stop", "length", "missing", "too_large", "content_filter", "error")

REMEDY = "Package the run again: sgpkit submit RUN"

MOST = 1e12
"""An upper bound on the tokens or seconds of any completion."""

SAME = ("id", "completion", "thinking", "latency", "prompt_tokens", "completion_tokens")
"""The columns in which copies of an answer agree."""

COPIED = 0.01
"""Maximum share of rows whose samples agree in text and in time to the microsecond by chance."""


@dataclass(frozen=True)
class Finding:
    """A problem. `rows` are the ids of some of the affected rows, and `count` is the number of occurrences."""

    kind: str
    message: str
    rows: tuple[str, ...] = ()
    count: int = 1


@dataclass(frozen=True)
class Answers:
    """The responses that can be scored, in order, with their counts; the hash of their prompts; the usage of all turns;
    and the findings. `table` is None without findings: the responses are then read when they are used."""

    table: pl.DataFrame | None
    totals: Totals
    prompts: str
    spent: Spent
    findings: tuple[Finding, ...] = ()


def some(kind: str, message: str, rows: Sequence[str]) -> Finding:
    """Return a finding that lists the first few affected rows, without duplicates."""
    return Finding(kind, message, tuple(dict.fromkeys(rows))[:SHOWN], len(rows))


def read(path: Path) -> tuple[pl.DataFrame, list[Response]]:
    """Read the table and the responses of a submission. Raises UserError for a form that `sgpkit run` does not
    write.
    """
    with reading(path, REMEDY):
        table = untrusted_tables.read(path)
        return table, stated(table)


def stated(table: pl.DataFrame) -> list[Response]:
    """Return the responses in a table. Raises ValueError for a form that `sgpkit run` does not write."""
    expected = pl.Schema(dict(run_responses.SCHEMA))
    if table.schema != expected:
        odd = [name for name in {**table.schema, **expected} if table.schema.get(name) != expected.get(name)]
        raise ValueError(f"unexpected columns: {', '.join(odd)}")
    if empty := [name for name in table.columns if name not in run_responses.OPTIONAL and table[name].null_count()]:
        raise ValueError(f"column {empty[0]} has empty cells")
    for name in ("keys", "turns"):
        if (table[name].list.len() != table[name].list.drop_nulls().list.len()).any():
            raise ValueError(f"column {name} has empty cells")
    turns, own = pl.col("turns").list.len() + 1, pl.col("keys").list.len()
    if table.select((pl.col("counted") & (turns != own)).any()).item():
        raise ValueError("column turns has other replies than those of the turns that have keys")
    if table.select(((pl.col("earlier") != "") & (own == 1)).any()).item():
        raise ValueError("column earlier has more than the turns that have keys")
    responses = list(run_responses.from_table(table, run_responses.keep_numbers))
    for response in responses:
        refuse_odd(response.completion)
    return responses


def refuse_odd(completion: Completion) -> None:
    """Raise ValueError for impossible values in a completion: earlier turns are JSON, which may contain anything."""
    if completion.finish_reason not in FINISH_REASONS:
        raise ValueError(f"finish_reason {completion.finish_reason!r:.40} is unknown")
    numbers = (completion.prompt_tokens, completion.completion_tokens, completion.cached_tokens, completion.latency)
    for number in numbers:
        if number is not None and not (isinstance(number, int | float) and 0 <= number <= MOST):
            raise ValueError(f"{number!r:.40} is not a number of tokens or seconds")
    if not isinstance(completion.thinking, str):
        raise ValueError(f"thinking {completion.thinking!r:.40} is not a text")


def check(planned: Plan, path: Path, parameters: str) -> Answers:
    """Check the responses of a file against the plan of the run: rows, samples, order, keys and copies, some thousands
    of responses at a time. Problems are returned as findings. If there are any, all responses are then read together,
    so that the findings can name rows.
    """
    return check_in_chunks(planned, path, parameters) or named_findings(planned, path, parameters)


def named_findings(planned: Plan, path: Path, parameters: str) -> Answers:
    """Do the same as `check` for all responses at once, and return every finding with its rows."""
    table, responses = read(path)
    counted = table.filter(pl.col("counted"))
    order_findings, fitting = positions(planned, counted)
    known = {response.key: response for response in responses}
    pairs = list(fitting.select("id", "sample").iter_rows())
    retraced = retrace.retrace(planned, pairs, parameters, known)
    findings = [*order_findings, *keys(planned, fitting, retraced, parameters)]
    if len(responses) > len(known):
        findings.append(
            Finding("rows", f"{len(responses) - len(known):,} responses have the same key as another response")
        )
    unclaimed = [response.id for key, response in known.items() if key not in retraced.used]
    if unclaimed and not findings:
        findings.append(some("rows", f"{len(unclaimed):,} discarded responses do not belong to any attempt", unclaimed))
    findings += copies(fitting)
    totals = Totals()
    totals.add(fitting)
    return Answers(fitting, totals, retraced.prompts, Spent(known.values()), tuple(findings))


def check_in_chunks(planned: Plan, path: Path, parameters: str) -> Answers | None:
    """Do the same as `check` in chunks of responses. Returns None if there is a finding, or if some responses are
    earlier attempts.
    """
    if planned.resample > 1:
        return None
    rows, totals, spent = iter(planned.rows), Totals(), Spent()
    prompts = hashlib.sha256()
    copies_of, timed = 0, 0
    for table in chunks(path):
        with reading(path, REMEDY):
            responses = stated(table)
        if table.height % planned.samples:
            return None
        known = {response.key: response for response in responses}
        asked = list(itertools.islice(rows, table.height // planned.samples))
        dialogues = [planned.dialogue(row, sample) for row in asked for sample in range(planned.samples)]
        expected = [(str(dialogue.row["id"]), dialogue.sample) for dialogue in dialogues]
        if not table["counted"].all() or expected != list(table.select("id", "sample").iter_rows()):
            return None
        add_prompts(prompts, (dialogue for dialogue in dialogues if dialogue.sample == 0))
        take_all_known(dialogues, parameters, known, planned.renew)
        keys_of = list(table.select("keys", "attempts").iter_rows())
        if any(is_misplaced(dialogue, *own) for dialogue, own in zip(dialogues, keys_of, strict=True)):
            return None
        if len(responses) > len(known) or known.keys() != {key for dialogue in dialogues for key in dialogue.keys}:
            return None
        own_copies, own_timed = copied(table)
        copies_of, timed = copies_of + len(own_copies), timed + own_timed
        totals.add(table)
        spent.add(responses)
    if next(rows, None) is not None or copies_of > COPIED * timed:
        return None
    return Answers(None, totals, prompts.hexdigest(), spent)


def chunks(path: Path) -> Iterator[pl.DataFrame]:
    """Yield the table of a submission, some thousands of rows at a time; the samples of a row are never split."""
    with reading(path, REMEDY):
        yield from run_responses.regroup(untrusted_tables.groups(path), CHUNK_ROWS)


def positions(planned: Plan, counted: pl.DataFrame) -> tuple[list[Finding], pl.DataFrame]:
    """Check that each row of the run occurs once for each sample, and that there is nothing else. Returns findings,
    and the responses that are in the right place.
    """
    samples = planned.samples
    asked = pl.DataFrame({"id": [str(row["id"]) for row in planned.rows]}).with_row_index("place")
    marked = counted.join(asked, on="id", how="left", maintain_order="left").with_columns(
        within=pl.col("sample").is_between(0, samples - 1), again=~pl.struct("id", "sample").is_first_distinct()
    )
    known = pl.col("place").is_not_null()
    odd = {
        "are to rows that were not asked": ~known,
        f"are samples beyond the declared n = {samples:,}": known & ~pl.col("within"),
        "are duplicates": pl.col("again"),
    }
    findings = [
        some("rows", f"{len(rows):,} responses {what}", rows)
        for what, wrong in odd.items()
        if (rows := marked.filter(wrong)["id"].to_list())
    ]
    fits = marked.select(known & pl.col("within") & ~pl.col("again")).to_series()
    fitting = counted.filter(fits)
    if missing := asked.height * samples - fitting.height:
        there = set(fitting.select("id", "sample").iter_rows())
        absent = (row for row in asked["id"] for sample in range(samples) if (row, sample) not in there)
        names = tuple(dict.fromkeys(itertools.islice(absent, SHOWN)))
        findings.append(Finding("rows", f"{missing:,} responses are missing", names, missing))
    order = marked.filter(fits).select("place", "sample")
    if not order.equals(order.sort("place", "sample")):
        findings.append(Finding("rows", "the responses are not in the order of the rows"))
    return findings, fitting


def keys(planned: Plan, table: pl.DataFrame, retraced: Retraced, parameters: str) -> Iterator[Finding]:
    """Yield findings for responses that are not under the key of their row, sample and attempt."""
    stored = list(table.select("keys", "attempts").iter_rows())
    wrong = [
        (dialogue, stored_keys)
        for dialogue, (stored_keys, attempts) in zip(retraced.dialogues, stored, strict=True)
        if is_misplaced(dialogue, stored_keys, attempts)
    ]
    if not wrong:
        return
    ours = {
        key_of(planned.dialogue(dialogue.row, dialogue.sample), parameters): named(dialogue)
        for dialogue in retraced.dialogues
    }
    reasons: dict[str, list[str]] = {}
    for dialogue, stored_keys in wrong[:SHOWN]:
        fresh = planned.dialogue(dialogue.row, dialogue.sample)
        elsewhere = {key: name for key, name in ours.items() if name != named(dialogue)}
        reason = retrace.explain(planned, fresh, stored_keys[0] if stored_keys else "", parameters, elsewhere)
        reasons.setdefault(reason, []).append(str(dialogue.row["id"]))
    names = [str(dialogue.row["id"]) for dialogue, _ in wrong]
    for reason, rows in reasons.items():
        message = f"responses do not match their keys, {len(names):,} in all: {reason}"
        yield Finding("keys", message, tuple(rows), len(names))


def is_misplaced(dialogue: Dialogue, keys: list[str], attempts: int) -> bool:
    """Return whether responses are not under the keys of their conversation, or are of another attempt."""
    return not dialogue.finished or dialogue.keys != keys or dialogue.attempt + 1 != attempts


def named(dialogue: Dialogue) -> str:
    """Return a name for a conversation in messages: its row and sample."""
    return f"row {dialogue.row['id']}, sample {dialogue.sample}"


def copies(table: pl.DataFrame) -> Iterator[Finding]:
    """Yield a finding if too many rows have samples that are copies: with equal text, tokens and time to the
    microsecond.
    """
    rows, timed = copied(table)
    if rows and len(rows) > COPIED * timed:
        yield some("copies", f"the samples of {len(rows):,} rows are copies of one answer", rows)


def copied(table: pl.DataFrame) -> tuple[list[str], int]:
    """Return the rows with samples that are copies, and the number of rows with known times."""
    timed = table.filter(pl.col("latency").is_not_null())
    rows = timed.filter(timed.select(SAME).is_duplicated())["id"].unique(maintain_order=True).to_list()
    return rows, timed["id"].n_unique()
