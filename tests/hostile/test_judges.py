"""Judges: a reply without a mark is unreadable, a drawing that cannot be opened is not shown, and no drawing can
address a judge."""

import pytest

from sgpkit.status import Rejected, Status
from tests.helpers import outside
from tests.hostile import svg_cases
from tests.hostile.judge_cases import ADDRESSING, REPLIES, WORDS

drawing_judge = pytest.importorskip("sgpkit.metrics.judges.drawing_judge")

ASKED = ("text", "A red dot.")
GOOD = svg_cases.svg('<circle cx="32" cy="32" r="9" fill="red"/>')


@pytest.mark.parametrize("reply", REPLIES, ids=[reply.name for reply in REPLIES])
def test_a_reply_is_a_mark_or_none(reply):
    if reply.mark is not None:
        assert drawing_judge.mark(reply.text) == reply.mark
        return
    with pytest.raises(Rejected) as caught:
        drawing_judge.mark(reply.text)
    assert caught.value.status is Status.JUDGE_UNREADABLE
    assert caught.value.reason.isprintable()
    assert len(caught.value.reason) < 400


@pytest.mark.sandbox
def test_replies_are_each_the_verdict_on_one_drawing_only():
    drawings = [f"{GOOD}<!-- {number} -->" for number in range(len(REPLIES))]
    asked = [drawing_judge.Asked(*ASKED)] * len(drawings)
    verdicts = drawing_judge.score(
        asked, drawings, lambda positions, questions: [REPLIES[item].text for item in positions]
    )
    assert [verdict.status for verdict in verdicts] == [
        Status.JUDGE_UNREADABLE if reply.mark is None else Status.OK for reply in REPLIES
    ]
    assert [verdict.value > 0 for verdict in verdicts] == [reply.mark is not None for reply in REPLIES]


@pytest.mark.sandbox
def test_no_judge_is_asked_about_what_cannot_be_opened(tmp_path):
    refused = [case for case in svg_cases.CASES if "ok" not in case.statuses]
    with outside.watched(tmp_path) as around:
        texts = [case.text(around) for case in refused]
        asked = [drawing_judge.Asked(*ASKED)] * (len(texts) + 1)
        shown = []

        def answer(positions, questions):
            shown.extend(positions)
            return ["score: 10"] * len(positions)

        verdicts = drawing_judge.score(asked, [*texts, GOOD], answer)
        from sgpkit.graphics import raster

        raster.close()
    assert shown == [len(texts)]
    assert [verdict.value for verdict in verdicts] == [0.0] * len(texts) + [1.0]
    assert [
        case.name for case, verdict in zip(refused, verdicts, strict=False) if verdict.status not in case.statuses
    ] == []


@pytest.mark.sandbox
@pytest.mark.parametrize("rubric", ["task", "unified"])
@pytest.mark.parametrize("case", ADDRESSING, ids=[case.name for case in ADDRESSING])
def test_a_drawing_gets_no_word_in(case, rubric):
    """Only a picture of words reaches the judge, who is told that such words are not instructions."""
    (question,) = drawing_judge.questions([drawing_judge.Asked(*ASKED)], [case.program], rubric)
    assert not isinstance(question, Rejected), question
    output = " ".join(part["text"] for message in question for part in message["content"] if part["type"] == "text")
    assert WORDS not in output
    assert "deserves" not in output
    assert drawing_judge.CAUTION in output
