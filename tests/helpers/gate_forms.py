"""Every construct of the gate's closed lists in its valid forms, each as a small drawing.

A property is written as an attribute, in `style`, and in a rule, and on a group. The drawings of `gate_nesting` nest
them in each other.
"""

from collections.abc import Iterator, Mapping

from sgpkit.graphics.gate import names

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100" '
    'viewBox="0 0 100 100">'
)
DEFINED = {
    "lin": '<linearGradient id="lin"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient>',
    "rad": '<radialGradient id="rad"><stop stop-color="#ff0"/><stop offset="1" stop-color="#080"/></radialGradient>',
    "clip": '<clipPath id="clip"><circle cx="50" cy="50" r="35"/></clipPath>',
    "mask": '<mask id="mask"><rect x="20" width="60" height="100" fill="#fff"/></mask>',
    "blur": '<filter id="blur"><feGaussianBlur stdDeviation="4"/></filter>',
    "mark": '<marker id="mark" markerWidth="4" markerHeight="4" refX="2" refY="2"><circle cx="2" cy="2" r="2" fill="#c0c"/>'
    "</marker>",
}
"""Definitions to which the forms refer; a drawing has those that it needs."""

SHAPE = '<path d="M20 30H80L50 80ZM40 40H60V60H40Z" {}/>'
THICK = 'fill="#fc0" stroke="#036" stroke-width="8"'
OPEN = '<path d="M20 30H80L50 80L30 60" {}/>'
STROKED = '<rect x="20" y="25" width="60" height="50" rx="9" {}/>'
SHAPES = {"clip-path": STROKED, **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), OPEN)}
"""Other shapes, by property. Not every stroke has a known box, and a path with markers may not continue after it is
closed."""

LETTERS = '<text x="50" y="55" font-size="24" font-family="sans-serif" fill="#036" {}>Ag <tspan>fix</tspan></text>'
COLORS = (
    "red", "RebeccaPurple", "transparent", "currentColor", "#0af", "#0af8", "#00aaff", "#00aaff80", "rgb(10,200,30)",
    "rgb(10 200 30)", "rgb(10% 80% 30%)", "rgb(10 200 30 / 50%)", "rgba(10,200,30,.5)", "hsl(200,50%,40%)",
    "hsl(200 50% 40% / .5)", "hsl(.5turn 50% 40%)", "hwb(200 20% 30%)", "lab(50 40 -30)", "lch(50% 40 200)",
    "oklab(.6 .1 -.1)", "oklch(60% .1 200)", "color-mix(in srgb, red, blue 30%)",
)  # fmt: skip
PAINTS = (*COLORS, "none", "url(#lin)", "url('#rad')", 'url("#lin")', "url(#none) red", "url(#none)", "var(--c, #0a0)")
OPACITIES = ("0", "1", ".4", "40%", "calc(1 / 3)", "2", "-1", "0.5e0")
LENGTHS = ("3", "3px", "3pt", ".3pc", ".04in", ".1cm", "1mm", "4q", ".3em", ".2rem", "4%", "calc(2px + 1px)")
TRANSFORMS = (
    "translate(10px)", "translate(10px, 5%)", "translateX(1em)".replace("1em", "9px"), "translateY(-9px)", "scale(.5)",
    "scale(50%, 1)", "scaleX(-.5)", "scaleY(.5)", "rotate(20deg)", "rotate(.05turn)", "rotateZ(.3rad)", "skewX(20deg)",
    "skewY(20grad)", "skew(10deg, 5deg)", "matrix(1,.2,0,.8,5,5)", "translate(9px) rotate(9deg) scale(.8)", "none",
)  # fmt: skip
BLENDS = (
    "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion"
)
LINKS = ("none", "url(#clip)", "url(#none)")
SHAPES_OF_CSS = (
    "inset(20px)", "inset(10% 20px 30px)", "inset(9px round 12px)", "circle(30px)", "circle(40% at 60px 50px)",
    "circle(closest-side at 40% 40%)", "ellipse(30px 20px)", "ellipse(30% 40% at center)",
    "polygon(50% 0, 100% 100%, 0 100%)", "polygon(evenodd, 20px 20px, 80px 20px, 50px 80px)",
)  # fmt: skip
FUNCTIONS = (
    "blur(2px)", "brightness(1.4)", "contrast(150%)", "grayscale(1)", "hue-rotate(90deg)", "invert(80%)", "opacity(.5)",
    "saturate(.5)", "sepia(1)", "drop-shadow(4px 4px 2px #333)", "blur(1px) invert(1)", "url(#blur)", "url(#none)", "none",
)  # fmt: skip

OF_SHAPES: Mapping[str, tuple[str, ...]] = {
    "fill": PAINTS,
    "stroke": PAINTS,
    "color": COLORS,
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), OPACITIES),
    "stroke-width": (*LENGTHS, "0"),
    "stroke-dasharray": ("none", "9", "9 4", "9,4,2", "9px 4%", "0", "5 0", "3 3 9"),
    "stroke-dashoffset": ("5", "-5px", "5%"),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "stroke-miterlimit": ("1", "1.2", "9"),
    **dict.fromkeys(("fill-rule", "clip-rule"), ("nonzero", "evenodd")),
    "visibility": ("visible", "hidden", "collapse"),
    "display": ("none", "inline", "block", "inline-block", "flex", "grid", "table"),
    "overflow": ("visible", "hidden", "auto", "scroll"),
    "paint-order": ("normal", "stroke", "fill", "markers", "stroke markers", "markers fill stroke"),
    "isolation": ("auto", "isolate"),
    "mask-type": ("luminance", "alpha"),
    "mix-blend-mode": tuple(BLENDS.split()),
    "clip-path": (*LINKS, *SHAPES_OF_CSS),
    "mask": ("none", "url(#mask)", "url(#none)"),
    **dict.fromkeys(("marker-start", "marker-mid", "marker-end"), ("none", "url(#mark)", "url(#none)")),
    "filter": FUNCTIONS,
    "shape-rendering": ("auto", "geometricPrecision"),
    "vector-effect": ("none", "non-scaling-stroke"),
    "color-interpolation-filters": ("auto", "sRGB", "linearRGB"),
    "transform": TRANSFORMS,
    "transform-origin": ("center", "left top", "20px 30px", "50% 20%", "bottom", "right 10px", "0 0"),
    "transform-box": ("view-box", "fill-box"),
    "translate": ("none", "10px", "10px 20%", "-9px 0"),
    "rotate": ("none", "20deg", ".1turn"),
    "scale": ("none", ".5", "50% 1", "-1 1"),
}
OF_TEXTS: Mapping[str, tuple[str, ...]] = {
    "text-anchor": ("start", "middle", "end"),
    "dominant-baseline": (
        "auto", "middle", "central", "hanging", "alphabetic", "mathematical", "text-before-edge", "text-after-edge"
    ),
    "font-family": ("serif", "sans-serif", "monospace", "Arial, Helvetica, sans-serif", "'No Such Font', serif"),
    "font-size": ("20", "20px", "1.5em", "150%", "large", "x-small", "smaller", "1rem"),
    "font-style": ("normal", "italic", "oblique"),
    "font-weight": ("normal", "bold", "bolder", "lighter", "700", "400"),
    "letter-spacing": ("normal", "3px", ".2em", "-1px"),
    "word-spacing": ("normal", "9px"),
    "text-decoration": ("none", "underline", "overline", "line-through"),
    "text-transform": ("none", "uppercase", "lowercase"),
    "white-space": ("normal", "nowrap", "pre"),
    "text-shadow": ("none", "2px 2px 1px #f00", "2px 2px red"),
    "font": ("bold 20px sans-serif", "italic 20px/1.5 serif"),
}  # fmt: skip
SRGB = tuple(color for color in COLORS if not color.startswith(("lab", "lch", "ok", "color-mix")))
OF_STOPS: Mapping[str, tuple[str, ...]] = {"stop-color": SRGB, "stop-opacity": OPACITIES}
OF_FLOODS: Mapping[str, tuple[str, ...]] = {"flood-color": COLORS, "flood-opacity": OPACITIES}
ONLY_CSS = names.words(
    "isolation mix-blend-mode transform translate rotate scale transform-box white-space text-transform text-shadow font "
    "mask-type transform-origin"
)
"""Properties without an attribute of the same name and grammar."""

RELATED = {
    "color": "fill:currentColor;", "transform-origin": "transform:rotate(30deg) scale(.8);",
    "transform-box": "transform-origin:center;transform:rotate(30deg);", "stroke-dashoffset": "stroke-dasharray:12 6;",
    "vector-effect": "transform:scale(.7);", "color-interpolation-filters": "filter:url(#blur);",
    "mask-type": "mask:url(#mask);",
}  # fmt: skip
"""Declarations without which a property has no visible effect."""

ELEMENTS = (
    '<rect x="10" y="20" width="70" height="50" rx="9" ry="14" fill="#080"/>',
    '<rect width="60" height="30%" rx="20%" fill="#080"/>', '<circle cx="50" cy="40%" r="20%" fill="#08f"/>',
    '<ellipse cx="50" cy="50" rx="40" ry="20" fill="#08f"/>', '<ellipse cx="50" cy="50" rx="30" fill="#08f"/>',
    '<line x1="10%" y1="10" x2="90" y2="80%" stroke="#000" stroke-width="6"/>',
    '<polyline points="10,10 90,20 50,80" fill="#fc0" stroke="#000"/>', '<polygon points="10 10,90 20 50,80 " fill="#fc0"/>',
    '<polygon points="10 10 90 20 50 80 70" fill="#fc0"/>', '<path d="M10 10h80v40q-20 30-40 0t-40 0z" fill="#a0a"/>',
    '<path d="M10 80A30 20 30 1 0 90 60L50 10" fill="none" stroke="#a0a" stroke-width="5"/>',
    '<path d="M10 10L90 20L50" fill="#a0a"/>', '<path d="M10 10L90 20 50 80 x" fill="#a0a"/>',
    '<g fill="#f00" stroke="#000"><a href="#x"><circle cx="50" cy="50" r="30"/></a></g>',
    '<defs><g id="k"><circle cx="20" cy="20" r="15"/></g></defs><use href="#k"/><use xlink:href="#k" x="50%" y="40" fill="red"/>',
    '<symbol id="k" viewBox="0 0 10 20"><rect width="10" height="20" fill="#0a0"/></symbol><use href="#k" width="80" height="80"/>',
    '<symbol id="k" viewBox="0 0 10 20" preserveAspectRatio="xMinYMax slice"><path d="M0 0h10v20z" fill="#0a0"/></symbol>'
    '<use href="#k" x="10" y="10" width="80" height="60"/>',
    '<switch><g><rect width="50" height="50" fill="red"/></g><rect width="90" height="90"/></switch>',
    '<svg x="20" y="10" width="60" height="50"><circle r="40" fill="#06c"/></svg>',
    '<svg x="20" y="10" width="60" height="50" viewBox="0 0 10 10"><circle cx="5" cy="5" r="8" fill="#06c"/></svg>',
    '<svg width="50%" height="60" viewBox="0 0 10 10" preserveAspectRatio="none"><circle cx="5" cy="5" r="5"/></svg>',
    '<svg width="50" height="60" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMid slice"><circle cx="5" cy="5" r="5"/></svg>',
    '<svg width="50" height="50" viewBox="0 0 9 9" overflow="visible"><circle cx="9" cy="9" r="5"/></svg>',
    '<text x="10" y="50" font-size="30">A<tspan dx="5" dy="9" fill="red">b</tspan><tspan x="70" y="30">c</tspan></text>',
    '<text x="10 30 60" y="50 60" font-size="24">abc</text>', '<text x="10" y="50" rotate="30" font-size="24">abc</text>',
    '<text x="10" y="50" font-size="20" textLength="80">abc</text>',
    '<text x="10" y="50" font-size="20" textLength="80" lengthAdjust="spacingAndGlyphs">abc</text>',
    '<text y="50" font-size="20" xml:space="preserve">a   b</text>',
    '<path id="k" d="M10 70Q50 10 90 70" fill="none"/><text font-size="14"><textPath href="#k" startOffset="20%">on a path'
    "</textPath></text>",
    '<image x="10" y="10" width="70" height="50" href="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAA'
    'DUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="/>',
    '<linearGradient id="k" gradientUnits="userSpaceOnUse" x1="20" y1="20" x2="60" y2="40" spreadMethod="reflect"><stop '
    'offset="10%" stop-color="#ff0"/><stop offset=".9" stop-color="#00f"/></linearGradient><rect width="90" height="90" '
    'fill="url(#k)"/>',
    '<linearGradient id="k" spreadMethod="repeat" x2="30%" gradientTransform="rotate(30)"><stop stop-color="#ff0"/><stop '
    'offset="1" stop-color="#00f"/></linearGradient><circle cx="50" cy="50" r="40" fill="url(#k)"/>',
    '<radialGradient id="k" cx="40%" cy=".4" r="60%" fx=".3" fy=".3" fr="10%"><stop stop-color="#ff0"/><stop offset="1" '
    'stop-color="#00f"/></radialGradient><rect width="90" height="90" fill="url(#k)"/>',
    '<linearGradient id="a" x2="0" y2="1"><stop stop-color="#ff0"/><stop offset="1" stop-color="#00f"/></linearGradient>'
    '<linearGradient id="k" href="#a"/><rect width="90" height="90" fill="url(#k)"/>',
    '<pattern id="k" width="20" height="20" patternUnits="userSpaceOnUse" patternTransform="rotate(30)"><rect width="10" '
    'height="10" fill="#c00"/></pattern><rect width="90" height="90" fill="url(#k)"/>',
    '<pattern id="k" width=".25" height="25%" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c00"/></pattern><rect '
    'width="100" height="100" fill="url(#k)"/>',
    '<pattern id="k" width=".5" height=".5" patternContentUnits="objectBoundingBox"><rect width=".2" height=".3" fill="#c00"/>'
    '</pattern><rect width="100" height="100" fill="url(#k)"/>',
    '<clipPath id="k" clipPathUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4"/></clipPath><rect width="90" height="60" '
    'clip-path="url(#k)"/>',
    '<clipPath id="k" transform="rotate(20 50 50)"><rect x="30" y="30" width="40" height="40"/><text x="10" y="20">M</text>'
    '</clipPath><rect width="100" height="100" fill="#0a0" clip-path="url(#k)"/>',
    '<clipPath id="k"><path clip-rule="evenodd" d="M0 0H90V90H0ZM20 20H70V70H20Z"/></clipPath><rect width="100" height="100" '
    'clip-path="url(#k)"/>',
    '<clipPath id="k" clip-path="url(#clip)"><rect x="30" width="70" height="100"/></clipPath><rect width="100" height="100" '
    'clip-path="url(#k)"/>',
    '<defs><rect id="r" x="30" width="40" height="90"/></defs><clipPath id="k"><use href="#r" y="20"/></clipPath><rect '
    'width="100" height="100" clip-path="url(#k)"/>',
    '<mask id="k" maskContentUnits="objectBoundingBox"><circle cx=".5" cy=".5" r=".4" fill="#888"/></mask><rect width="90" '
    'height="60" mask="url(#k)"/>',
    '<mask id="k" maskUnits="userSpaceOnUse" x="10" y="10" width="50" height="60"><rect width="90" height="90" fill="#fff"/>'
    '</mask><rect width="90" height="90" mask="url(#k)"/>',
    '<mask id="k"><rect width="90" height="90" fill="url(#lin)"/></mask><rect width="90" height="90" mask="url(#k)"/>',
    '<marker id="k" orient="auto" viewBox="0 0 9 9" refX="9" refY="4.5" markerWidth="5" markerHeight="5"><path d="M0 0L9 4.5L0 9z"/>'
    '</marker><path d="M10 20L70 40L30 80" fill="none" stroke="#000" stroke-width="4" marker-end="url(#k)" marker-mid="url(#k)"/>',
    '<marker id="k" orient="auto-start-reverse" refX="0" refY="4" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse">'
    '<path d="M0 0L9 4L0 8z"/></marker><line x1="20" y1="20" x2="70" y2="70" stroke="#000" marker-start="url(#k)"/>',
    '<marker id="k" orient="45" refX="center" refY="center" overflow="visible" viewBox="0 0 9 9"><rect width="9" height="9"/></marker>'
    '<polyline points="20,20 70,70" stroke="#000" stroke-width="5" marker-end="url(#k)"/>',
)  # fmt: skip

PRIMITIVES = (
    '<feGaussianBlur stdDeviation="3 0"/>', '<feOffset dx="9" dy="-9"/>', '<feFlood flood-color="#f0f" flood-opacity=".5"/>',
    '<feFlood flood-color="#0f0" result="f"/><feBlend in="SourceGraphic" in2="f" mode="multiply"/>',
    '<feColorMatrix type="saturate" values=".2"/>', '<feColorMatrix type="hueRotate" values="90"/>',
    '<feColorMatrix type="luminanceToAlpha"/>', '<feColorMatrix values="0 1 0 0 0 1 0 0 0 0 0 0 1 0 0 0 0 0 1 0"/>',
    '<feComponentTransfer><feFuncR type="table" tableValues="1 0"/><feFuncG type="discrete" tableValues="0 1"/><feFuncB '
    'type="gamma" exponent="2" amplitude="1" offset=".1"/><feFuncA type="linear" slope=".7" intercept="0"/></feComponentTransfer>',
    '<feOffset dx="20" result="o"/><feComposite in="SourceGraphic" in2="o" operator="xor"/>',
    '<feOffset dx="20" result="o"/><feComposite in="SourceGraphic" in2="o" operator="arithmetic" k2=".5" k3=".5"/>',
    '<feOffset dx="20" result="o"/><feMerge><feMergeNode in="o"/><feMergeNode in="SourceAlpha"/></feMerge>',
    '<feDropShadow dx="6" dy="6" stdDeviation="2" flood-color="#00f"/>', '<feMorphology operator="dilate" radius="4"/>',
    '<feTurbulence baseFrequency=".05" numOctaves="2" seed="3"/>',
)  # fmt: skip
REGIONS = (
    "",
    'x="0" y="0" width="100%" height="100%"',
    'filterUnits="userSpaceOnUse" x="10" y="10" width="70" height="60"',
)

SELECTORS = (
    "path", "*", ".a", "#b", "path.a#b", "[fill]", "[class=a]", "[class^='a']", "[class$=a]", "[class*=a]", "[class~=a]",
    "[class|=a]", "g path", "g > path", "rect + g path", "rect ~ g path", "circle, path", ":root path", "path:first-child",
    "path:last-child", "path:only-child", "path:first-of-type", "path:last-of-type", "path:only-of-type", "path:nth-child(1)",
    "path:nth-child(2n+1)", "path:nth-last-child(1)", "path:nth-of-type(odd)", "path:nth-last-of-type(1)", "path:empty",
    "path:not(.b)", "path:is(.a, .b)", ":where(.a)", "g:has(path) path", "path:hover", "path:nth-child(2)", "path:not(.a)", ".A",
)  # fmt: skip
AT_RULES = (
    "@media all{R}", "@media screen{R}", "@media print{R}", "@media not print{R}", "@media only screen{R}",
    "@media (prefers-color-scheme: dark){R}", "@media (prefers-color-scheme: light){R}",
    "@media (prefers-reduced-motion: reduce){R}", "@media screen and (prefers-reduced-motion: no-preference){R}",
    '@charset "utf-8";R', "@page{margin:0}R", "@keyframes k{to{fill:red}}R", "/* c */R", "R;R", "path{fill:bogus}R",
    "R path{fill:#c0c!important}", "path{fill:#c0c}R", ":root{--c:#0a0}path{fill:var(--c)}",
)  # fmt: skip
ROOTS = (
    "background:#fe8", "background-color:rgb(200 220 255)", "background:linear-gradient(to right, #fe8, #8ef)", "opacity:.5",
    "fill:#a0a", "color:#a0a", "margin:0", "display:block", "overflow:hidden",
)  # fmt: skip

PROPERTIES = frozenset((*OF_SHAPES, *OF_TEXTS, *OF_STOPS, *OF_FLOODS))


def drawing(body: str, root: str = "") -> str:
    """Return a drawing of 100 by 100 units."""
    defined = "".join(
        text for name, text in DEFINED.items() if f"url(#{name})" in body.replace("'", "").replace('"', "")
    )
    return f"{HEAD[:-1]}{root}>{defined}{body}</svg>"


def _ways(name: str, value: str, template: str, more: str = "") -> Iterator[str]:
    """Yield a template with a property as an attribute, in `style`, and by a rule."""
    related = RELATED.get(name, "")
    if name not in ONLY_CSS and not related and '"' not in value:
        yield drawing(template.format(f'{name}="{value}" {more}'))
    declared = f"{related}{name}:{value}".replace('"', "'")
    yield drawing(template.format(f'style="{declared}" {more}'))


def _properties() -> Iterator[str]:
    for name, values in OF_SHAPES.items():
        more = " ".join(part for part in THICK.split(" ") if not part.startswith(f"{name}="))
        for value in values:
            yield from _ways(name, value, SHAPES.get(name, SHAPE), more)
        plain = SHAPES.get(name, SHAPE).format("")
        yield drawing(f"<g style='{RELATED.get(name, '')}{name}:{values[-1]}'>{plain}</g>")
        classed = SHAPES.get(name, SHAPE).format('class="a"')
        yield drawing(f"<style>.a{{{RELATED.get(name, '')}{name}:{values[-1]}}}</style>{classed}")
    for name, values in OF_TEXTS.items():
        for value in values:
            template = (
                LETTERS
                if name not in ("font-size", "font-family")
                else LETTERS.replace('font-size="24" font-family="sans-serif" ', "")
            )
            yield from _ways(name, value, template)
    for name, values in {**OF_STOPS, **OF_FLOODS}.items():
        stop = '<linearGradient id="k"><stop {}/><stop offset="1"/></linearGradient><rect width="90" height="90" fill="url(#k)"/>'
        flood = '<filter id="k"><feFlood {}/></filter><rect width="90" height="90" filter="url(#k)"/>'
        for value in values:
            yield from _ways(name, value, stop if name in OF_STOPS else flood)


def _geometry() -> Iterator[str]:
    shapes = {"rect": "x y width height rx ry", "circle": "cx cy r", "ellipse": "cx cy rx ry", "use": "x y"}
    for tag, known in shapes.items():
        for name in known.split():
            for value in ("20", "30px", "9mm", "25%", "calc(9px * 3)"):
                base = 'width="40" height="40" cx="50" cy="50" r="30" ry="20" href="#k" fill="#06c"'
                others = " ".join(part for part in base.split(" ") if not part.startswith(f"{name}="))
                yield drawing(
                    f'<defs><path id="k" d="M9 9h50v50z"/></defs><{tag} {name}="{value}" {others}/>'.replace(
                        "calc(9px * 3)", "27"
                    )
                )
                yield drawing(f'<defs><path id="k" d="M9 9h50v50z"/></defs><{tag} style="{name}:{value}" {others}/>')
    yield drawing('<path style="d:path(\'M9 9h50v50z\')" fill="#06c"/>')


def _filters() -> Iterator[str]:
    for primitive in PRIMITIVES:
        for region in REGIONS:
            if primitive.startswith("<feOffset") and "userSpaceOnUse" in region:  # refused
                continue
            code = f'<filter id="k" {region} color-interpolation-filters="sRGB">{primitive}</filter>'
            yield drawing(code + '<rect x="20" y="20" width="50" height="50" fill="#0a6" filter="url(#k)"/>')


def _sheets() -> Iterator[str]:
    body = '<rect width="9" height="9"/><g><path id="b" class="a" d="M20 20h60v60z" fill="red"/></g>'
    for selector in SELECTORS:
        yield drawing(f"<style>{selector.replace('>', '&gt;')}{{fill:#06c}}</style>{body}")
    for rule in AT_RULES:
        yield drawing(f"<style>{rule.replace('R', 'path{fill:#06c}')}</style>{body}")
    for form in (
        '<style type="">',
        "<style type='text/css'>",
        '<style media="screen">',
        '<style media="print">',
        "<style><![CDATA[",
    ):
        end = "]]></style>" if "CDATA" in form else "</style>"
        yield drawing(f"{form}path{{fill:#06c}}{end}{body}")


def _roots() -> Iterator[str]:
    body = '<circle cx="50" cy="50" r="30"/>'
    for declared in ROOTS:
        yield drawing(body, f' style="{declared}"')
        yield drawing(f"<style>svg{{{declared}}}</style>{body}")


def forms() -> list[str]:
    """Return all drawings, without repetitions."""
    parts = (*_properties(), *_geometry(), *map(drawing, ELEMENTS), *_filters(), *_sheets(), *_roots())
    return list(dict.fromkeys(parts))
