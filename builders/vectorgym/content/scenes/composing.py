"""The scene of a specification; each type of specification has its folder."""

from collections.abc import Callable
from typing import Any

from .charts.composing import compose as compose_chart
from .diagrams.composing import compose as compose_diagram
from .displays.composing import compose as compose_display
from .faces.composing import compose as compose_face
from .logos.composing import compose as compose_logo
from .places.composing import compose as compose_place
from .scene import Scene
from .specs import Chart, Diagram, Display, Face, Logo, Place
from .style import PLAIN, Style

COMPOSERS: dict[type, Callable[[Any, Style], Scene]] = {
    Chart: compose_chart,
    Face: compose_face,
    Logo: compose_logo,
    Diagram: compose_diagram,
    Place: compose_place,
    Display: compose_display,
}


def compose(spec: Any, style: Style = PLAIN) -> Scene:
    """Compose the scene of a specification. Free of chance: equal specifications give equal scenes."""
    return COMPOSERS[type(spec)](spec, style)


def recompose(scene: Scene, spec: Any) -> Scene:
    """Compose a scene again after a change of its specification, in the same writing style."""
    return compose(spec, scene.style)
