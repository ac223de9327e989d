"""Have a model read the replies of a run from which no letter can be read by rule. See `extracted` for what is kept."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sgpkit
from sgpkit import engines, families
from sgpkit.benchmark import NOTHING
from sgpkit.engines import Setup
from sgpkit.errors import UserError
from sgpkit.runs import folder as run_folder
from sgpkit.runs import lock, preflight
from sgpkit.runs.asking import ask_all
from sgpkit.runs.conversation import take_known
from sgpkit.runs.lock import log_path
from sgpkit.runs.progress import Progress
from sgpkit.runs.run import opened
from sgpkit.scoring.annotations import readings
from sgpkit.scoring.score import asked_data


class Extraction(NamedTuple):
    """The counts that `score` will give, and what this call did."""

    figures: dict[str, Any]
    session: dict[str, Any]


def extract(
    folder: Path,
    engine_name: str,
    model: str,
    source: str | None = None,
    sampling: Mapping[str, Any] = NOTHING,
    engine_options: Mapping[str, Any] = NOTHING,
) -> Extraction:
    """Ask about every unread reply that was not asked about before; an engine's failure is asked again."""
    facts = run_folder.read_facts(folder)
    benchmark = families.get(facts["config"])
    if benchmark.answer_format != "choice":
        raise UserError(
            f"{folder} is a run of {benchmark.config}, whose answers are {benchmark.answer_format} and no letters\n"
            f"It needs no extraction: sgpkit score {folder}"
        )
    if engine_name == "baseline":
        raise UserError("a baseline knows the key and reads nothing; name an engine that asks a model: see sgpkit list")
    with lock.alone(folder):
        responses = run_folder.read_counted(folder)
        loaded = asked_data(facts, benchmark, source)
        by_id = {str(row["id"]): row for row in loaded.rows}
        rows = [by_id[identifier] for identifier in responses["id"]]
        sampled = dict(readings.SAMPLING) | dict(sampling)
        setup = Setup(model, benchmark, loaded.rows, loaded.examples, sampled, engine_options)
        out = folder / readings.FOLDER
        out.mkdir(exist_ok=True)
        with opened(engine_name, setup) as engine:
            asked = {
                "sgpkit": sgpkit.__version__,
                "config": benchmark.config,
                "engine": engines.answering(engine_name, engine_options),
                "model": model,
                "identity": dict(engine.identity()),
                "sampling": sampled,
                "started": datetime.now(UTC).isoformat(timespec="seconds"),
            }
            parameters = readings.parameters(asked)
            dialogues = [question.dialogue() for question in readings.unread(benchmark, rows, responses)]
            known = run_folder.load(out)
            if pending := [dialogue for dialogue in dialogues if not take_known(dialogue, parameters, known)]:
                preflight.check(engine_name, setup, pending)
            run_folder.write_facts(out, asked | {"complete": False})
            progress = Progress(engine, "readings")
            stopped = ask_all(engine, parameters, dialogues, known, log_path(out, None), progress=progress).stopped
            session = progress.session()
        counted = [(dialogue.keys, dialogue.last) for dialogue in dialogues if dialogue.finished and dialogue.last]
        run_folder.compact(out, counted, known)
        figures = dict(readings.readings(folder, benchmark, rows, responses).figures)
        run_folder.write_facts(out, asked | figures | {"complete": figures["waiting"] == 0, "stopped": stopped})
    return Extraction(figures, session)
