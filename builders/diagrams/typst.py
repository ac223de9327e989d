"""Typst, compiled to a page by the package `typst`, which has its fonts embedded.

Packages (`@preview/…`) are not available: the sandbox has no network. Text becomes outlines, with its words beside it.

Try it: python -c "from sgpkit.graphics import formats; print(formats.get('typst').to_svg('#circle(radius: 1cm)'))"
"""

import functools
import re
from collections.abc import Iterator, Sequence

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted, disk_cache, page
from sgpkit.graphics.formats.format import Format, Program
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

from . import python_compilers

DEADLINE = 20.0
"""Time limit of one program in seconds, on processor time and on waiting."""

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


def find(text: str) -> Iterator[Program]:
    """Yield the rest of a text from its first Typst command; the language has no end mark."""
    start = _START.search(text)
    if start is not None:
        yield Program(text[start.start() :].rstrip(), True)


def check(code: str) -> None:
    """Reject packages, which would have to be downloaded."""
    if _PACKAGE.search(_COMMENTS.sub(" ", code)):
        raise Rejected(Status.COMPILE_ERROR, "typst: packages are not available; draw with Typst's own functions")


def texts(code: str) -> Iterator[str]:
    """Yield strings, contents in brackets, and names."""
    for match in _TEXTS.finditer(code):
        yield from filter(None, match.groups())


def convert_many(codes: Sequence[str], workers: int | None = None) -> list[Converted | Rejected]:
    """Compile programs on `workers` processors, by default all; return one result per program."""
    return pool.map_unique(codes, convert, workers)


def convert(code: str) -> Converted:
    """Return a program's last page. Raises Rejected with the compiler's message."""
    limit = sandbox.seconds(DEADLINE)
    return compiled.MEMORY.get(("typst", code, limit), lambda: _cached(code, limit))


def _cached(code: str, seconds: float) -> Converted:
    identity = functools.partial(python_compilers.identity, "typst", (__file__,))
    return disk_cache.get("typst", code, seconds, identity, lambda: _compile(code, seconds))


def _compile(code: str, seconds: float) -> Converted:
    guard.check_text(code)
    check(code)
    whole = code if _SETS_PAGE.search(code) else PAGE + code
    limits = sandbox.Limits(seconds=seconds, cpu_seconds=seconds, memory=compiled.ROOM, collected=compiled.LONGEST_SVG)
    result = python_compilers.run("typst", _PROGRAM, whole, limits, page.WORDS_SCRIPT + page.SCRIPT)
    if result.ended is not sandbox.Ended.EXITED:
        raise compiled.stop_rejection(result, "typst", limits)
    messages = result.stdout.decode(errors="replace")
    if messages.startswith(python_compilers.FAILED):
        reason = messages.removeprefix(python_compilers.FAILED)
        raise Rejected(Status.COMPILE_ERROR, compiled.sentence(f"typst: {reason}"))
    drawn = page.read(messages, result.files)
    return Converted(page.svg(drawn), drawn.pages, compiled.page_notes(drawn.pages), words=page.words(result.files))


FORMAT = Format(
    "typst",
    "Typst",
    find=find,
    fences=("typst", "typ"),
    check=check,
    convert=convert_many,
    comments=_COMMENTS,
    texts=texts,
    suffixes=(".typ",),
    opening=re.compile(r"\s*#(?:set|let|import|show|canvas|place)\b"),
    modality="typst",
    extra="diagrams",
    packages=("poppler-utils",),
)
