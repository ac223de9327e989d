"""Lines that grow by a rule: spirals, fractals, and a tree."""

import random

from .pattern import Pattern, generalisation, length, lines, number, repeat, turn


def spiral(draw: random.Random) -> list[Pattern]:
    patterns = []
    for corners in (3, 4, 5, 6):
        for count in (7, 10, 13):
            step = length(draw, 10, 16, 2) if corners < 5 else length(draw, 6, 10, 2)
            angle = turn(corners)

            def body(times: int, angle: str = angle) -> str:
                return repeat(times, "t.forward((i + 1) * step)", f"t.left({angle})")

            description = (
                f"A spiral of {number(count)} straight pieces: the first goes to the right and has the length "
                f"`step`, every next one is longer by `step`, and after each the direction turns {angle} degrees "
                "to the left."
            )
            tweaks = [
                generalisation(
                    f"draws {number(count + 4)} pieces of the spiral instead of {number(count)}, every further "
                    "one again longer by `step` and with the same turns",
                    body(count + 4),
                ),
                generalisation(
                    "keeps the lengths of all pieces of the given spiral, the first still going to the right, "
                    f"but turns {180 // corners} degrees to the left after each piece instead of {angle}",
                    body(count, str(180 // corners)),
                ),
            ]
            patterns.append(Pattern("spiral of lines", {"step": step}, description, body(count), tuple(tweaks)))
    return patterns


def arc_spiral(draw: random.Random) -> list[Pattern]:
    patterns = []
    for angle in (90, 180):
        for count in (4, 6, 8):
            step = length(draw, 10, 16, 2)

            def body(times: int, angle: int = angle) -> str:
                return repeat(times, f"t.circle((i + 1) * step, {angle})")

            name = "quarter circles" if angle == 90 else "semicircles"
            description = (
                f"A spiral of {number(count)} {name}, each going on smoothly from the end of the one before and "
                "curving to the left. It begins to the right; the first has the radius `step`, and every next "
                "one a radius larger by `step`."
            )
            more = generalisation(
                f"draws {number(count + 3)} {name} of the spiral instead of {number(count)}, every further one "
                "again with a radius larger by `step`",
                body(count + 3),
            )
            patterns.append(Pattern("spiral of arcs", {"step": step}, description, body(count), (more,)))
    return patterns


def koch(draw: random.Random) -> list[Pattern]:
    patterns = []
    for closed in (False, True):
        for depth in (1, 2, 3):
            side = length(draw, 180, 270, 30)

            def body(levels: int, closed: bool = closed) -> str:
                curve = lines(
                    "def curve(length, depth):",
                    "    if depth == 0:",
                    "        t.forward(length)",
                    "        return",
                    "    for degrees in (60, -120, 60, 0):",
                    "        curve(length / 3, depth - 1)",
                    "        t.left(degrees)",
                    "",
                )
                return (
                    curve
                    + "\n"
                    + (repeat(3, f"curve(side, {levels})", "t.right(120)") if closed else f"curve(side, {levels})")
                )

            start = (
                "An equilateral triangle that points down, with sides of length `side`, its top side horizontal"
                if closed
                else "A horizontal line of length `side`"
            )
            rule = (
                f", changed {('once', 'twice', 'three times')[depth - 1]} by this rule: the middle third of every "
                "straight piece is replaced by two pieces of the same length, which make a peak with it "
                f"{'on the outside' if closed else 'above, on the left of the way from left to right'}."
            )
            more = generalisation(
                "replaces the middle third of every straight piece of the given shape by two pieces of the same "
                "length that make a peak with it, on the same side as the peaks that are there",
                body(depth + 1),
            )
            patterns.append(
                Pattern("snowflake" if closed else "Koch curve", {"side": side}, start + rule, body(depth), (more,))
            )
    return patterns


def tree(draw: random.Random) -> list[Pattern]:
    patterns = []
    for angle in (30, 45):
        for depth in (2, 3, 4, 5):
            trunk = length(draw, 80, 100)

            def body(levels: int, angle: int = angle) -> str:
                return lines(
                    "def branch(length, depth):",
                    "    t.forward(length)",
                    "    if depth > 1:",
                    f"        t.left({angle})",
                    "        branch(length / 2, depth - 1)",
                    f"        t.right({2 * angle})",
                    "        branch(length / 2, depth - 1)",
                    f"        t.left({angle})",
                    "    t.backward(length)",
                    "",
                    "t.left(90)",
                    f"branch(trunk, {levels})",
                )

            description = (
                "A tree of straight lines: a vertical trunk of length `trunk`, from whose upper end two branches "
                f"go on, half as long as it, {angle} degrees to the left and to the right of its direction; and "
                f"from the end of every branch two more by the same rule, until there are {number(depth)} "
                "generations, the trunk counted as the first."
            )
            more = generalisation(
                f"draws the tree with {number(depth + 1)} generations instead of {number(depth)}, new branches "
                "half as long as those they grow from",
                body(depth + 1),
            )
            wide = generalisation(
                f"draws the tree with branches that turn 60 degrees to either side instead of {angle}", body(depth, 60)
            )
            patterns.append(Pattern("tree", {"trunk": trunk}, description, body(depth), (more, wide)))
    return patterns


KINDS = {
    "spiral of lines": spiral,
    "spiral of arcs": arc_spiral,
    "fractal line": koch,
    "tree": tree,
}
