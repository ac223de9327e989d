"""Merge an adapter into its model's weights, for engines that do not support such adapters: vLLM loads LoRA, but
neither OFT nor BOFT. Before the result is written, its logits are compared with those of model and adapter.
"""

import json
import shutil
from pathlib import Path
from typing import Any

from sgpkit.data.tuning import METADATA
from sgpkit.errors import UserError
from sgpkit.files import write_atomically

from .settings import ModelSettings

PROBES = (
    'Describe the drawing of this program.\n<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9"/></svg>',
    "Which colour has the roof?",
    "Write a program that draws a house beside a tree.",
)
TOLERANCE = 1e-3
"""The maximum change of a logit by merging in 32 bits, as a part of the logits' spread."""


def merge(adapter: Path, out: Path, base: str = "", precision: str = "") -> dict[str, Any]:
    """Merge an adapter into its model and return what was measured. `base`: the model, if not the one the adapter
    names."""
    from .training import load_model, require_libraries

    require_libraries()
    if not (adapter / "adapter_config.json").is_file():
        raise UserError(f"{adapter} has no adapter_config.json; expected OUT/adapter of a training")
    if out.exists():
        raise UserError(f"{out} exists already; choose another --out")
    import torch
    from peft import PeftModel
    from transformers import AutoTokenizer

    config = json.loads((adapter / "adapter_config.json").read_text(encoding="utf-8"))
    metadata = json.loads((adapter / METADATA).read_text(encoding="utf-8")) if (adapter / METADATA).is_file() else {}
    trained = metadata.get("settings", {}).get("model", {})
    revision = "" if base else config.get("revision") or trained.get("revision", "")
    precision = precision or trained.get("precision", "bf16")
    # Merge in 32 bits, so that the sum of weights and adapter is rounded only once.
    model = load_model(ModelSettings(base or config["base_model_name_or_path"], revision, "fp32"))
    tokenizer = AutoTokenizer.from_pretrained(adapter)
    try:
        together = PeftModel.from_pretrained(model, adapter).eval()
    except (RuntimeError, ValueError) as error:
        message = str(error).strip().splitlines()
        raise UserError(f"{adapter} does not fit {model.name_or_path} ({' '.join(message[:2]):.200})") from None
    wanted = logits(together, tokenizer)
    merged = together.merge_and_unload(safe_merge=True)
    moved = distance(wanted, logits(merged, tokenizer))
    if not moved <= TOLERANCE:
        raise UserError(f"merging moves the logits by {moved:.1%} of their spread; expected {TOLERANCE:.1%} or less")
    measured = {"method": config["peft_type"], "precision": precision, "logits_off": moved}
    if precision == "bf16":
        merged = merged.to(torch.bfloat16)
        measured["rounding_off"] = distance(wanted, logits(merged, tokenizer))
    part = out.with_name(f".{out.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    merged.save_pretrained(part)
    tokenizer.save_pretrained(part)
    write_atomically(part / METADATA, json.dumps(metadata | {"merged": measured}, indent=1, ensure_ascii=False) + "\n")
    part.replace(out)
    return measured


def logits(model: Any, tokenizer: Any) -> list[Any]:
    """Return the logits of each probe's tokens, as the model is asked in a chat."""
    import torch

    rows = []
    with torch.no_grad():
        for probe in PROBES:
            asked = tokenizer.apply_chat_template(
                [{"role": "user", "content": probe}], add_generation_prompt=True, return_dict=True, return_tensors="pt"
            )
            rows.append(model(input_ids=asked["input_ids"].to(model.device)).logits.float())
    return rows


def distance(wanted: list[Any], actual: list[Any]) -> float:
    """Return the largest change of a logit, relative to the spread of that probe's logits."""
    return max(float((mine - theirs).abs().max() / theirs.std()) for theirs, mine in zip(wanted, actual, strict=True))
