"""A specification as a scene: each type has its file."""

from collections.abc import Callable
from typing import Any

from builders.vectorgym.scenes import charts, diagrams, displays, faces, logos, places
from builders.vectorgym.scenes.scene import Scene
from builders.vectorgym.scenes.specs import Chart, Diagram, Display, Face, Logo, Place
from builders.vectorgym.scenes.style import PLAIN, Style

COMPOSERS: dict[type, Callable[[Any, Style], Scene]] = {
    Chart: charts.compose,
    Face: faces.compose,
    Logo: logos.compose,
    Diagram: diagrams.compose,
    Place: places.compose,
    Display: displays.compose,
}


def compose(spec: Any, style: Style = PLAIN) -> Scene:
    """Free of chance: equal specifications give equal scenes."""
    return COMPOSERS[type(spec)](spec, style)
