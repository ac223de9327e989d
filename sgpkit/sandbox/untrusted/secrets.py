"""Secret keys in texts: blanked where a server repeats ours, and found before anything is published.

A key is looked for as it is, as URLs hold it, and in Base64, alone or within a longer text that is coded whole.
"""

import base64
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from urllib.parse import quote, quote_plus

BLANK = "…"

SHORTEST = 8
"""Signs of a key that can be told from a word. Placeholders that local servers are given (none, EMPTY) are shorter."""

NAMED = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_ID)?$", re.IGNORECASE)
"""The ends of the names of environment variables that hold secrets."""

SUSPECTED = re.compile(r"TOKEN|KEY|SECRET|PASS|CREDENTIAL|AUTH|COOKIE", re.IGNORECASE)
"""Words in the names of variables that no process gets which reads what strangers wrote, whether or not they are
secrets."""

LOGIN = re.compile(r"://[^/@\s]*:[^/@\s]+@")
"""A user and a password in an address, as those of proxies have them."""

SHORTEST_OF_ENVIRONMENT = 16

PATTERNS = {
    "OpenAI": r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9]{40,}",
    "Anthropic": r"sk-ant-[A-Za-z0-9_-]{20,}",
    "OpenRouter": r"sk-or-v1-[0-9a-f]{32,}",
    "Hugging Face": r"(?:hf|api_org)_[A-Za-z0-9]{30,}",
    "Google": r"AIza[A-Za-z0-9_-]{35}",
    "Groq": r"gsk_[A-Za-z0-9]{40,}",
    "xAI": r"xai-[A-Za-z0-9]{60,}",
    "Replicate": r"r8_[A-Za-z0-9]{37}",
    "Fireworks": r"fw_[A-Za-z0-9]{20,}",
    "NVIDIA": r"nvapi-[A-Za-z0-9_-]{40,}",
    "GitHub": r"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,}",
    "GitLab": r"glpat-[A-Za-z0-9_-]{20,}",
    "Slack": r"xox[abprs]-[A-Za-z0-9-]{20,}",
    "AWS": r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9+/])",
    "a private key": r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----",
}
"""The forms of keys by who gives them out. They begin where no longer word or coded text goes on."""

KEYS = re.compile(r"(?<![A-Za-z0-9+/_-])(?:" + "|".join(PATTERNS.values()) + ")")


def is_secret(key: str) -> bool:
    """Return whether a key is one that can be blanked without harm: long enough, and no plain word."""
    return len(key) >= SHORTEST and not key.isalpha()


@lru_cache(maxsize=64)
def forms(key: str) -> tuple[str, ...]:
    """Return the forms in which a text may hold a key, the longest first: bare, in a URL, in Base64."""
    raw = key.encode("utf-8", "replace")
    spelled = {
        key,
        quote(key, safe=""),
        quote(key, safe="-_.~/"),
        quote_plus(key),
        key.encode("unicode_escape").decode(),
    }
    for shift in range(3):
        # A coded text goes by threes: what stands before the key shifts it, and its first and last sign mix with
        # neighbours.
        coded = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        inner = coded[(0, 2, 3)[shift] : len(coded) if (len(raw) + shift) % 3 == 0 else -1]
        spelled |= {inner, inner.translate(str.maketrans("+/", "-_"))}
    return tuple(sorted((form for form in spelled if len(form) >= SHORTEST), key=lambda form: (-len(form), form)))


def blank(text: str, keys: Iterable[str]) -> str:
    """Return a text with every form of every key replaced by an ellipsis."""
    for key in keys:
        for form in forms(key):
            if form in text:
                text = text.replace(form, BLANK)
    return text


def of_environment(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the variables of an environment that hold secrets."""
    for name, value in sorted(environment.items()):
        value = value.strip()
        if NAMED.search(name) and len(value) >= SHORTEST_OF_ENVIRONMENT and is_secret(value) and "/" not in value[:1]:
            yield name, value


def without(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without what may be a secret."""
    return {
        name: value for name, value in environment.items() if not SUSPECTED.search(name) and not LOGIN.search(value)
    }


def held(text: str, known: Mapping[str, str]) -> str | None:
    """Return the name of the known key that a text holds in some form; None if it holds none."""
    return next((name for name, value in known.items() if any(form in text for form in forms(value))), None)


def alike(text: str) -> str | None:
    """Return the first part of a text that has the form of a key, shortened to be shown; None without any."""
    match = KEYS.search(text)
    return f"{match[0][:7]}…" if match else None
