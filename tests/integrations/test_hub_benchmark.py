"""The texts for the Hub's registry are valid by its schemas, name the contents of a folder, and fit the results that it
collects."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml

import sgpkit
from sgpkit.benchmark import families
from sgpkit.cli.main import main
from sgpkit.data.card import readme

SCHEMAS = Path(__file__).parent / "schemas"
CONFIGS = ("sgp-symmetry", "sgp-illusion", "vgen-svg", "turtle-scratch", "vectorgym-text")
WHERE = ("--repo", "org/sgp-bench", "--url", "https://example.org/sgpkit")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("hub") / "sgp-bench"
    for config in CONFIGS:
        sgpkit.build(config, out=out, limit=2)
    return out


@pytest.fixture
def written(folder, tmp_path, capsys):
    assert main(["export", "hub-benchmark", str(folder), *WHERE, "--out", str(tmp_path / "hub"), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    return {Path(path).name: Path(path).read_text() for path in printed["files"]}


def check(content, schema):
    jsonschema.validate(content, json.loads((SCHEMAS / f"{schema}.schema.json").read_text()))


def test_the_registration_names_every_scored_config(written, folder):
    registered = yaml.safe_load(written["eval.yaml"])
    check(registered, "hub_eval_yaml")
    assert registered["evaluation_framework"] == "sgpkit" and registered["name"] == "org/sgp-bench"
    named = [(task["id"], task["config"], task["split"]) for task in registered["tasks"]]
    assert named == [(config, config, "test") for config in sorted(CONFIGS)]
    assert all("test" in readme.open_readme(folder).splits(config) for config, _, _ in named)


def test_the_entry_is_typescript_in_the_form_of_their_list(written):
    text = written["eval.ts"]
    assert re.fullmatch(r"\tsgpkit: \{\n(?:\t\t.*\n)+\t\},\n", text) and " \n" not in text
    keys = re.findall(r"^\t\t(\w+):", text, re.MULTILINE)
    assert keys == ["name", "description", "url"]
    values = [json.loads(value) for value in re.findall(r'"(?:[^"\\]|\\.)*"', text)]
    assert len(values) == 3
    check({"sgpkit": dict(zip(keys, values, strict=True))}, "hub_framework")


@pytest.mark.process
@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_entry_is_evaluated_by_node(written):
    program = f"const FRAMEWORKS = {{\n{written['eval.ts']}}}; console.log(JSON.stringify(FRAMEWORKS))"
    done = subprocess.run(["node", "-e", program], capture_output=True, text=True, check=True)
    content = json.loads(done.stdout)
    check(content, "hub_framework")
    assert content["sgpkit"]["url"] == WHERE[3]


def test_the_request_says_what_is_in_the_dataset(written):
    text = written["request.md"]
    for config in CONFIGS:
        headline = families.get(config).scoring.value_name
        assert f"| `{config}` | 2 | {headline} |" in text
    assert "https://huggingface.co/datasets/org/sgp-bench" in text and "10 test rows" in text
    (preview,) = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert preview == written["eval.yaml"]


def test_training_configs_are_left_out_by_name(folder, tmp_path, capsys):
    copy = tmp_path / "sgp-bench"
    shutil.copytree(folder, copy)
    sgpkit.build("sgp-sit-10k", out=copy, limit=2)
    assert main(["export", "hub-benchmark", str(copy), *WHERE, "--out", str(tmp_path / "hub")]) == 0
    assert "left out: sgp-sit-10k: it is a training config" in capsys.readouterr().err
    registered = yaml.safe_load((tmp_path / "hub" / "eval.yaml").read_text())
    assert "sgp-sit-10k" not in [task["id"] for task in registered["tasks"]]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (("--repo", "sgp-bench"), "expected ORG/NAME"),
        (("--repo", "org/sgp-bench@v1.0.0"), "expected ORG/NAME"),
        (("--url", "example.org"), "begins with https://"),
        (("--url", 'https://example.org/"},'), "begins with https://"),
    ],
)
def test_mistakes_are_named(folder, tmp_path, capsys, changed, message):
    options = dict(zip(WHERE[::2], WHERE[1::2], strict=True)) | dict([changed])
    words = [word for pair in options.items() for word in pair]
    assert main(["export", "hub-benchmark", str(folder), *words, "--out", str(tmp_path)]) == 2
    assert message in capsys.readouterr().err


def test_a_folder_without_a_scored_config_is_refused(tmp_path, capsys):
    sgpkit.build("sgp-sit-10k", out=tmp_path / "data", limit=2)
    assert main(["export", "hub-benchmark", str(tmp_path / "data"), *WHERE, "--out", str(tmp_path)]) == 2
    assert "has no config that is scored" in capsys.readouterr().err
