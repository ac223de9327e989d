"""Render a response next to its reference, for `show` and the report."""

import functools
import io
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from PIL import Image, ImageChops

from sgpkit import extract
from sgpkit.benchmark import Benchmark, Completion, Messages, Row
from sgpkit.errors import first_line
from sgpkit.graphics import formats, gate, raster
from sgpkit.graphics.raster import Pixels
from sgpkit.sandbox.untrusted import workers
from sgpkit.sandbox.untrusted.workers import Limits
from sgpkit.sandbox.workers import pool, sandbox
from sgpkit.status import Rejected, Status

TURTLE = "turtle"
COMPARED, BLOCK, VISIBLE = 128, 16, 40
"""Thresholds of `renderers_differ`: the size of the picture and of a square in pixels, and the difference in levels of
255.
"""

CAPTIONS = ("text", "name", "question", "caption", "instruction", "description", "description_names")
"""Columns that summarise a row in one line; the first existing one counts."""


TARGETS = ("target_image", "image")
"""Columns with the picture of the reference; the first existing one counts."""

GIVEN = ("sketch", "base_image", "given_image")
"""Columns with a picture from which the task starts; `image` is one of them if the target is separate."""


@dataclass(frozen=True, slots=True)
class Picture:
    """PNG bytes, or the reason why there are none; `passing` if the cause is the machine and another attempt may
    succeed."""

    png: bytes | None
    reason: str = ""
    passing: bool = False


def prompt(benchmark: Benchmark, row: Row, metadata: Mapping[str, Any], examples: Sequence[Row] = ()) -> Messages:
    """Return the first messages that a row was asked with; a conversation's later turns depend on the replies."""
    options = benchmark.prompts.ask(metadata["mode"], metadata["setting"], metadata["texts"], examples)
    asked = benchmark.prompts.strategies[metadata["strategy"]](row, options)
    return asked if isinstance(asked, list) else next(asked)


def as_text(messages: Messages) -> str:
    """Return messages as text for a person; an image is named, not shown."""
    parts = []
    for message in messages:
        content = message["content"]
        pieces = content if isinstance(content, list) else [{"type": "text", "text": content}]
        text = "\n".join(piece.get("text", f"[{piece['type']}]") for piece in pieces)
        parts.append(text if message["role"] == "user" else f"{message['role']}: {text}")
    return "\n\n".join(parts)


def caption(row: Row) -> str:
    """Return a row's caption, from the first column of `CAPTIONS` that is not empty; "" if all are."""
    return next((str(row[name]) for name in CAPTIONS if row.get(name)), "")


def target_picture(row: Row) -> bytes | None:
    """Return the PNG of the right answer, or None if the row has none."""
    return next((row[name] for name in TARGETS if isinstance(row.get(name), bytes)), None)


def given_picture(row: Row) -> bytes | None:
    """Return the PNG that the task starts from, or None if the row has none."""
    names = (*GIVEN, *(["image"] if row.get("target_image") else []))
    return next((row[name] for name in names if isinstance(row.get(name), bytes)), None)


def crop(png: bytes) -> bytes:
    """Return a picture cropped to its drawing, with the same margin as in pictures of figures; the whole picture if it
    is blank.
    """
    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    box = ImageChops.difference(image, Image.new("RGB", image.size, image.getpixel((0, 0)))).getbbox()
    if box is None:
        return png
    left, top, right, bottom = box
    side = max(right - left, bottom - top)
    margin = max(1, round(0.05 * side))
    square = Image.new("RGB", (side + 2 * margin, side + 2 * margin), image.getpixel((0, 0)))
    at = (margin + (side - (right - left)) // 2, margin + (side - (bottom - top)) // 2)
    square.paste(image.crop(box), at)
    stream = io.BytesIO()
    square.save(stream, "PNG")
    return stream.getvalue()


def row_pictures(row: Row) -> list[bytes | None]:
    """Return the starting picture and the target picture of a row; None for a missing one."""
    given = given_picture(row)
    return [*([given] if given else []), target_picture(row)]


def has_drawings(benchmark: Benchmark) -> bool:
    """Return whether the answers of a benchmark are drawings, which can be rendered."""
    return benchmark.answer_format == TURTLE or formats.has(benchmark.answer_format)


def pictures(
    benchmark: Benchmark,
    completions: Sequence[str],
    size: int,
    finish_reasons: Sequence[str] | None = None,
    setting: str = "",
) -> list[Picture]:
    """Return the drawing of each completion, rendered in the worker pool; nothing for answers that are not drawings."""
    if not has_drawings(benchmark):
        return [Picture(None)] * len(completions)
    items = list(zip(completions, finish_reasons or ["stop"] * len(completions), strict=True))
    format = benchmark.answer_format
    if not workers.in_use():
        return painted_here(format, size, setting, raster.current_renderer(), items)
    limits = Limits(output=max(Limits().output, 8 * size * size))
    work = partial(painted_here, format, size, setting, raster.current_renderer())
    return [
        outcome.value if outcome.failure is None else picture(Rejected(outcome.failure.status, outcome.failure.reason))
        for outcome in workers.run(work, items, limits, pool.workers())
    ]


def painted_here(format: str, size: int, setting: str, renderer: str, items: list[tuple[str, str]]) -> list[Picture]:
    """Return the drawing of each completion, with its finish reason, in a worker."""
    try:
        with raster.using(renderer):
            return painted(format, size, setting, items)
    except sandbox.Unavailable as missing:
        warn(f"answers are not rendered, since there is no sandbox: {first_line(missing)}")
        return [picture(Rejected(Status.INFRA_ERROR, "not rendered: no sandbox on this machine"))] * len(items)


def painted(format: str, size: int, setting: str, items: list[tuple[str, str]]) -> list[Picture]:
    """Return the drawing of each completion, in this process."""
    drawings = drawings_of(format, setting, items)
    rendered = iter(raster.render_many([one for one in drawings if isinstance(one, str)], size))
    return [picture(next(rendered) if isinstance(one, str) else one) for one in drawings]


def drawings_of(format: str, setting: str, items: list[tuple[str, str]]) -> "list[str | Rejected]":
    """Return the drawing of each completion as SVG, as browsers show it."""
    completions, ended = [text for text, _ in items], [reason for _, reason in items]
    if format == TURTLE:
        return turtle_drawings(completions, ended, setting)
    programs = programs_drawings(completions, ended, format)
    return [gate.shown(program) if isinstance(program, str) else program for program in programs]


def renderers_differ(
    benchmark: Benchmark,
    completions: Sequence[str],
    finish_reasons: Sequence[str] | None = None,
    setting: str = "",
) -> list[bool]:
    """Return for each completion whether the two renderers draw it visibly differently. Both pictures have COMPARED
    pixels per side; they differ if the mean colour of a square of BLOCK pixels differs by more than VISIBLE of 255.
    Different smoothing of edges and kerning of labels (which CairoSVG lacks) stay below that. A drawing that only one
    renderer can paint differs. Raises sandbox.Unavailable without a sandbox.
    """
    if not has_drawings(benchmark):
        return [False] * len(completions)
    items = list(zip(completions, finish_reasons or ["stop"] * len(completions), strict=True))
    work = partial(differ_here, benchmark.answer_format, setting)
    if not workers.in_use():
        return work(items)
    outcomes = workers.run(work, items, max_workers=pool.workers())
    for outcome in outcomes:
        if outcome.failure is not None and isinstance(outcome.failure.error, sandbox.Unavailable):
            raise outcome.failure.error
    return [outcome.failure is None and bool(outcome.value) for outcome in outcomes]


def differ_here(format: str, setting: str, items: list[tuple[str, str]]) -> list[bool]:
    """Return for each completion whether the renderers draw it differently: in a worker."""
    drawings = drawings_of(format, setting, items)
    codes = [drawing for drawing in drawings if isinstance(drawing, str)]
    painted = [raster.render_many(codes, COMPARED, renderer=name) for name in raster.RENDERERS]
    pairs = zip(*painted, strict=True)
    return [isinstance(drawing, str) and visibly_differ(*next(pairs)) for drawing in drawings]


def visibly_differ(first: Pixels | Rejected, second: Pixels | Rejected) -> bool:
    """Return whether two pictures of COMPARED pixels differ visibly; see `renderers_differ`."""
    if isinstance(first, Rejected) or isinstance(second, Rejected):
        return isinstance(first, Rejected) != isinstance(second, Rejected)
    side = COMPARED // BLOCK
    means = [pixels.reshape(side, BLOCK, side, BLOCK, 3).mean(axis=(1, 3)) for pixels in (first, second)]
    return bool(abs(means[0] - means[1]).max() > VISIBLE)


def programs_drawings(completions: Sequence[str], finish_reasons: Sequence[str], format: str) -> "list[str | Rejected]":
    """Return the SVG of each completion's program, compiled if its language is a page language."""
    answers = [
        extract.code_answer(completion, format, reason)
        for completion, reason in zip(completions, finish_reasons, strict=True)
    ]
    programs = [answer.value for answer in answers if answer.value is not None]
    compiled = formats.get(format).convert_many(programs)
    drawn = iter([outcome if isinstance(outcome, Rejected) else outcome.svg for outcome in compiled])
    return [Rejected(answer.status, answer.reason) if answer.value is None else next(drawn) for answer in answers]


def turtle_drawings(completions: Sequence[str], finish_reasons: Sequence[str], setting: str) -> "list[str | Rejected]":
    """Return the SVG of each turtle figure, as the grader reads the completion."""
    from sgpkit.metrics.structure.turtle import predictions

    drawn = predictions.draw(list(map(Completion, completions, finish_reasons)), setting or TURTLE)
    return [one.rejected if isinstance(one, predictions.Failed) else one.figure.svg() for one in drawn]


@functools.cache
def warn(text: str) -> None:
    """Print a warning once per process."""
    print(f"sgpkit: {text}", file=sys.stderr)


def picture(rendered: "np.ndarray | Rejected") -> Picture:
    """Return rendered pixels as PNG, or the reason why there are none."""
    if isinstance(rendered, Rejected):
        return Picture(None, rendered.reason, rendered.status in (Status.INFRA_ERROR, Status.TIMEOUT))
    return Picture(raster.png(rendered))


def fit(png: bytes, size: int) -> Image.Image:
    """Return a picture on white, shrunk to fit a square of `size` pixels if it is larger."""
    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGBA" if opened.has_transparency_data or opened.mode not in ("RGB", "L") else "RGB")
    if image.mode == "RGBA":
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    image.thumbnail((size, size), Image.Resampling.LANCZOS)
    return image
