"""Hostile SVG with deep nesting, repetition or long values in parts that are read before drawing: CSS, transforms,
links, numbers.
"""

from tests.hostile.case import case

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 64 64">'
LARGE, BROKEN, DRAWN, FAILS = "too_large", "parse_error", "ok", "compile_error"
HARMLESS = f"{DRAWN} {LARGE} {FAILS}"
"""Statuses of drawings that one renderer draws and another refuses."""


def svg(body: str) -> str:
    return f"{HEAD}{body}</svg>"


def rect(attributes: str) -> str:
    return svg(f'<rect width="64" height="64" {attributes}/>')


def styled(sheet: str, body: str = '<rect width="64" height="64"/>') -> str:
    return svg(f"<style>{sheet}</style>{body}")


def deep(opening: str, inside: str = "1px", closing: str = ")", count: int = 1_000) -> str:
    return opening * count + inside + closing * count


GROUPS = "<g>" * 60 + '<rect width="9" height="9"/>' * 5 + "</g>" * 60

NESTED = (
    case("calc in calc", lambda: rect(f'style="width:{deep("calc(")}"'), LARGE, "6 kB end a parser that calls itself"),
    case("calc unclosed", lambda: rect(f'style="width:{deep("calc(", "", "")}"'), LARGE, "the same"),
    case("braces", lambda: rect(f'style="fill:{"{" * 1_000}"'), LARGE, "the same"),
    case("many braces", lambda: rect(f'style="fill:{"{" * 100_000}"'), LARGE, "the same"),
    case("brackets", lambda: styled(f"rect{{fill:{'[' * 5_000}}}"), LARGE, "the same, in a style sheet"),
    case("media of calc", lambda: styled(f"@media ({deep('calc(')}){{rect{{fill:red}}}}"), LARGE, "the same"),
    case("media unclosed", lambda: styled(f"@media ({deep('calc(', '', '')}"), LARGE, "the same"),
    case("rules in rules", lambda: styled(deep("g{", "fill:red", "}")), LARGE, "the same"),
    case("not in not", lambda: styled(f"{deep(':not(', 'rect')}{{fill:red}}"), LARGE, "the same, in a selector"),
    case("is in is", lambda: styled(f"{deep(':is(g ', 'rect', ')', 300)}{{fill:red}}"), LARGE, "the same"),
    case("has in has", lambda: styled(f"{deep(':has(', 'rect', ')', 100)}{{fill:red}}"), LARGE, "the same"),
    case("children of children", lambda: styled(f"{'>'.join('g' * 20_000)}{{fill:red}}"), LARGE, "20,000 parts"),
    case("classes of one", lambda: styled(f"rect{'.a' * 20_000}{{fill:red}}"), LARGE, "the same, of one element"),
    case("variables in variables", lambda: rect(f'style="fill:{deep("var(--a,", "red")}"'), LARGE, "the same"),
    case("fill of brackets", lambda: rect(f'fill="{deep("rgb(", "1")}"'), LARGE, "the same, in an attribute"),
    case("transform of brackets", lambda: rect(f'transform="{deep("rotate(", "1")}"'), LARGE, "the same"),
    case("links in links", lambda: svg("<a>" * 30 + "<rect/>" + "</a>" * 30), LARGE, "is read twice a level: 2³⁰"),
    case(
        "links in text",
        lambda: svg("<text>" + "<a><tspan>" * 30 + "x" + "</tspan></a>" * 30 + "</text>"),
        LARGE,
        "the same",
    ),
    case(
        "use of use",
        lambda: svg("".join(f'<g id="g{n}"><use href="#g{n + 1}"/></g>' for n in range(60)) + '<g id="g60"/>'),
        LARGE,
        "is deep only when references are followed",
    ),
    case(
        "use of deep groups",
        lambda: svg(
            "".join(f'<g id="a{n}">{"<g>" * 90}<use href="#a{n + 1}"/>{"</g>" * 90}</g>' for n in range(5))
            + '<g id="a5"/>'
        ),
        LARGE,
        "the same",
    ),
)

SEARCHED = (
    case(
        "a selector of a hundred parts",
        lambda: styled(f"x {'g ' * 100}rect{{fill:red}}", GROUPS),
        LARGE,
        "is searched in 10¹⁷ ways",
    ),
    case("a selector of eight parts", lambda: styled(f"x {'g ' * 8}rect{{fill:red}}", GROUPS), LARGE, "in 10⁹ ways"),
    case("a long selector", lambda: styled(f"{'g ' * 20_000}rect{{fill:red}}", GROUPS), LARGE, "the same"),
    case(
        "siblings of siblings",
        lambda: styled("x ~ rect ~ rect ~ rect ~ rect{fill:red}", "<rect/>" * 300),
        LARGE,
        "the same, sideways",
    ),
    case(
        "parts hidden in functions",
        lambda: styled(f":is(x {'g ' * 5},y) {'g ' * 5}rect{{fill:red}}", GROUPS),
        LARGE,
        "the same",
    ),
    case(
        "escaped blanks",
        lambda: styled("x" + "/**/ g" * 30 + " rect{fill:red}", GROUPS),
        LARGE,
        "hides the parts of a selector behind comments",
    ),
    case(
        "a list of selectors",
        lambda: styled(",".join(f".c{n} g" for n in range(50_000)) + "{fill:red}", "<rect/>" * 2_000),
        LARGE,
        "looks at every element for each",
    ),
)

LONG = (
    case("rotations", lambda: rect(f'transform="{"rotate(1)" * 90_000}"'), LARGE, "90,000 transforms of one shape"),
    case("rotations in CSS", lambda: rect(f'style="transform:{"rotate(1deg)" * 70_000}"'), LARGE, "the same"),
    case("rotations in a sheet", lambda: styled(f"rect{{transform:{'rotate(1deg)' * 70_000}}}"), LARGE, "the same"),
    case("a million rotations", lambda: rect(f'transform="{"rotate(1)" * 120_000}"'), LARGE, "the same"),
    case("digits", lambda: rect(f'x="{"9" * 500_000}"'), LARGE, "a number that is read in quadratic time"),
    case("digits in a path", lambda: svg(f'<path d="M0 0L{"9" * 5_000} 9z"/>'), LARGE, "the same"),
    case("digits in CSS", lambda: rect(f'style="stroke-width:{"9" * 5_000}"'), LARGE, "the same"),
    case("digits behind the point", lambda: rect(f'x="0.{"3" * 500_000}"'), HARMLESS, "the same"),
    case("digits of a power", lambda: rect(f'x="1e{"9" * 500_000}"'), LARGE, "the same"),
    case("comments unclosed", lambda: styled("/*" * 100_000), HARMLESS, "is searched for its end 100,000 times"),
    case(
        "variables doubled",
        lambda: styled(
            "rect{--a0:1px;"
            + "".join(f"--a{n + 1}:var(--a{n}) var(--a{n});" for n in range(40))
            + "stroke-dasharray:var(--a40)}"
        ),
        HARMLESS,
        "2⁴⁰ values",
    ),
    case("variables in a ring", rect('style="--a:var(--b);--b:var(--a);fill:var(--a)"'), HARMLESS, "never ends"),
    case(
        "variables in a row",
        lambda: rect(f'style="--a0:red;{"".join(f"--a{n + 1}:var(--a{n});" for n in range(3_000))}fill:var(--a3000)"'),
        HARMLESS,
        "3,000 deep",
    ),
)

CASES = (*NESTED, *SEARCHED, *LONG)
