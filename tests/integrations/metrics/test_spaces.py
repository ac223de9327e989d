"""Every metric has a complete Space: its card is up to date, the generated files fit it, and all its statements are
true."""

import re
import shutil

import evaluate
import pytest
import yaml

from sgpkit import __version__
from sgpkit.errors import UserError
from sgpkit.graphics import formats
from sgpkit.integrations import metrics as evaluate_metrics
from sgpkit.integrations.metrics import spaces
from sgpkit.integrations.space import example, judgement

NAMES = evaluate_metrics.names()


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)


def has_what_it_needs(shown):
    if shown.extra:
        pytest.skip(f"needs sgpkit[{shown.extra}] and weights: tests/{shown.extra} has it")


@pytest.mark.parametrize("name", NAMES)
def test_the_card_is_up_to_date(name):
    text = (spaces.HERE / name / spaces.CARD).read_text(encoding="utf-8")
    assert text == spaces.card(name), "bring the cards up to date: python -m sgpkit.integrations.metrics.spaces"


@pytest.mark.parametrize("name", NAMES)
def test_the_folder_holds_no_generated_file(name):
    assert not {path.name for path in (spaces.HERE / name).iterdir()} & set(spaces.GENERATED)


@pytest.mark.parametrize("name", NAMES)
def test_the_generated_files_are_what_the_card_asks_for(name):
    files = spaces.files(name)
    head = yaml.safe_load(files["README.md"].decode().split("---\n")[1])
    assert (head["sdk"], head["app_file"]) == ("gradio", "app.py")
    assert {"evaluate", "metric"} <= set(head["tags"])
    assert len(head["short_description"]) <= 60
    requirements = files["requirements.txt"].decode().split()
    assert f"gradio=={head['sdk_version']}" in requirements
    assert re.fullmatch(rf"sgpkit(\[\w+\])?=={re.escape(__version__)}", requirements[0])
    assert set(files) - {"packages.txt"} == {"README.md", "app.py", "requirements.txt", "example.toml", f"{name}.py"}
    compile(files["app.py"], "app.py", "exec")
    assert f'space.app(__file__, "{name}")' in files["app.py"].decode()


def test_packages_are_named_for_metrics_that_draw():
    compilers = {
        "svg_validity": [],
        "ssvg_structure": ["texlive-pictures", "ghostscript"],
        "code_similarity": ["graphviz"],
    }
    for name, more in compilers.items():
        packages = spaces.files(name)["packages.txt"].decode().splitlines()
        assert {*spaces.SANDBOX_PACKAGES, *more} <= set(packages)
        assert packages == sorted(set(packages))
    needless = {name for name in NAMES if not example.read(spaces.HERE / name).drawn}
    assert {name for name in NAMES if "packages.txt" not in spaces.files(name)} == needless
    assert "choice_accuracy" in needless


def test_cards_are_written_and_nothing_else(tmp_path, monkeypatch):
    folder = tmp_path / "choice_accuracy"
    shutil.copytree(spaces.HERE / "choice_accuracy", folder)
    before = {path.name for path in folder.iterdir()}
    card = (folder / "README.md").read_text(encoding="utf-8")
    monkeypatch.setattr(spaces, "HERE", tmp_path)
    monkeypatch.setattr(evaluate_metrics, "FOLDER", tmp_path)
    assert spaces.write_cards() == []
    (folder / "README.md").unlink()
    with pytest.raises(UserError, match=r"README\.md, the Space card, is missing"):
        spaces.files("choice_accuracy")
    assert spaces.write_cards() == [folder / "README.md"]
    assert (folder / "README.md").read_text(encoding="utf-8") == card
    assert {path.name for path in folder.iterdir()} == before


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


@pytest.mark.process
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


@pytest.mark.process
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
    with pytest.raises(UserError, match=r"example\.toml, the example of its Space, is missing"):
        example.read(tmp_path)
