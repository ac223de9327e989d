"""Logs of inspect_ai (`.eval`) as completions: a sample's id is a row's, its epoch the sample.

Logs of sgpkit's own tasks contain every turn of a conversation; of other logs, the last output is used.
"""

import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError, first_line
from sgpkit.sandbox.untrusted import documents, tables

SUFFIX = ".eval"
TURNS = "sgpkit:turns"
"""The key of a sample's store under which our tasks keep the replies of its conversation."""

STOP_REASONS = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}
"""inspect_ai's stop reasons as our finish reasons; all others become "stop"."""

INSTALL = "pip install 'sgpkit[inspect]'"


FIELDS = ("finish_reason", "thinking", "prompt_tokens", "completion_tokens", "latency", "error")
"""The data that our tasks store for a reply, in addition to its text."""


def items(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the completions of a log, with the name of each sample. Raises UserError for an unreadable log, or without
    inspect_ai. The log is untrusted and parsed in a worker."""
    if importlib.util.find_spec("inspect_ai") is None:
        raise UserError(f"{path} is a log of inspect_ai, which is not installed\nInstall it: {INSTALL}")
    try:
        yield from tables.value_of(samples, path, limits=documents.DOCUMENT)
    except ValueError as error:
        raise UserError(f"{path} cannot be read as a log of inspect_ai ({first_line(error):.160})") from None


def samples(path: Path) -> list[tuple[str, dict[str, Any]]]:
    """Return the completions of a log, with the name of each sample: in a worker. Raises ValueError."""
    from inspect_ai.log import read_eval_log

    try:
        log = read_eval_log(str(path), resolve_attachments=True)
        return [(f"sample {sample.id}, epoch {sample.epoch}", item_of(sample)) for sample in log.samples or ()]
    except MemoryError:
        raise
    except Exception as error:  # the reader may raise any exception for a damaged log
        raise ValueError(f"{type(error).__name__}: {error}") from None


def item_of(sample: Any) -> dict[str, Any]:
    """Return the completion of a sample. Raises ValueError for an invalid conversation."""
    own = {"id": str(sample.id), "sample": sample.epoch - 1}
    if sample.error is not None:
        return {**own, "completion": "", "finish_reason": "error", "error": str(sample.error.message)}
    kept = sample.store.get(TURNS)
    if kept:
        if not isinstance(kept, list) or not all(is_turn(turn) for turn in kept):
            raise ValueError(f"{TURNS}: expected replies, found {kept!r:.60}")
        *earlier, last = kept
        fields = {name: last[name] for name in FIELDS if name in last}
        return {**own, **fields, "completion": last["text"], "turns": [turn["text"] for turn in earlier]}
    usage = sample.output.usage
    return {
        **own,
        "completion": sample.output.completion,
        "finish_reason": STOP_REASONS.get(sample.output.stop_reason, "stop"),
        "prompt_tokens": usage.input_tokens if usage else None,
        "completion_tokens": usage.output_tokens if usage else None,
        "latency": sample.output.time,
    }


def is_turn(value: object) -> bool:
    """Return whether a value is a reply as our tasks keep it."""
    return isinstance(value, dict) and isinstance(value.get("text"), str)
