"""Drawings that the gate accepts and that resvg paints differently from Chromium.

The measure: a pixel is bad if it lies more than 32 outside the range of the other picture's 3 by 3 neighbourhood; at
most 1 % may be bad. `KNOWN` and `OTHER_LETTERS` are the differences that remain, with their
reasons.
"""

import functools
import html
import re
from collections.abc import Iterable

import browser_pictures
from browser_pictures import MAX_BAD, bad_share
from chromium import Browser
from PIL import ImageFont

from sgpkit.graphics import gate, raster
from sgpkit.graphics.raster import fit, fonts
from sgpkit.status import Rejected

KNOWN = {
    "<pattern": (
        0.06,
        "resvg paints a tile as a bitmap of whole pixels and scales it, which blurs the edges of its shapes",
    ),
    "text-decoration": (0.02, "underlines are placed by other fonts' metrics"),
    "non-scaling-stroke": (0.05, "equal only at the page's own size"),
    "text-shadow": (0.02, "shadows of letters are paler"),
    " fr=": (0.02, "gradients with an inner circle are interpolated in other steps"),
}
"""By a text in the drawing, the maximum share of bad pixels, and the reason of the difference."""

OTHER_LETTERS = 0.05
"""The maximum share in drawings with letters that a pinned font lacks, or in families that it replaces."""

SAME = (
    *(name.lower() for name in (fonts.SANS, fonts.SERIF, fonts.MONO)),
    "sans-serif",
    "serif",
    "monospace",
    "inherit",
)
"""Families of which browsers and the project have the same fonts."""

_FAMILIES = re.compile(r"font(?:-family)?\s*[:=]\s*(\"[^\"<>]*\"|'[^'<>]*'|[^;}\"<>]*)")


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
    letters = OTHER_LETTERS if "<text" in code and (_has_missing_letters(code) or _has_replaced_fonts(code)) else 0.0
    return max([MAX_BAD, letters, *(most for word, (most, _) in KNOWN.items() if word in code)])


def _has_missing_letters(code: str) -> bool:
    others = {letter for letter in html.unescape(code) if not letter.isascii()}
    return any(_is_missing(letter) for letter in others)


@functools.cache
def _is_missing(letter: str) -> bool:
    """Return whether one of the pinned fonts draws a letter as the box for what it lacks."""
    opened = [ImageFont.truetype(str(path), 32) for path in fonts.files()]
    return any(bytes(font.getmask(letter)) == bytes(font.getmask("\U0010fffd")) for font in opened)


def _has_replaced_fonts(code: str) -> bool:
    names = [name.strip(" '\"").lower() for families in _FAMILIES.findall(code) for name in families.split(",")]
    return any(name not in SAME and not name.endswith(tuple(f" {same}" for same in SAME)) for name in names)


def differing(browser: Browser, codes: Iterable[str], size: int = browser_pictures.SIZE) -> list[tuple[str, float]]:
    """Return the accepted drawings that differ, with their shares of bad pixels."""
    return [(code, share) for code, share in compare(browser, codes, size) if share > limit(code)]
