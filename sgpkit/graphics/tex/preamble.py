"""The opening of a LaTeX program's preamble, and the completion of a program that has none.

Models are asked for a whole file, and often answer a bare `tikzpicture`, or only the commands that would stand in it.
Such a program is completed as people would: on a `standalone` page, with the packages that nearly every drawing loads.
A program that has a `\\documentclass` is never changed.

A preloaded format may hold the opening of a preamble (its class, then packages and TikZ libraries). Only names and
options that are plain words count: such an opening runs no code of the program's own.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from sgpkit.graphics.guard.values import words

_SPACE = r"(?:[ \t\r\n]|%[^\n]*(?:\n|\Z))*"
_OPTIONS = rf"(?:\[([\w \t\n.,:=+*/-]*)\]{_SPACE})?"
_NAMES = r"\{([\w \t\n.,:+-]*)\}"
_OPENING = re.compile(
    rf"{_SPACE}\\(documentclass|RequirePackage|usepackage|usetikzlibrary){_SPACE}{_OPTIONS}{_NAMES}(?![ \t\n]*\[)"
)
_CLASS = re.compile(r"\\document(?:class|style)(?![A-Za-z@])")
_BEGIN = re.compile(r"\\begin\s*\{document\}")
_PICTURE = re.compile(r"\\begin\s*\{tikzpicture\}|\\tikz\b")
_COMMAND = re.compile(
    r"\\(?:draw|fill|filldraw|path|node|coordinate|clip|shade|shadedraw|pattern|foreach|matrix|graph|pic|spy|addplot)"
    r"(?![A-Za-z@])"
)
_PLOT = re.compile(r"\\begin\s*\{\w*axis\}|\\addplot")
_FOR_PREAMBLE = re.compile(r"\\(?:usepackage|RequirePackage|usepgfplotslibrary|usetikzlibrary)\b")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")

# Names that may be loaded into a format. All were checked to draw the same with and without one.
CLASSES = words("standalone article minimal report scrartcl")
PACKAGES = words(
    "tikz pgf pgfplots pgfmath pgffor xcolor color graphicx amsmath amssymb amsfonts amsthm mathtools bm ifthen calc "
    "xstring etoolbox inputenc fontenc lmodern times helvet courier mathptmx textcomp geometry array booktabs multirow "
    "float xparse siunitx circuitikz chemfig tikz-3dplot tikz-cd tkz-euclide xfp latexsym standalone"
)
# Not fadings, nor shadows, which load them: pdfTeX crashes over boxes that were shipped out before the format was made.
LIBRARIES = words(
    "3d angles arrows arrows.meta automata babel backgrounds bending calc chains decorations decorations.fractals "
    "decorations.markings decorations.pathmorphing decorations.pathreplacing decorations.shapes decorations.text er "
    "fit graphs intersections math matrix mindmap patterns patterns.meta perspective petri plotmarks positioning "
    "quotes scopes shadings shapes shapes.arrows shapes.callouts shapes.geometric shapes.misc shapes.multipart "
    "shapes.symbols spy svg.path through topaths trees"
)
DRAWING = words("tikz pgf pgfplots circuitikz chemfig tikz-3dplot tikz-cd tkz-euclide")


class Opening(NamedTuple):
    """One command that opens a preamble, and the index of its end in the program."""

    command: str
    end: int
    draws: bool
    """True where it loads a large package."""


class Wrapped(NamedTuple):
    """A completed program, and a remark on what was added."""

    code: str
    added_lines: int
    """The number of lines before the program's own first line."""
    note: str


def openings(code: str) -> list[Opening]:
    """Return the commands that open the preamble, up to the first other one."""
    return list(_openings(code))


def _openings(code: str) -> Iterator[Opening]:
    position = 0
    while (match := _OPENING.match(code, position)) is not None:
        command, options, names = match[1], match[2], match[3]
        loaded = [name.strip() for name in names.split(",")]
        first = position == 0
        if command == "documentclass":
            known = first and loaded[0] in CLASSES and len(loaded) == 1
        elif command == "usetikzlibrary":
            known = not first and options is None and LIBRARIES.issuperset(loaded)
        else:
            known = not first and PACKAGES.issuperset(loaded)
        if not known:
            return
        words = "" if options is None else f"[{_joined(options)}]"
        draws = not DRAWING.isdisjoint(loaded) or (first and "tikz" in (options or ""))
        yield Opening(f"\\{command}{words}{{{','.join(loaded)}}}", match.end(), draws)
        position = match.end()


def _joined(options: str) -> str:
    return ",".join(" ".join(option.split()) for option in options.split(","))


def without(code: str, end: int) -> str:
    """Return the program after its opening, the line numbers unchanged for the compiler's messages."""
    return "%\n" * code.count("\n", 0, end) + code[end:] if end else code


def completed(code: str) -> Wrapped:
    """Return a program as a whole LaTeX file."""
    shown = blanked(code)
    if _CLASS.search(shown):
        return Wrapped(code, 0, "")
    head = "\\documentclass[tikz]{standalone}\n\\usepackage{amsmath,amssymb}\n"
    if _PLOT.search(shown):
        head += "\\usepackage{pgfplots}\n"
    lines = head.count("\n")
    note = "no \\documentclass: set as a standalone page"
    if _BEGIN.search(shown):
        return Wrapped(head + code, lines, note)
    picture = _PICTURE.search(shown)
    if picture is not None:
        # Packages and libraries go to the preamble, with all that stands around them.
        start = picture.start() if _FOR_PREAMBLE.search(shown, 0, picture.start()) else 0
        whole = f"{head}{code[:start]}\\begin{{document}}%\n{code[start:]}\n\\end{{document}}\n"
        return Wrapped(whole, lines + 1, note)
    if _COMMAND.search(shown) or _PLOT.search(shown):
        whole = f"{head}\\begin{{document}}\\begin{{tikzpicture}}%\n{code}\n\\end{{tikzpicture}}\\end{{document}}\n"
        return Wrapped(whole, lines + 1, "no \\documentclass and no tikzpicture: set in one on a standalone page")
    return Wrapped(code, 0, "")


def blanked(code: str) -> str:
    """Return the program with spaces for its comments, so that all indices stay the same."""
    return _COMMENT.sub(lambda comment: comment[1] + " " * (len(comment[0]) - len(comment[1])), code)
