"""Ask an engine every row of a config, and keep what it answers.

Conversations are asked turn by turn, all rows of a turn in one batch. Each completion is keyed by all that it depends
on, so a second run asks only for what is missing. With resampling, a conversation whose end does not compile is begun
anew; which attempt that was need not be remembered, since the same completions lead there again.
"""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import engines
from sgpkit.benchmark import Benchmark
from sgpkit.engines import Engine, Setup
from sgpkit.runs import folder, lite, lock, preflight
from sgpkit.runs.asking import Asked, ask_all, take_all_known
from sgpkit.runs.conversation import Dialogue, parameters_key, take_known
from sgpkit.runs.plan import Options, Plan, plan
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import Response


class Work(NamedTuple):
    """What one call did: its conversations, every response that there now is, and how the asking went."""

    dialogues: list[Dialogue]
    known: dict[str, Response]
    asked: Asked
    session: dict[str, Any]


def run(benchmark: Benchmark, source: str, out: Path, options: Options) -> dict[str, Any]:
    """Ask whatever is missing in the run folder `out`; returns the facts in its run.json, and what this call did."""
    try:
        with no_collection():
            planned = plan(benchmark, source, options)
        with opened(options.engine, planned.setup) as engine:
            facts = planned.facts() | {"identity": dict(engine.identity())}
            parameters = parameters_key(facts["identity"] | facts["sampling"])
            with lock.working(out, options.share):
                done = work(planned, engine, facts, parameters, out)
                if options.share is None:
                    return finish(out, done)
        # Whoever of the shares ends last finds the folder free.
        with suppress(lock.Busy), lock.alone(out):
            whole = done._replace(dialogues=planned.dialogues(), known=folder.load(out))
            take_all_known(whole.dialogues, parameters, whole.known, planned.renew)
            return finish(out, whole)
        left = sum(not dialogue.finished for dialogue in done.dialogues)
        mine = {"failed": done.asked.failed, "unasked": left, "stopped": done.asked.stopped, "session": done.session}
        return facts | mine | {"complete": False, "shares": True}
    finally:
        gc.unfreeze()


def work(planned: Plan, engine: Engine, facts: dict[str, Any], parameters: str, out: Path) -> Work:
    """Ask what is missing of this process's rows, and note in run.json what this call did, however it ended."""
    share = planned.options.share
    log = lock.log_path(out, share)
    folder.refuse_other_run(out, facts)
    with no_collection():
        dialogues = planned.dialogues(share)
        known = folder.load(out, None if share is None else [log])
        pending = [dialogue for dialogue in dialogues if not take_known(dialogue, parameters, known)]
    if pending:
        preflight.check(planned.options.engine, planned.setup, pending)
    started = datetime.now(UTC).isoformat(timespec="seconds")
    with lock.starting(out):
        folder.begin(out, facts, started)
    progress = Progress(engine)
    asked = Asked()
    try:
        asked = ask_all(engine, parameters, dialogues, known, log, planned.renew, progress)
    finally:
        session = {"started": started, "share": share and str(share)} | progress.session()
        if session["asked"]:
            with suppress(OSError), lock.starting(out):
                folder.add_session(out, session)
    return Work(dialogues, known, asked, session)


def finish(out: Path, done: Work) -> dict[str, Any]:
    """Say in run.json how far it went; once every row has its response, put them into one file."""
    counted = [(dialogue.keys, dialogue.last) for dialogue in done.dialogues if dialogue.finished and dialogue.last]
    unasked = len(done.dialogues) - len(counted)
    if not unasked:
        with no_collection():
            folder.compact(out, counted, done.known)
    failed = sum(response.completion.finish_reason == "error" for _, response in counted)
    facts = folder.read_facts(out) | {
        "finished": datetime.now(UTC).isoformat(timespec="seconds"),
        "complete": failed == 0 and unasked == 0,
        "failed": failed,
        "unasked": unasked,
        "stopped": done.asked.stopped,
        "attempts": sum(response.attempt + 1 for _, response in counted),
        "tokens": folder.tokens(done.known.values()),
    }
    folder.write_facts(out, facts)
    return facts | {"session": done.session}


@contextmanager
def opened(name: str, setup: Setup) -> Iterator[Engine]:
    engine = engines.open_engine(name, setup)
    try:
        yield engine
    finally:
        engine.close()


@contextmanager
def no_collection() -> Iterator[None]:
    """Hundreds of thousands of objects are made, none of them garbage: the collector would walk over them all, again
    and again, for a third of the time. It leaves them alone from then on."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was:
            gc.enable()


def outcome(out: Path, facts: Mapping[str, Any]) -> str:
    """How the run stands after a call, and what comes next."""
    lines = [lite.in_words(facts["lite"])] if facts.get("lite") else []
    lines += [f"stopped: {facts['stopped']}"] if facts["stopped"] else []
    whole = facts["rows"] * facts["n"]
    if facts["complete"]:
        return "\n".join([*lines, f"{out}: {whole:,} responses. Next: sgpkit score {out}"])
    left = [f"{facts[name]:,} {word}" for name, word in (("failed", "failed"), ("unasked", "not asked")) if facts[name]]
    if left:
        shared = "of this share" if facts.get("shares") else f"of {whole:,}"
        return "\n".join([*lines, f"{out}: {' and '.join(left)} {shared}; the same command asks for them"])
    return "\n".join([*lines, f"{out}: this share is done; the last one to end puts the run together"])
