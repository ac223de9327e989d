"""vLLM on this machine: `LLM.chat` over a run's rows, in a process of its own for each GPU.

    sgpkit run sgp-svg --engine vllm --model Qwen/Qwen3-8B --chat-template-arg enable_thinking=false

Answers come back as they are finished. Every request has a seed of its own, by row and sample; nothing depends on the
order, the limit or the number of processes but what floating point makes of a batch. Any argument of vLLM's own goes
in by `--engine-arg` and `--sampling-arg`; quantization, tensor and pipeline parallelism are such arguments. Parameters
that neither the protocol nor the user names are the model's own, from its generation_config.json, as in `vllm serve`;
`--engine-arg generation_config=vllm` leaves those out. All in force are part of the identity of a run.

The process that holds vLLM is `worker.py`; the run's own process (`engine.py`) never imports it.
"""

from sgpkit.engines import ModelProperties, Setup
from sgpkit.engines.vllm.effort import gpu_hours
from sgpkit.engines.vllm.engine import Engine
from sgpkit.engines.vllm.process import Process
from sgpkit.engines.vllm.settings import Properties, Settings, settings_of

_opened: dict[str, tuple[Process, Properties]] = {}
"""The last process opened for each model and way of asking: `measure` and `open_engine` share it."""


def open_engine(setup: Setup) -> Engine:
    """Open an engine in the process that `measure` started, or in a new one if that is taken. Loads no weights."""
    settings = settings_of(setup)
    process, properties = opened(settings)
    if process.taken:
        process, properties = start(settings)
    try:
        return Engine(setup, settings, process, properties, Process)
    except Exception:
        process.close()
        raise


def measure(setup: Setup) -> ModelProperties:
    """Return the model's properties, read from its configuration and tokenizer in a process of vLLM."""
    process, properties = opened(settings_of(setup))
    return ModelProperties(
        process.count,
        exact=properties.exact,
        context=properties.context,
        images=properties.images,
        gpu_hours=gpu_hours(properties.parameters) if properties.parameters else None,
        notes=properties.notes,
    )


def opened(settings: Settings) -> tuple[Process, Properties]:
    """Return the process for these settings and the model's properties; start one if none is alive."""
    name = repr(settings)
    if name not in _opened or _opened[name][0].ended:
        _opened[name] = start(settings)
    return _opened[name]


def start(settings: Settings) -> tuple[Process, Properties]:
    """Start a process and read the model's properties in it; the process is closed if that fails."""
    process = Process(settings)
    try:
        return process, process.open()
    except Exception:
        process.close()
        raise
