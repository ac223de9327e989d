"""A sketch of a drawing as a person might make it: `sketches.draw(svg, random, medium, colour)` gives PNG bytes.

VectorGym's annotators sketched with pen or pencil on paper, photographed, or with a stylus on a tablet, each in colour
and in black and white (paper, appendix A.1.4). Outlines are traced from the program (`outlines.py`, `lettering.py`) and
redrawn with the errors of a hand (`hand.py`); areas are hatched or painted with a brush (`shading.py`); paper is
photographed (`photograph.py`).

Try it: python -m sgpkit.families.vectorgym.content.sketches DRAWING.svg FOLDER
"""

from .sketching import MEDIA, SIDE, draw, kind, of_kind

__all__ = ["KINDS", "MEDIA", "SIDE", "draw", "kind", "of_kind"]

KINDS = tuple(kind(medium, colour) for medium in MEDIA for colour in (True, False))
