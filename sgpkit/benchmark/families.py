"""Families of benchmarks, found as plug-ins.

A family is a package that declares `BENCHMARKS`. Families are the folders of `builders/` except `shared`, the entry
points of the group `sgpkit.families` (NAME = "package"), and folders named by `--family PATH` or `add`. A folder's
modules are `sgpkit.families.NAME`, wherever the folder is; `get` imports only the family that has the config.
"""

import importlib
import itertools
import pkgutil
from collections.abc import Iterator
from pathlib import Path

from sgpkit import families as mount
from sgpkit import plugins
from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError, nearest

SHARED = "shared"
"""The folder of the code that families share; it declares no benchmark."""


def add(path: Path | str) -> str:
    """Add the folder of a family for this process and those that it starts; returns the family's name."""
    folder = Path(path).resolve()
    refuse_shared(folder.name, folder)
    others = [one for one in plugins.folders() if one.name == folder.name and one != folder]
    shipped = Path(mount.BUILTIN, folder.name)
    if others or (shipped.is_dir() and shipped.resolve() != folder):
        taken = others[0] if others else shipped
        raise UserError(f"{folder}: a family named {folder.name} exists already ({taken}); rename the folder")
    plugins.add_folder(folder)
    mount.extend_path()
    return folder.name


def refuse_shared(name: str, source: object) -> None:
    """Raise UserError if a plug-in names a family like the folder of shared code."""
    if name == SHARED:
        raise UserError(f"{source}: the folder {SHARED} is reserved for shared code; rename the family")


def builtin() -> list[str]:
    """Return the names of the families of `builders/`."""
    packages = (module.name for module in pkgutil.iter_modules([mount.BUILTIN]) if module.ispkg)
    return sorted(name for name in packages if name != SHARED)


def families() -> list[str]:
    """Return the names of all families: the builtin ones, then those of plug-ins."""
    mount.extend_path()
    points, folders = plugins.entry_points(plugins.FAMILIES), plugins.folders()
    if SHARED in points:
        refuse_shared(SHARED, f"entry point {points[SHARED].value}")
    for folder in folders:
        refuse_shared(folder.name, folder)
    return list(dict.fromkeys((*builtin(), *sorted(points), *(folder.name for folder in folders))))


def module_name(family: str) -> str:
    """Return the dotted name under which a family is imported."""
    is_folder = Path(mount.BUILTIN, family).is_dir() or any(folder.name == family for folder in plugins.folders())
    point = None if is_folder else plugins.entry_points(plugins.FAMILIES).get(family)
    return f"{mount.__name__}.{family}" if point is None else point.module


def benchmarks(family: str) -> tuple[Benchmark, ...]:
    """Return the benchmarks that a family declares."""
    mount.extend_path()
    module = importlib.import_module(module_name(family))
    declared: tuple[Benchmark, ...] | None = getattr(module, "BENCHMARKS", None)
    if declared is None:
        raise UserError(f"the family {family} ({module.__file__}) declares no BENCHMARKS")
    return declared


def all_benchmarks() -> Iterator[Benchmark]:
    """Yield the benchmarks of all installed families; this imports every family."""
    for family in families():
        yield from benchmarks(family)


def names() -> list[str]:
    """Return every config, in the order of families and of their declarations."""
    return [benchmark.config for benchmark in all_benchmarks()]


def import_likely(config: str) -> None:
    """Import the builtin family that a config probably belongs to, in a process that will be forked."""
    family = max(builtin(), key=lambda family: shared_start(family, config))
    if shared_start(family, config) >= len("vg"):
        importlib.import_module(f"{mount.__name__}.{family}")


def locate(config: str) -> tuple[str, Benchmark]:
    """Return the family and the declaration of a config. Raises UserError for an unknown config."""
    # Configs begin like their family's folder, so the right family is nearly always the first one imported.
    likely = sorted(families(), key=lambda family: -shared_start(family, config))
    for family in likely:
        for benchmark in benchmarks(family):
            if benchmark.config == config:
                return family, benchmark
    hint = nearest(config, names(), "sgpkit list")
    raise UserError(f"unknown config {config!r}{hint}")


def shared_start(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def get(config: str) -> Benchmark:
    """Return the benchmark of a config, importing only its family. Raises UserError for an unknown config."""
    return locate(config)[1]
