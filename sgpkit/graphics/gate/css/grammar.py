"""The values of properties: canonical text, invalid (browsers drop the declaration), or refused.

`read(name, text)` gives equal results for presentation attributes and CSS, except for transforms (`transforms`).
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from sgpkit.graphics.gate import numbers
from sgpkit.graphics.gate.names import BOXES, NEUTRAL, REFUSED_VALUES, words
from sgpkit.graphics.gate.refusals import Unsupported
from sgpkit.graphics.svg import paint

GLOBAL = words("inherit initial unset revert revert-layer")
HEX = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?")
BEYOND = re.compile(r"(?<![\d.])(?:10[1-9]|1[1-9]\d|[2-9]\d\d|\d{4,})(?:\.\d*)?%|-\d[\d.]*%")
"""A percentage outside 0 to 100."""

MIXTURE = re.compile(r"color-mix\(\s*in\s+srgb\s*,(.*)\)", re.DOTALL)
SHARE = re.compile(r"(?<![\w.(,])\s*(\d+\.?\d*|\.\d+)%(?![^()]*\))")
COMMA = re.compile(r",(?![^()]*\))")
WORD = re.compile(r"-?[a-zA-Z][\w-]*")
URL = re.compile(r"url\(\s*(?:\"#([^\"()\\%]+)\"|'#([^'()\\%]+)'|#([^\"'()\\%\s]+))\s*\)", re.IGNORECASE)
ANY_URL = re.compile(r"url\(", re.IGNORECASE)
SYSTEM = words(
    "canvas canvastext linktext visitedtext activetext buttonface buttontext buttonborder field fieldtext highlight "
    "highlighttext selecteditem selecteditemtext mark marktext graytext accentcolor accentcolortext activeborder "
    "activecaption appworkspace background buttonhighlight buttonshadow captiontext inactiveborder inactivecaption "
    "inactivecaptiontext infobackground infotext menu menutext scrollbar threeddarkshadow threedface threedhighlight "
    "threedlightshadow threedshadow window windowframe windowtext -webkit-link -webkit-text"
)
FUNCTIONS = re.compile(
    r"(?:\s*(?:blur|brightness|contrast|grayscale|hue-rotate|invert|opacity|saturate|sepia|drop-shadow)"
    r"\([^()]*(?:\([^()]*\))?[^()]*\))+\s*",
    re.IGNORECASE,
)
BLENDS = words(
    "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion"
)
OTHER_BLENDS = words("plus-lighter plus-darker hue saturation color luminosity")
"""Modes that renderers paint differently in translucent groups."""

DISPLAYS = words(
    "inline block inline-block flex inline-flex grid inline-grid table inline-table list-item run-in table-cell "
    "table-row table-caption flow-root compact marker table-row-group"
)
NORMAL = {"crispedges": "crispEdges", "optimizespeed": "optimizeSpeed", "geometricprecision": "geometricPrecision"}
NORMAL |= {"srgb": "sRGB", "linearrgb": "linearRGB"}
CASES = words("none uppercase lowercase capitalize")
SPACES = words("pre-wrap pre-line break-spaces")
LINES = words("underline overline line-through")
FONT_SIZES = {
    "xx-small": "9", "x-small": "10", "small": "13", "medium": "16", "large": "18", "x-large": "24", "xx-large": "32",
    "xxx-large": "48", "smaller": "smaller", "larger": "larger",
}  # fmt: skip
"""Sizes in pixels by keyword; renderers use other ratios."""

FAMILY = re.compile(r"[^(){};\\]*")
ORDERS = words("fill stroke markers")


def reference(text: str) -> str | None:
    """Return the id of a value that is one reference, or None if it is something else."""
    match = URL.fullmatch(text.strip())
    return None if match is None else (match[1] or match[2] or match[3]).strip()


def color(text: str) -> str | None:
    """Return a colour as text that all renderers read, or None if it is invalid. Raises Unsupported."""
    text = text.strip()
    lowered = text.lower()
    if HEX.fullmatch(text) is not None:
        return text
    if lowered == "currentcolor":
        return "currentColor"
    if lowered in SYSTEM:
        raise Unsupported(text)
    if lowered.startswith("color-mix("):
        return _mixed(lowered)
    parsed = paint.color(text)
    if parsed is None:
        if "(" in text:
            raise Unsupported(text)
        return None
    if WORD.fullmatch(text) is not None and parsed.alpha == 1:
        return lowered if lowered != "rebeccapurple" else parsed.hex  # renderers know the names of SVG 1.1
    if lowered.startswith(("hsl", "hwb")) and BEYOND.search(lowered):
        raise Unsupported(text)
    if parsed.alpha == 1:
        return parsed.hex
    return f"rgba({parsed.red},{parsed.green},{parsed.blue},{numbers.write(round(parsed.alpha, 6))})"


def _mixed(text: str) -> str:
    """Return the mixture of two colours in sRGB. Raises Unsupported.

    https://www.w3.org/TR/css-color-5/#color-mix
    """
    match = MIXTURE.fullmatch(text)
    parts = COMMA.split(match[1]) if match is not None else []
    shades = [paint.color(SHARE.sub("", part).strip()) for part in parts]
    shares = [float(match[1]) / 100 if (match := SHARE.search(part)) is not None else None for part in parts]
    if len(shades) != 2 or shades[0] is None or shades[1] is None:
        raise Unsupported(text)
    first = shares[0] if shares[0] is not None else 1 - shares[1] if shares[1] is not None else 0.5
    second = shares[1] if shares[1] is not None else 1 - first
    total = first + second
    if not (0 <= first <= 1 and 0 <= second <= 1 and total > 0):
        raise Unsupported(text)
    weights = [first / total * shades[0].alpha, second / total * shades[1].alpha]
    alpha = sum(weights)
    if not alpha:
        return "rgba(0,0,0,0)"
    channels = [
        sum(part * weight for part, weight in zip(pair, weights, strict=True)) / alpha
        for pair in zip(*(shade[:3] for shade in shades if shade), strict=True)
    ]
    red, green, blue = (int(channel + 0.5) for channel in channels)
    alpha *= min(1.0, total)
    return (
        f"rgba({red},{green},{blue},{numbers.write(round(alpha, 6))})"
        if alpha < 1
        else f"#{red:02x}{green:02x}{blue:02x}"
    )


def paint_of(text: str) -> str | None:
    """Return `fill` or `stroke` as canonical text."""
    text = text.strip()
    if text.lower() == "none":
        return "none"
    if text.lower() in ("context-fill", "context-stroke"):
        raise Unsupported(text)
    match = URL.match(text)
    if match is None:
        if ANY_URL.search(text):
            raise Unsupported(text)
        return color(text)
    identifier, rest = (match[1] or match[2] or match[3]).strip(), text[match.end() :].strip()
    if not rest:
        return f"url(#{identifier})"
    fallback = "none" if rest.lower() == "none" else color(rest)
    return None if fallback is None else f"url(#{identifier}) {fallback}"


def opacity(text: str) -> str | None:
    """Return an opacity as a number."""
    value = numbers.number(text)
    if value is None:
        if "(" in text:
            raise Unsupported(text)
        return None
    return numbers.write(min(1.0, max(0.0, value)))


def link(text: str) -> str | None:
    """Return a reference to one element, or "none"."""
    if text.strip().lower() == "none":
        return "none"
    identifier = reference(text)
    if identifier is None:
        if "(" in text:
            raise Unsupported(text)
        return None
    return f"url(#{identifier})"


def filters(text: str) -> str | None:
    """Return a filter: a reference, "none", or functions."""
    return text.strip() if FUNCTIONS.fullmatch(text) is not None else link(text)


def keyword(*choices: str) -> Callable[[str], str | None]:
    """Return a reader of keywords."""
    accepted = {word.lower(): word for word in choices}
    return lambda text: accepted.get(text.strip().lower())


def refusing(accepted: Mapping[str, str], refused: frozenset[str]) -> Callable[[str], str | None]:
    """Return a reader of keywords, some of which are refused."""

    def read(text: str) -> str | None:
        word = text.strip().lower()
        if word in refused or "(" in word:
            raise Unsupported(text)
        return accepted.get(word)

    return read


def nonnegative(text: str) -> str | None:
    """Return a length that must not be negative."""
    return numbers.length(text, negative=False)


def dashes(text: str) -> str | None:
    """Return a list of dashes."""
    text = text.strip()
    if text.lower() == "none":
        return "none"
    parts = [numbers.length(part, negative=False) for part in re.split(r"\s*,\s*|\s+", text)] if text else [None]
    return None if None in parts else " ".join(map(str, parts))


def stop_color(text: str) -> str | None:
    """Return the colour of a stop. Raises Unsupported for spaces in which browsers mix with the next stop."""
    if text.strip().lower().startswith(("lab(", "lch(", "oklab(", "oklch(", "color-mix(")):
        raise Unsupported(text)
    return color(text)


def miter(text: str) -> str | None:
    """Return a miter limit."""
    value = numbers.number(text)
    return None if value is None or value < 1 or "%" in text else numbers.write(value)


def order(text: str) -> str | None:
    """Return a paint order."""
    parts = text.lower().split()
    if parts == ["normal"]:
        return "normal"
    return " ".join(parts) if parts and len(set(parts)) == len(parts) and set(parts) <= ORDERS else None


def family(text: str) -> str | None:
    """Return a list of font families."""
    text = text.strip()
    if FAMILY.fullmatch(text) is None:
        raise Unsupported(text)
    return text or None


def font_size(text: str) -> str | None:
    """Return a font size."""
    word = text.strip().lower()
    return FONT_SIZES[word] if word in FONT_SIZES else numbers.length(text, negative=False)


def font_weight(text: str) -> str | None:
    """Return a font weight."""
    word = text.strip().lower()
    if word in ("normal", "bold", "bolder", "lighter"):
        return word
    value = numbers.number(text)
    return None if value is None or not 1 <= value <= 1000 or "%" in text else numbers.write(round(value))


def font_style(text: str) -> str | None:
    """Return a font style."""
    word = text.strip().lower()
    return "oblique" if word.startswith("oblique") else word if word in ("normal", "italic") else None


def spacing(text: str) -> str | None:
    """Return letter or word spacing."""
    return "normal" if text.strip().lower() == "normal" else numbers.length(text)


def decoration(text: str) -> str | None:
    """Return the lines of a text decoration."""
    parts = text.lower().split()
    if parts == ["none"]:
        return "none"
    if parts and set(parts) <= LINES:
        return " ".join(parts)
    if parts and LINES.isdisjoint(parts):
        return None
    raise Unsupported(text)


def display(text: str) -> str | None:
    """Return "none" or "inline"."""
    word = text.strip().lower()
    if word == "contents":
        raise Unsupported(text)
    return "none" if word == "none" else "inline" if word in DISPLAYS else None


BASELINES = {
    "auto": "auto", "middle": "middle", "central": "central", "hanging": "hanging", "alphabetic": "alphabetic",
    "mathematical": "mathematical", "ideographic": "ideographic", "text-before-edge": "text-before-edge",
    "text-after-edge": "text-after-edge", "text-top": "text-before-edge", "text-bottom": "text-after-edge",
}  # fmt: skip
REFUSED_BASELINES = words("use-script no-change reset-size before-edge after-edge")

READERS: Mapping[str, Callable[[str], str | None]] = {
    **dict.fromkeys(("fill", "stroke"), paint_of),
    "color": lambda text: "inherit" if text.lower() == "currentcolor" else color(text),
    "flood-color": color,
    "stop-color": stop_color,
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity"), opacity),
    "stroke-width": nonnegative,
    "stroke-dashoffset": numbers.length,
    "stroke-dasharray": dashes,
    "stroke-miterlimit": miter,
    "stroke-linecap": keyword("butt", "round", "square"),
    "stroke-linejoin": refusing({word: word for word in ("miter", "round", "bevel")}, words("arcs miter-clip")),
    **dict.fromkeys(("fill-rule", "clip-rule"), keyword("nonzero", "evenodd")),
    "visibility": refusing({"visible": "visible", "hidden": "hidden", "collapse": "hidden"}, frozenset()),
    "display": display,
    "overflow": refusing(
        {"visible": "visible", "hidden": "hidden", "scroll": "hidden", "auto": "visible"}, words("clip")
    ),
    "paint-order": order,
    "text-anchor": keyword("start", "middle", "end"),
    "dominant-baseline": refusing(BASELINES, REFUSED_BASELINES),
    "isolation": keyword("auto", "isolate"),
    "mask-type": keyword("luminance", "alpha"),
    "mix-blend-mode": refusing({word: word for word in BLENDS}, OTHER_BLENDS),
    **dict.fromkeys(("clip-path", "mask", "marker-start", "marker-mid", "marker-end"), link),
    "filter": filters,
    "font-family": family,
    "font-size": font_size,
    "font-style": font_style,
    "font-weight": font_weight,
    **dict.fromkeys(("letter-spacing", "word-spacing"), spacing),
    "text-decoration": decoration,
    "text-transform": refusing({word: word for word in CASES}, words("full-width full-size-kana math-auto")),
    "white-space": refusing({"normal": "default", "nowrap": "default", "pre": "preserve"}, frozenset(SPACES)),
    "text-shadow": lambda text: text,
    "vector-effect": keyword("none", "non-scaling-stroke"),
    "shape-rendering": keyword("auto", "optimizeSpeed", "crispEdges", "geometricPrecision"),
    "color-interpolation-filters": refusing(
        {"auto": "linearRGB", "srgb": "sRGB", "linearrgb": "linearRGB"}, frozenset()
    ),
}
"""By property, the reader of a value other than the keywords that all properties have."""

TRANSFORMS = words("transform transform-origin transform-box translate rotate scale")
KNOWN = frozenset(READERS) | TRANSFORMS


UNKNOWN = words("points x1 x2 y1 y2 dx dy fx fy viewbox href offset-x offset-y gradientunits solid stroke-align")
"""Names that are not properties, which browsers ignore."""


@lru_cache(maxsize=1 << 13)
def read(name: str, text: str) -> str | None:
    """Return a property's value as canonical text, or None if it is invalid. Raises Unsupported.

    Properties without effect on a picture are invalid too, so that they are dropped.
    """
    text = text.strip()
    if text.lower() in GLOBAL:
        return text.lower()
    reader = READERS.get(name)
    if reader is not None:
        return reader(numbers.without_calc(text))
    if name in NEUTRAL or name in BOXES or name in UNKNOWN:
        return None
    neutral = REFUSED_VALUES.get(name)
    if neutral is not None and " ".join(text.lower().split()) in neutral:
        return None
    raise Unsupported(text)
