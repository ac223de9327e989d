"""Encapsulated PostScript, run by Ghostscript."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sgpkit.graphics.formats.format import Format, between
from sgpkit.status import Rejected

if TYPE_CHECKING:
    from sgpkit.graphics.compiled import Converted


TEXT = re.compile(r"\(((?:[^()\\]|\\.)*)\)|/([A-Za-z]\w*)")


def texts(code: str) -> Iterator[str]:
    """Yield strings and names."""
    for match in TEXT.finditer(code):
        yield from filter(None, match.groups())


def check(code: str) -> None:
    """Reject a program that names files or devices."""
    from sgpkit.graphics.eps import checks

    checks.check(code)


def convert(codes: Sequence[str], workers: int | None) -> "list[Converted | Rejected]":
    """Compile programs in the sandbox."""
    from sgpkit.graphics import eps

    return eps.convert_many(codes, workers)


def normalise(code: str) -> str:
    """Return the program's text without the parts that do not affect its picture."""
    from sgpkit.graphics.likeness import code as likeness_code

    return likeness_code.eps(code)


FORMAT = Format(
    "eps",
    "EPS",
    # The end mark is optional: a program with `showpage` is complete.
    find=between(re.compile(r"%!PS"), re.compile(r"%%EOF"), re.compile(r"\bshowpage\b")),
    fences=("eps", "postscript", "ps"),
    check=check,
    convert=convert,
    lexer=("pygments.lexers.graphics", "PostScriptLexer"),
    comments=re.compile(r"%([^\n]*)"),
    texts=texts,
    suffixes=(".eps", ".ps"),
    opening=re.compile(r"\s*%!PS"),
    normalise=normalise,
    upward=True,
    modality="postscript",
    packages=("ghostscript", "poppler-utils"),
)
