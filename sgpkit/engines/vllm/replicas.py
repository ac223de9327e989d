"""`data_parallel_size`: replicas of a model within one engine of vLLM, with the interface of `LLM`. Only processes that
have vLLM import this module.

Models whose experts are distributed over all GPUs need it: their replicas compute each step together, so they cannot be
separate engines as with `--gpus`. `vllm.LLM` refuses the argument, since its engine only asks the first replica. The
engine of `vllm serve` asks all replicas, but needs an event loop, which runs in a separate thread here.
"""

import asyncio
import queue
import threading
from collections.abc import Coroutine, Mapping
from typing import Any

LOOK = 1.0
"""Seconds between two checks that the replicas are alive, while no request finishes."""


class Replicas:
    """An engine over all replicas, with the methods that `LLM` and a session use."""

    def __init__(self, arguments: Mapping[str, Any]) -> None:
        self.finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.steps = 0
        self.collecting: set[asyncio.Task[None]] = set()
        self.engine = self.opened(arguments)  # in the main thread, since it starts processes
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.vllm_config = self.engine.vllm_config
        self.engine_core = self.engine.engine_core

    def opened(self, arguments: Mapping[str, Any]) -> Any:
        from vllm.engine.arg_utils import AsyncEngineArgs
        from vllm.v1.engine.async_llm import AsyncLLM

        loggers: list[Any] = [lambda config, number: Steps(self)]
        return AsyncLLM.from_engine_args(
            AsyncEngineArgs(**{"disable_log_stats": True, **arguments}), stat_loggers=loggers
        )

    def on_loop(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def add_request(self, number: str, prompt: Any, params: Any, **more: Any) -> str:
        """Send a rendered prompt to a replica. Raises the error of the engine for a prompt that it refuses."""
        self.on_loop(self.add(number, prompt, params, more))
        return number

    async def add(self, number: str, prompt: Any, params: Any, more: Mapping[str, Any]) -> None:
        collector = await self.engine.add_request(number, prompt, params, **more)
        task = self.loop.create_task(self.collect(collector))
        self.collecting.add(task)  # the event loop holds no strong reference to tasks
        task.add_done_callback(self.collecting.discard)

    async def collect(self, collector: Any) -> None:
        try:
            self.finished.put(await collector.get())
        except Exception as error:
            self.finished.put(error)

    def abort_request(self, numbers: list[str], internal: bool = False) -> None:
        self.on_loop(self.engine.abort(numbers, internal=internal))

    def step(self) -> list[Any]:
        """Return all finished requests; none after a step of a replica that finished none. Raises the error of an
        engine that died."""
        before = self.steps
        outputs: list[Any] = []
        while not outputs and self.steps == before:
            try:
                outputs.append(self.finished.get(timeout=LOOK))
            except queue.Empty:
                if self.engine.errored:
                    raise self.engine.dead_error from None
        while not self.finished.empty():
            outputs.append(self.finished.get())
        for output in outputs:
            if isinstance(output, Exception):
                raise output
        return outputs


class Steps:
    """Counts the steps of all replicas: a logger of statistics, in the form that vLLM calls."""

    def __init__(self, replicas: Replicas) -> None:
        self.replicas = replicas

    def record(self, *statistics: Any, **more: Any) -> None:
        self.replicas.steps += 1

    def log_engine_initialized(self) -> None:
        pass

    def log(self) -> None:
        pass

    def record_sleep_state(self, is_awake: int, level: int) -> None:
        pass


def replicated_llm(arguments: Mapping[str, Any]) -> Any:
    """Return a `vllm.LLM` that holds several replicas of its model."""
    from vllm import LLM
    from vllm.renderers import ChatParams
    from vllm.utils.counter import Counter

    engine = Replicas(arguments)
    # Its constructor would refuse the argument. Prompts are rendered and numbered by the same code as with one replica.
    llm: Any = LLM.__new__(LLM)
    llm.llm_engine = engine
    llm.model_config = engine.vllm_config.model_config
    llm.renderer = engine.engine.renderer
    llm.input_processor = engine.engine.input_processor
    llm.request_counter = Counter()
    llm.chat_template = None
    llm.renderer.warmup(ChatParams(chat_template=None))
    return llm
