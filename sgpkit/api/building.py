"""Build configs into a dataset repo folder."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgpkit.api import catalogue, shown
from sgpkit.api.options import INTEGER, POSITIVE, check_number
from sgpkit.api.shown import public
from sgpkit.benchmark import Benchmark, families
from sgpkit.data import build as building
from sgpkit.data.hub import source as hub_source
from sgpkit.errors import UserError
from sgpkit.sandbox.cluster import stores

if TYPE_CHECKING:
    import polars as pl


@public
@dataclass(frozen=True, repr=False)
class Built:
    """A built config: its rows by split, the number of skipped source items, and its folder.

    `folder` is a string if it is a URL. `license` names the origin and the license of published data; `arrow` is the
    folder in save_to_disk format, if any.
    """

    config: str
    rows: Mapping[str, int]
    skipped: int
    folder: Path | str
    license: str = ""
    arrow: Path | None = None

    def __repr__(self) -> str:
        return shown.line(self, f"{self.config}: {shown.counts(self.rows)}; in {self.folder}")


@public
@dataclass(frozen=True, repr=False)
class Builds:
    """The configs built by one call, in the order of its arguments."""

    configs: tuple[Built, ...]

    def __iter__(self) -> Iterator[Built]:
        return iter(self.configs)

    def __len__(self) -> int:
        return len(self.configs)

    def __repr__(self) -> str:
        return shown.line(self, "; ".join(f"{built.config}: {shown.counts(built.rows)}" for built in self.configs))

    def _repr_html_(self) -> str:
        lines = [
            {"config": built.config, "rows": shown.counts(built.rows), "skipped": built.skipped, "folder": built.folder}
            for built in self.configs
        ]
        return shown.table(lines)

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one row per split of each config."""
        import polars as pl

        lines = [
            {
                "config": built.config,
                "split": split,
                "rows": rows,
                "skipped": built.skipped,
                "folder": str(built.folder),
            }
            for built in self.configs
            for split, rows in built.rows.items()
        ]
        return pl.DataFrame(lines)


@public
def build(
    *configs: str,
    all: bool = False,
    source: str | None = None,
    out: Path | str = "sgp-bench",
    seed: int = 0,
    limit: int | None = None,
    workers: int | None = None,
    ray: str | None = None,
    arrow: bool = False,
) -> Builds:
    """Build configs into the dataset repo folder `out`, from the builtin source or from published data.

    `source` is `[NAME=]PATH`, "hub" or `[NAME=]ORG/REPO@REVISION`. `limit` keeps the first rows of each split. `arrow`
    also writes `out`-arrow in the save_to_disk format. With `ray`, the address of a cluster, its tasks finish the rows
    and write the shards; `out` is then a folder that the nodes share, or a URL supported by fsspec (s3://…, hf://…).
    The output is deterministic: the same arguments give the same bytes.
    """
    for name, value, number in (("limit", limit, POSITIVE), ("workers", workers, POSITIVE), ("seed", seed, INTEGER)):
        check_number(name, value, number)
    chosen = choose(configs, all)
    if source is None:
        catalogue.check_extras(chosen)
    if stores.is_url(out) and (ray is None or arrow):
        raise UserError(
            f"--arrow needs a local folder as --out, got {out}"
            if arrow
            else f"--out {out}: writing to a URL needs --ray"
        )
    count = workers or os.cpu_count() or 1
    return Builds(tuple(build_one(benchmark, source, out, seed, limit, count, ray, arrow) for benchmark in chosen))


def choose(configs: tuple[str, ...], all: bool) -> list[Benchmark]:
    """Return the named configs, or all configs with `all`."""
    if all and configs:
        raise UserError("configs and --all are mutually exclusive")
    if not all and not configs:
        raise UserError("expected a CONFIG (see sgpkit list) or --all")
    if all:
        return [benchmark for benchmark in families.all_benchmarks() if benchmark.built_with_all]
    return [families.get(config) for config in configs]


def build_one(
    benchmark: Benchmark,
    source: str | None,
    out: Path | str,
    seed: int,
    limit: int | None,
    workers: int,
    ray: str | None,
    arrow: bool,
) -> Built:
    """Build one config."""
    origin: Mapping[str, object] = {}
    remark = ""
    if source is not None and hub_source.is_on_hub(source):
        reader, path, origin, remark = hub_source.find(benchmark, source)
    else:
        reader, path = building.choose_source(benchmark, source)
    report = building.build(benchmark, out, reader, path, seed, limit, workers, ray, origin)
    saved = building.save_arrow(Path(out), benchmark.config) if arrow else None
    return Built(report.config, report.rows, report.skipped, report.folder, remark, saved)
