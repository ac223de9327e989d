"""Lines around a figure: braces, frames, scales, the edge of a sheet, flourishes."""

from ..pen import Pen
from .near import along, corner, text
from .words import TITLES

FRAMES = (
    (
        "with shaky lines, as if drawn by hand",
        "decorate, decoration={random steps, segment length=4pt, amplitude=0.8pt}",
    ),
    ("with a zigzag edge like a stamp's", "decorate, decoration={zigzag, amplitude=1pt, segment length=5pt}"),
    ("of a wavy line", "decorate, decoration={snake, amplitude=0.8pt, segment length=7pt}"),
    ("with round corners", "rounded corners=4pt"),
    ("of a double line", "double, double distance=1.2pt"),
    ("of a dashed line", "dash pattern=on 4pt off 2pt"),
    ("with a row of small arcs", "decorate, decoration={bumps, amplitude=1.5pt, segment length=8pt}"),
)


def brace(pen: Pen, shade: str) -> str:
    side = pen.random.choice(("top", "bottom", "left", "right"))
    gap = {"top": "above", "bottom": "below", "left": "left", "right": "right"}[side]
    size, label = pen.random.choice((4, 5, 6)), text(pen, TITLES)
    start, end = along(pen, side, 2)
    mirror = ", mirror" if side in ("bottom", "right") else ""
    font = pen.random.choice(("\\small", "\\footnotesize", "\\itshape"))
    style = f"decorate, decoration={{brace{mirror}, amplitude={size}pt}}"
    style = pen.style(f"{shade}, thick, {style}") if pen.chance() else f"{shade}, {style}"
    pen.line(f"\\draw[{style}] {start} -- {end} node[midway, {gap}={size + 2}pt, black, font={font}] {{{label}}};")
    return f"A gray brace along the {side} spans the figure; outside its tip stands '{label}'."


def frame(pen: Pen, shade: str) -> str:
    words, form = pen.random.choice(FRAMES)
    gap = pen.random.choice((3, 4))
    pen.line(
        f"\\draw[{shade}, {form}] {corner('south west', f'-{gap}mm', f'-{gap}mm')} rectangle "
        f"{corner('north east', f'{gap}mm', f'{gap}mm')};"
    )
    return f"A gray frame {words} is around all of it."


def scale_bar(pen: Pen, shade: str) -> str:
    long, label = pen.random.choice(((1, "1 cm"), (2, "2 cm"), (1, "10 m"), (2, "20 m"), (1, "5 km")))
    tips = pen.random.choice(("|-|", "|<->|"))
    options = pen.random.choice(("", f", {shade}", ", thick"))
    with pen.block(f"\\begin{{scope}}[shift={{{corner('south west', '0mm', '-4mm')}}}{options}]", "\\end{scope}"):
        color = f", {shade}" if shade not in options else ""
        pen.line(f"\\draw[{tips}{color}] (0,0) -- ({long},0) node[midway, below, font=\\scriptsize] {{{label}}};")
    pen.named.append(pen.label_of(label))
    return f"Under the lower left corner a gray bar with small strokes at its ends is marked '{label}'."


def axes_cross(pen: Pen, shade: str) -> str:
    """Write a small pair of axes next to the figure."""
    kind = pen.random.choice(("cross", "frame of axes", "directions"))
    names = pen.random.choice((("x", "y"), ("u", "v"), ("r", "z"), ("1", "2")))
    pen.preamble(
        f"\\tikzset{{pics/{kind}/.style={{code={{\n"
        f"  \\draw[->] (0,0) -- (#1,0) node[right, font=\\scriptsize] {{${names[0]}$}};\n"
        f"  \\draw[->] (0,0) -- (0,#1) node[above, font=\\scriptsize] {{${names[1]}$}};\n}}}}}}"
    )
    size = pen.random.choice((0.5, 0.6, 0.7))
    pen.line(f"\\pic[{shade}] at {corner('south west', '-14mm', '0mm')} {{{kind}={size}}};")
    return (
        f"At the lower left, outside the figure, two short gray arrows from one point show the directions {names[0]}, "
        f"to the right, and {names[1]}, upward."
    )


def north(pen: Pen, shade: str) -> str:
    """Write the north arrow of a map."""
    kind = pen.random.choice(("north", "needle", "compass"))
    pen.preamble(
        f"\\tikzset{{\n  {kind}/.pic={{\n    \\draw[pic actions] (0,0.5) .. controls (0.05,0.1) .. (0.2,-0.2) -- "
        "(0,-0.05) -- (-0.2,-0.2) .. controls (-0.05,0.1) .. cycle;\n    \\node[above] at (0,0.5) {\\small N};\n  }\n}"
    )
    pen.line(f"\\pic[fill={shade}, draw=none] at {corner('north east', '7mm', '-8mm')} {{{kind}}};")
    return "To the upper right of the figure a gray tip like a needle of a compass points up at the letter N."


def binding(pen: Pen, shade: str) -> str:
    """Write the left edge of a sheet, torn off or bound with a wire."""
    words, form = pen.random.choice(
        (
            ("A gray coil, like the wire of a note book,", "coil, aspect=0.6, segment length=2.5mm, amplitude=1.2mm"),
            ("A gray zigzag line, like the edge of a torn sheet,", "zigzag, segment length=3mm, amplitude=0.8mm"),
            ("A wavy gray line", "snake, segment length=4mm, amplitude=0.7mm"),
            ("A shaky gray line", "random steps, segment length=2mm, amplitude=0.6mm"),
        )
    )
    width = pen.random.choice(("thin", "semithick", "thick"))
    with pen.block(f"\\begin{{scope}}[{shade}, {width}]", "\\end{scope}"):
        start, end = along(pen, "left", 5)
        pen.line(f"\\draw[decorate, decoration={{{form}}}] {end} -- {start};")
    return f"{words} runs down along the left side of the figure."


def flourish(pen: Pen, shade: str) -> str:
    """Write a curved ornament under the figure."""
    size, high = pen.random.choice((6, 8, 10)), pen.random.choice((2, 3))
    pen.line(f"\\coordinate (mid) at {corner('south', '0mm', '-5mm')};")
    if pen.chance():
        pen.line(
            f"\\draw[{shade}, line cap=round] ([xshift=-{2 * size}mm]mid) .. controls +({size}mm,{high}mm) and "
            f"+(-{size}mm,-{high}mm) .. (mid) .. controls +({size}mm,{high}mm) and +(-{size}mm,-{high}mm) .. "
            f"([xshift={2 * size}mm]mid);"
        )
        words = "A gray line with two gentle waves"
    else:
        with pen.block("\\begin{pgfscope}", "\\end{pgfscope}"):
            pen.line(
                "\\pgfsetlinewidth{0.7pt}",
                "\\pgfsetroundcap",
                f"\\pgfsetstrokecolor{{{shade}}}",
                "\\pgftransformshift{\\pgfpointanchor{mid}{center}}",
                f"\\pgfpathmoveto{{\\pgfpoint{{-{size}mm}}{{0pt}}}}",
                f"\\pgfpathcurveto{{\\pgfpoint{{-{size // 2}mm}}{{-{high}mm}}}}"
                f"{{\\pgfpoint{{{size // 2}mm}}{{-{high}mm}}}}{{\\pgfpoint{{{size}mm}}{{0pt}}}}",
                "\\pgfusepath{stroke}",
            )
        words = "A flat gray bow, open at the top,"
    return f"{words} stands as an ornament under the middle of the figure."


def time_arrow(pen: Pen, shade: str) -> str:
    form = pen.random.choice(
        (
            "snake, amplitude=0.6mm, segment length=4mm, post length=2mm",
            "zigzag, amplitude=0.5mm, segment length=3mm, post=lineto, post length=2mm",
        )
    )
    label = pen.random.choice(("t", "T", "\\tau"))
    start, end = along(pen, "bottom", 4)
    pen.line(f"\\draw[->, {shade}, decorate, decoration={{{form}}}] {start} -- {end} node[right] {{${label}$}};")
    words = "wavy" if form.startswith("snake") else "zigzag"
    name = label.removeprefix("\\")
    return f"Below the figure a {words} gray arrow runs to the right along all of it, with {name} at its tip."


def ticks(pen: Pen, shade: str) -> str:
    """Write a line with ticks, as on a ruler, made by a decoration."""
    step, side = pen.random.choice((2, 3, 4)), pen.random.choice(("bottom", "top"))
    start, end = along(pen, side, 4)
    mark = f"mark=between positions 0 and 1 step {step}mm with {{\\draw (0pt,-1.5pt) -- (0pt,1.5pt);}}"
    pen.line(f"\\draw[{shade}, decoration={{markings, {mark}}}, postaction={{decorate}}] {start} -- {end};")
    return f"A gray line with short strokes at equal distances runs along the {side}."


def signature(pen: Pen, shade: str) -> str:
    """Write a scribble in the lower right corner."""
    first, second = pen.random.choice((2, 3, 4)), pen.random.choice((2, 3))
    with pen.block(f"\\begin{{scope}}[shift={{{corner('south east', '-12mm', '-5mm')}}}]", "\\end{scope}"):
        pen.line(
            f"\\draw[{shade}, line cap=round] (0,0) .. controls (1mm,{first}mm) and (3mm,{first}mm) .. (2.5mm,0) .. "
            f"controls (2mm,-{second}mm) and (5mm,3mm) .. (6mm,1mm) to[out=-60, in=200] (8mm,1mm) "
            "to[out=20, in=180] (12mm,0);"
        )
    return "A scribbled gray signature of one curved line stands under the lower right corner."
