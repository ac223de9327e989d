"""Read the opening commands of a LaTeX preamble, and add a preamble to programs without one.

Models are asked for a complete file but often answer with only a `tikzpicture`, or the commands inside one. Such
programs are completed to a `standalone` page with the packages that nearly every drawing needs. Programs with a
`\\documentclass` are never changed.

The opening commands (class, then packages and TikZ libraries) may be in a preloaded format. They count only if their
names and options are plain words, so that a format never runs a program's code.
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

# Names that formats may load. For all of them, drawings with and without a format were checked to be equal.
CLASSES = words("standalone article minimal report scrartcl")
PACKAGES = words(
    "tikz pgf pgfplots pgfmath pgffor xcolor color graphicx amsmath amssymb amsfonts amsthm mathtools bm ifthen calc "
    "xstring etoolbox inputenc fontenc lmodern times helvet courier mathptmx textcomp geometry array booktabs multirow "
    "float xparse siunitx circuitikz chemfig tikz-3dplot tikz-cd tkz-euclide xfp latexsym standalone"
)
# Without fadings, and shadows, which load them: pdfTeX crashes on boxes that were shipped out before the dump.
LIBRARIES = words(
    "3d angles arrows arrows.meta automata babel backgrounds bending calc chains decorations decorations.fractals "
    "decorations.markings decorations.pathmorphing decorations.pathreplacing decorations.shapes decorations.text er "
    "fit graphs intersections math matrix mindmap patterns patterns.meta perspective petri plotmarks positioning "
    "quotes scopes shadings shapes shapes.arrows shapes.callouts shapes.geometric shapes.misc shapes.multipart "
    "shapes.symbols spy svg.path through topaths trees"
)
DRAWING = words("tikz pgf pgfplots circuitikz chemfig tikz-3dplot tikz-cd tkz-euclide")


class Opening(NamedTuple):
    """An opening command of a preamble, and its end index in the program."""

    command: str
    end: int
    draws: bool
    """Whether it loads a large package."""


class Completed(NamedTuple):
    """A completed program, and a remark on the additions."""

    code: str
    added_lines: int
    """Number of lines added before the program's first line."""
    note: str


def openings(code: str) -> list[Opening]:
    """Return the opening commands of the preamble, up to the first other command."""
    return list(_openings(code))


def _openings(code: str) -> Iterator[Opening]:
    position = 0
    while (match := _OPENING.match(code, position)) is not None:
        command, options, names = match[1], match[2], match[3]
        loaded = [name.strip() for name in names.split(",")]
        first = position == 0
        if command == "documentclass":
            is_known = first and loaded[0] in CLASSES and len(loaded) == 1
        elif command == "usetikzlibrary":
            is_known = not first and options is None and LIBRARIES.issuperset(loaded)
        else:
            is_known = not first and PACKAGES.issuperset(loaded)
        if not is_known:
            return
        words = "" if options is None else f"[{_normalise_options(options)}]"
        draws = not DRAWING.isdisjoint(loaded) or (first and "tikz" in (options or ""))
        yield Opening(f"\\{command}{words}{{{','.join(loaded)}}}", match.end(), draws)
        position = match.end()


def _normalise_options(options: str) -> str:
    return ",".join(" ".join(option.split()) for option in options.split(","))


def strip_opening(code: str, end: int) -> str:
    """Return the program after its opening commands, with unchanged line numbers for the compiler's messages."""
    return "%\n" * code.count("\n", 0, end) + code[end:] if end else code


def complete(code: str) -> Completed:
    """Return a program as a complete LaTeX file."""
    shown = blank_comments(code)
    if _CLASS.search(shown):
        return Completed(code, 0, "")
    head = "\\documentclass[tikz]{standalone}\n\\usepackage{amsmath,amssymb}\n"
    if _PLOT.search(shown):
        head += "\\usepackage{pgfplots}\n"
    lines = head.count("\n")
    note = "no \\documentclass: compiled as a standalone page"
    if _BEGIN.search(shown):
        return Completed(head + code, lines, note)
    picture = _PICTURE.search(shown)
    if picture is not None:
        # Packages and libraries before the picture go into the preamble, with everything around them.
        start = picture.start() if _FOR_PREAMBLE.search(shown, 0, picture.start()) else 0
        whole = f"{head}{code[:start]}\\begin{{document}}%\n{code[start:]}\n\\end{{document}}\n"
        return Completed(whole, lines + 1, note)
    if _COMMAND.search(shown) or _PLOT.search(shown):
        whole = f"{head}\\begin{{document}}\\begin{{tikzpicture}}%\n{code}\n\\end{{tikzpicture}}\\end{{document}}\n"
        return Completed(
            whole, lines + 1, "no \\documentclass and no tikzpicture: compiled in one on a standalone page"
        )
    return Completed(code, 0, "")


def blank_comments(code: str) -> str:
    """Replace comments by spaces, so that all indices stay the same."""
    return _COMMENT.sub(lambda comment: comment[1] + " " * (len(comment[0]) - len(comment[1])), code)
