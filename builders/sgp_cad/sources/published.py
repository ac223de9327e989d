"""SGP-Bench's published CAD questions → rows, each dialect in its config.

    --source sgp_bench=FOLDER     the Hub dataset's `data/cad-00000-of-00001.parquet`, or the authors' `cad.csv`

Columns as in `shared/sgp_bench_files.py`; the program stands in `Question` in one line, before a hint on its
syntax and the question itself. Options and keys stay as they were published. A program's dialect is recognised by its
commands.
"""

import hashlib
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Row, Skipped
from sgpkit.benchmark.sources import cad_text
from sgpkit.errors import UserError
from sgpkit.families.shared import sgp_bench_files as published
from sgpkit.graphics import cad
from sgpkit.status import Rejected

CONFIGS = {"sgp-cad-3d": "deepcad", "sgp-cad-3d-complex": "fusion360", "sgp-cad-2d": "sketchgraphs"}
LICENSES = {
    "deepcad": "as published by SGP-Bench (parts: Onshape public documents, by their creators)",
    "fusion360": "as published by SGP-Bench (parts: Fusion 360 Gallery, non-commercial)",
    "sketchgraphs": "as published by SGP-Bench (sketches: Onshape public documents, by their creators)",
}

_ASKED = re.compile(r"(?:^|\n)\s*Question:\s*(.+)", re.DOTALL)


def questions(config: str, path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    for name, record in records(path, config):
        try:
            row = choice_row(name, record)
        except ValueError as error:
            yield Skipped(name, str(error))
            continue
        if row["dialect"] == CONFIGS[config]:
            yield "test", row


solid_questions = partial(questions, "sgp-cad-3d")
curved_questions = partial(questions, "sgp-cad-3d-complex")
flat_questions = partial(questions, "sgp-cad-2d")


def choice_row(name: str, record: dict[str, Any]) -> Row:
    """Return the row of a record. Raises ValueError if it does not give a row."""
    whole = str(record["Question"] or "")
    code, dialect = cad_text.find_program(whole, "its question")
    asked = _ASKED.search(whole)
    if asked is None:
        raise ValueError("no 'Question:' behind its program")
    try:
        cad.parse(code, dialect)
    except Rejected as rejected:
        raise ValueError(f"{rejected.status}: {rejected.reason}") from None
    options, answer = published.options_and_answer(record)
    return {
        "id": name,
        "cluster": f"part-{hashlib.sha256(code.encode()).hexdigest()[:12]}",
        "source": published.SOURCE,
        "license": LICENSES[dialect],
        "generator": "",
        "category": published.UNKNOWN,
        "type": published.UNKNOWN,
        "aspect": "",
        "tag": "",
        "dialect": dialect,
        "question": asked[1].strip(),
        "options": options,
        "answer": answer,
        "code": code,
    }


# --- files ------------------------------------------------------------------------------------------------------------


def recogniser(config: str) -> Any:
    """Return a check of whether a path holds published questions for this config."""

    def recognises(path: str) -> bool:
        return Path(path).exists() and any(CONFIGS[config] in dialects(table) for table in tables(path))

    return recognises


def records(path: str, config: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and columns of every record of the files that have some of this config's."""
    if not Path(path).exists():
        raise UserError(f"no file or folder {path!r}; expected SGP-Bench's CAD questions as CSV or Parquet")
    mine = [table for table in tables(path) if CONFIGS[config] in dialects(table)]
    if not mine:
        raise UserError(
            f"{path} contains no published questions for {config}\n"
            f"expected the columns Question, A, B, C, D, Answer with programs in the dialect {CONFIGS[config]}"
        )
    number = 0
    for table in mine:
        for record in published.read(table.file).iter_rows(named=True):
            yield f"{table.split}-{number:04d}", record
            number += 1


def tables(path: str) -> list[published.Table]:
    return [table for table in published.tables(Path(path)) if table.config == published.CAD]


def dialects(table: published.Table) -> set[str]:
    dialects_present = set()
    for whole in published.read(table.file)["Question"]:
        try:
            dialects_present.add(cad_text.find_program(str(whole))[1])
        except ValueError:
            continue
    return dialects_present
