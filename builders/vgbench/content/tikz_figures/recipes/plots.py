"""Plots with pgfplots: functions, series of data, points and surfaces.

pgfplots draws axes, ticks and grids in black and gray, so that colors identify the plotted things.
"""

import math
from collections.abc import Callable

from ..colors import Color
from ..pen import Pen, coord, listed, some
from ..recipe import Recipe

FUNCTIONS: tuple[tuple[str, str, Callable[[float], float]], ...] = (
    ("x^2", "x squared", lambda x: x * x),
    ("x^3/4", "x cubed over 4", lambda x: x**3 / 4),
    ("-x^2+3", "3 minus x squared", lambda x: 3 - x * x),
    ("2*x+1", "2x + 1", lambda x: 2 * x + 1),
    ("-x+2", "2 minus x", lambda x: 2 - x),
    ("abs(x)", "the absolute value of x", abs),
    ("exp(x)/4", "a quarter of e to the x", lambda x: math.exp(x) / 4),
    ("exp(-x^2)*4", "4 times e to the minus x squared", lambda x: 4 * math.exp(-x * x)),
    ("sin(deg(2*x))*2", "2 sin 2x", lambda x: 2 * math.sin(2 * x)),
    ("cos(deg(x))*3", "3 cos x", lambda x: 3 * math.cos(x)),
    ("x^3-2*x", "x cubed minus 2x", lambda x: x**3 - 2 * x),
    ("1/(1+x^2)*3", "3 over 1 plus x squared", lambda x: 3 / (1 + x * x)),
    ("sin(deg(x))+x/2", "sin x plus half of x", lambda x: math.sin(x) + x / 2),
    ("tanh(x)*2", "2 tanh x", lambda x: 2 * math.tanh(x)),
)


def set_up(pen: Pen) -> None:
    pen.needs("pgfplots")
    pen.preamble("\\pgfplotsset{compat=1.18}")


def axis(pen: Pen, *options: str) -> str:
    more = ["width=" + pen.random.choice(("8cm", "9cm", "10cm")), "height=" + pen.random.choice(("6cm", "7cm"))]
    if pen.chance(0.4):
        more.append(pen.random.choice(("grid=major", "grid=both", "ymajorgrids")))
    return "\\begin{axis}[\n" + ",\n".join(f"    {option}" for option in (*options, *more)) + "\n  ]"


def _in_words(color: Color, words: str) -> str:
    return f"a curve in {color.words} of {words}"


def function_plot(pen: Pen) -> None:
    set_up(pen)
    chosen = pen.random.sample(FUNCTIONS, pen.many(1, 4))
    colors = [pen.color() for _ in chosen]
    low, high = pen.random.choice(((-2, 2), (-3, 3), (-2, 3)))
    tabled = not pen.loops and pen.fullness > 0.55
    with pen.block(
        axis(
            pen,
            f"axis lines={pen.random.choice(('middle', 'left', 'box'))}",
            "xlabel=$x$",
            "ylabel=$y$",
            "ymin=-5",
            "ymax=8",
        ),
        "\\end{axis}",
    ):
        for (formula, _, function), color in zip(chosen, colors, strict=True):
            pen.note()
            if tabled:
                samples = [low + (high - low) * at / 40 for at in range(41)]
                pen.line(f"\\addplot[{color.tex}, thick, no marks] coordinates {{")
                for at in range(0, 41, 5):
                    pen.line("  " + " ".join(f"({x:.2f},{function(x):.3f})" for x in samples[at : at + 5]))
                pen.line("};")
            else:
                pen.line(f"\\addplot[{color.tex}, thick, domain={low}:{high}, samples=60] {{{formula}}};")
    for at in range(low, high + 1):
        values = [(color.words, function(float(at))) for (_, _, function), color in zip(chosen, colors, strict=True)]
        if len(values) == 4 and all(-5 < value < 8 for _, value in values):
            pen.measure(f"Which curve is the highest at x = {at}?", f"Which curve is the lowest at x = {at}?", values)
    for (_, _, function), color in zip(chosen, colors, strict=True):
        value = function(0.0)
        pen.relation(
            "value",
            f"What is the value of the {color.words} curve at x = 0?",
            f"{value:.3g}",
            [f"{value + step:.3g}" for step in (1, -1, 2, -2)],
        )
        slope = function(0.31) - function(0.3)
        pen.relation(
            "slope",
            f"How does the {color.words} curve run where it passes x = 0.3?",
            "It rises" if slope > 0 else "It falls",
            ["It rises", "It falls", "It is level", "It has a gap there"],
        )
    pen.shows(*colors)
    pen.names("$x$", "$y$")
    pen.says(
        f"In axes labeled x and y, with y from -5 to 8, there {'is' if len(chosen) == 1 else 'are'} "
        + listed([_in_words(color, words) for (_, words, _), color in zip(chosen, colors, strict=True)])
        + f", drawn for x from {low} to {high}.",
        "The curves are smooth and thick, without markers.",
    )


def line_chart(pen: Pen) -> None:
    set_up(pen)
    series = pen.many(1, 4)
    number = pen.many(5, 30)
    colors = [pen.color() for _ in range(series)]
    names = pen.pick(
        ("Alpha", "Beta", "Gamma", "Delta", "Model A", "Model B", "Train", "Test", "North", "South"), series
    )
    ends, markers = [], 0
    with pen.block(
        axis(
            pen,
            f"xlabel={pen.random.choice(('Epoch', 'Day', 'Time in s', 'Step'))}",
            "ylabel=Value",
            "ymin=0",
            f"legend pos={pen.random.choice(('outer north east', 'north west'))}",
        ),
        "\\end{axis}",
    ):
        for name, color in zip(names, colors, strict=True):
            value = float(pen.random.randint(10, 90))
            points = []
            for at in range(number):
                value = min(99.0, max(1.0, value + pen.random.uniform(-9, 9)))
                points.append(f"({at},{value:.1f})")
            ends.append((name, round(value, 1)))
            pen.note()
            marks = "mark=*, " if pen.chance(0.6) else "no marks, "
            markers += number if marks == "mark=*, " else 0
            pen.line(f"\\addplot[{color.tex}, {marks}thick] coordinates {{")
            for at in range(0, number, 6):
                pen.line("  " + " ".join(points[at : at + 6]))
            pen.line("};", f"\\addlegendentry{{{name}}}")
    pen.measure(
        "Which series ends highest?" if series > 3 else "", "Which series ends lowest?" if series > 3 else "", ends
    )
    for name, color in zip(names, colors, strict=True):
        pen.relation(
            "legend",
            f"In which color is the series '{name}' drawn?",
            color.words,
            [other.words for other in colors] + ["black", "yellow", "white", "lime green"],
        )
    if series == 1 and number > 6:
        value = ends[0][1]
        pen.relation(
            "value",
            "Which of these values is the last point of the series nearest to?",
            f"{value:g}",
            [f"{value + step:g}" for step in (-21, -12, 14, 25)],
        )
    pen.shows(*colors)
    pen.names(*names, "Value")
    pen.says(
        f"{some(series, 'broken lines')} of {number} points each are drawn in one pair of axes: "
        + listed(
            [f"{name} in {color.words}, ending at {value:g}" for (name, value), color in zip(ends, colors, strict=True)]
        )
        + ".",
        "A legend names them; the upright axis is labeled 'Value'.",
    )


CORNERS = {"Upper left": (2, 8), "Upper right": (8, 8), "Lower left": (2, 2), "Lower right": (8, 2)}


def scatter_plot(pen: Pen) -> None:
    set_up(pen)
    groups = pen.many(1, 4)
    colors = [pen.color() for _ in range(groups)]
    sizes, middles = [], []
    corners = pen.random.sample(sorted(CORNERS), 4)
    with pen.block(
        axis(pen, "xmin=-1", "xmax=11", "ymin=-1", "ymax=11", "xlabel=$x_1$", "ylabel=$x_2$"), "\\end{axis}"
    ):
        for at, color in enumerate(colors):
            x, y = CORNERS[corners[at]]
            number = pen.many(5, 30) + pen.random.randint(0, 4)
            points = [(pen.random.gauss(x, 0.9), pen.random.gauss(y, 0.9)) for _ in range(number)]
            points = [(min(10.5, max(-0.5, one)), min(10.5, max(-0.5, other))) for one, other in points]
            points = list({(round(one, 1), round(other, 1)): None for one, other in points})
            pen.note()
            pen.line(
                f"\\addplot[only marks, mark=*, {color.tex}, mark size={pen.random.choice(('1.5pt', '2pt'))}] "
                f"coordinates {{"
            )
            for start in range(0, len(points), 6):
                pen.line("  " + " ".join(f"({coord(one)},{coord(other)})" for one, other in points[start : start + 6]))
            pen.line("};")
            sizes.append((color.words, float(len(points))))
            middles.append((color.words, x, y))
            if len(points) < 15:
                pen.counted(f"{color.words} points", len(points), "circle", fill=color.hex)
    for word, x, y in middles:
        pen.position(f"the {word} group", x, y)
    pen.things = "group of points"
    if groups == 4:
        pen.measure("Which color has the most points?", "Which color has the fewest points?", sizes)
    pen.relation(
        "corner",
        f"In which corner of the plot is the {middles[0][0]} group?",
        corners[0],
        corners[1:],
    )
    pen.shows(*colors)
    pen.says(
        f"{some(groups, 'clouds')} of round points lie in axes labeled x1 and x2 from -1 to 11: "
        + listed(
            [
                f"{int(size)} points in {word} around ({x}, {y})"
                for (word, size), (_, x, y) in zip(sizes, middles, strict=True)
            ]
        )
        + "."
    )


def surface_plot(pen: Pen) -> None:
    set_up(pen)
    formula, words, peak = pen.random.choice(
        (
            ("exp(-x^2-y^2)", "a single round hill in the middle", "In the middle"),
            ("x^2-y^2", "a saddle", "At the left and right edges"),
            ("x^2+y^2", "a round bowl", "At the four corners"),
            ("-x^2-y^2", "an upturned bowl", "In the middle"),
            ("sin(deg(x))*cos(deg(y))", "a field of hills and hollows", "At several points"),
            ("x", "an inclined plane", "Along the edge of the largest x"),
            ("y", "an inclined plane", "Along the edge of the largest y"),
        )
    )
    shades = pen.random.choice(("viridis", "cool", "hot", "jet", "blackwhite"))
    look = pen.random.choice(("surf", "mesh", "surf, shader=faceted"))
    samples = pen.random.choice((12, 15, 18))
    reach = pen.random.choice((2, 2.5, 3))
    factor = pen.random.choice(("", "2*", "0.5*", "3*"))
    turn = pen.random.choice((20, 30, 45, 60))
    options = [f"colormap/{shades}", f"view={{{turn}}}{{{pen.random.choice((30, 35, 40))}}}"]
    with pen.block(axis(pen, "xlabel=$x$", "ylabel=$y$", "zlabel=$z$", *options), "\\end{axis}"):
        pen.note()
        pen.line(f"\\addplot3[{look}, domain=-{reach}:{reach}, samples={samples}] {{{factor}({formula})}};")
    pen.relation(
        "peak",
        "Where does the surface reach its greatest height?",
        peak,
        [
            "In the middle",
            "At the four corners",
            "At the left and right edges",
            "Along the edge of the largest x",
            "Along the edge of the largest y",
        ]
        if peak != "At the four corners"
        else [
            "In the middle",
            "Along the edge of the largest x",
            "Along the edge of the largest y",
            "Nowhere: it is flat",
        ],
    )
    pen.names("$x$", "$y$", "$z$")
    pen.says(
        f"It is {words}, drawn as a {'wire mesh' if look == 'mesh' else 'colored surface'} of {samples} by "
        f"{samples} lines over "
        f"the square from -{reach:g} to {reach:g}.",
        f"The colors follow the height (color map '{shades}'); the axes are labeled x, y and z, and the view is "
        f"turned by "
        f"{turn} degrees.",
    )


RECIPES = (
    Recipe("function-plot", "Graphs of functions", "plots", function_plot, ("Line chart", "Normal distribution")),
    Recipe("line-chart", "Line chart", "plots", line_chart, ("Graphs of functions",)),
    Recipe("scatter-plot", "Scatter plot", "plots", scatter_plot),
    Recipe("surface-plot", "Surface in three dimensions", "plots", surface_plot, ("Graphs of functions",)),
)
