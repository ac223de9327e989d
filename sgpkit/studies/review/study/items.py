"""The items of a study of choices: questions of a config with their pictures, drawn from its rows.

People are shown what SGP-Bench showed them (its appendix B): question, original picture, options; never the program.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sgpkit.benchmark import Benchmark, Row
from sgpkit.errors import UserError
from sgpkit.studies.review.study import plan

DEFAULT_ITEMS = 500
"""The number of stimuli in SGP-Bench's study."""

SIDES = ("image_front", "image_back")
"""Columns with pictures of a solid's sides; where a row has them, they replace its `image`."""

SIDE_CAPTIONS = ("Front", "Back")


class Item(NamedTuple):
    """The content of one trial. `name` is the only identifier that the page gets. `id` and `sample` are those of the
    row or the response, `kind` is "question", "generated" or "true". `options` are in the config's own order,
    `completions` are the same options as a model would write them, and `key` is the letter of the right one. `captions`
    are shown below the pictures; `notes` are further texts (a program).
    """

    name: str
    id: str
    sample: int
    kind: str
    batch: int
    question: str
    options: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    completions: tuple[str, ...] = ()
    key: str = ""
    cluster: str = ""
    pictures: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Stimulus(NamedTuple):
    """An item without a name and a batch, with the PNG bytes of its pictures."""

    item: Item
    pictures: tuple[bytes, ...]


def questions(benchmark: Benchmark, rows: Sequence[Row], count: int | None, seed: int) -> list[Stimulus]:
    """Return `count` random rows in random order as stimuli. Rows without a picture are left out."""
    if benchmark.answer_format != "choice":
        raise UserError(
            f"{benchmark.config} has no options to choose from\nFor ratings of drawings, give a run of it: "
            "sgpkit author study RUN --kind ratings"
        )
    shown = {str(row["id"]): row for row in rows if pictures(row)}
    count = min(DEFAULT_ITEMS, len(shown)) if count is None else count
    if not 0 < count <= len(shown):
        raise UserError(
            f"--items {count}: only {len(shown):,} of the {len(rows):,} rows of {benchmark.config} have a picture"
        )
    chosen = plan.shuffled(list(shown), seed)[:count]
    return [Stimulus(question(benchmark, shown[name]), pictures(shown[name])) for name in chosen]


def question(benchmark: Benchmark, row: Row) -> Item:
    """Return the item of a row."""
    letters = [str(letter) for letter in benchmark.rows.columns["answer"]]
    options = [str(option) for option in row.get("options") or letters]
    letters = letters[: len(options)]
    return Item(
        name="",
        id=str(row["id"]),
        sample=0,
        kind="question",
        batch=0,
        question=str(row.get("question") or ""),
        options=tuple(options),
        letters=tuple(letters),
        completions=tuple(benchmark.evidence.reference({**row, "answer": letter}) for letter in letters),
        key=str(row["answer"]),
        cluster=str(row["cluster"]),
        captions=SIDE_CAPTIONS if len(pictures(row)) > 1 else (),
    )


def pictures(row: Row) -> tuple[bytes, ...]:
    """Return the PNG bytes of a row's pictures."""
    sides = tuple(row[side] for side in SIDES if isinstance(row.get(side), bytes))
    if sides:
        return sides
    return (row["image"],) if isinstance(row.get("image"), bytes) else ()


def as_line(item: Item) -> dict[str, Any]:
    """Return the JSON object of an item."""
    return item._asdict()


def from_line(line: Mapping[str, Any]) -> Item:
    """Return the item of a JSON object."""
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in line.items()}
    return Item(**fields)
