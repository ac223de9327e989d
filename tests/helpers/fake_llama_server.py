"""A fake llama.cpp server process, which streams the prompt back word by word, or follows its instructions.

`slowly SECONDS` pauses before each piece, `stall` sends one piece and no more, `die` ends the process after one piece,
`die once FILE` only if FILE does not exist yet. The process appends its arguments and then each request body to
FAKE_LOG. With FAKE_ERROR it writes that text to its log instead of starting, and with FAKE_SIGNAL it ends before it
starts.
"""

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


def record(value: Any) -> None:
    if path := os.environ.get("FAKE_LOG"):
        with Path(path).open("a") as file:
            file.write(json.dumps(value) + "\n")


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self.whole(200, {"data": [{"id": "fake"}]})

    def whole(self, status: int, body: Any) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        record(body)
        prompt = body["messages"][-1]["content"]
        if prompt == "too long":
            message = "request (12031 tokens) exceeds the available context size (2048 tokens), try increasing it"
            self.whole(400, {"error": {"code": 400, "message": message, "type": "exceed_context_size_error"}})
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for event in events(prompt):
            self.chunk(f"data: {json.dumps(event)}\n\n".encode())
        self.chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def chunk(self, content: bytes) -> None:
        self.wfile.write(b"%x\r\n%s\r\n" % (len(content), content))
        self.wfile.flush()


def events(prompt: str) -> Iterator[Any]:
    words = prompt.split()
    pause = float(words[1]) if words[0] == "slowly" else 0.0
    yield {"choices": [{"delta": {"role": "assistant", "content": None}, "finish_reason": None}]}
    for word in words:
        time.sleep(pause)
        yield {"choices": [{"delta": {"content": word + " "}, "finish_reason": None}]}
        if words[0] == "stall":
            time.sleep(60)
        if words[0] == "die" and not (len(words) > 2 and Path(words[2]).exists()):
            if len(words) > 2:
                Path(words[2]).touch()
            os.kill(os.getpid(), signal.SIGKILL)
    yield {"choices": [{"delta": {}, "finish_reason": "stop"}]}
    usage = {"prompt_tokens": 5, "completion_tokens": len(words), "prompt_tokens_details": {"cached_tokens": 2}}
    yield {"choices": [], "usage": usage}


def main(descriptor: int, arguments: Any) -> None:
    record(arguments)
    if message := os.environ.get("FAKE_ERROR"):
        print(message, flush=True)
        sys.exit(1)
    if number := os.environ.get("FAKE_SIGNAL"):
        os.kill(os.getpid(), int(number))
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with os.fdopen(descriptor, "w") as pipe:
        json.dump({"url": f"http://127.0.0.1:{server.server_port}"}, pipe)
    sys.stdin.buffer.read()


if __name__ == "__main__":
    main(int(sys.argv[1]), json.loads(sys.argv[2]))
