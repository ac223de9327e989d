"""JSON values: reading those that a stranger wrote, and comparing two."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError

MAX_DEPTH = 30


def read_object(path: Path) -> dict[str, Any]:
    """Read an object that a stranger wrote. UserError for what is no JSON, or nested so deep that handling it would
    fail."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"), parse_constant=refuse_constant)
        if not is_shallow(value, MAX_DEPTH):
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not JSON: {str(error).splitlines()[0]:.120}") from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    if not isinstance(value, dict):
        raise UserError(f"{path}: expected an object")
    return value


def refuse_constant(name: str) -> None:
    """Raise ValueError for NaN and the infinities, which Python's parser accepts and JSON does not have."""
    raise ValueError(f"{name} is no number of JSON")


def is_shallow(value: Any, depth: int) -> bool:
    """Return whether a value is nested at most `depth` deep."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(is_shallow(item, depth - 1) for item in inside)


def differences(theirs: Any, ours: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield the path of each place where two values are not the same to the last digit, with both values there."""
    if isinstance(theirs, Mapping) and isinstance(ours, Mapping):
        for name in [*ours, *(name for name in theirs if name not in ours)]:
            yield from differences(theirs.get(name, ABSENT), ours.get(name, ABSENT), f"{path}.{name}".lstrip("."))
    elif isinstance(theirs, list | tuple) and isinstance(ours, list | tuple):
        for index in range(max(len(theirs), len(ours))):
            yield from differences(item(theirs, index), item(ours, index), f"{path}[{index}]")
    elif theirs != ours or isinstance(theirs, bool) != isinstance(ours, bool):
        yield path, theirs, ours


def item(values: "list[Any] | tuple[Any, ...]", index: int) -> Any:
    """Return an item of a list, or `ABSENT` beyond its end."""
    return values[index] if index < len(values) else ABSENT


class Absent:
    """The type of `ABSENT`, which stands for a value that is missing on one side of a comparison."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()
