"""VGBench's published data → rows: VGQA's nine CSV files or the older JSON lists, and VGen's three JSON files.

    --source vgbench=FOLDER     VGQA: svg_category.csv … graphviz_relation.csv, or {svg,tikz,graphviz}/
                                final_dataset_{category,…}.json; VGen: svg.json, tikz.json, graphviz.json

Questions keep their options and keys as published. Worked examples for `few-shot` are not published: the paper's were
the first test rows. Here they come from the builtin train split, as the column `source` states.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Reader, Row, Skipped
from sgpkit.errors import UserError, first_line
from sgpkit.families.shared.choices import keys
from sgpkit.metrics.structure.recall import mentions
from sgpkit.metrics.structure.recall.named import as_text
from sgpkit.sandbox.untrusted import documents, tables

from .. import lengths
from ..content.figure import TYPES
from .questions import examples

SOURCE = "vgbench"
LICENSE = "as published by VGBench"
FIELDS: Mapping[str, Sequence[str]] = {
    "idx": ("idx", "index", "id", "qid"),
    "code": ("code", "data", "content", "vector", "svg", "tikz", "graphviz"),
    "question": ("q", "question", "query"),
    "options": ("o", "options", "choices"),
    "answer": ("a", "answer", "label"),
}
"""Accepted column names of each field of a question."""

CLUTTER = " \n,;[]()'\""
_LETTERED = re.compile(r"\s*\(?([A-D])\s*[:.)]\s*(.*)", re.DOTALL)
MAX_LIST = 100_000
"""The maximum length of a list of options in characters."""

_MARKER = re.compile(r"(?:^|(?<=[\s,;\[('\"]))([A-D])\s?[:.)]\s")


# --- sources ----------------------------------------------------------------------------------------------------------


def questions(format: str) -> Reader:
    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        files = question_files(path, format)
        if not files:
            raise UserError(
                f"{path} contains no published questions about {format}\n"
                f"expected {format}_{TYPES[format][0]}.csv, or final_dataset_{TYPES[format][0]}.json; {seen(path)}"
            )
        yield from examples(format, seed)
        for type, file in files:
            for number, record in enumerate(records(file)):
                name = f"{format}-{type}-{number:04d}"
                try:
                    row = question_row(name, type, flat(record))
                except ValueError as error:
                    yield Skipped(name, str(error))
                else:
                    yield "test", row

    return rows


def captions(format: str) -> Reader:
    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        file = caption_file(path, format)
        if file is None:
            raise UserError(f"{path} contains no published captions\nexpected {format}.json; {seen(path)}")
        for number, record in enumerate(records(file)):
            name = f"{format}-{record.get('idx', number)}"
            code, caption = record.get("code"), record.get("caption")
            if not isinstance(code, str) or not isinstance(caption, str) or not code.strip() or not caption.strip():
                yield Skipped(name, "expected texts under code and caption")
                continue
            named = mentions.read(caption)
            yield (
                "test",
                common(name, code)
                | {
                    "kind": "as published",
                    "caption": caption.strip(),
                    "paraphrases": [],
                    "named": [as_text(entry) for entry in named],
                    "asserted": "",
                },
            )

    return rows


# --- rows -------------------------------------------------------------------------------------------------------------


def question_row(name: str, type: str, record: Mapping[str, Any]) -> Row:
    """Return a record's row; raise ValueError with the reason if there is none."""
    fields = {}
    for field, names in FIELDS.items():
        known = next((column for column in names if record.get(column) not in (None, "")), None)
        fields[field] = record[known] if known else None
    missing = [field for field in ("code", "question", "answer") if not isinstance(fields[field], str)]
    if missing:
        raise ValueError(f"no {missing[0]}; its columns are {', '.join(map(str, record))}")
    options = options_of(fields["options"], record)
    answer = str(fields["answer"]).strip()
    lettered = _LETTERED.fullmatch(answer)
    key = answer.upper() if answer.upper() in keys.LETTERS else lettered[1] if lettered else ""
    if not key and options.count(answer) == 1:
        key = keys.LETTERS[options.index(answer)]
    if key not in keys.LETTERS:
        raise ValueError(f"the answer is {answer!r:.40}, expected one of A, B, C, D")
    return common(name, str(fields["code"])) | {
        "kind": "as published",
        "type": type,
        "question": str(fields["question"]).strip(),
        "options": options,
        "answer": key,
    }


def common(name: str, code: str) -> Row:
    return {
        "id": name,
        "cluster": name,
        "source": SOURCE,
        "license": LICENSE,
        "generator": "",
        "code": code,
        "length": len(code),
        "band": lengths.band(code),
        "defect": "",
    }


def options_of(value: object, record: Mapping[str, Any]) -> list[str]:
    """Return the four options, without their letters, from a list, a list written as text, one text, or columns A to
    D."""
    options: list[str] = []
    if isinstance(value, Sequence) and not isinstance(value, str):
        options = [str(option) for option in value]
    elif isinstance(value, str):
        options = written_list(value)
    elif set(keys.LETTERS) <= record.keys():
        options = [str(record[letter]) for letter in keys.LETTERS]
    bare = []
    for letter, option in zip(keys.LETTERS, options, strict=False):
        lettered = _LETTERED.fullmatch(option)
        bare.append((lettered[2] if lettered and lettered[1] == letter else option).strip())
    if len(options) != len(keys.LETTERS) or not all(bare):
        raise ValueError(f"expected four options, got {value!r:.80}")
    return bare


def written_list(text: str) -> list[str]:
    for read in (ast.literal_eval, json.loads) if len(text) <= MAX_LIST else ():
        try:
            items = read(text.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if isinstance(items, list):
            return [str(option) for option in items]
    marks = list(_MARKER.finditer(text))
    if [mark[1] for mark in marks] != list(keys.LETTERS):
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [f"{mark[1]}: {text[mark.end() : end].strip(CLUTTER)}" for mark, end in zip(marks, ends, strict=True)]


def flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record of the older, nested form {idx, data: {code}, query: {q, o, a}} with all fields at one level."""
    whole = dict(record)
    for name in ("data", "query"):
        if isinstance(record.get(name), Mapping):
            del whole[name]
            whole |= {key: value for key, value in record[name].items() if key != "idx" or "idx" not in whole}
    return whole


# --- files ------------------------------------------------------------------------------------------------------------


def recognises_questions(format: str) -> Callable[[str], bool]:
    return lambda path: bool(question_files(path, format))


def recognises_captions(format: str) -> Callable[[str], bool]:
    return lambda path: caption_file(path, format) is not None


def files(path: str) -> list[Path]:
    folder = Path(path)
    if folder.is_dir():
        return sorted(file for file in folder.rglob("*") if file.suffix.lower() in (".csv", ".json") and file.is_file())
    return [folder] if folder.is_file() else []


def question_files(path: str, format: str) -> list[tuple[str, Path]]:
    """Return the files of questions about the format with their types. CSV files are preferred to JSON files of the
    same type."""
    by_type: dict[str, Path] = {}
    for file in sorted(files(path), key=lambda file: (file.suffix.lower() != ".csv", str(file))):
        stem = file.stem.lower()
        for type in TYPES[format]:
            older = stem == f"final_dataset_{type}" and format in (file.parent.name.lower(), only_format(type))
            if stem == f"{format}_{type}" or older:
                by_type.setdefault(type, file)
    return [(type, by_type[type]) for type in TYPES[format] if type in by_type]


def only_format(type: str) -> str:
    """Return the only format with this type of question, or "" if several have it."""
    having = [format for format, types in TYPES.items() if type in types]
    return having[0] if len(having) == 1 else ""


def caption_file(path: str, format: str) -> Path | None:
    for file in files(path):
        if file.name.lower() == f"{format}.json":
            first = next(iter(records(file)), {})
            if {"caption", "code"} <= first.keys():
                return file
    return None


def records(file: Path) -> list[dict[str, Any]]:
    """Return the records of a CSV file, a JSON list, a JSON object of records, or JSON lines."""
    try:
        if file.suffix.lower() == ".csv":
            return tables.read_text(file, "csv").to_dicts()
        try:
            loaded = documents.read_json(file)
        except ValueError:
            loaded = [documents.value(line) for line in documents.json_lines(file)]
    except Exception as error:  # polars raises its own errors, whose classes differ between versions
        raise UserError(f"{file}: expected VGBench's CSV or JSON; {first_line(error):.120}") from None
    values = list(loaded.values()) if isinstance(loaded, dict) else loaded
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise UserError(f"{file}: expected a list of records")
    return values


def seen(path: str) -> str:
    names = [file.name for file in files(path)][:6]
    return f"found {', '.join(names)}" if names else "found no CSV or JSON file there"
