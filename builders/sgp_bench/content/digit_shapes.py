"""Marks that digits are known by and a thinned bitmap may lack: the notch of a 3, the hook of a 2, the arms of a 4."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

NOTCH = 0.05
"""How deep the right side of a 3 goes in between its bows, or how far its middle stroke reaches, in heights."""

HOOK = 0.24
"""How wide the upper third of a 2 is, in heights."""

ARMS = 0.15
"""The share of its lines in which an open 4 has two strokes."""


def clear(digit: int, lines: "np.ndarray[Any, Any]") -> bool:
    """Return whether strokes, one pixel wide, have what their digit is known by."""
    rows = lines[lines.any(axis=1)]
    return digit not in MARKS or MARKS[digit](rows)


def hooked(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether the top of a 2 bends over its stem."""
    left, right = sides(rows)
    third = len(rows) // 3
    return int(right[:third].max() - left[:third].min()) >= HOOK * len(rows)


def notched(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether a 3 has two bows, or a stroke between them."""
    _, right = sides(rows)
    height = len(rows)
    middle = range(height // 4, 3 * height // 4)
    dips = [min(right[:at].max(), right[at:].max()) - right[at] for at in middle]
    reaches = [right[y] - x for y, x in ends(rows) if y in middle]
    return bool(max([*dips, *reaches]) >= NOTCH * height)


def armed(rows: "np.ndarray[Any, Any]") -> bool:
    """Return whether an open 4 has two strokes side by side in its upper part, or a closed one two ends or more."""
    from scipy import ndimage

    _, grounds = ndimage.label(~padded(rows))
    if grounds > 1:
        return len(ends(rows)) >= 2
    starts = (padded(rows)[1:-1, 1:] & ~padded(rows)[1:-1, :-1]).sum(axis=1)
    return float((starts >= 2).mean()) >= ARMS


def sides(rows: "np.ndarray[Any, Any]") -> tuple["np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    """Return for each row where its first and its last stroke stand."""
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


MARKS: Mapping[int, Callable[["np.ndarray[Any, Any]"], bool]] = {2: hooked, 3: notched, 4: armed}
"""Digits whose strokes are looked at, by what they must have."""
