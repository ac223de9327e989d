"""Captions of scenes in several styles: the subject, then its noticeable parts, in two or three sentences.

A caption and its paraphrases state the same facts in different templates: things one by one, by their sides, from left
to right, or after the title. They give colors by their names; only some templates give sides. Facts are read from the
scene's parts, so that the caption of an edited scene describes the edited drawing.
"""

import random
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from ....shared.words import listed, upper
from .colors import name_of
from .describing import LISTS, UNPLACED, arrows, enumerated, fingerprint, with_colors
from .scene import Part, Scene
from .wording import counted, plural

PARAPHRASES = 5
GROUND = ("hill", "mountain", "water", "ground", "road", "rug", "window", "board", "table", "pattern", "plate")
"""Roles of the ground and background of a scene. Captions state them after the sky and before things."""

UNNOTICED = ("panel", "grid")
"""Roles of parts that captions leave out."""

SKY = ("sun", "moon", "star", "cloud")
ROWS = ("top", "second", "third", "fourth")


class Words(NamedTuple):
    """The contents of a scene as phrases, from which templates make sentences."""

    what: str
    background: str
    setting: tuple[str, ...]
    things: tuple[tuple[str, Part | None], ...]
    statements: tuple[str, ...]
    notes: tuple[str, ...]


def captions(scene: Scene) -> tuple[str, tuple[str, ...]]:
    """Return the caption of a scene and its paraphrases."""
    generator = random.Random(f"{fingerprint(scene)}:caption")
    words = contents(scene)
    text, *others = [template(scene, words) for template in generator.sample(TEMPLATES, len(TEMPLATES))]
    return text, tuple(others[:PARAPHRASES])


def contents(scene: Scene) -> Words:
    """Return phrases that describe a scene."""
    background = ""
    setting: list[str] = []
    things: list[tuple[str, Part | None]] = []
    statements: list[str] = []
    for role, members in groupby((part for part in scene.parts if part.phrase), key=lambda part: part.role):
        parts = list(members)
        if role in LISTS and all(part.whole for part in parts):
            statements += enumerated(role, parts, "names")
        elif role == "background":
            background = with_colors(parts[0].phrase, parts[0].colors, "names")
        elif role == "legend":
            things.append(("a legend", None))
        elif role == "cloud":
            setting.append(clouds(scene, parts[0]))
        elif role in UNNOTICED:
            continue
        elif role in (*GROUND, *SKY):
            setting += [with_colors(part.phrase, part.colors, "names") for part in parts]
        else:
            things += [(with_colors(part.phrase, part.colors, "names"), part) for part in parts]
    what = with_colors(scene.opening, scene.colors, "names")
    return Words(what, background, tuple(dict.fromkeys(setting)), tuple(things), tuple(statements), tuple(notes(scene)))


def clouds(scene: Scene, part: Part) -> str:
    """Return one phrase for all clouds of a scene."""
    text = with_colors(part.phrase, part.colors, "names")
    many = len(scene.by_role("cloud"))
    return f"{counted(many)} {plural(text.removeprefix('a '))}" if many > 1 else text


def notes(scene: Scene) -> list[str]:
    """Return clauses about titles, axes, arrows and tiles."""
    texts = [f"the title is in bold {name_of(part.colors[0])} letters" for part in scene.by_role("title")]
    for part in scene.by_role("label"):
        if part.name.endswith("axis-name"):
            which = "horizontal" if part.name.startswith("x") else "vertical"
            texts.append(f"the {which} axis is labeled “{part.data['text']}”")
    most = [part.data["most"] for part in scene.by_role("axis") if "most" in part.data]
    texts += [f"the scale goes up to {most[0]:g}"] if most else []
    links = arrows(scene)
    texts += [f"arrows lead from {links}"] if links else []
    tiles = scene.by_role("tile")
    if tiles:
        texts.append(f"the tiles are {listed([name_of(part.colors[0]) for part in tiles])}")
    return texts


# --- sentences --------------------------------------------------------------------------------------------------------


def listing(items: Sequence[str]) -> str:
    """Return phrases as a list, with semicolons if they contain commas or lists."""
    if len(items) > 1 and any("," in item or " and " in item for item in items):
        return f"{'; '.join(items[:-1])}; and {items[-1]}"
    return listed(items)


def set_on(words: Words) -> str:
    """Return the subject of a drawing and its ground: "a park, under a sky that …"."""
    if not words.background:
        return words.what
    before = "on"
    if words.background.startswith("a sky"):
        before = "under"
    elif " wall" in words.background:
        before = "with" if "room" in words.what else "against"
    return f"{words.what}, {before} {words.background}"


def ground(words: Words) -> str:
    """Return a clause about the background: "the background is pale purple with a grid of faint dots"."""
    rest = words.background.partition(" ")[2]
    color, is_background, after = rest.partition(" background")
    if is_background:
        return f"the background is {color}{after}"
    return f"behind it all is {words.background}" if words.background else ""


def paragraph(*texts: str) -> str:
    """Return a paragraph of the texts that are not empty, each with a capital and a period."""
    return " ".join(f"{upper(text).rstrip('.')}." for text in texts if text)


def is_placed(part: Part | None) -> bool:
    """Return whether a description gives the position of a part."""
    return part is not None and not part.whole and part.role not in UNPLACED


def phrases(words: Words) -> list[str]:
    return [*words.setting, *(text for text, _ in words.things)]


def plain(scene: Scene, words: Words) -> str:
    return paragraph(set_on(words), shown("It shows", phrases(words)), *words.statements, clauses(words.notes))


def shown(lead: str, items: Sequence[str]) -> str:
    """Return a clause that lists phrases, "" without any."""
    return f"{lead} {listing(items)}" if items else ""


def there(items: Sequence[str], position: str = "") -> str:
    """Return a clause that states the presence of things, at a position if one is given."""
    if not items:
        return ""
    verb = "is" if items[0].split(" ")[0] in ("a", "an", "the", "one", "confetti") else "are"
    return f"{position or 'there'} {verb} {listing(items)}"


def clauses(texts: Sequence[str]) -> str:
    return "; ".join(texts)


def by_sides(scene: Scene, words: Words) -> str:
    """Describe things by their sides, or by their rows."""
    spread: dict[str, list[str]] = {}
    loose = list(words.setting)
    for text, part in words.things:
        if part is not None and is_placed(part):
            spread.setdefault(side_of(scene, part), []).append(text)
        else:
            loose.append(text)
    placed = [there(items, side) for side, items in sorted(spread.items(), key=lambda pair: order(pair[0]))]
    return paragraph(
        f"The picture shows {set_on(words)}", there(loose), *placed, *words.statements, clauses(words.notes)
    )


def side_of(scene: Scene, part: Part) -> str:
    """Return the row of a part on a sheet or a shelf, else its side."""
    rows = {other.data["row"] for other in scene.by_role("object") if "row" in other.data}
    if len(rows) > 1 and "row" in part.data:
        return f"in the {ROWS[part.data['row']]} row"
    middle = (part.box.left + part.box.right) / 2 / scene.width
    return "on the left" if middle < 0.36 else "on the right" if middle > 0.64 else "in the middle"


def order(side: str) -> int:
    """Return the position of a side in the order of a caption."""
    sides = ("on the left", "in the middle", "on the right", *(f"in the {row} row" for row in ROWS))
    return sides.index(side)


def from_left(scene: Scene, words: Words) -> str:
    """Describe things from left to right."""
    loose = [*words.setting, *(text for text, part in words.things if not is_placed(part))]
    placed = [(part.box.left + part.box.right, text) for text, part in words.things if part and is_placed(part)]
    return paragraph(
        f"A drawing of {set_on(words)}",
        shown("We see", loose),
        there([text for _, text in sorted(placed)], "from left to right there" if len(placed) > 1 else ""),
        *words.statements,
        clauses(words.notes),
    )


def notes_first(scene: Scene, words: Words) -> str:
    """Describe the title, axes and arrows before the things."""
    return paragraph(
        f"This is {set_on(words)}", clauses(words.notes), *words.statements, shown("It also has", phrases(words))
    )


def things_first(scene: Scene, words: Words) -> str:
    """Describe things before their ground."""
    items = phrases(words)
    with_things = f"{words.what}, with {listing(items)}" if items else words.what
    return paragraph(with_things, ground(words), *words.statements, clauses(words.notes))


def as_a_list(scene: Scene, words: Words) -> str:
    """Describe contents as a list after a colon."""
    items = phrases(words)
    head = f"here is {set_on(words)}"
    first = f"{head}: {'; '.join(items)}" if items else head
    return paragraph(first, *words.statements, clauses(words.notes))


TEMPLATES: tuple[Callable[[Scene, Words], str], ...] = (
    plain,
    by_sides,
    from_left,
    notes_first,
    things_first,
    as_a_list,
)
