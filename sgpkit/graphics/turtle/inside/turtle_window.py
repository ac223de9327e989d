"""The screen: settings that affect a drawing are kept; those with effects only in a window are ignored.

https://docs.python.org/3/library/turtle.html#methods-of-turtlescreen-screen. Its size is that of the published
pictures, 863 by 836.
"""

# mypy: ignore-errors

from turtle_colours import color_string
from turtle_motion import MODES, TurtleGraphicsError
from turtle_record import Record
from turtle_shapes import Shape, builtin_shapes

WIDTH, HEIGHT = 863, 836


class Nothing:
    """A placeholder for a canvas, window or image, whose methods do nothing."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *ignored, **options):
        return self


class TurtleScreen:
    def __init__(self, cv=None, mode="standard", colormode=1.0, delay=10):
        self.cv = cv or Nothing()
        self.record = Record()
        self._size = (WIDTH, HEIGHT)
        self._canvas = (400, 300)
        self._mode = mode
        self._shapes = builtin_shapes()
        self._turtles = []
        self._start_again(colormode, delay)

    def _start_again(self, colormode=1.0, delay=10):
        self._colormode = colormode
        self._delay = delay
        self._tracing = 1
        self._picture = "nopic"

    # settings that affect a drawing

    def clear(self):
        self.record.marks.clear()
        self.record.background = "white"
        self.record.scale = (1.0, 1.0)
        self._mode = "standard"
        self._turtles.clear()
        self._start_again()

    def reset(self):
        for turtle in self._turtles:
            turtle._set_mode(self._mode)
            turtle.reset()

    def mode(self, mode=None):
        if mode is None:
            return self._mode
        mode = mode.lower()
        if mode not in MODES:
            raise TurtleGraphicsError(f"No turtle-graphics-mode {mode}")
        self._mode = mode
        if mode != "world":
            self.record.scale = (1.0, 1.0)
        return self.reset()

    def setworldcoordinates(self, llx, lly, urx, ury):
        if self._mode != "world":
            self.mode("world")
        self._canvas = (self._size[0] - 20, self._size[1] - 20)
        self.record.scale = (self._canvas[0] / float(urx - llx), self._canvas[1] / float(ury - lly))

    def colormode(self, cmode=None):
        if cmode is None:
            return self._colormode
        if cmode == 1.0:
            self._colormode = float(cmode)
        elif cmode == 255:
            self._colormode = int(cmode)
        return None

    def bgcolor(self, *color):
        if not color:
            return self.record.background
        self.record.background = color_string(color, self._colormode)
        return None

    def register_shape(self, name, shape=None):
        if shape is None:
            shape = Shape("image")
        elif isinstance(shape, tuple):
            shape = Shape("polygon", shape)
        self._shapes[name] = shape

    def getshapes(self):
        return sorted(self._shapes)

    def turtles(self):
        return list(self._turtles)

    # methods with effects only in a window

    def setup(self, width=0.5, height=0.75, startx=None, starty=None):
        whole = (1280, 1024)
        asked = (self._size[i] if size is None else size for i, size in enumerate((width, height)))
        self._size = tuple(
            int(size * whole[i]) if isinstance(size, float) and 0 <= size <= 1 else size for i, size in enumerate(asked)
        )

    def screensize(self, canvwidth=None, canvheight=None, bg=None):
        if canvwidth is canvheight is bg is None:
            return self._canvas
        if bg is not None:
            self.bgcolor(bg)
        old_width, old_height = self._canvas
        self._canvas = (canvwidth or old_width, canvheight or old_height)
        return None

    def window_width(self):
        return self._size[0]

    def window_height(self):
        return self._size[1]

    def getcanvas(self):
        return self.cv

    def tracer(self, n=None, delay=None):
        if n is None:
            return self._tracing
        self._tracing = int(n)
        if delay is not None:
            self._delay = int(delay)
        return None

    def delay(self, delay=None):
        if delay is None:
            return self._delay
        self._delay = int(delay)
        return None

    def bgpic(self, picname=None):
        if picname is None:
            return self._picture
        self._picture = picname
        return None

    def update(self):
        pass

    def title(self, titlestring):
        pass

    def bye(self):
        pass

    def exitonclick(self):
        pass

    def mainloop(self):
        pass

    def listen(self, xdummy=None, ydummy=None):
        pass

    def onclick(self, fun, btn=1, add=None):
        pass

    def onkey(self, fun, key):
        pass

    def onkeypress(self, fun, key=None):
        pass

    def ontimer(self, fun, t=0):
        pass

    def textinput(self, title, prompt):
        """Return None, as if the dialog was cancelled."""

    def numinput(self, title, prompt, default=None, minval=None, maxval=None):
        """Return None, as if the dialog was cancelled."""

    addshape = register_shape
    clearscreen = clear
    resetscreen = reset
    onscreenclick = onclick
    onkeyrelease = onkey


_screens = []


def Screen():
    """Return the program's only screen."""
    if not _screens:
        _screens.append(TurtleScreen())
    return _screens[0]
