"""The overhead of a run over vLLM: our engine, with every answer written to disk, compared with `LLM.chat` on the same
requests.

Needs vLLM: `.venv-vllm/bin/python -m tools.bench vllm_overhead`. On a CPU the model is the tests' tiny one, so our
share of the time is larger than with any real model. SGPKIT_BENCH_MODEL=ORG/NAME selects another model, on a GPU.
"""

import importlib.util
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools import HELPERS
from tools.bench.measure import Figure, at_most

ROUNDS = 12
REQUESTS = 192
ARGS: dict[str, Any] = {"max_model_len": 2048, "max_num_seqs": 64}
TINY: dict[str, Any] = {"dtype": "float32", "enforce_eager": True, "enable_chunked_prefill": False}
SAMPLING: dict[str, Any] = {"temperature": 0.0, "max_tokens": 48, "ignore_eos": True}


def figures() -> list[Figure]:
    if importlib.util.find_spec("vllm") is None:
        print("vllm_overhead: vLLM is not installed here; tools/setup vllm, then .venv-vllm/bin/python -m tools.bench")
        return []
    os.environ.setdefault("VLLM_CPU_KVCACHE_SPACE", "1")
    os.environ.setdefault("VLLM_NO_USAGE_STATS", "1")
    # One thread each, because idle threads of a pool would spin and slow down the other. With a GPU this does not
    # matter.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("VLLM_CPU_OMP_THREADS_BIND", "0")
    os.environ.setdefault("VLLM_ENABLE_V1_MULTIPROCESSING", "0")
    with tempfile.TemporaryDirectory() as folder:
        model = os.environ.get("SGPKIT_BENCH_MODEL", "")
        arguments = ARGS if model else ARGS | TINY
        model = model or tiny(Path(folder))
        ours, theirs = engine_round(model, arguments, Path(folder)), chat_round(model, arguments)
        # Alternate, and take the best rounds of each: the first ones are slow, and other load only adds time.
        times = [(ours(number), theirs(number)) for number in range(ROUNDS)]
        added = min(one for one, _ in times) / min(other for _, other in times) - 1
    return [at_most("vllm: time added to LLM.chat, every answer written", 100 * added, 5, "%")]


def tiny(folder: Path) -> str:
    sys.path.insert(0, str(HELPERS))
    import tiny_models

    return str(tiny_models.save_model(folder / "tiny", context=2048))


def conversations(number: int, requests: int) -> list[list[dict[str, str]]]:
    """Return different prompts for each round, because the prefix cache contains those of the last round."""
    code = "".join(f'<circle cx="{step}" cy="{step * 7 % 32}" r="2"/>' for step in range(12))
    return [
        [{"role": "user", "content": f"Round {number}, drawing {drawing}: <svg>{code}</svg> What is it?"}]
        for drawing in range(requests)
    ]


def engine_round(
    model: str, arguments: dict[str, Any], folder: Path, requests: int = REQUESTS
) -> Callable[[int], float]:
    from sgpkit.engines import Request, Setup, open_engine
    from sgpkit.families.turtlebench import BENCHMARKS
    from sgpkit.runs.responses import Response, ResponseLog

    setup = Setup(model, BENCHMARKS[0], sampling=SAMPLING, options={"engine_args": arguments})
    engine = open_engine("vllm", setup)

    def ask(number: int) -> float:
        start = time.perf_counter()
        log = ResponseLog(folder / f"{number}.jsonl")
        asked = [
            Request({"id": f"{turn}"}, 0, 0, messages) for turn, messages in enumerate(conversations(number, requests))
        ]
        answered = 0
        for index, completion in engine.generate(asked):
            log.append(Response(f"{number}-{index}", f"{index}", 0, 0, True, completion))
            answered += 1
        log.close()
        assert answered == requests
        return time.perf_counter() - start

    return ask


def chat_round(model: str, arguments: dict[str, Any], requests: int = REQUESTS) -> Callable[[int], float]:
    from vllm import LLM, SamplingParams

    llm = LLM(model, **arguments)
    defaults = llm.model_config.get_diff_sampling_param()

    def ask(number: int) -> float:
        start = time.perf_counter()
        params = SamplingParams.from_optional(**defaults | SAMPLING)
        assert len(llm.chat(conversations(number, requests), params, use_tqdm=False)) == requests
        return time.perf_counter() - start

    return ask
