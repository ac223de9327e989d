"""Questions that a model authored, and people reviewed, → rows of the configs whose tasks they are.

    --source authored=accepted.parquet     what `sgpkit review CANDIDATES --export accepted.parquet` writes
    --source authored=CANDIDATES           a folder of `sgpkit author`: what passed the machine checks; `source` says
                                           that nobody reviewed it

A config takes the questions about programs of its format, and of its dialect where it is a CAD config; captions are for
others to read. Options and keys stay as they are there: their author balanced them, and reviewers saw them so.
"""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit.benchmark import Row, Skipped, Source
from sgpkit.errors import UserError
from sgpkit.files import reading

if TYPE_CHECKING:
    import polars as pl

FACTS = "author.json"
TABLE = "candidates.parquet"
NEEDED = (
    "id", "item", "kind", "type", "format", "dialect", "code", "category", "question", "options", "answer", "kept",
    "reason", "model", "source", "license",
)  # fmt: skip
LETTERS = ("A", "B", "C", "D")
REVIEWED = ("reviewers", "accepted", "rejected", "mended_by")

Form = Callable[[Mapping[str, Any], Row], Row]
"""(candidate, what every question has) → the row with the config's own columns."""


def recogniser(format: str, dialect: str = "") -> Callable[[str], bool]:
    """Whether a path holds authored questions about such programs."""

    def recognises(path: str) -> bool:
        table = table_of(path)
        if table is None:
            return False
        held = read(table, ("kind", "format", "dialect"))
        return any(is_asked(candidate, format, dialect) for candidate in held.iter_rows(named=True))

    return recognises


def questions(
    form: Form, format: str, dialect: str = "", examples: Callable[[int], Iterator[tuple[str, Row]]] | None = None
) -> Source:
    """`examples` are worked examples for the train split, by seed, where the config's strategies show some."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        table = table_of(path)
        if table is None:
            raise UserError(
                f"{path} holds no authored questions\n"
                f"expected what sgpkit review … --export writes, or a folder of sgpkit author with its {TABLE}"
            )
        held = read(table)
        mine = [each for each in held.iter_rows(named=True) if is_asked(each, format, dialect)]
        if not mine:
            raise UserError(f"{path} holds no questions about {' '.join(filter(None, (format, dialect)))} programs")
        yield from examples(seed) if examples else ()
        for candidate in mine:
            reason = candidate["reason"] if not candidate["kept"] and not is_reviewed(candidate) else fault(candidate)
            if reason:
                yield Skipped(candidate["id"], reason)
            else:
                yield "test", form(candidate, common(candidate))

    return rows


def common(candidate: Mapping[str, Any]) -> Row:
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
    """Whose drawing it is, who asked, and who let it pass."""
    told = f"authored by {candidate['model']} from {candidate['source']}"
    if not is_reviewed(candidate):
        return f"{told}, not reviewed"
    people = candidate["reviewers"]
    mended = ", mended" if candidate.get("mended_by") else ""
    return f"{told}, accepted by {candidate['accepted']} of {people} reviewer{'s' if people != 1 else ''}{mended}"


def is_reviewed(candidate: Mapping[str, Any]) -> bool:
    return candidate.get("reviewers") is not None


def is_asked(candidate: Mapping[str, Any], format: str, dialect: str) -> bool:
    return candidate["kind"] == "question" and (candidate["format"], candidate["dialect"]) == (format, dialect)


def fault(candidate: Mapping[str, Any]) -> str:
    """Why a question cannot be a row, as one that was mended by hand may not be; "" if it can."""
    options = [option.strip() for option in candidate["options"] or () if option and option.strip()]
    if not len(options) == len(candidate["options"]) == len(LETTERS):
        return f"it has {len(options)} options, expected {len(LETTERS)}"
    if len({option.casefold() for option in options}) != len(options):
        return "two of its options are the same"
    if candidate["answer"] not in LETTERS:
        return f"the answer is {candidate['answer']!r:.40}, expected one of {', '.join(LETTERS)}"
    return "" if (candidate["question"] or "").strip() else "it asks nothing"


# --- files ------------------------------------------------------------------------------------------------------------


def table_of(path: str) -> Path | None:
    """The table of a folder of candidates, or an exported one; None for anything else."""
    place = Path(path)
    if place.is_dir():
        return place / TABLE if (place / FACTS).is_file() and (place / TABLE).is_file() else None
    if place.suffix.lower() != ".parquet" or not place.is_file():
        return None
    import polars as pl

    try:
        columns = pl.read_parquet_schema(place)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        return None
    return place if set(NEEDED) <= columns.keys() else None


def read(table: Path, columns: tuple[str, ...] | None = None) -> "pl.DataFrame":
    import polars as pl

    with reading(table, "Write it anew: sgpkit author, or sgpkit review … --export"):
        return pl.read_parquet(table, columns=list(columns) if columns else None)
