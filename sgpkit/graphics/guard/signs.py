"""Search a drawing's raw text for suspicious signs; those that do not occur need not be checked in each element.

Searching the whole text once is far cheaper than searching each attribute. A sign may be harmless, but nothing harmful
occurs without its sign. If parsing can change the text (character references, CSS escapes, split style sheets), all
signs count as present.
"""

import math
import re
from functools import lru_cache
from typing import NamedTuple

from sgpkit.graphics.guard.limits import Limits


class Signs(NamedTuple):
    """The kinds of suspicious contents that may occur in a drawing."""

    refers: bool
    """There may be references to elements."""
    styled: bool
    """There may be a style sheet."""
    links: bool
    """An href may be something else than a reference to an element."""
    schemes: bool
    """A value may begin with `javascript` or `data:`."""
    fetches: bool
    """A value may load something by CSS."""
    numbers: bool
    """A number may be very large."""
    dashes: bool
    """There may be dashed lines."""
    long: bool
    """There may be too many points."""
    longest: bool
    """An attribute may be too long."""
    nested: bool
    """CSS may have too deeply nested brackets."""

    @property
    def values(self) -> bool:
        """Return whether any attribute value may be harmful."""
        return self.schemes or self.fetches or self.numbers or self.dashes or self.longest or self.nested


ALL = Signs(*[True] * len(Signs._fields))

# Maps digits to 0 and letters to lower case.
SIGHT = bytes.maketrans(
    b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    b"000000000abcdefghijklmnopqrstuvwxyz",
)
BETWEEN = bytes([*range(0x21), 0x7F]) + b"0123456789.,-+"
FOREIGN_BLANK = re.compile(b"\xc2[\x80-\xa0]|\xe2\x80\x8b|\xef\xbb\xbf")  # the rest of `values.HIDDEN`, in UTF-8
# These characters add no sign; blanks are removed before searching.
PLAIN_ESCAPE = re.compile(rb"&(?:amp|lt|gt|quot|apos|#(?:34|38|39|45|60|62|9|10|13|32|160|x[9aAdD]|x20|x[aA]0));")
BLANK_ESCAPE = re.compile(rb"&#(?:9|10|13|32|160|x[9aAdD]|x20|x[aA]0);")
MOST_STYLES = 50
WHOLE_STYLE = re.compile(rb"[<:]style[^<>]*+(?:(?<=/)>|>\s*+(?:<!\[cdata\[)?[^<]*+</)")
NAMED_URL = re.compile(rb"url\(\s*+[\"']?#[\w.:-]++[\"']?\s*+\)")
NAMED_LINK = re.compile(rb"href\s*+=\s*+(?:\"#[\w.:-]++\"|'#[\w.:-]++')")
SCRIPT = re.compile(rb"(?:java|vb|live)script")
LOADING = (b"@", b"/*", b"image(", b"set(", b"src(", b"fade(", b"expression(")
POWERS = (b"0e0", b"0e+", b".e0", b".e+")
PACKED = bytes.maketrans(b"123456789.+E", b"00000000000e")
"""Maps digits, points and signs to 0."""

NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}")
PEELED_LEVELS = 3
"""Number of innermost bracket levels that are removed before counting."""

COLOUR = re.compile(rb"#[0-9a-f]{3,8}(?=[\"';}])")
# Ten digits before the decimal point; decimals do not make a number large.
TEN_DIGITS = re.compile(rb"(?<![0-9.])[0-9]{10}")
SOLID = re.compile(rb"stroke-dash(?:array\s*+(?::|=\s*+[\"'])\s*+none(?=\s*+[;\"'}!])|offset)")
PATTERN = re.compile(rb"stroke-dasharray\s*+(?:=\s*+\"([0-9., ]++)\"|:\s*+([0-9., ]++)(?=[;\"}]))")
NAMESPACE = b"//www.w3.org/0000"
MOST_CORNERS = 100
"""Maximum number of corners of a path that count towards its length."""


def find_signs(code: str, limits: Limits) -> Signs:
    """Return the signs in a text, which must not contain lone surrogates."""
    return _find_signs(
        code, limits.points, 2 * limits.edges, limits.attribute_characters, limits.dashes, limits.css_depth
    )


@lru_cache(maxsize=4)  # a drawing is often checked and then read
def _find_signs(code: str, points: int, longest_points: int, longest: int, dashes: float, depth: int) -> Signs:
    raw = code.encode()
    if b"\\" in raw or not _all_match(PLAIN_ESCAPE, raw, raw.count(b"&")):
        return ALL
    # Search for words in a text without blanks, since browsers ignore blanks inside a scheme; a shorter text is also
    # faster to search.
    close = (BLANK_ESCAPE.sub(b"", raw) if b"&#" in raw else raw).translate(SIGHT, BETWEEN)
    if not code.isascii():
        close = FOREIGN_BLANK.sub(b"", close)
    text = raw.translate(SIGHT)
    styled = b"<style" in close or b":style" in close
    if styled:
        styles = text.count(b"<style") + text.count(b":style")
        if styles > MOST_STYLES or not _all_match(WHOLE_STYLE, text, styles):
            return ALL
    urls, links, numbers = b"url" in close, b"href" in close, _has_large_number(raw, text)
    return Signs(
        refers=urls or links,
        styled=styled,
        links=links and not _all_match(NAMED_LINK, text, text.count(b"href")),
        schemes=b"data:" in close or (b"script" in close and SCRIPT.search(close) is not None),
        fetches=any(map(close.__contains__, LOADING)) or (urls and not _all_match(NAMED_URL, text, text.count(b"url"))),
        numbers=numbers,
        dashes=b"dash" in close and (numbers or _has_fine_dashes(raw, text, dashes)),
        long=len(code) > points or (len(code) > longest_points and _has_long_value(raw, longest_points)),
        longest=len(code) > longest,
        nested=_has_deep_brackets(raw, depth),
    )


def _all_match(pattern: re.Pattern[bytes], text: bytes, count: int) -> bool:
    """Return whether all `count` occurrences match a harmless pattern."""
    return not count or len(pattern.findall(text)) == count


def _has_deep_brackets(raw: bytes, most: int) -> bool:
    """Return whether brackets anywhere may be nested deeper than `most`."""
    rest = raw.translate(None, NO_BRACKETS)
    for _ in range(PEELED_LEVELS):
        if len(rest) <= most:
            return False
        rest = rest.replace(b"()", b"").replace(b"{}", b"").replace(b"[]", b"")
    return sum(map(rest.count, (b"(", b"[", b"{"))) > most - PEELED_LEVELS


def _has_large_number(raw: bytes, text: bytes) -> bool:
    packed = raw.translate(PACKED)
    if b"0000000000" in packed and TEN_DIGITS.search(text) is not None:
        return True
    if b"0e0" not in packed:
        return False
    # Hexadecimal colours such as #12E3A4 look like exponents.
    text = COLOUR.sub(b"", text)
    return b"0e0" in text.translate(PACKED) and any(map(text.__contains__, POWERS))


def _has_fine_dashes(raw: bytes, text: bytes, most: float) -> bool:
    """Return whether there may be too many dashes, from the shortest pattern and the digits of coordinates."""
    patterns = PATTERN.findall(raw)
    if not _all_match(SOLID, text, text.count(b"dash") - len(patterns)):
        return True
    try:
        periods = [sum(map(float, b"".join(pattern).replace(b",", b" ").split())) for pattern in patterns]
    except ValueError:
        return True
    finest = min((period for period in periods if period > 0), default=math.inf)
    if finest == math.inf:
        return False
    digits = math.floor(math.log10(max(most * finest / (2 * MOST_CORNERS), 1.0)))
    more = b"0" * (digits + 1)
    text = text.replace(NAMESPACE, b"")
    return more in text and re.search(rb"(?<![0-9.])" + more, text) is not None


def _has_long_value(raw: bytes, most: int) -> bool:
    """Return whether a quoted value is longer than `most`. Such a value spans an index that is a multiple of `most`, so
    only those are examined."""
    if b"'" in raw:
        return True
    for index in range(0, len(raw), most):
        end = raw.find(b'"', index)
        if (len(raw) if end < 0 else end) - raw.rfind(b'"', 0, index) > most:
            return True
    return False
