"""Types of values on the command line. Their errors say what was expected."""

import ast
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

DATA = "sgp-bench"  # As in sgpkit.runs.moved_rows, which is not imported here to keep `sgpkit list` fast.
"""The default folder of datasets, for building and reading."""

ROWS = "FOLDER|ORG/NAME[@REVISION]"
"""The metavar of options that name a dataset."""

INCOMPLETE = 3
"""The exit code of a run with rows left to ask, upon which a job script can run the same command again."""


class Parsed(click.ParamType[Any]):
    """A value that is read from text by `parse`, which raises ValueError if the text is not valid."""

    def __init__(self, name: str, parse: Callable[[str], Any]) -> None:
        self.name = name
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def positive(text: str) -> int:
    """Read a whole number of at least 1."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ValueError(f"expected a whole number of at least 1, got {text!r}")
    return int(text)


def whole(text: str) -> int:
    """Read a whole number of at least 0."""
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"expected a whole number of at least 0, got {text!r}")
    return int(text)


def integer(text: str) -> int:
    """Read a whole number, optionally with a sign."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"expected a whole number, got {text!r}") from None


def temperature(text: str) -> float:
    """Read a sampling temperature."""
    return number(text, 0, 100, "a number of at least 0")


def share_of_mass(text: str) -> float:
    """Read the probability mass for nucleus sampling."""
    value = number(text, 0, 1, "a number above 0 and at most 1")
    if value == 0:
        raise ValueError(f"expected a number above 0 and at most 1, got {text!r}")
    return value


def amount(text: str) -> float:
    """Read a number of at least 0."""
    return number(text, 0, math.inf, "a number of at least 0")


def number(text: str, low: float, high: float, wanted: str) -> float:
    """Read a finite number from `low` to `high`; `wanted` describes it in the error."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (low <= value <= high and math.isfinite(value)):
        raise ValueError(f"expected {wanted}, got {text!r}")
    return value


def share(text: str) -> Any:
    """Read K/N, the share of a run that this process works on."""
    from sgpkit.runs import lock

    return lock.parse(text)


def port(text: str) -> int:
    """Read a port number; 0 selects any free port."""
    if not text.isdecimal() or int(text) > 65_535:
        raise ValueError(f"expected a port from 0 to 65535, got {text!r}")
    return int(text)


def assignment(text: str) -> tuple[str, Any]:
    """Read NAME=VALUE; the name may contain - instead of _."""
    name, equals, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if not equals or not name.isidentifier():
        raise ValueError(f"expected NAME=VALUE, got {text!r}")
    return name, typed(value)


def typed(value: str) -> Any:
    """Return the value of a JSON text or a Python literal, or the text itself if it is neither."""
    for read in (json.loads, ast.literal_eval):
        try:
            parsed = read(value)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if not isinstance(parsed, float) or math.isfinite(parsed):
            return parsed if isinstance(parsed, None | bool | int | float | str | list | dict) else value
    return value


def join_pairs(
    ctx: click.Context, parameter: click.Parameter, pairs: tuple[tuple[str, Any], ...]
) -> dict[str, Any] | None:
    """Join NAME=VALUE pairs into one mapping. Raises BadParameter if a name is given twice."""
    gathered: dict[str, Any] = {}
    for name, value in pairs:
        if name in gathered:
            raise click.BadParameter(f"{name} is given twice", ctx, parameter)
        gathered[name] = value
    return gathered or None


POSITIVE = Parsed("N", positive)
WHOLE = Parsed("N", whole)
INTEGER = Parsed("N", integer)
TEMPERATURE = Parsed("T", temperature)
MASS = Parsed("P", share_of_mass)
AMOUNT = Parsed("X", amount)
SHARE = Parsed("K/N", share)
PORT = Parsed("P", port)
ASSIGNMENT = Parsed("NAME=VALUE", assignment)


def folder_or_url(text: str) -> Path | str:
    """Return the path of a folder, or a URL as a string."""
    return text if "://" in text else Path(text)


PATH = click.Path(path_type=Path)
FOLDER_OR_URL = Parsed("FOLDER|URL", folder_or_url)
