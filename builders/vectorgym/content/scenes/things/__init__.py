"""Things that stand in scenes: objects of SGP-Bench's grammar, of `nature.py` and of `made.py`."""

from .building import NAMES, build, width

__all__ = ["NAMES", "build", "width"]
