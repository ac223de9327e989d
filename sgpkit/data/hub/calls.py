"""Calls to the Hub with timeouts and bounded retries, and errors that tell the user what to do.

The client only retries some requests and has no timeout. Here every call has a timeout. Delays requested by the server
(`Retry-After`, `ratelimit`) are respected within limits; a refusal (401, 403, 404, 409, 412) is never retried.
"""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import huggingface_hub
from httpx2 import HTTPError
from huggingface_hub import HfApi, constants
from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError, RepositoryNotFoundError
from huggingface_hub.utils import _http

from sgpkit.errors import UserError, first_line

ANSWER_WITHIN = 180.0
"""Seconds to wait for a reply. The Hub takes about a minute to commit thousands of files."""

TRIES = 5
LONGEST_WAIT = 300.0
TRANSIENT = (408, 425, 429, 500, 502, 503, 504)
LOG_IN = "Log in: hf auth login (or set HF_TOKEN to a token with write rights)"

Result = TypeVar("Result")


def api() -> HfApi:
    """Return a client of the Hub whose requests end after `ANSWER_WITHIN` seconds."""
    huggingface_hub.set_client_factory(client)
    return HfApi(library_name="sgpkit")


def client() -> Any:
    """Return the HTTP client that the Hub's library uses."""
    made = _http.default_client_factory()
    made.timeout = ANSWER_WITHIN
    made.event_hooks = {**made.event_hooks, "response": [refuse_long_wait]}
    return made


def refuse_long_wait(response: Any) -> None:
    """Raise UserError if the server asks for a long wait, during which the client would sleep without a message."""
    pause = requested_wait(response) if response.status_code in TRANSIENT else None
    if pause is not None and pause > LONGEST_WAIT:
        raise UserError(
            f"the Hub asks to wait {pause / 60:.0f} minutes ({response.status_code})\nThen run the same command again"
        )


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the log messages of libraries, and their progress bars except on a terminal."""
    import datasets
    from datasets.utils import logging

    bars = [library for library in (datasets, huggingface_hub.utils) if not library.are_progress_bars_disabled()]
    verbosity = logging.get_verbosity()
    logging.set_verbosity(logging.ERROR)
    for library in bars if not sys.stderr.isatty() else ():
        library.disable_progress_bars()
    try:
        yield
    finally:
        logging.set_verbosity(verbosity)
        for library in bars:
            library.enable_progress_bars()


def user(hub: HfApi) -> str:
    """Return the user of the token. Raises UserError if there is no token, or the Hub rejects it."""
    if not huggingface_hub.get_token():
        raise UserError(f"no token for the Hub\n{LOG_IN}")
    try:
        return str(with_retries("ask who you are", hub.whoami)["name"])
    except HTTPError as error:
        raise refusal(error, "", "", "ask who you are") from None


def with_retries(doing: str, call: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    """Return the result of `call`, with retries if the error may be temporary. The HTTPError of a refusal is raised
    unchanged; an error that persists becomes a UserError."""
    return call_repeatedly(TRIES, doing, call, *arguments, **named)


def call_once(doing: str, call: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    """Do the same as `with_retries` without retries, for a call that the client itself retries."""
    return call_repeatedly(1, doing, call, *arguments, **named)


def call_repeatedly(tries: int, doing: str, call: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    """Call up to `tries` times with delays; `doing` describes the action in errors."""
    for attempt in range(1, tries + 1):
        try:
            return call(*arguments, **named)
        except (HTTPError, LocalEntryNotFoundError) as raised:
            error = root_cause(raised)
            if not is_transient(error):
                raise error from None
            if attempt == tries:
                times = f" after {tries} attempts" if tries > 1 else ""
                raise UserError(
                    f"could not {doing}{times} ({reason(error)} at {constants.ENDPOINT})\n"
                    "Run the same command again to resume"
                ) from None
            pause = requested_wait(getattr(error, "response", None)) or min(2.0 ** (attempt - 1), 8.0)
            if pause >= 2:
                print(f"sgpkit: could not {doing} ({reason(error)}); again in {pause:.0f} s", file=sys.stderr)
            time.sleep(pause)
    raise AssertionError("the last attempt returns or raises")


def root_cause(error: Exception) -> Exception:
    """Return the HTTP error that caused an error. If a file cannot be fetched, the client's own error is only about its
    cache.
    """
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, HTTPError):
        cause = cause.__cause__ or cause.__context__
    return cause if isinstance(cause, HTTPError) else error


def is_transient(error: Exception) -> bool:
    """Return whether the same request may succeed later, as after a connection error."""
    response = getattr(error, "response", None)
    return response is None or response.status_code in TRANSIENT


def requested_wait(response: Any) -> float | None:
    """Return the seconds that the server asks to wait, if it does."""
    if response is None:
        return None
    limit = _http.parse_ratelimit_headers(response.headers)
    if limit is not None and limit.remaining == 0:
        return limit.reset_in_seconds + 1.0
    after = response.headers.get("Retry-After", "")
    return float(after) if after.isdigit() else None


def reason(error: BaseException) -> str:
    """Return the reason of an error in a few words: the Hub's own if it gave one."""
    response = getattr(error, "response", None)
    if response is not None:
        own = response.headers.get("X-Error-Message", "")
        return f"{response.status_code}{': ' + own if own else ''}"
    return first_line(error)[:160]


def refusal(error: Exception, repo: str, who: str, doing: str, otherwise: str = "") -> UserError:
    """Return the error for a refusal, with advice; `otherwise` is appended to the advice if the user lacks the
    rights.
    """
    status = error.response.status_code if isinstance(error, HfHubHTTPError) else 0
    if isinstance(error, RepositoryNotFoundError):
        return UserError(f"the Hub has no dataset {repo!r} that {who or 'you'} can access")
    if status == 401:
        return UserError(f"the Hub rejected this token\n{LOG_IN}")
    if status == 403:
        return UserError(
            f"{who} may not {doing} ({reason(error)})\n"
            f"Use a token with write rights for {repo.split('/')[0]}{otherwise}"
        )
    return UserError(f"could not {doing} ({reason(error)})")
