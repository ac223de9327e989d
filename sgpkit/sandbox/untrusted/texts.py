"""Texts of strangers, as a terminal, a log and a dataset can hold them."""

import unicodedata


def printable(text: str, kept: str = "") -> str:
    """Return a text that neither steers a terminal nor looks like lines of ours: characters that do not print are
    replaced, but for spaces and those in `kept`."""
    return "".join(
        character if character.isprintable() or character in kept or unicodedata.category(character) == "Zs" else "�"
        for character in text
    )


def escape_bytes(name: str) -> str:
    """Return the name of a file with those bytes written as escapes that are not text."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
