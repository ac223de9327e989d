"""Escape untrusted text (rows, names, ids, reasons) in Markdown pages of the Hub.

The results contain no active syntax of CommonMark (https://spec.commonmark.org/0.31.2/#backslash-escapes), tables
(https://github.github.com/gfm/#tables-extension-) or HTML.
"""

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"}
"""Characters that a backslash does not escape everywhere; renderers differ on `\\|` in tables."""

MARKS = "\\`*_[]#!~$@:"
"""Characters that a backslash escapes; `:` and `@` could form links."""


def plain(text: object) -> str:
    """Return the escaped text on one line."""
    line = " ".join(str(text).split())
    return "".join(ENTITIES.get(letter) or (f"\\{letter}" if letter in MARKS else letter) for letter in line)


def code(text: object) -> str:
    """Return the text as inline code on one line, or "" if it is empty."""
    line = " ".join(str(text).split())
    if not line:
        return ""
    # Backticks would end the span, bars the table cell, and the card's check takes `![` for a picture: use HTML for
    # these.
    return f"<code>{plain(line)}</code>" if any(sign in line for sign in ("`", "|", "![")) else f"`{line}`"
