"""Access checks of a local page: the requests that its server answers.

Other sites in the same browser can send requests to a local server, and by DNS rebinding even read its replies; so the
`Host` must name this machine, and a request that changes anything must come from the page itself. A page that is open
to other machines needs a token, which is first in its address and then in a cookie.
"""

import ipaddress
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from sgpkit.errors import UserError

MIN_TOKEN_LENGTH = 12
LOOPBACK_NAMES = ("localhost", "ip6-localhost", "localhost.localdomain")


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a server at the host."""
    if host.lower().rstrip(".") in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_allowed_host(header: str, token: str | None) -> bool:
    """Return whether a `Host` header is acceptable: a loopback name, or any name where a token is required.

    A rebound name has no cookie, so a token makes names harmless. The port is not compared: it differs behind a tunnel,
    and rebinding cannot change it.
    """
    try:
        parts = urlsplit(f"//{header}")
        _ = parts.port  # raises if it is not a number
    except ValueError:
        return False
    is_plain = parts.hostname is not None and parts.netloc == header and "@" not in header
    return is_plain and (token is not None or is_loopback(parts.hostname or ""))


def is_same_origin(headers: Mapping[str, str]) -> bool:
    """Return whether a request was sent by a page of this server, or not by a browser."""
    origin = headers.get("origin")
    if origin is not None:
        scheme, _, host = origin.partition("://")
        return scheme in ("http", "https") and host.lower() == headers.get("host", "").lower() != ""
    return headers.get("sec-fetch-site", "none") in ("same-origin", "none")


def is_token(given: str | None, token: str) -> bool:
    """Return whether a string is the token, in constant time."""
    return given is not None and secrets.compare_digest(given.encode(errors="replace"), token.encode())


def checked_token(token: str) -> str:
    """Return a token chosen by the user. Raises UserError if it is too short or has characters that are not allowed in
    an address.
    """
    if len(token) < MIN_TOKEN_LENGTH or not token.isascii() or not token.replace("-", "").replace("_", "").isalnum():
        raise UserError(
            f"--token {token!r}: expected at least {MIN_TOKEN_LENGTH} letters, digits, - or _; "
            f"such as {secrets.token_urlsafe(16)}"
        )
    return token


def stored_token(path: Path) -> str:
    """Return the random token in a file, and create it if it does not exist, so that open pages keep working after a
    restart.
    """
    if path.is_file() and len(token := path.read_text().strip()) >= MIN_TOKEN_LENGTH:
        return token
    path.parent.mkdir(parents=True, exist_ok=True)
    token = secrets.token_urlsafe(16)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        file.write(token + "\n")
    return token


def required_token(host: str, token: str | None, path: Path) -> str | None:
    """Return the token of a page: the user's, else None if only this machine can reach it, else the stored one."""
    if token is not None:
        return checked_token(token)
    return None if is_loopback(host) else stored_token(path)
