"""The server: its address, checks of the connection, the key and the model, and single exchanges. The head of requests
for completions is built only once: with 512 requests in flight and replies in 100 ms, 0.2 ms of processor time remain
per request.
"""

import asyncio
import os
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import httpx2

from sgpkit import __version__
from sgpkit.benchmark import Completion
from sgpkit.engines.endpoint import replies
from sgpkit.engines.endpoint.reading import Reader
from sgpkit.engines.endpoint.replies import Failure
from sgpkit.engines.endpoint.transport import KeptConnections, Raw, head_of, origin_of
from sgpkit.engines.endpoint.unpacking import bound
from sgpkit.errors import Unreachable, UserError, nearest
from sgpkit.sandbox.untrusted import secrets

DEFAULT_URL = "https://api.openai.com/v1"
KEY = "OPENAI_API_KEY"
NO_KEY = "none"
ACCOUNT = {"OpenAI-Organization": "OPENAI_ORG_ID", "OpenAI-Project": "OPENAI_PROJECT_ID"}
"""Headers that name the account, and the environment variables that set them."""

TIMEOUT = 600.0
CONNECT_TIMEOUT = 10.0
LOOK_SECONDS = 20.0
"""The time limit for the list of models, which is read before the first request, unless --timeout is given."""


@dataclass(frozen=True, slots=True)
class Address:
    """The server's address and our key. Neither appears outside of requests, since an address may contain a password or
    a token.
    """

    url: str = field(repr=False)
    key: str = field(repr=False)
    timeout: float = TIMEOUT
    look: float = LOOK_SECONDS
    direct: bool = False
    """True for a server that this process started, which is never reached through a proxy."""

    @property
    def shown(self) -> str:
        """The address without user, password and query, which may be secrets."""
        parts = urlsplit(self.url)
        host = parts.hostname or ""
        return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{parts.path}"

    def clean(self, message: str) -> str:
        """Return the message of a server with our secrets blanked."""
        if len(self.key) > 3 and self.key != NO_KEY:
            message = message.replace(self.key, secrets.BLANK)
        return secrets.blank(message, self.secrets)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The key, and parts of the address that may be one, unless they are too short to be distinguished from
        words."""
        parts = urlsplit(self.url)
        queried = [value for _, value in parse_qsl(parts.query)]
        return tuple(filter(secrets.is_secret, [self.key, unquote(parts.password or ""), *queried]))

    def cleaned(self, completion: Completion) -> Completion:
        """Return a completion with our secrets blanked. It is unchanged if the key is an ordinary word, as for local
        servers.
        """
        return replies.blank_keys(completion, self.secrets)


def address(options: Mapping[str, Any]) -> Address:
    """Return the server's address and key from the options and the environment. Raises UserError for invalid values,
    without asking the server."""
    url = options.get("base_url") or os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host = None
    if not host or parts.scheme not in ("http", "https"):
        raise UserError(f"--base-url {url!r}: expected a URL such as http://localhost:8000/v1")
    named = options.get("api_key_env")
    key = os.environ.get(named or KEY, "").strip()
    if not key and named:
        raise UserError(f"--api-key-env {named}: no such environment variable is set; export {named}=…")
    if not key and host == urlsplit(DEFAULT_URL).hostname:
        raise UserError(f"no API key for {url}: export {KEY}=…, or name another variable with --api-key-env")
    if not key.isascii() or not key.isprintable():
        raise UserError(f"the key in {named or KEY} contains invalid characters; check that it was pasted correctly")
    given = options.get("timeout")
    return Address(url, key or NO_KEY, float(given or TIMEOUT), float(given or LOOK_SECONDS))


class Server:
    """An open client for one path below the server's address. Through a proxy, if the environment sets one, exchanges
    use httpx's own connections."""

    def __init__(self, address: Address, path: str) -> None:
        self.address = address
        parts = urlsplit(address.url)
        proxied = not address.direct and parts.scheme in urllib.request.getproxies()
        proxied = proxied and not urllib.request.proxy_bypass(parts.hostname or "")
        self.connections = None if proxied else KeptConnections()
        self.connect_timeout = min(CONNECT_TIMEOUT, address.timeout)
        self.http = httpx2.AsyncClient(
            timeout=httpx2.Timeout(address.timeout, connect=self.connect_timeout),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None),
            event_hooks={"response": [bound]},
            trust_env=proxied,
        )
        self.reader = Reader()
        self.completions = self.request("POST", path)
        self.completions.headers.pop("content-length", None)
        self.head = head_of(self.completions).removesuffix(b"\r\n")

    def request(self, method: str, path: str) -> httpx2.Request:
        """Return a request without body, signed with the key."""
        url = httpx2.URL(self.address.url)
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",
            "Authorization": f"Bearer {self.address.key}",
            "User-Agent": f"sgpkit/{__version__}",
        }
        headers |= {"Content-Type": "application/json"} if method == "POST" else {}
        headers |= {name: value for name, variable in ACCOUNT.items() if (value := os.environ.get(variable))}
        return self.http.build_request(method, url.copy_with(path=f"{url.path.rstrip('/')}/{path}"), headers=headers)

    async def post(self, body: bytes, add_piece: Callable[[bytes], None] | None = None) -> Raw:
        """Send a request for completions once, and return the reply. `add_piece` is called with each piece of one that
        is streamed, and the caller then limits the time."""
        head = self.head + b"Content-Length: %d\r\n\r\n" % len(body)
        return await self.send(self.completions, head, body, add_piece)

    async def send(
        self, request: httpx2.Request, head: bytes, body: bytes = b"", add_piece: Callable[[bytes], None] | None = None
    ) -> Raw:
        """Exchange one request, whose head is given as bytes too, for its reply."""
        if self.connections is not None:
            origin, timeout = origin_of(request.url), None if add_piece else self.address.timeout
            return await self.connections.send(origin, head + body, self.connect_timeout, timeout, add_piece)
        reply = await self.http.request(request.method, request.url, headers=request.headers, content=body)
        return Raw(reply.status_code, {**reply.headers, "content-encoding": reply.extensions["packing"]}, reply.content)

    async def models(self) -> list[Mapping[str, Any]] | None:
        """Return the models that the server lists, None without a list. Raises UserError if there is no server, or it
        does not accept the key."""
        request = self.request("GET", "models")
        try:
            async with asyncio.timeout(self.address.look):
                raw = await self.send(request, head_of(request))
                listed = await self.reader.models(raw)
        except (TimeoutError, httpx2.TimeoutException):
            waited = f"no answer from {self.address.shown} within {self.address.look:g} s (--timeout)"
            raise Unreachable(waited) from None
        except httpx2.HTTPError as error:
            raise self.unreachable(str(error)) from None
        if isinstance(listed, Failure):
            raise self.unreachable(listed.message)
        if raw.status == 401:
            failure = await self.reader.completion(raw)
            raise self.refused(raw.status, failure.message if isinstance(failure, Failure) else "")
        # Not all servers have the list, and some keys may not read it: then the first request shows whether the model
        # exists.
        return listed if raw.status == 200 and listed else None

    def unreachable(self, message: str) -> Unreachable:
        return Unreachable(
            f"no server answers at {self.address.shown} ({self.address.clean(replies.plain(message))})\n"
            "Start it, or give its URL: --base-url http://HOST:PORT/v1"
        )

    def refused(self, status: int | None, message: str, model: str = "", known: Sequence[str] = ()) -> UserError:
        """Return the error for a refusal that would affect every request to this server."""
        detail = self.address.clean(replies.plain(message))
        match status:
            case 401 | 403:
                key = "no key was given" if self.address.key == NO_KEY else "it rejected the key"
                remedy = f"Export {KEY}=…, or name the variable with the key with --api-key-env."
                return UserError(f"{self.address.shown}: {key} ({detail})\n{remedy}")
            case 404 | 405 if known and model not in known:
                return UserError(f"{self.address.shown} has no model {model!r}{nearest(model, known)}")
            case 404 | 405:
                hint = "" if urlsplit(self.address.url).path.strip("/") else "\nURLs usually end in /v1."
                return UserError(f"{self.address.shown} has no such model or path ({detail}){hint}")
        return UserError(f"{self.address.shown} does not accept requests ({detail})")

    async def close(self) -> None:
        self.reader.close()
        if self.connections is not None:
            self.connections.close()
        await self.http.aclose()
