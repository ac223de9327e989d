"""The guard examines a drawing closely only if its raw text has a suspicious sign. Its verdict must equal that of a
close examination of everything."""

from unittest import mock

import mutations
import promises
import pytest
import svg_inputs
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from sgpkit.graphics import guard, svg
from sgpkit.graphics.dot import checks
from sgpkit.graphics.guard import Limits
from sgpkit.graphics.guard import signs as guard_signs
from sgpkit.graphics.guard.signs import ALL
from sgpkit.status import Rejected, Status
from tests.hostile import page_cases, svg_cases

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
# Small limits, so that short texts exceed them too.
LIMITS = (guard.DEFAULT, Limits(points=300, edges=40, attribute_characters=2_000, drawn=60, painted=200))
LONGEST = 4_000


def drawing(inside: str, attributes: str = "") -> str:
    return f'<svg {NAMESPACES} viewBox="0 0 100 100" {attributes}>{inside}</svg>'


def verdicts(code: str, limits: Limits = guard.DEFAULT) -> list[Status]:
    """The limits hold for both entry points."""
    matches = []
    for check in (guard.check_svg, svg.parse):
        try:
            check(code, limits)
            matches.append(Status.OK)
        except Rejected as refusal:
            matches.append(refusal.status)
    return matches


def looking_everywhere(code: str, limits: Limits = guard.DEFAULT) -> list[Status]:
    with mock.patch.object(guard_signs, "find_signs", lambda code, limits: ALL):
        return verdicts(code, limits)


# Pieces of drawings with several notations, or with harmless code that looks suspicious.
PIECES = (
    *("&#45;", "&#101;", "&amp;", "&#10;", "&#160;", "&quot;", "\\75 ", "\\", "/*", "*/", "<!-- -->", "]]>", "\u200b", "\xa0", "İ", "ſ", "K"),
    *("url(#a)", "url(", "URL( '#b' )", "url(&quot;#a&quot;)", "url(//x)", "rl(#a)", "#a)", "href", "HREF", "src(", "image-set('x')"),
    *("java", "script:", "data:", "data:image/png;base64,", "@import", "@", "-face", "expression(", "on", "none", ";", ":"),
    *("stroke-dasharray", "STROKE-DASHARRAY:", "dash", "array:", "1e-9", "5,2", ".5.5", "1e-3 2", "stroke-dashoffset:1"),
    *("#12e3A4", "#1e99", "1e99", "9e9", "12345678901", "1.12345678901", "0.1e+20", "5.e30", "#12345678901e5", "1E1", "-", "+", "."),
    *("M0 0", "L9 9", "h1", "z" * 50, "1 2 " * 30, "1 99 " * 60, "fill:", "stroke:", "}", "{", ".c{fill:url(#p)}", "a,*", "#c", '"', "'", " ", "\n"),
)  # fmt: skip
SLOTS = (
    '<path d="{}"/>',
    '<path d="M0 0L9 9" style="{}"/>',
    "<g style='{}'/>",
    "<style>{}</style>",
    "<style><![CDATA[{}]]></style>",
    '<g class="c" id="a" fill="{}"/>',
    '<rect width="{}" stroke-dasharray="5"/>',
    '<line x2="99999" stroke-dasharray="{}"/>',
    '<use href="{}"/>',
    '<use id="c" xlink:href="#a{}"/>',
    '<pattern id="p"><rect class="c" fill="url(#{})"/></pattern>',
    '<image href="{}"/>',
    '<a href="{}"><g/></a>',
    '<set attributeName="{}"/>',
    '<x:style xmlns:x="http://www.w3.org/2000/svg">{}</x:style>',
    '<g xml:base="{}" data-a="{}" xmlns:q="q:q" q:href="{}"/>',
    '<filter id="f" x="{}"><feTurbulence numOctaves="{}"/></filter>',
    "<title>{}</title>",
    "<!--{}-->",
    "<g {}='1'/>",
)
PUT_TOGETHER = st.lists(
    st.tuples(st.sampled_from(SLOTS), st.lists(st.sampled_from(PIECES), max_size=5).map("".join)),
    min_size=1,
    max_size=4,
).map(lambda parts: drawing("".join(slot.replace("{}", text) for slot, text in parts)))


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(PUT_TOGETHER, st.sampled_from(LIMITS))
def test_what_has_no_sign_holds_no_trouble(code, limits):
    assert verdicts(code, limits) == looking_everywhere(code, limits)


CORPUS = [case.program for case in svg_cases.CASES if isinstance(case.program, str) and case.program.strip()]


@given(svg_inputs.edited([*CORPUS, *svg_inputs.SEEDS]).map(lambda code: code[:LONGEST]))
def test_edited_hostile_drawings_get_the_same_verdict(code):
    assert verdicts(code) == looking_everywhere(code)


GRAPHS = [case.program for case in page_cases.GRAPHVIZ if isinstance(case.program, str) and case.program]
GRAPH_WORDS = """image= "ima"+"ge" peripheries=101 width=999 width=1000.5 WIDTH=.1e5 1e+9 inf -INF nan "javascript:1" <IMG
    sides=1001 "#1e9999" #1234 /*x*/ // + = " < > 0x1234 label="2023" pos="1234,5!" -1234 .5e9 5.e9 href="""
GRAPH_PIECES = ('"wid\\\nth"=5000', "ran\u212asep=2000", "java\u017fcript:", "\u0131mg", '"\u00a01234"')
"""Spellings of a word: with an escape, a letter that becomes ASCII in lower case, or a space outside ASCII."""

EDITED_GRAPHS = mutations.texts([*GRAPHS, *GRAPH_PIECES], GRAPH_WORDS).map(lambda code: code[:LONGEST])


def graph_verdict(code: str) -> Status:
    try:
        checks.check(code)
    except Rejected as refusal:
        return refusal.status
    return Status.OK


@given(EDITED_GRAPHS)
def test_graphs_without_a_sign_hold_no_trouble(code):
    event("quick" if not checks.has_sign(code) else "read")
    result = graph_verdict(code)
    with mock.patch.object(checks, "has_sign", lambda code: True):
        assert result is graph_verdict(code)


def test_an_ordinary_graph_is_not_read():
    assert not checks.has_sign('digraph { a [label="one (1)", color="#FF0000", width=1.5]; a -> b [penwidth=2] }')


PLAIN = {
    "colours that look like powers": ("numbers", '<path fill="#12E3A4" style="stroke:#1e9;fill:#00e5ff" d="M1 2"/>'),
    "many decimals": ("numbers", '<circle cx="12.345678901234" r=".123456789012"/>'),
    "small powers": ("numbers", '<path d="M1e-5 2E-3"/>'),
    "a gradient's name": ("fetches", '<g fill="url(#a)" style="stroke: url( \'#b-1.c\' )"/>'),
    "use of a part": ("links", '<use xlink:href="#a"/><use href="#b_2"/>'),
    "a solid line": ("dashes", '<g stroke-dasharray="none" style="stroke-dasharray:none;stroke-dashoffset:4"/>'),
    "coarse dashes": ("dashes", '<g stroke-dasharray="5, 2.5" style="stroke-dasharray: 4 4;fill:red"/>'),
    "escapes of five characters": ("schemes", "<text>a &amp; b &lt; c &#45;&gt; d &#160;</text>"),
    "a long drawing of short paths": ("long", '<path d="M0 0L5 5"/>' * 2_000),
}


@pytest.mark.parametrize(("sign", "inside"), PLAIN.values(), ids=PLAIN)
def test_ordinary_drawings_are_not_looked_at_closely(sign, inside):
    signs = guard_signs.find_signs(drawing(inside), guard.DEFAULT)
    assert not getattr(signs, sign)
    assert not signs.values


HIDDEN = {
    "a number that Python does not read": (f"<style>a{{b:{'0' * 5_000}}}</style>", Status.TOO_LARGE),
    "such a number in an attribute": (f'<g style="b:{"0" * 5_000}"/>', Status.TOO_LARGE),
    "an import in an attribute": ("<g style=\"@import 'x'\"/>", Status.UNSAFE),
    "an address around a remark": ('<g style="fill:ur/**/l(http://x/)"/>', Status.UNSAFE),
    "one tangle": (f'<path d="M{" ".join(f"{n % 2 * 99} {n % 97}" for n in range(9_000))}"/>', Status.TOO_LARGE),
    "one tangle between single quotes": (
        f"<path d='M{' '.join(f'{n % 2 * 99} {n % 97}' for n in range(9_000))} \"'/>",
        Status.TOO_LARGE,
    ),
    "dashes in capitals": ('<path d="M0 0H1e9" style="STROKE-DASHARRAY:1e-6"/>', Status.TOO_LARGE),
    "dashes behind a character's number": ('<path d="M0 0H1e9" style="stroke-d&#97;sharray:1e-6"/>', Status.TOO_LARGE),
    "dashes behind an escape": ('<path d="M0 0H1e9" style="stroke-d\\61sharray:1e-6"/>', Status.TOO_LARGE),
    "dashes behind a remark": ('<path d="M0 0H1e9" style="stroke-dasharray/**/:1e-6"/>', Status.TOO_LARGE),
    "dashes that are fine for a large drawing": (
        '<path d="M0 0H9000" stroke-dasharray=".001 .001"/>',
        Status.TOO_LARGE,
    ),
    "a circle by a rule in pieces": (
        '<style>.c{fill:u<!-- -->rl(#p)}</style><pattern id="p"><rect class="c"/></pattern>',
        Status.PARSE_ERROR,
    ),
    "an import in pieces": ("<style>@im<!-- -->port 'x';</style>", Status.UNSAFE),
    "a script in a colour": ('<g fill="java&#10;script:1"/>', Status.UNSAFE),
    "a script between blanks": ('<g style="j a v a\u200bscript :1"/>', Status.UNSAFE),
    "an address in capitals": ('<g fill="URL(http://x/)"/>', Status.UNSAFE),
    "an address after a name": ('<g fill="url(#a)" stroke="url(x)"/>', Status.UNSAFE),
    "a style sheet behind another": ("<style><style>a{}</style>@import 'x';</style>", Status.UNSAFE),
}


@pytest.mark.parametrize(("inside", "status"), HIDDEN.values(), ids=HIDDEN)
def test_trouble_that_is_hidden_is_seen(inside, status):
    assert verdicts(drawing(inside)) == [status, status]


# Texts on which a pattern that looks ahead from every position would take hours.
REPEATED = {
    "rules without brackets": "<style>a{fill:url(#a)}" + "a" * 300_000 + "</style>",
    "remarks without end": '<g fill="url(#a)"/><style>' + "/* " * 100_000 + "url(#a)</style>",
    "namespaces without end": "<style>" + "@namespace " * 30_000 + "url(#a)</style>",
    "blanks in an address": f'<g fill="url({" " * 300_000}x"/>',
    "names without end": f'<g style="stroke-width:1e3;{"url(#" * 60_000}"/>',
    "words like a style sheet": f"<title>{':style' * 50_000}</title><style>url(#a)</style>",
    "ends of style sheets that are none": f"<title>{':style>' * 40_000}</title><g/><style>url(#a)</style>",
}


@pytest.mark.parametrize("inside", REPEATED.values(), ids=REPEATED)
def test_no_text_keeps_the_guard_busy(inside):
    promises.kept(Rejected)(guard.check_svg)(drawing(inside))


def test_rules_that_refer_too_often_are_refused():
    rules, parts = "*{fill:url(#a0)}" * 2_000, "".join(f'<g id="a{number}"/>' for number in range(2_000))
    with pytest.raises(Rejected, match="style sheets make more than 2,000,000 references") as refusal:
        guard.check_svg(drawing(f"<style>{rules}</style>{parts}"))
    assert refusal.value.status is Status.TOO_LARGE
