"""Ask, store and finish a run in chunks of rows, so that memory does not grow with the number of responses. A small run
is one chunk.

Conversations are asked turn by turn, all rows of a chunk and turn in one batch. Each answer is logged when it arrives.
A chunk with all answers becomes a part of the table, which is published after the last chunk: an interrupted run
resumes from its log.
"""

import hashlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sgpkit import engines, garbage
from sgpkit.engines import Engine
from sgpkit.runs import folder, lock, parts, preflight, responses
from sgpkit.runs.asking import ask_turns, take_all_known
from sgpkit.runs.conversation import Dialogue, add_prompts, take_known
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Plan
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import TOKENS, Response, ResponseLog, as_row
from sgpkit.runs.streamed.known import Known, Stored, short_key


class Job(NamedTuple):
    """A run to ask: its plan, its engine, its metadata, the parameters that are in its keys,
    its folder, and the display of its progress."""

    planned: Plan
    engine: Engine
    metadata: Mapping[str, Any]
    parameters: str
    out: Path
    progress: Progress


def ask(job: Job, elsewhere: "Callable[[State], None] | None" = None) -> Run:
    """Ask the missing rows, and record the state in run.json; once every row has its response, write the table.
    `elsewhere` asks on other machines, which write the parts of the table. If the process works on a share, `merge`
    writes the table."""
    out, share, progress = job.out, job.planned.options.share, job.progress
    refuse_other_run(job)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    # Workers on other machines read their own logs.
    stored = Stored(out if elsewhere is None else out / responses.ASKING, share and [lock.log_path(out, share)])
    state = State(job.planned.of_share(), Known(stored), parts.Writer(out, "responses"))
    try:
        if elsewhere is not None:
            with lock.lock_metadata(out):
                folder.start(out, job.metadata, started)
            elsewhere(state)
        else:
            ask_here(job, state, started)
    finally:
        progress.end()
        session = {"started": started, "share": share and str(share)} | progress.session()
        if session["asked"]:
            with suppress(OSError), lock.lock_metadata(out):
                folder.add_session(out, session)
    if share is not None:
        counts = {"failed": state.failed, "unasked": state.unasked, "stopped": state.stopped}
        return Run(out, {**job.metadata, **counts, "complete": False, "shares": True}, session=session)
    return finish(job, state, session)


def merge(job: Job, share: Run) -> Run:
    """Merge the responses of all shares after one of them is done; record the state in run.json."""
    state = State(job.planned, Known(Stored(job.out)), parts.Writer(job.out, "responses"))
    for dialogues in job.planned.chunks(parts.PART_ROWS, parts.GROUP_ROWS):
        with garbage.paused():
            add_prompts(state.prompts, (dialogue for dialogue in dialogues if dialogue.sample == 0), job.parameters)
            take_all_known(dialogues, job.parameters, state.known, job.planned.renew)
            state.take(dialogues)
    state.stopped = share.metadata["stopped"]
    return finish(job, state, share.session)


def finish(job: Job, state: "State", session: Mapping[str, Any]) -> Run:
    """Write the table if all rows have their response, and record the state in run.json."""
    state.end(job.out)
    written = {**folder.read_metadata(job.out), **state.metadata()}
    written[folder.WRITTEN] = responses.open_table(job.out).digest()
    folder.write_metadata(job.out, written)
    return Run(job.out, written, session=session)


def refuse_other_run(job: Job) -> None:
    """Refuse to mix two different runs in one folder. All prompts are generated for this check only if run.json records
    them."""
    earlier = folder.read_earlier(job.out)
    folder.refuse_other_run(job.out, earlier, job.metadata)
    if job.planned.options.share is None and earlier.get("prompts"):
        folder.refuse_other_prompts(job.out, earlier, {**job.metadata, "prompts": prompts_of(job.planned)})


def ask_here(job: Job, state: "State", started: str) -> None:
    """Ask one chunk after another in this process, which writes the log and the table. An engine that only reads a file
    needs no log, since reading the file again is as fast. Such an engine never waits for the last answers of a chunk,
    so its chunks are smaller."""
    planned, share = state.planned, job.planned.options.share
    instant = engines.is_instant(job.engine) and share is None and planned.resample == 1
    with nullcontext() if instant else ResponseLog(lock.log_path(job.out, share)) as log:
        for dialogues in chunks(planned, job.engine, instant):
            with garbage.paused():
                add_prompts(state.prompts, (item for item in dialogues if item.sample == 0), job.parameters)
                pending = dialogues
                if state.known.stored:
                    pending = [item for item in dialogues if not take_known(item, job.parameters, state.known)]
                if not state.begun:
                    begin(job, state, dialogues, pending, started)
                if not state.stopped:
                    asked = ask_turns(
                        job.engine,
                        job.parameters,
                        dialogues,
                        state.known,
                        log,
                        planned.renew,
                        job.progress,
                        state.finished,
                        state.total,
                    )
                    state.stopped = asked.stopped
                state.take(dialogues)


def chunks(planned: Plan, engine: Engine, instant: bool) -> Iterator[list[Dialogue]]:
    """Yield the conversations that are asked together: all of the run if the engine needs all rows."""
    if getattr(engine, "needs_all", False):
        yield planned.dialogues()
    else:
        yield from planned.chunks(parts.PART_ROWS, parts.GROUP_ROWS if instant else None)


def begin(job: Job, state: "State", dialogues: list[Dialogue], pending: list[Dialogue], started: str) -> None:
    """Write run.json before the first request, with the hash of the prompts if all of them are known."""
    if pending:
        preflight.check(job.planned.options.engine, job.planned.setup, pending)
    is_whole = job.planned.options.share is None and len(dialogues) == state.total
    with lock.lock_metadata(job.out):
        folder.start(job.out, {**job.metadata, "prompts": state.prompts.hexdigest() if is_whole else None}, started)
    state.begun = True


class State:
    """The counts of an unfinished run, and the finished parts of its table."""

    def __init__(self, planned: Plan, known: Known, writer: parts.Writer) -> None:
        self.planned, self.known, self.writer = planned, known, writer
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

    @property
    def has_others(self) -> bool:
        """True if there may be responses which do not count."""
        return self.planned.resample > 1 or len(self.known.stored) > 0

    def take(self, dialogues: list[Dialogue]) -> None:
        """Count the conversations of a chunk, add finished ones to the table, and free their texts."""
        begun = [(item.keys, item.last) for item in dialogues if item.last]
        counted = [(keys, last) for keys, last in begun if last.final]
        self.failed += sum(last.completion.finish_reason == "error" for _, last in counted)
        self.attempts += sum(last.attempt + 1 for _, last in counted)
        for keys, last in begun:
            self.add_tokens(last)
            for key in keys[:-1]:
                self.add_tokens(self.known[key])
        if self.has_others:
            self.used.append(np.array([short_key(key) for keys, _ in begun for key in keys], dtype=np.uint64))
        if not self.stopped and len(counted) == len(dialogues):
            rows = [as_row(keys, last, True, self.known) for keys, last in counted]
            self.writer.add(responses.as_table(rows))
        self.finished += len(counted)
        self.known.fresh.clear()

    def add_tokens(self, response: Response) -> None:
        """Add the tokens of a response."""
        responses.add_tokens(self.tokens, response)

    def end(self, out: Path) -> None:
        """Publish the table if all rows have a response: those that count, then all others."""
        used = np.concatenate(self.used) if self.used else np.empty(0, dtype=np.uint64)
        logs = responses.logs(out)
        if self.planned.resample > 1:
            self.known = Known(Stored(out))  # includes attempts of this call that did not compile
        for others in self.known.stored.others(used):
            for response in others:
                self.add_tokens(response)
            if others and not self.unasked:
                rows = [as_row([response.key], response, False, self.known) for response in others]
                self.writer.add(responses.as_table(rows))
        if not self.unasked:
            try:
                self.writer.commit()
            except OSError as error:
                raise responses.full_disk(error, out / "responses") from error
            for path in logs:
                path.unlink()
            shutil.rmtree(out / responses.ASKING, ignore_errors=True)

    def metadata(self) -> Mapping[str, Any]:
        """Return the entry of run.json for the end of a call."""
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


def prompts_of(planned: Plan) -> str:
    """Return the hash of the first prompt of every row."""
    digest = hashlib.sha256()
    for dialogues in planned.chunks(parts.PART_ROWS, parts.GROUP_ROWS):
        add_prompts(digest, (dialogue for dialogue in dialogues if dialogue.sample == 0))
    return digest.hexdigest()
