"""Models served by vLLM: tokens per second of a run, the overhead over bare vLLM, pictures, adapters, two GPUs."""

import io
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Messages
from sgpkit.engines import Request, Setup, open_engine
from sgpkit.families.turtlebench import BENCHMARKS
from tools.bench.gpu import checkpoints
from tools.bench.pipeline import vllm_overhead

DUMMY: dict[str, Any] = {"load_format": "dummy"}
CPU: dict[str, Any] = DUMMY | {
    "dtype": "float32",
    "enforce_eager": True,
    "enable_chunked_prefill": False,
    "max_model_len": 2048,
    "max_num_seqs": 16,
}
GPU: dict[str, Any] = DUMMY | {"max_model_len": 4096, "max_num_seqs": 256, "gpu_memory_utilization": 0.85}
SIDE = 256
"""Pixels of a picture, as SGP-Bench shows drawings."""


class Figure(NamedTuple):
    """A measured value. It is stored as [value, unit]."""

    value: float
    unit: str


class Load(NamedTuple):
    """The size of a measurement: requests, and new tokens of each."""

    requests: int
    tokens: int


def load_of(tiny: bool) -> Load:
    """Return the load of a measurement."""
    return Load(8, 8) if tiny else Load(1_024, 256)


def text(folder: Path, tiny: bool, options: dict[str, Any] | None = None) -> dict[str, Figure]:
    """Measure a text model: greedy, then sampled with a seed for each request and without."""
    model, load = _text_model(folder, tiny), load_of(tiny)
    with _Engine(model, _arguments(tiny), options) as engine:
        figures = engine.figures(_prompts(load.requests, 0), load)
    return figures | _sampled(model, _arguments(tiny), load)


def parallel(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure the text model with tensor parallelism over two GPUs, or on one CPU."""
    model, load = _text_model(folder, tiny), load_of(tiny)
    arguments = _arguments(tiny) | {"tensor_parallel_size": 1 if tiny else 2}
    with _Engine(model, arguments) as engine:
        return engine.figures(_prompts(load.requests, 0), load)


def lora(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure the text model with an adapter and without."""
    model, load = _text_model(folder, tiny), load_of(tiny)
    adapter = checkpoints.adapter(folder / "adapter", _words(tiny))
    with _Engine(model, _arguments(tiny), {"lora": str(adapter)}) as engine:
        return engine.figures(_prompts(load.requests, 0), load)


def vision(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure a vision model, with a different drawing in each request."""
    eyes = checkpoints.SIGLIP_TINY if tiny else checkpoints.SIGLIP_SO400M
    model = checkpoints.seeing_model(folder / "seeing", eyes, _words(tiny))
    load = Load(4, 4) if tiny else Load(512, 64)
    with _Engine(str(model), _arguments(tiny)) as engine:
        figures = engine.figures([_seen(number) for number in range(load.requests)], load)
    return figures | {"pictures": Figure(figures["requests"].value, "a second")}


def overhead(folder: Path, tiny: bool) -> dict[str, Figure]:
    """Measure the time that a run, every answer written to disk, adds to `LLM.chat` on the same requests."""
    arguments = _arguments(tiny) | ({} if tiny else {"gpu_memory_utilization": 0.42})
    model = _text_model(folder, tiny)
    rounds, requests = (1, 16) if tiny else (3, vllm_overhead.REQUESTS)
    ours = vllm_overhead.engine_round(model, arguments, folder, requests)
    theirs = vllm_overhead.chat_round(model, arguments, requests)
    times = [(ours(number), theirs(number)) for number in range(rounds + 1)][1:]  # the first are slow
    run, chat = min(one for one, _ in times), min(other for _, other in times)
    return {
        "requests, through a run": Figure(requests / run, "a second"),
        "requests, bare vLLM": Figure(requests / chat, "a second"),
        "added": Figure(100 * (run / chat - 1), "%"),
    }


class _Engine:
    """The engine `vllm` with a model, which gets one batch; the first request, which loads the model, is measured
    separately.
    """

    def __init__(self, model: str, arguments: dict[str, Any], options: dict[str, Any] | None = None) -> None:
        self.model, self.options = model, {"engine_args": arguments, **(options or {})}
        self.engine: Any = None

    def __enter__(self) -> "_Engine":
        return self

    def __exit__(self, *_: object) -> None:
        if self.engine is not None:
            self.engine.close()

    def figures(self, prompts: Sequence[Messages], load: Load) -> dict[str, Figure]:
        """Return rates of requests and tokens, and the seconds until the first answer."""
        sampling = {"temperature": 0.0, "max_tokens": load.tokens, "ignore_eos": True}
        started = time.perf_counter()
        setup = Setup(self.model, BENCHMARKS[0], sampling=sampling, options=self.options)
        self.engine = open_engine("vllm", setup)
        self._asked(prompts[:1])
        loaded = time.perf_counter()
        answers = self._asked(prompts[1:])
        seconds = time.perf_counter() - loaded
        wrong = [answer.error for answer in answers if answer.finish_reason == "error"]
        if wrong or len(answers) != len(prompts) - 1:
            raise RuntimeError(f"{len(wrong)} of {len(prompts) - 1} requests failed: {wrong[:1]}")
        return {
            "first answer after": Figure(loaded - started, "s"),
            "requests": Figure(len(answers) / seconds, "a second"),
            "tokens read": Figure(sum(answer.prompt_tokens or 0 for answer in answers) / seconds, "a second"),
            "new tokens": Figure(sum(answer.completion_tokens or 0 for answer in answers) / seconds, "a second"),
        }

    def _asked(self, prompts: Sequence[Messages]) -> list[Any]:
        requests = [Request({"id": str(number)}, 0, 0, messages) for number, messages in enumerate(prompts)]
        return [completion for _, completion in self.engine.generate(requests)]


def _sampled(model: str, arguments: dict[str, Any], load: Load) -> dict[str, Figure]:
    """Return new tokens per second of vLLM alone at temperature 1, with a seed for each request and without: vLLM has a
    faster sampler for requests without a seed."""
    import gc

    from vllm import LLM, SamplingParams

    llm = LLM(model, **arguments)
    options = {"temperature": 1.0, "max_tokens": load.tokens, "ignore_eos": True}
    figures = {}
    for round_number, (label, seeded) in enumerate((("a seed a request", True), ("no seed", False)), 1):
        prompts = _prompts(load.requests, round_number)
        sampling = [SamplingParams(**options, seed=number if seeded else None) for number in range(len(prompts))]
        llm.chat(prompts[:1], sampling[:1], use_tqdm=False)
        started = time.perf_counter()
        outputs = llm.chat(prompts[1:], sampling[1:], use_tqdm=False)
        seconds = time.perf_counter() - started
        made = sum(len(output.outputs[0].token_ids) for output in outputs)
        figures[f"sampled, {label}: new tokens"] = Figure(made / seconds, "a second")
    del llm
    gc.collect()
    return figures


def _arguments(tiny: bool) -> dict[str, Any]:
    return dict(CPU if tiny else GPU)


def _words(tiny: bool) -> checkpoints.Shape:
    return checkpoints.LLAMA_TINY if tiny else checkpoints.LLAMA_8B


def _text_model(folder: Path, tiny: bool) -> str:
    return str(checkpoints.text_model(folder / "text", _words(tiny)))


def _prompts(count: int, round_number: int) -> list[Any]:
    """Return prompts of about 700 tokens without common prefixes."""
    code = "".join(f'<circle cx="{step}" cy="{step * 7 % 32}" r="2"/>' for step in range(20))
    return [
        [{"role": "user", "content": f"{round_number}-{number}: <svg>{code}</svg> What is drawn here?"}]
        for number in range(count)
    ]


def _seen(number: int) -> Messages:
    from PIL import Image

    buffer = io.BytesIO()
    Image.new("RGB", (SIDE, SIDE), (number % 256, number // 256, 128)).save(buffer, "PNG")
    shown = {"type": "image", "image": buffer.getvalue()}
    return [{"role": "user", "content": [{"type": "text", "text": "What is this? "}, shown]}]
