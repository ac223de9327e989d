"""A fast reader for simple TikZ and EPS drawings of molecules, in the form of the prompts, without compiling.

Such a program has one line per bond and one circle per atom, with literal numbers, and nothing else. References and
most answers have this form. For any other program, even a slightly different one, the functions return None, and it is
compiled.
"""

import re
from collections.abc import Iterable

from sgpkit.graphics.molecule.quick_svg import SimpleDrawing, Spot

MAX_LENGTH = 400_000
MAX_DISTANCE = 4_000.0
"""Maximum distance from the origin in bp, below TeX's maximum of 16,383 pt."""

LINE_WIDTH = 0.4 * 72 / 72.27
"""TikZ's default in bp."""

NUMBER = r"-?(?:[0-9]{1,4}(?:\.[0-9]{1,8})?|\.[0-9]{1,8})"
POSITIVE = r"(?=[0-9.]*[1-9])[0-9]{1,2}(?:\.[0-9]{1,4})?"
UNITS = {"bp": 1.0, "pt": 72 / 72.27, "cm": 72 / 2.54, "mm": 7.2 / 2.54}
UNIT = "(?:bp|pt|mm)"

# A name that starts like this is a colour and never an option of TikZ.
NAME = "[A-Z0-9][A-Za-z0-9]{0,20}"
SPOT = rf"\( ?({NUMBER}) ?, ?({NUMBER}) ?\)"
BEGIN = re.compile(
    rf"(?:\\documentclass\[tikz(?:, ?border=[0-9]{{1,2}}{UNIT})?\]\{{standalone\}}"
    r"|\\documentclass\{standalone\} \\usepackage\{tikz\}) "
    r"(?P<colors>(?:\\definecolor\{[^{}]*\}\{HTML\}\{[0-9A-Fa-f]{6}\} ){1,40})"
    r"\\begin\{document\} \\begin\{tikzpicture\}(?:\[x=1(?P<unit>bp|pt|cm|mm), ?y=1(?P=unit)\])? "
)
END = r"\end{tikzpicture} \end{document}"
COLOR = re.compile(rf"\\definecolor\{{({NAME})\}}\{{HTML\}}\{{([0-9A-Fa-f]{{6}})\}} ")
LINE = re.compile(rf"\\draw(?:\[line width=({POSITIVE}{UNIT})\])? {SPOT} ?-- ?{SPOT}")
DISC = re.compile(
    rf"(?:\\fill\[({NAME})\]|\\filldraw\[fill=({NAME}), ?draw=none\]) {SPOT} circle "
    rf"?(?:\[radius=({POSITIVE}{UNIT})\]|\(({POSITIVE}{UNIT})\))"
)

BOX = re.compile(r"%%BoundingBox: (-?[0-9]{1,5}) (-?[0-9]{1,5}) ([0-9]{1,5}) ([0-9]{1,5})")
SHARE = r"(?:0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?|\.[0-9]{1,6})"
STEP = re.compile(
    rf"(?:({POSITIVE}) setlinewidth"
    rf"|({SHARE}) ({SHARE}) ({SHARE}) setrgbcolor"
    rf"|(?:newpath )?({NUMBER}) ({NUMBER}) moveto ({NUMBER}) ({NUMBER}) lineto stroke"
    rf"|(?:newpath )?({NUMBER}) ({NUMBER}) ({POSITIVE}) 0 360 arc (?:closepath )?fill) "
)


def tikz(code: str) -> SimpleDrawing | None:
    """Return the circles and lines of a simple TikZ program, or None for any other text."""
    if len(code) > MAX_LENGTH or "%" in code:
        return None
    text = " ".join(code.split())  # TeX treats line breaks and runs of spaces as one space, except blank lines
    head = BEGIN.match(text)
    if head is None or not text.endswith(END) or _has_blank_lines(code):
        return None
    defined = COLOR.findall(head["colors"])
    colors = {name: f"#{value}" for name, value in defined}
    if len(colors) != head["colors"].count("\\definecolor"):
        return None
    scale = UNITS[head["unit"] or "cm"]
    fills: list[str] = []
    centres: list[Spot] = []
    lines: list[tuple[Spot, Spot]] = []
    radii: set[str] = set()
    widths: set[float] = set()
    body = text[head.end() : -len(END)]
    if not body.endswith("; "):
        return None
    for statement in body.removesuffix("; ").split("; "):
        if match := LINE.fullmatch(statement):
            widths.add(_length(match[1]) if match[1] else LINE_WIDTH)
            x1, y1, x2, y2 = (float(number) * scale for number in match.groups()[1:])
            lines.append(((x1, y1), (x2, y2)))
        elif match := DISC.fullmatch(statement):
            short, long, x, y, radius, in_brackets = match.groups()
            name = short or long
            if name not in colors:
                return None
            fills.append(colors[name])
            centres.append((float(x) * scale, float(y) * scale))
            radii.add(radius or in_brackets)
        else:
            return None
    return _simple_drawing(fills, centres, lines, {*map(_length, radii)}, widths, {"#000000"}, None)


def _length(written: str) -> float:
    """Convert a length with a unit to bp."""
    return float(written[:-2]) * UNITS[written[-2:]]


def eps(code: str) -> SimpleDrawing | None:
    """Return the circles and lines of a simple EPS program, or None for any other text."""
    if len(code) > MAX_LENGTH or not code.startswith("%!PS"):
        return None
    boxes = [match for line in code.splitlines() if (match := BOX.fullmatch(line.rstrip()))]
    if len(boxes) != 1 or code.count("BoundingBox") != 1:
        return None
    words = [word for line in code.splitlines() if not line.lstrip().startswith("%") for word in line.split()]
    text = " ".join(words) + " "
    if not text.endswith(" showpage ") or "%" in text:
        return None
    text, position = text.removesuffix("showpage "), 0
    fill = "#000000"
    fills: list[str] = []
    centres: list[Spot] = []
    lines: list[tuple[Spot, Spot]] = []
    radii: set[str] = set()
    width, widths, strokes = 1.0, set[float](), set[str]()
    while position < len(text):
        match = STEP.match(text, position)
        if match is None:
            return None
        position = match.end()
        line_width, red, green, blue, x1, y1, x2, y2, x, y, radius = match.groups()
        if line_width is not None:
            width = float(line_width)
        elif red is not None:
            fill = "#{:02x}{:02x}{:02x}".format(*(int(float(share) * 255 + 0.5) for share in (red, green, blue)))
        elif x1 is not None:
            widths.add(width)
            strokes.add(fill)
            lines.append(((float(x1), float(y1)), (float(x2), float(y2))))
        elif x is not None:
            fills.append(fill)
            centres.append((float(x), float(y)))
            radii.add(radius)
    left, bottom, right, top = (float(side) for side in boxes[0].groups())
    reach = max(map(float, radii), default=0.0)
    if not all(left + reach <= x <= right - reach and bottom + reach <= y <= top - reach for x, y in centres):
        return None  # the page would crop some discs: leave it to the compiler
    return _simple_drawing(fills, centres, lines, {*map(float, radii)}, widths, strokes, (left, bottom, right, top))


def _simple_drawing(
    fills: list[str],
    centres: list[Spot],
    lines: list[tuple[Spot, Spot]],
    radii: set[float],
    widths: set[float],
    strokes: set[str],
    page: tuple[float, float, float, float] | None,
) -> SimpleDrawing | None:
    """Return a simple drawing, or None under the same conditions as for SVG."""
    if len(radii) != 1 or not lines or not centres or len({*centres}) != len(centres):
        return None
    if len(widths) > 1 and len(strokes) > 1:
        return None
    if any(abs(value) > MAX_DISTANCE for spot in _all(centres, lines) for value in spot):
        return None
    seen = [line for line in lines if line[0] != line[1]]
    starts, ends = [start for start, _ in seen], [end for _, end in seen]
    return SimpleDrawing(tuple(fills), centres, starts, ends, radii.pop(), tuple(widths), tuple(strokes), page)


def _all(centres: list[Spot], lines: list[tuple[Spot, Spot]]) -> Iterable[Spot]:
    yield from centres
    for line in lines:
        yield from line


def _has_blank_lines(code: str) -> bool:
    """Return whether the program has blank lines: they end paragraphs, and a statement may not contain one."""
    return any(not line.strip() for line in code.strip().splitlines())
