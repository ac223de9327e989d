"""Suites: configs with their number of rows and options, and models to ask.

A suite is a TOML file. Built-in suites are stored next to the families; `full` has every scored config, and each family
is a suite of its own configs. Names of suites and configs can be combined.
"""

import itertools
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import content
from sgpkit.api import options as option_names
from sgpkit.benchmark import NOTHING, Benchmark, families
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading
from sgpkit.runs import moved_rows

FULL = "full"

ASKED = {"strategy": "strategies", "mode": "modes", "setting": "settings"}
"""Options for which a suite may list several values, with the key of the list; all combinations are asked."""

MAX_BYTES = 2**16
MAX_ITEMS = 1_000
MAX_NUMBER = 10**9
MAX_DOTS = 200
"""Limits of a suite file, which may be untrusted: three lists in 20 KB combine to a billion runs, and the parser takes
quadratic time in the number of dots in a dotted key."""

CONFIG_KEYS = ("config", "rows", "build_limit", "n", "temperature", "resample", *ASKED, *ASKED.values())
SUITE_KEYS = ("title", "data", "build_limit", "configs", "models")


class Item(NamedTuple):
    """One way to ask one config. `rows` is the size of the fixed subset, 0 for all rows; `build_limit` is that of the
    suite.
    """

    config: str
    rows: int = 0
    strategy: str | None = None
    mode: str | None = None
    setting: str | None = None
    n: int | None = None
    temperature: float | None = None
    resample: int | None = None
    build_limit: int | None = None


@dataclass(frozen=True)
class Model:
    """A model and the engine that runs it. `options` has sampling and engine options by name."""

    engine: str
    model: str
    name: str | None = None
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


@dataclass(frozen=True)
class Suite:
    """A set of configs and models to evaluate. Rows are in `data`, a folder or a repo on the Hub; configs missing from
    a folder are built there, with at most `build_limit` rows per split if that is not None."""

    name: str
    title: str
    items: tuple[Item, ...]
    data: str = moved_rows.DEFAULT
    build_limit: int | None = None
    models: tuple[Model, ...] = ()


def names() -> list[str]:
    """Return the names of all suites: the built-in ones, then `full`, then the families."""
    return [*shipped(), FULL, *families.families()]


def shipped() -> dict[str, Path]:
    """Return the built-in suite files by name, the smallest first."""
    return {path.stem: path for path in sorted(content.families().glob("*.toml"), key=size)}


def size(path: Path) -> tuple[int, str]:
    """Return the sort key of a suite file: the number of rows that it asks, and its name."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    limit = content.get("build_limit", 0)
    return sum(entry.get("rows", entry.get("build_limit", limit)) for entry in content["configs"]), path.stem


def load(words: Sequence[str]) -> Suite:
    """Return the combined suite of the named suites, configs and TOML files. Raises UserError for an unknown name, or
    if the suites read different data."""
    if not words:
        raise UserError(f"expected a SUITE or CONFIG; a suite is one of {', '.join(names())}, or a TOML file")
    loaded = [one(word) for word in words]
    if len(loaded) == 1:
        return loaded[0]
    data = {(suite.data, suite.build_limit) for suite in loaded}
    if len(data) > 1:
        raise UserError(f"{' and '.join(words)} read different data; evaluate them separately")
    items = tuple(dict.fromkeys(item for suite in loaded for item in suite.items))
    models = tuple(model for suite in loaded for model in suite.models)
    return Suite("-".join(suite.name for suite in loaded)[:80], "", items, *data.pop(), models)


def one(word: str) -> Suite:
    """Return the suite with this name or file."""
    if word.endswith(".toml"):
        return read(Path(word))
    files = shipped()
    if word in files:
        return read(files[word])
    if word == FULL:
        return suite_of(FULL, "All rows of all scored configs", families.all_benchmarks())
    family = word.replace("-", "_")
    if family in families.families():
        return suite_of(family, f"All rows of {family}", families.benchmarks(family))
    try:
        benchmark = families.get(word)
    except UserError:
        known = [*names(), *families.names()]
        raise UserError(f"unknown suite or config {word!r}{nearest(word, known)}") from None
    return Suite(word, benchmark.title, (Item(word),))


def suite_of(name: str, title: str, benchmarks: Iterator[Benchmark] | Sequence[Benchmark]) -> Suite:
    """Return the suite of all rows of the benchmarks that are scored and can be built on this machine."""
    scored = [one for one in benchmarks if one.built_with_all]
    return Suite(name, title, tuple(Item(benchmark.config) for benchmark in scored))


def read(path: Path) -> Suite:
    """Read a suite file. Raises UserError if it is missing or invalid."""
    if not path.is_file():
        raise UserError(f"no suite file {path}; a suite is one of {', '.join(names())}, or a TOML file")
    with reading(path, "A suite is TOML with a table [[configs]] for each config."):
        if path.stat().st_size > MAX_BYTES:
            raise ValueError(f"the file has {path.stat().st_size:,} bytes, more than the limit of {MAX_BYTES:,}")
        text = path.read_text(encoding="utf-8")
        if any(line.count(".") > MAX_DOTS for line in text.split("\n")):
            raise ValueError(f"a line has more than {MAX_DOTS} dots")
        content = tomllib.loads(text)
    refuse_unknown(path, content, SUITE_KEYS)
    entries = tables(path, content, "configs")
    if not entries:
        raise UserError(f"{path}: no configs; expected [[configs]] with config = NAME")
    counts = [math.prod(len(listed_values(path, entry, name)) for name in ASKED) for entry in entries]
    if sum(counts) > MAX_ITEMS:
        raise UserError(f"{path}: its lists combine to {sum(counts):,} runs; expected at most {MAX_ITEMS:,}")
    items = tuple(item for entry in entries for item in items_of(path, entry))
    models = tuple(model_of(path, entry) for entry in tables(path, content, "models"))
    limit = content.get("build_limit")
    return Suite(
        path.stem,
        typed(path, content, "title", str, ""),
        items,
        typed(path, content, "data", str, moved_rows.DEFAULT),
        None if limit is None else positive(path, content, "build_limit"),
        models,
    )


def items_of(path: Path, entry: Mapping[str, Any]) -> Iterator[Item]:
    """Yield the items of a table [[configs]]: one per combination of strategies, modes and settings."""
    refuse_unknown(path, entry, CONFIG_KEYS)
    config = typed(path, entry, "config", str, "")
    if not config:
        raise UserError(f"{path}: a table [[configs]] has no config = NAME")
    listed = [listed_values(path, entry, name) for name in ASKED]
    for strategy, mode, setting in itertools.product(*listed):
        yield Item(
            config,
            positive(path, entry, "rows") if "rows" in entry else 0,
            strategy,
            mode,
            setting,
            positive(path, entry, "n") if "n" in entry else None,
            finite(path, entry, "temperature") if "temperature" in entry else None,
            positive(path, entry, "resample") if "resample" in entry else None,
            positive(path, entry, "build_limit") if "build_limit" in entry else None,
        )


def listed_values(path: Path, entry: Mapping[str, Any], name: str) -> list[str | None]:
    """Return the value of `name`, or the values of its list, or [None] if neither is given."""
    if name in entry:
        return [typed(path, entry, name, str, "")]
    values = typed(path, entry, ASKED[name], list, [])
    if any(not isinstance(value, str) for value in values):
        raise UserError(f"{path}: {ASKED[name]}: expected a list of names, got {values!r:.60}")
    return list(values) or [None]


def model_of(path: Path, entry: Mapping[str, Any]) -> Model:
    """Return the model of a table [[models]]: engine, model, name, and sampling or engine options of `sgpkit run`."""
    given = {key.replace("-", "_"): value for key, value in entry.items()}
    known = ("engine", "model", "name", *option_names.SAMPLING, *option_names.ENGINE_OPTIONS)
    refuse_unknown(path, given, known)
    engine, model = (typed(path, given, name, str, "") for name in ("engine", "model"))
    if not engine or not model:
        raise UserError(f"{path}: a table [[models]] needs engine = … and model = …")
    rest = {key: value for key, value in given.items() if key not in ("engine", "model", "name")}
    return Model(engine, model, typed(path, given, "name", str, "") or None, rest)


def tables(path: Path, content: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """Return the tables [[NAME]] of a suite file."""
    listed = typed(path, content, name, list, [])
    if any(not isinstance(entry, dict) for entry in listed):
        raise UserError(f"{path}: {name}: expected tables, [[{name}]]")
    return list(listed)


def typed(path: Path, entry: Mapping[str, Any], name: str, kind: Any, default: Any) -> Any:
    """Return a value of a suite file, or a default. Raises UserError for a value of another type."""
    value = entry.get(name, default)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UserError(f"{path}: {name} is {value!r:.60}; expected {getattr(kind, '__name__', 'a number')}")
    return value


def positive(path: Path, entry: Mapping[str, Any], name: str) -> int:
    """Return a whole number of at least 1 from a suite file."""
    value: int = typed(path, entry, name, int, 0)
    if not 1 <= value <= MAX_NUMBER:
        raise UserError(
            f"{path}: {name} is {value!s:.60}; expected a whole number of at least 1, and at most {MAX_NUMBER:,}"
        )
    return value


def finite(path: Path, entry: Mapping[str, Any], name: str) -> float:
    """Return a number from a suite file that is not infinite."""
    value = typed(path, entry, name, int | float, 0.0)
    if not -MAX_NUMBER <= value <= MAX_NUMBER:
        raise UserError(f"{path}: {name} is {value!s:.60}; expected a number")
    return float(value)


def refuse_unknown(path: Path, entry: Mapping[str, Any], known: Sequence[str]) -> None:
    """Raise UserError for an unknown key."""
    for key in entry:
        if key not in known:
            raise UserError(f"{path}: unknown key {key!r}{nearest(key, known)}")
