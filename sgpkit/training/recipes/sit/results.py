"""The results of a finished training: the adapter's folder with its metadata, and the loss curve.

The folder goes to the Hub as it is: weights, PEFT's configuration, the tokenizer with its chat template, `sit.json`
with settings, data hashes and versions, and a README.
"""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sgpkit.data.tuning import METADATA
from sgpkit.files import write_atomically

from . import checkpoints, curve, losses

FOLDER = "adapter"


def write(model: Any, tokenizer: Any, out: Path, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Write the adapter, its metadata, its card and the loss curve; return the metadata of the finished training."""
    steps = losses.read(out)
    whole = dict(metadata) | {"complete": True, "first_loss": steps[0].loss, "last_loss": steps[-1].loss}
    part = out / f".{FOLDER}.part"
    shutil.rmtree(part, ignore_errors=True)
    model.save_pretrained(part)
    tokenizer.save_pretrained(part)
    sort_modules(part / "adapter_config.json")
    write_atomically(part / METADATA, json.dumps(adapter_metadata(whole), indent=1, ensure_ascii=False) + "\n")
    write_atomically(part / "README.md", card(whole))
    shutil.rmtree(out / FOLDER, ignore_errors=True)
    part.rename(out / FOLDER)
    curve.write({out.name: steps}, out / "losses")
    checkpoints.write_run(out, whole)
    return whole


def sort_modules(path: Path) -> None:
    """Sort the module names in PEFT's configuration, which PEFT writes in an order that differs between processes."""
    config = json.loads(path.read_text(encoding="utf-8"))
    for key in ("target_modules", "exclude_modules"):
        if isinstance(config.get(key), list):
            config[key] = sorted(config[key])
    path.write_text(json.dumps(config, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def adapter_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the metadata for `sit.json`, without entries that only resuming a training needs."""
    return {name: value for name, value in metadata.items() if name not in ("identity", "complete")}


METHODS = {"lora": "LoRA", "oft": "OFT", "boft": "BOFT"}


def card(metadata: Mapping[str, Any]) -> str:
    """Return the adapter's README: front matter for the Hub, the base model and a table of the data."""
    settings = metadata["settings"]
    base, method = settings["model"]["name"], METHODS[settings["adapter"]["method"]]
    shown = public_path(base)
    lines = [
        "---",
        "library_name: peft",
        *([f"base_model: {base}"] if not Path(base).is_dir() else []),
        "tags:",
        "- symbolic-instruction-tuning",
        "- sgp-bench",
        "---",
        "",
        f"# {method} adapter by symbolic instruction tuning",
        "",
        f"Of {shown}{' at ' + settings['model']['revision'] if settings['model']['revision'] else ''}, trained with "
        f"sgpkit's recipe on {metadata['rows']:,} rows in {metadata['steps']:,} steps "
        f"(loss {metadata['first_loss']:.3f} at first, {metadata['last_loss']:.3f} at last).",
        "",
        "| data | source | rows | sha256 |",
        "| --- | --- | --- | --- |",
        *(
            f"| {block['name']} | {public_path(block['source'])} | {block['taken']:,} | {block['sha256'][:16]}… |"
            for block in metadata["data"]
        ),
        "",
        f"Left out: {', '.join(f'{count:,} ({why})' for why, count in metadata['dropped'].items()) or 'nothing'}. "
        "`sit.json` has every setting, the hashes in full and the versions.",
        "",
    ]
    return "\n".join(lines)


def public_path(path: str) -> str:
    """Return a path without this machine's folders, for the published card; `sit.json` has the full path."""
    return Path(path).name if path.startswith(("/", ".", "~")) else path
