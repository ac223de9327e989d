"""Descriptions of drawings: they cover every kind, state only true and visible things, and vary in wording."""

import functools
import random
import re

import numpy as np
import pytest

from sgpkit.families.sgp_bench.sit.content import describe, layout, statements, wordings
from sgpkit.families.shared.drawings import palette
from sgpkit.families.shared.drawings.designs import catalogue
from sgpkit.families.shared.drawings.designs.drawing import draw_plain
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.families.shared.drawings.kind import Kind
from sgpkit.families.shared.drawings.looks import Mark, Marks
from sgpkit.families.shared.drawings.path_text import Numbers
from sgpkit.families.shared.drawings.writing import layers, tools
from sgpkit.graphics import raster
from sgpkit.graphics.geometry import Affine

KINDS = catalogue.TRAIN
"""The kinds in the instruction data."""

SIZE = 200
SLACK = 0.02
"""The tolerance, as a share of the drawing's size, for antialiasing and rounding to pixels."""


@functools.cache
def drawings() -> list[Drawing]:
    """Return two drawings of each kind with shadows, and two without, since shadows hide the colour of their part. Some
    are mirrored."""
    matches = []
    for kind in KINDS:
        for number, shaded in enumerate((False, True, False, True)):
            tries = (draw(kind, f"{number}:{item}") for item in range(99))
            matches.append(next(item for item in tries if (item.finish == "two-tone") == shaded))
    return matches


def draw(kind: Kind, name: str) -> Drawing:
    generator = random.Random(f"sit:{kind.name}:{name}")
    return draw_plain(kind, generator.choice(catalogue.designs(kind)), generator)


def described(drawing: Drawing, number: int = 0) -> str:
    return describe.describe(drawing, random.Random(f"{drawing.kind.name}:{number}"))


# Visible things, by pixels: every part has a colour of its own.


@functools.cache
def seen(index: int) -> dict[str, np.ndarray]:
    """Return, for each part, the painted box in shares of the whole painted area: left, top, right, bottom."""
    drawing = drawings()[index]
    owners: dict[int, str] = {}
    names = [part.name for part in drawing.parts]

    def recolored(marks: Marks) -> Marks:
        members: list[Mark | Marks] = []
        for member in marks.members:
            if isinstance(member, Marks):
                members.append(recolored(member))
                continue
            code = 0x101010 + 0x1357 * (member.part + 2)
            if member.part >= 0 and names.count(names[member.part]) == 1:
                owners[code] = drawing.parts[member.part].called
            color = f"#{code:06x}"
            width = member.width if member.stroke else 0.0
            members.append(
                Mark(member.form, color if member.paint else None, color if width else None, width, holes=member.holes)
            )
        return Marks(members)

    by = Affine(-0.8, 0, 0, 0.8, 90, 10) if drawing.mirrored else Affine(0.8, 0, 0, 0.8, 10, 10)
    header = f'<svg {tools.XMLNS} viewBox="0 0 100 100" shape-rendering="crispEdges">'
    plain = tools.Tool("web", header, 100.0, Numbers(4), "absolute", "attribute", 0.0, "", "", 0.0, 0.0, False)
    pixels = raster.paint(layers.write(recolored(drawing.marks), plain, by, random.Random(0)), SIZE) @ np.array(
        [65536, 256, 1]
    )
    whole = box_of(pixels != 0xFFFFFF)
    size = np.array([whole[2] - whole[0], whole[3] - whole[1]] * 2)
    corner = np.array([whole[0], whole[1]] * 2)
    boxes = {}
    for code, name in owners.items():
        if (pixels == code).any():
            boxes[name] = (box_of(pixels == code) - corner) / size
    return boxes


def box_of(mask: np.ndarray) -> np.ndarray:
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    return np.array([columns[0], rows[0], columns[-1] + 1, rows[-1] + 1], float)


UNSHADED = range(0, 4 * len(KINDS), 2)


def named(index: int) -> list[describe.Named]:
    return describe.parts(drawings()[index], layout.layout(drawings()[index]))


def test_every_part_that_is_named_can_be_seen_where_it_is_said_to_be() -> None:
    placed = 0
    for index in UNSHADED:
        for part in named(index):
            drawing = drawings()[index]
            left, top, right, bottom = seen(index)[name_of(drawing, part)]
            message = (drawing.kind.name, part.called, part.where)
            assert "upper" not in part.where or bottom <= layout.HALF + SLACK, message
            assert "lower" not in part.where or top >= layout.HALF - SLACK, message
            assert "top" not in part.where or bottom <= layout.EDGE + SLACK, message
            assert "bottom" not in part.where or top >= 1 - layout.EDGE - SLACK, message
            assert "left" not in part.where or right <= layout.HALF + SLACK, message
            assert "right" not in part.where or left >= layout.HALF - SLACK, message
            assert "middle" not in part.where or (min(left, top) >= 0.23 and max(right, bottom) <= 0.77), message
            placed += bool(part.where)
    assert placed > 4 * len(KINDS)


def name_of(drawing: Drawing, part: describe.Named) -> str:
    return next(item.called for item in drawing.parts if item.name == part.singular)


def test_how_parts_lie_to_each_other_and_which_is_larger_is_so() -> None:
    related = larger = spanning = 0
    for index in UNSHADED:
        boxes = {part.called: part.box for part in named(index) if part.box is not None}
        shown = {part.called: seen(index)[name_of(drawings()[index], part)] for part in named(index)}
        for one, how, other in layout.relations(boxes):
            end, start = (3, 1) if how == "above" else (2, 0)
            assert shown[one][end] <= shown[other][start] + SLACK, (drawings()[index].kind.name, one, how, other)
            related += 1
        single = {part.called: part.box for part in named(index) if part.is_single and part.box is not None}
        for one, other in layout.larger(single):
            sizes = [shown[item][2:] - shown[item][:2] for item in (one, other)]
            assert (sizes[0] > sizes[1]).all(), (drawings()[index].kind.name, one, other)
            larger += 1
        for name, box in single.items():
            if span := layout.spanned(box):
                start, end = (0, 2) if span == "width" else (1, 3)
                assert shown[name][end] - shown[name][start] >= 0.8, (drawings()[index].kind.name, name, span)
                spanning += 1
    assert min(related, larger, spanning) > len(KINDS) / 2


# Statements, read from the texts.


def test_every_fact_is_told_and_no_color_that_is_not_there() -> None:
    colors = set(palette.TINTS) - {"beige"}
    for drawing in drawings():
        text = described(drawing)
        words = set(re.findall(r"[a-z]+", text.lower()))
        message = {fact.answer for fact in drawing.attributes if fact.type == "color"}
        assert words & colors <= message | set(re.findall(r"[a-z]+", drawing.kind.use.lower() + told_names(drawing))), (
            text
        )
        for fact in drawing.attributes:
            if fact.type == "count":
                assert statements.NUMBERS[int(fact.answer)] in words, (fact, text)
            elif fact.type == "color":
                assert fact.answer in words, (fact, text)
            elif fact.type == "shape":
                assert fact.answer in words or describe.adjective(fact.answer) in text, (fact, text)
            else:
                assert f"{statements.statement(fact)}." in text
        assert drawing.kind.name in text


def told_names(drawing: Drawing) -> str:
    """Return the names of parts and states, which may contain colours as well."""
    states = [statements.statement(fact) for fact in drawing.attributes if fact.type == "reasoning"]
    return " ".join([" ", *(f"{part.name} {part.plural}" for part in drawing.parts), *states]).lower()


def test_every_answer_of_every_state_is_a_sentence() -> None:
    answers = set()
    for kind in KINDS:
        for fact in draw(kind, "state").attributes:
            if fact.type == "reasoning":
                answers.update((fact.questions[0], choice) for choice in fact.choices)
    assert {question for question, _ in answers} == statements.STATEMENTS.keys()
    for question, answer in answers:
        sentence = statements.STATEMENTS[question](answer)
        assert sentence[0].isupper() and "{" not in sentence and not sentence.endswith(".")


def test_the_shadow_lies_on_the_side_that_is_said() -> None:
    """The half of a part that the text describes as shaded is the darker one in the rendering."""
    sides = set()
    for drawing in drawings()[1::2]:
        shading = layout.layout(drawing).shading
        if shading == "unknown":
            continue
        assert shading in ("shaded on the left", "shaded on the right")
        tints = {part.hue.tint for part in drawing.parts}
        pixels = raster.paint(drawing.code.replace("<svg ", '<svg shape-rendering="crispEdges" ', 1), SIZE)
        columns = {}
        for tint in tints:
            positions = [
                np.flatnonzero((pixels == list(bytes.fromhex(color[1:]))).all(2)) % SIZE
                for color in (tint.main, tint.dark)
            ]
            if min(map(len, positions)) > 60:
                columns[tint] = positions[0].mean() - positions[1].mean()
        if len(columns) == 1:
            side = "shaded on the left" if next(iter(columns.values())) > 0 else "shaded on the right"
            assert side == shading, drawing.kind.name
            sides.add(side)
    assert len(sides) == 2


def test_descriptions_are_rich_varied_and_well_formed() -> None:
    texts = [described(drawing) for drawing in drawings()]
    assert min(len(re.findall(r"\.(?: |$)", text)) for text in texts) >= 4
    assert 50 < sum(len(text.split()) for text in texts) / len(texts) < 160
    for text in texts:
        assert re.fullmatch(r"[A-Z].*\.", text) and "  " not in text and ".." not in text and "{" not in text, text
        assert not re.search(r"\ba [aeio]\w|\ban [bcdfgjklmnpqrstvwxyz]", text), text
        assert all(sentence[0].isupper() for sentence in re.split(r"(?<=\.) ", text)), text
    several = {described(drawings()[0], number) for number in range(20)}
    assert len(several) == 20
    assert described(drawings()[0], 3) == described(drawings()[0], 3)


@pytest.mark.parametrize("direction", ["describe", "draw"])
def test_there_are_twenty_instructions_each_as_likely(direction: str) -> None:
    known = wordings.WORDINGS[direction]
    assert len(known) == len(set(known)) == 20
    given = [wordings.instruction(direction, f"sit-{number:06d}") for number in range(2000)]
    assert {*given} == {*known}
    assert all(60 < given.count(wording) < 145 for wording in known)
    assert given[7] == wordings.instruction(direction, "sit-000007")
