"""Foreign words in Markdown that the Hub shows as a page: rows, names, ids and reasons are texts there.

Neither gives up a mark of CommonMark (https://spec.commonmark.org/0.31.2/#backslash-escapes), a cell of a table
(https://github.github.com/gfm/#tables-extension-), or HTML.
"""

ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "|": "&#124;"}
"""What a backslash does not hide everywhere: renderers differ in how they read one before a table's bar."""

MARKS = "\\`*_[]#!~$@:"
"""`:` and `@` make addresses into links; the others are Markdown's own."""


def plain(text: object) -> str:
    """As it stands, on one line."""
    line = " ".join(str(text).split())
    return "".join(ENTITIES.get(letter) or (f"\\{letter}" if letter in MARKS else letter) for letter in line)


def code(text: object) -> str:
    """As code, on one line; "" for nothing."""
    line = " ".join(str(text).split())
    if not line:
        return ""
    # A span ends at its backticks, a cell at a bar, and a card's check takes `![` for a picture: these are spelled out.
    return f"<code>{plain(line)}</code>" if any(sign in line for sign in ("`", "|", "![")) else f"`{line}`"
