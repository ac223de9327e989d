"""Clouds of points, written in many ways: as discs, nodes, marks of a plot, small pictures, or in pgf's basic layer."""

from collections.abc import Callable, Sequence

from ..pen import Pen, coord

Spot = tuple[float, float]


def dots(pen: Pen, spots: Sequence[Spot], color: str, radius: str = "2pt") -> None:
    """Write points in random order, all in the same way."""
    order = [(coord(x), coord(y)) for x, y in pen.random.sample(list(spots), len(spots))]
    pen.random.choices(tuple(WAYS), tuple(WAYS.values()))[0](pen, order, color, radius)


Placed = Sequence[tuple[str, str]]


def written(pen: Pen, order: Placed, command: str) -> None:
    """Write a command for each point, one by one or in a loop; `@` in the command stands for the coordinates."""
    if pen.loops:
        x, y = pen.variable(), pen.variable()
        members = ", ".join(f"{a}/{b}" for a, b in order)
        pen.line(f"\\foreach {x}/{y} in {{{members}}} {command.replace('@', f'{x},{y}')}")
    else:
        pen.line(*(command.replace("@", f"{a},{b}") for a, b in order))


def discs(pen: Pen, order: Placed, color: str, radius: str) -> None:
    written(pen, order, f"\\fill[{color}] (@) circle ({radius});")


def nodes(pen: Pen, order: Placed, color: str, radius: str) -> None:
    style = pen.style(f"circle, fill={color}, inner sep=0pt, minimum size={2 * float(radius[:-2]):g}pt")
    written(pen, order, f"\\node[{style}] at (@) {{}};")


def marks(pen: Pen, order: Placed, color: str, radius: str) -> None:
    """Write points as the marks of a plot without its line."""
    mark = pen.random.choice(("*", "*", "x", "+", "o", "square*", "triangle*", "diamond*", "asterisk"))
    if mark not in BUILTIN_MARKS:
        pen.library("plotmarks")
    points = " ".join(f"({a},{b})" for a, b in order)
    pen.line(f"\\draw[{color}] plot[only marks, mark={mark}, mark size={radius}] coordinates {{{points}}};")


BUILTIN_MARKS = ("*", "x", "+")
"""Marks that TikZ draws without its library of plot marks; it ignores all others."""


def pictures(pen: Pen, order: Placed, color: str, radius: str) -> None:
    """Write a small picture for each point."""
    form = pen.random.choice(
        (
            f"\\draw[pic actions, thick] (-{radius},-{radius}) -- ({radius},{radius}) (-{radius},{radius}) -- "
            f"({radius},-{radius});",
            f"\\draw[pic actions, thick] (-{radius},0) -- ({radius},0) (0,-{radius}) -- (0,{radius});",
            f"\\draw[pic actions, semithick] (0,0) circle[radius={radius}];",
            f"\\fill[pic actions] (-{radius},-{radius}) rectangle ({radius},{radius});",
            f"\\filldraw[pic actions] (0,-{radius}) -- ({radius},0) -- (0,{radius}) -- (-{radius},0) -- cycle;",
        )
    )
    where = pen.random.choice(("pics/mark/.style={code={\n  @\n}}", "mark/.pic={\n  @\n}"))
    pen.preamble("\\tikzset{" + where.replace("@", form) + "}")
    written(pen, order, f"\\pic[{color}] at (@) {{mark}};")


def basic(pen: Pen, order: Placed, color: str, radius: str) -> None:
    """Write discs, or marks of the plot library, by commands of pgf's basic layer."""
    with pen.block("\\begin{pgfscope}", "\\end{pgfscope}"):
        pen.line(f"\\pgfsetcolor{{{color}}}")
        if pen.chance():
            pen.line(*(f"\\pgfpathcircle{{\\pgfpointxy{{{a}}}{{{b}}}}}{{{radius}}}" for a, b in order))
            pen.line("\\pgfusepath{fill}")
        else:
            mark = pen.random.choice(("*", "x", "+"))
            pen.line(f"\\pgfsetplotmarksize{{{radius}}}", f"\\pgfplothandlermark{{\\pgfuseplotmark{{{mark}}}}}")
            pen.line("\\pgfplotstreamstart")
            pen.line(*(f"\\pgfplotstreampoint{{\\pgfpointxy{{{a}}}{{{b}}}}}" for a, b in order))
            pen.line("\\pgfplotstreamend")


WAYS: dict[Callable[[Pen, Placed, str, str], None], float] = {discs: 4, nodes: 1, marks: 2.5, pictures: 3, basic: 1}
"""Weights of the ways to write points."""
