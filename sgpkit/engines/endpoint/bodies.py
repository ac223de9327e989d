"""The body of a request: the JSON of OpenAI's chat completions, or of its plain completions.

https://platform.openai.com/docs/api-reference/chat/create. `chat_template`, `chat_template_kwargs` and
`structured_outputs` are vLLM's additions, https://docs.vllm.ai/en/latest/serving/openai_compatible_server/; other
servers refuse or ignore them.
"""

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sgpkit.benchmark import NOTHING, Benchmark, Messages, answer_labels
from sgpkit.engines import Request, Setup, choice_benchmark, seed_of, structured_output
from sgpkit.errors import UserError

OURS = ("model", "messages", "prompt", "stream", "n")
"""Parameters that the run sets, so that --sampling-arg may not."""

STREAMED: Mapping[str, Any] = {"stream": True, "stream_options": {"include_usage": True}, "return_progress": True}
"""Fields that request a streamed answer. `return_progress` is for llama.cpp, which then also reports while it reads the
prompt.
"""


@dataclass(frozen=True, slots=True)
class Form:
    """The form of all requests of a run. `fixed` are the fields that all bodies share; `seed` is the run's, None to
    send none."""

    model: str
    fixed: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    seed: int | None = 0
    choice: Benchmark | None = None
    """The benchmark whose option letters are the only valid answers; None for free answers."""

    complete: bool = False
    stream: bool = False
    """Ask for answers piece by piece, so that a slow server shows that it works."""

    grammar: bool = False
    """Constrain answers to letters by a grammar, which llama.cpp accepts, instead of vLLM's `structured_outputs`."""

    @property
    def path(self) -> str:
        return "completions" if self.complete else "chat/completions"

    def body(self, request: Request) -> dict[str, Any]:
        body: dict[str, Any] = {"model": self.model}
        if self.complete:
            body["prompt"] = as_prompt(request.messages)
        else:
            body["messages"] = [message | {"content": content(message["content"])} for message in request.messages]
        body |= self.fixed
        if self.seed is not None:
            body["seed"] = seed_of(self.seed, request)
        if self.stream:
            body |= STREAMED
        if self.choice:
            labels = list(answer_labels(self.choice, request.row))
            body |= {"grammar": grammar(labels)} if self.grammar else {"structured_outputs": {"choice": labels}}
        return body

    def probe(self) -> dict[str, Any]:
        """Return the body of a request for one token, to learn whether the server has the model."""
        asked = {"prompt": "1"} if self.complete else {"messages": [{"role": "user", "content": "1"}]}
        return {"model": self.model, **asked, "max_tokens": 1}


def form(setup: Setup) -> Form:
    """Return the form of request bodies for the sampling and the options. A parameter set to null is left to the
    server. Raises UserError for options that contradict each other."""
    options = setup.options
    extra = dict(options.get("sampling_args") or {})
    if taken := [name for name in OURS if name in extra]:
        raise UserError(f"--sampling-arg {taken[0]} is set by sgpkit; use --n for samples and --model for the model")
    fixed = dict(setup.sampling) | extra
    seed = fixed.pop("seed", 0)
    if options.get("chat_template"):
        path = Path(options["chat_template"])
        if not path.is_file():
            raise UserError(f"--chat-template {path}: no such file; it is a Jinja template")
        fixed["chat_template"] = path.read_text(encoding="utf-8")
    if options.get("chat_template_args"):
        fixed["chat_template_kwargs"] = dict(options["chat_template_args"])
    complete = bool(options.get("complete"))
    if complete and (unfit := [name for name in ("chat_template", "chat_template_kwargs") if name in fixed]):
        raise UserError(f"--complete sends plain text and cannot be combined with {unfit[0].replace('_', ' ')}")
    choice = choice_benchmark(setup)
    fixed |= constraint_fields(structured_output(setup))
    named = {name: value for name, value in fixed.items() if value is not None}
    return Form(setup.model, named, seed, choice, complete)


def constraint_fields(limits: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that constrain answers to a schema, in OpenAI's form, or to a regular expression, in vLLM's."""
    if "json" in limits:
        schema = {"name": "answer", "schema": limits["json"], "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}
    return {"structured_outputs": dict(limits)} if limits else {}


def grammar(labels: Sequence[str]) -> str:
    """Return a grammar of llama.cpp (GBNF) whose only texts are the labels."""
    return "root ::= " + " | ".join(json.dumps(label) for label in labels)


def content(given: Any) -> Any:
    """Return the content of a message as the API takes it, with images as data URLs."""
    if isinstance(given, str):
        return given
    return [
        {"type": "image_url", "image_url": {"url": data_url(part["image"])}} if part["type"] == "image" else part
        for part in given
    ]


def data_url(image: bytes) -> str:
    """Return an image as a `data:` URL, as JPEG where its first bytes are those of a JPEG, else as PNG."""
    kind = "jpeg" if image.startswith(b"\xff\xd8") else "png"
    return f"data:image/{kind};base64,{base64.b64encode(image).decode('ascii')}"


def as_prompt(messages: Messages) -> str:
    """Join the texts of messages with blank lines, for models that continue text. Raises UserError for images."""
    texts = []
    for message in messages:
        given = message["content"]
        for part in [{"type": "text", "text": given}] if isinstance(given, str) else given:
            if part["type"] != "text":
                raise UserError("--complete sends plain text, but these rows have pictures; choose another --mode")
            texts.append(part["text"])
    return "\n\n".join(texts)
