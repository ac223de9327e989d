"""The things that an edit changes, by name: the kind of change, the positions before and after, and the freedom of an
answer.

Scenes are composed without chance, so that a part is the same in both or is one that the edit changes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.pictures.edit_list import Change

from ..scenes.scene import Part, Scene
from . import freedom
from .proof import NEAR, Element, elements_of


def changes(before: Scene, after: Scene, kind: str, instruction: str) -> tuple[Change, ...]:
    """Return the changed parts in painting order, removed parts last, with the freedom of an answer for each.

    `instruction` is any wording: all state the same colours and words.
    """
    free = freedom.freedom_of(kind)
    old, new = ({part.name: part for part in scene.parts if part.inks} for scene in (before, after))
    listed = [
        freed(
            Change(part.noun, how(old.get(name), part), tuple(boxes(before, old.get(name), after, part))),
            free,
            after,
            part,
            instruction,
            is_asked(before, old.get(name), part, free, instruction),
        )
        for name, part in new.items()
        if name not in old or old[name].painted != part.painted
    ]
    gone = [
        freed(Change(part.noun, "removed", (share(before, part.box),)), free, before, part, "", not free.room)
        for name, part in old.items()
        if name not in new
    ]
    return (joined((*listed, *gone), free),) if free.joined else (*listed, *gone)


def freed(change: Change, free: freedom.Freedom, scene: Scene, part: Part, instruction: str, asked: bool) -> Change:
    """Return a change with its zone, its range of sizes, its open properties, and the properties that the instruction
    states."""
    free = free.by_role.get(part.role, free)
    stated = tuple(stated._replace(box=share(scene, box)) for stated, box in freedom.stated_parts(part, instruction))
    opened = tuple(name for name in free.open if name != "color" or not stated)
    return change._replace(
        zone=zone_of(change.boxes[-1], free),
        size=free.size,
        number=freedom.counted(part, part.inks),
        open=opened,
        stated=stated,
        asked=asked,
    )


def zone_of(box: tuple[float, float, float, float], free: freedom.Freedom) -> tuple[float, float, float, float]:
    """Return where a thing may be, from its box: around it, or along its ground line."""
    left, top, right, bottom = box
    if free.line:
        return 0.0, top - free.shift, 1.0, bottom + free.shift
    return left - free.shift, top - free.shift, right + free.shift, bottom + free.shift


def is_asked(before: Scene, old: Part | None, new: Part, free: freedom.Freedom, instruction: str) -> bool:
    """Return whether an instruction mentions a change. If the layout is open, it mentions parts with new words, parts
    with a new and stated colour, and new things that it names; other parts only make room."""
    if not free.room:
        return not free.roles or new.role in free.roles
    words = {ink.text.words for part in before.parts for ink in part.inks if ink.text is not None}
    if any(ink.text is not None and ink.text.words not in words for ink in new.inks):
        return True
    if any(True for _ in freedom.stated_parts(new, instruction)):
        return old is None or old.colors != new.colors
    return new.role != "arrow" and old is None and new.noun in instruction


def joined(listed: tuple[Change, ...], free: freedom.Freedom) -> Change:
    """Return a single change for all changes in a drawing with a new layout."""
    before = [change.boxes[0] for change in listed if change.how != "added"]
    after = [change.boxes[-1] for change in listed if change.how != "removed"]
    boxes = tuple(around(some) for some in (before, after) if some)
    stated = tuple({part.color: part for change in listed for part in change.stated}.values())
    return Change("drawing", "redrawn", boxes, zone_of(boxes[-1], free), free.size, 1, free.open, stated)


def around(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    """Return the box around boxes."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def boxes(before: Scene, old: Part | None, after: Scene, new: Part) -> Iterator[tuple[float, float, float, float]]:
    """Yield the boxes of a part: before the edit, if it existed, and after."""
    if old is not None:
        yield share(before, old.box)
    yield share(after, new.box)


def share(scene: Scene, box: Box) -> tuple[float, float, float, float]:
    """Return a box of the canvas in shares of the square picture that the canvas is fitted into."""
    side = max(scene.width, scene.height)
    left, top = (side - scene.width) / 2, (side - scene.height) / 2
    return (left + box.left) / side, (top + box.top) / side, (left + box.right) / side, (top + box.bottom) / side


def how(old: Part | None, new: Part) -> str:
    """Return the kind of a part's change: added, recolored, reworded, moved or redrawn."""
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
