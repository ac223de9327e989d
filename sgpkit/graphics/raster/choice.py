"""The choice of a renderer: the one that is named, else the one of the present context, else the default.

A scorer paints many layers below the command that chose the renderer, through functions that families wrote and that
know none. The choice holds for a block of code, in its thread and in the threads of `pool.map_unique` only; what runs
in other processes or on other machines opens a block of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

RENDERERS = ("cairo", "resvg")
DEFAULT_RENDERER = "resvg"
"""The renderer that scores. CairoSVG ("cairo") is that of the published protocols, and the second witness."""

_CHOSEN: ContextVar[str] = ContextVar("renderer", default=DEFAULT_RENDERER)


def chosen(renderer: str | None = None) -> str:
    """Return the renderer to paint with: the named one, or that of the context. Raises ValueError for an unknown
    one."""
    name = renderer or _CHOSEN.get()
    if name not in RENDERERS:
        raise ValueError(f"renderer={name!r}: expected one of {', '.join(RENDERERS)}")
    return name


@contextmanager
def using(renderer: str | None) -> Iterator[str]:
    """Paint with a renderer in this block wherever none is named; None changes nothing. Yields its name."""
    token = _CHOSEN.set(chosen(renderer))
    try:
        yield _CHOSEN.get()
    finally:
        _CHOSEN.reset(token)
