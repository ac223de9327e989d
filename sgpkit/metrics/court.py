"""The record of `python -m tools.court_table`: by which axes each metric may rank drawings, and the best by axis."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

RECORD = "court.json"


@cache
def record() -> Mapping[str, Any]:
    """Return the record: axes by metric under `metrics`, and the best metric by axis under `best`."""
    held: Mapping[str, Any] = json.loads(resources.files(__package__).joinpath(RECORD).read_text(encoding="utf-8"))
    return held


def unranked(metric: str, axes: Sequence[str]) -> dict[str, str] | None:
    """Return the axes by which a metric may not rank, each with the metric that may and ranks it best ("" if none).
    None for a metric that was not tried."""
    if metric not in record()["metrics"]:
        return None
    able = record()["metrics"][metric]
    return {axis: str(record()["best"].get(axis, "")) for axis in axes if axis not in able}
