"""Prompts of rows, scores and tables of answers, and the score of guessing."""

import random

import pytest

from sgpkit.benchmark import Ask, Completion, Score
from sgpkit.families.sgp_bench import BENCHMARKS, prompts, scoring
from sgpkit.families.shared.choices import asking, guessing, keys
from sgpkit.families.shared.choices import scoring as choices
from sgpkit.status import Status

CONFIGS = {benchmark.config: benchmark for benchmark in BENCHMARKS}


def row(number=0, **changes):
    return {
        "id": f"row-{number}",
        "cluster": f"drawing-{number}",
        "category": "tool",
        "type": "color",
        "question": "What color is the handle?",
        "options": ["Red", "Green", "Blue", "Black"],
        "answer": "B",
        "code": "<svg>{not a placeholder}</svg>",
        "image": b"\x89PNG",
    } | changes


def ask(strategy, mode, row, texts=None):
    return prompts.STRATEGIES[strategy](row, Ask(mode, "", texts or prompts.TEXTS))


@pytest.mark.parametrize("strategy", prompts.STRATEGIES)
def test_the_mode_says_what_is_shown(strategy):
    (code,), (image,), (both,) = (ask(strategy, mode, row()) for mode in asking.MODES)
    assert row()["code"] in code["content"]
    for message, shows_code in ((image, False), (both, True)):
        picture, text = message["content"]
        assert picture == {"type": "image", "image": b"\x89PNG"}
        assert (row()["code"] in text["text"]) is shows_code
        assert "What color is the handle?" in text["text"] and "A) Red\nB) Green\nC) Blue\nD) Black" in text["text"]


def test_the_last_line_is_asked_for_with_the_letters_there_are():
    assert "`Answer: X`, where X is A, B, C or D." in ask("cot", "code", row())[0]["content"]
    two = ask("direct", "code", row(options=["Yes", "No"]))[0]["content"]
    assert "X is A or B." in two and "C)" not in two
    digit = {name: value for name, value in row().items() if name != "options"}
    assert "X is the digit." in ask("cot", "code", digit)[0]["content"]
    assert "step by step" in ask("cot", "code", row())[0]["content"]
    assert "step by step" not in ask("direct", "code", row())[0]["content"]


@pytest.mark.parametrize("config", CONFIGS)
def test_every_text_of_a_config_can_be_swapped(config):
    benchmark = CONFIGS[config]
    for name in benchmark.prompts.texts:
        texts = {name: "SWAPPED"}
        text = ""
        for strategy in benchmark.prompts.strategies.values():
            for mode in benchmark.prompts.modes:
                asked = strategy(ROWS.get(config, row)(), Ask(mode, "", texts))
                if not isinstance(asked, list):
                    first = next(asked)
                    asked = [*first, *asked.send(Completion("<svg viewBox='0 0 1 1'></svg>"))]
                text += str(asked)
        assert "SWAPPED" in text, name


def digit_row(**changes):
    return {name: value for name, value in row(answer="7").items() if name != "options"} | changes


ROWS = {"sgp-mnist": digit_row}


def test_answers_become_scores_with_the_option_that_was_named():
    texts = ("Answer: B", "I see green.\n\nAnswer: A", "no idea", "")
    scores = choices.choices([row()] * 4, [Completion(text) for text in texts])
    assert [(score.value, scoring.letter_of(score)) for score in scores] == [(1, "B"), (0, "A"), (0, None), (0, None)]
    assert [score.status for score in scores[2:]] == [Status.NO_ANSWER] * 2
    assert all(score.reason for score in scores[2:])


@pytest.mark.parametrize(
    ("text", "value", "status"),
    [
        ("Answer: 7", 1.0, Status.OK),
        ("It looks like a 1 first.\nAnswer: 7", 1.0, Status.OK),
        ("Answer: 3", 0.0, Status.OK),
        ("", 0.0, Status.NO_ANSWER),
    ],
)
def test_digits(text, value, status):
    (score,) = scoring.digits([digit_row()], [Completion(text)])
    assert (score.value, score.status) == (value, status)
    assert score.reason


def score_of(letter, right="B"):
    return Score(float(letter == right), labels={scoring.CHOICE: letter} if letter else {})


def moved(motion, draw, question="Q", program="p"):
    return row(id=f"{program}-{question}-{motion}{draw}", program=program, question=question, motion=motion, draw=draw)


def test_consistency_is_the_share_of_the_most_common_answer():
    rows, scores = [], []
    for motion, letters in (("none", "A"), ("T", "BBBBA"), ("SE2", "BACDB")):
        for draw, letter in enumerate(letters):
            rows.append(moved(motion, draw))
            scores.append(score_of(letter))
    figures = scoring.invariance_summary(rows, scores)
    assert figures["accuracy, T"].value == pytest.approx(0.8)
    assert figures["consistency, T"].value == pytest.approx(0.8)
    assert figures["consistency, SE2"].value == pytest.approx(0.4)
    assert figures["accuracy, SE2"].value == pytest.approx(0.4)


def test_no_answer_is_a_majority_as_published_but_not_in_the_strict_score():
    rows = [moved("T", draw) for draw in range(5)]
    figures = scoring.invariance_summary(rows, [score_of(letter) for letter in (None, None, None, None, "B")])
    assert figures["consistency, T"].value == pytest.approx(0.8)
    assert figures["consistency, T, no answer never a majority"].value == pytest.approx(0.2)
    assert "accuracy, SE2" not in figures


def test_samples_of_a_row_are_consistent_each_for_itself():
    rows = [moved("T", draw) for draw in range(5) for _ in range(2)]
    scores = [score_of(letter) for _ in range(5) for letter in "AB"]
    assert scoring.invariance_summary(rows, scores)["consistency, T"].value == 1.0


# --- guessing ---------------------------------------------------------------------------------------------------------


def asked_alike(answers, **changes):
    return [row(number, answer=answer, **changes) for number, answer in enumerate(answers)]


def test_the_best_constant_letter():
    rows = asked_alike("AABCD")
    assert guessing.share_right(rows, guessing.constant(rows)) == 0.4


def test_what_a_question_text_gives_away_is_found():
    rows = asked_alike("AAAAAAAA") + asked_alike("CCCC", question="What is it?")
    rows = [item | {"cluster": f"c{position}"} for position, item in enumerate(rows)]
    assert guessing.share_right(rows, guessing.text_only(rows)) == 1.0


def test_the_row_at_hand_does_not_tell_its_own_answer():
    rows = [row(number, question=f"Question {number}?", answer="ABCD"[number % 4]) for number in range(8)]
    assert guessing.share_right(rows, guessing.text_only(rows)) < 0.5
    same_drawing = [item | {"cluster": "one", "question": "Q"} for item in asked_alike("BBBB")]
    assert guessing.share_right(same_drawing, guessing.text_only(same_drawing)) == 0.0


def test_rows_are_judged_alike_in_blocks_of_drawings(monkeypatch):
    generator = random.Random(4)
    words = ["red", "blue", "green", "one", "two", "three"]
    rows = []
    for _ in range(400):
        options = generator.sample(words, 4)
        cluster = f"c{generator.randrange(60)}"
        question = f"question {generator.randrange(9)}"
        rows.append({"cluster": cluster, "question": question, "options": options, "answer": generator.choice("ABCD")})
    together = guessing.text_only(rows)
    for block in (1, 30, 150):
        monkeypatch.setattr(guessing, "BLOCK", block)
        assert guessing.text_only(rows) == together
    names = [(row["question"], row["options"]["ABCD".index(row["answer"])], row["cluster"]) for row in rows]
    for row, answer in zip(rows, together, strict=True):
        elsewhere = [
            (
                sum((row["question"], text) == name[:2] and name[2] != row["cluster"] for name in names),
                sum(text == name[1] and name[2] != row["cluster"] for name in names),
            )
            for text in row["options"]
        ]
        assert answer == f"Answer: {'ABCD'[elsewhere.index(max(elsewhere))]}"


@pytest.mark.parametrize("name", [letter * 3 for letter in "xyz"])
def test_keys_are_balanced_in_every_four_rows(name):
    letters = "".join(keys.letter(number, name) for number in range(400))
    assert all(sorted(letters[start : start + 4]) == list("ABCD") for start in range(0, 400, 4))
    assert len({letters[start : start + 4] for start in range(0, 400, 4)}) > 15
    assert keys.ordered("right", ["a", "b", "c"], "C", name)[2] == "right"


def test_baselines_are_offered_by_every_config_that_is_scored():
    for benchmark in BENCHMARKS:
        if benchmark.scoring.score is None:
            continue
        lengths = {"text-length"} if "cad" in benchmark.config else set()
        assert benchmark.evidence.baselines.keys() == {"constant", "text-only"} | lengths
        assert dict(benchmark.prompts.sampling) == {"temperature": 0.0, "max_tokens": 2048, "n": 1}
        assert benchmark.prompts.modes == ("code", "image", "code+image")
