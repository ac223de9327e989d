"""The names of the options of all commands that ask an engine: those of sampling, and those of engines."""

from collections.abc import Mapping
from typing import Any

from sgpkit.errors import UserError, nearest

SAMPLING = ("max_tokens", "top_p", "stop", "seed")
"""Sampling options; what is not given is as in the benchmark's paper."""

ENGINE_OPTIONS = (
    "engine_args", "sampling_args", "chat_template", "chat_template_args", "choice", "lora", "revision", "complete",
    "unseeded", "gpus", "base_url", "api_key_env", "concurrency", "prices", "max_cost", "batch_write", "batch_read",
    "ray", "ray_engine", "ray_workers", "ray_shared", "timeout", "retries", "context",
)  # fmt: skip
"""Options that go to the engine under these names; each engine says which it takes."""


def split(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the sampling options and the engine options that were given; None stands for an option that was not."""
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in SAMPLING and name not in ENGINE_OPTIONS:
            raise UserError(f"unknown option {name!r}{nearest(name, (*SAMPLING, *ENGINE_OPTIONS))}")
    sampling = {name: given[name] for name in SAMPLING if name in given}
    return sampling, {name: given[name] for name in ENGINE_OPTIONS if name in given}
