"""Glyphs as scenes: a large letter on a panel strewn with small signs, in a border.

Parts: background, frame (the panel with its border), ornament (the signs), letter (data: text).
"""

from sgpkit.families.shared.drawings.emblems import emblem
from sgpkit.families.shared.drawings.forms import Form, box, circle, polygon, shape
from sgpkit.graphics.svg.outline import Box

from ..colors import darker, lighter, mixed
from ..ink import Ink, around, filled, shaded, stroked
from ..scene import Part
from ..specs import Glyph
from .letters import LETTERS

SIDE = 400
MARGIN, RIM = 26.0, 26.0
"""From the edge of the canvas to the panel, and the width of the border on it."""

HIGH = 216.0
SIGNS = 6
"""Signs in a row and in a column; every second one is left out."""


def opening(glyph: Glyph) -> str:
    return f"an ornamental {noun_of(glyph)} {glyph.letter}"


def noun_of(glyph: Glyph) -> str:
    return "numeral" if glyph.letter.isdigit() else "capital"


def compose(glyph: Glyph) -> list[Part]:
    return [
        Part("background", "background", (filled(box(0, 0, SIDE, SIDE), glyph.ground),), "background", (glyph.ground,),
             "a plain {0} background"),
        panel(glyph),
        signs(glyph),
        letter(glyph),
    ]  # fmt: skip


def panel(glyph: Glyph) -> Part:
    wide = SIDE - 2 * MARGIN
    inks = [
        filled(box(MARGIN + 5, MARGIN + 7, wide, wide, 12), mixed(glyph.ground, "#000000", 0.25)),
        filled(box(MARGIN, MARGIN, wide, wide, 12), glyph.panel),
        *(filled(form, glyph.trim) for form in trims(glyph.border)),
        stroked(box(MARGIN + RIM, MARGIN + RIM, wide - 2 * RIM, wide - 2 * RIM, 4), glyph.trim, 3),
    ]
    what = {"beads": "a border of {1} beads", "teeth": "a border of {1} teeth", "lines": "a double {1} line around it"}
    phrase = f"a {{0}} square panel with {what[glyph.border]}"
    return Part("panel", "panel", tuple(inks), "plate", (glyph.panel, glyph.trim), phrase, data={"kind": glyph.border})


def trims(border: str) -> list[Form]:
    """Return what stands in a row along each of the four sides of a panel."""
    middle, inner, count = MARGIN + RIM / 2, SIDE - 2 * MARGIN - RIM, 12
    if border == "lines":
        return [box(MARGIN + 9, MARGIN + at, SIDE - 2 * MARGIN - 18, 4) for at in (8.0, SIDE - 2 * MARGIN - 12.0)] + [
            box(MARGIN + at, MARGIN + 9, 4, SIDE - 2 * MARGIN - 18) for at in (8.0, SIDE - 2 * MARGIN - 12.0)
        ]
    ends = [(middle, middle), (middle + inner, middle), (middle + inner, middle + inner), (middle, middle + inner)]
    points = []
    for (x, y), (right, down) in zip(ends, ((1, 0), (0, 1), (-1, 0), (0, -1)), strict=True):
        step = inner / count
        points += [(x + right * step * index, y + down * step * index) for index in range(count)]
    if border == "beads":
        return [circle(x, y, 6) for x, y in points]
    return [polygon((x, y - 8), (x + 8, y), (x, y + 8), (x - 8, y)) for x, y in points]


def signs(glyph: Glyph) -> Part:
    faint, step = mixed(glyph.panel, lighter(glyph.panel), 0.9), (SIDE - 2 * (MARGIN + RIM)) / SIGNS
    first = MARGIN + RIM + step / 2
    forms = [
        emblem(glyph.sign, first + step * column, first + step * row, 8)
        for row in range(SIGNS)
        for column in range(SIGNS)
        if (row + column) % 2 == 0
    ]
    inks = tuple(filled(form, faint) for form in forms)
    phrase, data = f"small {{0}} {glyph.sign}s strewn over the panel", {"kind": glyph.sign}
    return Part("signs", f"{glyph.sign}s", inks, "ornament", (faint,), phrase, data=data)


def letter(glyph: Glyph) -> Part:
    form = placed(glyph.letter)
    inks: list[Ink] = [
        filled(form.moved(6, 8), darker(glyph.panel)),
        stroked(form, glyph.edge, 12),
        filled(form, glyph.color),
    ]
    if glyph.finish == "shaded":
        inks[-1] = shaded(form, glyph.color, darker(glyph.color))
    if glyph.finish == "inlined":
        inks.append(stroked(form, glyph.edge, 2.5, (9.0, 5.0)))
    phrase = f"a large {{0}} {noun_of(glyph)} {glyph.letter} with a {{1}} outline and a shadow"
    data = {"text": glyph.letter}
    return Part("letter", noun_of(glyph), tuple(inks), "emblem", (glyph.color, glyph.edge), phrase, data=data)


def placed(text: str) -> Form:
    """Return the outline of a letter in the middle of the canvas."""
    form = shape(LETTERS[text])
    area: Box = around([filled(form, "#000000").box])
    scale = HIGH / (area.bottom - area.top)
    middle = (area.left + area.right) / 2, (area.top + area.bottom) / 2
    return form.scaled(scale, scale, *middle).moved(SIDE / 2 - middle[0], SIDE / 2 - middle[1])
