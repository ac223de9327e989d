"""Names and valid values of the options that every function with an engine takes: sampling options and engine
options.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.errors import UserError, nearest

SAMPLING = ("max_tokens", "top_p", "stop", "seed")
"""Sampling options; the defaults follow the paper of the benchmark."""

ENGINE_OPTIONS = (
    "engine_args", "sampling_args", "chat_template", "chat_template_args", "choice", "regex", "json_schema", "lora",
    "revision", "complete",
    "unseeded", "gpus", "base_url", "api_key_env", "concurrency", "prices", "max_cost", "batch_write", "batch_read",
    "ray", "ray_engine", "ray_workers", "ray_shared", "timeout", "retries", "context",
)  # fmt: skip
"""Options that are passed to the engine under these names; each engine declares the ones it takes."""


class Number(NamedTuple):
    """The numbers that an option accepts: their description, their type, and a test."""

    expected: str
    kind: type
    fits: Callable[[Any], bool]


INTEGER = Number("a whole number", Integral, lambda value: True)
WHOLE = Number("a whole number of at least 0", Integral, lambda value: value >= 0)
POSITIVE = Number("a whole number of at least 1", Integral, lambda value: value >= 1)
AMOUNT = Number("a number of at least 0", Real, lambda value: 0 <= value < math.inf)
TEMPERATURE = Number("a number of at least 0", Real, lambda value: 0 <= value <= 100)
MASS = Number("a number above 0 and at most 1", Real, lambda value: 0 < value <= 1)

NUMBERS: Mapping[str, Number] = {
    **dict.fromkeys(
        ("n", "limit", "rows", "resample", "max_tokens", "context", "gpus", "concurrency", "ray_workers"), POSITIVE
    ),
    **dict.fromkeys(("seed", "retries"), WHOLE),
    **dict.fromkeys(("timeout", "max_cost"), AMOUNT),
    "temperature": TEMPERATURE,
    "top_p": MASS,
}
"""The numeric options of a run."""


class Kind(NamedTuple):
    """The values that a non-numeric option accepts: their description and their types."""

    expected: str
    types: tuple[type, ...]


FLAG = Kind("True or False", (bool,))
TEXT = Kind("a text", (str,))
FILE = Kind("a path", (str, Path))
ARGUMENTS = Kind("a mapping from names to values, such as {'min_p': 0.05}", (Mapping,))

FILES = ("chat_template", "json_schema", "prices", "batch_write", "batch_read", "prompts")
KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("choice", "complete", "unseeded", "ray_shared", "lite"), FLAG),
    **dict.fromkeys(
        ("strategy", "mode", "setting", "base_url", "api_key_env", "revision", "ray", "ray_engine", "regex"), TEXT
    ),
    **dict.fromkeys(("lora", *FILES), FILE),
    **dict.fromkeys(("engine_args", "sampling_args", "chat_template_args"), ARGUMENTS),
    "stop": Kind("a text or a list of texts", (str, Sequence)),
}
"""The other options of a run."""


def check(given: Mapping[str, Any]) -> None:
    """Raise UserError for the first option with an invalid value; None means that an option was not given."""
    for name, value in given.items():
        if name in NUMBERS:
            check_number(name, value, NUMBERS[name])
        elif name in KINDS and value is not None and not isinstance(value, KINDS[name].types):
            raise UserError(f"{name}: expected {KINDS[name].expected}, got {value!r:.80}")


def check_number(name: str, value: Any, number: Number) -> None:
    """Raise UserError for a value that is not such a number; None means that an option was not given."""
    if value is None or (isinstance(value, number.kind) and not isinstance(value, bool) and number.fits(value)):
        return
    raise UserError(f"{name}: expected {number.expected}, got {value!r:.80}")


def split(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the sampling options and the engine options whose value is not None."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in SAMPLING and name not in ENGINE_OPTIONS:
            raise UserError(f"unknown option {name!r}{nearest(name, (*SAMPLING, *ENGINE_OPTIONS))}")
    sampling = {name: given[name] for name in SAMPLING if name in given}
    if isinstance(sampling.get("stop"), str):
        sampling["stop"] = [sampling["stop"]]
    engine = {name: given[name] for name in ENGINE_OPTIONS if name in given}
    return sampling, engine | {name: Path(engine[name]) for name in FILES if name in engine}
