"""Path data as an illustration tool writes it: relative, absolute, or whichever is shorter; horizontals, verticals and
smooth curves by their own letters; numbers on a grid, so that relative steps never drift.
"""

from functools import lru_cache
from typing import Literal, NamedTuple

from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Cubic, Subpath

Mode = Literal["relative", "absolute", "shortest"]


class Numbers(NamedTuple):
    """The style of numbers: decimals, whether 0.5 keeps its zero, the separator between two of them, and whether a
    smooth continuation of a curve uses the short letter."""

    decimals: int = 3
    zero: bool = True
    separator: str = ","
    smooth: bool = True

    def text(self, value: float) -> str:
        return grid_text(round(value * 10**self.decimals), self.decimals, self.zero)


@lru_cache(maxsize=65536)
def grid_text(steps: int, decimals: int, zero: bool) -> str:
    """A number of steps of the grid as a decimal, shortest."""
    digits = str(abs(steps)).rjust(decimals + 1, "0")
    whole, rest = digits[: len(digits) - decimals], digits[len(digits) - decimals :].rstrip("0")
    text = whole if not rest else f"{'' if whole == '0' and not zero else whole}.{rest}"
    return f"-{text}" if steps < 0 and text != "0" else text


def path_data(loops: tuple[Subpath, ...], numbers: Numbers, mode: Mode) -> str:
    """All loops in one text."""
    factor = 10**numbers.decimals
    texts: list[str] = []

    def grid(point: Point) -> tuple[int, int]:
        return round(point.x * factor), round(point.y * factor)

    def write(small: str, steps: list[int], large: str, targets: list[int]) -> None:
        """The shorter of the two, or the one that the mode prescribes."""
        if mode == "relative":
            texts.append(small + joined(steps, numbers))
        elif mode == "absolute":
            texts.append(large + joined(targets, numbers))
        else:
            one, other = small + joined(steps, numbers), large + joined(targets, numbers)
            texts.append(one if len(one) <= len(other) else other)

    for loop in loops:
        x, y = grid(loop.start)
        first = (x, y)
        texts.append("M" + joined([x, y], numbers))
        before: tuple[int, int] | None = None
        for piece in loop.pieces:
            end_x, end_y = grid(piece.end)
            if isinstance(piece, Cubic):
                (ax, ay), (bx, by) = grid(piece.first), grid(piece.second)
                if (
                    before is not None
                    and numbers.smooth
                    and abs(ax - (2 * x - before[0])) <= 1
                    and abs(ay - (2 * y - before[1])) <= 1
                ):
                    write("s", [bx - x, by - y, end_x - x, end_y - y], "S", [bx, by, end_x, end_y])
                    before = (bx, by)
                else:
                    steps = [ax - x, ay - y, bx - x, by - y, end_x - x, end_y - y]
                    write("c", steps, "C", [ax, ay, bx, by, end_x, end_y])
                    before = (bx, by)
            else:
                before = None
                if end_y == y and end_x != x:
                    write("h", [end_x - x], "H", [end_x])
                elif end_x == x and end_y != y:
                    write("v", [end_y - y], "V", [end_y])
                elif (end_x, end_y) != (x, y):
                    write("l", [end_x - x, end_y - y], "L", [end_x, end_y])
            x, y = end_x, end_y
        if loop.closed:
            if texts[-1][0] in "lLhHvV" and (x, y) == first:
                texts.pop()
            texts.append("Z" if mode == "absolute" else "z")
    return "".join(texts)


def joined(steps: list[int], numbers: Numbers) -> str:
    """A minus sign needs no separator."""
    words = [grid_text(step, numbers.decimals, numbers.zero) for step in steps]
    text = words[0]
    for word in words[1:]:
        text += word if word[0] == "-" else numbers.separator + word
    return text
