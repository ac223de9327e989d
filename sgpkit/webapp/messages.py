"""What goes between the server of a page and those who answer: a request, a reply, a refusal."""

import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

JSON = "application/json"


class Request(NamedTuple):
    """What was asked. `body` is {} for a GET."""

    method: str
    path: str
    query: Mapping[str, str]
    body: Mapping[str, Any]
    cookies: Mapping[str, str]


class Reply(NamedTuple):
    """What is answered; `headers` are pairs, such as cookies (see `cookie`)."""

    status: int = 200
    kind: str = JSON
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = ()


class Refused(Exception):
    """What a handler will not do: an HTTP status and a line for whoever asked."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


Handler = Callable[[Request], Reply]


def json_reply(value: Mapping[str, Any], status: int = 200, headers: tuple[tuple[str, str], ...] = ()) -> Reply:
    return Reply(status, JSON, json.dumps(value, ensure_ascii=True, allow_nan=False).encode(), headers)


def error(status: int, reason: str) -> Reply:
    return json_reply({"error": reason}, status)


def text_reply(text: str, status: int = 200) -> Reply:
    return Reply(status, "text/plain; charset=utf-8", text.encode(errors="replace"))


def cookie(name: str, value: str, seconds: int = 90 * 24 * 3600) -> tuple[str, str]:
    """A header that has the browser keep a value, unseen by scripts. Lax, so that a link from elsewhere still works."""
    return ("Set-Cookie", f"{name}={value}; Max-Age={seconds}; Path=/; HttpOnly; SameSite=Lax")
