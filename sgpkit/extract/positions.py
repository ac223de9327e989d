"""Find the option that a claim names by its position: "the second option", "option two", "(iii)"."""

import re

from sgpkit.extract.doubt import REJECTED, UNSURE
from sgpkit.extract.option_texts import Options

ORDINALS = ["last", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"]
CARDINALS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"]
NUMBERED = re.compile(
    rf"\b(?:(?P<ordinal>(?a:{'|'.join(ORDINALS)}))\s(?:option|choice|answer|one)\b"
    rf"|(?:option|choice)\s(?:number\s)?(?P<cardinal>(?a:{'|'.join(CARDINALS)}))\b"
    r"(?!\s(?:can|could|may|might|must|of|should|will|would)\b)"
    rf"|(?:option|choice|answer)\s\(?(?:(?P<roman>(?a:{'|'.join(reversed(ROMAN))}))|(?:number\s|no\.\s|\#)?(?P<digit>[1-8]))"
    r"(?![\w.]\w|\w))",
    re.IGNORECASE,
)
ONLY_ROMAN = re.compile(rf"\W{{0,6}}(?P<roman>(?a:{'|'.join(reversed(ROMAN))}))\W{{0,6}}", re.IGNORECASE)


def position_named(claim: str, options: Options) -> int | None:
    """Return the index of the option that a claim names by position ("the second option", "option two"), or None."""
    if UNSURE.search(claim):
        return None
    indices: set[int] = set()
    for numbered in NUMBERED.finditer(claim):
        if REJECTED.match(claim, numbered.end()):
            return None
        if numbered["ordinal"]:
            index = ORDINALS.index(numbered["ordinal"].lower()) - 1
            indices.add(index if index >= 0 else len(options.letters) - 1)
        elif numbered["roman"]:
            indices.add(ROMAN.index(numbered["roman"].lower()))
        elif numbered["cardinal"]:
            if any(text and text.search(numbered["cardinal"]) for text in options.texts):
                return None
            indices.add(CARDINALS.index(numbered["cardinal"].lower()))
        elif options.numbered:
            indices.add(int(numbered["digit"]) - 1)
    index = next(iter(indices), -1)
    return index if len(indices) == 1 and index < len(options.letters) else None
