"""Descriptions and captions: the same facts, in English, and never other than the drawing."""

import random
import re
from dataclasses import replace

import numpy as np
import pytest

from sgpkit.families.vectorgym.content import scenes
from sgpkit.families.vectorgym.content.scenes import wording
from sgpkit.families.vectorgym.content.scenes.colors import NAMES, channels, distance, name_of
from sgpkit.families.vectorgym.content.scenes.describing import where
from sgpkit.families.vectorgym.content.scenes.faces import composing as faces
from sgpkit.families.vectorgym.content.scenes.specs import EXTRAS, EYES, GLASSES, HAIR, HATS, MOUTHS, Place
from sgpkit.graphics import raster
from sgpkit.metrics.captions import facts

HEX = re.compile(r" \((#[0-9A-F]{6})\)")
QUOTED = re.compile(r"“([^”]+)”")
SIZE = 400


@pytest.fixture(scope="module")
def some():
    return [scenes.draw(kind, random.Random(f"{kind}:said:{number}")) for kind in scenes.KINDS for number in range(2)]


def test_the_two_colour_styles_say_the_same(some):
    for scene in some:
        described = scenes.description(scene, "hex")
        assert HEX.sub("", described) == scenes.description(scene, "names")
        assert "#" not in scenes.description(scene, "names")
        for match in re.finditer(r"([a-z -]+?) \((#[0-9A-F]{6})\)", described):
            assert match[1].endswith(name_of(match[2]))


def test_captions_and_descriptions_hold_the_same_texts(some):
    for scene in some:
        described = set(QUOTED.findall(scenes.description(scene)))
        caption, paraphrases = scenes.captions(scene)
        assert len({caption, *paraphrases}) == 6
        for text in (caption, *paraphrases):
            assert set(QUOTED.findall(text)) == described, scene.kind
            assert not re.search(r"\b(Draw|Add|Include|Use|Put|Make|Let|Write|Keep) ", text), text


def test_paraphrases_state_the_same_facts(some):
    for scene in some:
        caption, paraphrases = scenes.captions(scene)
        shares = [facts.agreement(text, caption) for text in paraphrases]
        assert min(shares) > 0.7 and sum(shares) / len(shares) > 0.9, (scene.kind, shares)


def test_english(some):
    for scene in some:
        caption, paraphrases = scenes.captions(scene)
        for text in (scenes.description(scene), caption, *paraphrases):
            assert not re.search(r"[{}]|  |\.\.| \.|,\.|;\.|: [.;]", text), text
            assert not re.search(r"\b[Aa] (?=[aeio])(?!one)", text), text
            assert not re.search(r"\b[Aa]n (?=[^aeiouh“])(?!SVG)", text), text
            assert not re.search(r"\b[Tt]here is (?:two|three|four|thin|upright|rays|small)\b", text), text
            assert text[0].isupper() and text.endswith(".")
            assert 20 <= len(text.split()) <= 420, (scene.kind, len(text.split()))
        assert caption.count(". ") <= 8, caption


def test_wordings_vary():
    openings = {
        scenes.description(scenes.draw("poster", random.Random(number))).split(" of ")[0].split(" a ")[0]
        for number in range(40)
    }
    assert len(openings) >= 4


@pytest.mark.slow
def test_every_colour_that_is_told_is_seen(some):
    """The colour is visible in the box of its part. Translucent parts have another colour over the background."""
    text = missed = 0
    for scene in some[::2]:
        picture = raster.paint(scenes.write(scene), 640).astype(int)
        scale = 640 / max(scene.width, scene.height)
        left, top = (640 - scale * scene.width) / 2, (640 - scale * scene.height) / 2
        for part in scene.parts:
            if not part.phrase or "see-through" in part.phrase:
                continue
            box = part.box
            rows = slice(max(int(top + scale * box.top) - 1, 0), int(top + scale * box.bottom) + 2)
            columns = slice(max(int(left + scale * box.left) - 1, 0), int(left + scale * box.right) + 2)
            for color in part.colors:
                text += 1
                missed += not (np.abs(picture[rows, columns] - channels(color)).max(-1) <= 6).any()
    assert text > 300
    assert missed <= 0.004 * text


def test_every_text_that_is_told_is_written(some):
    for scene in some:
        written = set(re.findall(r"<text[^>]*>([^<]*)</text>", scenes.write(scene)))
        for text in QUOTED.findall(scenes.description(scene)):
            series = {part.data.get("series") for part in scene.parts}
            assert text.replace("&", "&amp;") in written or text in series, (scene.kind, text)


def test_numbers_of_charts_are_written():
    for kind in ("bar chart", "pie chart", "horizontal bar chart", "donut chart"):
        scene = scenes.draw(kind, random.Random(f"numbers:{kind}"))
        described = scenes.description(scene)
        for part in scene.by_role("value"):
            assert f"“{part.data['category']}” {'at' if 'bar' in kind else 'with'} {part.data['text']}" in described
        assert len(scene.by_role("value")) == len(scene.spec.categories)


def test_sides_are_where_pixels_change(some):
    """If a thing is removed, the center of the changed pixels is on the stated side."""
    seen = 0
    for scene in some:
        if not isinstance(scene.spec, Place):
            continue
        whole = raster.paint(scenes.write(scene), SIZE).astype(int)
        for part in scene.by_role("object")[::2]:
            rest = raster.paint(scenes.write(scene.without(part.name)), SIZE).astype(int)
            rows, columns = np.nonzero(np.abs(whole - rest).max(-1) > 12)
            if len(rows) < 40:
                continue
            x, y = columns.mean() / SIZE, (rows.mean() / SIZE - 0.125) / 0.75
            position = where(scene, part)
            assert ("left" in position) <= (x < 0.42) and ("right" in position) <= (x > 0.58), (
                scene.kind,
                part.name,
                position,
                x,
            )
            assert ("upper" in position or "top" in position) <= (y < 0.42), (scene.kind, part.name, position, y)
            assert ("lower" in position or "bottom" in position) <= (y > 0.58), (scene.kind, part.name, position, y)
            seen += 1
    assert seen > 20


def test_clouds_and_stars_are_counted():
    counted = 0
    for number in range(14):
        scene = scenes.draw("park", random.Random(f"clouds:{number}"))
        clouds = [part for part in scene.parts if part.name.startswith("cloud-")]
        described = scenes.description(scene, "names")
        if len(clouds) > 1:
            assert f"{wording.counted(len(clouds))} white clouds" in described
            counted += 1
        stars = scene.by_role("star")
        if stars:
            assert f"{wording.counted(len(stars[0].inks))} small" in described
    assert counted > 1


def test_an_edited_scene_is_described_as_it_is():
    scene = scenes.draw("happy face", random.Random(5))
    sad = scenes.recompose(scene, replace(scene.spec, mouth="frown", cheeks=False))
    assert faces.MOUTHS["frown"] in scenes.description(sad) and faces.MOUTHS["frown"] not in scenes.description(scene)
    assert "rosy" not in scenes.description(sad)


@pytest.mark.parametrize(
    ("field", "words"),
    [("eyes", EYES), ("mouth", MOUTHS), ("hair", HAIR), ("hat", HATS), ("glasses", GLASSES), ("extra", EXTRAS)],
)
def test_every_feature_of_a_face_shows(field, words):
    """Each word of the set gives a picture of its own."""
    face = scenes.draw("moody face", random.Random(2)).spec
    plain = replace(face, hair="none", hat="none", glasses="none", extra="none", brows="none")
    pictures = [
        raster.paint(scenes.write(scenes.compose(replace(plain, **{field: word}))), 128).astype(int) for word in words
    ]
    for index, one in enumerate(pictures):
        for other in pictures[:index]:
            assert (np.abs(one - other).max(-1) > 40).sum() > 40


def test_what_sunglasses_hide_is_not_told():
    face = scenes.draw("moody face", random.Random(2)).spec
    hidden = scenes.compose(replace(face, glasses="sunglasses", eyes="hearts"))
    assert "hearts for eyes" not in scenes.description(hidden) and "sunglasses" in scenes.description(hidden)


def test_a_colour_has_one_name():
    assert all(re.fullmatch(r"#[0-9A-F]{6}", color) for color in NAMES)
    assert name_of("#e53935") == "red" and name_of("#E43A36") == "red"
    assert distance("#000000", "#FFFFFF") > distance("#FF0000", "#EE1111") > distance("#123456", "#123456") == 0


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        ("apple", "apples"),
        ("hourglass", "hourglasses"),
        ("bunch of cherries", "bunches of cherries"),
        ("bookshelf", "bookshelves"),
        ("pair of glasses", "pairs of glasses"),
        ("strawberry", "strawberries"),
        ("bench", "benches"),
    ],
)
def test_plurals(noun, plural):
    assert wording.plural(noun) == plural


def test_numbers():
    assert wording.counted(3) == "three" and wording.counted(40) == "40"
    assert wording.number(3.0) == "3" and wording.number(2.5) == "2.5"
