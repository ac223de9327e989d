"""The visual similarity of two drawings: their renderings compared by position, relative to trivial answers.

The value is 1 for the reference and 0 for the best trivial answer: a white page, the best page of one colour, or the
starting drawing, if given. In between, it is the fraction by which that answer's error is reduced, where the error is
the difference of colours at several scales (`multiscale`). `ssim_gain` is the same for SSIM, which is less tolerant of
small shifts. Most of a drawing is background, so SSIM itself is 0.5 to 0.8 for a white page.

As published, on white: `ssim`, `mse`. `ssim_transparent` and `mse_transparent` are means over the drawing on white and
on black: two drawings are equal on both only if colour and opacity are equal everywhere.

A failed drawing gets the worst value of each measure, with its status. So does a drawing that shows nothing although
the reference does, since a blank page resembles most drawings. (The published evaluation left failures out, which
misaligned the rows after them.)

The paper states neither size nor window. Pictures have SIZE pixels per side, and the window is that of StarVector, by
the same group (github.com/joanrod/star-vector, starvector/metrics/compute_SSIM.py, revision 5f0fac90): uniform, 11
pixels, mean over the three channels. The error is the mean over pixels and channels, with white as 1 (compute_l2.py).
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np

from sgpkit.graphics import formats, raster
from sgpkit.graphics.raster import Pixels, painting
from sgpkit.metrics import isolated, pictures, results
from sgpkit.metrics import learned as learned_metrics
from sgpkit.metrics.pair_metric import PairMetric
from sgpkit.metrics.paired import add_parts, same_length
from sgpkit.metrics.pictures import multiscale, structural_similarity
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

P = ParamSpec("P")
T = TypeVar("T")

SIZE = 224
WINDOW = 11
WHITE, BLACK = (255, 255, 255), (0, 0, 0)
WORST: Mapping[str, float] = MappingProxyType(
    {"ssim": 0.0, "mse": 1.0, "ssim_transparent": 0.0, "mse_transparent": 1.0, "ssim_gain": 0.0}
)
PARTS = tuple(WORST)

BATCH = 128
"""Number of pairs whose pictures are in memory at the same time."""

NOTHING: Mapping[str, PairMetric] = MappingProxyType({})


class AtOnce(Executor):
    """An executor that runs each call immediately, in the calling thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Return the result as a completed future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Floor(NamedTuple):
    """The best result without drawing: the highest SSIM, and the smallest difference of colours; with the reference
    at all scales.
    """

    ssim: float
    error: float
    reached: multiscale.Levels


def score(
    predictions: Sequence[object],
    references: Sequence[Any],
    size: int = SIZE,
    window: int = WINDOW,
    format: str = "svg",
    learned: Mapping[str, PairMetric] = NOTHING,
    folder: Path | None = None,
    starts: Sequence[Any] | None = None,
    renderer: str | None = None,
    value_only: bool = False,
) -> list[Score]:
    """Return a score for each prediction, with the parts in `PARTS` and one for each learned metric.

    `references` are any input of `pictures.references`: programs, images, or rows; so are `starts`, the drawings given
    in the task, if any. `learned` metrics see drawings on white at their own sizes. `folder` caches renderings across
    processes. `renderer` is "resvg", unless the context chose another; the published protocol's is "cairo".
    `value_only` leaves out `PARTS`, which take most of the time: the value is the same.
    """
    same_length(predictions, references)
    if starts is not None:
        same_length(predictions, starts)
    renderer = painting.check_options(size, None, renderer)
    structural_similarity.check_window(window, size)
    formats.get(format)
    programs = pictures.svg_programs(predictions, format)
    scores: list[Score] = []
    pending: Iterable[Score] = ()
    count = raster.workers()
    background = raster.ON_WHITE if value_only else None
    with AtOnce() if count == 1 else ThreadPoolExecutor(count, "sgpkit-compare") as executor:
        for begin in range(0, len(programs), BATCH):
            batch = slice(begin, begin + BATCH)
            own = [references[batch]] if starts is None else [references[batch], starts[batch]]
            allowed = pictures.allowed_by(*own, first=begin)
            drawn = pictures.painted(programs[batch], size, background, folder, format, renderer, allowed)
            expected = pictures.references(references[batch], size, background, folder, begin, renderer)
            given: Sequence[Pixels | None] = [None] * len(drawn)
            if starts is not None:
                given = pictures.references(starts[batch], size, background, folder, begin, renderer)
            scores += pending  # one batch is compared while the next is painted
            floors = floors_of(executor, expected, given, None if value_only else window)
            judged = value_of if value_only else partial(score_in_turn, window)
            pending = executor.map(judged, drawn, expected, floors)
        scores += pending
    if not learned:
        return scores
    return add_parts(scores, learned, lambda metric: pairs(programs, references, metric.size, format, folder, renderer))


def floors_of(
    executor: Executor, expected: Sequence[Pixels], given: Sequence[Pixels | None], window: int | None
) -> list[Future[Floor]]:
    """Return the floor of each pair of reference and start, computed once for equal pairs. Without a window, the
    pictures are from `raster.ON_WHITE`."""
    lowest = floor_on_white if window is None else floor
    begun: dict[tuple[int, int], Future[Floor]] = {}
    floors = []
    for picture, start in zip(expected, given, strict=True):
        key = (id(picture), id(start))
        if key not in begun:
            begun[key] = executor.submit(lowest, picture, window, start)
        floors.append(begun[key])
    return floors


def score_in_turn(window: int, drawn: Pixels | Rejected, expected: Pixels, least: Future[Floor]) -> Score:
    """Return the score of one picture, after waiting for its floor."""
    return score_of(drawn, expected, window, least.result())


def value_of(drawn: Pixels | Rejected, expected: Pixels, least: Future[Floor]) -> Score:
    """Return the score, without parts, of one picture against another, both from `raster.ON_WHITE`."""
    if isinstance(drawn, Rejected):
        return Score.rejected(drawn)
    if shows_nothing(drawn) and not shows_nothing(expected):
        return Score(0.0, {}, Status.OK, "nothing is drawn")
    floor = least.result()
    shown = multiscale.planes_on_white(drawn)
    value = gain(multiscale.error(multiscale.levels(shown), floor.reached), floor.error)
    return Score(value, {}, Status.OK, f"{value:.3f} of the way from a blank page to the reference")


def score_of(drawn: Pixels | Rejected, expected: Pixels, window: int = WINDOW, least: Floor | None = None) -> Score:
    """Return the score of one picture against another, both with alpha. `least` is the floor of the other."""
    if isinstance(drawn, Rejected):
        return Score.rejected(drawn, dict(WORST))
    if shows_nothing(drawn) and not shows_nothing(expected):
        return Score(0.0, dict(WORST), Status.OK, "nothing is drawn")
    least = least or floor(expected, window)
    first, second = pictures.premultiplied(drawn), pictures.premultiplied(expected)
    ours = pictures.planes_over(*first, WHITE)
    white = compared(ours, pictures.planes_over(*second, WHITE), window)
    black = white
    if first[1].any() or second[1].any():
        black = compared(pictures.planes_over(*first, BLACK), pictures.planes_over(*second, BLACK), window)
    parts = {
        "ssim": white[0],
        "mse": white[1],
        "ssim_transparent": (white[0] + black[0]) / 2,
        "mse_transparent": (white[1] + black[1]) / 2,
        "ssim_gain": gain(1.0 - white[0], 1.0 - least.ssim),
    }
    value = gain(multiscale.error(multiscale.levels(ours), least.reached), least.error)
    measures = f"SSIM {white[0]:.3f}, squared error {white[1]:.4f} on white"
    reason = f"{value:.3f} of the way from a blank page to the reference; {measures}"
    return Score(value, parts, Status.OK, reason)


def gain(left: float, whole: float) -> float:
    """Return the share of an error that is removed, given the remaining and the whole error; if the whole is 0, 1 for a
    remaining error of 0."""
    return max(0.0, 1.0 - left / whole) if whole > 0 else float(left <= 0)


def floor(expected: Pixels, window: int | None = WINDOW, start: Pixels | None = None) -> Floor:
    """Return the SSIM and error of the best trivial answer: a white page, one of the reference's median colour, or the
    given start. Without a window the SSIM is NaN."""
    given = None if start is None else multiscale.on_white(start)
    return floor_of_planes(multiscale.on_white(expected), window, given)


def floor_on_white(expected: Pixels, window: int | None, start: Pixels | None) -> Floor:
    """Return `floor` for pictures from `raster.ON_WHITE`."""
    given = None if start is None else multiscale.planes_on_white(start)
    return floor_of_planes(multiscale.planes_on_white(expected), window, given)


def floor_of_planes(planes: Pixels, window: int | None, start: Pixels | None) -> Floor:
    """Return `floor` for planes on white."""
    reached = multiscale.levels(planes)
    colors = list({WHITE, multiscale.commonest(planes)})
    errors = [multiscale.error(multiscale.page_levels(color), reached) for color in colors]
    best = colors[errors.index(min(errors))]
    if start is not None:
        errors.append(multiscale.error(multiscale.levels(start), reached))
    ssim = math.nan
    if window is not None:
        others = [np.ascontiguousarray(multiscale.page(planes, best)), *([] if start is None else [start])]
        ssim = max(structural_similarity.ssim_of_planes(other, planes, window) for other in others)
    return Floor(ssim, min(errors), reached)


def compared(first: Pixels, second: Pixels, window: int) -> tuple[float, float]:
    """Return the SSIM and the error of the planes of two pictures."""
    ssim = structural_similarity.ssim_of_planes(first, second, window)
    return ssim, structural_similarity.mean_squared_error(first, second)


def shows_nothing(pixels: Pixels) -> bool:
    """Return whether a picture is transparent everywhere."""
    return int(np.ascontiguousarray(pixels).view("<u4").max()) < 1 << 24


def pairs(
    programs: Sequence[str | Rejected],
    references: Sequence[Any],
    size: int,
    format: str,
    folder: Path | None,
    renderer: str | None = None,
) -> list[tuple[Pixels, Pixels] | None]:
    """Return both pictures of each pair on white, or None if the drawing failed, or shows nothing although the
    reference does."""
    allowed = pictures.allowed_by(references)
    drawn = pictures.painted(programs, size, None, folder, format, renderer, allowed)
    expected = pictures.references(references, size, None, folder, renderer=renderer)
    compared_pairs: list[tuple[Pixels, Pixels] | None] = []
    for ours, theirs in zip(drawn, expected, strict=True):
        if isinstance(ours, Rejected) or (shows_nothing(ours) and not shows_nothing(theirs)):
            compared_pairs.append(None)
        else:
            compared_pairs.append((pictures.over(ours, "white"), pictures.over(theirs, "white")))
    return compared_pairs


def result(
    predictions: Sequence[object],
    references: Sequence[Any],
    size: int = SIZE,
    window: int = WINDOW,
    format: str = "svg",
    models: Mapping[str, str | None] | None = None,
    device: str = "auto",
    batch_size: int = 32,
    folder: str | Path | None = None,
    renderer: str | None = None,
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    folder = None if folder is None else Path(folder)
    learned, descriptions = learned_metrics.load_pairs(models or {}, "drawing", device, batch_size)
    options: dict[str, Any] = {"size": size, "window": window, "format": format, "folder": folder, "renderer": renderer}
    if learned:  # a model is loaded here once, and not in every worker
        scores = score(predictions, references, learned=learned, **options)
    else:
        scores = isolated.scores(score, predictions, references, **options)
    parts = results.columns(scores, [*PARTS, *learned])
    means = {"similarity": results.values(scores), **results.mean_names(parts)}
    return {
        **results.means(results.known_clusters(clusters, references, len(scores)), means),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **parts,
        "models": descriptions,
        "size": size,
        "window": window,
        "renderer": raster.renderer_metadata(raster.current_renderer(renderer)),
        **results.summary(scores),
    }
