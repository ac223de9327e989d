"""Charts that are drawn by hand: pies, heat maps, schedules, timelines."""

import math

from ..pen import Pen, coord, listed, some
from ..recipe import Recipe

SLICES = ("Rent", "Food", "Travel", "Books", "Power", "Clothes", "Sports", "Gifts", "Phone", "Music", "Tax", "Repairs")
JOBS = (
    "Design", "Survey", "Permits", "Digging", "Concrete", "Walls", "Roof", "Wiring", "Plumbing", "Painting",
    "Garden", "Handover", "Audit", "Training",
)  # fmt: skip
EVENTS = (
    "Founding", "First sale", "New office", "Award", "Merger", "Launch", "Rebrand", "Export", "Patent", "Jubilee",
    "Move", "Crisis", "Recovery",
)  # fmt: skip


def pie_chart(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    names = pen.pick(SLICES, pen.many(3, 9))
    # No sector is under 5 %, so that the names around the disc do not overlap.
    left = 100 - 5 * len(names)
    cuts = sorted(pen.random.choices(range(left + 1), k=len(names) - 1))
    shares = [5 + after - before for before, after in zip((0, *cuts), (*cuts, left), strict=True)]
    radius = pen.random.choice((2, 2.5, 3))
    hues = [pen.color() for _ in names]
    angle = 90.0
    pen.note()
    for name, share, hue in zip(names, shares, hues, strict=True):
        end = angle + 3.6 * share
        pen.line(
            f"\\filldraw[fill={hue.tex}, draw=white] (0,0) -- ({coord(angle)}:{radius}) arc "
            f"({coord(angle)}:{coord(end)}:{radius}) -- cycle;"
        )
        middle = (angle + end) / 2
        pen.line(f"\\node at ({coord(middle)}:{radius + 0.9:g}) {{{name} {share}\\,\\%}};")
        pen.position(name, radius * math.cos(math.radians(middle)), radius * math.sin(math.radians(middle)))
        angle = end
    pen.counted("slices", len(names), "region", stroke="#ffffff")
    pen.measure(
        "Which slice is the largest?", "Which slice is the smallest?", list(zip(names, map(float, shares), strict=True))
    )
    words = {hue.words: name for name, hue in zip(names, hues, strict=True)}
    color = pen.random.choice(sorted(words))
    pen.relation(
        "color",
        f"What does the {color} slice stand for?",
        words[color],
        [name for name in names if name != words[color]],
    )
    pen.things = "slice"
    pen.shows(*hues)
    pen.names(*names)
    pen.says(
        f"A disc is cut into {some(len(names), 'slices')} with white edges; from the top and counterclockwise they are "
        + listed(
            [f"{name} ({share} percent, {hue.words})" for name, share, hue in zip(names, shares, hues, strict=True)]
        )
        + ".",
        "Names and percentages stand outside the disc.",
    )


def heat_map(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    rows, columns = pen.many(3, 7), pen.many(3, 8)
    hue = pen.color()
    size = pen.random.choice((0.8, 1))
    values = [pen.random.sample(range(5, 96), columns) for _ in range(rows)]
    best = max((value, row, column) for row, line in enumerate(values) for column, value in enumerate(line))
    pen.note()
    for row, line in enumerate(values):
        for column, value in enumerate(line):
            x, y = size * column, -size * row
            pen.line(
                f"\\filldraw[fill={hue.tex}!{value}, draw=white] ({coord(x)},{coord(y)}) rectangle ++({size},{size});"
            )
            if pen.fullness > 0.6:
                pen.line(f"\\node[font=\\tiny] at ({coord(x + size / 2)},{coord(y + size / 2)}) {{{value}}};")
    pen.note()
    for row in range(rows):
        pen.line(f"\\node[left] at (0,{coord(-size * row + size / 2)}) {{{chr(65 + row)}}};")
    for column in range(columns):
        pen.line(f"\\node[above] at ({coord(size * column + size / 2)},{coord(size)}) {{{column + 1}}};")
    pen.counted("colored cells", rows * columns, "rectangle", stroke="#ffffff")
    many = [value for line in values for value in line]
    # Without written numbers, strengths must differ visibly.
    if best[0] - sorted(many)[-2] > (0 if pen.fullness > 0.6 else 7):
        answer = f"Row {chr(65 + best[1])}, column {best[2] + 1}"
        others = [f"Row {chr(65 + row)}, column {column + 1}" for row in range(rows) for column in range(columns)]
        pen.relation("darkest", "Which cell has the strongest color?", answer, pen.random.sample(others, 6))
    pen.shows(hue.tint(best[0]))
    pen.names(*(chr(65 + row) for row in range(rows)), *(str(column + 1) for column in range(columns)))
    pen.says(
        f"{some(rows, 'rows')} named A to {chr(64 + rows)} and {some(columns, 'columns')} named "
        f"{listed([str(column + 1) for column in range(columns)])} of square cells, with white edges, "
        f"are filled with {hue.words} of different strength.",
        "Their strengths in percent are "
        + "; ".join(f"row {chr(65 + row)}: {' '.join(map(str, line))}" for row, line in enumerate(values))
        + ".",
    )


def gantt(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    number = pen.many(3, 14)
    jobs = pen.pick(JOBS, number)
    bar = pen.color()
    width = pen.random.choice((0.4, 0.5, 0.6))
    spans = []
    start = 0
    for job in jobs:
        length = pen.random.randint(1, 7)
        spans.append((job, start, length))
        start = max(0, start + pen.random.randint(0, length))
    last = max(begin + length for _, begin, length in spans)
    pen.note()
    if pen.loops:
        pen.line(f"\\foreach \\w in {{0,...,{last}}}")
        pen.line(
            f"  \\draw[gray!40] (\\w*{width:g},0.3) node[above, font=\\tiny, black] {{\\w}} -- "
            f"++(0,{coord(-0.7 * number - 0.4)});"
        )
    else:
        for week in range(last + 1):
            pen.line(
                f"\\draw[gray!40] ({coord(week * width)},0.3) node[above, font=\\tiny, black] {{{week}}} -- "
                f"++(0,{coord(-0.7 * number - 0.4)});"
            )
    pen.note()
    for at, (job, begin, length) in enumerate(spans):
        y = -0.7 * at
        pen.line(
            f"\\node[left] at (-0.1,{coord(y - 0.2)}) {{{job}}};",
            f"\\fill[{bar.tex}] ({coord(begin * width)},{coord(y)}) rectangle ++({coord(length * width)},-0.4);",
        )
    pen.counted("bars", number, "rectangle", fill=bar.hex)
    pen.measure("Which task takes longest?", "Which task is the shortest?", [(job, length) for job, _, length in spans])
    pen.measure(
        "Which task ends last?", "Which task ends first?", [(job, begin + length) for job, begin, length in spans]
    )
    pen.measure("Which task starts last?", "Which task starts first?", [(job, begin) for job, begin, _ in spans])
    pen.shows(bar)
    pen.names(*jobs)
    pen.says(
        f"{some(number, 'horizontal bars')} in {bar.words} lie in rows named on the left, over gray lines for the "
        f"weeks 0 to {last}.",
        "From top to bottom: "
        + "; ".join(f"{job} from week {begin} to {begin + length}" for job, begin, length in spans)
        + ".",
    )


def timeline(pen: Pen) -> None:
    pen.needs("plain", "arrows", "decorations")
    number = pen.many(3, 12)
    years = sorted(pen.random.sample(range(1900, 2024), number))
    events = pen.pick(EVENTS, number)
    dot, line = pen.color(), pen.ink()
    gap = pen.random.choice((1.4, 1.6, 1.8))
    pen.line(f"\\draw[->, very thick, {line.tex}] (-0.8,0) -- ({coord(gap * number)},0);")
    pen.note()
    for at, (year, event) in enumerate(zip(years, events, strict=True)):
        side = 1 if at % 2 == 0 else -1
        x = gap * at
        pen.line(
            f"\\draw ({coord(x)},0) -- ({coord(x)},{0.7 * side:g});",
            f"\\fill[{dot.tex}] ({coord(x)},0) circle (3pt);",
            f"\\node[{'above' if side > 0 else 'below'}, align=center, font=\\small] at ({coord(x)},{0.7 * side:g}) "
            f"{{\\textbf{{{year}}}\\\\{event}}};",
        )
    pen.counted("dots on the line", number, "circle", fill=dot.hex)
    pen.measure("Which event came last?", "Which event came first?", list(zip(events, map(float, years), strict=True)))
    for at, event in enumerate(events[:5]):
        pen.relation(
            "year", f"To which year does '{event}' belong?", str(years[at]), [str(y) for y in years if y != years[at]]
        )
    for at in range(number - 1):
        others = [event for event in events if event not in events[at : at + 2]]
        pen.relation("next", f"Which event follows directly after '{events[at]}'?", events[at + 1], others)
    pen.shows(dot)
    pen.names(*events, *map(str, years))
    pen.says(
        f"A thick arrow in {line.words} runs from left to right; {some(number, 'dots')} in {dot.words} on it mark, "
        f"in order, " + listed([f"{year} ({event})" for year, event in zip(years, events, strict=True)]) + ".",
        "Short upright lines lead from the dots to the texts, which stand above and below the arrow by turns, the "
        "first above.",
    )


RECIPES = (
    Recipe("pie-chart", "Pie chart", "charts", pie_chart),
    Recipe("heat-map", "Heat map", "charts", heat_map, ("Matrix",)),
    Recipe("gantt-chart", "Gantt chart", "charts", gantt, ("Bar chart",)),
    Recipe("timeline", "Timeline", "charts", timeline),
)
