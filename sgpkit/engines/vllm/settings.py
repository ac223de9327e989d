"""Settings of a vLLM process: the model and how it is asked, read from the options of a run. Needs no vLLM."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Completion, Messages, answer_labels
from sgpkit.engines import Request, Setup, choice_benchmark, seed_of, structured_output
from sgpkit.errors import UserError


@dataclass(frozen=True, slots=True)
class Settings:
    """`sampling` are arguments of vLLM's SamplingParams, `engine_args` of its LLM; `chat_template` is the text.
    `adapters` are all LoRA adapters that the loaded model serves, one run after another; `lora` is that of this run.
    With `unseeded`, requests have no separate seeds; `structured` is what `engines.structured_output` returns."""

    model: str
    revision: str | None = None
    engine_args: Mapping[str, Any] = field(default_factory=dict)
    sampling: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    chat_template: str | None = None
    chat_template_args: Mapping[str, Any] = field(default_factory=dict)
    complete: bool = False
    lora: str | None = None
    adapters: tuple[str, ...] = ()
    unseeded: bool = False
    structured: Mapping[str, Any] = field(default_factory=dict)

    @property
    def weights(self) -> tuple[Any, ...]:
        """The part of the settings that determines the loaded model; a loaded model serves all settings in which this
        part is equal.
        """
        return (self.model, self.revision, self.engine_args, self.adapters)


class Prompt(NamedTuple):
    """One request as it travels to a process. `ticket` comes back with its answer; `structured` are the arguments of
    vLLM's StructuredOutputsParams, empty without a constraint."""

    ticket: int
    messages: Messages
    seed: int
    structured: Mapping[str, Any]


class Answer(NamedTuple):
    """A completion, and the number (ticket) of the prompt that it answers."""

    ticket: int
    completion: Completion


@dataclass(frozen=True, slots=True)
class Properties:
    """Properties of a model that are known before its weights are loaded. `device` is empty if vLLM finds no device;
    `exact` is False if the tokens of pictures are estimated.
    """

    version: str
    device: str
    devices: int
    context: int
    images: bool
    exact: bool
    identity: Mapping[str, Any]
    parameters: int | None = None
    notes: tuple[str, ...] = ()


def settings_of(setup: Setup) -> Settings:
    """Return the settings that a setup asks for. Raises UserError for options that contradict each other."""
    options = setup.options
    engine_args = dict(options.get("engine_args") or {})
    if options.get("context") is not None:
        if engine_args.get("max_model_len", options["context"]) != options["context"]:
            raise UserError(
                f"--context {options['context']} and --engine-arg max_model_len={engine_args['max_model_len']} "
                "contradict each other; give only one"
            )
        engine_args["max_model_len"] = options["context"]
    refuse_empty_widths(engine_args)
    choice_benchmark(setup)
    complete = bool(options.get("complete"))
    if complete and (options.get("chat_template") or options.get("chat_template_args")):
        raise UserError(
            "--complete does not use a chat template, so it cannot be combined with --chat-template or its arguments"
        )
    unseeded = bool(options.get("unseeded"))
    if unseeded and setup.sampling.get("seed") is not None:
        raise UserError("--unseeded and --seed are mutually exclusive")
    sampling = {name: value for name, value in setup.sampling.items() if name != "n" and value is not None}
    sampling |= options.get("sampling_args") or {}
    sampling |= {"stop": list(sampling["stop"])} if isinstance(sampling.get("stop"), tuple) else {}
    return Settings(
        model=str(Path(setup.model).absolute()) if Path(setup.model).is_dir() else setup.model,
        revision=options.get("revision"),
        engine_args=engine_args,
        sampling={name: value for name, value in sampling.items() if name != "seed"},
        seed=int(sampling.get("seed") or 0),
        chat_template=template_text(options.get("chat_template")),
        chat_template_args=dict(options.get("chat_template_args") or {}),
        complete=complete,
        lora=options.get("lora"),
        adapters=tuple(options.get("adapters") or filter(None, [options.get("lora")])),
        unseeded=unseeded,
        structured=structured_output(setup),
    )


WIDTHS = ("data_parallel_size", "tensor_parallel_size", "pipeline_parallel_size")


def refuse_empty_widths(engine_args: Mapping[str, Any]) -> None:
    """Raise UserError for a number of GPUs or replicas below 1, which vLLM only notices when it starts."""
    for name in WIDTHS:
        value = engine_args.get(name, 1)
        if isinstance(value, int) and value < 1:
            raise UserError(f"--engine-arg {name}={value}: expected a number of at least 1")


def width_of(engine_args: Mapping[str, Any]) -> int:
    """Return the number of GPUs that one process takes."""
    return math.prod(int(engine_args.get(name, 1)) for name in WIDTHS)


def product(engine_args: Mapping[str, Any]) -> str:
    """Return the arguments that give a process several GPUs, and the number of GPUs: "tensor_parallel_size=2: 2"."""
    given = [f"{name}={engine_args[name]}" for name in WIDTHS if int(engine_args.get(name, 1)) > 1]
    return f"{' × '.join(given)}: {width_of(engine_args)}"


def template_text(path: str | Path | None) -> str | None:
    """Read a chat template; None without a path. Raises UserError if there is no such file."""
    if path is None:
        return None
    if not Path(path).is_file():
        raise UserError(f"--chat-template {path}: no such file; expected a Jinja template")
    return Path(path).read_text(encoding="utf-8")


def prompt_of(ticket: int, request: Request, setup: Setup, settings: Settings) -> Prompt:
    """Return the prompt of a request, with its own seed and, under `--choice`, the letters that can be answered."""
    benchmark = choice_benchmark(setup)
    held = {"choice": list(answer_labels(benchmark, request.row))} if benchmark else settings.structured
    return Prompt(ticket, request.messages, seed_of(settings.seed, request), held)
