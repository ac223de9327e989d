"""Checks of a card that need no network: every problem, with the file it is in.

The check of the Hub (`card.validate()`) needs the network, and does not check the files next to the card.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl
import yaml
from datasets.utils.metadata import MetadataConfigs
from huggingface_hub import DatasetCard

from sgpkit.data.card import readme, registration
from sgpkit.data.card.metadata import LICENSES, SIZES, size_category
from sgpkit.data.card.pictures import MOST_BYTES
from sgpkit.errors import first_line
from sgpkit.sandbox.untrusted import yaml_values

TASKS = {
    "image-to-text",
    "multiple-choice",
    "question-answering",
    "text-generation",
    "visual-question-answering",
}
CREATORS = {"crowdsourced", "expert-generated", "found", "machine-generated", "no-annotation", "other"}
PICTURE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")


def problems(folder: Path) -> list[str]:
    """Return every problem of a folder's card."""
    card = readme.read(folder)
    head = values(card)
    return [*in_head(head), *in_configs(folder, card), *in_pictures(folder, card.text), *in_registration(folder)]


def values(card: DatasetCard) -> dict[str, Any]:
    """Return the keys of a card's head."""
    head: dict[str, Any] = card.data.to_dict()  # type: ignore[no-untyped-call]
    return head


def in_head(head: Mapping[str, Any]) -> Iterator[str]:
    """Yield the problems of the head's keys."""
    allowed = {
        "license": {*LICENSES.values(), "other"},
        "task_categories": TASKS,
        "annotations_creators": CREATORS,
        "size_categories": {name for _, name in SIZES} | {"n>10M"},
    }
    for key, values in allowed.items():
        given = head.get(key)
        listed = given if isinstance(given, list) else [given]
        if not given:
            yield f"README.md: {key} is missing"
        elif odd := [value for value in listed if value not in values]:
            yield f"README.md: {key}: {odd[0]!r} is not one of {', '.join(sorted(values))}"
    for key in ("language", "pretty_name", "source_datasets", "tags"):
        if not head.get(key):
            yield f"README.md: {key} is missing"


def in_configs(folder: Path, card: DatasetCard) -> Iterator[str]:
    """Check configs, splits and row counts against the Parquet files."""
    configs = MetadataConfigs.from_dataset_card_data(card.data)
    total = 0
    if sum(bool(declared.get("default")) for declared in configs.values()) != 1:
        yield "README.md: configs: expected exactly one default config"
    for config, settings in configs.items():
        infos = readme.open_readme(folder).info(config).splits
        for entry in settings["data_files"]:
            files = sorted(folder.glob(entry["path"]))
            if not files:
                yield f"README.md: {config}: no file matches {entry['path']}"
                continue
            rows = int(pl.scan_parquet(files).select(pl.len()).collect().item())
            total += rows
            stated = infos[entry["split"]].num_examples if entry["split"] in infos else None
            if stated != rows:
                yield f"README.md: {config}: dataset_info: {stated} {entry['split']} rows, but the files have {rows}"
        listed = {path for entry in settings["data_files"] for path in folder.glob(entry["path"])}
        for path in sorted(set((folder / config).glob("*.parquet")) - listed):
            yield f"README.md: {config}: {path.name} does not belong to a split"
    stated_size = values(card).get("size_categories")
    if stated_size and stated_size != [size_category(total)]:
        yield f"README.md: size_categories is {stated_size}, but there are {total:,} rows"


def in_pictures(folder: Path, text: str) -> Iterator[str]:
    """Yield the problems of pictures that the text shows."""
    for name in PICTURE.findall(text):
        path = folder / name
        if not path.is_file():
            yield f"README.md: the picture {name} is missing"
        elif path.stat().st_size > MOST_BYTES:
            yield f"{name}: {path.stat().st_size:,} bytes, expected at most {MOST_BYTES:,}"


def in_registration(folder: Path) -> Iterator[str]:
    """Yield the problems of `eval.yaml`."""
    path = folder / registration.NAME
    if not path.is_file():
        return
    try:
        registered = yaml_values.read(path)
        tasks = {task["config"]: task["split"] for task in registered["tasks"]}
    except (yaml.YAMLError, ValueError, KeyError, TypeError) as error:
        yield f"{registration.NAME}: {first_line(error)}"
        return
    yield from (f"{registration.NAME}: {problem}" for problem in registration.problems(registered))
    card = readme.open_readme(folder)
    for config, split in tasks.items():
        if config not in card.configs:
            yield f"{registration.NAME}: no such config: {config!r}"
        elif split not in card.splits(config):
            yield f"{registration.NAME}: {config} has no split {split!r}"
