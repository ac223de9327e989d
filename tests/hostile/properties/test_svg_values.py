"""The small languages inside SVG: path data, colours, lengths, lists of points, transforms.

Values are read only where the guard accepts a drawing with them, as everywhere.
"""

from xml.sax.saxutils import quoteattr

import examples
import mutations
import promises
from hypothesis import given

from sgpkit.graphics import guard
from sgpkit.graphics.geometry import Affine
from sgpkit.graphics.perturb import path as perturb_path
from sgpkit.graphics.perturb.grammar import BadData
from sgpkit.graphics.svg import paint, path, style, values
from sgpkit.status import Rejected

SHIFTED = Affine(1.0, 0.0, 0.0, 1.0, 2.5, -3.0)
SHIFTED_BACK = Affine(1.0, 0.0, 0.0, 1.0, -2.5, 3.0)
TURNED = Affine(0.8, 0.6, -0.6, 0.8, 1.0, 2.0)

PATHS = (
    "M10 20L30,40 50 60z",
    "m.5.5-1-1e2h3v-4H5V6C1 2 3 4 5 6s7 8 9 10Q1 2 3 4t5 6A7 8 30 0 1 9 10a3 3 0 10 4 5Z",
    "M1 2A3 3 0 104 5 3 4 30 01-6-7 2 2 0 11.5.5",
    "none",
)
LETTERS = "M m L l H h V v C c S s Q q T t A a Z z , - . 1e 0 1 M0,0 a1,1,0,0,1,2,2 none A5,5,0,1,0,0,0"
NUMBERS = (
    *("1,2 3.5-4.5e1.5", "0 0 100 100", "10px", "50%"),
    "rotate(30 1,2) translate(3) scale(2,-1) skewX(4) skewY(5)",
)
UNITS = "matrix(1 0 0 1 2 3) rotate( translate( scale( skewX( ) em ex px pt pc mm cm in % deg rad turn , auto none"
PAINTS = (
    *("red", "#12ab", "#123456", "rgb(1,2,3)", "rgba(10%,20%,30%,.5)", "hsl(120deg 30% 40% / 50%)", "url(#a) blue"),
    *("currentColor", "lab(50% 40 59)", "color(srgb 1 0.5 0)", "hwb(90 10% 10%)", "oklch(40% 0.2 30)"),
    *("url('#a') none", "device-cmyk(0 81% 81% 30%)", "rgb(1 2 3) icc-color(x, 1)", "1.5em", "xx-large", "collapse"),
    *("inherit", "bolder"),
)
COLORS = """url( url(#a) ) rgb( hsl( lab( lch( oklab( color( none / % deg currentColor inherit transparent context-fill
    icc-color( calc( from var( # #fff display-p3 xyz-d50 a98-rgb hidden visible butt initial unset"""


def check(attribute: str, data: str) -> None:
    """Raise Rejected for values that the guard refuses."""
    guard.check_svg(f"<svg><path {attribute}={quoteattr(data)}/></svg>")


@promises.kept(Rejected)
def read_path(data: str) -> None:
    parsed = path.parse(data)
    again = path.parse(path.write_commands(parsed.commands))
    assert [(c.letter, c.values) for c in again.commands] == [(c.letter, c.values) for c in parsed.commands]
    check("d", data)
    outlines = path.subpaths(data)
    for outline in outlines:
        path.flatten(outline)
        path.circle_or_ellipse(outline)
        path.length(outline)
    path.bounding_box(outlines)
    path.write(outlines, TURNED)


@promises.kept(Rejected)
def move_path(data: str) -> None:
    """Check that a shift and the same shift back give the same commands and nearly the same numbers."""
    check("d", data)
    try:
        there = perturb_path.move_path(data, SHIFTED, 3, 0.0)
        perturb_path.move_path(data, TURNED, 3, 36.87)
        back = perturb_path.move_path(there, SHIFTED_BACK, 3, 0.0)
    except BadData:
        return
    before, after = path.parse(data), path.parse(back)
    assert [command.letter for command in before.commands] == [command.letter for command in after.commands]
    for one, other in zip(before.commands, after.commands, strict=True):
        for old, new in zip(one.values, other.values, strict=True):
            assert abs(old) >= 1e9 or abs(old - new) <= 0.01


@promises.kept(Rejected)
def read_numbers(data: str) -> None:
    check("points", data)
    values.points(data)
    values.numbers(data)
    values.view_box(data)
    values.number(data)
    values.length(data, 100.0)
    values.transform(data)
    try:
        perturb_path.move_points(data, TURNED, 3, 36.87)
        perturb_path.move_points(data, SHIFTED, 3, 0.0)
    except BadData:
        return


@promises.kept(Rejected)
def read_paint(text: str) -> None:
    result = paint.specified(text)
    if isinstance(result, paint.Color):
        assert paint.color(result.hex) == paint.Color(result.red, result.green, result.blue)
    for name in (*style.PROPERTIES, "x"):
        style.is_valid(name, text)
    style.resolve(style.Style(), (text,) * len(style.PROPERTIES))


@examples.always((*PATHS, *mutations.stressed(LETTERS)))
@given(mutations.texts(PATHS, LETTERS))
def test_path_data_written_again_reads_the_same(data):
    read_path(data)


@examples.always((*PATHS, *mutations.stressed(LETTERS)))
@given(mutations.texts(PATHS, LETTERS))
def test_path_data_moved_there_and_back_is_the_same(data):
    move_path(data)


@examples.always((*NUMBERS, *mutations.stressed(UNITS)))
@given(mutations.texts(NUMBERS, UNITS))
def test_lists_of_numbers_survive_odd_values(data):
    read_numbers(data)


@examples.always((*PAINTS, *mutations.stressed(COLORS)))
@given(mutations.texts(PAINTS, COLORS))
def test_paint_survives_odd_values(text):
    read_paint(text)
