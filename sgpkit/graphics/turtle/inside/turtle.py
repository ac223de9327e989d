"""The `turtle` module inside the sandbox, which records the drawing instead of using a screen.

It has the names and behaviour of the standard library's module (https://docs.python.org/3/library/turtle.html, up to
3.12). It uses only the standard library, since nothing else is visible inside.
"""

# mypy: ignore-errors

from turtle_drawing import RawTurtle
from turtle_motion import TNavigator, TurtleGraphicsError, Vec2D  # noqa: F401  # programs use them
from turtle_pen import TPen
from turtle_shapes import Shape  # noqa: F401
from turtle_window import Nothing, Screen, TurtleScreen


class Terminator(Exception):
    """Raised by the standard library's turtle when its window is closed; never raised here."""


class Turtle(RawTurtle):
    def __init__(self, shape="classic", undobuffersize=1000, visible=True):
        RawTurtle.__init__(self, Screen(), shape=shape, undobuffersize=undobuffersize, visible=visible)


class ScrolledCanvas(Nothing):
    def __init__(self, *ignored, **options):
        pass


_Screen = TurtleScreen
RawPen = RawTurtle
Pen = Turtle
_anonymous = []


def _turtle():
    """Return the turtle that the module's functions control."""
    if not _anonymous:
        _anonymous.append(Turtle())
    return _anonymous[0]


def _as_function(name, owner):
    def function(*given, **options):
        return getattr(owner(), name)(*given, **options)

    function.__name__ = function.__qualname__ = name
    return function


_SCREEN_FUNCTIONS = [
    name for name in vars(TurtleScreen) if not name.startswith("_") and name not in ("clear", "reset", "onclick")
]
_TURTLE_FUNCTIONS = [
    name for part in (TNavigator, TPen, RawTurtle) for name in vars(part) if name.islower() and name[0] != "_"
]
for _name in _SCREEN_FUNCTIONS:
    globals()[_name] = _as_function(_name, Screen)
for _name in _TURTLE_FUNCTIONS:
    globals()[_name] = _as_function(_name, _turtle)
del _name


def done():
    pass


def write_docstringdict(filename="turtle_docstringdict"):
    pass


__all__ = sorted(
    {
        *_SCREEN_FUNCTIONS,
        *_TURTLE_FUNCTIONS,
        *("ScrolledCanvas", "TurtleScreen", "Screen", "RawTurtle", "Turtle", "RawPen", "Pen", "Shape", "Vec2D"),
        *("write_docstringdict", "done", "Terminator"),
    }
)
