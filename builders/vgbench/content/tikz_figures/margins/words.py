"""Words around a figure: notes with an arrow, headings, formulas and stamps, set in various ways."""

from sgpkit.families.shared import tables

from ..pen import Pen
from .near import corner, text

WORDS = tables.read(__file__, "words.toml")

TITLES: tuple[str, ...] = WORDS["titles"]
REMARKS: tuple[str, ...] = WORDS["remarks"]

SETTINGS: tuple[str, ...] = WORDS["settings"]
"""Templates for a few words of text."""

UNDERLINES: tuple[tuple[str, ...], ...] = WORDS["underlines"]


def callout(pen: Pen, shade: str) -> str:
    """Write a note, and a curved arrow from it to the figure."""
    side = pen.random.choice(("right", "left", "below"))
    label = text(pen, REMARKS)
    font = pen.random.choice(("\\itshape\\small", "\\small", "\\footnotesize\\sffamily", "\\slshape"))
    tip = pen.random.choice(("->", "-latex", "-stealth"))
    where, across, up, anchor, end, out, into = {
        "right": ("east", "7mm", "-9mm", "west", "north", 90, 0),
        "left": ("west", "-7mm", "-9mm", "east", "north", 90, 180),
        "below": ("south", "11mm", "-8mm", "west", "west", 180, -90),
    }[side]
    nudge = {"right": ("1mm", "0mm"), "left": ("-1mm", "0mm"), "below": ("0mm", "-1mm")}[side]
    pen.line(f"\\coordinate (goal) at {corner(where, *nudge)};")
    pen.line(
        f"\\node[anchor={anchor}, font={font}, {shade}] (remark) at ([shift={{({across},{up})}}]goal) "
        f"{{{pen.random.choice(SETTINGS).format(label)}}};"
    )
    path = pen.random.choice(
        (
            f"to[out={out}, in={into}]",
            f"to[in={into}, out={out}, looseness=0.9]",
            f".. controls +({out}:5mm) and +({into}:5mm) ..",
        )
    )
    pen.line(f"\\draw[{tip}, {shade}] (remark.{end}) {path} (goal);")
    whence = {"right": "to the right of", "left": "to the left of", "below": "below"}[side]
    return (
        f"A gray note '{label}' stands {whence} the figure, and a curved gray arrow leads from it to the figure's edge."
    )


def heading(pen: Pen, shade: str) -> str:
    label = text(pen, TITLES)
    words, form = pen.random.choice(UNDERLINES)
    font = pen.random.choice(("\\bfseries", "\\large", "\\scshape", "\\sffamily\\bfseries", "\\Large\\itshape"))
    pen.line(
        f"\\node[above, font={font}] (title) at {corner('north', '0mm', '3mm')} {{{label}}};",
        f"\\draw[{shade}, decorate, decoration={{{form}}}] (title.south west) -- (title.south east);",
    )
    return f"Above the figure stands '{label}', underlined with {words} in gray."


def arch(pen: Pen, shade: str) -> str:
    """Write a heading along an arch."""
    label, angle = pen.random.choice(TITLES), pen.random.choice((15, 20, 25))
    bend = pen.random.choice((f"to[out={angle}, in={180 - angle}]", f"to[bend left={angle}]"))
    pen.line(
        f"\\coordinate (top) at {corner('north', '0mm', '3mm')};",
        f"\\path[decorate, decoration={{text along path, text={{{label}}}, text align=center, text color={shade}}}] "
        f"([xshift=-16mm]top) {bend} ([xshift=16mm]top);",
    )
    return f"Above the figure '{label}' is written in gray along a flat arch."


FORMULAS: tuple[tuple[str, ...], ...] = WORDS["formulas"]
"""Formulas without shapes, sets A and B, or growth, and their statements in words."""


def formula(pen: Pen, shade: str) -> str:
    written, words = pen.random.choice(FORMULAS)
    where, up, anchor = pen.random.choice((("south", "-2mm", "north"), ("north", "2mm", "south")))
    style = pen.random.choice(("", "\\displaystyle ", "\\textstyle ", ""))
    frame = pen.random.choice(("", "", ", draw", ", draw, rounded corners", ", draw, densely dashed"))
    if "word" in pen.asked_words() or "box" in pen.asked_words() or "rectangle" in pen.asked_words():
        frame = ""
    target = corner(where, "0mm", up)
    if not frame and pen.chance(0.2):
        pen.line(
            f"\\path {target} coordinate (note);",
            f"\\pgftext[at=\\pgfpointanchor{{note}}{{center}}, {'top' if anchor == 'north' else 'bottom'}]"
            f"{{\\color{{{shade}}}${style}{written}$}}",
        )
    else:
        pen.line(f"\\node[anchor={anchor}, text={shade}, {shade}{frame}] at {target} {{${style}{written}$}};")
    side = "Below" if anchor == "north" else "Above"
    look = " in a frame" if frame else ""
    return f"{side} the figure a formula in gray{look} says that {words}."


STAMPS: tuple[str, ...] = WORDS["stamps"]
"""Frames, bands and rules around a word, by TeX commands outside TikZ."""


def stamp(pen: Pen, shade: str) -> str:
    label, turn = text(pen, ("DRAFT", "COPY", "NEW", "OLD", "V2", "REV A", "TODO")), pen.random.choice((0, 0, 8, -8))
    form = pen.random.choice(STAMPS).format(label)
    side, across = pen.random.choice((("east", "15mm"), ("west", "-15mm")))
    options = ", ".join(filter(None, (shade, f"rotate={turn}" if turn else "", "inner sep=0pt")))
    pen.line(f"\\node[{options}] at {corner(f'north {side}', across, '-4mm')} {{{form}}};")
    where = "right" if side == "east" else "left"
    return f"To the upper {where} of the figure '{label}' stands in gray, framed or banded like a stamp."
