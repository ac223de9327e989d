"""Settings of a recipe's file as typed values, and the changes that a command line makes to them.

`--set training.rate=1e-4` changes one value, `--set data.sit.count=200` one of the data block named "sit".
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, nearest

from . import parsing
from .parsing import within

LINEAR_LAYERS = ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj")
"""Every linear layer within a block of Llama and of Gemma."""


@dataclass(frozen=True)
class ModelSettings:
    """The table `[model]`: the base model and the form in which it is loaded."""

    name: str
    """A name on the Hub, or a folder as `save_pretrained` writes it."""
    revision: str = ""
    precision: str = within("bf16", choices=("bf16", "fp32"))
    """The precision of the model's own weights; an adapter's are always trained in 32 bits."""
    attention: str = within("sdpa", choices=("sdpa", "eager", "flash_attention_2", "flash_attention_3"))
    chat_template: str = ""
    """A Jinja file next to the recipe, for a model without a chat template, or to replace its template."""


@dataclass(frozen=True)
class LoraSettings:
    """The table `[adapter.lora]`: settings of low-rank adaptation."""

    rank: int = within(16, least=1)
    alpha: int = within(16, least=1)
    dropout: float = within(0.0, least=0, most=0.99)


@dataclass(frozen=True)
class OftSettings:
    """The table `[adapter.oft]`: settings of orthogonal finetuning."""

    block_size: int = within(32, least=2)
    dropout: float = within(0.0, least=0, most=0.99)
    neumann_terms: int = within(5, least=0)
    """Terms of the series that approximates the inverse in Cayley's transform; 0 computes the inverse itself."""


@dataclass(frozen=True)
class BoftSettings:
    """The table `[adapter.boft]`: settings of orthogonal finetuning by butterfly factors."""

    block_size: int = within(8, least=2)
    butterfly_factors: int = within(2, least=1)
    """With 1 it is OFT. More need PEFT's CUDA extension, compiled on the training machine."""
    dropout: float = within(0.0, least=0, most=0.99)


@dataclass(frozen=True)
class AdapterSettings:
    """The table `[adapter]`: the method, the adapted layers, and the settings of each method."""

    method: str = within(choices=("lora", "oft", "boft"))
    modules: tuple[str, ...] = LINEAR_LAYERS
    lora: LoraSettings = field(default_factory=LoraSettings)
    oft: OftSettings = field(default_factory=OftSettings)
    boft: BoftSettings = field(default_factory=BoftSettings)


@dataclass(frozen=True)
class TrainingSettings:
    """The table `[training]`: settings of the optimizer, the batches and the checkpoints."""

    rate: float = within(above=0)
    batch: int = within(least=1)
    """Rows per step, over all processes; if these hold fewer at a time, gradients are accumulated."""
    batch_per_device: int = within(least=1)
    epochs: int = within(1, least=1)
    schedule: str = within("cosine", choices=("cosine", "linear", "constant_with_warmup"))
    warmup: float = within(0.03, least=0)
    """Below 1 a part of all steps, from 1 a number of steps."""
    weight_decay: float = within(0.0, least=0)
    gradient_norm: float = within(1.0, above=0)
    max_tokens: int = within(4096, least=8)
    too_long: str = within("drop", choices=("drop", "cut"))
    """The treatment of rows with more tokens: left out, or cut where the answer has begun. Both are counted."""
    activation_checkpointing: bool = True
    deterministic: bool = False
    """Compute sums in the same order in every run, which is slower. Only for GPUs; CPUs always do."""
    seed: int = within(0, least=0)
    save_every: int = within(500, least=1)
    keep: int = within(2, least=1)
    """Number of checkpoints to keep."""


@dataclass(frozen=True)
class DataSettings:
    """One table `[[data]]`: a block of rows to train on, with its source and its part of the mix."""

    name: str
    source: str
    """FOLDER[:CONFIG] as `sgpkit build` writes it, a JSON, JSONL or Parquet file, or ORG/REPO[:CONFIG][@REVISION]."""
    split: str = "train"
    count: int | None = within(None, least=1)
    """The number of rows to take, drawn by `seed`."""
    share: float | None = within(None, above=0, most=1)
    """The block's part of the mix; then every block has one, and they add up to 1."""
    seed: int = within(0, least=0)


@dataclass(frozen=True)
class Settings:
    """All settings of a recipe."""

    model: ModelSettings
    adapter: AdapterSettings
    training: TrainingSettings
    data: tuple[DataSettings, ...]

    def table(self) -> dict[str, Any]:
        return asdict(self)


# Settings that may change when a run is resumed: nothing that is trained depends on them.
FREE = (("training", "save_every"), ("training", "keep"))


def identity(settings: Settings) -> dict[str, Any]:
    """Return, as flat keys, the settings in which two trainings must agree; data are identified by their hash."""
    table = settings.table()
    used = table["adapter"]["method"]
    flat = {
        f"{part}.{name}": value
        for part in ("model", "training")
        for name, value in table[part].items()
        if (part, name) not in FREE
    }
    flat |= {"adapter.method": used, "adapter.modules": sorted(table["adapter"]["modules"])}
    return flat | {f"adapter.{used}.{name}": value for name, value in table["adapter"][used].items()}


def read(path: Path, changes: Sequence[str] = (), data: Sequence[str] = (), without: Sequence[str] = ()) -> Settings:
    """Read the recipe in a file, with `KEY=VALUE` changes, other sources for its data (`[NAME=]SOURCE`), or fewer
    blocks.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        there = sorted(file.name for file in Path(__file__).parent.glob("*.toml"))
        raise UserError(f"{path}: no such file; sgpkit/training/recipes/sit/ has {', '.join(there)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: not valid TOML ({error})") from None
    for change in changes:
        apply(table, change)
    for source in data:
        replace_source(table, source)
    for name in without:
        leave_out(table, name)
    settings = parsing.read(Settings, table, str(path))
    check(settings, path)
    template = settings.model.chat_template
    if template and not (path.parent / template).is_file():
        raise UserError(f"{path}: model.chat_template = {template!r}; there is no such file next to it")
    return settings


def apply(table: dict[str, Any], change: str) -> None:
    """Set one value of an unchecked table by a change `KEY=VALUE`. Raises UserError for an impossible key."""
    key, equals, text = change.partition("=")
    if not equals or not key:
        raise UserError(f"--set {change}: expected KEY=VALUE, as in training.rate=1e-4")
    *path, last = key.strip().split(".")
    section: Any = table
    for name in path:
        if isinstance(section, list):
            named = by_name(section)
            if name not in named:
                raise UserError(f"--set {change}: no data block {name!r}{nearest(name, named)}")
            section = named[name]
        else:
            section = section.setdefault(name, {})
        if not isinstance(section, dict | list):
            raise UserError(f"--set {change}: {name!r} is a single value, not a table")
    if isinstance(section, list):
        raise UserError(f"--set {change}: name the block and its key, as in data.sit.source=FOLDER")
    section[last] = value_in(text)


def replace_source(table: dict[str, Any], change: str) -> None:
    """Replace the source of a data block by a change `[NAME=]SOURCE`. Raises UserError if the block is unclear."""
    named = by_name(table.get("data"))
    name, equals, source = change.partition("=")
    if equals and name in named:
        named[name]["source"] = source
    elif len(named) == 1:
        next(iter(named.values()))["source"] = change
    else:
        known = ", ".join(named) or "none"
        raise UserError(f"--data {change}: expected NAME=SOURCE, since the recipe's data blocks are {known}")


def leave_out(table: dict[str, Any], name: str) -> None:
    """Remove the data block of a name. Raises UserError for an unknown name."""
    named = by_name(table.get("data"))
    if name not in named:
        raise UserError(f"--without {name}: no such data block{nearest(name, named)}")
    table["data"] = [block for block in table["data"] if not isinstance(block, dict) or str(block.get("name")) != name]


def by_name(blocks: object) -> dict[str, dict[str, Any]]:
    """Return the data blocks of an unchecked table."""
    listed = blocks if isinstance(blocks, list) else []
    return {str(block.get("name")): block for block in listed if isinstance(block, dict)}


def value_in(text: str) -> Any:
    """Return the value of a TOML text; any other text is a string, so that names need no quotation marks."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def check(settings: Settings, path: Path) -> None:
    """Check rules between several values; raise UserError if one is broken."""
    training, blocks = settings.training, settings.data
    if training.batch % training.batch_per_device:
        raise UserError(
            f"{path}: training.batch = {training.batch} is not a multiple of training.batch_per_device = "
            f"{training.batch_per_device}"
        )
    if not blocks:
        raise UserError(f"{path}: no data; expected at least one [[data]] block with name and source")
    names = [block.name for block in blocks]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise UserError(f"{path}: two data blocks are named {twice!r}; expected unique names")
    shares = [block.share for block in blocks]
    if any(share is not None for share in shares):
        if None in shares or any(block.count is not None for block in blocks):
            raise UserError(f"{path}: if a data block has a share, every block needs a share and none may have a count")
        if abs(sum(filter(None, shares)) - 1) > 1e-6:
            raise UserError(f"{path}: the shares add up to {sum(filter(None, shares)):g}; expected 1")
    if not settings.adapter.modules:
        raise UserError(f"{path}: adapter.modules is empty; expected names of layers, such as q_proj")


def accumulation(settings: Settings, processes: int) -> int:
    """Return the number of micro-batches per step."""
    at_once = settings.training.batch_per_device * processes
    if settings.training.batch % at_once:
        fitting = [
            size
            for size in range(1, settings.training.batch + 1)
            if settings.training.batch % (settings.training.batch_per_device * size) == 0
        ]
        raise UserError(
            f"{processes} processes of {settings.training.batch_per_device} rows do not make up a batch of "
            f"{settings.training.batch}; expected {', '.join(map(str, fitting))} processes, or --set training.batch=…"
        )
    return settings.training.batch // at_once


def differences(mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> list[str]:
    """Return `KEY: THEIRS there, MINE here` for each key that differs."""
    return [
        f"{key}: {theirs.get(key)!r} there, {mine.get(key)!r} here"
        for key in sorted({*mine, *theirs})
        if mine.get(key) != theirs.get(key)
    ]
