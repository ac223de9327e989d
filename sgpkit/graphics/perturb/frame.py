"""The motion of a document: its matrix, the reading of lengths and the writing of moved numbers."""

import math
import re
from collections.abc import Mapping
from functools import cached_property

from sgpkit.graphics.geometry import Affine, Point
from sgpkit.graphics.perturb.edits import Edits
from sgpkit.graphics.perturb.motion import Motion, Unsupported, decimals_of, digits, matrix, strip_leading_zero, write
from sgpkit.graphics.raster import fit
from sgpkit.graphics.svg import style, values
from sgpkit.graphics.svg.document import Document, Element

SCREEN_LENGTH = re.compile(rf"\s*({values.NUMBER.pattern})(?:px)?\s*")


class Frame:
    """A document, its motion, and the changes made so far."""

    def __init__(self, document: Document, motion: Motion, window: fit.Window) -> None:
        self.document = document
        self.window = window
        self.degrees = motion.rotate % 360
        self.decimals = digits(max(window.width, window.height))
        (dx, dy), degrees = motion
        # Rounded to the grid, so that shifted numbers are exact and everything moves by the same amount.
        shift = Point(round(dx, self.decimals), round(dy, self.decimals))
        self.matrix: Affine = matrix(Motion(shift, degrees), window)
        self.edits = Edits(document)
        self.rules = style.sheet(document)
        self.is_styled = bool(self.rules.matches)
        self.dashed = "stroke-dash" in document.code
        self.became_paths: list[Element] = []  # elements that became paths

    @cached_property
    def inverse(self) -> Affine:
        """The inverse of the motion."""
        return self.matrix.inverse()

    def declared(self, element: Element) -> Mapping[str, str]:
        """Return an element's attributes, overridden by style sheets and its style attribute."""
        if self.is_styled or "style" in element.attributes:
            return style.declared(element, self.rules)
        return element.attributes

    def length(self, element: Element, name: str, default: float = 0.0) -> float:
        """Return an attribute in user units; percentages refer to the root's canvas."""
        text = element.attributes.get(name)
        return default if text is None or text.strip() == "auto" else self.user_units(element, name, text)

    def user_units(self, element: Element, name: str, text: str) -> float:
        """Return a length in user units. Raises Unsupported if it depends on the font or the window."""
        parts = values.split_length(text)
        if parts is None:
            raise Unsupported(element.path, f"{name}={text[:40]!r} is not a length")
        value, unit = parts
        if unit in values.UNITS:
            return value * values.UNITS[unit]
        if unit != "%":
            raise Unsupported(element.path, f"{name}={text[:40]!r} depends on the font or the window")
        width, height = self.window.width, self.window.height
        whole = {"x": width, "y": height}.get(_axis(name), math.sqrt((width**2 + height**2) / 2))
        return value * whole / 100

    def number(self, value: float, old: str | None, decimals: int) -> str:
        """Return a number in the notation of the one that it replaces."""
        if old is None:
            return write(value, decimals)
        form = SCREEN_LENGTH.fullmatch(old)
        if form is not None and not self.degrees:
            decimals = max(decimals, decimals_of(form[1]))
        text = write(value, decimals)
        text = strip_leading_zero(text) if old.lstrip("-").startswith(".") else text
        return text + "px" if form is not None and "px" in old else text

    def move_point(self, element: Element, names: tuple[str, str], decimals: int, default: Point | None = None) -> None:
        """Move two attributes that are the coordinates of a point."""
        fallback = default or Point(0.0, 0.0)
        here = Point(self.length(element, names[0], fallback.x), self.length(element, names[1], fallback.y))
        for name, before, after in zip(names, here, self.matrix(here), strict=True):
            if after != before:
                self.edits.put(element, name, self.number(after, element.attributes.get(name), decimals))

    def scale_decimals(self, scale: float) -> int:
        """Return the decimals to write in a coordinate system that is drawn `scale` times as large, at least the
        root's."""
        return self.decimals if scale <= 1 else max(self.decimals, digits(max(self.window[2:]) / scale))


def _axis(name: str) -> str:
    letter = name.removeprefix("c").removeprefix("f").removeprefix("d")[:1]
    return {"w": "x", "h": "y"}.get(letter, letter) if name not in ("rx", "ry") else name[1]
