"""Accuracy, consistency and entropy of answers, compared with numbers computed by hand and independent oracles."""

import math

import evaluate
import pytest
from hypothesis import given
from hypothesis import strategies as st
from paths import METRICS

from sgpkit import statistics
from sgpkit.extract import Answer
from sgpkit.metrics.choices import answer_consistency, answer_entropy, choice_accuracy
from sgpkit.status import Status
from sgpkit.values import Completion

COLORS = ["Red", "Blue", "Yellow", "Green"]
ANSWERS = st.sampled_from([*"ABCD", None])


def row(answer, **columns):
    return {"id": "x", "answer": answer, "options": COLORS, **columns}


@pytest.fixture
def load(monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)
    return lambda name: evaluate.load(str(METRICS / name), keep_in_memory=True)


class TestAccuracy:
    def test_letters_texts_and_reasons(self):
        verdicts = choice_accuracy.score(
            ["Answer: B", "Answer: blue", "Answer: A", "It is hard to say.", None],
            ["B"] * 5,
            options=[COLORS] * 5,
        )
        assert [verdict.value for verdict in verdicts] == [1.0, 1.0, 0.0, 0.0, 0.0]
        assert [verdict.status for verdict in verdicts] == ["ok", "ok", "ok", "no_answer", "no_answer"]
        assert [verdict.labels.get("choice") for verdict in verdicts] == ["B", "B", "A", None, None]
        assert [verdict.reason for verdict in verdicts][:3] == ["B is right", "B is right", "A instead of B"]

    def test_references_may_be_rows(self):
        verdicts = choice_accuracy.score(["Answer: Yellow", "Answer: C"], [row("C"), row("A")])
        assert [verdict.value for verdict in verdicts] == [1.0, 0.0]

    def test_without_texts_only_a_letter_counts(self):
        assert [item.value for item in choice_accuracy.score(["(c)", "Answer: Yellow"], ["C", "C"])] == [1.0, 0.0]

    def test_a_cut_answer_is_truncated(self):
        (verdict,) = choice_accuracy.score([Completion("First, I look at", "length")], ["A"])
        assert verdict.status is Status.TRUNCATED

    @pytest.mark.parametrize(
        ("references", "options", "message"),
        [
            ([1], None, "reference 0: expected a letter"),
            (["b"], None, "reference 0: expected a letter"),
            ([{"options": COLORS}], None, "reference 0: expected a letter"),
            (["C"], [["Yes", "No"]], "the key C is not one of its 2 options"),
            (["C"], [COLORS, COLORS], "options of 2 questions"),
            (["A", "B"], None, "1 predictions and 2 references"),
        ],
    )
    def test_mistakes_of_the_caller_are_told(self, references, options, message):
        with pytest.raises(ValueError, match=message):
            choice_accuracy.score(["A"], references, options)

    def test_tables_by_column_list_and_mapping(self, load):
        rows = [row("A", type="color", code=1), row("B", type="count", code=1), row("A", type="color", code=2)]
        predictions = ["Answer: A", "Answer: A", "Answer: D"]
        metric = load("choice_accuracy")
        by_column = metric.compute(predictions=predictions, references=rows, by="type")["by"]
        assert [(line["group"], line["n"], line["accuracy"]) for line in by_column["type"]] == [
            ("color", 2, 0.5),
            ("count", 1, 0.0),
        ]
        assert {line["method"] for line in by_column["type"]} == {
            "none: 2 drawings; at least 5 are needed",
            "none: 1 drawing; at least 5 are needed",
        }
        ten = metric.compute(predictions=["A", "B"] * 5, references=[row("A", type="color")] * 10, by="type")
        (line,) = ten["by"]["type"]
        assert line["low"] < line["accuracy"] < line["high"]
        by_list = metric.compute(predictions=predictions, references=rows, by=["x", "y", "x"])["by"]["by"]
        assert [(line["group"], line["n"]) for line in by_list] == [("x", 2), ("y", 1)]
        by_both = metric.compute(predictions=predictions, references=rows, by={"kind": "type", "mine": [1, 1, 1]})["by"]
        assert list(by_both) == ["kind", "mine"]
        with pytest.raises(ValueError, match="the column 'colour'"):
            metric.compute(predictions=predictions, references=rows, by="colour")

    def test_answers_are_aligned(self, load):
        result = load("choice_accuracy").compute(predictions=["A", 3.5, "D) Green"], references=[row("A")] * 3)
        assert result["answers"] == ["A", None, "D"]
        assert result["accuracy"] == pytest.approx(1 / 3)
        assert result["intervals"]["accuracy"]["n"] == 3

    def test_rows_of_one_drawing_count_together(self, load):
        rows = [row("A") | {"cluster": f"drawing {index // 2}"} for index in range(12)]
        right = {"predictions": ["A", "A", "B", "B"] * 3, "references": rows}
        by_column = load("choice_accuracy").compute(**right)["intervals"]["accuracy"]
        given = load("choice_accuracy").compute(**right, clusters=[one["cluster"] for one in rows])["intervals"]
        assert (by_column["n"], by_column["clusters"]) == (12, 6)
        assert by_column == given["accuracy"]
        alone = load("choice_accuracy").compute(**right, clusters=range(12))["intervals"]["accuracy"]
        assert alone["high"] - alone["low"] < by_column["high"] - by_column["low"]

    def test_rows_can_be_added_in_batches(self, load):
        metric = load("choice_accuracy")
        metric.add_batch(predictions=["Answer: Red", "Answer: Green"], references=[row("A")] * 2)
        assert metric.compute()["scores"] == [1.0, 0.0]


class TestConsistency:
    def test_as_published(self):
        # Two groups of five: 3 of 5 and 4 of 5 gave the most common answer.
        answers = [*"AABBA", *"CCCCD"]
        assert answer_consistency.consistency(answers, [1] * 5 + [2] * 5) == pytest.approx(0.7)

    def test_no_answer_is_a_class_as_published_and_never_in_the_strict_figure(self):
        answers = [None, None, None, "A", "A"]
        assert answer_consistency.consistency(answers, [0] * 5) == pytest.approx(0.6)
        assert answer_consistency.consistency(answers, [0] * 5, strict=True) == pytest.approx(0.4)
        assert answer_consistency.consistency([None] * 5, [0] * 5) == 1.0
        assert answer_consistency.consistency([None] * 5, [0] * 5, strict=True) == 0.0

    def test_nothing_is_consistent_with_nothing(self):
        assert answer_consistency.consistency([], []) == 0.0

    @given(st.lists(st.tuples(ANSWERS, st.integers(0, 4)), min_size=1))
    def test_against_counting_every_class(self, items):
        answers, groups = zip(*items, strict=True)
        shares = []
        for group in set(groups):
            mine = [answer for answer, other in items if other == group]
            shares.append(max(sum(answer == letter for answer in mine) for letter in [*"ABCD", None]) / len(mine))
        published = answer_consistency.consistency(answers, groups)
        assert published == pytest.approx(sum(shares) / len(shares))
        assert answer_consistency.consistency(answers, groups, strict=True) <= published

    @given(st.lists(st.tuples(ANSWERS, st.integers(0, 4)), min_size=1), st.randoms())
    def test_order_does_not_matter(self, items, random):
        shuffled = random.sample(items, len(items))
        one, other = (answer_consistency.consistency(*zip(*item, strict=True)) for item in (items, shuffled))
        assert one == pytest.approx(other)

    @given(st.lists(ANSWERS, min_size=1, max_size=8))
    def test_the_aligned_scores_of_one_group_have_its_share_as_mean(self, letters):
        answers = [
            Answer(letter, Status.OK if letter else Status.NO_ANSWER, "" if letter else "none") for letter in letters
        ]
        verdicts = answer_consistency.score(answers, ["g"] * len(letters))
        assert sum(verdict.value for verdict in verdicts) / len(letters) == answer_consistency.share(letters)
        strict = [verdict.parts["strict"] for verdict in verdicts]
        assert sum(strict) / len(strict) == answer_consistency.share(letters, strict=True)
        assert all(verdict.reason for verdict in verdicts)

    def test_the_metric_groups_rows_by_program_motion_and_question(self, load):
        def perturbed(program, motion, draw):
            return row("A", program=program, motion=motion, draw=draw, question="What colour?")

        rows = [perturbed("p", motion, draw) for motion in ("T", "SE2") for draw in range(5)]
        predictions = ["Answer: A"] * 5 + ["Answer: A", "Answer: A", "Answer: Red", "who knows", "who knows"]
        result = load("answer_consistency").compute(predictions=predictions, references=rows)
        assert (result["groups"], result["consistency"]) == (2, pytest.approx((1 + 0.6) / 2))
        assert result["strict_consistency"] == result["consistency"]
        with pytest.raises(ValueError, match="'motion' is missing"):
            load("answer_consistency").compute(predictions=["A"], references=[{"program": "p", "question": "q"}])


class TestEntropy:
    def test_mode_of_ties_is_none(self):
        assert answer_entropy.mode(["A", "A", "B", None]) == "A"
        assert answer_entropy.mode(["A", "B"]) is None
        assert answer_entropy.mode([None, None, "B"]) == "B"
        assert answer_entropy.mode([]) is None
        assert answer_entropy.mode([None, None, "B"], strict=True) is None

    def test_runs_that_are_silent_do_not_agree(self):
        """One right letter among silent runs is full agreement, as published; not so in the strict figures."""
        row = answer_entropy.Row(("A", None, None), 4, humans=("A", "A"), key="A")
        result = answer_entropy.figures([row])
        assert (result.entropy, result.agreement_with_key, result.agreement_with_humans) == (0.0, 1.0, 1.0)
        assert result.strict_entropy == statistics.entropy(row.answers, 4, strict=True) > 0.3
        assert (result.strict_agreement_with_key, result.strict_agreement_with_humans) == (0.0, 0.0)
        assert result.strict_human_agreement_with_key == 1.0
        assert result.silent == pytest.approx(2 / 3)

    def test_runs_people_and_keys_are_compared(self, load):
        predictions = ["Answer: A", "Answer: A", "Answer: C", "Answer: B", "Answer: C", "no idea"]
        result = load("answer_entropy").compute(
            predictions=predictions,
            references=["one"] * 3 + ["two"] * 3,
            humans={"one": ["A", "A", "A", "A", "B"], "two": ["B"] * 5, "three": ["C"]},
            keys={"one": "A", "two": "B"},
        )
        thirds = -(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3)) / math.log(4)
        fifths = -(0.8 * math.log(0.8) + 0.2 * math.log(0.2)) / math.log(4)
        assert result["entropy"] == pytest.approx((thirds + 0.5) / 2)
        assert result["human_entropy"] == pytest.approx(fifths / 2)
        assert result["agreement_with_humans"] == 0.5, "the runs are undecided on row two"
        assert (result["agreement_with_key"], result["human_agreement_with_key"]) == (0.5, 1.0)
        assert [(line["row"], line["n"], line["named"], line["most_common"]) for line in result["rows"]] == [
            ("one", 3, 3, "A"),
            ("two", 3, 2, None),
        ]
        assert result["scores"] == [1, 1, 0, 0, 0, 0]

    def test_without_people_or_keys_their_figures_are_none(self, load):
        result = load("answer_entropy").compute(predictions=["A", "B"], references=["x", "x"])
        assert result["entropy"] == pytest.approx(0.5)
        assert result["human_entropy"] is result["agreement_with_key"] is result["human_kappa"] is None

    def test_rows_bring_their_options_and_key(self, load):
        rows = [{"id": "x", "answer": "B", "options": ["Yes", "No"]}] * 2
        result = load("answer_entropy").compute(predictions=["Answer: no", "Answer: A"], references=rows)
        assert (result["entropy"], result["agreement_with_key"]) == (pytest.approx(1.0), 0.0)
