"""The figures that predictions are compared with: programs or images, as black pixels."""

import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sgpkit.graphics import turtle
from sgpkit.graphics.turtle import pixels as turtle_pixels
from sgpkit.metrics.structure.turtle.ink import Black
from sgpkit.status import Rejected

MAX_PIXELS = 16_000_000  # of an image


class Version(NamedTuple):
    """The black pixels of a reference, and its geometry; or None for a picture."""

    black: Black
    figure: turtle.Figure | None = None


class Expected(NamedTuple):
    """The pixels and the geometry of a reference; also with true circles if programs in other languages are
    compared.
    """

    black: Black
    figure: turtle.Figure | None = None
    smooth: Version | None = None

    @property
    def versions(self) -> tuple[Version, ...]:
        """Return all versions that a drawing may be equal to."""
        first = Version(self.black, self.figure)
        return (first,) if self.smooth is None else (first, self.smooth)


def read(references: Sequence[Any], smooth: bool = False) -> list[Expected]:
    """Return the pixels of each reference; equal references share theirs.

    A reference that cannot be drawn is the caller's mistake, and raises ValueError with its index.
    """
    sources = [source(reference, index) for index, reference in enumerate(references)]
    drawn: dict[str, int] = {}
    for index, one in enumerate(sources):
        if isinstance(one, str):
            drawn.setdefault(one, index)
    expected: dict[str, Expected] = {}
    for code, figure in zip(drawn, turtle.draw_many(list(drawn), "turtle"), strict=True):
        expected[code] = Expected(*_version(figure, drawn[code]))
    if smooth:
        for code, figure in zip(drawn, turtle.draw_many(list(drawn), turtle.SMOOTH), strict=True):
            expected[code] = expected[code]._replace(smooth=_version(figure, drawn[code]))
    known: dict[bytes, Expected] = {}
    aligned = []
    for index, one in enumerate(sources):
        if isinstance(one, str):
            aligned.append(expected[one])
        elif isinstance(one, bytes):
            if one not in known:
                known[one] = Expected(_some(_decoded(one, index), index))
            aligned.append(known[one])
        else:
            aligned.append(Expected(_some(turtle_pixels.black_of(one), index)))
    return aligned


def source(reference: Any, index: int) -> "str | bytes | np.ndarray[Any, Any]":
    """Return the program, the encoded image, or the pixels of a reference."""
    if isinstance(reference, Mapping):
        for column in ("code", "image", "bytes"):
            if reference.get(column) is not None:
                return source(reference[column], index)
    if isinstance(reference, str) and reference.strip():
        return reference
    if isinstance(reference, bytes) and reference:
        return reference
    if isinstance(reference, Path):
        return reference.read_bytes()
    if hasattr(reference, "__array_interface__"):  # arrays and Pillow's images
        pixels = np.asarray(reference)
        if pixels.ndim in (2, 3) and pixels.dtype in (np.uint8, np.bool_) and 0 < pixels.size <= 4 * MAX_PIXELS:
            return pixels
    raise ValueError(
        f"reference {index}: expected a turtle program, an image (encoded, an array of 8-bit values, or one of "
        f"Pillow's), or a row with one under 'code' or 'image', got {reference!r:.80}"
    )


def _version(figure: turtle.Figure | Rejected, index: int) -> Version:
    if isinstance(figure, Rejected):
        return Version(_some(figure, index))
    try:
        black = figure.black()
    except Rejected as rejected:
        return Version(_some(rejected, index))
    return Version(_some(black, index), figure)


def _some(black: Black | Rejected, index: int) -> Black:
    if isinstance(black, Rejected):
        raise ValueError(f"reference {index}: cannot be drawn ({black.status}: {black.reason})")
    if not black.size:
        raise ValueError(f"reference {index}: nothing black is drawn")
    return black


def _decoded(data: bytes, index: int) -> Black:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > MAX_PIXELS:
                raise ValueError(f"reference {index}: an image of {image.width} × {image.height} pixels")
            return turtle_pixels.black_of(np.asarray(image.convert("RGBA" if image.has_transparency_data else "L")))
    except (UnidentifiedImageError, OSError) as error:
        raise ValueError(f"reference {index}: not an image that Pillow reads ({error})") from error
