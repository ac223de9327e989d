"""Join answers that are sent in pieces, as server-sent events, into the reply that a server would send as a whole.

https://platform.openai.com/docs/api-reference/chat-streaming; the format of events is in the HTML standard, §9.2.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sgpkit.sandbox.untrusted import numbers

TEXTS = ("content", "reasoning_content", "reasoning", "refusal")


def is_streamed(headers: Mapping[str, str]) -> bool:
    """Return whether a reply consists of events."""
    return headers.get("content-type", "").lstrip().lower().startswith("text/event-stream")


def join_events(content: bytes) -> dict[str, Any]:
    """Return the reply that the events add up to: one choice with its whole text and the usage, or the error that ended
    the stream.

    Raises ValueError for events that are no JSON objects, or end before the answer does.
    """
    texts: dict[str, list[str]] = {}
    reply: dict[str, Any] = {}
    finish = None
    for event in events(content):
        if "error" in event:
            return {"error": event["error"]}
        if isinstance(event.get("usage"), dict):
            reply["usage"] = event["usage"]
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        delta = choice.get("delta")
        fields = {name: delta.get(name) for name in TEXTS} if isinstance(delta, dict) else {"text": choice.get("text")}
        for name, text in fields.items():
            if isinstance(text, str):
                texts.setdefault(name, []).append(text)
        finish = choice.get("finish_reason") or finish
    if finish is None:
        raise ValueError("the answer was cut off in the middle of the stream")
    whole = {name: "".join(pieces) for name, pieces in texts.items()}
    answer = {"text": whole["text"]} if "text" in whole else {"message": whole}
    return {**reply, "choices": [{**answer, "finish_reason": finish}]}


def events(content: bytes) -> Iterator[Mapping[str, Any]]:
    """Yield the objects in the data of events, up to the end mark."""
    # `splitlines` would also split at other characters, which texts may contain.
    for line in content.decode("utf-8", "replace").split("\n"):
        name, _, data = line.partition(":")
        data = data.strip()
        if name not in ("data", "error") or not data:
            continue
        if data == "[DONE]":
            return
        event = json.loads(data, parse_int=numbers.parse_int)
        if not isinstance(event, dict):
            raise ValueError("an event is no JSON object")
        yield {"error": event} if name == "error" else event
