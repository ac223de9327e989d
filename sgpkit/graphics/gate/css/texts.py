"""Texts: the default size of `monospace`, and letters as `text-transform` shows them."""

import re

from sgpkit.graphics.gate.css import cascade
from sgpkit.graphics.gate.refusals import Refusals
from sgpkit.graphics.svg.document import Element

UNSURE_WORDS = re.compile(r"[^A-Za-z0-9\s]")
"""Characters that separate words only in some languages."""

FIRST_LETTER = re.compile(r"(?<!\S)[a-z]")


def set_monospace_size(text: Element, is_root_sized: bool, refusals: Refusals) -> None:
    """Write the font size of texts that have none and whose only family is `monospace`, since browsers default to 13
    pixels for it.
    """
    if cascade.inherited(text, "font-family").strip().lower() != "monospace":
        return
    sizes = [at.attributes["font-size"] for at in (text, *text.ancestors()) if "font-size" in at.attributes]
    if len(sizes) == 1 and not is_root_sized:
        text.attributes["font-size"] = "13"
    elif sizes[0].endswith(("em", "%", "er")):
        refusals.refuse(f"a font-size of {sizes[0]} with monospace", text)


def change_case(element: Element, case: str, refusals: Refusals) -> None:
    """Write the letters of a text as `text-transform` shows them."""
    if case == "capitalize" and (element.children or UNSURE_WORDS.search(element.text) is not None):
        refusals.refuse(f"text-transform: {case}", element)
        return
    change = {"uppercase": str.upper, "lowercase": str.lower}.get(case, _capitalize)
    element.text = change(element.text)
    for child in element.children:
        child.tail = change(child.tail)


def _capitalize(text: str) -> str:
    return FIRST_LETTER.sub(lambda letter: letter[0].upper(), text)
