"""The kinds of prompts of each config, and the numbers of figures that they have room for."""

from collections.abc import Mapping

from . import objects, relations, scenes
from .relations import Maker

FEWEST, MOST = 2, 12
MAKERS: Mapping[str, Mapping[tuple[str, str], Maker]] = {
    "composition": relations.MAKERS,
    "object": objects.MAKERS,
    "scene": scenes.MAKERS,
}
FITTING: Mapping[str, tuple[int, int]] = {
    "tower": (2, 8),
    "badge": (2, 5),
    "winged": (3, 9),
    "rows": (4, 12),
    "corners": (4, 12),
    "container": (4, 8),
    "size": (2, 9),
    "symmetry": (3, 10),
    "alignment": (2, 9),
}
"""The numbers of figures for which a kind of prompt has room; `FEWEST` to `MOST` for the others."""
