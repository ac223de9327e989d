"""Pictures of answers for learned metrics, judges and reports: made in workers, and the same as if made in this
process."""

import os
import signal

import numpy as np
import pytest
import toy_drawing

from sgpkit.graphics import raster, svg
from sgpkit.graphics.svg import document
from sgpkit.metrics import paired, pictures
from sgpkit.metrics.judges import drawing_judge, shown_code
from sgpkit.metrics.learned import drawn
from sgpkit.metrics.pictures import in_workers
from sgpkit.runs import rendering
from sgpkit.status import Rejected, Status
from sgpkit.values import Completion

GOOD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1H8V8Z" fill="#c33"/></svg>'
ANSWERS = [
    GOOD,
    Completion(f"```svg\n{GOOD}\n```", "stop"),
    "no drawing",
    Completion(GOOD[:-9], "length"),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><script>1</script></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>',
    GOOD.replace("#c33", "calc(" * 1000),
    GOOD.replace("<path", "<g>" * 5000 + "<path"),
]


def plain(outcomes):
    return [
        (one.status, one.reason) if isinstance(one, Rejected) else (one.shape, one.dtype, one.tobytes())
        for one in outcomes
    ]


@pytest.fixture
def direct(monkeypatch):
    monkeypatch.setenv("SGPKIT_SCORING", "direct")
    here = {
        "white": plain(pictures.drawings(ANSWERS, 24)),
        "clear": plain(drawn.drawn(ANSWERS, 24, renderer="cairo")),
        "shown": rendering.pictures(toy_drawing.DRAWING, TEXTS, 24, ENDED),
        "differ": rendering.renderers_differ(toy_drawing.DRAWING, TEXTS, ENDED),
    }
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    return here


TEXTS = [answer.text if isinstance(answer, Completion) else answer for answer in ANSWERS]
ENDED = [answer.finish_reason if isinstance(answer, Completion) else "stop" for answer in ANSWERS]


@pytest.mark.sandbox
def test_pictures_come_from_workers_and_nothing_is_parsed_here(direct, monkeypatch):
    def refuse(*arguments, **options):
        raise AssertionError("an answer is parsed in the process that decides")

    for module, name in ((svg, "parse"), (raster, "render"), (raster, "render_many")):
        monkeypatch.setattr(module, name, refuse)
    monkeypatch.setattr(pictures, "drawings", refuse)
    monkeypatch.setattr(rendering, "drawings_of", refuse)
    assert plain(drawn.drawn(ANSWERS, 24, renderer="cairo")) == direct["clear"]
    assert plain(in_workers.drawings(ANSWERS, 24)) == direct["white"]
    assert rendering.pictures(toy_drawing.DRAWING, TEXTS, 24, ENDED) == direct["shown"]
    assert rendering.renderers_differ(toy_drawing.DRAWING, TEXTS, ENDED) == direct["differ"]
    statuses = [one.status if isinstance(one, Rejected) else Status.OK for one in in_workers.drawings(ANSWERS, 24)]
    assert statuses[:2] == [Status.OK] * 2
    assert statuses[2:5] == [Status.NO_ANSWER, Status.TRUNCATED, Status.UNSAFE]


@pytest.mark.sandbox
def test_pictures_larger_than_a_usual_verdict_come_too():
    (large,) = in_workers.drawings([GOOD], 2000, background=None)
    assert isinstance(large, np.ndarray) and large.shape == (2000, 2000, 4)


@pytest.mark.sandbox
@pytest.mark.parametrize("rubric", ["task", "unified"])
def test_a_judge_is_shown_what_workers_parsed(rubric, monkeypatch):
    """This holds for drawings and programs. An answer that ends its worker is not shown, and its neighbours are shown
    as if alone."""
    asked = drawing_judge.Asked("text", "a triangle")
    (alone,) = drawing_judge.questions([asked], [GOOD], rubric)

    def refuse(given, *arguments, **options):
        assert not given, "an answer is parsed in the process that decides"
        return given

    for module, name in (
        (svg, "parse"), (document, "parse"), (raster, "render"), (raster, "render_many"), (pictures, "drawings"),
        (shown_code, "shown"), (paired, "code_answer"), (shown_code, "code_answer"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, refuse)
    questions = drawing_judge.questions([asked] * len(ANSWERS), ANSWERS, rubric)
    assert questions[0] == questions[1] == alone
    refused = [status(question) for question in questions[2:5]]
    assert refused == [Status.NO_ANSWER, Status.TRUNCATED, Status.UNSAFE]
    assert all(isinstance(question, Rejected) for question in questions[-2:])


def status(question):
    return question.status if isinstance(question, Rejected) else Status.OK


def end_at_a_word(predictions):
    """Act like `shown_programs`, except for one text, at which the process ends as after a fault in C."""
    if any("ends" in str(prediction) for prediction in predictions):
        os.kill(os.getpid(), signal.SIGSEGV)
    return SHOWN(predictions)


SHOWN = shown_code.shown_programs


@pytest.mark.sandbox
def test_a_program_that_ends_its_reader_is_not_shown_to_a_judge(monkeypatch):
    monkeypatch.setattr(shown_code, "shown_programs", end_at_a_word)
    asked = drawing_judge.Asked("text", "a triangle")
    hostile = GOOD.replace("<path", "<path id='ends'")
    one, two, three = drawing_judge.questions([asked] * 3, [GOOD, hostile, GOOD], "unified")
    assert one == three and not isinstance(one, Rejected)
    assert isinstance(two, Rejected) and two.status is Status.TOO_LARGE and "SIGSEGV" in two.reason
