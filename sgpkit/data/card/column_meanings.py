"""Descriptions of columns: `columns.toml` in this folder for common columns, and one in the folder of each family.

The table `all` of a family applies to all its configs; a table named like a config overrides it.
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
    """Return the meaning of each column of a config."""
    own = tables(resources.files(families.module_name(family)).joinpath(FILE))
    known = {**tables(content.folder("hub_cards") / FILE)["all"], **own.get("all", {}), **own.get(benchmark.config, {})}
    missing = [name for name in benchmark.rows.columns if name not in known]
    if missing:
        raise UserError(f"{family}/{FILE}: no description of {', '.join(missing)} of {benchmark.config}")
    return {name: known[name] for name in benchmark.rows.columns}


def tables(folder: Traversable) -> Mapping[str, Mapping[str, str]]:
    """Return the tables of a TOML file; empty if the file does not exist."""
    return tomllib.loads(folder.read_text("utf-8")) if folder.is_file() else {}
