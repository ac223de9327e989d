"""The gate that every drawing passes before it is judged: what is scored is what browsers show.

Style sheets, `style` and classes are resolved by the full cascade and written as attributes. Every element, attribute,
property and value is drawn as Chromium draws it, dropped as Chromium ignores it, or refused: the drawing is then
`unsupported`, with the construct and its place in the reason. Anything that is not in the lists is refused.

    gate.read(code) -> Document          the drawing as the scene reads it
    gate.text(code) -> str               the same as a text, for renderers
    gate.shown(code) -> str              the same for pictures of rows, in which nothing is refused
    gate.constructs(code) -> Counter     what would be refused; allowed in answers if the row's own drawings have it

Try it: python -c "from sgpkit.graphics import gate; print(gate.text('<svg><style>a{x:1}</style><a/></svg>'))"
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from sgpkit.graphics import guard
from sgpkit.graphics.gate import quick, rewriting, structure, tiles, writing
from sgpkit.graphics.gate.refusals import EVERYTHING, NOTHING, Allowed, Refusals, allow_any
from sgpkit.graphics.svg import document
from sgpkit.graphics.svg.document import Document
from sgpkit.status import Rejected, Status

__all__ = [
    "EVERYTHING",
    "NOTHING",
    "Allowed",
    "allow_any",
    "allowed_by",
    "constructs",
    "read",
    "retry",
    "shown",
    "text",
]

Outcome = TypeVar("Outcome")


def read(code: str, limits: guard.Limits = guard.DEFAULT, allowed: Allowed = NOTHING) -> Document:
    """Return a drawing as browsers show it, without style sheets. Raises Rejected if it cannot be read, is unsafe to
    render, or has constructs that are not understood and not allowed."""
    parsed = document.parse(code, limits)
    return parsed if quick.suffices(code) else _rewrite(parsed, Refusals(allowed))


def text(code: str, limits: guard.Limits = guard.DEFAULT, allowed: Allowed = NOTHING) -> str:
    """Return a drawing as `read` does, as a text."""
    if quick.suffices(code, may_have_styles=True):
        return code
    return _rewrite(document.parse(code, limits), Refusals(allowed)).code


def shown(code: str) -> str:
    """Return a drawing whose picture is shown to people, as `text` does with everything allowed; unchanged if it cannot
    be read, so that the renderer reports the reason.
    """
    try:
        return text(code, allowed=EVERYTHING)
    except Rejected:
        return code


@lru_cache(maxsize=64)
def constructs(code: str, limits: guard.Limits = guard.DEFAULT) -> Counter[str]:
    """Return how often a drawing has each construct that is not understood; nothing if it cannot be read."""
    refusals = Refusals(EVERYTHING)
    try:
        if not quick.suffices(code, may_have_styles=True):
            _rewrite(document.parse(code, limits), refusals)
    except Rejected:
        return Counter()
    return refusals.seen


def allowed_by(*codes: str) -> Allowed:
    """Return the constructs that answers to a row may have because the row's own drawings have them."""
    return allow_any(map(constructs, codes))


def retry(outcome: Outcome | Rejected, own: Iterable[object], read: Callable[[Allowed], Outcome]) -> Outcome | Rejected:
    """Return `outcome`; if the gate refused the drawing, read it again with the constructs allowed that its row's own
    drawings have.
    """
    if not isinstance(outcome, Rejected) or outcome.status is not Status.UNSUPPORTED:
        return outcome
    allowed = allowed_by(*(code for code in own if isinstance(code, str)))
    try:
        return read(allowed) if allowed else outcome
    except Rejected as rejected:
        return rejected


def _rewrite(parsed: Document, refusals: Refusals) -> Document:
    rewriting.rewrite(parsed, refusals)
    structure.Structure(parsed.root, parsed.identifiers, refusals).run()
    identifiers: dict[str, document.Element] = {}
    for element in parsed.root.subtree():
        if "id" in element.attributes:
            identifiers.setdefault(element.attributes["id"], element)
    tiles.add_grounds(parsed.root, identifiers, refusals)
    return Document(parsed.root, writing.write(parsed.root), identifiers, False, parsed.namespaced)
