"""Bound the effort of matching a document's style sheets before they are matched.

For a selector such as `a b c`, renderers find elements that match `c`, then try every ancestor as `b`, and every
ancestor of that as `a`. With a dozen parts the number of combinations explodes.
"""

import math
import re
from collections.abc import Iterator

from sgpkit.graphics.guard.limits import Limits
from sgpkit.graphics.guard.values import CSS_COMMENT, unescaped
from sgpkit.status import Rejected, Status

PRELUDE = re.compile(r"([^{};]++)(\{?)")
TIGHT = re.compile(r"\s*+([>+~,])\s*+")
UPWARD = re.compile(r"\s++")
SIDEWAYS = re.compile(r"~(?!=)|:(?:nth|first|last|only|has)\b")
PART = re.compile(r"\s++|[>+~.#:\[*|]")
"""Start of a selector part: an upper bound, since quoted strings are searched too."""

FUNCTION = re.compile(r":(?:is|not|where|has|matches|any)\(", re.IGNORECASE)


class Selectors:
    """The depth and width of a document and the selectors of its style sheets, collected while parsing."""

    __slots__ = ("_children", "_deepest", "_elements", "_limits", "_searching", "_widest")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._elements = self._deepest = self._widest = 0
        self._children = [0]
        self._searching: dict[tuple[int, int], int] = {}

    def start(self) -> None:
        """Record a start tag."""
        self._elements += 1
        self._children[-1] += 1
        self._children.append(0)

    def end(self) -> None:
        """Record an end tag."""
        if len(self._children) > 1:
            self._deepest = max(self._deepest, len(self._children) - 1)
            self._widest = max(self._widest, self._children.pop())

    def stylesheet(self, text: str) -> None:
        """Record the selectors with combinators. Raises Rejected for a selector with too many parts, since parsers
        recurse for each."""
        most = self._limits.selector_parts
        for selector in selectors(unescaped(CSS_COMMENT.sub("", text))):
            if len(selector) > most and len(PART.findall(selector)) >= most:
                raise Rejected(Status.TOO_LARGE, f"a CSS selector has more than {most} parts")
            steps = len(UPWARD.findall(selector)), len(SIDEWAYS.findall(selector))
            if any(steps):
                self._searching[steps] = self._searching.get(steps, 0) + 1

    def finish(self) -> None:
        """Raise Rejected if matching may visit too many elements."""
        looks = 0
        for (upward, sideways), count in self._searching.items():
            combinations = max_choices(self._deepest, upward) * max_choices(self._widest, sideways)
            looks += count * self._elements * combinations
        if looks > self._limits.selector_looks:
            most = f"at most {self._limits.selector_looks:,}"
            raise Rejected(Status.TOO_LARGE, f"matching its CSS selectors may visit too many elements; {most}")


def selectors(text: str) -> Iterator[str]:
    """Yield the selectors of a style sheet without comments; a list with nested selectors counts as one."""
    for prelude, opening in PRELUDE.findall(text):
        if opening and not prelude.lstrip().startswith("@"):
            for selector in [prelude] if FUNCTION.search(prelude) else prelude.split(","):
                yield TIGHT.sub(r"\1", selector.strip())


def max_choices(among: int, steps: int) -> int:
    """Return an upper bound on the ways to choose up to `steps` of `among` elements."""
    return math.comb(among, min(steps, among // 2))
