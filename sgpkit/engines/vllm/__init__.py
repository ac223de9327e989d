"""vLLM on this machine: `LLM.chat` over a run's rows, in a separate process for each GPU.

    sgpkit run sgp-svg --engine vllm --model Qwen/Qwen3-8B --chat-template-arg enable_thinking=false

Answers are returned as they finish. Every request has a separate seed, derived from row and sample; results do not
depend on the order, the limit or the number of processes, except for rounding within a batch. vLLM samples seeded
requests one by one, which is slower; `--unseeded` leaves the seeds out, and the identity of the run records this. Any
argument of vLLM can be given by `--engine-arg` and `--sampling-arg`, such as quantization and tensor, pipeline or data
parallelism. Parameters that neither the protocol nor the user sets come from the model's generation_config.json, as in
`vllm serve`, unless `--engine-arg generation_config=vllm` is given. All parameters are part of the identity of a run.

The process that holds vLLM is `worker.py`; the run's own process (`engine.py`) never imports it.
"""

from sgpkit import engines
from sgpkit.engines import ModelProperties, Setup
from sgpkit.engines.vllm.effort import gpu_hours
from sgpkit.engines.vllm.engine import Engine, devices_of
from sgpkit.engines.vllm.process import Process
from sgpkit.engines.vllm.settings import Settings, settings_of

_open: list[Process] = []
"""The processes of this module, shared by `measure`, `open_engine`, and all runs under `engines.keep_models()`."""


def open_engine(setup: Setup) -> Engine:
    """Open an engine in the process that `measure` started or an earlier run left, or in a new one. Loads no
    weights."""
    settings = settings_of(setup)
    process = process_for(settings)
    if process.taken:
        process = start(settings)
    try:
        engine = Engine(setup, settings, process, process.turn(settings), Process, release)
        reuse(engine)
    except Exception:
        process.close()
        raise
    return engine


def reuse(engine: Engine) -> None:
    """Let an engine use the loaded processes that an earlier engine left on its devices, and close all other processes
    with weights, since two models do not fit into the memory.
    """
    first = engine.slots[0]
    if first.process is not None and first.process.loaded and first.process.devices != first.devices:
        first.process.taken, first.process = False, None
    for slot in engine.slots:
        if slot.process is None and (left := loaded_process(engine.settings, slot.devices)):
            left.turn(engine.settings)
            left.taken, slot.process = True, left
    for process in _open:
        if process.loaded and not process.taken:
            process.close()


def loaded_process(settings: Settings, devices: str | None) -> Process | None:
    """Return an unused process with these weights on these devices; None if there is none."""
    ready = (process for process in _open if process.loaded and not process.taken and not process.ended)
    return next((one for one in ready if one.devices == devices and one.settings.weights == settings.weights), None)


def release(process: Process) -> None:
    """Close a process that an engine no longer uses, or keep it for the next run under `engines.keep_models()`."""
    following = engines.kept_models()
    if following is None:
        process.close()
        return
    process.taken = False
    if process not in _open:
        _open.append(process)
    following.callback(process.close)


def check(setup: Setup) -> None:
    """Raise UserError without vLLM, for options that contradict each other or take more GPUs than there are, or for a
    model that it cannot open. The process that reads the model is the one that later asks it."""
    settings = settings_of(setup)
    devices_of(setup.options.get("gpus") or 1, settings, process_for(settings).turn(settings))


def measure(setup: Setup) -> ModelProperties:
    """Return the model's properties, read from its configuration and tokenizer in a process of vLLM."""
    settings = settings_of(setup)
    properties = process_for(settings).turn(settings)
    return ModelProperties(
        lambda messages: process_for(settings).count(messages),
        exact=properties.exact,
        context=properties.context,
        images=properties.images,
        gpu_hours=gpu_hours(properties.parameters) if properties.parameters else None,
        notes=properties.notes,
    )


def process_for(settings: Settings) -> Process:
    """Return a process that has read the model with these settings. A process that an engine uses keeps its
    settings.
    """
    _open[:] = [process for process in _open if not process.ended]
    for process in _open:
        if process.settings == settings or (not process.taken and process.settings.weights == settings.weights):
            process.turn(settings)
            return process
    _open.append(start(settings))
    return _open[-1]


def start(settings: Settings) -> Process:
    """Start a process that reads the model; it is closed if that fails."""
    process = Process(settings)
    try:
        process.open()
    except Exception:
        process.close()
        raise
    return process
