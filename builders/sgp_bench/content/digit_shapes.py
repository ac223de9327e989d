"""Marks that digits are known by and a thinned bitmap may lack: the notch of a 3, the hook of a 2, the arms of a 4.

The limits were set by eye on the thinned samples, sorted by each measure."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

NOTCH, REACH = 0.075, 0.05
"""Depth of the notch in the right side of a 3 between its bows, or length of its middle stroke, in heights."""

HOOK = 0.24
"""How wide the upper third of a 2 is, in heights."""

ARMS = 0.15
"""The share of its lines in which an open 4 has two strokes."""

FLAG = 0.3
"""How wide the upper part of a 1 is at most, in heights: with a longer flag it is read as a 7."""

SPUR = 0.1
"""The share of the lines of a 1, between its flag and its foot, in which a stroke is next to its stem: with more it
is read as a λ."""

FOOT = 0.25
"""How wide the lowest quarter of a 2 is, in heights."""

HANG = 0.04
"""How far the hook of a 2 hangs down, in heights, if its foot goes to both sides: with less it is read as a 1."""

NECK, ANKLE, HOOK_END, FOOT_START, HEEL = 0.3, 0.85, 0.6, 2 / 3, 0.9
"""Where, in heights from the top, the flag of a 1 ends and its foot begins, the hook and the foot of a 2, and the end
of a 7's stem."""

STEM = 0.26
"""How far a closed 4 reaches below its hole, in heights: with less it is read as a 0."""

OPEN_STEM = 0.2
"""How far an open 4 reaches below its two strokes, in heights: with less it is read as a U, an L or a 6."""

BOW = 0.2
"""How wide the lower half of a 5 is, and how far its bow goes out below its waist, in heights."""

BAR = 0.2
"""How wide the upper quarter of a 7 is, in heights."""

CROSS, LEG = 0.66, 0.4
"""How far from the top a stroke across a 7 ends at most, and how wide its lower part is, in heights: with a lower
stroke or a wider part it is read as a 2 or a 3."""


def clear(digit: int, lines: "np.ndarray[Any, Any]") -> bool:
    """Return whether strokes, one pixel wide, have the features of their digit."""
    rows = lines[lines.any(axis=1)]
    return digit not in MARKS or MARKS[digit](rows)


def slim(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether a 1 has no long flag, and no stroke next to its stem."""
    stem = strokes_by_line(rows)[int(NECK * len(rows)) : int(ANKLE * len(rows))]
    return width(rows, 0, 0.6) <= FLAG and float((stem >= 2).mean()) <= SPUR


def hooked(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether the top of a 2 bends over its stem, and down if its foot goes to both sides, and whether it has a
    foot."""
    height = len(rows)
    heights = [y for y, _ in ends(rows)]
    hangs = any(HANG * height <= y < HOOK_END * height for y in heights)
    both_sides = sum(y >= FOOT_START * height for y in heights) >= 2
    return width(rows, 0, 1 / 3) >= HOOK and width(rows, 0.75, 1) >= FOOT and (hangs or not both_sides)


def bowed(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether the lower half of a 5 is a bow that goes out to the right."""
    _, right = sides(rows)
    waists = range(len(rows) // 4, 2 * len(rows) // 3)
    out = max(int(right[at:].max() - right[at]) for at in waists)
    return out >= BOW * len(rows) and width(rows, 0.5, 1) >= BOW


def barred(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether a 7 has a bar at its top, and nothing like the foot of a 2."""
    height = len(rows)
    low = any(CROSS * height < y < HEEL * height for y, _ in ends(rows))
    return width(rows, 0, 0.25) >= BAR and not low and width(rows, HOOK_END, 1) <= LEG


def width(rows: "np.ndarray[Any, Any]", first: float, last: float) -> float:
    """Return how wide a digit is between two shares of its height, from the top, in heights."""
    left, right = sides(rows)
    part = slice(int(first * len(rows)), max(int(first * len(rows)) + 1, int(last * len(rows))))
    return float(right[part].max() - left[part].min()) / len(rows)


def notched(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether a 3 has two bows, or a stroke between them."""
    _, right = sides(rows)
    height = len(rows)
    middle = range(height // 4, 3 * height // 4)
    dips = [min(right[:at].max(), right[at:].max()) - right[at] for at in middle]
    reaches = [right[y] - x for y, x in ends(rows) if y in middle]
    return bool(max(dips) >= NOTCH * height or max(reaches, default=0) >= REACH * height)


def armed(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether an open 4 has two strokes side by side in its upper part and a stem, or a closed one two ends or
    more and a stem."""
    import numpy as np
    from scipy import ndimage

    ground, grounds = ndimage.label(~padded(rows))
    if grounds > 1:
        lowest = int(np.nonzero((ground > 0) & (ground != ground[0, 0]))[0].max())
        return len(ends(rows)) >= 2 and len(rows) - lowest >= STEM * len(rows)
    double = strokes_by_line(rows) >= 2
    return float(double.mean()) >= ARMS and len(rows) - 1 - int(np.nonzero(double)[0].max()) >= OPEN_STEM * len(rows)


def strokes_by_line(rows: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return the number of strokes that each line crosses."""
    starts: np.ndarray[Any, Any] = (padded(rows)[1:-1, 1:] & ~padded(rows)[1:-1, :-1]).sum(axis=1)
    return starts


def sides(rows: "np.ndarray[Any, Any]") -> tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    """Return the positions of the first and the last stroke of each row."""
    return rows.argmax(axis=1), rows.shape[1] - 1 - rows[:, ::-1].argmax(axis=1)


def ends(rows: "np.ndarray[Any, Any]") -> list[tuple[int, int]]:
    """Return the pixels, as row and column, that have one neighbour."""
    import numpy as np
    from scipy import ndimage

    around = ndimage.convolve(rows.astype(int), np.ones((3, 3), int), mode="constant")
    return [(int(y), int(x)) for y, x in np.argwhere(rows & (around == 2))]


def padded(rows: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    """Return rows with a border of paper."""
    import numpy as np

    return np.pad(rows, 1)


MARKS: Mapping[int, Callable[["np.ndarray[Any, Any]"], bool]] = {
    1: slim,
    2: hooked,
    3: notched,
    4: armed,
    5: bowed,
    7: barred,
}
"""Digits whose strokes are checked, by required features."""
