"""Build configs into a dataset repo folder."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgpkit.api.options import INTEGER, POSITIVE, check_number
from sgpkit.benchmark import Benchmark, families
from sgpkit.data import build as building
from sgpkit.data.hub import source as hub_source
from sgpkit.errors import UserError
from sgpkit.sandbox.cluster import stores

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class Built:
    """A config that was built: its rows by split, how many items of the source were left out, and where it is.

    `folder` is a text where that is an address. `license` says where published data came from and under which licence;
    `arrow` is the save_to_disk form, if any.
    """

    config: str
    rows: Mapping[str, int]
    skipped: int
    folder: Path | str
    license: str = ""
    arrow: Path | None = None


@dataclass(frozen=True)
class Builds:
    """The configs that one call built, in the order in which they were named."""

    configs: tuple[Built, ...]

    def __iter__(self) -> Iterator[Built]:
        return iter(self.configs)

    def __len__(self) -> int:
        return len(self.configs)

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one line a split of each config."""
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

    `source` is `[NAME=]PATH`, "hub" or `[NAME=]ORG/REPO@REVISION`. `limit` keeps the first rows of each split, and with
    `arrow` the save_to_disk form is written as well, in `out`-arrow. With `ray`, the address of a cluster, its tasks
    finish the rows and write the shards; `out` is then a folder that the nodes share, or an address that fsspec knows
    (s3://…, hf://…). The same arguments give the same bytes.
    """
    for name, value, number in (("limit", limit, POSITIVE), ("workers", workers, POSITIVE), ("seed", seed, INTEGER)):
        check_number(name, value, number)
    chosen = choose(configs, all)
    if stores.is_url(out) and (ray is None or arrow):
        raise UserError(f"--arrow needs a folder, not {out}" if arrow else f"--out {out} needs --ray: its tasks write")
    count = workers or os.cpu_count() or 1
    return Builds(tuple(build_one(benchmark, source, out, seed, limit, count, ray, arrow) for benchmark in chosen))


def choose(configs: tuple[str, ...], all: bool) -> list[Benchmark]:
    """Return the named configs, or all that `--all` stands for."""
    if all and configs:
        raise UserError("give configs or --all, not both")
    if not all and not configs:
        raise UserError("which config? One or more of those that sgpkit list names, or --all")
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
