"""Sheets of signs: Greek letters, arrows, playing cards, styles of type, formulas with notes."""

from sgpkit.families.shared import tables

from ...pen import Pen, coord, listed, some, upper
from ...recipe import Recipe

WORDS = tables.read(__file__, "signs.toml")

GREEK: dict[str, str] = WORDS["greek"]


def greek(pen: Pen) -> None:
    """Letters with their names, in a grid."""
    pen.needs("plain", "matrix", "loaded")
    count = pen.many(5, 15)
    columns = pen.random.choice((3, 4, 5))
    chosen = pen.pick(sorted(GREEK), count)
    fill, ink = pen.color().tint(20), pen.color()
    style = pen.style(f"draw, fill={fill.tex}, minimum size=1cm, font=\\Large")
    small = pen.random.choice(("\\scriptsize", "\\footnotesize", "\\footnotesize\\itshape", "\\small\\scshape"))
    pen.note()
    for at, name in enumerate(chosen):
        x, y = 1.8 * (at % columns), -1.8 * (at // columns)
        pen.line(f"\\node[{style}] (g{at}) at ({coord(x)},{coord(y)}) {{$\\{name}$}};")
        pen.line(f"\\node[below, text={ink.tex}, font={small}] at (g{at}.south) {{{name}}};")
        pen.position(name, x, y - 0.7)
    pen.counted("boxes", count, "rectangle", fill=fill.hex)
    pen.names(*chosen)
    pen.things = "name"
    pen.shows(fill, ink)
    pen.says(
        f"{some(count, 'square boxes')} in {fill.words} stand in rows of up to {columns}; each holds one Greek "
        f"letter, and its name stands below "
        f"in {ink.words}.",
        f"Read row by row, the names are {listed(chosen)}.",
    )


ARROWS: dict[str, str] = WORDS["arrows"]


def arrows(pen: Pen) -> None:
    pen.needs("plain", "loaded", "arrows")
    count = pen.many(4, 10)
    chosen = pen.pick(sorted(ARROWS), count)
    labels = [chr(ord("A") + at) for at in range(count)]
    frame, ink = pen.color(), pen.color()
    columns = pen.random.choice((2, 3, 4))
    pen.note()
    for at, (name, label) in enumerate(zip(chosen, labels, strict=True)):
        x, y = 1.7 * (at % columns), -1.7 * (at // columns)
        pen.line(
            f"\\draw[{frame.tex}, rounded corners] ({coord(x - 0.6)},{coord(y - 0.6)}) rectangle +(1.2,1.2);",
            f"\\node[text={ink.tex}, scale={pen.random.choice((1.6, 2))}] at ({coord(x)},{coord(y)}) {{$\\{name}$}};",
            f"\\node[font=\\small] at ({coord(x)},{coord(y - 0.8)}) {{{label}}};",
        )
        pen.position(label, x, y - 0.8)
    for name, label in zip(chosen, labels, strict=True):
        pen.relation(
            "way",
            f"Which way does the arrow {label} point?",
            ARROWS[name].capitalize(),
            [way.capitalize() for way in ARROWS.values()],
        )
    pen.counted("frames", count, "rectangle", stroke=frame.hex)
    pen.names(*labels)
    pen.things = "arrow"
    pen.shows(frame, ink)
    pen.says(
        f"{some(count, 'rounded frames')} in {frame.words} stand in rows of up to {columns}, named "
        f"{listed(labels)} below; each holds an arrow in {ink.words}.",
        "They point as follows: "
        + "; ".join(f"{label} {ARROWS[name]}" for name, label in zip(chosen, labels, strict=True))
        + ".",
    )


SUITS = {"heartsuit": "hearts", "diamondsuit": "diamonds", "spadesuit": "spades", "clubsuit": "clubs"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def cards(pen: Pen) -> None:
    pen.needs("plain", "shapes", "loaded")
    count = pen.many(3, 7)
    hand = [(pen.random.choice(RANKS), pen.random.choice(sorted(SUITS))) for _ in range(count)]
    fill, red = pen.color().tint(10), pen.color()
    shape = pen.random.choice(("rounded corners=4pt", "rounded corners=2pt"))
    pen.note()
    for at, (rank, suit) in enumerate(hand):
        x = 1.7 * at
        ink = red.tex if suit in ("heartsuit", "diamondsuit") else "black"
        pen.line(
            f"\\draw[fill={fill.tex}, {shape}] ({coord(x)},0) rectangle +(1.4,2);",
            f"\\node[text={ink}, anchor=north west] at ({coord(x)},2) {{\\textbf{{{rank}}}}};",
            f"\\node[text={ink}, scale=2] at ({coord(x + 0.7)},0.9) {{$\\{suit}$}};",
        )
    pen.counted("cards", count, "rectangle", fill=fill.hex)
    suits = [SUITS[suit] for _, suit in hand]
    for name in sorted(set(suits)):
        pen.numeric("suit", f"How many of the cards are {name}?", suits.count(name), (-1, 1, 2, 3))
    words = [f"The {rank} of {SUITS[suit]}" for rank, suit in hand]
    deck = [f"The {rank} of {suit}" for rank in RANKS for suit in SUITS.values()]
    pen.relation(
        "right",
        "Which card is at the right end?",
        words[-1],
        [*words[:-1], *pen.pick([card for card in deck if card not in words], 3)],
    )
    pen.relation(
        "left",
        "Which card is at the left end?",
        words[0],
        [*words[1:], *pen.pick([card for card in deck if card not in words], 3)],
    )
    pen.names(*dict.fromkeys(rank for rank, _ in hand))
    used = any(suit in ("heartsuit", "diamondsuit") for _, suit in hand)
    pen.shows(fill, *((red,) if used else ()))
    pen.says(
        f"{some(count, 'playing cards')} in {fill.words} with round corners lie side by side, each with its "
        f"rank in bold in the upper left corner and one large sign in its middle.",
        "From left to right they are " + listed([f"the {rank} of {SUITS[suit]}" for rank, suit in hand]) + ".",
        *((f"Hearts and diamonds are {red.words}, the others black.",) if used else ()),
    )


STYLES: dict[str, str] = WORDS["styles"]
SLANTED = ("textit", "textsl", "emph")
SAMPLES = ("apple", "river", "stone", "cloud", "paper", "lemon", "tower", "field", "music", "honey", "bread", "chair")


def styles(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    count = pen.many(3, 6)
    # Italic, slanted and emphasized type look alike: one of them is used.
    slanted = pen.random.choice(SLANTED)
    pool = [name for name in STYLES if name not in SLANTED or name == slanted]
    chosen, words = pen.pick(pool, count), pen.pick(SAMPLES, count)
    hues = [pen.color() for _ in words]
    gap = pen.random.choice((0.8, 1))
    size = pen.random.choice(("\\large", "\\Large", "\\LARGE"))
    wide = pen.chance()
    pen.note()
    for at, (name, word, hue) in enumerate(zip(chosen, words, hues, strict=True)):
        text = f"\\textcolor{{{hue.tex}}}{{\\{name}{{{word}}}}}" if wide else f"\\color{{{hue.tex}}}\\{name}{{{word}}}"
        pen.line(f"\\node[font={size}, anchor=west] at (0,{coord(-gap * at)}) {{{text}}};")
        pen.position(word, 0, -gap * at)
    for name, word in zip(chosen, words, strict=True):
        pen.relation(
            "style",
            f"In which style is the word '{word}' set?",
            STYLES[name].capitalize(),
            [STYLES[other].capitalize() for other in pool],
        )
    pen.names(*words)
    pen.numeric("words", "How many words stand below one another?", count, (-1, 1, 2, 3))
    pen.things = "word"
    pen.shows(*hues)
    pen.says(
        f"{some(count, 'words')} are set below one another, flush on the left, each in a style and a color of its own.",
        "From the top: "
        + "; ".join(
            f"{word}, {STYLES[name]}, in {hue.words}" for name, word, hue in zip(chosen, words, hues, strict=True)
        )
        + ".",
    )


FORMULAS: tuple[tuple[str, str, tuple[str, ...]], ...] = WORDS["formulas"]


def formulas(pen: Pen) -> None:
    """Formulas in boxes, one named by an arrow."""
    pen.needs("arrows", "fitted")
    pen.preamble("\\usepackage{amsmath}")
    count = pen.many(1, 4)
    chosen = pen.random.sample(FORMULAS, count)
    fills = [pen.color().tint(20) for _ in chosen]
    labels = pen.pick("ABCDEFGHKLMN", count)
    mode = pen.random.choice(("$\\displaystyle {}$", "$\\displaystyle{{{}}}$", "\\(\\displaystyle {}\\)"))
    arrow, way = pen.color(), pen.way()
    tip = pen.tip(way, "->")
    pen.note()
    for at, ((formula, _, _), fill, label) in enumerate(zip(chosen, fills, labels, strict=True)):
        y = -1.9 * at
        pen.line(
            f"\\node[draw, fill={fill.tex}, inner sep=6pt] (f{at}) at (0,{coord(y)}) {{{mode.format(formula)}}};",
            f"\\draw[{arrow.tex}, thick, {tip}] (-4,{coord(y)}) node[left, black] {{\\textbf{{{label}}}}} {way.path} "
            f"(f{at}.west);",
        )
        pen.position(label, -4, y)
    signs = sorted({sign for _, _, all_signs in FORMULAS for sign in all_signs})
    for (_, words, own), label in zip(chosen, labels, strict=True):
        pen.relation(
            "meaning",
            f"What does the formula {label} state?",
            upper(words),
            [upper(other) for _, other, _ in FORMULAS],
        )
        pen.relation(
            "sign",
            f"Which of these signs is in the formula {label}?",
            upper(own[0]),
            [upper(sign) for sign in signs if sign not in own],
        )
    pen.counted("colored arrows", count, way.shape, stroke=arrow.hex)
    pen.names(*labels)
    pen.things = "letter"
    pen.shows(*fills, arrow)
    pen.says(
        f"{some(count, 'formulas')} in boxes with black outlines stand below one another; from a bold letter at "
        f"the left a {way.word} arrow in {arrow.words} leads to each.",
        "From the top: "
        + "; ".join(
            f"{label}, on {fill.words}, gives {words}, with {listed(own)}"
            for (_, words, own), fill, label in zip(chosen, fills, labels, strict=True)
        )
        + ".",
    )


RECIPES = (
    Recipe("greek", "Table of Greek letters", "everyday", greek),
    Recipe("arrows", "Sheet of arrows", "everyday", arrows),
    Recipe("cards", "Playing cards", "everyday", cards),
    Recipe("styles", "Words in several styles of type", "everyday", styles),
    Recipe("formulas", "Formulas in boxes", "algebra", formulas),
)
