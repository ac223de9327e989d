"""Everything that a score depends on, in addition to rows and responses: the block `provenance` of scores.json. `sgpkit
verify` recomputes every number from it, the responses and the rows, without run.json. `scored.json` records which
tables the scores in a run's folder belong to.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.runs import responses
from sgpkit.runs.data import Data
from sgpkit.runs.folder import Run
from sgpkit.runs.parts import Table
from sgpkit.runs.scoring import versions
from sgpkit.runs.scoring.annotations import extracted
from sgpkit.sandbox.untrusted import json_values

KEY = "provenance"

UNCHECKED = ("toolkit", "renderer")
"""Groups that describe how a score was made and may differ when it is recomputed; a remark names the differences."""


def block(metadata: Mapping[str, Any], data: Data) -> dict[str, Any]:
    """Return the provenance of a run's score: `metadata` is its run.json, `data` the rows as they were loaded.

    The path of a folder is meaningless on other machines and may contain a user's name, so only the folder's name is
    kept."""
    pinned = metadata["data"]
    identity = metadata["identity"]
    return {
        "data": {
            "source": pinned["place"] if pinned["commit"] else Path(pinned["place"]).name,
            "commit": pinned["commit"],
            "sha256": data.digest,
            "split": "test",
            "rows": metadata["rows"],
            "limit": metadata["limit"],
            "lite": metadata["lite"],
        },
        "model": {
            "id": identity.get("name") or identity.get("model"),
            "engine": metadata["engine"],
            "identity": identity,
        },
        "prompt": {
            **{name: metadata[name] for name in ("strategy", "mode", "setting")},
            "texts": metadata["texts"],
            "sha256": metadata.get("prompts"),
        },
        "sampling": {
            "parameters": metadata["sampling"],
            "n": metadata["n"],
            "resample": metadata["resample"],
        },
        "toolkit": versions.here()._asdict(),
    }


def comparable(claimed: Mapping[str, Any], scores: Mapping[str, Any]) -> dict[str, Any]:
    """Return figures for a comparison with `claimed`, those of scores.json: without versions, and without the address
    of the rows, which may have moved with the same hash."""
    kept = {name: value for name, value in scores.items() if name != "sgpkit"}
    stated, ours = claimed.get(KEY), kept.pop(KEY, None)
    if not isinstance(stated, Mapping) or not isinstance(ours, Mapping):
        return kept | ({} if ours is None else {KEY: ours})
    block = {name: dict(value) for name, value in ours.items() if name not in UNCHECKED and isinstance(value, Mapping)}
    block |= {name: value for name, value in ours.items() if not isinstance(value, Mapping)}
    if isinstance(rows := block.get("data"), dict):  # otherwise they come from an untrusted scores.json
        for name in ("source", "commit"):
            rows.pop(name, None)
    return kept | {KEY: block}


SCORED = "scored.json"
"""The file with the hashes of the scored tables, so that scores are only shown with the responses that they belong
to.
"""


def scored_tables(run: Run) -> dict[str, str]:
    """Return the hashes of the tables that are scored, by their names."""
    letters = responses.open_table(run.folder / extracted.FOLDER)
    return {"responses": run.stored.digest(), extracted.FOLDER: letters.digest()}


def note_tables(run: Run, scores: str) -> None:
    """Record the hash of a run's scores, and those of the tables from which they were made."""
    write_atomically(run.folder / SCORED, json.dumps(scored_tables(run) | {"scores": scores}, indent=1) + "\n")


def changed_tables(run: Run, scores: Table) -> list[str]:
    """Return the names of the tables of a run that changed since they were scored. Raises UserError if the record of
    them is missing or damaged."""
    path = run.folder / SCORED
    if not path.exists():
        raise UserError(f"{path} is missing\n{scores.remedy}")
    with reading(path, scores.remedy):
        noted = json_values.read_small(path)
    now = {**scored_tables(run), "scores": scores.digest()}
    return [name for name, digest in now.items() if noted.get(name) != digest]
