"""Ask an engine every row of a config, and store the answers. Each completion is keyed by all its inputs, so a second
call asks only the missing rows. With resampling, a conversation whose answer does not compile is restarted; the
attempt is not recorded, since the same completions lead to it again.
"""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sgpkit import engines, garbage
from sgpkit.benchmark import Benchmark
from sgpkit.engines import Engine, Setup
from sgpkit.runs import lite, lock
from sgpkit.runs.conversation import parameters_key
from sgpkit.runs.folder import Run
from sgpkit.runs.plan import Options, plan
from sgpkit.runs.progress import Progress
from sgpkit.runs.streamed import on_ray, work
from sgpkit.runs.streamed.work import Job


def run(
    benchmark: Benchmark,
    source: str,
    out: Path,
    options: Options,
    progress: Callable[[Engine], Progress] = Progress,
) -> Run:
    """Ask the missing rows of the run folder `out`. The metadata of the returned run has its state, and its session the
    work of this call; `progress` creates the progress display."""
    try:
        with garbage.paused_and_frozen():
            planned = plan(benchmark, source, options)
        with open_engine(options.engine, planned.setup) as engine:
            metadata = planned.metadata() | {"identity": planned.identity(engine)}
            parameters = parameters_key(metadata["identity"] | metadata["sampling"])
            job = Job(planned, engine, metadata, parameters, out, progress(engine))
            with lock.lock_share(out, options.share):
                done = work.ask(job, on_ray.asking(job))
        if options.share is not None:
            # Only the last share to finish can lock the folder.
            with suppress(lock.Busy), lock.lock_for_merge(out):
                return work.merge(job, done)
        return done
    finally:
        gc.unfreeze()


@contextmanager
def open_engine(name: str, setup: Setup) -> Iterator[Engine]:
    """Open an engine, and close it at the end of the `with` block."""
    engine = engines.open_engine(name, setup)
    try:
        yield engine
    finally:
        engine.close()


def outcome(out: Path, metadata: Mapping[str, Any]) -> str:
    """Return the state of the run after a call, and the next command."""
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
