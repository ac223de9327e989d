"""The meanings of columns: `columns.toml` here for those that every config has, and one in each family's folder.

A family's table `all` holds for its configs; a table with a config's name says what is otherwise there.
"""

import tomllib
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable

from sgpkit import content
from sgpkit.benchmark import Benchmark, families
from sgpkit.errors import UserError

FILE = "columns.toml"


def meanings(family: str, benchmark: Benchmark) -> dict[str, str]:
    """Return what each column of a config holds, in words."""
    own = tables(resources.files(families.module_name(family)).joinpath(FILE))
    known = {**tables(content.folder("hub_cards") / FILE)["all"], **own.get("all", {}), **own.get(benchmark.config, {})}
    missing = [name for name in benchmark.rows.columns if name not in known]
    if missing:
        raise UserError(f"builders/{family}/{FILE} does not say what {', '.join(missing)} of {benchmark.config} means")
    return {name: known[name] for name in benchmark.rows.columns}


def tables(folder: Traversable) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of a TOML file; none where there is no such file."""
    return tomllib.loads(folder.read_text("utf-8")) if folder.is_file() else {}
