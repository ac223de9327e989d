"""Quick reading of plain TikZ and EPS drawings of molecules, in the form of the prompts, without compiling.

Such a program is one line a bond and one circle an atom, all numbers written out, and nothing else: its picture is
known without its compiler. References are of this kind, and most answers. For any other program, however little it
differs, the functions here return None: it is compiled, and the compiler explains what is wrong.
"""

import re
from collections.abc import Iterable

from sgpkit.graphics.molecule.plain import Plain, Spot

LONGEST = 400_000
FARTHEST = 4_000.0
"""bp from the origin; TeX knows no lengths above 16,383 pt, and a page of twice this size is harmless."""

LINE_WIDTH = 0.4 * 72 / 72.27
"""TikZ's own, in bp."""

NUMBER = r"-?(?:[0-9]{1,4}(?:\.[0-9]{1,8})?|\.[0-9]{1,8})"
POSITIVE = r"(?=[0-9.]*[1-9])[0-9]{1,2}(?:\.[0-9]{1,4})?"
UNITS = {"bp": 1.0, "pt": 72 / 72.27, "cm": 72 / 2.54, "mm": 7.2 / 2.54}
UNIT = "(?:bp|pt|mm)"

# A name that begins so is a colour's and never an option of TikZ's own.
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


def tikz(code: str) -> Plain | None:
    """Return the circles and lines of a plain TikZ program; None for any other text."""
    if len(code) > LONGEST or "%" in code:
        return None
    text = " ".join(code.split())  # to TeX, line breaks and runs of spaces are one space, but for blank lines
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
    return _plain(fills, centres, lines, {*map(_length, radii)}, widths, {"#000000"}, None)


def _length(written: str) -> float:
    """Return a length with its unit, in bp."""
    return float(written[:-2]) * UNITS[written[-2:]]


def eps(code: str) -> Plain | None:
    """Return the circles and lines of a plain EPS program; None for any other text."""
    if len(code) > LONGEST or not code.startswith("%!PS"):
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
        return None  # discs beside the sheet are left to the compiler
    return _plain(fills, centres, lines, {*map(float, radii)}, widths, strokes, (left, bottom, right, top))


def _plain(
    fills: list[str],
    centres: list[Spot],
    lines: list[tuple[Spot, Spot]],
    radii: set[float],
    widths: set[float],
    strokes: set[str],
    page: tuple[float, float, float, float] | None,
) -> Plain | None:
    """Return a plain drawing, or None as for SVG."""
    if len(radii) != 1 or not lines or not centres or len({*centres}) != len(centres):
        return None
    if len(widths) > 1 and len(strokes) > 1:
        return None
    if any(abs(value) > FARTHEST for spot in _all(centres, lines) for value in spot):
        return None
    seen = [line for line in lines if line[0] != line[1]]
    starts, ends = [start for start, _ in seen], [end for _, end in seen]
    return Plain(tuple(fills), centres, starts, ends, radii.pop(), tuple(widths), tuple(strokes), page)


def _all(centres: list[Spot], lines: list[tuple[Spot, Spot]]) -> Iterable[Spot]:
    yield from centres
    for line in lines:
        yield from line


def _has_blank_lines(code: str) -> bool:
    """Return whether the program has blank lines, which end paragraphs: a statement may not hold one."""
    return any(not line.strip() for line in code.strip().splitlines())
