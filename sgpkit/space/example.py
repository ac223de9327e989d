"""A metric's example, as `example.toml` in its folder tells it: cases to judge, and the options that a form offers.

What a file holds:

    title = "SSVG structure"
    summary = "Is a drawn molecule or construction structurally right?"     at most 60 characters
    extra = "perceptual"                                                    what sgpkit needs installed, if anything
    aligned = {options = "lines"}        arguments of compute beside the two, a value a case: "text", or "lines" of one
    drawn = {prediction = "format", reference = "svg"}     which fields are programs, and in which format: one by its
                                                           name, or the option that names it
    [options.format]
    value = "svg"
    choices = ["svg", "tikz"]            or a number with `least` and `most`; a table or list is put in as JSON
    [[cases]]
    note = "the same molecule"
    prediction = '''…'''
    reference = "…"                      a text, or a row as a table; missing in all cases of a metric that needs none
    status = "ok"                        what the metric says of it, and its score where that is a plain number
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
"""What `compute` calls the fields of all cases together; others go by their own names."""

LONGEST_SUMMARY = 60
"""Characters of `short_description`: https://huggingface.co/docs/hub/spaces-config-reference"""


@dataclass(frozen=True)
class Option:
    value: Any
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Case:
    """`fields` are texts as a form shows them, under "prediction", "reference" and the aligned arguments' names."""

    note: str
    fields: Mapping[str, str]
    status: str
    score: float | None = None


@dataclass(frozen=True)
class Example:
    title: str
    summary: str
    cases: tuple[Case, ...]
    options: Mapping[str, Option] = field(default_factory=dict)
    aligned: Mapping[str, str] = field(default_factory=dict)
    drawn: Mapping[str, str] = field(default_factory=dict)
    extra: str = ""

    @property
    def fields(self) -> tuple[str, ...]:
        """What a case has, in the order of the form."""
        known = ("prediction", "reference", *self.aligned)
        return tuple(name for name in known if any(name in case.fields for case in self.cases))

    def formats(self) -> tuple[str, ...]:
        """Every format that its programs may be in."""
        found = [self.options[name].choices if name in self.options else (name,) for name in self.drawn.values()]
        return tuple(dict.fromkeys(each for choices in found for each in choices))

    def format_of(self, name: str, options: Mapping[str, Any]) -> str:
        """The format of a drawn field, under these values of the options."""
        return str(options.get(self.drawn[name], self.drawn[name]))


def read(folder: Path) -> Example:
    """Of a metric's folder. What does not add up is told with its place."""
    path = folder / NAME
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError(
            f"{folder} has no {NAME}, which its Space shows\nWrite one: sgpkit/space/example.py says what is in it"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{path}: {error}") from None
    aligned = told.get("aligned", {})
    try:
        found = Example(
            title=told["title"],
            summary=told["summary"],
            cases=tuple(case(each, aligned) for each in told["cases"]),
            options={name: option(each) for name, each in told.get("options", {}).items()},
            aligned=aligned,
            drawn=told.get("drawn", {}),
            extra=told.get("extra", ""),
        )
    except KeyError as missing:
        raise UserError(f"{path}: {missing.args[0]!r} is missing") from None
    if len(found.summary) > LONGEST_SUMMARY:
        raise UserError(f"{path}: the summary has {len(found.summary)} characters; expected {LONGEST_SUMMARY} at most")
    return found


def option(told: Mapping[str, Any]) -> Option:
    return Option(told["value"], tuple(told.get("choices", ())), told.get("least"), told.get("most"))


def case(told: Mapping[str, Any], aligned: Mapping[str, str]) -> Case:
    names = [name for name in ("prediction", "reference", *aligned) if name in told]
    return Case(told["note"], {name: as_text(told[name]) for name in names}, told["status"], told.get("score"))


def as_text(value: Any) -> str:
    """As a form shows it; `value_of` reads it back."""
    if isinstance(value, list):
        return "\n".join(value)
    return value if isinstance(value, str) else as_json(value)


def as_json(value: Any) -> str:
    in_a_line = json.dumps(value, ensure_ascii=False)
    return in_a_line if len(in_a_line) <= 80 else json.dumps(value, ensure_ascii=False, indent=1)


def value_of(name: str, text: str, aligned: Mapping[str, str]) -> Any:
    """What `compute` is given for a field: a row where a reference is a JSON object, a list of lines, None for no
    lines, or the text."""
    if aligned.get(name) == "lines":
        return [line for line in text.splitlines() if line.strip()] or None
    if name == "reference" and text.lstrip().startswith("{"):
        try:
            row = json.loads(text)
        except (ValueError, RecursionError):
            return text
        return row if isinstance(row, dict) else text
    return text
