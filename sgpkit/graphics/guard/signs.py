"""Suspicious signs in a drawing's raw text: what does not occur there need not be searched in every element.

One search of the whole text is far cheaper than one of each attribute. A sign may be harmless, but nothing harmful
occurs without its sign. Where the text differs from what an XML parser reads in it (references to characters, CSS
escapes, style sheets in pieces), every sign counts as present.
"""

import math
import re
from functools import lru_cache
from typing import NamedTuple

from sgpkit.graphics.guard.limits import Limits


class Signs(NamedTuple):
    """The suspicious things that may occur in a drawing."""

    refers: bool
    """Something may refer to an element."""
    styled: bool
    """There may be a style sheet."""
    links: bool
    """An href may hold something else than the name of an element."""
    schemes: bool
    """A value may begin with `javascript` or `data:`."""
    fetches: bool
    """A value may load something by CSS."""
    numbers: bool
    """A number may be very large."""
    dashes: bool
    """A line may be dashed."""
    long: bool
    """There may be too many points."""
    longest: bool
    """An attribute may be too long."""
    nested: bool
    """CSS may have brackets nested too deep."""

    @property
    def values(self) -> bool:
        """Return whether the value of any attribute may do harm."""
        return self.schemes or self.fetches or self.numbers or self.dashes or self.longest or self.nested


ALL = Signs(*[True] * len(Signs._fields))

# Digits as 0, capital letters as small ones.
SIGHT = bytes.maketrans(
    b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    b"000000000abcdefghijklmnopqrstuvwxyz",
)
BETWEEN = bytes([*range(0x21), 0x7F]) + b"0123456789.,-+"
FOREIGN_BLANK = re.compile(b"\xc2[\x80-\xa0]|\xe2\x80\x8b|\xef\xbb\xbf")  # the rest of `values.HIDDEN`, in UTF-8
# None of these characters adds a sign, but for blanks, which are left out like others.
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
"""Digits, points and signs as 0."""

NO_BRACKETS = bytes(byte for byte in range(256) if byte not in b"()[]{}")
PEELED = 3
"""Levels of brackets that are taken off before the rest is counted."""

COLOUR = re.compile(rb"#[0-9a-f]{3,8}(?=[\"';}])")
# Ten digits before the point: decimals make no number large.
TEN_DIGITS = re.compile(rb"(?<![0-9.])[0-9]{10}")
SOLID = re.compile(rb"stroke-dash(?:array\s*+(?::|=\s*+[\"'])\s*+none(?=\s*+[;\"'}!])|offset)")
PATTERN = re.compile(rb"stroke-dasharray\s*+(?:=\s*+\"([0-9., ]++)\"|:\s*+([0-9., ]++)(?=[;\"}]))")
NAMESPACE = b"//www.w3.org/0000"
MOST_CORNERS = 100
"""The number of corners of a path that count for the length of its line, in all directions."""


def seen_in(code: str, limits: Limits) -> Signs:
    """Return the signs in a text without lone surrogates."""
    return _seen_in(code, limits.points, 2 * limits.edges, limits.attribute_characters, limits.dashes, limits.css_depth)


@lru_cache(maxsize=4)  # a drawing that is checked is often read next
def _seen_in(code: str, points: int, longest_points: int, longest: int, dashes: float, depth: int) -> Signs:
    raw = code.encode()
    if b"\\" in raw or not _each(PLAIN_ESCAPE, raw, raw.count(b"&")):
        return ALL
    # Words are searched in a text without blanks, since these may stand between the letters of a scheme, and a shorter
    # text is searched faster.
    close = (BLANK_ESCAPE.sub(b"", raw) if b"&#" in raw else raw).translate(SIGHT, BETWEEN)
    if not code.isascii():
        close = FOREIGN_BLANK.sub(b"", close)
    text = raw.translate(SIGHT)
    styled = b"<style" in close or b":style" in close
    if styled:
        styles = text.count(b"<style") + text.count(b":style")
        if styles > MOST_STYLES or not _each(WHOLE_STYLE, text, styles):
            return ALL
    urls, links, numbers = b"url" in close, b"href" in close, _has_large_number(raw, text)
    return Signs(
        refers=urls or links,
        styled=styled,
        links=links and not _each(NAMED_LINK, text, text.count(b"href")),
        schemes=b"data:" in close or (b"script" in close and SCRIPT.search(close) is not None),
        fetches=any(map(close.__contains__, LOADING)) or (urls and not _each(NAMED_URL, text, text.count(b"url"))),
        numbers=numbers,
        dashes=b"dash" in close and (numbers or _has_fine_dashes(raw, text, dashes)),
        long=len(code) > points or (len(code) > longest_points and _has_long_value(raw, longest_points)),
        longest=len(code) > longest,
        nested=_has_deep_brackets(raw, depth),
    )


def _each(pattern: re.Pattern[bytes], text: bytes, count: int) -> bool:
    """Return whether all of `count` occurrences match a harmless form."""
    return not count or len(pattern.findall(text)) == count


def _has_deep_brackets(raw: bytes, most: int) -> bool:
    """Return whether brackets may be nested deeper than `most`, wherever they are."""
    rest = raw.translate(None, NO_BRACKETS)
    for _ in range(PEELED):
        if len(rest) <= most:
            return False
        rest = rest.replace(b"()", b"").replace(b"{}", b"").replace(b"[]", b"")
    return sum(map(rest.count, (b"(", b"[", b"{"))) > most - PEELED


def _has_large_number(raw: bytes, text: bytes) -> bool:
    packed = raw.translate(PACKED)
    if b"0000000000" in packed and TEN_DIGITS.search(text) is not None:
        return True
    if b"0e0" not in packed:
        return False
    # Colours such as #12E3A4 only look like powers.
    text = COLOUR.sub(b"", text)
    return b"0e0" in text.translate(PACKED) and any(map(text.__contains__, POWERS))


def _has_fine_dashes(raw: bytes, text: bytes, most: float) -> bool:
    """Return whether dashes may be too many: by the shortest pattern, and by the digits of coordinates."""
    patterns = PATTERN.findall(raw)
    if not _each(SOLID, text, text.count(b"dash") - len(patterns)):
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
    """Return whether a quoted value is longer than `most`: such a value contains an index that is a multiple of it."""
    if b"'" in raw:
        return True
    for index in range(0, len(raw), most):
        end = raw.find(b'"', index)
        if (len(raw) if end < 0 else end) - raw.rfind(b'"', 0, index) > most:
            return True
    return False
