"""Statistics with pgfplots: bars, histograms, boxes, bell curves."""

import math

from ..pen import Pen, listed, some
from ..recipe import Recipe
from .plots import axis, set_up

THINGS = (
    ("Month", "Sales", ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")),
    ("Fruit", "Crates", ("Apple", "Pear", "Plum", "Grape", "Cherry", "Fig", "Mango", "Lemon", "Peach", "Kiwi")),
    ("City", "Visitors", ("Oslo", "Rome", "Kyiv", "Bern", "Lima", "Cairo", "Delhi", "Quito", "Hanoi", "Tunis")),
    ("Method", "Score", ("Base", "Tuned", "Large", "Small", "Deep", "Wide", "Fast", "Mixed", "Plain", "Full")),
)


def bar_chart(pen: Pen) -> None:
    set_up(pen)
    across, up, pool = pen.random.choice(THINGS)
    names = list(pool[: pen.many(4, len(pool))]) if across == "Month" else pen.pick(pool, pen.many(4, len(pool)))
    values = pen.random.sample(range(5, 100), len(names))
    fill = pen.color()
    lying = pen.chance(0.3)
    named = "y" if lying else "x"
    with pen.block(
        axis(
            pen,
            "xbar" if lying else "ybar",
            f"symbolic {named} coords={{{','.join(names)}}}",
            f"{named}tick=data",
            f"{named}label={across}",
            f"{'x' if lying else 'y'}label={up}",
            f"{'x' if lying else 'y'}min=0",
            *([] if lying else ["x tick label style={rotate=45, anchor=east}"]),
            *(["nodes near coords"] if pen.chance(0.4) else []),
        ),
        "\\end{axis}",
    ):
        pairs = [
            f"({value},{name})" if lying else f"({name},{value})" for name, value in zip(names, values, strict=True)
        ]
        pen.line(f"\\addplot[fill={fill.tex}, draw=black] coordinates {{")
        for at in range(0, len(pairs), 4):
            pen.line("  " + " ".join(pairs[at : at + 4]))
        pen.line("};")
    pen.counted("bars", len(names), "rectangle", fill=fill.hex)
    longest, shortest = ("longest", "shortest") if lying else ("tallest", "shortest")
    pen.measure(
        f"Which bar is the {longest}?",
        f"Which bar is the {shortest}?",
        list(zip(names, map(float, values), strict=True)),
    )
    for name, value in list(zip(names, values, strict=True))[:6]:
        others = [str(other) for other in values if other != value]
        pen.relation("value", f"Which value does the bar '{name}' show?", str(value), others)
    pen.shows(fill)
    pen.names(*names, across, up)
    pen.says(
        f"{some(len(names), 'horizontal bars' if lying else 'upright bars')} in {fill.words} with black outlines "
        f"show '{up}' by '{across}': "
        + listed([f"{name} {value}" for name, value in zip(names, values, strict=True)])
        + "."
    )


def histogram(pen: Pen) -> None:
    set_up(pen)
    bins = pen.many(5, 20)
    fill = pen.color().tint(50)
    middle = pen.random.uniform(-0.1, 1.1) * bins
    counts = [
        round(40 * math.exp(-(((at - middle) / (bins / 4)) ** 2)) + pen.random.randint(1, 6)) for at in range(bins)
    ]
    with pen.block(
        axis(
            pen,
            "ybar interval",
            "xtick=" + pen.random.choice(("\\empty", "data")),
            "x tick label style={font=\\tiny}",
            "ymin=0",
            "ylabel=Frequency",
            "xlabel=Class",
        ),
        "\\end{axis}",
    ):
        pen.line(f"\\addplot[fill={fill.tex}, draw=black] coordinates {{")
        pairs = [f"({at},{count})" for at, count in enumerate([*counts, 0])]
        for at in range(0, len(pairs), 6):
            pen.line("  " + " ".join(pairs[at : at + 6]))
        pen.line("};")
    pen.counted("bars", bins, "rectangle", fill=fill.hex)
    most = counts.index(max(counts))
    half = "left half" if most + 0.5 < bins / 2 else "right half"
    if sorted(counts)[-1] - sorted(counts)[-2] > 1 and abs(most + 0.5 - bins / 2) >= 0.9:
        pen.relation(
            "peak",
            "Where is the tallest bar?",
            f"In the {half}, not at the edge" if 0 < most < bins - 1 else f"At the {half.split()[0]} edge",
            [
                "In the left half, not at the edge",
                "In the right half, not at the edge",
                "At the left edge",
                "At the right edge",
            ],
        )
    pen.shows(fill)
    pen.names("Frequency", "Class")
    pen.says(
        f"{bins} bars in {fill.words} with black outlines stand side by side without gaps, with the heights "
        f"{listed([str(count) for count in counts])} from left to right.",
        "The axes are labeled 'Class' and 'Frequency'.",
    )


def normal_distribution(pen: Pen) -> None:
    set_up(pen)
    number = pen.many(1, 4)
    means = pen.random.sample((-2, -1, 0, 1, 2, 3), number)
    widths = [pen.random.choice((0.5, 0.7, 1, 1.4, 1.8)) for _ in means]
    colors = [pen.color() for _ in means]
    shaded = pen.chance()
    tail = " \\closedcycle" if shaded else ""
    with pen.block(
        axis(
            pen, "domain=-5:6", "samples=80", "axis lines=left", "xlabel=$x$", "ylabel=$p(x)$", "ymin=0", "no markers"
        ),
        "\\end{axis}",
    ):
        for mean, width, color in zip(means, widths, colors, strict=True):
            formula = f"1/({width}*sqrt(2*pi))*exp(-((x-({mean}))^2)/(2*{width}^2))"
            more = f", fill={color.tex}, fill opacity=0.15" if shaded else ""
            pen.line(f"\\addplot[{color.tex}, very thick{more}] {{{formula}}}{tail};")
    if number == 4:
        words = [color.words for color in colors]
        pen.measure(
            "Which curve has its peak farthest to the right?",
            "Which curve has its peak farthest to the left?",
            list(zip(words, map(float, means), strict=True)),
        )
        pen.measure(
            "Which curve is the widest?", "Which curve is the narrowest?", list(zip(words, widths, strict=True))
        )
    for mean, color in zip(means, colors, strict=True):
        pen.relation(
            "mean",
            f"Around which value of x is the {color.words} curve symmetric?",
            str(mean),
            [str(mean + step) for step in (-1, 1, 2, -2)],
        )
    pen.shows(*colors)
    pen.says(
        f"{some(number, 'bell curves')} stand on one horizontal axis from -5 to 6: "
        + listed(
            [
                f"one in {c.words} around {m} with the standard deviation {w:g}"
                for m, w, c in zip(means, widths, colors, strict=True)
            ]
        )
        + ("; the areas under them are faintly filled." if shaded else ".")
    )


def box_plot(pen: Pen) -> None:
    set_up(pen)
    pen.preamble("\\usepgfplotslibrary{statistics}")
    number = pen.many(2, 7)
    names = pen.pick(("A", "B", "C", "D", "E", "F", "G", "H"), number)
    fill = pen.color().tint(40)
    medians = pen.random.sample(range(20, 80), number)
    upright = pen.chance(0.6)
    numbered = "x" if upright else "y"
    ticks = ",".join(str(at + 1) for at in range(number))
    with pen.block(
        axis(
            pen,
            f"boxplot/draw direction={'y' if upright else 'x'}",
            f"{numbered}tick={{{ticks}}}",
            f"{numbered}ticklabels={{{','.join(names)}}}",
        ),
        "\\end{axis}",
    ):
        for median in medians:
            low, high = median - pen.random.randint(4, 9), median + pen.random.randint(4, 9)
            pen.note()
            pen.line(
                f"\\addplot[fill={fill.tex}, draw=black, boxplot prepared={{lower "
                f"whisker={low - pen.random.randint(3, 9)}, "
                f"lower quartile={low}, median={median}, upper quartile={high}, upper "
                f"whisker={high + pen.random.randint(3, 9)}}}] "
                "coordinates {};"
            )
    pen.counted("boxes", number, "rectangle", fill=fill.hex)
    pen.measure(
        "Which group has the highest median?",
        "Which group has the lowest median?",
        list(zip(names, map(float, medians), strict=True)),
    )
    pen.shows(fill)
    pen.names(*names)
    pen.says(
        f"{some(number, 'boxes')} in {fill.words} with black whiskers "
        f"{'stand side by side' if upright else 'lie one above the other'}; "
        "their medians are "
        + listed([f"{median} for {name}" for name, median in zip(names, medians, strict=True)])
        + "."
    )


RECIPES = (
    Recipe("bar-chart", "Bar chart", "charts", bar_chart, ("Histogram",)),
    Recipe("histogram", "Histogram", "charts", histogram, ("Bar chart", "Normal distribution")),
    Recipe("normal-distribution", "Normal distribution", "plots", normal_distribution, ("Graphs of functions",)),
    Recipe("box-plot", "Box plot", "charts", box_plot),
)
