"""Typst, compiled to a page by the package `typst`, which has its fonts embedded.

Packages (`@preview/…`) are not available: the sandbox has no network. Text becomes outlines; its words are
read from the page.

Try it: python -c "from sgpkit.graphics import formats; print(formats.get('typst').to_svg('#circle(radius: 1cm)'))"
"""

import re
from collections.abc import Iterator

from sgpkit.graphics.compiled import Converted, page, page_notes
from sgpkit.graphics.formats.format import Format
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status

from .python_compilers import Compiler, find_from

PAGE = "#set page(width: auto, height: auto, margin: 6pt)\n"
"""Put before a program that sets no page: the page then fits the drawing, as for a TikZ picture without a document."""

# `-` as input would be standard input; the root is the empty working folder.
_PROGRAM = """
import shutil, typst
shutil.copyfile("drawing.txt", "drawing.typ")
try:
    typst.compile("drawing.typ", output="drawing.pdf", root=".", ignore_system_fonts=True)
except typst.TypstError as error:
    sys.exit(str(error))
"""
_SETS_PAGE = re.compile(r"#?\bset\s+page\s*\(|#page\s*\(")
_START = re.compile(
    r"^[ \t]*#(?:set|let|import|show|canvas|place|rect|circle|ellipse|line|polygon|curve|align|box)\b", re.M
)
_COMMENTS = re.compile(r"//([^\n]*)|/\*(.{0,4000}?)\*/", re.DOTALL)
_TEXTS = re.compile(r'"((?:[^"\\]|\\.)*)"|\[([^\[\]#]*)\]|\b([A-Za-z][\w-]*)\b')
_PACKAGE = re.compile(r'#?\bimport\s+"@')


def check(code: str) -> None:
    """Reject packages, which would have to be downloaded."""
    if _PACKAGE.search(_COMMENTS.sub(" ", code)):
        raise Rejected(Status.COMPILE_ERROR, "typst: packages are not available; draw with Typst's own functions")


def texts(code: str) -> Iterator[str]:
    """Yield strings, contents in brackets, and names."""
    for match in _TEXTS.finditer(code):
        yield from filter(None, match.groups())


def prepare(code: str) -> str:
    """Return a program with a page fitted to its content, unless it sets a page."""
    check(code)
    return code if _SETS_PAGE.search(code) else PAGE + code


def read(result: sandbox.Result) -> Converted:
    """Return the last page with its words."""
    drawn = page.read(result.stdout.decode(errors="replace"), result.files)
    return Converted(page.svg(drawn), drawn.pages, page_notes(drawn.pages), words=page.words(result.files))


COMPILER = Compiler("typst", "typst", _PROGRAM, __file__, prepare, read, page.WORDS_SCRIPT + page.SCRIPT)
FORMAT = Format(
    "typst",
    "Typst",
    find=find_from(_START),
    fences=("typst", "typ"),
    check=check,
    convert=COMPILER.convert_many,
    comments=_COMMENTS,
    texts=texts,
    suffixes=(".typ",),
    opening=re.compile(r"\s*#(?:set|let|import|show|canvas|place)\b"),
    modality="typst",
    extra="diagrams",
    packages=("poppler-utils",),
)
