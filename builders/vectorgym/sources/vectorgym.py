"""VectorGym's published Parquet files → rows of its four configs.

    --source vectorgym=FOLDER|FILE.parquet

Columns as published (ServiceNow/VectorGym at 84508fc): svg_id, original_svg, split, sketch_image, sketch_category,
text_caption, editing_prompt, editing_target_svg, editing_annotation_index, is_chart. Each config needs some of them; a
record without a value for a task gives no row for the task. A drawing has a record for each of its edits, which repeats
its sketch and its description. Equal records give one row, and the rows of one drawing share their cluster.

A published description names colours with hexadecimal codes, "red (#FF0000)", or without. A description with codes is
the text task's prompt in that style; without its codes it is the prompt in the other style. It is also the reference
for captions.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError, first_line
from sgpkit.sandbox.untrusted import json_values, tables

SOURCE = "vectorgym"
LICENSE = "Apache-2.0"
"""The licence by its card: huggingface.co/datasets/ServiceNow/VectorGym at 84508fc."""

SPLITS = {"train": "train", "validation": "validation", "valid": "validation", "val": "validation", "dev": "validation"}
SPLITS |= {"test": "test"}
KNOWN = ("svg_id", "original_svg")
NEEDED: Mapping[str, Sequence[str]] = {
    "sketch": ("sketch_image",),
    "edit": ("editing_prompt", "editing_target_svg"),
    "text": ("text_caption",),
    "caption": ("text_caption",),
}
"""The columns that make up a task, in addition to those of the drawing."""

USED = (*KNOWN, "split", "is_chart", "sketch_category", "editing_annotation_index")

HEX = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b")
IN_BRACKETS = re.compile(rf"\s*[(\[]\s*{HEX.pattern}(?:\s*(?:,|/|and|or)\s*{HEX.pattern})*\s*[)\]]")


# --- files ------------------------------------------------------------------------------------------------------------


def files(path: str) -> list[Path]:
    folder = Path(path)
    return sorted(folder.rglob("*.parquet")) if folder.is_dir() else [folder] if folder.is_file() else []


def columns(file: Path) -> set[str]:
    """Return the names of a file's columns; none if it is not a Parquet file."""
    try:
        return set(tables.columns(file))
    except (ValueError, OSError):
        return set()


def recognises(path: str) -> bool:
    return any(
        set(KNOWN) <= columns(file) and columns(file) & set(sum(map(tuple, NEEDED.values()), ()))
        for file in files(path)
    )


def records(path: str, task: str) -> Iterator[dict[str, Any]]:
    matching = [file for file in files(path) if set(KNOWN) <= columns(file)]
    if not matching:
        raise UserError(
            f"{path!r} contains no VectorGym data; expected Parquet files with columns {', '.join(KNOWN)}, …"
        )
    wanted = {*USED, *NEEDED[task]}
    fitting = [file for file in matching if set(NEEDED[task]) <= columns(file)]
    if not fitting:
        missing = [name for name in NEEDED[task] if not any(name in columns(file) for file in matching)]
        raise UserError(
            f"{path!r} has nothing for vectorgym-{task}: no file has the column {' and '.join(missing or NEEDED[task])}"
        )
    for file in fitting:
        yield from rows_of(file, wanted)


def rows_of(file: Path, wanted: set[str]) -> Iterator[dict[str, Any]]:
    """Yield rows one by one, without reading a whole file into memory. The split is a column, or else part of the
    file's name."""
    named = next((split for word, split in SPLITS.items() if file.name.startswith(f"{word}-")), "test")
    try:
        for record in tables.rows(file, tuple(wanted)):
            yield {"split": named} | {name: value for name, value in record.items() if value is not None}
    except (ValueError, OverflowError) as error:
        raise UserError(f"{file} is damaged ({first_line(error):.120})\nGet it again.") from None


# --- rows -------------------------------------------------------------------------------------------------------------


def rows(task: str, path: str) -> Iterator[tuple[str, Row] | Skipped]:
    make = MAKERS[task]
    ids: set[str] = set()
    contents: set[bytes] = set()
    for number, record in enumerate(records(path, task)):
        stem = re.sub(r"[^0-9A-Za-z]+", "-", str(record.get("svg_id", ""))).strip("-") or f"record-{number}"
        if not all(present(record.get(name)) for name in NEEDED[task]):
            continue  # a record of another task
        content = fingerprint(stem, *(record[name] for name in ("original_svg", *NEEDED[task]) if name in record))
        if content in contents:
            continue
        contents.add(content)
        identifier = unused(f"vg-{stem}" + suffix(task, record), ids)
        split = SPLITS.get(str(record["split"]).strip().lower())
        if split is None:
            yield Skipped(identifier, f"split {record['split']!r:.40}; expected one of {', '.join(SPLITS)}")
        elif not isinstance(record.get("original_svg"), str) or not record["original_svg"].strip():
            yield Skipped(identifier, "its drawing, original_svg, is missing")
        else:
            try:
                yield split, common(identifier, f"vg-{stem}", record) | make(record)
            except ValueError as error:
                yield Skipped(identifier, str(error))


def fingerprint(*values: Any) -> bytes:
    return hashlib.sha256("\0".join(map(repr, values)).encode("utf-8", "replace")).digest()


def present(value: Any) -> bool:
    return bool(value.strip()) if isinstance(value, str) else value is not None


def suffix(task: str, record: Mapping[str, Any]) -> str:
    index = record.get("editing_annotation_index")
    return f"-edit-{index}" if task == "edit" and index is not None else ""


def unused(name: str, ids: set[str]) -> str:
    number = 1
    candidate = name
    while candidate in ids:
        number += 1
        candidate = f"{name}-{number}"
    ids.add(candidate)
    return candidate


def common(identifier: str, cluster: str, record: Mapping[str, Any]) -> Row:
    from ..content.scenes.tokens import ESTIMATE, tokens

    return {
        "id": identifier,
        "cluster": cluster,
        "source": SOURCE,
        "license": LICENSE,
        "generator": "",
        "kind": "as published",
        "category": "chart" if record.get("is_chart") is True else "as published",
        "code": record["original_svg"],
        "tokens": tokens(record["original_svg"]),
        "tokenizer": ESTIMATE,
    }


def sketch(record: Mapping[str, Any]) -> Row:
    """Return the row with the bytes of the sketch, which `finish` reads."""
    held = record["sketch_image"]
    data = held.get("bytes") if isinstance(held, Mapping) else held
    if not isinstance(data, bytes) or not data:
        where = f", only the path {held['path']!r:.80}" if isinstance(held, Mapping) and held.get("path") else ""
        raise ValueError(f"its sketch has no bytes{where}")
    return {"sketch": data, "sketch_kind": str(record.get("sketch_category") or "as published").strip()}


def edit(record: Mapping[str, Any]) -> Row:
    instruction = " ".join(words(record["editing_prompt"], "editing_prompt").split())
    return {
        "edit": "as published",
        "instruction": instruction,
        "wordings": [instruction],
        "target": words(record["editing_target_svg"], "editing_target_svg"),
        "changes": "",
    }


def text(record: Mapping[str, Any]) -> Row:
    described = descriptions(record["text_caption"])
    return {"description_hex": described[0], "description_names": described[1]}


def caption(record: Mapping[str, Any]) -> Row:
    with_codes, with_names = descriptions(record["text_caption"])
    return {"caption": with_codes or with_names, "paraphrases": []}


MAKERS: Mapping[str, Callable[[Mapping[str, Any]], Row]] = {
    "sketch": sketch,
    "edit": edit,
    "text": text,
    "caption": caption,
}


def words(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected text under {name}, got {type(value).__name__}")
    return value.strip()


def descriptions(value: Any) -> tuple[str, str]:
    """Return descriptions with codes and without: of one text, or of several in a list, a struct, or JSON of either."""
    texts = [" ".join(text.split()) for text in listed(value)]
    if not texts:
        raise ValueError("expected a text under text_caption")
    coded = next((text for text in texts if HEX.search(text)), "")
    named = next((text for text in texts if not HEX.search(text)), "") or without_codes(coded)
    return coded, named


def listed(value: Any) -> list[str]:
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            value = json_values.parse(value.encode("utf-8", "replace"))
        except (ValueError, RecursionError):
            return [value]
    if isinstance(value, Mapping):
        value = list(value.values())
    values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
    return [text for text in values if isinstance(text, str) and text.strip()]


def without_codes(description: str) -> str:
    """Return the description without codes in parentheses. Return "" if a colour has only a code, which would be
    lost."""
    bare = IN_BRACKETS.sub("", description)
    return "" if HEX.search(bare) else " ".join(bare.split())


def source(task: str) -> Callable[[str, int], Iterator[tuple[str, Row] | Skipped]]:
    def read(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        return rows(task, path)

    return read
