"""Trees of several sorts, most of them with computed positions."""

from collections.abc import Iterator, Sequence

from sgpkit.families.shared import tables

from ..pen import Pen, coord, listed, some, upper
from ..recipe import Recipe
from ..ways import Way

DATA = tables.read(__file__, "trees.toml")

Nested = tuple[str, tuple["Nested", ...]]
"""A label and its subtrees."""
GRAMMAR: dict[str, tuple[tuple[str, ...], ...]] = DATA["grammar"]
WORDS: dict[str, tuple[str, ...]] = DATA["words"]
THEMES: dict[str, tuple[str, ...]] = DATA["themes"]
SPECIES: tuple[str, ...] = DATA["species"]


def _search(keys: Sequence[int]) -> dict[int, list[int | None]]:
    below: dict[int, list[int | None]] = {keys[0]: [None, None]}
    for key in keys[1:]:
        at = keys[0]
        while True:
            side = int(key > at)
            child = below[at][side]
            if child is None:
                below[at][side] = key
                below[key] = [None, None]
                break
            at = child
    return below


def _depth(below: dict[int, list[int | None]], key: int) -> int:
    return 1 + max((_depth(below, child) for child in below[key] if child is not None), default=0)


def binary_search_tree(pen: Pen) -> None:
    pen.needs("plain", "arrows")
    number = pen.many(5, 16)
    chosen = pen.random.sample(range(1, 99), number)
    # Of several orders of insertion, the one with the lowest tree: people draw trees that fit on a page.
    orders = [pen.random.sample(chosen, number) for _ in range(6)]
    keys = min(orders, key=lambda order: _depth(_search(order), order[0]))
    below = _search(keys)
    order = {key: at for at, key in enumerate(sorted(keys))}
    color, line = pen.color().tint(30), pen.ink()
    style = pen.style(f"circle, draw, fill={color.tex}, minimum size=7mm, inner sep=1pt")
    depths = {keys[0]: 0}
    for key, children in below.items():
        depths |= {child: depths[key] + 1 for child in children if child is not None}
    pen.note()
    pen.nodes(style, [(f"k{key}", str(key), 0.85 * order[key], -1.3 * depths[key]) for key in keys])
    pairs = [(key, child) for key in keys for child in below[key] if child is not None]
    way = pen.way("down")
    pen.joins(f"{line.tex}, thick", [(f"k{one}", f"k{other}") for one, other in pairs], way.path)
    for one, other in pairs:
        pen.edge(str(one), str(other), directed=False)
    leaves = [str(key) for key in keys if below[key] == [None, None]]
    pen.counted("nodes", number, "circle", fill=color.hex)
    inner = [str(key) for key in keys if str(key) not in leaves]
    pen.relation("leaf", "Which of these nodes is a leaf?", pen.random.choice(leaves), inner)
    pen.relation("root", "Which node is the root of the tree?", str(keys[0]), [str(key) for key in keys[1:]])
    for one, other in pairs[:6]:
        others = [str(key) for key in keys if key not in (one, other)]
        pen.relation("parent", f"Which node is the parent of {other}?", str(one), others)
    pen.shows(color)
    pen.names(*map(str, keys))
    pen.says(
        f"The root {keys[0]} stands at the top; {some(number, 'round nodes')} in {color.words} hold the keys "
        f"{listed([str(key) for key in sorted(keys)])}, smaller keys to the left and larger ones to the right.",
        f"{upper(way.word)} lines in {line.words} join each node with its children; {listed(leaves)} "
        f"{'has' if len(leaves) == 1 else 'have'} none.",
        pen.lists_edges(),
    )


def _places(tree: Nested, depth: int = 0, left: float = 0.0) -> tuple[list[tuple[str, float, int]], float, float]:
    """Return (label, x, depth) of every node in depth-first order, the tree's right edge, and the x of its root."""
    label, below = tree
    if not below:
        return [(label, left, depth)], left + 1, left
    nodes: list[tuple[str, float, int]] = []
    roots = []
    right = left
    for child in below:
        more, right, root = _places(child, depth + 1, right)
        nodes += more
        roots.append(root)
    middle = (roots[0] + roots[-1]) / 2
    return [(label, middle, depth), *nodes], right, middle


def _draw(pen: Pen, tree: Nested, style: str, line: str) -> Way:
    """Draw the tree, each node at a computed position."""
    spots, _, _ = _places(tree)
    names = [f"t{at}" for at in range(len(spots))]
    pen.note()
    for name, (label, x, depth) in zip(names, spots, strict=True):
        pen.line(f"\\node[{style}] ({name}) at ({coord(1.2 * x)},{coord(-1.1 * depth)}) {{{label}}};")
    pen.note()
    parents: list[int] = []
    pairs = []
    for at, (_, _, depth) in enumerate(spots):
        del parents[depth:]
        if parents:
            pairs.append((names[parents[-1]], names[at]))
        parents.append(at)
    way = pen.way("down")
    pen.joins(line, pairs, way.path)
    return way


def _sentence(pen: Pen, symbol: str, depth: int) -> Nested:
    if symbol in WORDS:
        return symbol, ((pen.random.choice(WORDS[symbol]), ()),)
    rules = [
        rule for rule in GRAMMAR[symbol] if depth < 2 + 3 * pen.fullness or (symbol not in rule and "PP" not in rule)
    ]
    return symbol, tuple(_sentence(pen, part, depth + 1) for part in pen.random.choice(rules))


def _phrases(tree: Nested) -> Iterator[Nested]:
    """Yield the root, and the first phrase of each sort below it."""
    yield tree
    seen = {tree[0]}
    for child in tree[1]:
        if child[0] not in seen and child[1]:
            seen.add(child[0])
            yield child


def syntax_tree(pen: Pen) -> None:
    pen.needs("plain", "mindmap")
    tree = _sentence(pen, "S", 0)
    spots, _, _ = _places(tree)
    words = [label for label, _, _ in spots if label.islower()]
    text, line = pen.color(), pen.ink()
    style = pen.style(f"font=\\small, text={text.tex}, inner sep=2pt")
    way = _draw(pen, tree, style, line.tex)
    parts = [label for label, _, _ in spots if not label.islower()]
    pen.relation("word", "What is the first word of the sentence, read from left to right?", words[0], words[1:])
    pen.relation("word", "What is the last word of the sentence, read from left to right?", words[-1], words[:-1])
    for label, below in _phrases(tree):
        if len(below) == 2 and pen.chance(0.5):
            made = " and ".join(child[0] for child in below)
            pen.relation(
                "parts",
                f"What does the first {label} below the root split into?"
                if label != "S"
                else "What does the root S split into?",
                made,
                ["NP and PP", "V and NP", "Det and N", "NP and VP", "P and NP"],
            )
            break
    pen.counted("branches", len(spots) - 1, way.shape, stroke=line.hex)
    pen.names(*dict.fromkeys(words), *dict.fromkeys(parts))
    pen.shows(text)
    pen.says(
        f"The root S is at the top, and {way.word} branches in {line.words} lead down to the words "
        f"'{' '.join(words)}', read "
        "from left to right.",
        f"All labels are in {text.words}; above the words stand {listed(sorted(set(parts) - {'S'}))}.",
    )


def _shares(pen: Pen, number: int) -> list[float]:
    cuts = sorted(pen.random.sample(range(1, 20), number - 1))
    return [round((after - before) / 20, 2) for before, after in zip((0, *cuts), (*cuts, 20), strict=True)]


def probability_tree(pen: Pen) -> None:
    pen.needs("plain", "arrows", "shapes")
    first = pen.pick(("Rain", "Sun", "Snow", "Fog"), 2 if pen.fullness < 0.5 else 3)
    second = pen.pick(("late", "early", "on time", "absent"), 2 if pen.fullness < 0.8 else 3)
    color, line = pen.color().tint(25), pen.ink()
    style = pen.style(f"draw, rounded corners, fill={color.tex}, minimum width=15mm, minimum height=6mm")
    gap = 1.1
    rows = len(first) * len(second)
    middle = -gap * (rows - 1) / 2
    pen.line(f"\\node[{style}] (start) at (0,{coord(middle)}) {{Start}};")
    pen.position("Start", 0, middle, "start")
    shares, way = _shares(pen, len(first)), pen.way("across")
    labels: list[tuple[str, float]] = []
    for at, event in enumerate(first):
        y = -gap * (at * len(second) + (len(second) - 1) / 2)
        pen.note()
        pen.line(f"\\node[{style}] (a{at}) at (3.2,{coord(y)}) {{{event}}};")
        pen.line(
            f"\\draw[{line.tex}] (start.east) {way.path} node[above, sloped, font=\\scriptsize] {{{shares[at]:g}}} "
            f"(a{at}.west);"
        )
        pen.edge("Start", event, directed=False, label=f"{shares[at]:g}")
        pen.position(event, 3.2, y, f"a{at}")
        inner = _shares(pen, len(second))
        for under, outcome in enumerate(second):
            lower = -gap * (at * len(second) + under)
            pen.line(f"\\node[{style}] (b{at}{under}) at (6.4,{coord(lower)}) {{{outcome}}};")
            pen.line(
                f"\\draw[{line.tex}] (a{at}.east) {way.path} node[above, sloped, font=\\scriptsize] "
                f"{{{inner[under]:g}}} "
                f"(b{at}{under}.west);"
            )
            labels.append((f"{event} and then {outcome}", shares[at] * inner[under]))
    values = [value for _, value in labels]
    best = max(values)
    if sum(abs(value - best) < 1e-9 for value in values) == 1 and len(labels) > 3:
        pen.measure("Which path through the tree is the most probable?", "", labels)
    pen.counted("boxes", 1 + len(first) + rows, "rectangle", fill=color.hex)
    pen.counted("branches", len(first) + rows, way.shape, stroke=line.hex)
    pen.shows(color)
    pen.names("Start", *first, *second)
    pen.names_edges()
    pen.says(
        f"It grows from left to right: from a box 'Start' {some(len(first), f'{way.word} branches')} in {line.words} "
        f"lead to "
        f"{listed(first)}, and from each of these {some(len(second), 'branches')} to {listed(second)}.",
        f"The boxes are {color.words} with rounded corners; a probability stands above each branch.",
    )


def mind_map(pen: Pen) -> None:
    pen.needs("mindmap")
    theme = pen.random.choice(sorted(THEMES))
    branches = pen.pick(THEMES[theme], pen.many(3, 6))
    root, leaf = pen.color(), pen.color()
    pen.sides += ["mindmap", "grow cyclic", "every node/.style=concept", "concept color=" + root.tex + "!50"]
    pen.sides.append(f"level 1/.append style={{level distance=4cm, sibling angle={360 // len(branches)}}}")
    pen.sides.append("level 2/.append style={level distance=2.8cm, sibling angle=50}")
    twigs = 0
    with pen.block(f"\\node {{{theme}}}", ";"):
        for at, branch in enumerate(branches):
            under = pen.random.randint(0, 2) if pen.fullness > 0.3 else 0
            tail = [f"child {{ node {{{branch} {letter}}} }}" for letter in "AB"[:under]]
            twigs += under
            hue = f"[concept color={leaf.tex}!40] " if at % 2 else ""
            pen.line(f"child {hue}{{ node {{{branch}}} {' '.join(tail)} }}")
            pen.edge(theme, branch, directed=False)
    pen.relation(
        "centre", "Which word is in the middle of the map?", theme, [*branches, *sorted(set(THEMES) - {theme})]
    )
    pen.relation(
        "branch",
        f"Which of these is a branch of {theme}?",
        pen.random.choice(branches),
        sorted({word for other in THEMES if other != theme for word in THEMES[other]} - set(branches)),
    )
    pen.counted("bubbles", 1 + len(branches) + twigs, "circle")
    pen.shows(root.tint(50), leaf.tint(40))
    pen.names(theme, *branches)
    pen.says(
        f"A large round bubble '{theme}' is in the middle; around it {some(len(branches), 'bubbles')} at equal angles "
        f"say {listed(branches)}, by turns in {root.tint(50).words} and {leaf.tint(40).words}.",
        "Thick links that narrow in their middle grow from the center to the bubbles"
        + (f"; {some(twigs, 'smaller bubbles')} hang farther out." if twigs else "."),
        f"There are {1 + len(branches) + twigs} circles in all.",
    )


def dendrogram(pen: Pen) -> None:
    pen.needs("plain", "loaded")
    species = pen.pick(SPECIES, pen.many(4, 12))
    line = pen.color()
    heights = sorted(pen.random.sample(range(4, 40), len(species) - 1))
    groups = [(float(at), 0.0, [name]) for at, name in enumerate(species)]
    pen.note()
    for at, name in enumerate(species):
        pen.line(f"\\node[rotate=90, anchor=east] at ({coord(0.8 * at)},-0.1) {{{name}}};")
        pen.position(name, 0.8 * at, -0.5)
    pen.note()
    pen.things = "label"
    for height in heights:
        at = pen.random.randrange(len(groups) - 1)
        one, other = groups[at], groups[at + 1]
        top = height / 10
        pen.line(
            f"\\draw[{line.tex}, thick] ({coord(0.8 * one[0])},{coord(one[1])}) -- "
            f"({coord(0.8 * one[0])},{coord(top)}) -- "
            f"({coord(0.8 * other[0])},{coord(top)}) -- ({coord(0.8 * other[0])},{coord(other[1])});"
        )
        if len(one[2]) == len(other[2]) == 1:
            others = [name for name in species if name not in (*one[2], *other[2])]
            pen.relation("sibling", f"What is {one[2][0]} joined with directly?", other[2][0], others)
        groups[at : at + 2] = [((one[0] + other[0]) / 2, top, one[2] + other[2])]
    pen.counted("brackets that join two branches", len(heights), "curve", stroke=line.hex)
    pen.shows(line)
    pen.names(*species)
    pen.says(
        f"{some(len(species), 'leaves')} stand upright along the bottom: {listed(species)}.",
        f"{some(len(heights), 'angular brackets')} in {line.words} join them in pairs, step by step, up to a "
        "single root at the top.",
    )


RECIPES = (
    Recipe("binary-search-tree", "Binary search tree", "trees", binary_search_tree, ("Decision tree",)),
    Recipe("syntax-tree", "Syntax tree of a sentence", "trees", syntax_tree),
    Recipe("probability-tree", "Probability tree", "trees", probability_tree, ("Decision tree",)),
    Recipe("mind-map", "Mind map", "trees", mind_map),
    Recipe("dendrogram", "Dendrogram", "trees", dendrogram),
)
