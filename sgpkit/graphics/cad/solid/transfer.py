"""Parts as JSON and back, exact to the last bit: how they travel into the process that builds them."""

import json
from dataclasses import fields
from typing import Any

from sgpkit.graphics.cad import model as cad_model
from sgpkit.graphics.cad.model import Part
from sgpkit.graphics.geometry import Point

_KINDS = (
    cad_model.Line,
    cad_model.Arc,
    cad_model.Circle,
    cad_model.Ellipse,
    cad_model.EllipticArc,
    cad_model.Spline,
    cad_model.Region,
    cad_model.Extrusion,
    cad_model.Part,
    cad_model.Frame,
)
_VALUES = {"point": Point, "vector": cad_model.Vector}
_NAMES: dict[type, str] = {kind: kind.__name__ for kind in _KINDS} | {kind: name for name, kind in _VALUES.items()}
_BY_NAME: dict[str, Any] = {name: kind for kind, name in _NAMES.items()}


def write(part: Part) -> str:
    return json.dumps(_plain(part), separators=(",", ":"))


def read(text: str) -> Part:
    part = _value(json.loads(text))
    assert isinstance(part, Part)
    return part


def _plain(value: Any) -> Any:
    """A named value becomes an object with its name as the one key, a tuple a list."""
    kind = type(value)
    if kind in _KINDS:
        return {_NAMES[kind]: [_plain(getattr(value, field.name)) for field in fields(value)]}
    if kind in _NAMES:
        return {_NAMES[kind]: list(value)}
    return [_plain(item) for item in value] if kind is tuple else value


def _value(said: Any) -> Any:
    if isinstance(said, dict):
        ((name, content),) = said.items()
        return _BY_NAME[name](*(_value(item) for item in content))
    return tuple(_value(item) for item in said) if isinstance(said, list) else said
