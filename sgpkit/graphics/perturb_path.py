"""Path data and point lists, moved in the text: letters, order and separators stay as they were written.

A shift touches only absolute numbers and is exact. A turn touches all: each written position is the moved one rounded,
and relative numbers lead from one written position to the next, so that roundings do not add up.
Grammar: https://www.w3.org/TR/SVG2/paths.html#PathDataBNF.
"""

import math
import re
from collections.abc import Callable
from functools import lru_cache

from sgpkit.graphics import path
from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.path import ARGUMENTS, NUMBER_PATTERN
from sgpkit.graphics.perturb_motion import bare, places_of, write

NUMBERS = re.compile(f"({NUMBER_PATTERN})")
LETTERS = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])")
BARE = re.compile(r"(?<![0-9])\.[0-9]")
SPACE = " \t\n\r\f"
_GAP = r"([ \t\n\r\f]*+,?+[ \t\n\r\f]*+)"
ARC = re.compile(_GAP + _GAP.join([f"({NUMBER_PATTERN})"] * 3 + ["([01])"] * 2 + [f"({NUMBER_PATTERN})"] * 2))
GAP = re.compile(_GAP)
_SPACES = r"[ \t\n\r\f]*+"
_SEPARATOR = _GAP[1:-1]
_ROW = {count: _SEPARATOR.join([NUMBER_PATTERN] * count) for count in (1, 2, 4, 6)}
_ROW[7] = _SEPARATOR.join([NUMBER_PATTERN] * 3 + ["[01]"] * 2 + [NUMBER_PATTERN] * 2)
_KINDS = [("MmLlTt", 2), ("HhVv", 1), ("Cc", 6), ("SsQq", 4), ("Aa", 7)]
_GROUPS = "|".join(f"[{letters}]{_SPACES}{_ROW[count]}(?:{_SEPARATOR}{_ROW[count]})*+" for letters, count in _KINDS)
# The whole grammar: https://www.w3.org/TR/SVG2/paths.html#PathDataBNF
DATA = re.compile(f"{_SPACES}(?:(?=[Mm])(?:(?:{_GROUPS}|[Zz]){_SPACES})*+)?+")
USUAL_GAPS = frozenset(("", " ", ","))
TABLE_PLACES, TABLE_WHOLES = 4, 2048
ANGLE_PLACES = 4
# A direction is good to 0.3° if the vector has a hundred steps of the grid; shorter ones get more digits.
FEWEST_STEPS = 100
MOST_EXTRA = 6

# Steps to the grid's points around one, the near ones first.
NEAREST = sorted(((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)), key=lambda step: abs(step[0]) + abs(step[1]))

Pair = tuple[float, float]
Token = list[str]  # separator, number, separator, …, number, separator


class BadData(Exception):
    """Data in error, of which renderers draw different parts."""


def move_path(data: str, by: Affine, places: int, degrees: float) -> str:
    """Path data moved by a rigid motion whose turn is `degrees`, on a grid of so many places."""
    if DATA.fullmatch(data) is None:
        if data.strip(SPACE) == "none":
            return data
        raise BadData(_why(data))
    parts = LETTERS.split(data)
    is_bare = BARE.search(data) is not None
    if degrees:
        _Turn(by, places, degrees, is_bare).commands(parts)
    else:
        _shift(parts, by.e, by.f, places, is_bare)
    return "".join(parts)


def move_points(data: str, by: Affine, places: int, degrees: float) -> str:
    """The points of a polyline or polygon, moved."""
    tokens = NUMBERS.split(data)
    if len(tokens) == 1 and not data.strip(SPACE):
        return data
    if (len(tokens) // 2) % 2 or not _are_gaps(tokens):
        raise BadData("the list of points is in error")
    is_bare = BARE.search(data) is not None
    for index in range(1, len(tokens) - 1, 4):
        x, y = tokens[index], tokens[index + 2]
        if degrees:
            moved = by(Point(float(x), float(y)))
            tokens[index], tokens[index + 2] = _write(moved.x, places, is_bare), _write(moved.y, places, is_bare)
        else:
            tokens[index], tokens[index + 2] = _add(x, by.e, places, is_bare), _add(y, by.f, places, is_bare)
    _separate(tokens, False)
    return "".join(tokens)


def _tokens(letter: str, text: str) -> Token:
    if letter == "a" or letter == "A":
        tokens = [token for one in ARC.findall(text) for token in one]
        tokens.append(text[sum(map(len, tokens)) :])
        return tokens
    return NUMBERS.split(text)


def _are_gaps(tokens: Token) -> bool:
    """Whether nothing but space stands at the ends, and at most one comma between two numbers."""
    if tokens[0].strip(SPACE) or tokens[-1].strip(SPACE):
        return False
    different = set(tokens[2:-1:2]) - USUAL_GAPS
    return all(GAP.fullmatch(gap) for gap in different)


def _why(data: str) -> str:
    parsed = path.parse(data)
    return f"path data in error: {parsed.violations[0].message}" if parsed.violations else "path data in error"


def _write(value: float, places: int, is_bare: bool) -> str:
    text = write(value, places)
    return bare(text) if is_bare else text


def _add(token: str, shift: float, places: int, is_bare: bool) -> str:
    if not shift:
        return token
    return _write(float(token) + shift, max(places, places_of(token)), is_bare)


def _separate(tokens: Token, is_arc: bool) -> None:
    """Puts a space where two numbers that stood together would now be read as one."""
    for index in range(2, len(tokens) - 1, 2):
        if not tokens[index]:
            before, after = tokens[index - 1], tokens[index + 1]
            if after[0] in "+-" or (after[0] == "." and "." in before):
                continue
            if is_arc and (index // 2) % 7 in (4, 5):
                continue  # behind a flag, which is one digit
            tokens[index] = " "


def _shift(parts: list[str], dx: float, dy: float, places: int, is_bare: bool) -> None:
    """Changes the text behind each letter; `parts` are what stands before, a letter, its text, a letter, …"""
    for position in range(1, len(parts), 2):
        letter = parts[position]
        if (letter.islower() and (letter != "m" or position > 1)) or letter == "Z":
            continue
        tokens = _tokens(letter, parts[position + 1])
        if letter == "m":
            spots = [(1, dx), (3, dy)]  # only the first move is absolute though its letter is small
        elif letter == "H" or letter == "V":
            spots = [(index, dx if letter == "H" else dy) for index in range(1, len(tokens), 2)]
        elif letter == "A":
            spots = [(index + 10 + 2 * axis, (dx, dy)[axis]) for index in range(1, len(tokens), 14) for axis in (0, 1)]
        else:
            spots = [(index, dy if index % 4 == 3 else dx) for index in range(1, len(tokens), 2)]
        for index, shift in spots:
            tokens[index] = _add(tokens[index], shift, places, is_bare)
        if "" in tokens:
            _separate(tokens, letter == "A")
        parts[position + 1] = "".join(tokens)


@lru_cache(maxsize=64)
def _writer(places: int, is_bare: bool) -> Callable[[list[int]], list[str]]:
    """Writes many numbers, given in steps of the grid. Printing fractions takes the time: short ones are in a table."""
    one: int = 10**places
    if places > TABLE_PLACES:
        return lambda steps: [_write(step / one, places, is_bare) for step in steps]
    fractions = [write(number / one, places)[1:] for number in range(one)]
    fractions[0] = ""
    wholes = list(map(str, range(TABLE_WHOLES)))
    if is_bare:
        wholes[0] = ""
    end = TABLE_WHOLES * one

    def texts(steps: list[int]) -> list[str]:
        return [
            (wholes[step // one] + fractions[step % one]) or "0"
            if 0 <= step < end
            else "-" + wholes[-step // one] + fractions[-step % one]
            if -end < step < 0
            else _write(step / one, places, is_bare)
            for step in steps
        ]

    return texts


class _Turn:
    """Walks along a path with two pens: one where the source draws, one at the rounded place that was written.

    The numbers of the whole path are turned to text at once, in the end.
    """

    def __init__(self, by: Affine, places: int, degrees: float, is_bare: bool) -> None:
        self.by = by
        self.places = places
        self.one = 10.0**places
        self.shortest = FEWEST_STEPS / self.one
        self.degrees = degrees
        self.is_bare = is_bare
        self.x = self.y = 0.0  # where the source draws
        self.across = self.down = 0.0  # what was written for it, in steps of the grid
        self.moved: list[int] = []  # likewise
        self.waiting: list[tuple[Token, int, int, int]] = []  # tokens, the first of them, from and to where in `moved`

    def commands(self, parts: list[str]) -> None:
        """Changes letters and the texts behind them, as in `_shift`."""
        start = (0.0, 0.0, 0.0, 0.0)
        groups: list[tuple[int, str, Token]] = []
        for position in range(1, len(parts), 2):
            letter = parts[position]
            kind = letter.upper()
            if kind == "Z":
                self.x, self.y, self.across, self.down = start
                continue
            tokens = _tokens(letter, parts[position + 1])
            groups.append((position, letter, tokens))
            relative = letter != kind
            if kind == "A":
                self.arcs(tokens, relative)
                continue
            values = list(map(float, tokens[1::2]))
            if kind == "M":
                # The first move is absolute even if its letter is small; the lines behind it are not.
                if not relative or position == 1:
                    self.x = self.y = math.nan  # it leads from nowhere: how far it goes says nothing
                self.points(tokens, 1, values[:2], 2, relative and position > 1)
                start = (self.x, self.y, self.across, self.down)
                if len(values) > 2:
                    self.points(tokens, 5, values[2:], 2, relative)
            elif kind == "H" or kind == "V":
                parts[position] = "l" if relative else "L"
                stay = 0.0 if relative else self.y if kind == "H" else self.x
                pairs = [(value, stay) if kind == "H" else (stay, value) for value in values]
                for index in range(len(tokens) - 2, 0, -2):
                    tokens[index : index + 1] = ["", " ", ""]  # room for two numbers
                self.points(tokens, 1, [value for pair in pairs for value in pair], 2, relative)
            else:
                self.points(tokens, 1, values, ARGUMENTS[letter], relative)
        texts = _writer(self.places, self.is_bare)(self.moved)
        for tokens, first, begin, end in self.waiting:
            tokens[first : first + 2 * (end - begin) : 2] = texts[begin:end]
        for position, letter, tokens in groups:
            if "" in tokens:
                _separate(tokens, letter in "Aa")
            parts[position + 1] = "".join(tokens)

    def points(self, tokens: Token, first: int, values: list[float], count: int, relative: bool) -> None:
        """Moves the points of one letter's commands, each of `count` numbers, that stand from `first` on."""
        one = self.one
        a, b, c, d, e, f = [number * one for number in self.by]
        x, y, shortest = self.x, self.y, self.shortest
        base_x, base_y, left, top = (x, y, self.across, self.down) if relative else (0.0, 0.0, 0.0, 0.0)
        moved = self.moved
        begin = len(moved)
        missing = count
        coordinates = iter(values)
        for to_x, to_y in zip(coordinates, coordinates, strict=True):
            to_x += base_x
            to_y += base_y
            if -shortest < to_x - x < shortest and -shortest < to_y - y < shortest and (to_x != x or to_y != y):
                del moved[begin:]
                self.finely(tokens, first, values, count, relative)
                return
            x, y = to_x, to_y
            across, down = round(a * x + c * y + e - left), round(b * x + d * y + f - top)
            moved += (across, down)
            missing -= 2
            if not missing:
                missing = count
                if relative:
                    base_x, base_y = x, y
                    left += across
                    top += down
        self.x, self.y = x, y
        self.across, self.down = (left, top) if relative else (across, down)
        self.waiting.append((tokens, first, begin, len(moved)))

    def finely(
        self, tokens: Token, first: int, values: list[float], count: int, relative: bool, gain: float = 1.0
    ) -> None:
        """`points` where vectors count more than places: they start from what was written, with digits for the
        shortest of them, or for what `gain` says that errors grow by."""
        for begin in range(0, len(values), count):
            base_x, base_y = (self.x, self.y) if relative else (0.0, 0.0)
            given = [(base_x + values[i], base_y + values[i + 1]) for i in range(begin, begin + count, 2)]
            x, y = self.x, self.y
            most = gain
            for to_x, to_y in given:
                far = max(abs(to_x - x), abs(to_y - y))
                most = max(most, self.shortest / far) if far else most
                x, y = to_x, to_y
            places = self.places + min(math.ceil(math.log10(most) - 1e-9), MOST_EXTRA)
            finer = 10.0 ** (places - self.places)
            left, top = (0.0, 0.0) if relative else (self.across * finer, self.down * finer)
            a, b, c, d = [number * self.one * finer for number in self.by[:4]]
            moved: list[int] = []
            for to_x, to_y in given:
                along, across = to_x - self.x, to_y - self.y
                moved += (round(left + a * along + c * across), round(top + b * along + d * across))
            tokens[first + 2 * begin : first + 2 * (begin + count) : 2] = _writer(places, self.is_bare)(moved)
            base_x, base_y = (self.across, self.down) if relative else (0.0, 0.0)
            self.x, self.y = given[-1]
            self.across, self.down = base_x + moved[-2] / finer, base_y + moved[-1] / finer

    def arcs(self, tokens: Token, relative: bool) -> None:
        for index in range(1, len(tokens) - 1, 14):
            radius_x, radius_y = abs(float(tokens[index])), abs(float(tokens[index + 2]))
            angle = float(tokens[index + 4])
            x, y = float(tokens[index + 10]), float(tokens[index + 12])
            end = (self.x + x, self.y + y) if relative else (x, y)
            here, there = (self.x, self.y), (self.across, self.down)
            gain, reaches = 1.0, False
            if radius_x and radius_y and end != here:
                reach = _reach(end[0] - here[0], end[1] - here[1], radius_x, radius_y, angle)
                reaches = reach >= 1 - 1e-9
                if not reaches:
                    # Near a half turn the centre runs away as the square root of what the chord is short of.
                    gain = max(1.0, 0.25 / math.sqrt(1 - reach), 0.5 / math.sqrt(reach))
                gain *= max(1.0, max(radius_x, radius_y) / min(radius_x, radius_y) / 4)
            if gain > 1.5:
                self.finely(tokens, index + 10, [x, y], 2, relative, gain)
            else:
                self.points(tokens, index + 10, [x, y], 2, relative)
            if radius_x != radius_y:
                tokens[index + 4] = _write((angle + self.degrees) % 360, ANGLE_PLACES, self.is_bare)
                angle += self.degrees
            if reaches:
                self.outward(tokens, index + 10, there, relative, (radius_x, radius_y, angle))

    def outward(self, tokens: Token, first: int, there: Pair, relative: bool, axes: tuple[float, float, float]) -> None:
        """A half turn stays one: its end is rounded so that the chord is not shorter than the diameter."""
        is_waiting = bool(self.waiting) and self.waiting[-1][0] is tokens and self.waiting[-1][1] == first
        places = self.places if is_waiting else max(self.places, places_of(tokens[first]), places_of(tokens[first + 2]))
        one, finer = 10.0**places, 10.0 ** (places - self.places)
        end = self.moved[-2:] if is_waiting else [round(float(tokens[first + index]) * one) for index in (0, 2)]
        base_x, base_y = (0.0, 0.0) if relative else (-there[0], -there[1])
        for across, down in NEAREST:
            x, y = end[0] + across, end[1] + down
            if _reach((x / finer + base_x) / self.one, (y / finer + base_y) / self.one, *axes) >= 1:
                self.across, self.down = x / finer + base_x + there[0], y / finer + base_y + there[1]
                if is_waiting:
                    self.moved[-2:] = [x, y]
                else:
                    tokens[first], tokens[first + 2] = _writer(places, self.is_bare)([x, y])
                return


def _reach(x: float, y: float, radius_x: float, radius_y: float, degrees: float) -> float:
    """The squared half chord in an ellipse's own measure; at 1 and above the arc is half of it (F.6.6)."""
    if radius_x == radius_y:
        return (x * x + y * y) / (4 * radius_x * radius_x)
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    along, across = cosine * x + sine * y, cosine * y - sine * x
    return (along / radius_x / 2) ** 2 + (across / radius_y / 2) ** 2
