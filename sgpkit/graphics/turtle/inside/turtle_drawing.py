"""A turtle that draws: every move, pen change and mark is recorded and can be undone.

https://docs.python.org/3/library/turtle.html#drawing-control
"""

# mypy: ignore-errors

import math
from collections import deque
from copy import deepcopy

from turtle_motion import TNavigator, TurtleGraphicsError, Vec2D, directions
from turtle_pen import TPen
from turtle_record import LONGEST_TEXT
from turtle_window import Screen, TurtleScreen

A_TURTLE = 20  # points that a turtle counts as, visible or not
LONGEST_LINE = 42  # points, after which a new line is started, which is painted above everything drawn since


class RawTurtle(TPen, TNavigator):
    _screen = None

    def __init__(self, canvas=None, shape="classic", undobuffersize=1000, visible=True):
        screen = canvas if isinstance(canvas, TurtleScreen) else Screen()
        self.screen = screen
        TNavigator.__init__(self, screen._mode)
        TPen.__init__(self)
        self._state["shown"] = visible
        self._shape = shape
        self._marks = []
        self._stamps = {}
        self._filling = None
        self._fill_points = []
        self._poly = None
        self._compound = 0
        self.setundobuffer(undobuffersize)
        screen.record.count(A_TURTLE)
        self._new_line()
        screen._turtles.append(self)

    # every action goes through these methods, so that it can be undone and may start a new line

    def _remember(self):
        """Save the state that the next action can change. A compound action is saved as a whole."""
        if self._compound or self._history is None:
            return
        line = self._line
        self._history.append(
            (
                self._position,
                self._angle,
                self._state,
                self._filling,
                len(self._fill_points),
                line,
                len(line.points),
                len(self._marks),
                None if self._poly is None else len(self._poly),
            )
        )

    def undo(self):
        if not self._history:
            return
        (
            self._position,
            self._angle,
            self._state,
            filling,
            fill_points,
            line,
            line_points,
            marks,
            poly,
        ) = self._history.pop()
        if filling is not None and self._filling is None:  # undoing `end_fill` does not restart the filling
            filling.points = ()
        elif filling is None:
            self._filling = None
        del self._fill_points[fill_points:]
        for mark in self._marks[marks:]:
            mark.points = ()
        del self._marks[marks:]
        self._line = line
        del line.points[line_points:]
        if self._poly is not None and poly is not None:
            del self._poly[poly:]

    def undobufferentries(self):
        return len(self._history or ())

    def setundobuffer(self, size):
        self._history = deque(maxlen=size) if size is not None and size > 0 else None

    def _new_line(self):
        state = self._state
        self._line = self.screen.record.add("line", [self._position], state["pencolor"], state["pensize"])
        self._marks.append(self._line)

    def _change(self, wanted):
        self._remember()
        before = self._state
        TPen._change(self, wanted)
        if any(before[name] != self._state[name] for name in ("pendown", "pencolor", "pensize")):
            self._new_line()

    def _go_to(self, end):
        end[0] - 0.0, end[1] - 0.0  # raises TypeError for other types before anything is changed
        self._remember()
        if self._state["pendown"]:
            self._line.points.append(end)
            self.screen.record.count()
        self._position = end
        if self._filling is not None:
            self._fill_points.append(end)
            self.screen.record.count()
        if self._poly is not None:
            self._poly.append(end)
            self.screen.record.count()
        if len(self._line.points) > LONGEST_LINE or not self._state["pendown"]:
            self._new_line_from_here()

    def _new_line_from_here(self):
        if len(self._line.points) > 1:
            self._new_line()
        else:
            self._line.points[:] = [self._position]

    def _turn(self, angle):
        self._remember()
        TNavigator._turn(self, angle)

    def teleport(self, x=None, y=None, *, fill_gap=False):
        down = self._state["pendown"]
        filling = self._filling is not None and not fill_gap
        if down:
            self.pen(pendown=False)
        if filling:
            self.end_fill()
        TNavigator.teleport(self, x, y)
        if down:
            self.pen(pendown=True)
        if filling:
            self.begin_fill()

    def _arc(self, *steps):
        self._as_one(TNavigator._arc, *steps)

    def _as_one(self, action, *given):
        """Run a compound action, which is undone as a whole."""
        self._remember()
        self._compound += 1
        try:
            action(self, *given)
        finally:
            self._compound -= 1

    # areas, dots, stamps, texts

    def begin_fill(self):
        if self._filling is None:
            self._remember()
            self._filling = self.screen.record.add("fill", (), "")
            self._marks.append(self._filling)
        self._fill_points = [self._position]
        self._new_line()

    def end_fill(self):
        if self._filling is None:
            return
        if len(self._fill_points) > 2:
            self._remember()
            self._filling.points = self._fill_points
            self._filling.details = (self._state["fillcolor"],)
        self._filling = None
        self._fill_points = []

    def filling(self):
        return self._filling is not None

    def dot(self, size=None, *color):
        if not color and isinstance(size, str | tuple):
            size, color = None, (size,)
        ink = self._color_of(color) if color else self._state["pencolor"]
        self._as_one(RawTurtle._dot, size or None, ink)

    def _dot(self, size, ink):
        pen = self._state["pensize"]
        diameter = pen + max(pen, 4) if size is None else size
        self._marks.append(self.screen.record.add("dot", (self._position,), ink, diameter, size is None))
        for path in (self._fill_points if self._filling is not None else None, self._poly):
            if path is not None:
                path.append(self._position)  # in a filled outline a dot is a line without length
        self._new_line()

    def write(self, arg, move=False, align="left", font=("Arial", 8, "normal")):
        self._as_one(RawTurtle._write, str(arg), move, align.lower(), font)

    def _write(self, text, move, align, font):
        family, size, style = (*((font,) if isinstance(font, str) else font), *("Arial", 8, "normal")[len(font) :])[:3]
        record = self.screen.record
        text = text[:LONGEST_TEXT]
        details = (self._state["pencolor"], text, align, str(family), int(size), str(style))
        self._marks.append(record.add("text", (self._position,), *details))
        if move:
            width = 0.6 * abs(int(size)) * max(map(len, text.split("\n")))  # approximate, since it depends on the font
            x, y = self._position
            self._go_to(Vec2D(x + {"left": width, "center": width / 2}.get(align, 0.0), y))

    def stamp(self):
        shape = self.screen._shapes[self._shape]
        outline = {"noresize": 1, "auto": self._state["pensize"]}.get(self._state["resizemode"], self._state["outline"])
        components = []
        if shape._type == "polygon":
            components = [(shape._data, self._state["fillcolor"], self._state["pencolor"], outline)]
        elif shape._type == "compound":
            width = self._state["outline"]
            components = [
                (poly, self._color_of((fill,)), self._color_of((edge,)), width) for poly, fill, edge in shape._data
            ]
        self._remember()
        record = self.screen.record
        marks = [record.add("stamp", self._on_paper(self._shape_points(poly)), *inks) for poly, *inks in components]
        self._marks += marks
        number = max(self._stamps, default=0) + 1
        self._stamps[number] = marks
        return number

    def _on_paper(self, points):
        """Map points from the shape's axes, in which the turtle faces +y, to the turtle's position and heading."""
        cosine, sine = directions(self._angle)
        x0, y0 = self._position
        across, up = self.screen.record.scale
        return [(x0 + (sine * x + cosine * y) / across, y0 + (sine * y - cosine * x) / up) for x, y in points]

    def _shape_points(self, points):
        mode = self._state["resizemode"]
        if mode == "auto":
            size = max(1.0, self._state["pensize"] / 5.0)
            matrix = (size, 0.0, 0.0, size)
        elif mode == "user":
            matrix = self._transform()
        else:
            return list(points)
        a, b, c, d = matrix
        return [(a * x + b * y, c * x + d * y) for x, y in points]

    def clearstamp(self, stampid):
        for mark in self._stamps.pop(stampid, ()):
            mark.points = ()

    def clearstamps(self, n=None):
        numbers = list(self._stamps)
        for number in numbers if n is None else numbers[:n] if n >= 0 else numbers[n:]:
            self.clearstamp(number)

    # clearing, copying

    def clear(self):
        for mark in self._marks:
            mark.points = ()
        self._marks = []
        self._stamps = {}
        self._filling = None
        self._fill_points = []
        if self._history is not None:
            self._history.clear()
        self._new_line()

    def reset(self):
        TNavigator.reset(self)
        TPen._reset_pen(self)
        self.clear()

    def clone(self):
        self._new_line()
        own = ("screen", "_marks", "_stamps", "_history", "_filling", "_fill_points", "_line")
        rest = {name: value for name, value in self.__dict__.items() if name not in own}
        twin = object.__new__(type(self))
        twin.__dict__.update(deepcopy(rest))
        twin.screen, twin._marks, twin._stamps = self.screen, [], {}
        twin._filling, twin._fill_points = None, []
        twin.setundobuffer(None if self._history is None else self._history.maxlen)
        twin._new_line()
        self.screen._turtles.append(twin)
        return twin

    # shape

    def shape(self, name=None):
        if name is None:
            return self._shape
        if name not in self.screen._shapes:
            raise TurtleGraphicsError(f"There is no shape named {name}")
        self._shape = name
        return None

    def get_shapepoly(self):
        shape = self.screen._shapes[self._shape]
        return tuple(self._shape_points(shape._data)) if shape._type == "polygon" else None

    def settiltangle(self, angle):
        self.pen(resizemode="user", tilt=self._tilt_sign() * math.radians(self._in_degrees(angle)) % math.tau)

    def tiltangle(self, angle=None):
        if angle is not None:
            return self.settiltangle(angle)
        return self._tilt_sign() * math.degrees(self._state["tilt"]) * self._full_circle / 360.0 % self._full_circle

    def tilt(self, angle):
        self.settiltangle(angle + self.tiltangle())

    def _tilt_sign(self):
        return 1 if self._mode == "logo" else -1

    def begin_poly(self):
        self._poly = [self._position]
        self._recording_poly = True

    def end_poly(self):
        self._finished_poly, self._poly = self._poly, None

    def get_poly(self):
        finished = self._poly if self._poly is not None else self.__dict__.get("_finished_poly")
        return None if finished is None else tuple(finished)

    # methods with effects only in a window

    def _color_mode(self):
        return self.screen._colormode

    def getscreen(self):
        return self.screen

    def getturtle(self):
        return self

    def onclick(self, fun, btn=1, add=None):
        pass

    onrelease = ondrag = onclick
    getpen = getturtle
