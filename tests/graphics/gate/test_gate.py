"""Constructs in the gate: each kind is drawn, dropped, or refused by name."""

import pytest

from sgpkit.graphics import gate, raster, scene
from sgpkit.graphics.gate import quick
from sgpkit.status import Rejected, Status


def drawing(body, root=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"{root}>{body}</svg>'


def attributes(body, tag="rect"):
    """Return the attributes of the first element of a kind after the gate."""
    root = gate.read(drawing(body)).root
    return next(element.attributes for element in root.subtree() if element.tag == tag)


@pytest.mark.parametrize(
    ("body", "written"),
    [
        ('<style>.a{fill:hsl(120 100% 50% / .5)}</style><rect class="a"/>', {"fill": "rgba(0,255,0,0.5)"}),
        ('<style>:root{--c:red}</style><rect fill="var(--c)"/>', {"fill": "red"}),
        ('<style>#b{fill:red}.a{fill:blue}</style><rect id="b" class="a" fill="lime"/>', {"fill": "red"}),
        ('<style>rect{fill:red!important}</style><rect style="fill:blue"/>', {"fill": "red"}),
        ('<style>.a{fill:red;fill:0xff0000}</style><rect class="a"/>', {"fill": "red"}),
        ("<style>@media (prefers-color-scheme:dark){rect{fill:red}}</style><rect/>", {}),
        ("<style>@media (prefers-color-scheme: light){rect{fill:red}}</style><rect/>", {"fill": "red"}),
        ("<style>rect:hover, rect::before{fill:red}</style><rect/>", {}),
        ('<rect style="opacity:calc(1/2)"/>', {"opacity": "0.5"}),
        ('<rect fill="color-mix(in srgb, red, blue)"/>', {"fill": "#800080"}),
        ('<rect fill="color-mix(in srgb, #f00 25%, rgb(0 0 255 / .5))"/>', {"fill": "rgba(102,0,153,0.625)"}),
        ('<rect style="width:calc(10px + 2px);height:1in"/>', {"width": "12", "height": "96"}),
        ('<rect style="transform:translate(10px,20px)"/>', {"transform": "matrix(1 0 0 1 10 20)"}),
        ('<rect style="translate:10px 20px"/>', {"transform": "matrix(1 0 0 1 10 20)"}),
        ('<rect style="transform:rotate(30)"/>', {}),
        (
            '<rect x="10" width="20" height="20" style="transform-box:fill-box;transform-origin:center;scale:2"/>',
            {"transform": "matrix(2 0 0 2 -20 -10)"},
        ),
        ('<rect style="scale:2;transform-origin:center"/>', {"transform": "matrix(2 0 0 2 -50 -50)"}),
        ('<rect style="cursor:pointer;margin:3px;z-index:2" data-a="b" aria-label="c" inkscape="d"/>', {}),
        ('<rect fill="url(#none)"/>', {"fill": "none"}),
        ('<rect fill="url(#none) red" clip-path="url(#none)"/>', {"fill": "red", "clip-path": "none"}),
    ],
)
def test_css_is_written_as_attributes(body, written):
    result = attributes(body)
    assert {name: text for name, text in result.items() if name not in ("id", "class", "x", "width", "height")} == {
        name: text for name, text in written.items() if name not in ("width", "height")
    }
    assert all(result[name] == text for name, text in written.items())


def test_the_font_shorthand_sets_four_properties():
    result = attributes('<text style="font: italic bold 12px/1.5 Georgia, serif">a</text>', "text")
    assert result == {
        "font-style": "italic", "font-weight": "bold", "font-size": "12", "font-family": "Georgia, serif"
    }  # fmt: skip


def test_the_case_of_texts_is_written_into_them():
    body = '<g style="text-transform:uppercase"><text>a<tspan style="text-transform:none">b</tspan>c</text></g>'
    assert ">A<tspan>b</tspan>C<" in gate.text(drawing(body))
    assert ">Big 3d World<" in gate.text(drawing('<text style="text-transform:capitalize">big 3d world</text>'))


def test_css_shapes_become_clip_paths_by_the_box_of_the_fill():
    code = drawing('<rect x="20" y="20" width="60" height="60" fill="red" style="clip-path:inset(10px 20px)"/>')
    red = raster.paint(gate.text(code), 100)[..., 1] < 128
    rows, columns = red.any(1).nonzero()[0], red.any(0).nonzero()[0]
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (30, 69, 40, 59)


@pytest.mark.parametrize(
    "body",
    [
        "<g><foo><rect/></foo></g>",
        '<g xmlns=""><rect/></g>',
        "<rect><circle/></rect>".replace("<rect>", '<rect id="outer">').replace("circle", 'rect id="inner"'),
        '<svg width="0"><rect/></svg>',
        '<svg viewBox="0 0 0 9"><rect/></svg>',
        '<symbol id="s"><g/></symbol><use href="#s" width="0"/>',
        '<use href=" #s "/><g id="s"/>',
        '<clipPath id="c"><g><rect id="inner"/></g></clipPath>',
        '<defs><rect id="r"/><use id="u" href="#r"/></defs><clipPath id="c"><use href="#u" id="inner"/></clipPath>',
    ],
)
def test_what_browsers_do_not_draw_is_removed(body):
    gated = gate.text(drawing(body))
    assert "<rect" not in gated or 'id="inner"' not in gated
    assert "foo" not in gated and not any(word in gated for word in ("<svg width", "width=&quot;0"))
    assert gated.count("<use") <= body.count('id="u"')


@pytest.mark.parametrize(
    ("body", "construct"),
    [
        ('<rect><animate attributeName="x"/></rect>', "<animate"),
        ('<g systemLanguage="en"/>', "systemLanguage"),
        ('<g style="content-visibility:hidden"/>', "content-visibility: hidden"),
        ('<g style="mask:linear-gradient(red,blue)"/>', "mask: linear-gradient"),
        ("<style>@supports (x:y){}</style>", "@supports"),
        ("<style>@media (min-width:1px){g{fill:red}}</style>", "@media (min-width:1px)"),
        ("<style>g{rect{fill:red}}</style>", "a nested rule"),
        ("<style>@layer a{}</style>", "@layer"),
        ("<style>g:lang(en){fill:red}</style>", "selector"),
        (r"<style>.\7a{fill:red}</style>", "an escape"),
        ('<rect fill="Canvas"/>', "fill: Canvas"),
        ('<rect fill="color-mix(in oklab, red, blue)"/>', "fill: color-mix"),
        ('<text style="text-transform:capitalize">it\'s</text>', "text-transform: capitalize"),
        ('<text style="text-transform:full-width">a</text>', "text-transform: full-width"),
        ('<rect style="width:10vw"/>', "width: 10vw"),
        ('<svg style="width:5px"/>', "nested <svg>"),
        ('<filter id="f"><feTile/></filter>', "<feTile>"),
        ('<g transform="rotate(9)" filter="url(#f)"/><filter id="f"/>', "a filter on a turned"),
        ('<text font-size="9000">a</text>', "text of that size"),
        ('<filter id="f" x="-3000%"/>', "filter"),
        ('<pattern id="p" width="1e6" patternUnits="userSpaceOnUse"/>', "pattern"),
        ('<g style="unknown-to-us: 1"/>', "unknown-to-us: 1"),
    ],
)
def test_what_is_not_understood_is_refused_by_name_and_place(body, construct):
    code = drawing(body)
    for read in (gate.read, gate.text, scene.read):
        with pytest.raises(Rejected) as refused:
            read(code)
        assert refused.value.status in (Status.UNSUPPORTED, Status.TOO_LARGE)
        if refused.value.status is Status.UNSUPPORTED:
            assert construct in refused.value.reason and "line 1" in refused.value.reason
    if refused.value.status is Status.UNSUPPORTED:
        assert gate.text(code, allowed=gate.allowed_by(code)), "what a row has, an answer may have"
        twice = code.replace(body, body * 2)
        with pytest.raises(Rejected):
            gate.text(twice, allowed=gate.allowed_by(code))


@pytest.mark.parametrize(
    "root",
    [
        ' transform="rotate(9)"', ' style="transform:scale(.5)"', ' clip-path="circle(1px)"', ' width="5" height="5"',
        ' width="100" height="50" preserveAspectRatio="none"', ' style="border:1px solid red"', ' overflow="visible"',
        ' style="margin:9px"', ' style="max-width:1px"', ' style="background:linear-gradient(red,blue)"',
    ],
)  # fmt: skip
def test_pages_that_browsers_show_differently_are_refused(root):
    with pytest.raises(Rejected) as refused:
        gate.text(drawing("<rect/>", root))
    assert refused.value.status is Status.UNSUPPORTED


def test_the_color_of_the_page_is_a_rectangle():
    (page,) = scene.read(drawing("<g/>", ' style="background:#ff0000"')).shapes
    assert page.kind == "rect" and page.fill.hex == "#ff0000"


@pytest.mark.parametrize(
    "body",
    [
        '<rect width="9" height="9" fill="#fff"/>', '<g fill="none"><path d="M0 0h9"/></g>',
        '<linearGradient id="a"><stop offset="1" stop-color="red"/></linearGradient><path d="M0 0" fill="url(#a)"/>',
        '<radialGradient id="a" gradientTransform="matrix(1 0 0 -1 0 9)"/><path d="M0 0" fill="url(#a)"/>',
        "<!-- a comment --><circle r='9'/>".replace("'", '"'), '<polygon points="1,2 3 4, 5 6"/>',
    ],
)  # fmt: skip
def test_plain_drawings_need_only_the_quick_check(body):
    code = drawing(body)
    assert quick.suffices(code)
    assert gate.text(code) == code
    assert gate.constructs(code) == {}


@pytest.mark.parametrize(
    "body",
    [
        '<rect fill="url(#a)"/>', "<style/>", '<rect style="fill:red"/>', '<rect fill="Canvas"/>', '<g id="a"/><g id="a"/>',
        "<rect><circle/></rect>", "<animate/>", '<g transform="rotate(1deg)"/>', '<rect width="1e3"/>', "&#60;",
        '<linearGradient transform="scale(2)"/>', '<linearGradient gradientTransform="scale(0)"/>',
        '<rect style="fill:red!important"/>', '<rect style="clip-path:url(#a)"/>', '<rect style="fill:url(#a)"/>',
        '<polygon points="1,2,,3 4"/>', "<![CDATA[<!--]]><animate/><![CDATA[-->]]>", '<g opacity="calc(0)"/>',
    ],
)  # fmt: skip
def test_doubtful_drawings_are_read_in_full(body):
    assert not quick.suffices(drawing(body))


def test_plain_styles_are_left_to_renderers_but_not_to_readers():
    code = drawing('<rect width="90" height="90" style="fill: #00f; stroke-width:2;" fill="red"/>')
    assert not quick.suffices(code) and quick.suffices(code, may_have_styles=True)
    assert gate.text(code) == code and gate.read(code).code != code
    assert (raster.paint(code, 32) == raster.paint(gate.read(code).code, 32)).all()
    for body in ('<rect style="fill:red!important"/>', '<rect style="fill:url(#a)"/>', '<rect style="fill:r&#101;d"/>'):
        assert not quick.suffices(drawing(body), may_have_styles=True)


def test_the_quick_check_takes_no_long_search():
    for body in (
        "<g" * 9_000,
        '<polygon points="' + "1 2 " * 50_000 + 'x"/>',
        " " * 99_999,
        "<g " * 9_000,
        "<!--" * 9_000,
    ):
        assert not quick.suffices(drawing(body) + "x")


def test_the_quick_check_tries_no_combinations():
    plain = '<rect x="0" y="0" width="9" opacity="0.5" fill="none"/>' * 300
    assert quick.suffices(drawing(plain))
    assert not quick.suffices(drawing(plain + "<foo/>"))
    assert not quick.suffices(drawing("<foo/>", ' xmlns:xlink="a"' * 300))


def test_the_gate_changes_nothing_twice():
    body = '<style>.a{fill:red;clip-path:circle(9px);filter:blur(1px)}</style><g><rect class="a" width="9" height="9"/></g>'
    once = gate.text(drawing(body))
    again = gate.text(once)
    assert gate.text(again) == again and again.count("<clipPath") == once.count("<clipPath") == 1
