"""Separate the thinking from the answer, by vLLM's parser for a model family or by the tags around the thinking.

`--engine-arg reasoning_parser=NAME` names a parser of vLLM's. Without one, `<think>` and its like are known, and the
channels of gpt-oss (https://github.com/openai/harmony).

Thinking that is never closed stays in the text with its opening tag; `sgpkit.extract` then reads no answer from it.
"""

import re
from typing import TYPE_CHECKING, Any

from sgpkit.engines.vllm.failures import explained_failures
from sgpkit.errors import UserError
from sgpkit.extract.visible import THOUGHT_TAG

if TYPE_CHECKING:
    from sgpkit.engines.vllm.model import Model

FINAL_CHANNEL = "<|channel|>final<|message|>"

# Templates of reasoning models end the prompt with the opening tag, so that the completion begins inside the thought.
OPENED = re.compile(rf"(?:{THOUGHT_TAG.pattern})\s*\Z", re.IGNORECASE)


def open_tag(prompt: str) -> str:
    """Return the opening tag at the end of a prompt, after which the completion begins inside the thinking; "" if there
    is none.
    """
    match = OPENED.search(prompt[-64:])
    return match[0] if match and not match[1] else ""


def split(text: str, opening: str = "") -> tuple[str, str]:
    """Split a completion into thinking and answer. `opening` is the tag that the prompt ended with. The thinking is the
    text before the last closing tag, so that thinking and answer together contain the whole text.
    """
    whole = opening + text
    begin, end, opened = 0, 0, False
    for tag in THOUGHT_TAG.finditer(whole):
        if tag[1]:
            begin, end, opened = tag.start(), tag.end(), False
        else:
            opened = True
    if end == 0:
        return "", whole if opened else text
    thinking, answer = whole[:begin], whole[end:]
    first = THOUGHT_TAG.match(thinking.lstrip())
    if first and not first[1]:
        thinking = thinking.lstrip()[first.end() :]
    return thinking, answer


def split_channels(text: str) -> tuple[str, str]:
    """Split a completion in gpt-oss's channels into thinking and answer; without a final channel all is thinking."""
    thinking, final, answer = text.rpartition(FINAL_CHANNEL)
    return (thinking, re.sub(r"<\|(?:return|end)\|>\s*\Z", "", answer)) if final else (text, "")


class Splitter:
    """Thinking and answer of one model's completions. `arguments` are the sampling parameters that it needs."""

    def __init__(self, model: "Model") -> None:
        self.parser: Any = None
        self.arguments: dict[str, Any] = {}
        self.channels = False
        if name := model.engine_args.get("reasoning_parser"):
            self.use_parser(name, model)
        elif getattr(model.config.hf_config, "model_type", "") == "gpt_oss":
            self.channels, self.arguments = True, {"skip_special_tokens": False}

    def use_parser(self, name: str, model: "Model") -> None:
        from vllm.entrypoints.openai.chat_completion.protocol import ChatCompletionRequest
        from vllm.reasoning import ReasoningParserManager

        with explained_failures(model.settings):
            kind = ReasoningParserManager.get_reasoning_parser(name)
            self.parser = kind(model.tokenizer, chat_template_kwargs=dict(model.settings.chat_template_args))
            self.request = ChatCompletionRequest(model=model.settings.model, messages=[])
            adjusted = self.parser.adjust_request(self.request)
        try:
            self.parser.extract_reasoning("", self.request)
        except NotImplementedError:
            raise UserError(f"--engine-arg reasoning_parser={name}: it only works in a server; leave it out") from None
        if adjusted.skip_special_tokens is False:
            self.arguments = {"skip_special_tokens": False}

    def split(self, text: str, end_of_prompt: str) -> tuple[str, str]:
        if self.parser is not None:
            thought, answer = self.parser.extract_reasoning(text, self.request)
            return thought or "", answer or ""
        return split_channels(text) if self.channels else split(text, open_tag(end_of_prompt))
