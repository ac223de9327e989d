"""The record of `python -m tools.court_table`: the axes by which each metric may rank drawings, and the best metric by
config.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import Any

RECORD = "court.json"


@cache
def record() -> Mapping[str, Any]:
    """Return the record: under `metrics`, each metric's verdict in the form of `sgpkit metrics court`."""
    held: Mapping[str, Any] = json.loads(resources.files(__package__).joinpath(RECORD).read_text(encoding="utf-8"))
    return held


def unranked(config: str, headline: str, axes: Sequence[str] | None = None) -> dict[str, str] | None:
    """Return the axes, among the given ones or all on which it was tried, by which the headline of a config may not
    rank answers, each with the metric that ranks them best by this axis among those tried on answers to this config (""
    if none). Return None for a headline that was not tried.
    """
    own = record()["metrics"].get(f"{config}: {headline}")
    if own is None:
        return None
    return {axis: best(config, axis) for axis in (own["axes"] if axes is None else axes) if not may_rank(own, axis)}


def best(config: str, axis: str) -> str:
    """Return the metric that ranks an axis best for drawings of a config, "" if none may."""
    able = {
        name: (held["axes"][axis]["value"], held["axes"][axis]["low"])
        for name, held in record()["metrics"].items()
        if config in held["configs"] and may_rank(held, axis)
    }
    return max(able, key=lambda name: able[name]) if able else ""


def may_rank(held: Mapping[str, Any], axis: str) -> bool:
    """Return whether a metric may rank an axis."""
    return bool(axis in held["axes"] and held["axes"][axis]["may_rank"])
