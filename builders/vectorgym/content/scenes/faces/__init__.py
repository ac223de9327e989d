"""Faces."""

from ..genre import Genre
from ..specs import Face
from .choice import MOODS, choose
from .composing import SIZE, compose, opening

GENRE = Genre(
    "face",
    Face,
    {mood: mood for mood in MOODS},
    choose,
    compose,
    opening,
    size=lambda face: (SIZE, SIZE),
    colors=lambda face: (face.skin,),
)
