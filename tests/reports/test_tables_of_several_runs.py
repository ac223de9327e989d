"""Lines of tables that several runs make together: originals, reasoning, tuning, tasks that any run solved."""

import json
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest

import sgpkit
from sgpkit.benchmark import families
from sgpkit.data import tuning
from sgpkit.errors import UserError
from sgpkit.reports.paper_tables import declaration, filling, text
from sgpkit.runs import plan

DATA = {"place": "sgp-bench", "commit": ""}
"""The rows of a run in the default folder."""


def test_tasks_that_any_run_solved_are_counted_by_band():
    """TurtleBench's Table 6: runs of one model in several modes and strategies, one with two samples and one shorter."""
    (table,) = [table for table in declaration.load("turtlebench") if table.number == "6"]
    benchmark = families.get("turtle-tweak")

    def run(mode, strategy, solved, setting="turtle", model="m"):
        rows = [
            {"id": f"t{task}", "cluster": f"c{task}", "complexity": f"simple to {'medium' if task < 8 else 'complex'}",
             "status": "ok", "value": float(is_solved)} for task, is_solved in solved
        ]  # fmt: skip
        known = {"mode": mode, "strategy": strategy, "setting": setting, "engine": "vllm", "model": model,
                 "data": DATA}  # fmt: skip
        figures = {"n": len(rows), "headline": "solved", "parts": {}}
        return SimpleNamespace(benchmark=benchmark, figures=figures, metadata=known, model=model, folder=Path(mode),
                               responses=pl.DataFrame(rows))  # fmt: skip

    runs = [
        run("image+text", "basic", [(task, task == 1) for task in range(10)]),
        run("code+image+text", "v-cot", [(0, False), (0, True), (1, False)]),
        run("image+text", "v-cot", [(task, True) for task in range(10)], setting="rabbit"),
        run("image+text", "basic", [(task, task == 9) for task in range(10)], model="other"),
    ]
    shown = filling.fill(table, runs)
    lines = {line.labels: dict(zip(shown.columns, line.cells, strict=True)) for line in shown.lines if line.is_run}
    assert {labels[0] for labels in lines} == {"m", "other"} and len(lines) == 2
    mine, others = lines.values()
    assert [mine[f"to_medium{name}"].value for name in ("", "_solved", "_tasks")] == [25, 2, 8]
    assert mine["to_medium"].low < 25 < mine["to_medium"].high
    assert [others[f"to_complex{name}"].value for name in ("", "_solved", "_tasks")] == [50, 1, 2]
    assert mine["to_complex"].value == 0 and mine["to_complex"].low is None
    note = "No interval for to complex: too few drawings, at least 5 are needed."
    assert note in text.render(shown, "text") and note in text.render(shown, "markdown")


def test_averages_of_columns_say_that_they_have_no_interval():
    (table,) = [table for table in declaration.load("sgp-bench") if table.number == "1"]

    def run(config):
        benchmark = families.get(config)
        known = {"strategy": "cot", "mode": "code", "setting": "", "engine": "vllm", "model": "m", "data": DATA}
        figures = {"value": 0.5, "low": 0.4, "high": 0.6, "n": 9, "headline": "accuracy", "parts": {}}
        return SimpleNamespace(benchmark=benchmark, figures=figures, metadata=known, model="m", folder=Path("r"))

    shown = filling.fill(table, [run(f"sgp-cad-{kind}") for kind in ("3d", "3d-complex", "2d")])
    assert text.without_interval(shown) == [
        "No interval for CAD avg: an average of columns whose rows may share drawings."
    ]


def test_runs_of_tuned_models_have_their_data_and_gain():
    """SGP-Bench's Tables 2 and 6; the gain is over the base, asked in the same way."""
    benchmark = families.get("sgp-svg")

    def run(model, name, value, strategy="cot", **tuned):
        figures = {"value": value, "low": None, "high": None, "n": 9, "headline": "accuracy", "parts": {}}
        known = {"strategy": strategy, "mode": "code", "setting": "", "engine": "vllm", "model": model,
                 "data": DATA}  # fmt: skip
        known |= {"tuned": tuned} if tuned else {}
        return SimpleNamespace(benchmark=benchmark, figures=figures, metadata=known, model=name, folder=Path("r"))

    runs = [
        run("meta/8B", "meta/8B", 0.25),
        run("meta/8B", "meta/8B", 0.5, base="meta/8B", method="lora", data="SIT-10k"),
        run("out/merged", "own/8B", 0.75, base="meta/8B", method="oft", data="own + rev-SIT-25k"),
        run("out/merged", "own/7B", 0.75, base="google/7B", method="oft", data="SIT-10k"),
        run("out/merged", "own/8B", 0.9, strategy="direct", base="meta/8B", method="oft", data="SIT-10k"),
    ]
    tables = {table.number: table for table in declaration.load("sgp-bench")}
    two, six = (filling.fill(tables[number], runs) for number in ("2", "6"))
    lines = {line.labels: dict(zip(two.columns, line.cells, strict=True)) for line in two.lines if line.is_run}
    assert {
        labels: (cells["accuracy"].value, cells["gain"] and cells["gain"].value) for labels, cells in lines.items()
    } == {
        ("meta/8B, cot", ""): (25, None),
        ("meta/8B, cot", "SIT-10k"): (50, 25),
        ("own/8B, cot", "own + rev-SIT-25k"): (75, 50),
        ("own/7B, cot", "SIT-10k"): (75, None),
        ("own/8B, direct", "SIT-10k"): (90, None),
    }
    assert [line.labels for line in six.lines if line.is_run][1] == ("meta/8B, cot, SIT-10k",)


@pytest.mark.process
def test_a_run_records_what_its_model_was_tuned_on(tmp_path):
    """By the file that a training leaves in the folder of its adapter, and in that of merged weights."""
    held = {"settings": {"model": {"name": "meta/8B"}, "adapter": {"method": "oft"}},
            "data": [{"name": "own", "source": "x.jsonl"}, {"name": "sit", "source": "org/repo:sgp-rev-sit-25k@v1"}]}  # fmt: skip
    for name, content in (("adapter", held | {"data": held["data"][1:]}), ("merged", held)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sit.json").write_text(json.dumps(content))
    sgpkit.build("sgp-mnist", out=tmp_path / "data", limit=2, workers=1)

    def recorded(model, **options):
        asked = plan.Options("vllm", model, engine_options=options)
        return plan.plan(families.get("sgp-mnist"), str(tmp_path / "data"), asked).metadata().get("tuned")

    known = {"base": "meta/8B", "method": "oft"}
    assert recorded(str(tmp_path / "merged")) == known | {"data": "own + rev-SIT-25k"}
    assert recorded("meta/8B", lora=str(tmp_path / "adapter")) == known | {"data": "rev-SIT-25k"}
    assert recorded("meta/8B") is None


def test_a_damaged_file_of_a_training_is_named(tmp_path):
    (tmp_path / "sit.json").write_text('{"settings": {}}')
    with pytest.raises(UserError, match=r"sit.json is damaged"):
        tuning.read(str(tmp_path))
    assert tuning.read("org/model") is None and tuning.read(str(tmp_path / "none"), tmp_path / "no") is None


def test_originals_have_a_line_of_their_own_next_to_runs():
    """VGBench's upper bound: of the run with the most rows, without a run of the originals."""
    (table,) = [table for table in declaration.load("vgbench") if table.number == "5"]

    def run(config, rows, **values):
        known = {"summary": {"Long-CLIP score of the originals": {"value": values["originals"]}}, "n": rows}
        parts = {"long_clip": {"value": values["own"], "low": None, "high": None}}
        figures = known | {"parts": parts, "headline": "clip"}
        benchmark = families.get(config)
        mode = benchmark.prompts.modes[0]
        metadata = {"strategy": "zero-shot", "mode": mode, "setting": "", "engine": "vllm", "model": "m", "data": DATA}
        return SimpleNamespace(benchmark=benchmark, figures=figures, metadata=metadata, model="m", folder=Path("r"))

    runs = [run("vgen-svg", 9, originals=25.5, own=20), run("vgen-svg", 3, originals=1, own=19)]
    shown = filling.fill(table, [*runs, run("vgen-tikz", 3, originals=24.25, own=21)])
    own, originals = [line for line in shown.lines if line.is_run]
    assert originals.labels == (filling.ORIGINALS,)
    assert [cell and cell.value for cell in originals.cells] == [25.5, 24.25, None]
    assert [cell and cell.value for cell in own.cells] == [20, 21, None]


def test_runs_of_a_model_with_and_without_reasoning_have_lines_of_their_own():
    """Table 5 of SSVG-Bench: vLLM and endpoints record the options of the chat template in different places."""
    (table,) = [table for table in declaration.load("ssvg-bench") if table.number == "5"]
    benchmark = families.get("ssvg-geometry-svg")

    def run(value, **identity):
        figures = {"value": value, "low": None, "high": None, "n": 9, "headline": "accuracy", "parts": {}}
        known = {"strategy": "direct", "mode": benchmark.prompts.modes[0], "setting": "", "identity": identity}
        known |= {"engine": "vllm", "model": "m", "data": DATA}
        return SimpleNamespace(benchmark=benchmark, figures=figures, metadata=known, model="m", folder=Path("r"))

    runs = [
        run(0.1, template_args={"enable_thinking": False}),
        run(0.4, parameters={"chat_template_kwargs": {"thinking": True}}),
        run(0.3, parameters={"temperature": 0}),
    ]
    shown = filling.fill(table, runs)
    lines = {line.labels[0]: line.cells[1].value for line in shown.lines if line.is_run}
    assert lines == {"m, direct, reasoning disabled": 10, "m, direct, reasoning enabled": 40, "m, direct": 30}
    wanted = "ssvg-geometry-eps: sgpkit run ssvg-geometry-eps --engine vllm --model m --strategy direct"
    options = ("", *(f" --chat-template-arg enable_thinking={value}" for value in ("true", "false")))
    assert {f"{wanted}{option}" for option in options} <= set(shown.missing)
    assert [
        filling.reasoning_of({"identity": {"parameters": {"reasoning_effort": effort}}}) for effort in ("none", "low")
    ] == ["reasoning disabled", "reasoning enabled"]
