"""The signature by which copies of a drawing are recognised: digests of its normalised program, and thumbnails.

Untrusted programs are compiled and rendered in the sandbox, drawings made by sgpkit (`trusted`) in this process. If a
drawing comes with a picture, as in built datasets, that is used instead. A drawing that cannot be rendered is
recognised by its program alone, and `defect` is the reason.
"""

import hashlib
import io
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from sgpkit.graphics import formats, gate, likeness, raster
from sgpkit.graphics.likeness import SIDE, Pixels
from sgpkit.graphics.likeness import code as likeness_code
from sgpkit.graphics.near_copies.normalise import normalise
from sgpkit.sandbox import parallel
from sgpkit.status import Rejected, Status

MAX_IN_THREADS = 2_000
"""Maximum number of drawings that are read in threads; starting processes would take longer."""

SMALL = 0.25
CLOSER = 4
"""A drawing that fills less than SMALL of its frame is rendered at CLOSER times the size."""

MAX_PIXELS = 8_000_000
"""Maximum number of pixels of a picture that comes with a drawing."""


class Drawing(NamedTuple):
    """A drawing in a set.

    `format` is a drawing format, "cad" or "turtle". `picture` is the content of an image file, square or not, to use
    instead of rendering the program. `trusted` means that sgpkit made it in this process or one of its workers.
    """

    name: str
    code: str
    format: str
    picture: bytes = b""
    trusted: bool = False


class Look(NamedTuple):
    """A compressed `likeness.Thumbnail`, with a third of its bytes."""

    packed: bytes
    scale: float

    @property
    def pixels(self) -> Pixels:
        """The decompressed thumbnail."""
        return np.frombuffer(zlib.decompress(self.packed), np.uint8).reshape(SIDE, SIDE, 3)


class Signature(NamedTuple):
    """Digests of a drawing's program (`same`, `rounded`), and its thumbnails.

    If `looks` is empty, `defect` is the reason.
    """

    name: str
    same: bytes
    rounded: bytes
    looks: tuple[Look, ...] = ()
    defect: str = ""


def signatures(drawings: Iterable[Drawing], workers: int) -> Iterator[Signature]:
    """Yield signatures in the order of the drawings, of which there may be more than fit into memory."""
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
    code = normalise(drawing.code, drawing.format)
    same, rounded = (digest(f"{drawing.format} {text}") for text in (code, likeness_code.round_numbers(code)))
    try:
        shown = thumbnails(drawing)
    except Rejected as rejected:
        return Signature(drawing.name, same, rounded, defect=f"{rejected.status}: {rejected.reason}")
    looks = tuple(Look(zlib.compress(one.pixels.tobytes(), 1), one.scale) for one in shown)
    return Signature(drawing.name, same, rounded, looks, "" if looks else "nothing is visible")


def digest(text: str) -> bytes:
    """Return a digest of a text."""
    return hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()


def thumbnails(drawing: Drawing) -> list[likeness.Thumbnail]:
    """Return thumbnails on white, or on black if nothing is visible on white."""
    if drawing.picture:
        return likeness.looks(open_picture(drawing.picture))
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
    """Return a drawing as SVG. Raises Rejected if it cannot be drawn."""
    if drawing.format == "svg":
        # SGP-Bench's moved programs were published with a lower-case `viewbox`, which shows only a corner.
        code = drawing.code if "viewBox" in drawing.code else drawing.code.replace("viewbox=", "viewBox=", 1)
        return gate.shown(code)
    if drawing.format == "turtle":
        from sgpkit.graphics import turtle

        return turtle.draw(drawing.code).svg()
    if not formats.has(drawing.format):
        raise Rejected(Status.COMPILE_ERROR, f"programs in the format {drawing.format} cannot be drawn")
    return formats.get(drawing.format).to_svg(drawing.code)


def open_picture(picture: bytes, size: int = likeness.PAINTED) -> Pixels:
    """Return an image file's pixels on white, fitted into a square like drawings."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(picture)) as image:
            if image.width * image.height > MAX_PIXELS:
                raise Rejected(Status.TOO_LARGE, f"a picture of {image.width} by {image.height} pixels")
            side = max(image.size)
            shown = image.convert("RGBA")
            fitted = shown.resize([max(1, round(length * size / side)) for length in image.size], Image.Resampling.BOX)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise Rejected(Status.PARSE_ERROR, "its picture cannot be read") from None
    square = Image.new("RGBA", (size, size), "white")
    square.alpha_composite(fitted, ((size - fitted.width) // 2, (size - fitted.height) // 2))
    return np.asarray(square.convert("RGB"))
