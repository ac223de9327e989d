"""Attribute values and style sheets that a drawing may not hold. `guard.py` says when to look."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sgpkit.status import Rejected, Status


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a drawing may hold. The defaults are far above real drawings and far below what hurts a renderer."""

    characters: int = 2_000_000
    depth: int = 200
    elements: int = 50_000
    attributes: int = 1_000
    attribute_characters: int = 1_000_000
    points: int = 200_000
    edges: int = 5_000  # of one element that a straight line across it meets, on average
    drawn: int = 20_000  # elements after every `use` is followed
    painted: int = 2_000_000  # elements after every pattern, mask and gradient is followed too
    reference_depth: int = 50
    coordinate: float = 1e9
    dashes: float = 1e6
    octaves: int = 10
    filter_percent: float = 2_000
    filter_units: float = 100_000
    filter_radius: float = 1_000


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NUMBER = re.compile(r"(?<![#\w.])[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?")
PACKED = re.compile(r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?")
GROUP = re.compile(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*+)")
LETTER = re.compile(r"[A-DF-Za-df-z]")
NAMED = re.compile(r"url\(\s*+[\"']?#[^)\"']*+[\"']?\s*+\)")
"""What refers to an element by its name: "ramp-8e24" there is no number."""
LONG = re.compile(r"[0-9]{10}|[0-9.][eE]")
GEOMETRY = words(
    "x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points transform gradientTransform patternTransform "
    "viewBox stroke-width stroke-dasharray stroke-dashoffset stroke-miterlimit font-size dx dy rotate refX refY "
    "markerWidth markerHeight textLength letter-spacing word-spacing pathLength style offset startOffset"
)
POINTS = frozenset(("d", "points"))
EXTENT = words("x y x1 y1 x2 y2 cx cy r rx ry width height d points pathLength")
SCHEME = re.compile(r"(?:^|;)(?:javascript|vbscript|livescript|data:(?!image/(?:png|jpe?g|gif|webp)[;,]))")
HIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0\u200b\ufeff]+")
BITMAP = re.compile(r"data:image/(?:png|jpe?g|gif|webp)[;,]")
CSS_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\r\n\f]?|([^\r\n\f]))")
CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
CSS_NAMESPACE = re.compile(r"@namespace\b[^;]*;")
CSS_URL = re.compile(r"url\(\s*+(?:\"([^\"]*+)|'([^']*+)|([^)]*+))")
CSS_FETCH = re.compile(r"@(import|font-face)\b|(?<![\w-])(image-set|image|src|cross-fade|expression)\(")
DASHES = re.compile(r"stroke-dasharray\s*:\s*([^;}!]*)")
ANIMATIONS = frozenset(("set", "animate", "animateMotion", "animateTransform", "animateColor"))


class Values:
    """Checks attributes and style sheets of one document; dash patterns against its size at the end."""

    __slots__ = ("_dashed", "_extent", "_finest", "_limits", "_points")

    def __init__(self, limits: Limits, dashed: bool) -> None:
        self._limits = limits
        self._points = 0
        self._dashed = dashed
        self._finest = float("inf")
        self._extent = 0.0

    def element(self, tag: str, attributes: Mapping[str, str]) -> None:
        limits = self._limits
        for name, value in attributes.items():
            prefix, _, local = name.rpartition(":")
            if len(value) > limits.attribute_characters:
                raise Rejected(Status.TOO_LARGE, f"attribute {name} has {len(value):,} characters")
            if not prefix and local[:2].lower() == "on":
                raise Rejected(Status.UNSAFE, f"event handler {name!r}")
            start = HIDDEN.sub("", value[:1000]).lower()
            if "href" in local.lower() or local in ("src", "srcset") or name == "xml:base":
                _reference(tag, name, value, start)
            elif SCHEME.search(start) and not local.startswith("data-"):
                raise Rejected(Status.UNSAFE, f"attribute {name} runs or embeds {value.strip()[:40]!r}")
            if prefix or local.startswith(("data-", "aria-")):
                continue
            if local in GEOMETRY:
                self._geometry(local, value)
            if "(" in value or "@" in value or "\\" in value:
                _css(value, f"attribute {name}")
        if tag in ANIMATIONS and re.search(r"href|\bon|src", attributes.get("attributeName", ""), re.IGNORECASE):
            raise Rejected(Status.UNSAFE, f"animation of attribute {attributes['attributeName']!r}")
        if tag[:2] == "fe" or tag == "filter":
            self._filter(tag, attributes)

    def _geometry(self, name: str, value: str) -> None:
        limits = self._limits
        if LONG.search(value):
            finder = PACKED if name in POINTS else NUMBER
            for found in finder.findall(NAMED.sub("", value)):
                if not abs(float(found)) <= limits.coordinate:
                    raise Rejected(
                        Status.TOO_LARGE, f"{name} holds {found[:40]}; at most {limits.coordinate:g} is drawn"
                    )
        count = 0
        if name in POINTS:
            count = max(len(PACKED.findall(value)) // 2, len(LETTER.findall(value)))
            self._points += count
            if self._points > limits.points:
                raise Rejected(Status.TOO_LARGE, f"paths of more than {limits.points:,} points")
            if count > limits.edges:
                edges = mean_edges(value)
                if edges > limits.edges:
                    raise Rejected(Status.TOO_LARGE, f"a straight line crosses {name} {edges:,.0f} times on average")
        if self._dashed:
            if name in EXTENT:
                reach = max((abs(float(found)) for found in PACKED.findall(value)), default=0.0)
                self._extent = max(self._extent, 2 * reach * min(max(count, 1), 100))
            elif name == "stroke-dasharray":
                self._pattern(value)
            elif name == "style":
                for pattern in DASHES.findall(value):
                    self._pattern(pattern)

    def _pattern(self, text: str) -> None:
        period = sum(abs(float(found)) for found in NUMBER.findall(text))
        if period > 0:
            self._finest = min(self._finest, period)

    def _filter(self, tag: str, attributes: Mapping[str, str]) -> None:
        limits = self._limits
        own_units = attributes.get("filterUnits", "objectBoundingBox") == "objectBoundingBox" and tag == "filter"
        checks = {"numOctaves": limits.octaves, "order": 50, "stdDeviation": limits.filter_radius}
        checks["radius"] = limits.filter_radius
        for name in ("x", "y", "width", "height"):
            checks[name] = limits.filter_percent / 100 if own_units else limits.filter_units
        for name, limit in checks.items():
            text = attributes.get(name, "")
            bound = limits.filter_percent if "%" in text else limit
            for found in NUMBER.findall(text):
                if not abs(float(found)) <= bound:
                    raise Rejected(Status.TOO_LARGE, f"{tag} with {name}={text[:40]!r}; at most {bound:g} is drawn")

    def stylesheet(self, text: str) -> None:
        _css(text, "style sheet")
        if self._dashed:
            for pattern in DASHES.findall(CSS_COMMENT.sub("", text)):
                self._pattern(pattern)

    def finish(self) -> None:
        if self._extent / self._finest > self._limits.dashes:
            reason = f"dashes of {self._finest:g} on lines of {self._extent:g}"
            raise Rejected(Status.TOO_LARGE, f"{reason}: more than {self._limits.dashes:,.0f} of them")


def _reference(tag: str, name: str, value: str, start: str) -> None:
    target = value.strip()
    if not target or target.startswith("#") or BITMAP.match(start):
        return
    if tag.rpartition(":")[2] == "a" and name != "xml:base" and not SCHEME.search(start):
        return  # a link to follow by hand: nothing loads it
    raise Rejected(Status.UNSAFE, f"{name} of {tag} reaches outside the drawing: {target[:80]!r}")


def unescaped(text: str) -> str:
    """The text with CSS escapes such as `\\75` read."""
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[2]
        code = int(match[1], 16)
        return chr(code) if 0 < code < 0xD800 or 0xDFFF < code <= 0x10FFFF else "\ufffd"

    return CSS_ESCAPE.sub(one, text)


def _css(text: str, where: str) -> None:
    """Refuses whatever loads something. Escapes are read, and comments dropped, as browsers do."""
    plain = unescaped(CSS_COMMENT.sub("", text)).lower()
    fetch = CSS_FETCH.search(plain)
    if fetch is not None:
        raise Rejected(Status.UNSAFE, f"{where} uses {fetch[0]!r}")
    if "url(" not in plain:
        return
    for quoted, single, bare in CSS_URL.findall(CSS_NAMESPACE.sub("", plain)):
        target = (quoted or single or bare).strip()
        if target and not target.startswith("#") and not BITMAP.match(HIDDEN.sub("", target[:200])):
            raise Rejected(Status.UNSAFE, f"{where} reaches outside the drawing: {target[:80]!r}")


def mean_edges(data: str) -> float:
    """How many edges of this outline an upright or a level line across it meets on average, in a square around it.

    What a rasteriser pays grows with it, and with its square where the edges cross. Control points count as corners.
    """
    groups = GROUP.findall(data) or [("L", data)]
    x = y = 0.0
    travel_x = travel_y = 0.0
    left = right = top = bottom = None
    for letter, text in groups:
        kind, relative = letter.upper(), letter.islower()
        values = [float(found) for found in PACKED.findall(text)]
        size = {"H": 1, "V": 1, "A": 7, "C": 6, "S": 4, "Q": 4}.get(kind, 2)
        for begin in range(0, len(values) - size + 1, size):
            base_x, base_y = (x, y) if relative else (0.0, 0.0)
            for place in (begin,) if size == 1 else (begin + 5,) if kind == "A" else range(begin, begin + size, 2):
                new_x = x if kind == "V" else base_x + values[place]
                new_y = y if kind == "H" else base_y + values[place if kind == "V" else place + 1]
                if left is not None:
                    travel_x, travel_y = travel_x + abs(new_x - x), travel_y + abs(new_y - y)
                x, y = new_x, new_y
                left, right = (x, x) if left is None or right is None else (min(left, x), max(right, x))
                top, bottom = (y, y) if top is None or bottom is None else (min(top, y), max(bottom, y))
    if left is None or right is None or top is None or bottom is None:
        return 0.0
    longest = max(right - left, bottom - top)
    return max(travel_x, travel_y) / longest if longest > 0 else 0.0
