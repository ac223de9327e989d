"""Data files of families, TOML."""

import tomllib
from pathlib import Path
from typing import Any


def read(module: str, name: str) -> dict[str, Any]:
    """Return the tables of a file in the folder of a module (its `__file__`), with arrays as tuples."""
    tables = tomllib.loads(Path(module).with_name(name).read_text(encoding="utf-8"))
    return {key: with_tuples(value) for key, value in tables.items()}


def with_tuples(value: Any) -> Any:
    """Return a value with tuples in place of lists, at any depth."""
    if isinstance(value, list):
        return tuple(map(with_tuples, value))
    return {key: with_tuples(part) for key, part in value.items()} if isinstance(value, dict) else value
