"""The options of a demo's form: the inputs, checked against what `example.toml` allows."""

import json
from collections.abc import Mapping
from typing import Any

from sgpkit.errors import UserError, nearest
from sgpkit.integrations.space.example import Option, as_json

WHAT: Mapping[type, str] = {dict: "a JSON object", list: "a JSON list", str: "a text"}


def read(options: Mapping[str, Option], put_in: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `compute`. An option without input has the value of the example."""
    return {
        name: option.value if put_in.get(name) in (None, "") else value(name, option, put_in[name])
        for name, option in options.items()
    }


def value(name: str, option: Option, put_in: Any) -> Any:
    """Return the value of an input; raise UserError for one that is not allowed."""
    if option.choices:
        if put_in not in option.choices:
            raise UserError(f"unknown {name} {put_in!r:.80}{nearest(str(put_in), option.choices)}")
        return put_in
    if isinstance(option.value, int | float):
        return number(name, option, put_in)
    try:
        read = json.loads(put_in)
    except (ValueError, TypeError, RecursionError) as error:
        raise UserError(f"{name} is not valid JSON: {error}") from None
    check_like(name, option.value, read)
    return read


def number(name: str, option: Option, put_in: Any) -> float:
    """Return the number of an input; raise UserError for one that is not allowed."""
    kind = type(option.value)
    try:
        read: float = kind(put_in)
    except (ValueError, TypeError, OverflowError):
        raise UserError(f"{name} is {put_in!r:.80}; expected a number") from None
    minimum, maximum = option.minimum, option.maximum
    if not (minimum is None or minimum <= read) or not (maximum is None or read <= maximum):
        raise UserError(f"{name} is {read}; expected {minimum} to {maximum}")
    return read


def check_like(name: str, like: Any, read: Any) -> None:
    """Raise UserError for JSON of another shape than the example's, which the metric would not expect."""
    if type(like) is not type(read):
        raise UserError(f"{name} is {as_json(read):.80}; expected {WHAT[type(like)]} as in the example")
    inner = list(like.values()) if isinstance(like, dict) else like if isinstance(like, list) else []
    for item in (read.values() if isinstance(read, dict) else read) if inner else ():
        check_like(name, inner[0], item)
