"""Features that CairoSVG draws wrongly, compared with their definitions at single pixels, and pinned fonts."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from sgpkit.graphics import raster
from sgpkit.graphics.raster import fonts

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
WHITE, BLACK, RED, BLUE, LIME = [255] * 3, [0] * 3, [255, 0, 0], [0, 0, 255], [0, 255, 0]


def painted(content, size=40, **options):
    return raster.paint(f"{HEAD}{content}</svg>", size, **options)


EXACT = {
    "hsl": ('<rect width="40" height="40" fill="hsl(240, 100%, 50%)"/>', {(20, 20): BLUE}),
    "hsla": ('<rect width="40" height="40" fill="hsla(0, 100%, 50%, 0.2)"/>', {(20, 20): [255, 204, 204]}),
    "hsl in a rule": ("<style>rect{fill:hsl(120 100% 50%)}</style><rect width='40' height='40'/>", {(20, 20): LIME}),
    "mask by luminance": (
        '<mask id="m"><rect width="20" height="40" fill="white"/><rect x="20" width="20" height="40" fill="#808080"/></mask>'
        '<rect width="40" height="40" fill="red" mask="url(#m)"/>',
        {(10, 20): RED, (30, 20): [255, 127, 127]},  # color-interpolation is sRGB by default
    ),
    "black mask": ('<mask id="m"><rect width="40" height="40"/></mask><rect width="40" height="40" mask="url(#m)"/>', {(20, 20): WHITE}),
    "pattern": (
        '<pattern id="p" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="10" height="10" fill="red"/></pattern>'
        '<rect width="40" height="40" fill="url(#p)"/>',
        {(5, 5): RED, (15, 5): WHITE, (25, 25): RED, (35, 35): WHITE, (25, 15): WHITE},
    ),
    "pattern of shares": (
        '<pattern id="p" width=".5" height="1"><rect width="5" height="20" fill="blue"/></pattern>'
        '<rect x="20" y="20" width="20" height="20" fill="url(#p)"/>',
        {(22, 30): BLUE, (27, 30): WHITE, (32, 30): BLUE, (37, 30): WHITE},
    ),
    "offset": (
        '<filter id="f" filterUnits="userSpaceOnUse" x="0" y="0" width="40" height="40"><feOffset dx="20" dy="10"/></filter>'
        '<rect width="10" height="10" fill="red" filter="url(#f)"/>',
        {(5, 5): WHITE, (25, 15): RED},
    ),
    "flood": ('<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="lime"/></filter><rect width="40" height="40" filter="url(#f)"/>', {(20, 20): LIME}),
    "filter that erases": ('<filter id="f"><feOffset dx="999"/></filter><rect width="40" height="40" filter="url(#f)"/>', {(20, 20): WHITE}),
    "colour matrix": (
        '<filter id="f" color-interpolation-filters="sRGB"><feColorMatrix values="0 0 1 0 0 0 1 0 0 0 1 0 0 0 0 0 0 0 1 0"/></filter>'
        '<rect width="40" height="40" fill="red" filter="url(#f)"/>',
        {(20, 20): BLUE},
    ),
    "marker": (
        '<marker id="m" markerWidth="10" markerHeight="10" refX="5" refY="5" markerUnits="userSpaceOnUse"><rect width="10" height="10" fill="red"/></marker>'
        '<path d="M10 10H30V30" fill="none" marker-start="url(#m)" marker-mid="url(#m)"/>',
        {(10, 10): RED, (30, 10): RED, (30, 30): WHITE, (20, 20): WHITE},
    ),
    "marker along the path": (
        '<marker id="m" markerWidth="10" markerHeight="2" refY="1" orient="auto" markerUnits="userSpaceOnUse"><rect width="10" height="2" fill="blue"/></marker>'
        '<path d="M20 10V20" marker-end="url(#m)"/>',
        {(20, 25): BLUE, (25, 20): WHITE},
    ),
    "variables": ('<g style="--c:red"><rect width="40" height="40" style="fill:var(--c)"/></g>', {(20, 20): RED}),
    "rule of the root's child": ("<style>svg > rect{fill:red} svg{opacity:.5}</style><rect width='40' height='40'/>", {(20, 20): [255, 127, 127]}),
    "clip of the root": (
        "<style>svg{clip-path:url(#c)}</style><clipPath id='c'><rect width='20' height='40'/></clipPath><rect width='40' height='40' fill='red'/>",
        {(10, 20): RED, (30, 20): WHITE},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXACT)
def test_single_pixels(name):
    content, expected = EXACT[name]
    pixels = painted(content)
    for (x, y), colour in expected.items():
        assert np.abs(pixels[y, x].astype(int) - colour).max() <= 2, (x, y, pixels[y, x])


def test_a_blur_is_wide_and_keeps_the_ink():
    box = '<rect x="15" y="15" width="10" height="10"{}/>'
    blur = '<filter id="f" x="-2" y="-2" width="5" height="5"><feGaussianBlur stdDeviation="2"/></filter>'
    sharp, soft = painted(box.format("")), painted(blur + box.format(' filter="url(#f)"'))
    ink_sharp, ink_soft = ((255.0 - pixels[..., 0]) for pixels in (sharp, soft))
    assert ink_soft.sum() == pytest.approx(ink_sharp.sum(), rel=0.02)
    columns = np.arange(40) + 0.5
    variance = [(ink.sum(0) * (columns - 20) ** 2).sum() / ink.sum() for ink in (ink_sharp, ink_soft)]
    assert variance[1] - variance[0] == pytest.approx(2**2, rel=0.25)  # a Gaussian's, which three boxes approximate


FAMILIES = {
    fonts.SANS: [
        "Arial",
        "sans-serif",
        "Helvetica, serif",
        "Nothing Of That Name",
        "'Open Sans'",
        "cursive",
        "system-ui",
    ],
    fonts.SERIF: ["serif", "Times New Roman", '"Georgia"', "Nothing, Times, monospace"],
    fonts.MONO: ["monospace", "Courier New", "Consolas, serif", "ui-monospace"],
}


def ink(family, form="font-family='{}'"):
    written = form.format(family.replace('"', "&quot;").replace("'", "&apos;"))
    return painted(f"<text y='30' font-size='20' {written}>gQ1</text>", 80)


@pytest.mark.parametrize(
    "form", ["font-family='{}'", "style='font-family: {}'", "style='font: italic 20px/1.2 {}; fill: black'"]
)
@pytest.mark.parametrize("pinned", FAMILIES)
def test_every_family_is_drawn_by_a_pinned_one(pinned, form):
    expected = ink(pinned, form)
    assert (expected < 128).any()
    for name in FAMILIES[pinned]:
        assert np.array_equal(ink(name, form), expected), name


def test_families_look_different_and_styles_too():
    shown = [ink(family).tobytes() for family in FAMILIES]
    shown += [
        ink("sans-serif", f"font-family='{{}}' {style}").tobytes()
        for style in ("font-weight='bold'", "font-style='italic'")
    ]
    assert len(set(shown)) == 5
    rule = painted(
        "<style>text { font-family: 'Times New Roman', x }</style><text y='30' font-size='20'>gQ1</text>", 80
    )
    assert rule.tobytes() == shown[1]
    assert painted("<text y='30' font-size='20'>gQ1</text>", 80).tobytes() == shown[0]


def test_a_character_that_no_font_has_is_a_box():
    box = painted("<text y='30' font-size='20'>\U0001f9ff</text>", 80)
    assert (box < 128).any()
    assert np.array_equal(box, painted("<text y='30' font-size='20'>\U0001fae8</text>", 80))


@pytest.mark.process
def test_pixels_are_the_same_without_any_font_of_the_machine(tmp_path):
    program = (
        "import hashlib; from sgpkit.graphics import raster; "
        "print(hashlib.sha256(raster.paint({!r}, 64).tobytes()).hexdigest())"
    )
    code = f"{HEAD}<text y='30' font-size='9' font-family='Comic Sans MS'>Hé α√</text></svg>"
    empty = tmp_path / "fonts.conf"
    empty.write_text('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>')
    away = {
        "FONTCONFIG_FILE": str(empty),
        "FONTCONFIG_PATH": str(tmp_path),
        "HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
    }
    ran = subprocess.run(
        [sys.executable, "-c", program.format(code)],
        env={**os.environ, **away},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == hashlib.sha256(raster.paint(code, 64).tobytes()).hexdigest()


def test_fonts_that_are_not_the_pinned_ones_are_refused(monkeypatch):
    monkeypatch.setattr(fonts, "HASHES", {"DejaVuSans.ttf": "0" * 64})
    fonts.files.cache_clear()
    try:
        with pytest.raises(RuntimeError, match="expected DejaVu"):
            fonts.files()
    finally:
        fonts.files.cache_clear()


def test_metadata_names_the_renderer_and_its_fonts():
    assert raster.renderer_metadata("resvg")["fonts_sha256"] == fonts.fingerprint()
    assert raster.renderer_metadata("resvg")["resvg"].count(".") == 2
    assert raster.renderer_metadata("cairo")["fonts"] == "of the machine, by fontconfig"


@pytest.mark.process
def test_the_context_chooses_the_renderer():
    code = f'{HEAD}<rect width="40" height="40" fill="hsl(240, 100%, 50%)"/></svg>'
    assert raster.paint(code, 8)[4, 4].tolist() == BLUE
    with raster.using("cairo"):
        assert raster.paint(code, 8)[4, 4].tolist() != BLUE
        assert raster.paint(code, 8, renderer="resvg")[4, 4].tolist() == BLUE
        (many,) = raster.render_many([code], 8)
        assert many[4, 4].tolist() != BLUE
    assert raster.current_renderer() == "resvg"
    with pytest.raises(ValueError, match="skia"), raster.using("skia"):
        pass
