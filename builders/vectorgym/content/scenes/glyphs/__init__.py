"""Single glyphs: a letter, a digit or a symbol, drawn as outlines."""

from ..genre import Genre
from ..specs import Glyph
from .choice import choose
from .composing import SIZE, compose, opening

KINDS = {"letter": "letter", "digit": "digit", "symbol": "symbol"}
GENRE = Genre("glyph", Glyph, KINDS, choose, compose, opening, size=lambda glyph: (SIZE, SIZE))
