"""The candidates that people judge: the table that `sgpkit author draft` wrote, with fast access to each row.

Texts that are shown with every candidate are in memory; programs and the results of automatic checks, which may be
hundreds of megabytes, are written to a temporary file when one of them is first requested.
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
from sgpkit.sandbox.untrusted import tables as untrusted_tables

FILE = "candidates.parquet"
LETTERS = "ABCD"
SHOWN = (
    "id", "item", "kind", "type", "format", "category", "question", "options", "answer", "caption", "pictures", "kept",
    "reason", "model",
)  # fmt: skip
DETAILS = ("code", "checks", "source", "license", "dialect")
"""Columns that are shown on request."""

EDITABLE = {"question": ("question", "options", "answer", "type"), "caption": ("caption",)}
"""The columns of each kind that a reviewer may change."""

MAX_LENGTH = {"question": 2_000, "options": 500, "caption": 10_000, "type": 60, "answer": 1}


class Candidates:
    """All candidates of a folder, by index and by id."""

    def __init__(self, folder: Path, table: pl.DataFrame) -> None:
        self.folder, self.path = folder, folder / FILE
        self.table = table
        self.ids: list[str] = table["id"].to_list()
        self.indices = {identifier: index for index, identifier in enumerate(self.ids)}
        self.types: list[str] = table["type"].to_list()
        self.kept: list[bool] = table["kept"].to_list()
        self.items: list[str] = table["item"].to_list()
        self.spool: Spool | None = None
        self.spooling = threading.Lock()

    def __len__(self) -> int:
        return len(self.ids)

    def row(self, index: int) -> dict[str, Any]:
        """Return the columns that are shown with every candidate."""
        return self.table.row(index, named=True)

    def details(self, identifier: str) -> dict[str, Any]:
        """Return a candidate's program, origin and machine checks."""
        with self.spooling:
            if self.spool is None:
                self.spool = write_spool(self.path)
            return self.spool.read(identifier)

    def wording(self, identifier: str) -> str | None:
        """Return a digest of a candidate's words; None for what is not there.

        It distinguishes verdicts about these words from those about earlier words with the same id.
        """
        return self.wordings.get(identifier)

    @cached_property
    def wordings(self) -> Mapping[str, str]:
        """Digests of the words of all candidates, by id."""
        rows = self.table.select("id", "question", "options", "answer", "caption").iter_rows()
        return {name: hashlib.blake2b(json.dumps(words).encode(), digest_size=8).hexdigest() for name, *words in rows}

    def name(self) -> str:
        """Return the name under which the browser stores its data about this folder."""
        return hashlib.sha256(str(self.folder.resolve()).encode()).hexdigest()[:16]


class Span(NamedTuple):
    """The bytes of one object in a spool."""

    begin: int
    length: int


class Spool:
    """JSON objects in a file without a name, by the id of their candidate."""

    def __init__(self, file: BinaryIO, spans: Mapping[str, Span]) -> None:
        self.file, self.spans = file, spans

    def read(self, identifier: str) -> dict[str, Any]:
        """Return the object of a candidate."""
        if identifier not in self.spans:  # `sgpkit author draft` has run since
            raise UserError(f"{identifier!r} is no longer in {FILE}: start `sgpkit author review` again")
        begin, length = self.spans[identifier]
        self.file.seek(begin)
        details: dict[str, Any] = json.loads(self.file.read(length))
        return details


def write_spool(path: Path) -> Spool:
    """Write the details of all candidates into a temporary file."""
    file: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 (it lives as long as the spool)
    spans, end = {}, 0
    with reading(path, "To write it again, run the same `sgpkit author draft` command."):
        for row in untrusted_tables.rows(path, ("id", *DETAILS)):
            line = json.dumps({name: row[name] for name in DETAILS}).encode()
            file.write(line)
            spans[row["id"]] = Span(end, len(line))
            end += len(line)
    return Spool(file, spans)


def read(folder: Path) -> Candidates:
    """Return the candidates of a folder. Raises UserError if columns are missing, ids repeat, or there are no
    candidates.
    """
    path = folder / FILE
    if not path.is_file():
        hint = "no candidate is finished yet" if (folder / "author.json").is_file() else "no such file"
        raise UserError(f"{path}: {hint}\nDraft candidates: sgpkit author draft SOURCE --out {folder} …")
    with reading(path, "To write it again, run the same `sgpkit author draft` command."):
        columns = untrusted_tables.columns(path)
        table = untrusted_tables.read_columns(path, SHOWN)
    if missing := [name for name in (*SHOWN, *DETAILS) if name not in columns]:
        raise UserError(f"{path} has no column {missing[0]!r}{nearest(missing[0], columns)}")
    if not len(table):
        raise UserError(f"{path} has no candidates; the reasons are in {folder / 'author.json'}")
    if table["id"].is_duplicated().any():
        twice = table.filter(pl.col("id").is_duplicated())["id"][0]
        raise UserError(f"{path} has two candidates {twice!r}; ids must be unique")
    if kinds := set(table["kind"].unique()) - set(EDITABLE):
        raise UserError(f"{path}: kind {sorted(kinds)[0]!r}; expected question or caption")
    return Candidates(folder, table.select(SHOWN))


def changed_fields(candidate: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changes that differ from the candidate, cleaned; ValueError for a change that is not possible."""
    fields = EDITABLE[candidate["kind"]]
    if foreign := [name for name in changes if name not in fields]:
        raise ValueError(f"{foreign[0]!r:.40} of a {candidate['kind']} cannot be edited")
    cleaned = {name: clean(name, value) for name, value in changes.items()}
    return {name: value for name, value in cleaned.items() if value != candidate[name]}


def clean(name: str, value: Any) -> Any:
    """Return the value of a field as it is stored."""
    if name == "options":
        if not isinstance(value, list):
            raise ValueError("options must be a list")
        return [clean_text("options", option) for option in value]
    return clean_text(name, value)


def clean_text(name: str, value: Any) -> str:
    """Return a text without space around it; on one line unless it is a caption."""
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text")
    visible = "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in value)
    text = visible.strip() if name == "caption" else " ".join(visible.split())
    if len(text) > MAX_LENGTH[name]:
        raise ValueError(f"{name}: at most {MAX_LENGTH[name]:,} characters")
    return text


def problem(candidate: Mapping[str, Any]) -> str:
    """Return why a candidate cannot be accepted unchanged; "" if it can."""
    if candidate["kind"] == "caption":
        return "" if candidate["caption"].strip() else "the caption is empty"
    if not candidate["question"].strip():
        return "the question is empty"
    if not candidate["type"].strip():
        return "the type is empty"
    options = [normalized(option) for option in candidate["options"]]
    if len(options) != len(LETTERS):
        return f"expected {len(LETTERS)} options, got {len(options)}"
    if not all(options):
        return f"option {LETTERS[options.index('')]} is empty"
    for index, option in enumerate(options):
        if option in options[:index]:
            return f"options {LETTERS[options.index(option)]} and {LETTERS[index]} are the same"
    if candidate["answer"] not in tuple(LETTERS):
        return "no option is marked as correct"
    return ""


def normalized(option: str) -> str:
    """Return the text by which options are compared, which ignores case and the width of spaces."""
    return " ".join(option.casefold().split())
