"""Drawings by a grammar of SVG and CSS: every production may nest, repeat, take an odd value, or be broken.

`drawings` is a strategy for any drawing, and `hidden_drawings` for blank drawings: a valid drawing wrapped in ways of
hiding, each written as an attribute, a style, a rule of a style sheet, or through a custom property.

Hypothesis draws only the seed of a generator, since a drawing takes more choices than fit into an example.
"""

from random import Random

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

SEEDS = st.integers(0, (1 << 32) - 1)

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 {side} {side}">'
IDS = "abcdef"
CLASSES = ("output_object", "a", "b", "h")
TAGS = ("rect", "circle", "line", "path", "ellipse", "polygon", "text", "use", "image")
GROUPS = ("g", "g", "g", "a", "svg", "switch", "defs", "symbol", "clipPath", "mask", "pattern", "marker")
NUMBERS = (
    *(
        "0",
        "1",
        "5",
        "40",
        "100",
        "-3",
        ".5",
        "1e3",
        "1e-9",
        "1e999",
        "-1e999",
        "1e-999",
        "0.0001",
        "NaN",
        "inf",
        "",
        "+-1",
    ),
    *("5px", "50%", "2em", "1e2cm", "0x9", "1_0", "9" * 400, "9" * 5000, "0." + "3" * 5000, "1e" + "9" * 5000),
)
COLORS = (
    "red",
    "#274A4A",
    "#00f",
    "none",
    "transparent",
    "currentColor",
    "rgb(1,2,3)",
    "hsl(20 30% 40%)",
    "url(#a)",
    "#12",
)
PROPERTIES = (
    *("fill", "stroke", "stroke-width", "opacity", "fill-opacity", "visibility", "display", "transform", "font-size"),
    *("clip-path", "mask", "filter", "x", "r", "width", "height", "stroke-dasharray", "--a", "--b", "color", "all"),
)
WORDS = (
    "inherit",
    "initial",
    "unset",
    "hidden",
    "visible",
    "none",
    "block",
    "revert",
    "bold",
    "auto",
    "\\66 oo",
    '"t"',
)
COMBINATORS = (" ", ">", "+", "~", ",", " > ", "||")
PSEUDO = (
    ":not({})",
    ":is({})",
    ":has({})",
    ":nth-child(2n+1)",
    ":nth-child(9{0}n)",
    ":first-child",
    "::before",
    ":root",
)
AT_RULES = (
    "@media screen",
    "@media print",
    "@media (min-width: {0})",
    "@supports (fill: {0})",
    "@layer a",
    "@container b",
)
OPENING = ("{", "(", "[", "calc(", ":not(", "/*", "<!--", '"', "<![CDATA[")
DEEP = (*[1] * 60, *[2, 3, 5] * 10, 60, 400, 3000)
"""Numbers of nesting levels, sometimes far beyond the limits."""


def number(rng: Random) -> str:
    """Return a number, or a text in place of one."""
    return rng.choice(NUMBERS) if rng.random() < 0.02 else f"{rng.uniform(-20, 120):.4g}"


def value(rng: Random, depth: int = 0) -> str:
    """Return a value of CSS."""
    kind = rng.randrange(9)
    if kind < 3 or depth > 4:
        return number(rng)
    if kind < 5:
        return rng.choice(COLORS)
    if kind == 5:
        return rng.choice(WORDS)
    if kind == 6:
        times = rng.choice(DEEP)
        name = rng.choice(("calc(", "min(", "rgb(", "var(--a,", "(", "["))
        closing = "]" if name == "[" else ")"
        return name * times + value(rng, depth + 1) + closing * rng.choice((times, times, times, 0, 1))
    if kind == 7:
        return f"var(--{rng.choice('ab')})"
    return f"{rng.choice(('translate', 'rotate', 'scale', 'matrix', 'skewX'))}({value(rng, depth + 1)})" * rng.choice(
        (*[1] * 30, 2, 30, 2000)
    )


def declarations(rng: Random) -> str:
    """Return the inside of a rule, or of a style attribute."""
    listed = []
    for _ in range(rng.choice((1, 1, 2, 3))):
        important = " !important" if rng.random() < 0.1 else ""
        listed.append(f"{rng.choice(PROPERTIES)}:{value(rng)}{important}")
    broken = rng.choice(OPENING) * rng.choice(DEEP) if rng.random() < 0.08 else ""
    return ";".join(listed) + broken


def selector(rng: Random, depth: int = 0) -> str:
    """Return a selector."""
    simple = rng.choice(
        ("*", "g", "rect", "circle", f".{rng.choice(CLASSES)}", f"#{rng.choice(IDS)}", "[fill]", "[r='5' i]")
    )
    if rng.random() < 0.3 and depth < 3:
        inside = selector(rng, depth + 1)
        times = rng.choice(DEEP) if rng.random() < 0.2 else 1
        pseudo = rng.choice(PSEUDO)
        simple += ":not(" * times + inside + ")" * times if times > 1 else pseudo.format(inside)
    if rng.random() < 0.4 and depth < 4:
        repeated = rng.choice((1, 1, 1, 2, 40, 800))
        simple += (rng.choice(COMBINATORS) + "g") * (repeated - 1) + rng.choice(COMBINATORS) + selector(rng, depth + 1)
    return simple


def sheet(rng: Random) -> str:
    """Return a style element."""
    rules = []
    for _ in range(rng.choice((1, 1, 2, 4))):
        rule = f"{selector(rng)}{{{declarations(rng)}}}"
        if rng.random() < 0.25:
            times = rng.choice(DEEP)
            rule = (rng.choice(AT_RULES).format(value(rng)) + "{") * times + rule + "}" * rng.choice((times, times, 0))
        rules.append(rule)
    return f"<style>{''.join(rules).replace('<', '&lt;').replace('&lt;![CDATA[', '<![CDATA[')}</style>"


def attributes(rng: Random) -> str:
    """Return the attributes of an element, with unique names."""
    chosen: dict[str, str] = {}
    for name in ("x", "y", "cx", "cy", "r", "rx", "width", "height", "x1", "y1", "x2", "y2"):
        if rng.random() < 0.5:
            chosen[name] = number(rng)
    if rng.random() < 0.5:
        chosen["class"] = rng.choice(CLASSES)
    if rng.random() < 0.4:
        chosen["id"] = rng.choice(IDS)
    if rng.random() < 0.3:
        chosen["style"] = declarations(rng)
    for name in rng.sample(PROPERTIES[:15], rng.choice((0, 1, 2))):
        chosen[name] = value(rng)
    if rng.random() < 0.3:
        steps = "".join(
            f"{rng.choice('MLHVCSQTAZmlhvcsqtaz')}{number(rng)} {number(rng)} " for _ in range(rng.randrange(9))
        )
        chosen["d"] = f"M0 0{steps}"
    return "".join(f" {name}='{text.replace(chr(39), '').replace('<', '&lt;')}'" for name, text in chosen.items())


def element(rng: Random, depth: int = 0) -> str:
    """Return an element with its contents."""
    if depth < 5 and rng.random() < 0.4:
        tag, times = rng.choice(GROUPS), rng.choice(DEEP) if rng.random() < 0.08 else 1
        inside = "".join(element(rng, depth + 1) for _ in range(rng.choice((0, 1, 2, 3))))
        return f"<{tag}{attributes(rng)}>" + f"<{tag}>" * (times - 1) + inside + f"</{tag}>" * times
    tag = rng.choice(TAGS)
    if tag == "use":
        return f"<use href='#{rng.choice(IDS)}'{attributes(rng)}/>"
    if tag == "text":
        return f"<text{attributes(rng)}>x<tspan>y</tspan></text>"
    return f"<{tag}{attributes(rng)}/>"


def drawing(rng: Random) -> str:
    """Return a drawing."""
    head = HEAD.format(side=rng.choice((9, 100, 512)) if rng.random() < 0.9 else number(rng).replace("<", ""))
    parts = [sheet(rng)] if rng.random() < 0.6 else []
    parts += [element(rng) for _ in range(rng.choice((1, 2, 4, 8)))]
    rng.shuffle(parts)
    whole = f"{head}{''.join(parts)}</svg>"
    return whole[: rng.randrange(len(whole))] if rng.random() < 0.03 else whole


# --- hidden drawings --------------------------------------------------------------------------------------------------

PROPERTY_HIDES = (("display", "none"), ("opacity", "0"), ("opacity", "0.0"), ("opacity", "0%"))
WRAPPING = (
    '<clipPath id="none"/><g clip-path="url(#none)">{}</g>',
    '<clipPath id="far"><rect x="-900" width="9" height="9"/></clipPath><g clip-path="url(#far)">{}</g>',
    '<mask id="dark"><rect x="-99" y="-99" width="9999" height="9999" fill="#000"/></mask><g mask="url(#dark)">{}</g>',
    '<g transform="translate(90000 0)">{}</g>',
    '<g transform="scale(0.0000001)">{}</g>',
    "<defs>{}</defs>",
    "<symbol>{}</symbol>",
    "<switch><g/><g>{}</g></switch>",
    '{}<rect x="-9999" y="-9999" width="99999" height="99999" fill="white"/>',
    '{}<path d="M-9999 256H9999" stroke="#fff" stroke-width="99999"/>',
    '<defs><g id="moved">{}</g></defs><use href="#moved" y="-90000"/>',
)


def hidden(rng: Random, code: str, media: bool = True) -> str:
    """Return a drawing, given as one `svg` element, with nothing visible. With `media`, media queries may hide it too,
    which resvg ignores."""
    start, end = code.index(">", code.index("<svg")) + 1, code.rindex("</svg>")
    head, inside = code[:start], code[start:end]
    if rng.random() < 0.15:
        name, setting = rng.choice(PROPERTY_HIDES[1:])  # browsers ignore `display` on the root of an image
        declared = f'{name}="{setting}"' if rng.random() < 0.5 else f'style="{name}:{setting}"'
        return f"{head[:-1]} {declared}>{inside}</svg>"
    for _ in range(rng.choice((1, 1, 2, 3))):
        inside = hide(rng, inside, media)
    return f"{head}{inside}</svg>"


def hide(rng: Random, inside: str, media: bool) -> str:
    """Return elements in one way of hiding."""
    if rng.random() < 0.5:
        return rng.choice(WRAPPING).format(inside)
    name, setting = rng.choice(PROPERTY_HIDES)
    form = rng.randrange(5)
    if form == 0:
        return f'<g {name}="{setting}">{inside}</g>'
    if form == 1:
        return f'<g style="{name}:{setting}">{inside}</g>'
    if form == 2:
        return f"<style>.gone{{{name}:{setting}}}</style><g class='gone'>{inside}</g>"
    if form == 3:
        rule = f"g[data-a='1']{{{name}:{setting} !important}}"
        rule = f"@media screen{{{rule}}}" if media else rule
        return f"<style>{rule}</style><g data-a='1' style='{name}:inherit'>{inside}</g>"
    return f'<g style="--gone:{setting};{name}:var(--gone)">{inside}</g>'


# --- strategies -------------------------------------------------------------------------------------------------------


def drawings() -> SearchStrategy[str]:
    """Return a strategy for drawings."""
    return SEEDS.map(lambda seed: drawing(Random(seed)))


def hidden_by_seed(seed: int, code: str, media: bool = True) -> str:
    """Return a drawing in the way of hiding that follows from a seed; see `hidden`."""
    return hidden(Random(seed), code, media)


def hidden_drawings(code: str, media: bool = True) -> SearchStrategy[str]:
    """Return a strategy for ways of hiding a drawing; see `hidden`."""
    return SEEDS.map(lambda seed: hidden_by_seed(seed, code, media))
