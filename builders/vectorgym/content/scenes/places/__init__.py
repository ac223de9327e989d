"""Places."""

from ..genre import Genre
from ..specs import PLACES, Place
from .choice import choose
from .composing import FORMS, compose, opening
from .grounds import HEIGHT, WIDTH

GENRE = Genre(
    "place",
    Place,
    {form: form for form in PLACES},
    choose,
    compose,
    opening,
    size=lambda spec: (WIDTH, HEIGHT),
    forms=FORMS,
)
