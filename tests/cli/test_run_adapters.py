"""`sgpkit run` with several LoRA adapters: one loaded model, one run folder for each."""

import json
import os
from functools import partial

import pytest
import toy
from paths import HELPERS, ROOT

from sgpkit.api import running
from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.engines import vllm
from sgpkit.engines.vllm.process import Process
from sgpkit.errors import UserError


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", {"toy": toy.PLAIN}.__getitem__)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(HELPERS)]))
    monkeypatch.setattr(vllm, "Process", partial(Process, worker="fake_vllm_worker"))
    monkeypatch.setattr(vllm, "_open", [])
    monkeypatch.chdir(tmp_path)
    build.build(toy.PLAIN, tmp_path / "data")
    yield tmp_path
    for process in vllm._open:
        process.close()


def swept(*adapters, **options):
    line = ["run", "toy", "--engine", "vllm", "--model", "org/model", "--data", "data", *options.pop("more", ())]
    return main.main([*line, *(word for one in adapters for word in ("--lora", one))])


@pytest.mark.process
def test_each_adapter_gets_a_run_folder_and_the_model_is_loaded_once(home, capsys):
    (home / "local").mkdir()
    assert swept("org/first@v1", "local", "org/first@v1", more=["--out", "sweep", "--limit", "4", "--json"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("loading") == 1
    assert [line["folder"] for line in json.loads(captured.out)] == ["sweep/first@v1", "sweep/local"]
    first, local = (json.loads((home / "sweep" / name / "run.json").read_text()) for name in ("first@v1", "local"))
    assert first["identity"]["name"] == "org/first"
    assert "name" not in local["identity"]
    assert first["complete"] and local["complete"]
    assert swept("org/first@v1", "local", more=["--out", "sweep", "--limit", "4"]) == 0
    assert "loading" not in capsys.readouterr().err, "nothing is left to ask"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--estimate"], "take one --lora"),
        (["--on", "hf-jobs"], "take one --lora"),
        (["--name", "org/both"], "several adapters are not one model"),
        (["--engine", "endpoint"], "engine endpoint takes one adapter"),
    ],
)
def test_what_several_adapters_do_not_go_with_is_refused(home, capsys, more, message):
    assert swept("a", "b", more=more) == 2
    assert message in capsys.readouterr().err


def test_folders_are_named_by_the_last_part_if_that_is_unique():
    assert running.adapter_labels(["org/one", "two/"]) == {"org/one": "one", "two/": "two"}
    assert running.adapter_labels(["a/adapter", "b/adapter"]) == {
        "a/adapter": "a-adapter",
        "b/adapter": "b-adapter",
    }
    with pytest.raises(UserError, match="too similar"):
        running.adapter_labels(["a/b-c/d", "a-b/c/d"])
