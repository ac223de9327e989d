"""The scene of a specification; each type of specification has its folder."""

from collections.abc import Callable, Mapping
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
FORMS: dict[type, Mapping[str, Callable[..., object]]] = {
    Chart: charts.FORMS,
    Diagram: diagrams.FORMS,
    Place: places.FORMS,
    Display: displays.FORMS,
}
"""What draws each form of specifications that have forms."""


def compose(spec: Any, style: Style = PLAIN) -> Scene:
    """Compose the scene of a specification. Free of chance: equal specifications give equal scenes."""
    return COMPOSERS[type(spec)](spec, style)


def drawer(spec: Any) -> Callable[..., object]:
    """Return the function that draws what tells a specification's form from others, or composes the whole scene."""
    return FORMS[type(spec)][spec.form] if type(spec) in FORMS else COMPOSERS[type(spec)]


def recompose(scene: Scene, spec: Any) -> Scene:
    """Compose a scene again after a change of its specification, in the same writing style."""
    return compose(spec, scene.style)
