"""Token prices, read from a user's file with a date, since prices change.

TOML, money per million tokens; a date and currency for all, which a model's own table may override:

    date = "2026-01-31"
    currency = "USD"
    source = "https://example.org/pricing"

    [models."my-model"]
    input = 0.50
    cached_input = 0.05     # optional: what the server read from its prompt cache; default: as input
    output = 1.50

or CSV with the columns model, input, output, date, and optionally cached_input, currency, source.
"""

import csv
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Completion
from sgpkit.errors import UserError, nearest

MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Money per million tokens, as of a day."""

    input: float
    cached_input: float
    output: float
    currency: str
    date: str

    def of(self, prompt: int, completion: int, cached: int = 0) -> float:
        cached = min(cached, prompt)
        paid = (prompt - cached) * self.input + cached * self.cached_input + completion * self.output
        return paid / MILLION

    def of_completion(self, completion: Completion) -> float:
        return self.of(completion.prompt_tokens or 0, completion.completion_tokens or 0, completion.cached_tokens or 0)

    @property
    def named(self) -> str:
        return f"{self.currency}, prices of {self.date}"


def read(path: str | Path, model: str) -> Price:
    """Read the price of one model from the user's file. Raises UserError if it is missing or malformed."""
    path = Path(path)
    if not path.is_file():
        raise UserError(f"--prices {path}: no such file; it is TOML or CSV with the price of each model and a date")
    try:
        if path.suffix.lower() == ".csv":
            with path.open(encoding="utf-8-sig", newline="") as lines:
                table = {entry.get("model") or "": entry for entry in csv.DictReader(lines)}
            common: Mapping[str, Any] = {}
        else:
            common = tomllib.loads(path.read_text(encoding="utf-8"))
            table = common.get("models", {})
    except (ValueError, csv.Error, RecursionError) as error:  # ValueError: no TOML, no UTF-8, or too many digits
        raise UserError(f"--prices {path}: {error}") from None
    if not isinstance(table, dict) or model not in table:
        names = table if isinstance(table, dict) else ()
        raise UserError(f"--prices {path} has no price for {model!r}{nearest(model, names)}")
    entry = table[model]
    if not isinstance(entry, dict):
        raise UserError(f"--prices {path}: expected a table for {model!r}, with input and output")
    given = {name: value for name, value in {**common, **entry}.items() if value not in (None, "")}
    label = f"--prices {path}, {model}"
    return Price(
        amount(given, "input", label),
        amount(given, "cached_input", label) if "cached_input" in given else amount(given, "input", label),
        amount(given, "output", label),
        str(given.get("currency", "USD")),
        day(given.get("date"), label),
    )


def amount(given: Mapping[str, Any], name: str, label: str) -> float:
    """Return a price from a table. Raises UserError if it is missing, or not a number of at least 0; `label` names the
    table.
    """
    try:
        value = float(given[name])
    except KeyError:
        raise UserError(f"{label}: no {name} price; money per million tokens") from None
    except (TypeError, ValueError, OverflowError):
        value = -1.0
    if not 0 <= value < math.inf:
        raise UserError(f"{label}: {name} must be a number of at least 0, per million tokens, got {given[name]!r:.60}")
    return value


def day(given: Any, label: str) -> str:
    """Return the date of prices in ISO form. Raises UserError without a valid one: prices of an unknown day mislead."""
    try:
        return (given if isinstance(given, date) else date.fromisoformat(str(given))).isoformat()
    except ValueError:
        raise UserError(f"{label}: date must be the day of the prices, like 2026-01-31, got {given!r}") from None
