"""The available configs with their options."""

import importlib.metadata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from sgpkit import user_cache
from sgpkit.api import shown
from sgpkit.api.shown import public
from sgpkit.benchmark import Benchmark, families
from sgpkit.errors import UserError

if TYPE_CHECKING:
    import polars as pl

CACHED = "catalogue.json"

FEW = 3
"""The largest number of configs that `repr` names."""


@public
@dataclass(frozen=True, repr=False)
class Config:
    """One config: its rows by split, their sources, and the options for asking and scoring.

    `hub` is the dataset repo that `source="hub"` reads, or "". `scored` is False for training data. `needs` has the
    extras of sgpkit that are required for building and are not installed.
    """

    family: str
    config: str
    title: str
    rows: Mapping[str, int]
    sources: tuple[str, ...]
    hub: str
    scored: bool
    strategies: tuple[str, ...]
    modes: tuple[str, ...]
    settings: tuple[str, ...]
    baselines: tuple[str, ...]
    judges: tuple[str, ...]
    measures: tuple[str, ...]
    needs: tuple[str, ...]

    def __repr__(self) -> str:
        return shown.line(self, f"{self.config}: {shown.counts(self.rows)}")


@public
@dataclass(frozen=True, repr=False)
class Benchmarks:
    """Configs, ordered by family and declaration."""

    configs: tuple[Config, ...]

    def __iter__(self) -> Iterator[Config]:
        return iter(self.configs)

    def __len__(self) -> int:
        return len(self.configs)

    def __repr__(self) -> str:
        names = [one.config for one in self.configs]
        return shown.line(self, ", ".join(names) if len(names) <= FEW else f"{len(names)} configs, from {names[0]}")

    def _repr_html_(self) -> str:
        return shown.table(
            [
                {
                    "config": one.config,
                    "title": one.title,
                    "rows": shown.counts(one.rows),
                    "strategies": ", ".join(one.strategies),
                }
                for one in self.configs
            ]
        )

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one row per config; `rows` is the number of rows over all splits."""
        import polars as pl

        return pl.DataFrame([asdict(config) | {"rows": sum(config.rows.values())} for config in self.configs])


@public
def benchmarks(filter: str = "") -> Benchmarks:
    """Return the configs whose name, title or family contains `filter`."""
    wanted = filter.lower()
    listed = [with_missing_extras(config) for config in all_configs()]
    return Benchmarks(
        tuple(one for one in listed if wanted in f"{one.family}\n{one.config}\n{one.title}".lower()),
    )


def all_configs() -> list[Config]:
    """Return all configs with every extra that they need. The result is cached, since importing all families takes more
    than a second."""
    stored = user_cache.read(CACHED)
    if stored is not None:
        with suppress(TypeError):
            return [Config(**config_from_entry(entry)) for entry in stored]
    configs = [
        catalogue_entry(family, benchmark)
        for family in families.families()
        for benchmark in families.benchmarks(family)
    ]
    user_cache.write(CACHED, [asdict(config) for config in configs])
    return configs


def config_from_entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a config from a cache entry, with the lists of JSON converted to tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}


def with_missing_extras(config: Config) -> Config:
    """Return a config whose `needs` has only the extras that are not installed."""
    return replace(config, needs=tuple(extra for extra in config.needs if not installed(extra)))


def missing_extras(benchmark: Benchmark) -> tuple[str, ...]:
    """Return the extras that a config needs to be built, and that are not installed."""
    return tuple(extra for extra in benchmark.rows.extras if not installed(extra))


def check_extras(benchmarks: Sequence[Benchmark]) -> None:
    """Raise UserError if packages are missing that the configs need to be built."""
    missing = {benchmark.config: lacking for benchmark in benchmarks if (lacking := missing_extras(benchmark))}
    if missing:
        extras = ",".join(dict.fromkeys(extra for lacking in missing.values() for extra in lacking))
        needs = "needs" if len(missing) == 1 else "need"
        raise UserError(
            f"{', '.join(missing)} {needs} packages that are not installed\n"
            f"Install them: pip install 'sgpkit[{extras}]'"
        )


@cache
def installed(extra: str) -> bool:
    """Return whether the packages of an extra of sgpkit are installed, without importing them."""
    from packaging.requirements import Requirement

    for requirement in map(Requirement, importlib.metadata.requires("sgpkit") or ()):
        if requirement.marker and "extra" in str(requirement.marker) and requirement.marker.evaluate({"extra": extra}):
            try:
                importlib.metadata.version(requirement.name)
            except importlib.metadata.PackageNotFoundError:
                return False
    return True


def catalogue_entry(family: str, benchmark: Benchmark) -> Config:
    """Return the catalogue entry of a config, with every extra that it needs."""
    from sgpkit.data.hub import source as hub_source
    from sgpkit.engines import baseline

    published = hub_source.published(family)
    return Config(
        family,
        benchmark.config,
        benchmark.title,
        dict(benchmark.rows.counts),
        tuple(benchmark.rows.sources),
        published[benchmark.config].repo if benchmark.config in published else "",
        benchmark.scoring.score is not None,
        tuple(benchmark.prompts.strategies),
        benchmark.prompts.modes,
        benchmark.prompts.settings,
        baseline.names(benchmark),
        tuple(benchmark.scoring.judges),
        tuple(benchmark.scoring.learned),
        benchmark.rows.extras,
    )
