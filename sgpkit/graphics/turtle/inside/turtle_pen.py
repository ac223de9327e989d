"""A turtle's pen, as in the standard library: down or up, colours, width, shape and visibility.

https://docs.python.org/3/library/turtle.html#pen-control
"""

# mypy: ignore-errors

import math

from turtle_colours import color_string
from turtle_motion import TurtleGraphicsError, directions

SPEEDS = {"fastest": 0, "fast": 10, "normal": 6, "slow": 3, "slowest": 1}
RESIZE_MODES = ("auto", "user", "noresize")


class TPen:
    """The state of a pen. Every change calls `pen`, which a drawing turtle extends."""

    def __init__(self, resizemode="noresize"):
        self._reset_pen(resizemode)

    def _reset_pen(self, resizemode="noresize"):
        self._state = {
            "shown": True,
            "pendown": True,
            "pencolor": "black",
            "fillcolor": "black",
            "pensize": 1,
            "speed": 3,
            "resizemode": resizemode,
            "stretchfactor": (1.0, 1.0),
            "shearfactor": 0.0,
            "outline": 1,
            "tilt": 0.0,
        }

    def _color_mode(self):
        return 1.0

    def pen(self, pen=None, **changes):
        if not (pen or changes):
            return dict(self._state)
        wanted = {**(pen if isinstance(pen, dict) else {}), **changes}
        for name in wanted:
            self._state[name]  # raises KeyError for an unknown name
        for name in ("pencolor", "fillcolor"):
            if isinstance(wanted.get(name), tuple):
                wanted[name] = self._color_of((wanted[name],))
        if isinstance(wanted.get("stretchfactor"), int | float):
            wanted["stretchfactor"] = (wanted["stretchfactor"],) * 2
        self._change(wanted)
        return None

    def _change(self, wanted):
        self._state = {**self._state, **wanted}

    # down or up, width, speed

    def penup(self):
        if self._state["pendown"]:
            self.pen(pendown=False)

    def pendown(self):
        if not self._state["pendown"]:
            self.pen(pendown=True)

    def isdown(self):
        return self._state["pendown"]

    def pensize(self, width=None):
        return self._state["pensize"] if width is None else self.pen(pensize=width)

    def speed(self, speed=None):
        if speed is None:
            return self._state["speed"]
        return self.pen(speed=SPEEDS[speed] if speed in SPEEDS else round(speed) if 0.5 < speed < 10.5 else 0)

    # colours

    def _color_of(self, given):
        return color_string(given, self._color_mode())

    def _color_told(self, color):
        """Return a colour in the program's notation: numbers stay numbers, in its colour mode."""
        if not color.startswith("#"):
            return color
        digits = (len(color) - 1) // 3
        parts = [int(color[1 + digits * i : 1 + digits * (i + 1)], 16) * (16 if digits == 1 else 1) for i in range(3)]
        return tuple(part * self._color_mode() / 255 for part in parts) if self._color_mode() == 1.0 else tuple(parts)

    def pencolor(self, *color):
        if not color:
            return self._color_told(self._state["pencolor"])
        wanted = self._color_of(color)
        return None if wanted == self._state["pencolor"] else self.pen(pencolor=wanted)

    def fillcolor(self, *color):
        if not color:
            return self._color_told(self._state["fillcolor"])
        wanted = self._color_of(color)
        return None if wanted == self._state["fillcolor"] else self.pen(fillcolor=wanted)

    def color(self, *colors):
        if not colors:
            return self.pencolor(), self.fillcolor()
        if len(colors) > 3:
            raise TurtleGraphicsError(f"bad color arguments: {colors}")
        line, area = colors if len(colors) == 2 else (colors, colors)
        return self.pen(pencolor=self._color_of(_packed(line)), fillcolor=self._color_of(_packed(area)))

    # the turtle's shape

    def showturtle(self):
        self.pen(shown=True)

    def hideturtle(self):
        self.pen(shown=False)

    def isvisible(self):
        return self._state["shown"]

    def resizemode(self, rmode=None):
        if rmode is None:
            return self._state["resizemode"]
        if rmode.lower() in RESIZE_MODES:
            self.pen(resizemode=rmode.lower())
        return None

    def shapesize(self, stretch_wid=None, stretch_len=None, outline=None):
        wide, long = self._state["stretchfactor"]
        if stretch_wid is stretch_len is outline is None:
            return wide, long, self._state["outline"]
        if stretch_wid == 0 or stretch_len == 0:
            raise TurtleGraphicsError("stretch_wid/stretch_len must not be zero")
        if stretch_wid is not None:
            wide, long = stretch_wid, stretch_wid if stretch_len is None else stretch_len
        elif stretch_len is not None:
            long = stretch_len
        outline = self._state["outline"] if outline is None else outline
        return self.pen(resizemode="user", stretchfactor=(wide, long), outline=outline)

    def shearfactor(self, shear=None):
        return self._state["shearfactor"] if shear is None else self.pen(resizemode="user", shearfactor=shear)

    def _transform(self):
        """Return the matrix, row by row, that stretches, shears and tilts the shape."""
        wide, long = self._state["stretchfactor"]
        shear = self._state["shearfactor"]
        sine, cosine = math.sin(self._state["tilt"]), math.cos(self._state["tilt"])
        return (
            wide * cosine,
            long * (shear * cosine + sine),
            -wide * sine,
            long * (cosine - shear * sine),
        )

    def shapetransform(self, t11=None, t12=None, t21=None, t22=None):
        if t11 is t12 is t21 is t22 is None:
            return self._transform()
        a, b, c, d = (
            old if new is None else new for old, new in zip(self._transform(), (t11, t12, t21, t22), strict=True)
        )
        if a * d - b * c == 0:
            raise TurtleGraphicsError("Bad shape transform matrix: must not be singular")
        turn = math.atan2(-c, a) % math.tau
        sine, cosine = math.sin(turn), math.cos(turn)
        across, slant, along = cosine * a - sine * c, cosine * b - sine * d, sine * b + cosine * d
        return self.pen(resizemode="user", stretchfactor=(across, along), shearfactor=slant / along, tilt=turn)

    @staticmethod
    def _turned(points, angle):
        cosine, sine = directions(angle)
        return [(cosine * x - sine * y, sine * x + cosine * y) for x, y in points]

    up = pu = penup
    down = pd = pendown
    width = pensize
    st = showturtle
    ht = hideturtle
    turtlesize = shapesize


def _packed(color):
    return color if isinstance(color, tuple) else (color,)
