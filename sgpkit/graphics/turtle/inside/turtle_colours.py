"""Colour names and values of the standard library's turtle.

`colours.txt` has the names in Tk 8.6 (https://www.tcl-lang.org/man/tcl8.6/TkCmd/colors.htm) with their values. The
hundred shades of gray are computed, except for two that Tk rounds differently.
"""

# mypy: ignore-errors

from functools import cache
from pathlib import Path

from turtle_motion import TurtleGraphicsError

_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")


@cache
def _names():
    lines = (Path(__file__).parent / "colours.txt").read_text().splitlines()
    names = {name: f"#{value}" for name, value in (line.split() for line in lines)}
    for percent in range(101):
        shade = int(percent * 255 / 100 + 0.5)
        for word in ("gray", "grey"):
            names.setdefault(f"{word}{percent}", f"#{shade:02x}{shade:02x}{shade:02x}")
    return names


def look(color):
    """Return a colour as #rrggbb, "" for the transparent colour, or None if it is not a colour."""
    if color == "":
        return ""
    if color.startswith("#"):
        digits, rest = divmod(len(color) - 1, 3)
        if rest or not 1 <= digits <= 4 or not _HEXADECIMAL.issuperset(color[1:]):
            return None
        parts = (color[1 + digits * i : 1 + digits * (i + 1)] for i in range(3))
        return "#" + "".join((part * 2)[:2].lower() for part in parts)
    return _names().get(color.replace(" ", "").lower())


def color_string(given, color_mode):
    """Return the name of the colour in `given`, the arguments of a method."""
    if isinstance(given, str):
        given = (given,)
    color = given[0] if len(given) == 1 else given
    if isinstance(color, str):
        if look(color) is None:
            raise TurtleGraphicsError(f"bad color string: {color}")
        return color
    try:
        red, green, blue = color
    except (TypeError, ValueError):
        raise TurtleGraphicsError(f"bad color arguments: {color}") from None
    parts = [round(255.0 * part) for part in (red, green, blue)] if color_mode == 1.0 else [red, green, blue]
    if not all(0 <= part <= 255 for part in parts):
        raise TurtleGraphicsError(f"bad color sequence: {color}")
    return "#{:02x}{:02x}{:02x}".format(*parts)
