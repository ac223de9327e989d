"""PubChem records by CID over PUG REST, kept on disk.

The service: https://pubchem.ncbi.nlm.nih.gov/docs/pug-rest. It asks for at most 5 requests a second and 400 a minute,
and says in `X-Throttling-Control` how busy it is
(https://pubchem.ncbi.nlm.nih.gov/docs/dynamic-request-throttling).
"""

import contextlib
import email.utils
import http.client
import json
import os
import re
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import sgpkit
from sgpkit import user_cache
from sgpkit.errors import UserError

BASE_URL = "https://pubchem.ncbi.nlm.nih.gov/rest/pug"
BASE_URL_VARIABLE = "SGPKIT_PUBCHEM_URL"
CACHE_VARIABLE = "SGPKIT_CACHE"

INTERVAL = 0.2
"""Seconds between two requests: 5 a second, 300 a minute."""

ATTEMPTS = 6
TIMEOUT = 30.0
MAX_WAIT = 120.0
MAX_BYTES = 20_000_000

_WAIT_WHEN_BUSY = {"yellow": 1.0, "red": 10.0, "black": 60.0}


class Missing(NamedTuple):
    """A CID without a record in PubChem, and PubChem's reply."""

    cid: int
    reason: str


class _Unanswered(Exception):
    """An attempt that may be made again, after as many seconds as the server asked for, if it did."""

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


def cache_folder() -> Path:
    """Return the folder of kept records: below `SGPKIT_CACHE`, else in the user's cache."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen) / "pubchem"
    return user_cache.folder() / "pubchem"


def fetch(
    cids: Iterable[int],
    base_url: str | None = None,
    cache: Path | None = None,
    interval: float = INTERVAL,
    timeout: float = TIMEOUT,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[tuple[int, Any] | Missing]:
    """Each CID with its `PC_Compounds` document, in order. Raises UserError if PubChem cannot be reached."""
    base = (base_url or os.environ.get(BASE_URL_VARIABLE) or BASE_URL).rstrip("/")
    if not base.startswith(("https://", "http://")):
        raise UserError(f"{base!r} is not an address of PUG REST; expected one such as {BASE_URL}")
    folder = cache or cache_folder()
    next_request = 0.0
    for cid in cids:
        file = folder / f"{cid}.json"
        kept = _kept(file, cid)
        if kept is not None:
            yield cid, kept
            continue
        for attempt in range(1, ATTEMPTS + 1):
            if (wait := next_request - time.monotonic()) > 0:
                sleep(wait)
            try:
                answer, busy = _request(f"{base}/compound/cid/{cid}/JSON", cid, timeout)
            except _Unanswered as failure:
                if attempt == ATTEMPTS:
                    raise UserError(
                        f"PubChem did not give CID {cid} in {ATTEMPTS} attempts, the last: {failure}. "
                        f"Fetched files are kept in {folder}; run the same command again to resume"
                    ) from failure
                backing_off = interval * 2**attempt if failure.after is None else failure.after
                sleep(min(max(backing_off, interval), MAX_WAIT))
                continue
            next_request = time.monotonic() + interval + busy
            if not isinstance(answer, Missing):
                _keep(file, answer)
                yield cid, answer
            else:
                yield answer
            break


def _request(url: str, cid: int, timeout: float) -> tuple[Any | Missing, float]:
    """The answer, and the wait that a busy server requests."""
    request = urllib.request.Request(
        url, headers={"User-Agent": f"sgpkit/{sgpkit.__version__}", "Accept": "application/json"}
    )
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:
            body = response.read(MAX_BYTES + 1)
            busy = _asked_pause(response.headers.get("X-Throttling-Control", ""))
    except urllib.error.HTTPError as error:
        with error:
            if error.code in (400, 404):
                return Missing(cid, f"PubChem answers {error.code} {error.reason}"), 0.0
            after = _seconds(error.headers.get("Retry-After"))
            if after is None:
                after = _asked_pause(error.headers.get("X-Throttling-Control", "")) or None
            raise _Unanswered(f"{error.code} {error.reason}", after) from error
    except (OSError, http.client.HTTPException) as error:  # no connection, time out, connection cut
        raise _Unanswered(f"{type(error).__name__}: {error}") from error
    if len(body) > MAX_BYTES:
        return Missing(cid, f"a record of more than {MAX_BYTES:,} bytes"), busy
    try:
        document = json.loads(body)
    except ValueError as error:
        raise _Unanswered(f"not whole JSON but {body[:40]!r}… of {len(body)} bytes") from error
    if not holds(document, cid):
        raise _Unanswered(f'no {{"PC_Compounds": [record of CID {cid}]}} but {body[:80]!r}')
    return document, busy


def holds(document: Any, cid: int) -> bool:
    """Return whether a document is the record of this compound."""
    try:
        return int(document["PC_Compounds"][0]["id"]["id"]["cid"]) == cid
    except (KeyError, IndexError, TypeError, ValueError):
        return False


def _asked_pause(throttling: str) -> float:
    states = re.findall(r"status:\s*(\w+)", throttling)
    return max((_WAIT_WHEN_BUSY.get(state.lower(), 0.0) for state in states), default=0.0)


def _seconds(retry_after: str | None) -> float | None:
    """Return the seconds of `Retry-After`, which holds seconds or a date (RFC 9110, section 10.2.3)."""
    if not retry_after:
        return None
    if retry_after.strip().isdigit():
        return float(retry_after)
    try:
        moment = email.utils.parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(moment.timestamp() - time.time(), 0.0)


def _kept(file: Path, cid: int) -> Any | None:
    try:
        document = json.loads(file.read_bytes())
    except (OSError, ValueError):  # not there, or damaged: it is fetched again
        return None
    return document if holds(document, cid) else None


def _keep(file: Path, document: Any) -> None:
    """Write a record whole or not at all, also if two builds fetch the same one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=file.stem, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as part:
            json.dump(document, part, separators=(",", ":"))
        Path(temporary).replace(file)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            Path(temporary).unlink()
        raise
