"""Convert TikZ, or any LaTeX document, to SVG with pdflatex and pdftocairo in one sandbox.

Programs that only draw are compiled in batches (`batches.py`), with the same result as alone.

A program fails at its first error, as with `pdflatex -halt-on-error`. Preloaded formats save time and do not affect the
drawing. A program without `\\documentclass` becomes a standalone page (`preamble.py`).

Try it: python -c "from sgpkit.graphics import tex; print(tex.to_svg(r'\\draw (0,0) circle (1);'))"
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted, disk_cache, page
from sgpkit.graphics.tex import batches, checks, formats, preamble
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

__all__ = ["DEADLINE", "Converted", "convert", "convert_many", "to_svg"]

DEADLINE = 20.0
"""Time limit of one program in seconds, on processor time and on waiting."""

# $@ is the pdflatex command. It runs a second time only if the .aux file has more than LaTeX's own 32 bytes and needs
# it: for `remember picture` or references. TeX's error message is in its log, else on its screen.
SCRIPT = r"""
again() {
  read -r -d '' kept <drawing.aux
  ((${#kept} > 40)) && { [[ $kept == *pgfsyspdfmark* ]] || grep -q -a -F 'Rerun to get' drawing.log; }
} 2>/dev/null
"$@" drawing.tex >screen 2>&1
status=$?
if ((!status)) && again; then "$@" drawing.tex >screen 2>&1; status=$?; fi
((status < 2)) || exit "$status"
if ((status)); then
  echo failed
  tail -c 12000 drawing.log || tail -c 2000 screen
  exit 1
fi
[[ -f drawing.pdf ]] || { echo empty; exit 1; }
"""
_ERROR = re.compile(r"^(?:! (?! ==> )|[^\s:]+:(?P<line>\d+): (?! ==> ))(?P<message>.*)$", re.MULTILINE)
_AT = re.compile(r"^l\.(?P<line>\d+) (?P<text>.*)$", re.MULTILINE)
_FILE_ENDED = re.compile(r"Emergency stop\.\n<\*> ")
_FORMAT_REFUSED = b"I'm stymied"
_ENOUGH = 0.6  # fraction of the time limit that must be left to compile a program again
_TOOLS = ("pdflatex", *page.PROGRAMS, *page.WORDS_PROGRAMS)
_DOUBTFUL = (sandbox.Ended.EXITED, sandbox.Ended.SIGNAL)


def to_svg(code: str) -> str:
    """Return the program's last page as SVG. Raises Rejected with the compiler's message, and Unavailable without a
    sandbox."""
    return convert(code).svg


def convert(code: str, *, seconds: float | None = None) -> Converted:
    """Compile a program; the result includes the number of pages and remarks. Raises as `to_svg` does."""

    limit = sandbox.seconds(DEADLINE, seconds)

    def compile() -> Converted:
        formats.expect([code])
        return _cached(code, limit)

    return compiled.MEMORY.get(("tex", code, limit), compile)


def convert_many(
    codes: Sequence[str], workers: int | None = None, *, seconds: float | None = None
) -> list[Converted | Rejected]:
    """Compile programs on `workers` processors, by default all; return one result per program. Equal programs are
    compiled once."""
    limit = sandbox.seconds(DEADLINE, seconds)
    formats.expect(codes)
    new = [
        code
        for code in codes
        if not (compiled.MEMORY.holds(("tex", code, limit)) or disk_cache.holds("tex", code, limit, _compiler))
    ]
    drawn = batches.compile(new, limit, workers) if len(new) > 1 else {}
    return pool.map_unique(
        codes,
        lambda code: compiled.MEMORY.get(("tex", code, limit), lambda: _cached(code, limit, drawn.get(code))),
        workers,
    )


def _cached(code: str, seconds: float, drawn: Converted | None = None) -> Converted:
    """Return the result from the disk cache, else `drawn`, the result of a batch, if any, else compile the program."""
    return disk_cache.get("tex", code, seconds, _compiler, lambda: drawn or _compile(code, seconds))


def _compiler() -> str:
    """Return an identifier of the compiler and its tools, or "" if that fails."""
    tools = disk_cache.identity(_TOOLS)
    return f"{tools} {formats.installation()}" if tools and formats.installation() else ""


def _compile(code: str, seconds: float) -> Converted:
    guard.check_text(code)
    checks.check(code)
    formats.require()
    whole = preamble.complete(code)
    limits = sandbox.Limits(seconds=seconds, cpu_seconds=seconds, memory=compiled.ROOM, collected=compiled.LONGEST_SVG)
    preloaded, end = formats.best(whole.code)
    result = _run(preamble.strip_opening(whole.code, end), preloaded, limits)
    if preloaded is not None and not result.succeeded and result.ended in _DOUBTFUL:
        # The format may be at fault: compile again without it, if enough time is left, else the failure counts.
        refused = _FORMAT_REFUSED in result.stdout
        if refused:
            formats.discard(preloaded)
        left = seconds - result.cpu_seconds
        if refused or left > _ENOUGH * seconds:
            plain = _run(whole.code, None, replace(limits, seconds=left, cpu_seconds=left))
            if refused or plain.ended.status not in (Status.TIMEOUT, Status.INFRA_ERROR):
                result = plain
    if result.ended is not sandbox.Ended.EXITED:
        raise compiled.stop_rejection(result, "pdflatex", limits)
    messages = result.stdout.decode(errors="replace")
    if messages.startswith("failed\n"):
        raise Rejected(Status.COMPILE_ERROR, _reason(messages[7:], whole.added_lines))
    if messages.startswith("empty\n"):
        raise Rejected(Status.COMPILE_ERROR, "pdflatex: no pages of output")
    drawn = page.read(messages, result.files)
    notes = (whole.note,) if whole.note else ()
    reasons = (*notes, *compiled.page_notes(drawn.pages))
    return Converted(page.svg(drawn), drawn.pages, reasons, words=page.words(result.files))


def _run(code: str, preloaded: Path | None, limits: sandbox.Limits) -> sandbox.Result:
    return formats.run(
        SCRIPT + page.WORDS_SCRIPT + page.SCRIPT,
        [*formats.PDFLATEX, "-halt-on-error", "-file-line-error", "-no-parse-first-line"],
        code,
        preloaded,
        limits,
        [page.RESULT, page.WORDS],
    )


def _reason(log: str, added_lines: int) -> str:
    """Return TeX's error in one line: position, message, and the text up to which TeX had read."""
    errors = list(_ERROR.finditer(log))
    # The last match, since TeX stops at the error; similar lines before it are output of the program. A missing file
    # causes a second error, "Emergency stop".
    errors = [error for error in errors if error["message"] != "Emergency stop."] or errors
    error = errors[-1] if errors else None
    if error is None:
        return compiled.sentence(f"pdflatex: {log}")
    if error["message"] == "Emergency stop." and _FILE_ENDED.search(log, error.start()):
        return "pdflatex: Emergency stop: the program ends before \\end{document}"
    where = ""
    number = int(error["line"] or 0)
    at = _AT.search(log, error.end())
    if at is not None:
        number = int(at["line"])
    if number > added_lines:
        where = f"line {number - added_lines}: "
    read = f" ({at['text'].strip()})" if at is not None and at["text"].strip() else ""
    return compiled.sentence(f"pdflatex: {where}{error['message']}{read}")
