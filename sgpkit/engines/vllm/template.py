"""The chat template with a fixed date. Templates may print the date (`strftime_now`, as Llama 3.1 and later do). It is
fixed to one day, so that a run that is resumed later asks the same prompts. A template with other changing text is
refused.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from sgpkit.engines.vllm.failures import explained_failures
from sgpkit.engines.vllm.settings import Settings
from sgpkit.errors import UserError

PINNED = datetime(2024, 7, 26, 12)
"""The date that Llama's templates print without a clock."""

CLOCK = "strftime_now"

PROBES: Sequence[Sequence[Mapping[str, Any]]] = (
    [{"role": "user", "content": "Which shape is drawn?"}],
    [
        {"role": "user", "content": "Which shape is drawn?"},
        {"role": "assistant", "content": "A circle."},
        {"role": "user", "content": "Which color has it?"},
    ],
)
"""Conversations that are rendered to test the template."""

RENDERINGS = 6
"""Number of times that each is rendered, to detect changing text."""


DIRECTIVES = "aAbBcdHIjmMpSUwWxXyYfGuVzZ"


def with_pinned_clock(template: str | None) -> str | None:
    """Return a template with a fixed clock if it reads one, else unchanged."""
    if template is None or CLOCK not in template:
        return template
    values = [("%" + flag + letter, PINNED.strftime("%" + flag + letter)) for letter in DIRECTIVES for flag in "-"]
    values += [("%" + letter, PINNED.strftime("%" + letter)) for letter in DIRECTIVES]
    replaced = "".join(f".replace({name!r}, {value!r})" for name, value in [*values, ("%%", "%")])
    # The empty text keeps a line break that the template begins with.
    return f"{{%- macro {CLOCK}(format) -%}}{{{{ format{replaced} }}}}{{%- endmacro %}}{{{{ '' }}}}{template}"


def rendered_digest(render: Callable[[Sequence[Mapping[str, Any]]], str], model: str) -> str:
    """Return the SHA-256 of a template's renderings of the probes, without those that it refuses. Raises UserError if a
    rendering differs each time."""
    digest = hashlib.sha256()
    for probe in PROBES:
        try:
            texts = {render(probe) for _ in range(RENDERINGS)}
        except Exception as error:
            texts = {f"refused: {type(error).__name__}"}
        if len(texts) > 1:
            raise UserError(
                f"the chat template of {model} gives a different prompt for the same messages each time\n"
                "Give a deterministic template: --chat-template FILE"
            )
        digest.update(hashlib.sha256(texts.pop().encode("utf-8", "surrogatepass")).digest())
    return digest.hexdigest()


def chat_template(settings: Settings, config: Any, tokenizer: Any) -> str:
    """Return the chat template that vLLM would use. Raises UserError if there is none, or for an unknown argument."""
    from vllm.renderers.hf import resolve_chat_template, resolve_chat_template_kwargs

    with explained_failures(settings):
        template = resolve_chat_template(tokenizer, settings.chat_template, None, model_config=config)
    if not isinstance(template, str):
        raise UserError(
            f"{settings.model} has no chat template; give --chat-template FILE, or --complete for a model without "
            "chat format"
        )
    accepted = resolve_chat_template_kwargs(tokenizer, template, dict(settings.chat_template_args))
    if unknown := sorted(set(settings.chat_template_args) - set(accepted)):
        raise UserError(f"--chat-template-arg {unknown[0]}: the chat template of {settings.model} has no such argument")
    return template
