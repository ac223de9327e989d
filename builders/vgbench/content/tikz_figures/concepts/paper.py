"""Squared paper under a figure, written in many ways: in one command, in loops of TikZ, TeX or pgf, or line by line."""

from collections.abc import Callable

from ..pen import Pen, coord

SHADES = ("gray!20", "gray!30", "black!10", "black!15")


def paper(pen: Pen) -> None:
    """Write the lines of squared paper, in a few commands or, in long programs, one by one. Short programs may have
    none."""
    if pen.fullness < 0.2 and pen.chance(0.7):
        return
    shade, half = pen.random.choice(SHADES), pen.random.randint(3, 5)
    step = pen.random.choice((1.0, 0.5, 0.5, 0.25)) if pen.fullness > 0.6 else 1.0
    if pen.fullness < 0.4 or pen.chance(0.45):
        pen.random.choice(WAYS)(pen, shade, half, coord(step))
        return
    for number in range(round(2 * half / step) + 1):
        x = coord(number * step - half)
        pen.line(f"\\draw[{shade}] ({x},-{half}) -- ({x},{half});", f"\\draw[{shade}] (-{half},{x}) -- ({half},{x});")


def grid(pen: Pen, shade: str, half: int, step: str) -> None:
    options = "" if step == "1" else f", step={step}"
    pen.line(f"\\draw[{shade}, very thin{options}] (-{half},-{half}) grid ({half},{half});")


def helped(pen: Pen, shade: str, half: int, step: str) -> None:
    pen.line(f"\\draw[help lines, color={shade}, step={step}cm] (-{half},-{half}) grid +({2 * half},{2 * half});")


def clipped(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a grid clipped to a rectangle."""
    with pen.block("\\begin{scope}", "\\end{scope}"):
        pen.line(
            f"\\clip (-{half},-{half}) rectangle ({half},{half});",
            f"\\draw[{shade}, step={step}] (-{half + 1},-{half + 1}) grid ({half + 1},{half + 1});",
        )


def looped(pen: Pen, shade: str, half: int, step: str) -> None:
    at = pen.variable()
    second = coord(float(step) - half)
    pen.line(
        f"\\foreach {at} in {{-{half},{second},...,{half}}} {{",
        f"  \\draw[{shade}] ({at},-{half}) -- ({at},{half});",
        f"  \\draw[{shade}] (-{half},{at}) -- ({half},{at});",
        "}",
    )


def evaluated(pen: Pen, shade: str, half: int, step: str) -> None:
    at, where, lines = pen.variable(), pen.variable(), round(2 * half / float(step))
    pen.line(
        f"\\foreach {at} [evaluate={at} as {where} using {at}*{step}-{half}] in {{0,...,{lines}}}",
        f"  \\draw[{shade}] ({where},-{half}) -- ({where},{half}) (-{half},{where}) -- ({half},{where});",
    )


def macro(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a macro for the size, and a loop that draws a pair of lines at a time."""
    at, size = pen.variable(), pen.constant(("half", "size", "reach", "width"), half)
    pen.line(
        f"\\foreach {at} in {{0,...,{round(2 * half / float(step))}}} {{",
        f"  \\pgfmathsetmacro{{\\pos}}{{-{size}+{step}*{at}}}",
        f"  \\draw[{shade}] (\\pos,-{size}) -- (\\pos,{size});",
        f"  \\draw[{shade}] (-{size},\\pos) -- ({size},\\pos);",
        "}",
    )


def plain_loop(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a loop of plain TeX with a counter."""
    lines = round(2 * half / float(step)) + 1
    pen.preamble("\\newcount\\row")
    at = "{\\the\\row*" + step + f"-{half}" + "}"
    pen.line(
        "\\row=0",
        "\\loop",
        f"  \\draw[{shade}] ({at},-{half}) -- ({at},{half});",
        f"  \\draw[{shade}] (-{half},{at}) -- ({half},{at});",
        f"  \\advance\\row by 1 \\ifnum\\row<{lines}",
        "\\repeat",
    )


def counted_loop(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a loop with a LaTeX counter."""
    lines = round(2 * half / float(step)) + 1
    pen.preamble("\\newcounter{line}", "\\usepackage{ifthen}")
    at = "{\\value{line}*" + step + f"-{half}" + "}"
    pen.line(
        "\\setcounter{line}{0}",
        f"\\whiledo{{\\value{{line}}<{lines}}}{{",
        f"  \\draw[{shade}] ({at},-{half}) -- ({at},{half});",
        f"  \\draw[{shade}] (-{half},{at}) -- ({half},{at});",
        "  \\addtocounter{line}{1}",
        "}",
    )


def counted_by_pgf(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a loop of pgf's mathematical engine."""
    lines = round(2 * half / float(step)) + 1
    pen.line(
        "\\pgfmathloop",
        f"  \\pgfmathsetmacro{{\\where}}{{(\\pgfmathcounter-1)*{step}-{half}}}",
        f"  \\draw[{shade}] (\\where,-{half}) -- (\\where,{half}) (-{half},\\where) -- ({half},\\where);",
        f"\\ifnum\\pgfmathcounter<{lines}\\relax",
        "\\repeatpgfmathloop",
    )


def basic(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a grid by commands of pgf's basic layer."""
    with pen.block("\\begin{pgfscope}", "\\end{pgfscope}"):
        pen.line(
            f"\\pgfsetcolor{{{shade}}}",
            "\\pgfsetlinewidth{0.2pt}",
            *(("\\pgfsetdash{{2pt}{1pt}}{0pt}",) if pen.chance(0.3) else ()),
            f"\\pgfpathgrid[stepx={step}cm, stepy={step}cm]{{\\pgfpoint{{-{half}cm}}{{-{half}cm}}}}"
            f"{{\\pgfpoint{{{half}cm}}{{{half}cm}}}}",
            "\\pgfusepath{stroke}",
        )


def framed(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a grid on a rectangle of a very light color."""
    first = pen.random.choice(("\\filldraw", "\\path[draw, fill]", "\\draw[fill]"))
    command, _, options = first.partition("[")
    joined = f"{options.rstrip(']')}, " if options else ""
    pen.line(
        f"{command}[{joined}fill=black!2, draw={shade}] (-{half},-{half}) rectangle ({half},{half});",
        f"\\path[draw={shade}, step={step}] (-{half},-{half}) grid ({half},{half});",
    )


def shaded(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a grid on paper that is slightly darker at one side."""
    side = pen.random.choice(("left", "right", "top", "bottom"))
    other = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[side]
    command = pen.random.choice(
        (
            f"\\shade[{side} color=black!6, {other} color=white]",
            f"\\shadedraw[draw={shade}, {side} color=black!5, {other} color=white]",
        )
    )
    pen.line(
        f"{command} (-{half},-{half}) rectangle ({half},{half});",
        f"\\draw[{shade}, step={step}] (-{half},-{half}) grid ({half},{half});",
    )


def by_macro(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a macro for a line of the grid, and calls of it."""
    name = pen.random.choice(("level", "ruled", "thread", "hair"))
    at = pen.variable()
    kind = pen.random.choice(("newcommand*", "newcommand", "providecommand", "def"))
    upright = f"\\{name}{{{at}}}"
    head = f"\\def\\{name}#1" if kind == "def" else f"\\{kind}{{\\{name}}}[1]"
    pen.line(
        f"{head}{{\\draw[{shade}] (#1,-{half}) -- (#1,{half}) (-{half},#1) -- ({half},#1);}}",
        f"\\foreach {at} in {{-{half},{coord(float(step) - half)},...,{half}}} {upright};",
    )


def measured(pen: Pen, shade: str, half: int, step: str) -> None:
    """Write a grid whose step is a length register."""
    name = pen.random.choice(("mesh", "module", "square"))
    width = pen.random.choice(
        (
            f"\\newdimen\\{name}\n\\{name}={step}cm",
            f"\\newlength{{\\{name}}}\n\\pgfmathsetlength{{\\{name}}}{{{step}cm}}",
        )
    )
    pen.preamble(width)
    pen.line(f"\\draw[{shade}, step=\\{name}] (-{half},-{half}) grid ({half},{half});")


WAYS: tuple[Callable[[Pen, str, int, str], None], ...] = (
    grid, grid, helped, clipped, looped, evaluated, macro, plain_loop, counted_loop, counted_by_pgf, basic, framed,
    shaded, by_macro, measured,
)  # fmt: skip
