"""The syntax that all textual CAD shares: `Name:(arguments);Name;Name:(arguments)` in one line.

Arguments are numbers, words, and lists of numbers in brackets. The dialects give the commands their meaning.
SGP-Bench's texts of DeepCAD have this form (without lists), and the other two dialects follow it."""

import math
import re
import reprlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sgpkit.status import Rejected, Status

Argument = float | int | str | tuple[float, ...]

MOST_COMMANDS = 20_000
LONGEST_TEXT = 2_000_000
LONGEST_NUMBER = 400
_LARGEST = 1e12

# The pattern is unambiguous, so that a long invalid text is rejected in linear time.
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_. -]*")
_COMMAND = re.compile(r"([A-Za-z][A-Za-z0-9_]*)(?:\s*+(?::\s*+)?\((.*)\))?", re.DOTALL)


@dataclass(frozen=True)
class Command:
    """One command. `position` counts from 1, and is ignored in comparisons."""

    name: str
    arguments: tuple[Argument, ...] = ()
    position: int = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Command) and (self.name, self.arguments) == (other.name, other.arguments)

    def __hash__(self) -> int:
        return hash((self.name, self.arguments))

    @property
    def where(self) -> str:
        """The command's position and name, for messages."""
        return f"command {self.position} ({self.name})"

    def numbers(self, count: int | None = None) -> tuple[float, ...]:
        """Return all arguments as numbers. Raises Rejected unless there are `count` of them."""
        if count is not None and len(self.arguments) != count:
            raise self.wrong(f"expected {count} numbers, got {len(self.arguments)}")
        return tuple(self.number(index) for index in range(len(self.arguments)))

    def number(self, index: int) -> float:
        """Return an argument that is a number. Raises Rejected otherwise."""
        value = self.arguments[index] if index < len(self.arguments) else None
        if value is None or isinstance(value, str | tuple):
            raise self.wrong(f"argument {index + 1} must be a number, got {shown(value)}")
        return value

    def word(self, index: int) -> str:
        """Return an argument that is a word. Raises Rejected otherwise."""
        value = self.arguments[index] if index < len(self.arguments) else None
        if not isinstance(value, str):
            raise self.wrong(f"argument {index + 1} must be a word, got {shown(value)}")
        return value

    def numbers_in(self, index: int) -> tuple[float, ...]:
        """Return an argument that is a list of numbers. Raises Rejected otherwise."""
        value = self.arguments[index] if index < len(self.arguments) else None
        if not isinstance(value, tuple):
            raise self.wrong(f"argument {index + 1} must be a list of numbers in brackets, got {shown(value)}")
        return value

    def wrong(self, reason: str, status: Status = Status.PARSE_ERROR) -> Rejected:
        """Return the rejection of this command for a reason, for the caller to raise."""
        return Rejected(status, f"{self.where}: {reason}")


def shown(value: object) -> str:
    """Return a short text for any value, for messages; its cost does not grow with the value."""
    if isinstance(value, int) and abs(value) > _LARGEST:
        text = f"a whole number of {value.bit_length()} bits"
    elif isinstance(value, Exception | str | int | float):
        text = str(value)
    elif isinstance(value, list | tuple | dict):
        text = reprlib.repr(value) if all(map(_plain, value)) else f"a {type(value).__name__} of {len(value)}"
    else:
        text = "nothing" if value is None else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "…"


def _plain(value: object) -> bool:
    return isinstance(value, str | float | bool) or (isinstance(value, int) and abs(value) <= _LARGEST)


def read(text: str) -> tuple[Command, ...]:
    """Return the commands of a text, in order. Spaces and line breaks between them do not matter."""
    if len(text) > LONGEST_TEXT:
        raise Rejected(Status.TOO_LARGE, f"a text of {len(text):,} characters; at most {LONGEST_TEXT:,} are read")
    if text.count(";") > MOST_COMMANDS:
        raise Rejected(Status.TOO_LARGE, f"{text.count(';'):,} commands; at most {MOST_COMMANDS:,} are read")
    parts = text.strip().split(";")
    if not parts[-1].strip():
        parts.pop()  # a trailing semicolon is not a command
    if not parts:
        raise Rejected(Status.PARSE_ERROR, "no commands in the text")
    return tuple(_command(part.strip(), position) for position, part in enumerate(parts, 1))


def _command(text: str, position: int) -> Command:
    matched = _COMMAND.fullmatch(text)
    if matched is None:
        raise Rejected(
            Status.PARSE_ERROR, f"command {position}: expected Name or Name:(arguments), got {shown(text)!r}"
        )
    name, inside = matched.groups()
    if inside is None:
        return Command(name, (), position)
    where = f"command {position} ({name})"
    return Command(name, tuple(_argument(piece, where) for piece in _pieces(inside, where)), position)


def _pieces(inside: str, where: str) -> Iterator[str]:
    """Yield the pieces between the commas outside brackets."""
    if not inside.strip():
        return
    depth, start = 0, 0
    for index, character in enumerate(inside):
        depth += (character == "[") - (character == "]")
        if depth not in (0, 1):
            raise Rejected(Status.PARSE_ERROR, f"{where}: brackets do not match at character {index + 1}")
        if character == "," and depth == 0:
            yield inside[start:index]
            start = index + 1
    if depth:
        raise Rejected(Status.PARSE_ERROR, f"{where}: a bracket is not closed")
    yield inside[start:]


def _argument(text: str, where: str) -> Argument:
    text = text.strip()
    if text.startswith("[") and text.endswith("]"):
        inside = text[1:-1].strip()
        return tuple(_number(piece.strip(), where) for piece in inside.split(",")) if inside else ()
    if text.lower() in ("nan", "inf", "infinity"):
        raise Rejected(Status.PARSE_ERROR, f"{where}: {text} is not a finite number")
    if _WORD.fullmatch(text):
        return text
    return _number(text, where)


def _number(text: str, where: str) -> float | int:
    if len(text) > LONGEST_NUMBER or not _NUMBER.fullmatch(text):
        raise Rejected(Status.PARSE_ERROR, f"{where}: expected a number, got {shown(text)!r}")
    value = float(text)
    if abs(value) > _LARGEST:
        raise Rejected(Status.TOO_LARGE, f"{where}: {shown(text)} is out of range")
    return int(value) if value.is_integer() else value


def finite(value: object, where: str) -> float:
    """Return a number of JSON or an array as a float. Raises Rejected for NaN, infinity and other values."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Rejected(Status.PARSE_ERROR, f"{where}: expected a number, got {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isnan(number):
        raise Rejected(Status.PARSE_ERROR, f"{where}: {value} is not a finite number")
    if abs(number) > _LARGEST:
        raise Rejected(Status.TOO_LARGE, f"{where}: {shown(value)} is out of range")
    return number


def rounded(value: float, decimals: int) -> float | int:
    """Return the value rounded, whole numbers as int, and never a negative zero, so that `write` and `read` preserve
    it.
    """
    near = round(value, decimals)
    return int(near) if near == int(near) else near


def write(commands: Iterable[Command]) -> str:
    """Return the one-line text of commands, the inverse of `read`."""
    return ";".join(_written(command) for command in commands)


def _written(command: Command) -> str:
    if not command.arguments:
        return command.name
    return f"{command.name}:({','.join(map(_argument_written, command.arguments))})"


def _argument_written(value: Argument) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return f"[{','.join(map(number_written, value))}]"
    return number_written(value)


def number_written(value: float | int) -> str:
    """Return the shortest decimal that reads back as this number, never with an exponent."""
    if value == int(value):
        return str(int(value))
    return format(Decimal(repr(value)), "f")


def pairs(values: Sequence[float], command: Command) -> Iterator[tuple[float, float]]:
    """Yield the coordinates of points in a flat list. Raises Rejected for an odd number of them."""
    if len(values) % 2:
        raise command.wrong(f"a list of points needs an even number of coordinates, got {len(values)}")
    yield from zip(values[::2], values[1::2], strict=True)
