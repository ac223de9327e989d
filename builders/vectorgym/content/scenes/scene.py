"""Scenes: named parts on a canvas, with the facts for descriptions and edits.

A scene is composed from a specification (`Scene.spec`), a frozen value of a type of `specs.py`, such as a Chart.
`composing.recompose(scene, replace(scene.spec, …))` composes it again in the same writing
style. Composing has no randomness, so that the code of parts that the change does not affect stays identical. The
methods `replaced`, `without` and `added` change parts directly. `writing.write(scene)` returns the SVG.

Parts have unique names that are words ("box-2", "slice-latte", "mouth"), and a role, which edits may rely on:

all         background, which fills the canvas and is always the first part
charts      title, subtitle, picture, panel, grid, axis, category (data: text), value (data: text, category, series,
            value), bar and slice (data: category, series, value), line, area, radar, dots (data: series, values),
            legend (data: names), label (names of axes, the total of a donut)
diagrams    title, step (data: text, index), label, arrow (data: from, to: indices of steps), line, legend
faces       pattern, head, cheeks, freckles, eyes, nose, mouth, hair, brows, glasses, extra, hat (data: kind)
logos       ornament, plate, emblem (data: kind), wordmark, tagline, year (data: text)
places      star, sun, moon, cloud, hill, mountain, water, ground, road, window, rug, object (data: kind, ground: the y
            of the line on which it stands, seed)
displays    title, board, tile, table, plate, frame, ornament, object (data: kind, ground, row, column)
icons       pattern, plate, emblem (data: kind, seed), count (data: text)
glyphs      pattern, shadow, plate (the outline), emblem (data: kind), ornament (the decoration)
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sgpkit.graphics.geometry import IDENTITY, Affine, translation
from sgpkit.graphics.svg.outline import Box

from .ink import Ink, around, mapped_box
from .style import Style


@dataclass(frozen=True, slots=True)
class Part:
    """A named thing of a scene.

    name     unique in the scene, lower case, with hyphens; it may become the id of its group
    noun     a person's word for it, without an article: "pine tree"
    inks     its elements, in its own coordinates; `transform` maps them onto the canvas
    colors   hexadecimal, the most important first; `phrase` refers to them as {0}, {1}, …
    phrase   the noun with its description: "a {0} sun with nine {1} rays"; "" if descriptions leave the part out
    whole    whether the phrase is a whole statement that needs no position ("The bar for May reaches 40.")
    data     values for edits
    inside   the name of its group ("" for none); the parts of a group are adjacent
    stamp    parts with the same stamp have the same inks, and differ only in their positions
    """

    name: str
    noun: str
    inks: tuple[Ink, ...]
    role: str = "object"
    colors: tuple[str, ...] = ()
    phrase: str = ""
    whole: bool = False
    data: Mapping[str, Any] = field(default_factory=dict)
    inside: str = ""
    transform: Affine = IDENTITY
    stamp: str = ""

    @property
    def box(self) -> Box:
        """The area of the canvas that the part covers."""
        return mapped_box(around([ink.box for ink in self.inks]), self.transform)

    @property
    def painted(self) -> tuple[Ink, ...]:
        """The elements in the coordinates of the canvas."""
        return tuple(ink.mapped(self.transform) for ink in self.inks)

    def mapped(self, by: Affine) -> "Part":
        return replace(self, transform=by @ self.transform)

    def moved(self, across: float, down: float) -> "Part":
        return self.mapped(translation(across, down))


@dataclass(frozen=True, slots=True)
class Scene:
    """A drawing of parts in painting order. `opening` is its subject, with {0}, {1} for `colors`: "a {0} poster"."""

    kind: str
    width: int
    height: int
    parts: tuple[Part, ...]
    opening: str
    style: Style
    spec: Any = None
    colors: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(part.name for part in self.parts)

    def part(self, name: str) -> Part:
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(f"the scene has no part {name!r}; it has {', '.join(self.names)}")

    def by_role(self, *roles: str) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.role in roles)

    def members(self, name: str) -> tuple[Part, ...]:
        """Return the part with a name, or all parts of the group with that name."""
        return tuple(part for part in self.parts if name in (part.name, part.inside))

    def box(self, name: str) -> Box:
        return around([part.box for part in self.members(name)])

    def replaced(self, name: str, *parts: Part) -> "Scene":
        """Return the scene with other parts instead of a part."""
        self.part(name)
        members: list[Part] = []
        for part in self.parts:
            members += parts if part.name == name else (part,)
        return replace(self, parts=tuple(members))

    def without(self, name: str) -> "Scene":
        """Return the scene without a part or a whole group."""
        gone = {member.name for member in self.members(name)}
        if not gone:
            self.part(name)
        return replace(self, parts=tuple(part for part in self.parts if part.name not in gone))

    def added(self, *parts: Part, above: str = "", below: str = "") -> "Scene":
        """Return the scene with further parts, painted directly above or below one part, or above all."""
        taken = set(self.names) & {part.name for part in parts}
        if taken:
            raise ValueError(f"the scene has a part {taken.pop()!r} already")
        index = len(self.parts)
        if above:
            index = self.names.index(above) + 1
        elif below:
            index = self.names.index(below)
        return replace(self, parts=(*self.parts[:index], *parts, *self.parts[index:]))

    def exchanged(self, **fields: Any) -> "Scene":
        """Return the scene with other values of some fields, such as another style or other parts."""
        return replace(self, **fields)
