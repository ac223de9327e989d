"""The things that an edit changes, by name: how each changes, and where in the picture it is before and after.

Scenes are composed without chance, so that a part is the same in both or is one that the edit changes.
"""

from collections import Counter
from collections.abc import Iterator

from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.pictures.svg_edit import Change

from ..scenes.scene import Part, Scene
from .proof import NEAR, Element, elements_of


def changes(before: Scene, after: Scene) -> tuple[Change, ...]:
    """Return the changed parts in painting order, those that are gone last."""
    old, new = ({part.name: part for part in scene.parts if part.inks} for scene in (before, after))
    listed = [
        Change(part.noun, how(old.get(name), part), tuple(boxes(before, old.get(name), after, part)))
        for name, part in new.items()
        if name not in old or old[name].painted != part.painted
    ]
    gone = [Change(part.noun, "removed", (share(before, part.box),)) for name, part in old.items() if name not in new]
    return (*listed, *gone)


def boxes(before: Scene, old: Part | None, after: Scene, new: Part) -> Iterator[tuple[float, float, float, float]]:
    """Yield the boxes of a part: where it was, if it was there, and where it is."""
    if old is not None:
        yield share(before, old.box)
    yield share(after, new.box)


def share(scene: Scene, box: Box) -> tuple[float, float, float, float]:
    """Return a box of the canvas in shares of the square picture that the canvas is fitted into."""
    side = max(scene.width, scene.height)
    left, top = (side - scene.width) / 2, (side - scene.height) / 2
    return (left + box.left) / side, (top + box.top) / side, (left + box.right) / side, (top + box.bottom) / side


def how(old: Part | None, new: Part) -> str:
    """Return how a part changes: added, recolored, reworded, moved or redrawn."""
    if old is None:
        return "added"
    ours, theirs = elements_of(old), elements_of(new)
    if Counter(element.shape for element in ours) == Counter(element.shape for element in theirs):
        return "recolored"
    if [element.points for element in ours] == [element.points for element in theirs] and [
        element.paint for element in ours
    ] == [element.paint for element in theirs]:
        return "reworded"
    return "moved" if all_moved(ours, theirs) else "redrawn"


def all_moved(ours: list[Element], theirs: list[Element]) -> bool:
    """Return whether one shift takes each element onto its counterpart."""
    if len(ours) != len(theirs) or not ours[0].points or not theirs[0].points:
        return False
    by = theirs[0].points[0] - ours[0].points[0]
    return all(
        one.frame == other.frame
        and len(one.points) == len(other.points)
        and all((point + by).distance(image) <= NEAR for point, image in zip(one.points, other.points, strict=True))
        for one, other in zip(ours, theirs, strict=True)
    )
