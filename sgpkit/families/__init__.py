"""Families of benchmarks, found as plug-ins: the folders of `builders/`, entry points, and folders that are named.

A family is a package that declares `BENCHMARKS`. Its modules are `sgpkit.families.NAME`, wherever its folder lies.
`get` imports only the family that has the config.
"""

import importlib
import itertools
import pkgutil
from collections.abc import Iterator

from sgpkit import content
from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError, nearest

BUILTIN = str(content.families())
if BUILTIN not in __path__:
    __path__.append(BUILTIN)


def families() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules([BUILTIN]) if module.ispkg)


def module_name(family: str) -> str:
    """Return the dotted name under which a family is imported."""
    return f"{__name__}.{family}"


def benchmarks(family: str) -> tuple[Benchmark, ...]:
    declared: tuple[Benchmark, ...] = importlib.import_module(module_name(family)).BENCHMARKS
    return declared


def all_benchmarks() -> Iterator[Benchmark]:
    for family in families():
        yield from benchmarks(family)


def names() -> list[str]:
    """Every config, in the order of families and of their declarations."""
    return [benchmark.config for benchmark in all_benchmarks()]


def locate(config: str) -> tuple[str, Benchmark]:
    """The family and the declaration of a config."""
    # Configs begin like their family's folder, so the right family is nearly always the first one imported.
    likely = sorted(families(), key=lambda family: -shared_start(family, config))
    for family in likely:
        for benchmark in benchmarks(family):
            if benchmark.config == config:
                return family, benchmark
    raise UserError(f"unknown config {config!r}{nearest(config, names())}")


def shared_start(one: str, other: str) -> int:
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def get(config: str) -> Benchmark:
    return locate(config)[1]
