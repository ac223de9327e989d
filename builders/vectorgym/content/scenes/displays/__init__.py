"""Displays: shelves, sheets of icons, posters, still lifes."""

from ..genre import Genre
from ..specs import Display
from .choice import choose
from .composing import FORMS, SIZES, compose, opening

KINDS = {"shelves": "shelves", "icon sheet": "tiles", "poster": "poster", "still life": "table"}
GENRE = Genre(
    "display", Display, KINDS, choose, compose, opening, size=lambda display: SIZES[display.form], forms=FORMS
)
