"""Charts by pgfplots: stacks, errors, stems, steps, logarithms, small multiples."""

from itertools import pairwise

from sgpkit.families.shared import tables

from ...pen import Pen, listed, some
from ...recipe import Recipe

WORDS = tables.read(__file__, "statistics.toml")

NAMES: tuple[str, ...] = WORDS["names"]


def _axis(pen: Pen, *options: str, environment: str = "axis") -> tuple[str, str]:
    pen.needs("pgfplots")
    pen.preamble("\\pgfplotsset{compat=1.18}")
    more = [f"width={pen.random.choice((8, 9, 10))}cm", f"height={pen.random.choice((6, 6.5, 7))}cm"]
    if pen.chance(0.4):
        more.append(pen.random.choice(("grid=major", "ymajorgrids", "xmajorgrids", "minor tick num=1")))
    if pen.chance(0.3):
        more.append(
            pen.random.choice(
                (
                    "tick align=outside",
                    "tick style={black}",
                    "axis line style={thick}",
                    "tick label style={font=\\small}",
                )
            )
        )
    return f"\\begin{{{environment}}}[\n" + ",\n".join(
        f"    {option}" for option in (*options, *more)
    ) + "\n  ]", f"\\end{{{environment}}}"


def stacked(pen: Pen) -> None:
    names, parts = pen.pick(NAMES[:8], pen.many(3, 5)), pen.many(2, 3)
    keys = pen.pick(("old", "new", "sold", "kept", "lent", "lost"), parts)
    fills = [pen.color() for _ in keys]
    values = [[pen.random.randint(5, 40) for _ in names] for _ in keys]
    level = pen.chance(0.35)
    axis = "xbar stacked" if level else "ybar stacked"
    coords = f"symbolic {'y' if level else 'x'} coords={{{','.join(names)}}}"
    begin, end = _axis(
        pen,
        axis,
        coords,
        f"{'y' if level else 'x'}tick=data",
        f"legend style={{at={{(0.5,-0.2)}}, anchor=north, legend columns={parts}}}",
        f"{'x' if level else 'y'}min=0",
        f"enlarge {'y' if level else 'x'} limits=0.2",
    )
    with pen.block(begin, end):
        for key, fill, row in zip(keys, fills, values, strict=True):
            pairs = " ".join(
                f"({value},{name})" if level else f"({name},{value})" for name, value in zip(names, row, strict=True)
            )
            pen.line(f"\\addplot+[draw=black, fill={fill.tex}] coordinates {{{pairs}}};", f"\\addlegendentry{{{key}}}")
    totals = [sum(row[at] for row in values) for at in range(len(names))]
    if len(names) > 3:
        pen.measure(
            "Which bar is the longest as a whole?",
            "Which bar is the shortest as a whole?",
            list(zip(names, totals, strict=True)),
        )
        pen.measure(f"In which bar is the part '{keys[0]}' the largest?", "", list(zip(names, values[0], strict=True)))
    pen.relation(
        "color",
        f"In which color are the parts '{keys[0]}' drawn?",
        fills[0].words,
        [fill.words for fill in fills] + ["black", "white", "yellow", "lime green"],
    )
    pen.numeric("parts", "Of how many parts is each bar made?", parts, (-1, 1, 2, 3))
    pen.names(*names, *keys)
    pen.things = "bar"
    pen.shows(*fills)
    pen.says(
        f"{some(len(names), 'level bars' if level else 'upright bars')}, named {listed(names)}, are each made "
        f"of {some(parts, 'parts')} {'side by side' if level else 'on one another'}: "
        + ", ".join(f"'{key}' in {fill.words}" for key, fill in zip(keys, fills, strict=True))
        + ", with a legend below.",
        "The values are "
        + "; ".join(
            f"for '{key}' " + ", ".join(f"{value}" for value in row) for key, row in zip(keys, values, strict=True)
        )
        + ".",
    )


def errors(pen: Pen) -> None:
    count = pen.many(4, 9)
    color = pen.color()
    values = [pen.random.randint(10, 50) for _ in range(count)]
    spans = [pen.random.randint(1, 8) for _ in range(count)]
    begin, end = _axis(
        pen,
        "xlabel=Sample",
        "ylabel=Result",
        "ymin=0",
        "ymax=65",
        f"xtick={{1,...,{count}}}",
        pen.random.choice(("only marks", "mark size=3pt", "every error bar/.style={thick}")),
    )
    mark = pen.random.choice(("*", "square*", "triangle*", "diamond*"))
    with pen.block(begin, end):
        pen.line(
            f"\\addplot+[{color.tex}, only marks, mark={mark}, mark options={{fill={color.tex}}}, error "
            f"bars/.cd, y dir=both, y explicit] coordinates {{"
        )
        for at, (value, span) in enumerate(zip(values, spans, strict=True), start=1):
            pen.line(f"  ({at},{value}) +- (0,{span})")
        pen.line("};")
    if count > 3:
        pen.measure(
            "Which sample has the largest spread?",
            "Which sample has the smallest spread?",
            [(str(at + 1), span) for at, span in enumerate(spans)],
        )
        pen.measure(
            "Which sample has the highest result?",
            "Which sample has the lowest result?",
            [(str(at + 1), value) for at, value in enumerate(values)],
        )
    pen.numeric("marks", "How many results are shown?", count, (-1, 1, 2, -2))
    pen.names("Sample", "Result")
    pen.shows(color)
    words = {"*": "dots", "square*": "squares", "triangle*": "triangles", "diamond*": "diamonds"}[mark]
    pen.says(
        f"In axes labeled Sample and Result, {some(count, words)} in {color.words} stand at 1 to {count}, each "
        f"with an upright bar for its spread.",
        "The results are " + ", ".join(f"{value} ± {span}" for value, span in zip(values, spans, strict=True)) + ".",
    )


def stems(pen: Pen) -> None:
    count, color = pen.many(5, 16), pen.color()
    values = [pen.random.choice([at for at in range(-8, 9) if at]) for _ in range(count)]
    begin, end = _axis(
        pen,
        "xlabel=$n$",
        "ylabel={$x[n]$}",
        "ymin=-10",
        "ymax=10",
        "axis lines=middle" if pen.chance() else "axis x line=middle, axis y line=left",
    )
    with pen.block(begin, end):
        pairs = " ".join(f"({at},{value})" for at, value in enumerate(values))
        pen.line(
            f"\\addplot+[ycomb, {color.tex}, thick, mark={pen.random.choice(('*', 'o', 'square'))}, mark "
            f"options={{{color.tex}}}] coordinates {{{pairs}}};"
        )
    pen.numeric("samples", "How many stems are drawn?", count, (-2, -1, 1, 2))
    up = sum(value > 0 for value in values)
    pen.numeric("up", "How many stems point upward?", up, (-2, -1, 1, 2))
    top = max(values)
    if values.count(top) == 1:
        pen.relation(
            "highest", "At which n is the highest stem?", str(values.index(top)), [str(at) for at in range(count)]
        )
    pen.names("$n$")
    pen.shows(color)
    pen.says(
        f"Over a level axis labeled n, {some(count, 'stems')} in {color.words} with small heads stand at 0 to "
        f"{count - 1}.",
        f"Their values are {', '.join(map(str, values))}; negative ones point down.",
    )


def steps(pen: Pen) -> None:
    count, color = pen.many(4, 10), pen.color()
    value, values = 0, []
    for _ in range(count):
        value += pen.random.randint(1, 6)
        values.append(value)
    side = pen.random.choice(("const plot", "const plot mark left", "const plot mark mid"))
    begin, end = _axis(pen, "xlabel=$t$", "ylabel=$N(t)$", "ymin=0", f"xmax={count}", "xmin=0")
    with pen.block(begin, end):
        pairs = " ".join(f"({at},{value})" for at, value in enumerate(values))
        pen.line(f"\\addplot+[{side}, {color.tex}, very thick, mark=none] coordinates {{{pairs}}};")
    rises = [high - low for low, high in pairwise(values)]
    pen.numeric("jumps", "How many times does the line jump up?", count - 1, (-2, -1, 1, 2))
    if len(rises) > 3:
        most = max(rises)
        if rises.count(most) == 1:
            jump = rises.index(most) + 1
            pen.relation(
                "largest",
                "Which of the jumps, counted from the left, is the highest?",
                f"Jump {jump}",
                [f"Jump {at}" for at in range(1, len(rises) + 1)],
            )
    pen.names("$t$")
    pen.shows(color)
    pen.says(
        f"In axes t and N(t), a thick line in {color.words} made of level pieces jumps up "
        f"{some(count - 1, 'times')}, {'midway between' if side.endswith('mid') else 'at'} whole numbers.",
        f"Its levels are {', '.join(map(str, values))} from the left.",
    )


def logarithms(pen: Pen) -> None:
    number = pen.many(2, 5)
    hues = [pen.color() for _ in range(number)]
    rates = sorted(pen.random.sample((0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6), number))
    environment = pen.random.choice(("semilogyaxis", "loglogaxis"))
    begin, end = _axis(
        pen, "xlabel=$x$", "ylabel=$y$", "legend pos=north west", "xmin=1", "xmax=10", environment=environment
    )
    with pen.block(begin, end):
        for at, (hue, rate) in enumerate(zip(hues, rates, strict=True)):
            formula = f"exp({rate}*x)" if environment == "semilogyaxis" else f"x^{2 * rate:g}"
            pen.line(
                f"\\addplot[{hue.tex}, {pen.random.choice(('thick', 'very thick'))}, domain=1:10, samples=40] "
                f"{{{formula}}};",
                f"\\addlegendentry{{$y_{at + 1}$}}",
            )
    steepest = hues[-1].words
    if number > 3:
        pen.relation(
            "steepest", "Which line is the steepest?", f"The {steepest} one", [f"The {hue.words} one" for hue in hues]
        )
    pen.relation(
        "axis",
        "Which axes are divided by powers of ten?",
        "The vertical one only" if environment == "semilogyaxis" else "Both of them",
        ("The horizontal one only", "Neither of them", "Both of them", "The vertical one only"),
    )
    pen.numeric("lines", "How many lines are plotted?", number, (-1, 1, 2, 3))
    pen.names("$x$", "$y$", *(f"$y_{at + 1}$" for at in range(number)))
    pen.shows(*hues)
    pen.says(
        f"In axes x and y, of which {'the upright one has' if environment == 'semilogyaxis' else 'both have'} a "
        f"logarithmic scale, {some(number, 'straight lines')} rise from the left: "
        + ", ".join(f"y{at + 1} in {hue.words}" for at, hue in enumerate(hues))
        + ", each steeper than the one before.",
        f"A legend at the upper left lists y1 to y{number}: {', '.join(f'y{at + 1}' for at in range(number))}. "
        f"x runs from 1 to 10.",
    )


def small_multiples(pen: Pen) -> None:
    rows, columns = pen.random.choice(((1, 2), (2, 2), (1, 3), (2, 3)))
    count = rows * columns
    pool = (
        ("x^2", "a parabola that opens upward"),
        ("x", "a rising straight line"),
        ("-x", "a falling straight line"),
        ("abs(x)", "a corner"),
        ("x^3", "a cubic curve"),
        ("sin(deg(3*x))", "a wave"),
        ("exp(x)", "an exponential curve"),
        ("1-x^2", "a parabola that opens downward"),
    )
    chosen = pen.random.sample(pool, count)
    line = pen.color()
    titles = pen.pick("ABCDEFGHKLMN", count)
    pen.needs("pgfplots")
    pen.preamble("\\usepgfplotslibrary{groupplots}", "\\pgfplotsset{compat=1.18}")
    begin = (
        f"\\begin{{groupplot}}[group style={{group size={columns} by {rows}, horizontal sep=1.2cm, vertical "
        "sep=1.6cm}, width=4.6cm, height=4.2cm]"
    )
    with pen.block(begin, "\\end{groupplot}"):
        for (formula, _), title in zip(chosen, titles, strict=True):
            pen.line(
                f"\\nextgroupplot[title={{{title}}}]",
                f"\\addplot[{line.tex}, thick, domain=-1:1, samples=30] {{{formula}}};",
            )
    for (_, words), title in zip(chosen, titles, strict=True):
        pen.relation(
            "panel", f"What does the panel {title} show?", words.capitalize(), [other.capitalize() for _, other in pool]
        )
    for at, title in enumerate(titles):
        pen.position(title, 5 * (at % columns), -5 * (at // columns))
    pen.numeric("panels", "How many panels are there?", count, (-1, 1, 2, 3))
    pen.names(*titles)
    pen.things = "panel"
    pen.shows(line)
    pen.says(
        f"{some(count, 'small plots')} stand in {some(rows, 'rows')} of {columns}, each with a letter as its "
        f"title and one line in {line.words}, for x from -1 to 1.",
        "Row by row: "
        + "; ".join(f"{title} shows {words}" for (_, words), title in zip(chosen, titles, strict=True))
        + ".",
    )


RECIPES = (
    Recipe("stacked", "Stacked bar chart", "charts", stacked, ("Bar chart",)),
    Recipe("errors", "Measurements with error bars", "charts", errors, ("Scatter plot", "Box plot")),
    Recipe("stems", "Stem plot of a signal", "plots", stems, ("Bar chart",)),
    Recipe("steps", "Step function", "plots", steps, ("Graphs of functions", "Digital timing diagram")),
    Recipe("logarithms", "Plot with logarithmic scale", "plots", logarithms, ("Graphs of functions", "Line chart")),
    Recipe("small-multiples", "Grid of small plots", "plots", small_multiples, ("Graphs of functions",)),
)
