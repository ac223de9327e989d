"""Record the calls of Pillow's ImageDraw as geometry (`records`).

Each call is recorded for its image, with the centre line of the painted outline, which Pillow draws inside the box, and
with the line at the box itself.
Resized, cropped, converted and copied images keep the record, transformed accordingly. Other operations on pixels are
rejected by name.
"""

# mypy: ignore-errors

from records import Records, arc, gray, hexadecimal, mapping, numbers, refused, rounded, shifted

NOTHING = "the program draws nothing with ImageDraw"
REFUSED = {
    "Image": ("alpha_composite", "blend", "composite", "fromarray", "frombytes", "frombuffer", "merge", "open"),
    "Image.Image": (
        *("alpha_composite", "filter", "frombytes", "paste", "point", "putdata", "putpixel", "quantize", "rotate"),
        *("transform", "transpose", "effect_spread"),
    ),
}
MOVED = ("crop", "resize", "reduce")
KEPT = ("copy", "convert", *MOVED)
TEXTS = ("text", "multiline_text")
REAL = {}
"""Pillow's own methods."""


def on_white(red, green, blue, alpha):
    return hexadecimal(*(255 - (255 - part) * alpha / 255 for part in (red, green, blue)))


def paper(image):
    """Return the colour of a single-coloured image, else None."""
    first = image.getpixel((0, 0)) if image.width and image.height else None
    if first is None or REAL["getcolors"](image, 1) is None:
        return None
    return on_white(*REAL["convert"](REAL["crop"](image, (0, 0, 1, 1)), "RGBA").getpixel((0, 0)))


records = Records(lambda image: REAL["copy"](image), lambda image: (image.mode, image.size, image.tobytes()), paper)


def colour(draw, value, default=None):
    """Return a colour in the mode of the image, or of the drawing on it, as #rrggbb, or "" for none."""
    from PIL import Image

    value = default if value is None else value
    if value is None:
        return ""
    one = Image.new(draw.mode, (1, 1), value)
    return on_white(*REAL["convert"](one, "RGBA").getpixel((0, 0)))


def white(draw):
    return {"RGB": "white", "RGBA": "white", "1": 1}.get(draw.im.mode, 255)


def box_of(xy, width):
    """Return the box of the centre line of an outline inside a box."""
    (left, top), (right, bottom) = numbers(xy)
    half = max(width, 1) / 2
    return left + half, top + half, right + 1 - half, bottom + 1 - half


def corners(xy, width):
    left, top, right, bottom = box_of(xy, width)
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def outlined(draw, line, fill, outline, width):
    """Return the marks of a shape. `line(width)` is its outline if that is painted with this width inside the shape."""
    # Without any colour Pillow draws the outline in its default ink, which is white.
    stroke = colour(draw, outline, white(draw) if fill is None and outline is None else None)
    width = width if stroke else 0
    return records.mark(line(width), colour(draw, fill), stroke if width else "", width, given=line(0))


# The marks of each method of ImageDraw, with its arguments.


def line(draw, xy, fill=None, width=0, joint=None):
    return records.mark(shifted(xy), "", colour(draw, fill, white(draw)), width, False)


def point(draw, xy, fill=None):
    ink = colour(draw, fill, white(draw))
    return [mark for x, y in shifted(xy) for mark in records.mark([(x, y)] * 2, "", ink, 1, False)]


def polygon(draw, xy, fill=None, outline=None, width=1):
    return outlined(draw, lambda width: shifted(xy), fill, outline, width)


def rectangle(draw, xy, fill=None, outline=None, width=1):
    return outlined(draw, lambda width: corners(xy, width), fill, outline, width)


def rounded_rectangle(draw, xy, radius=0, fill=None, outline=None, width=1, *, corners=None):
    def line(width):
        left, top, right, bottom = box_of(xy, width)
        most = max(0.0, min(radius - width / 2, (right - left) / 2, (bottom - top) / 2))
        radii = [most if is_rounded else 0 for is_rounded in corners or (True,) * 4]
        return rounded(left, top, right, bottom, radii)

    return outlined(draw, line, fill, outline, width)


def ellipse(draw, xy, fill=None, outline=None, width=1):
    return outlined(draw, lambda width: arc(*box_of(xy, width), 0, 360)[:-1], fill, outline, width)


def arc_of(draw, xy, start, end, fill=None, width=1):
    painted, given = (arc(*box_of(xy, by), start, end) for by in (width, 0))
    return records.mark(painted, "", colour(draw, fill, white(draw)), width, False, given)


def chord(draw, xy, start, end, fill=None, outline=None, width=1):
    return outlined(draw, lambda width: arc(*box_of(xy, width), start, end), fill, outline, width)


def pieslice(draw, xy, start, end, fill=None, outline=None, width=1):
    def line(width):
        left, top, right, bottom = box_of(xy, width)
        return [*arc(left, top, right, bottom, start, end), ((left + right) / 2, (top + bottom) / 2)]

    return outlined(draw, line, fill, outline, width)


def nothing(draw, *ignored, **options):
    """Return no marks, for texts, which are not part of a figure."""
    return []


MARKS = (
    {
        method.__name__: method
        for method in (line, point, polygon, rectangle, rounded_rectangle, ellipse, chord, pieslice)
    }
    | {"arc": arc_of}
    | dict.fromkeys(TEXTS, nothing)
)
"""By method; `circle` and `regular_polygon` call methods listed here."""


busy = False
"""Whether a method of ImageDraw is running, which may call others."""


def recording(name):
    """Return the replacement of a method, which draws on the image and on its copy."""
    real, marks = REAL[name], MARKS[name]

    def method(self, *given, **options):
        global busy
        if busy:
            return real(self, *given, **options)

        def call(image):
            real(self if image is self.drawn_on else twin(self, image), *given, **options)

        busy = True
        try:
            return records.draw(self.drawn_on, call, marks(self, *given, **options))
        finally:
            busy = False

    return method


def twin(draw, image):
    """Return an ImageDraw for another image with the same settings."""
    from PIL import ImageDraw

    other = ImageDraw.Draw(image, draw.mode)
    other.fill, other.fontmode = draw.fill, draw.fontmode
    other.font = getattr(draw, "font", None)
    return other


def keep(name):
    """Return the replacement of a method that returns another image."""
    real = REAL[name]

    def kept(self, *given, **options):
        before, after = "", ""
        if name in MOVED and id(self) in records.known:
            size = real(self, *given, **options).size
            box = options.get("box") or (given[0] if name == "crop" and given else None)
            before, after = mapping(self.size, size, box), "</g>"
        return records.derive(self, lambda image: real(image, *given, **options), before, after)

    return kept


def prepare():
    """Install the recording methods."""
    from PIL import Image, ImageDraw

    REAL.update({name: getattr(Image.Image, name) for name in (*KEPT, "getcolors")})
    REAL.update({name: getattr(ImageDraw.ImageDraw, name) for name in MARKS})
    start = ImageDraw.ImageDraw.__init__

    def begin(self, im, mode=None):
        start(self, im, mode)
        self.drawn_on = im

    for name in KEPT:
        setattr(Image.Image, name, keep(name))
    for name in MARKS:
        setattr(ImageDraw.ImageDraw, name, recording(name))
    ImageDraw.ImageDraw.__init__ = begin
    ImageDraw.ImageDraw.bitmap = refused("bitmap")
    ImageDraw.floodfill = refused("floodfill")
    Image.Image.save = Image.Image.show = lambda self, *ignored, **options: records.finish(self)
    for owner, names in REFUSED.items():
        for name in names:
            setattr(Image if owner == "Image" else Image.Image, name, refused(name))


def drawing():
    """Return the picture as two SVG texts (`Records.drawing`), or None if nothing is drawn."""
    return records.drawing(lambda image: image.size)


def picture():
    """Return the size of the picture and its levels of gray."""
    return gray(REAL["convert"](records.last, "RGBA"))
