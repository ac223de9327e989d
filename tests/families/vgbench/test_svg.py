"""VGBench as a family: its questions and captions in SVG, their prompts and their scores."""

import itertools
import random
import re
from collections import Counter

import builtin_rows
import numpy as np
import pytest

from sgpkit import published
from sgpkit.benchmark import Ask, Completion, Score, families
from sgpkit.errors import UserError
from sgpkit.families.shared.choices import guessing
from sgpkit.families.shared.drawings import lookalikes
from sgpkit.families.shared.drawings.designs import catalogue, proof
from sgpkit.families.vgbench import lengths, pictures, prompts, scoring
from sgpkit.families.vgbench.content import generators, svg_caption, svg_figures
from sgpkit.families.vgbench.content.figure import TYPES
from sgpkit.families.vgbench.sources import captions, questions
from sgpkit.graphics import raster
from sgpkit.metrics.structure import recall
from sgpkit.metrics.structure.recall import contents, mentions
from sgpkit.metrics.structure.recall.named import Named, from_text
from sgpkit.metrics.structure.scene_match import asserted
from sgpkit.status import Status

VGQA = {format: families.get(f"vgqa-{format}") for format in TYPES}
VGEN = {format: families.get(f"vgen-{format}") for format in TYPES}

pytestmark = builtin_rows.group("vgqa-svg")


@pytest.fixture(scope="module")
def svg_rows():
    return list(builtin_rows.of("vgqa-svg"))


def row(**changes):
    return {
        "id": "svg-7",
        "cluster": "svg-7",
        "source": "builtin",
        "type": "color",
        "question": "What color is the roof?",
        "options": ["Red", "Green", "Blue", "Black"],
        "answer": "C",
        "code": "<svg>the drawing</svg>",
        "image": b"PNG",
        "band": lengths.BANDS[0],
    } | changes


def example(number, type="color", **changes):
    return (
        row(id=f"example-{number}", type=type, code=f"<svg>{type} {number}</svg>", answer="ABCD"[number % 4]) | changes
    )


def talk(strategy, asked, replies, mode="code"):
    """Return the messages of every turn of a conversation."""
    conversation = VGQA["svg"].prompts.strategies[strategy](asked, Ask(mode))
    turns = [next(conversation)]
    with pytest.raises(StopIteration):
        for reply in itertools.chain(replies, itertools.repeat("B")):
            turns.append(conversation.send(Completion(reply)))
    return turns


# --- questions --------------------------------------------------------------------------------------------------------


def test_questions_come_in_the_papers_numbers():
    printed = {
        (line["format"], line["task"]): line["questions"]
        for line in published.table("vgbench-table-1").iter_rows(named=True)
    }
    for format, sizes in questions.SIZES.items():
        assert dict(sizes) == {type: printed[format, type] for type in TYPES[format]}


@builtin_rows.all_rows("vgqa-svg")
def test_questions_about_svg_are_fair(svg_rows):
    test = [row for split, row in svg_rows if split == "test"]
    for type, size in questions.SIZES["svg"].items():
        mine = [row for row in test if row["type"] == type]
        keys = Counter(row["answer"] for row in mine)
        assert len(mine) == size
        assert max(keys.values()) - min(keys.values()) <= 1
        assert all(len({option.casefold() for option in row["options"]}) == 4 for row in mine)
        assert guessing.share_right(mine, guessing.text_only(mine)) < 0.35
    assert set(lengths.BANDS) == {row["band"] for row in test}
    assert {row["cluster"] for _, row in svg_rows if row["source"] == "builtin"} > {row["cluster"] for row in test}


@builtin_rows.all_rows("vgqa-svg")
def test_the_train_split_has_three_examples_of_each_type_and_shares_no_drawing(svg_rows):
    train, test = ([row for split, row in svg_rows if split == wanted] for wanted in ("train", "test"))
    assert all(count >= prompts.EXAMPLES for count in Counter(row["type"] for row in train).values())
    assert {row["code"] for row in train}.isdisjoint(row["code"] for row in test)
    assert {row["kind"] for row in train}.isdisjoint(row["kind"] for row in test)
    shown = {option for row in train if row["type"] != "color" for option in row["options"]}
    assert shown.isdisjoint(option for row in test if row["type"] != "color" for option in row["options"])


@pytest.mark.process
@builtin_rows.all_rows("vgqa-svg")
def test_what_a_drawing_shows_is_not_told_by_its_colors(svg_rows):
    """All four colors that a question offers are in the drawing, so that their occurrence reveals nothing."""
    hidden = []
    for row in [row for _, row in svg_rows if row["type"] == "color"][::5]:
        drawn = contents.read(row["code"])
        shown = recall.matches(drawn, [Named("color", option) for option in row["options"]])
        assert shown[prompts.LETTERS.index(row["answer"])], row["id"]
        hidden.append(4 - sum(shown))
    assert sum(hidden) < 0.1 * 4 * len(hidden)


@builtin_rows.all_rows("vgqa-svg")
def test_no_part_is_said_to_be_of_what_it_is(svg_rows):
    """A wrong question would be: which color is the boot of the boot drawn in?"""
    messages = [
        match
        for _, row in svg_rows
        if (match := re.search(r"color (?:is|are) the (.+) of the (.+) drawn in", row["question"]))
    ]
    assert len(messages) > 50
    assert not [match.group() for match in messages if proof.noun(match.group(1)).rstrip("s") in match.group(2)]


@builtin_rows.all_rows("vgqa-svg")
def test_each_figure_is_of_a_design_of_its_own(svg_rows):
    designs = {}
    for _, row in svg_rows:
        designs.setdefault(row["design"], set()).add(row["cluster"])
        assert row["design"].startswith(f"{row['kind']}/")
    assert sum(len(clusters) for clusters in designs.values()) <= 1.1 * len(designs)


@pytest.mark.process
def test_sizes_in_captions_are_those_of_the_picture():
    """The largest part is compared with the pixels of its color. A plate behind a drawing would change the scale."""
    larger = []
    for dealt in itertools.islice(generators.deck("svg", "3:sizes", captioned=True), 40):
        drawing = dealt.figure.details["drawing"]
        regions = svg_caption.regions_of(drawing, contents.read(dealt.figure.code))
        index = max(regions, key=lambda index: regions[index].width * regions[index].height)
        tint = drawing.parts[index].hue.tint
        colors = [tuple(bytes.fromhex(color[1:7])) for color in (tint.main, tint.light, tint.dark)]
        picture = raster.paint(dealt.figure.code, 200)
        columns = np.any([(picture == color).all(axis=2) for color in colors], axis=0).any(axis=0).nonzero()[0]
        if len(columns):
            larger.append(regions[index].width / ((columns[-1] - columns[0] + 1) / 200))
    assert len(larger) > 30
    assert sum(ratio > 1.25 for ratio in larger) <= 1


@pytest.mark.slow
def test_captions_of_every_kind_of_svg_name_what_is_drawn_and_say_it():
    deck = generators.deck("svg", "3:x", captioned=True)
    firsts = {}
    for dealt in itertools.islice(deck, 500):
        firsts.setdefault(dealt.figure.kind, captions.row(dealt))
    done = [VGEN["svg"].rows.finish(row) for row in firsts.values()]
    assert len(done) >= 130
    kept = stated = 0
    for row in done:
        assert row["recall"] == 1.0 and row["match"] >= pictures.FULL
        output, things = mentions.read(row["caption"]), list(map(from_text, row["named"]))
        colors = {thing for thing in things if thing.what == "color" and thing.text != "white"}
        assert colors <= set(output), row["caption"]
        wanted = asserted.from_text(row["asserted"])
        for thing in wanted.things:
            # "a brown seed" says one; a list without articles has the noun in the singular
            assert thing.count < 2 or svg_caption.NUMBERS[thing.count] in row["caption"].split(), row["caption"]
        stated += len(row["named"])
        kept += len(wanted.things) + len(wanted.relations)
    assert kept > 0.9 * stated, "what captions state is checked in the drawing"
    assert 10 < sum(len(row["caption"].split()) for row in done) / len(done) < 40
    assert max(row["caption"].count(". ") for row in done) <= 4


def test_questions_for_a_use_go_with_passive_infinitives():
    """A kite is meant "to be flown on a line": no one uses it to be flown."""
    options = [kind.use for kind in catalogue.TEST if not lookalikes.group(kind)]
    assert any(use.startswith("to be ") for use in options) and all(use.startswith("to ") for use in options)
    assert not [text for text in svg_figures.USES[""] if re.search(r"\buse .* for\?$", text)]


@pytest.mark.process
def test_captions_call_things_it_and_people_by_their_names():
    people = things = 0
    for dealt in itertools.islice(generators.deck("svg", "3:words", captioned=True), 130):
        drawing = dealt.figure.details["drawing"]
        code = contents.read(dealt.figure.code)
        composed = svg_caption.compose(drawing, code, random.Random(dealt.identifier))
        name = drawing.kind.name.partition(" with ")[0]
        for text in (composed.text, *composed.paraphrases):
            assert "The style is" not in text
            own, pronoun = re.search(f"The {name} ha(s|ve) ", text), re.search(r"\b(It has|They have) ", text)
            if drawing.kind.category == "human":
                assert not pronoun, text
                people += bool(own)
            else:
                assert not own, text
                things += bool(pronoun)
    assert people > 10 and things > 100


@pytest.mark.process
def test_captioned_programs_are_all_different_and_can_be_made_again():
    rows = [row for _, row in itertools.islice(captions.captions("svg")("", 5), 150)]
    assert len({row["code"] for row in rows}) == len(rows)
    for row in rows[5::40]:
        assert VGEN["svg"].rows.finish(row)["caption"] == VGEN["svg"].rows.finish(row)["caption"] != ""
    with pytest.raises(LookupError, match="another version"):
        generators.redrawn("svg", rows[9]["id"], rows[9] | {"code": "<svg/>"}, captioned=True)


def test_bands_are_the_papers():
    assert [lengths.band("x" * length) for length in (1, 1000, 1001, 4000, 4001, 90_000)] == [
        *("1-1000", "1-1000", "1001-2000", "3001-4000", "4001+", "4001+")
    ]


def test_a_published_program_that_cannot_be_drawn_stays_a_question_without_a_picture():
    done = pictures.of_question(row(source="vgbench", code="<svg><g></svg>"), "svg")
    assert done["image"] is None and "parse_error" in done["defect"]
    assert prompts.applies(done, "code") and not prompts.applies(done, "code+image")


@pytest.mark.sandbox
def test_a_caption_of_ours_that_names_what_is_not_drawn_stops_the_build():
    named = ['["color", "blue"]']
    wrong = row(
        code="graph { a [color=red] }", kind="ball", design="ball", caption="A blue ball.", named=named, asserted="{}"
    )
    with pytest.raises(RuntimeError, match="missing: the color blue"):
        pictures.of_caption(wrong, "graphviz")
    code = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3" fill="red"/></svg>'
    published_one = pictures.of_caption(wrong | {"source": "vgbench", "code": code, "asserted": ""}, "svg")
    assert published_one["recall"] == 0.0 and published_one["image"] and not published_one["defect"]


# --- how it is asked --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", prompts.MODES)
def test_zero_shot_shows_what_the_mode_says_and_wants_a_letter(mode):
    system, user = VGQA["tikz"].prompts.strategies["zero-shot"](row(), Ask(mode))
    shown = user["content"] if isinstance(user["content"], str) else user["content"][-1]["text"]
    assert ("the drawing" in shown) is ("code" in mode)
    assert (user["content"][0] == {"type": "image", "image": b"PNG"}) is ("image" in mode)
    assert "A: Red\nB: Green\nC: Blue\nD: Black" in shown
    assert "letter" in system["content"] and ("TikZ" in system["content"]) is ("code" in mode)


def test_few_shot_shows_three_examples_of_the_same_type_as_earlier_turns():
    examples = [example(0, "usage"), *map(example, range(5))]
    system, *turns, user = VGQA["svg"].prompts.strategies["few-shot"](row(), Ask("code", examples=examples))
    assert [turn["role"] for turn in turns] == ["user", "assistant"] * 3
    assert [turn["content"] for turn in turns[1::2]] == ["A", "B", "C"]
    assert all(f"<svg>color {position}</svg>" in turn["content"] for position, turn in enumerate(turns[::2]))
    assert "the drawing" in user["content"] and "examples" in system["content"]


def test_few_shot_takes_other_types_from_a_split_without_the_rows_own():
    """A build of a few rows has train rows of some types only."""
    examples = [example(position, "usage") for position in range(2)]
    _, *turns, _ = VGQA["svg"].prompts.strategies["few-shot"](row(), Ask("code", examples=examples))
    assert [turn["content"] for turn in turns[1::2]] == ["A", "B"]


def test_few_shot_without_an_example_is_the_users_to_mend():
    with pytest.raises(UserError, match="--strategy zero-shot"):
        VGQA["svg"].prompts.strategies["few-shot"](row(), Ask("image", examples=[example(0, image=None)]))


def test_the_conversation_probes_each_option_and_keeps_the_replies():
    turns = talk("zero-shot-cot", row(), ["speaks for red", "", "blue it is", "not black"])
    assert len(turns) == 5
    assert [len(messages) for messages in turns] == [2, 4, 6, 8, 10]
    for letter, option, messages in zip("ABCD", row()["options"], turns, strict=False):
        assert f"option {letter}, {option}" in messages[-1]["content"]
        assert [message["role"] for message in messages[1:]] == ["user", "assistant"] * (len(messages) // 2 - 1) + [
            "user"
        ]
    final = turns[-1]
    assert [message["content"] for message in final[2::2]] == [
        "speaks for red",
        "(no reply)",
        "blue it is",
        "not black",
    ]
    assert sum("the drawing" in message["content"] for message in final) == 1
    assert "letter" in final[-1]["content"] and "letter of the right option" not in final[0]["content"]
    assert turns[0] is not turns[1], "what a turn was asked stays as it was"


def test_the_conversation_shows_the_picture_once():
    final = talk("zero-shot-cot", row(), ["a", "b", "c", "d"], mode="image")[-1]
    assert [message["content"][0]["type"] for message in final if isinstance(message["content"], list)] == ["image"]
    assert not any("the drawing" in str(message["content"]) for message in final)


@pytest.mark.parametrize("format", TYPES)
def test_generation_asks_for_the_format(format):
    system, user = VGEN[format].prompts.strategies["zero-shot"]({"caption": "A red ball."}, Ask("text"))
    assert prompts.FORMAT_NAMES[format] in system["content"] and user["content"] == "A red ball."


def test_texts_can_be_swapped():
    texts = {"choose": "Now?", "probe": "Is it {letter}?"}
    conversation = VGQA["svg"].prompts.strategies["zero-shot-cot"](row(), Ask("code", texts=texts))
    assert next(conversation)[-1]["content"].endswith("Is it A?")


# --- how it is scored -------------------------------------------------------------------------------------------------


def test_only_the_last_reply_of_a_conversation_is_read():
    right = Completion("C", turns=("A is right", "B", "Answer: D", "C"))
    wrong, none = Completion("Answer: A", turns=("C",) * 4), Completion("I refuse to say.", turns=("C",) * 4)
    scores = families.get("vgqa-svg").scoring.score([row()] * 3, [right, wrong, none])
    assert [score.value for score in scores] == [1.0, 0.0, 0.0]
    assert scores[2].status is not Status.OK


def test_averages_are_unweighted_over_the_types_and_within_bands():
    rows = [row(type=type, band=band) for type, band, _ in ANSWERED]
    result = scoring.choice_summary(rows, [Score(value) for *_, value in ANSWERED])
    assert result["average of the three types"] == pytest.approx((0.75 + 0 + 1) / 3)
    assert result["average of the three types, 1-1000 characters"] == pytest.approx((1 + 0 + 1) / 3)
    assert not any("4001+" in name for name in result), "not all types are there"
    assert scoring.choice_summary([], []) == {}


ANSWERED = [
    *[("category", "1-1000", 1.0)] * 3,
    ("category", "4001+", 0.0),
    ("color", "1-1000", 0.0),
    ("usage", "1-1000", 1.0),
]


@pytest.mark.process
def test_generation_keeps_failures_in_the_denominator_and_shows_the_upper_bound():
    circle = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="3" fill="{}"/></svg>'
    rows = [
        {"named": ['["color", "red"]', '["count", "circle", 1]'], "recall": own, "match": own, "cluster": str(own)}
        for own in (1.0, 0.5, 0.75)
    ]
    answers = [circle.format("red"), circle.format("blue"), "no drawing"]
    scores = scoring.match(rows, [Completion(answer) for answer in answers], "svg")
    result = {name: item.value for name, item in scoring.match_summary(rows, scores).items()}
    assert [score.value for score in scores] == [1.0, 0.5, 0.0]
    assert result["originals' own structural recall (upper bound)"] == 0.75
    assert result["drawn"] == pytest.approx(2 / 3)
    assert result["originals' own scene match (upper bound)"] == 0.75
    assert result["scene match of what is drawn"] == 0.75 and result["structural recall"] == 0.5
    assert (result["recall of colors"], result["recall of counts"]) == pytest.approx((1 / 3, 2 / 3))
    assert families.get("vgen-svg").compiles([Completion(answer) for answer in answers]) == [True, True, False]
