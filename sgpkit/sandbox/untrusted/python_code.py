"""Parse Python programs that models wrote."""

import ast
import os
import threading

_PARSING = threading.Lock()
"""Python 3.11 shares the parser's recursion counter between threads, and a thread switch can raise SystemError
(gh-106905)."""


def _replace_lock() -> None:
    """Replace the lock in a forked process, where no thread would ever release it."""
    global _PARSING
    _PARSING = threading.Lock()


os.register_at_fork(after_in_child=_replace_lock)


def parse_or_none(code: str) -> ast.Module | None:
    """Return the syntax tree of a program, or None if it does not parse."""
    try:
        with _PARSING:
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return None
