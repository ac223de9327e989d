"""Compile several programs with the same preamble in one run of TeX, each on its own page.

This saves starting TeX, which takes half of the time of a small program, and running poppler. TeX stops at the first
error: the pages before it are used, the failed program is compiled alone for its message, and the rest is compiled in a
new run. `batchable.py` selects programs that cannot influence each other. As a safeguard, a line between programs
shows whether a program closed the wrong group, or made no page or several, which counts as an error.
"""

import itertools
import secrets
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted, page
from sgpkit.graphics.tex import batchable, checks, formats, preamble
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected

MAX_PROGRAMS = 16
"""Maximum number of programs per run."""

TIME_SHARE = 0.25
"""Time limit of a batch as a fraction of the limit for one program: enough for small programs, and an endless one costs
no more."""

MAX_FAILURES = 2
"""Number of consecutive runs whose first program fails after which the rest is compiled alone, since TeX may be at
fault."""

# Node names and the random state are global in TikZ: after each program, its node names, which are recorded, are
# removed, and the random state is restored. Plots cannot read files, since all programs share a folder. The macro after
# a program is \outer, so that an unfinished command of the program cannot take it as an argument.
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

# At an error TeX asks what to do, and the answer X ends it, with the pages before the error intact.
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
    picture: batchable.Picture
    note: str


def compile(codes: Sequence[str], seconds: float, workers: int | None) -> dict[str, Converted]:
    """Return the drawings of the programs that can be compiled in batches, by program."""
    groups = defaultdict(list)
    for code in dict.fromkeys(codes):
        try:
            guard.check_text(code)
            checks.check(code)
        except Rejected:
            continue
        whole = preamble.complete(code)
        parts = preamble.openings(whole.code)
        opening = batchable.page_per_picture([part.command for part in parts])
        picture = None if opening is None else batchable.parse_picture(whole.code[parts[-1].end :])
        if opening is not None and picture is not None:
            groups[opening].append(_Program(code, picture, whole.note))
    workers = workers or pool.workers()
    size = min(MAX_PROGRAMS, -(-sum(map(len, groups.values())) // workers))
    batches = [
        (opening, tuple(programs[start : start + size]))
        for opening, programs in groups.items()
        for start in range(0, len(programs), max(size, 1))
    ]
    batches = [(opening, programs) for opening, programs in batches if len(programs) > 1]
    formats.expect(["\n".join(opening) for opening, programs in batches for _ in programs])
    drawings: dict[str, Converted] = {}
    for drawn in pool.map_unique(batches, lambda batch: _compile_batch(*batch, seconds), workers):
        assert not isinstance(drawn, Rejected)
        drawings.update(drawn)
    return drawings


def _compile_batch(opening: tuple[str, ...], programs: tuple[_Program, ...], seconds: float) -> dict[str, Converted]:
    drawings = {}
    failures = 0
    while len(programs) > 1 and failures < MAX_FAILURES:
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
    """Return the pages of the programs before the first error, with None for unreadable pages; or None if TeX was
    stopped by a limit."""
    formats.require()
    head = "\n".join(opening)
    preloaded, end = formats.best(head)
    mark = secrets.token_hex(12)  # programs cannot guess it and forge such a line
    limits = sandbox.Limits(
        seconds=TIME_SHARE * seconds,
        cpu_seconds=TIME_SHARE * seconds,
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
    """Return a document with one program per page. After each program, TeX prints its number, the group level, which
    should be 1, and the next page number."""
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
