"""The signature by which copies of a drawing are recognised: its normalised program, and a thumbnail.

Programs of others are painted in the sandbox, and compiled there where their format has a compiler; the toolkit's own
drawings (`trusted`) are painted in this process. A drawing that comes with a picture, as rows of built datasets do, is
recognised by that. What has no picture is recognised by its program alone, and `defect` says why.
"""

import hashlib
import io
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from sgpkit.graphics import formats, likeness, raster
from sgpkit.graphics.likeness import SIDE, Pixels
from sgpkit.graphics.likeness import code as likeness_code
from sgpkit.graphics.near_copies.normalised import normalised
from sgpkit.sandbox import parallel
from sgpkit.status import Rejected, Status

MAX_IN_THREADS = 2_000
"""Drawings that are read in threads of this process: to start others takes longer."""

SMALL = 0.25
CLOSER = 4
"""A drawing that fills less than a quarter of its frame is painted at four times the size."""

MAX_PIXELS = 8_000_000
"""Pixels of a picture that comes with a drawing."""


class Drawing(NamedTuple):
    """A drawing of a set.

    `format` names a drawing format, "cad" or "turtle". `picture` is an image file's content, square or not, to use in
    place of the program's own rendering. `trusted`: made by this toolkit, in this process or a worker of it.
    """

    name: str
    code: str
    format: str
    picture: bytes = b""
    trusted: bool = False


class Look(NamedTuple):
    """A `likeness.Thumbnail`, packed to a third of its bytes."""

    packed: bytes
    scale: float

    @property
    def pixels(self) -> Pixels:
        """The thumbnail, unpacked."""
        return np.frombuffer(zlib.decompress(self.packed), np.uint8).reshape(SIDE, SIDE, 3)


class Signature(NamedTuple):
    """Digests of a drawing's program (`same`, `rounded`), and its thumbnails.

    `looks` is empty where nothing is visible, and `defect` says why.
    """

    name: str
    same: bytes
    rounded: bytes
    looks: tuple[Look, ...] = ()
    defect: str = ""


def signatures(drawings: Iterable[Drawing], workers: int) -> Iterator[Signature]:
    """Yield signatures in the order of the drawings, which may be more than fit into memory."""
    drawings = iter(drawings)
    first = list(islice(drawings, MAX_IN_THREADS + 1))
    if len(first) <= MAX_IN_THREADS or workers <= 1:
        with ThreadPoolExecutor(workers, "sgpkit-copies") as executor:
            yield from executor.map(signature, first)
        yield from map(signature, drawings)
        return
    yield from parallel.in_workers(signature, chain(first, drawings), workers)


def signature(drawing: Drawing) -> Signature:
    """Return the signature of one drawing."""
    code = normalised(drawing.code, drawing.format)
    same, rounded = (digest(f"{drawing.format} {text}") for text in (code, likeness_code.rounded(code)))
    try:
        shown = thumbnails(drawing)
    except Rejected as rejected:
        return Signature(drawing.name, same, rounded, defect=f"{rejected.status}: {rejected.reason}")
    looks = tuple(Look(zlib.compress(one.pixels.tobytes(), 1), one.scale) for one in shown)
    return Signature(drawing.name, same, rounded, looks, "" if looks else "it shows nothing")


def digest(text: str) -> bytes:
    """Return a digest of a text."""
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()


def thumbnails(drawing: Drawing) -> list[likeness.Thumbnail]:
    """Return thumbnails on white, or on black for what is white all over."""
    if drawing.picture:
        return likeness.looks(opened(drawing.picture))
    code = as_svg(drawing)
    paint = raster.paint if drawing.trusted else raster.render
    for background in ("white", "black"):
        shown = likeness.looks(paint(code, likeness.PAINTED, background))
        if shown and max(one.scale for one in shown) < SMALL:
            shown = likeness.looks(paint(code, likeness.PAINTED * CLOSER, background)) or shown
        if shown:
            return shown
    return []


def as_svg(drawing: Drawing) -> str:
    """Return a drawing as SVG; raise Rejected where it cannot be drawn."""
    if drawing.format == "svg":
        # The moved programs of SGP-Bench were published with the name in small letters, and show a corner only.
        return drawing.code if "viewBox" in drawing.code else drawing.code.replace("viewbox=", "viewBox=", 1)
    if drawing.format == "turtle":
        from sgpkit.graphics import turtle

        return turtle.draw(drawing.code).svg()
    if not formats.has(drawing.format):
        raise Rejected(Status.COMPILE_ERROR, f"programs of the format {drawing.format} are not drawn here")
    return formats.get(drawing.format).to_svg(drawing.code)


def opened(picture: bytes, size: int = likeness.PAINTED) -> Pixels:
    """Return an image file's pixels on white, fitted into a square as drawings are."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture)) as image:
            if image.width * image.height > MAX_PIXELS:
                raise Rejected(Status.TOO_LARGE, f"a picture of {image.width} by {image.height} pixels")
            side = max(image.size)
            shown = image.convert("RGBA")
            fitted = shown.resize([max(1, round(length * size / side)) for length in image.size], Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Rejected(Status.PARSE_ERROR, "its picture cannot be opened") from None
    square = Image.new("RGBA", (size, size), "white")
    square.alpha_composite(fitted, ((size - fitted.width) // 2, (size - fitted.height) // 2))
    return np.asarray(square.convert("RGB"))
