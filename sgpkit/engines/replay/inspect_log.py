"""Logs of inspect_ai (`.eval`) as completions: a sample's id is a row's, its epoch the sample.

Logs of our own tasks keep every turn of a conversation; of any other's the last output counts.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError

SUFFIX = ".eval"
TURNS = "sgpkit:turns"
"""The key of a sample's store under which our tasks keep the replies of its conversation."""

STOP_REASONS = {"max_tokens": "length", "model_length": "length", "content_filter": "content_filter"}
"""Their reasons for the end of a reply, as ours; all others are "stop"."""

INSTALL = "pip install 'sgpkit[inspect]'"


def items(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the completions of a log, with the name of each sample. Raises UserError for what cannot be read, or
    without inspect_ai."""
    try:
        from inspect_ai.log import read_eval_log
    except ImportError:
        raise UserError(f"{path} is a log of inspect_ai, which reads it\nInstall it: {INSTALL}") from None
    try:
        log = read_eval_log(str(path), resolve_attachments=True)
    except Exception as error:  # whatever a damaged log makes of its readers
        line = next(iter(str(error).splitlines()), "")
        raise UserError(f"{path} cannot be read as a log of inspect_ai ({type(error).__name__}: {line:.160})") from None
    for sample in log.samples or ():
        yield f"sample {sample.id}, epoch {sample.epoch}", item_of(sample)


def item_of(sample: Any) -> Mapping[str, Any]:
    """Return the completion of a sample."""
    own = {"id": str(sample.id), "sample": sample.epoch - 1}
    if sample.error is not None:
        return {**own, "completion": "", "finish_reason": "error", "error": str(sample.error.message)}
    kept = sample.store.get(TURNS)
    if kept:
        *earlier, last = kept
        fields = {name: value for name, value in last.items() if name != "text"}
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
