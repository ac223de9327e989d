"""Plain programs with the same opening, compiled by one TeX, each on a page of its own.

TeX starts, and begins a document, once for many programs, which takes half of the time of a small one; poppler reads
one file. TeX stops at the first error, so nothing that a program leaves unfinished reaches the next: the pages
before it count, the program is compiled alone for its message, and the others go on in a new TeX. A program decides
on no other's drawing (`plain.py`); should it close a group that is not its own, or draw no page or two, the lines
that stand between the programs say so, and it counts as an error.
"""

import itertools
import secrets
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted, page
from sgpkit.graphics.tex import checks, formats, plain, preamble
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected

MOST = 16
"""Programs of one TeX."""

SHARE = 0.25
"""Of the time that a program has alone. A batch of small ones takes less, and one that never ends costs no more."""

FAILURES = 2
"""How often in a row the first program may fail before the rest of a batch is compiled alone: it may be TeX's fault."""

# Nodes and the state of chance are global in TikZ: after each program the names of its nodes, which are noted, are
# forgotten, and chance is as it was. No plot reads a file, since all programs are in one. What stands behind a program
# is "outer", so that what still looks for an argument there does not find one.
_HEAD = r"""
\makeatletter
\def\sgpkitnames{}
\tikzset{name/.append code={\xdef\sgpkitnames{\sgpkitnames\sgpkitname{\tikz@fig@name}}}}
\protected\def\sgpkitname#1{\global\expandafter\let\csname pgf@sh@ns@#1\endcsname\sgpkitundefined}
\let\pgfplotxyfile\sgpkitundefined
\let\pgfplotgnuplot\sgpkitundefined
\let\sgpkitchance\pgfmath@rnd@z
\def\sgpkitforget{\sgpkitnames\gdef\sgpkitnames{}\global\let\pgfmath@rnd@z\sgpkitchance}
\outer\def\sgpkitend{}
\makeatother
"""

# At an error TeX asks what to do, and is told to leave: the pages until then are whole.
SCRIPT = r"""
mark=$1; shift
"$@" drawing.tex <<<X >screen 2>&1
(($? < 2)) || exit 2
grep -a "^$mark " drawing.log
pages=$(grep -a -c "^$mark [0-9]" drawing.log)
((pages)) && [[ -f drawing.pdf ]] || exit 0
"""


class _Program(NamedTuple):
    code: str
    picture: plain.Picture
    note: str


def compile(codes: Sequence[str], seconds: float, workers: int | None) -> dict[str, Converted]:
    """Return the drawings of the programs that can be compiled together, by program; any other is missing."""
    groups = defaultdict(list)
    for code in dict.fromkeys(codes):
        try:
            guard.check_text(code)
            checks.check(code)
        except Rejected:
            continue
        whole = preamble.completed(code)
        parts = preamble.openings(whole.code)
        opening = plain.paged([part.command for part in parts])
        picture = None if opening is None else plain.picture(whole.code[parts[-1].end :])
        if opening is not None and picture is not None:
            groups[opening].append(_Program(code, picture, whole.note))
    workers = workers or pool.workers()
    size = min(MOST, -(-sum(map(len, groups.values())) // workers))
    batches = [
        (opening, tuple(programs[start : start + size]))
        for opening, programs in groups.items()
        for start in range(0, len(programs), max(size, 1))
    ]
    batches = [(opening, programs) for opening, programs in batches if len(programs) > 1]
    formats.expect(["\n".join(opening) for opening, programs in batches for _ in programs])
    drawings: dict[str, Converted] = {}
    for drawn in pool.map_unique(batches, lambda batch: _drawn(*batch, seconds), workers):
        assert not isinstance(drawn, Rejected)
        drawings.update(drawn)
    return drawings


def _drawn(opening: tuple[str, ...], programs: tuple[_Program, ...], seconds: float) -> dict[str, Converted]:
    drawings = {}
    failures = 0
    while len(programs) > 1 and failures < FAILURES:
        pages = _pages(opening, programs, seconds)
        if pages is None:
            break
        failures = 0 if pages else failures + 1
        for program, drawn in zip(programs, pages, strict=False):
            if drawn is not None:
                notes = (program.note,) if program.note else ()
                drawings[program.code] = Converted(page.svg(drawn[0]), 1, notes, words=drawn[1])
        programs = programs[len(pages) + 1 :]
    return drawings


def _pages(
    opening: tuple[str, ...], programs: tuple[_Program, ...], seconds: float
) -> list[tuple[page.Page, tuple[compiled.Word, ...]] | None] | None:
    """Return the pages of the programs before the first error, None for one that cannot be read; None where TeX was
    stopped, by whichever of them."""
    formats.require()
    head = "\n".join(opening)
    preloaded, end = formats.best(head)
    mark = secrets.token_hex(12)  # no program can write such a line
    limits = sandbox.Limits(
        seconds=SHARE * seconds,
        cpu_seconds=SHARE * seconds,
        memory=compiled.ROOM,
        collected=compiled.LONGEST_SVG,
    )
    result = formats.run(
        SCRIPT + page.WORDS_SCRIPT + page.EACH_SCRIPT,
        [mark, *formats.PDFLATEX, "-interaction=errorstopmode", "-file-line-error", "-no-parse-first-line"],
        _document(head[end:], programs, mark),
        preloaded,
        limits,
        [page.WORDS, *(f"{number + 1}.svg" for number in range(len(programs)))],
    )
    if not result.succeeded:
        return None
    marks, _, info = result.stdout.decode(errors="replace").partition("Pages:")
    reached = [line.removeprefix(f"{mark} ") for line in marks.splitlines() if line.startswith(f"{mark} ")]
    expected = [f"{number} 1 {number + 1}" for number in range(1, len(programs) + 1)]
    whole = next((index for index, line in enumerate(expected) if reached[index : index + 1] != [line]), len(expected))
    return page.read_each(info, result.files, whole)


def _document(head: str, programs: tuple[_Program, ...], mark: str) -> str:
    """Return a document with a program on each page. After each a line says its number, the depth of the groups around
    it, which is 1, and the next page's number."""
    lines = [head, _HEAD, r"\begin{document}"]
    for number, program in enumerate(programs, 1):
        for name in sorted(program.picture.names):
            lines.append(rf"\ifdefined\{name}\typeout{{{mark} taken}}\fi")
        for style, path in itertools.product(sorted(program.picture.styles), ("tikz", "pgf")):
            lines.append(rf"\pgfkeysifdefined{{/{path}/{style}/.@cmd}}{{\typeout{{{mark} taken}}}}{{}}%")
        lines += [r"\begingroup", program.picture.text, r"\sgpkitend\endgroup\sgpkitforget"]
        lines.append(rf"\typeout{{{mark} {number} \the\currentgrouplevel\space\arabic{{page}}}}")
    lines += [r"\end{document}", ""]
    return "\n".join(lines)
