"""Pictures after the gate are those of Chromium.

The measure: a pixel is bad if it lies more than 32 outside the range of the other picture's 3 by 3 neighbourhood; at
most 1 % may be bad. `KNOWN` lists the differences that remain, with their reasons.
"""

import re
from itertools import islice

import browser_pictures
import gate_drawings
import grammar_drawings
import pytest
from browser_pictures import MAX_BAD, bad_share
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sgpkit.benchmark import Skipped, families
from sgpkit.graphics import gate, raster
from sgpkit.graphics.raster import fit
from sgpkit.status import Rejected, Status

pytestmark = [pytest.mark.slow, pytest.mark.process]

KNOWN = {
    "<pattern": (0.15, "resvg paints a pattern's tile as a bitmap, which blurs its edges"),
    "text-decoration": (0.05, "underlines are placed by other fonts' metrics"),
    "<filter": (0.05, "the edges of filter regions are rounded to pixels of the picture"),
    "marker": (0.03, "where a closed shape's marker turns"),
    "<text": (0.05, "letters that the pinned font does not have"),
}
"""By a word of the drawing, the largest share of bad pixels, and why they differ."""

MAX_REFUSED = 12
"""Of the drawings as models write them. Three are animations, four are unsafe."""

OWN_SIZE = re.compile(r'viewBox="0 0 (\d+) .*non-scaling-stroke')
"""Drawings whose picture depends on its size; theirs is that of their viewBox."""

COMPARED = (
    *("gen-composition", "gen-scene", "sgp-symmetry", "sgp-illusion", "ssvg-geometry-svg", "ssvg-molecule-svg"),
    *("edit-svg", "optimise-svg", "vgen-svg"),
)
"""Configs with drawings in SVG whose rows are cheap."""

ROWS = 40


def compare(browser, codes, size=browser_pictures.SIZE):
    """Return each accepted drawing with the share of bad pixels."""
    accepted, windows, ours = [], [], []
    for code in codes:
        try:
            gated = gate.text(code)
            windows.append(fit.window(gate.read(gated).root.attributes))
            ours.append(raster.paint(gated, size))
        except Rejected:
            del windows[len(ours) :]
            continue
        accepted.append(code)
    theirs = browser_pictures.paint(browser, accepted, windows, size)
    return [(code, bad_share(*pair)) for code, *pair in zip(accepted, ours, theirs, strict=True)]


def limit(code):
    """Return the largest share of bad pixels that a drawing may have."""
    return max([MAX_BAD, *(most for word, (most, _) in KNOWN.items() if word in code)])


def differing(browser, codes, size=browser_pictures.SIZE):
    return [(code, share) for code, share in compare(browser, codes, size) if share > limit(code)]


def test_drawings_as_models_write_them_are_painted_as_in_a_browser(browser):
    codes = list(gate_drawings.ordinary())
    own = {code: int(match[1]) for code in codes if (match := OWN_SIZE.search(code)) is not None}
    assert differing(browser, [code for code in codes if code not in own]) == []
    assert [pair for code, size in own.items() for pair in differing(browser, [code], size)] == []
    refused = [code for code in codes if is_refused(code)]
    assert len(refused) <= MAX_REFUSED, refused


def is_refused(code):
    try:
        gate.text(code)
    except Rejected as rejected:
        assert rejected.status in (Status.UNSUPPORTED, Status.UNSAFE)
        return True
    return False


def test_ways_of_hiding_that_are_accepted_are_painted_as_in_a_browser(browser):
    figure = '<circle cx="50" cy="50" r="30" fill="#c00"/><rect x="10" y="60" width="80" height="20" fill="#06c"/>'
    ways = gate_drawings.hiding(figure)
    codes = [code for name, code in ways.items() if not name.startswith("root")]
    assert differing(browser, codes) == []


def svg_columns(row):
    return [value for value in row.values() if isinstance(value, str) and re.match(r"\s*<svg\b", value)]


@pytest.mark.parametrize("config", COMPARED)
def test_rows_are_painted_as_in_a_browser(browser, config):
    rows = [item[1] for item in islice(families.get(config).rows.read(), ROWS) if not isinstance(item, Skipped)]
    codes = list(dict.fromkeys(code for row in rows for code in svg_columns(row)))
    assert codes
    assert [code for code in codes if is_refused(code)] == []
    assert differing(browser, codes) == []


@settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(grammar_drawings.drawings(), min_size=60, max_size=60))
def test_drawings_by_a_grammar_are_not_blank_in_a_browser_if_we_show_them(browser, codes):
    accepted, ours = [], []
    for code in codes:
        try:
            ours.append(raster.render(gate.text(code), browser_pictures.SIZE))
        except Rejected:
            continue
        accepted.append(code)
    theirs = browser_pictures.paint(browser, accepted, [None] * len(accepted))
    blank = [
        code
        for code, our, their in zip(accepted, ours, theirs, strict=True)
        if browser_pictures.is_blank(their) and not browser_pictures.is_blank(our)
    ]
    assert blank == []
