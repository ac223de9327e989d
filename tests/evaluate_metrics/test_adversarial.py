"""Every metric of drawings has a table of adversarial answers, none of which scores more than a blank page."""

import tomllib

import evaluate
import pytest
from paths import METRICS

from sgpkit.baselines import adversarial
from sgpkit.graphics import raster
from sgpkit.integrations import metrics
from sgpkit.integrations.space import example

TABLE = "adversarial.toml"
TOLERANCE = 0.005

PLAYED: dict[str, str] = {}
"""Metrics in which adversarial answers score more than a blank page, with the necessary change. It should stay
empty."""

ANOTHER = {
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0H9" stroke="purple"/></svg>',
    "turtle": "import turtle\nt = turtle.Turtle()\nt.circle(50)\n",
}
"""A drawing of something else, by language."""


def of_drawings():
    """Return the metrics whose predictions are programs of drawings."""
    return [name for name in metrics.names() if "prediction" in example.read(METRICS / name).drawn]


def table(name):
    return tomllib.loads((METRICS / name / TABLE).read_text(encoding="utf-8"))


def right_case(name):
    return tomllib.loads((METRICS / name / example.NAME).read_text(encoding="utf-8"))["cases"][0]


def answers(name, language, case, start):
    """Return all adversarial answers to a case, by name, the blank page first."""
    drawings = adversarial.DRAWINGS[language]
    yield adversarial.BLANK, drawings.blank
    yield "empty", ""
    yield "palette", drawings.palette
    yield "spray", drawings.spray
    yield "words", drawings.words(case["note"])
    yield "another", ANOTHER[language]
    for way, hide in drawings.hidings.items():
        yield f"hidden-{way}", hide(case["prediction"])
    if start:
        yield "unchanged", case["reference"][start]
    if drawings.bitmap is not None:
        code = case["prediction"]
        yield "bitmap", drawings.bitmap(raster.render(code[code.index("<svg") :], 64))


@pytest.mark.parametrize("name", of_drawings())
def test_a_metric_has_a_table_that_says_why(name):
    held = table(name)
    assert held.keys() <= {"exempt", "allowed", "start"}
    assert all(reason.strip() for reason in (held.get("exempt", "-"), *held.get("allowed", {}).values()))


def cases():
    for name in of_drawings():
        if (METRICS / name / TABLE).is_file() and "exempt" not in table(name):
            marks = [pytest.mark.xfail(strict=True, reason=PLAYED[name])] if name in PLAYED else []
            yield pytest.param(name, marks=[pytest.mark.sandbox, *marks])


@pytest.mark.parametrize("name", cases())
def test_no_adversarial_answer_scores_more_than_a_blank_page(name):
    shown, held, case = example.read(METRICS / name), table(name), right_case(name)
    options = {option: value.value for option, value in shown.options.items()}
    tried = dict(answers(name, shown.format_of("prediction", options), case, held.get("start", "")))
    metric = evaluate.load(str(METRICS / name), keep_in_memory=True)
    predictions = [case["prediction"], *tried.values()]
    references = {"references": [case["reference"]] * len(predictions)} if "reference" in case else {}
    right, blank, *others = metric.compute(predictions=predictions, **references, **options)["scores"]
    assert right == 1.0
    allowed = held.get("allowed", {})
    assert allowed.keys() <= tried.keys()
    scores = dict(zip([*tried][1:], others, strict=True))
    better = {way: score for way, score in scores.items() if score > blank + TOLERANCE}
    assert {way: score for way, score in better.items() if way not in allowed} == {}
    assert allowed.keys() <= better.keys(), "what no longer scores needs no leave"
