"""Larger things: houses, trains, months, writing along lines, windmills."""

import calendar

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe


def house(pen: Pen) -> None:
    pen.needs("plain", "patterns", "loaded")
    columns, floors = pen.many(2, 5), pen.many(1, 4)
    wall, roof, glass, door = pen.color().tint(25), pen.color(), pen.color().tint(45), pen.color()
    wide, high = columns * 1.2 + 0.4, floors * 1.2 + 0.3
    shape = pen.random.choice(("gable", "flat", "shed"))
    pen.line(f"\\draw[fill={wall.tex}, thick] (0,0) rectangle ({coord(wide)},{coord(high)});")
    if shape == "gable":
        pen.line(
            f"\\draw[fill={roof.tex}, thick] (-0.3,{coord(high)}) -- ({coord(wide / 2)},{coord(high + 1.2)}) -- "
            f"({coord(wide + 0.3)},{coord(high)}) -- cycle;"
        )
    elif shape == "flat":
        pen.line(
            f"\\draw[fill={roof.tex}, thick] (-0.3,{coord(high)}) rectangle ({coord(wide + 0.3)},{coord(high + 0.3)});"
        )
    else:
        pen.line(
            f"\\draw[fill={roof.tex}, thick] (-0.2,{coord(high)}) -- (-0.2,{coord(high + 1)}) -- "
            f"({coord(wide + 0.2)},{coord(high)}) -- cycle;"
        )
    column, floor = pen.variable(), pen.variable()
    pen.note()
    window = (
        f"  \\draw[fill={glass.tex}] ({{0.4+1.2*{column}}},{{0.4+1.2*{floor}}}) rectangle ++(0.8,0.7) "
        "++(-0.4,0) -- ++(0,-0.7);"
    )
    if floors > 1:
        upper = "1" if floors == 2 else f"1,...,{floors - 1}"
        pen.line(f"\\foreach {floor} in {{{upper}}} \\foreach {column} in {{0,...,{columns - 1}}}", window)
    where = pen.random.randrange(columns)
    others = [at for at in range(columns) if at != where]
    pen.line(
        f"\\foreach {column} in {{{','.join(map(str, others))}}} \\draw[fill={glass.tex}] "
        f"({{0.4+1.2*{column}}},0.4) rectangle ++(0.8,0.7) ++(-0.4,0) -- ++(0,-0.7);"
    )
    pen.line(f"\\draw[fill={door.tex}] ({coord(0.45 + 1.2 * where)},0) rectangle ++(0.7,1.05);")
    foot, has_path = 0.8 + 1.2 * where, pen.chance(0.6)
    if has_path:
        pen.line(
            f"\\draw[gray, line width={pen.random.choice((2, 3, 4))}pt] ({coord(foot)},0) .. controls "
            f"({coord(foot)},-0.5) and ({coord(foot + 1)},-0.3) .. ({coord(foot + 0.6)},-1);"
        )
    pen.counted("windows", columns * floors - 1, "rectangle", fill=glass.hex)
    pen.counted("doors", 1, "rectangle", fill=door.hex, varies=False)
    pen.numeric("floors", "How many floors does the building have under its roof?", floors, (-1, 1, 2, 3))
    spots = ("At the left end", "At the right end", "Between windows", "There is no door")
    pen.relation(
        "door", "Where is the door?", spots[0] if where == 0 else spots[1] if where == columns - 1 else spots[2], spots
    )
    pen.shows(wall, roof, glass, door)
    words = {
        "gable": "a roof with its tip in the middle",
        "flat": "a flat roof",
        "shed": "a slanted roof, high on the left",
    }[shape]
    pen.says(
        f"A wall in {wall.words}, {some(floors, 'floors')} high, has {words} in {roof.words}; on each floor "
        f"there is room for {some(columns, 'openings')} in a row.",
        f"On the ground floor, opening {where + 1} from the left is a door in {door.words}; all others are "
        f"windows in {glass.words} with an upright bar.",
        *(("A thick gray path winds down from the door.",) if has_path else ()),
    )


def train(pen: Pen) -> None:
    pen.needs("plain", "loaded", "shapes")
    wagons = pen.many(2, 4)
    colors = [pen.color() for _ in range(wagons)]
    wheel, engine = pen.color(), pen.color()
    wheels = pen.random.choice((2, 3, 4))
    kind = pen.random.choice(("car", "unit", "part", "wagon"))
    pen.preamble(
        f"\\tikzset{{pics/{kind}/.style={{code={{\n  \\draw[fill=#1, thick] (0,0) rectangle (1.8,0.9);\n"
        f"  \\foreach \\w in {{1,...,{wheels}}} \\filldraw[fill={wheel.tex}, draw=black] "
        f"({{1.8/({wheels}+1)*\\w}},-0.02) circle (0.16);\n  \\draw[thick] (1.8,0.15) -- (2.1,0.15);\n}}}}}}"
    )
    at, hue = pen.variable(), pen.variable()
    pen.line(f"\\draw[very thick] (-0.3,-0.2) -- ({coord(2.1 * wagons + 2.4)},-0.2);")
    pen.note()
    pen.line(
        f"\\foreach {hue} [count={at} from 0] in {{{','.join(color.tex for color in colors)}}} \\pic at "
        f"(2.1*{at},0) {{{kind}={hue}}};"
    )
    x = 2.1 * wagons
    pen.line(
        f"\\draw[fill={engine.tex}, thick] ({coord(x)},0) -- ++(0,1.5) -- ++(0.8,0) -- ++(0,-0.6) -- ++(1.1,0) "
        f"-- ++(0,-0.9) -- cycle;"
    )
    pen.line(
        f"\\foreach \\w in {{0.4,1.5}} \\filldraw[fill={wheel.tex}, draw=black] ({coord(x)}+\\w,-0.02) circle (0.16);",
        f"\\draw[fill={engine.tex}, thick] ({coord(x + 1.3)},0.9) rectangle ++(0.3,0.5);",
    )
    smokes = pen.chance(0.6)
    if smokes:
        pen.line(
            f"\\draw[gray, thick] ({coord(x + 1.45)},1.5) to[out=90, in=-20] ++(-0.5,0.5) to[out=160, in=0] "
            f"++(-0.8,{pen.random.choice((0.1, 0.2, 0.3))}) to[out=180, in=20] ++(-0.7,-0.1);"
        )
    pen.counted("wheels", wagons * wheels + 2, "circle", fill=wheel.hex)
    pen.numeric("wagons", "How many wagons does the engine on the right pull?", wagons, (-1, 1, 2, 3))
    words = [color.words for color in colors]
    pen.relation(
        "next",
        "Which color is the wagon next to the engine?",
        words[-1],
        [*words[:-1], engine.words, "black", "white"],
    )
    pen.relation(
        "last", "Which color is the wagon at the left end?", words[0], [*words[1:], engine.words, "black", "white"]
    )
    pen.shows(*colors, wheel, engine)
    pen.says(
        f"On a thick black rail, {some(wagons, 'box-shaped wagons')} in a row hang on an engine in "
        f"{engine.words} at the right end, which has a high cab and a chimney.",
        f"From left to right the wagons are {listed(words)}; each has {some(wheels, 'round wheels')} in "
        f"{wheel.words}, the engine two.",
        *(("A gray line of smoke bends back from the chimney.",) if smokes else ()),
    )


def month(pen: Pen) -> None:
    pen.needs("plain", "matrix", "loaded")
    year, index = pen.random.randint(2015, 2030), pen.random.randint(1, 12)
    weeks = calendar.monthcalendar(year, index)
    head, mark = pen.color(), pen.color().tint(45)
    days = max(map(max, weeks))
    chosen = pen.random.randint(1, days)
    name = calendar.month_name[index]
    at, label = pen.variable(), pen.variable()
    pen.line(f"\\node[{head.tex}, font=\\bfseries] at (3,0.9) {{{name} {year}}};")
    pen.line(
        f"\\foreach {label} [count={at} from 0] in {{Mo,Tu,We,Th,Fr,Sa,Su}} \\node[font=\\itshape] at "
        f"({at},0.3) {{{label}}};"
    )
    pen.note()
    row = next(index for index, week in enumerate(weeks) if chosen in week)
    pen.line(f"\\fill[{mark.tex}] ({weeks[row].index(chosen)},{coord(-0.6 * row - 0.3)}) circle (0.26);")
    if pen.chance(0.6):
        offset = weeks[0].index(1)
        pen.line(
            f"\\foreach {at} in {{1,...,{days}}}{{",
            f"  \\pgfmathtruncatemacro{{\\column}}{{mod({at}+{offset}-1,7)}}",
            f"  \\pgfmathtruncatemacro{{\\week}}{{div({at}+{offset}-1,7)}}",
            f"  \\node at (\\column,{{-0.3-0.6*\\week}}) {{{at}}};",
            "}",
        )
    else:
        for line, week in enumerate(weeks):
            pairs = ", ".join(f"{column}/{day}" for column, day in enumerate(week) if day)
            pen.line(f"\\foreach {at}/{label} in {{{pairs}}} \\node at ({at},{coord(-0.6 * line - 0.3)}) {{{label}}};")
    week_days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    day = pen.random.randint(1, days)
    pen.relation(
        "weekday", f"On which day of the week is day {day}?", week_days[calendar.weekday(year, index, day)], week_days
    )
    pen.relation(
        "marked",
        "Which day is marked?",
        str(chosen),
        [str(other) for other in (chosen - 1, chosen + 1, chosen + 7, chosen - 7) if 1 <= other <= days],
    )
    sundays = sum(week[6] > 0 for week in weeks)
    pen.numeric("sundays", "How many days stand in the column Su?", sundays, (-1, 1, 2, -2))
    pen.counted("marked days", 1, "circle", fill=mark.hex, varies=False)
    pen.names(name, str(year), "Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
    pen.shows(head, mark)
    pen.says(
        f"Under the bold heading {name} {year} in {head.words}, seven columns are headed Mo, Tu, We, Th, Fr, "
        f"Sa, Su; the days 1 to {days} of the month stand below, a week in each row.",
        f"A round spot in {mark.words} lies behind day {chosen}.",
    )


PROVERBS = (
    "practice makes perfect",
    "look before you leap",
    "better late than never",
    "time is money",
    "less is more",
    "slow and steady wins",
    "all roads lead home",
)


def round_writing(pen: Pen) -> None:
    pen.needs("fractals")
    text = pen.random.choice(PROVERBS)
    ink, path = pen.color(), pen.color()
    shape, words = pen.random.choice((
        ("(-3,0) to[out=60, in=120] (3,0)", "an arch"), ("(-3,1) to[out=-60, in=-120] (3,1)", "a bowl"),
        ("(-3,0) .. controls (-1,2) and (1,-2) .. (3,0)", "a wave"), ("(-3,-0.8) -- (3,0.8)", "a slope"),
    ))  # fmt: skip
    align = pen.random.choice(("center", "left"))
    pen.line(f"\\draw[{path.tex}, thick] {shape};")
    pen.note()
    style = pen.random.choice(("", "|\\bfseries|", "|\\sffamily|", "|\\itshape|", "|\\large|"))
    pen.line(
        f"\\path[decorate, decoration={{text along path, text={{{style}{text}}}, text align={align}, text "
        f"color={ink.tex}, raise=1.5mm}}] {shape};"
    )
    number = len(text.split())
    pen.numeric("words", "How many words does the writing have?", number, (-1, 1, 2, 3))
    forms = ("an arch", "a bowl", "a wave", "a slope", "a circle")
    pen.relation(
        "form",
        "What form does the line under the writing have?",
        words.capitalize(),
        [form.capitalize() for form in forms],
    )
    pen.relation(
        "read",
        "What is the last word of the writing?",
        text.split()[-1],
        [other.split()[-1] for other in PROVERBS] + text.split()[:-1],
    )
    pen.shows(ink, path)
    pen.says(
        f"A thick line in {path.words} has the form of {words}, six units wide; above it, letter by letter "
        f"along the line, runs the writing '{text}' in {ink.words}, beginning "
        f"{'at its left end' if align == 'left' else 'so that it is centered on it'}.",
    )


def windmill(pen: Pen) -> None:
    """Blades by commands of pgf's basic layer."""
    pen.needs("plain", "loaded")
    blades = pen.random.choice((3, 4, 5, 6, 8))
    fill, hub = pen.color(), pen.color()
    long, short = pen.random.choice((1.8, 2.1)), pen.random.choice((0.7, 0.9))
    lean = pen.random.choice((15, 20, 25))
    at = pen.variable()
    step = 360 / blades
    pen.note()
    with (
        pen.block(f"\\foreach {at} in {{0,...,{blades - 1}}} {{", "}"),
        pen.block("\\begin{pgfscope}", "\\end{pgfscope}"),
    ):
        pen.line(
            f"\\pgfsetfillcolor{{{fill.tex}}}",
            f"\\pgftransformrotate{{{at}*{coord(step)}}}",
            "\\pgfpathmoveto{\\pgfpointorigin}",
            f"\\pgfpathlineto{{\\pgfpointpolar{{0}}{{{long}cm}}}}",
            f"\\pgfpathlineto{{\\pgfpointpolar{{{lean}}}{{{short}cm}}}}",
            "\\pgfpathclose",
            "\\pgfusepath{fill}",
        )
    pen.line(f"\\pgfsetfillcolor{{{hub.tex}}}", "\\pgfpathcircle{\\pgfpointorigin}{4pt}", "\\pgfusepath{fill}")
    pole = pen.chance(0.6)
    if pole:
        pen.line(
            "\\pgfsetlinewidth{2pt}",
            "\\pgfpathmoveto{\\pgfpoint{0cm}{-0.15cm}}",
            "\\pgfpathlineto{\\pgfpoint{0cm}{-3.2cm}}",
            "\\pgfusepath{stroke}",
        )
    pen.counted("blades", blades, "triangle", fill=fill.hex)
    pen.counted("hubs", 1, "circle", fill=hub.hex, varies=False)
    pen.relation(
        "angle",
        "Through what angle must the wheel turn for each blade to take the place of the next?",
        f"{step:g}°",
        [f"{360 / other:g}°" for other in (3, 4, 5, 6, 8, 9, 12)],
    )
    ways = ("Straight down from the middle", "Level, to the right", "There is no pole", "Slanted, to the left")
    pen.relation("pole", "Where is the pole?", ways[0] if pole else ways[2], ways)
    pen.shows(fill, hub)
    pen.says(
        f"{some(blades, 'narrow triangles')} in {fill.words} with a corner in a common middle stand evenly "
        f"around a round dot in {hub.words}, {long:g} units long, one of them straight to the right; their "
        "other sides lean counterclockwise.",
        "A thick black line leads straight down from the dot." if pole else "It stands on no pole.",
    )


RECIPES = (
    Recipe("house", "House with windows", "everyday", house),
    Recipe("train", "Train with wagons", "everyday", train),
    Recipe("month", "Calendar of a month", "everyday", month),
    Recipe("round-writing", "Writing along a line", "everyday", round_writing),
    Recipe("windmill", "Windmill", "everyday", windmill, ("Rose curve", "Star polygon")),
)
