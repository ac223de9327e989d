"""One-line explanations of vLLM's failures, with remedies."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sgpkit.engines.vllm.settings import Settings
from sgpkit.errors import UserError, first_line

INSTALL = "pip install 'sgpkit[vllm]' (NVIDIA GPUs), or tools/setup vllm in a checkout (CPU)"

# Text of a failure -> message for the user. `{model}` is the model, `{said}` vLLM's own line.
KNOWN = (
    (
        r"Failed to infer device type|No CUDA GPUs are available|Found no NVIDIA driver|no NVIDIA GPU",
        "vLLM finds no GPU on this machine. Use a machine with a GPU, or a server: --engine endpoint --base-url URL",
    ),
    (
        r"gated|401 Client|awaiting a review",
        "{model} is gated or private on the Hub: request access on its page, then set HF_TOKEN ({said})",
    ),
    (
        r"is not a local folder and is not a valid model|Repository Not Found|RepositoryNotFound|404 Client"
        r"|Repo id must|Invalid repository ID|couldn't connect|cannot find the requested files"
        r"|outgoing traffic has been disabled|Can't load (?:the )?(?:tokenizer|config)",
        "model {model} not found: neither a local folder nor an accessible repository on the Hub ({said})",
    ),
    (
        r"User-specified max_model_len",
        "--context exceeds the context length of the model: give a smaller --context ({said})",
    ),
    (
        r"KV cache is needed|No available memory for the cache blocks|larger than the maximum number of tokens",
        "the context does not fit into the remaining GPU memory: give a smaller --context, or a larger "
        "--engine-arg gpu_memory_utilization=… ({said})",
    ),
    (
        r"less than desired CPU memory",
        "vLLM would set aside more memory than is free: give a smaller share, --engine-arg gpu_memory_utilization=0.3 "
        "(which holds for CPUs too), or end other programs ({said})",
    ),
    (
        r"out of memory|OutOfMemoryError|less than desired GPU memory",
        "{model} does not fit into the GPU's memory: give --engine-arg tensor_parallel_size=…, a quantized model, or a "
        "free GPU ({said})",
    ),
    (
        r"are not supported for now|is not supported by vLLM|has no vLLM implementation|Cannot find model module"
        r"|does not recognize this architecture|failed to be inspected",
        "this vLLM cannot run {model} ({said})",
    ),
    (
        r"trust_remote_code",
        "{model} contains its own code: review it, then give --engine-arg trust_remote_code=true",
    ),
)


ELSEWHERE = re.compile(r"root cause above|due to an exception in a background process")
"""Messages that only say that another process failed, whose own message is in the log."""


def informative_line(error: BaseException | str) -> str:
    """Return the most informative line of an error, at most 300 characters of it."""
    summary = first_line(error)
    # pydantic opens with "1 validation error for ModelConfig"; its meaning is on the second line.
    if "validation error" in summary:
        summary = first_line(str(error).strip().partition("\n")[2]).lstrip() or summary
    return re.sub(r"\s*\[type=.*", "", summary)[:300]


def explained(text: str, model: str) -> str | None:
    """Return the message for a failure that is known, or None."""
    for pattern, explanation in KNOWN:
        if re.search(pattern, text, re.IGNORECASE):
            return explanation.format(model=model, said=informative_line(text))
    return None


@contextmanager
def explained_failures(settings: Settings) -> Iterator[None]:
    """Turn failures of vLLM in the `with` block into a `UserError` of one line."""
    try:
        yield
    except (UserError, MemoryError):
        raise
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        explanation = explained(text, settings.model)
        raise UserError(explanation or f"vLLM cannot open {settings.model}: {informative_line(error)}") from error


def cause_in(log: Path) -> str:
    """Return the last error in a log of vLLM, whose engine process reports it only there; "" if there is none."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace")[-200_000:]
    except OSError:
        return ""
    errors = re.findall(r"^(?:.*\] |\(.*?\) )?((?:[\w.]+\.)?\w*(?:Error|Exception)): (.+)$", text, re.MULTILINE)
    informative = [f"{name}: {message}" for name, message in errors if not ELSEWHERE.search(message)]
    return informative[-1] if informative else ""
