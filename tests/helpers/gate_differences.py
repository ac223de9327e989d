"""Drawings that the gate accepts and that resvg paints differently from Chromium.

The measure: a pixel is bad if it lies more than 32 outside the range of the other picture's 3 by 3 neighbourhood; at
most 1 % may be bad. `KNOWN` lists the differences that remain, with their reasons.
"""

from collections.abc import Iterable

import browser_pictures
from browser_pictures import MAX_BAD, bad_share
from chromium import Browser

from sgpkit.graphics import gate, raster
from sgpkit.graphics.raster import fit
from sgpkit.status import Rejected

KNOWN = {
    "<pattern": (
        0.06,
        "resvg paints a tile as a bitmap of whole pixels and scales it, which blurs the edges of its shapes",
    ),
    "text-decoration": (0.02, "underlines are placed by other fonts' metrics"),
    "non-scaling-stroke": (0.05, "equal only at the page's own size"),
    " fr=": (0.02, "gradients with an inner circle are interpolated in other steps"),
    "<text": (0.05, "letters that the pinned font does not have"),
}
"""By a text in the drawing, the maximum share of bad pixels, and the reason of the difference."""


def compare(browser: Browser, codes: Iterable[str], size: int = browser_pictures.SIZE) -> list[tuple[str, float]]:
    """Return each accepted drawing with the share of bad pixels."""
    accepted, windows, ours = [], [], []
    for code in codes:
        try:
            gated = gate.text(code)
            windows.append(fit.window(gate.read(gated).root.attributes))
            ours.append(raster.render(gated, size))
        except Rejected:
            del windows[len(ours) :]
            continue
        accepted.append(code)
    theirs = browser_pictures.paint(browser, accepted, windows, size)
    return [(code, bad_share(*pair)) for code, *pair in zip(accepted, ours, theirs, strict=True)]


def limit(code: str) -> float:
    """Return the maximum share of bad pixels of a drawing."""
    return max([MAX_BAD, *(most for word, (most, _) in KNOWN.items() if word in code)])


def differing(browser: Browser, codes: Iterable[str], size: int = browser_pictures.SIZE) -> list[tuple[str, float]]:
    """Return the accepted drawings that differ, with their shares of bad pixels."""
    return [(code, share) for code, share in compare(browser, codes, size) if share > limit(code)]
