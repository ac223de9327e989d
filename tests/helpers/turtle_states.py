"""Run lists of turtle calls, and print the turtle's state after each call and the drawing at the end.

With a folder as its argument, it imports `turtle` from there, else from the standard library, which needs a display.
Each input line is a JSON list of [method, arguments, options], and each answer is a JSON line. It does not import
sgpkit.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])
import turtle


def plain(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6) + 0.0
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value if isinstance(value, int | str | type(None)) else repr(value)


def state(t: Any) -> dict[Any, Any]:
    pen = t.pen()
    return {
        "position": plain(t.position()),
        "heading": plain(t.heading()),
        "filling": t.filling(),
        **{name: plain(pen[name]) for name in sorted(pen)},
    }


def run(calls: Any) -> dict[Any, Any]:
    screen = turtle.Screen()
    screen.clear()
    screen.mode("standard")
    screen.colormode(1.0)
    screen.tracer(0)
    t = turtle.Turtle(visible=False)
    states = []
    for name, given, options in calls:
        owner = screen if hasattr(type(screen), name) and not hasattr(turtle.RawTurtle, name) else t
        try:
            answer = getattr(owner, name)(*[tuple(one) if isinstance(one, list) else one for one in given], **options)
        except Exception as error:
            answer = type(error).__name__
        states.append([None if name in ("clone", "stamp") else plain(answer), state(t)])
    t.hideturtle()
    screen.update()
    return {"told": states, "drawn": joined(drawn(screen))}


def joined(items: Any) -> list[Any]:
    """Join lines that continue the previous line in the same style, since the points between them are invisible."""
    whole: list[Any] = []
    for kind, *values in items:
        if kind == "line" and whole and whole[-1][0] == "line" and whole[-1][2:] == values[1:]:
            before, after = whole[-1][1], values[0]
            if before[-2:] == after[:2]:
                whole[-1] = [kind, before + after[2:], *values[1:]]
                continue
        whole.append([kind, *values])
    return [
        [kind, without_repeats(values[0]), *values[1:]] if kind == "line" else [kind, *values]
        for kind, *values in whole
    ]


def without_repeats(flat: Any) -> list[Any]:
    points = list(zip(flat[::2], flat[1::2], strict=True))
    kept = [point for before, point in zip([None, *points[:-1]], points, strict=True) if point != before]
    return [number for point in kept for number in point]


def drawn(screen: Any) -> Any:
    if hasattr(screen, "record"):
        items = [[kind, flat, *values] for kind, flat, *values in screen.record.report()]
        return [one for item in items for one in ours(*item)]
    canvas = screen.getcanvas()
    items_shown = []
    for item in canvas.find_all():
        kind = canvas.type(item)
        flat = [value * (-1) ** index for index, value in enumerate(canvas.coords(item))]
        ink = canvas.itemcget(item, "fill") if kind in ("line", "polygon", "text") else ""
        if kind == "line" and ink:
            items_shown.append(["line", plain(flat), look(canvas, ink), plain(float(canvas.itemcget(item, "width")))])
        elif kind == "polygon" and len(set(flat)) > 1:
            edge = canvas.itemcget(item, "outline")
            items_shown.append(["polygon", plain(flat), look(canvas, ink), look(canvas, edge)])
        elif kind == "text":
            items_shown.append(["text", canvas.itemcget(item, "text"), look(canvas, ink)])
    return items_shown


def look(canvas: Any, color: Any) -> Any:
    return "#{:02x}{:02x}{:02x}".format(*(part >> 8 for part in canvas.winfo_rgb(color))) if color else ""


def ours(kind: Any, flat: Any, *values: Any) -> Iterator[Any]:
    if kind == "line":
        yield ["line", plain(flat), values[0], plain(float(values[1]))]
    elif kind == "text":
        yield ["text", values[1], values[0]]
    elif kind == "dot":
        yield ["line", plain(flat * 2), values[0], plain(float(values[1]))]
    elif len(set(flat)) == 1:
        return  # invisible
    elif kind == "fill":
        yield ["polygon", plain(flat), values[0], ""]
    elif kind == "stamp":
        yield ["polygon", plain(flat), values[0], values[1]]


for line in sys.stdin:
    print(json.dumps(run(json.loads(line))), flush=True)
