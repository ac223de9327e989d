"""Runs that are not scored, and runs that are not finished."""

import json
from pathlib import Path
from typing import Any

from toy_runs import TOY

from sgpkit.benchmark import Completion
from sgpkit.runs import parts, plan, run
from sgpkit.runs.responses import Response, ResponseLog
from sgpkit.runs.store import Log


def unscored(toy_home: Path, out: str = "evals/new/toy") -> Path:
    """Return the folder of a run that is complete and has no scores."""
    run.run(TOY, str(toy_home / "data"), toy_home / out, plan.Options("baseline", "reference"))
    return toy_home / out


def going(toy_home: Path, out: str = "evals/live/toy") -> tuple[Path, Log[Response]]:
    """Return the folder of a started run without answers, and its log."""
    folder = unscored(toy_home, out)
    metadata = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps(metadata | {"complete": False}))
    for path in parts.Table.open(folder, "responses").files:
        path.unlink()
    (folder / "responses" / parts.MANIFEST).unlink()
    return folder, ResponseLog(folder / "responses.jsonl")


def response_to(number: int, text: str, finish_reason: str = "stop", **turn: Any) -> Response:
    """Return a response to a row of the toy benchmark."""
    key = f"{number}-{text}-{finish_reason}"
    return Response(
        key, f"row-{number}", 0, **{"turn": 0, "final": True, **turn}, completion=Completion(text, finish_reason)
    )
