"""Plain figures on a page, the request that describes them, and the same for a check of captions."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sgpkit.metrics.structure.scene_match import asserted as assertions
from sgpkit.metrics.structure.scene_match.asserted import Asserted, Relation, Thing

from ..words import with_article

PAGE = 400
"""Units of the square page."""

INNER = 0.45
"""The inner by the outer radius of a star."""

ASPECTS: Mapping[str, float] = {"ellipse": 0.6, "rectangle": 0.55}
"""Height by width of figures that are not as high as wide."""

KINDS: Mapping[str, str] = {
    "circle": "circle",
    "ellipse": "ellipse",
    "square": "rectangle",
    "rectangle": "rectangle",
    "triangle": "triangle",
    "pentagon": "polygon",
    "hexagon": "polygon",
    "star": "polygon",
}
"""By shape: the word of `recall.named.COUNTED` that fits it."""

NUMBERS = ("no", "a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SIDES: Mapping[str, str] = {"left of": "left", "right of": "right", "above": "above", "below": "below"}
CORNERS = ("upper left", "upper right", "lower left", "lower right")

Point = tuple[float, float]


class Figure(NamedTuple):
    """A figure by its middle and width; `damage` is "", "broken" or "hairline", `shade` a version of its color."""

    shape: str
    color: str
    x: float
    y: float
    width: float
    label: str = ""
    damage: str = ""
    shade: int = 0

    @property
    def height(self) -> float:
        """The height for the width."""
        return self.width * ASPECTS.get(self.shape, 1.0)

    @property
    def is_round(self) -> bool:
        """True for a circle and an ellipse."""
        return self.shape in ("circle", "ellipse")


class Claim(NamedTuple):
    """A requirement on figures, by their indices, in the words of `genbench.constraints`."""

    kind: str
    figures: tuple[int, ...] = ()
    value: float = 0.0


class Scene(NamedTuple):
    """Figures in paint order, and claims about them in addition to their shapes, colors and numbers."""

    figures: tuple[Figure, ...]
    claims: tuple[Claim, ...] = ()

    def with_figure(self, index: int, **changes: object) -> "Scene":
        """Return the scene with a changed figure."""
        changed = list(self.figures)
        changed[index] = changed[index]._replace(**changes)  # type: ignore[arg-type]
        return self._replace(figures=tuple(changed))


def corners(figure: Figure) -> list[Point]:
    """Return the corners of a figure with straight sides, from the top, clockwise."""
    x, y, width, height = figure.x, figure.y, figure.width, figure.height
    left, top = x - width / 2, y - height / 2
    if figure.shape in ("square", "rectangle"):
        return [(left, top), (left + width, top), (left + width, top + height), (left, top + height)]
    if figure.shape == "triangle":
        return [(x, top), (left + width, top + height), (left, top + height)]
    count = {"pentagon": 5, "hexagon": 6, "star": 10}[figure.shape]
    reach = (1.0, INNER) if figure.shape == "star" else (1.0, 1.0)
    points = [
        (reach[index % 2] * math.sin(angle), -reach[index % 2] * math.cos(angle))
        for index in range(count)
        for angle in (2 * math.pi * index / count,)
    ]
    across, down = [point[0] for point in points], [point[1] for point in points]
    wide, high = max(across) - min(across), max(down) - min(down)
    return [(left + width * (a - min(across)) / wide, top + height * (d - min(down)) / high) for a, d in points]


def kept(figure: Figure) -> list[Point]:
    """Return the corners of a figure whose path breaks off."""
    points = corners(figure)
    return points[: max(3, len(points) - len(points) // 3)]


# --- in words ---------------------------------------------------------------------------------------------------------


def groups(figures: Sequence[Figure]) -> list[list[int]]:
    """Return the indices of figures of one shape and color, in the order in which they are first named."""
    by_name: dict[tuple[str, str], list[int]] = {}
    for index, figure in enumerate(figures):
        by_name.setdefault((figure.shape, figure.color), []).append(index)
    return list(by_name.values())


def prompt(scene: Scene, colored: bool = True) -> str:
    """Return the request that a scene answers."""
    names = [counted(scene.figures[group[0]], len(group), colored) for group in groups(scene.figures)]
    listed = " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
    labels = [f'the {noun(figure, colored)} is labeled "{figure.label}"' for figure in scene.figures if figure.label]
    claimed = [sentence(claim, scene, colored) for claim in scene.claims]
    sentences = [listed, *claimed, *labels, "nothing else is on the white page"]
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in sentences)


def noun(figure: Figure, colored: bool = True) -> str:
    """Return the name of a figure."""
    return f"{figure.color} {figure.shape}" if colored else figure.shape


def counted(figure: Figure, number: int, colored: bool = True) -> str:
    """Return a number of equal figures in words."""
    name = noun(figure, colored)
    if number == 1:
        return with_article(name)
    return f"{NUMBERS[number]} {name}s"


def sentence(claim: Claim, scene: Scene, colored: bool = True) -> str:
    """Return a claim in words."""
    names = [noun(scene.figures[index], colored) for index in claim.figures]
    match claim.kind:
        case "corner":
            return f"the {names[0]} is in the {CORNERS[int(claim.value)]} corner of the page"
        case "times as wide":
            return f"the {names[0]} is twice as wide as the {names[1]}"
        case "in front of":
            return f"the {names[0]} is partly in front of the {names[1]}"
        case "symmetric":
            return "the picture is symmetric about the upright middle line of the page"
        case _:
            side = {"left of": "to the left of", "right of": "to the right of"}.get(claim.kind, claim.kind)
            return f"the {names[0]} is {side} the {names[1]}"


# --- as data ----------------------------------------------------------------------------------------------------------


def asserted(scene: Scene, colored: bool = True) -> str:
    """Return what the request asserts, for `scene_match`."""
    members = groups(scene.figures)
    index_of = {index: number for number, group in enumerate(members) for index in group}
    placed = {index for claim in scene.claims if claim.kind == "corner" for index in claim.figures}
    sized = {index for claim in scene.claims if claim.kind == "times as wide" for index in claim.figures}
    things = [thing(scene.figures[group[0]], len(group), group[0] in placed, group[0] in sized) for group in members]
    if not colored:
        things = [replace(one, color="") for one in things]
    relations = [
        Relation(SIDES[claim.kind], index_of[claim.figures[0]], index_of[claim.figures[1]])
        for claim in scene.claims
        if claim.kind in SIDES
    ]
    labels = tuple(figure.label for figure in scene.figures if figure.label)
    return assertions.as_text(Asserted(tuple(things), labels, tuple(relations)))


def thing(figure: Figure, count: int, placed: bool, sized: bool) -> Thing:
    """Return the assertions about equal figures."""
    middle = (round(figure.x / PAGE, 3), round(figure.y / PAGE, 3)) if placed else None
    size = (round(figure.width / PAGE, 3), round(figure.height / PAGE, 3)) if sized else None
    return Thing(figure.color, KINDS[figure.shape], count, middle=middle, size=size)


def items(scene: Scene) -> list[dict[str, object]]:
    """Return the kinds of figures as a specification of `genbench` lists them."""
    return [
        {"shape": figure.shape, "color": figure.color, "number": len(group), "not_color": ""}
        for group in groups(scene.figures)
        for figure in (scene.figures[group[0]],)
    ]


def constraints(scene: Scene) -> list[dict[str, object]]:
    """Return the claims as a specification of `genbench` lists them."""
    index_of = {index: number for number, group in enumerate(groups(scene.figures)) for index in group}
    return [
        {
            "kind": claim.kind,
            "items": [index_of[index] for index in claim.figures],
            "value": claim.value,
            "negated": False,
        }
        for claim in scene.claims
    ]
