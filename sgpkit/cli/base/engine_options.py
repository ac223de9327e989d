"""The options of the commands that ask an engine: what is asked, how it is sampled, and what only some engines take.

Engine options reach an engine under their names (`base_url`, `gpus`, …), and only those that were given; each engine
says which it takes. NAME=VALUE values are JSON where they are (`0.9`, `true`, `[1, 2]`), and else text.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from sgpkit.api.options import ENGINE_OPTIONS
from sgpkit.api.options import SAMPLING as SAMPLING_OPTIONS
from sgpkit.cli.base import values
from sgpkit.cli.base.commands import Decorated, option
from sgpkit.cli.base.headings import COMMON
from sgpkit.cli.base.values import AMOUNT, ASSIGNMENT, MASS, PATH, POSITIVE, TEMPERATURE, WHOLE

MODEL = "The model (vllm, ray; some for endpoint)"
SERVER = "The server (endpoint)"
CLUSTER = "The cluster (ray)"
SAMPLING = "Sampling (default: as in the benchmark's paper)"


def together(*declared: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Return one decorator for several options, which keep their order on the help page."""

    def decorate(function: Decorated) -> Decorated:
        for declare in reversed(declared):
            function = declare(function)
        return function

    return decorate


def assignments(name: str, destination: str, text: str) -> Callable[[Any], Any]:
    """Declare an option that takes NAME=VALUE and may be given again."""
    return option(
        name, destination, type=ASSIGNMENT, multiple=True, callback=values.gather, metavar="NAME=VALUE", heading=MODEL,
        help=f"{text}; may be given again",
    )  # fmt: skip


def ray_option(heading: str = COMMON) -> Callable[[Any], Any]:
    """Declare `--ray ADDRESS`, for every command that can spread over a cluster."""
    text = "of a Ray cluster: HOST:PORT, ray://HOST:PORT, auto, or local"
    return option("--ray", metavar="ADDRESS", heading=heading, help=text)


ENGINE_AND_MODEL = together(
    option("--engine", required=True, metavar="E", help="baseline, replay, …: see sgpkit list"),
    option("--model", required=True, metavar="M", help="a model id or folder, a baseline, the file to replay"),
)

RENDERER = option(
    "--renderer",
    type=click.Choice(["resvg", "cairo"]),
    default="resvg",
    help="what paints drawings: resvg (default), or cairo, as published protocols have it",
)

ROWS_MOVED = option("--data", metavar=values.ROWS, help="where the rows are now, if they moved")

TEMPERATURE_ZERO = option("--temperature", type=TEMPERATURE, metavar="T", heading=SAMPLING, help="default: 0")

HOW_IT_ANSWERS = together(
    option("--max-tokens", type=POSITIVE, metavar="N", heading=SAMPLING, help="of a completion"),
    option("--top-p", type=MASS, metavar="P", heading=SAMPLING, help="sample from the likeliest tokens of this mass"),
    option("--stop", multiple=True, metavar="TEXT", heading=SAMPLING, help="ends a completion; may be given again"),
    option("--seed", type=WHOLE, metavar="N", heading=SAMPLING, help="each row and sample derives its own from it"),
    option(
        "--unseeded", is_flag=True, default=None, heading=SAMPLING,
        help="vLLM draws without a seed for each row: faster, and not the same again",
    ),
    option("--revision", metavar="REV", heading=MODEL, help="branch, tag or commit of the model"),
    option("--lora", metavar="PATH", heading=MODEL, help="a LoRA adapter on top"),
    option(
        "--chat-template", type=PATH, metavar="FILE", heading=MODEL, help="a Jinja template in place of the model's"
    ),
    assignments("--chat-template-arg", "chat_template_args", "such as enable_thinking=false"),
    option(
        "--choice", is_flag=True, default=None, heading=MODEL, help="let it say nothing but an option's letter"
    ),
    option("--complete", is_flag=True, default=None, heading=MODEL, help="plain completion: no chat template"),
    option("--context", type=POSITIVE, metavar="N", heading=MODEL, help="tokens of prompt and completion together"),
    option("--gpus", type=POSITIVE, metavar="N", heading=MODEL, help="one process each; rows are divided among them"),
    assignments("--engine-arg", "engine_args", "any argument of vllm.LLM, such as tensor_parallel_size=2"),
    assignments("--sampling-arg", "sampling_args", "any further sampling parameter, such as min_p=0.05"),
    option("--base-url", metavar="URL", heading=SERVER, help="such as http://localhost:8000/v1"),
    option("--api-key-env", metavar="NAME", heading=SERVER, help="the variable that holds the key"),
    option(
        "--concurrency", type=POSITIVE, metavar="N", heading=SERVER, help="requests in flight; else found by trying"
    ),
    option("--timeout", type=AMOUNT, metavar="SECONDS", heading=SERVER, help="of one request"),
    option("--retries", type=WHOLE, metavar="N", heading=SERVER, help="of one request, before it counts as failed"),
    option("--prices", type=PATH, metavar="FILE", heading=SERVER, help="what tokens cost, by model, with a date"),
    option(
        "--max-cost", type=AMOUNT, metavar="X", heading=SERVER,
        help="stop before more is spent; goes on when run again",
    ),
    option(
        "--batch-write", type=PATH, metavar="FILE", heading=SERVER, help="write batch requests in place of asking"
    ),
    option("--batch-read", type=PATH, metavar="FILE", heading=SERVER, help="take a batch's results as the answers"),
    ray_option(CLUSTER),
    option("--ray-engine", metavar="E", heading=CLUSTER, help="which engine answers on each node; default: vllm"),
    option(
        "--ray-shared", is_flag=True, default=None, heading=CLUSTER,
        help="nodes share data and run folder: workers write the responses of large runs there",
    ),
    option(
        "--ray-workers", type=POSITIVE, metavar="N", heading=CLUSTER, help="default: one on each GPU, or each node"
    ),
)  # fmt: skip


def sampling(given: Mapping[str, Any], names: Sequence[str] = SAMPLING_OPTIONS) -> dict[str, Any]:
    """Return the sampling options that were given."""
    chosen = {name: given[name] for name in names if given.get(name) not in (None, ())}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in chosen.items()}


def sampling_with_temperature(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the sampling options that were given, for commands that take the temperature as one of them."""
    return sampling(given, (*SAMPLING_OPTIONS, "temperature"))


def engine_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the engine options that were given."""
    return {name: given[name] for name in ENGINE_OPTIONS if given.get(name) is not None}
