"""What people are to judge: the table that `sgpkit author` wrote, held so that any candidate is at hand at once.

Texts that are seen with every candidate are in memory; programs and the machine's notes, which may be hundreds of
megabytes, go once into a nameless file when the first of them is asked for.
"""

import hashlib
import json
import tempfile
import threading
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import polars as pl

from sgpkit.errors import UserError, nearest
from sgpkit.files import reading

FILE = "candidates.parquet"
LETTERS = "ABCD"
SEEN = (
    "id", "item", "kind", "type", "format", "category", "question", "options", "answer", "caption", "pictures", "kept",
    "reason", "model",
)  # fmt: skip
ASKED_FOR = ("code", "checks", "source", "license", "dialect")
"""What is shown when somebody wants it."""

MENDABLE = {"question": ("question", "options", "answer", "type"), "caption": ("caption",)}
"""What a reviewer may change of each kind."""

LONGEST = {"question": 2_000, "options": 500, "caption": 10_000, "type": 60, "answer": 1}


class Candidates:
    """All candidates of a folder, by place and by id."""

    def __init__(self, folder: Path, table: pl.DataFrame) -> None:
        self.folder, self.path = folder, folder / FILE
        self.table = table
        self.ids: list[str] = table["id"].to_list()
        self.places = {identifier: place for place, identifier in enumerate(self.ids)}
        self.types: list[str] = table["type"].to_list()
        self.kept: list[bool] = table["kept"].to_list()
        self.items: list[str] = table["item"].to_list()
        self.asked_for: Spool | None = None
        self.spooling = threading.Lock()

    def __len__(self) -> int:
        return len(self.ids)

    def at(self, place: int) -> dict[str, Any]:
        return self.table.row(place, named=True)

    def more(self, identifier: str) -> dict[str, Any]:
        """Program, origin, and what the machine found."""
        with self.spooling:
            if self.asked_for is None:
                self.asked_for = spool(self.path)
            return self.asked_for.of(identifier)

    def wording(self, identifier: str) -> str | None:
        """A digest of what is asked and offered; None for what is not there. It tells a verdict about these words from
        one about others that stood under the same id."""
        return self.wordings.get(identifier)

    @cached_property
    def wordings(self) -> Mapping[str, str]:
        rows = self.table.select("id", "question", "options", "answer", "caption").iter_rows()
        return {name: hashlib.blake2b(json.dumps(words).encode(), digest_size=8).hexdigest() for name, *words in rows}

    def name(self) -> str:
        """Tells this folder's work from that of another in the browser's store."""
        return hashlib.sha256(str(self.folder.resolve()).encode()).hexdigest()[:16]


class Span(NamedTuple):
    begin: int
    length: int


class Spool:
    """JSON objects in a file without a name, by the id of their candidate."""

    def __init__(self, file: BinaryIO, spans: Mapping[str, Span]) -> None:
        self.file, self.spans = file, spans

    def of(self, identifier: str) -> dict[str, Any]:
        if identifier not in self.spans:  # `sgpkit author` has gone on since
            raise UserError(f"{identifier!r} is no longer in {FILE}: start `sgpkit review` again")
        begin, length = self.spans[identifier]
        self.file.seek(begin)
        found: dict[str, Any] = json.loads(self.file.read(length))
        return found


def spool(path: Path) -> Spool:
    import pyarrow.parquet

    file: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the spool)
    spans, end = {}, 0
    with reading(path, "Write it again: the same `sgpkit author` command."):
        table = pyarrow.parquet.ParquetFile(path)
        for batch in table.iter_batches(batch_size=512, columns=["id", *ASKED_FOR]):
            for row in batch.to_pylist():
                line = json.dumps({name: row[name] for name in ASKED_FOR}).encode()
                file.write(line)
                spans[row["id"]] = Span(end, len(line))
                end += len(line)
    return Spool(file, spans)


def read(folder: Path) -> Candidates:
    """The candidates of a folder, checked: columns, ids, and that there are any."""
    path = folder / FILE
    if not path.is_file():
        hint = "its author is not done with anything yet" if (folder / "author.json").is_file() else "no such file"
        raise UserError(f"{path}: {hint}\nCandidates are written by: sgpkit author SOURCE --out {folder} …")
    with reading(path, "Write it again: the same `sgpkit author` command."):
        columns = pl.read_parquet_schema(path)
        table = pl.read_parquet(path, columns=[name for name in SEEN if name in columns])
    if missing := [name for name in (*SEEN, *ASKED_FOR) if name not in columns]:
        raise UserError(f"{path} has no column {missing[0]!r}{nearest(missing[0], columns)}")
    if not len(table):
        raise UserError(f"{path} holds no candidate; what became of them: {folder / 'author.json'}")
    if table["id"].is_duplicated().any():
        twice = table.filter(pl.col("id").is_duplicated())["id"][0]
        raise UserError(f"{path} has two candidates {twice!r}; ids must be unique")
    if kinds := set(table["kind"].unique()) - set(MENDABLE):
        raise UserError(f"{path}: kind {sorted(kinds)[0]!r}; expected question or caption")
    return Candidates(folder, table.select(SEEN))


def mended(candidate: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of the changes that differ from the candidate, cleaned. A ValueError says what cannot be a change."""
    fields = MENDABLE[candidate["kind"]]
    if foreign := [name for name in changes if name not in fields]:
        raise ValueError(f"{foreign[0]!r:.40} of a {candidate['kind']} cannot be mended")
    cleaned = {name: clean(name, value) for name, value in changes.items()}
    return {name: value for name, value in cleaned.items() if value != candidate[name]}


def clean(name: str, value: Any) -> Any:
    if name == "options":
        if not isinstance(value, list):
            raise ValueError("options must be a list")
        return [text_of("options", each) for each in value]
    return text_of(name, value)


def text_of(name: str, value: Any) -> str:
    """Without space around it; on one line unless it is a caption."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text")
    visible = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in value)
    text = visible.strip() if name == "caption" else " ".join(visible.split())
    if len(text) > LONGEST[name]:
        raise ValueError(f"{name}: at most {LONGEST[name]:,} characters")
    return text


def problem(candidate: Mapping[str, Any]) -> str:
    """Why it cannot be taken as it stands; "" where it can. What the machine already refused may be mended into one."""
    if candidate["kind"] == "caption":
        return "" if candidate["caption"].strip() else "the caption is empty"
    if not candidate["question"].strip():
        return "the question is empty"
    if not candidate["type"].strip():
        return "the type is empty"
    options = [" ".join(option.casefold().split()) for option in candidate["options"]]
    if len(options) != len(LETTERS):
        return f"there are {len(options)} options; {len(LETTERS)} are needed"
    if not all(options):
        return f"option {LETTERS[options.index('')]} is empty"
    for place, option in enumerate(options):
        if option in options[:place]:
            return f"options {LETTERS[options.index(option)]} and {LETTERS[place]} are the same"
    if candidate["answer"] not in tuple(LETTERS):
        return "no option is marked as the right one"
    return ""
