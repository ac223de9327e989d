"""JSON documents of CAD: read within limits, and accessed with errors that name the position.

In all functions `where` names the position of `holder` or `value` in the document, for the reason of a Rejected.
"""

import json
from typing import Any

from sgpkit.graphics.cad.dialects.text import LONGEST_TEXT, finite, shown
from sgpkit.graphics.cad.model import Frame, Vector
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected, Status

LARGEST = 10 * LONGEST_TEXT
Names = dict[str, Any]


def load(text: str) -> Any:
    """Parse a JSON document. Raises Rejected for a broken, cut-off or overly large one."""
    if len(text) > LARGEST:
        raise Rejected(Status.TOO_LARGE, f"a document of {len(text):,} characters; at most {LARGEST:,} are read")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        cut = " (the document is cut off)" if error.pos >= len(text.rstrip()) - 1 or "Unterminated" in error.msg else ""
        raise Rejected(
            Status.PARSE_ERROR, f"not JSON: {error.msg} at line {error.lineno} column {error.colno}{cut}"
        ) from None
    except ValueError:
        raise Rejected(Status.TOO_LARGE, "the document has a number of too many digits") from None
    except RecursionError:
        raise Rejected(Status.TOO_LARGE, "the document is nested too deeply") from None


def names(value: object, where: str) -> Names:
    """Return the value if it is an object. Raises Rejected otherwise."""
    if not isinstance(value, dict):
        raise Rejected(Status.PARSE_ERROR, f"{where}: expected an object, got {shown(value)}")
    return value


def get(holder: object, key: str, where: str) -> Any:
    """Return a member of an object. Raises Rejected if it is missing."""
    members = names(holder, where)
    if key not in members:
        raise Rejected(Status.PARSE_ERROR, f"{where}: {key!r} is missing")
    return members[key]


def items(value: object, where: str) -> list[Any]:
    """Return the value if it is a list. Raises Rejected otherwise."""
    if not isinstance(value, list):
        raise Rejected(Status.PARSE_ERROR, f"{where}: expected a list, got {shown(value)}")
    return value


def word(holder: object, key: str, where: str) -> str:
    """Return a member that is a string. Raises Rejected otherwise."""
    value = get(holder, key, where)
    if not isinstance(value, str):
        raise Rejected(Status.PARSE_ERROR, f"{where}: {key!r} must be a word, got {shown(value)}")
    return value


def number(holder: object, key: str, where: str) -> float:
    """Return a member that is a finite number. Raises Rejected otherwise."""
    return finite(get(holder, key, where), f"{where}, {key!r}")


def positive(holder: object, key: str, where: str) -> float:
    """Return a member that is a number above 0. Raises Rejected otherwise."""
    value = number(holder, key, where)
    if value <= 0:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: {key!r} must be above 0, got {value:g}")
    return value


def point(holder: object, key: str, where: str) -> Point:
    """Return a member with numbers `x` and `y` as a point."""
    value = get(holder, key, where)
    return Point(number(value, "x", f"{where}, {key!r}"), number(value, "y", f"{where}, {key!r}"))


def vector(holder: object, key: str, where: str) -> Vector:
    """Return a member with numbers `x`, `y` and `z` as a vector."""
    value, where = get(holder, key, where), f"{where}, {key!r}"
    return Vector(number(value, "x", where), number(value, "y", where), number(value, "z", where))


def frame(holder: object, where: str) -> Frame:
    """Return Fusion 360's `transform` as a plane: origin and axes, which must be unit and at right angles."""
    transform, where = get(holder, "transform", where), f"{where}, 'transform'"
    plane = Frame(
        vector(transform, "origin", where), vector(transform, "x_axis", where), vector(transform, "y_axis", where)
    )
    return checked_frame(plane, where)


def checked_frame(plane: Frame, where: str) -> Frame:
    """Return the plane with exact axes. Raises Rejected unless they are nearly unit and at right angles."""
    x_axis, y_axis = plane.x_axis, plane.y_axis
    if abs(x_axis.length - 1) > 1e-3 or abs(y_axis.length - 1) > 1e-3 or abs(x_axis.dot(y_axis)) > 1e-3:
        raise Rejected(Status.COMPILE_ERROR, f"{where}: the axes must have length 1 and be at right angles")
    x_axis = x_axis * (1 / x_axis.length)
    y_axis = y_axis - x_axis * x_axis.dot(y_axis)
    return Frame(plane.origin, x_axis, y_axis * (1 / y_axis.length))
