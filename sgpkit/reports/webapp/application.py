"""A page as a Starlette application: JSON in and out, and the files of a few folders.

A handler is a plain function that gets a `Request` and returns a response, or raises `HTTPException` or `UserError`; it
runs in a worker thread, so it may block. Every reply forbids scripts that are not files of the page, anything loaded
from elsewhere, and frames (https://www.w3.org/TR/CSP3/).
"""

import errno
import json
import os
import re
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import anyio
from starlette import requests
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sgpkit.errors import UserError
from sgpkit.reports.webapp import access

MAX_BODY = 256 * 1024
BODY_TIMEOUT = 60
"""Seconds within which the body of a request must arrive."""

COOKIE_SECONDS = 90 * 24 * 3600
FILE_NAME = re.compile(r"(?:[^./\\\0][^/\\\0]*/)*[^./\\\0][^/\\\0]*\.(?:html|css|js|png)")
"""Plain names of the files of a page: no parent folders, no hidden files."""

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Request(NamedTuple):
    """A request as handlers see it. `body` is the JSON object of a POST."""

    query: Mapping[str, str] = {}
    body: Mapping[str, Any] = {}
    cookies: Mapping[str, str] = {}


Handler = Callable[[Request], Response]


def application(
    routes: Mapping[tuple[str, str], Handler],
    folders: Mapping[str, Path],
    token: str | None = None,
    cookie: str = "sgpkit_token",
) -> ASGIApp:
    """Return the application of a page.

    `routes` are handlers by method ("GET" or "POST") and exact path; `folders` hold files by the beginning of their
    path, which ends in "/". With a `token`, only browsers that have it in the cookie of that name are answered.
    """
    served: list[BaseRoute] = [Route(path, endpoint(run), methods=[method]) for (method, path), run in routes.items()]
    longest_first = sorted(folders.items(), key=lambda item: -len(item[0]))
    served += [Mount(prefix.rstrip("/"), PageFiles(directory=folder)) for prefix, folder in longest_first]
    errors = dict.fromkeys((HTTPException, UserError, OSError), error_response)
    return Guard(Starlette(routes=served, exception_handlers=errors, max_body_size=MAX_BODY), token, cookie)


def set_cookie(response: Response, name: str, value: str) -> None:
    """Set a cookie that scripts cannot read. `SameSite=Lax`, so that links from other sites work."""
    response.set_cookie(name, value, max_age=COOKIE_SECONDS, httponly=True, samesite="lax")


class Guard:
    """Middleware that answers only requests with access, and adds the security headers to every reply."""

    def __init__(self, app: ASGIApp, token: str | None, cookie: str) -> None:
        self.app, self.token, self.cookie = app, token, cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        reply = self.intercept(requests.Request(scope)) or self.app
        await reply(scope, receive, send_with_headers)

    def intercept(self, request: requests.Request) -> Response | None:
        """Return a refusal, or the reply that exchanges the token in the address for a cookie; None grants access."""
        reads = request.method in ("GET", "HEAD")
        if not access.is_allowed_host(request.headers.get("host", ""), self.token):
            return error_reply(request, 403, "unknown host name or address")
        if not reads and not access.is_same_origin(request.headers):
            return error_reply(request, 403, "changes are only accepted from the page itself")
        if int(request.headers.get("content-length", 0)) > MAX_BODY:
            # Starlette would reply in plain text, which the page does not accept as a reply of its server.
            return error_reply(request, 413, f"too long: at most {MAX_BODY:,} bytes")
        if self.token is None:
            return None
        has_token = access.is_token(request.query_params.get("token"), self.token)
        has_cookie = access.is_token(request.cookies.get(self.cookie), self.token)
        if reads and (has_token or (has_cookie and "token" in request.query_params)):
            return self.enter(request, self.token)
        if has_cookie:
            return None
        return error_reply(request, 403, "this page needs a token; open the URL that the command printed")

    def enter(self, request: requests.Request, token: str) -> Response:
        """Redirect to the same address without the token, so that it is not in the browser's history."""
        query = urlencode([(name, value) for name, value in request.query_params.multi_items() if name != "token"])
        path = "/" + quote(request.scope["path"].lstrip("/\\"))
        response = RedirectResponse(f"{path}?{query}" if query else path, 303)
        set_cookie(response, self.cookie, token)
        return response


class PageFiles(StaticFiles):
    """The files of a page in a folder, by their plain names; the path of the folder itself returns index.html."""

    def get_path(self, scope: Scope) -> str:
        """Return the path within the folder as it was requested, without resolving `..` or `//`."""
        return str(scope["path"]).removeprefix(scope["root_path"]).removeprefix("/") or "index.html"

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the file of a plain name; ("", None) for anything else."""
        return super().lookup_path(path) if FILE_NAME.fullmatch(path) else ("", None)

    def file_response(
        self, full_path: Any, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file: browsers may cache pictures, but must request the page itself every time."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        is_picture = str(full_path).endswith(".png")
        response.headers["Cache-Control"] = "private, max-age=600" if is_picture else "no-cache"
        return response


# --- requests ---------------------------------------------------------------------------------------------------------


def endpoint(handler: Handler) -> Callable[[requests.Request], Any]:
    """Return the Starlette endpoint of a handler."""

    async def respond(request: requests.Request) -> Response:
        body = await json_object(request) if request.method == "POST" else {}
        try:
            return await run_in_threadpool(handler, Request(request.query_params, body, request.cookies))
        except (HTTPException, UserError, OSError):
            raise
        except Exception:
            traceback.print_exc()
            return error_reply(request, 500, "internal error of the server; its terminal has the details")

    return respond


async def json_object(request: requests.Request) -> Mapping[str, Any]:
    """Return the JSON object in the body of a request. Raises HTTPException for anything else."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException(415, "expected application/json")
    try:
        with anyio.fail_after(BODY_TIMEOUT):
            body = await request.body()
    except (TimeoutError, requests.ClientDisconnect):
        raise HTTPException(400, "the body ended early") from None
    try:
        value = json.loads(body, parse_constant=reject_constant)
        json.dumps(value, ensure_ascii=False).encode()  # raises an error for half of a surrogate pair
    except (ValueError, RecursionError):
        raise HTTPException(400, "the body is not JSON") from None
    if not isinstance(value, dict):
        raise HTTPException(400, "expected a JSON object")
    return value


def reject_constant(name: str) -> None:
    """Raise for NaN and the infinities, which are not JSON."""
    raise ValueError(f"{name} is not JSON")


# --- errors -----------------------------------------------------------------------------------------------------------


def error_reply(
    request: requests.Request, status: int, reason: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return plain text if a person opened the address, JSON if a script of the page sent the request."""
    if "text/html" in request.headers.get("accept", ""):
        return PlainTextResponse(reason, status, headers)
    return JSONResponse({"error": reason}, status, headers)


async def error_response(request: requests.Request, error: Exception) -> Response:
    """Return the reply to an exception that the user of the page should see, such as a full disk."""
    if isinstance(error, HTTPException):
        return error_reply(request, error.status_code, error.detail, error.headers)
    if isinstance(error, OSError):
        return error_reply(request, 507 if error.errno == errno.ENOSPC else 500, f"{error.strerror or error}")
    return error_reply(request, 400, str(error))
