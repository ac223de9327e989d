"""Read the base model, method and data of a tuned model from the file that the recipe of symbolic instruction tuning
writes next to the weights.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.files import reading
from sgpkit.sandbox.untrusted import json_values

METADATA = "sit.json"
"""Name of the recipe's file, in the folder of an adapter or of the weights that it was merged into."""

CONFIG = re.compile(r"sgp-((?:rev-|mixed-)?)sit-(\d+k)\b")
"""The configs to train on, by direction and size, in the source of a data block."""


def read(model: str, adapter: object = None) -> dict[str, str] | None:
    """Return the base model, method and data of a tuned model, from the file in the local folder of its adapter or of
    the model, or None if neither folder has one.
    """
    for folder in filter(None, (adapter, model)):
        path = Path(str(folder)) / METADATA
        if path.is_file():
            with reading(path, "It is written by the recipe: python -m sgpkit.training.recipes.sit train"):
                return summarize(json_values.read_object(path))
    return None


def summarize(content: Mapping[str, Any]) -> dict[str, str]:
    """Return base model, method and data from the contents of the file."""
    settings = content["settings"]
    data = " + ".join(block_name(block) for block in content["data"])
    return {"base": str(settings["model"]["name"]), "method": str(settings["adapter"]["method"]), "data": data}


def block_name(block: Mapping[str, Any]) -> str:
    """Return the name of a data block: for a training config its direction and size as SGP-Bench prints them, such as
    rev-SIT-10k; for others the block's own name.
    """
    config = CONFIG.search(str(block["source"]))
    return f"{config[1]}SIT-{config[2]}" if config else str(block["name"])
