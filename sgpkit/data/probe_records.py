"""The figures of probes, stored in `CONFIG/probes.json` for the card and for reports."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.data import record
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.sandbox.untrusted import json_values

NAME = "probes.json"


class ProbeRecord(NamedTuple):
    """The figures of a config's probes, as JSON objects; `real` names the real rows they were compared with ("" if
    none).
    """

    real: str
    figures: Sequence[dict[str, Any]]


def write(folder: Path, config: str, kept: ProbeRecord) -> None:
    """Store figures with their config."""
    of = record.read(folder, config)["sha256"]
    # The path of the real rows is only valid on this machine.
    content = {"sha256": of, "real": Path(kept.real).name, "figures": list(kept.figures)}
    write_atomically(folder / config / NAME, json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def find(folder: Path, config: str) -> ProbeRecord | None:
    """Return the figures stored with the present rows of a config, if any."""
    return read(folder, config, record.find(folder, config))


def read(folder: Path, config: str, made: Mapping[str, Any]) -> ProbeRecord | None:
    """Return the stored figures of a config, whose build record is `made`; None if there are none, or if they are about
    other rows.
    """
    try:
        content = json_values.read_object(folder / config / NAME)
        if content["sha256"] == made["sha256"]:
            return ProbeRecord(str(content["real"]), [dict(figure) for figure in content["figures"]])
    except (OSError, ValueError, KeyError, TypeError, RecursionError, UserError):
        pass
    return None


def overall_figures(kept: ProbeRecord | None) -> list[dict[str, Any]]:
    """Return the figures over all types of questions: those of answers first, then by descending value."""
    figures = [] if kept is None else [figure for figure in kept.figures if ":" not in figure["target"]]
    return sorted(figures, key=lambda figure: (figure["target"] != "answer", -figure["value"]))


def expected_figures(kept: ProbeRecord | None) -> list[dict[str, Any]]:
    """Return the figures of tasks that a shortcut is expected to solve, if any."""
    figures = [] if kept is None else kept.figures
    return [figure for figure in figures if figure.get("reason") and figure["value"] > 0]
