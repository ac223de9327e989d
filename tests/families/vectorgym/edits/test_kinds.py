"""Edits: every kind changes the meaning and has a correct target, by the SVG texts and the pixels instead of the
scenes."""

import colorsys
import random
import re
from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

from sgpkit.errors import UserError
from sgpkit.families.vectorgym.content import edits, scenes
from sgpkit.families.vectorgym.content.edits import proof
from sgpkit.families.vectorgym.content.scenes.scene import Scene
from sgpkit.families.vectorgym.content.scenes.specs import Face
from sgpkit.graphics import raster, svg
from sgpkit.graphics.svg.visible import shapes

SIZE = 240
SEEN = 24
"""The difference of a channel from which a pixel counts as different."""

SAMPLE = 68


@lru_cache(maxsize=1)
def drawings() -> tuple[Scene, ...]:
    """Return scenes of all kinds, and some more of the kinds to which rare edits apply."""
    kinds = [scenes.KINDS[number % len(scenes.KINDS)] for number in range(SAMPLE)]
    kinds += ["Venn diagram"] * 6
    return tuple(scenes.draw(kind, random.Random(f"edits:{number}")) for number, kind in enumerate(kinds))


@lru_cache(maxsize=1)
def offers() -> tuple[tuple[str, ...], ...]:
    return tuple(map(edits.applicable, drawings()))


def examples(kind: str, count: int) -> list[tuple[int, Scene]]:
    """Return the first scenes that the edit fits, with one of each kind of scene before any second one."""
    fitting = [(number, scene) for number, scene in enumerate(drawings()) if kind in offers()[number]]
    return fitting[:count]


def fresh(kind: str, number: int) -> edits.Edit:
    return edits.apply(kind, drawings()[number], random.Random(f"{number}:{kind}"))


made = lru_cache(maxsize=None)(fresh)


def pixels(code: str) -> np.ndarray:
    return raster.paint(code, SIZE).astype(int)


def drawn(code: str) -> tuple[Counter, Counter]:
    """Return the content of a drawing, by readers independent of scenes: outlines and words with their positions,
    without and with their paint. The position of a text is read from its tag."""
    positions = iter(re.findall(r"<text([^>]*)>", code))
    plain, painted = Counter(), Counter()
    for shape in shapes(code):
        where = (
            tuple(re.findall(r'\b(?:x|y|font-size|transform)="[^"]*"', next(positions))) if shape.tag == "text" else ()
        )
        key = (geometry(shape), shape.text, where)
        plain[key] += 1
        painted[(*key, str(shape.fill), str(shape.stroke), shape.stroke_width)] += 1
    return plain, painted


def geometry(shape) -> tuple:
    points = [
        point
        for path in shape.outline
        for point in (path.start, *(point for piece in path.pieces for point in points_of(piece)))
    ]
    return tuple((round(point.x, 1), round(point.y, 1)) for point in points)


def points_of(piece) -> list:
    return [part for part in piece if hasattr(part, "x")]


def test_there_are_many_kinds_of_edits_for_every_family():
    assert len(edits.KINDS) == len(set(edits.KINDS)) >= 25
    families = Counter(kind.split()[0] for kind in edits.KINDS)
    assert all(families[family] >= 5 for family in ("chart", "diagram", "face", "logo", "place", "display"))
    assert {kind for kinds in offers() for kind in kinds} == set(edits.KINDS), "each fits some scene"
    assert min(map(len, offers())) >= 2, "each scene can be edited in more than one way"


@pytest.mark.parametrize("kind", edits.KINDS)
def test_an_edit_is_visible_valid_and_leaves_the_rest_alone(kind):
    (number, scene), *_ = examples(kind, 1)
    edit = made(kind, number)
    before, after = scenes.write(scene), scenes.write(edit.after)
    assert svg.validate(after) == []
    old, new = pixels(before), pixels(after)
    differs = np.abs(old - new).max(axis=2) > SEEN
    assert differs.mean() > 0.0004
    if (edit.after.width, edit.after.height) == (scene.width, scene.height):
        assert not (differs & ~touched(scene, edit.after)).any()


def touched(before: Scene, after: Scene) -> np.ndarray:
    """Return the boxes of the changes, slightly enlarged for text, whose width is an estimate."""
    scale = SIZE / max(before.width, before.height)
    left, top = (SIZE - scale * before.width) / 2, (SIZE - scale * before.height) / 2
    mask = np.zeros((SIZE, SIZE), bool)
    for part in proof.changed(before, after):
        slack = 3 + 0.03 * scale * (part.box.right - part.box.left)
        columns = [int(left + scale * part.box.left - slack), int(left + scale * part.box.right + slack) + 1]
        rows = [int(top + scale * part.box.top - 3), int(top + scale * part.box.bottom + 3) + 1]
        mask[slice(*np.clip(rows, 0, SIZE)), slice(*np.clip(columns, 0, SIZE))] = True
    return mask


@pytest.mark.parametrize("kind", edits.KINDS)
def test_an_edit_is_none_of_the_simple_ones(kind):
    """Removals and recolourings are excluded by the contents of the SVG texts, rotations and scalings of the whole by
    the elements."""
    for number, scene in examples(kind, 1):
        edit = made(kind, number)
        (old_plain, old), (new_plain, new) = drawn(scenes.write(scene)), drawn(scenes.write(edit.after))
        assert new - old, "something is drawn that was not there: it is more than a removal"
        assert old_plain != new_plain, "not the same outlines and words in other colours"
        assert proof.simple(scene, edit.after) == ""


@pytest.mark.parametrize("kind", edits.KINDS)
def test_instructions_are_sentences_in_several_wordings(kind):
    for number, _ in examples(kind, 2):
        edit = made(kind, number)
        assert edit.instruction in edit.wordings
        assert len(set(edit.wordings)) == len(edit.wordings) >= 4
        for text in edit.wordings:
            assert text[0].isupper() and text[-1] == "."
            assert not set("{}") & set(text) and "  " not in text and " ." not in text and ".." not in text
            assert not any(f" a {vowel}" in text for vowel in "aeio"), text
            assert " an " not in text or all(word[0] in "aeiouh“" for word in after_each(text, " an ")), text


TRANSLATED = (
    r"\b[Rr]eplace\b[^.;:]* by ",
    r"\bby turns\b|\banew\b|\ball else\b|\bthat (?:they|it) have\b|\bbehind “",
    r"\bone row with \w+(?: things)? each\b|\bone things\b",
)
"""Turns of phrase that a teacher of English corrects."""


@pytest.mark.parametrize("kind", edits.KINDS)
def test_instructions_have_no_translated_phrases_and_name_sides_of_the_picture(kind):
    for number, _ in examples(kind, 4):
        for wording in made(kind, number).wordings:
            text = re.sub("“[^”]*”", "“X”", wording)
            assert not [phrase for phrase in TRANSLATED if re.search(phrase, text)], text
            assert not re.search(r"\b(?:left|right) eye\b", text), "the character's right eye is on the left"


def after_each(text: str, word: str) -> list[str]:
    return [rest.split()[0] for rest in text.split(word)[1:]]


def test_every_fitting_edit_can_be_made():
    failed = []
    for number in range(0, SAMPLE, 5):
        for kind in offers()[number]:
            try:
                made(kind, number)
            except RuntimeError as error:
                failed.append(str(error))
    assert failed == []


def test_the_same_seed_makes_the_same_edit():
    for number in range(0, len(scenes.KINDS), 3):
        kind = random.Random(number).choice(offers()[number])
        one, other = fresh(kind, number), fresh(kind, number)
        assert (one.instruction, scenes.write(one.after)) == (other.instruction, scenes.write(other.after))


def test_what_is_not_edited_keeps_its_text():
    for kind in (
        "chart title",
        "face mouth",
        "logo wordmark",
        "place rain",
        "display ribbon",
        "diagram return",
        "place add",
    ):
        (number, scene), *_ = examples(kind, 1)
        edit = made(kind, number)
        before, after = Counter(scenes.write(scene).splitlines()), Counter(scenes.write(edit.after).splitlines())
        assert (before & after).total() >= 0.75 * before.total(), kind


def test_mistakes_are_told():
    face = next(scene for scene in drawings() if isinstance(scene.spec, Face))
    with pytest.raises(UserError, match="face mouth"):
        edits.apply("face mouht", face, random.Random(0))
    with pytest.raises(UserError, match=r"does not fit this .*face"):
        edits.apply("chart form", face, random.Random(0))


# --- single kinds -----------------------------------------------------------------------------------------------------


def edits_of_kind(kind: str, count: int = 4):
    for number, scene in examples(kind, count):
        yield scene, made(kind, number)


def test_a_changed_value_is_drawn_to_scale():
    """The ratio of the bar's height to its value equals that of the other bars, by the boxes in the target."""
    result = 0
    for _, edit in edits_of_kind("chart value", 8):
        if edit.after.spec.form != "bar":
            continue
        result += 1
        ratios = [(part.box.bottom - part.box.top) / part.data["value"] for part in edit.after.by_role("bar")]
        assert max(ratios) - min(ratios) < 1e-6 * max(ratios)
        assert edit.details["new"] in [part.data["value"] for part in edit.after.by_role("bar")]
    assert result


def test_an_average_lies_at_the_mean_of_the_bars():
    for scene, edit in edits_of_kind("chart average", 6):
        mean = np.mean(scene.spec.series[0].values)
        bars = scene.by_role("bar")
        ink = edit.after.part("average").inks[0]
        if scene.spec.form == "bar":
            unit = (bars[0].box.bottom - bars[0].box.top) / bars[0].data["value"]
            drawn_at = (bars[0].box.bottom - ink.form.box.top) / unit
        else:
            unit = (bars[0].box.right - bars[0].box.left) / bars[0].data["value"]
            drawn_at = (ink.form.box.left - bars[0].box.left) / unit
        assert drawn_at == pytest.approx(mean, abs=0.06 + 0.01 * mean)


def test_merged_and_split_categories_keep_the_sum():
    for kind in ("chart merge", "chart split"):
        for scene, edit in edits_of_kind(kind):
            old, new = scene.spec.series[0].values, edit.after.spec.series[0].values
            assert sum(new) == pytest.approx(sum(old))
            assert len(new) - len(old) == (1 if kind == "chart split" else -1)


def test_sorted_values_are_in_order():
    for scene, edit in edits_of_kind("chart order"):
        old = dict(zip(scene.spec.categories, scene.spec.series[0].values, strict=True))
        new = dict(zip(edit.after.spec.categories, edit.after.spec.series[0].values, strict=True))
        assert old == new
        assert list(new.values()) == sorted(new.values(), reverse=edit.details["first"] == "largest")


def test_a_converted_chart_has_the_same_data():
    for scene, edit in edits_of_kind("chart form", 10):
        assert edit.after.spec.form != scene.spec.form
        assert (edit.after.spec.categories, edit.after.spec.title) == (scene.spec.categories, scene.spec.title)
        assert [row.values for row in edit.after.spec.series] == [row.values for row in scene.spec.series]
        for name in scene.spec.categories:
            assert name in scenes.write(edit.after).replace("&amp;", "&")


def test_a_trend_is_the_line_of_least_squares():
    for scene, edit in edits_of_kind("chart trend", 2):
        slopes = [np.polyfit(row.across, row.values, 1)[0] for row in scene.spec.series]
        assert min(abs(slope - edit.details["slope"]) for slope in slopes) < 1e-9


def test_a_step_stands_between_its_neighbours():
    for scene, edit in edits_of_kind("diagram insert", 5):
        texts = [step.text for step in edit.after.spec.steps]
        position = edit.details["place"]
        assert texts[position] == edit.details["new"]
        assert texts[:position] + texts[position + 1 :] == [step.text for step in scene.spec.steps]
        for name in texts[position - 1 : position + 1]:
            assert name in edit.instruction


def test_branches_hang_where_they_should():
    for scene, edit in edits_of_kind("diagram branch", 6):
        steps = edit.after.spec.steps
        old = {step.text: scene.spec.steps[step.parent].text for step in scene.spec.steps if step.parent >= 0}
        new = {step.text: steps[step.parent].text for step in steps if step.parent >= 0}
        if scene.spec.form == "tree":
            assert new.pop(edit.details["new"]) == edit.details["parent"]
        assert new == old


def test_the_counted_things_are_there():
    for scene, edit in edits_of_kind("place count", 8):
        kinds = Counter(part.data.get("kind") for part in edit.after.by_role("object"))
        assert (
            kinds[edit.details["kind"]]
            == edit.details["total"]
            > sum(thing.kind == edit.details["kind"] for thing in scene.spec.things)
        )


def test_new_things_stand_where_it_says():
    for scene, edit in edits_of_kind("place add", 8):
        (name,) = set(edit.after.names) - set(scene.names)
        new = edit.after.part(name)
        beside = [
            part
            for part in edit.after.by_role("object")
            if part.data.get("kind") == edit.details["anchor"]
            and part.box.bottom == pytest.approx(new.box.bottom, abs=0.2)
        ]
        gaps = [
            new.box.left - part.box.right if edit.details["side"] == "right" else part.box.left - new.box.right
            for part in beside
        ]
        assert any(0 < gap < 20 for gap in gaps)
        assert new.box.left >= 0 and new.box.right <= scene.width


def test_exchanged_things_have_changed_places():
    for scene, edit in edits_of_kind("place exchange", 5):
        one, other = ({thing.kind: thing for thing in spec.things} for spec in (scene.spec, edit.after.spec))
        first, second = edit.details["one"], edit.details["other"]
        moved = [thing for thing in edit.after.spec.things if thing not in scene.spec.things]
        assert {thing.kind for thing in moved} == {first, second} and len(moved) == 2
        assert {thing.x for thing in moved} < {thing.x for thing in scene.spec.things}
        assert one.keys() == other.keys()


def test_a_rainbow_goes_from_red_to_violet_inwards():
    (number, _), *_ = examples("place rainbow", 1)
    bands = made("place rainbow", number).after.part("rainbow").inks
    hues = [
        colorsys.rgb_to_hsv(*(int(ink.stroke[item : item + 2], 16) / 255 for item in (1, 3, 5)))[0] for ink in bands
    ]
    radii = [ink.form.box.right - ink.form.box.left for ink in bands]
    assert len(bands) == 7 and hues == sorted(hues) and radii == sorted(radii, reverse=True)


def test_layouts_keep_the_order_of_things():
    for scene, edit in edits_of_kind("display layout", 4):
        assert edit.after.spec.things == scene.spec.things
        spots = [(part.data["row"], part.data["column"]) for part in edit.after.by_role("object")]
        assert spots == sorted(spots) and len(set(spots)) == len(spots)
        assert max(row for row, _ in spots) + 1 == edit.details["rows"]


def test_words_that_instructions_quote_are_in_the_target():
    for kind in (
        "chart title",
        "logo wordmark",
        "logo tagline",
        "diagram rename",
        "display title",
        "display ribbon",
        "ribbon",
        "sticker",
        "speech bubble",
    ):
        for scene, edit in edits_of_kind(kind, 2):
            new = edit.details.get("new") or edit.details["text"]
            assert f"“{new}”" in edit.instruction
            texts = [shape.text for shape in shapes(scenes.write(edit.after))]
            assert new in texts and new not in [shape.text for shape in shapes(scenes.write(scene))]


def test_moods_show_what_they_say():
    for scene, edit in edits_of_kind("face expression", 6):
        kinds = {part.name: part.data.get("kind") for part in edit.after.parts if part.role in ("eyes", "mouth")}
        before = {part.name: part.data.get("kind") for part in scene.parts if part.role in ("eyes", "mouth")}
        assert kinds["mouth"] != before["mouth"] and kinds["eyes"] != before["eyes"]
        assert edit.details["mood"] in edit.instruction
