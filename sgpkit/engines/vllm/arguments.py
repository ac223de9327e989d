"""Check arguments of vLLM by name and type: `--engine-arg` for its LLM, `--sampling-arg` for its SamplingParams.

The names and types are read from the installed vLLM, so that its new arguments need no change here.
"""

import dataclasses
import inspect
import typing
from collections.abc import Mapping
from typing import Any

from sgpkit.errors import UserError, nearest

# Arguments set by the run, and the options that set them.
OURS = {
    "model": "--model",
    "revision": "--revision",
    "enable_lora": "--lora",
    "chat_template": "--chat-template",
    "hf_token": "the environment variable HF_TOKEN, so that it is never written into a run",
}
OURS_SAMPLING = {"n": "--n", "seed": "--seed", "output_kind": "the run itself", "skip_clone": "the run itself"}

# These affect the speed of a model, or where its files are, but not its answers. All others belong to its identity.
SPEED_ONLY = {
    *("tensor_parallel_size", "pipeline_parallel_size", "data_parallel_size", "data_parallel_backend"),
    *("enable_expert_parallel", "distributed_executor_backend"),
    *("gpu_memory_utilization", "kv_cache_memory_bytes", "cpu_offload_gb", "device_ids", "numa_bind"),
    *("max_num_seqs", "max_num_batched_tokens", "max_num_scheduled_tokens", "max_num_active_seqs", "block_size"),
    *("enable_prefix_caching", "enable_chunked_prefill", "long_prefill_token_threshold", "async_scheduling"),
    *("enforce_eager", "disable_custom_all_reduce", "disable_log_stats", "mm_processor_cache_gb"),
    *("download_dir", "max_parallel_loading_workers", "safetensors_load_strategy"),
}


def engine_arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checked `--engine-arg` values. Raises UserError for wrong types, unknown or reserved names."""
    from vllm.engine.arg_utils import EngineArgs

    known = {field.name: checkable(field.type) for field in dataclasses.fields(EngineArgs) if field.init}
    return checked("--engine-arg", given, known, OURS)


def checkable(kind: Any) -> Any:
    """Return a type that can be checked here, or `Any` for types that vLLM annotates as strings and for its own
    settings classes.
    """
    groups = [one for one in (kind, *typing.get_args(kind)) if dataclasses.is_dataclass(one)]
    return Any if isinstance(kind, str) or groups else kind


def sampling_arguments(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checked `--sampling-arg` values. Raises UserError for wrong types, unknown or reserved names."""
    from vllm import SamplingParams

    parameters = inspect.signature(SamplingParams.from_optional).parameters
    known = {name: Any if isinstance(one.annotation, str) else one.annotation for name, one in parameters.items()}
    return checked("--sampling-arg", given, known, OURS_SAMPLING)


def checked(option: str, given: Mapping[str, Any], known: Mapping[str, Any], ours: Mapping[str, str]) -> dict[str, Any]:
    """Return arguments converted to vLLM's types. Raises UserError for a reserved or unknown name, or a wrong type."""
    values = {}
    for name, value in given.items():
        if name in ours:
            raise UserError(f"{option} {name} is set by {ours[name]}")
        if name not in known:
            raise UserError(f"{option} {name}: vLLM has no such argument{nearest(name, known)}")
        values[name] = typed(option, name, value, known[name])
    return values


def typed(option: str, name: str, value: Any, kind: Any) -> Any:
    """Convert an argument to its annotated type; a type that only vLLM can check is passed through. Raises UserError if
    it does not fit."""
    import pydantic

    try:
        adapter = pydantic.TypeAdapter(kind, config={"coerce_numbers_to_str": True, "arbitrary_types_allowed": True})
    except pydantic.PydanticUserError:
        try:
            adapter = pydantic.TypeAdapter(kind)
        except pydantic.errors.PydanticSchemaGenerationError:
            return value  # a type that only vLLM can check
    try:
        return adapter.validate_python(value)
    except pydantic.ValidationError as error:
        reason = error.errors()[0]["msg"]
        raise UserError(f"{option} {name}={value!r}: expected {plain(kind)} ({reason})") from None


def plain(kind: Any) -> str:
    """Return the name of a type for messages, such as `int | None`."""
    if typing.get_origin(kind) is typing.Annotated:
        return plain(typing.get_args(kind)[0])
    return kind.__name__ if isinstance(kind, type) else str(kind).replace("typing.", "")
