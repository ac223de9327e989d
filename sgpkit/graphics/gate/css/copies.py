"""Copies shown by `use`: browsers match style sheets again in each copy, as in a separate tree.

In the copy, combinators do not reach the ancestors of the original, and elements have other siblings, since browsers
omit those that are not drawn. So a selector may match only in the copy, or only in the original.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sgpkit.graphics.gate.names import SHAPES, TEXTS, words
from sgpkit.graphics.svg import style
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.status import Rejected, Status

COPIED = SHAPES | TEXTS | words("a g svg switch symbol use image title desc metadata")
ROOT = re.compile(r":root(?![\w-])")
ONLY_ROOT = re.compile(r"\s*(?:svg)?:root\s*(?:,\s*(?:svg)?:root\s*)*")
MAX_COPIED = 20_000  # elements

Rules = Sequence[tuple[str, Sequence[object], Any]]


def target(use: Element, identifiers: Mapping[str, Element]) -> Element | None:
    """Return the element that a `use` shows, or None."""
    text = use.attributes.get("href") or use.attributes.get("xlink:href") or ""
    return identifiers.get(text.removeprefix("#"))


def targets(document: Document) -> list[Element]:
    """Return the elements shown by `use` elements."""
    uses = (element for element in document.root.subtree() if element.tag == "use")
    shown = (target(use, document.identifiers) for use in uses)
    return list({id(element): element for element in shown if element is not None}.values())


def differing(document: Document, rules: Rules, matches: Mapping[int, Sequence[Any]]) -> frozenset[int]:
    """Return the `id()` of elements that different rules match in a copy. Raises Rejected if that takes too long."""
    result: set[int] = set()
    left = MAX_COPIED
    compared = [rule for rule in rules if ONLY_ROOT.fullmatch(rule[0]) is None]
    of_root = {id(payload) for prelude, _, payload in compared if ROOT.search(prelude)}
    kept = {id(payload) for _, _, payload in compared}
    for original in targets(document):
        pairs: list[tuple[Element, Element]] = []
        root = _copy(original, None, pairs)
        left -= len(pairs)
        if left < 0:
            raise Rejected(Status.TOO_LARGE, f"uses show more than {MAX_COPIED:,} elements that style sheets match")
        again = style.match(replace(document, root=root), compared)
        for element, copied in pairs:
            before = [id(one) for one in matches.get(id(element), ()) if id(one) in kept]
            after = [id(one) for one in again.get(id(copied), ())]
            if before != after or not of_root.isdisjoint(after):
                result.add(id(element))
    return frozenset(result)


def _copy(original: Element, parent: Element | None, pairs: list[tuple[Element, Element]]) -> Element:
    """Return a copy without the elements that browsers omit, and append each element with its copy to `pairs`."""
    waiting = [(original, parent)]
    root: Element | None = None
    while waiting:
        element, above = waiting.pop()
        copied = replace(element, parent=above, children=[])
        pairs.append((element, copied))
        if above is not None:
            above.children.insert(0, copied)
        root = root or copied
        waiting += [(child, copied) for child in element.children if child.tag in COPIED]
    assert root is not None
    return root
