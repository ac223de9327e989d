"""lm-eval gives every text-only config the same scores as sgpkit, row by row."""

import json

import pytest
from integration_answers import answers, asked

import sgpkit
from sgpkit import plugins
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.integrations import lm_eval as adapter
from sgpkit.integrations import tasks, texts
from sgpkit.runs.scoring.scored_run import ScoredRun

pytest.importorskip("lm_eval")


@pytest.fixture(scope="module")
def exported(data, tmp_path_factory):
    return adapter.export(str(data), tmp_path_factory.mktemp("tasks"))


@pytest.fixture(scope="module")
def evaluated(exported, data):
    """The results of one evaluation of all tasks, and the model's answers, by config and row."""
    import lm_eval
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    given, by_prompt = {}, {}
    for config in exported.configs:
        way = texts.way_of(tasks.families.get(config), str(data.resolve()), "lm-eval")
        plan = texts.planned(way)
        rows = [tasks.whole_row(plan, row) for row in plan.rows]
        documents = adapter.documents(*way)["test"]
        for document, reply in zip(documents, answers(plan.benchmark, rows), strict=True):
            given[config, document["id"]] = reply
            by_prompt[config, document["id"], document["prompt"]] = reply

    class Known(LM):
        """A model with known answers to documents."""

        def generate_until(self, requests):
            keys = [(one.doc["config"], one.doc["id"], one.args[0]) for one in requests]
            return [by_prompt[key] for key in keys]

        loglikelihood = loglikelihood_rolling = None

    names = [adapter.NAME + tasks.task_name(config) for config in exported.configs]
    manager = TaskManager(include_path=str(exported.path))
    results = lm_eval.simple_evaluate(
        model=Known(), tasks=names, task_manager=manager, log_samples=True, bootstrap_iters=0
    )
    return results, given


def test_every_config_is_exported_or_named_with_a_reason(exported):
    everything = {benchmark.config for benchmark in asked()}
    left = {one.config: one.reason for one in exported.left}
    assert everything <= set(exported.configs) | set(left)
    assert {"sgp-svg", "ssvg-geometry-tikz", "vgen-graphviz", "vectorgym-edit", "turtle-scratch"} <= set(
        exported.configs
    )
    for config in ("vectorgym-sketch", "turtle-tweak"):
        assert "pictures in every mode" in left[config]


@pytest.mark.sandbox
def test_results_agree_row_by_row(exported, evaluated, data, tmp_path):
    results, given = evaluated
    compared = 0
    for config in exported.configs:
        way = texts.way_of(tasks.families.get(config), str(data), "lm-eval")
        own = [{"id": name, "completion": text} for (of, name), text in given.items() if of == config]
        (tmp_path / f"{config}.jsonl").write_text("\n".join(map(json.dumps, own)))
        run = sgpkit.run(
            config, data=data, engine="replay", model=str(tmp_path / f"{config}.jsonl"),
            strategy=way.strategy, mode=way.mode, out=tmp_path / config,
        )  # fmt: skip
        sgpkit.score(run.folder)
        scored = ScoredRun.open(run.folder).responses
        expected = dict(zip(scored["id"], scored["value"], strict=True))
        samples = results["samples"][adapter.NAME + tasks.task_name(config)]
        headline = tasks.families.get(config).scoring.value_name
        assert {one["doc"]["id"]: one[headline] for one in samples} == expected
        figures = results["results"][adapter.NAME + tasks.task_name(config)]
        assert figures[f"{headline},none"] == pytest.approx(sum(expected.values()) / len(expected))
        compared += len(expected)
    assert compared >= 2 * len(exported.configs)
    assert len({value for samples in results["samples"].values() for one in samples for value in [one["doc"]["id"]]})


def test_the_command_prints_the_folder_and_names_what_is_left_out(data, tmp_path, capsys):
    assert main(["export", "lm-eval", "--data", str(data), "--out", str(tmp_path / "tasks")]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip() == str(tmp_path / "tasks")
    assert "left out: vectorgym-sketch: " in printed.err
    assert (tmp_path / "tasks" / "sgpkit_sgp_svg.yaml").is_file()


def test_an_unsupported_version_is_named_with_the_supported_range(monkeypatch):
    monkeypatch.setattr(plugins.importlib.metadata, "version", lambda name: "0.3.0")
    with pytest.raises(UserError, match=r"lm-eval 0.3.0 is not supported; expected lm-eval>=0.4.10,<0.5"):
        plugins.require(adapter.FRAMEWORK)
