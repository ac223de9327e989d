"""A server on 127.0.0.1 that speaks OpenAI's chat API and answers every row's prompt with the row's reference."""

import base64
import hashlib
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sgpkit.benchmark import Ask, Benchmark, Completion, Messages, Row

MODEL = "reference"


def answers(benchmark: Benchmark, rows: Sequence[Row], strategy: str, options: Ask) -> dict[str, str]:
    """Return the reference for each conversation that a strategy opens, by the conversation's digest."""
    known = {}
    for row in rows:
        reference = benchmark.evidence.reference(row)
        asked = benchmark.prompts.strategies[strategy](row, options)
        if isinstance(asked, list):
            known[digest(asked)] = reference
            continue
        messages = next(asked)
        while messages is not None:
            known[digest(messages)] = reference
            try:
                messages = asked.send(Completion(reference))
            except StopIteration:
                break
    return known


def digest(messages: Messages) -> str:
    """Return a digest of messages that is the same before and after conversion to OpenAI's JSON."""
    pieces = []
    for message in messages:
        content = message["content"]
        for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            pieces.append(part["text"] if part["type"] == "text" else picture(part))
    return hashlib.sha256("\0".join(pieces).encode()).hexdigest()


def picture(part: Mapping[str, Any]) -> str:
    """Return a digest of an image part, in our form or OpenAI's."""
    if part["type"] == "image_url":
        content = base64.b64decode(part["image_url"]["url"].partition(",")[2])
    else:
        content = part["image"]
    return hashlib.sha256(content).hexdigest()


@contextmanager
def serving(known: Mapping[str, str]) -> Iterator[str]:
    """Run the server and yield its base URL."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.reply({"object": "list", "data": [{"id": MODEL, "object": "model"}]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            text = known.get(digest(body["messages"]), "")
            message = {"role": "assistant", "content": text}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            choice = {"index": 0, "message": message, "finish_reason": "stop"}
            self.reply({"id": "1", "object": "chat.completion", "model": MODEL, "choices": [choice], "usage": usage})

        def reply(self, content: Mapping[str, Any]) -> None:
            data = json.dumps(content).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Log nothing, since the checks report errors."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
