"""SVG's elements, their attributes and their allowed content.

From the indexes of SVG 2 (https://www.w3.org/TR/SVG2/eltindex.html, https://www.w3.org/TR/SVG2/attindex.html,
https://www.w3.org/TR/SVG2/propidx.html), Filter Effects 1 (https://www.w3.org/TR/filter-effects-1/) and, for features
that SVG 2 dropped, SVG 1.1 (https://www.w3.org/TR/SVG11/eltindex.html).
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CORE = _words(
    "id class style lang tabindex autofocus xml:lang xml:space xml:base version baseProfile "
    "requiredExtensions requiredFeatures systemLanguage externalResourcesRequired role transform"
)
PRESENTATION = _words(
    "alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation color-interpolation-filters "
    "color-profile color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity "
    "fill-rule filter flood-color flood-opacity font font-family font-size font-size-adjust font-stretch font-style "
    "font-variant font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation "
    "kerning letter-spacing lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode "
    "opacity overflow paint-order pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray "
    "stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor "
    "text-decoration text-overflow text-rendering transform-origin transform-box unicode-bidi vector-effect visibility "
    "white-space word-spacing writing-mode will-change inline-size shape-inside shape-subtract line-height"
)
XLINK = _words("xlink:href xlink:title xlink:type xlink:role xlink:arcrole xlink:show xlink:actuate")
BOX = _words("x y width height")
PRIMITIVE = BOX | {"result"}
TIMING = _words(
    "begin dur end min max restart repeatCount repeatDur fill attributeName attributeType by from to values calcMode "
    "keyTimes keySplines additive accumulate href"
)
VIEW = _words("viewBox preserveAspectRatio")
TEXT = _words("x y dx dy rotate textLength lengthAdjust")
GRADIENT = _words("gradientUnits gradientTransform spreadMethod href")
TRANSFER = _words("type tableValues slope intercept amplitude exponent offset")

# Element: its specific attributes, besides those that all elements have.
ELEMENTS: dict[str, frozenset[str]] = {
    "svg": BOX | VIEW | _words("zoomAndPan playbackorder timelinebegin contentScriptType contentStyleType"),
    "g": frozenset(),
    "defs": frozenset(),
    "title": frozenset(),
    "desc": frozenset(),
    "metadata": frozenset(),
    "switch": frozenset(),
    "a": _words("href target download ping rel hreflang type referrerpolicy"),
    "symbol": BOX | VIEW | _words("refX refY"),
    "use": BOX | {"href"},
    "image": BOX | _words("href preserveAspectRatio crossorigin decoding"),
    "path": _words("d pathLength"),
    "rect": BOX | _words("rx ry pathLength"),
    "circle": _words("cx cy r pathLength"),
    "ellipse": _words("cx cy rx ry pathLength"),
    "line": _words("x1 y1 x2 y2 pathLength"),
    "polyline": _words("points pathLength"),
    "polygon": _words("points pathLength"),
    "text": TEXT,
    "tspan": TEXT,
    "tref": TEXT | {"href"},
    "textPath": _words("href startOffset method spacing side path textLength lengthAdjust"),
    "style": _words("type media title"),
    "script": _words("type href crossorigin"),
    "view": VIEW | _words("zoomAndPan viewTarget"),
    "linearGradient": GRADIENT | _words("x1 y1 x2 y2"),
    "radialGradient": GRADIENT | _words("cx cy r fx fy fr"),
    "stop": _words("offset"),
    "pattern": BOX | VIEW | _words("patternUnits patternContentUnits patternTransform href"),
    "clipPath": _words("clipPathUnits"),
    "mask": BOX | _words("maskUnits maskContentUnits"),
    "marker": VIEW | _words("refX refY markerUnits markerWidth markerHeight orient"),
    "filter": BOX | _words("filterUnits primitiveUnits filterRes href"),
    "foreignObject": BOX,
    "animate": TIMING,
    "animateColor": TIMING,
    "set": TIMING,
    "animateTransform": TIMING | {"type"},
    "animateMotion": TIMING | _words("path keyPoints rotate origin"),
    "mpath": _words("href"),
    "discard": _words("begin href"),
    "feBlend": PRIMITIVE | _words("in in2 mode"),
    "feColorMatrix": PRIMITIVE | _words("in type values"),
    "feComponentTransfer": PRIMITIVE | {"in"},
    "feComposite": PRIMITIVE | _words("in in2 operator k1 k2 k3 k4"),
    "feConvolveMatrix": PRIMITIVE
    | _words("in order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha"),
    "feDiffuseLighting": PRIMITIVE | _words("in surfaceScale diffuseConstant kernelUnitLength"),
    "feDisplacementMap": PRIMITIVE | _words("in in2 scale xChannelSelector yChannelSelector"),
    "feDropShadow": PRIMITIVE | _words("in stdDeviation dx dy"),
    "feFlood": PRIMITIVE | {"in"},
    "feGaussianBlur": PRIMITIVE | _words("in stdDeviation edgeMode"),
    "feImage": PRIMITIVE | _words("href preserveAspectRatio crossorigin"),
    "feMerge": PRIMITIVE,
    "feMergeNode": _words("in"),
    "feMorphology": PRIMITIVE | _words("in operator radius"),
    "feOffset": PRIMITIVE | _words("in dx dy"),
    "feSpecularLighting": PRIMITIVE | _words("in surfaceScale specularConstant specularExponent kernelUnitLength"),
    "feTile": PRIMITIVE | {"in"},
    "feTurbulence": PRIMITIVE | _words("baseFrequency numOctaves seed stitchTiles type"),
    "feFuncR": TRANSFER,
    "feFuncG": TRANSFER,
    "feFuncB": TRANSFER,
    "feFuncA": TRANSFER,
    "feDistantLight": _words("azimuth elevation"),
    "fePointLight": _words("x y z"),
    "feSpotLight": _words("x y z pointsAtX pointsAtY pointsAtZ specularExponent limitingConeAngle"),
    "font": _words("horiz-origin-x horiz-origin-y horiz-adv-x vert-origin-x vert-origin-y vert-adv-y"),
    "font-face": _words(
        "units-per-em panose-1 stemv stemh slope cap-height x-height accent-height ascent descent widths bbox "
        "ideographic alphabetic mathematical hanging underline-position underline-thickness unicode-range"
    ),
    "glyph": _words("d horiz-adv-x unicode glyph-name orientation arabic-form vert-origin-x vert-origin-y vert-adv-y"),
    "missing-glyph": _words("d horiz-adv-x vert-origin-x vert-origin-y vert-adv-y"),
    "hkern": _words("u1 g1 u2 g2 k"),
    "vkern": _words("u1 g1 u2 g2 k"),
}

DESCRIPTIVE = _words("title desc metadata")
ANIMATION = _words("animate animateColor animateMotion animateTransform set discard")
SHAPES = _words("path rect circle ellipse line polyline polygon")
SERVERS = _words("linearGradient radialGradient pattern")
NEVER_DRAWN = SERVERS | _words("clipPath marker mask script style filter")
STRUCTURE = SHAPES | _words("svg g defs symbol use text image switch a foreignObject view font font-face")
ANYTHING = STRUCTURE | NEVER_DRAWN | ANIMATION | DESCRIPTIVE
PRIMITIVES = frozenset(name for name in ELEMENTS if name.startswith("fe")) - _words(
    "feMergeNode feFuncR feFuncG feFuncB feFuncA feDistantLight fePointLight feSpotLight"
)
LIGHTS = _words("feDistantLight fePointLight feSpotLight")
ANNOTATIONS = DESCRIPTIVE | ANIMATION | _words("script style")
SPANS = _words("tspan tref textPath a")

# Element: the elements that it may contain. Elements that are not listed contain only descriptions and animations.
CHILDREN: dict[str, frozenset[str]] = {
    **dict.fromkeys(("svg", "g", "defs", "symbol", "pattern", "mask", "marker", "glyph", "missing-glyph"), ANYTHING),
    **dict.fromkeys(SHAPES, ANNOTATIONS | NEVER_DRAWN),
    **dict.fromkeys(("use", "image"), ANNOTATIONS | NEVER_DRAWN),
    "a": ANYTHING | SPANS,
    "switch": ANYTHING,
    "clipPath": SHAPES | ANNOTATIONS | _words("text use"),
    **dict.fromkeys(("text", "tspan", "textPath"), SPANS | ANNOTATIONS | NEVER_DRAWN),
    "tref": DESCRIPTIVE | ANIMATION,
    **dict.fromkeys(("linearGradient", "radialGradient"), ANNOTATIONS | {"stop"}),
    "stop": _words("animate animateColor set script style"),
    "filter": PRIMITIVES | ANNOTATIONS,
    "feComponentTransfer": _words("feFuncR feFuncG feFuncB feFuncA") | ANNOTATIONS,
    "feMerge": ANNOTATIONS | {"feMergeNode"},
    "feDiffuseLighting": LIGHTS | ANNOTATIONS,
    "feSpecularLighting": LIGHTS | ANNOTATIONS,
    "animateMotion": DESCRIPTIVE | {"mpath"},
    "font": DESCRIPTIVE | _words("font-face glyph missing-glyph hkern vkern"),
    "font-face": DESCRIPTIVE | _words("font-face-src"),
}
HOLDS_TEXT = _words("text tspan textPath tref a title desc metadata style script foreignObject")

PAINTS = _words("fill stroke")
COLORS = _words("color stop-color flood-color lighting-color")
OPACITIES = _words("opacity fill-opacity stroke-opacity stop-opacity flood-opacity")
TRANSFORMS = _words("transform gradientTransform patternTransform")
LENGTHS = _words(
    "x y width height cx cy r rx ry fx fy fr x1 y1 x2 y2 refX refY markerWidth markerHeight stroke-width "
    "stroke-dashoffset startOffset textLength"
)
NOT_NEGATIVE = _words("width height r rx ry fr markerWidth markerHeight stroke-width textLength")
PLAIN_NUMBERS = _words("pathLength stroke-miterlimit surfaceScale diffuseConstant specularConstant seed numOctaves")
KEYWORDS: dict[str, frozenset[str]] = {
    "fill-rule": _words("nonzero evenodd inherit"),
    "clip-rule": _words("nonzero evenodd inherit"),
    "stroke-linecap": _words("butt round square inherit"),
    "stroke-linejoin": _words("miter round bevel miter-clip arcs inherit"),
    "text-anchor": _words("start middle end inherit"),
    "visibility": _words("visible hidden collapse inherit"),
    "spreadMethod": _words("pad reflect repeat"),
    **dict.fromkeys(
        _words(
            "gradientUnits patternUnits patternContentUnits clipPathUnits maskUnits maskContentUnits filterUnits "
            "primitiveUnits"
        ),
        _words("userSpaceOnUse objectBoundingBox"),
    ),
}
GLOBAL_WORDS = _words("inherit initial unset revert")
# Keywords that may replace a length.
LENGTH_WORDS: dict[str, frozenset[str]] = {
    **dict.fromkeys(("width", "height", "rx", "ry"), frozenset({"auto"})),
    "refX": _words("left center right"),
    "refY": _words("top center bottom"),
}

# A shape without these attributes is valid but draws nothing, which is never intended.
NEEDED: dict[str, tuple[str, ...]] = {
    "circle": ("r",),
    "rect": ("width", "height"),
    "polyline": ("points",),
    "polygon": ("points",),
    "path": ("d",),
    "use": ("href",),
    "image": ("href",),
    "animate": ("attributeName",),
    "animateTransform": ("attributeName",),
    "set": ("attributeName",),
}

NAMES_BY_SMALL_LETTERS = {name.lower(): name for name in ELEMENTS}
ATTRIBUTES_BY_SMALL_LETTERS = {
    name.lower(): name
    for name in sorted(CORE | PRESENTATION | frozenset().union(*ELEMENTS.values()))  # fixed order, fixed answer
}
