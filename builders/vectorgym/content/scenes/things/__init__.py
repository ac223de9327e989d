"""Things in scenes: the kinds that families share, those of `nature.py` and of `made.py`."""

from .building import build, width

__all__ = ["build", "width"]
