"""The record of all turtles' marks in paint order.

The order is that of Tk's canvas as the standard library's turtle uses it: a line lies where it was begun, a filled area
where its filling was begun.
"""

# mypy: ignore-errors

from turtle_colours import look

MOST_POINTS = 200_000
LONGEST_TEXT = 2_000
COLOURS = {"line": 1, "fill": 1, "dot": 1, "stamp": 2, "text": 1}  # number of a mark's details that are colours


class TooMuch(Exception):
    """The program draws more than allowed."""


class Mark:
    """One line, filled area, dot, stamp or text. Without points it is not visible yet, or was erased."""

    __slots__ = ("details", "kind", "points")

    def __init__(self, kind, points, details):
        self.kind = kind
        self.points = points
        self.details = details


class Record:
    """The marks of one program."""

    def __init__(self):
        self.marks = []
        self.points = 0
        self.background = "white"
        self.scale = (1.0, 1.0)

    def add(self, kind, points, *details):
        mark = Mark(kind, points, details)
        self.count(max(1, len(points)))
        self.marks.append(mark)
        return mark

    def count(self, points=1):
        self.points += points
        if self.points > MOST_POINTS:
            raise TooMuch(f"more than {MOST_POINTS:,} points are drawn")

    def report(self):
        """Return the marks as lists for JSON, with colours as #rrggbb."""
        across, up = self.scale
        drawn = []
        for mark in self.marks:
            if mark.points and (mark.kind != "line" or len(mark.points) > 1):
                flat = [number for x, y in mark.points for number in (x * across, y * up)]
                inks = COLOURS[mark.kind]
                drawn.append([mark.kind, flat, *map(look, mark.details[:inks]), *mark.details[inks:]])
        return drawn
