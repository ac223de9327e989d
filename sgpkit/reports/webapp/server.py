"""Serve a page on this machine with uvicorn, on a socket that listens before its address is printed.

server = serve({("GET", "/api/next"): next_item}, {"/": page_folder, "/pictures/": pictures_folder})
print(server.address)
server.run()
"""

import errno
import socket
import threading
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode

import uvicorn
from starlette.types import ASGIApp

from sgpkit.errors import UserError
from sgpkit.reports.webapp import access
from sgpkit.reports.webapp.application import Handler, application

SHARED = Path(__file__).with_name("shared")
"""Files that pages share: styles, the icon, the store of unsent requests."""

SHUTDOWN_SECONDS = 5


class Server:
    """A listening server that answers on `address` while `run` runs. `close` may be called from any thread."""

    def __init__(self, app: ASGIApp, listener: socket.socket, address: str) -> None:
        self.listener, self.address = listener, address
        self.port = int(listener.getsockname()[1])
        self.begun = threading.Event()
        self.uvicorn = uvicorn.Server(
            uvicorn.Config(
                app,
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            )
        )

    def run(self) -> None:
        """Answer requests until `close` is called or the process is interrupted (KeyboardInterrupt, as usual)."""
        self.begun.set()
        try:
            self.uvicorn.run(sockets=[self.listener])
        finally:
            self.listener.close()

    def close(self) -> None:
        """Stop answering; `run` returns when open requests are answered."""
        self.uvicorn.should_exit = True
        if not self.begun.is_set():
            self.listener.close()


def serve(
    routes: Mapping[tuple[str, str], Handler],
    folders: Mapping[str, Path],
    host: str = "127.0.0.1",
    port: int = 0,
    token: str | None = None,
) -> Server:
    """Return a listening server, on which `run` must be called; see `application` for routes and folders. Port 0
    selects a free one. A server that other machines can reach needs a token.
    """
    if token is None and not access.is_loopback(host):
        raise ValueError("a server that other machines can reach needs a token: see access.required_token")
    listener = listen(host, port)
    port = listener.getsockname()[1]
    # Browsers send a cookie to every port of a machine, so each server has a different cookie name.
    app = application(routes, folders, token, f"sgpkit_token_{port}")
    shown = socket.gethostname() if host in ("0.0.0.0", "::", "") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    return Server(app, listener, f"{address}?{urlencode({'token': token})}" if token else address)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises UserError if the address cannot be used."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        return socket.create_server(address[:2], family=family, backlog=128)
    except socket.gaierror as error:
        raise UserError(
            f"--host {host!r}: no such address ({error.strerror}); use 127.0.0.1 for this machine"
        ) from None
    except OSError as error:
        hint = "; use --port 0 for a free port" if error.errno == errno.EADDRINUSE else ""
        raise UserError(f"cannot listen on {host}, port {port}: {error.strerror}{hint}") from None
