"""Equal elements in rows from left to right, in staircases, and in grids."""

import random

from .arrangements import Layer, row
from .pattern import (
    NAMES,
    Pattern,
    away,
    deletion,
    generalisation,
    insertion,
    jump,
    jump_back,
    length,
    line,
    lines,
    number,
    plural,
    polygon,
    repeat,
)


def polygons_side_by_side(draw: random.Random) -> list[Pattern]:
    patterns = []
    for sides in (3, 4, 6):
        for count in (2, 3, 4, 5, 6):
            side = length(draw, 50, 70) if sides < 6 else length(draw, 30, 40)
            name = NAMES[sides]
            step = "side" if sides != 6 else "side * sqrt(3)"
            if sides == 6:
                # Standing on a corner, so that neighbors share a vertical side.
                element = lines("t.right(30)", polygon(6, "side"), "t.left(30)")
                stance = "Each stands on a corner and shares a vertical side with the next."
            elif sides == 4:
                element, stance = (
                    polygon(4, "side"),
                    "Each stands on a horizontal side and shares a vertical side with the next.",
                )
            else:
                element = polygon(3, "side")
                stance = "Each points up and stands on a horizontal side, and neighbors share one bottom corner."
            description = f"A horizontal row of {number(count)} {plural(name)} with sides of length `side`. {stance}"
            others = [other for other in (2, 4, 6, 7) if other != count]
            more = []
            if sides == 3:
                flat = lines("t.left(60)", jump("side"), "t.right(60)", f"t.forward({count - 1} * side)")
                more.append(Layer("one horizontal line that joins the top corners of all triangles", flat))
            kind = f"row of {plural(name)}"
            patterns.append(row(kind, {"side": side}, description, count, name, element, step, more, others))
    return patterns


def circles_in_a_row(draw: random.Random) -> list[Pattern]:
    patterns = []
    words = {
        "2 * radius": "each touching the next",
        "radius": "each going through the middle of the next",
        "3 * radius": "with a gap of `radius` between neighbors",
    }
    for step, words_for_step in words.items():
        for count in (2, 3, 4, 5, 6):
            radius = length(draw, 30, 50)
            description = f"A horizontal row of {number(count)} circles of radius `radius`, {words_for_step}."
            base = Layer(
                "one horizontal line that touches all circles from below, from the bottom of the first to the "
                "bottom of the last",
                f"t.forward({count - 1} * ({step}))",
            )
            middle = Layer(
                "one horizontal line from the middle of the first circle to the middle of the last",
                away("radius", f"t.forward({count - 1} * ({step}))", f"t.backward({count - 1} * ({step}))"),
            )
            others = [other for other in (2, 4, 6, 7) if other != count]
            patterns.append(
                row(
                    "row of circles",
                    {"radius": radius},
                    description,
                    count,
                    "circle",
                    "t.circle(radius)",
                    step,
                    [base, middle],
                    others,
                )
            )
    return patterns


def arches(draw: random.Random) -> list[Pattern]:
    patterns = []
    for closed in (True, False):
        for count in (2, 3, 4, 5, 6):
            radius = length(draw, 30, 50)
            # Over the turtle, from the right foot to the left one, and the turtle back at the left.
            over = lines(jump("2 * radius"), "t.left(90)", "t.circle(radius, 180)", "t.left(90)")
            element = lines(over, line("2 * radius")) if closed else over
            base = (
                "and each is closed by its horizontal diameter" if closed else "and nothing is drawn between the feet"
            )
            description = (
                f"A horizontal row of {number(count)} semicircles of radius `radius` that bulge upwards. "
                f"Neighbors share a foot, {base}."
            )
            others = [other for other in (2, 4, 6, 7) if other != count]
            kind = "row of closed arches" if closed else "row of arches"
            patterns.append(
                row(kind, {"radius": radius}, description, count, "semicircle", element, "2 * radius", (), others)
            )
    return patterns


def diamonds(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (2, 3, 4, 5, 6):
        side = length(draw, 50, 70)
        element = lines("t.right(45)", polygon(4, "side"), "t.left(45)")
        description = (
            f"A horizontal chain of {number(count)} squares with sides of length `side`. Each stands on a corner, "
            "and the right corner of each is the left corner of the next."
        )
        line_through = Layer(
            "one horizontal line from the leftmost to the rightmost corner of the chain",
            f"t.forward({count} * side * sqrt(2))",
        )
        others = [other for other in (2, 4, 6, 7) if other != count]
        patterns.append(
            row(
                "chain of diamonds",
                {"side": side},
                description,
                count,
                "square",
                element,
                "side * sqrt(2)",
                [line_through],
                others,
            )
        )
    return patterns


def zigzag(draw: random.Random) -> list[Pattern]:
    patterns = []
    for angle in (45, 60, 75):
        for count in (3, 4, 5, 6):
            side = length(draw, 40, 70)
            body = repeat(
                count,
                f"t.left({angle})",
                "t.forward(side)",
                f"t.right({2 * angle})",
                "t.forward(side)",
                f"t.left({angle})",
            )
            description = (
                f"A zigzag line of {number(count)} equal peaks from left to right. Every piece has the length "
                f"`side` and rises or falls at {angle} degrees to the horizontal; the line begins and ends at the "
                "foot of a peak."
            )
            other = count + 2
            more = generalisation(
                f"draws {number(other)} peaks instead of {number(count)}, each of the same size as before",
                body.replace(f"range({count})", f"range({other})"),
            )
            close = lines(body, "t.left(180)", f"t.forward(2 * {count} * side * cos({angle} * pi / 180))")
            base = insertion("adds a horizontal line from the first foot to the last foot of the given zigzag", close)
            patterns.append(Pattern("zigzag", {"side": side}, description, body, (more, base)))
    return patterns


def square_wave(draw: random.Random) -> list[Pattern]:
    patterns = []
    for high in (1, 2):
        for count in (2, 3, 4, 5):
            side = length(draw, 30, 45, 5)
            rise = "side" if high == 1 else "2 * side"
            one = (
                "t.left(90)",
                f"t.forward({rise})",
                "t.right(90)",
                "t.forward(side)",
                "t.right(90)",
                f"t.forward({rise})",
                "t.left(90)",
                "t.forward(side)",
            )
            description = (
                f"A battlement line from left to right: {number(count)} times up by `{rise}`, to the right by "
                f"`side`, down by `{rise}`, and to the right by `side`."
            )
            body = repeat(count, *one)
            more = generalisation(
                f"draws {number(count + 2)} battlements instead of {number(count)}, by the same rule",
                repeat(count + 2, *one),
            )
            patterns.append(Pattern("battlements", {"side": side}, description, body, (more,)))
    return patterns


def stairs(draw: random.Random) -> list[Pattern]:
    patterns = []
    for count in (3, 4, 5, 6, 7):
        side = length(draw, 30, 40)
        steps = repeat(count, "t.forward(side)", "t.left(90)", "t.forward(side)", "t.right(90)")
        open_words = (
            f"A staircase line of {number(count)} steps that goes up to the right: each step is a horizontal line "
            "of length `side` followed by a vertical one of the same length."
        )
        other = count + 2
        more = generalisation(
            f"draws {number(other)} steps instead of {number(count)}, each of the same size",
            steps.replace(f"range({count})", f"range({other})"),
        )
        patterns.append(Pattern("stairs", {"side": side}, open_words, steps, (more,)))
        closed = lines(steps, "t.right(90)", f"t.forward({count} * side)", "t.right(90)", f"t.forward({count} * side)")
        words = open_words[:-1] + (
            "; the outline is closed by a vertical line down from the top end and a horizontal line back to the start."
        )
        open_again = deletion(
            "removes the long vertical side on the right of the given shape",
            lines(steps, "t.right(90)", jump(f"{count} * side"), "t.right(90)", f"t.forward({count} * side)"),
        )
        patterns.append(Pattern("closed stairs", {"side": side}, words, closed, (open_again,)))
    return patterns


def grid(draw: random.Random) -> list[Pattern]:
    patterns = []
    for rows, columns in ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 4), (1, 4), (4, 1)):
        side = length(draw, 40, 60)
        cell = polygon(4, "side")
        whole = grid_body(rows, columns, cell)
        description = (
            f"A grid of equal squares with sides of length `side`, {counted(rows, 'row')} high and "
            f"{counted(columns, 'column')} wide."
        )
        tweaks = []
        if rows > 1 and columns > 1:
            for name, chosen in (("top right", (rows - 1, columns - 1)), ("top left", (rows - 1, 0))):
                drawn = grid_body(
                    rows, columns, f"if (i, j) != {chosen}:\n" + "\n".join(f"    {line}" for line in cell.splitlines())
                )
                tweaks.append(
                    deletion(
                        f"removes the square in the {name} corner of the given grid; lines that it shares with "
                        "other squares stay",
                        drawn,
                    )
                )
            tweaks.append(
                generalisation(
                    f"draws the grid with {number(rows + 1)} rows and {number(columns + 1)} columns instead, of "
                    "squares of the same size",
                    grid_body(rows + 1, columns + 1, cell),
                )
            )
        patterns.append(Pattern("grid", {"side": side}, description, whole, tuple(tweaks)))
    return patterns


def counted(count: int, name: str) -> str:
    return f"{number(count)} {name if count == 1 else plural(name)}"


def grid_body(rows: int, columns: int, cell: str) -> str:
    line_of_cells = lines(repeat(columns, cell, jump("side"), name="j"), jump_back(f"{columns} * side"))
    return repeat(rows, line_of_cells, "t.left(90)", jump("side"), "t.right(90)")


def triangle_pyramid(draw: random.Random) -> list[Pattern]:
    patterns = []
    for rows in (2, 3, 4):
        side = length(draw, 40, 60)

        def body(count: int) -> str:
            inner = lines(
                repeat(f"{count} - i", polygon(3, "side"), jump("side"), name="j"),
                jump_back(f"({count} - i) * side"),
            )
            return repeat(count, inner, "t.left(60)", jump("side"), "t.right(60)")

        description = (
            "A large equilateral triangle that points up, made of small ones with sides of length `side` that "
            f"point up, in {number(rows)} rows: {number(rows)} triangles side by side in the bottom row and one "
            "fewer in each row above, each standing on the tips of two triangles below it."
        )
        more = generalisation(
            f"draws the pattern with {number(rows + 2)} rows instead of {number(rows)}, of triangles of the same size",
            body(rows + 2),
        )
        patterns.append(Pattern("pyramid of triangles", {"side": side}, description, body(rows), (more,)))
    return patterns


def square_pyramid(draw: random.Random) -> list[Pattern]:
    patterns = []
    for rows in (2, 3, 4):
        side = length(draw, 40, 50)

        def body(count: int) -> str:
            inner = lines(
                repeat(f"{count} - i", polygon(4, "side"), jump("side"), name="j"), jump_back(f"({count} - i) * side")
            )
            return repeat(count, inner, "t.left(90)", jump("side"), "t.right(90)", jump("side / 2"))

        description = (
            f"A pyramid of squares with sides of length `side` in {number(rows)} rows: {number(rows)} squares "
            "side by side in the bottom row and one fewer in each row above, every row centered on the one below."
        )
        more = generalisation(
            f"draws the pyramid with {number(rows + 1)} rows instead of {number(rows)}, of squares of the same size",
            body(rows + 1),
        )
        patterns.append(Pattern("pyramid of squares", {"side": side}, description, body(rows), (more,)))
    return patterns


KINDS = {
    "row of polygons": polygons_side_by_side,
    "row of circles": circles_in_a_row,
    "arches": arches,
    "chain of diamonds": diamonds,
    "zigzag": zigzag,
    "battlements": square_wave,
    "stairs": stairs,
    "grid": grid,
    "pyramid of triangles": triangle_pyramid,
    "pyramid of squares": square_pyramid,
}
