"""How alike two drawings look: SSIM and mean squared error of their renderings, position by position.

On white: `ssim`, `mse`, as published. Transparent-aware: `ssim_transparent`, `mse_transparent`, the mean over the
drawing on white and on black, where nothing hides: two drawings are the same on both only if they have the same colour
and opacity everywhere. The value is the SSIM on white, not below 0.

Whatever is no drawing has the worst of each measure, with its status, and so has one that shows nothing where something
was expected: an empty sheet of paper would be very like most drawings. (The published evaluation left failures out and
shifted what came after them.)

Sizes and windows: the paper names none. Pictures are fitted into SIZE pixels, with the window that the same group's
StarVector has (github.com/joanrod/star-vector, starvector/metrics/compute_SSIM.py, revision 5f0fac90): uniform, 11
pixels, a mean over the three channels. The error is the mean over pixels and channels, white being 1 (compute_l2.py).
"""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType
from typing import Any

from sgpkit import formats
from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.metrics import pictures
from sgpkit.metrics.paired import Learned, same_length, with_learned
from sgpkit.metrics.pictures import structural_similarity
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

SIZE = 224
WINDOW = 11
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
WORST: Mapping[str, float] = MappingProxyType(
    {"ssim": 0.0, "mse": 1.0, "ssim_transparent": 0.0, "mse_transparent": 1.0}
)
PARTS = tuple(WORST)

BATCH = 128
"""Pairs whose pictures are held at once."""

NOTHING: Mapping[str, Learned] = MappingProxyType({})


def score(
    predictions: Sequence[object],
    references: Sequence[Any],
    size: int = SIZE,
    window: int = WINDOW,
    format: str = "svg",
    finish_reasons: Sequence[str] | None = None,
    learned: Mapping[str, Learned] = NOTHING,
    folder: Path | None = None,
) -> list[Verdict]:
    """One verdict a prediction, in their order, with the parts in `PARTS` and one for each learned measure.

    `references` are what `pictures.references` takes: programs, images, or rows. `learned` measures see drawings on
    white at sizes of their own. `folder` keeps renderings from one process to the next.
    """
    same_length(predictions, references)
    painting.check_options(size, None, "cairo")
    structural_similarity.check_window(window, size)
    formats.get(format)
    ended = finish_reasons or ["stop"] * len(predictions)
    programs = pictures.svg_programs(predictions, format, ended)
    verdicts: list[Verdict] = []
    under_way: Iterable[Verdict] = ()
    with ThreadPoolExecutor(raster.workers(), "sgpkit-compare") as executor:
        for begin in range(0, len(programs), BATCH):
            batch = slice(begin, begin + BATCH)
            drawn = pictures.painted(programs[batch], size, None, folder, format)
            expected = pictures.references(references[batch], size, None, folder, first=begin)
            verdicts += under_way  # one batch is compared while the next is painted
            under_way = executor.map(lambda pair: verdict(pair[0], pair[1], window), zip(drawn, expected, strict=True))
        verdicts += under_way
    if not learned:
        return verdicts
    return with_learned(verdicts, learned, lambda measure: pairs(programs, references, measure.size, format, folder))


def verdict(drawn: Pixels | Rejected, expected: Pixels, window: int = WINDOW) -> Verdict:
    """Of two pictures with alpha."""
    if isinstance(drawn, Rejected):
        return Verdict(0.0, drawn.status, drawn.reason, dict(WORST))
    if shows_nothing(drawn) and not shows_nothing(expected):
        return Verdict(0.0, Status.OK, "nothing is drawn", dict(WORST))
    first, second = pictures.premultiplied(drawn), pictures.premultiplied(expected)
    white = compared(first, second, WHITE, window)
    black = compared(first, second, BLACK, window) if first[1].any() or second[1].any() else white
    parts = {
        "ssim": white[0],
        "mse": white[1],
        "ssim_transparent": (white[0] + black[0]) / 2,
        "mse_transparent": (white[1] + black[1]) / 2,
    }
    return Verdict(max(0.0, white[0]), Status.OK, f"SSIM {white[0]:.3f}, squared error {white[1]:.4f} on white", parts)


def compared(
    first: tuple[Pixels, Pixels], second: tuple[Pixels, Pixels], color: Sequence[int], window: int
) -> tuple[float, float]:
    planes = pictures.planes_over(*first, color), pictures.planes_over(*second, color)
    return structural_similarity.ssim_of_planes(*planes, window), structural_similarity.mean_squared_error(*planes)


def shows_nothing(pixels: Pixels) -> bool:
    return not pixels[..., 3].any()


def pairs(
    programs: Sequence[str | Rejected], references: Sequence[Any], size: int, format: str, folder: Path | None
) -> list[tuple[Pixels, Pixels] | None]:
    """Both on white, for learned measures; None where there is no drawing, or one that shows nothing."""
    drawn = pictures.painted(programs, size, None, folder, format)
    expected = pictures.references(references, size, None, folder)
    found: list[tuple[Pixels, Pixels] | None] = []
    for ours, theirs in zip(drawn, expected, strict=True):
        if isinstance(ours, Rejected) or (shows_nothing(ours) and not shows_nothing(theirs)):
            found.append(None)
        else:
            found.append((pictures.over(ours, "white"), pictures.over(theirs, "white")))
    return found
