"""Captions compared with captions: figures of sacrebleu and rouge-score, and captions extracted from completions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU, CHRF

from sgpkit.metrics.captions import rouge
from sgpkit.metrics.captions import text as caption_text
from sgpkit.metrics.captions.caption_quality import score
from sgpkit.metrics.pair_metric import PairMetric
from sgpkit.status import Rejected, Status

RED = "A red circle on a white ground, left of a small tree."
BLUE = "Two blue squares stand side by side under a yellow sun."

# Texts, and the F1 that rouge-score 0.1.2 gives for rougeL without stemming.
ROUGE = [
    ("the cat sat on the mat", "the cat lay on the mat", 0.8333333333333334),
    ("The Cat; sat!", "the cat sat", 1.0),
    ("a b c d", "d c b a", 0.25),
    ("circles 3.5 wide", "a circle 3 5 wide", 0.6666666666666665),
    ("café au lait", "cafe au lait", 0.6666666666666666),
    ("", "a circle", 0.0),
    ("円", "円", 0.0),
    ("one two two three", "two one two three two", 0.6666666666666665),
]


@pytest.mark.parametrize(("prediction", "reference", "expected"), ROUGE)
def test_rouge_l_is_that_of_rouge_score(prediction, reference, expected):
    assert rouge.rouge_l(prediction, reference) == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.sampled_from("abcd"), max_size=80), st.lists(st.sampled_from("abcd"), max_size=80))
def test_the_longest_common_subsequence_is_that_of_its_definition(ours, theirs):
    row = [0] * (len(ours) + 1)
    for word in theirs:
        following = [0]
        for position, other in enumerate(ours):
            following.append(row[position] + 1 if word == other else max(row[position + 1], following[-1]))
        row = following
    assert rouge.common_length(ours, theirs) == row[-1]


def test_the_batch_has_sacrebleus_figures_and_failures_count_as_no_words():
    predictions = ["A red circle, left of a tree.", "", "A house.", "Two blue squares under a sun."]
    references = [RED, BLUE, RED, BLUE]
    scores = score(predictions, references)
    assert scores.bleu == pytest.approx(BLEU().corpus_score(predictions, [references]).score)
    assert scores.chrf == pytest.approx(CHRF(word_order=2).corpus_score(predictions, [references]).score)
    without = score([predictions[0], *predictions[2:]], [RED, RED, BLUE])
    assert scores.bleu < without.bleu and scores.chrf < without.chrf and scores.rouge_l < without.rouge_l
    rouges = [rouge.rouge_l(one, other) for one, other in zip(predictions, references, strict=True)]
    assert scores.rouge_l == pytest.approx(100 * sum(rouges) / 4)
    assert scores.signatures["bleu"].startswith("nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:")
    assert scores.signatures["chrf"].startswith("nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:")


def test_facts_are_those_of_the_nearest_wording_and_published_measures_of_the_caption():
    row = {
        "caption": "A tree with green leaves.",
        "paraphrases": ["Green leaves on a tree.", "A tree, its leaves green."],
    }
    other = "A tree, its leaves green."
    with_others, alone = score([other], [row]).scores[0], score([other], [row["caption"]]).scores[0]
    assert with_others.value == 1.0 >= alone.value
    assert {**with_others.parts, "facts": 0} == {**alone.parts, "facts": 0}
    assert score(["A car."], [row]).scores[0].value == 0.0


def test_each_caption_has_its_own_figures():
    (same,) = score([RED], [RED]).scores
    assert (same.value, same.status) == (1.0, Status.OK)
    assert dict(same.parts) == pytest.approx({"facts": 1.0, "bleu": 100.0, "chrf": 100.0, "rouge_l": 100.0})
    (near,) = score(["A red ball."], [RED]).scores
    assert near.parts["bleu"] == pytest.approx(BLEU(effective_order=True).sentence_score("A red ball.", [RED]).score)
    assert near.parts["chrf"] == pytest.approx(CHRF(word_order=2).sentence_score("A red ball.", [RED]).score)
    assert near.parts["rouge_l"] == pytest.approx(100 * rouge.rouge_l("A red ball.", RED))
    assert near.value == near.parts["facts"]


def test_captions_stay_at_their_places():
    predictions = ["", RED, None, "I'm sorry, I can't see it.", BLUE, 7, "<think>red", RED]
    verdicts = score(predictions, [RED] * 8).scores
    assert [verdict.status for verdict in verdicts] == [
        "no_answer", "ok", "no_answer", "refused", "ok", "no_answer", "truncated", "ok",
    ]  # fmt: skip
    assert [verdict.value for verdict in verdicts if verdict.status is not Status.OK] == [0.0] * 5
    assert verdicts[1].value == verdicts[7].value == 1.0 > verdicts[4].value


def test_references_may_be_rows():
    assert score([RED], [{"id": "x", "caption": RED}]).scores[0].value == 1.0


def test_an_empty_batch_is_a_result_too():
    assert score([], []).bleu == 0.0


def test_learned_measures_get_the_captions_and_stay_in_place():
    learned = {
        "length": PairMetric(
            lambda ours, theirs: [len(one) - len(other) for one, other in zip(ours, theirs, strict=True)], -9.0
        )
    }
    verdicts = score(["", RED, "**Caption:** A tree."], [RED] * 3, learned=learned).scores
    assert [verdict.parts["length"] for verdict in verdicts] == [-9.0, 0.0, len("A tree.") - len(RED)]


@pytest.mark.parametrize(
    ("reference", "message"),
    [(None, "reference 0: expected a caption"), ("  ", "reference 0"), ({"code": "x"}, "reference 0")],
)
def test_mistakes_of_the_caller_are_told(reference, message):
    with pytest.raises(ValueError, match=message):
        score([RED], [reference])
    with pytest.raises(ValueError, match="the same number of each"):
        score([RED], [RED, RED])


# --- captions in completions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "completion",
    [
        RED,
        f"  {RED}\n",
        f"<think>It is round.</think>\n{RED}",
        f"Caption: {RED}",
        f"**Caption:** {RED}",
        f"**Caption**: {RED}",
        f"## Description:\n\n{RED}",
        f"The caption: “{RED}”",
        f'"{RED}"',
    ],
)
def test_a_caption_is_read_without_what_stands_around_it(completion):
    assert caption_text.caption(completion) == RED


@pytest.mark.parametrize(
    "text",
    [
        '"Stop" is written on a sign that says "Go"',
        "A sign with the caption: wait",
        "Description of a sign that reads Caption:",
        "It's a circle'",
    ],
)
def test_what_belongs_to_a_caption_is_left_in_it(text):
    assert caption_text.caption(text) == text


@pytest.mark.parametrize(
    ("completion", "finish", "status"),
    [
        ("", "stop", Status.NO_ANSWER),
        ("  \n", "stop", Status.NO_ANSWER),
        ("", "missing", Status.NO_ANSWER),
        ("", "length", Status.TRUNCATED),
        ("<think>a circle", "stop", Status.TRUNCATED),
        ("<think>a circle</think>", "stop", Status.NO_ANSWER),
        ("Caption: ''", "stop", Status.NO_ANSWER),
        ("Caption: I cannot help with that.", "stop", Status.REFUSED),
        ("red " * 6_000, "stop", Status.TOO_LARGE),
        ("red " * 3_000_000, "stop", Status.TOO_LARGE),
    ],
)
def test_what_is_no_caption_has_its_status(completion, finish, status):
    with pytest.raises(Rejected) as refused:
        caption_text.caption(completion, finish)
    assert refused.value.status is status


def test_a_caption_that_the_token_limit_cut_is_taken_as_far_as_it_goes():
    assert caption_text.caption("A red circle on a", "length") == "A red circle on a"


@given(st.text(max_size=200))
def test_any_text_is_a_caption_that_can_be_written_or_has_a_status(text):
    try:
        caption_text.caption(text).encode()
    except Rejected as refused:
        assert refused.reason
    assert 0 <= score([text], [RED]).scores[0].value <= 1
