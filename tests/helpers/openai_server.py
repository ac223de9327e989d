"""A small server with OpenAI's API on 127.0.0.1 that fails on demand: it answers late or in part, refuses, or closes
the connection.

In a test: `with OpenAIServer(answer) as server:` where `answer(body, number)` returns the reply to the request with
that number. As a program, for measurements: `python openai_server.py LATENCY` prints its address.
"""

import asyncio
import json
import ssl
import sys
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

MODELS = {"object": "list", "data": [{"id": "toy-model", "object": "model", "max_model_len": 4096}]}

BETWEEN_BYTES = 0.2
"""Seconds between the bytes of a slow reply."""


@dataclass(frozen=True)
class Reply:
    """A reply. `how` is "whole", "dropped" (the connection closes before the first byte), "torn" (it closes in the
    middle), "chunked", "closed" (it closes after the reply), "twice", "never", or "slow", "slow body" and "slow chunks",
    which come one byte at a time."""

    status: int = 200
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    how: str = "whole"


def completion(text: str, **message: Any) -> dict[str, Any]:
    """Return a chat completion; `finish_reason` and `usage` are taken from `message`."""
    finish = message.pop("finish_reason", "stop")
    usage = message.pop("usage", {"prompt_tokens": 20, "completion_tokens": 5, "total_tokens": 25})
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "toy-model",
        "choices": [choice],
        "usage": usage,
    }


def error(message: str, **fields: Any) -> dict[str, Any]:
    return {"error": {"message": message, **fields}}


Answer = Callable[[dict[str, Any], int], Reply]


class OpenAIServer:
    """A server in a thread. `requests` are the bodies of completion requests in order of arrival, `most_in_flight` is
    the maximum number of concurrent requests, and `heads` are the raw heads of all requests. With `hold`, requests are
    answered once this number of them wait."""

    def __init__(
        self,
        answer: Answer,
        models: Reply | None = None,
        key: str | None = None,
        secured: ssl.SSLContext | None = None,
        hold: int = 0,
    ) -> None:
        self.answer = answer
        self.models = models or Reply(body=MODELS)
        self.key = key
        self.secured = secured
        self.hold = hold
        self.held: list[tuple[Wire, Reply]] = []
        self.requests: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.heads: list[str] = []
        self.in_flight = 0
        self.most_in_flight = 0
        self.connections = 0
        self.open: set[asyncio.Transport] = set()
        self.loop = asyncio.new_event_loop()
        self.url = ""

    def __enter__(self) -> "OpenAIServer":
        self.listener = self.loop.run_until_complete(
            self.loop.create_server(lambda: Wire(self), "127.0.0.1", 0, backlog=2048, ssl=self.secured)
        )
        scheme = "https" if self.secured else "http"
        self.url = f"{scheme}://127.0.0.1:{self.listener.sockets[0].getsockname()[1]}/v1"
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        async def end() -> None:
            self.listener.close()
            for transport in list(self.open):
                transport.abort()

        asyncio.run_coroutine_threadsafe(end(), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def reply_to(self, head: str, body: bytes) -> Reply:
        self.heads.append(head)
        if self.key is not None and f"authorization: bearer {self.key}".lower() not in head.lower():
            given = head.lower().partition("authorization: bearer ")[2].partition("\r\n")[0]
            return Reply(401, error(f"Incorrect API key provided: {given}", code="invalid_api_key"))
        if head.startswith("GET"):
            return self.models
        self.requests.append(json.loads(body))
        self.times.append(self.loop.time())
        return self.answer(self.requests[-1], len(self.requests) - 1)


class Wire(asyncio.Protocol):
    """One connection: parses requests, and writes replies when they are due."""

    def __init__(self, server: OpenAIServer) -> None:
        self.server = server
        self.received = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.server.connections += 1
        self.server.open.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.server.open.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = self.received[:end].decode("latin-1")
            length = int(head.lower().partition("content-length:")[2].partition("\r\n")[0] or 0)
            if len(self.received) < end + 4 + length:
                return
            body, self.received = self.received[end + 4 : end + 4 + length], self.received[end + 4 + length :]
            server = self.server
            server.in_flight += 1
            server.most_in_flight = max(server.most_in_flight, server.in_flight)
            reply = server.reply_to(head, body)
            if server.hold and head.startswith("POST"):
                server.held.append((self, reply))
                if len(server.held) >= server.hold:
                    server.hold = 0
                    for wire, waiting in server.held:
                        wire.send(waiting)
            elif reply.how != "never":
                server.loop.call_later(reply.delay, self.send, reply)

    def send(self, reply: Reply) -> None:
        self.server.in_flight -= 1
        if self.transport.is_closing():
            return
        content = reply.body if isinstance(reply.body, bytes) else json.dumps(reply.body).encode()
        fields = {"Content-Type": "application/json", **reply.headers}
        if reply.how == "chunked":
            fields["Transfer-Encoding"] = "chunked"
            half = len(content) // 2
            pieces = [content[:half], content[half:], b""]
            content = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
        elif reply.how in ("chunks of one byte", "slow chunks"):
            fields["Transfer-Encoding"] = "chunked"
            content = b"".join(b"1\r\n%c\r\n" % byte for byte in content) + b"0\r\n\r\n"
        else:
            fields["Content-Length"] = str(len(content))
        if reply.how == "closed":
            fields["Connection"] = "close"
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        whole = f"HTTP/1.1 {reply.status} X\r\n{head}\r\n".encode() + content
        if reply.how == "dropped":
            self.transport.close()
        elif reply.how.startswith("slow"):
            at_once = 0 if reply.how == "slow" else whole.index(b"\r\n\r\n") + 4
            self.transport.write(whole[:at_once])
            self.trickle(whole[at_once:])
        elif reply.how == "torn":
            self.transport.write(whole[: len(whole) - len(content) // 2])
            self.transport.close()
        else:
            self.transport.write(whole * (2 if reply.how == "twice" else 1))
            if reply.how == "closed":
                self.transport.close()

    def trickle(self, content: bytes) -> None:
        """Send a byte now, and the others one by one."""
        if content and not self.transport.is_closing():
            self.transport.write(content[:1])
            self.server.loop.call_later(BETWEEN_BYTES, self.trickle, content[1:])


def main(latency: float) -> None:
    """Send the same answer to every request with little work, so that only the client is measured."""
    body = json.dumps(completion("The answer is B.")).encode()
    reply = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body
    models = json.dumps(MODELS).encode()
    listed = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(models) + models
    loop = asyncio.new_event_loop()

    class Quick(asyncio.Protocol):
        received = b""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, asyncio.Transport)
            self.transport = transport

        def data_received(self, data: bytes) -> None:
            self.received += data
            while (end := self.received.find(b"\r\n\r\n")) >= 0:
                head = self.received[:end].lower()
                length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0] or 0)
                if len(self.received) < end + 4 + length:
                    return
                self.received = self.received[end + 4 + length :]
                loop.call_later(latency, self.transport.write, listed if head.startswith(b"get") else reply)

    listener = loop.run_until_complete(loop.create_server(Quick, "127.0.0.1", 0, backlog=2048))
    print(f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/v1", flush=True)
    loop.run_forever()


if __name__ == "__main__":
    main(float(sys.argv[1]))
