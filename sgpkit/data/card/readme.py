"""The README.md of a dataset repo, which only this module reads and writes.

Its YAML head lists the files, features and sizes of each config (`add`, `remove`); `describe` writes the other keys and
the text below. Each preserves the output of the other.

Runs and reports only need the configs and splits, which are read with PyYAML; `datasets` and the client of the Hub,
which write the head, take 0.5 s to import.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit.files import reading, write_atomically
from sgpkit.sandbox.untrusted import yaml_values

if TYPE_CHECKING:
    import datasets
    from datasets.info import DatasetInfo
    from datasets.splits import SplitInfo
    from huggingface_hub import CardData, DatasetCard

NAME = "README.md"
DEFAULT_CONFIG = "sgp-svg"
REMEDY = "Restore it, or build with another --out."
HEAD = re.compile(r"^(\s*---(?:\r\n|\r|\n))([\S\s]*?)((?:\r\n|\r|\n)---[ \t]*(\r\n|\n|$))")
"""The YAML head as `huggingface_hub.repocard` finds it."""


def read(folder: Path) -> "DatasetCard":
    """Return the README of the folder, or an empty one if it does not exist."""
    with reading(folder / NAME, REMEDY):
        return parse(open_readme(folder).text)


def parse(text: str) -> "DatasetCard":
    """Parse a README, which may come from the Hub. Raises ValueError for a head that exceeds the limits."""
    from huggingface_hub import DatasetCard

    if block := HEAD.search(text):
        yaml_values.check(block[2])
    return DatasetCard(text, ignore_metadata_errors=True)


@lru_cache(maxsize=4)
def head(text: str) -> Mapping[str, Any]:
    """Return the values of the head of a README, which may come from the Hub. Raises ValueError for a head that is not
    a mapping, or exceeds the limits."""
    block = HEAD.search(text)
    values = (yaml_values.load(block[2]) if block else None) or {}
    if not isinstance(values, dict):
        raise ValueError("its YAML head is not a mapping")
    return values


def describe(folder: Path, values: Mapping[str, Any], text: str) -> Path:
    """Set keys of the head and the text below it; return the path of the README."""
    card = read(folder)
    for key, value in values.items():
        card.data[key] = value
    card.text = text
    write(folder, card)
    return folder / NAME


def write(folder: Path, card: "DatasetCard") -> None:
    """Replace the folder's README."""
    write_atomically(folder / NAME, f"---\n{card.data.to_yaml()}\n---\n{card.text}")


@dataclass(frozen=True)
class Readme:
    """A README that was read once, with the configs that its head declares."""

    path: Path
    text: str

    @property
    def configs(self) -> list[str]:
        """The declared configs, in the head's order."""
        with reading(self.path, REMEDY):
            return config_names(self.text)

    def splits(self, config: str) -> list[str]:
        """Return the names of a config's splits."""
        with reading(self.path, REMEDY):
            of = {entry.get("config_name", "default"): entry for entry in entries(self.text, "dataset_info")}
            return [str(split["name"]) for split in of[config]["splits"]]

    def info(self, config: str) -> "DatasetInfo":
        """Return the features, splits and sizes of a config."""
        with reading(self.path, REMEDY):
            return infos(self.text)[config]


def open_readme(folder: Path) -> Readme:
    """Return the README of a folder; one without configs if it does not exist."""
    path = folder / NAME
    with reading(path, REMEDY):
        return Readme(path, path.read_text(encoding="utf-8") if path.is_file() else "---\n{}\n---\n")


def declared_readme(readme: str) -> list[str]:
    """Return the configs that the text of a README declares."""
    if not readme.startswith("---"):
        return []
    with reading(Path(NAME), REMEDY):
        return config_names(readme)


def config_names(text: str) -> list[str]:
    """Return the configs that the head of a README declares, in its order."""
    return list(dict.fromkeys(str(config["config_name"]) for config in entries(text, "configs")))


def entries(text: str, key: str) -> Sequence[Mapping[str, Any]]:
    """Return the entries under a key of the head: a list of mappings, or a single mapping."""
    value = head(text).get(key) or []
    listed = [value] if isinstance(value, dict) else value
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise ValueError(f"{key} is not a list of mappings")
    return listed


@lru_cache(maxsize=4)
def infos(text: str) -> "Mapping[str, DatasetInfo]":
    """Return the features, splits and sizes of all configs of a README, parsed once."""
    from datasets.info import DatasetInfosDict

    return dict(DatasetInfosDict.from_dataset_card_data(parse(text).data))


def add(
    folder: Path, config: str, features: "datasets.Features", splits: "list[SplitInfo]", download_size: int
) -> None:
    """Declare a config whose files are in place."""
    from datasets.info import DatasetInfo, DatasetInfosDict
    from datasets.splits import SplitDict
    from datasets.utils.metadata import MetadataConfigs

    card = remove_from(read(folder), config)
    data = card.data
    described = DatasetInfo(
        features=features,
        splits=SplitDict({split.name: split for split in splits}),
        download_size=download_size,
        dataset_size=sum(split.num_bytes for split in splits),
    )
    DatasetInfosDict({config: described}).to_dataset_card_data(data)
    files = [{"split": split.name, "path": f"{config}/{split.name}-*.parquet"} for split in splits]
    known = dict(MetadataConfigs.from_dataset_card_data(data)) | {config: {"data_files": files}}
    set_configs(data, known)
    write(folder, card)


def remove(folder: Path, config: str) -> None:
    """Remove a config from the head, if it is there."""
    if (folder / NAME).is_file():
        write(folder, remove_from(read(folder), config))


def remove_from(card: "DatasetCard", config: str) -> "DatasetCard":
    """Return the README without a config, if it declares it."""
    from datasets.info import DatasetInfosDict
    from datasets.utils.metadata import MetadataConfigs

    data = card.data
    known = dict(MetadataConfigs.from_dataset_card_data(data))
    infos = dict(DatasetInfosDict.from_dataset_card_data(data))
    known.pop(config, None)
    infos.pop(config, None)
    set_configs(data, known)
    data.pop("dataset_info", None)
    if infos:
        DatasetInfosDict(infos).to_dataset_card_data(data)
    return card


def set_configs(data: "CardData", known: dict[str, dict[str, object]]) -> None:
    """Write `configs` in order of name, with one default: `sgp-svg`, or the first config if that is not built."""
    from datasets.utils.metadata import MetadataConfigs

    default = DEFAULT_CONFIG if DEFAULT_CONFIG in known else min(known, default=None)
    data.pop("configs", None)
    for name in sorted(known):
        config = {key: value for key, value in known[name].items() if key != "default"}
        MetadataConfigs({name: config | ({"default": True} if name == default else {})}).to_dataset_card_data(data)
