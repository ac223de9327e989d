"""Added elements that a construction does not need.

Where one answer is right, these are the elements that are not in it. Where many are, a rule judges the whole: needed
are then as few elements as the rule still holds for, and what lies along them.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sgpkit.graphics.elements import AnyItem, Elements

TIMES, MORE = 2, 5
"""An answer with more than so many times the elements that are needed, and so many more, is crowded."""


def crowded(added: int, needed: int) -> bool:
    """Return whether an answer adds many more elements than are needed: it may hit by chance."""
    return added > TIMES * needed + MORE


def fewest(holds: Callable[[Elements], bool], drawn: Elements) -> Elements:
    """Return elements for which a rule holds as it does for all of them, and for none if any one of them is left out.

    Halves are left out first, then smaller parts, so that many strays cost few trials.
    """
    kept: list[AnyItem] = list(drawn.items)
    size = len(kept) // 2
    while size:
        start = 0
        while start < len(kept):
            rest = kept[:start] + kept[start + size :]
            if holds(_only(drawn, rest)):
                kept = rest
            else:
                start += size
        size //= 2
    return _only(drawn, kept)


def _only(drawn: Elements, items: Sequence[AnyItem]) -> Elements:
    """Return a drawing with these of its elements alone."""
    kept = {id(item) for item in items}
    return replace(
        drawn,
        segments=tuple(item for item in drawn.segments if id(item) in kept),
        circles=tuple(item for item in drawn.circles if id(item) in kept),
        ellipses=tuple(item for item in drawn.ellipses if id(item) in kept),
        curves=tuple(item for item in drawn.curves if id(item) in kept),
    )
