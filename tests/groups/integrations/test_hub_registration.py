"""The registration of a dataset repository, which inspect_ai reads and runs without sgpkit's commands."""

import pytest
from integration_answers import asked

from sgpkit.data.card import registration
from sgpkit.data.rows import read

pytest.importorskip("inspect_ai")
ABLE = [benchmark for benchmark in asked() if registration.runs_alone(benchmark)]


@pytest.mark.parametrize("benchmark", ABLE, ids=lambda benchmark: benchmark.config)
def test_a_task_is_valid_by_their_model_and_scores_the_right_letter(benchmark, data, tmp_path):
    import datasets
    from inspect_ai import Task, eval
    from inspect_ai._eval.task.hf import HFTask, _record_to_sample_hf
    from inspect_ai.dataset import MemoryDataset
    from inspect_ai.model import ModelOutput, ModelUsage, get_model
    from inspect_ai.scorer import choice
    from inspect_ai.solver import multiple_choice, prompt_template

    task = HFTask.model_validate(registration.task(benchmark))
    files = {"test": str(data / benchmark.config / "test-*.parquet")}
    loaded = datasets.load_dataset("parquet", data_files=files, cache_dir=str(tmp_path / "cache"))["test"]
    records = list(
        loaded.cast(benchmark.rows.features).remove_columns([n for n in loaded.column_names if n == "image"])
    )
    rows = list(read(data, benchmark, "test"))
    samples = [_record_to_sample_hf(record, task.field_spec) for record in records]
    assert [sample.target for sample in samples] == [row["answer"] for row in rows]
    seen = []

    def reply(messages, *others):
        seen.append(messages[-1].text)
        output = ModelOutput.from_content("mockllm/model", f"ANSWER: {rows[0]['answer']}")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    makers = {"prompt_template": prompt_template, "multiple_choice": multiple_choice}
    solvers = [makers[solver.name](**solver.args) for solver in task.solvers]
    mocked = get_model("mockllm/model", custom_outputs=reply)
    (log,) = eval(
        Task(dataset=MemoryDataset(samples[:1]), solver=solvers, scorer=choice()),
        model=mocked, log_dir=str(tmp_path / "logs"), display="none",
    )  # fmt: skip
    assert log.status == "success" and log.results.scores[0].metrics["accuracy"].value == 1.0
    assert rows[0]["question"] in seen[0] and rows[0]["options"][0] in seen[0]
    if "code" in benchmark.rows.columns:
        assert rows[0]["code"].strip()[:200] in seen[0]
