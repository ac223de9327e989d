"""Ask a large run on a Ray cluster whose nodes share its folder: each worker asks a part of the rows, logs every answer
there, and writes that part of the table. Workers read rows and write responses themselves and only return counts.

The pool of workers is that of the engine `ray`: each request is a part, and its completion has the counts. Requests
whose answers were logged before a worker or the driver died are not repeated; `responses.logs` finds these logs too.
"""

import hashlib
import json
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from sgpkit.benchmark import Benchmark, Completion
from sgpkit.engines import Engine, Request
from sgpkit.errors import UserError
from sgpkit.runs import parts, preflight, responses
from sgpkit.runs.asking import ask_turns
from sgpkit.runs.conversation import Dialogue, add_prompts, take_known
from sgpkit.runs.plan import Options, Plan, plan
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import TOKENS, ResponseLog
from sgpkit.runs.streamed.known import Known, Stored
from sgpkit.runs.streamed.work import Job, State
from sgpkit.sandbox.cluster import stores
from sgpkit.sandbox.cluster.shared_work import Store

if TYPE_CHECKING:
    from sgpkit.engines.ray.worker_pool import Engine as Pool

Range = tuple[int, int]
"""A range of rows: the position of the first, and of the one after the last."""


@dataclass(frozen=True)
class Work:
    """The input of a worker that asks parts: the benchmark and options of the run, the location and the hash of its
    rows, the parameters in its keys, and its folder.
    """

    benchmark: Benchmark
    options: Options
    source: str
    digest: str
    parameters: str
    folder: Path


class Held(parts.Writer):
    """Collects the tables of a part's chunks."""

    def close_part(self) -> None:
        """Keep the rows until the part is complete."""


class PartEngine:
    """An engine on a node that answers requests for parts; the row of such a request contains the ranges of rows."""

    def __init__(self, work: Work, engine: Engine) -> None:
        self.work, self.engine = work, engine
        store_of(work.folder).on_node()
        self.planned = plan(work.benchmark, work.source, work.options)
        if self.planned.loaded.digest != work.digest:
            raise UserError(f"{work.source}: the rows on this node differ from those of the run")

    def identity(self) -> Mapping[str, Any]:
        """Return the identity of the engine that answers."""
        return self.engine.identity()

    def statistics(self) -> Mapping[str, Any]:
        """Return the statistics of the engine that answers."""
        return self.engine.statistics()

    def close(self) -> None:
        """Close the engine."""
        self.engine.close()

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        """Yield the counts of each part, as JSON."""
        for index, request in enumerate(requests):
            yield index, Completion(json.dumps(self.ask(request.row["part"], request.row["ranges"])))

    def ask(self, number: int, ranges: Sequence[Range]) -> dict[str, Any]:
        """Ask the missing rows of a part, and write it if all its rows have a response."""
        folder = self.work.folder / responses.ASKING / f"{number:05d}"
        folder.mkdir(exist_ok=True)
        progress = Progress(self.engine, shown=False)
        state = State(self.planned, Known(Stored(folder)), Held(self.work.folder, "responses"))
        with ResponseLog(folder / f"responses-{uuid.uuid4().hex}.jsonl") as log:
            for first, last in ranges:
                dialogues = dialogues_of(self.planned, first, last)
                for dialogue in dialogues:
                    take_known(dialogue, self.work.parameters, state.known)
                if not state.stopped:
                    asked = ask_turns(
                        self.engine, self.work.parameters, dialogues, state.known, log, lambda finished: [], progress
                    )
                    state.stopped = asked.stopped
                state.take(dialogues)
        part = self.write(number, state.writer.held) if len(state.writer.held) == len(ranges) else None
        counts = {"finished": state.finished, "failed": state.failed, "attempts": state.attempts}
        reasons = {"reasons": dict(progress.counts), "used": dict(progress.tokens)}
        return counts | reasons | {"tokens": state.tokens, "stopped": state.stopped, "part": part}

    def write(self, number: int, held: Sequence[pl.DataFrame]) -> parts.Part:
        """Write a part as `parts.Writer` does."""
        content = parts.encoded(pl.concat(held, how="diagonal_relaxed"))
        part = parts.named(number, sum(table.height for table in held), content)
        path = self.work.folder / "responses" / part.file
        if not path.exists():
            files, target = stores.open_store(str(path))
            stores.write(files, target, content.getbuffer())
        return part


def store_of(folder: Path) -> Store:
    """Return the store in a run's folder where workers log the responses of their parts."""
    return Store(str(folder / responses.ASKING), f"{folder}; leave out --ray-shared")


def dialogues_of(planned: Plan, first: int, last: int) -> list[Dialogue]:
    """Return the conversations of some rows, as `Plan.chunks` has them."""
    return [planned.dialogue(row, sample) for row in planned.rows[first:last] for sample in range(planned.samples)]


def ranges_of(planned: Plan, digest: "hashlib._Hash") -> Iterator[list[Range]]:
    """Yield the range of rows of each part, the same as on one machine, and add their prompts to a hash."""
    held: list[Range] = []
    first = rows = 0
    for dialogues in planned.chunks(parts.PART_ROWS):
        add_prompts(digest, (dialogue for dialogue in dialogues if dialogue.sample == 0))
        last = first + len(dialogues) // planned.samples
        held.append((first, last))
        first, rows = last, rows + len(dialogues)
        if rows >= parts.PART_ROWS:
            yield held
            held, rows = [], 0
    if held:
        yield held


def asking(job: Job) -> Callable[[State], None] | None:
    """Return the function with which workers ask and write the responses, if the user states that they share the
    folder. None otherwise, or if the folder has a table or log of another kind, or if a single worker would get all
    rows. This process asks restarted conversations.
    """
    planned, out = job.planned, job.out
    own = [path for path in responses.logs(out) if responses.ASKING not in path.relative_to(out).parts]
    if own or responses.open_table(out).files or not planned.options.engine_options.get("ray_shared"):
        return None
    is_whole = planned.options.share is None and planned.resample == 1
    if not is_whole or len(planned.rows) * planned.samples <= parts.PART_ROWS:
        return None
    from sgpkit.engines.ray.worker_pool import Engine as Pool

    return partial(ask_all, job, job.engine) if isinstance(job.engine, Pool) else None


def ask_all(job: Job, engine: "Pool", state: State) -> None:
    """Ask all parts on the cluster; `state` gets their counts and the parts of the table."""
    planned, out, progress = job.planned, job.out, job.progress
    loaded, options = planned.loaded, planned.options
    source = f"{loaded.source}@{loaded.commit}" if loaded.commit else loaded.source
    if options.prompts is not None:
        options = replace(options, prompts=options.prompts.absolute())
    work = Work(planned.benchmark, options, source, loaded.digest, job.parameters, out.resolve())
    store_of(work.folder).mark()
    engine.adopt(partial(PartEngine, work))
    requests = [
        Request({"id": f"part-{number}", "part": number, "ranges": ranges}, 0, 0, [])
        for number, ranges in enumerate(ranges_of(planned, state.prompts))
    ]
    preflight.check(options.engine, planned.setup, dialogues_of(planned, *requests[0].row["ranges"][0]))
    progress.begin(total=state.total, finished=0)
    written: dict[int, parts.Part] = {}
    for number, completion in engine.generate(requests):
        if completion.error:
            state.stopped = completion.error
            continue
        counts = json.loads(completion.text)
        state.finished += counts["finished"]
        state.failed += counts["failed"]
        state.attempts += counts["attempts"]
        state.tokens = {name: state.tokens[name] + counts["tokens"][name] for name in TOKENS}
        state.stopped = state.stopped or counts["stopped"]
        progress.add(Counter(counts["reasons"]), Counter(counts["used"]), counts["finished"])
        if counts["part"]:
            written[number] = parts.Part(*counts["part"])
    state.stopped = state.stopped or str(engine.statistics().get("stopped", ""))
    if not state.unasked:
        state.writer.parts = [written[number] for number in range(len(requests))]
