"""Constructs in the gate: each kind is drawn, dropped, or refused by name."""

from random import Random

import gate_drawings
import gate_forms
import gate_nesting
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgpkit.graphics import gate, raster, scene, svg
from sgpkit.graphics.gate import quick, rewriting, structure, writing
from sgpkit.graphics.gate.refusals import NOTHING, Refusals
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
        (
            '<rect x="10" width="20" height="20" style="transform-box:fill-box;scale:2"/>',
            {"transform": "matrix(2 0 0 2 -10 0)"},
        ),
        ('<rect style="scale:2;transform-origin:initial"/>', {"transform": "matrix(2 0 0 2 -50 -50)"}),
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


@pytest.mark.parametrize(
    "shape",
    ['x="20" y="20" width="60" height="60"', 'x="22" y="22" width="56" height="56" stroke="red" stroke-width="4"'],
)
def test_css_shapes_become_clip_paths_by_the_box_of_fill_and_stroke(shape):
    code = drawing(f'<rect {shape} fill="red" style="clip-path:inset(10px 20px)"/>')
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
        '<a><a><rect id="inner"/></a></a>',
        '<switch><desc/><rect id="inner"/></switch>',
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
        ('<symbol id="s" x="5%"/><use href="#s"/>', "x of a <symbol>"),
        ('<symbol transform="scale(2)"/>', "transform of <symbol>"),
        ('<g transform="scale(2 1)"><path stroke="red" vector-effect="non-scaling-stroke"/></g>', "vector-effect"),
        ('<text stroke="red" vector-effect="non-scaling-stroke">a</text>', "vector-effect"),
        ('<g style="text-shadow:1px 1px red"/>', "text-shadow: 1px 1px red"),
        ('<text style="white-space:pre-wrap">a</text>', "white-space: pre-wrap"),
        ('<text rotate="9">a<tspan>b</tspan></text>', "rotate of a text with parts"),
        ('<filter id="f"><feTile/></filter>', "<feTile>"),
        ('<g transform="rotate(9)" filter="url(#f)"/><filter id="f"/>', "a filter on a turned"),
        ('<text font-size="9000">a</text>', "text of that size"),
        ('<filter id="f" x="-3000%"/>', "filter"),
        ('<pattern id="p" width="1e6" patternUnits="userSpaceOnUse"/>', "pattern"),
        ('<g style="unknown-to-us: 1"/>', "unknown-to-us: 1"),
        ('<path style="clip-path:circle(9px)" stroke="red" d="M0 0h9v9z"/>', "clip-path: the box of a stroke"),
        ('<filter id="f"><feMorphology radius="1"/></filter>', "feMorphology: erode by 1"),
        ('<filter id="f"><feFlood x="9"/></filter>', "feFlood with x: 9"),
        ('<filter id="f"><feComposite operator="lighter"/></filter>', "operator: lighter"),
        ('<use href="#a" width="auto"/><g id="a"/>', "use with width: auto"),
        ('<svg viewBox="0 0 9 1e-9"/>', "viewBox: 0 0 9 1e-9"),
        ('<g opacity="0/**/"/>', "a comment or an escape in opacity"),
        ('<g stroke-dasharray="1"><path pathLength="1"/></g>', "pathLength in a drawing with dashes"),
        ('<path marker-mid="url(#m)" d="M0 0zM9 9"/><marker id="m"/>', "marker-mid of a path with closed parts"),
        ('<use filter="url(#f)" href="#none"/><filter id="f"/>', "a filter on a <use> that shows nothing"),
        ('<image href="data:image/png;base64,R0lGODlh"/>', "a bitmap with other data"),
        ("<switch><a/></switch>", "an <a> in a <switch>"),
        ('<use href="#a "/><g id="a"/>', "href: #a "),
        ("<style>svg:has(g:not(:has(a))){fill:red}</style>", "selector 'svg:has("),
        ('<g style="mix-blend-mode:hue"><rect/></g>', "mix-blend-mode: hue"),
        ('<svg><rect style="mix-blend-mode:multiply"/></svg>', "mix-blend-mode in a nested drawing"),
        ('<rect style="transform-box:border-box;scale:2"/>', "transform-box: border-box"),
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
        ' transform="translate(9)"', ' style="scale:.5;transform-origin:0 0"', ' clip-path="circle(1px)"', ' width="5" height="5"',
        ' width="100" height="50" preserveAspectRatio="none"', ' style="border:1px solid red"', ' overflow="visible"',
        ' style="margin:9px"', ' style="max-width:1px"', ' style="background:radial-gradient(red,blue)"',
    ],
)  # fmt: skip
def test_pages_that_browsers_show_differently_are_refused(root):
    with pytest.raises(Rejected) as refused:
        gate.text(drawing("<rect/>", root))
    assert refused.value.status is Status.UNSUPPORTED


def equal(first, second):
    return (raster.paint(gate.text(first), 128) == raster.paint(gate.text(second), 128)).all()


HALVES = '<rect width="50" height="100" fill="red"/><circle cx="75" cy="20" r="9"/><path d="M90 90h60v60z"/>'


@pytest.mark.parametrize(
    ("root", "moved"),
    [
        ('viewBox="0 0 100 100" transform="rotate(90)"', "rotate(90 50 50)"),
        ('viewBox="0 0 100 100" style="scale:-1 1"', "translate(100) scale(-1 1)"),
        ('viewBox="0 0 100 100" width="50" height="50" transform="translate(10 5)"', "translate(20 10)"),
        ('width="100" height="100" transform="translate(10 5) scale(.5)"', "translate(35 30) scale(.5)"),
    ],
)
def test_the_root_is_transformed_around_its_middle_in_pixels_and_cuts_off_before(root, moved):
    page = '<clipPath id="page"><rect width="100" height="100"/></clipPath>'
    expected = drawing(f'{page}<g transform="{moved}"><g clip-path="url(#page)">{HALVES}</g></g>')
    assert equal(f'<svg xmlns="http://www.w3.org/2000/svg" {root}>{HALVES}</svg>', expected)


@pytest.mark.parametrize(
    ("symbol", "use", "expected"),
    [
        ('width="40" height="20"', "", 'width="40" height="20"'),
        ('width="40" height="20"', 'width="10"', 'width="10" height="20"'),
        ('x="5" y="6" width="30" height="30"', 'x="20"', 'x="25" y="6" width="30" height="30"'),
        ("", 'x="10%" width="50%" height="20"', 'x="10" width="50" height="20"'),
    ],
)
def test_symbols_have_places_and_sizes(symbol, use, expected):
    body = '<symbol id="s" viewBox="0 0 10 10" {}><circle cx="5" cy="5" r="5"/></symbol><use href="#s" {}/>'
    assert equal(drawing(body.format(symbol, use)), drawing(body.format("", expected)))


def test_strokes_that_do_not_scale_have_the_width_of_pixels():
    body = '<g transform="scale(4)" stroke-width="6"><path stroke="red" {} d="M1 9h20"/><path stroke="red" d="M9 1v9"/></g>'
    effect = 'vector-effect="non-scaling-stroke" stroke-dasharray="8 4"'
    assert equal(drawing(body.format(effect)), drawing(body.format('stroke-width="1.5" stroke-dasharray="2 1"')))
    sized = drawing(body.format(effect), ' width="300" height="300"')
    assert equal(sized, drawing(body.format('stroke-width="0.5" stroke-dasharray="0.6667 0.3333"')))


def test_nested_pages_without_a_size_cut_off_what_is_outside():
    (circle,) = scene.read(
        drawing('<svg width="30"><circle cx="9" cy="9" r="9"/><rect x="50" width="9" height="9"/></svg>')
    ).shapes
    assert circle.kind == "circle"


def test_the_gradient_of_the_page_is_a_gradient():
    body = '<linearGradient id="a"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>'
    expected = drawing(body + '<rect width="100" height="100" fill="url(#a)"/>')
    assert equal(drawing("", ' style="background:linear-gradient(to right, red, blue)"'), expected)
    assert equal(drawing("", ' style="background:linear-gradient(90deg, red 0%, blue 100%)"'), expected)


def test_stops_have_the_color_of_the_place_where_they_are_written():
    body = (
        '<linearGradient id="b" color="lime"><stop stop-color="currentColor"/></linearGradient>'
        '<linearGradient id="a" href="#b" color="red"/><rect width="9" height="9" fill="url(#a)"/>'
    )
    assert raster.paint(gate.text(drawing(body)), 100)[4, 4].tolist() == [0, 255, 0]


def test_shadows_and_blanks_of_texts_are_written_as_filters_and_attributes():
    shadow = attributes('<text y="50" style="text-shadow: 1px 2px 4px red">a</text>', "feDropShadow")
    written = {"dx": "1", "dy": "2", "stdDeviation": "2", "flood-color": "#ff0000", "flood-opacity": "1"}
    assert shadow.items() >= written.items()
    assert attributes('<text style="white-space:pre">a</text>', "text")["xml:space"] == "preserve"


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
        '<linearGradient id="a" gradientUnits="userSpaceOnUse"/><path d="M0 0h9v9zM4 4" fill="url(#a)"/>',
        '<clipPath id="c"><rect width="9" height="9"/></clipPath><path clip-path="url(#c)" d="M0 0h9v9z"/>',
        '<defs><path id="p" d="M0 0h5v5z"/></defs><clipPath id="c"><use href="#p"/></clipPath><g clip-path="url(#c)"/>',
        '<path d="M0 0h9" transform="translate(1,-2) rotate(30 5 5)"/>',
        '<mask id="m"><circle cx="5" cy="5" r="5" fill="#fff"/></mask><g mask="url(#m)"><path fill="#d00" d="m0 1l9 9V1z"/></g>',
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
        '<rect width="50."/>', '<path d="M0 0H9.V9"/>', '<g transform="translate(1,)"/>', '<g transform="scale(1 2 3)"/>',
        '<mask id="m"><g><circle r="9"/></g></mask>', '<clipPath id="c"><text>A</text></clipPath>',
        '<g id="c"/><g clip-path="url(#c)"/>', '<mask id="m"><rect width="9" mask="url(#m)"/></mask>',
        '<clipPath id="c"/><g mask="url(#c)"/>', '<clipPath id="c"><use href="#g"/></clipPath><g id="g" fill="url(#g)"/>',
        '<clipPath id="c"><use href="#p"/></clipPath><path id="p" d="M0 0h9" clip-path="url(#c)"/>',
        '<mask id="m"><circle r="9" fill="#fff"/></mask><g mask="url(#m)"><path d="M0 0h9v9z"/></g>',
        '<mask id="m"><circle cx="5" cy="5" r="5" fill="#fff"/></mask><g mask="url(#m)"><path fill="#d00" d="M0 0h9M4 4"/></g>',
        '<mask id="m"><circle cx="5" cy="5" r="5" fill="#fff"/></mask><g mask="url(#m)"><path fill="#d00" d="M0 0h9M4 4L"/></g>',
        '<linearGradient id="a"/><path d="M0 0h9v9zM4 4" fill="url(#a)"/>',
        '<path d="M0 0h9 d="M0 0h9"/>', '<path d="M0 0h\u0664"/>', '<path d="M0 0h1. 5"/>', '<path d="M0 0h1..5"/>', '<path d="M0 0h9.',
        '<linearGradient id="b"/> id="a" <path fill="url(#a)"/>', '<linearGradient/><path id="a"/><path fill="url(#a)"/>',
        '<path id="p" d="M0 0h9"/><use href="#p"/>', '<clipPath id="c"><use href="#p" x="2"/></clipPath><path id="p"/>',
    ],
)  # fmt: skip
def test_doubtful_drawings_are_read_in_full(body):
    assert not quick.suffices(drawing(body))


def test_what_the_quick_check_accepts_is_accepted_in_full_and_painted_alike():
    """No drawing may pass the quick check that the gate refuses or changes."""
    figure = '<circle cx="50" cy="50" r="30" fill="#c00"/>'
    nested = (gate_nesting.nested(Random(seed)) for seed in range(300))
    codes = [*gate_forms.forms(), *gate_drawings.ordinary(), *gate_drawings.hiding(figure).values(), *nested]
    plain = [code for code in codes if quick.suffices(code, may_have_styles=True)]
    assert len(plain) > 100
    for code in plain:
        assert_unchanged(code)


def assert_unchanged(code):
    """Check that the full gate accepts a drawing and leaves its picture as it is."""
    try:
        document = svg.parse(code)
    except Rejected as rejected:  # which renderers reject as well
        assert rejected.status is not Status.UNSUPPORTED
        return
    rewriting.rewrite(document, Refusals(NOTHING))
    structure.Structure(document.root, document.identifiers, Refusals(NOTHING)).run()
    full = writing.write(document.root)
    assert (raster.paint(code, 48) == raster.paint(full, 48)).all(), code


COMMANDS = st.tuples(
    st.sampled_from("MmLlHhVvCcSsQqTtAaZze,"), st.lists(st.sampled_from(("0", "9", "-4", ".5", "6.")), max_size=7)
)
PATHS = st.lists(COMMANDS, max_size=5).map(lambda commands: "M8 9" + "".join(a + " ".join(b) for a, b in commands))


DISC = '<circle cx="5" cy="5" r="9" fill="red"/>'


@settings(max_examples=400)
@given(
    st.lists(PATHS | st.just("m1 2l9 9h9z"), min_size=1, max_size=3),
    st.sampled_from(("", "<g/>", " ", DISC, DISC.replace("9", "0"))),
)
def test_what_the_quick_check_accepts_in_a_mask_is_accepted_in_full(data, more):
    paths = "".join(f'<path fill="#d00" d="{one}"/>' for one in data)
    mask = '<mask id="m"><circle cx="20" cy="20" r="18" fill="#fff"/></mask>'
    code = drawing(f'{mask}<g mask="url(#m)">{paths}{more}</g>')
    if quick.suffices(code):
        assert_unchanged(code)
    else:
        assert more or data != ["m1 2l9 9h9z"]


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


@pytest.mark.parametrize(("verdict", "code"), list(gate_drawings.fixed()))
def test_fixed_differences_are_drawn_or_refused(verdict, code):
    if verdict == "drawn":
        assert gate.text(code)
        return
    with pytest.raises(Rejected) as rejected:
        gate.text(code)
    assert rejected.value.status is Status.UNSUPPORTED
