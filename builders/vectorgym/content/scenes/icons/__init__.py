"""Single icons: one thing on a plate or on the ground."""

from ..genre import Genre
from ..specs import Icon
from .choice import choose
from .composing import SIZE, compose, opening

KINDS = {"app icon": "app", "flat icon": "flat"}
GENRE = Genre("icon", Icon, KINDS, choose, compose, opening, size=lambda icon: (SIZE, SIZE))
