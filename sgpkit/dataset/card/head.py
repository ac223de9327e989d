"""The YAML head of a dataset repo's README: which files make up each config, and its features and sizes.

Only `configs`, `dataset_info` and the default config are this file's; other keys and the body stay as they are.
"""

from pathlib import Path

import datasets
from datasets.info import DatasetInfo, DatasetInfosDict
from datasets.splits import SplitDict, SplitInfo
from datasets.utils.metadata import MetadataConfigs
from huggingface_hub import DatasetCard, DatasetCardData

from sgpkit.files import reading, write_atomically

DEFAULT_CONFIG = "sgp-svg"
MEND = "Restore it, or build into another folder."


def read(folder: Path) -> DatasetCard:
    path = folder / "README.md"
    if path.is_file():
        with reading(path, MEND):
            return DatasetCard(path.read_text(encoding="utf-8"), ignore_metadata_errors=True)
    return DatasetCard("---\n{}\n---\n")


def write(folder: Path, card: DatasetCard) -> None:
    write_atomically(folder / "README.md", f"---\n{card.data.to_yaml()}\n---\n{card.text}")


def configs(folder: Path) -> list[str]:
    """The configs that the folder's head declares."""
    card = read(folder)
    with reading(folder / "README.md", MEND):
        return list(MetadataConfigs.from_dataset_card_data(card.data))


def declared(readme: str) -> list[str]:
    """The configs that the text of a README declares."""
    if not readme.startswith("---"):
        return []
    return list(MetadataConfigs.from_dataset_card_data(DatasetCard(readme, ignore_metadata_errors=True).data))


def splits(folder: Path, config: str) -> list[str]:
    return list(split_infos(folder, config))


def split_infos(folder: Path, config: str) -> dict[str, SplitInfo]:
    return dict(info(folder, config).splits)


def info(folder: Path, config: str) -> DatasetInfo:
    card = read(folder)
    with reading(folder / "README.md", MEND):
        return DatasetInfosDict.from_dataset_card_data(card.data)[config]


def add(folder: Path, config: str, features: datasets.Features, splits: list[SplitInfo], download_size: int) -> None:
    """Declare a config whose files are in place."""
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
    """Take a config back out of the head, if it is there."""
    if (folder / "README.md").is_file():
        write(folder, remove_from(read(folder), config))


def remove_from(card: DatasetCard, config: str) -> DatasetCard:
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


def set_configs(data: DatasetCardData, known: dict[str, dict[str, object]]) -> None:
    """Write `configs` in order of name, with one default: `sgp-svg`, or the first there is until that is built."""
    default = DEFAULT_CONFIG if DEFAULT_CONFIG in known else min(known, default=None)
    data.pop("configs", None)
    for name in sorted(known):
        config = {key: value for key, value in known[name].items() if key != "default"}
        MetadataConfigs({name: config | ({"default": True} if name == default else {})}).to_dataset_card_data(data)
