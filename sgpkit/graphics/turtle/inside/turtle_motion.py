"""A turtle's position and heading: the geometry of the standard library's turtle, without a window.

Rules and names: https://docs.python.org/3/library/turtle.html#turtle-motion. Angles are stored in degrees,
counter-clockwise from the x axis, in every unit and mode, so that turns add up without rounding errors.
"""

# mypy: ignore-errors

import math

ROUNDNESS = [1]  # factor on the default number of steps of an arc; larger for nearly true circles
MODES = ("standard", "logo", "world")


class TurtleGraphicsError(Exception):
    """An invalid argument of a turtle's method."""


class Vec2D(tuple):
    """A point or vector with sums, differences, multiples, scalar product, length and rotation."""

    __slots__ = ()

    def __new__(cls, x, y):
        return tuple.__new__(cls, (x, y))

    def __add__(self, other):
        return Vec2D(self[0] + other[0], self[1] + other[1])

    def __sub__(self, other):
        return Vec2D(self[0] - other[0], self[1] - other[1])

    def __mul__(self, other):
        if isinstance(other, Vec2D):
            return self[0] * other[0] + self[1] * other[1]
        return Vec2D(self[0] * other, self[1] * other)

    def __rmul__(self, other):
        return Vec2D(self[0] * other, self[1] * other) if isinstance(other, int | float) else NotImplemented

    def __neg__(self):
        return Vec2D(-self[0], -self[1])

    def __abs__(self):
        return math.hypot(self[0], self[1])

    def rotate(self, angle):
        cosine, sine = directions(angle)
        return Vec2D(self[0] * cosine - self[1] * sine, self[1] * cosine + self[0] * sine)

    def __getnewargs__(self):
        return (self[0], self[1])

    def __repr__(self):
        return f"({self[0]:.2f},{self[1]:.2f})"


def directions(angle):
    """Return the cosine and sine of an angle in degrees, exact at multiples of 90."""
    quarters, rest = divmod(angle, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
    turn = math.radians(angle)
    return math.cos(turn), math.sin(turn)


def as_point(x, y):
    """Return the point of `goto(x, y)` or `goto((x, y))`."""
    if y is None:
        x, y = x
    return Vec2D(x, y)


class TNavigator:
    """Position and heading. Every move calls `_go_to` and every turn `_turn`, which a drawing turtle extends."""

    def __init__(self, mode="standard"):
        self._full_circle = 360.0
        self._set_mode(mode)
        self._start_again()

    def _set_mode(self, mode):
        if mode in MODES:
            self._mode = mode

    def _start_again(self):
        self._position = Vec2D(0.0, 0.0)
        self._angle = 90.0 if self._mode == "logo" else 0.0

    def reset(self):
        self._start_again()

    # units

    def degrees(self, fullcircle=360.0):
        self._full_circle = float(fullcircle)

    def radians(self):
        self._full_circle = math.tau

    def _in_degrees(self, angle):
        """Convert a left turn from the program's units to degrees."""
        return angle * 360.0 / self._full_circle

    def _as_heading(self, angle):
        """Convert a direction to the program's units and mode."""
        units = angle * self._full_circle / 360.0
        return ((self._full_circle / 4.0 - units) if self._mode == "logo" else units) % self._full_circle

    # moves

    def forward(self, distance):
        self._go(distance)

    def back(self, distance):
        self._go(-distance)

    def _go(self, distance):
        cosine, sine = directions(self._angle)
        x, y = self._position
        self._go_to(Vec2D(x + cosine * distance, y + sine * distance))

    def goto(self, x, y=None):
        self._go_to(as_point(x, y))

    def setx(self, x):
        self._go_to(Vec2D(x, self._position[1]))

    def sety(self, y):
        self._go_to(Vec2D(self._position[0], y))

    def home(self):
        self.goto(0, 0)
        self.setheading(0)

    def teleport(self, x=None, y=None, *, fill_gap=False):
        here_x, here_y = self._position
        self._go_to(Vec2D(here_x if x is None else x, here_y if y is None else y))

    def _go_to(self, end):
        self._position = end

    # turns

    def left(self, angle):
        self._turn(self._in_degrees(angle))

    def right(self, angle):
        self._turn(-self._in_degrees(angle))

    def _turn(self, angle):
        self._angle = (self._angle + angle) % 360.0

    def setheading(self, to_angle):
        wanted = self._in_degrees(to_angle)
        self._turn((90.0 - wanted if self._mode == "logo" else wanted) - self._angle)

    # queries

    def position(self):
        return self._position

    def xcor(self):
        return self._position[0]

    def ycor(self):
        return self._position[1]

    def heading(self):
        return self._as_heading(round(self._angle, 10) % 360.0)

    def towards(self, x, y=None):
        to_x, to_y = self._place(x, y) - self._position
        return self._as_heading(round(math.degrees(math.atan2(to_y, to_x)), 10) % 360.0)

    def distance(self, x, y=None):
        return abs(self._place(x, y) - self._position)

    @staticmethod
    def _place(x, y):
        if y is not None:
            return Vec2D(x, y)
        return x.position() if isinstance(x, TNavigator) else Vec2D(*x)

    # arcs

    def circle(self, radius, extent=None, steps=None):
        """Draw an arc about a centre `radius` to the left, as chords of equal steps."""
        if extent is None:
            extent = self._full_circle
        if steps is None:
            share = abs(extent) / self._full_circle
            steps = 1 + int(min(11 + abs(radius) / 6.0, 59.0) * share * ROUNDNESS[0])
        step = 1.0 * extent / steps
        half = 0.5 * step
        chord = 2.0 * radius * math.sin(math.radians(self._in_degrees(half)))
        if radius < 0:
            chord, step, half = -chord, -step, -half
        self._arc(steps, self._in_degrees(step), self._in_degrees(half), chord)

    def _arc(self, steps, step, half, chord):
        self._turn(half)
        for _ in range(steps):
            self._go(chord)
            self._turn(step)
        self._turn(-half)

    fd = forward
    bk = backward = back
    rt = right
    lt = left
    pos = position
    setpos = setposition = goto
    seth = setheading
