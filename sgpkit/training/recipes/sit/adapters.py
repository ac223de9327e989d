"""The adapters to train: PEFT's LoRA, OFT or BOFT on a model's linear layers.

LoRA: https://arxiv.org/abs/2106.09685. OFT: https://arxiv.org/abs/2306.07280. BOFT: https://arxiv.org/abs/2311.06243.
"""

from typing import Any

from sgpkit.errors import UserError

from .settings import AdapterSettings


def peft_config(settings: AdapterSettings, revision: str = "") -> Any:
    """Return PEFT's configuration; `revision` is the base model's, stored with its name."""
    import peft

    common: dict[str, Any] = {"target_modules": list(settings.modules), "task_type": "CAUSAL_LM", "bias": "none"}
    common["revision"] = revision or None
    if settings.method == "lora":
        lora = settings.lora
        return peft.LoraConfig(r=lora.rank, lora_alpha=lora.alpha, lora_dropout=lora.dropout, **common)
    if settings.method == "oft":
        oft = settings.oft
        terms = {"num_cayley_neumann_terms": oft.neumann_terms} if oft.neumann_terms else {}
        return peft.OFTConfig(
            oft_block_size=oft.block_size,
            module_dropout=oft.dropout,
            use_cayley_neumann=bool(oft.neumann_terms),
            **terms,
            **common,
        )
    boft = settings.boft
    return peft.BOFTConfig(
        boft_block_size=boft.block_size,
        boft_n_butterfly_factor=boft.butterfly_factors,
        boft_dropout=boft.dropout,
        **common,
    )


def check_layers(model: Any, settings: AdapterSettings) -> None:
    """Check before PEFT inserts its layers that each named one exists and that blocks fill it; PEFT would choose
    others."""
    import torch

    widths: dict[str, set[int]] = {name: set() for name in settings.modules}
    linear = set()
    for name, module in model.named_modules():
        if not isinstance(module, torch.nn.Linear):
            continue
        last = name.rpartition(".")[2]
        linear.add(last)
        if last in widths:
            widths[last].add(module.in_features)
    if missing := [name for name, matches in widths.items() if not matches]:
        raise UserError(
            f"the model has no linear layer named {missing[0]!r} (adapter.modules); it has {', '.join(sorted(linear))}"
        )
    if settings.method == "lora":
        return
    size = settings.oft.block_size if settings.method == "oft" else settings.boft.block_size
    factors = 1 if settings.method == "oft" else settings.boft.butterfly_factors
    least = size * 2 ** (factors - 1)
    for name, matches in widths.items():
        if odd := [width for width in sorted(matches) if width % least]:
            raise UserError(
                f"blocks of {size}{f' in {factors} butterfly factors' if factors > 1 else ''} do not fill {name}, "
                f"whose input is {odd[0]} wide; expected {least} to divide it (adapter.{settings.method}.block_size)"
            )


def check_butterfly(model: Any, settings: AdapterSettings) -> None:
    """Raise UserError if PEFT could not compile BOFT's CUDA extension: it would train OFT under a wrong name."""
    if settings.method != "boft":
        return
    for name, weight in model.named_parameters():
        if "boft_R" in name and weight.shape[0] != settings.boft.butterfly_factors:
            raise UserError(
                f"PEFT made {weight.shape[0]} butterfly factor instead of {settings.boft.butterfly_factors}: it could "
                "not compile its CUDA extension for BOFT\nInstall ninja and the CUDA toolkit (nvcc) on a machine with "
                "a GPU, or train with --set adapter.boft.butterfly_factors=1, which is OFT with exact inverses"
            )
