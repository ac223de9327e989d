"""The renderer of the scored drawings, recorded under `renderer` in the provenance of scores.json."""

from collections.abc import Mapping
from typing import Any

from sgpkit.benchmark import Benchmark
from sgpkit.graphics import formats, raster
from sgpkit.runs.scoring import provenance

KEY = "renderer"


def block(benchmark: Benchmark, renderer: str) -> dict[str, Any]:
    """Return the entry of the provenance with the renderer, its version and its fonts; empty if no answer is a
    drawing."""
    return {KEY: raster.renderer_metadata(renderer)} if formats.has(benchmark.answer_format) else {}


def entry(figures: Mapping[str, Any]) -> Any:
    """Return the renderer recorded in the figures, or None."""
    recorded_block = figures.get(provenance.KEY)
    return recorded_block.get(KEY) if isinstance(recorded_block, Mapping) else None


def recorded(figures: Mapping[str, Any], benchmark: Benchmark) -> str:
    """Return the renderer that scores were made with, "" if no answer is a drawing. Raises ValueError for scores of
    drawings that record none, or one that does not exist, and for other scores that record any."""
    painted = entry(figures)
    if not formats.has(benchmark.answer_format):
        if painted is not None:
            raise ValueError(f"renderer: expected none, since answers are not drawings, found {painted!r:.60}")
        return ""
    name = painted.get("renderer") if isinstance(painted, Mapping) else None
    if not isinstance(name, str) or name not in raster.RENDERERS:
        raise ValueError(f"renderer: expected one of {', '.join(raster.RENDERERS)}, found {name!r:.60}")
    return name


def mismatches(figures: Mapping[str, Any]) -> str:
    """Return a remark if the recorded renderer has another version or other fonts here, else ""."""
    painted = entry(figures)
    if not isinstance(painted, Mapping):
        return ""
    ours = raster.renderer_metadata(str(painted["renderer"]))
    odd = [name for name, value in ours.items() if painted.get(name) != value]
    apart = [f"{name} {painted.get(name)!s:.40}, {ours[name]:.40} here" for name in odd]
    return f"rendered by a different version of the renderer: {'; '.join(apart)}" if apart else ""
