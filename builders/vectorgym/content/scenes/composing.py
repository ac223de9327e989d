"""Compose the scene of a specification by the functions of its genre."""

from collections.abc import Callable
from typing import Any

from .charts import GENRE as CHARTS
from .diagrams import GENRE as DIAGRAMS
from .displays import GENRE as DISPLAYS
from .faces import GENRE as FACES
from .glyphs import GENRE as GLYPHS
from .icons import GENRE as ICONS
from .logos import GENRE as LOGOS
from .places import GENRE as PLACES
from .scene import Scene
from .style import PLAIN, Style

GENRES = (CHARTS, DIAGRAMS, FACES, LOGOS, PLACES, DISPLAYS, ICONS, GLYPHS)
"""All genres, in the order in which rows cycle through their kinds."""

BY_SPEC = {genre.spec: genre for genre in GENRES}


def compose(spec: Any, style: Style = PLAIN) -> Scene:
    """Compose the scene of a specification, without randomness: equal specifications give equal scenes."""
    genre = BY_SPEC[type(spec)]
    parts, opening = tuple(genre.compose(spec)), genre.opening(spec)
    return Scene(genre.name, *genre.size(spec), parts, opening, style, spec, genre.colors(spec))


def drawer(spec: Any) -> Callable[..., object]:
    """Return the function that draws the distinctive part of a specification's form, or else composes the scene."""
    genre = BY_SPEC[type(spec)]
    return genre.forms[spec.form] if genre.forms else genre.compose


def recompose(scene: Scene, spec: Any) -> Scene:
    """Compose a scene again after a change of its specification, in the same writing style."""
    return compose(spec, scene.style)
