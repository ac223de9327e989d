"""Record the calls of pygame's drawing functions as geometry (`records`). No window is opened, and time does not pass.

A program is ended when it shows the same picture a second time, or asks for events again without having drawn; if it
asks for events then, it first gets a quit event.
"""

# mypy: ignore-errors

import collections
import math
import os
import time

os.environ |= {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
import pygame
import pygame.draw
import pygame.font
import pygame.gfxdraw
from records import Records, arc, constant, gray, hexadecimal, refused, replace, rounded, shifted

NOTHING = "the program draws nothing with pygame"
WINDOW = (800, 600)
MOST_FRAMES = 2_000
MOST_QUITS = 20
"""Number of quit events before a program is ended."""

REAL = dict(vars(pygame.draw))
REAL_GFX = dict(vars(pygame.gfxdraw))
NativeSurface = pygame.Surface


class Finished(SystemExit):
    """Ends a program whose picture no longer changes."""


def on_white(color):
    """Return a colour as #rrggbb on white paper."""
    red, green, blue, alpha = pygame.Color(color)
    return hexadecimal(*(255 - (255 - part) * alpha / 255 for part in (red, green, blue)))


def ink(surface, color):
    """Return a colour as painted by pygame's drawing functions, which overwrite alpha."""
    return on_white(color) if surface.get_flags() & pygame.SRCALPHA else hexadecimal(*pygame.Color(color)[:3])


def copy(surface):
    return NativeSurface.copy(surface)


def pixels(surface):
    """Return the size, the channels and the pixels of a surface."""
    channels = "RGBA" if surface.get_flags() & pygame.SRCALPHA else "RGB"
    return surface.get_size(), channels, pygame.image.tobytes(surface, channels)


def paper(surface):
    _, channels, data = pixels(surface)
    first = data[: len(channels)]
    return on_white(tuple(first)) if data == first * (len(data) // len(first)) else None


records = Records(copy, pixels, paper)


class Surface(NativeSurface):
    """A surface that records what is drawn on it."""

    def fill(self, color, rect=None, special_flags=0):
        if special_flags:
            raise NotImplementedError("`fill` with flags is not supported")
        whole = self.get_rect()
        box = whole if rect is None else pygame.Rect(rect)

        def call(target):
            NativeSurface.fill(target, color, rect)

        if box.contains(whole):
            records.clear(self, call, on_white(color))
        else:
            records.draw(self, call, records.mark(corners(box), ink(self, color)))
        return box

    def blit(self, source, dest, area=None, special_flags=0):
        at = dest.topleft if isinstance(dest, pygame.Rect) else tuple(dest[:2])

        def call(target):
            return NativeSurface.blit(target, source, dest, area, special_flags)

        if id(source) in written:  # texts are not part of a figure
            return records.draw(self, call)
        if area is not None or special_flags:
            raise NotImplementedError("`blit` of a part or with flags is not supported")
        record = records.of(source)
        if records.pixels(source) != records.pixels(record.copied):
            raise NotImplementedError("`blit` of pixels that no drawing function set is not supported")
        group = [f'<g transform="translate({at[0]:.9g} {at[1]:.9g})">', *record.marks, "</g>"]
        if not is_clear(source):
            group[1:1] = records.mark(corners(source.get_rect()), record.paper)
        return records.draw(self, call, group)

    def blits(self, blit_sequence, doreturn=True):
        return [self.blit(*one) for one in blit_sequence]

    def set_at(self, x_y, color):
        records.draw(self, lambda target: NativeSurface.set_at(target, x_y, color), dot(self, x_y, color))

    def set_clip(self, rect=None):
        if rect is not None:
            raise NotImplementedError("`set_clip` is not supported: only lines and shapes are")

    def convert(self, *ignored):
        return self.copy()

    convert_alpha = convert


written = {}
"""Surfaces with texts, by their `id()`."""


class Font(pygame.font.Font):
    """A font that records the surfaces of its texts."""

    def render(self, *given, **options):
        surface = super().render(*given, **options)
        written[id(surface)] = surface
        return surface


def is_clear(surface):
    """Return whether the paper of a surface is transparent."""
    return surface.get_colorkey() is not None or bool(surface.get_flags() & pygame.SRCALPHA)


def corners(box, width=0):
    """Return the corners of an area, or of the centre line of an outline with this width painted inside the box.

    pygame omits the last row and column of outlines, which programs that join lines to them do not expect. So the line
    is placed at the given coordinates, in the middle of pixels, at most a pixel off.
    """
    by, inset = (0.5, (width - 1) / 2) if width else (0.0, 0.0)
    left, right = box.left + by + inset, box.right + by - inset
    top, bottom = box.top + by + inset, box.bottom + by - inset
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def dot(surface, x_y, color):
    return records.mark(shifted([x_y, x_y]), "", ink(surface, color), 1, False)


def drawn(name, surface, given, points, color, width, closed=True, real=REAL, outer=None):
    """Call a drawing function, and record an outline, or an area if its width is 0. `outer` are the points of an
    outline at the given coordinates, if it is painted inside them.
    """
    if width < 0:
        return real[name](surface, *given)
    shade = ink(surface, color)
    marks = records.mark(
        points, "" if width else shade, shade if width else "", width, closed, outer if width else None
    )
    return records.draw(surface, lambda target: real[name](target, *given), marks)


# --- pygame.draw


def line(surface, color, start_pos, end_pos, width=1):
    points = shifted([start_pos, end_pos])
    if width < 1:
        return pygame.Rect(start_pos, (0, 0))
    return drawn("line", surface, (color, start_pos, end_pos, width), points, color, width, False)


def lines(surface, color, closed, points, width=1):
    if width < 1:
        return pygame.Rect(points[0], (0, 0))
    return drawn("lines", surface, (color, closed, points, width), shifted(points), color, width, bool(closed))


def aaline(surface, color, start_pos, end_pos, *more, **options):
    def call(target):
        return REAL["aaline"](target, color, start_pos, end_pos, *more, **options)

    return records.draw(surface, call, records.mark(shifted([start_pos, end_pos]), "", ink(surface, color), 1, False))


def aalines(surface, color, closed, points, *more, **options):
    def call(target):
        return REAL["aalines"](target, color, closed, points, *more, **options)

    return records.draw(surface, call, records.mark(shifted(points), "", ink(surface, color), 1, bool(closed)))


def polygon(surface, color, points, width=0):
    return drawn("polygon", surface, (color, points, width), shifted(points), color, width)


def rect(surface, color, rect, width=0, border_radius=0, *radii, **corner_radii):
    box = pygame.Rect(rect)
    names = ("top_left", "top_right", "bottom_left", "bottom_right")
    named = [corner_radii.get(f"border_{name}_radius", -1) for name in names]
    given = [*radii, *named[len(radii) :]]
    upper_left, upper_right, lower_left, lower_right = [border_radius if one < 0 else one for one in given]
    most = min(box.width, box.height) / 2
    radii = (upper_left, upper_right, lower_right, lower_left)

    def line(width):
        sizes = [max(0.0, min(one, most) - max(width - 1, 0) / 2) if one > 0 else 0 for one in radii]
        inner = corners(box, width)
        return rounded(*inner[0], *inner[2], sizes)

    given = (color, rect, width, border_radius, *given)
    return drawn("rect", surface, given, line(width), color, width, outer=line(1))


def circle(surface, color, center, radius, width=0, *quadrants, **named):
    if any(quadrants) or any(named.values()):
        raise NotImplementedError("`circle` of quadrants is not supported")
    size = radius - max(min(width, radius) - 1, 0) / 2
    points, outer = (oval(*center, one) if radius >= 1 else [] for one in (size, radius))
    return drawn("circle", surface, (color, center, radius, width), points, color, width, outer=outer)


def ellipse(surface, color, rect, width=0):
    box = pygame.Rect(rect)

    def line(width):
        inner = corners(box, width)
        return arc(*inner[0], *inner[2], 0, 360)[:-1]

    return drawn("ellipse", surface, (color, rect, width), line(width), color, width, outer=line(1))


def arc_of(surface, color, rect, start_angle, stop_angle, width=1):
    box = pygame.Rect(rect)
    if width < 1:
        return pygame.Rect(box.topleft, (0, 0))
    while stop_angle < start_angle:
        stop_angle += math.tau

    def line(width):
        inner = corners(box, min(width, box.width / 2, box.height / 2))
        return arc(*inner[0], *inner[2], -math.degrees(stop_angle), -math.degrees(start_angle))

    given = (color, rect, start_angle, stop_angle, width)
    return drawn("arc", surface, given, line(width), color, width, False, outer=line(1))


# --- pygame.gfxdraw


def gfx(name, outline, width, closed=True):
    """Return a recording function of gfxdraw; the color is the last argument."""

    def call(surface, *given):
        points = outline(*given[:-1])
        return drawn(name, surface, given, points, given[-1], width, closed, REAL_GFX)

    return call


def oval(x, y, across, down=None):
    down = across if down is None else down
    return arc(x + 0.5 - across, y + 0.5 - down, x + 0.5 + across, y + 0.5 + down, 0, 360)[:-1]


def gfx_functions():
    functions = {"line": gfx("line", lambda a, b, c, d: shifted([a, b, c, d]), 1, False)}
    functions["hline"] = gfx("hline", lambda a, b, y: shifted([a, y, b, y]), 1, False)
    functions["vline"] = gfx("vline", lambda x, a, b: shifted([x, a, x, b]), 1, False)
    functions["rectangle"] = gfx("rectangle", lambda box: corners(pygame.Rect(box), 1), 1)
    functions["pixel"] = gfx("pixel", lambda x, y: shifted([x, y, x, y]), 1, False)
    functions["box"] = gfx("box", lambda box: corners(pygame.Rect(box)), 0)
    for kind, outline in (("circle", oval), ("ellipse", oval), ("polygon", shifted)):
        for name, width in ((kind, 1), (f"aa{kind}", 1), (f"filled_{kind}", 0)):
            functions[name] = gfx(name, outline, width)
    return functions


# --- windows, events and time


class Window:
    """The program's window and the state of its events."""

    def __init__(self):
        self.surface = None
        self.shown = None
        self.frames = self.quits = 0
        self.marks = -1

    def set_mode(self, size=(0, 0), *ignored, **options):
        width, height = size
        self.surface = Surface((int(width) or WINDOW[0], int(height) or WINDOW[1]))
        return self.surface

    def flip(self, *ignored):
        if self.surface is None:
            raise pygame.error("video system not initialized")
        records.finish(self.surface)
        picture = tuple(records.of(self.surface).marks)
        self.frames += 1
        if picture and (picture == self.shown or self.frames >= MOST_FRAMES):
            raise Finished
        self.shown = picture

    def get(self, *ignored, **options):
        """Return no event if something was drawn since the last call, else a quit event."""
        if records.points != self.marks:
            self.marks = records.points
            return []
        self.quits += 1
        if self.quits > MOST_QUITS:
            raise Finished
        return [pygame.event.Event(pygame.QUIT)]

    def wait(self, *ignored, **options):
        self.marks = records.points
        return self.get()[0]

    def poll(self):
        return next(iter(self.get()), pygame.event.Event(pygame.NOEVENT))


class Clock:
    """A clock that does not wait."""

    def tick(self, framerate=0):
        return 16

    tick_busy_loop = get_time = get_rawtime = tick

    def get_fps(self):
        return 60.0


def prepare():
    """Install the recording functions and a window that is not shown."""
    pygame.font.init()
    window = Window()
    pygame.Surface = pygame.surface.Surface = Surface
    pygame.font.Font = Font
    pygame.font.SysFont = lambda name, size, *ignored, **options: Font(None, size)
    names = (line, lines, aaline, aalines, polygon, rect, circle, ellipse)
    replace(pygame.draw, {function.__name__: function for function in names} | {"arc": arc_of})
    replace(pygame.draw, {"aacircle": refused("aacircle")})
    replace(pygame.gfxdraw, gfx_functions())
    replace(pygame.display, functions_of_display(window))
    replace(pygame.event, {"get": window.get, "wait": window.wait, "poll": window.poll, "pump": constant()})
    replace(pygame.event, dict.fromkeys(("post", "clear", "set_allowed", "set_blocked", "set_grab"), constant()))
    replace(pygame.key, {"get_pressed": lambda: collections.defaultdict(bool), "set_repeat": constant()})
    replace(pygame.mouse, {"get_pos": constant((0, 0)), "get_pressed": constant((False,) * 3)})
    replace(pygame.mouse, {"set_visible": constant()})
    replace(pygame.time, {"Clock": Clock, "wait": constant(16), "delay": constant(16), "set_timer": constant()})
    pygame.time.get_ticks = lambda: window.frames * 16
    pygame.init, pygame.quit = constant((5, 0)), constant()
    pygame.image.save = lambda surface, *ignored: records.finish(surface)
    pygame.image.load = refused("image.load")
    time.sleep = constant()


def functions_of_display(window):
    functions = {"set_mode": window.set_mode, "flip": window.flip, "update": window.flip}
    functions |= {"get_surface": lambda: window.surface, "get_init": constant(True)}
    return functions | dict.fromkeys(("init", "quit", "set_caption", "set_icon", "toggle_fullscreen"), constant())


def drawing():
    """Return the picture as two SVG texts (`Records.drawing`), or None if nothing is drawn."""
    return records.drawing(lambda surface: surface.get_size())


def picture():
    """Return the size of the picture and its levels of gray."""
    import numpy

    (width, height), channels, data = pixels(records.last)
    planes = numpy.frombuffer(data, numpy.uint8).reshape(height, width, -1)
    return gray(planes if channels == "RGBA" else numpy.dstack([planes, numpy.full((height, width), 255)]))
