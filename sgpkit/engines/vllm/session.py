"""A loaded model that answers prompts as they arrive: the loop around vLLM's engine, in the process with vLLM.

Prompts are passed to the engine one by one, each with its own seed; the engine batches them. A row that cannot be
rendered, or does not fit, is answered at once without affecting others. An answer is returned in the step in which it
finishes. Even at temperature 0, rounding makes a completion depend slightly on the rest of the batch. The environment
variable VLLM_BATCH_INVARIANT=1 makes vLLM (on supported GPUs) compute every request independently of its batch.
"""

import io
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Completion, Messages
from sgpkit.engines.vllm.failures import explained_failures, informative_line
from sgpkit.engines.vllm.model import Model, joined, parts, pictures
from sgpkit.engines.vllm.replicas import replicated_llm
from sgpkit.engines.vllm.settings import Answer, Prompt
from sgpkit.engines.vllm.template import with_pinned_clock
from sgpkit.engines.vllm.thinking import Splitter
from sgpkit.errors import UserError

FINISHED = {"stop": "stop", "length": "length", "repetition": "length"}


@dataclass(frozen=True, slots=True)
class Pending:
    """A prompt that vLLM is working on, and the time at which it was submitted."""

    prompt: Prompt
    since: float


class Session:
    """The owner of a `vllm.LLM`. `submit` and `step` are called in turn until nothing is pending."""

    def __init__(self, model: Model) -> None:
        import torch
        from vllm import LLM
        from vllm.platforms import current_platform

        if not current_platform.device_type or (current_platform.is_cuda() and not torch.cuda.is_available()):
            raise UserError(
                "vLLM finds no GPU on this machine. Use a machine with a GPU, or a server: --engine endpoint"
            )
        with explained_failures(model.settings):
            # On CPUs, vLLM 0.32 fails on a seeded request whose prompt it reads in pieces: it winds the request's
            # random generator back, which only those of GPUs can.
            replicas = int(model.engine_args.get("data_parallel_size", 1))
            ours = {"enable_chunked_prefill": False} | memory_share(replicas) if current_platform.is_cpu() else {}
            names = {"model": model.settings.model, "revision": model.settings.revision}
            arguments = ours | names | dict(model.engine_args)
            self.llm = replicated_llm(arguments) if replicas > 1 else LLM(**arguments)
        self.engine = self.llm.llm_engine
        self.pending: dict[str, Pending] = {}
        self.use(model)

    def use(self, model: Model) -> None:
        """Switch to the settings of a model with the same weights as the loaded one."""
        from vllm.lora.request import LoRARequest

        self.model = model
        self.splitter = Splitter(model)
        self.arguments = model.arguments() | self.splitter.arguments
        self.lora = None
        if model.adapter:
            # vLLM keeps adapters, and what it has cached of their prompts, by name and number.
            number = 1 + model.settings.adapters.index(str(model.settings.lora))
            self.lora = LoRARequest(f"adapter-{number}", number, str(model.adapter))
        given, text = model.settings.chat_template, model.template
        self.template = with_pinned_clock(text) if text and with_pinned_clock(text) != text else given

    @property
    def window(self) -> int:
        """Return the number of submitted prompts that keeps the engine's batch full while the next are rendered."""
        return 2 * int(self.engine.vllm_config.scheduler_config.max_num_seqs)

    def submit(self, prompt: Prompt) -> Answer | None:
        """Hand a prompt to the engine; return an answer at once if it cannot be asked."""
        try:
            identifier = self.enqueue(prompt)
        except Exception as error:
            if self.engine_is_dead():
                raise
            return Answer(prompt.ticket, self.refusal(prompt.messages, error))
        # The engine appends a random suffix to the number of the request, and removes it again.
        self.pending[identifier.rpartition("-")[0] or identifier] = Pending(prompt, time.monotonic())
        return None

    def enqueue(self, prompt: Prompt) -> str:
        params = self.params(prompt)
        if self.model.settings.complete:
            if any(pictures(message) for message in prompt.messages):
                raise ValueError("pictures are not supported with --complete")
            return str(self.llm.enqueue([joined(prompt.messages)], params, use_tqdm=False, lora_request=self.lora)[0])
        return str(
            self.llm.enqueue_chat(
                [chat(prompt.messages)],
                params,
                use_tqdm=False,
                lora_request=self.lora,
                chat_template=self.template,
                chat_template_kwargs=dict(self.model.settings.chat_template_args) or None,
            )[0]
        )

    def params(self, prompt: Prompt) -> Any:
        from vllm.sampling_params import SamplingParams, StructuredOutputsParams

        more: dict[str, Any] = {}
        if self.arguments.get("temperature", 1.0) > 0 and not self.model.settings.unseeded:
            more["seed"] = prompt.seed
        if prompt.structured:
            more["structured_outputs"] = StructuredOutputsParams(**prompt.structured)
        return SamplingParams.from_optional(**self.arguments | more)

    def step(self) -> list[Answer]:
        """Run one step of the engine, and return the answers that it finished."""
        return [
            self.answer(self.pending.pop(output.request_id), output) for output in self.engine.step() if output.finished
        ]

    def answer(self, pending: Pending, output: Any) -> Answer:
        """Return the completion of vLLM for a prompt, with its token counts and with the thinking separated."""
        one = output.outputs[0]
        prompt_tokens = len(output.prompt_token_ids or ())
        reason = FINISHED.get(one.finish_reason or "", "error")
        error = (
            "" if reason != "error" else f"vLLM ended the request: {one.finish_reason} {one.stop_reason or ''}".strip()
        )
        if reason == "length" and prompt_tokens + len(one.token_ids) >= self.model.config.max_model_len:
            error = f"cut off by the context of {self.model.config.max_model_len:,} tokens"
        thought, text = self.splitter.split(one.text, self.end_of_prompt(output))
        completion = Completion(
            text,
            finish_reason=reason,
            thinking=thought,
            prompt_tokens=prompt_tokens,
            completion_tokens=len(one.token_ids),
            latency=round(time.monotonic() - pending.since, 6),
            error=error,
            cached_tokens=output.num_cached_tokens,
        )
        return Answer(pending.prompt.ticket, completion)

    def end_of_prompt(self, output: Any) -> str:
        if output.prompt:
            return str(output.prompt)[-64:]
        return str(self.model.tokenizer.decode((output.prompt_token_ids or [])[-16:]))

    def refusal(self, messages: Messages, error: Exception) -> Completion:
        """Return an empty completion for a prompt that does not fit or cannot be rendered, with the reason."""
        if not too_long(error):
            return Completion("", finish_reason="error", error=f"not asked: {informative_line(error)}")
        tokens = self.model.count(messages)
        context = self.model.config.max_model_len
        reason = f"{tokens:,} prompt tokens; the context of {context:,} must also fit the completion"
        return Completion("", finish_reason="too_large", prompt_tokens=tokens, error=reason)

    def engine_is_dead(self) -> bool:
        resources = getattr(self.engine.engine_core, "resources", None)
        return bool(getattr(resources, "engine_dead", False))


SHARE_OF_FREE = 0.85


def memory_share(replicas: int = 1, meminfo: Path = Path("/proc/meminfo")) -> dict[str, float]:
    """Return the argument for the share of a CPU's memory that each replica may reserve, from the free memory: by
    default, vLLM requests 92 %, and fails if other programs run. Empty if the system does not report its memory.
    """
    try:
        text = meminfo.read_text(encoding="ascii")
    except (OSError, ValueError):
        return {}
    matches = [re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE) for name in ("MemAvailable", "MemTotal")]
    available, total = (int(match[1]) if match else 0 for match in matches)
    if not available:
        return {}
    return {"gpu_memory_utilization": math.floor(100 * SHARE_OF_FREE * available / total / replicas) / 100}


def too_long(error: Exception) -> bool:
    """Return whether vLLM refused a prompt for its length. It checks characters first, then tokens."""
    if getattr(error, "parameter", None) in ("input_text", "input_tokens"):
        return True
    text = str(error)
    return "maximum context length" in text or "maximum model length" in text or "max_model_len" in text


def chat(messages: Messages) -> list[dict[str, Any]]:
    """Return messages as `LLM.chat` takes them."""
    return [{**message, "content": content(message)} for message in messages]


def content(message: Mapping[str, Any]) -> Any:
    """Return the content of a message in the form that vLLM takes, with images decoded."""
    if isinstance(message["content"], str):
        return message["content"]
    return [
        {"type": "image_pil", "image_pil": picture(part["image"])} if part["type"] == "image" else part
        for part in parts(message)
    ]


def picture(image: bytes) -> Any:
    """Decode an image onto white: processors drop the alpha channel, and would show the pixels under it."""
    from PIL import Image

    opened = Image.open(io.BytesIO(image))
    if opened.mode == "RGB":
        return opened
    layered = opened.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", layered.size, "white"), layered).convert("RGB")
