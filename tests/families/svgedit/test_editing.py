"""Proven edits: right ones in any notation, wrong orders, double application, near misses, damage."""

import json
import random
from dataclasses import replace

import pytest

from sgpkit.benchmark import Completion, Row, Score, Skipped
from sgpkit.errors import UserError
from sgpkit.families.svgedit import pictures, scoring
from sgpkit.families.svgedit.content import changes, defects, drawing
from sgpkit.families.svgedit.content.changes import Change
from sgpkit.families.svgedit.content.drawing import Drawing, Part
from sgpkit.families.svgedit.sources import builtin, published, svgenius
from sgpkit.metrics.code import edit_distance
from sgpkit.status import Status

pytestmark = pytest.mark.sandbox

BEFORE = Drawing(
    (
        Part("circle", "red", 80, 80, 80, 80),
        Part("star", "blue", 300, 90, 90, 90),
        Part("rectangle", "green", 100, 300, 90, 54),
        Part("square", "yellow", 125, 310, 70, 70),
    )
)


def task(before: Drawing, *steps: Change) -> tuple[Row, Drawing]:
    after = before
    for step in steps:
        after = changes.apply(after, step)
    row = {"id": "a", "cluster": "a", "task": "edit", "steps": len(steps), "instruction": "x"}
    return row | {"code": before.code(), "target": after.code()}, after


def values(row, *codes):
    return [score.value for score in scoring.edit([row] * len(codes), [Completion(code) for code in codes])]


def score_of(row, code):
    (score,) = scoring.edit([row], [Completion(code)])
    return score


ALL = [
    Change("recolor", 1, ("purple",)),
    Change("outline", 0, ("black", 6)),
    Change("opacity", 2, (0.5,)),
    Change("move", 1, (-40, 30)),
    Change("scale", 0, (0.6,)),
    Change("rotate", 1, (20,)),
    Change("delete", 0),
    Change("duplicate", 0, (60, 60)),
    Change("bring to front", 2),
    Change("gradient", 1, ("pink",)),
    Change("flip", -1, (0,)),
    Change("turn all", -1, (90,)),
    Change("scale all", -1, (0.75,)),
    Change("fade all", -1, (0.5,)),
    Change("outline all", -1, ("black", 3)),
    Change("crop", -1, (0.0, 0.0, 200.0, 400.0)),
]


@pytest.mark.parametrize("change", ALL, ids=lambda change: change.kind)
def test_each_change_is_right_once_and_wrong_undone_twice_or_with_damage(change):
    row, after = task(BEFORE, change)
    spoilt = changes.apply(after, Change("move", len(after.parts) - 1, (4, 0)))
    codes = [after.code(), BEFORE.code(), spoilt.code()]
    if change.kind not in (
        "delete",
        "bring to front",
        "recolor",
        "gradient",
        "outline",
        "opacity",
        "fade all",
        "outline all",
        "crop",
    ):
        codes.append(changes.apply(after, change).code())
    assert values(row, *codes) == [1.0, *[0.0] * (len(codes) - 1)]


NEAR = [
    (Change("move", 1, (-40, 30)), Change("move", 1, (-36, 30))),
    (Change("move", 1, (-40, 30)), Change("move", 1, (40, 30))),
    (Change("rotate", 1, (20,)), Change("rotate", 1, (-20,))),
    (Change("rotate", 1, (20,)), Change("rotate", 1, (24,))),
    (Change("scale", 0, (0.6,)), Change("scale", 0, (0.63,))),
    (Change("recolor", 1, ("purple",)), Change("recolor", 0, ("purple",))),
    (Change("recolor", 1, ("purple",)), Change("recolor", 1, ("pink",))),
    (Change("outline", 0, ("black", 6)), Change("outline", 0, ("black", 8))),
    (Change("opacity", 2, (0.5,)), Change("opacity", 2, (0.4,))),
    (Change("opacity", 2, (0.5,)), Change("opacity", 2, (0.49,))),
    (Change("flip", -1, (0,)), Change("flip", -1, (1,))),
    (Change("turn all", -1, (90,)), Change("turn all", -1, (270,))),
    (Change("crop", -1, (0.0, 0.0, 200.0, 400.0)), Change("crop", -1, (200.0, 0.0, 200.0, 400.0))),
    (Change("crop", -1, (0.0, 0.0, 200.0, 400.0)), Change("crop", -1, (0.0, 0.0, 205.0, 400.0))),
    (Change("duplicate", 0, (60, 60)), Change("move", 0, (60, 60))),
    (Change("delete", 0), Change("delete", 1)),
    (Change("gradient", 1, ("pink",)), Change("gradient", 1, ("purple",))),
    (Change("gradient", 1, ("pink",)), Change("gradient", 0, ("pink",))),
    (Change("gradient", 1, ("pink",)), Change("recolor", 1, ("pink",))),
]


@pytest.mark.parametrize(("asked", "done"), NEAR)
def test_near_misses_are_wrong(asked, done):
    row, _ = task(BEFORE, asked)
    _, other = task(BEFORE, done)
    assert values(row, other.code()) == [0.0]


@pytest.mark.parametrize("shade", ["#7b1fa9", "#851fa2", "#7b2ba2"])
def test_a_color_that_is_nearly_the_one_asked_for_is_wrong(shade):
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    near = after.code().replace("#7b1fa2", shade)
    assert near != after.code()
    assert values(row, near, after.code()) == [0.0, 1.0]


def test_what_is_hardly_seen_is_an_addition_all_the_same():
    row, after = task(BEFORE, Change("move", 1, (-40, 30)))
    veil = '<rect width="400" height="400" fill="#000000" opacity="0.04"/></svg>'
    speck = '<circle cx="390" cy="390" r="2" fill="#00ff00"/></svg>'
    shifted = after.code().replace('400">', '400"><g transform="translate(0.9 0)">', 1).replace("</svg>", "</g></svg>")
    target = after.code()
    faint = BEFORE.code().replace(
        "</svg>", f'<g opacity="0.5">{target.partition(">")[2]}'.replace("</svg>", "</g></svg>")
    )
    answers = [target.replace("</svg>", veil), target.replace("</svg>", speck), shifted, faint]
    assert values(row, *answers) == [0.0] * 4


def test_the_order_of_changes_counts():
    turn, move = Change("turn all", -1, (90,)), Change("move", 1, (-50, 0))
    row, _ = task(BEFORE, turn, move)
    _, wrong = task(BEFORE, move, turn)
    _, half = task(BEFORE, turn)
    assert values(row, wrong.code(), half.code()) == [0.0, 0.0]


def test_done_and_kept_are_parts_of_their_own():
    change = Change("recolor", 1, ("purple",))
    row, after = task(BEFORE, change)
    damaged = score_of(row, changes.apply(after, Change("delete", 0)).code())
    assert (damaged.parts["done"], damaged.parts["kept"]) == (1, 0)
    untouched = score_of(row, BEFORE.code())
    assert (untouched.parts["done"], untouched.parts["kept"], untouched.value) == (0, 0, 0)
    nothing = score_of(row, "no drawing")
    assert nothing.value == nothing.parts["ssim"] == 0
    assert nothing.parts["mse"] == 1


def test_an_answer_may_be_written_in_any_way():
    row, after = task(BEFORE, Change("scale", 0, (0.5,)), Change("recolor", 1, ("purple",)))
    by_hand = replace(after.parts[0], transforms=(), width=40, height=40)
    plain = replace(after, parts=(by_hand, *after.parts[1:])).code()
    path = plain.replace('<circle cx="80" cy="80" r="20"', '<path d="M60 80a20 20 0 1 1 40 0a20 20 0 1 1-40 0z"')
    assert path != plain
    styled = plain.replace('fill="#7b1fa2"', 'style="fill:rgb(123,31,162)"')
    assert values(row, plain, path, styled) == [1.0, 1.0, 1.0]


def test_hidden_leftovers_and_covered_originals_do_not_pass_as_moves():
    row, after = task(BEFORE, Change("move", 0, (60, 0)))
    cover = after.code().replace("</svg>", '<circle cx="60" cy="80" r="12" fill="#f5f1e6"/></svg>')
    both = after.code().replace("</svg>", BEFORE.parts[0].element() + "</svg>")
    assert values(row, cover, both)[1] == 0
    assert score_of(row, both).parts["done"] == 0


REST = '<rect width="100" height="100" fill="#f5f1e6"/>{}<circle cx="70" cy="70" r="10" fill="#1976d2"/>'
STAR = '<rect x="20" y="20" width="20" height="20" fill="#e53935"/>'
LEFT_OVER = {
    "covered": STAR + '<rect x="19" y="19" width="22" height="22" fill="#f5f1e6"/>',
    "not displayed": STAR.replace("<rect", '<rect display="none"'),
    "transparent": f'<g opacity="0">{STAR}</g>',
    "off the page": STAR.replace('x="20"', 'x="-90"'),
    "in the color behind it": STAR.replace("#e53935", "#f5f1e6"),
    "without paint": STAR.replace("#e53935", "none"),
    "clipped away": f'<clipPath id="c"><path d="M0 0h1v1z"/></clipPath><g clip-path="url(#c)">{STAR}</g>',
    "of no size": f'<g transform="scale(0)">{STAR}</g>',
    "used once more, unseen": f'<defs><g id="s">{STAR}</g></defs><use href="#s" x="200"/>',
}


@pytest.mark.parametrize("way", LEFT_OVER)
def test_what_is_only_hidden_is_not_deleted(way):
    row, _ = task(BEFORE, Change("delete", 0))
    row |= {"code": BARE.format(REST.format(STAR)), "target": BARE.format(REST.format(""))}
    commented = BARE.format(REST.format(f"<!-- {STAR} -->"))
    assert values(row, BARE.format(REST.format(LEFT_OVER[way])), row["target"], commented) == [0, 1, 1]
    assert score_of(row, BARE.format(REST.format(LEFT_OVER[way]))).parts["tidy"] == 0


def test_what_was_hidden_before_may_stay():
    row, _ = task(BEFORE, Change("delete", 0))
    under = '<circle cx="5" cy="5" r="3" fill="red"/>'
    code, target = (BARE.format(under + REST.format(shape)) for shape in (STAR, ""))
    row |= {"code": code, "target": target}
    assert values(row, target, BARE.format(REST.format(""))) == [1, 1]


@pytest.mark.parametrize(
    ("attributes", "right"),
    [
        ('preserveAspectRatio="none"', 0),
        ('width="800" height="100%" preserveAspectRatio="none"', 0),
        ('preserveAspectRatio="xMidYMid slice"', 0),
        ('preserveAspectRatio="defer none"', 0),
        ('width="300" height="300" preserveAspectRatio="none"', 1),
        ('width="800" height="300"', 1),
        ('preserveAspectRatio="xMinYMax meet"', 1),
        ('preserveAspectRatio="nonsense"', 1),
    ],
)
def test_a_page_that_distorts_or_cuts_its_drawing_is_another(attributes, right):
    """The pictures are equal each time, since they are rendered on a page of fixed size. A page in the proportions of the
    window is right, since it distorts nothing."""
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    written = after.code().replace("<svg ", f"<svg {attributes} ")
    score = score_of(row, written)
    assert (score.value, score.parts["page"]) == (right, right)
    assert score.parts["resvg"] == score.parts["cairo"] == 1
    assert score_of({**row, "target": written}, written).value == 1
    plain = score_of({**row, "target": written}, after.code())
    assert plain.value == right


@pytest.mark.parametrize("attributes", ['width="800" height="300"', 'style="width: 800px; height: 300px"'])
def test_a_page_that_distorts_its_drawing_is_refused(attributes):
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    written = after.code().replace("<svg ", f'<svg {attributes} preserveAspectRatio="none" ')
    assert score_of(row, written).status is Status.UNSUPPORTED
    assert score_of({**row, "target": written}, written).value == 1
    assert score_of({**row, "target": written}, after.code()).value == 0


def test_a_shorter_program_on_a_page_that_distorts_it_saves_nothing():
    row = {"id": "a", "cluster": "a", "task": "optimise", "steps": 0, "instruction": "x", "target": ""}
    row |= {"code": BEFORE.code().replace("\n", "\n" + " " * 40)}
    shorter = BEFORE.code()
    squeezed = shorter.replace("<svg ", '<svg preserveAspectRatio="none" ')
    scores = scoring.optimise([row] * 2, [Completion(shorter), Completion(squeezed)])
    assert scores[0].value > 0.1
    assert scores[1].value == 0


VARYING = {
    "an animation": '<g><animate attributeName="opacity" to="0" dur="1s"/></g>',
    "hidden after a second": '<set attributeName="visibility" to="hidden" begin="1s"/>',
    "turned by time": '<animateTransform attributeName="transform" type="rotate" to="90" dur="1s"/>',
    "keyframes": "<style>@keyframes a{to{opacity:0}} *{animation:a 1s forwards}</style>",
    "masked by CSS": "<style>circle{mask-image:linear-gradient(transparent,transparent)}</style>",
    "a path of CSS": "<style>polygon{offset-path:path('M0 0h90');offset-distance:100%}</style>",
    "in one language": '<g systemLanguage="de"/>',
    "a rule within a rule": "<style>svg{ circle{fill:lime} }</style>",
    "in a unit of the window": '<g><rect width="1vw" height="0"/></g>',
    "in a color of the system": '<g fill="Canvas"/>',
    "with an outline that keeps its width": '<g transform="scale(2 1)"><path d="M0 0" stroke="red" '
    'vector-effect="non-scaling-stroke"/></g>',
    "a page turned by CSS around a corner": "<style>svg{transform: rotate(180deg); transform-origin: 0 0}</style>",
}
"""Constructs that no renderer here paints, but other viewers do."""

ALIKE = {
    "in the dark": "<style>@media (prefers-color-scheme: dark){*{fill:red}}</style>",
    "on paper only": '<style media="print">polygon{fill:#7b1fa2}</style>',
    "under the pointer": "<style>*:hover{fill:red}</style>",
    "an outline of a group that keeps its width": '<g vector-effect="non-scaling-stroke"/>',
    "moved by a share": '<g style="transform: translate(50%, 0)"/>',
}
"""Changes without an effect in a static picture on a light page."""

PAINTED = {
    "clipped by CSS": "<style>circle{clip-path:circle(2px)}</style>",
    "a page turned by CSS": "<style>svg{transform: rotate(180deg)}</style>",
    "moved by CSS": "<style>/**/circle { fill-opacity: 1; translate: 90px }</style>",
}
"""Constructs that are painted here as in browsers."""


@pytest.mark.parametrize("way", ALIKE | PAINTED)
def test_css_counts_by_what_browsers_show(way):
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    written = after.code().replace("</svg>", (ALIKE | PAINTED)[way] + "</svg>")
    score = score_of(row, written)
    assert (score.value, score.parts["resvg"]) == ((1, 1) if way in ALIKE else (0, 0))


@pytest.mark.parametrize("way", VARYING)
def test_what_moves_or_depends_on_the_viewer_is_not_the_wanted_drawing(way):
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    written = after.code().replace("</svg>", VARYING[way] + "</svg>")
    score = score_of(row, written)
    assert (score.value, score.status) == (0, Status.UNSUPPORTED)
    assert score_of({**row, "target": written}, written).value == 1, "where it is wanted it may be there"
    if "<animate" in VARYING[way] or "<set" in VARYING[way]:
        assert score_of({**row, "target": written}, after.code()).value == 0, "and may not be lost"


@pytest.mark.parametrize("attributes", ['style="background:red"', 'style="mix-blend-mode: difference"'])
def test_css_of_pages_on_the_root_shows_another_drawing(attributes):
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    assert values(row, after.code().replace("<svg ", f"<svg {attributes} ")) == [0]


def test_the_color_of_the_page_counts_as_far_as_it_is_seen():
    """The drawing covers its page."""
    green = BEFORE.code().replace("<svg ", '<svg style="background: green" ')
    row, recolored = task(BEFORE, Change("recolor", 1, ("purple",)))
    after = recolored.code().replace("<svg ", '<svg style="background: green" ')
    row = {**row, "code": green, "target": after}
    assert values(row, after, after.replace(": green", ":GREEN"), after.replace("green", "red")) == [1, 1, 1]


def test_styles_that_say_the_same_may_be_written():
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    sheet = after.code().replace('fill="#7b1fa2"', 'class="violet"').replace(
        "</svg>", "<style>/* a:hover{} */ .violet{fill:#7b1fa2;stroke:none}</style></svg>"
    )  # fmt: skip
    sized = after.code().replace("<svg ", '<svg style="max-width: 100%; height: auto; shape-rendering: auto" ')
    assert values(row, sheet, sized) == [1, 1]


@pytest.mark.parametrize("lost", [' xmlns="http://www.w3.org/2000/svg"', '<g><animate attributeName="x"/></g>'])
def test_what_no_picture_shows_is_no_saving(lost):
    row = {"id": "a", "cluster": "a", "task": "optimise", "steps": 0, "instruction": "x", "target": ""}
    whole = BEFORE.code().replace("</svg>", '<g><animate attributeName="x"/></g></svg>')
    row |= {"code": whole.replace("\n", "\n" + " " * 40)}
    assert lost in whole
    scores = scoring.optimise([row] * 2, [Completion(whole), Completion(whole.replace(lost, ""))])
    assert scores[0].value > 0.1
    assert scores[1].value == 0


@pytest.mark.parametrize("lost", ['viewBox="0 0 400 400"', 'width="48" height="48"'])
def test_a_page_of_another_size_is_no_saving(lost):
    """Without a viewBox a drawing does not scale with its page, and without a size it fills its surroundings."""
    row = {"id": "a", "cluster": "a", "task": "optimise", "steps": 0, "instruction": "x", "target": ""}
    sized = BEFORE.code().replace("<svg ", '<svg width="48" height="48" ')
    row |= {"code": sized.replace("\n", "\n" + " " * 40)}
    scores = scoring.optimise([row] * 2, [Completion(sized), Completion(sized.replace(lost, ""))])
    assert scores[0].value > 0.1
    assert scores[1].value == 0


def test_an_edit_keeps_its_page_scalable():
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    fixed = after.code().replace('viewBox="0 0 400 400"', 'width="400" height="400"')
    assert fixed != after.code()
    score = score_of(row, fixed)
    assert (score.value, score.parts["page"], score.parts["resvg"]) == (0, 0, 1)
    assert score_of({**row, "target": fixed}, after.code()).value == 1


BARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
WHITE, BLUE = '<circle cx="70" cy="70" r="20" fill="white"/>', '<rect width="40" height="40" fill="#1976d2"/>'


def test_white_on_nothing_is_there_all_the_same():
    """On white paper its absence would not be noticed."""
    row = {"id": "a", "cluster": "a", "task": "optimise", "steps": 0, "instruction": "x", "target": ""}
    row |= {"code": BARE.format("\n        " + BLUE + "\n        " + WHITE)}
    shorter, fewer = BARE.format(BLUE + WHITE), BARE.format(BLUE)
    scores = scoring.optimise([row] * 2, [Completion(code) for code in (shorter, fewer)])
    assert [score.value > 0 for score in scores] == [True, False]
    edit = {**row, "target": BARE.format(BLUE.replace("#1976d2", "red") + WHITE)}
    added = edit["target"].replace("<rect", '<rect width="100" height="100" fill="white"/><rect')
    lost = edit["target"].replace(WHITE, "")
    assert values(edit, edit["target"], added, lost) == [1, 0, 0]


def test_minimality_falls_when_everything_is_rewritten():
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    least = score_of(row, after.code())
    assert least.parts["minimal"] == 1
    rewritten = score_of(row, after.code().replace(" fill=", ' data-n="1" fill='))
    assert rewritten.value == 1
    assert rewritten.parts["minimal"] < 0.5
    assert score_of(row, BEFORE.code()).parts["minimal"] == 0


def test_constructed_transforms_are_those_of_an_independent_computation():
    part = BEFORE.parts[1]
    turned = changes.apply(BEFORE, Change("turn all", -1, (90,))).parts[1].middle
    assert (turned.x, turned.y) == pytest.approx((400 - 90, 300))  # (x, y) → (400 - y, x), about the center
    mirrored = changes.apply(BEFORE, Change("flip", -1, (0,))).parts[1].middle
    assert (mirrored.x, mirrored.y) == pytest.approx((100, 90))
    scaled = changes.apply(BEFORE, Change("scale all", -1, (0.5,))).parts[1].middle
    assert (scaled.x, scaled.y) == pytest.approx((250, 145))
    both = changes.apply(changes.apply(BEFORE, Change("flip", -1, (0,))), Change("move", 1, (10, 0))).parts[1].middle
    assert (both.x, both.y) == pytest.approx((110, 90))
    assert part.middle == (300, 90)


def test_builtin_rows_name_each_part_once_and_are_proven():
    for number in range(0, 60, 4):
        row = builtin.edit(f"row-{number}", number, 3)
        finished = pictures.finish({"id": "r", "cluster": "r", "source": "sgpkit", **row})
        assert not isinstance(finished, Skipped), finished
        records = json.loads(row["changes"])
        assert len(records) == row["steps"]
    for seed in range(30):
        parts = drawing.make(random.Random(seed), 7).parts
        assert len({part.color for part in parts}) == len(parts)


def test_every_step_can_be_seen_in_the_end():
    """No step is undone by a later one, is cut off, or concerns a part that occurs twice by then."""
    several = 0
    for number in range(360):
        row = builtin.edit(f"edit-test-{number:04d}", number, 0)
        steps = [Change(step["op"], step["part"], tuple(step["values"])) for step in json.loads(row["changes"])]
        before = drawing.make(random.Random(f"edit-test-{number:04d} 0"), 3 + number % 5)
        assert before.code() == row["code"]
        assert changes.all_matter(before, steps)
        after, copied = before, set()
        for step in steps:
            name = after.parts[step.part].name if step.part >= 0 else ""
            assert name not in copied
            copied |= {name} if step.kind == "duplicate" else set()
            after = changes.apply(after, step)
        assert after.code() == row["target"]
        assert " a orange" not in row["instruction"]
        several += len(steps) > 1
    assert several > 200


def test_a_step_that_is_undone_or_cut_off_does_not_matter():
    outlined = [Change("outline", 0, ("black", 6)), Change("outline all", -1, ("purple", 3))]
    cut_off = [Change("recolor", 1, ("purple",)), Change("crop", -1, (0.0, 0.0, 200.0, 400.0))]
    seen = [Change("recolor", 0, ("purple",)), Change("crop", -1, (0.0, 0.0, 200.0, 400.0))]
    assert [changes.all_matter(BEFORE, steps) for steps in (outlined, cut_off, seen)] == [False, False, True]


def levenshtein(one, other):
    """Return the edit distance by the textbook recursion, as an independent definition."""
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        before, row = row, [i]
        for j, other_letter in enumerate(other, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != other_letter)))
    return row[-1]


def test_steps_are_listed_where_they_differ():
    rows = [{"cluster": str(steps), "steps": steps} for steps in (1, 2)]
    scores = [Score(1.0), Score(0.0)]
    figures = scoring.summary(rows, scores)
    assert (figures["right, 1 step"].value, figures["right, 2 steps"].value) == (1, 0)
    assert not [name for name in scoring.summary(rows[:1], scores[:1]) if name.startswith("right")]


def test_levenshtein_is_that_of_the_textbook():
    chance = random.Random(1)
    assert edit_distance.levenshtein("kitten", "sitting") == 3
    for _ in range(200):
        one, other = ("".join(chance.choices("abé", k=chance.randint(0, 12))) for _ in range(2))
        assert edit_distance.levenshtein(one, other) == levenshtein(one, other), (one, other)


def test_the_metrics_of_style_editing_are_those_of_svgenius():
    row, after = task(BEFORE, Change("recolor", 1, ("purple",)))
    right, echo, nothing = scoring.edit(
        [row] * 3, [Completion(text) for text in (after.code(), BEFORE.code(), "no drawing")]
    )
    assert (right.parts["rmse"], right.parts["rld"]) == (1, 0)
    assert (echo.parts["rmse"], echo.parts["rld"]) == (0, 1)
    assert nothing.parts["rmse"] == 0
    assert nothing.parts["rld"] > 1
    half = score_of(row, changes.apply(BEFORE, Change("delete", 1)).code())
    assert half.value == 0
    assert half.parts["rmse"] < 1


# --- repairs and shorter programs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", defects.DEFECTS)
def test_a_defect_is_one_and_any_repair_of_it_counts(name):
    whole = BEFORE.code()
    row = {"id": "f", "cluster": "f", **builtin.fixing(name, whole, defects.DEFECTS[name](whole, random.Random(5)))}
    other = whole.replace("<circle", '<circle id="repaired"').replace("\n", "")
    broken, right, rewritten = scoring.fix([row] * 3, [Completion(code) for code in (row["code"], whole, other)])
    assert row["code"] != whole
    assert (broken.value, right.value, rewritten.value) == (0, 1, 1)
    assert (right.parts["same_text"], rewritten.parts["same_text"]) == (1, 0)
    without = whole.replace(BEFORE.parts[3].element(), "")
    assert scoring.fix([row], [Completion(without)])[0].value == 0


def test_saved_bytes_count_only_if_the_drawing_stays():
    whole = BEFORE.code()
    waste = defects.wasteful(whole, random.Random(1))
    row = {"id": "o", "cluster": "o", **builtin.optimising(whole, waste)}
    half = "\n".join(line for line in waste.splitlines() if "<!--" not in line)
    empty = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"></svg>'
    codes = [waste, waste + " ", whole, half, empty, whole.replace("star", "star").replace("#1976d2", "#1976d9")]
    scores = scoring.optimise([row] * len(codes), [Completion(code) for code in codes])
    assert [score.value for score in scores[:3]] == [0, 0, 1]
    assert 0 < scores[3].value < 1
    assert scores[4].value == 0
    assert scores[4].parts["compression_ratio"] < 0.1


FACE = '<circle cx="50" cy="50" r="40" fill="#ffcc00"/>'
EYE = '<circle cx="{}" cy="40" r="1.4" fill="#000000"/>'
WHISKER = '<path d="M20 70h9" stroke="#000000" stroke-width="0.5"/>'


def test_a_small_detail_is_not_what_may_be_saved():
    """Each detail is less than 0.1 % of the pixels."""
    eyes = EYE.format(35) + EYE.format(65)
    row = {"id": "a", "cluster": "a", "task": "optimise", "steps": 0, "instruction": "x", "target": ""}
    row |= {"code": BARE.format(f"\n{' ' * 20}{FACE}\n{' ' * 20}{eyes}{WHISKER}")}
    rounded = FACE.replace("#ffcc00", "#fc0").replace('"40"', '"40.01"')
    one_path = (
        '<path d="M33.6 40a1.4 1.4 0 1 1 2.8 0a1.4 1.4 0 1 1-2.8 0M63.6 40a1.4 1.4 0 1 1 2.8 0a1.4 1.4 0 1 1-2.8 0"/>'
    )
    kept = [FACE + eyes + WHISKER, rounded + eyes + WHISKER, FACE + one_path + WHISKER]
    lost = [FACE + EYE.format(35) + WHISKER, FACE + eyes, FACE + eyes.replace('cx="65"', 'cx="66"') + WHISKER]
    codes = [BARE.format(body) for body in (*kept, *lost)]
    scores = scoring.optimise([row] * 6, [Completion(code) for code in codes])
    assert [score.value > 0 for score in scores] == [True] * 3 + [False] * 3


FAINT = {
    "a spot in nearly the same color": '<circle cx="35" cy="40" r="9" fill="#ffd000"/>',
    "a veil": '<rect width="100" height="100" opacity="0.012"/>',
}


@pytest.mark.parametrize("name", FAINT)
def test_what_is_faint_may_not_be_saved_either(name):
    row = {"id": "a", "cluster": "a", "task": "optimise", "steps": 0, "instruction": "x", "target": ""}
    row |= {"code": BARE.format(f"\n{' ' * 20}{FACE}\n{' ' * 20}{FAINT[name]}")}
    codes = [BARE.format(FACE + FAINT[name]), BARE.format(FACE)]
    assert [score.value > 0 for score in scoring.optimise([row] * 2, [Completion(code) for code in codes])] == [
        True,
        False,
    ]


# --- published data ---------------------------------------------------------------------------------------------------


def test_triplets_are_read_by_their_usual_names(tmp_path):
    _, after = task(BEFORE, Change("delete", 0))
    lines = [{"original_svg": BEFORE.code(), "prompt": "remove it", "target_svg": after.code()}, {"no": 1}]
    (tmp_path / "color_simple.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (_, row), skipped = published.triplets(str(tmp_path), 0)
    assert (row["task"], row["instruction"]) == ("color_simple", "remove it")
    assert isinstance(skipped, Skipped)


def test_svgeditbench_v2_is_read_as_it_is_restored(tmp_path):
    for name, files in {"0001": ("before.svg", "after.svg", "instruction.txt"), "0002": ("before.svg",)}.items():
        (tmp_path / name).mkdir()
        for file in files:
            (tmp_path / name / file).write_text("make it blue" if file.endswith("txt") else f"<svg>{file}</svg>")
    (_, row), skipped = published.triplets(str(tmp_path), 0)
    assert (row["id"], row["instruction"]) == ("svgeditbench-v2-0001", "make it blue")
    assert (row["code"], row["target"]) == ("<svg>before.svg</svg>", "<svg>after.svg</svg>")
    assert isinstance(skipped, Skipped)


def test_sarena_is_read_from_its_conversations(tmp_path):
    """The request contains the program; the target is the reply, or a file next to it."""
    _, after = task(BEFORE, Change("flip", -1, (0,)))
    asked = {"from": "human", "value": f"Mirror this image.\n```svg\n{BEFORE.code()}\n```\nKeep the rest."}
    lines = [
        {"id": 7, "conversations": [asked, {"from": "gpt", "value": after.code()}]},
        {"id": 8, "conversations": [asked]},
        {"id": 9, "conversations": [asked]},
    ]
    (tmp_path / "flip.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (tmp_path / "data/flip/svg").mkdir(parents=True)
    (tmp_path / "data/flip/svg/8.svg").write_text(after.code())
    (_, first), (_, second), skipped = published.triplets(str(tmp_path), 0)
    assert first["id"] == "sarena-flip-7"
    assert first["task"] == second["task"] == "flip"
    assert first["instruction"] == "Mirror this image. Keep the rest."
    assert first["code"] == BEFORE.code()
    assert first["target"] == second["target"] == after.code()
    assert isinstance(skipped, Skipped)
    assert values(first, after.code(), BEFORE.code()) == [1, 0]


def test_icons_get_fresh_tasks(tmp_path):
    (tmp_path / "one.svg").write_text(BEFORE.code())
    (tmp_path / "bad.svg").write_text("<svg")
    for name in ("edit", "fix", "optimise"):
        items = list(published.icons(name)(str(tmp_path), 0))
        rows = [item[1] for item in items if not isinstance(item, Skipped)]
        assert len(rows) == 1
        assert not isinstance(pictures.finish(rows[0]), Skipped)


def test_emoji_get_fresh_tasks_with_their_licence(tmp_path):
    body = '<circle cx="16" cy="16" r="9" fill="#d62828"/><path fill="#2a9d3a" d="M2 2h9v9H2z"/>'
    icons = {name: {"body": body.replace("9", size)} for name, size in (("pear", "9"), ("kite", "8"), ("saw", "7"))}
    stated = {"prefix": "test", "icons": icons, "width": 32, "height": 32, "info": {"license": {"spdx": "MIT"}}}
    (tmp_path / "icons.json").write_text(json.dumps(stated | {"categories": {"Things": list(icons)}}))
    for name in ("edit", "fix", "optimise"):
        rows = [item[1] for item in published.emoji_tasks(name)(str(tmp_path), 0) if not isinstance(item, Skipped)]
        assert {row["cluster"] for row in rows} == {f"test-{icon}" for icon in icons}
        assert {row["license"] for row in rows} == {"MIT"}
        assert all(not isinstance(pictures.finish(row), Skipped) for row in rows)


REQUESTS = {
    "1_ChangeColor": ("recolor", "Please generate an SVG code that changes the part with a #FFCC4D color to white."),
    "2_SetContour": ("outline all", "Please generate an SVG code that draws a black line around a part."),
    "3_Compression": ("optimise", "Please generate a more compact SVG code that represents the same emoji."),
    "4_UpSideDown": ("flip", "Please flip this emoji upside down."),
    "5_Transparency": ("fade all", "Please make this emoji transparent by half."),
    "6_CropToHalf": ("crop", "Please trim the right half and keep the left half."),
}


def test_all_six_tasks_of_svgeditbench_are_read_with_their_requests(tmp_path):
    for number, (folder, (_, request)) in enumerate(REQUESTS.items()):
        for kind in ("query", "answer"):
            (tmp_path / folder / kind).mkdir(parents=True)
        named = f"The following code is the SVG code for the emoji 'man\u2019s hat. No. {number}'. {request}"
        text = f"{named}\n\n```svg\n{BEFORE.code()}\n```\n\nPlease respond in the following format.\n"
        (tmp_path / folder / "query/a.txt").write_text(text)
        (tmp_path / folder / "answer/a.svg").write_text("<svg/>")
    (tmp_path / "7_Else/query").mkdir(parents=True)
    (tmp_path / "7_Else/query/a.txt").write_text("nothing")
    read = [row for task in ("edit", "optimise") for _, row in published.bench(task)(str(tmp_path), 0)]
    assert {(row["task"], row["instruction"]) for row in read} == set(REQUESTS.values())
    assert all(row["code"] == BEFORE.code() for row in read)
    assert [row["task"] for row in read if not row["target"]] == ["optimise"]


@pytest.mark.realdata
def test_svgeditbench_is_read_whole_and_its_answers_are_right(fixtures_path):
    """The rows equal the files, split at their fences."""
    root = fixtures_path / "svgeditbench"
    rows = [row for _, row in published.bench("edit")(str(root), 0)]
    short = [row for _, row in published.bench("optimise")(str(root), 0)]
    for folder, read in (("1_ChangeColor", rows), ("3_Compression", short)):
        files = sorted((root / folder / "query").glob("*.txt"))
        assert len(read) == len(files) == 12
        for file, row in zip(files, read, strict=True):
            head, program, _ = file.read_text().split("```", 2)
            assert row["code"] == program.removeprefix("svg").strip()
            assert head.strip().endswith(f"'. {row['instruction']}")
            assert row["target"] in ("", (root / folder / "answer" / f"{file.stem}.svg").read_text())
    assert not [row for row in map(pictures.finish, rows) if isinstance(row, Skipped)]
    echoed = scoring.optimise(short[:3], [Completion(row["code"]) for row in short[:3]])
    assert [score.value for score in echoed] == [0, 0, 0]


def test_svgenius_is_read_for_each_of_its_three_tasks(tmp_path):
    _, after = task(BEFORE, Change("delete", 0))
    bug = {"svg_path": "../easy/one.svg", "bug_svg": BEFORE.code()[1:], "ground_truth": BEFORE.code()}
    held = {
        "bug_fixion/easy_errors.json": [bug | {"error_type": "remove_closing_tag"}, bug | {"error_type": "\u672a"}],
        "style_editing/hard_results.json": [
            {"one.svg": {"command": "Remove it", "original": BEFORE.code(), "modified": after.code()}}
        ],
        "code_optimization/medium.json": [
            {"svg_path": "a/one.svg", "origin_svg": f"{BEFORE.code()}  \n  \n", "opti_svg": BEFORE.code()},
            "no record",
        ],
        "understanding/easy.json": [{"index": 0, "caption": "a hat"}],
    }
    for name, records in held.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(json.dumps(records))
    read = {name: list(svgenius.rows(str(tmp_path), 0, name)) for name in svgenius.KEYS}
    assert {name: [row["task"] for _, row in rows] for name, rows in read.items()} == {
        "fix": ["remove closing tag", "unknown"],
        "edit": ["style"],
        "optimise": ["optimise"],
    }
    ((_, style),) = read["edit"]
    assert (style["instruction"], style["code"], style["target"]) == ("Remove it", BEFORE.code(), after.code())
    assert [row["id"] for _, row in read["fix"]] == ["svgenius-fix-easy-000", "svgenius-fix-easy-001"]
    assert style["cluster"] == "hard-one" and values(style, after.code(), BEFORE.code()) == [1, 0]
    with pytest.raises(UserError, match="no tasks of SVGenius for fix-svg; expected bug_svg, ground_truth"):
        list(svgenius.rows(str(tmp_path / "style_editing"), 0, "fix"))
