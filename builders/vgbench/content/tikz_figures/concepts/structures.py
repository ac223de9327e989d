"""Concepts of discrete mathematics: maps, graphs, trees of numbers, tables, sequences, matrices."""

import math

from ..pen import Pen, coord
from .family import Family, arrows, at, numbers, placed

LEFT = ("a", "b", "c", "d", "e", "f")


def mapping(pen: Pen, index: int) -> None:
    """Draw arrows from dots on the left to dots on the right."""
    if index == 0:
        left = pen.random.randint(3, 4)
        right = left + pen.random.randint(1, 2)
        images = [[value] for value in pen.random.sample(range(right), left)]
    elif index == 1:
        right = pen.random.randint(3, 4)
        left = right + pen.random.randint(1, 2)
        values = [*range(right), *(pen.random.randrange(right) for _ in range(left - right))]
        images = [[value] for value in pen.random.sample(values, left)]
    elif index == 2:
        left = right = pen.random.randint(3, 6)
        images = [[value] for value in pen.random.sample(range(right), left)]
    elif index == 3:
        left, right = pen.random.randint(4, 6), pen.random.randint(3, 6)
        hit = pen.random.sample(range(right), right - 1)
        values = [*hit, *(pen.random.choice(hit) for _ in range(left))][: max(left, 2)]
        values[-1] = values[0]
        images = [[value] for value in pen.random.sample(values, left)]
    else:
        left, right = pen.random.randint(3, 5), pen.random.randint(3, 5)
        images = [[pen.random.randrange(right)] for _ in range(left)]
        twice = pen.random.randrange(left)
        images[twice] = pen.random.sample(range(right), 2)
        if pen.chance():
            images[(twice + 1) % left] = []
    ends = [((0.0, -float(line)), (3.0, -float(value))) for line, row in enumerate(images) for value in row]
    for x, number in ((0, left), (3, right)):
        for line in range(number):
            pen.line(f"\\fill ({x},{-line}) circle (2pt);")
    pairs = [((0.12, start[1]), (2.88, end[1])) for start, end in ends]
    if pen.chance(0.35):
        sets(pen, left, right)
    arrows(pen, pairs, pen.color().tex, pen.way("across").path)


def sets(pen: Pen, left: int, right: int) -> None:
    """Write outlines around the two columns of dots, as ovals or as freehand curves."""
    by_hand = pen.chance(0.6)
    for x, number in ((0, left), (3, right)):
        middle, high = -(number - 1) / 2, (number - 1) / 2 + 0.7
        if by_hand:
            top, low = coord(middle + high), coord(middle - high)
            pen.line(
                f"\\draw[gray] ({x},{top}) .. controls ({x + 0.8:g},{top}) and ({x + 0.7:g},{low}) .. "
                f"({x + 0.05:g},{low}) .. controls ({x - 0.8:g},{low}) and ({x - 0.7:g},{top}) .. cycle;"
            )
        else:
            pen.line(f"\\draw[gray] ({x},{coord(middle)}) ellipse[x radius=0.6, y radius={coord(high)}];")


def graph(pen: Pen, index: int) -> None:
    """Draw a graph with one edge less than vertices, at random positions around a circle."""
    number = pen.random.randint(6, 9)
    order = pen.random.sample(range(number), number)
    if index == 0:
        pairs = [(order[step], order[step + 1]) for step in range(number - 1)]
    elif index == 1:
        pairs = [(order[0], other) for other in order[1:]]
    elif index == 2:
        pairs = [(order[0], order[1]), (order[1], order[2]), (order[1], order[3])]
        pairs += [(order[pen.random.choice((2, 3))], order[4])]
        pairs += [(order[pen.random.randrange(2, step)], order[step]) for step in range(5, number)]
    elif index == 3:
        ring = order[1:]
        pairs = [(ring[step], ring[(step + 1) % len(ring)]) for step in range(len(ring))]
    else:
        one = pen.random.randint(3, number - 3)
        ring, rest = order[:one], order[one:]
        pairs = [(ring[step], ring[(step + 1) % one]) for step in range(one)]
        pairs += [(rest[step], rest[step + 1]) for step in range(len(rest) - 1)]
    spots = [
        (2.4 * math.cos(2 * math.pi * step / number), 2.4 * math.sin(2 * math.pi * step / number))
        for step in range(number)
    ]
    spots = placed(pen, spots)
    path = pen.way().path
    for one, other in pen.random.sample(pairs, len(pairs)):
        ends = [spots[one], spots[other]]
        pen.random.shuffle(ends)
        pen.line(f"\\draw[thick] {at(ends[0])} {path} {at(ends[1])};")
    fill = pen.color().tex
    for spot in pen.random.sample(spots, number):
        pen.line(f"\\fill[{fill}] {at(spot)} circle (3pt);")


def tree(pen: Pen, index: int) -> None:
    """Draw numbers in a full binary tree of three or four levels."""
    size = pen.random.choice((7, 15))
    values = pen.random.sample(range(1, 60), size)
    if index == 2:
        ordered = iter(sorted(values))
        tree_values = [0] * size

        def fill(node: int) -> None:
            if node < size:
                fill(2 * node + 1)
                tree_values[node] = next(ordered)
                fill(2 * node + 2)

        fill(0)
        values = tree_values
    elif index in (0, 1):
        best = max if index == 0 else min
        for _ in range(size):
            for node in range(size // 2):
                family = [node, 2 * node + 1, 2 * node + 2]
                top = best(family, key=values.__getitem__)
                values[node], values[top] = values[top], values[node]
    else:
        while not unordered(values):
            pen.random.shuffle(values)
    depth = size.bit_length()
    style = pen.style(f"draw, circle, minimum size=7mm, fill={pen.color().tint(20).tex}")
    where = {}
    for node, value in enumerate(values):
        level = (node + 1).bit_length() - 1
        step = 1.1 * 2 ** (depth - 1 - level)
        x = (node + 1 - 2**level + 0.5) * step
        where[node] = (x, -1.2 * level)
        pen.line(f"\\node[{style}] (n{node}) at ({coord(x)},{coord(-1.2 * level)}) {{{value}}};")
    path = pen.way("down").path
    for node in range(1, size):
        pen.line(f"\\draw (n{(node - 1) // 2}) {path} (n{node});")


def unordered(values: list[int]) -> bool:
    """Return whether the numbers are far from the order of a heap and from that of a search tree."""
    size = len(values)
    pairs = [((node - 1) // 2, node) for node in range(1, size)]
    larger = sum(values[parent] > values[child] for parent, child in pairs)
    sides = sum((values[child] < values[parent]) == (child % 2 == 1) for parent, child in pairs)
    return all(2 <= count <= len(pairs) - 2 for count in (larger, sides))


def table(pen: Pen, index: int) -> None:
    """Draw a table of numbers in one of four orders."""
    size = pen.random.choice((3, 4))
    first, step = pen.random.randint(1, 9), pen.random.randint(1, 4)
    if index == 0:
        rows = magic(size)
        if pen.chance():
            rows = [list(column) for column in zip(*rows, strict=True)]
        if pen.chance():
            rows = rows[::-1]
    elif index == 1:
        rows = [[row * size + column + 1 for column in range(size)] for row in range(size)]
    elif index == 2:
        rows = [[column * size + row + 1 for column in range(size)] for row in range(size)]
    else:
        rows = spiral(size)
    cell = numbers(pen, [[first + step * (value - 1) for value in row] for row in rows])
    bracketed(pen, size, size, cell, 0.25)


def bracketed(pen: Pen, high: int, wide: int, cell: float, share: float) -> None:
    """Write round brackets around rows of numbers, or a brace with a text, or nothing."""
    top, low, left, right = cell * 0.5, cell * (0.5 - high), -0.6 * cell - 0.1, (wide - 0.4) * cell + 0.1
    if pen.chance(share):
        angle, width = pen.random.choice((12, 15, 20)), pen.random.choice(("thick", "semithick", "line width=0.9pt"))
        pen.line(
            f"\\draw[{width}] ({coord(left)},{coord(top)}) to[bend right={angle}] ({coord(left)},{coord(low)});",
            f"\\draw[{width}] ({coord(right)},{coord(top)}) to[bend left={angle}] ({coord(right)},{coord(low)});",
        )
    elif pen.chance(0.35):
        pen.library("decorations.pathreplacing")
        size, label = pen.random.choice((4, 5)), pen.random.choice((f"{high} rows", "rows", "$n$", "$A$", "$M$"))
        pen.line(
            f"\\draw[decorate, decoration={{brace, amplitude={size}pt}}] ({coord(right)},{coord(top)}) -- "
            f"({coord(right)},{coord(low)}) node[midway, right={size + 2}pt] {{{label}}};"
        )


def magic(size: int) -> list[list[int]]:
    """Return a magic square."""
    if size == 3:
        return [[2, 7, 6], [9, 5, 1], [4, 3, 8]]
    return [[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]]


def spiral(size: int) -> list[list[int]]:
    """Return numbers that wind inwards from the upper left corner."""
    rows = [[0] * size for _ in range(size)]
    row, column, down, right = 0, 0, 0, 1
    for value in range(1, size * size + 1):
        rows[row][column] = value
        ahead = row + down, column + right
        if not (0 <= ahead[0] < size and 0 <= ahead[1] < size and rows[ahead[0]][ahead[1]] == 0):
            down, right = right, -down
        row, column = row + down, column + right
    return rows


def sequence(pen: Pen, index: int) -> None:
    number = pen.random.randint(5, 7)
    first, step = pen.random.randint(1, 5), pen.random.randint(2, 6)
    if index == 0:
        values = [first + step * at for at in range(number)]
    elif index == 1:
        values = [first * 2**at for at in range(number)]
    elif index == 2:
        values = [first, first + step]
        while len(values) < number:
            values.append(values[-1] + values[-2])
    elif index == 3:
        values = [(first + at) ** 2 for at in range(number)]
    else:
        values = [first * step + (at + 1) * (at + 2) // 2 for at in range(number)]
    cell = numbers(pen, [values])
    if pen.chance(0.5):
        bend, color = pen.random.choice((35, 45, 55)), pen.random.choice(("gray", "black!60", pen.color().tex))
        at_step, after = pen.variable(), coord(cell)
        up = coord(cell / 2 + 0.05)
        if pen.loops:
            pen.line(
                f"\\foreach {at_step} in {{0,...,{number - 2}}} \\draw[->, {color}] ({{{at_step}*{after}}},{up}) "
                f"to[bend left={bend}] ({{({at_step}+1)*{after}-0.05}},{up});"
            )
        else:
            pen.line(
                *(
                    f"\\draw[->, {color}] ({coord(step * cell)},{up}) to[bend left={bend}] "
                    f"({coord((step + 1) * cell - 0.05)},{up});"
                    for step in range(number - 1)
                )
            )
    else:
        bracketed(pen, 1, number, cell, 0.15)


def matrix(pen: Pen, index: int) -> None:
    size = pen.random.choice((4, 5))
    pool = [*range(1, 10), *([0] * pen.random.randint(4, 9))]

    def value() -> int:
        number: int = pen.random.choice(pool)
        return number

    full = [[pen.random.randint(1, 9) for _ in range(size)] for _ in range(size)]
    line = [pen.random.randint(1, 9), 0, 0, *(pen.random.randint(0, 9) for _ in range(size - 3))]
    mixed = [[value() for _ in range(size)] for _ in range(size)]
    rows = {
        0: [[full[i][j] if j >= i else 0 for j in range(size)] for i in range(size)],
        1: [[full[i][j] if j <= i else 0 for j in range(size)] for i in range(size)],
        2: [[mixed[min(i, j)][max(i, j)] for j in range(size)] for i in range(size)],
        3: [[line[(j - i) % size] for j in range(size)] for i in range(size)],
    }[index]
    if index == 2:
        rows[0][size - 1] = rows[size - 1][0] = pen.random.randint(1, 9)
        rows[0][1] = rows[1][0] = (rows[0][size - 1] + 3) % 9 + 1
    bracketed(pen, size, size, numbers(pen, rows, frame=False), 0.55)


FAMILIES = (
    Family(
        "mapping",
        (
            "A function that is injective but not surjective",
            "A function that is surjective but not injective",
            "A bijective function",
            "A function that is neither injective nor surjective",
            "A relation that is not a function",
        ),
        mapping,
    ),
    Family(
        "tree-or-not",
        (
            "A path graph",
            "A star graph",
            "A tree that is neither a path nor a star",
            "A cycle and an isolated vertex",
            "A cycle and a separate path",
        ),
        graph,
    ),
    Family(
        "numbered-tree",
        (
            "A heap with the largest number on top",
            "A heap with the smallest number on top",
            "A binary search tree",
            "A binary tree whose numbers are in no order",
        ),
        tree,
    ),
    Family(
        "number-table",
        (
            "A magic square",
            "Numbers that grow along the rows, row by row",
            "Numbers that grow down the columns, column by column",
            "Numbers that grow along a spiral",
        ),
        table,
    ),
    Family(
        "sequence",
        (
            "A sequence with a constant difference",
            "A sequence with a constant ratio",
            "A sequence in which each term is the sum of the two before it",
            "A sequence of squares",
            "A sequence whose differences grow by one",
        ),
        sequence,
    ),
    Family(
        "matrix",
        (
            "An upper triangular matrix",
            "A lower triangular matrix",
            "A symmetric matrix",
            "A matrix whose rows are the first one, moved round by one more place each",
        ),
        matrix,
    ),
)
