"""The options of the commands that ask an engine: model, sampling, and options of specific engines. Only engine options
given by the user are passed to the engine, under their names (`base_url`, `gpus`, …); each engine declares which ones
it takes. A VALUE in NAME=VALUE is read as JSON if possible (`0.9`, `true`, `[1, 2]`), else as text.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from sgpkit.api.options import ENGINE_OPTIONS
from sgpkit.api.options import SAMPLING as SAMPLING_OPTIONS
from sgpkit.cli.base import completion, values
from sgpkit.cli.base.commands import Decorated, option
from sgpkit.cli.base.headings import COMMON
from sgpkit.cli.base.values import AMOUNT, ASSIGNMENT, MASS, PATH, POSITIVE, TEMPERATURE, WHOLE
from sgpkit.errors import UserError

MODEL = "The model (vllm, ray; some for endpoint)"
SERVER = "The server (endpoint)"
CLUSTER = "The cluster (ray)"
SAMPLING = "Sampling"


def combine_options(*declared: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Combine several option decorators into one, keeping their order on the help page."""

    def decorate(function: Decorated) -> Decorated:
        for declare in reversed(declared):
            function = declare(function)
        return function

    return decorate


def assignments(name: str, destination: str, text: str) -> Callable[[Any], Any]:
    """Declare a repeatable option that takes NAME=VALUE."""
    return option(
        name, destination, type=ASSIGNMENT, multiple=True, callback=values.join_pairs, metavar="NAME=VALUE",
        heading=MODEL, help=f"{text}; repeatable",
    )  # fmt: skip


def ray_option(heading: str = COMMON) -> Callable[[Any], Any]:
    """Declare `--ray ADDRESS`, for every command that can run on a cluster."""
    text = "run on a Ray cluster: HOST:PORT, ray://HOST:PORT, auto, or local"
    return option("--ray", metavar="ADDRESS", heading=heading, help=text)


ENGINE_AND_MODEL = combine_options(
    option(
        "--engine",
        required=True,
        shell_complete=completion.engines,
        metavar="E",
        help="local, vllm, endpoint, ray, replay or baseline; see sgpkit list",
    ),
    option("--model", required=True, metavar="M", help="model id or folder, name of a baseline, or file to replay"),
)

RENDERER = option(
    "--renderer",
    type=click.Choice(["resvg", "cairo"]),
    default="resvg",
    help="renderer of drawings: resvg (default), or cairo, which published protocols use",
)

ROWS_MOVED = option("--data", metavar=values.ROWS, help="location of the rows, if they were moved")

TEMPERATURE_ZERO = option("--temperature", type=TEMPERATURE, metavar="T", heading=SAMPLING, help="default: 0")
TEMPERATURE_OF_CONFIG = option(
    "--temperature", type=TEMPERATURE, metavar="T", heading=SAMPLING,
    help="default of all sampling options: as in the benchmark's paper",
)  # fmt: skip

SAMPLED = combine_options(
    option("--max-tokens", type=POSITIVE, metavar="N", heading=SAMPLING, help="maximum length of a completion"),
    option("--top-p", type=MASS, metavar="P", heading=SAMPLING,
           help="nucleus sampling: probability mass to sample from"),
    option("--stop", multiple=True, metavar="TEXT", heading=SAMPLING, help="stop string; repeatable"),
    option("--seed", type=WHOLE, metavar="N", heading=SAMPLING,
           help="base seed; each row and sample derives its own seed from it"),
    option(
        "--unseeded", is_flag=True, default=None, heading=SAMPLING,
        help="sample without per-row seeds (vLLM): faster, but not reproducible",
    ),
)  # fmt: skip

SERVED = combine_options(
    option("--revision", metavar="REV", heading=MODEL, help="branch, tag or commit of the model"),
    option("--lora", multiple=True, metavar="PATH", heading=MODEL,
           help="LoRA adapter to load on top of the model; repeatable in sgpkit run: one run folder for each"),
    option(
        "--chat-template", type=PATH, metavar="FILE", heading=MODEL,
        help="Jinja file that replaces the model's chat template"
    ),
    assignments("--chat-template-arg", "chat_template_args", "chat template argument, such as enable_thinking=false"),
    option(
        "--choice", is_flag=True, default=None, heading=MODEL, help="constrain the output to an option letter"
    ),
    option("--regex", metavar="PATTERN", heading=MODEL, help="constrain the output to a regular expression"),
    option("--json-schema", type=PATH, metavar="FILE", heading=MODEL, help="constrain the output to a JSON schema"),
    option("--complete", is_flag=True, default=None, heading=MODEL,
           help="use plain completion, without a chat template"),
    option("--context", type=POSITIVE, metavar="N", heading=MODEL,
           help="context length: tokens of prompt plus completion"),
    option("--gpus", type=POSITIVE, metavar="N", heading=MODEL,
           help="number of GPUs; each gets its own process and a part of the rows"),
    assignments("--engine-arg", "engine_args",
                "argument of vllm.LLM, such as tensor_parallel_size=2; with local, of llama.cpp, such as n_threads=4"),
    assignments("--sampling-arg", "sampling_args", "additional sampling parameter, such as min_p=0.05"),
    option("--base-url", metavar="URL", heading=SERVER, help="URL of the server, such as http://localhost:8000/v1"),
    option("--api-key-env", metavar="NAME", heading=SERVER, help="environment variable that holds the API key"),
    option(
        "--concurrency", type=POSITIVE, metavar="N", heading=SERVER,
        help="concurrent requests; default: adapted to the server"
    ),
    option("--timeout", type=AMOUNT, metavar="SECONDS", heading=SERVER, help="time limit of one request"),
    option("--retries", type=WHOLE, metavar="N", heading=SERVER,
           help="retries of one request before it counts as failed"),
    option("--prices", type=PATH, metavar="FILE", heading=SERVER, help="TOML file with dated token prices per model"),
    option(
        "--max-cost", type=AMOUNT, metavar="X", heading=SERVER,
        help="stop before the cost exceeds X; run the command again to resume",
    ),
    option(
        "--batch-write", type=PATH, metavar="FILE", heading=SERVER,
        help="write a batch request file instead of asking the server"
    ),
    option("--batch-read", type=PATH, metavar="FILE", heading=SERVER, help="read the answers from a batch result file"),
)  # fmt: skip

HOW_IT_ANSWERS = combine_options(
    SAMPLED,
    SERVED,
    ray_option(CLUSTER),
    option("--ray-engine", metavar="E", heading=CLUSTER, help="engine that runs on each node; default: vllm"),
    option(
        "--ray-shared", is_flag=True, default=None, heading=CLUSTER,
        help="nodes share the data and run folders, so workers write the responses of large runs themselves",
    ),
    option(
        "--ray-workers", type=POSITIVE, metavar="N", heading=CLUSTER,
        help="number of workers; default: one per GPU, or per node without GPUs"
    ),
)  # fmt: skip


def sampling(given: Mapping[str, Any], names: Sequence[str] = SAMPLING_OPTIONS) -> dict[str, Any]:
    """Return the sampling options that were given."""
    chosen = {name: given[name] for name in names if given.get(name) not in (None, ())}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}


def sampling_with_temperature(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sampling options that were given, including the temperature."""
    return sampling(given, (*SAMPLING_OPTIONS, "temperature"))


def engine_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the engine options that were given. Raises UserError for several LoRA adapters."""
    adapters = given.get("lora") or ()
    if len(adapters) > 1:
        raise UserError("--lora: only sgpkit run takes several adapters; give one")
    values = {**given, "lora": adapters[0] if adapters else None}
    return {name: values[name] for name in ENGINE_OPTIONS if values.get(name) is not None}
