"""Requests to the loopback Hub, and its answers."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from hub_store import Refused, User


class Request(NamedTuple):
    method: str
    path: str
    query: dict[str, list[str]]
    headers: dict[str, str]
    body: bytes
    user: User | None
    endpoint: str

    def json(self) -> Any:
        return json.loads(self.body or b"{}")


class Answer(NamedTuple):
    """`body` is sent unchanged (bytes), from disk (a path; Range is supported), or as JSON."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = MappingProxyType({})


def signed_in(request: Request) -> User:
    if request.user is None:
        raise Refused(401, "Invalid username or password.")
    return request.user
