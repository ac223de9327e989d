"""The record of a build in `CONFIG/build.json`: the hash of every file, and their origin.

A folder whose files no longer have these hashes was edited by hand, and is neither pushed nor compared as a version.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit.data.card import readme
from sgpkit.errors import UserError
from sgpkit.files import file_digest, write_atomically
from sgpkit.sandbox.untrusted import json_values, regular

NAME = "build.json"

CANARY = "5d0e5c86-6a0b-4f0b-9f58-0f5c4c1f6a52"
"""A training corpus that contains this text contains our rows. Rounds have their own canaries."""


def write(folder: Path, config: str, origin: Mapping[str, Any], files: Mapping[str, str]) -> None:
    """Record a config in its folder, with the SHA-256 of its files by their names. Nothing about this machine is
    recorded."""
    hashes = {"sha256": dict(sorted(files.items()))}
    metadata = {"config": config, "sgpkit": sgpkit.__version__, "canary": CANARY, **origin, **hashes}
    write_atomically(folder / NAME, json.dumps(metadata, indent=1, ensure_ascii=False) + "\n")


def read(folder: Path, config: str) -> dict[str, Any]:
    """Return the record of a config. Raises UserError if there is none, or if it is damaged."""
    path = folder / config / NAME
    try:
        metadata = json_values.parse(regular.read_linked(path, json_values.MAX_BYTES))
        if isinstance(metadata["sha256"], dict):
            return dict(metadata)
    except FileNotFoundError:
        raise UserError(
            f"{folder / config}: {NAME}, the record of the build, is missing\n{again(folder, config)}"
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise UserError(f"{path} is damaged\n{again(folder, config)}")


def find(folder: Path, config: str) -> dict[str, Any]:
    """Return the record of a config; empty if it is damaged or missing, as in files from the Hub that sgpkit did not
    build.
    """
    try:
        return read(folder, config)
    except UserError:
        return {}


def canary(made: Mapping[str, Any]) -> str:
    """Return the canary in the record of a config: that of its round, if it has one."""
    return str(made.get("canary") or CANARY)


def check(folder: Path) -> dict[str, dict[str, str]]:
    """Return the hashes of all files by config. Raises UserError if a file changed after the build."""
    configs = readme.open_readme(folder).configs
    if not configs:
        raise UserError(f"{folder} is not a dataset folder\nBuild a dataset: sgpkit build CONFIG --out {folder}")
    known = {}
    for config in configs:
        recorded: dict[str, str] = read(folder, config)["sha256"]
        there = {path.name for path in (folder / config).glob("*.parquet")}
        if odd := sorted(there ^ recorded.keys()):
            what = "was added" if odd[0] in there else "is missing"
            raise UserError(f"{folder / config / odd[0]} {what} after the build\n{again(folder, config)}")
        for name, digest in recorded.items():
            if file_digest(folder / config / name) != digest:
                raise UserError(
                    f"{folder / config / name} was changed after the build (SHA-256 differs from the recorded one)\n"
                    f"{again(folder, config)}"
                )
        known[config] = recorded
    return known


def again(folder: Path, config: str) -> str:
    """Return the advice for a config that changed after the build."""
    return f"Build it again: sgpkit build {config} --out {folder}"
