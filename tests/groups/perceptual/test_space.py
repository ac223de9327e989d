"""The demos of metrics with a learned model, with models made by the tests."""

import evaluate
import pytest

from sgpkit.integrations import metrics
from sgpkit.integrations.metrics import spaces
from sgpkit.integrations.space import example, judgement

learned = pytest.importorskip("sgpkit.metrics.learned")

LEARNED = [name for name in metrics.names() if example.read(spaces.HERE / name).extra == "perceptual"]
MADE = {"caption_alignment": ("clip", "clip"), "distribution_distance": ("fid", "dino")}


@pytest.mark.sandbox
@pytest.mark.parametrize("name", LEARNED)
def test_the_metric_says_of_its_cases_what_the_example_says(name, models, monkeypatch):
    measure, model = MADE[name]
    monkeypatch.setitem(learned.MEASURES, measure, learned.MEASURES[measure]._replace(model=str(models / model)))
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)
    shown = example.read(spaces.HERE / name)
    metric = evaluate.load(str(spaces.HERE / name), keep_in_memory=True)
    judged = judgement.judge(metric, shown, [case.fields for case in shown.cases])
    assert judged.message == ""
    assert [line[2] for line in judged.lines] == [case.status for case in shown.cases]
    for line, case in zip(judged.lines, shown.cases, strict=True):
        assert case.score is None or float(line[1]) == case.score
    assert len(judged.pictures) == len(shown.drawn) * len(shown.cases)
