"""Make untrusted texts safe to show in a terminal, a log or a dataset."""

import unicodedata


def printable(text: str, allowed: str = "") -> str:
    """Replace the unprintable characters of a text, which could control a terminal or imitate our output; spaces and
    the characters in `allowed` stay."""
    return "".join(
        character if character.isprintable() or character in allowed or unicodedata.category(character) == "Zs" else "�"
        for character in text
    )


def escape_bytes(name: str) -> str:
    """Return a file name with undecodable bytes written as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
