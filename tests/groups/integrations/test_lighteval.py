"""lighteval gives text-only configs the same scores as sgpkit, row by row."""

import json

import pytest
from integration_answers import answers

import sgpkit
from sgpkit.cli.main import main
from sgpkit.integrations import tasks, texts
from sgpkit.integrations.texts import NAME
from sgpkit.runs.scoring.scored_run import ScoredRun

pytest.importorskip("lighteval")
CONFIGS = ("sgp-svg", "ssvg-geometry-svg", "vgen-graphviz", "turtle-scratch", "diagrams-svg")


@pytest.fixture(scope="module")
def exported(data, tmp_path_factory):
    out = tmp_path_factory.mktemp("tasks") / "sgpkit_tasks.py"
    assert main(["export", "lighteval", "--data", str(data), "--out", str(out)]) == 0
    return out


@pytest.fixture(scope="module")
def patched():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module")
def evaluated(exported, data, tmp_path_factory, patched):
    """The results of one evaluation of five configs, its details, and the answers by config and row."""
    import torch
    from lighteval.utils import imports

    # Its functions for formulas insist on a version of a package that verifiers cannot use.
    available = imports.is_package_available
    patched.setattr(imports, "is_package_available", lambda one: str(one).startswith("latex2sympy2") or available(one))
    from lighteval.logging.evaluation_tracker import EvaluationTracker
    from lighteval.models.dummy.dummy_model import DummyModel, DummyModelConfig
    from lighteval.models.model_output import ModelResponse
    from lighteval.pipeline import ParallelismManager, Pipeline, PipelineParameters
    from lighteval.tasks.registry import Registry

    given, by_prompt = {}, {}
    for config in CONFIGS:
        way = texts.way_of(tasks.families.get(config), str(data.resolve()), "lighteval")
        rows = list(texts.rows_by_id(way).values())
        for row, reply in zip(rows, answers(tasks.families.get(config), rows), strict=True):
            given[config, str(row["id"])] = reply
            by_prompt[texts.documents(way)[str(row["id"])].prompt] = reply

    class Known(DummyModel):
        """A model with known answers to prompts."""

        def greedy_until(self, docs):
            return [ModelResponse(text=[by_prompt[doc.query]]) for doc in docs]

    # One of lighteval's own tasks fetches a file when it is imported.
    for folder in ("_load_from_files", "_load_from_subdirs"):
        patched.setattr(Registry, folder, lambda *where: {})
    tracker = EvaluationTracker(output_dir=str(tmp_path_factory.mktemp("out")))
    pipeline = Pipeline(
        tasks=",".join(NAME + tasks.task_name(config) for config in CONFIGS),
        pipeline_parameters=PipelineParameters(ParallelismManager.NONE, custom_tasks_directory=str(exported)),
        evaluation_tracker=tracker,
        model=Known(DummyModelConfig()),
    )
    pipeline.evaluate()
    torch.set_grad_enabled(True)  # which lighteval turns off for the whole process
    return pipeline.get_results()["results"], tracker.details_logger.details, given


@pytest.mark.sandbox
@pytest.mark.parametrize("config", CONFIGS)
def test_results_agree_row_by_row(evaluated, data, tmp_path, config):
    results, details, given = evaluated
    way = texts.way_of(tasks.families.get(config), str(data), "lighteval")
    own = [{"id": name, "completion": text} for (of, name), text in given.items() if of == config]
    (tmp_path / "answers.jsonl").write_text("\n".join(map(json.dumps, own)))
    run = sgpkit.run(
        config, data=data, engine="replay", model=str(tmp_path / "answers.jsonl"),
        strategy=way.strategy, mode=way.mode, out=tmp_path / "run",
    )  # fmt: skip
    sgpkit.score(run.folder)
    scored = ScoredRun.open(run.folder).responses
    expected = dict(zip(scored["id"], scored["value"], strict=True))
    headline, name = tasks.families.get(config).scoring.value_name, f"{NAME}{tasks.task_name(config)}|0"
    assert {one.doc.specific["row"]: one.metric[headline] for one in details[name]} == expected
    assert results[name.replace("|", ":")][headline] == pytest.approx(sum(expected.values()) / len(expected))
    assert len(set(expected.values())) > 1


def test_what_cannot_be_carried_is_left_out_by_name(data, tmp_path, capsys):
    assert main(["export", "lighteval", "--data", str(data), "--out", str(tmp_path / "tasks.py")]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip() == str(tmp_path / "tasks.py")
    for config in ("vectorgym-sketch", "turtle-tweak"):
        assert f"left out: {config}: not supported by lighteval" in printed.err
