"""Freedom of an answer with each thing that an edit changes, by the kind of edit.

An instruction states the part, its colours and its position in words. A stated position matches anywhere within `shift`
of the reference's position, as a share of the picture, and a stated size matches anywhere in `size`, relative to the
reference's size. If the words leave the layout open, parts that only make room may stay or move.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sgpkit.benchmark.rows import NOTHING
from sgpkit.graphics.svg.outline import Box
from sgpkit.metrics.pictures.edit_list import Stated

from ..scenes.ink import Ink, mapped_box
from ..scenes.scene import Part
from ..scenes.wording import NUMBERS

HEXADECIMAL = re.compile(r"#[0-9A-Fa-f]{6}")
FLOCKS = ("birds", "tears", "season", "rain", "snores", "shadow")
"""Roles of parts that consist of several equal things."""


class Freedom(NamedTuple):
    """`shift` and `size` as in the module's docstring, and the open properties among place, size, color and form.
    `room`: the layout of the rest is left to the reader. `joined`: all that changes is one thing, drawn again. `line`:
    anywhere along the same ground line. `roles`: of the parts that are asked for, if not all. `by_role`: the freedoms
    of parts that the words place less exactly than the rest."""

    shift: float = 0.03
    size: tuple[float, float] = (0.75, 1.35)
    open: tuple[str, ...] = ("form",)
    room: bool = False
    joined: bool = False
    line: bool = False
    roles: tuple[str, ...] = ()
    by_role: "Mapping[str, Freedom]" = NOTHING


ANEW = Freedom(0.08, (0.6, 1.6), ("place", "size", "form"), joined=True)
PLACED = Freedom(0.06, (0.6, 1.6), ("place", "size", "form"))
ROOMY = Freedom(0.12, (0.6, 1.6), ("place", "size", "form"), room=True)
EXACT = Freedom(0.02, (0.85, 1.2), ())

FREEDOMS: Mapping[str, Freedom] = {
    "chart form": ANEW,
    "chart value": EXACT,
    "chart series": ANEW._replace(shift=0.04),
    "chart category": ANEW._replace(shift=0.04),
    "chart title": EXACT._replace(shift=0.04),
    "chart award": PLACED,
    "chart trend": EXACT,
    "chart average": Freedom(0.03, (0.75, 1.35), ("form",)),
    "diagram insert": ROOMY,
    "diagram branch": ROOMY._replace(shift=0.6),
    "diagram merge": ROOMY,
    "diagram split": ROOMY,
    "diagram circle": ROOMY,
    "diagram form": ANEW,
    "face hair": PLACED,
    "face hat": Freedom(0.06, (0.6, 1.6), ("size", "form")),
    "face asleep": Freedom(by_role={"snores": Freedom(0.18, (0.6, 1.6), ("place", "size", "form"))}),
    "face background": Freedom(0.1, (0.6, 1.6), ("place", "size", "form")),
    "logo emblem": Freedom(0.03, (0.7, 1.4), ("size", "form", "color")),
    "logo plate": Freedom(0.03, (0.75, 1.35), (), roles=("plate",)),
    "logo ornament": Freedom(0.06, (0.65, 1.5), ("place", "size", "form")),
    "logo layout": ANEW,
    "place add": PLACED,
    "place on top": PLACED,
    "place replace": PLACED,
    "place count": Freedom(0.03, (0.85, 1.2), ("place",), line=True),
    "place sky": Freedom(0.2, (0.4, 2.5), ("place", "size", "form")),
    "place time": Freedom(0.3, (0.5, 1.8), ("place", "size", "form")),
    "place season": Freedom(0.08, (0.7, 1.4), ("place", "size", "form")),
    "place rain": PLACED,
    "place rainbow": Freedom(0.08, (0.7, 1.4), ("place", "size", "form")),
    "place birds": Freedom(0.12, (0.5, 1.8), ("place", "size", "form")),
    "place shadows": Freedom(0.03, (0.6, 1.6), ("size", "form")),
    "display replace": PLACED,
    "display layout": ANEW,
    "display row": ROOMY,
    "display end": ROOMY,
    "display names": PLACED,
    "display title": EXACT._replace(shift=0.05),
    "icon thing": PLACED,
    "icon plate": Freedom(0.03, (0.75, 1.35), (), roles=("plate",)),
    "glyph sign": Freedom(0.04, (0.75, 1.35), ()),
    "glyph decoration": Freedom(0.03, (0.75, 1.35), ("place", "size", "form")),
    "single pattern": Freedom(0.1, (0.6, 1.6), ("place", "size", "form")),
    "speech bubble": Freedom(0.12, (0.6, 1.6), ("place", "size", "form")),
    "ribbon": PLACED,
    "sticker": PLACED,
}


def freedom_of(kind: str) -> Freedom:
    """Return the freedom of a kind of edit."""
    return FREEDOMS.get(kind, Freedom())


def stated_parts(part: Part, instruction: str) -> Iterator[tuple[Stated, Box]]:
    """Yield the parts of a thing whose colours an instruction states, and their boxes on the canvas."""
    named = {color.upper() for color in HEXADECIMAL.findall(instruction)}
    for index, color in enumerate(dict.fromkeys(part.colors)):
        inks = [ink for ink in part.inks if color in (ink.fill, ink.stroke)]
        if color.upper() in named and inks:
            noun, count = words_for(part, index)
            yield Stated(noun, color.upper(), count or counted(part, inks), (0.0, 0.0, 0.0, 0.0)), around(part, inks)


def words_for(part: Part, index: int) -> tuple[str, int]:
    """Return the noun of a colour in a part's phrase, and the stated number of such things, 0 if none is stated."""
    match = re.search(
        rf"(?:(\w+) )?\{{{index}\}} (?:and \{{\d\}} )?([^,{{}}]+?)(?=,| and | in | with | on |$)", part.phrase
    )
    if match is None:
        return part.noun, 0
    number = match[1] or ""
    return match[2].strip(), NUMBERS.index(number) if number in NUMBERS else int(number in ("a", "an"))


def counted(part: Part, inks: Iterable[Ink]) -> int:
    """Return the number of equal things that a part consists of."""
    return len(list(inks)) if part.role in FLOCKS else 1


def around(part: Part, inks: Iterable[Ink]) -> Box:
    """Return the box around elements of a part, on the canvas."""
    boxes = [mapped_box(ink.box, part.transform) for ink in inks]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
