"""The files of this machine's Python that sandboxed programs see: by list, since a whole prefix may contain anything.

An interpreter without a virtual environment has its packages, this one included, below its own prefix, and the
system's interpreters have theirs below /usr, which every sandbox shows. `interpreter_paths` and `packages` list what is
shown, `hidden_folders` what is covered by an empty folder.
"""

import functools
import importlib.metadata
import importlib.util
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from sgpkit import content, plugins

SYSTEM = Path("/usr")
PACKAGES = ("site-packages", "dist-packages")
"""Names of the folders of installed packages."""
_OF_THE_SYSTEM = ("lib*/python*/site-packages", "lib*/python*/dist-packages", "local/lib*/python*")
_NOT_PACKAGES = ("..", "__pycache__")


class Packages(NamedTuple):
    """Installed packages: the folders to import them from, and their own files and folders in these."""

    folders: tuple[str, ...]
    paths: tuple[str, ...]


def interpreter() -> Path:
    """Return this machine's Python interpreter with links resolved."""
    return Path(getattr(sys, "_base_executable", sys.executable)).resolve()


@functools.cache
def interpreter_paths() -> tuple[str, ...]:
    """Return the interpreter, the folders of its standard library, and the shared libraries next to them."""
    library = Path(sysconfig.get_path("stdlib", vars={"installed_base": sys.base_prefix}))
    compiled = Path(sysconfig.get_config_var("DESTSHARED") or library)
    folders = [library] if compiled.is_relative_to(library) else [library, compiled]
    # libpython; in conda's prefixes also what extension modules are linked with.
    shared = sorted((Path(sys.base_prefix) / "lib").glob("lib*.so*"))
    return tuple(str(path) for path in (interpreter(), *folders, *shared) if path.exists())


@functools.cache
def packages(*names: str) -> Packages:
    """Return installed distributions with everything they require. Missing ones are left out."""
    paths = {path for distribution in _with_requirements(names) for path in _own_paths(distribution) if path.exists()}
    return Packages(tuple(sorted({str(path.parent) for path in paths})), tuple(sorted(map(str, paths))))


def _with_requirements(names: Iterable[str]) -> Iterator[importlib.metadata.Distribution]:
    waiting, seen = list(names), set[str]()
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in seen:
            continue
        seen.add(name)
        try:
            distribution = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        yield distribution
        required = map(Requirement, distribution.requires or ())
        waiting += [other.name for other in required if other.marker is None or other.marker.evaluate({"extra": ""})]


def _own_paths(distribution: importlib.metadata.Distribution) -> set[Path]:
    """Return the files and folders of a distribution, each directly in a folder of packages."""
    if distribution.files:
        names = {file.parts[0] for file in distribution.files} - set(_NOT_PACKAGES)
        return {Path(str(distribution.locate_file(name))) for name in names if not name.endswith(".pth")}
    # The system's packages have no list of files.
    modules = (distribution.read_text("top_level.txt") or distribution.name).split()
    return {path for module in modules for path in _module_paths(module)}


def _module_paths(module: str) -> Iterator[Path]:
    spec = importlib.util.find_spec(module)
    if spec is not None and spec.origin is not None:
        yield Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)


def hidden_folders(shown: Iterable[str]) -> tuple[str, ...]:
    """Return the folders to cover in a sandbox that shows /usr and these paths: of packages, and of this project."""
    own = {content.CHECKOUT or content.PACKAGE, *plugins.folders(), *map(Path, filter(_is_of_packages, sys.path))}
    inside = {Path(path, name) for path in shown for name in PACKAGES if not _is_of_packages(path)}
    below = {path.resolve() for path in own if path.resolve().is_relative_to(SYSTEM)}
    return tuple(sorted(str(path) for path in _system_folders() | below | inside if path.is_dir()))


@functools.cache
def _system_folders() -> frozenset[Path]:
    paths = (path.resolve() for pattern in _OF_THE_SYSTEM for path in SYSTEM.glob(pattern))
    return frozenset(path for path in paths if path.is_relative_to(SYSTEM))


def _is_of_packages(path: str) -> bool:
    return Path(path).name in PACKAGES
