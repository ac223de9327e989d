"""Base model, method and data of a tuned model, as the recipe of symbolic instruction tuning states them next to the
weights."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.files import reading
from sgpkit.sandbox.untrusted import json_values

METADATA = "sit.json"
"""The file of a training in the folder of an adapter, or of the weights that it was merged into."""

CONFIG = re.compile(r"sgp-((?:rev-|mixed-)?)sit-(\d+k)\b")
"""The configs to train on, by direction and size, in the source of a data block."""


def read(model: str, adapter: object = None) -> dict[str, str] | None:
    """Return the base model, the method and the data of a tuned model by the file in its local folder, or in that of
    its adapter; None without such a file."""
    for folder in filter(None, (adapter, model)):
        path = Path(str(folder)) / METADATA
        if path.is_file():
            with reading(path, "It is written by the recipe: python -m sgpkit.training.recipes.sit train"):
                return stated(json_values.read_object(path))
    return None


def stated(content: Mapping[str, Any]) -> dict[str, str]:
    """Return base model, method and data as a training states them."""
    settings = content["settings"]
    data = " + ".join(name_of(block) for block in content["data"])
    return {"base": str(settings["model"]["name"]), "method": str(settings["adapter"]["method"]), "data": data}


def name_of(block: Mapping[str, Any]) -> str:
    """Return the name of a data block: direction and size of a config to train on as SGP-Bench prints them, such as
    rev-SIT-10k, else the block's own."""
    config = CONFIG.search(str(block["source"]))
    return f"{config[1]}SIT-{config[2]}" if config else str(block["name"])
