"""Figures of the theory of computing: automata, nets, tapes."""

from ..pen import Pen, coord, listed, read, some
from ..recipe import Recipe


def automaton(pen: Pen) -> None:
    pen.needs("automata")
    number = pen.many(3, 9)
    letter = pen.random.choice("qsp")
    labels = [f"${letter}_{at}$" for at in range(number)]
    color, line = pen.color().tint(20), pen.ink()
    columns = number if number <= 4 else (number + 1) // 2
    # Rows alternate between left to right and right to left, so that every state is next to its successor.
    spots = [(2.8 * (at if at < columns else 2 * columns - 1 - at), -2.6 * (at // columns)) for at in range(number)]
    final = sorted(pen.random.sample(range(1, number), pen.random.randint(1, max(1, number // 3))))
    style = pen.style(f"state, fill={color.tex}")
    pen.sides += ["shorten >=1pt", "auto"] if pen.chance() else ["auto"]
    pen.note()
    for at, label in enumerate(labels):
        more = (", initial" if at == 0 else "") + (", accepting" if at in final else "")
        x, y = spots[at]
        pen.line(f"\\node[{style}{more}] ({letter}{at}) at ({coord(x)},{coord(y)}) {{{label}}};")
        pen.position(label, x, y, f"{letter}{at}")
    alphabet = pen.random.choice((("a", "b"), ("0", "1"), ("x", "y", "z")))
    pen.note()
    looped: list[str] = []
    bend = f"[bend left={pen.random.choice((12, 15, 20))}]" if pen.chance() else ""
    for at in range(number - 1):
        symbol = alphabet[at % len(alphabet)]
        pen.line(f"\\path[->, {line.tex}] ({letter}{at}) edge{bend} node {{{symbol}}} ({letter}{at + 1});")
        pen.edge(labels[at], labels[at + 1], label=symbol)
        if pen.chance(0.4):
            other = alphabet[(at + 1) % len(alphabet)]
            where = "above" if at < columns else "below"
            pen.line(f"\\path[->, {line.tex}] ({letter}{at}) edge[loop {where}] node {{{other}}} ();")
            looped.append(f"{letter}{at}")
    pen.things = "state"
    pen.counted("states", number, "circle", fill=color.hex)
    marked = listed([f"{letter}{at}" for at in final])
    pen.relation(
        "accepting",
        pen.random.choice(("Which of these states is accepting?", "Which of these states has a double outline?")),
        f"{letter}{pen.random.choice(final)}",
        [f"{letter}{at}" for at in range(number) if at not in final],
    )
    pen.shows(color)
    pen.names(*labels)
    pen.says(
        f"{some(number, 'circular states')} filled in {color.words}, {read(labels)}, stand in rows; "
        f"an arrow marked 'start' points at {letter}0 from the left.",
        f"{'State' if len(final) == 1 else 'States'} {marked} {'has' if len(final) == 1 else 'have'} a double outline.",
        f"{'Bent arrows' if bend else 'Arrows'} in {line.words} with the symbols {listed(list(alphabet))} connect the "
        "states" + (f"; loops stand at {listed(looped)}." if looped else "."),
        pen.lists_edges(),
    )


def petri_net(pen: Pen) -> None:
    pen.needs("petri")
    number = pen.many(2, 6)
    fill, bar = pen.color().tint(20), pen.color()
    tokens = [pen.random.choice((0, 0, 1, 1, 2, 3)) for _ in range(number + 1)]
    here = pen.style(f"place, draw, fill={fill.tex}, minimum size=9mm")
    there = pen.style(f"transition, fill={bar.tex}, draw={bar.tex}, minimum width=2mm, minimum height=9mm")
    upright = pen.chance(0.3)
    pen.note()
    for at in range(number + 1):
        x, y = (0.0, -3.0 * at) if upright else (3.0 * at, 0.0)
        tail = f", tokens={tokens[at]}" if tokens[at] else ""
        pen.line(
            f"\\node[{here}{tail}, label={'left' if upright else 'above'}:$p_{at}$] (p{at}) at "
            f"({coord(x)},{coord(y)}) {{}};"
        )
        pen.position(f"$p_{at}$", x, y, f"p{at}")
    pen.note()
    for at in range(number):
        x, y = (0.0, -3.0 * at - 1.5) if upright else (3.0 * at + 1.5, 0.0)
        pen.line(
            f"\\node[{there}, label={'right' if upright else 'below'}:$t_{at}$] (t{at}) at ({coord(x)},{coord(y)}) "
            f"{{}};"
        )
        pen.position(f"$t_{at}$", x, y, f"t{at}")
    path = f"to[bend left={pen.random.choice((15, 20, 25))}]" if pen.chance() else "--"
    for at in range(number):
        pen.line(f"\\draw[-Stealth] (p{at}) {path} (t{at});", f"\\draw[-Stealth] (t{at}) {path} (p{at + 1});")
        pen.edge(f"$p_{at}$", f"$t_{at}$")
        pen.edge(f"$t_{at}$", f"$p_{at + 1}$")
    pen.counted("places", number + 1, "circle", fill=fill.hex)
    pen.counted("transition bars", number, "rectangle", fill=bar.hex)
    if sum(tokens):
        pen.counted("tokens", sum(tokens), "circle", fill="#000000")
    most = max(tokens)
    if tokens.count(most) == 1:
        pen.measure("Which place holds the most tokens?", "", [(f"$p_{at}$", token) for at, token in enumerate(tokens)])
    pen.shows(fill, bar)
    pen.names(*(f"$p_{at}$" for at in range(number + 1)), *(f"$t_{at}$" for at in range(number)))
    held = [f"{token} in p{at}" for at, token in enumerate(tokens) if token]
    pen.says(
        f"{some(number + 1, 'round places')} in {fill.words}, {listed([f'p{at}' for at in range(number + 1)])}, "
        f"alternate with "
        f"{some(number, 'thin bars')} in {bar.words}, the transitions {listed([f't{at}' for at in range(number)])}, "
        f"in one "
        f"{'column from top to bottom' if upright else 'row from left to right'}.",
        f"{'Arrows' if path == '--' else 'Bent arrows'} lead through all of them in order. "
        + (f"Tokens are black dots in the places: {listed(held)}." if held else "No place holds a token."),
    )


def turing_tape(pen: Pen) -> None:
    pen.needs("plain", "arrows", "decorations")
    number = pen.many(5, 16)
    alphabet = pen.random.choice(("01", "ab", "abc", "01x"))
    symbols = [pen.random.choice(alphabet) for _ in range(number)]
    cell, head = pen.color().tint(12), pen.color()
    at = pen.random.randrange(number)
    state = f"q_{pen.random.randint(0, 7)}"
    size = pen.random.choice((0.8, 1))
    pen.note()
    if pen.loops:
        members = ", ".join(f"{index}/{symbol}" for index, symbol in enumerate(symbols))
        with pen.block(f"\\foreach \\i/\\s in {{{members}}} {{", "}"):
            pen.line(
                f"\\draw[fill={cell.tex}] (\\i*{size},0) rectangle ++({size},{size});",
                f"\\node at (\\i*{size}+{size / 2:g},{size / 2:g}) {{\\texttt{{\\s}}}};",
            )
    else:
        for index, symbol in enumerate(symbols):
            pen.line(
                f"\\draw[fill={cell.tex}] ({coord(index * size)},0) rectangle ({coord(index * size + size)},{size});",
                f"\\node at ({coord(index * size + size / 2)},{size / 2:g}) {{\\texttt{{{symbol}}}}};",
            )
    pen.note()
    middle = at * size + size / 2
    pen.line(
        f"\\fill[{head.tex}] ({coord(middle)},-0.1) -- ++(-0.3,-0.5) -- ++(0.6,0) -- cycle;",
        f"\\node[below] at ({coord(middle)},-0.65) {{${state}$}};",
    )
    pen.counted("cells of the tape", number, "rectangle", fill=cell.hex)
    pen.relation(
        "position",
        "Under which cell of the tape is the head, counted from the left, starting at 1?",
        str(at + 1),
        [str(max(1, at + 1 + step)) for step in (-1, 1, 2, -2, 3)],
    )
    under = symbols[at]
    if len(set(symbols)) > 1:
        pen.relation("symbol", "Which symbol does the head read?", under, ["0", "1", "a", "b", "x", "c"])
    pen.shows(cell, head)
    pen.names(*dict.fromkeys(symbols), f"${state}$")
    pen.says(
        f"A tape of {some(number, 'square cells')} in {cell.words} with black borders runs from left to right; the "
        f"cells "
        f"hold {' '.join(symbols)} in typewriter letters.",
        f"A triangle in {head.words} points up at cell {at + 1} from below; under it stands {read([state])}.",
    )


RECIPES = (
    Recipe("automaton", "Finite automaton", "computing", automaton, ("Markov chain", "Directed graph")),
    Recipe("petri-net", "Petri net", "computing", petri_net),
    Recipe("turing-tape", "Turing machine tape", "computing", turing_tape, ("Array",)),
)
