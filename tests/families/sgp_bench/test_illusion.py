"""The illusions: keys are verified by measuring the numbers in the program."""

import itertools
import math
import os
import re
import signal
import time
from collections import Counter
from xml.etree import ElementTree

import pytest

from sgpkit.benchmark import Ask, Completion
from sgpkit.extract import programs
from sgpkit.families.sgp_bench import BENCHMARKS, prompts
from sgpkit.families.sgp_bench.content.illusions import KINDS
from sgpkit.families.sgp_bench.content.illusions.figure import TARGET
from sgpkit.families.sgp_bench.sources import illusion
from sgpkit.families.shared.choices import asking, guessing
from sgpkit.graphics import svg
from sgpkit.metrics import isolated

ROWS = [row for seed in (0, 5) for _, row in illusion.figures("", seed)]


def elements(code, **wanted):
    """Return the attributes of the elements with these values, in document order."""
    drawing = ElementTree.fromstring(code).iter()
    matches = [dict(element.attrib, tag=element.tag.rpartition("}")[2]) for element in drawing]
    return [
        item for item in matches if all(item.get(name.replace("_", "-")) == value for name, value in wanted.items())
    ]


def numbers(text):
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]


def length(line):
    return math.hypot(*(float(line[f"{axis}2"]) - float(line[f"{axis}1"]) for axis in "xy"))


def largest(sizes, slack=0.01):
    """Return the index of the number that is larger by a tenth or more, 3 if all are equal."""
    order = sorted(range(3), key=lambda position: sizes[position])
    if sizes[order[2]] - sizes[order[0]] <= slack * sizes[order[0]]:
        return 3
    assert sizes[order[2]] > 1.1 * sizes[order[1]]
    assert sizes[order[1]] - sizes[order[0]] <= slack * sizes[order[0]]
    return order[2]


def odd_one(values, least):
    """Return the index of the number that differs from two equal ones, 3 if all are equal."""
    pairs = {item: [values[other] for other in range(3) if other != item] for item in range(3)}
    if max(values) - min(values) < 1e-6:
        return 3
    return next(item for item, (a, b) in pairs.items() if abs(a - b) < 1e-6 and abs(values[item] - a) > least)


def discs(code):
    result = elements(code, tag="circle", fill=TARGET)
    return largest([float(disc["r"]) for disc in sorted(result, key=lambda disc: float(disc["cx"]))])


def bars(code):
    return largest([float(bar["width"]) for bar in elements(code, tag="rect", fill=TARGET)])


def arches(code):
    spans = []
    for arch in elements(code, tag="path", fill=TARGET):
        values = numbers(arch["d"])
        spans.append(math.hypot(values[7] - values[0], values[8] - values[1]))
    return largest(spans)


def patches(code):
    small = [rect for rect in elements(code, tag="rect") if rect["width"] == "64"]
    levels = [int(rect["fill"][1:3], 16) for rect in sorted(small, key=lambda rect: float(rect["x"]))]
    return largest(levels)


def lines(code):
    return largest([length(line) for line in elements(code, tag="line", stroke=TARGET)])


def upright_level_slanted(code):
    kinds = {}
    for line in elements(code, tag="line", stroke=TARGET):
        upright, level = line["x1"] == line["x2"], line["y1"] == line["y2"]
        kinds[0 if upright else 1 if level else 2] = length(line)
    return largest([kinds[item] for item in range(3)])


def stretches(code):
    strokes = [float(line["x1"]) for line in elements(code, tag="line", stroke=TARGET)]
    return largest([b - a for a, b in itertools.pairwise(strokes)])


def continuation(code):
    colors = ("#d62828", "#1d4ed8", "#2a9d3a")
    pieces = [elements(code, tag="line", stroke=color)[0] for color in colors]
    (arm,) = [line for line in elements(code, tag="line") if line["stroke"] not in colors]
    x1, y1, x2, y2 = (float(arm[name]) for name in ("x1", "y1", "x2", "y2"))
    slope = (y2 - y1) / (x2 - x1)
    off = [abs(float(piece["y1"]) - (y1 + slope * (float(piece["x1"]) - x1))) for piece in pieces]
    on_the_line = [item for item in range(3) if off[item] < 0.1]
    assert all(distance > 20 for item, distance in enumerate(off) if item not in on_the_line)
    assert len(on_the_line) <= 1
    return on_the_line[0] if on_the_line else 3


def tilts(code):
    result = elements(code, tag="line", stroke=TARGET)
    slopes = [(float(line["y2"]) - float(line["y1"])) / (float(line["x2"]) - float(line["x1"])) for line in result]
    return odd_one(slopes, least=0.03)


def bows(code):
    bent = []
    for path in elements(code, tag="path", stroke=TARGET):
        bent.append("Q" in path["d"])
        if bent[-1]:
            x0, y0, x1, y1, x2, y2 = numbers(path["d"])
            assert math.hypot(x1 - (x0 + x2) / 2, y1 - (y0 + y2) / 2) / 2 > 10
    return {(True, False): 0, (False, True): 1, (True, True): 2, (False, False): 3}[tuple(bent)]


def outlined(code):
    return len(elements(code, tag="polygon", stroke=TARGET))


def dots(code):
    return (0, 2, 5, 9).index(len(elements(code, tag="circle")))


MEASURED = {
    "ebbinghaus": discs,
    "delboeuf": discs,
    "ponzo": bars,
    "jastrow": arches,
    "simultaneous-contrast": patches,
    "muller-lyer": lines,
    "oppel-kundt": stretches,
    "vertical-horizontal": upright_level_slanted,
    "sander": lines,
    "poggendorff": continuation,
    "zollner": tilts,
    "hering": bows,
    "wundt": bows,
    "cafe-wall": tilts,
    "kanizsa": outlined,
    "hermann-grid": dots,
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_key_is_what_the_program_draws(kind):
    rows = [row for row in ROWS if row["category"] == kind]
    assert len(rows) == 2 * illusion.PER_KIND
    for row in rows:
        true = KINDS[kind].options[MEASURED[kind](row["code"])]
        assert row["options"]["ABCD".index(row["answer"])] == true, row["id"]
        assert svg.validate(row["code"]) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_eye_is_led_independently_of_what_is_true(kind):
    rows = [row for row in ROWS if row["category"] == kind]
    assert {row["deceptive"] == "yes" for row in rows} == {row["lure"] != row["answer"] for row in rows}
    deceived = sum(row["lure"] != row["answer"] for row in rows) / len(rows)
    assert 0.4 <= deceived <= 1.0
    assert sorted(Counter(row["answer"] for row in rows).values()) == [10, 10, 10, 10]
    for question in KINDS[kind].questions:
        asked = [row for row in rows if row["question"] == question]
        true = Counter(row["options"]["ABCD".index(row["answer"])] for row in asked)
        assert len(asked) == 20 and max(true.values()) <= 6


def turning(code):
    """Return the sine and the cosine of the rotation about the center, times the scale: 0 and 1 without a rotation."""
    groups = elements(code, tag="g")
    if not groups:
        return 0.0, 1.0
    (group,) = groups
    shape = r"translate\(256 256\) rotate\((.*)\) scale\((.*)\) translate\(-256 -256\)"
    degrees, scale = map(float, re.fullmatch(shape, group["transform"]).groups())
    return scale * math.sin(math.radians(degrees)), scale * math.cos(math.radians(degrees))


def test_what_is_drawn_stays_on_the_canvas():
    for row in ROWS:
        sin, cos = turning(row["code"])

        def inside(x, y, radius=0.0, sin=sin, cos=cos):
            x, y = float(x) - 256, float(y) - 256
            reach = 256 - float(radius) * math.hypot(sin, cos)
            return max(abs(cos * x - sin * y), abs(sin * x + cos * y)) <= reach

        for line in elements(row["code"], tag="line"):
            assert inside(line["x1"], line["y1"]) and inside(line["x2"], line["y2"]), row["id"]
        for disc in elements(row["code"], tag="circle"):
            assert inside(disc["cx"], disc["cy"], disc["r"]), row["id"]
        for shape in elements(row["code"], tag="polygon"):
            assert all(inside(*point.split(",")) for point in shape["points"].split()), row["id"]


def hangs(arch):
    """Return whether a ring segment has its crown below."""
    values = numbers(arch["d"])
    return values[1] > values[10]


def test_questions_call_things_what_they_are():
    for row in ROWS:
        question = row["question"]
        drawn = elements(row["code"])
        if "square" in question:
            blocks = [item for item in drawn[2:] if item["tag"] == "rect"]
            assert sum(item["width"] == item["height"] for item in blocks) == 3
        if "arch" in question:
            assert not any(hangs(item) for item in drawn if item["tag"] == "path")
        if "joint" in question:
            edges = {item["y"] for item in drawn if "y" in item}
            assert all({item["y1"], item["y2"]} <= edges for item in drawn if item["tag"] == "line")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_options_answer_in_the_words_of_the_question(kind):
    for question in kind.questions:
        assert {option.startswith("at ") for option in kind.options} == {"At how many" in question}


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_places_hold_where_figures_are_turned(kind):
    turns = [math.degrees(math.atan2(*turning(row["code"]))) for row in ROWS if row["category"] == kind]
    assert all(abs(turn) <= 25.1 for turn in turns)
    if "not level" in " ".join(KINDS[kind].questions):
        assert not any(turns)


def test_dots_are_seen_in_small_pictures():
    for row in ROWS:
        if row["category"] == "hermann-grid":
            for dot in elements(row["code"], tag="circle"):
                assert 2 * float(dot["r"]) * math.hypot(*turning(row["code"])) * 224 / 512 >= 4


def test_guessing_stays_low():
    rows = ROWS[: illusion.ROWS]
    assert guessing.share_right(rows, guessing.constant(rows)) == 0.25
    assert guessing.share_right(rows, guessing.text_only(rows)) < 0.35


ILLUSION = next(benchmark for benchmark in BENCHMARKS if benchmark.config == "sgp-illusion")
ROW = ROWS[0] | {"image": b"\x89PNG"}


def asked(mode):
    return prompts.own_program(ROW, Ask(mode, "", ILLUSION.prompts.texts))


@pytest.mark.parametrize("mode", asking.MODES)
def test_from_the_picture_by_an_own_program_to_the_answer(mode):
    conversation = asked(mode)
    first = next(conversation)[0]["content"]
    assert first[0] == {"type": "image", "image": ROW["image"]}
    assert ROW["question"] not in first[1]["text"] and ROW["code"] not in first[1]["text"]
    second = conversation.send(Completion("Here:\n```svg\n<svg id='mine'/>\n```"))[0]["content"]
    text = second if isinstance(second, str) else second[1]["text"]
    assert isinstance(second, list) is (mode == "code+image")
    assert "<svg id='mine'/>" in text and ROW["question"] in text and ROW["code"] not in text
    with pytest.raises(StopIteration):
        conversation.send(Completion("Answer: A"))


def test_a_reply_without_a_program_ends_the_conversation():
    conversation = asked("image")
    next(conversation)
    with pytest.raises(StopIteration):
        conversation.send(Completion("I would rather not. Answer: A"))


def crash(text):
    os.kill(os.getpid(), signal.SIGSEGV)


def overflow(text):
    return overflow(text)


def fill(text):
    return [0] * 2**36


HOSTILE = {
    "nested fences": "```svg\n" * 200_000,
    "nested drawings": "<svg>" * 200_000,
    "unfinished drawings": "<svg " * 500_000,
    "thoughts": "<think>" * 500_000,
    "ends of thoughts": "</think>" * 500_000,
    "quotes": "<svg a='" * 200_000,
    "comments": "<svg><!--" * 200_000,
    "surrogates": "\ud800<svg>\udfff" * 1000,
    "too long": "<svg/>" * 2_000_000,
    "zeros": "\0" * 1_000_000 + "<svg\0/>",
    "braces": "<svg>{question}{0.__class__}{</svg>",
}


@pytest.mark.process
@pytest.mark.parametrize("reply", HOSTILE.values(), ids=HOSTILE)
def test_a_reply_that_attacks_its_reader_is_read_in_a_worker(reply, monkeypatch):
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    monkeypatch.setattr(programs, "code_answer", None)  # in this process
    begun = time.process_time()
    conversation = asked("image")
    next(conversation)
    try:
        (message,) = conversation.send(Completion(reply))
        assert ROW["question"] in message["content"]
        with pytest.raises(StopIteration):
            conversation.send(Completion("Answer: A"))
    except StopIteration:
        assert "{question}" not in reply
    assert time.process_time() - begun < 2


@pytest.mark.process
@pytest.mark.parametrize("end", [crash, overflow, fill])
def test_a_reply_at_which_its_reader_ends_ends_the_conversation(end, monkeypatch):
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    monkeypatch.setattr(prompts, "PROGRAM_IN", isolated.reading(end))
    conversation = asked("image")
    next(conversation)
    with pytest.raises(StopIteration):
        conversation.send(Completion("<svg></svg>"))


def test_how_often_the_answer_follows_the_illusion_is_told():
    rows = ROWS[:40]
    taken = [Completion(f"Answer: {row['lure']}") for row in rows]
    assert (
        ILLUSION.scoring.summary(rows, ILLUSION.scoring.score(rows, taken))[
            "follows the illusion, where it is wrong"
        ].value
        == 1.0
    )
    right = [Completion(f"Answer: {row['answer']}") for row in rows]
    assert (
        ILLUSION.scoring.summary(rows, ILLUSION.scoring.score(rows, right))[
            "follows the illusion, where it is wrong"
        ].value
        == 0.0
    )


def test_no_letter_is_likelier_for_its_wording():
    asked = Counter((row["question"], row["answer"]) for _, row in illusion.figures("", 0))
    assert max(asked.values()) == 3
    assert len({text for text, _ in asked}) == 2 * len(KINDS)
