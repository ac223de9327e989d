"""JSON values: reading those that a stranger wrote, and comparing two."""

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
"""Characters of a number; Python writes none of JSON's with more than 25."""

STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"', re.DOTALL)
BRACKET = re.compile(rb"[\[\]{}]")
LONG_NUMBER = re.compile(rb"[-+.0-9eE]{%d,}" % (MAX_DIGITS + 1))


def read_object(path: Path, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """Read an object that a stranger wrote. UserError for what is no regular file, too large, no JSON, or nested so
    deep that handling it would fail; none of it is parsed before it is known to be small."""
    try:
        value = parse(regular.read(path, max_bytes))
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is not JSON: {first_line(error):.120}") from None
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from None
    if not isinstance(value, dict):
        raise UserError(f"{path}: expected an object")
    return value


def parse(content: bytes) -> Any:
    """Return the value that a text of JSON stands for. Raises ValueError for numbers that JSON does not have or that
    are no number of the machine's, for two values of one name in an object, of which readers would see different ones,
    and for more than `MAX_DEPTH` levels or `MAX_DIGITS` digits, before it is parsed."""
    refuse_deep(content)
    value = json.loads(
        content.decode("utf-8"), parse_constant=refuse_constant, parse_float=finite, object_pairs_hook=object_of
    )
    if not is_shallow(value, MAX_DEPTH):
        raise ValueError(f"it is nested more than {MAX_DEPTH} deep")
    return value


def refuse_deep(content: bytes) -> None:
    """Raise ValueError for nesting or numbers beyond measure, by a look at the characters alone."""
    bare = STRING.sub(b"", content)
    if LONG_NUMBER.search(bare):
        raise ValueError(f"a number in it has more than {MAX_DIGITS} digits")
    depth = 0
    for bracket in BRACKET.finditer(bare):
        depth += 1 if bracket[0] in b"[{" else -1
        if depth > MAX_DEPTH:
            raise ValueError(f"it is nested more than {MAX_DEPTH} deep")


def object_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of names and values. Raises ValueError if a name is there twice."""
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r:.60} is in an object twice")
    return value


def finite(text: str) -> float:
    """Return a number of JSON. Raises ValueError for one that is too large to be any but infinite."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text:.40} is no number of the machine's")
    return number


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
