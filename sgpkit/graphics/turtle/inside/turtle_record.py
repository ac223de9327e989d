"""What has been drawn so far, by all turtles, in the order in which it lies on the paper.

The order is that of Tk's canvas as the standard library's turtle uses it: a line lies where it was begun, a filled area
where its filling was begun.
"""

# mypy: ignore-errors

from turtle_colours import look

MOST_POINTS = 200_000
LONGEST_TEXT = 2_000
COLOURS = {"line": 1, "fill": 1, "dot": 1, "stamp": 2, "text": 1}  # how many of a mark's facts are colours


class TooMuch(Exception):
    """More was drawn than anybody will look at."""


class Mark:
    """One line, filled area, dot, stamp or text. Without points it is not to be seen (yet, or any more)."""

    __slots__ = ("facts", "kind", "points")

    def __init__(self, kind, points, facts):
        self.kind = kind
        self.points = points
        self.facts = facts


class Record:
    def __init__(self):
        self.marks = []
        self.points = 0
        self.background = "white"
        self.scale = (1.0, 1.0)

    def add(self, kind, points, *facts):
        mark = Mark(kind, points, facts)
        self.count(max(1, len(points)))
        self.marks.append(mark)
        return mark

    def count(self, points=1):
        self.points += points
        if self.points > MOST_POINTS:
            raise TooMuch(f"more than {MOST_POINTS:,} points are drawn")

    def report(self):
        """Plain lists, to be sent out as JSON; colours as they look."""
        across, up = self.scale
        drawn = []
        for mark in self.marks:
            if mark.points and (mark.kind != "line" or len(mark.points) > 1):
                flat = [number for x, y in mark.points for number in (x * across, y * up)]
                inks = COLOURS[mark.kind]
                drawn.append([mark.kind, flat, *map(look, mark.facts[:inks]), *mark.facts[inks:]])
        return drawn
