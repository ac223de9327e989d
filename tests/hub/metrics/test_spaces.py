"""Every metric's folder is a whole Space: what is committed is what the generator writes, and all it shows is true."""

import re

import evaluate
import pytest
import yaml

from sgpkit import __version__, formats
from sgpkit.errors import UserError
from sgpkit.hub import metrics as evaluate_metrics
from sgpkit.hub.metrics import spaces
from sgpkit.space import example, judgement

NAMES = evaluate_metrics.names()


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)


def has_what_it_needs(shown):
    if shown.extra:
        pytest.skip(f"needs sgpkit[{shown.extra}] and weights: tests/{shown.extra} has it")


@pytest.mark.parametrize("name", NAMES)
def test_the_folder_holds_what_the_generator_writes(name):
    wanted = spaces.written(name)
    there = {each: spaces.HERE / name / each for each in spaces.WRITTEN}
    found = {each: path.read_text(encoding="utf-8") for each, path in there.items() if path.is_file()}
    assert found == wanted, "bring the folders up to date: python -m sgpkit.hub.metrics.spaces"


@pytest.mark.parametrize("name", NAMES)
def test_the_head_is_what_the_hub_reads(name):
    files = spaces.files(name)
    head = yaml.safe_load(files["README.md"].decode().split("---\n")[1])
    assert (head["sdk"], head["app_file"]) == ("gradio", "app.py")
    assert {"evaluate", "metric"} <= set(head["tags"])
    assert len(head["short_description"]) <= 60
    requirements = files["requirements.txt"].decode().split()
    assert f"gradio=={head['sdk_version']}" in requirements
    assert re.fullmatch(rf"sgpkit(\[\w+\])?=={re.escape(__version__)}", requirements[0])
    assert set(files) >= {"README.md", "app.py", "requirements.txt", "example.toml", f"{name}.py"}


def test_gradio_is_pinned_alike_wherever_it_is_named():
    root = spaces.HERE.parent
    assert f"gradio=={spaces.GRADIO}" in (root / "requirements" / "spaces.lock").read_text().split()
    leaderboard = root / "hub_cards" / "leaderboard_space"
    assert f"gradio=={spaces.GRADIO}" in (leaderboard / "requirements.txt").read_text().split()
    assert f"sdk_version: {spaces.GRADIO}\n" in (leaderboard / "README.md").read_text()


def test_what_apt_installs_is_what_the_set_up_asks_for():
    set_up = (spaces.HERE.parent / "tools" / "system-packages.txt").read_text()
    for packages in (spaces.SANDBOX_PACKAGES, *(format.packages for format in formats.every().values())):
        for package in packages:
            assert re.search(rf"^{package} ", set_up, re.MULTILINE), package


@pytest.mark.parametrize("name", NAMES)
def test_the_metric_says_of_its_cases_what_the_example_says(name):
    folder = spaces.HERE / name
    shown = example.read(folder)
    has_what_it_needs(shown)
    metric = evaluate.load(str(folder), keep_in_memory=True)
    judged = judgement.judge(metric, shown, [case.fields for case in shown.cases])
    assert judged.message == ""
    assert [line[2] for line in judged.lines] == [case.status for case in shown.cases]
    for line, case in zip(judged.lines, shown.cases, strict=True):
        assert case.score is None or float(line[1]) == case.score
    assert {case.status for case in shown.cases} > {"ok"}, "it also shows what is no good answer"


@pytest.mark.parametrize("name", NAMES)
def test_the_readmes_example_prints_what_it_says(name, monkeypatch, capsys):
    has_what_it_needs(example.read(spaces.HERE / name))
    (block,) = re.findall(r"^```python\n(.*?)^```$", spaces.files(name)["README.md"].decode(), re.DOTALL | re.MULTILINE)
    load = evaluate.load
    monkeypatch.setattr(evaluate, "load", lambda bare: load(str(spaces.HERE / bare)))  # as if it had been installed
    exec(block, {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.*)$", block, re.MULTILINE)


def test_in_the_space_of_an_organisation_the_example_loads_the_metric_from_there():
    for name in NAMES:
        readme = spaces.files(name, "org")["README.md"].decode()
        assert f'metric = evaluate.load("org/{name}")\n' in readme
        assert "metrics install" not in readme


def test_a_metric_without_an_example_is_told_so(tmp_path):
    with pytest.raises(UserError, match=r"has no example\.toml, which its Space shows"):
        example.read(tmp_path)
