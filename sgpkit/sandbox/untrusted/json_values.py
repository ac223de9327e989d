"""Read untrusted JSON, and compare JSON values."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, first_line
from sgpkit.sandbox.untrusted import regular

MAX_DEPTH = 30
MAX_BYTES = 32 * 2**20

MAX_DIGITS = 64
"""Characters of a number; Python writes at most 25."""

STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
BRACKET = re.compile(rb"[\[\]{}]")
LONG_NUMBER = re.compile(rb"[-+.0-9eE]{%d,}" % (MAX_DIGITS + 1))


def read_object(path: Path, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """Read an object from an untrusted file. Raises UserError if it is not a regular file, too large, not JSON, not an
    object, or nested too deep; nothing is parsed before these limits are checked."""
    try:
        value = parse(regular.read(path, max_bytes))
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not JSON: {first_line(error):.120}") from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    if not isinstance(value, dict):
        raise UserError(f"{path}: expected an object")
    return value


def read_small(path: Path) -> dict[str, Any]:
    """Return the object in a small file such as run.json, following links. NaN and infinities are accepted. Raises
    ValueError if it is invalid, not an object, or exceeds the limits, which are checked before parsing."""
    value = parse_lenient(regular.read_linked(path, MAX_BYTES))
    if not isinstance(value, dict):
        raise ValueError("expected an object")
    return value


def parse_lenient(content: bytes) -> Any:
    """Parse JSON. NaN and infinities are accepted, so that one such number spoils its record and not the whole file."""
    refuse_deep(content)
    return json.loads(content.decode("utf-8-sig"))


def parse(content: bytes) -> Any:
    """Parse JSON. Raises ValueError for NaN and infinite numbers, for duplicate names in an object (readers differ in
    which one they take), and, before parsing, for more than `MAX_DEPTH` levels or `MAX_DIGITS` digits."""
    refuse_deep(content)
    value = json.loads(
        content.decode("utf-8"),
        parse_constant=refuse_constant,
        parse_float=finite_number,
        object_pairs_hook=unique_object,
    )
    if not is_shallow(value, MAX_DEPTH):
        raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
    return value


def refuse_deep(content: bytes) -> None:
    """Raise ValueError if nesting or a number exceeds the limits, by scanning the characters without parsing."""
    without_strings = STRING.sub(b"", content)
    if LONG_NUMBER.search(without_strings):
        raise ValueError(f"a number in it has more than {MAX_DIGITS} digits")
    depth = 0
    for bracket in BRACKET.finditer(without_strings):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")


def unique_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return pairs of names and values as a dictionary. Raises ValueError for a duplicate name."""
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r:.60} occurs twice in an object")
    return value


def finite_number(text: str) -> float:
    """Parse a float. Raises ValueError if it overflows to infinity."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.40} does not fit into a float")
    return number


def refuse_constant(name: str) -> None:
    """Raise ValueError for NaN and infinities, which Python's parser accepts although JSON does not have them."""
    raise ValueError(f"{name} is not a JSON number")


def is_shallow(value: Any, depth: int) -> bool:
    """Return whether a value is nested at most `depth` deep."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and all(is_shallow(item, depth - 1) for item in inside)


def differences(theirs: Any, ours: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield each path at which two values are not exactly equal, with both values."""
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
    """The type of `ABSENT`, which marks a value that is missing on one side of a comparison."""

    def __repr__(self) -> str:
        return "nothing"


ABSENT = Absent()
