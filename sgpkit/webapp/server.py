"""A small web server for pages that people work on beside us: JSON in and out, and the files of a few folders.

    server = serve({("GET", "/api/next"): next_item}, {"/": page_folder, "/pictures/": pictures_folder})
    print(server.address); server.run()

Standard library only. A handler gets a `Request` and returns a `Reply`, or raises `Refused` or `UserError` (see
`messages`). `doors` says who may ask at all; nothing that is served may run a script that is not a file of ours, load
anything from elsewhere or be framed (https://www.w3.org/TR/CSP3/).
"""

import errno
import http.server
import json
import socket
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

from sgpkit.errors import UserError
from sgpkit.webapp import access as doors
from sgpkit.webapp.messages import JSON, Handler, Refused, Reply, Request, cookie, error, text_reply

LARGEST_BODY = 256 * 1024
PATIENCE = 60
"""Seconds that a connection may say nothing."""

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
}
ALWAYS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Server:
    """Answers on `address` while `run` runs, in a thread a connection. `close` may be called from any thread."""

    def __init__(self, http_server: "Threads", address: str) -> None:
        self.http_server, self.address = http_server, address
        self.begun = threading.Event()

    @property
    def port(self) -> int:
        return int(self.http_server.server_address[1])

    def run(self) -> None:
        self.begun.set()
        try:
            self.http_server.serve_forever(poll_interval=0.1)
        finally:
            self.http_server.server_close()

    def close(self) -> None:
        if self.begun.is_set():
            self.http_server.shutdown()
        self.http_server.server_close()
        self.http_server.hang_up()


def serve(
    routes: Mapping[tuple[str, str], Handler],
    folders: Mapping[str, Path],
    host: str = "127.0.0.1",
    port: int = 0,
    token: str | None = None,
) -> Server:
    """A server that listens and is to be `run`.

    `routes`: handlers by method ("GET" or "POST") and exact path. `folders`: files by the beginning of their path,
    which ends in "/"; a path that ends there gives its index.html. Opened to other machines it needs a token.
    """
    if token is None and not doors.is_loopback(host):
        raise ValueError("a server that others can reach needs a token: see doors.kept_token")
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        http_server = Threads(place, family, routes, folders, token)
    except socket.gaierror as error:
        raise UserError(f"--host {host!r}: no such address ({error.strerror}); 127.0.0.1 is this machine") from None
    except OSError as error:
        hint = "; --port 0 takes a free one" if error.errno == errno.EADDRINUSE else ""
        raise UserError(f"cannot listen on {host}, port {port}: {error.strerror}{hint}") from None
    shown = socket.gethostname() if host in ("0.0.0.0", "::", "") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{http_server.server_address[1]}/"
    return Server(http_server, f"{address}?{urlencode({'token': token})}" if token else address)


class Threads(http.server.ThreadingHTTPServer):
    """The listening socket, and what its handlers need to know."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        place: Any,
        family: socket.AddressFamily,
        routes: Mapping[tuple[str, str], Handler],
        folders: Mapping[str, Path],
        token: str | None,
    ) -> None:
        self.address_family = family
        self.routes, self.token = routes, token
        self.folders = {
            beginning: folder.resolve() for beginning, folder in sorted(folders.items(), key=lambda each: -len(each[0]))
        }
        super().__init__(place, Connection)
        self.cookie_name = f"sgpkit_token_{self.server_address[1]}"
        self.open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End the connections that browsers keep open for the next request."""
        for connection in list(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is the browser's business; anything else is ours."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Connection(http.server.BaseHTTPRequestHandler):
    """The requests of one connection, one after another."""

    server: Threads
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "sgpkit", ""
    timeout = PATIENCE
    disable_nagle_algorithm = True
    wbufsize = -1  # a reply leaves as one piece

    def log_message(self, format: str, *arguments: Any) -> None:
        """Who asked for what is nobody's business."""

    def do_GET(self) -> None:
        self.reply(self.answer("GET"))

    def do_HEAD(self) -> None:
        self.reply(self.answer("GET"))

    def do_POST(self) -> None:
        self.reply(self.answer("POST"))

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What `http.server` itself refuses, before there is a request to speak of."""
        self.close_connection = True
        self.reply(error(code, message or HTTPStatus(code).phrase))

    def answer(self, method: str) -> Reply:
        try:
            return self.admitted(method)
        except Refused as refused:
            return self.refusal(refused.status, refused.reason)
        except UserError as mistake:
            return self.refusal(400, str(mistake))
        except OSError as trouble:
            # A full disk, a file that may not be read: whoever works on the page has to know.
            return error(507 if trouble.errno == errno.ENOSPC else 500, f"{trouble.strerror or trouble}")
        except Exception:
            traceback.print_exc()
            return error(500, "the server made a mistake; its terminal has the details")

    def refusal(self, status: int, reason: str) -> Reply:
        """Plain words where a person sees them, JSON where a page asked."""
        to_be_seen = "text/html" in self.headers.get("Accept", "")
        return text_reply(reason, status) if to_be_seen else error(status, reason)

    def admitted(self, method: str) -> Reply:
        body = self.body() if method == "POST" else {}
        if not doors.host_is_ours(self.headers.get("Host"), self.server.token):
            raise Refused(403, "this address is not one of this page's")
        if method == "POST" and not doors.comes_from_the_page(self.headers):
            raise Refused(403, "only the page itself may change anything")
        try:
            asked = urlsplit(self.path)
            query = dict(parse_qsl(asked.query, keep_blank_values=True, max_num_fields=20))
            path = unquote(asked.path, errors="strict")
        except ValueError:
            raise Refused(400, "that address cannot be read") from None
        cookies = doors.cookies(self.headers.get("Cookie"))
        token = self.server.token
        if token is not None and not doors.same(cookies.get(self.server.cookie_name), token):
            if method == "GET" and doors.same(query.get("token"), token):
                return self.welcome(asked, query, token)
            raise Refused(403, "this page needs its token: open the address that `sgpkit review` printed")
        if token is not None and method == "GET" and "token" in query:
            return self.welcome(asked, query, token)
        handler = self.server.routes.get((method, path))
        if handler is not None:
            return handler(Request(method, path, query, body, cookies))
        if any(known == path for _, known in self.server.routes):
            raise Refused(405, "that is asked for in another way")
        return self.file(path)

    def welcome(self, asked: SplitResult, query: Mapping[str, str], token: str) -> Reply:
        """The same address without the token, which a cookie holds from now on, and no history does."""
        rest = urlencode({name: value for name, value in query.items() if name != "token"})
        target = "/" + asked.path.lstrip("/\\") + (f"?{rest}" if rest else "")
        return Reply(303, headers=(("Location", quote(target, "/?&=%+-._~")), cookie(self.server.cookie_name, token)))

    def body(self) -> Mapping[str, Any]:
        """The JSON object that was sent. What is refused is not read, and so ends the connection."""
        self.close_connection, stays_open = True, not self.close_connection
        lengths = self.headers.get_all("Content-Length") or []
        if self.headers.get("Transfer-Encoding") or len(lengths) != 1 or not lengths[0].isdecimal():
            raise Refused(411, "how long is it?")
        length = int(lengths[0][:12])
        if length > LARGEST_BODY:
            raise Refused(413, f"too long: at most {LARGEST_BODY:,} bytes")
        sent = self.rfile.read(length)
        if len(sent) < length:
            raise Refused(400, "it ended in the middle")
        self.close_connection = not stays_open
        if self.headers.get_content_type() != JSON:
            raise Refused(415, f"expected {JSON}")
        try:
            value = json.loads(sent, parse_constant=refuse_number)
            json.dumps(value, ensure_ascii=False).encode()  # which half a surrogate pair cannot be
        except (ValueError, RecursionError):
            raise Refused(400, "that is no JSON") from None
        if not isinstance(value, dict):
            raise Refused(400, "expected a JSON object")
        return value

    def file(self, path: str) -> Reply:
        """A file of the folder that the path's beginning names."""
        beginning = next((each for each in self.server.folders if path.startswith(each)), None)
        name = path[len(beginning or "") :] or "index.html"
        kind = KINDS.get(Path(name).suffix)
        found = None if beginning is None or kind is None else contents(self.server.folders[beginning], name)
        if found is None or kind is None:
            raise Refused(404, f"there is no {quote(path)[:80]} here")
        lasting = "private, max-age=600" if kind == "image/png" else "no-cache"
        return Reply(200, kind, found, (("Cache-Control", lasting),))

    def reply(self, reply: Reply) -> None:
        """Onto the wire, with what every reply says beside its own headers."""
        self.send_response(reply.status)
        special = {name for name, _ in reply.headers}
        headers = {"Cache-Control": "no-store", **ALWAYS, "Content-Type": reply.kind}
        usual = [(name, value) for name, value in headers.items() if name not in special]
        for name, value in [*usual, *reply.headers]:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)


def contents(folder: Path, name: str) -> bytes | None:
    """What is in a file, by its plain name within the folder: no way up, no hidden file, no link that leads out."""
    parts = name.split("/")
    if any(not part or part.startswith(".") or "\\" in part or "\0" in part for part in parts):
        return None
    try:
        place = folder.joinpath(*parts).resolve()
        return place.read_bytes() if place.is_relative_to(folder) else None
    except OSError:  # a folder, nothing at all, a name that is too long
        return None


def refuse_number(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON")
