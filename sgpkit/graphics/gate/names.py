"""The closed lists of elements, attributes and properties that are understood.

Observed in Chromium 156. Anything that is not in the lists is refused, except elements and attributes unknown to SVG:
browsers ignore those, and they are removed.
"""

from sgpkit.graphics.svg import tables


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


SHAPES = tables.SHAPES
SERVERS = tables.SERVERS
TEXTS = words("text tspan textPath")
CONTAINERS = words("svg g a defs symbol switch")
PRIMITIVES = words(
    "feGaussianBlur feOffset feFlood feBlend feColorMatrix feComponentTransfer feComposite feMerge feDropShadow "
    "feMorphology feTurbulence"
)
PRIMITIVE_PARTS = {"feComponentTransfer": words("feFuncR feFuncG feFuncB feFuncA"), "feMerge": words("feMergeNode")}
REFUSED_ELEMENTS = (
    tables.ANIMATION | {"tref", "cursor"} | (tables.PRIMITIVES - PRIMITIVES) | words("font font-face glyph")
)
WITHOUT_EFFECT = tables.DESCRIPTIVE | words("view style script")
DEFINITIONS = SERVERS | words("clipPath mask marker filter")
"""Elements that are painted only through references, and whose own `display` browsers respect."""

GRAPHICS = SHAPES | words("g a svg switch use image text")
ANYWHERE = GRAPHICS | DEFINITIONS | words("defs symbol")
CHILDREN: dict[str, frozenset[str]] = {
    **dict.fromkeys(("svg", "g", "defs", "symbol", "switch", "mask", "pattern", "marker"), ANYWHERE),
    "a": (ANYWHERE | TEXTS) - {"a"},
    "text": words("tspan textPath a"),
    "tspan": words("tspan a"),
    "textPath": words("tspan a"),
    "clipPath": SHAPES | words("text use"),
    **dict.fromkeys(("linearGradient", "radialGradient"), words("stop")),
    "filter": PRIMITIVES,
    **PRIMITIVE_PARTS,
}
"""By element, the children that have an effect. Others are removed; shapes, images and uses have none."""

# Chromium's list of presentation attributes, which it reads as properties.
PRESENTATION = words(
    "alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters "
    "color-rendering cursor direction display dominant-baseline fill fill-opacity fill-rule filter flood-color "
    "flood-opacity font-family font-size font-stretch font-style font-variant font-weight image-rendering "
    "letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type opacity overflow paint-order "
    "pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap "
    "stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering "
    "transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode"
)
PLAIN_ATTRIBUTES = words("id class xml:space version xmlns:xlink")
IGNORED_ATTRIBUTES = words(
    "lang xml:lang tabindex autofocus xml:base baseProfile requiredFeatures externalResourcesRequired role style "
    "xlink:title xlink:type xlink:role xlink:arcrole xlink:show xlink:actuate target download ping rel hreflang "
    "referrerpolicy crossorigin decoding zoomAndPan playbackorder timelinebegin contentScriptType contentStyleType"
)
CONDITIONS = words("systemLanguage requiredExtensions")

GEOMETRY: dict[str, frozenset[str]] = {
    "rect": words("x y width height rx ry"),
    "image": words("x y width height"),
    "circle": words("cx cy r"),
    "ellipse": words("cx cy rx ry"),
    "path": words("d"),
    "use": words("x y"),
    "svg": words("x y width height"),
}
"""By element, the attributes that CSS sets too."""

GEOMETRIC = frozenset().union(*GEOMETRY.values())
TRANSFORMED = SHAPES | words("g a use image text switch svg clipPath")
"""Elements whose `transform` moves what they paint."""

INHERITED = words(
    "fill stroke color fill-opacity stroke-opacity stroke-width stroke-dasharray stroke-dashoffset stroke-linecap "
    "stroke-linejoin stroke-miterlimit fill-rule clip-rule visibility paint-order text-anchor dominant-baseline "
    "font-family font-size font-style font-weight letter-spacing word-spacing shape-rendering marker-start marker-mid "
    "marker-end color-interpolation-filters"
)
INITIAL = {
    "fill": "black", "stroke": "none", "color": "black", "fill-opacity": "1", "stroke-opacity": "1",
    "stroke-width": "1", "stroke-dasharray": "none", "stroke-dashoffset": "0", "stroke-linecap": "butt",
    "stroke-linejoin": "miter", "stroke-miterlimit": "4", "fill-rule": "nonzero", "clip-rule": "nonzero",
    "visibility": "visible", "paint-order": "normal", "text-anchor": "start", "dominant-baseline": "auto",
    "font-family": "serif", "font-size": "16", "font-style": "normal", "font-weight": "normal",
    "letter-spacing": "normal", "word-spacing": "normal", "shape-rendering": "auto", "marker-start": "none",
    "marker-mid": "none", "marker-end": "none", "color-interpolation-filters": "linearRGB",
}  # fmt: skip
"""Initial values of the inherited properties."""

IN_STYLE = words("mix-blend-mode isolation mask-type")
"""Properties that renderers read in `style` only."""

PLACED = words("x y width height")

# Without effect on shapes and text, but not on the root, which is a box of CSS.
BOXES = words(
    "box-shadow margin margin-top margin-bottom margin-left margin-right padding padding-top padding-bottom "
    "padding-left padding-right border border-top border-bottom border-left border-right border-width border-style "
    "border-color border-radius background background-color background-image inset position top bottom left right "
    "float max-width max-height min-width min-height aspect-ratio box-sizing contain object-fit columns column-count "
    "vertical-align flex align-items justify-content gap"
)
NEUTRAL = words(
    "pointer-events cursor will-change user-select transition transition-property transition-duration "
    "transition-timing-function transition-delay text-rendering enable-background line-height z-index text-align "
    "text-indent font-kerning font-feature-settings font-variation-settings font-optical-sizing font-stretch "
    "font-size-adjust color-scheme appearance backface-visibility perspective perspective-origin transform-style clip "
    "image-rendering color-rendering buffered-rendering lighting-color touch-action -webkit-font-smoothing "
    "-moz-osx-font-smoothing -webkit-text-stroke -webkit-text-fill-color -webkit-tap-highlight-color "
    "-webkit-user-select text-overflow text-decoration-color text-decoration-style text-decoration-thickness "
    "font-synthesis font-variant-ligatures font-variant-numeric font-variant-alternates font-variant-position "
    "font-variant-east-asian shape-padding shape-margin solid-color solid-opacity print-color-adjust orphans widows "
    "animation-delay animation-duration animation-iteration-count animation-direction animation-timing-function "
    "animation-fill-mode animation-play-state tab-size quotes resize scroll-behavior list-style hyphens"
)
"""Properties without effect on a still picture."""

REFUSED_VALUES: dict[str, frozenset[str]] = {
    "animation": words("none"), "animation-name": words("none"), "offset-path": words("none"),
    "offset": words("none"), "zoom": words("1 100% normal"), "content-visibility": words("visible auto"),
    "outline": words("none 0"), "inline-size": words("auto 0"),
    "direction": words("ltr"), "unicode-bidi": words("normal"),
    "writing-mode": words("horizontal-tb lr lr-tb"), "baseline-shift": words("baseline 0"),
    "font-variant": words("normal none"), "font-variant-caps": words("normal"),
    "color-interpolation": words("auto srgb"),
    "transform-box": words("view-box"), "text-decoration-line": words("none"), "backdrop-filter": words("none"),
    "glyph-orientation-vertical": words("auto 0"), "glyph-orientation-horizontal": words("0 0deg"),
    "-webkit-clip-path": words("none"), "-webkit-mask": words("none"), "-webkit-mask-image": words("none"),
    "mask-image": words("none"), "-webkit-filter": words("none"), "content": words("normal none"),
    "shape-inside": words("none auto"), "shape-subtract": words("none"), "kerning": words("auto"),
    "-webkit-transform": words("none"), "-webkit-animation": words("none"), "text-orientation": words("mixed"),
    "alignment-baseline": words("auto baseline"), "stroke-alignment": words("center"), "font-palette": words("normal"),
}  # fmt: skip
"""Properties that are understood only with a value that changes nothing."""
