"""Settings of a recipe's file as typed values. `--set rate=2e-6` changes one."""

import dataclasses
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sgpkit.benchmark.families import get
from sgpkit.errors import UserError, nearest
from sgpkit.training import environments, rewards, served

DRAWING = "drawing"
"""The name of the composite reward of drawings: program, validity, scene, similarity."""


@dataclass(frozen=True)
class Settings:
    """The configs of a training, the rows, and the weights of the rewards.

    `rewards` has weights by name: `score` is the config's own score, `drawing` the composite reward, `program` only the
    form, and any other name a part of the config's score. Training takes `steps` steps of `batch` completions, with
    `samples` completions of each prompt. With `environment`, the URL of an OpenEnv server, rows and rewards come from
    that server.
    """

    model: str
    config: str = ""
    environment: str = ""
    rewards: Mapping[str, float] = field(default_factory=lambda: {"score": 1.0})
    revision: str = ""
    strategy: str = ""
    mode: str = ""
    rows: int = 2048
    steps: int = 500
    batch: int = 64
    batch_per_device: int = 8
    samples: int = 8
    rate: float = 1e-6
    temperature: float = 1.0
    kl: float = 0.0
    max_tokens: int = 4096
    lora_rank: int = 32
    precision: str = "bf16"
    vllm: bool = True
    vllm_memory: float = 0.35
    seed: int = 0
    save_every: int = 50


def read(path: Path, changes: Sequence[str] = ()) -> Settings:
    """Read a recipe's file. Raises UserError for unknown names and invalid values."""
    try:
        stated = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {error}") from None
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise UserError(f"--set {change}: expected NAME=VALUE")
        try:
            stated[name] = tomllib.loads(f"value = {value}")["value"]
        except ValueError:
            stated[name] = value
    return checked(stated, path)


def checked(stated: Mapping[str, Any], path: Path) -> Settings:
    """Return the settings in a file's values. Raises UserError for unknown names and invalid values."""
    fields = {one.name: one for one in dataclasses.fields(Settings)}
    values: dict[str, Any] = {}
    for name, value in stated.items():
        if name not in fields:
            raise UserError(f"{path}: unknown setting {name!r}{nearest(name, list(fields))}")
        kind: Any = fields[name].type
        wanted: Any = (int, float) if kind is float else kind if isinstance(kind, type) else Mapping
        if not isinstance(value, wanted) or (isinstance(value, bool) and wanted is not bool):
            raise UserError(f"{path}: {name} = {value!r}; expected {getattr(kind, '__name__', 'a table')}")
        values[name] = value
    if not values.get("model"):
        raise UserError(f"{path}: model is missing")
    if not values.get("config") and not values.get("environment"):
        raise UserError(f"{path}: config is missing")
    settings = Settings(**values)
    if settings.batch % settings.samples or settings.batch % settings.batch_per_device:
        raise UserError(f"{path}: batch {settings.batch} must be a multiple of samples and of batch_per_device")
    if settings.precision not in ("bf16", "fp32"):
        raise UserError(f"{path}: precision = {settings.precision!r}; expected bf16 or fp32")
    return settings


def weighted(settings: Settings) -> list[tuple[Any, float]]:
    """Return the rewards with their weights."""
    if settings.environment:
        return [(served.Served(settings.environment), 1.0)]
    language = get(settings.config).answer_format
    own = [name for name in settings.rewards if name not in (DRAWING, "program")]
    parts = environments.rewards(settings.config, [None if name == "score" else name for name in own]) if own else []
    named: dict[str, Any] = dict(zip(own, parts, strict=True))
    if DRAWING in settings.rewards:
        named[DRAWING] = rewards.drawing(language)
    if "program" in settings.rewards:
        named["program"] = rewards.program(language)
    return [(named[name], float(weight)) for name, weight in settings.rewards.items()]
