"""The grammar of path data, as patterns: https://www.w3.org/TR/SVG2/paths.html#PathDataBNF."""

import re

from sgpkit.graphics.svg import path
from sgpkit.graphics.svg.path import NUMBER_PATTERN

SPACE = " \t\n\r\f"
_SPACES = r"[ \t\n\r\f]*+"
GAP_PATTERN = rf"{_SPACES},?+{_SPACES}"
SLOT = "\0"  # placeholder for a number; cannot occur in XML

NUMBERS = re.compile(f"({NUMBER_PATTERN})")
LETTERS = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])")
ARC_NUMBERS = [NUMBER_PATTERN] * 3 + ["[01]"] * 2 + [NUMBER_PATTERN] * 2
_KINDS = (("MmLlTt", 2), ("HhVv", 1), ("Cc", 6), ("SsQq", 4))


class BadData(Exception):
    """Invalid path data, which renderers draw differently."""


def _grammar(number: str, arc: list[str]) -> re.Pattern[str]:
    rows = [(letters, [number] * count) for letters, count in _KINDS] + [("Aa", arc)]
    groups = []
    for letters, numbers in rows:
        row = GAP_PATTERN.join(numbers)
        groups.append(f"[{letters}]{_SPACES}{row}(?>(?:{GAP_PATTERN}{row})*)")
    # Atomic groups, since possessive quantifiers of groups match wrongly before Python 3.11.5
    # (https://github.com/python/cpython/issues/106052).
    return re.compile(f"{_SPACES}(?>(?:(?=[Mm])(?>(?:(?:{'|'.join(groups)}|[Zz]){_SPACES})*))?)")


DATA = _grammar(NUMBER_PATTERN, ARC_NUMBERS)
# The same with numbers replaced by slots: faster to check, but arc flags are not checked.
TEMPLATE = _grammar(SLOT, [SLOT] * 7)


def check(data: str) -> None:
    """Raise BadData for path data that the grammar does not allow."""
    if DATA.fullmatch(data) is None:
        parsed = path.parse(data)
        raise BadData(f"invalid path data{f': {parsed.violations[0].message}' if parsed.violations else ''}")
