"""Read questions that a model authored, and people reviewed, as rows of the configs whose tasks they are.

    --source authored=accepted.parquet     what `sgpkit author review CANDIDATES --export accepted.parquet` writes
    --source authored=CANDIDATES           a folder of `sgpkit author draft`: what passed the machine's checks; `source`
                                           says that no one reviewed it

A config takes the questions about programs of its format, and of its dialect where it is a CAD config; captions are
read by other sources. Options and keys stay as they are: the author balanced the keys, and reviewers judged the
questions in this form.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit.benchmark import Reader, Row, Skipped
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import tables

if TYPE_CHECKING:
    import polars as pl

METADATA = "author.json"
TABLE = "candidates.parquet"
NEEDED = (
    "id", "item", "kind", "type", "format", "dialect", "code", "category", "question", "options", "answer", "kept",
    "reason", "model", "source", "license",
)  # fmt: skip
LETTERS = ("A", "B", "C", "D")

Form = Callable[[Mapping[str, Any], Row], Row]
"""(candidate, the columns that every question has) → the row with the config's own columns."""

EDIT, EDITED = "mend", "mended"  # as serialized: the verdict of a reviewer who edits a candidate, and its fields


def recogniser(format: str, dialect: str = "") -> Callable[[str], bool]:
    """Return a function that recognises paths with authored questions about programs of a format."""

    def recognises(path: str) -> bool:
        table = table_of(path)
        if table is None:
            return False
        held = read(table, ("kind", "format", "dialect"))
        return any(is_asked(candidate, format, dialect) for candidate in held.iter_rows(named=True))

    return recognises


def questions(
    form: Form, format: str, dialect: str = "", examples: Callable[[int], Iterator[tuple[str, Row]]] | None = None
) -> Reader:
    """Return the source of a config. `examples` yields worked examples for the train split, by seed, where strategies
    show some."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        table = table_of(path)
        if table is None:
            raise UserError(
                f"{path} contains no authored questions\n"
                f"expected a file written by sgpkit author review … --export, or a folder of sgpkit author draft"
            )
        held = read(table)
        candidates = [row for row in held.iter_rows(named=True) if is_asked(row, format, dialect)]
        if not candidates:
            raise UserError(f"{path} contains no questions about {' '.join(filter(None, (format, dialect)))} programs")
        yield from examples(seed) if examples else ()
        for candidate in candidates:
            reason = candidate["reason"] if not candidate["kept"] and not is_reviewed(candidate) else fault(candidate)
            if reason:
                yield Skipped(candidate["id"], reason)
            else:
                yield "test", form(candidate, common_columns(candidate))

    return rows


def common_columns(candidate: Mapping[str, Any]) -> Row:
    """Return the columns that every question has."""
    return {
        "id": candidate["id"],
        "cluster": candidate["item"],
        "source": provenance(candidate),
        "license": candidate["license"],
        "type": candidate["type"],
        "question": candidate["question"],
        "options": list(candidate["options"]),
        "answer": candidate["answer"],
        "code": candidate["code"],
    }


def provenance(candidate: Mapping[str, Any]) -> str:
    """Return the source of a row: the origin of its drawing, the model that wrote the question, and the number of
    reviewers who accepted it.
    """
    origin = f"authored by {candidate['model']} from {candidate['source']}"
    if not is_reviewed(candidate):
        return f"{origin}, not reviewed"
    people = candidate["reviewers"]
    edited = f", {EDITED}" if candidate.get("mended_by") else ""
    return f"{origin}, accepted by {candidate['accepted']} of {people} reviewer{'s' if people != 1 else ''}{edited}"


def is_reviewed(candidate: Mapping[str, Any]) -> bool:
    """Return whether people judged a candidate."""
    return candidate.get("reviewers") is not None


def is_asked(candidate: Mapping[str, Any], format: str, dialect: str) -> bool:
    """Return whether a candidate is a question about a program of the format and dialect."""
    return candidate["kind"] == "question" and (candidate["format"], candidate["dialect"]) == (format, dialect)


def fault(candidate: Mapping[str, Any]) -> str:
    """Return why a question cannot be a row, as after a faulty edit; "" if it can."""
    options = [option.strip() for option in candidate["options"] or () if option and option.strip()]
    if not len(options) == len(candidate["options"]) == len(LETTERS):
        return f"it has {len(options)} options, expected {len(LETTERS)}"
    if len({option.casefold() for option in options}) != len(options):
        return "two of its options are the same"
    if candidate["answer"] not in LETTERS:
        return f"the answer is {candidate['answer']!r:.40}, expected one of {', '.join(LETTERS)}"
    return "" if (candidate["question"] or "").strip() else "the question is empty"


# --- files ------------------------------------------------------------------------------------------------------------


def table_of(source: str) -> Path | None:
    """Return the table of a folder of candidates, or an exported one; None for anything else."""
    path = Path(source)
    if path.is_dir():
        return path / TABLE if (path / METADATA).is_file() and (path / TABLE).is_file() else None
    if path.suffix.lower() != ".parquet" or not path.is_file():
        return None
    try:
        columns = tables.columns(path)
    except (ValueError, OSError):
        return None
    return path if set(NEEDED) <= set(columns) else None


def read(table: Path, columns: tuple[str, ...] | None = None) -> "pl.DataFrame":
    """Return a table of candidates, or some of its columns."""
    with reading(table, "Write it again: sgpkit author draft, or sgpkit author review … --export"):
        return tables.read_columns(table, columns) if columns else tables.read(table)
