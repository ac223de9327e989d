"""The options of a demo's form: what is put in, held against what `example.toml` allows."""

import json
from collections.abc import Mapping
from typing import Any

from sgpkit.errors import UserError, nearest
from sgpkit.space.example import Option, as_json

WHAT: Mapping[type, str] = {dict: "a JSON object", list: "a JSON list", str: "a text"}


def read(options: Mapping[str, Option], put_in: Mapping[str, Any]) -> dict[str, Any]:
    """What `compute` is given. An option that nothing was put in for has its value of the example."""
    return {
        name: option.value if put_in.get(name) in (None, "") else value(name, option, put_in[name])
        for name, option in options.items()
    }


def value(name: str, option: Option, put_in: Any) -> Any:
    if option.choices:
        if put_in not in option.choices:
            raise UserError(f"unknown {name} {put_in!r:.80}{nearest(str(put_in), option.choices)}")
        return put_in
    if isinstance(option.value, int | float):
        return number(name, option, put_in)
    try:
        read = json.loads(put_in)
    except (ValueError, TypeError, RecursionError) as error:
        raise UserError(f"{name} is no JSON: {error}") from None
    check_like(name, option.value, read)
    return read


def number(name: str, option: Option, put_in: Any) -> float:
    kind = type(option.value)
    try:
        read: float = kind(put_in)
    except (ValueError, TypeError, OverflowError):
        raise UserError(f"{name} is {put_in!r:.80}; expected a number") from None
    if not (option.least is None or option.least <= read) or not (option.most is None or read <= option.most):
        raise UserError(f"{name} is {read}; expected {option.least} to {option.most}")
    return read


def check_like(name: str, like: Any, read: Any) -> None:
    """JSON of the example's own shape: what is deeper or of another kind would be a fault of the metric's to tell."""
    if type(like) is not type(read):
        raise UserError(f"{name} holds {as_json(read):.80}; expected {WHAT[type(like)]} as in the example")
    inner = list(like.values()) if isinstance(like, dict) else like if isinstance(like, list) else []
    for each in (read.values() if isinstance(read, dict) else read) if inner else ():
        check_like(name, inner[0], each)
