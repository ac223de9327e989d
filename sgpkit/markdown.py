"""Untrusted words in Markdown pages of the Hub: escaping of rows, names, ids and reasons.

The results contain no active mark of CommonMark (https://spec.commonmark.org/0.31.2/#backslash-escapes), of tables
(https://github.github.com/gfm/#tables-extension-), or of HTML.
"""

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"}
"""Characters that a backslash does not escape everywhere: renderers differ on one before a table's bar."""

MARKS = "\\`*_[]#!~$@:"
"""`:` and `@` make addresses into links; the others are Markdown's own."""


def plain(text: object) -> str:
    """Return the text escaped, on one line."""
    line = " ".join(str(text).split())
    return "".join(ENTITIES.get(letter) or (f"\\{letter}" if letter in MARKS else letter) for letter in line)


def code(text: object) -> str:
    """Return the text as code, on one line; "" for nothing."""
    line = " ".join(str(text).split())
    if not line:
        return ""
    # A span ends at its backticks, a cell at a bar, and a card's check takes `![` for a picture: these are spelled out.
    return f"<code>{plain(line)}</code>" if any(sign in line for sign in ("`", "|", "![")) else f"`{line}`"
