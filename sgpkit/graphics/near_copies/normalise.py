"""Normalise a program in any language for comparison."""

import tokenize
from collections.abc import Callable, Mapping
from types import MappingProxyType

from sgpkit.graphics import formats
from sgpkit.graphics.likeness import code as likeness_code
from sgpkit.graphics.likeness.code import collapse_space
from sgpkit.status import Rejected

READERS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"cad": likeness_code.cad, "turtle": likeness_code.turtle}
)
"""Languages that are not drawing formats."""


def normalise(code: str, format: str) -> str:
    """Return the program's normalised text; if it cannot be parsed, only white space is removed."""
    if len(code) > likeness_code.LONGEST:
        return collapse_space(code)
    try:
        if format in READERS:
            return READERS[format](code)
        normaliser = formats.get(format).normalise if formats.has(format) else None
        return normaliser(code) if normaliser else collapse_space(code)
    except (Rejected, ValueError, SyntaxError, RecursionError, MemoryError, tokenize.TokenError):
        return collapse_space(code)
