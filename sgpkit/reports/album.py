"""Texts and pictures of the page, each stored once and numbered in the order of first use."""

import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass, field

from sgpkit import bars
from sgpkit.benchmark import Benchmark
from sgpkit.graphics import raster
from sgpkit.reports import picture_cache
from sgpkit.reports.picture_cache import PictureCache
from sgpkit.runs import rendering
from sgpkit.sandbox.workers import sandbox

PAINTED = 512
"""Size in pixels at which answers are rendered, the same as for references, so that equal drawings look equal."""

SHOWN = 256

MAX_COMPARED = 2_000
"""The largest number of answers per report that are also rendered by the other renderer: about 15 s on two cores."""

BATCH = 64

# The nearest of 16 levels, 17 apart, so white stays white.
LEVELS = [round(value / 17) * 17 for value in range(256)]

Answer = tuple[Benchmark, str, str, str]
"""An answer to render: benchmark, setting, completion, and finish reason."""

Key = tuple[str, str, str, str]
"""An answer with the config instead of the benchmark."""


@dataclass
class Pool:
    """Distinct texts, numbered by position."""

    numbers: dict[str, int] = field(default_factory=dict)

    def add(self, content: str) -> int:
        """Return the number of a text, and store it if it is new."""
        return self.numbers.setdefault(content, len(self.numbers))


@dataclass
class Album:
    """Pictures as small WebP files in base64. Equal originals are shrunk once, equal results are stored once. The cache
    has the pictures that earlier reports rendered or shrunk."""

    pool: Pool = field(default_factory=Pool)
    cache: PictureCache = field(default_factory=PictureCache)

    def add(self, png: bytes) -> int:
        """Shrink and store a picture; return its number."""
        key = picture_cache.key_of("image", png)
        small = self.cache.get(key)
        if not isinstance(small, bytes):
            small = shrunk(png)
            self.cache.put(key, small)
        return self.store(small)

    def store(self, small: bytes) -> int:
        """Store a picture that is already small; return its number."""
        return self.pool.add(base64.b64encode(small).decode())


def shrunk(png: bytes) -> bytes:
    """Return a picture with at most 256 pixels per side and 16 levels per channel, which are enough for a drawing.

    A palette of the most frequent colours could lose a single wrong atom of a molecule.
    """
    image = rendering.fit(png, SHOWN).point(LEVELS * 3)
    stream = io.BytesIO()
    image.save(stream, "WEBP", lossless=True, method=4)
    return stream.getvalue()


def answer_key(benchmark: Benchmark, setting: str, completion: str, finish_reason: str, kind: str = "answer") -> str:
    """Return the cache key of the picture of an answer, or of another `kind` of cached result."""
    painted = (str(PAINTED), raster.DEFAULT_RENDERER)
    return picture_cache.key_of(kind, benchmark.answer_format, setting, *painted, finish_reason, completion)


def differing(answers: Iterable[Answer], album: Album) -> set[Key]:
    """Return the answers, among the first MAX_COMPARED distinct ones, that the renderers draw visibly differently."""
    waiting: dict[tuple[str, str], list[tuple[str, str]]] = {}
    benchmarks: dict[str, Benchmark] = {}
    seen: set[Key] = set()
    differ: set[Key] = set()
    for benchmark, setting, completion, finish_reason in answers:
        key = (benchmark.config, setting, completion, finish_reason)
        if key in seen:
            continue
        if len(seen) == MAX_COMPARED:
            break
        seen.add(key)
        benchmarks[benchmark.config] = benchmark
        cached = album.cache.get(answer_key(benchmark, setting, completion, finish_reason, "differs"))
        if cached is None:
            waiting.setdefault((benchmark.config, setting), []).append((completion, finish_reason))
        elif cached:
            differ.add(key)
    for (config, setting), different in waiting.items():
        for start in range(0, len(different), BATCH):
            batch = different[start : start + BATCH]
            completions, finish_reasons = zip(*batch, strict=True)
            try:
                outcomes = rendering.renderers_differ(benchmarks[config], completions, finish_reasons, setting)
            except sandbox.Unavailable:  # `draw` has already warned about it
                return differ
            for (completion, finish_reason), outcome in zip(batch, outcomes, strict=True):
                kept = answer_key(benchmarks[config], setting, completion, finish_reason, "differs")
                album.cache.put(kept, "differs" if outcome else "")
                if outcome:
                    differ.add((config, setting, completion, finish_reason))
    return differ


def draw(answers: Iterable[Answer], album: Album, progress_shown: bool = True) -> dict[Key, int | str]:
    """Return the number of each answer's picture in the album, or the reason why there is none."""
    waiting: dict[tuple[str, str], dict[tuple[str, str], None]] = {}
    benchmarks = {}
    drawn: dict[Key, int | str] = {}
    for benchmark, setting, completion, finish_reason in answers:
        benchmarks[benchmark.config] = benchmark
        cached = album.cache.get(answer_key(benchmark, setting, completion, finish_reason))
        if cached is None:
            waiting.setdefault((benchmark.config, setting), {})[completion, finish_reason] = None
        else:
            drawn[benchmark.config, setting, completion, finish_reason] = (
                cached if isinstance(cached, str) else album.store(cached)
            )
    with bars.Bar("pictures", sum(map(len, waiting.values())), "drawings", shown=progress_shown) as progress:
        for (config, setting), different in waiting.items():
            keys = list(different)
            for start in range(0, len(keys), BATCH):
                batch = keys[start : start + BATCH]
                completions, finish_reasons = zip(*batch, strict=True)
                painted = rendering.pictures(benchmarks[config], completions, PAINTED, finish_reasons, setting)
                for key, picture in zip(batch, painted, strict=True):
                    small = picture.reason if picture.png is None else shrunk(picture.png)
                    if not picture.passing:
                        album.cache.put(answer_key(benchmarks[config], setting, *key), small)
                    drawn[config, setting, *key] = small if isinstance(small, str) else album.store(small)
                progress.update(len(batch))
    return drawn
