"""An edit as a value: its name, the scenes to which it applies, and the function that makes it."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..scenes.scene import Scene


class Change(NamedTuple):
    """The result of an edit: the target scene, and several equivalent wordings of the request."""

    after: Scene
    wordings: tuple[str, ...]
    details: Mapping[str, Any]


class EditKind(NamedTuple):
    """A kind of edit. `make` draws what it needs from the generator, and may be called again with it for another
    draw."""

    name: str
    applies: Callable[[Scene], bool]
    make: Callable[[Scene, random.Random], Change]


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit of a scene. `wordings` holds the instruction too; `details` names the old and the new values."""

    kind: str
    after: Scene
    instruction: str
    wordings: tuple[str, ...]
    details: Mapping[str, Any]
