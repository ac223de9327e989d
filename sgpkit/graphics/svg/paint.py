"""Parse colours and paints of SVG and CSS into 8-bit sRGB.

Colours: https://www.w3.org/TR/css-color-4/; paints: https://www.w3.org/TR/SVG2/painting.html#SpecifyingPaint.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

LONGEST = 400  # characters; nested brackets in a longer text could exhaust the parser's stack


class Color(NamedTuple):
    """An sRGB colour: channels from 0 to 255, alpha from 0 to 1."""

    red: int
    green: int
    blue: int
    alpha: float = 1.0

    @property
    def hex(self) -> str:
        """The colour as #rrggbb, without its alpha."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


class Reference(NamedTuple):
    """A gradient or pattern by its id, and the paint to use if that id does not exist."""

    identifier: str
    fallback: "Color | Literal['currentColor'] | None" = None


Paint = Color | Reference | None

CURRENT: Literal["currentColor"] = "currentColor"
Specified = Color | Reference | Literal["currentColor", "invalid"] | None

BLACK = Color(0, 0, 0)
SHORT = re.compile(r"#([0-9a-fA-F]{3,8})")
URL = re.compile(r"url\(\s*+(\"[^\"]*+\"|'[^']*+'|[^\s\"'()]*+)\s*+\)\s*+", re.IGNORECASE)
# Linear light from XYZ (D65): https://www.w3.org/TR/css-color-4/#color-conversion-code
FROM_XYZ = (
    (3.2409699419045226, -1.537383177570094, -0.4986107602930034),
    (-0.9692436362808796, 1.8759675015077202, 0.04155505740717559),
    (0.05563007969699366, -0.20397695888897652, 1.0569715142428786),
)
D50_TO_D65 = (
    (0.955473421488075, -0.02309845494876471, 0.06325924320057072),
    (-0.0283697093338637, 1.0099953980813041, 0.021041441191917323),
    (0.012314014864481998, -0.020507649298898964, 1.330365926242124),
)


@lru_cache(maxsize=4096)
def color(text: str) -> Color | None:
    """Return the colour that a CSS text denotes, or None. `currentColor` is not a colour here."""
    short = SHORT.fullmatch(text)
    if short is not None and len(short[1]) in (3, 6):
        digits = short[1] if len(short[1]) == 6 else "".join(digit * 2 for digit in short[1])
        return Color(int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))
    parsed = _parse(text)
    return parsed if isinstance(parsed, Color) else None


def _parse(text: str) -> Color | Literal["currentColor"] | None:
    from tinycss2 import color5

    if len(text) > LONGEST or not text.strip():
        return None
    try:
        parsed = color5.parse_color(text.strip())
    except (ValueError, IndexError, AttributeError, TypeError, RecursionError):
        return None  # the parser raises for some malformed functions, such as `color()`
    if parsed is None:
        return None
    if isinstance(parsed, str):
        return CURRENT
    space = parsed.space
    channels = [channel or 0.0 for channel in parsed.coordinates]
    if space == "device-cmyk":
        cyan, magenta, yellow, black = channels
        return _eight_bit([1 - min(1, ink * (1 - black) + black) for ink in (cyan, magenta, yellow)], parsed.alpha)
    if space in ("hsl", "hwb"):
        channels = [channel or 0.0 for channel in parsed.to("srgb").coordinates]
    elif space in ("lab", "lch"):
        channels = _from_xyz(_times(D50_TO_D65, parsed.to("xyz-d50").coordinates))
    elif space in ("oklab", "oklch"):
        channels = _from_xyz(parsed.to("xyz-d65").coordinates)
    elif space == "srgb-linear":
        channels = [_encoded(channel) for channel in channels]
    elif space in ("xyz", "xyz-d65"):
        channels = _from_xyz(channels)
    elif space == "xyz-d50":
        channels = _from_xyz(_times(D50_TO_D65, channels))
    elif space != "srgb":
        return None  # wide-gamut spaces, which none of the renderers supports
    return _eight_bit(channels, parsed.alpha)


def _times(matrix: tuple[tuple[float, float, float], ...], vector: object) -> list[float]:
    values: list[float] = list(vector)  # type: ignore[call-overload]  # three floats, from a library without types
    return [sum(factor * value for factor, value in zip(row, values, strict=True)) for row in matrix]


def _encoded(value: float) -> float:
    size = abs(value)
    lifted = 12.92 * size if size <= 0.0031308 else 1.055 * size ** (1 / 2.4) - 0.055
    return lifted if value >= 0 else -lifted


def _from_xyz(values: object) -> list[float]:
    return [_encoded(value) for value in _times(FROM_XYZ, values)]


def _eight_bit(channels: list[float], alpha: float) -> Color:
    # Round half up as renderers do; 1e-9 compensates for errors such as 0.49999999999 · 255.
    red, green, blue = (int(min(1.0, max(0.0, channel)) * 255 + 0.5 + 1e-9) for channel in channels)
    return Color(red, green, blue, alpha)


@lru_cache(maxsize=4096)
def specified(text: str) -> Specified:
    """Return a `fill` or `stroke` value: a colour, a reference, `currentColor`, None for `none`, or "invalid"."""
    plain = color(text)
    if plain is not None:
        return plain
    text = text.strip()
    lowered = text.lower()
    if lowered == "none":
        return None
    if lowered in ("context-fill", "context-stroke"):
        return None  # only meaningful in markers, which are not read
    url = URL.match(text)
    if url is not None:
        target = url[1].strip("\"'")
        after = text[url.end() :].strip()
        if URL.match(after):
            return "invalid"  # only a colour may follow; a long row of references would exhaust the stack
        rest = specified(after) if after else None
        if rest == "invalid" or isinstance(rest, Reference) or not target:
            return "invalid"
        return Reference(target.removeprefix("#"), rest)
    # SVG 1.1 allows an ICC colour after the sRGB one, which no renderer reads.
    before, _, _ = text.partition(" icc-color(")
    parsed = _parse(before)
    return "invalid" if parsed is None else parsed
