"""SVG path data: a strict parser that reports every violation, a lenient one that reads as renderers do, and a writer.

The grammar is https://www.w3.org/TR/SVG2/paths.html#PathDataBNF; invalid data is drawn up to the first error
(https://www.w3.org/TR/SVG2/paths.html#PathDataErrorHandling). No library is used because violations need offsets.
"""

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.svg.outline import (
    Arc,
    ArcCentre,
    Box,
    Cubic,
    Line,
    Piece,
    Quadratic,
    Subpath,
    arc_to_cubics,
    bounding_box,
    centre_of_arc,
    flatten,
    length,
    transform,
    without_arcs,
)
from sgpkit.graphics.svg.roundness import circle_or_ellipse

__all__ = [
    "Arc",
    "ArcCentre",
    "Box",
    "Command",
    "Cubic",
    "Line",
    "Parsed",
    "Piece",
    "Quadratic",
    "Subpath",
    "Violation",
    "arc_to_cubics",
    "bounding_box",
    "centre_of_arc",
    "circle_or_ellipse",
    "flatten",
    "length",
    "number",
    "parse",
    "subpaths",
    "transform",
    "without_arcs",
    "write",
    "write_commands",
]

ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
ARGUMENTS = {letter: count for upper, count in ARITY.items() for letter in (upper, upper.lower())}
AFTER_MOVE = {"M": "L", "m": "l"}

# A trailing point ("1.") was valid in SVG 1.1 and most renderers still accept it; the strict parser reports it.
NUMBER_PATTERN = r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?"
NUMBER = re.compile(NUMBER_PATTERN)
SPACE = re.compile(r"[ \t\n\r\f]*+")
SEPARATOR = re.compile(r"[ \t\n\r\f]*+,?+[ \t\n\r\f]*+")
LETTER = re.compile(r"[MmZzLlHhVvCcSsQqTtAa]")
GROUP = re.compile(r"[ \t\n\r\f]*+([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*+)")
GAP = r"[ \t\n\r\f]*+"
CLEAN = re.compile(rf"{GAP}(?:{NUMBER_PATTERN}(?:{GAP},?+{GAP}{NUMBER_PATTERN})*)?{GAP}")


class Violation(NamedTuple):
    """An error in path data at an offset in its text."""

    offset: int
    message: str


class Command(NamedTuple):
    """One command. `spans` are the offsets of its numbers in the text; `written` is False if a repeated letter is
    omitted."""

    letter: str
    values: tuple[float, ...]
    spans: tuple[tuple[int, int], ...]
    start: int
    end: int
    written: bool


class Parsed(NamedTuple):
    """All commands that could be parsed; renderers draw the first `drawn` of them."""

    commands: tuple[Command, ...]
    violations: tuple[Violation, ...]
    drawn: int


def parse(data: str) -> Parsed:
    """Parse path data strictly; after a violation, parsing continues at the next command letter."""
    commands: list[Command] = []
    violations: list[Violation] = []
    drawn: int | None = None
    position = SPACE.match(data).end()  # type: ignore[union-attr]  # the pattern also matches nothing
    if data[position : position + 4] == "none" and not data[position + 4 :].strip():
        return Parsed((), (), 0)
    while position < len(data):
        letter = data[position]
        if letter not in ARGUMENTS:
            violations.append(Violation(position, f"{data[position]!r} where a command letter was expected"))
            drawn = len(commands) if drawn is None else drawn
            position = _next_letter(data, position)
            continue
        if not commands and letter not in "Mm" and drawn is None:
            violations.append(Violation(position, f"path data begins with {letter!r}; it must begin with 'M' or 'm'"))
            drawn = 0
        position, problem = _read_command(data, position, commands, violations)
        if problem is not None:
            violations.append(problem)
            drawn = len(commands) if drawn is None else drawn
            position = _next_letter(data, position)
        position = SPACE.match(data, position).end()  # type: ignore[union-attr]
    return Parsed(tuple(commands), tuple(violations), len(commands) if drawn is None else drawn)


def _next_letter(data: str, position: int) -> int:
    match = LETTER.search(data, position)
    return match.start() if match else len(data)


def _read_command(
    data: str, start: int, commands: list[Command], violations: list[Violation]
) -> tuple[int, Violation | None]:
    """Parse a command and its repetitions. Return the position where parsing stopped, and the violation, if any."""
    letter = data[start]
    count = ARGUMENTS[letter]
    position = start + 1
    if not count:
        commands.append(Command(letter, (), (), start, position, True))
        return position, None
    written, begin = True, start
    while True:
        values: list[float] = []
        spans: list[tuple[int, int]] = []
        for index in range(count):
            gap = (SPACE if written and index == 0 else SEPARATOR).match(data, position)
            here = gap.end()  # type: ignore[union-attr]
            if count == 7 and index in (3, 4):
                if data[here : here + 1] not in ("0", "1"):
                    shown = repr(data[here]) if here < len(data) else "the end"
                    return here, Violation(here, f"arc flag must be 0 or 1, found {shown}")
                end = here + 1
            else:
                match = NUMBER.match(data, here)
                if match is None:
                    return _missing(data, position, here, letter, index, count, written, values)
                end = match.end()
                if data[end - 1] == "." or ".e" in match[0].lower():
                    violations.append(Violation(here, f"number {match[0]!r} has no digit after its point"))
            if index == 0 and not written:
                begin = here
            value = float(data[here:end])
            if not math.isfinite(value):
                return end, Violation(here, f"number {data[here:end][:40]!r} is too large")
            values.append(value)
            spans.append((here, end))
            position = end
        effective = letter if written else AFTER_MOVE.get(letter, letter)
        commands.append(Command(effective, tuple(values), tuple(spans), begin, position, written))
        written = False


def _missing(
    data: str, position: int, here: int, letter: str, index: int, count: int, written: bool, values: list[float]
) -> tuple[int, Violation | None]:
    """Handle a missing number at `here`: the end of a complete command, else a violation."""
    hanging = data.find(",", position, here)
    at_end = here >= len(data) or data[here] in ARGUMENTS
    if hanging >= 0 and at_end:
        return here, Violation(hanging, f"comma after the last number of {letter!r}")
    if index == 0 and not written:
        return here, None if at_end else _unexpected(data, here)
    if at_end:
        return here, Violation(here, f"{letter!r} takes {count} numbers, {len(values)} found")
    return here, _unexpected(data, here)


def _unexpected(data: str, here: int) -> Violation:
    return Violation(here, f"{data[here]!r} where a number or a command letter was expected")


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    """Yield letters with the numbers that follow them, with a fast parser while the data is simple, then with the
    strict parser up to the first error."""
    position = 0
    size = len(data)
    while position < size:
        group = GROUP.match(data, position)
        if group is None:
            break
        letter, text = group.groups()
        count = ARGUMENTS[letter]
        if letter in "Aa" or CLEAN.fullmatch(text) is None:
            break
        values = [float(value) for value in NUMBER.findall(text)]
        if (len(values) % count or not values) if count else values:
            break
        if not all(map(math.isfinite, values)):
            break
        yield letter, values
        position = group.end()
    else:
        return
    # Not simple, or an arc, whose flags need no separators: continue with the strict parser.
    rest = parse(data[position:]) if position == 0 else _parse_rest(data[position:])
    for command in rest.commands[: rest.drawn]:
        yield command.letter, list(command.values)


def _parse_rest(data: str) -> Parsed:
    """Parse the tail of path data strictly; it need not begin with a move."""
    parsed = parse("M0 0 " + data)
    return Parsed(parsed.commands[1:], parsed.violations, max(parsed.drawn - 1, 0))


def subpaths(data: str) -> tuple[Subpath, ...]:
    """Return the outlines that renderers draw, up to the first error, in absolute coordinates."""
    return build(_steps(data))


def build(steps: Iterable[tuple[str, list[float]]]) -> tuple[Subpath, ...]:
    """Return outlines from command letters with one or more sets of numbers each."""
    done: list[Subpath] = []
    pieces: list[Piece] = []
    start = here = Point(0.0, 0.0)
    smooth: Point | None = None  # last control point, if S or T can continue the last segment
    smooth_kind = ""
    moved = False
    for letter, values in steps:
        kind = letter.upper()
        if not moved and kind != "M":
            break
        relative = letter != kind
        if kind == "Z":
            done.append(Subpath(start, tuple(pieces), True))
            pieces = []
            here, smooth_kind = start, ""
            continue
        count = ARITY[kind]
        for index in range(0, len(values), count):
            base_x, base_y = here if relative else (0.0, 0.0)
            if kind == "M" and index == 0:
                if pieces:
                    done.append(Subpath(start, tuple(pieces), False))
                    pieces = []
                start = here = Point(base_x + values[0], base_y + values[1])
                moved, smooth_kind = True, ""
            elif kind == "L" or kind == "M":
                here = Point(base_x + values[index], base_y + values[index + 1])
                pieces.append(Line(here))
                smooth_kind = ""
            elif kind == "H":
                here = Point(base_x + values[index], here.y)
                pieces.append(Line(here))
                smooth_kind = ""
            elif kind == "V":
                here = Point(here.x, base_y + values[index])
                pieces.append(Line(here))
                smooth_kind = ""
            elif kind == "A":
                radius_x, radius_y, angle, large, sweep, x, y = values[index : index + 7]
                end = Point(base_x + x, base_y + y)
                if radius_x and radius_y and end != here:
                    pieces.append(Arc(abs(radius_x), abs(radius_y), angle, bool(large), bool(sweep), end))
                else:
                    pieces.append(Line(end))
                here, smooth_kind = end, ""
            else:
                given = [
                    Point(base_x + values[number], base_y + values[number + 1])
                    for number in range(index, index + count, 2)
                ]
                family = "C" if kind in "CS" else "Q"
                if kind in "ST":
                    mirrored = here * 2 - smooth if smooth is not None and smooth_kind == family else here
                    given.insert(0, mirrored)
                pieces.append(Cubic(*given) if family == "C" else Quadratic(*given))
                here, smooth, smooth_kind = given[-1], given[-2], family
    if pieces:
        done.append(Subpath(start, tuple(pieces), False))
    return tuple(done)


def number(value: float) -> str:
    """Return the shortest text of a number that parses to the same value, without `.0`."""
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def _pair(point: Point) -> str:
    return f"{number(point.x)} {number(point.y)}"


def write(outlines: Iterable[Subpath], by: Affine | None = None) -> str:
    """Return path data in absolute coordinates that `subpaths` parses to the same outlines."""
    words = []
    for outline in outlines:
        subpath = transform(outline, by) if by is not None else outline
        words.append(f"M{_pair(subpath.start)}")
        for piece in subpath.pieces:
            if isinstance(piece, Line):
                words.append(f"L{_pair(piece.end)}")
            elif isinstance(piece, Cubic):
                words.append(f"C{_pair(piece.first)} {_pair(piece.second)} {_pair(piece.end)}")
            elif isinstance(piece, Quadratic):
                words.append(f"Q{_pair(piece.control)} {_pair(piece.end)}")
            else:
                size = f"{number(piece.radius_x)} {number(piece.radius_y)} {number(piece.angle)}"
                words.append(f"A{size} {int(piece.large)} {int(piece.sweep)} {_pair(piece.end)}")
        if subpath.closed:
            words.append("Z")
    return " ".join(words)


def write_commands(commands: Iterable[Command]) -> str:
    """Return path data with the letters and numbers of commands, without omitting repeated letters."""
    return " ".join(" ".join((command.letter, *map(number, command.values))) for command in commands)
