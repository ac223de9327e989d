"""Pictures of completions and references at one size, for the metrics that compare pictures.

    drawings(completions, 224)      aligned: (224, 224, 3) arrays, or Rejected if there is no drawing
    references(rows, 224)           the same for SVG programs, PNG bytes, arrays and Pillow's images; none may fail

Everything is painted once with alpha and then composited on a background, which gives exactly the pixels of
`raster.render` on that background. Renderings are cached by content (`memory`), in memory and, if `folder` is given, on
disk. Arrays may be shared, and are read-only.

Completions pass the gate (`sgpkit.graphics.gate`); constructs that it refuses are Rejected as `unsupported`, unless a
row's own drawings have them. References pass it too, but nothing in them is refused.

`renderer` is "resvg" by default, or "cairo" for the published protocols; see `raster.using`.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sgpkit.graphics import formats, gate, raster
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.metrics import paired
from sgpkit.metrics.pictures import embedded, memory, reference_images
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected

COLUMNS = ("code", "image", "bytes", "path")
"""The columns that may contain a row's picture; the first existing one is used."""

MEMORY = memory.Memory()

MANY = 4
"""A picture is multiplied as a whole if more than one in this number of pixels is neither transparent nor opaque."""


def drawings(
    predictions: Sequence[object],
    size: int,
    format: str = "svg",
    background: str | None = "white",
    folder: Path | None = None,
    renderer: str | None = None,
) -> list[Pixels | Rejected]:
    """Return the pictures of completions: (size, size, 3), or (size, size, 4) with straight alpha if background is
    None. A completion is Rejected if it has no program, is unsafe, cannot be painted, or embeds a finished picture
    (`embedded`)."""
    return painted(svg_programs(predictions, format), size, background, folder, format, renderer)


def painted(
    programs: Sequence[str | Rejected],
    size: int,
    background: str | None = "white",
    folder: Path | None = None,
    format: str = "svg",
    renderer: str | None = None,
    allowed: Sequence[gate.Allowed] | None = None,
) -> list[Pixels | Rejected]:
    """Return the pictures of programs from `svg_programs`. `allowed` are the constructs that the gate accepts, for each
    program.

    `format` is that of the completions. Programs compiled from other languages may embed bitmaps, since compilers
    convert some shadings to them.
    """
    written = formats.get(format).convert is None
    gated = [enter(*one, written) for one in zip(programs, allowed or [gate.NOTHING] * len(programs), strict=True)]
    codes = [program for program in gated if isinstance(program, str)]
    pixels = iter(paint_many(codes, size, folder, renderer, background))
    return [program if isinstance(program, Rejected) else next(pixels) for program in gated]


def enter(program: str | Rejected, allowed: gate.Allowed, guarded: bool) -> str | Rejected:
    """Return a program as browsers show it, or the reason for its refusal; `guarded` programs may not embed a
    picture.
    """
    if isinstance(program, Rejected):
        return program
    try:
        if guarded:
            embedded.refuse(program)
        return gate.text(program, allowed=allowed)
    except Rejected as rejected:
        return rejected


def references(
    references: Sequence[Any],
    size: int,
    background: str | None = "white",
    folder: Path | None = None,
    first: int = 0,
    renderer: str | None = None,
) -> list[Pixels]:
    """Return the pictures of references: SVG programs, encoded images, paths to them, arrays, Pillow's images, or rows.

    Raises ValueError with the index, counted from `first`, of a reference that cannot be read.
    """
    sources = [source(reference, index) for index, reference in enumerate(references, first)]
    entered = [enter(held, gate.EVERYTHING, False) for held in sources if isinstance(held, str)]
    codes = [code for code in entered if isinstance(code, str)]
    pixels = iter(paint_many(codes, size, folder, renderer, background))
    drawn = iter([next(pixels) if isinstance(code, str) else code for code in entered])
    painted = []
    for index, held in enumerate(sources, first):
        try:
            outcome = next(drawn) if isinstance(held, str) else over(picture(held, size), background)
        except reference_images.Unreadable as error:
            raise ValueError(f"reference {index}: {error}") from None
        if isinstance(outcome, Rejected):
            raise ValueError(f"reference {index}: cannot be painted ({outcome.status}: {outcome.reason})")
        painted.append(outcome)
    return painted


def allowed_by(*drawings: Sequence[Any], first: int = 0) -> list[gate.Allowed]:
    """Return the constructs that the gate accepts in the answer to each row, because the row's own drawings have
    them. `drawings` are aligned with the answers, and are what `references` takes, counted from `first`.
    """
    rows = [[source(drawing, index) for index, drawing in enumerate(column, first)] for column in drawings]
    return [gate.allowed_by(*filter(is_program, row)) for row in zip(*rows, strict=True)]


def is_program(held: Any) -> bool:
    """Return whether a reference is an SVG program."""
    return isinstance(held, str)


def svg_programs(predictions: Sequence[object], format: str = "svg") -> list[str | Rejected]:
    """Return the programs of completions, compiled to SVG if they are in another language."""
    language = formats.get(format)
    programs = [paired.program(prediction, format) for prediction in predictions]
    if language.convert is None:
        return programs
    compiled = iter(language.convert_many([code for code in programs if isinstance(code, str)]))
    outcomes = [code if isinstance(code, Rejected) else next(compiled) for code in programs]
    return [outcome if isinstance(outcome, Rejected) else outcome.svg for outcome in outcomes]


def paint_many(
    codes: Sequence[str],
    size: int,
    folder: Path | None,
    renderer: str | None = None,
    background: str | None = None,
) -> list[Pixels | Rejected]:
    """Paint programs on all workers, equal ones once, with straight alpha, and composite them on the background;
    `raster.ON_WHITE` paints on white directly, which is quicker."""
    painted: list[Pixels | Rejected]
    renderer = painting.check_options(size, background, renderer)
    if folder is not None:
        painted = pool.map_unique(codes, partial(paint_kept, size, folder, renderer))
    elif background == raster.ON_WHITE:
        return paint_unkept(codes, size, renderer, raster.ON_WHITE)
    else:
        painted = paint_unkept(codes, size, renderer, None)
    return [outcome if isinstance(outcome, Rejected) else over(outcome, background) for outcome in painted]


def paint_unkept(codes: Sequence[str], size: int, renderer: str, background: str | None) -> list[Pixels | Rejected]:
    """Paint programs whose pictures are not cached in memory."""
    name = renderer if background is None else f"{renderer} on {background}"
    outcomes: dict[str, Pixels | Rejected] = {}
    unknown = []
    for code in dict.fromkeys(codes):
        try:
            kept = MEMORY.known((code, size, name))
        except Rejected as rejected:
            kept = rejected
        if kept is None:
            unknown.append(code)
        else:
            outcomes[code] = kept
    for code, outcome in zip(unknown, raster.render_many(unknown, size, background, renderer), strict=True):
        outcomes[code] = MEMORY.keep((code, size, name), outcome)
    return [outcomes[code] for code in codes]


def paint_kept(size: int, folder: Path, renderer: str, code: str) -> Pixels:
    """Paint a program with straight alpha, unless its picture is in the folder."""

    def render() -> Pixels:
        return raster.render(code, size, None, renderer)

    return MEMORY.get((code, size, renderer), lambda: memory.from_folder(folder, code, size, renderer, render))


def source(reference: Any, index: int) -> Any:
    """Return the SVG program of a reference, or the input of `picture`."""
    from PIL import Image

    if isinstance(reference, Mapping):
        for column in COLUMNS:
            if reference.get(column) is not None:
                held = reference[column]
                return source(Path(held) if column == "path" else held, index)
    if isinstance(reference, bytearray | memoryview):
        reference = bytes(reference)
    if (isinstance(reference, str) and "<svg" in reference) or (isinstance(reference, bytes) and reference):
        return reference
    if isinstance(reference, str) and reference.lstrip().startswith("<"):
        return reference  # one that has its own prefix
    if isinstance(reference, Path | np.ndarray | Image.Image):
        return reference
    raise ValueError(
        f"reference {index}: expected an SVG program, an image (encoded, a path, an array of 8-bit values, or one of "
        f"Pillow's), or a row with one under {' or '.join(map(repr, COLUMNS))}, got {reference!r:.80}"
    )


def picture(held: Any, size: int) -> Pixels:
    """Return a picture that was not painted here, fitted. Encoded pictures are cached by content."""
    if isinstance(held, bytes):
        return MEMORY.get((held, size, ""), lambda: reference_images.square(held, size))
    return reference_images.square(held, size)


def over(pixels: Pixels, background: str | None) -> Pixels:
    """Composite straight alpha on a colour, with exactly the pixels of `raster.render` on it, read-only.

    The renderer's premultiplied values are restored exactly, since the error of a straight value is at most half a step
    and it is multiplied by less than 1.
    """
    if background is None:
        return pixels
    if background == raster.ON_WHITE:
        planes, shown = premultiplied(pixels)
        laid = np.dstack([*planes_over(planes, shown, (255, 255, 255)), 255 - shown])
        laid.flags.writeable = False
        return laid
    laid = np.ascontiguousarray(np.moveaxis(planes_over(*premultiplied(pixels), opaque(background)), 0, 2))
    laid.flags.writeable = False
    return laid


def premultiplied(pixels: Pixels) -> tuple[Pixels, Pixels]:
    """Return contiguous planes (3, height, width) of the colours times their opacity, and the transparency."""
    planes = np.moveaxis(pixels, 2, 0).copy()
    alpha = planes[3]
    partly = np.flatnonzero(alpha - np.uint8(1) < 254)  # 0 becomes 255
    if partly.size > alpha.size // MANY:
        return share(planes[:3] * alpha.astype(np.uint16)), 255 - alpha
    colors, shares = planes[:3].reshape(3, -1), alpha.ravel()[partly]
    shown = share(colors[:, partly] * shares.astype(np.uint16))
    colors &= alpha.ravel()  # transparent pixels become 0, opaque ones are unchanged
    colors[:, partly] = shown
    return planes[:3], 255 - alpha


def planes_over(planes: Pixels, shown: Pixels, color: Sequence[int]) -> Pixels:
    """Return the planes of a picture composited on a colour."""
    laid = np.empty_like(planes)
    for plane, level, out in zip(planes, color, laid, strict=True):
        ground = shown if level == 255 else share(shown * np.uint16(level))
        np.add(np.minimum(plane, 255 - ground), ground, out=out)
    return laid


def share(products: "np.ndarray[Any, Any]") -> Pixels:
    """Divide products of two 8-bit numbers by 255, rounded to nearest, in 16 bits and without a division."""
    products += np.uint16(128)
    products += products >> 8
    products >>= 8
    return products.astype(np.uint8)


def opaque(name: str) -> tuple[int, ...]:
    """Return the channels of an opaque colour."""
    from PIL import ImageColor

    color = ImageColor.getrgb(name)
    if len(color) != 3:
        raise ValueError(f"background={name!r}: expected an opaque colour, or None for alpha")
    return color
