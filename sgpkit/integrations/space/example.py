"""A metric's example, read from `example.toml` in its folder: cases to score, and the options that a form offers.

The contents of a file:

    title = "SSVG structure"
    summary = "Is a drawn molecule or construction structurally right?"     at most 60 characters
    extra = "perceptual"                                                    what sgpkit needs installed, if anything
    aligned = {options = "lines"}        further arguments of compute, one value per case: "text", or "lines" of one
    drawn = {prediction = "format", reference = "svg"}     which fields are programs, and in which format: one by its
                                                           name, or the option that names it
    [options.format]
    value = "svg"
    choices = ["svg", "tikz"]            or a number with `least` and `most`; a table or list is put in as JSON
    [[cases]]
    note = "the same molecule"
    prediction = '''…'''
    reference = "…"                      a text, or a row as a table; missing in all cases of a metric that needs none
    status = "ok"                        the metric's status for it, and its score where that is a plain number
    score = 1.0
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError

NAME = "example.toml"
NAMED = {"prediction": "predictions", "reference": "references"}
"""The names of fields as arguments of `compute`; others keep their own names."""

MAX_SUMMARY = 60
"""Characters of `short_description`: https://huggingface.co/docs/hub/spaces-config-reference"""


@dataclass(frozen=True)
class Option:
    """An option of `compute`: its value in the example, and what a form accepts."""

    value: Any
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None


@dataclass(frozen=True)
class Case:
    """`fields` are texts as a form shows them, under "prediction", "reference" and the aligned arguments' names."""

    note: str
    fields: Mapping[str, str]
    status: str
    score: float | None = None


@dataclass(frozen=True)
class Example:
    """The contents of an `example.toml`."""

    title: str
    summary: str
    cases: tuple[Case, ...]
    options: Mapping[str, Option] = field(default_factory=dict)
    aligned: Mapping[str, str] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=dict)
    extra: str = ""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a case, in the order of the form."""
        known = ("prediction", "reference", *self.aligned)
        return tuple(name for name in known if any(name in case.fields for case in self.cases))

    def formats(self) -> tuple[str, ...]:
        """Return every format that its programs may be in."""
        choices_of = [self.options[name].choices if name in self.options else (name,) for name in self.drawn.values()]
        return tuple(dict.fromkeys(format for choices in choices_of for format in choices))

    def format_of(self, name: str, options: Mapping[str, Any]) -> str:
        """Return the format of a drawn field, under these values of the options."""
        return str(options.get(self.drawn[name], self.drawn[name]))


def read(folder: Path) -> Example:
    """Read the example of a metric's folder; raise UserError, with the path, for one that is incomplete."""
    path = folder / NAME
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(
            f"{folder}: {NAME}, the example of its Space, is missing\n"
            "Write one; its format is described in sgpkit/integrations/space/example.py"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from None
    aligned = content.get("aligned", {})
    try:
        example = Example(
            title=content["title"],
            summary=content["summary"],
            cases=tuple(case(table, aligned) for table in content["cases"]),
            options={name: option(table) for name, table in content.get("options", {}).items()},
            aligned=aligned,
            drawn=content.get("drawn", {}),
            extra=content.get("extra", ""),
        )
    except KeyError as missing:
        raise UserError(f"{path}: {missing.args[0]!r} is missing") from None
    if len(example.summary) > MAX_SUMMARY:
        raise UserError(f"{path}: the summary has {len(example.summary)} characters; expected {MAX_SUMMARY} at most")
    return example


def option(table: Mapping[str, Any]) -> Option:
    """Return the option of a table."""
    return Option(table["value"], tuple(table.get("choices", ())), table.get("least"), table.get("most"))


def case(table: Mapping[str, Any], aligned: Mapping[str, str]) -> Case:
    """Return the case of a table."""
    names = [name for name in ("prediction", "reference", *aligned) if name in table]
    return Case(table["note"], {name: as_text(table[name]) for name in names}, table["status"], table.get("score"))


def as_text(value: Any) -> str:
    """Return a value as a form shows it; `value_of` reads it back."""
    if isinstance(value, list):
        return "\n".join(value)
    return value if isinstance(value, str) else as_json(value)


def as_json(value: Any) -> str:
    """Return a value as JSON, on one line if it is short."""
    in_a_line = json.dumps(value, ensure_ascii=False)
    return in_a_line if len(in_a_line) <= 80 else json.dumps(value, ensure_ascii=False, indent=1)


def value_of(name: str, text: str, aligned: Mapping[str, str]) -> Any:
    """Return the argument of `compute` for a field.

    It is a row where a reference is a JSON object, a list of lines, None for no lines, or the text.
    """
    if aligned.get(name) == "lines":
        return [line for line in text.splitlines() if line.strip()] or None
    if name == "reference" and text.lstrip().startswith("{"):
        try:
            row = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return row if isinstance(row, dict) else text
    return text
