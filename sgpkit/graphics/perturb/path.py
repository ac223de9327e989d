"""Move path data and point lists in their text, preserving commands, order and separators.

A shift changes only absolute numbers and is exact. A rotation changes all numbers; see `turn.py`.
"""

import re

from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.perturb import turn
from sgpkit.graphics.perturb.grammar import ARC_NUMBERS, GAP_PATTERN, LETTERS, NUMBERS, SPACE, BadData, check
from sgpkit.graphics.perturb.motion import decimals_of, write_like

BARE = re.compile(r"\.(?<![0-9]\.)[0-9]")  # starts with the point because that is faster to search than a digit
GAP = re.compile(GAP_PATTERN)
ARC = re.compile("".join([f"({GAP_PATTERN})({number})" for number in ARC_NUMBERS]))
USUAL_GAPS = frozenset(("", " ", ","))

Token = list[str]  # separator, number, separator, …, number, separator


def move_path(data: str, by: Affine, decimals: int, degrees: float) -> str:
    """Return path data moved by a rigid motion with a rotation of `degrees`, rounded to `decimals`."""
    if data.strip(SPACE) == "none":
        return data
    is_bare = BARE.search(data) is not None
    if degrees:
        return turn.turn_path(data, by, decimals, degrees, is_bare)
    check(data)
    parts = LETTERS.split(data)
    _shift(parts, by.e, by.f, decimals, is_bare)
    return "".join(parts)


def move_points(data: str, by: Affine, decimals: int, degrees: float) -> str:
    """Return the moved points of a polyline or polygon. Raises BadData for an invalid list."""
    tokens = NUMBERS.split(data)
    if len(tokens) == 1 and not data.strip(SPACE):
        return data
    if (len(tokens) // 2) % 2 or not _are_gaps(tokens):
        raise BadData("invalid list of points")
    is_bare = BARE.search(data) is not None
    for index in range(1, len(tokens) - 1, 4):
        x, y = tokens[index], tokens[index + 2]
        if degrees:
            moved = by(Point(float(x), float(y)))
            tokens[index], tokens[index + 2] = (
                write_like(moved.x, decimals, is_bare),
                write_like(moved.y, decimals, is_bare),
            )
        else:
            tokens[index], tokens[index + 2] = _add(x, by.e, decimals, is_bare), _add(y, by.f, decimals, is_bare)
    _separate(tokens, False)
    return "".join(tokens)


def _tokens(letter: str, text: str) -> Token:
    if letter == "a" or letter == "A":
        tokens = [token for one in ARC.findall(text) for token in one]
        tokens.append(text[sum(map(len, tokens)) :])
        return tokens
    return NUMBERS.split(text)


def _are_gaps(tokens: Token) -> bool:
    """Return whether the separators are valid: only space at the ends, and at most one comma between two numbers."""
    if tokens[0].strip(SPACE) or tokens[-1].strip(SPACE):
        return False
    different = set(tokens[2:-1:2]) - USUAL_GAPS
    return all(GAP.fullmatch(gap) for gap in different)


def _add(token: str, shift: float, decimals: int, is_bare: bool) -> str:
    if not shift:
        return token
    return write_like(float(token) + shift, max(decimals, decimals_of(token)), is_bare)


def _separate(tokens: Token, is_arc: bool) -> None:
    """Insert a space between adjacent numbers that would otherwise be read as one."""
    for index in range(2, len(tokens) - 1, 2):
        if not tokens[index]:
            before, after = tokens[index - 1], tokens[index + 1]
            if after[0] in "+-" or (after[0] == "." and "." in before):
                continue
            if is_arc and (index // 2) % 7 in (4, 5):
                continue  # after a flag, which is a single digit
            tokens[index] = " "


def _shift(parts: list[str], dx: float, dy: float, decimals: int, is_bare: bool) -> None:
    """Shift the numbers after each command letter in `parts`: leading text, letter, its numbers, letter, …"""
    for position in range(1, len(parts), 2):
        letter = parts[position]
        if (letter.islower() and (letter != "m" or position > 1)) or letter == "Z":
            continue
        tokens = _tokens(letter, parts[position + 1])
        if letter == "m":
            shifts = [(1, dx), (3, dy)]  # the first point is absolute even after a lower-case letter
        elif letter == "H" or letter == "V":
            shifts = [(index, dx if letter == "H" else dy) for index in range(1, len(tokens), 2)]
        elif letter == "A":
            shifts = [(index + 10 + 2 * axis, (dx, dy)[axis]) for index in range(1, len(tokens), 14) for axis in (0, 1)]
        else:
            shifts = [(index, dy if index % 4 == 3 else dx) for index in range(1, len(tokens), 2)]
        for index, shift in shifts:
            tokens[index] = _add(tokens[index], shift, decimals, is_bare)
        if "" in tokens:
            _separate(tokens, letter == "A")
        parts[position + 1] = "".join(tokens)
