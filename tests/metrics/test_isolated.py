"""Metrics in worker processes: the effect of an answer is limited to itself, and the rest is as without workers."""

import hostile_functions
import pytest

from sgpkit.errors import UserError
from sgpkit.graphics import raster
from sgpkit.metrics import isolated
from sgpkit.metrics.captions import caption_quality
from sgpkit.metrics.choices import answer_consistency, choice_accuracy
from sgpkit.metrics.code import code_similarity
from sgpkit.sandbox.untrusted import workers as worker_processes
from sgpkit.sandbox.untrusted.workers import Limits
from sgpkit.status import Rejected, Status
from sgpkit.values import Completion, Score

pytestmark = pytest.mark.process

QUICK = Limits(cpu_seconds=0.5)
KINDS = {"spin": Status.TIMEOUT, "crash": Status.TOO_LARGE, "recursion": Status.TOO_LARGE, "bug": Status.PARSE_ERROR}


@pytest.fixture(autouse=True)
def workers(monkeypatch):
    monkeypatch.setenv("SGPKIT_SCORING", "workers")


@pytest.mark.parametrize("kind", KINDS)
def test_a_failing_answer_has_the_score_of_an_empty_one_with_its_own_reason(kind):
    texts, rows = ["a", kind, "b", "c"], [{"answer": "A"}, {"answer": "B"}, {"answer": "B"}, {"answer": "X"}]
    scores = isolated.scores(hostile_functions.score, texts, rows, limits=QUICK)
    direct = hostile_functions.score(["a", "b", "c"], [rows[0], *rows[2:]])
    assert [scores[0], *scores[2:]] == direct
    assert (scores[1].value, scores[1].status, scores[1].parts) == (0.0, KINDS[kind], {"length": 0.0})
    assert scores[1].reason


def test_the_same_for_verdicts_on_a_whole_batch():
    """Each score contains the length of all texts of the batch; a text that ended its worker counts as empty."""
    texts, rows = ["a", "crash", "bb", "bug", "c"], [{"answer": "A"}] * 5
    scores = isolated.whole(hostile_functions.score_batch, texts, rows).scores
    assert [score.status for score in scores] == [
        *(Status.OK, Status.TOO_LARGE, Status.OK, Status.PARSE_ERROR, Status.OK)
    ]
    assert [score.parts["length of all"] for score in scores] == [4.0] * 5


def test_a_mistake_of_the_caller_is_raised_with_its_own_words():
    keyed = [{"answer": key, "options": ["x", "y"]} for key in "AC"]
    with pytest.raises(ValueError, match="reference 1: the key C is not one of its 2 options"):
        isolated.scores(choice_accuracy.score, ["Answer: A"] * 2, keyed)
    with pytest.raises(ValueError, match="2 predictions and 1 references"):
        isolated.scores(choice_accuracy.score, ["Answer: A"] * 2, ["A"])
    with pytest.raises(TypeError, match="unexpected keyword"):
        isolated.scores(choice_accuracy.score, ["Answer: A"], ["A"], speed=3)
    with pytest.raises(ValueError, match="reference 0: expected a caption"):
        isolated.whole(caption_quality.score, ["a"], [3])


@pytest.mark.parametrize(
    ("kind", "remedy"),
    [("package", "pip install package"), ("compiler", "apt install ghostscript"), ("import", "no_such_package")],
)
def test_what_is_missing_on_the_machine_is_raised_and_no_status_of_an_answer(kind, remedy):
    texts, rows = ["a", kind, "b"], [{"answer": "A"}] * 3
    with pytest.raises(UserError, match=remedy):
        isolated.scores(hostile_functions.score, texts, rows)
    with pytest.raises(UserError, match=remedy):
        isolated.whole(hostile_functions.score_batch, texts, rows)
    with pytest.raises(UserError, match=remedy):
        isolated.reading(hostile_functions.one, texts)(kind)


def test_batches_and_readers_are_as_without_workers():
    captions, references = ["a red circle", "", "two blue lines"], ["a red circle", "a line", "two blue lines here"]
    assert isolated.whole(caption_quality.score, captions, references) == caption_quality.score(captions, references)
    codes = ["<svg><rect/></svg>", "<svg>", "none at all"]
    alike = isolated.whole(code_similarity.score, codes, [codes[0]] * 3, format="svg")
    assert alike == code_similarity.score(codes, [codes[0]] * 3, "svg")
    result = answer_consistency.result(["Answer: A", "Answer: B", "no"], ["g"] * 3, options=[["x", "y"]] * 3)
    assert result["answers"] == ["A", "B", None]


def test_the_renderer_of_the_context_is_the_workers():
    for renderer in raster.RENDERERS:
        with raster.using(renderer):
            (score,) = isolated.scores(hostile_functions.painter, ["a"])
        assert score.labels == {"renderer": renderer}


def test_a_reply_that_ends_its_reader_is_unread():
    read = isolated.reading(hostile_functions.one)
    assert read("text") == "TEXT"
    for kind, status in KINDS.items():
        if kind != "spin":
            with pytest.raises(Rejected) as refused:
                read(kind)
            assert refused.value.status is status


def test_replies_that_are_read_together_cost_one_another_nothing(monkeypatch):
    texts = ["good", "crash", "better", "bug", "good"]
    read = isolated.reading(hostile_functions.one, texts)
    monkeypatch.setattr(worker_processes, "run", None)  # all of them have been read
    assert [read("good"), read("better")] == ["GOOD", "BETTER"]
    for kind in ("crash", "bug"):
        with pytest.raises(Rejected) as refused:
            read(kind)
        assert refused.value.status is KINDS[kind]
    assert isolated.reading(read) is read


def test_a_function_that_cannot_be_sent_is_called_here(caplog):
    scores = isolated.scores(lambda texts: [Score(1.0) for _ in texts], ["a", "b"])
    assert scores == [Score(1.0), Score(1.0)]
    assert "scoring without worker processes" in caplog.text


def test_completions_keep_why_they_ended():
    (score,) = isolated.scores(choice_accuracy.score, [Completion("", "content_filter")], ["A"])
    assert [score] == choice_accuracy.score([Completion("", "content_filter")], ["A"])
