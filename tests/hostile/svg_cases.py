"""Hostile SVG: external references, active content, exponential growth, and inputs that are not drawings."""

import base64

from tests.hostile import style_cases
from tests.hostile.case import case

RULES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
ATOM = '<circle cx="32" cy="32" r="9" fill="#274A4A"/>'


def svg(body: str, head: str = "", before: str = "") -> str:
    return f'{before}<svg {RULES} viewBox="0 0 64 64" {head}>{body}</svg>'


def entities(declared: str, body: str = "<text>&a;</text>") -> str:
    return svg(body, before=f"<!DOCTYPE svg [{declared}]>")


def chain(element: str, count: int = 30) -> str:
    """Return groups that each draw the previous one twice: 2 to the power of `count` circles."""
    links = "".join(f'<g id="g{n + 1}">' + f'<{element} href="#g{n}"/>' * 2 + "</g>" for n in range(count))
    return svg(f'<defs><circle id="g0" r="1"/>{links}</defs><use href="#g{count}"/>')


def tangle(points: int) -> str:
    """Return a line back and forth across the drawing, in which every edge crosses every other."""
    return " ".join(f"{n * 7919 % 64},{n % 2 * 64}" for n in range(points))


INNER = base64.b64encode(svg('<image href="file:CANARY" width="9" height="9"/>').encode()).decode()
UNSAFE, LARGE, NOTHING, BROKEN, DRAWN = "unsafe", "too_large", "no_answer", "parse_error", "ok"

REACHING = (
    case("external entity", entities('<!ENTITY a SYSTEM "file:CANARY">'), UNSAFE, "reads a file by an entity"),
    case("entity by http", entities('<!ENTITY a SYSTEM "http://127.0.0.1:PORT/">'), UNSAFE, "calls by an entity"),
    case("parameter entity", entities('<!ENTITY % a SYSTEM "file:CANARY"> %a;'), UNSAFE, "reads a file"),
    case(
        "external DTD",
        svg(ATOM, before='<!DOCTYPE svg SYSTEM "http://127.0.0.1:PORT/a.dtd">'),
        UNSAFE,
        "calls by a DTD",
    ),
    case("DTD of a file", svg(ATOM, before='<!DOCTYPE svg SYSTEM "file:CANARY">'), UNSAFE, "reads a file as a DTD"),
    case(
        "style sheet instruction",
        svg(ATOM, before='<?xml-stylesheet href="http://127.0.0.1:PORT/a.css"?>'),
        UNSAFE,
        "calls for a style sheet",
    ),
    case("xinclude", svg('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="CANARY"/>'), UNSAFE, "includes"),
    case("image by http", svg('<image href="http://127.0.0.1:PORT/a.png" width="9" height="9"/>'), UNSAFE, "calls"),
    case("image by a path", svg('<image href="CANARY" width="9" height="9"/>'), UNSAFE, "reads what resvg would read"),
    case("image by file:", svg('<image xlink:href="file://CANARY" width="9" height="9"/>'), UNSAFE, "reads a file"),
    case("image above", svg('<image href="../../../../CANARY" width="9" height="9"/>'), UNSAFE, "reads a file"),
    case("image of a pipe", svg('<image href="/dev/stdin" width="9" height="9"/>'), UNSAFE, "waits for ever"),
    case("image of a device", svg('<image href="/dev/zero" width="9" height="9"/>'), UNSAFE, "reads without an end"),
    case(
        "drawing within",
        svg(f'<image href="data:image/svg+xml;base64,{INNER}" width="9" height="9"/>'),
        UNSAFE,
        "hides a reference in a drawing in a drawing",
    ),
    case(
        "feImage", svg('<filter id="f"><feImage href="http://127.0.0.1:PORT/"/></filter>'), UNSAFE, "calls by a filter"
    ),
    case("xml:base", svg('<image href="#a"/>', 'xml:base="http://127.0.0.1:PORT/"'), UNSAFE, "turns # into an address"),
    case("use by http", svg('<use href="http://127.0.0.1:PORT/a.svg#a"/>'), UNSAFE, "calls by use"),
    case("use of a file", svg('<use xlink:href="CANARY#a"/>'), UNSAFE, "reads by use"),
    case("gradient of a file", svg('<linearGradient href="CANARY#a" id="g"/>'), UNSAFE, "reads by a gradient"),
    case("fill by http", svg('<rect width="9" height="9" fill="url(http://127.0.0.1:PORT/#a)"/>'), UNSAFE, "calls"),
    case("fill escaped", svg(r'<rect width="9" height="9" fill="\75 rl(http://127.0.0.1:PORT/#a)"/>'), UNSAFE, "calls"),
    case("CSS import", svg('<style>@import "http://127.0.0.1:PORT/a.css";</style>'), UNSAFE, "calls for a style sheet"),
    case("CSS import escaped", svg(r'<style>@\69mport "http://127.0.0.1:PORT/";</style>'), UNSAFE, "calls"),
    case("CSS font", svg("<style>@font-face{src:url(http://127.0.0.1:PORT/)}</style>"), UNSAFE, "calls for a font"),
    case("CSS url", svg("<style>rect{fill:url(file:CANARY)}</style>"), UNSAFE, "reads by a style sheet"),
    case("CSS in an attribute", svg('<rect style="mask:url(http://127.0.0.1:PORT/)"/>'), UNSAFE, "calls"),
    case("CSS image-set", svg("<rect style=\"fill:image-set('http://127.0.0.1:PORT/' 1x)\"/>"), UNSAFE, "calls"),
    case(
        "animated href", svg('<image><set attributeName="href" to="http://127.0.0.1:PORT/"/></image>'), UNSAFE, "calls"
    ),
)

RUNNING = (
    case("script", svg("<script>fetch('http://127.0.0.1:PORT/')</script>" + ATOM), UNSAFE, "runs a script"),
    case("script of another", svg('<script href="http://127.0.0.1:PORT/a.js"/>'), UNSAFE, "runs a script"),
    case("script prefixed", svg(f'<s:script xmlns:s="{RULES[7:33]}">1</s:script>'), UNSAFE, "runs a script"),
    case("onload", svg(ATOM, "onload=\"fetch('http://127.0.0.1:PORT/')\""), UNSAFE, "runs when it is shown"),
    case("onclick", svg('<rect width="64" height="64" onclick="alert(1)"/>'), UNSAFE, "runs when it is clicked"),
    case("onbegin", svg('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>'), UNSAFE, "runs when it begins"),
    case(
        "foreignObject",
        svg(
            '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="http://127.0.0.1:PORT/"/></body></foreignObject>'
        ),
        UNSAFE,
        "is a web page",
    ),
    case(
        "iframe",
        svg('<iframe xmlns="http://www.w3.org/1999/xhtml" src="http://127.0.0.1:PORT/"/>'),
        UNSAFE,
        "is a page",
    ),
    case("javascript link", svg('<a href="javascript:alert(1)">' + ATOM + "</a>"), UNSAFE, "runs when it is clicked"),
    case("javascript broken up", svg('<a xlink:href=" java&#10;script:alert(1)">' + ATOM + "</a>"), UNSAFE, "the same"),
    case("javascript animated", svg('<a><set attributeName="href" to="javascript:alert(1)"/></a>'), UNSAFE, "the same"),
    case(
        "data page", svg('<a href="data:text/html,&lt;script>1&lt;/script>">' + ATOM + "</a>"), UNSAFE, "is a web page"
    ),
)

GROWING = (
    case("entities doubled", entities('<!ENTITY a "aa"><!ENTITY b "&a;&a;">', "<text>&b;</text>"), UNSAFE, "grows"),
    case(
        "a large entity",
        lambda: entities(f'<!ENTITY a "{"x" * 100_000}">', f"<text>{'&a;' * 20_000}</text>"),
        UNSAFE,
        "2 GB of text",
    ),
    case("use doubled", lambda: chain("use"), LARGE, "a thousand million circles"),
    case(
        "patterns doubled",
        lambda: svg(
            "".join(
                f'<pattern id="p{n + 1}"><rect fill="url(#p{n})"/><rect fill="url(#p{n})"/></pattern>'
                for n in range(40)
            )
            + '<rect width="9" height="9" fill="url(#p40)"/>'
        ),
        LARGE,
        "patterns of patterns",
    ),
    case("use of itself", svg('<g id="a"><use href="#a"/></g>'), BROKEN, "draws without an end"),
    case("use in a ring", svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'), BROKEN, "the same"),
    case(
        "pattern of itself",
        svg('<pattern id="p"><rect fill="url(#p)"/></pattern><rect fill="url(#p)"/>'),
        BROKEN,
        "paints without an end",
    ),
    case("mask of itself", svg('<mask id="m" mask="url(#m)"><rect/></mask><rect mask="url(#m)"/>'), BROKEN, "the same"),
    case("nested groups", lambda: svg("<g>" * 20_000 + "</g>" * 20_000), LARGE, "takes resvg and skia down"),
    case("nested drawings", lambda: svg("<svg>" * 1_000 + "</svg>" * 1_000), LARGE, "the same"),
    case("a million elements", lambda: svg("<g/>" * 400_000), LARGE, "fills the memory"),
    case(
        "many attributes", lambda: svg("<g " + " ".join(f'a{n}=""' for n in range(200_000)) + "/>"), LARGE, "the same"
    ),
    case("a long name", lambda: svg(f"<{'g' * 500_000}/>"), LARGE, "the same"),
    case("a long path", lambda: svg(f'<path d="M0 0{"l1 1" * 2_500_000}"/>'), LARGE, "10 MB of a path"),
    case("crossing segments", lambda: svg(f'<polygon points="{tangle(150_000)}"/>'), LARGE, "hangs every rasteriser"),
    case("crossing in a path", lambda: svg(f'<path d="M{tangle(60_000)}z"/>'), LARGE, "the same"),
    case(
        "octaves", svg('<filter id="f"><feTurbulence numOctaves="2000000000"/></filter>'), LARGE, "adds noise for ever"
    ),
    case(
        "a filter's region",
        svg('<filter id="f" x="-9e8%" width="1e9%"><feGaussianBlur stdDeviation="5"/></filter>'),
        LARGE,
        "a picture without bounds",
    ),
    case("a blur", svg('<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter>'), LARGE, "the same"),
    case("1e308", svg('<rect width="1e308" height="1e308"/>'), LARGE, "numbers that overflow"),
    case("1e999", svg('<circle cx="1e999" r="4"/>'), LARGE, "infinity"),
    case("1e308 in a path", svg('<path d="M0 0L1e308 1e308z"/>'), LARGE, "numbers that overflow"),
    case("a window of 1e308", svg(ATOM).replace("0 0 64 64", "0 0 1e308 1e308"), LARGE, "the same"),
    case("dashes", svg('<path d="M0 0H1e9" stroke="red" stroke-dasharray="1e-6"/>'), LARGE, "10¹⁵ dashes"),
    case("dashes in CSS", svg('<path d="M0 0H1e9" style="stroke:red;stroke-dasharray:1e-6"/>'), LARGE, "the same"),
    case("a font size of 1e308", svg('<text font-size="1e308">a</text>'), LARGE, "numbers that overflow"),
    case(
        "links in a row",
        lambda: svg("".join(f'<g id="a{n}"><use href="#a{n + 1}"/></g>' for n in range(5_000))),
        LARGE,
        "deep",
    ),
)

ODD = (
    case("no size", svg(ATOM, 'width="0" height="0"'), f"{DRAWN} {BROKEN} {NOTHING}", "divides by nothing"),
    case(
        "a negative size",
        svg("<text>a</text>", 'width="-5" height="-5"'),
        f"{DRAWN} {BROKEN} {NOTHING} compile_error",
        "the same",
    ),
    case(
        "NaN", svg('<rect width="NaN" height="NaN" x="nan"/>'), f"{DRAWN} {BROKEN} {NOTHING}", "numbers that are none"
    ),
    case(
        "a window of NaN",
        svg("<g/>").replace("0 0 64 64", "NaN NaN NaN NaN"),
        f"{DRAWN} {BROKEN} {NOTHING}",
        "the same",
    ),
    case("NUL", svg("\0"), BROKEN, "ends a text early in C"),
    case("a lone surrogate", svg("\ud800"), BROKEN, "cannot be written as UTF-8"),
    case(
        "UTF-16 declared",
        svg("<g/>", before='<?xml version="1.0" encoding="UTF-16"?>'),
        f"{DRAWN} {BROKEN} {NOTHING}",
        "lies",
    ),
    case("UTF-7", "+ADw-script+AD4-alert(1)+ADw-/script+AD4-", NOTHING, "a script in another encoding"),
    case("empty", "", NOTHING, "cairosvg then reads the working folder"),
    case("blank", " \n\t ", NOTHING, "the same"),
    case("prose", "Here is the drawing that you asked for.", NOTHING, "has no drawing"),
    case("truncated", svg("<g>")[:-10], f"truncated {BROKEN} {NOTHING}", "ends in the middle"),
    case("not well formed", svg("<g></h>"), BROKEN, "is no XML"),
    case("two drawings", svg("<g/>") + svg("<script>1</script>"), f"{UNSAFE} {BROKEN}", "the second may go unseen"),
    case(
        "in the thinking", f"<think>{svg(ATOM)}</think>I cannot draw.", f"{NOTHING} refused", "an answer that is none"
    ),
    case("an unknown entity", svg("<text>&nbsp;</text>"), BROKEN, "is not declared"),
)

CASES = (*REACHING, *RUNNING, *GROWING, *style_cases.CASES, *ODD)
