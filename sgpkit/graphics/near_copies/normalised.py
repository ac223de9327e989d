"""The text of a program without what draws nothing, whatever its format, for comparing programs."""

import tokenize
from collections.abc import Callable, Mapping
from types import MappingProxyType

from sgpkit.graphics import formats
from sgpkit.graphics.likeness import code as likeness_code
from sgpkit.graphics.likeness.code import spaced
from sgpkit.status import Rejected

READERS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {"cad": likeness_code.cad, "turtle": likeness_code.turtle}
)
"""Languages that are no drawing formats."""


def normalised(code: str, format: str) -> str:
    """Return the program's text for comparing; one that its format cannot read as it stands, but for white space."""
    if len(code) > likeness_code.LONGEST:
        return spaced(code)
    try:
        if format in READERS:
            return READERS[format](code)
        normalise = formats.get(format).normalise if formats.has(format) else None
        return normalise(code) if normalise else spaced(code)
    except (Rejected, ValueError, SyntaxError, RecursionError, MemoryError, tokenize.TokenError):
        return spaced(code)
