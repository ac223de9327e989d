"""Parts as JSON and back, exact to the last bit, to send them to the process that builds them."""

import json
from dataclasses import fields
from typing import Any

from sgpkit.graphics.cad import model
from sgpkit.graphics.cad.model import Part
from sgpkit.graphics.geometry import Point

_KINDS = (
    model.Line,
    model.Arc,
    model.Circle,
    model.Ellipse,
    model.EllipticArc,
    model.Spline,
    model.Region,
    model.Extrusion,
    model.Part,
    model.Frame,
)
_VALUES = {"point": Point, "vector": model.Vector}
_NAMES: dict[type, str] = {kind: kind.__name__ for kind in _KINDS} | {kind: name for name, kind in _VALUES.items()}
_BY_NAME: dict[str, Any] = {name: kind for kind, name in _NAMES.items()}


def write(part: Part) -> str:
    """Return a part as JSON."""
    return json.dumps(_plain(part), separators=(",", ":"))


def read(text: str) -> Part:
    """Return the part in JSON of `write`."""
    part = _value(json.loads(text))
    assert isinstance(part, Part)
    return part


def _plain(value: Any) -> Any:
    """Return a value for JSON: a named value becomes an object with its name as the only key, a tuple a list."""
    kind = type(value)
    if kind in _KINDS:
        return {_NAMES[kind]: [_plain(getattr(value, field.name)) for field in fields(value)]}
    if kind in _NAMES:
        return {_NAMES[kind]: list(value)}
    return [_plain(item) for item in value] if kind is tuple else value


def _value(plain: Any) -> Any:
    if isinstance(plain, dict):
        ((name, content),) = plain.items()
        return _BY_NAME[name](*(_value(item) for item in content))
    return tuple(_value(item) for item in plain) if isinstance(plain, list) else plain
