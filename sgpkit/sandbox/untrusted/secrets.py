"""Find and blank API keys in texts: in what servers reply, and in what is published.

A key is found in plain text, in hexadecimal digits (also as `73:6b` or `0x73, 0x6b`), in Base64 (alone or inside a
longer text that is encoded as a whole), and with some or all of its characters escaped (`%73`, `%2573`, `%u0073`,
`=73`, `\\u0073`, `\\x73`, `\\163`, `\\/`, `&#115;`, `&sol;`), with line breaks and invisible characters anywhere.
"""

import base64
import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html.entities import html5
from urllib.parse import quote, quote_plus, unquote

BLANK = "…"

SHORTEST = 8
"""Minimum length of a key. Placeholders for local servers (none, EMPTY) are shorter."""

SECRET_NAME = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)(?:_ID)?$", re.IGNORECASE)
"""Name endings of environment variables that hold secrets."""

INVISIBLE = (
    r"\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef"
)

GAP = rf"(?:[\s{INVISIBLE}]|=\s)"
"""What may be between the characters of a key: blanks, line breaks as in mail, and what is not visible."""

SLASHES = r"(?<!\\)\\+"
"""Backslashes from the first of a row, so that a long row is not searched again from each."""

BACKSLASH = f"(?:{SLASHES})?"
"""JSON may be written with one before each slash, and Markdown with one before each sign; once more where it is a text
within JSON."""

WINDOW, OVERLAP = 1 << 16, 1 << 13
"""Characters of a long text that are searched at once for escapes, and how many of the next ones with them."""

BETWEEN_BYTES = rf"(?:[\s:;,.-]|0x|{SLASHES}x)"
"""What may be between the hexadecimal digits of bytes, several times."""

GAPS = {
    ord(sign): None
    for sign in re.findall(f"[\\s{INVISIBLE}]", "".join(map(chr, [*range(0xFF00), *range(0xE0000, 0xE01F0)])))
}
PUNCTUATION = dict.fromkeys(map(ord, ":;,.-\\"))
"""What `str.translate` takes out of a text, at a third of the cost of regular expressions."""

SUSPECT_NAME = re.compile(r"TOKEN|KEY|SECRET|PASS|CREDENTIAL|AUTH|COOKIE", re.IGNORECASE)
"""Words in the names of variables that are withheld from processes that read untrusted input, secret or not."""

LOGIN = re.compile(r"://[^/@\s]*:[^/@\s]+@")
"""A user name and password in a URL, such as that of a proxy."""

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
"""Patterns of keys by their issuer."""

KEYS = re.compile(r"(?<![A-Za-z0-9+/_-])(?:" + "|".join(PATTERNS.values()) + ")")


def is_secret(key: str) -> bool:
    """Return whether a key can be blanked without harming other text: long enough, and not a plain word."""
    return len(key) >= SHORTEST and not key.isalpha()


@lru_cache(maxsize=64)
def forms(key: str) -> tuple[str, ...]:
    """Return the encodings of a key that a text may contain, longest first: plain, URL-encoded, Base64."""
    raw = key.encode("utf-8", "replace")
    spelled = {
        key,
        quote(key, safe=""),
        quote(key, safe="-_.~/"),
        quote_plus(key),
        key.encode("unicode_escape").decode(),
        raw.hex(),
        raw.hex().upper(),
    }
    for shift in range(3):
        # Base64 encodes three bytes at a time: the text before the key shifts it, and its first and last characters
        # depend on the neighbouring bytes.
        coded = base64.b64encode(b"\0" * shift + raw).decode().rstrip("=")
        inner = coded[(0, 2, 3)[shift] : len(coded) if (len(raw) + shift) % 3 == 0 else -1]
        spelled |= {inner, inner.translate(str.maketrans("+/", "-_"))}
    return tuple(sorted((form for form in spelled if len(form) >= SHORTEST), key=lambda form: (-len(form), form)))


@lru_cache(maxsize=64)
def escaped(key: str) -> re.Pattern[str]:
    """Return a pattern of the forms of a key with any of its characters escaped, and white space between them."""

    def character(sign: str) -> str:
        code = ord(sign)
        as_bytes = "".join(f"(?:%(?:25)*|=){byte:02x}" for byte in sign.encode("utf-8", "replace"))
        names = "|".join(sorted(name.removesuffix(";") for name, value in html5.items() if value == sign))
        entity = rf"&(?:amp;)*(?:\#0*{code}|\#x0*{code:x}{names and '|' + names});?"
        numeric = rf"(?:{SLASHES}|%(?:25)*)u{{?0*{code:x}\}}?|{SLASHES}(?:x{code:02x}|{code:03o})|{entity}"
        # The sign itself keeps its case; hexadecimal digits may have either.
        return rf"(?:{'' if sign.isalnum() else BACKSLASH}{re.escape(sign)}|(?i:{as_bytes}|{numeric}))"

    plain = f"{GAP}*".join(map(character, key))
    # Of Base64, only what is neither letter nor digit is ever escaped.
    coded = (f"{GAP}*".join(sign if sign.isalnum() else character(sign) for sign in form) for form in forms(key))
    digits = f"{BETWEEN_BYTES}*".join(f"{byte:02x}" for byte in key.encode("utf-8", "replace"))
    return re.compile("|".join([plain, *coded, f"(?i:{digits})"]))


def may_be_escaped(text: str, keys: Iterable[str]) -> bool:
    """Return whether a text contains a key with escapes or line breaks in it. Quick for texts that do not, and in steps
    that leave other threads their turn."""
    keys = tuple(keys)
    unfolded = re.sub(r"=\s", "", text) if "=" in text else text
    return any(
        escapes_in(bare[start : start + WINDOW + OVERLAP], keys, bare != text)
        for bare in {without_gaps(text), without_gaps(unfolded)}
        for start in range(0, max(len(bare) - OVERLAP, 1), WINDOW)
    )


def without_gaps(text: str) -> str:
    """Return a text without blanks and invisible characters."""
    return "".join(text[start : start + WINDOW].translate(GAPS) for start in range(0, len(text), WINDOW))


def escapes_in(text: str, keys: Sequence[str], changed: bool) -> bool:
    """Return whether a text without gaps contains a key with escapes; as it is only if gaps were taken out of it."""
    readings = {text}
    for sign, decode in DECODERS.items():
        readings |= {decode(reading) for reading in readings if sign in reading}
    if not changed:
        readings.discard(text)
    digits = text.translate(PUNCTUATION).lower().replace("0x", "").replace("x", "")
    return any(key.encode("utf-8", "replace").hex() in digits for key in keys) or any(
        form in reading for key in keys for form in forms(key) for reading in readings
    )


def backslashes_decoded(text: str) -> str:
    """Return a text with escapes such as `\\u0073`, `\\x73`, `\\163` and `\\/` decoded."""

    def decoded(match: re.Match[str]) -> str:
        digits = match[1] or match[2] or match[3] or match[4]
        return match[6] or (sign_of(digits, 16) if digits else sign_of(match[5], 8))

    codes = r"[uU]\{([0-9a-fA-F]{1,8})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-7]{3})"
    return re.sub(rf"{SLASHES}(?:{codes}|([^\\\w\s]|_))", decoded, text)


def sign_of(digits: str, base: int) -> str:
    """Return the character with a code in digits; "" if there is none."""
    code = int(digits, base)
    return chr(code) if code < 0x110000 else ""


def percents_decoded(text: str) -> str:
    """Return a text that was escaped for a URL, up to eight times."""
    return repeated(
        lambda text: re.sub("%u([0-9a-fA-F]{4})", lambda match: sign_of(match[1], 16), unquote(text)), text, 8
    )


def entities_decoded(text: str) -> str:
    """Return a text that was escaped for HTML, up to three times."""
    return repeated(html.unescape, text, 3)


def repeated(decode: Callable[[str], str], text: str, times: int) -> str:
    """Return a text decoded several times, until nothing changes."""
    for _ in range(times):
        text, before = decode(text), text
        if text == before:
            break
    return text


def quoted_printable_decoded(text: str) -> str:
    """Return a text with escapes such as `=73` decoded."""
    return re.sub("=([0-9a-fA-F]{2})", lambda match: sign_of(match[1], 16), text)


DECODERS: dict[str, Callable[[str], str]] = {
    "%": percents_decoded,
    "=": quoted_printable_decoded,
    "\\": backslashes_decoded,
    "&": entities_decoded,
}
"""Functions that decode escapes, by the text that begins one."""


def blank(text: str, keys: Iterable[str]) -> str:
    """Replace every form of every key in a text by an ellipsis."""
    keys = tuple(keys)
    for key in keys:
        for form in forms(key):
            if form in text:
                text = text.replace(form, BLANK)
    if keys and may_be_escaped(text, keys):
        for key in keys:
            text = escaped(key).sub(BLANK, text)
    return text


def environment_secrets(environment: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the environment variables that hold secrets."""
    for name, value in sorted(environment.items()):
        value = value.strip()
        if (
            SECRET_NAME.search(name)
            and len(value) >= SHORTEST_OF_ENVIRONMENT
            and is_secret(value)
            and "/" not in value[:1]
        ):
            yield name, value


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Return an environment without the variables that may hold secrets."""
    return {
        name: value for name, value in environment.items() if not SUSPECT_NAME.search(name) and not LOGIN.search(value)
    }


def find_known(text: str, known: Mapping[str, str]) -> str | None:
    """Return the name of the first known key that a text contains in some form, or None."""
    if blank(text, known.values()) == text:
        return None
    return next((name for name, value in known.items() if blank(text, [value]) != text), next(iter(known)))


def find_key_like(text: str) -> str | None:
    """Return the first substring of a text that looks like a key, shortened for display, or None."""
    match = KEYS.search(text)
    return f"{match[0][:7]}…" if match else None
