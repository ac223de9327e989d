"""resvg's own suite of one-feature drawings: by area, the share that the default renderer paints as its authors expect.

The text cases need fonts that only the suite has, so that their pictures are compared coarsely, as black and white.
What the guard refuses never reaches a renderer; each group of it has its reason in REFUSED.
"""

import re
from collections import Counter

import numpy as np
import pytest

from sgpkit.graphics import guard, raster
from sgpkit.status import Rejected

LEVELS = 2
"""The difference, of 255, up to which pixels are equal, since compositing over white rounds once more."""

SHARE = 0.01
"""The share of pixels that may differ, as in the published comparison of renderers."""

FLOORS = {"filters": 0.94, "masking": 0.95, "paint-servers": 0.97, "painting": 0.92, "shapes": 0.97, "structure": 0.88}
"""By area: the minimum share of accepted cases that are right, a few points below the measured one."""

REFUSED = {
    "reaches outside": re.compile(
        r"external reference|external style sheet|external document type|refers to|ENTITY|entity|@import"
    ),
    "refers to itself": re.compile(r"refers to itself"),
    "no window": re.compile(r"expected a size|shows no area|expected four numbers|one side is more than"),
    "not well-formed": re.compile(r"not well-formed|NUL|empty|is no|expected <svg>"),
    "too large a filter, number or dash": re.compile(r"at most .* is allowed|dashes of"),
    "too deep": re.compile(r"nested more than|deep"),
    "runs": re.compile(r"is not allowed in a drawing|event handler|declares attribute"),
}
"""Reasons for refusing a drawing on purpose: it would read files or hang, or is not a drawing."""


def fitted(path, size):
    """Return the expected picture as `raster.paint` fits it: into a square, centred, on white."""
    from PIL import Image

    picture = Image.open(path).convert("RGBA")
    assert max(picture.size) == size
    page = Image.new("RGBA", (size, size), "white")
    page.alpha_composite(picture, ((size - picture.width) // 2, (size - picture.height) // 2))
    return np.asarray(page.convert("RGB")).astype(int)


def verdict(path):
    """Return `right`, `wrong`, the reason of a failure, or the name of the group with which the guard refuses it."""
    from PIL import Image

    try:
        code = path.read_bytes().decode()
        guard.check_svg(code)
        size = max(Image.open(path.with_suffix(".png")).size)
        painted = raster.paint(code, size).astype(int)
    except UnicodeDecodeError:
        return "not well-formed"
    except Rejected as rejected:
        groups = [name for name, reason in REFUSED.items() if reason.search(rejected.reason)]
        return groups[0] if groups else f"fails: {rejected.reason}"
    apart = np.abs(painted - fitted(path.with_suffix(".png"), size)).max(axis=2) > LEVELS
    return "right" if apart.mean() <= SHARE else "wrong"


@pytest.mark.slow
@pytest.mark.realdata
@pytest.mark.parametrize("area", FLOORS)
def test_painted_as_expected(fixtures_path, area):
    cases = sorted((fixtures_path / "resvg" / area).rglob("*.svg"))
    verdicts = {path.relative_to(fixtures_path / "resvg" / area): verdict(path) for path in cases}
    counts = Counter(verdicts.values())
    wrong = [f"{path}: {name}" for path, name in verdicts.items() if name.startswith(("wrong", "fails"))]
    painted = counts["right"] + len(wrong)
    print(area, dict(counts), *wrong, sep="\n  ")
    assert painted >= 0.7 * len(cases)
    assert counts["right"] / painted >= FLOORS[area], wrong


@pytest.mark.realdata
def test_texts_show_something_where_something_is_expected(fixtures_path):
    """The suite's fonts are missing here. The test can only assert that no text vanishes, and that none appears."""
    from PIL import Image

    outcomes = Counter()
    for path in sorted((fixtures_path / "resvg" / "text").rglob("*.svg")):
        try:
            code = path.read_bytes().decode()
            guard.check_svg(code)
        except (Rejected, UnicodeDecodeError):
            outcomes["refused"] += 1
            continue
        expected = fitted(path.with_suffix(".png"), max(Image.open(path.with_suffix(".png")).size))
        painted = raster.paint(code, 200)
        outcomes[bool((expected < 250).any()) == bool((painted < 250).any())] += 1
    print(dict(outcomes))
    assert outcomes[True] / (outcomes[True] + outcomes[False]) >= 0.95
    assert outcomes["refused"] <= 12
