"""TikZ and other LaTeX pictures, compiled by pdflatex."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sgpkit.graphics.formats.format import Format, between
from sgpkit.status import Rejected

if TYPE_CHECKING:
    from sgpkit.graphics.compiled import Converted

START = (
    r"\\documentclass|\\begin\{(?:tikzpicture|document)\}"
    r"|^[ \t]{0,40}\\(?:usepackage|usetikzlibrary|definecolor|colorlet|tikzset|pgfplotsset"
    r"|draw|fill|filldraw|path|node|coordinate|foreach)(?![A-Za-z])"
)
"""Start of a program. A missing preamble or `tikzpicture` around the commands is added later."""


TEXT = re.compile(
    r"\bnode\b[^;{}]{0,400}\{([^{}]*)\}|\bnode\s{0,9}(?:\[[^\]]{0,400}\])?\s{0,9}\(([^()]*)\)"
    r"|\b(?:label|name|legend)\s{0,9}=\s{0,9}\{?([^,\]}]*)"
)


def texts(code: str) -> Iterator[str]:
    """Yield the texts and names of nodes, labels and legends."""
    for match in TEXT.finditer(code):
        yield from filter(None, match.groups())


def check(code: str) -> None:
    """Reject a program that names files or programs."""
    from sgpkit.graphics.tex import checks

    checks.check(code)


def convert(codes: Sequence[str], workers: int | None) -> "list[Converted | Rejected]":
    """Compile programs in the sandbox."""
    from sgpkit.graphics import tex

    return tex.convert_many(codes, workers)


def normalise(code: str) -> str:
    """Return the program's text without the parts that do not affect its picture."""
    from sgpkit.graphics.likeness import code as likeness_code

    return likeness_code.tex(code)


FORMAT = Format(
    "tikz",
    "TikZ",
    find=between(re.compile(START, re.MULTILINE), re.compile(r"\\end\{(?:document|tikzpicture)\}")),
    fences=("tikz", "latex", "tex"),
    check=check,
    convert=convert,
    lexer=("pygments.lexers.markup", "TexLexer"),
    comments=re.compile(r"(?<!\\)%([^\n]*)"),
    texts=texts,
    suffixes=(".tex", ".tikz"),
    opening=re.compile(r".*\\(?:documentclass\b|begin\s*\{tikzpicture\}|usepackage\b|tikz\b|draw\b|node\b)", re.DOTALL),
    normalise=normalise,
    unit=72 / 2.54,
    modality="tikz",
    packages=(
        *("texlive-latex-recommended", "texlive-pictures", "texlive-latex-extra", "texlive-science"),
        *("texlive-fonts-recommended", "texlive-plain-generic", "lmodern", "cm-super-minimal", "poppler-utils"),
    ),
)
