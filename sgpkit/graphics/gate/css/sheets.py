"""Read style sheets, and find the declarations that apply to each element.

Rules that depend on the browser's window, or that are not implemented here, are refused by name.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from sgpkit.graphics.gate.css import copies
from sgpkit.graphics.gate.names import words
from sgpkit.graphics.gate.refusals import Refusals
from sgpkit.graphics.guard.values import refuse_deep_nesting
from sgpkit.graphics.svg import style
from sgpkit.graphics.svg.document import Document, Element
from sgpkit.graphics.svg.style import MAX_NESTING, Declaration

XHTML_STYLE = "{http://www.w3.org/1999/xhtml}style"
DROPPED_RULES = words("charset page counter-style keyframes -webkit-keyframes -moz-keyframes -o-keyframes")
MEDIA = {
    "all": True, "screen": True, "print": False, "only screen": True, "only print": False, "not print": True,
    "not screen": False, "not all": False, "only all": True, "": True,
}  # fmt: skip
FEATURES = {
    "(prefers-color-scheme:dark)": False, "(prefers-color-scheme:light)": True,
    "(prefers-reduced-motion:reduce)": False, "(prefers-reduced-motion:no-preference)": True,
    "(prefers-reduced-motion)": False,
}  # fmt: skip
PSEUDO = words(
    "root first-child last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child "
    "nth-of-type nth-last-of-type empty not is where has"
)
NEVER = re.compile(
    r":(?:hover|focus|focus-within|focus-visible|active|visited|target)\b|::?(?:before|after|selection)\b"
)
"""Pseudo-classes that are never true in a still picture, and boxes that SVG elements do not have."""

FUNCTIONAL = re.compile(r":(?:not|is|where|has|nth)", re.IGNORECASE)
PSEUDO_CLASS = re.compile(r"(::?)([\w-]+)")
STRUCTURAL = re.compile(r"[\s>+~]|:(?!not\b|is\b|where\b)")
STRINGS = re.compile(r"\"[^\"]*\"|'[^']*'")
CASE_FLAG = re.compile(r"[\s\"'](?:i|s)\s*\]", re.IGNORECASE)


class Rule(NamedTuple):
    """A rule of a style sheet; `refusals` are constructs in it that are not understood."""

    prelude: str
    selectors: tuple[Any, ...]
    declarations: tuple[Declaration, ...]
    structural: bool
    """Whether it depends on an element's ancestors or siblings, which differ in the copy of a `use`."""


class Sheet(NamedTuple):
    """A read style sheet, and the constructs in it that are not understood."""

    rules: tuple[Rule, ...]
    refused: tuple[str, ...]


NOTHING = Sheet((), ())


class Matched(NamedTuple):
    """The declarations of style sheets that apply to an element, by increasing precedence."""

    declarations: list[Declaration]
    is_other_in_copies: bool


def is_style(element: Element) -> bool:
    """Return whether an element is a style sheet of CSS."""
    if element.tag not in ("style", XHTML_STYLE):
        return False
    return element.attributes.get("type", "").lower() in ("", "text/css")


def match(document: Document, refusals: Refusals) -> dict[int, Matched]:
    """Return the declarations of a document's style sheets, by `id()` of the element. Raises Rejected."""
    elements = list(document.root.subtree())
    rules: list[Rule] = []
    for element in elements:
        if not is_style(element):
            continue
        media = evaluate(element.attributes.get("media", ""))
        if media is None:
            refusals.refuse(f"media {element.attributes['media']!r}", element)
        if not media:
            continue
        sheet = read_shared(element.all_text()) if len(element.all_text()) < 5_000 else read(element.all_text())
        for construct in sheet.refused:
            refusals.refuse(construct, element)
        rules += sheet.rules
    if not rules:
        return {}
    written = [(rule.prelude, rule.selectors, rule) for rule in rules]
    matches = style.match(document, written)
    has_other_copies = any(rule.structural for rule in rules) and any(element.tag == "use" for element in elements)
    others = copies.differing(document, written, matches) if has_other_copies else frozenset()
    return {
        key: Matched([one for rule in matches.get(key, ()) for one in rule.declarations], key in others)
        for key in matches.keys() | others
    }


def evaluate(text: str) -> bool | None:
    """Return whether a list of media queries applies to a still picture on a light page, or None if that depends on
    the viewer."""
    verdicts = [_query(query) for query in re.sub(r"\s+", " ", text.strip().lower()).split(",")]
    if any(verdict for verdict in verdicts):
        return True
    return None if None in verdicts else False


def _query(query: str) -> bool | None:
    if query.strip().startswith("not ") and " and " in query:  # negates the whole query
        inner = _query(query.strip().removeprefix("not "))
        return None if inner is None else not inner
    result = True
    for part in query.strip().split(" and "):
        condition = part.strip()
        known = MEDIA.get(condition) if condition in MEDIA else FEATURES.get(re.sub(r"\s+", "", condition))
        if known is None:
            return None
        result = result and known
    return result


@lru_cache(maxsize=64)
def read_shared(text: str) -> Sheet:
    """Return a style sheet, cached because other drawings may share it."""
    return read(text)


def read(text: str) -> Sheet:
    """Return the rules of a style sheet."""
    import tinycss2

    refuse_deep_nesting(text, MAX_NESTING)
    if "\\" in text:
        return Sheet((), ("an escape in a style sheet",))
    if "<!--" in text or "-->" in text:
        return Sheet((), ("<!-- in a style sheet",))
    rules: list[Rule] = []
    refused: list[str] = []
    for rule in _plain_rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), refused):
        _add(rule, rules, refused)
    return Sheet(tuple(rules), tuple(refused))


def _plain_rules(nodes: list[Any], refused: list[str]) -> Iterator[Any]:
    """Yield the rules that have selectors, including those in media rules that apply."""
    import tinycss2

    for node in nodes:
        if node.type == "qualified-rule":
            yield node
        elif node.type == "at-rule":
            name = node.lower_at_keyword
            if name == "media" and node.content is not None:
                media = evaluate(tinycss2.serialize(node.prelude))
                if media is None:
                    refused.append(f"@media {tinycss2.serialize(node.prelude).strip()}")
                if media:
                    inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
                    yield from _plain_rules(inner, refused)
            elif name not in DROPPED_RULES:
                refused.append(f"@{name}")


def _add(node: Any, rules: list[Rule], refused: list[str]) -> None:
    import cssselect2
    import tinycss2

    prelude = tinycss2.serialize(node.prelude).strip()
    declarations: list[Declaration] = []
    for inner in tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True):
        if inner.type == "declaration":
            declarations.append(style.declaration(inner))
        elif inner.type in ("qualified-rule", "at-rule"):
            refused.append(f"a nested rule in {prelude!r}")
            return
    plain = STRINGS.sub('""', prelude)
    if NEVER.search(plain):
        if FUNCTIONAL.search(plain):
            refused.append(f"selector {prelude!r}")
            return
        # A list is invalid as a whole if one part is: `:hover` is valid, and never true in a picture.
        kept = [part for part in prelude.split(",") if not NEVER.search(part)]
        if not kept:
            return
        prelude = ",".join(kept)
        plain = STRINGS.sub('""', prelude)
    pseudo = PSEUDO_CLASS.findall(plain)
    nests = plain.lower().count(":has(") > 1  # browsers reject :has() inside :has()
    if (
        nests
        or "|" in plain.replace("|=", "")
        or CASE_FLAG.search(prelude)
        or not {name for _, name in pseudo} <= PSEUDO
    ):
        refused.append(f"selector {prelude!r}")
        return
    try:
        selectors = cssselect2.compile_selector_list(prelude)
    except cssselect2.SelectorError:
        if "(" in plain or "[" in plain:
            refused.append(f"selector {prelude!r}")
        return
    except (SyntaxError, RecursionError, MemoryError):
        refused.append("a selector with too many parts")
        return
    structural = any(STRUCTURAL.search(part.strip()) for part in plain.split(","))
    rules.append(Rule(prelude, tuple(selectors), tuple(declarations), structural))
