"""Who may ask a local page's server for something: the checks on a request before anything is done for it.

Other sites in the same browser can send requests to a local server, and by DNS rebinding even read its replies; so the
`Host` must be this machine's, and what changes anything must come from the page itself. Whoever opens the page to
other machines gives them a token, which the page's address carries once and a cookie from then on.
"""

import hmac
import ipaddress
import os
import secrets
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

from sgpkit.errors import UserError

SHORTEST_TOKEN = 12
LOOPBACK_NAMES = ("localhost", "ip6-localhost", "localhost.localdomain")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server there."""
    if host.lower().rstrip(".") in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_name(host: str) -> str | None:
    """The name in a `Host` header, without its port; None where that is no such thing."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port  # which raises where it is no number
    except ValueError:
        return None
    plain = not (parts.path or parts.query or parts.fragment or "@" in host)
    return parts.hostname if plain else None


def host_is_ours(host: str | None, token: str | None) -> bool:
    """Under a token any name will do, since a rebound one has no cookie; else it must be a name of the loopback.

    The port is not looked at: it is another one behind a tunnel, and rebinding cannot change it.
    """
    name = host_name(host or "")
    return name is not None and (token is not None or is_loopback(name))


def comes_from_the_page(headers: Message) -> bool:
    """Whether a request that changes something was sent by a page of this server (or by no browser at all)."""
    origin = headers.get("Origin")
    if origin is not None:
        scheme, _, place = str(origin).partition("://")
        return scheme in ("http", "https") and place.lower() == str(headers.get("Host", "")).lower() != ""
    return headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")


def same(given: str | None, token: str) -> bool:
    """Whether it is the token, in a time that tells nothing about it."""
    return given is not None and hmac.compare_digest(given.encode(errors="replace"), token.encode())


def cookies(header: str | None) -> dict[str, str]:
    """Cookies by name; what has no name or no value is left out."""
    pairs = (part.strip().partition("=") for part in (header or "").split(";"))
    return {name: value for name, _, value in pairs if name and value}


def checked_token(token: str) -> str:
    """A token that the user chose."""
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.replace("-", "").replace("_", "").isalnum():
        raise UserError(
            f"--token {token!r}: expected at least {SHORTEST_TOKEN} letters, digits, - or _; "
            f"such as {secrets.token_urlsafe(16)}"
        )
    return token


def kept_token(path: Path) -> str:
    """A random token that stays the same when the server is started again, so that open pages go on."""
    if path.is_file() and len(kept := path.read_text().strip()) >= SHORTEST_TOKEN:
        return kept
    path.parent.mkdir(parents=True, exist_ok=True)
    token = secrets.token_urlsafe(16)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(token + "\n")
    return token
