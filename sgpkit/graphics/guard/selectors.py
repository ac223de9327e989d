"""The effort of matching a document's style sheets against its elements, bounded before anything matches them.

A selector such as `a b c` is searched by its last part, then for `b` in all elements above, and for `a` above each of
these: renderers try every combination before they give up, which a dozen parts make endless.
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
"""What begins a part of a selector, as most: texts in quotes are looked into too."""

FUNCTION = re.compile(r":(?:is|not|where|has|matches|any)\(", re.IGNORECASE)


class Selectors:
    """The shape of a document and the selectors of its style sheets, collected while it is parsed."""

    __slots__ = ("_children", "_deepest", "_elements", "_limits", "_searching", "_widest")

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._elements = self._deepest = self._widest = 0
        self._children = [0]
        self._searching: dict[tuple[int, int], int] = {}

    def start(self) -> None:
        """Note a start tag."""
        self._elements += 1
        self._children[-1] += 1
        self._children.append(0)

    def end(self) -> None:
        """Note an end tag."""
        if len(self._children) > 1:
            self._deepest = max(self._deepest, len(self._children) - 1)
            self._widest = max(self._widest, self._children.pop())

    def stylesheet(self, text: str) -> None:
        """Note the selectors of a style sheet that have to be searched for. Raises Rejected for one with too many
        parts: its readers call themselves for each."""
        most = self._limits.selector_parts
        for selector in selectors(unescaped(CSS_COMMENT.sub("", text))):
            if len(selector) > most and len(PART.findall(selector)) >= most:
                raise Rejected(Status.TOO_LARGE, f"a selector of its style sheets has more than {most} parts")
            steps = len(UPWARD.findall(selector)), len(SIDEWAYS.findall(selector))
            if any(steps):
                self._searching[steps] = self._searching.get(steps, 0) + 1

    def finish(self) -> None:
        """Raise Rejected for selectors that may take too many looks at elements."""
        looks = 0
        for (upward, sideways), count in self._searching.items():
            combinations = most_choices(self._deepest, upward) * most_choices(self._widest, sideways)
            looks += count * self._elements * combinations
        if looks > self._limits.selector_looks:
            most = f"at most {self._limits.selector_looks:,}"
            raise Rejected(Status.TOO_LARGE, f"the selectors of its style sheets may take more looks than {most}")


def selectors(text: str) -> Iterator[str]:
    """Yield the selectors of a style sheet without comments; a list in which one is inside another counts as one."""
    for prelude, opening in PRELUDE.findall(text):
        if opening and not prelude.lstrip().startswith("@"):
            for selector in [prelude] if FUNCTION.search(prelude) else prelude.split(","):
                yield TIGHT.sub(r"\1", selector.strip())


def most_choices(among: int, steps: int) -> int:
    """Return in how many ways up to `steps` elements can be chosen from a row, at most."""
    return math.comb(among, min(steps, among // 2))
