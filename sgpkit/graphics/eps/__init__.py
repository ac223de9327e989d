"""Convert EPS, or any PostScript, to SVG with Ghostscript and pdftocairo in one sandbox.

The visible region is the BoundingBox (Adobe, Encapsulated PostScript File Format Specification 3.0, section 5).
Ghostscript drops content outside the page, which is also needed; so the page is larger, and the SVG shows the box as
its window. A program without a usable BoundingBox is shown with the extent of its content.

Try it: python -c "from sgpkit.graphics import eps; print(eps.to_svg('0 0 moveto 9 9 lineto stroke'))"
"""

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from sgpkit.graphics import compiled, guard
from sgpkit.graphics.compiled import Converted, disk_cache, page
from sgpkit.graphics.eps import checks
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

__all__ = ["DEADLINE", "Converted", "convert", "convert_many", "to_svg"]

DEADLINE = 20.0
"""Time limit of one program in seconds, on processor time and on waiting."""

PRECISE = 990
"""Maximum page size in bp for exact thousandths: pdfwrite writes six digits, at 100 dots per bp."""

# $1 to $4: left, bottom, width and height of the page in the program's units; without them they are measured. -r7200
# because pdfwrite rounds paths to dots, by default a tenth of a bp. The 14 standard fonts are embedded too, so that
# text looks the same on every machine. Transfer functions are applied, since poppler ignores them. If the program ends
# without `showpage`, it is added.
SCRIPT = r"""
options=(-q -dBATCH -dNOPAUSE -dSAFER -dFIXEDMEDIA)
distilled='<< /NeverEmbed [] /TransferFunctionInfo /Apply >> setdistillerparams'
finish='currentpagedevice /PageCount get 0 eq {showpage} if'
run() {
  "$@" >drawing.log 2>&1
  status=$?
  ((status)) || return 0
  grep -a -q 'Error: /' drawing.log || exit "$status"
  echo failed
  { grep -a -m 1 'Error: /'; grep -a -m 1 'Current file position'; } <drawing.log | cut -b 1-500
  exit 1
}
place=("$@")
if ((!$#)); then
  run gs "${options[@]}" -sDEVICE=bbox -dDEVICEWIDTHPOINTS=14400 -dDEVICEHEIGHTPOINTS=14400 \
    -c '<< /PageOffset [7200 7200] >> setpagedevice' -f drawing.ps -c "$finish"
  boxes=$(<drawing.log)
  # The last page's.
  [[ ${boxes##*%%B} =~ ^oundingBox:\ ([0-9]+)\ ([0-9]+)\ ([0-9]+)\ ([0-9]+) ]] || { echo nothing; exit 1; }
  box=("${BASH_REMATCH[@]:1}")
  place=($((box[0] - 7200)) $((box[1] - 7200)) $((box[2] - box[0])) $((box[3] - box[1])))
  ((place[2] > 0 && place[3] > 0)) || { echo nothing; exit 1; }
  echo "box ${place[*]}"
fi
run gs "${options[@]}" -sDEVICE=pdfwrite -r7200 -dAutoRotatePages=/None \
  -dDEVICEWIDTHPOINTS=${place[2]} -dDEVICEHEIGHTPOINTS=${place[3]} -o drawing.pdf \
  -c "$distilled << /PageOffset [$((-place[0])) $((-place[1]))] >> setpagedevice" \
  -f drawing.ps -c "$finish"
"""

_NUMBER = r"[ \t]*([-+]?[0-9]*\.?[0-9]+)"
_BOX = re.compile(rf"^%%BoundingBox:{_NUMBER * 4}", re.MULTILINE)
_MEASURED = re.compile(r"^box (-?\d+) (-?\d+) (\d+) (\d+)$", re.MULTILINE)
_ERROR = re.compile(r"Error: /(\S+)(?: in (.*))?")
_POSITION = re.compile(r"Current file position is (\d+)")


_TOOLS = ("gs", *page.PROGRAMS)


class Box(NamedTuple):
    """A rectangle in the program's units, y up."""

    left: float
    bottom: float
    width: float
    height: float


def to_svg(code: str) -> str:
    """Return the program's last page as SVG. Raises Rejected with Ghostscript's message, and Unavailable without a
    sandbox."""
    return convert(code).svg


def convert(code: str, *, seconds: float | None = None) -> Converted:
    """Convert a program; the result's `origin` is the lower left corner of the visible region. Raises as `to_svg`
    does."""
    limit = sandbox.seconds(DEADLINE, seconds)
    return compiled.MEMORY.get(("eps", code, limit), lambda: _cached(code, limit))


def convert_many(
    codes: Sequence[str], workers: int | None = None, *, seconds: float | None = None
) -> list[Converted | Rejected]:
    """Convert programs on `workers` processors, by default all; return one result per program. Equal programs are
    converted once."""
    return pool.map_unique(codes, lambda code: convert(code, seconds=seconds), workers)


def bounding_box(code: str) -> Box | None:
    """Return the program's BoundingBox, or None if it has none or an empty one."""
    for match in _BOX.finditer(code):
        left, bottom, right, top = (float(number) for number in match.groups())
        if left < right and bottom < top:
            return Box(left, bottom, right - left, top - bottom)
    return None


def _cached(code: str, seconds: float) -> Converted:
    """Return the result from the disk cache, or compile the program."""
    return disk_cache.get("eps", code, seconds, lambda: disk_cache.identity(_TOOLS), lambda: _compile(code, seconds))


def _compile(code: str, seconds: float) -> Converted:
    guard.check_text(code)
    checks.check(code)
    box = bounding_box(code)
    sheet = None if box is None else _sheet(box)
    limits = sandbox.Limits(seconds=seconds, cpu_seconds=seconds, memory=compiled.ROOM, collected=compiled.LONGEST_SVG)
    result = compiled.run(
        SCRIPT + page.SCRIPT,
        [] if sheet is None else [str(number) for number in sheet],
        {"drawing.ps": code.encode()},
        limits,
        programs={"gs": "ghostscript", **page.PROGRAMS},
        collect=[page.RESULT],
    )
    if result.ended is not sandbox.Ended.EXITED:
        raise compiled.stop_rejection(result, "gs", limits)
    messages = result.stdout.decode(errors="replace")
    if "failed\n" in messages[:200]:
        raise _rejected(messages, code)
    if messages.startswith("nothing\n"):
        raise Rejected(Status.COMPILE_ERROR, "gs: the program draws nothing")
    drawn = page.read(messages, result.files)
    notes = compiled.page_notes(drawn.pages)
    if box is None or sheet is None:
        measured = _MEASURED.search(messages)
        if measured is None:
            raise Rejected(Status.COMPILE_ERROR, "gs: the drawing's extent cannot be measured")
        box = sheet = Box(*map(int, measured.groups()))
        notes = ("no %%BoundingBox: shown with the extent of its content", *notes)
    left, top = box.left - sheet.left, sheet.bottom + sheet.height - box.bottom - box.height
    svg = page.svg(drawn, left, top, box.width, box.height)
    return Converted(svg, drawn.pages, notes, (box.left, box.bottom))


def _sheet(box: Box) -> Box:
    """Return the page for a drawing: integer coordinates, with a margin for content outside its box."""
    left, bottom = math.floor(box.left), math.floor(box.bottom)
    width, height = math.ceil(box.left + box.width) - left, math.ceil(box.bottom + box.height) - bottom
    longer = max(width, height)
    if longer > page.LARGEST or max(abs(left), abs(bottom)) > 1_000_000:
        raise Rejected(Status.TOO_LARGE, f"a BoundingBox of {width:,} × {height:,}; at most {page.LARGEST:,} are drawn")
    whole = min(max(PRECISE, longer * 11 // 10), page.LARGEST)
    room = min(longer, (whole - longer) // 2)
    return Box(left - room, bottom - room, width + 2 * room, height + 2 * room)


def _rejected(messages: str, code: str) -> Rejected:
    """Return Ghostscript's error in one line: position, name and operator."""
    error, position = _ERROR.search(messages), _POSITION.search(messages)
    if error is None:
        return Rejected(Status.COMPILE_ERROR, "gs: stopped without a reason")
    where = ""
    if position is not None:
        where = f"line {code.encode()[: max(0, int(position[1]) - 1)].count(bytes([10])) + 1}: "
    operator = f" in {error[2].strip('-')}" if error[2] and "nostringval" not in error[2] else ""
    status = Status.UNSAFE if error[1] == "invalidfileaccess" else Status.COMPILE_ERROR
    return Rejected(status, compiled.sentence(f"gs: {where}/{error[1]}{operator}"))
