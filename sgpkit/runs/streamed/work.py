"""A run of more responses than are kept in memory: asked, kept and finished some thousands of rows at a time.

Each answer goes into the log as it comes. A stretch that has all its answers becomes a part of the table, which nobody
sees before the last stretch has them too: a run that is broken off begins with what its log holds.
"""

import hashlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from sgpkit import engines, garbage
from sgpkit.engines import Engine
from sgpkit.runs import folder, lock, parts, preflight, responses
from sgpkit.runs.asking import ask_turns
from sgpkit.runs.conversation import Dialogue, add_prompts, take_known
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Plan
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import SCHEMA, TOKENS, Response, ResponseLog, as_row
from sgpkit.runs.streamed.known import Known, Stored, short


def is_large(planned: Plan, engine: Engine) -> bool:
    """Return whether a run goes a stretch at a time: one with many responses, asked by this process alone, of an engine
    that answers each by itself."""
    alone = planned.options.share is None and planned.resample == 1 and not getattr(engine, "needs_all", False)
    return alone and len(planned.rows) * planned.samples > parts.PART_ROWS


def run(
    planned: Plan,
    engine: Engine,
    metadata: dict[str, Any],
    parameters: str,
    out: Path,
    progress: Progress,
    elsewhere: "Callable[[State], None] | None" = None,
) -> Run:
    """Ask whatever is missing, and note in run.json how far the run is; once every row has its response, put them into
    the table. `elsewhere` asks on other machines, which write the parts of the table."""
    folder.refuse_other_run(out, metadata)
    if (out / "run.json").exists() and folder.read_metadata(out).get("prompts"):
        metadata = metadata | {"prompts": prompts_of(planned)}
        folder.refuse_other_run(out, metadata)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    stored = Stored(out if elsewhere is None else out / responses.ASKING)  # workers read their own
    state = State(planned, Known(stored), parts.Writer(out, "responses"))
    try:
        if elsewhere is not None:
            with lock.starting(out):
                folder.start(out, metadata, started)
            elsewhere(state)
        else:
            ask_here(planned, engine, metadata, parameters, out, progress, state, started)
    finally:
        progress.end()
        session = {"started": started, "share": None} | progress.session()
        if session["asked"]:
            with suppress(OSError), lock.starting(out):
                folder.add_session(out, session)
    state.end(out)
    written = {**folder.read_metadata(out), **state.metadata(), folder.WRITTEN: parts.digest(out, "responses")}
    folder.write_metadata(out, written)
    return Run(out, written, session=session)


def ask_here(
    planned: Plan,
    engine: Engine,
    metadata: dict[str, Any],
    parameters: str,
    out: Path,
    progress: Progress,
    state: "State",
    started: str,
) -> None:
    """Ask a stretch after the other in this process, which writes the log and the table. An engine that only reads a
    file needs no log: what is lost when it breaks off is read again as fast as from there. Nor does it wait for the
    last answers of a stretch, so that fewer need to be in memory."""
    instant = engines.is_instant(engine)
    with nullcontext() if instant else ResponseLog(lock.log_path(out, None)) as log:
        for dialogues in planned.stretches(parts.PART_ROWS, parts.GROUP_ROWS if instant else None):
            with garbage.paused():
                first = (dialogue for dialogue in dialogues if dialogue.sample == 0)
                add_prompts(state.prompts, first, parameters)
                pending = dialogues
                if state.known.stored:
                    pending = [item for item in dialogues if not take_known(item, parameters, state.known)]
                if not state.begun:
                    if pending:
                        preflight.check(planned.options.engine, planned.setup, pending)
                    with lock.starting(out):
                        folder.start(out, metadata, started)
                    state.begun = True
                if pending and not state.stopped:
                    asked = ask_turns(
                        engine,
                        parameters,
                        dialogues,
                        state.known,
                        log,
                        lambda finished: [],
                        progress,
                        state.finished,
                        state.total,
                    )
                    state.stopped = asked.stopped
                state.take(dialogues)


class State:
    """The counts of a run on its way, and the table of its responses as far as all rows have one."""

    def __init__(self, planned: Plan, known: Known, writer: parts.Writer) -> None:
        self.known, self.writer = known, writer
        self.total = len(planned.rows) * planned.samples
        self.prompts = hashlib.sha256()
        self.finished = self.failed = self.attempts = 0
        self.tokens = dict.fromkeys(TOKENS, 0)
        self.used: list[np.ndarray] = []
        self.begun = False
        self.stopped = ""

    @property
    def unasked(self) -> int:
        return self.total - self.finished

    def take(self, dialogues: list[Dialogue]) -> None:
        """Count the conversations of a stretch, put those that are finished into the table, and forget their texts."""
        counted = [(item.keys, item.last) for item in dialogues if item.finished and item.last]
        seen = self.finished + len(counted)
        self.failed += sum(last.completion.finish_reason == "error" for _, last in counted)
        self.attempts += sum(last.attempt + 1 for _, last in counted)
        for keys, last in counted:
            self.add_tokens(last)
            for key in keys[:-1]:
                self.add_tokens(self.known[key])
        if self.known.stored:
            self.used.append(np.array([short(key) for keys, _ in counted for key in keys], dtype=np.uint64))
        if not self.stopped and len(counted) == len(dialogues):
            rows = [as_row(keys, last, True, self.known) for keys, last in counted]
            self.writer.add(as_table(rows))
        self.finished = seen
        self.known.fresh.clear()

    def add_tokens(self, response: Response) -> None:
        """Add the tokens of a response."""
        responses.add_tokens(self.tokens, response)

    def end(self, out: Path) -> None:
        """Put the table together if all rows have their response: those that count, then all others."""
        used = np.concatenate(self.used) if self.used else np.empty(0, dtype=np.uint64)
        logs = responses.logs(out)
        for others in self.known.stored.others(used):
            for response in others:
                self.add_tokens(response)
            if not self.unasked:
                rows = [as_row([response.key], response, False, self.known) for response in others]
                self.writer.add(pl.DataFrame(rows, schema=dict(SCHEMA), orient="row"))
        if not self.unasked:
            try:
                self.writer.commit()
            except OSError as error:
                raise responses.full_disk(error, out / "responses") from error
            for path in logs:
                path.unlink()
            shutil.rmtree(out / responses.ASKING, ignore_errors=True)

    def metadata(self) -> Mapping[str, Any]:
        """Return what run.json says of the end of a call."""
        return {
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "complete": self.failed == 0 and self.unasked == 0,
            "failed": self.failed,
            "unasked": self.unasked,
            "stopped": self.stopped,
            "prompts": self.prompts.hexdigest(),
            "attempts": self.attempts,
            "tokens": self.tokens,
        }


def as_table(rows: Sequence[tuple[Any, ...]]) -> pl.DataFrame:
    """Return rows of responses as a table. Lists of texts are made of one column of all texts, in a tenth of the time
    that a list by itself takes."""
    columns: dict[str, Any] = dict(zip(SCHEMA, zip(*rows, strict=True), strict=True))
    for name, kind in SCHEMA.items():
        if isinstance(kind, pl.List):
            columns[name] = lists_of_texts(columns[name])
    return pl.DataFrame(columns, schema=dict(SCHEMA))


def lists_of_texts(lists: Sequence[Sequence[str]]) -> pl.Series:
    """Return a column of lists."""
    lengths = np.fromiter(map(len, lists), dtype=np.int64, count=len(lists))
    texts = pl.Series([text for texts in lists for text in texts], dtype=pl.String)
    flat = pl.DataFrame({"row": np.repeat(np.arange(len(lists)), lengths), "texts": texts})
    grouped = flat.group_by("row", maintain_order=True).agg("texts")
    every = pl.DataFrame({"row": np.arange(len(lists))}).join(grouped, on="row", how="left", maintain_order="left")
    return every["texts"].fill_null(pl.lit([], dtype=pl.List(pl.String)))


def prompts_of(planned: Plan) -> str:
    """Return the hash of the first prompt of every row."""
    digest = hashlib.sha256()
    for dialogues in planned.stretches(parts.PART_ROWS, parts.GROUP_ROWS):
        add_prompts(digest, (dialogue for dialogue in dialogues if dialogue.sample == 0))
    return digest.hexdigest()
