"""Interpret a server's replies: each is a completion, or a failure of one kind. This holds for live replies and for
those in batch files. Servers agree on the form of a completion and on little else. The statuses, codes and words that
mean "too long" or "refused" were collected from the error messages of OpenAI, Azure, vLLM, SGLang, llama.cpp, TGI,
Anthropic's and Google's OpenAI-style endpoints, OpenRouter and DashScope.
"""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from enum import Enum, auto
from typing import Any, NamedTuple

from sgpkit.benchmark import Completion
from sgpkit.engines.endpoint import streams
from sgpkit.engines.endpoint.limits import requested_wait, wait_for_renewal
from sgpkit.sandbox.untrusted import numbers, secrets


class Kind(Enum):
    """The kinds of failures, by how they are handled."""

    AGAIN = auto()  # a temporary error of the server or the network: ask again
    BUSY = auto()  # overloaded, or no connection: ask again, with fewer requests at once
    LIMITED = auto()  # too many requests: ask again, later and fewer at once
    TOO_LARGE = auto()  # prompt, or prompt and answer together, exceed the context
    REFUSED = auto()  # a content filter
    ROW = auto()  # this request is not accepted; others may be
    FATAL = auto()  # no request will be accepted: key, model, address, credit


class Failure(NamedTuple):
    """A failed request: kind, message, seconds that the server asks to wait, HTTP status, rejected parameter."""

    kind: Kind
    message: str
    wait: float | None = None
    status: int | None = None
    parameter: str | None = None


TOO_LARGE_CODES = {"context_length_exceeded", "string_above_max_length", "request_too_large"}
TOO_LARGE = re.compile(
    r"context (?:length|window|size)|maximum (?:model|prompt|input|sequence) length|max_model_len|longer than the max"
    r"|prompt is too long|input (?:is|was) too long|too many (?:input )?tokens|reduce the length"
    r"|tokens? exceeds? the|exceeds? the (?:maximum|max) (?:number of )?(?:input )?tokens|inputs?`? tokens? \+ "
    r"|input length",
    re.IGNORECASE,
)
REFUSED_CODES = {
    "content_filter",
    "content_policy_violation",
    "responsibleaipolicyviolation",
    "data_inspection_failed",
    "moderation_blocked",
    "prohibited_content",
    "safety",
}
REFUSED = re.compile(
    r"content (?:management )?polic|content[ _-]?filter|safety (?:system|filter|settings)|responsible ai|flagged"
    r"|inappropriate content|moderation",
    re.IGNORECASE,
)
UNSUPPORTED = re.compile(r"unsupported|not supported|unrecognized|unknown|not permitted", re.IGNORECASE)
NO_CREDIT = {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "insufficient_balance"}
FINISH = {
    **dict.fromkeys(("", "stop", "eos", "eos_token", "stop_sequence", "end_turn", "complete", "completed"), "stop"),
    **dict.fromkeys(("tool_calls", "tool_use", "function_call"), "stop"),
    **dict.fromkeys(("length", "max_tokens", "model_length", "model_context_window_exceeded", "repetition"), "length"),
    **dict.fromkeys(("content_filter", "safety", "sensitive", "refusal", "recitation"), "content_filter"),
    **dict.fromkeys(("prohibited_content", "blocklist", "spii"), "content_filter"),
}
"""Finish reasons of servers for a natural end, and for an end by a limit or a filter."""

FAILED = re.compile("error|abort|cancel|timeout|insufficient|fail")
"""Finish reasons for an answer that the server aborted: OpenRouter and Mistral say error, vLLM and SGLang abort,
TensorRT-LLM cancelled and DeepSeek insufficient_system_resource."""


def read(status: int, headers: Mapping[str, str], content: bytes | str | Any) -> Completion | Failure:
    """Return the completion in a reply, or its failure. `content` is the raw body, or an object parsed from it."""
    reply = content
    if isinstance(content, bytes | str):
        try:
            if isinstance(content, bytes) and streams.is_streamed(headers):
                reply = streams.join_events(content)
            else:
                reply = json.loads(content, parse_int=numbers.parse_int)
        except (ValueError, RecursionError):
            reply = None
    if status != 200:
        return failure(status, headers, reply, content)
    try:
        stated = as_object(reply)
        if error := stated.get("error") or (stated.get("choices") and stated["choices"][0].get("error")):
            # Routers that already began to answer report a failure under status 200.
            code = as_object(error).get("code")
            code = code if isinstance(code, int) and 400 <= code < 600 else 500
            return failure(code, headers, {"error": error}, content)
        return completion(reply)
    except (KeyError, IndexError, TypeError, AttributeError):
        return Failure(Kind.AGAIN, f"the server sent no completion: {plain(content)}", status=status)


def completion(reply: Any) -> Completion | Failure:
    """Return the completion in the first choice, or a failure if the server aborted it or gives an unknown finish
    reason. Reasoning is `reasoning_content` in most servers, `reasoning` in vLLM since 0.11.1 and in OpenRouter."""
    choice = reply["choices"][0]
    word = (choice.get("finish_reason") or "").lower()
    finish = FINISH.get(word, "")
    error = "the server's content filter" if finish == "content_filter" else ""
    thinking = ""
    if "message" in choice:
        message = choice["message"]
        text = message_text(message.get("content"))
        thinking = message_text(message.get("reasoning_content")) or message_text(message.get("reasoning"))
        if not text and message.get("refusal"):
            text, finish, error = message_text(message["refusal"]), "content_filter", "the model refused"
    else:
        text = message_text(choice["text"])
    if not finish and (not text or FAILED.search(word)):
        return Failure(Kind.AGAIN, f"the server ended the answer with finish_reason {plain(word)}", status=200)
    usage = as_object(reply.get("usage"))
    details = as_object(usage.get("prompt_tokens_details"))
    return Completion(
        text,
        finish_reason=finish or "stop",
        thinking=thinking,
        prompt_tokens=numbers.count(usage.get("prompt_tokens")),
        completion_tokens=numbers.count(usage.get("completion_tokens")),
        cached_tokens=numbers.count(details.get("cached_tokens")),
        error=error,
    )


def failure(status: int, headers: Mapping[str, str], reply: Any, content: Any) -> Failure:
    """Classify an error reply by its status, error code and message. `content` is the raw body."""
    error = reply.get("error", reply) if isinstance(reply, dict) else None
    inner = error if isinstance(error, dict) else {}
    message = plain(inner.get("message") or inner.get("detail") or (error if isinstance(error, str) else content))
    codes = {str(inner.get(name)).lower() for name in ("code", "type") if inner.get(name) is not None}
    parameter = inner.get("param") if isinstance(inner.get("param"), str) else None
    reason = f"status {status}: {message}" if message else f"status {status}"

    def of(kind: Kind, wait: float | None = None) -> Failure:
        return Failure(kind, reason, wait, status, parameter)

    if status == 429 and codes & NO_CREDIT:
        return of(Kind.FATAL)
    if status == 429:
        asked = requested_wait(headers)
        return of(Kind.LIMITED, wait_for_renewal(headers) if asked is None else asked)
    if status in (503, 529):
        return of(Kind.BUSY, requested_wait(headers))
    if status in (408, 409, 425) or status >= 500:
        return of(Kind.AGAIN, requested_wait(headers))
    if codes & TOO_LARGE_CODES or status == 413 or (status in (400, 422) and TOO_LARGE.search(message)):
        return of(Kind.TOO_LARGE)
    if codes & REFUSED_CODES or (status in (400, 403, 451) and REFUSED.search(message)):
        return of(Kind.REFUSED)
    if status in (401, 402, 403, 404, 405) or 300 <= status < 400:
        return of(Kind.FATAL)
    return of(Kind.ROW)


class Room(NamedTuple):
    """The numbers in an error message about a prompt that is too long: the context length, and the prompt's tokens if
    they were fully counted.
    """

    context: int
    prompt: int | None


CONTEXT = re.compile(r"context (?:length|window|size)(?: (?:is|of))?:? (?:only )?([\d,]+)", re.IGNORECASE)
PROMPT = re.compile(
    r"(at least )?\b([\d,]+) (?:tokens? )?"
    r"(?:input tokens|in the (?:messages|prompt|input)|from the input|prompt tokens)",
    re.IGNORECASE,
)


def room(message: str) -> Room | None:
    """Read the context length and the number of prompt tokens from a server's message; None if it states no context
    length. vLLM stops counting a prompt where it no longer fits and says "at least": such a count is left out.
    """
    context, prompt = CONTEXT.search(message), PROMPT.search(message)
    if context is None:
        return None
    counted = number(prompt[2]) if prompt and not prompt[1] else None
    return Room(number(context[1]), counted)


def number(text: str) -> int:
    """Parse an integer with commas between thousands; 0 for an empty text."""
    return int(text.replace(",", "")[:12] or 0)


def message_text(given: Any) -> str:
    """Return the text of a message: a string, or the texts of its parts; "" for anything else."""
    if isinstance(given, str):
        return given
    if isinstance(given, list):
        return "".join(part["text"] for part in given if isinstance(part, dict) and isinstance(part.get("text"), str))
    return ""


def as_object(value: Any) -> Mapping[str, Any]:
    """Return a value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def blank_keys(completion: Completion, keys: Collection[str]) -> Completion:
    """Return a completion with every API key in it blanked."""
    if not keys:
        return completion
    texts = (completion.text, completion.thinking, completion.error)
    text, thinking, error = (secrets.blank(text, keys) for text in texts)
    if (text, thinking, error) == texts:
        return completion
    return replace(completion, text=text, thinking=thinking, error=error)


def plain(given: Any) -> str:
    """Return a server's message as one printable line of at most 400 characters."""
    text = given.decode("utf-8", "replace") if isinstance(given, bytes) else given
    text = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False, default=str) if text else ""
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in text[:2000]).split())
    return text if len(text) <= 400 else text[:399] + "…"
