"""Check attribute values and style sheets; `signs.py` decides which checks are necessary."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sgpkit.graphics.guard.limits import Limits
from sgpkit.graphics.guard.signs import MOST_CORNERS, Signs
from sgpkit.status import Rejected, Status


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


NUMBER = re.compile(r"(?<![#\w.])[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?")
PACKED = re.compile(r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]++)?")
GROUP = re.compile(r"([A-DF-Za-df-z])([^A-DF-Za-df-z]*+)")
LETTER = re.compile(r"[A-DF-Za-df-z]")
NAMED = re.compile(r"url\(\s*+[\"']?#[^()\"']*+[\"']?\s*+\)")
"""A reference to an element, whose name may look like a number: "ramp-8e24"."""
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}")
LONG = re.compile(r"[0-9]{10}|[0-9.][eE]")
GEOMETRY = words(
    "x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points transform gradientTransform patternTransform "
    "viewBox stroke-width stroke-dasharray stroke-dashoffset stroke-miterlimit font-size dx dy rotate refX refY "
    "markerWidth markerHeight textLength letter-spacing word-spacing pathLength style offset startOffset"
)
POINTS = frozenset(("d", "points"))
TRANSFORMS = words("transform gradientTransform patternTransform style")
TRANSFORM = re.compile(r"transform\s*+:([^;}]*+)", re.IGNORECASE | re.ASCII)
SHORTEST_TRANSFORM = len("scale(1)")
LENGTHY = POINTS | TRANSFORMS
"""Attributes whose values are lists of any length."""
EXTENT = words("x y x1 y1 x2 y2 cx cy r rx ry width height d points pathLength")
SCHEME = re.compile(r"(?:^|;)(?:javascript|vbscript|livescript|data:(?!image/(?:png|jpe?g|gif|webp)[;,]))")
HIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0\u200b\ufeff]+")
BITMAP = re.compile(r"data:image/(?:png|jpe?g|gif|webp)[;,]")
CSS_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\r\n\f]?|([^\r\n\f]))")
CSS_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
CSS_NAMESPACE = re.compile(r"@namespace\b[^;@]*+;")
CSS_URL = re.compile(r"url\(\s*+(?:\"([^\"]*+)|'([^']*+)|([^)]*+))")
CSS_LOADING = ("@import", "@font-face", "image", "src", "cross-fade", "expression")
CSS_FETCH = re.compile(r"@(import|font-face)\b|(?<![\w-])(image-set|image|src|cross-fade|expression)\(")
CLOSING = {"(": ")", "[": "]", "{": "}"}
BRACKETS = re.compile(r"[()\[\]{}]")
DASHES = re.compile(r"stroke-dasharray\s*:\s*([^;}!]*)", re.IGNORECASE | re.ASCII)
MANY_DIGITS = re.compile(r"[0-9]{1000}")  # Python refuses integers of more than 4,300 digits
ANIMATIONS = frozenset(("set", "animate", "animateMotion", "animateTransform", "animateColor"))
MAX_CACHED = 64


class Kind(NamedTuple):
    """Properties of an attribute that depend on its name."""

    runs: bool
    refers: bool
    embeds: bool  # its value may be a data URL
    foreign: bool  # ignored by renderers
    measured: bool


def kind_of(name: str) -> Kind:
    """Return the properties of an attribute by its name."""
    return _cached_kind(name) if len(name) <= MAX_CACHED else _kind(name)


def _kind(name: str) -> Kind:
    prefix, _, local = name.rpartition(":")
    return Kind(
        runs=not prefix and local[:2].lower() == "on",
        refers="href" in local.lower() or local in ("src", "srcset") or name == "xml:base",
        embeds=not local.startswith("data-"),
        foreign=bool(prefix) or local.startswith(("data-", "aria-")),
        measured=local in GEOMETRY,
    )


_cached_kind = lru_cache(maxsize=4096)(_kind)


class Values:
    """Checks the attributes and style sheets of one document, and at the end its dash patterns against its size."""

    __slots__ = ("_bound", "_extent", "_finest", "_limits", "_points", "_signs", "_uncounted")

    def __init__(self, limits: Limits, signs: Signs) -> None:
        self._limits = limits
        self._signs = signs
        self._points = 0
        self._bound = 0
        self._uncounted: list[str] = []
        self._finest = float("inf")
        self._extent = 0.0

    def element(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Check the attributes of an element. Raises Rejected."""
        limits, signs = self._limits, self._signs
        measured = signs.numbers or signs.dashes
        for name, value in attributes.items():
            kind = kind_of(name)
            if len(value) > limits.attribute_characters:
                raise Rejected(Status.TOO_LARGE, f"attribute {name} has {len(value):,} characters")
            if kind.runs:
                raise Rejected(Status.UNSAFE, f"event handler {name!r}")
            if kind.refers:
                _reference(tag, name, value, _start(value))
            elif signs.schemes and kind.embeds and SCHEME.search(_start(value)):
                raise Rejected(Status.UNSAFE, f"attribute {name} runs or embeds {value.strip()[:40]!r}")
            if kind.foreign:
                continue
            if kind.measured and (measured or (signs.long and name in POINTS)):
                self._geometry(name, value)
            if signs.long and name in TRANSFORMS:
                self._transforms(value)
            if signs.fetches and ("(" in value or "@" in value or "\\" in value):
                _css(value, f"attribute {name}")
            if signs.nested:
                refuse_deep_nesting(value, limits.css_depth)
        if tag in ANIMATIONS and re.search(r"href|\bon|src", attributes.get("attributeName", ""), re.IGNORECASE):
            raise Rejected(Status.UNSAFE, f"animation of attribute {attributes['attributeName']!r}")
        if tag[:2] == "fe" or tag == "filter":
            self._filter(tag, attributes)

    def _geometry(self, name: str, value: str) -> None:
        limits = self._limits
        if self._signs.numbers and LONG.search(value):
            finder, text = NUMBER, NAMED.sub("", value)
            if name in POINTS:
                finder, text = PACKED, HEX_COLOUR.sub(" ", text)
            for match in finder.findall(text):
                if not abs(float(match)) <= limits.coordinate:
                    raise Rejected(
                        Status.TOO_LARGE, f"{name} has {match[:40]}; at most {limits.coordinate:g} is allowed"
                    )
        if name in POINTS and self._signs.long:
            self._count(name, value)
        if self._signs.dashes:
            if name in EXTENT:
                text = HEX_COLOUR.sub(" ", value) if "#" in value else value
                reach = max((abs(float(match)) for match in PACKED.findall(text)), default=0.0)
                corners = min(max(_points(value), 1), MOST_CORNERS) if name in POINTS else 1
                self._extent = max(self._extent, 2 * reach * corners)
            elif name == "stroke-dasharray":
                self._pattern(value)
            elif name == "style":
                self._patterns(value)
        if name == "style":
            self._digits(value)

    def _count(self, name: str, value: str) -> None:
        limits = self._limits
        # A text has at most as many points as characters: count only if there are many.
        self._bound += len(value)
        self._uncounted.append(value)
        if self._bound > limits.points:
            self._points += sum(map(_points, self._uncounted))
            self._uncounted.clear()
            if self._points > limits.points:
                raise Rejected(Status.TOO_LARGE, f"paths of more than {limits.points:,} points")
        if len(value) > 2 * limits.edges and _points(value) > limits.edges:
            edges = mean_edges(value)
            if edges > limits.edges:
                raise Rejected(Status.TOO_LARGE, f"a straight line crosses {name} {edges:,.0f} times on average")

    def _transforms(self, text: str) -> None:
        most = self._limits.transforms
        if len(text) > most * SHORTEST_TRANSFORM:
            for listed in TRANSFORM.findall(text) if ":" in text else (text,):
                if listed.count("(") > most:
                    raise Rejected(Status.TOO_LARGE, f"an element has {listed.count('('):,} transforms; limit {most:,}")

    def _digits(self, text: str) -> None:
        if self._signs.numbers and MANY_DIGITS.search(text):
            raise Rejected(Status.TOO_LARGE, "a style has a number with a thousand digits")

    def _patterns(self, text: str) -> None:
        for pattern in DASHES.findall(unescaped(CSS_COMMENT.sub(" ", text))):
            self._pattern(pattern)

    def _pattern(self, text: str) -> None:
        period = sum(abs(float(number)) for number in NUMBER.findall(text))
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
            for number in NUMBER.findall(text):
                if not abs(float(number)) <= bound:
                    raise Rejected(Status.TOO_LARGE, f"{tag} has {name}={text[:40]!r}; at most {bound:g} is allowed")

    def stylesheet(self, text: str) -> None:
        """Check a style sheet. Raises Rejected."""
        _css(text, "style sheet")
        self._digits(text)
        self._transforms(text)
        if self._signs.nested:
            refuse_deep_nesting(text, self._limits.css_depth)
        if self._signs.dashes:
            self._patterns(text)

    def finish(self) -> None:
        """Check the shortest dash pattern against the size of the drawing. Raises Rejected for too many dashes."""
        if self._extent / self._finest > self._limits.dashes:
            reason = f"dashes of {self._finest:g} on lines of {self._extent:g}"
            raise Rejected(Status.TOO_LARGE, f"{reason}: more than {self._limits.dashes:,.0f} dashes")


def _points(data: str) -> int:
    """Return an upper bound on the number of points: a point has two numbers or a letter."""
    return max(len(PACKED.findall(data)) // 2, len(LETTER.findall(data)))


def _start(value: str) -> str:
    """Return the start of a value, normalised as browsers do with URLs."""
    return HIDDEN.sub("", value[:1000]).lower()


def _reference(tag: str, name: str, value: str, start: str) -> None:
    target = value.strip()
    if not target or target.startswith("#") or BITMAP.match(start):
        return
    if tag.rpartition(":")[2] == "a" and name != "xml:base" and not SCHEME.search(start):
        return  # a hyperlink is not loaded
    raise Rejected(Status.UNSAFE, f"{name} of {tag} is an external reference: {target[:80]!r}")


def unescaped(text: str) -> str:
    """Decode CSS escapes such as `\\75`."""
    if "\\" not in text:
        return text

    def one(match: re.Match[str]) -> str:
        if match[1] is None:
            return match[2]
        code = int(match[1], 16)
        return chr(code) if 0 < code < 0xD800 or 0xDFFF < code <= 0x10FFFF else "\ufffd"

    return CSS_ESCAPE.sub(one, text)


def refuse_deep_nesting(text: str, most: int) -> None:
    """Raise Rejected if brackets in CSS are nested deeper than `most`, since parsers recurse for each."""
    if sum(map(text.count, CLOSING)) <= most:
        return
    expected: list[str] = []
    for bracket in BRACKETS.finditer(text):
        if bracket[0] in CLOSING:
            expected.append(CLOSING[bracket[0]])
            if len(expected) > most:
                raise Rejected(Status.TOO_LARGE, f"CSS with brackets nested more than {most} deep")
        elif expected and expected[-1] == bracket[0]:
            expected.pop()


def _css(text: str, where: str) -> None:
    """Raise Rejected for CSS that loads resources. Escapes are decoded and comments removed, as in browsers."""
    plain = unescaped(CSS_COMMENT.sub("", text) if "/*" in text else text).lower()
    fetch = CSS_FETCH.search(plain) if any(map(plain.__contains__, CSS_LOADING)) else None
    if fetch is not None:
        raise Rejected(Status.UNSAFE, f"{where} uses {fetch[0]!r}")
    if "url(" not in plain:
        return
    for quoted, single, bare in CSS_URL.findall(CSS_NAMESPACE.sub("", plain)):
        target = (quoted or single or bare).strip()
        if target and not target.startswith("#") and not BITMAP.match(HIDDEN.sub("", target[:200])):
            raise Rejected(Status.UNSAFE, f"{where} has an external reference: {target[:80]!r}")


def mean_edges(data: str) -> float:
    """Return the mean number of edges of an outline that a vertical or horizontal line across its box crosses.

    The cost of rasterising grows with this number, and with its square if edges intersect. Control points count as
    corners.
    """
    groups = GROUP.findall(data) or [("L", data)]
    x = y = 0.0
    travel_x = travel_y = 0.0
    left = right = top = bottom = None
    for letter, text in groups:
        kind, relative = letter.upper(), letter.islower()
        values = [float(number) for number in PACKED.findall(text)]
        size = {"H": 1, "V": 1, "A": 7, "C": 6, "S": 4, "Q": 4}.get(kind, 2)
        for begin in range(0, len(values) - size + 1, size):
            base_x, base_y = (x, y) if relative else (0.0, 0.0)
            for index in (begin,) if size == 1 else (begin + 5,) if kind == "A" else range(begin, begin + size, 2):
                new_x = x if kind == "V" else base_x + values[index]
                new_y = y if kind == "H" else base_y + values[index if kind == "V" else index + 1]
                if left is not None:
                    travel_x, travel_y = travel_x + abs(new_x - x), travel_y + abs(new_y - y)
                x, y = new_x, new_y
                left, right = (x, x) if left is None or right is None else (min(left, x), max(right, x))
                top, bottom = (y, y) if top is None or bottom is None else (min(top, y), max(bottom, y))
    if left is None or right is None or top is None or bottom is None:
        return 0.0
    longest = max(right - left, bottom - top)
    return max(travel_x, travel_y) / longest if longest > 0 else 0.0
