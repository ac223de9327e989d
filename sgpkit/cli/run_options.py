"""The options of the commands that ask an engine: what is asked, how it is sampled, and what only some engines take.

Engine options reach an engine under their names (`base_url`, `gpus`, …), and only those that were given; each engine
says which it takes. NAME=VALUE values are JSON where they are (`0.9`, `true`, `[1, 2]`), and else text.
"""

import argparse
import ast
import json
import math
from pathlib import Path
from typing import Any

from sgpkit.runs import lock

DATA = "sgp-bench"

INCOMPLETE = 3
"""The exit code of a run that has rows left to ask: a job script can simply call it again."""

SAMPLING = ("max_tokens", "top_p", "stop", "seed")

ENGINE_OPTIONS = (
    "engine_args", "sampling_args", "chat_template", "chat_template_args", "choice", "lora", "revision", "complete",
    "gpus", "base_url", "api_key_env", "concurrency", "prices", "max_cost", "batch_write", "batch_read", "ray",
    "ray_engine", "ray_workers", "timeout", "retries", "context",
)  # fmt: skip


def positive(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, got {text!r}")
    return int(text)


def whole(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, got {text!r}")
    return int(text)


def temperature(text: str) -> float:
    return number(text, 0, 100, "a number of at least 0")


def share_of_mass(text: str) -> float:
    value = number(text, 0, 1, "a number above 0 and at most 1")
    if value == 0:
        raise argparse.ArgumentTypeError(f"expected a number above 0 and at most 1, got {text!r}")
    return value


def amount(text: str) -> float:
    return number(text, 0, math.inf, "a number of at least 0")


def number(text: str, least: float, most: float, wanted: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not (least <= value <= most and math.isfinite(value)):
        raise argparse.ArgumentTypeError(f"expected {wanted}, got {text!r}")
    return value


def share(text: str) -> lock.Share:
    try:
        return lock.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def assignment(text: str) -> tuple[str, Any]:
    """NAME=VALUE, with - for _ in the name, as options are written."""
    name, equals, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if not equals or not name.isidentifier():
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {text!r}")
    return name, typed(value)


def typed(value: str) -> Any:
    """JSON, or Python's True, False, None and the like, or text as it stands."""
    for read in (json.loads, ast.literal_eval):
        try:
            found = read(value)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            continue
        if not isinstance(found, float) or math.isfinite(found):
            return found if isinstance(found, None | bool | int | float | str | list | dict) else value
    return value


class Assignments(argparse.Action):
    """Gathers NAME=VALUE pairs into one mapping; a name that is given twice is a slip."""

    def __call__(
        self, parser: Any, namespace: argparse.Namespace, values: Any, option_string: str | None = None
    ) -> None:
        gathered = dict(getattr(namespace, self.dest) or {})
        name, value = values
        if name in gathered:
            parser.error(f"argument {option_string}: {name} is given twice")
        setattr(namespace, self.dest, gathered | {name: value})


def add(sub: argparse.ArgumentParser) -> None:
    """Everything of `sgpkit run`."""
    sub.add_argument("config", metavar="CONFIG")
    sub.add_argument("--data", default=DATA, metavar="FOLDER|ORG/NAME[@REVISION]", help=f"default: {DATA}")
    sub.add_argument("--strategy", metavar="S", help="default: the config's first; see sgpkit list")
    sub.add_argument("--mode", metavar="M", help="which inputs are shown; default: the config's first")
    sub.add_argument("--setting", metavar="S", help="a variation of the task; default: the config's first")
    fewer = sub.add_mutually_exclusive_group()
    fewer.add_argument("--limit", type=positive, metavar="N", help="only the first N rows")
    fewer.add_argument("--lite", action="store_true", help="a fixed small subset, every group in its share")
    sub.add_argument("--resample", type=positive, metavar="N", help="ask up to N times until the answer compiles")
    sub.add_argument("--prompts", type=Path, metavar="DIR", help="NAME.txt files in place of our prompt texts")
    sub.add_argument("--out", type=Path, metavar="FOLDER", help="default: runs/CONFIG-ENGINE-MODEL-STRATEGY")
    sub.add_argument("--estimate", action="store_true", help="say what it would take, and ask nothing")
    sub.add_argument(
        "--share", "--shard", type=share, metavar="K/N",
        help="be the Kth of N processes that fill one run folder; the last to end puts it together",
    )  # fmt: skip
    sampling = add_engine(sub)
    sampling.add_argument("--n", type=positive, metavar="N", help="samples a row")
    sampling.add_argument("--temperature", type=temperature, metavar="T")


def add_engine(sub: argparse.ArgumentParser) -> Any:
    """What every command that asks an engine has. Returns the group of the sampling options."""
    sub.add_argument("--engine", required=True, metavar="E", help="baseline, replay, …: see sgpkit list")
    sub.add_argument("--model", required=True, metavar="M", help="a model id or folder, a baseline, the file to replay")
    sampling = sub.add_argument_group("sampling", "what is not given is as the benchmark's paper has it")
    sampling.add_argument("--max-tokens", type=positive, metavar="N", help="of a completion")
    sampling.add_argument("--top-p", type=share_of_mass, metavar="P")
    sampling.add_argument("--stop", action="append", metavar="TEXT", help="ends a completion; may be given again")
    sampling.add_argument("--seed", type=whole, metavar="N", help="each row and sample derives its own from it")

    model = sub.add_argument_group("the model (vllm, ray; some for endpoint)")
    model.add_argument("--revision", metavar="REV", help="branch, tag or commit of the model")
    model.add_argument("--lora", metavar="PATH", help="a LoRA adapter on top")
    model.add_argument("--chat-template", type=Path, metavar="FILE", help="a Jinja template in place of the model's")
    pairs(model, "--chat-template-arg", "chat_template_args", "such as enable_thinking=false")
    model.add_argument("--choice", action="store_true", default=None, help="let it say nothing but an option's letter")
    model.add_argument("--complete", action="store_true", default=None, help="plain completion: no chat template")
    model.add_argument("--context", type=positive, metavar="N", help="tokens of prompt and completion together")
    model.add_argument("--gpus", type=positive, metavar="N", help="one process each; rows are divided among them")
    pairs(model, "--engine-arg", "engine_args", "any argument of vllm.LLM, such as tensor_parallel_size=2")
    pairs(model, "--sampling-arg", "sampling_args", "any further sampling parameter, such as min_p=0.05")

    server = sub.add_argument_group("the server (endpoint)")
    server.add_argument("--base-url", metavar="URL", help="such as http://localhost:8000/v1")
    server.add_argument("--api-key-env", metavar="NAME", help="the variable that holds the key")
    server.add_argument("--concurrency", type=positive, metavar="N", help="requests in flight; else found by trying")
    server.add_argument("--timeout", type=amount, metavar="SECONDS", help="of one request")
    server.add_argument("--retries", type=whole, metavar="N", help="of one request, before it counts as failed")
    server.add_argument("--prices", type=Path, metavar="FILE", help="what tokens cost, by model, with a date")
    server.add_argument(
        "--max-cost", type=amount, metavar="X", help="stop before more is spent; goes on when run again"
    )
    server.add_argument("--batch-write", type=Path, metavar="FILE", help="write batch requests in place of asking")
    server.add_argument("--batch-read", type=Path, metavar="FILE", help="take a batch's results as the answers")

    cluster = sub.add_argument_group("the cluster (ray)")
    add_ray(cluster)
    cluster.add_argument("--ray-engine", metavar="E", help="which engine answers on each node; default: vllm")
    cluster.add_argument("--ray-workers", type=positive, metavar="N", help="default: one on each GPU, or each node")
    return sampling


def add_ray(group: Any) -> None:
    """Where the cluster is, for every command that can spread over one."""
    group.add_argument("--ray", metavar="ADDRESS", help="of a Ray cluster: HOST:PORT, ray://HOST:PORT, auto, or local")


def pairs(group: Any, option: str, destination: str, text: str) -> None:
    group.add_argument(
        option,
        dest=destination,
        type=assignment,
        action=Assignments,
        metavar="NAME=VALUE",
        help=f"{text}; may be given again",
    )


def sampling(options: argparse.Namespace) -> dict[str, Any]:
    """What was given of the sampling options."""
    return {name: getattr(options, name) for name in SAMPLING if getattr(options, name) is not None}


def temperature_of(options: argparse.Namespace) -> dict[str, float]:
    """The temperature, for commands that take it as one of the sampling options."""
    return {"temperature": options.temperature} if options.temperature is not None else {}


def engine_options(options: argparse.Namespace) -> dict[str, Any]:
    """What was given of the engine options."""
    return {name: getattr(options, name) for name in ENGINE_OPTIONS if getattr(options, name) is not None}
