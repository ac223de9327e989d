"""Logos."""

from ..genre import Genre
from ..specs import Logo
from .choice import LOGOS, choose
from .composing import compose, opening, size

GENRE = Genre("logo", Logo, {kind: kind for kind in LOGOS}, choose, compose, opening, size)
