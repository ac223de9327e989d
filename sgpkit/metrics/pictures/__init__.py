"""The pictures that picture metrics compare: of completions, and of what they are compared with, at one size.

    drawings(completions, 224)      aligned: (224, 224, 3) arrays, or the Rejected of what is no drawing
    references(rows, 224)           the same for SVG programs, PNG bytes, arrays and Pillow's images; none may fail

Everything is painted once with alpha and laid over a background afterwards, which gives the very pixels of
`raster.render` on that background. Renderings are kept by content (`picture_memory`), in memory and, where `folder`
names one, on disk. Arrays may be shared, and are read-only.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sgpkit import extract, formats
from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.graphics.workers import pool
from sgpkit.metrics.pictures import embedded, memory, reference_images
from sgpkit.status import Rejected

COLUMNS = ("code", "image", "bytes", "path")
"""Where a row holds its picture: the first of these that is there."""

MEMORY = memory.Memory()


def drawings(
    predictions: Sequence[object],
    size: int,
    format: str = "svg",
    background: str | None = "white",
    finish_reasons: Sequence[str] | None = None,
    folder: Path | None = None,
) -> list[Pixels | Rejected]:
    """Aligned with the completions: (size, size, 3), or with straight alpha (size, size, 4) for background None.

    Rejected for what holds no program, cannot be painted, is unsafe, or carries a finished picture (`embedded`).
    """
    return painted(svg_programs(predictions, format, finish_reasons), size, background, folder, format)


def painted(
    programs: Sequence[str | Rejected],
    size: int,
    background: str | None = "white",
    folder: Path | None = None,
    format: str = "svg",
) -> list[Pixels | Rejected]:
    """The same for what `svg_programs` gives. `format` is that of the completions: what compilers make of other
    languages may hold bitmaps, since they turn some shadings into them."""
    codes = [each for each in programs if isinstance(each, str)]
    pixels = iter(paint_many(codes, size, folder, guarded=formats.get(format).convert is None))
    outcomes = [each if isinstance(each, Rejected) else next(pixels) for each in programs]
    return [each if isinstance(each, Rejected) else over(each, background) for each in outcomes]


def references(
    references: Sequence[Any],
    size: int,
    background: str | None = "white",
    folder: Path | None = None,
    first: int = 0,
) -> list[Pixels]:
    """Aligned with the references: SVG programs, encoded images, paths to them, arrays, Pillow's images, or rows.

    One that cannot be read is the caller's mistake, and raises ValueError with its place; `first` is that of the first.
    """
    sources = [source(reference, place) for place, reference in enumerate(references, first)]
    codes = [each for each in sources if isinstance(each, str)]
    pixels = iter(paint_many(codes, size, folder, guarded=False))
    found = []
    for place, each in enumerate(sources, first):
        try:
            outcome = next(pixels) if isinstance(each, str) else picture(each, size)
        except reference_images.Unreadable as error:
            raise ValueError(f"reference {place}: {error}") from None
        if isinstance(outcome, Rejected):
            raise ValueError(f"reference {place}: cannot be painted ({outcome.status}: {outcome.reason})")
        found.append(over(outcome, background))
    return found


def svg_programs(
    predictions: Sequence[object], format: str = "svg", finish_reasons: Sequence[str] | None = None
) -> list[str | Rejected]:
    """Aligned with the completions: their programs, compiled to SVG where they are in another language."""
    language = formats.get(format)
    ended = finish_reasons or ["stop"] * len(predictions)
    programs = [program(prediction, format, reason) for prediction, reason in zip(predictions, ended, strict=True)]
    if language.convert is None:
        return programs
    compiled = iter(language.convert_many([each for each in programs if isinstance(each, str)]))
    outcomes = [each if isinstance(each, Rejected) else next(compiled) for each in programs]
    return [each if isinstance(each, Rejected) else each.svg for each in outcomes]


def program(prediction: object, format: str, finish_reason: str = "stop") -> str | Rejected:
    try:
        return extract.require_code(prediction, format, finish_reason)
    except Rejected as rejected:
        return rejected


def paint_many(codes: Sequence[str], size: int, folder: Path | None, guarded: bool) -> list[Pixels | Rejected]:
    """With straight alpha, on all workers, equal programs once. `guarded`: one that carries a picture is refused."""
    painting.check_options(size, None, "cairo")

    def paint(code: str) -> Pixels:
        if guarded:
            embedded.refuse(code)

        def render() -> Pixels:
            return raster.render(code, size, background=None)

        def kept() -> Pixels:
            return render() if folder is None else memory.from_folder(folder, code, size, render)

        return MEMORY.get((code, size), kept)

    return pool.map_unique(codes, paint)


def source(reference: Any, place: int) -> Any:
    """The SVG program, or what `picture` reads, out of a reference."""
    from PIL import Image

    if isinstance(reference, Mapping):
        for column in COLUMNS:
            if reference.get(column) is not None:
                held = reference[column]
                return source(Path(held) if column == "path" else held, place)
    if isinstance(reference, bytearray | memoryview):
        reference = bytes(reference)
    if (isinstance(reference, str) and "<svg" in reference) or (isinstance(reference, bytes) and reference):
        return reference
    if isinstance(reference, str) and reference.lstrip().startswith("<"):
        return reference  # with a prefix of its own
    if isinstance(reference, Path | np.ndarray | Image.Image):
        return reference
    raise ValueError(
        f"reference {place}: expected an SVG program, an image (encoded, a path, an array of 8-bit values, or one of "
        f"Pillow's), or a row with one under {' or '.join(map(repr, COLUMNS))}, got {reference!r:.80}"
    )


def picture(held: Any, size: int) -> Pixels:
    """A picture that is none of ours, fitted. Encoded ones are kept by content."""
    if isinstance(held, bytes):
        return MEMORY.get((held, size), lambda: reference_images.square(held, size))
    return reference_images.square(held, size)


def over(pixels: Pixels, background: str | None) -> Pixels:
    """Straight alpha laid over a colour: the very pixels that `raster.render` gives on it. Read-only.

    The renderer's premultiplied values come back exactly, since a straight value is at most half a step wrong and is
    multiplied by less than 1.
    """
    if background is None:
        return pixels
    laid = np.ascontiguousarray(np.moveaxis(planes_over(*premultiplied(pixels), opaque(background)), 0, 2))
    laid.flags.writeable = False
    return laid


def premultiplied(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """The colours as planes (3, height, width), each in one piece and times its opacity, and how much shows through."""
    planes = np.ascontiguousarray(np.moveaxis(pixels, 2, 0))
    alpha = planes[3]
    if alpha.min() == 255:
        return planes[:3], np.zeros_like(alpha)
    return share(planes[:3] * alpha.astype(np.uint16)), 255 - alpha


def planes_over(planes: Pixels, shown: Pixels, color: Sequence[int]) -> Pixels:
    """The planes of a picture laid over a colour."""
    laid = np.empty_like(planes)
    for plane, level, out in zip(planes, color, laid, strict=True):
        ground = shown if level == 255 else share(shown * np.uint16(level))
        np.add(np.minimum(plane, 255 - ground), ground, out=out)
    return laid


def share(products: "np.ndarray[Any, Any]") -> Pixels:
    """Products of two 8-bit numbers over 255, rounded to nearest: in 16 bits, without a division."""
    products += np.uint16(128)
    products += products >> 8
    products >>= 8
    return products.astype(np.uint8)


def opaque(name: str) -> tuple[int, ...]:
    from PIL import ImageColor

    color = ImageColor.getrgb(name)
    if len(color) != 3:
        raise ValueError(f"background={name!r}: expected an opaque colour, or None for alpha")
    return color
