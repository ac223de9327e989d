"""The prompt and the predicates of a builtin row, from its built solid, made in the build's worker processes."""

import json
import random

from sgpkit.benchmark import Row, Skipped
from sgpkit.status import Rejected

from . import measured
from .content import pieces, words


def finish(row: Row) -> Row | Skipped:
    """Return a row with OpenCASCADE's measurements of its part; rows with predicates are complete."""
    whole = {name: value for name, value in row.items() if name != "draw"}
    if not row.get("draw"):
        return whole
    part = pieces.make(row["kind"], random.Random(row["draw"]))
    try:
        built = measured.build(part.model())
    except Rejected as rejected:
        return Skipped(row["id"], f"its part cannot be built: {rejected.reason}")
    if row["partition"] == "abstract":
        wanted = measured.abstract(built.measurements)
        return whole | {"prompt": words.abstract(part, built.measurements), "predicates": json.dumps(wanted)}
    wanted = [*measured.detailed(built), *roundings(part)]
    return whole | {"prompt": words.detailed(part), "predicates": json.dumps(wanted)}


def roundings(part: pieces.Part3D) -> list[measured.Predicate]:
    """Return the requirements on rounded edges, if a part has some."""
    wanted = {"kind": "rounded", "value": [part.rounding, 4], "axis": part.features[0].axis}
    return [wanted] if part.rounding else []
