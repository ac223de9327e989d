"""Glyphs: single ornamented capitals and numerals."""

from ..genre import Genre
from ..specs import Glyph
from .choice import choose
from .composing import SIDE, compose, opening

GENRE = Genre("glyph", Glyph, {"glyph": "glyph"}, choose, compose, opening, size=lambda glyph: (SIDE, SIDE))
