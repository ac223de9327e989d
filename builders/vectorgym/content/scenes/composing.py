"""A specification as a scene: each type has its file."""

from collections.abc import Callable
from typing import Any

from .charts import composing as charts
from .diagrams import composing as diagrams
from .displays import composing as displays
from .faces import composing as faces
from .logos import composing as logos
from .places import composing as places
from .scene import Scene
from .specs import Chart, Diagram, Display, Face, Logo, Place
from .style import PLAIN, Style

COMPOSERS: dict[type, Callable[[Any, Style], Scene]] = {
    Chart: charts.compose,
    Face: faces.compose,
    Logo: logos.compose,
    Diagram: diagrams.compose,
    Place: places.compose,
    Display: displays.compose,
}


def compose(spec: Any, style: Style = PLAIN) -> Scene:
    """Compose the scene of a specification. Free of chance: equal specifications give equal scenes."""
    return COMPOSERS[type(spec)](spec, style)


def recompose(scene: Scene, spec: Any) -> Scene:
    """Compose a scene again after a change of its specification, in the same writing style."""
    return compose(spec, scene.style)
