"""Rows of a benchmark: their columns, and the sources that they come from."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import datasets

Row = dict[str, Any]
"""One item of a config: its columns by name. Images are PNG bytes, answers are letters."""

NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Skipped(NamedTuple):
    """An item of a source that did not become a row. The build log lists it."""

    name: str
    reason: str


Reader = Callable[[str, int], Iterator["tuple[str, Row] | Skipped"]]
"""(path, seed) -> pairs of split and row, or skipped items. Cheap per item: `Rows.finish` does the expensive work."""

Finish = Callable[[Row], "Row | Skipped"]
"""Completes a row in a worker process."""

ColumnType = str | tuple[str, ...]
"""A `datasets` dtype such as "string" or "int64"; "image"; "messages"; "list[dtype]"; or the names of a class label."""

REQUIRED_COLUMNS = ("id", "cluster", "source", "license")
"""The columns that every config has."""


class Source(NamedTuple):
    """A source of rows: the generator "builtin", or a reader of published data."""

    read: Reader
    """Yields the rows."""

    detects: Callable[[str], bool] | None = None
    """Whether a path holds data that `read` understands; None if the source must be named."""


class PublishedData(NamedTuple):
    """A config's published dataset on the Hub. A family's `published_data.py` holds them by config in `PUBLISHED`."""

    repo: str
    revision: str

    files: tuple[str, ...]
    """Glob patterns of the needed files."""

    reader: str
    """The name of the source that reads them."""

    license: str
    """The licence that the authors state, in words."""


@dataclass(frozen=True, kw_only=True)
class Rows:
    """The rows of a benchmark."""

    columns: Mapping[str, ColumnType]
    """The row type in plain words, so that listing benchmarks imports nothing heavy."""

    sources: Mapping[str, Source]
    """Sources by name. "builtin" makes the rows; the others read published data."""

    counts: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    """The number of builtin rows by split."""

    finish: Finish | None = None
    """Completes a row in a worker process: draws its pictures, proves that its answer is right. May return
    `Skipped`.
    """

    finish_in_folder: Callable[[Path], Finish] | None = None
    """Returns `finish` for the dataset folder that is being built, if finishing a row reads other files there."""

    groups: tuple[str, ...] = ()
    """Columns by whose values scores are grouped. "mode" and "setting" are columns of every scored row."""

    scored_columns: tuple[str, ...] = ()
    """The columns that `Scoring.score` reads, the only ones sent to its worker processes; () for all."""

    extras: tuple[str, ...] = ()
    """Extras of sgpkit that building needs. Scoring works without them."""

    @cached_property
    def features(self) -> "datasets.Features":
        """The row type for the Hub."""
        import datasets

        def feature(column: ColumnType) -> Any:
            if isinstance(column, tuple):
                return datasets.ClassLabel(names=list(column))
            if column == "image":
                return datasets.Image()
            if column == "messages":
                return datasets.List({"role": datasets.Value("string"), "content": datasets.Value("string")})
            if column.startswith("list["):
                return datasets.List(feature(column.removeprefix("list[").removesuffix("]")))
            return datasets.Value(column)

        return datasets.Features({name: feature(column) for name, column in self.columns.items()})

    def read(self, source: str = "builtin", path: str = "", seed: int = 0) -> Iterator[tuple[str, Row]]:
        """Yield the rows of a source, each with its split, without skipped items."""
        return (item for item in self.sources[source].read(path, seed) if not isinstance(item, Skipped))

    def detecting(self, path: str) -> list[str]:
        """Return the names of the sources that understand the data at a path."""
        return [name for name, source in self.sources.items() if source.detects is not None and source.detects(path)]
