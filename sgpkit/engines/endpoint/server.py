"""The server: where it is, whether it answers, takes the key and knows the model; and one exchange with it.

The `openai` client says how a request is signed and addressed, and asks for the list of models. Requests for
completions carry the headers and go to the address that it gives, but their head is put together only once: the client
spends 0.5 ms on each request, and 512 in flight at 100 ms leave 0.2 ms for everything.
"""

import os
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

import httpx2

from sgpkit.benchmark import Completion
from sgpkit.engines.endpoint import replies
from sgpkit.engines.endpoint.transport import KeptConnections, Raw, Transport, head_of, origin_of
from sgpkit.engines.endpoint.unpacking import bound, unpacked
from sgpkit.errors import UserError, nearest
from sgpkit.sandbox.untrusted import secrets

DEFAULT_URL = "https://api.openai.com/v1"
KEY = "OPENAI_API_KEY"
NO_KEY = "none"
TIMEOUT = 600.0
CONNECT_TIMEOUT = 10.0


@dataclass(frozen=True, slots=True)
class Address:
    """The server's address and our key. Neither leaves this object but in a request: an address can hold a password
    or a token, too."""

    url: str = field(repr=False)
    key: str = field(repr=False)
    timeout: float = TIMEOUT

    @property
    def shown(self) -> str:
        """The address without user, password and query, which may be secrets."""
        parts = urlsplit(self.url)
        host = parts.hostname or ""
        return f"{parts.scheme}://{host}{f':{parts.port}' if parts.port else ''}{parts.path}"

    def clean(self, message: str) -> str:
        """Return the message of a server, without our secrets should it repeat them."""
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
        """Return a completion without our secrets should it repeat them. It stays as it is word for word where our key
        is a word itself, as local servers are given."""
        return replies.blanked(completion, self.secrets)


def address(options: Mapping[str, Any]) -> Address:
    """Return the server's address and key from the options and the environment. Raises UserError for what is invalid
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
    return Address(url, key or NO_KEY, float(options.get("timeout") or TIMEOUT))


class Server:
    """One open client, for one path below its address. Through a proxy, where the environment sets one, exchanges go
    over httpx's own connections."""

    def __init__(self, address: Address, path: str) -> None:
        import openai

        self.address = address
        parts = urlsplit(address.url)
        proxied = parts.scheme in urllib.request.getproxies() and not urllib.request.proxy_bypass(parts.hostname or "")
        self.connections = None if proxied else KeptConnections()
        self.connect_timeout = min(CONNECT_TIMEOUT, address.timeout)
        self.http = httpx2.AsyncClient(
            transport=Transport(self.connections) if self.connections else None,
            timeout=httpx2.Timeout(address.timeout, connect=self.connect_timeout),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=None),
            event_hooks={} if self.connections else {"response": [bound]},
        )
        self.openai = openai.AsyncOpenAI(
            base_url=address.url, api_key=address.key, max_retries=0, timeout=address.timeout, http_client=self.http
        )
        url = self.openai.base_url
        self.url = url.copy_with(path=f"{url.path}{path}")
        self.origin = origin_of(self.url)
        signed = {**self.openai.default_headers, **self.openai.auth_headers, "Accept-Encoding": "identity"}
        headers = {name: value for name, value in signed.items() if isinstance(value, str)}
        self.template = self.http.build_request("POST", self.url, headers=headers)
        self.template.headers.pop("content-length", None)
        self.head = head_of(self.template).removesuffix(b"\r\n")

    async def post(self, body: bytes) -> Raw:
        """One exchange. Asks once: whether again is for the caller to say."""
        if self.connections is None:
            reply = await self.http.post(self.url, headers=self.template.headers, content=body)
            return Raw(reply.status_code, reply.headers, reply.content)
        message = self.head + b"Content-Length: %d\r\n\r\n" % len(body) + body
        raw = await self.connections.send(self.origin, message, self.connect_timeout, self.address.timeout)
        if "content-encoding" in raw.headers:
            return raw._replace(content=unpacked(raw.content, raw.headers["content-encoding"]))
        return raw

    async def models(self) -> list[Mapping[str, Any]] | None:
        """Return the models that the server serves, or None where it has no such list. A server that is not there, or
        that does not take the key, is an error that the user can fix."""
        import openai

        try:
            page = await self.openai.models.list()
        except openai.AuthenticationError as error:
            raise self.refused(error.status_code, str(error)) from None
        except openai.APIStatusError:
            return None  # not all have the list, and some keys may not read it: the first request will tell
        except openai.APITimeoutError:
            raise UserError(
                f"no answer from {self.address.shown} within {self.address.timeout:g} s (--timeout)"
            ) from None
        except openai.APIConnectionError as error:
            raise self.unreachable(error.__cause__ or error) from None
        except (ValueError, TypeError, openai.OpenAIError):
            return None
        listed = page.data if isinstance(page.data, list) else []
        return [entry.to_dict() for entry in listed if isinstance(getattr(entry, "id", None), str)] or None

    def unreachable(self, error: BaseException) -> UserError:
        return UserError(
            f"no server answers at {self.address.shown} ({self.address.clean(replies.plain(str(error)))})\n"
            "Start it, or give its URL: --base-url http://HOST:PORT/v1"
        )

    def refused(self, status: int | None, message: str, model: str = "", known: Sequence[str] = ()) -> UserError:
        """Return the error that no request to this server will get past."""
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
        await self.openai.close()
