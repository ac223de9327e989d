"""Ask an engine every row of a config, and keep what it answers.

Conversations are asked turn by turn, all rows of a turn in one batch. Each completion is keyed by all that it depends
on, so a second run asks only for what is missing. With resampling, a conversation whose end does not compile is
restarted; which attempt that was need not be remembered, since the same completions lead there again.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import engines, garbage
from sgpkit.benchmark import Benchmark
from sgpkit.engines import Engine, Setup
from sgpkit.runs import folder, lite, lock, parts, preflight, responses
from sgpkit.runs.asking import Asked, ask_all, take_all_known
from sgpkit.runs.conversation import Dialogue, parameters_key, prompts_digest, take_known
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Options, Plan, plan
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import Response
from sgpkit.runs.streamed import on_ray
from sgpkit.runs.streamed import work as work_large


class Work(NamedTuple):
    """The work of one call: its conversations, every response that there now is, and how the asking went."""

    dialogues: list[Dialogue]
    known: dict[str, Response]
    asked: Asked
    session: dict[str, Any]
    prompts: str | None = None
    """The hash of all rows' first prompts; None where this call made only a share of them."""


def run(
    benchmark: Benchmark,
    source: str,
    out: Path,
    options: Options,
    progress: Callable[[Engine], Progress] = Progress,
) -> Run:
    """Ask whatever is missing in the run folder `out`. The returned run's metadata says how far it is, and its session
    what this call did; `progress` makes the display of the way there."""
    try:
        with garbage.paused_and_frozen():
            planned = plan(benchmark, source, options)
        with opened(options.engine, planned.setup) as engine:
            metadata = planned.metadata() | {"identity": planned.identity(engine)}
            parameters = parameters_key(metadata["identity"] | metadata["sampling"])
            with lock.working(out, options.share):
                if work_large.is_large(planned, engine):
                    shown = progress(engine)
                    elsewhere = on_ray.asking(planned, engine, parameters, out, shown)
                    return work_large.run(planned, engine, metadata, parameters, out, shown, elsewhere)
                done = work(planned, engine, metadata, parameters, out, progress(engine))
                if options.share is None:
                    return finish(out, done)
        # Whichever share ends last finds the folder free.
        with suppress(lock.Busy), lock.ending(out):
            dialogues = planned.dialogues()
            prompts = first_prompts(dialogues)
            whole = done._replace(dialogues=dialogues, known=responses.load(out), prompts=prompts)
            take_all_known(whole.dialogues, parameters, whole.known, planned.renew)
            return finish(out, whole)
        left = sum(not dialogue.finished for dialogue in done.dialogues)
        state = {"failed": done.asked.failed, "unasked": left, "stopped": done.asked.stopped}
        return Run(out, metadata | state | {"complete": False, "shares": True}, session=done.session)
    finally:
        gc.unfreeze()


def work(
    planned: Plan, engine: Engine, metadata: dict[str, Any], parameters: str, out: Path, progress: Progress
) -> Work:
    """Ask what is missing of this process's rows, and note in run.json what this call did, however it ended."""
    share = planned.options.share
    log = lock.log_path(out, share)
    folder.refuse_other_run(out, metadata)
    with garbage.paused_and_frozen():
        dialogues = planned.dialogues(share)
        prompts = first_prompts(dialogues) if share is None else None
        metadata = metadata | {"prompts": prompts}
        folder.refuse_other_run(out, metadata)
        known = responses.load(out, None if share is None else [log])
        pending = [dialogue for dialogue in dialogues if not take_known(dialogue, parameters, known)]
    if pending:
        preflight.check(planned.options.engine, planned.setup, pending)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    with lock.starting(out):
        folder.start(out, metadata, started)
    asked = Asked()
    try:
        asked = ask_all(engine, parameters, dialogues, known, log, planned.renew, progress)
    finally:
        session = {"started": started, "share": share and str(share)} | progress.session()
        if session["asked"]:
            with suppress(OSError), lock.starting(out):
                folder.add_session(out, session)
    return Work(dialogues, known, asked, session, prompts)


def first_prompts(dialogues: list[Dialogue]) -> str:
    """Return the hash of the first prompt of every row, of dialogues that have not begun."""
    return prompts_digest(dialogue for dialogue in dialogues if dialogue.sample == 0)


def finish(out: Path, done: Work) -> Run:
    """Write into run.json how far the run is; once every row has its response, put them into one file."""
    counted = [(dialogue.keys, dialogue.last) for dialogue in done.dialogues if dialogue.finished and dialogue.last]
    unasked = len(done.dialogues) - len(counted)
    if not unasked:
        with garbage.paused_and_frozen():
            responses.compact(out, counted, done.known)
    failed = sum(response.completion.finish_reason == "error" for _, response in counted)
    metadata = folder.read_metadata(out) | {
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "complete": failed == 0 and unasked == 0,
        "failed": failed,
        "unasked": unasked,
        "stopped": done.asked.stopped,
        "prompts": done.prompts,
        "attempts": sum(response.attempt + 1 for _, response in counted),
        "tokens": responses.tokens(done.known.values()),
        folder.WRITTEN: parts.digest(out, "responses"),
    }
    folder.write_metadata(out, metadata)
    return Run(out, metadata, session=done.session)


@contextmanager
def opened(name: str, setup: Setup) -> Iterator[Engine]:
    """Open an engine, and close it at the end of the `with` block."""
    engine = engines.open_engine(name, setup)
    try:
        yield engine
    finally:
        engine.close()


def outcome(out: Path, metadata: Mapping[str, Any]) -> str:
    """Return how the run stands after a call, and what comes next."""
    lines = [lite.in_words(metadata["lite"])] if metadata.get("lite") else []
    lines += [f"stopped: {metadata['stopped']}"] if metadata["stopped"] else []
    whole = metadata["rows"] * metadata["n"]
    if metadata["complete"]:
        return "\n".join([*lines, f"{out}: {whole:,} responses. Next: sgpkit score {out}"])
    counts = (("failed", "failed"), ("unasked", "not asked"))
    left = [f"{metadata[name]:,} {word}" for name, word in counts if metadata[name]]
    if left:
        shared = "of this share" if metadata.get("shares") else f"of {whole:,}"
        return "\n".join([*lines, f"{out}: {' and '.join(left)} {shared}; run the same command again to ask them"])
    return "\n".join([*lines, f"{out}: this share is done; the last share to finish merges the run"])
