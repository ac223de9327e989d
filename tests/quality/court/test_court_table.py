"""The table of the court: resuming an interrupted run, and the page."""

import json
from dataclasses import replace

import openai_server
import pytest

from sgpkit.benchmark import Contrast, Contrasts
from sgpkit.errors import NotInstalled
from sgpkit.metrics import court
from sgpkit.quality.court import metrics, pairs, report
from sgpkit.quality.court.metrics import Metric
from tools import court_table
from tools.court_table import Trial

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="{0}" height="5" fill="#ff0000"/></svg>'


def toy(wrong):
    def make(axis, grade, chance):
        width = chance.randint(5, 8)
        return Contrast({"code": PAGE.format(width)}, "a box", PAGE.format(width), PAGE.format(wrong))

    return Contrasts(make=make, axes=("size",), equal=("tool",))


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setattr(court_table, "KEPT", tmp_path)
    monkeypatch.setattr(pairs, "sources", lambda configs: {"toy": toy(3)})
    return tmp_path


def width(mine, answers):
    return [float(answer.split('width="')[1][0]) / 9 for answer in answers]


def tried(seen, count, name="width"):
    def values(mine, answers):
        seen.extend(answers)
        return width(mine, answers)

    return Trial(name, Metric("width", values, lambda pair: True), ["toy"], count)


def test_a_second_run_paints_and_scores_nothing_again(kept, monkeypatch):
    seen = []
    (first,) = court_table.verdicts([tried(seen, 2)])
    assert len(seen) == 2 * 8
    monkeypatch.setattr(pairs, "admit", lambda candidates: pytest.fail("painted again"))
    (again,) = court_table.verdicts([tried(seen, 2)])
    assert len(seen) == 2 * 8
    assert report.of_metric(again) == report.of_metric(first)
    assert first.pairs == 8 and first.smallest_cell == 2 and first.axes["size"].right.value == 1.0


def test_more_pairs_score_only_the_new_ones_and_changed_pairs_are_scored_again(kept, monkeypatch):
    seen = []
    court_table.verdicts([tried(seen, 1)])
    court_table.verdicts([tried(seen, 2)])
    assert len(seen) == 2 * 8
    monkeypatch.setattr(pairs, "sources", lambda configs: {"toy": toy(4)})
    court_table.verdicts([tried(seen, 2)])
    assert len(seen) == 4 * 8


def test_metrics_that_take_fewer_pairs_take_the_first_ones_of_the_others(kept):
    seen, fewer = [], []

    def values(mine, answers):
        fewer.extend(answers)
        return width(mine, answers)

    small = Trial("small", Metric("small", values, lambda pair: True), ["toy"], 1)
    many, few = court_table.verdicts([tried(seen, 3), small])
    assert (many.pairs, few.pairs) == (12, 4)
    assert set(fewer) <= set(seen)
    assert few.axes["size"].by_grade.keys() == {1, 2, 3}


def test_a_line_that_a_stop_has_cut_is_measured_again(kept):
    seen = []
    court_table.verdicts([tried(seen, 2)])
    (path,) = (path for path in kept.iterdir() if path.name != "toy.jsonl")
    path.write_text(path.read_text()[:-20])
    (again,) = court_table.verdicts([tried(seen, 2)])
    assert len(seen) == 2 * 9
    assert again.axes["size"].right.value == 1.0
    court_table.verdicts([tried(seen, 2)])
    assert len(seen) == 2 * 9


def test_pairs_are_shared_among_the_configs_that_have_the_axis(monkeypatch):
    made_by = {"one": toy(3), "other": replace(toy(3), axes=("size", "color"))}
    monkeypatch.setattr(pairs, "sources", lambda configs: {config: made_by[config] for config in configs})
    trial = Trial("width", Metric("width", width, bool), ["one", "other"], 7)
    assert (court_table.share("size", trial), court_table.share("color", trial)) == (4, 7)
    assert court_table.share("size", trial._replace(configs=["one"])) == 7


def test_one_metric_leaves_the_other_rows(kept, tmp_path, monkeypatch):
    for name, text in (
        ("PAGE", "above\n<!-- court: begin -->the old table<!-- court: end -->\nbelow\n"),
        ("FIGURE", ""),
    ):
        monkeypatch.setattr(court_table, name, tmp_path / name)
        (tmp_path / name).write_text(text)
    (held,) = court_table.verdicts([tried([], 2)])
    record = tmp_path / "record.json"
    record.write_text(json.dumps({"metrics": {"other": report.of_metric(replace(held, name="other"))}}))
    monkeypatch.setattr(court_table, "RECORD", record)
    monkeypatch.setattr(court_table, "wanted", lambda names, count: [tried([], count)] if names == ["width"] else [])
    court_table.main(["--count", "2", "width"])
    written = json.loads(record.read_text())["metrics"]
    assert list(written) == ["other", "width"]
    page = (tmp_path / "PAGE").read_text()
    assert page.startswith("above\n") and page.endswith("\nbelow\n") and "the old table" not in page
    assert "| other | 8 | 2 | 100 |" in page and "| width | 8 | 2 | 100 |" in page


def test_a_verdict_is_read_as_it_was_written(kept):
    (held,) = court_table.verdicts([tried([], 2)])
    read = report.read("width", report.of_metric(held))
    assert report.of_metric(read) == report.of_metric(held)
    assert report.markdown([read]) == report.markdown([held])
    assert report.details([read]) == report.details([held])
    assert "| width | 100 | 100 | 100 | 0 | 100 |" in report.details([held])


def test_the_names_of_rows_are_those_of_the_record():
    names = {trial.name for trial in court_table.wanted([], 4)} | set(court_table.TRAINED)
    assert {name for name in court.record()["metrics"] if not name.startswith("drawing_judge: ")} <= names
    (trial, line_art) = court_table.wanted(["scene_match"], 4)
    assert court_table.LINE_ART not in trial.configs and line_art.configs == [court_table.LINE_ART]


def test_solids_and_trained_weights_have_rows_of_their_own(monkeypatch):
    (trial,) = court_table.wanted(["svg_similarity, solids"], 200)
    assert trial.configs == [court_table.SOLIDS] and trial.metric.name == "svg_similarity"
    assert court_table.SOLIDS not in court_table.CONFIGS
    asked = []

    def learned(models, device):
        asked.append((models, device))
        return [Metric("lpips: st-alex", width, bool)]

    monkeypatch.setattr(metrics, "learned", learned)
    (trial,) = court_table.trained(["lpips: st-alex"], 200)
    assert (trial.name, trial.per_cell, asked) == ("lpips: st-alex", 12, [({"lpips": "st-alex"}, "cpu")])
    assert not list(court_table.trained(["scene_match"], 200))


def test_missing_weights_keep_their_row(monkeypatch, capsys):
    def learned(models, device):
        raise NotInstalled("LPIPS st-alex needs the weights of stlpips-pytorch")

    monkeypatch.setattr(metrics, "learned", learned)
    assert not list(court_table.trained([], 200))
    assert "lpips: st-alex: left out: LPIPS st-alex needs" in capsys.readouterr().out


def test_a_judge_behind_a_server_has_a_row(kept, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.setattr(court_table, "IN_SVG", ("toy",))

    def reply(body, number):
        return openai_server.Reply(body=openai_server.completion("It is plain.\nscore: 7"))

    with openai_server.OpenAIServer(reply) as server:
        (held,) = court_table.verdicts([court_table.judge("endpoint", "toy-model", server.url, 1)])
        assert len(server.requests) == 8
    assert (held.name, held.pairs, held.overall.value) == ("drawing_judge: toy-model", 4, 0.0)
    assert held.all_alarms.value == 0


def test_the_headline_of_captions_is_tried_on_pairs_of_captions(tmp_path, monkeypatch):
    monkeypatch.setattr(court_table, "KEPT", tmp_path)
    (held,) = court_table.verdicts(list(court_table.wanted(["vectorgym-caption: facts"], 2)))
    assert held.configs == ("vectorgym-caption",)
    assert set(held.axes) == {"color", "count", "relation", "text"} and set(held.alarms) == {"paraphrase"}
    assert held.pairs == 4 * 3 * 2 + 2 and held.smallest_cell == 2
    assert held.all_alarms.value == 0 and held.axes["color"].by_grade[3].value == 1
