"""Dotted names of functions, for the column `generator`."""

from collections.abc import Callable
from functools import partial


def dotted_name(function: Callable[..., object]) -> str:
    """Return the name under which a function is imported: of a partial one its function's, of an inner one the name of
    the function around it."""
    while isinstance(function, partial):
        function = function.func
    return f"{function.__module__}.{function.__qualname__.partition('.<locals>')[0]}"
