"""Harbor tasks: read by the loader of `datasets`, and scored by their verifier with the results of `sgpkit score`."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import datasets
import pytest

import sgpkit
from sgpkit.benchmark import Completion, families
from sgpkit.cli.main import main
from sgpkit.data import record
from sgpkit.integrations import tasks

CONFIGS = ("sgp-symmetry", "ssvg-geometry-svg", "edit-svg", "gen-composition", "ssvg-molecule-svg")
pytestmark = [pytest.mark.process, pytest.mark.sandbox, pytest.mark.slow]


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("harbor")
    for config in CONFIGS:
        sgpkit.build(config, out=folder / "data", limit=2)
        assert main(["export", "harbor", config, "--data", str(folder / "data"), "--out", str(folder / config)]) == 0
    return folder


def verified(task: Path, answer: str, tmp_path: Path) -> dict[str, float]:
    (tmp_path / "answer.txt").write_text(answer)
    environment = os.environ | {
        "ANSWER": str(tmp_path / "answer.txt"),
        "REWARDS": str(tmp_path / "rewards"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    subprocess.run(["bash", str(task / "tests" / "test.sh")], env=environment, check=True, cwd=tmp_path)
    return json.loads((tmp_path / "rewards" / "reward.json").read_text())


@pytest.mark.parametrize("config", CONFIGS)
def test_datasets_reads_the_tasks(exported, config):
    rows = datasets.load_dataset("harbor", data_dir=str(exported / config), split="test")
    assert len(rows) == 2
    benchmark = families.get(config)
    for row in rows:
        folder = exported / config / "tasks" / row["metadata"]["row"]
        settings = tomllib.loads((folder / "task.toml").read_text())
        assert settings["metadata"]["config"] == config
        assert settings["metadata"]["canary"] == record.CANARY
        assert row["name"] == f"sgpkit/{config}-{settings['metadata']['row']}"
        assert benchmark.title == row["description"]
        assert "/app/answer.txt" in row["instruction"]
        assert {"tests/test.sh", "tests/row.parquet", "solution/solve.sh", "environment/Dockerfile"} <= set(
            row["files"]
        )


@pytest.mark.parametrize("config", CONFIGS)
def test_rewards_equal_scores_row_by_row(exported, config, tmp_path):
    benchmark = families.get(config)
    asked = tasks.planned(config, str(exported / "data"))
    rows = [tasks.whole_row(asked, row) for row in asked.rows]
    for number, row in enumerate(rows):
        task = exported / config / "tasks" / str(row["id"])
        answers = [benchmark.evidence.reference(row), benchmark.evidence.reference(rows[1 - number]), "I do not know."]
        wanted = tasks.scores(benchmark, [row] * 3, [Completion(answer) for answer in answers])
        for index, (answer, score) in enumerate(zip(answers, wanted, strict=True)):
            folder = tmp_path / f"{number}-{index}"
            folder.mkdir()
            reward = verified(task, answer, folder)
            assert reward == pytest.approx({"reward": score.value, **score.parts})


def test_the_solution_gets_the_full_reward(exported, tmp_path):
    for config in CONFIGS:
        task = next((exported / config / "tasks").iterdir())
        answer = tmp_path / "answer.txt"
        subprocess.run(
            ["bash", str(task / "solution" / "solve.sh")],
            env={"ANSWER": str(answer), "PATH": os.environ["PATH"]},
            check=True,
        )
        assert verified(task, answer.read_text(), tmp_path)["reward"] == pytest.approx(1.0)


def test_configs_that_show_pictures_are_refused_by_name(tmp_path, capsys):
    sgpkit.build("vectorgym-sketch", out=tmp_path / "data", limit=1)
    assert main(["export", "harbor", "vectorgym-sketch", "--data", str(tmp_path / "data")]) != 0
    assert "pictures" in capsys.readouterr().err
