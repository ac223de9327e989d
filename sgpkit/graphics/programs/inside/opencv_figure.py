"""Record the calls of OpenCV's drawing functions as geometry (`records`). Windows are not opened."""

# mypy: ignore-errors

import itertools
import math

import cv2
import numpy as np
from records import Records, arc, constant, gray, hexadecimal, mapping, replace, shifted, turned

NOTHING = "the program draws nothing with OpenCV"
KEYS = itertools.cycle((27, ord("q"), 13, 32))  # keys that usually end a program: Escape, q, Enter, space
KEPT_COLOURS = ("BGR2RGB", "BGR2GRAY", "RGB2GRAY", "GRAY2BGR", "BGR2BGRA", "BGRA2BGR")
REAL = dict(vars(cv2))


def scale_of(image):
    """Return the factor to 255: images of floating-point numbers are shown from 0 to 1."""
    return 255.0 if image.dtype.kind == "f" and not float(np.max(image, initial=0)) > 1 else 1.0


def shade(image, value):
    """Return a colour in the channels of an image as #rrggbb."""
    parts = [float(part) for part in np.ravel(value)]
    parts += [0.0] * (3 - len(parts))
    scale = scale_of(image)
    blue, green, red = parts[:3] if image.ndim == 3 and image.shape[2] >= 3 else [parts[0]] * 3
    return hexadecimal(red * scale, green * scale, blue * scale)


def paper(image):
    first = image[:1, :1]
    return shade(image, first) if image.size and (image == first).all() else None


records = Records(np.copy, lambda image: (image.shape, image.tobytes()), paper)


def draw(name, image, given, points, color, thickness, closed=True):
    """Call a drawing function, and record an outline, or an area if its thickness is negative."""
    if not isinstance(image, np.ndarray):
        raise NotImplementedError(f"`{name}` on anything but an array is not supported")
    ink = shade(image, color)
    is_area = thickness < 0

    def call(target):
        REAL[name](target, *given)

    marks = [
        mark
        for line in points
        for mark in records.mark(line, ink if is_area else "", "" if is_area else ink, thickness, closed or is_area)
    ]
    records.draw(image, call, marks)
    return image


def scaled(points, shift):
    return [(x / (1 << shift), y / (1 << shift)) for x, y in points]


def line(img, pt1, pt2, color, thickness=1, lineType=8, shift=0):
    points = shifted(scaled([pt1, pt2], shift))
    return draw("line", img, (pt1, pt2, color, thickness, lineType, shift), [points], color, thickness, False)


def arrowedLine(img, pt1, pt2, color, thickness=1, line_type=8, shift=0, tipLength=0.1):
    start, end = shifted(scaled([pt1, pt2], shift))
    tip, turn = math.dist(start, end) * tipLength, math.atan2(start[1] - end[1], start[0] - end[0])
    ends = [
        (end[0] + tip * math.cos(turn + side), end[1] + tip * math.sin(turn + side))
        for side in (math.pi / 4, -math.pi / 4)
    ]
    lines = [[start, end], [ends[0], end], [ends[1], end]]
    given = (pt1, pt2, color, thickness, line_type, shift, tipLength)
    return draw("arrowedLine", img, given, lines, color, thickness, False)


def rectangle(img, *given, **named):
    is_box = "rec" in named or ("pt1" not in named and len(given[0]) == 4)
    corners = ("rec",) if is_box else ("pt1", "pt2")
    options = {"thickness": 1, "lineType": 8, "shift": 0} | named
    options |= zip((*corners, "color", "thickness", "lineType", "shift"), given, strict=False)
    color, thickness, line_type, shift = (options[name] for name in ("color", "thickness", "lineType", "shift"))
    given = (*(options[name] for name in corners), color, thickness, line_type, shift)
    if is_box:
        left, top, width, height = given[0]
        right, bottom = left + width - 1, top + height - 1
    else:
        (left, top), (right, bottom) = given[:2]
    corners = scaled([(left, top), (right, top), (right, bottom), (left, bottom)], shift)
    return draw("rectangle", img, given, [shifted(corners)], color, thickness)


def circle(img, center, radius, color, thickness=1, lineType=8, shift=0):
    ((x, y),), size = shifted(scaled([center], shift)), radius / (1 << shift)
    points = arc(x - size, y - size, x + size, y + size, 0, 360)[:-1]
    return draw("circle", img, (center, radius, color, thickness, lineType, shift), [points], color, thickness)


def ellipse(img, center, axes=None, angle=0, startAngle=0, endAngle=360, color=None, thickness=1, lineType=8, shift=0):
    if len(center) == 3:  # ellipse(img, box, color, thickness): a box with its middle, size and angle
        color, thickness = (axes, angle or 1) if color is None else (color, thickness)
        given = (center, color, thickness, lineType)
        center, (width, height), angle = center
        axes, shift, startAngle, endAngle = (width / 2, height / 2), 0, 0, 360
    else:
        given = (center, axes, angle, startAngle, endAngle, color, thickness, lineType, shift)
    ((x, y),), ((across, down),) = shifted(scaled([center], shift)), scaled([axes], shift)
    start, end = sorted((startAngle, endAngle))
    points = turned(arc(x - across, y - down, x + across, y + down, start, end), (x, y), angle)
    is_whole = end - start >= 360
    if is_whole:
        points.pop()
    elif thickness < 0:
        points.append((x, y))
    return draw("ellipse", img, given, [points], color, thickness, is_whole)


def chains(pts, shift):
    """Return lists of points from an array of them, or several."""
    many = pts if isinstance(pts, (list, tuple)) else [pts] if np.ndim(pts) < 4 else pts
    return [shifted(scaled(np.reshape(points, (-1, 2)).tolist(), shift)) for points in many]


def polylines(img, pts, isClosed, color, thickness=1, lineType=8, shift=0):
    given = (pts, isClosed, color, thickness, lineType, shift)
    return draw("polylines", img, given, chains(pts, shift), color, thickness, isClosed)


def fillPoly(img, pts, color, lineType=8, shift=0, offset=(0, 0)):
    if tuple(offset) != (0, 0):
        raise NotImplementedError("`fillPoly` with an offset is not supported")
    return draw("fillPoly", img, (pts, color, lineType, shift), chains(pts, shift), color, -1)


def fillConvexPoly(img, points, color, lineType=8, shift=0):
    return draw("fillConvexPoly", img, (points, color, lineType, shift), chains(np.asarray(points), shift), color, -1)


def drawContours(image, contours, contourIdx, color, thickness=1, lineType=8):
    chosen = list(contours) if contourIdx < 0 else [contours[contourIdx]]
    given = (contours, contourIdx, color, thickness, lineType)
    return draw(
        "drawContours", image, given, [line for contour in chosen for line in chains(contour, 0)], color, thickness
    )


def putText(img, *given, **options):
    """Write on the image; texts are not part of a figure."""
    records.draw(img, lambda target: REAL["putText"](target, *given, **options))
    return img


def resize(src, dsize=None, *given, **options):
    def operation(image):
        return REAL["resize"](image, dsize, *given, **options)

    new = operation(src).shape
    return records.derive(src, operation, mapping(src.shape[1::-1], new[1::-1]), "</g>")


def flip(src, flipCode):
    height, width = src.shape[:2]
    across, down = flipCode != 0, flipCode <= 0
    by = f"matrix({-1 if across else 1} 0 0 {-1 if down else 1} {width if across else 0} {height if down else 0})"
    return records.derive(src, lambda image: REAL["flip"](image, flipCode), f'<g transform="{by}">', "</g>")


def rotate(src, rotateCode):
    height, width = src.shape[:2]
    ways = {
        cv2.ROTATE_90_CLOCKWISE: f"matrix(0 1 -1 0 {height} 0)",
        cv2.ROTATE_180: f"matrix(-1 0 0 -1 {width} {height})",
        cv2.ROTATE_90_COUNTERCLOCKWISE: f"matrix(0 -1 1 0 0 {width})",
    }
    by = f'<g transform="{ways[rotateCode]}">'
    return records.derive(src, lambda image: REAL["rotate"](image, rotateCode), by, "</g>")


def cvtColor(src, code, *given, **options):
    def operation(image):
        return REAL["cvtColor"](image, code, *given, **options)

    is_kept = any(code == getattr(cv2, f"COLOR_{name}") for name in KEPT_COLOURS)
    return records.derive(src, operation) if is_kept else operation(src)


def finished(name, image, *ignored, **options):
    records.finish(image)
    return True


def prepare():
    """Install the recording functions."""
    cv2.setNumThreads(0)
    drawing = (line, arrowedLine, rectangle, circle, ellipse, polylines, fillPoly, fillConvexPoly, drawContours)
    moving = (putText, resize, flip, rotate, cvtColor)
    replace(cv2, {function.__name__: function for function in (*drawing, *moving)})
    windows = "namedWindow destroyAllWindows destroyWindow moveWindow resizeWindow setWindowTitle startWindowThread"
    replace(cv2, dict.fromkeys(windows.split(), constant()))
    for name in ("imshow", "imwrite"):
        setattr(cv2, name, finished)
    cv2.getWindowProperty = constant(0.0)
    cv2.waitKey = cv2.waitKeyEx = cv2.pollKey = lambda *ignored: next(KEYS)


def drawing():
    """Return the picture as two SVG texts (`Records.drawing`), or None if nothing is drawn."""
    return records.drawing(lambda image: image.shape[1::-1])


def picture():
    """Return the size of the picture and its levels of gray."""
    image = records.last
    planes = image.reshape(*image.shape[:2], -1)
    planes = planes[..., [2, 1, 0] if planes.shape[2] >= 3 else [0, 0, 0]].astype(np.float32) * scale_of(image)
    return gray(np.dstack([planes, np.full(image.shape[:2], 255)]))
