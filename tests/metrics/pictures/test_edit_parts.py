"""Edits compared by their parts: open properties may differ, stated ones count, everything else must stay."""

import json

import pytest

from sgpkit.metrics.pictures import svg_edit
from sgpkit.metrics.pictures.edit_list import Change, Stated, read_changes, write_changes

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

SKY = '<rect width="100" height="60" fill="#bbddff"/>'
GROUND = '<rect y="60" width="100" height="40" fill="#66aa44"/>'
HOUSE = '<rect x="12" y="40" width="30" height="30" fill="#aa5533"/>'
STAR = '<polygon points="70,10 73,18 82,18 75,24 78,32 70,27 62,32 65,24 58,18 67,18" fill="{}"{}/>'
SIGN = '<text x="{}" y="94" font-size="10" font-family="sans-serif" fill="#000">{}</text>'
RED = "#E53935"


def page(*shapes):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{"".join(shapes)}</svg>'


START = page(SKY, GROUND, HOUSE)
TARGET = page(SKY, GROUND, HOUSE, STAR.format(RED, ""))
BOX = (0.58, 0.1, 0.82, 0.32)
FREE = Change(
    "star",
    "added",
    (BOX,),
    zone=(0.45, 0.0, 1.0, 0.5),
    size=(0.6, 1.6),
    open=("place", "size", "form"),
    stated=(Stated("star", RED, 1, BOX),),
)


def graded(answer, *changes, start=START, target=TARGET):
    (score,) = svg_edit.score([answer], [start], [target], [write_changes(changes)])
    return score


def star(color=RED, transform=""):
    return page(SKY, GROUND, HOUSE, STAR.format(color, f' transform="{transform}"' if transform else ""))


@pytest.mark.parametrize(
    "answer",
    [
        TARGET,
        star(transform="translate(8 4)"),
        star(transform="translate(70 21) scale(1.3) translate(-70 -21)"),
        star(color="#DD3D3D"),
    ],
    ids=["target", "moved", "scaled", "recolored"],
)
def test_any_choice_within_what_is_open_counts_fully(answer):
    assert graded(answer, FREE).value == pytest.approx(1.0, abs=0.02)


def test_the_same_new_words_in_two_places_count_in_both():
    """The scale may be anywhere; the label of the bar, which comes later, has one position."""
    low = (0.30, 0.86, 0.50, 0.96)
    scale = Change("scale", "reworded", ((0.02, 0.3, 0.2, 0.5),) * 2, zone=(0.0, 0.0, 1.0, 1.0), size=(0.85, 1.2))
    label = Change("label", "reworded", (low, low), zone=low, size=(0.85, 1.2))
    written = SIGN.replace('y="94"', 'y="40"')
    start = page(SKY, GROUND, written.format(2, "11"), SIGN.format(31, "15"))
    target = page(SKY, GROUND, written.format(2, "12"), SIGN.format(31, "12"))
    assert graded(target, scale, label, start=start, target=target).value == 1


def test_agreement_of_pixels_stays_a_part():
    score = graded(star(transform="translate(8 4)"), FREE)
    assert score.value > 0.9 > 0.4 > score.parts["pixels"]
    assert graded(TARGET, FREE).parts["pixels"] == 1.0


@pytest.mark.parametrize(
    "answer",
    [
        START,
        page(),
        star(color="#2244CC"),
        star(transform="translate(-50 30)"),
        star(transform="translate(70 21) scale(0.2) translate(-70 -21)"),
        page(SKY, GROUND, HOUSE, f'<rect x="58" y="10" width="24" height="22" fill="{RED}"/>'),
        page(SKY, GROUND, STAR.format(RED, ""), '<rect width="100" height="100" fill="#ffffff"/>'),
    ],
    ids=["undone", "blank", "other color", "elsewhere", "tiny", "plain shape", "covered"],
)
def test_what_is_stated_counts(answer):
    assert graded(answer, FREE).value <= 0.05


def test_beyond_the_zone_the_score_falls_smoothly():
    near = FREE._replace(zone=BOX)
    values = [graded(star(transform=f"translate({shift} 0)"), near).value for shift in (0, 2, 4, 8)]
    assert values == sorted(values, reverse=True)
    assert values[0] == 1.0 and 0.2 < values[2] < 0.9 and values[3] < 0.05


def test_an_open_color_may_be_any():
    free = FREE._replace(open=("place", "size", "color", "form"), stated=())
    assert graded(star(color="#2244CC"), free).value > 0.95


def test_what_was_not_asked_for_is_kept():
    no_house = page(SKY, GROUND, STAR.format(RED, ""))
    clutter = TARGET.replace("</svg>", '<circle cx="20" cy="80" r="15" fill="#222222"/></svg>')
    assert graded(no_house, FREE).value < 0.9 and graded(clutter, FREE).value < 0.9
    assert graded(no_house, FREE).parts["changed"] == pytest.approx(1.0, abs=0.02)


def test_what_only_makes_room_may_stay_or_move():
    moved = HOUSE.replace('x="12"', 'x="4"')
    target = page(SKY, GROUND, moved, STAR.format(RED, ""))
    room = Change("house", "moved", ((0.12, 0.4, 0.42, 0.7), (0.04, 0.4, 0.34, 0.7)), BOX, asked=False)
    assert graded(target, FREE, room, target=target).value == pytest.approx(1.0, abs=0.02)
    assert graded(TARGET, FREE, room, target=target).value > 0.9
    assert graded(page(SKY, GROUND, STAR.format(RED, "")), FREE, room, target=target).value < 0.5


CAP = '<path d="M20 60C20 10 80 10 80 60Z" fill="{0}"/><rect x="14" y="58" width="72" height="10" rx="4" fill="{0}"/>'
FOLDS = "".join(f'<path d="M{x} 24V56" stroke="#9C1512" stroke-width="0.7"/>' for x in range(30, 74, 5))


def test_an_open_form_may_lack_fine_lines_or_have_them():
    box = (0.14, 0.22, 0.86, 0.68)
    stated = (Stated("cap", RED, 1, box),)
    free = Change("cap", "added", (box,), (0.1, 0.1, 0.9, 0.75), (0.75, 1.35), open=("form",), stated=stated)
    start, plain, ribbed = page(SKY), page(SKY, CAP.format(RED)), page(SKY, CAP.format(RED), FOLDS)
    for answer, target in ((plain, ribbed), (ribbed, plain)):
        assert graded(answer, free, start=start, target=target).value > 0.9
        assert graded(answer, free._replace(open=()), start=start, target=target).value < 0.7
    box = page(SKY, f'<rect x="14" y="22" width="72" height="46" fill="{RED}"/>')
    assert graded(box, free, start=start, target=ribbed).value < 0.3


def test_shades_of_what_makes_room_count_in_part():
    """Three blocks with dark sides may move, but their colours have to stay."""
    lights, darks = ("#E53935", "#2F7DE1", "#FDD835"), ("#8E1B18", "#1A4A8A", "#97811F")

    def blocks(fronts, sides):
        return "".join(
            f'<path d="M{x} 65H{x + 10}V90H{x}Z" fill="{front}"/><path d="M{x + 7} 65H{x + 10}V90H{x + 7}Z" fill="{side}"/>'
            for x, front, side in zip((10, 20, 30), fronts, sides, strict=True)
        )

    start, star = page(SKY, blocks(lights, darks)), STAR.format(RED, "")
    room = Change("blocks", "moved", ((0.1, 0.65, 0.4, 0.9),) * 2, FREE.zone, asked=False)

    def value(shapes):
        return graded(page(SKY, star, shapes), FREE, room, start=start, target=page(SKY, star, blocks(lights, darks)))

    assert value(blocks(lights, darks)).value == 1.0
    assert 0.6 <= value(blocks(lights, lights)).value < 1.0
    assert value(blocks(("#E53935",) * 3, ("#8E1B18",) * 3)).value < 0.2
    assert value(blocks(("#43A047",) * 3, ("#1B5E20",) * 3)).value == value("").value == 0.0


def test_words_count_by_their_letters_and_place():
    start, target = page(SKY, GROUND, SIGN.format(10, "Old barn")), page(SKY, GROUND, SIGN.format(10, "New mill"))
    change = Change("sign", "reworded", ((0.1, 0.86, 0.6, 0.97),) * 2, (0.05, 0.8, 0.7, 1.0))

    def value(answer):
        return graded(answer, change, start=start, target=target).value

    assert value(target) == value(target.replace("sans-serif", "serif")) == value(target.replace('"10"', '"14"')) == 1.0
    assert value(start) == value(page(SKY, GROUND)) == 0.0
    assert value(page(SKY, GROUND, SIGN.format(10, "Old barn"), SIGN.format(10, "New mill"))) < 0.8
    assert 0.1 < value(target.replace("New mill", "New mills")) < 0.9
    assert value(target.replace('y="94"', 'y="30"')) == 0.0


def test_the_list_is_read_as_it_was_written():
    assert read_changes(write_changes([FREE])) == (FREE,)
    for key, wrong in (("open", ["taste"]), ("size", [2, 1]), ("zone", [1, 2]), ("stated", [{"noun": "a"}])):
        entry = json.loads(write_changes([FREE]))[0] | {key: wrong}
        with pytest.raises(ValueError, match="expected a JSON list"):
            read_changes(json.dumps([entry]))
