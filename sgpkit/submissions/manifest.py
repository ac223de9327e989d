"""The manifest of a submission: `manifest.json`, with everything that a reader needs to trust a row of a leaderboard.

The groups are dataclasses whose fields are the documentation. Values that follow from the responses and the rows are
recomputed by `sgpkit verify`; the rest are claims of the submitter. Missing values are null, never guessed.
"""

import dataclasses
import hashlib
import json
import sys
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import json_values, regular

FORMAT = "sgpkit-submission/1"
FILE = "manifest.json"

LEVELS = ("self-reported", "scored again", "run again")
"""The verification level of a score. A submission states the first itself; only a checker can state the others."""


@dataclass(frozen=True)
class Model:
    """The model that answered. Hashes are SHA-256; the tokenizer's is that of its tokenizer.json, if available."""

    id: str
    commit: str | None
    tokenizer: str | None
    chat_template: str | None
    dtype: str | None
    quantization: str | None
    adapter: str | None


@dataclass(frozen=True)
class Engine:
    """The engine that ran the model. Every key of the responses covers `identity`, in addition to messages and
    sampling."""

    name: str
    version: str | None
    parallelism: int | None
    context: int | None
    identity: Mapping[str, Any]


@dataclass(frozen=True)
class Dataset:
    """The rows that were asked: where they are, the commit there ("" for a folder), and the hash of the config's
    files."""

    repo: str
    commit: str
    config: str
    split: str
    sha256: str
    rows: int
    limit: int | None
    lite: Mapping[str, Any] | None
    examples_from: str | None


@dataclass(frozen=True)
class Prompt:
    """The prompts. `texts` are those that replace the toolkit's texts, and `sha256` is the hash of all rows' first
    prompts.
    """

    strategy: str
    mode: str
    setting: str
    texts: Mapping[str, str]
    sha256: str


@dataclass(frozen=True)
class Sampling:
    """The requested `parameters`; if an engine has its own, the effective ones are in its identity."""

    parameters: Mapping[str, Any]
    seed: int | None
    n: int
    resample: int


@dataclass(frozen=True)
class Toolkit:
    """The software that scored: versions of the toolkit (its metrics are of the same version), of its dependencies,
    the sandbox in which programs ran, and the renderer with its version and fonts (null if nothing was rendered).
    """

    sgpkit: str
    python: str
    packages: Mapping[str, str]
    sandbox: str | None
    renderer: Mapping[str, Any] | None


@dataclass(frozen=True)
class Headline:
    """The headline figure by rules only, with its interval and the standard error clustered by drawing. scores.json
    has the figures that depend on other models.
    """

    name: str
    value: float
    standard_error: float | None
    low: float | None
    high: float | None
    method: str
    n: int
    clusters: int


@dataclass(frozen=True)
class Usage:
    """Tokens, time and cost. `attempts` counts conversations and their restarts, `requests` all requests, including
    uncounted ones. Thinking tokens are estimated from the share of a completion's characters."""

    prompt_tokens: int
    completion_tokens: int
    thinking_tokens: int
    cached_tokens: int
    attempts: int
    latency_p50: float | None
    latency_p95: float | None
    requests: int | None
    seconds: float | None
    gpu_hours: float | None
    cost: float | None
    currency: str | None


@dataclass(frozen=True)
class Judge:
    """A model that read or judged the responses; `folder` contains its replies."""

    folder: str
    id: str
    engine: str
    identity: Mapping[str, Any]


@dataclass(frozen=True)
class Manifest:
    """`unrankable` says why the score has no rank, and is empty if it has one. `files` are the SHA-256 of all other
    files of the submission, and `chain` is the result of `links`. `date` is the day on which the run ended.
    """

    format: str
    model: Model
    engine: Engine
    dataset: Dataset
    prompt: Prompt
    sampling: Sampling
    toolkit: Toolkit
    score: Headline
    statuses: Mapping[str, int]
    usage: Usage
    judges: tuple[Judge, ...]
    files: Mapping[str, str]
    chain: Mapping[str, str]
    submitter: str
    date: str
    verification: str
    unrankable: tuple[str, ...]

    @property
    def responses(self) -> str:
        """The hash of the responses, which identifies the submission."""
        return self.files["responses.parquet"]


def links(manifest: Manifest) -> dict[str, str]:
    """Return the hash chain of a manifest: each link is the SHA-256 of the previous one, a blank, and the added value,
    as text. The last one represents the whole submission, and follows from the manifest."""
    added = {
        "rows": manifest.dataset.sha256,
        "prompts": manifest.prompt.sha256,
        "responses": manifest.files["responses.parquet"],
        "scores": manifest.files["scores.json"],
    }
    chain: dict[str, str] = {}
    before = manifest.format
    for name, digest in added.items():
        before = chain[name] = hashlib.sha256(f"{before} {digest}".encode()).hexdigest()
    return chain


def plain(value: Any) -> Any:
    """Return a value after a round trip through JSON. Raises ValueError for numbers that JSON does not have."""
    return json.loads(json.dumps(value, allow_nan=False))


def write(path: Path, manifest: Manifest) -> None:
    """Write a manifest to a file."""
    path.write_text(as_text(manifest), encoding="utf-8")


def as_text(manifest: Manifest) -> str:
    """Return a manifest as JSON. Raises ValueError for numbers that JSON does not have."""
    return json.dumps(dataclasses.asdict(manifest), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def read(path: Path) -> Manifest:
    """Read a manifest. Raises UserError if there is none, or for missing or unknown fields and wrong types."""
    if regular.kind(path) == "missing":
        raise UserError(f"{path.parent} is not a submission: {FILE} is missing")
    try:
        manifest: Manifest = typed(json_values.read_object(path), Manifest, "")
    except TypeError as error:
        raise UserError(f"{path}: {error}") from None
    if manifest.format != FORMAT:
        raise UserError(f"{path}: format {manifest.format!r:.60} is unknown; this version reads {FORMAT!r}")
    score = manifest.score
    if not 0 <= score.value <= 1 or (score.low is None) != (score.high is None):
        raise UserError(f"{path}: score: expected a share from 0 to 1, with both ends of its interval or none")
    if "responses.parquet" not in manifest.files or "scores.json" not in manifest.files:
        raise UserError(f"{path}: files: expected at least responses.parquet and scores.json")
    return manifest


def is_text(value: str) -> bool:
    """Return whether a text can be encoded, which is not the case with lone surrogates."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def typed(value: Any, kind: Any, path: str) -> Any:
    """Return a JSON value as the type of its annotation. Raises TypeError, with the path, if it does not fit."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        wanted = next(item for item in arguments if item is not type(None))
        return None if value is None else typed(value, wanted, path)
    if dataclasses.is_dataclass(kind):
        return dataclass_from(value, kind, path)
    if origin is tuple:
        if not isinstance(value, list):
            raise unexpected(path, "a list", value)
        return tuple(typed(item, arguments[0], f"{path}[{number}]") for number, item in enumerate(value))
    if kind is Any:
        return value
    if origin is not None:  # a mapping
        if not isinstance(value, dict):
            raise unexpected(path, "an object", value)
        return {name: typed(item, arguments[1], f"{path}.{name}") for name, item in value.items()}
    if kind is float and isinstance(value, int | float):
        fits = not isinstance(value, bool) and abs(value) <= sys.float_info.max
    else:
        fits = isinstance(value, kind) and not isinstance(value, bool)
        fits = fits and (kind is not int or 0 <= value < 2**63) and (kind is not str or is_text(value))
    if not fits:
        raise unexpected(path, {str: "a text", int: "a whole number", float: "a number"}[kind], value)
    return value


def dataclass_from(value: Any, kind: Any, path: str) -> Any:
    """Return a dataclass of the given kind from a JSON object. Raises TypeError, with the path, for missing or unknown
    fields and wrong types."""
    if not isinstance(value, dict):
        raise unexpected(path or "the manifest", "an object", value)
    hints = typing.get_type_hints(kind)
    if odd := sorted(hints.keys() ^ value.keys()):
        problem = "is missing" if odd[0] in hints else "is unknown"
        raise TypeError(f"{path}.{odd[0]} {problem}".removeprefix("."))
    return kind(**{name: typed(value[name], hint, f"{path}.{name}".removeprefix(".")) for name, hint in hints.items()})


def unexpected(path: str, wanted: str, value: Any) -> TypeError:
    """Return the TypeError for a value of the wrong type at a path."""
    return TypeError(f"{path}: expected {wanted}, found {value!r:.60}")
