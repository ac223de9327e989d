"""Descriptions of scenes in English, as an instruction to draw one.

Facts are read from the scene's parts, so that the description of an edited scene fits the edited drawing. Every colour
has its plain name. The hexadecimal version adds its value in parentheses, as the paper's annotators wrote it: "red
(#FF0000)" (appendix A.1.4). Positions are given by thirds of the canvas and by neighbours. The wording depends on the
scene alone.
"""

import random
import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from typing import Literal
from zlib import crc32

from ....shared.words import article, listed, with_article
from .colors import name_of
from .scene import Part, Scene
from .wording import counted, number, plural

Colors = Literal["hex", "names"]

COMMANDS = (
    "Draw {what}.",
    "Create an SVG of {what}.",
    "Make a vector drawing of {what}.",
    "Generate an SVG of {what}.",
    "I need a vector graphic of {what}.",
)
REQUESTED = (
    "Add {part}{place}.",
    "Put in {part}{place}.",
    "Include {part}{place}.",
    "There should be {part}{place}.",
    "Then draw {part}{place}.",
)
LISTS = {
    "bar": "The bars are {all}.",
    "slice": "The slices, clockwise from the top, are {all}.",
    "step": "It contains {all}.",
}
"""Roles whose parts are listed in one sentence, in their order."""

SPREAD = 0.8
"""The share of the width above which a part has no position on the left or right."""

RELATED = 2
"""The maximum number of pairs of neighbours whose order is described."""

UNPLACED = (
    "legend",
    "brows",
    "eyes",
    "mouth",
    "nose",
    "cheeks",
    "freckles",
    "hair",
    "glasses",
    "extra",
    "hat",
    "pattern",
    "ornament",
    "plate",
    "emblem",
    "wordmark",
    "tagline",
    "year",
    "hill",
    "mountain",
    "water",
    "ground",
    "road",
    "axis",
    "grid",
    "panel",
    "label",
    "line",
    "area",
    "dots",
    "board",
    "frame",
    "table",
    "rug",
    "star",
)


def description(scene: Scene, colors: Colors = "hex") -> str:
    """Return an instruction by which a person could draw the scene."""
    return " ".join(sentences(scene, colors))


def sentences(scene: Scene, colors: Colors) -> Iterator[str]:
    generator = random.Random(f"{fingerprint(scene)}:True")
    yield generator.choice(COMMANDS).format(what=with_colors(scene.opening, scene.colors, colors))
    yield canvas(scene)
    for role, members in groupby((part for part in scene.parts if part.phrase), key=lambda part: part.role):
        parts = list(members)
        if role in LISTS and all(part.whole for part in parts):
            yield from enumerated(role, parts, colors)
            continue
        for part in same_merged(parts):
            yield sentence(scene, part, colors, generator)
    yield from lettering(scene, colors)
    yield from holders(scene, colors)
    yield from relations(scene)


def fingerprint(scene: Scene) -> int:
    """Return a number that depends on the description of the scene."""
    told_of = [
        (part.name, part.phrase, part.colors, [round(side) for side in part.box]) for part in scene.parts if part.phrase
    ]
    return crc32(repr((scene.opening, told_of)).encode())


def enumerated(role: str, parts: list[Part], colors: Colors) -> Iterator[str]:
    """Yield one sentence with all parts of a role, or one per series if the bars of each series have one colour."""
    series = {part.data.get("series", "") for part in parts}
    if role != "bar" or any(
        len({part.colors for part in parts if part.data.get("series", "") == name}) > 1 for name in series
    ):
        yield LISTS[role].format(all=listed([with_colors(part.phrase, part.colors, colors) for part in parts]))
        return
    for name in dict.fromkeys(part.data.get("series", "") for part in parts):
        members = [part for part in parts if part.data.get("series", "") == name]
        color = with_colors("{0}", members[0].colors, colors)
        values = listed([f"“{part.data['category']}” at {number(part.data['value'])}" for part in members])
        yield (
            f"The bars for “{name}”, in {color}, are {values}."
            if len(series) > 1
            else f"The bars, all in {color}, are {values}."
        )


def with_colors(phrase: str, values: tuple[str, ...], colors: Colors) -> str:
    """Return a phrase with its colours inserted and its articles corrected."""
    names = [name_of(value) if colors == "names" else f"{name_of(value)} ({value.upper()})" for value in values]
    text = phrase.format(*names)
    return re.sub(r"\b(a|an) (?=[a-z])", lambda match: f"{article(text[match.end() :])} ", text)


def same_merged(parts: list[Part]) -> list[Part]:
    """Return the parts without clouds after the first part: a cloud there represents all clouds."""
    return [part for part in parts if part.role != "cloud" or part is parts[0]]


def sentence(scene: Scene, part: Part, colors: Colors, generator: random.Random) -> str:
    text = with_colors(part.phrase, part.colors, colors)
    if part.role == "background":
        return f"Use {text}."
    if part.role == "cloud":
        many = len(scene.by_role("cloud"))
        clouds = f"{counted(many)} {plural(text.removeprefix('a '))}" if many > 1 else text
        return f"Put {clouds} into the sky."
    position = "" if part.whole or part.role in UNPLACED else f" {where(scene, part)}"
    return generator.choice(REQUESTED).format(part=text, place=position)


def where(scene: Scene, part: Part) -> str:
    """Return the position of a part in words, by thirds of the canvas."""
    box = part.box
    x, y = (box.left + box.right) / 2 / scene.width, (box.top + box.bottom) / 2 / scene.height
    level = "upper" if y < 1 / 3 else "lower" if y > 2 / 3 else "middle"
    if (box.right - box.left) / scene.width > SPREAD:
        return {"upper": "across the upper part", "middle": "across the middle", "lower": "across the lower part"}[
            level
        ]
    side = "left" if x < 0.36 else "right" if x > 0.64 else "center"
    if side == "center":
        return {
            "upper": "at the top, in the center",
            "middle": "in the center",
            "lower": "at the bottom, in the center",
        }[level]
    if level == "middle":
        return f"on the {side} side, at mid height"
    return f"in the {level} {side}"


def canvas(scene: Scene) -> str:
    ratio = scene.width / scene.height
    shape = "square" if abs(ratio - 1) < 0.02 else "wider than it is tall" if ratio > 1 else "taller than it is wide"
    return f"Make the canvas {shape}."


def lettering(scene: Scene, colors: Colors) -> Iterator[str]:
    """Yield sentences about the color of titles, the values of marks, the axes, and arrows."""
    for part in scene.by_role("title"):
        yield f"Write the title in bold {with_colors('{0}', part.colors, colors)} letters."
    marks = [role for role in ("bar", "slice") if scene.by_role(role)]
    if marks and len(scene.by_role("value")) == len(scene.by_role(marks[0])):
        yield f"Write its value on every {marks[0]}."
    axes = [part for part in scene.by_role("label") if part.name.endswith("axis-name")]
    for part in axes:
        which = "horizontal" if part.name.startswith("x") else "vertical"
        yield f"Label the {which} axis “{part.data['text']}”."
    most = [part.data["most"] for part in scene.by_role("axis") if "most" in part.data]
    if most:
        yield f"Let the value scale run from 0 to {most[0]:g}."
    links = arrows(scene)
    if links:
        yield f"Connect them by arrows from {links}."


def arrows(scene: Scene) -> str:
    """Return the steps that arrows join: "“Pay” to “Pack” and “Pack” to “Ship”"; "" without arrows."""
    parts = [part for part in scene.by_role("arrow") if part.name.startswith("arrow-")]
    known = {part.data["index"]: part.data["text"] for part in scene.by_role("step")}
    pairs = [(known.get(part.data["from"]), known.get(part.data["to"])) for part in parts]
    return listed([f"“{one}” to “{other}”" for one, other in pairs if one and other])


def holders(scene: Scene, colors: Colors) -> Iterator[str]:
    """Yield sentences about tiles, and about the contents of each row."""
    tiles = scene.by_role("tile")
    if tiles:
        names = listed([with_colors("{0}", part.colors, colors) for part in tiles])
        yield f"The colors of the rounded tiles, row by row, are {names}."
    rows: dict[int, list[Part]] = {}
    for part in scene.by_role("object"):
        if "row" in part.data:
            rows.setdefault(part.data["row"], []).append(part)
    for row, parts in sorted(rows.items()):
        if len(parts) > 1:
            nouns = listed([with_article(part.noun) for part in sorted(parts, key=lambda part: part.box.left)])
            yield (
                f"Row {row + 1} from the top holds, from left to right, {nouns}."
                if len(rows) > 1
                else f"From left to right stand {nouns}."
            )


def relations(scene: Scene) -> Iterator[str]:
    """Yield sentences about the order of neighbours, among things whose nouns occur once."""
    objects = [part for part in scene.by_role("object") if "row" not in part.data]
    alone = [part for part in objects if sum(other.noun == part.noun for other in objects) == 1]
    count = 0
    for one, other in pairwise(sorted(alone, key=lambda part: part.box.left + part.box.right)):
        if one.box.right < other.box.left and count < RELATED:
            count += 1
            yield f"Keep the {one.noun} to the left of the {other.noun}."
