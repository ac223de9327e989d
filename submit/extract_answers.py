"""Have a model read the replies of a run from which no letter can be read by rule. See `extracted` for what is kept."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import builders
import sgpkit
from sgpkit import engines
from sgpkit.errors import UserError
from sgpkit.files import locked
from submit import extracted, run, run_folder
from submit.score import asked_data


def extract(folder: Path, engine_name: str, model: str, source: str | None = None) -> dict[str, Any]:
    """Ask about every unread reply that was not asked about before; an engine's failure is asked again. Returns the
    counts that `score` will give."""
    facts = run_folder.read_facts(folder)
    benchmark = builders.get(facts["config"])
    if benchmark.answer_format != "choice":
        raise UserError(
            f"{folder} is a run of {benchmark.config}, whose answers are {benchmark.answer_format} and no letters\n"
            f"It needs no extraction: sgpkit score {folder}"
        )
    if engine_name == "baseline":
        raise UserError("a baseline knows the key and reads nothing; name an engine that asks a model: see sgpkit list")
    with locked(folder):
        responses = run_folder.read_counted(folder)
        loaded = asked_data(facts, benchmark, source)
        by_id = {str(row["id"]): row for row in loaded.rows}
        rows = [by_id[identifier] for identifier in responses["id"]]
        engine = engines.open_engine(engine_name, model, benchmark, loaded.rows, loaded.examples, {})
        out = folder / extracted.FOLDER
        out.mkdir(exist_ok=True)
        asked = {
            "sgpkit": sgpkit.__version__,
            "config": benchmark.config,
            "engine": engine_name,
            "model": model,
            "identity": dict(engine.identity()),
            "sampling": dict(extracted.SAMPLING),
            "started": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        run_folder.write_facts(out, asked | {"complete": False})
        dialogues = [question.dialogue() for question in extracted.unread(benchmark, rows, responses)]
        known = run_folder.load(out)
        run.ask_all(engine, extracted.parameters(asked), dialogues, known, out)
        counted = [(dialogue.keys, dialogue.last) for dialogue in dialogues if dialogue.last is not None]
        used = {key for keys, _ in counted for key in keys}
        run_folder.compact(out, counted, [response for response in known.values() if response.key not in used])
        figures = dict(extracted.readings(folder, benchmark, rows, responses).figures)
        run_folder.write_facts(out, asked | figures | {"complete": figures["waiting"] == 0})
    return figures
