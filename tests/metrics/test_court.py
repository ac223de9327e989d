"""The record of the court, by which reports say what a headline may not rank."""

from sgpkit.benchmark import families
from sgpkit.metrics import court


def test_the_record_names_axes_and_metrics_that_exist():
    axes = {
        axis
        for benchmark in families.all_benchmarks()
        if benchmark.evidence.contrasts
        for axis in benchmark.evidence.contrasts.axes
    }
    assert set(court.record()["best"]) <= axes
    assert all(set(ranks) <= axes for ranks in court.record()["metrics"].values())
    assert {best for best in court.record()["best"].values() if best} <= set(court.record()["metrics"])


def test_axes_that_a_metric_may_not_rank_have_the_one_that_may(monkeypatch):
    record = {"metrics": {"a": ["color"], "b": ["count"]}, "best": {"color": "a", "count": "b", "text": ""}}
    monkeypatch.setattr(court, "record", lambda: record)
    assert court.unranked("a", ("color", "count", "text")) == {"count": "b", "text": ""}
    assert court.unranked("b", ("count",)) == {}
    assert court.unranked("unknown", ("color",)) is None
