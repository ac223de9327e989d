"""Hostile drawings with their expected statuses, and ordinary ones that must pass."""

import time

import pytest

from sgpkit.graphics import guard, svg
from sgpkit.graphics.guard import Limits
from sgpkit.status import Rejected, Status

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def drawing(inside: str, before: str = "", attributes: str = "") -> str:
    return f'{before}<svg {NAMESPACES} viewBox="0 0 100 100" {attributes}>{inside}</svg>'


def verdict(code: str) -> Status:
    """Return the status of both entry points, which must agree."""
    matches = []
    for check in (guard.check_svg, svg.parse):
        try:
            check(code)
            matches.append(Status.OK)
        except Rejected as refusal:
            assert refusal.reason
            matches.append(refusal.status)
    assert matches[0] == matches[1]
    return matches[0]


DOCTYPE = "<!DOCTYPE svg [{}]>"
BITMAP = "data:image/png;base64,iVBORw0KGgo="

UNSAFE = {
    "entity": drawing("<text>&a;</text>", DOCTYPE.format('<!ENTITY a "b">')),
    "external entity": drawing("<text>&a;</text>", DOCTYPE.format('<!ENTITY a SYSTEM "file:///etc/passwd">')),
    "parameter entity": drawing("", DOCTYPE.format('<!ENTITY % a SYSTEM "http://x/y"> %a;')),
    "external subset": drawing("", '<!DOCTYPE svg SYSTEM "http://example.org/evil.dtd">'),
    "subset from a file": drawing("", '<!DOCTYPE svg PUBLIC "x" "file:///tmp/x.dtd">'),
    "default attribute": drawing("", DOCTYPE.format('<!ATTLIST rect onload CDATA "x()">')),
    "style sheet from outside": drawing("", '<?xml-stylesheet href="http://x/y.css"?>'),
    "image by http": drawing('<image href="http://127.0.0.1:1/x.png" width="9" height="9"/>'),
    "image by absolute path": drawing('<image href="/etc/passwd" width="9" height="9"/>'),
    "image by relative path": drawing('<image xlink:href="../canary.png" width="9" height="9"/>'),
    "image by file": drawing('<image href="file:///dev/zero" width="9" height="9"/>'),
    "image with spaces before": drawing('<image href="  \n http://x/" width="9" height="9"/>'),
    "image by another prefix": drawing(
        '<image xmlns:q="http://www.w3.org/1999/xlink" q:href="/tmp/fifo" width="9" height="9"/>'
    ),
    "nested drawing": drawing('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'),
    "escaped reference": drawing('<image href="&#104;ttp://x/" width="9" height="9"/>'),
    "use from outside": drawing('<use href="other.svg#a"/>'),
    "filter image": drawing('<filter id="f"><feImage href="http://x/"/></filter>'),
    "base": drawing('<use href="#a"/>', attributes='xml:base="http://x/"'),
    "import": drawing("<style>@import 'http://x/y.css';</style>"),
    "hidden import": drawing("<style>@im/**/port 'x'; @\\69mport url(x);</style>"),
    "font": drawing("<style>@font-face { font-family: a; src: url(http://x/) }</style>"),
    "fill from outside": drawing('<rect fill="url(http://x/#a)" width="1" height="1"/>'),
    "style from outside": drawing('<rect style="fill: url( \'http://x/#a\' )" width="1" height="1"/>'),
    "escaped url": drawing('<rect style="fill: \\75rl(http://x/#a)" width="1" height="1"/>'),
    "capital url": drawing('<rect style="fill: URL(//x/#a)" width="1" height="1"/>'),
    "image set": drawing('<rect style="background: image-set(\'http://x/\' 1x)" width="1" height="1"/>'),
    "script": drawing("<script>alert(1)</script>"),
    "script with a prefix": drawing('<h:script xmlns:h="http://www.w3.org/1999/xhtml">1</h:script>'),
    "handler": drawing("", attributes='onload="x()"'),
    "handler in capitals": drawing('<rect OnClick="x()"/>'),
    "handler on a new line": drawing('<rect\nonmouseover="x()"/>'),
    "foreign object": drawing("<foreignObject><p>hi</p></foreignObject>"),
    "iframe": drawing('<iframe xmlns="http://www.w3.org/1999/xhtml"/>'),
    "link that runs": drawing('<a href="javascript:x()"><rect width="1" height="1"/></a>'),
    "link that runs, hidden": drawing('<a href=" java&#10;script:x()"><rect width="1" height="1"/></a>'),
    "animated link": drawing('<a><set attributeName="href" to="x"/><rect/></a>'),
    "animated handler": drawing('<rect><animate attributeName="onclick" values="a;b"/></rect>'),
    "data page": drawing('<a href="data:text/html,hi"><rect/></a>'),
}


def layers(count, groups):
    """Return nested drawings by `use`, each in this number of groups."""
    inner = ["<rect/>", *[f'<use href="#l{k}"/>' for k in range(count - 1)]]
    parts = [f'<g id="l{k}">{"<g>" * groups}{content}{"</g>" * groups}</g>' for k, content in enumerate(inner)]
    return drawing(f'<defs>{"".join(parts)}</defs><use href="#l{count - 1}"/>')


TOO_LARGE = {
    "depth by uses": layers(5, 50),
    "depth by uses, in many layers": layers(40, 4),
    "depth by uses of parts": drawing(
        f'<g id="a">{"<g>" * 150}<g id="b"/>{"</g>" * 150}</g><g id="c">{"<g>" * 100}<use href="#a"/>{"</g>" * 100}</g>'
    ),
    "depth by patterns": drawing(
        f'{"<g>" * 100}<rect fill="url(#p)"/>{"</g>" * 100}<pattern id="p">{"<g>" * 100}{"</g>" * 100}</pattern>'
    ),
    "depth by a rule": drawing(
        f'<style>.c{{mask:url(#p)}}</style>{"<g>" * 100}<rect class="c"/>{"</g>" * 100}'
        f'<mask id="p">{"<g>" * 100}{"</g>" * 100}</mask>'
    ),
    "links in links": drawing("<a>" * 18 + "<rect/>" + "</a>" * 18),
    "links in links, with a prefix": drawing(
        "<s:a>" * 18 + "<rect/>" + "</s:a>" * 18, attributes='xmlns:s="http://www.w3.org/2000/svg"'
    ),
    "text in text": drawing("<text><g>" * 12 + "a" + "</g></text>" * 12),
    "characters": "<svg>" + " " * 2_000_001,
    "depth": "<svg>" + "<g>" * 20_000,
    "elements": "<svg>" + "<g/>" * 60_000 + "</svg>",
    "attributes": drawing("<rect " + " ".join(f'a{k}="1"' for k in range(2_000)) + "/>"),
    "one attribute": drawing(f'<path d="M0 0{" " * 1_100_000}"/>'),
    "points": drawing(f'<path d="M0 0{"h1" * 300_000}"/>'),
    "points of many paths": drawing(f'<path d="M0 0{"h1v1" * 3_000}"/>' * 50),
    "closings": drawing(f'<path d="M0 0{"z" * 300_000}"/>'),
    "crossing segments": drawing(
        '<path d="M0 0L' + " ".join(f"{k * 7919 % 1000} {k * 104729 % 997}" for k in range(100_000)) + '"/>'
    ),
    "doubling": drawing(
        '<g id="a0"><rect width="1" height="1"/></g>'
        + "".join(f'<g id="a{k + 1}"><use href="#a{k}"/><use href="#a{k}"/></g>' for k in range(30))
    ),
    "doubling by patterns": drawing(
        '<pattern id="p0" width="1" height="1"><rect width="1" height="1"/></pattern>'
        + "".join(
            f'<pattern id="p{k + 1}" width="1" height="1">'
            + f'<rect fill="url(#p{k})" width="1" height="1"/>' * 2
            + "</pattern>"
            for k in range(40)
        )
        + '<rect fill="url(#p40)" width="9" height="9"/>'
    ),
    "chain of uses": drawing('<g id="a0"/>' + "".join(f'<use id="a{k + 1}" href="#a{k}"/>' for k in range(10_000))),
    "octaves": drawing('<filter id="f"><feTurbulence numOctaves="2000000000"/></filter>'),
    "filter region": drawing('<filter id="f" width="99999999%"><feFlood/></filter>'),
    "blur": drawing('<filter id="f"><feGaussianBlur stdDeviation="1000000"/></filter>'),
    "coordinate beside colours": drawing(
        '<path fill="#1E3A9B" d="M0 0"/><rect width="1e99" stroke="#12e3" height="1"/>'
    ),
    "coordinate": drawing('<rect width="1e308" height="1"/>'),
    "endless coordinate": drawing(f'<rect width="{"9" * 400}" height="1"/>'),
    "far point": drawing('<path d="M0 0L99999999999 0"/>'),
    "size": drawing("", attributes='width="1E+30"'),
    "styled width": drawing('<rect style="stroke-width:1e300" width="1" height="1"/>'),
    "dashes": drawing('<line x2="1000000000" stroke="red" stroke-dasharray="0.000001"/>'),
    "styled dashes": drawing('<line x2="100000" stroke="red" style="stroke-dasharray: .0001 0.0001"/>'),
    "dashes by rule": drawing('<style>line{stroke-dasharray:1e-6}</style><line x2="1000" stroke="red"/>'),
    "name": drawing(f"<{'x' * 300}/>"),
}

PARSE_ERROR = {
    "use of itself": drawing('<g id="a"><use href="#a"/></g>'),
    "use in a circle": drawing('<g id="a"><use href="#b"/></g><g id="b"><use xlink:href="#a"/></g>'),
    "use of the root": drawing('<use href="#r"/>', attributes='id="r"'),
    "pattern": drawing('<pattern id="p"><rect fill="url(#p)"/></pattern>'),
    "pattern by a rule": drawing('<style>.c{fill:url(#p)}</style><pattern id="p"><rect class="c"/></pattern>'),
    "mask": drawing('<mask id="m"><g mask="url(#m)"><rect/></g></mask>'),
    "clip path": drawing('<clipPath id="c" clip-path="url(#d)"/><clipPath id="d" clip-path="url(#c)"/>'),
    "gradients": drawing('<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>'),
    "filter": drawing('<filter id="f"><feImage href="#g"/></filter><g id="g" filter="url(#f)"/>'),
    "NUL": drawing("\0"),
    "half a pair": drawing("\ud800"),
    "truncated": '<svg xmlns="http://www.w3.org/2000/svg"><rect',
    "two drawings": drawing("") + drawing(""),
    "prose": "I cannot draw that, sorry.",
    "unknown entity": drawing("<text>&nbsp;</text>"),
    "unknown entity with a document type": drawing(
        "<text>&nbsp;</text>",
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    ),
    "twice an attribute": drawing('<rect x="1" x="2"/>'),
}

CASES = [
    *[pytest.param(code, Status.UNSAFE, id=name) for name, code in UNSAFE.items()],
    *[pytest.param(code, Status.TOO_LARGE, id=name) for name, code in TOO_LARGE.items()],
    *[pytest.param(code, Status.PARSE_ERROR, id=name) for name, code in PARSE_ERROR.items()],
    *[pytest.param(text, Status.NO_ANSWER, id=f"empty {text!r}") for text in ("", " \n\t")],
]


@pytest.mark.parametrize(("code", "status"), CASES)
def test_hostile_drawings(code, status):
    begin = time.monotonic()
    assert verdict(code) == status
    assert time.monotonic() - begin < 20, "judging took as long as what it should prevent"


HARMLESS = {
    "three layers": layers(3, 50),
    "many links": drawing('<a href="https://example.org/"><text>a</text></a>' * 100),
    "a link in a text on a path": drawing('<a><text><textPath href="#p"><a><tspan>a</tspan></a></textPath></text></a>'),
    "links": drawing('<a href="https://example.org/"><rect width="1" height="1"/></a>'),
    "bitmap": drawing(f'<image xlink:href="{BITMAP}" width="9" height="9"/>'),
    "bitmap in CSS": drawing(f'<rect style="background: url({BITMAP})" width="1" height="1"/>'),
    "document type": drawing(
        "",
        '<?xml version="1.0" encoding="UTF-16" standalone="no"?>\n'
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    ),
    "bare document type": drawing("", "<!DOCTYPE svg>"),
    "empty subset": drawing("", "<!DOCTYPE svg []>"),
    "gradient of a gradient": drawing('<linearGradient id="a"/><linearGradient id="b" href="#a"/>'),
    "group clipped by its part": drawing('<g id="a" clip-path="url(#c)"><clipPath id="c"><rect/></clipPath></g>'),
    "animation of its parent": drawing('<g id="a"><animate href="#a" attributeName="x" values="1;2"/></g>'),
    "many uses": drawing('<circle id="a" r="1"/>' + '<use href="#a"/>' * 2_000),
    "many elements": drawing('<circle r="1"/>' * 30_000),
    "long plain path": drawing('<path d="M0 0' + "l1 1l1-1" * 20_000 + '"/>'),
    "dashes": drawing('<path d="M0 0H100V100z" stroke="red" stroke-dasharray="5,.5"/>'),
    "no dashes": drawing('<path d="M0 0H100V100z" stroke="red" stroke-dasharray="0"/>'),
    "comments and escapes": drawing("<!-- href=http:// --><text>a &amp; b &#169;</text>"),
    "metadata": drawing(
        '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:c="http://c/">'
        '<c:Work r:about="http://x/"><c:license r:resource="http://y/"/></c:Work></r:RDF></metadata>'
    ),
    "small exponents": drawing('<path d="M1e-5 2E-3l-.5e1 1e2"/>'),
    "namespaced style": drawing("<style>@namespace url(http://www.w3.org/2000/svg); rect { fill: red }</style>"),
    "filter": drawing('<filter id="f" x="-50%" width="200%"><feTurbulence numOctaves="3"/></filter>'),
}


@pytest.mark.parametrize("code", [pytest.param(code, id=name) for name, code in HARMLESS.items()])
def test_ordinary_drawings_pass(code):
    assert verdict(code) == Status.OK


def test_limits_can_be_set():
    code = drawing("<g><g><g/></g></g>")
    guard.check_svg(code, Limits(depth=4))
    with pytest.raises(Rejected, match="3 deep"):
        guard.check_svg(code, Limits(depth=3))


@pytest.mark.parametrize("text", ["\\draw (0,0) -- (1,1);", "x" * 100])
def test_text_of_other_languages_passes(text):
    guard.check_text(text)


def test_text_limits():
    with pytest.raises(Rejected) as refusal:
        guard.check_text("x" * 11, Limits(characters=10))
    assert refusal.value.status == Status.TOO_LARGE


WIDE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
SLOW_SHEETS = {
    "thousands of rules on thousands of elements": WIDE
    + "<style>"
    + "".join(f".a{number} .b{number}{{fill:red}}" for number in range(2_000))
    + "</style>"
    + "<circle r='1'/>" * 4_000
    + "</svg>",
    "a selector that searches upward again and again": WIDE
    + f"<style>x {'g ' * 12}circle{{fill:red}}</style>"
    + "<g>" * 150
    + "<circle r='1'/>"
    + "</g>" * 150
    + "</svg>",
    "a selector that searches among siblings": WIDE
    + "<style>x ~ g ~ g ~ circle{fill:red}</style>"
    + "<g/>" * 3_000
    + "<circle r='1'/></svg>",
}


@pytest.mark.parametrize("code", SLOW_SHEETS.values(), ids=SLOW_SHEETS)
def test_style_sheets_that_would_take_minutes_are_refused(code):
    with pytest.raises(Rejected) as raised:
        svg.shapes(code)
    assert raised.value.status is Status.TOO_LARGE


def test_style_sheets_as_illustrators_export_them_are_read():
    rules = "".join(f".cls-{number}{{fill:#{number:03d}}}" for number in range(100, 200)) + "g .cls-100{stroke:red}"
    circles = "".join(f"<circle class='cls-{100 + number % 100}' r='1'/>" for number in range(3_000))
    shapes = svg.shapes(f"{WIDE}<style>{rules}</style><g>{circles}</g></svg>")
    assert len(shapes) == 3_000
    assert shapes[0].stroke is not None
    assert shapes[1].stroke is None


def test_a_long_path_used_again_and_again_is_refused():
    path = "<path id='p' stroke='red' d='M0 0" + "l1 1" * 4_900 + "'/>"
    with pytest.raises(Rejected, match="segments are drawn"):
        svg.shapes(WIDE + path + "<use href='#p'/>" * 2_000 + "</svg>", Limits(points=10_000))
