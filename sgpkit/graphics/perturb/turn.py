"""Rotate and shift path data in its text.

Two pens follow the path: the position in the source, and the position written for it, on a grid. Each written position
is the moved one rounded, and relative numbers are differences of written positions, so that rounding errors do not add
up. The text is split and joined once per path, because parsing each command separately would dominate the run time.
"""

import itertools
import math
import re
from functools import lru_cache

from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.perturb.grammar import ARC_NUMBERS, GAP_PATTERN, LETTERS, NUMBERS, SLOT, TEMPLATE, check
from sgpkit.graphics.perturb.motion import decimals_of, write_like
from sgpkit.graphics.svg.path import ARGUMENTS

ARCS = re.compile(r"[Aa][^MmZzLlHhVvCcSsQqTtAa]*+")
FLAGS = re.compile(
    f"({GAP_PATTERN.join(ARC_NUMBERS[:4])})({GAP_PATTERN}[01])({GAP_PATTERN.join(['', *ARC_NUMBERS[5:]])})"
)
ADJACENT = SLOT + SLOT
FLAG_END = "\1"  # marks the end of a flag, a single digit that a number may follow directly; cannot occur in XML
FLAG_TEXTS = {flag: flag + FLAG_END for flag in ("0", "1")}

MAX_FAST_DECIMALS = 4  # decimals up to which `%.14g` is exact for all coordinates and has no exponent
ANGLE_DECIMALS = 4
# A vector of a hundred grid steps has a direction exact to 0.3°; shorter ones are written with more decimals.
MIN_STEPS = 100
MAX_EXTRA = 6
MIN_REACH = 1e-24  # of a chord: shorter ones get no extra decimals, since their square may underflow to 0

# Offsets to the neighbouring grid points, nearest first.
NEAREST = sorted(((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)), key=lambda step: abs(step[0]) + abs(step[1]))

Layout = tuple[tuple[str, int, int], ...]
MAX_CACHED = 200  # characters
# The position in the source (x, y), and the position written for it in grid steps (across, down).
Pens = tuple[float, float, float, float]
NOWHERE = (math.nan, math.nan, 0.0, 0.0)  # before the first point, to which there is no distance


class GluedFlags(Exception):
    """An arc flag is directly followed by a number, as in `a5 5 0 01.5 2`, so splitting at numbers fails."""


def turn_path(data: str, by: Affine, decimals: int, degrees: float, is_bare: bool) -> str:
    """Return path data moved by a rigid motion with a rotation of `degrees`, rounded to `decimals`. Raises BadData."""
    try:
        return _Turn(data, by, decimals, degrees, is_bare).result()
    except GluedFlags:
        check(data)
        apart = ARCS.sub(lambda arcs: FLAGS.sub(rf"\1{FLAG_END}\2{FLAG_END}\3", arcs[0]), data)
        return _Turn(apart, by, decimals, degrees, is_bare).result()


def _texts(steps: list[int], decimals: int, is_bare: bool) -> list[str]:
    """Return numbers given in grid steps as `write_like` writes them, formatted in one operation if possible."""
    one = 10.0**decimals
    if decimals > MAX_FAST_DECIMALS:
        return [write_like(step / one, decimals, is_bare) for step in steps]
    text = (" %.14g" * len(steps)) % tuple([step / one for step in steps])
    if is_bare:
        text = text.replace(" 0.", " .").replace(" -0.", " -.")
    return text.split()


def _layout(template: str) -> Layout:
    """Return the command letters of path data, each with the start and end index of its numbers."""
    if TEMPLATE.fullmatch(template.replace(FLAG_END, "")) is None:
        raise GluedFlags  # or invalid data, which `check` then reports
    parts = LETTERS.split(template)
    ends = list(itertools.accumulate([part.count(SLOT) for part in parts[::2]]))
    return tuple(zip(parts[1::2], ends[:-1], ends[1:], strict=True))


_cached_layout = lru_cache(maxsize=1024)(_layout)  # short paths of icons share a few hundred layouts


class _Turn:
    """The state of rotating one path."""

    def __init__(self, data: str, by: Affine, decimals: int, degrees: float, is_bare: bool) -> None:
        self.decimals = decimals
        self.one = 10.0**decimals
        one = self.one
        a, b, c, d, e, f = by
        self.by = a * one, b * one, c * one, d * one, e * one, f * one  # maps to grid steps
        self.shortest = MIN_STEPS / self.one
        self.degrees = degrees
        self.is_bare = is_bare
        self.moved: list[int] = []  # numbers in grid steps, formatted together in the end
        # Groups of numbers that are formatted already, each with the length of `moved` before it.
        self.texts: list[tuple[int, list[str]]] = []
        tokens = NUMBERS.split(data)
        self.gaps, self.numbers = tokens[::2], tokens[1::2]  # the gaps contain the letters
        self.values = list(map(float, self.numbers))
        self.template = SLOT.join(self.gaps)
        self.layout = (_cached_layout if len(self.template) <= MAX_CACHED else _layout)(self.template)

    def result(self) -> str:
        self.walk()
        gaps, written = self.gaps, self.written()
        if ADJACENT in self.template:
            # Insert a space between adjacent numbers that would otherwise be read as one. ("-" < "." < "0")
            gaps[1:-1] = [
                gap or ("" if text < "." or (text < "/" and "." in before) or before[-1] == FLAG_END else " ")
                for gap, before, text in zip(gaps[1:-1], written[:-1], written[1:], strict=True)
            ]
        tokens = [""] * (len(gaps) + len(written))
        tokens[::2], tokens[1::2] = gaps, written
        return "".join(tokens).replace(FLAG_END, "")

    def written(self) -> list[str]:
        on_grid = _texts(self.moved, self.decimals, self.is_bare)
        if not self.texts:
            return on_grid
        written: list[str] = []
        done = 0
        for count, others in self.texts:
            written += on_grid[done:count]
            written += others
            done = count
        return written + on_grid[done:]

    def walk(self) -> None:
        """Move every command. `h` and `v` become `l`, so one number becomes two, with a gap between them."""
        a, b, c, d, e, f = self.by
        gaps, values, moved, shortest = self.gaps, self.values, self.moved, self.shortest
        x = y = across = down = 0.0
        start: Pens = (x, y, across, down)
        added = 0
        is_first = True
        for letter, begin, end in self.layout:
            count, relative = ARGUMENTS[letter], letter > "Z"  # lower-case letters follow upper-case ones in ASCII
            if count == 7:
                for index in range(begin, end, 7):
                    x, y, across, down = self.arc(index, (x, y, across, down), relative)
                continue
            if letter in "Zz":
                x, y, across, down = start
                continue
            given, last = values, end
            if letter == "M" or is_first:
                # The first point is absolute even after `m`; the lines that follow it are relative.
                x, y = values[begin], values[begin + 1]
                across, down = round(a * x + c * y + e), round(b * x + d * y + f)
                moved += (across, down)
                start = (x, y, across, down)
                begin += 2
                is_first = False
            elif letter == "m":
                x, y, across, down = start = self.point(values[begin], values[begin + 1], (x, y, across, down), True)
                begin += 2
            elif count == 1:
                gap = begin + added
                added += end - begin
                gaps[gap] = gaps[gap].replace(letter, "l" if relative else "L")
                for _ in range(begin, end):
                    gaps.insert(gap + 1, " ")
                    gap += 2
                stay = 0.0 if relative else y if letter == "H" else x
                if letter in "Hh":
                    given = [number for value in values[begin:end] for number in (value, stay)]
                else:
                    given = [number for value in values[begin:end] for number in (stay, value)]
                begin, count, last = 0, 2, len(given)
            pens = (x, y, across, down)
            base_x, base_y, left, top = pens if relative else (0.0, 0.0, 0.0, 0.0)
            mark, missing = len(moved), count
            # The same as `point`, inlined because calling it takes twice the time.
            for index in range(begin, last, 2):
                to_x = base_x + given[index]
                to_y = base_y + given[index + 1]
                if -shortest < to_x - x < shortest and -shortest < to_y - y < shortest and (to_x != x or to_y != y):
                    del moved[mark:]
                    x, y, across, down = self.move_precisely(given[begin:last], pens, count, relative)
                    break
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
            else:
                if relative:
                    across, down = left, top

    def point(self, x: float, y: float, pens: Pens, relative: bool) -> Pens:
        """Move one point, and return both pens there."""
        base_x, base_y, left, top = pens if relative else (0.0, 0.0, 0.0, 0.0)
        to_x, to_y = x + base_x, y + base_y
        along, aside, shortest = to_x - pens[0], to_y - pens[1], self.shortest
        if -shortest < along < shortest and -shortest < aside < shortest and (along or aside):
            return self.move_precisely([x, y], pens, 2, relative)
        a, b, c, d, e, f = self.by
        across, down = round(a * to_x + c * to_y + e - left), round(b * to_x + d * to_y + f - top)
        self.moved += (across, down)
        return to_x, to_y, left + across, top + down

    def move_precisely(self, given: list[float], pens: Pens, count: int, relative: bool, gain: float = 1.0) -> Pens:
        """Move points of short vectors with more decimals than the grid, enough for the shortest vector or for errors
        that grow by `gain`."""
        for begin in range(0, len(given), count):
            here_x, here_y, here_across, here_down = pens
            base_x, base_y = (here_x, here_y) if relative else (0.0, 0.0)
            points = [(base_x + given[i], base_y + given[i + 1]) for i in range(begin, begin + count, 2)]
            x, y, most = here_x, here_y, gain
            for to_x, to_y in points:
                far = max(abs(to_x - x), abs(to_y - y))
                most = max(most, self.shortest / far) if far else most
                x, y = to_x, to_y
            decimals = self.decimals + math.ceil(math.log10(min(most, 10.0**MAX_EXTRA)) - 1e-9)
            finer = 10.0 ** (decimals - self.decimals)
            left, top = (0.0, 0.0) if relative else (here_across * finer, here_down * finer)
            a, b, c, d = [number * finer for number in self.by[:4]]
            moved: list[int] = []
            for to_x, to_y in points:
                along, aside = to_x - here_x, to_y - here_y
                moved += (round(left + a * along + c * aside), round(top + b * along + d * aside))
            self.texts.append((len(self.moved), _texts(moved, decimals, self.is_bare)))
            base_across, base_down = (here_across, here_down) if relative else (0.0, 0.0)
            pens = (x, y, base_across + moved[-2] / finer, base_down + moved[-1] / finer)
        return pens

    def arc(self, index: int, pens: Pens, relative: bool) -> Pens:
        """Move the arc with the seven numbers from `index`."""
        texts = self.numbers[index : index + 5]
        large, sweep = FLAG_TEXTS.get(texts[3]), FLAG_TEXTS.get(texts[4])
        if large is None or sweep is None:
            raise GluedFlags
        texts[3:] = large, sweep
        radius_x, radius_y, angle, _, _, x, y = self.values[index : index + 7]
        here_x, here_y, here_across, here_down = pens
        along, aside = (here_x + x - here_x, here_y + y - here_y) if relative else (x - here_x, y - here_y)
        gain, reaches = 1.0, False
        if radius_x and radius_y and (along or aside):
            reach = _reach(along, aside, radius_x, radius_y, angle)
            reaches = reach >= 1 - 1e-9
            if not reaches and not 0.25 < reach < 0.9375:
                # Near a half circle the centre moves by the square root of the chord's error.
                gain = max(1.0, 0.25 / math.sqrt(1 - reach), 0.5 / math.sqrt(max(reach, MIN_REACH)))
        if radius_x != radius_y and abs(radius_x) != abs(radius_y):
            radii = abs(radius_x), abs(radius_y)
            if all(radii) and (along or aside):
                gain *= max(1.0, max(radii) / min(radii) / 4)
            angle += self.degrees
            texts[2] = write_like(angle % 360, ANGLE_DECIMALS, self.is_bare)
        self.texts.append((len(self.moved), texts))
        pens = self.move_precisely([x, y], pens, 2, relative, gain) if gain > 1.5 else self.point(x, y, pens, relative)
        if not reaches:
            return pens
        written = self.texts[-1][1]
        fine = written if written is not texts else None
        axes = (radius_x, radius_y, angle)
        return *pens[:2], *self.keep_half_turn(fine, pens, (here_across, here_down), relative, axes)

    def keep_half_turn(
        self,
        fine: list[str] | None,
        pens: Pens,
        there: tuple[float, float],
        relative: bool,
        axes: tuple[float, float, float],
    ) -> tuple[float, float]:
        """Adjust the end of a half circle, which was just written, so that its chord is not shorter than the diameter.

        `fine` is the written text if it has more decimals than the grid; `there` is the start of the arc.
        """
        chord_x, chord_y = pens[2] - there[0], pens[3] - there[1]
        if _reach(chord_x / self.one, chord_y / self.one, *axes) >= 1:
            return pens[2:]
        decimals = max(self.decimals, *map(decimals_of, fine)) if fine else self.decimals
        finer = 10.0 ** (decimals - self.decimals)
        end = [round(float(text) * self.one * finer) for text in fine] if fine else self.moved[-2:]
        for across, down in NEAREST:
            x, y = chord_x + across / finer, chord_y + down / finer
            if _reach(x / self.one, y / self.one, *axes) >= 1:
                if fine:
                    fine[:] = _texts([end[0] + across, end[1] + down], decimals, self.is_bare)
                else:
                    self.moved[-2:] = [end[0] + across, end[1] + down]
                return there[0] + x, there[1] + y
        return pens[2:]


def _reach(x: float, y: float, radius_x: float, radius_y: float, degrees: float) -> float:
    """Return the squared half chord in units of the ellipse's radii; from 1 the arc is half the ellipse (F.6.6)."""
    if radius_x == radius_y:
        square = 4 * radius_x * radius_x
        return (x * x + y * y) / square if square else math.inf
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    along, across = (cosine * x + sine * y) / radius_x / 2, (cosine * y - sine * x) / radius_y / 2
    return along * along + across * across
