"""Diagrams of paths: contests, processes, mazes."""

from collections.abc import Sequence

from ...pen import Pen, coord, listed, some
from ...recipe import Recipe

TEAMS = ("Lions", "Bears", "Hawks", "Foxes", "Sharks", "Wolves", "Eagles", "Tigers", "Bulls", "Crows", "Otters", "Rams")


def bracket(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    rounds = 2 if pen.fullness < 0.55 else 3
    teams = pen.pick(TEAMS, 2**rounds)
    line, winner = pen.ink(), pen.color()
    current = [(team, 0.0, -0.7 * at) for at, team in enumerate(teams)]
    lost: dict[str, str] = {}
    font = pen.font()
    pen.note()
    for team, x, y in current:
        pen.line(f"\\node[anchor=east, {font}] at ({coord(x)},{coord(y)}) {{{team}}};")
    games = 0
    for depth in range(rounds):
        pen.note()
        following = []
        for (one, x, y), (other, _, below) in zip(current[::2], current[1::2], strict=True):
            games += 1
            best, loser = pen.random.sample((one, other), 2)
            lost[loser] = best
            middle = (y + below) / 2
            if not depth:  # the winner's name is repeated in the next column
                pen.position(loser, x - 0.5, y if loser == one else below)
            right = x + (1.9 if depth else 0.6)
            pen.line(
                f"\\draw[{line.tex}] ({coord(x)},{coord(y)}) -| ({coord(right)},{coord(middle)}) |- "
                f"({coord(x)},{coord(below)});"
            )
            if depth < rounds - 1:
                pen.line(
                    f"\\draw[{line.tex}] ({coord(right)},{coord(middle)}) -- +(0.3,0) node[right] "
                    f"{{\\textit{{{best}}}}};"
                )
            else:
                pen.line(
                    f"\\draw[{line.tex}] ({coord(right)},{coord(middle)}) -- +(0.3,0) node[right, "
                    f"fill={winner.tint(30).tex}] {{\\textbf{{{best}}}}};"
                )
            following.append((best, right + 0.3 + (1.3 if depth < rounds - 1 else 0), middle))
        current = following
    champion = current[0][0]
    pen.counted("colored fields", 1, "rectangle", fill=winner.tint(30).hex, varies=False)
    for loser, best in list(lost.items())[:4]:
        pen.relation("lost", f"Which team eliminated the {loser}?", best, [team for team in teams if team != loser])
    pen.relation("winner", "Which team wins the whole contest?", champion, teams)
    pen.names(*teams)
    pen.things = "team"
    pen.shows(winner.tint(30))
    pen.says(
        f"On the left {some(2**rounds, 'teams')} are listed from top to bottom: {listed(teams)}; lines in "
        f"{line.words} join neighbors in pairs, whose winner goes on to the right, round by round.",
        "These lost: "
        + "; ".join(f"{loser} to {best}" for loser, best in lost.items())
        + f". At the very right {champion} stands in bold on {winner.tint(30).words}.",
    )


STEPS = ("Collect", "Check", "Mix", "Heat", "Cool", "Cut", "Pack", "Ship", "Sell", "Wash", "Dry", "Press")


def process(pen: Pen) -> None:
    """Steps on a chain, as signs or arrows."""
    pen.needs("chains")
    count = pen.many(3, 8)
    steps = pen.pick(STEPS, count)
    fill, text = pen.color().tint(40), pen.ink()
    shape = pen.random.choice(
        ("signal, signal to=east, signal from=west", "single arrow, single arrow head extend=4pt", "rectangle", "tape")
    )
    if shape not in ("rectangle", "tape"):
        steps = steps[:5]
        count = len(steps)
    snake = count > 4 and shape in ("rectangle", "tape")
    way = "going right"
    pen.sides += [f"start chain={way}", "node distance=4mm"]
    style = pen.style(f"on chain, draw, fill={fill.tex}, text={text.tex}, {shape}, minimum height=9mm")
    join = ", join=by ->" if shape in ("rectangle", "tape") else ""
    pen.note()
    x = y = 0.0
    for at, step in enumerate(steps):
        turn = ", continue chain=going below" if snake and at == count // 2 else ""
        if snake and at == count // 2 + 1:
            turn = ", continue chain=going left"
        pen.line(f"\\node[{style}{join}{turn}] {{{step}}};")
        pen.position(step, x, y)
        if snake and at == count // 2 - 1:
            y -= 1.5
        elif snake and at >= count // 2:
            x -= 2.2
        else:
            x += 2.2
    for at, step in enumerate(steps[:-1]):
        pen.edge(step, steps[at + 1])
        pen.relation(
            "next",
            f"Which step comes directly after {step}?",
            steps[at + 1],
            [other for other in steps if other != step],
        )
    pen.numeric("steps", "How many steps are there?", count, (-1, 1, 2, 3))
    if shape == "rectangle":
        pen.counted("boxes", count, "rectangle", fill=fill.hex)
    words = {"signal": "arrow-shaped signs", "single": "arrows", "rectangle": "boxes", "tape": "wavy boxes"}[
        shape.split(",")[0].split(" ")[0]
    ]
    pen.names(*steps)
    pen.things = "step"
    pen.shows(fill)
    half = count // 2
    row = (
        f"the first {half} run to the right, {steps[half]} hangs below {steps[half - 1]}, and the rest run to "
        f"the left from there"
        if snake
        else "they stand in one row from left to right"
    )
    pen.says(
        f"{some(count, words)} in {fill.words} with text in {text.words} follow one "
        f"another{', joined by arrows' if join else ''}: {row}.",
        f"They read {listed(steps)}, in this order.",
    )


def maze(pen: Pen) -> None:
    """A perfect maze, carved at random; the walls are the borders that remain."""
    pen.needs("plain", "loaded", "math")
    wide, high = pen.many(3, 8), pen.many(3, 6)
    seen = {(0, 0)}
    stack = [(0, 0)]
    open_walls: set[frozenset[tuple[int, int]]] = set()
    while stack:
        x, y = stack[-1]
        near = [
            (x + dx, y + dy)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if 0 <= x + dx < wide and 0 <= y + dy < high and (x + dx, y + dy) not in seen
        ]
        if not near:
            stack.pop()
            continue
        there = pen.random.choice(near)
        open_walls.add(frozenset(((x, y), there)))
        seen.add(there)
        stack.append(there)
    wall, start, goal = pen.ink(), pen.color(), pen.color()
    # Pieces in one line look like one wall, so they are drawn and counted as one.
    upright = [
        (x, y, length)
        for x in range(1, wide)
        for y, length in _runs([frozenset(((x - 1, y), (x, y))) not in open_walls for y in range(high)])
    ]
    level = [
        (x, y, length)
        for y in range(1, high)
        for x, length in _runs([frozenset(((x, y - 1), (x, y))) not in open_walls for x in range(wide)])
    ]
    one, other, far = pen.variable(), pen.variable(), pen.variable()
    pen.line(f"\\draw[{wall.tex}, very thick] (0,0) rectangle ({wide},{high});")
    pen.note()
    if upright:
        pen.line(
            f"\\foreach {one}/{other}/{far} in {{{', '.join(f'{x}/{y}/{size}' for x, y, size in upright)}}} "
            f"\\draw[{wall.tex}, thick] ({one},{other}) -- ++(0,{far});"
        )
    if level:
        pen.line(
            f"\\foreach {one}/{other}/{far} in {{{', '.join(f'{x}/{y}/{size}' for x, y, size in level)}}} "
            f"\\draw[{wall.tex}, thick] ({one},{other}) -- ++({far},0);"
        )
    pen.line(
        f"\\fill[{start.tex}] (0.5,0.5) circle (0.18);", f"\\fill[{goal.tex}] ({wide}-0.5,{high}-0.5) circle (0.18);"
    )
    paths = _distances(open_walls)
    way = paths[wide - 1, high - 1]
    pen.counted("straight inner walls", len(upright) + len(level), "line", stroke=wall.hex)
    pen.numeric(
        "way", "How many steps from field to field does the way from one dot to the other take?", way, (-4, -2, 2, 4)
    )
    free = ("To the right", "Upward", "Both to the right and upward", "It is walled in")
    east, north = frozenset(((0, 0), (1, 0))) in open_walls, frozenset(((0, 0), (0, 1))) in open_walls
    pen.relation(
        "first",
        "In which direction can one leave the field in the lower left corner?",
        free[2] if east and north else free[0] if east else free[1],
        free,
    )
    pen.shows(start, goal)
    pen.says(
        f"A maze of {wide} by {high} square fields has walls in {wall.words} between fields and a thick frame; "
        f"every field can be reached in just one way.",
        f"A dot in {start.words} is in the lower left field, one in {goal.words} in the upper right field, "
        f"{way} steps away.",
        f"It has {some(len(upright), 'upright inner walls')} and {some(len(level), 'level inner walls')}, each one "
        "straight.",
    )


def _runs(members: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the start and the length of each run of true members."""
    starts = [at for at, member in enumerate(members) if member and not (at and members[at - 1])]
    return [(at, [*members[at:], False].index(False)) for at in starts]


def _distances(open_walls: set[frozenset[tuple[int, int]]]) -> dict[tuple[int, int], int]:
    """Return the number of steps from the lower left field to each field."""
    away = {(0, 0): 0}
    edge = [(0, 0)]
    while edge:
        here = edge.pop()
        for wall in open_walls:
            if here in wall:
                (there,) = wall - {here}
                if there not in away:
                    away[there] = away[here] + 1
                    edge.append(there)
    return away


RECIPES = (
    Recipe("bracket", "Bracket of a contest", "people", bracket, ("Dendrogram",)),
    Recipe("process", "Chain of process steps", "people", process, ("Flow chart", "Timeline")),
    Recipe("maze", "Maze", "everyday", maze),
)
