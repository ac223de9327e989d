"""Both bindings of resvg give equal bytes: on every plain feature, on resvg's own suite, and on real icons."""

import csv
import gzip
import re
import sys
from xml.etree import ElementTree

import numpy as np
import pytest

from sgpkit.graphics.raster import direct, painting, raw_drawing, resvg
from sgpkit.graphics.raster.fit import fit, window
from sgpkit.status import Rejected

pytest.importorskip("svg2png_py", reason="the extra `fast` is not installed")

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 60 40">'
SHAPE = '<path d="M5 5 C 20 40 40 40 55 5 L 30 12 Z" {}/>'
LIGHTS = {
    "feDistantLight": '<feDistantLight azimuth="40" elevation="50"/>',
    "fePointLight": '<fePointLight x="20" y="10" z="9"/>',
    "feSpotLight": '<feSpotLight x="20" y="10" z="9" pointsAtX="40" pointsAtY="30" limitingConeAngle="50"/>',
}
PRIMITIVES = {
    "feBlend": '<feFlood flood-color="#3a7" x="0" width="30"/><feBlend in2="SourceGraphic" mode="color-dodge"/>',
    "feColorMatrix": '<feColorMatrix type="hueRotate" values="77"/>',
    "feComponentTransfer": "<feComponentTransfer><feFuncR type='gamma' exponent='.4'/><feFuncG type='linear' slope='.3'/>"
    "<feFuncB type='table' tableValues='1 .2 .7'/><feFuncA type='discrete' tableValues='.3 1'/></feComponentTransfer>",
    "feComposite": '<feFlood flood-color="#3a7" width="30"/><feComposite in2="SourceAlpha" operator="arithmetic" k1=".3" k2=".4" k3=".2"/>',
    "feConvolveMatrix": '<feConvolveMatrix order="3" kernelMatrix="1 2 1 0 0 0 -1 -2 -1" preserveAlpha="true"/>',
    "feDisplacementMap": '<feTurbulence baseFrequency=".1" result="t"/><feDisplacementMap in="SourceGraphic" in2="t" scale="9" xChannelSelector="R"/>',
    "feDropShadow": '<feDropShadow dx="3" dy="2" stdDeviation="1.4" flood-color="teal" flood-opacity=".6"/>',
    "feFlood": '<feFlood flood-color="hsl(210,60%,40%)" flood-opacity=".7"/>',
    "feGaussianBlur": '<feGaussianBlur stdDeviation="2.3 .8"/>',
    "feMerge": '<feOffset dx="4" result="o"/><feMerge><feMergeNode in="o"/><feMergeNode in="SourceGraphic"/></feMerge>',
    "feMorphology": '<feMorphology operator="dilate" radius="2 1"/>',
    "feTile": '<feFlood x="10" y="10" width="5" height="4" flood-color="red" result="f"/><feTile in="f"/>',
    "feTurbulence": '<feTurbulence type="fractalNoise" baseFrequency=".07 .02" numOctaves="3" seed="5"/>',
    **{
        f"{kind} {light}": f'<{kind} lighting-color="#fe8" surfaceScale="3">{code}</{kind}>'
        for kind in ("feDiffuseLighting", "feSpecularLighting")
        for light, code in LIGHTS.items()
    },
}
FEATURES = {
    "strokes": SHAPE.format('fill="none" stroke="#936" stroke-width="3.3" stroke-dasharray="7 2.5" stroke-linejoin="round"'),
    "rules": SHAPE.format('class="a"') + "<style>.a { fill: hsla(20, 90%, 50%, .6); stroke: navy } svg > path { stroke-width: 2 }</style>",
    "basic": '<rect x="3.3" y="4" width="20" height="9" rx="4"/><circle cx="40.2" cy="20" r="9.7" fill="red"/>'
    '<ellipse cx="20" cy="30" rx="15" ry="4" opacity=".4"/><line x2="60" y2="40" stroke="teal"/>'
    '<polyline points="1,1 50,9 20,30" fill="none" stroke="gold" stroke-linecap="round" stroke-width="4"/><polygon points="1,39 9,20 17,39"/>',
    "gradients": '<linearGradient id="l" x2=".7" y2=".4" spreadMethod="reflect"><stop stop-color="red"/><stop offset=".6" stop-color="blue" stop-opacity=".3"/></linearGradient>'
    '<radialGradient id="r" fx=".2" href="#l" gradientTransform="rotate(20)"/>' + SHAPE.format('fill="url(#l)" stroke="url(#r)" stroke-width="5"'),
    "use": f'<defs><g id="g">{SHAPE.format("")}</g><symbol id="s" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></symbol></defs>'
    '<use xlink:href="#g" fill="red" transform="rotate(13) scale(.6)"/><use href="#s" x="30" width="20" height="15"/>',
    "clips": '<clipPath id="c"><circle cx="25" cy="18" r="13.4"/><rect width="9" height="9"/></clipPath>' + SHAPE.format('clip-path="url(#c)"'),
    "masks": '<linearGradient id="l"><stop stop-color="white"/><stop offset="1"/></linearGradient>'
    '<mask id="m"><rect width="60" height="40" fill="url(#l)"/></mask>' + SHAPE.format('mask="url(#m)"'),
    "markers": '<marker id="m" markerWidth="4" markerHeight="4" refX="2" refY="2" orient="auto"><circle cx="2" cy="2" r="2" fill="red"/></marker>'
    + SHAPE.format('marker-start="url(#m)" marker-mid="url(#m)" stroke="black" fill="none"'),
    "groups": '<g opacity=".4" style="mix-blend-mode:multiply"><rect width="30" height="30" fill="red"/><rect x="10" y="9" width="30" height="30" fill="blue"/></g>',
    "nested": '<svg x="10" y="5" width="30" height="30" viewBox="0 0 10 10"><circle cx="5" cy="5" r="7"/></svg><a href="#x"><rect width="4" height="4"/></a>',
    "both addresses": '<defs><rect id="a" width="9" height="9"/><circle id="b" r="9"/></defs><use href="#a" xlink:href="#b"/>',
    **{name: f'<filter id="f">{code}</filter>' + SHAPE.format('fill="#c62" filter="url(#f)"') for name, code in PRIMITIVES.items()},
}  # fmt: skip


def both(code, size):
    """Return the pixels by svg2png_py and by resvg_py; None if the former does not paint such drawings."""
    tree = ElementTree.fromstring(code)
    contents = resvg._sanitize(tree)
    if not contents.is_plain:
        return None
    resvg._stretch(tree, fit(window(tree.attrib), size), size)
    drawing = ElementTree.tostring(tree, "unicode")
    pixels = direct.rasterize(drawing, size)
    if pixels is None:
        return None
    return pixels, resvg.rasterize(drawing, size, False)


@pytest.mark.parametrize("size", [40, 224, 301])
@pytest.mark.parametrize("name", FEATURES)
def test_both_bindings_give_equal_bytes(name, size):
    first, second = both(HEAD + FEATURES[name] + "</svg>", size)
    assert first.any()
    assert np.array_equal(first, second)


def test_every_plain_element_is_covered():
    painted = set().union(*(re.findall(r"<(\w+)", code) for code in [HEAD, *FEATURES.values()]))
    assert direct.PLAIN - {"title", "desc", "metadata"} <= painted


@pytest.mark.parametrize(
    "content",
    [
        "<text>a</text>",
        "<g><switch/></g>",
        "<image/>",
        '<pattern id="p"/>',
        "<feImage/>",
        "<foreignObject/>",
        "<other/>",
    ],
)
def test_what_may_differ_is_left_to_the_other_binding(content):
    assert not resvg._sanitize(ElementTree.fromstring(f"{HEAD}{content}</svg>")).is_plain
    assert resvg._sanitize(ElementTree.fromstring(f"{HEAD}<x:other xmlns:x='x'/></svg>")).is_plain


def test_without_the_package_the_picture_is_the_same(monkeypatch):
    from sgpkit.graphics import raster

    code = HEAD + FEATURES["gradients"] + "</svg>"
    before = raster.paint(code, 99, None)
    monkeypatch.setitem(sys.modules, "svg2png_py", None)
    direct._painter.cache_clear()
    try:
        assert direct.rasterize(code, 99) is None
        assert np.array_equal(raster.paint(code, 99, None), before)
    finally:
        direct._painter.cache_clear()


@pytest.mark.realdata
def test_equal_on_the_whole_suite(fixtures_path):
    compared, unequal = 0, []
    for path in sorted((fixtures_path / "resvg").rglob("*.svg")):
        try:
            pair = both(path.read_bytes().decode("utf-8", "replace"), 100)
        except (ElementTree.ParseError, Rejected, ValueError):
            continue
        if pair is not None:
            compared += 1
            if not np.array_equal(*pair):
                unequal.append(path.name)
    assert unequal == [] and compared > 500


@pytest.mark.realdata
def test_equal_on_real_icons(fixtures_path):
    csv.field_size_limit(1 << 30)
    compared, unequal = 0, []
    for name in ("semantics", "count"):
        with gzip.open(fixtures_path / "sgp-bench" / f"{name}.csv.gz", "rt", encoding="utf-8") as stream:
            for row in csv.DictReader(stream):
                program = re.search(r"<svg.*</svg>", row["Question"], re.DOTALL)
                pair = both(program[0], 224) if program else None
                if pair is not None:
                    compared += 1
                    if not np.array_equal(*pair):
                        unequal.append(row["index"])
    assert unequal == [] and compared > 200


@pytest.mark.parametrize(
    ("code", "is_plain"),
    [
        ("<svg viewBox='0 0 9 9'><rect width='9' height='4' fill='red' opacity='.4'/></svg>", True),
        ("<svg\n viewBox = '0\t0 9 9' x='4' width='20'\n><g><rect width='4'\n height='9' /></g></svg >", True),
        (HEAD + '<defs><path id="a" d="M0 0H9V9z"/></defs><use xlink:href="#a" x="3"/></svg>', True),
        ("<svg viewBox='0 0 9 9'><use href='http://localhost/y.svg#a'/><rect width='3' height='9'/></svg>", False),
        ("<svg viewBox='0 0 9 9'><style>rect { fill: red }</style><rect width='3' height='9'/></svg>", False),
        ("<svg viewBox='0 0 9 9'><rect xmlns='urn:x' width='9' height='9'/><circle r='2'/></svg>", False),
        ("<svg viewBox='0 0 9 9'><!-- c --><circle r='2'/></svg>", False),
        ("<svg viewBox='0 0 9 9' viewBox='0 0 5 5'><circle r='2'/></svg>", False),
    ],
)
def test_a_text_that_resvg_has_as_it_is_paints_as_its_tree_does(code, is_plain, monkeypatch):
    assert (raw_drawing.read(code) is not None) is is_plain
    paintings = []
    for _ in range(2):
        try:
            paintings.append(painting.paint(code, 40, None).tobytes())
        except Rejected as rejected:
            paintings.append((rejected.status, rejected.reason))
        monkeypatch.setattr(raw_drawing, "read", lambda text: None)
    assert paintings[0] == paintings[1]


@pytest.mark.parametrize("tail", ["<svg></svg>", "</svg>", "a</svg>"])
def test_what_is_not_well_formed_is_refused_by_either_way(tail):
    with pytest.raises(Rejected, match="not well-formed"):
        painting.paint("<svg viewBox='0 0 9 9'><rect width='9' height='9'/></svg>" + tail, 16)
