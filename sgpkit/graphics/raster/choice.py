"""Choose the renderer: an explicit one, else that of the current context, else the default.

A context is used because scorers render many layers below the command that chose the renderer, through functions of
families without such a parameter. It applies to a block of code in its thread and in the threads of `pool.map_unique`;
code in other processes must open its own block.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

RENDERERS = ("cairo", "resvg")
DEFAULT_RENDERER = "resvg"
"""The renderer used for scoring. CairoSVG ("cairo") is used by the published protocols and as a cross-check."""

_CHOSEN: ContextVar[str] = ContextVar("renderer", default=DEFAULT_RENDERER)


def current_renderer(renderer: str | None = None) -> str:
    """Return the given renderer, or that of the context. Raises ValueError for an unknown renderer."""
    name = renderer or _CHOSEN.get()
    if name not in RENDERERS:
        raise ValueError(f"renderer={name!r}: expected one of {', '.join(RENDERERS)}")
    return name


@contextmanager
def using(renderer: str | None) -> Iterator[str]:
    """Set the renderer of the context for a block (None: leave it unchanged) and yield its name."""
    token = _CHOSEN.set(current_renderer(renderer))
    try:
        yield _CHOSEN.get()
    finally:
        _CHOSEN.reset(token)
