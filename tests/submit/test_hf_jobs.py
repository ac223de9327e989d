"""`sgpkit run … --on hf-jobs` against a Hub on 127.0.0.1 that answers the Jobs API; the job's program runs for real."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import command_line
import hub_buckets
import hub_jobs
import pytest
from paths import ROOT

from sgpkit.cli.main import main
from sgpkit.cli.run import HERE_ONLY, run_command

CONFIG = "sgp-symmetry"


@pytest.fixture
def command(hub, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["build", CONFIG, "--limit", "4", "--workers", "1"]) == 0
    assert main(["push", "sgp-bench", "--repo", "org/sgp-bench", "--tag", "v1.0.0"]) == 0
    return [
        *("run", CONFIG, "--engine", "baseline", "--model", "random", "--data", "org/sgp-bench@v1.0.0"),
        *("--limit", "3", "--strategy", "direct", "--out", "runs/mine"),
        *("--on", "hf-jobs", "--flavor", "h200x1", "--results", "org/runs", "--secret", "MY_KEY"),
    ]


def do(job, hub, folder, extra=None):
    """Run a job's program like the container, without installing sgpkit, and return its exit code."""
    script, (_, _, _, _, store, *arguments) = job["environment"]["SGPKIT_JOB"], job["command"]
    (volume,) = job["volumes"]
    assert volume["type"] == "bucket" and not volume.get("readOnly")
    mounted = hub_buckets.folder(hub.store, volume["source"])
    arguments = [store.replace(volume["mountPath"], str(mounted), 1), *arguments]
    folder.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **hub.environment(), "PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=folder, env=environment, timeout=240
    ).returncode


@pytest.mark.slow
def test_a_run_goes_there_and_comes_back(command, hub, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MY_KEY", "value-of-my-key")
    capsys.readouterr()
    assert main([*command, "--dry-run"]) == 0
    printed = capsys.readouterr().out
    assert "h200x1" in printed and "12h" in printed and "MY_KEY" in printed and "value-of-my-key" not in printed
    assert hub_jobs.of(hub.store) == []
    assert main(command) == 0
    (job,) = hub_jobs.of(hub.store)
    assert "was submitted" in capsys.readouterr().out
    assert job["flavor"] == "h200x1" and job["timeoutSeconds"] == 12 * 3600
    assert job["secrets"]["MY_KEY"] == "value-of-my-key" and job["secrets"]["HF_TOKEN"]
    assert "value-of-my-key" not in str(job["command"]) + str(job["environment"])
    inside = job["command"][job["command"].index("run") :]
    assert inside[:2] == ["run", CONFIG] and "--flavor" not in inside and "--on" not in inside
    assert inside[inside.index("--limit") + 1] == "3" and inside[inside.index("--strategy") + 1] == "direct"
    # While a job runs, no second one is submitted.
    assert main(command) == 0
    assert "is running" in capsys.readouterr().out and len(hub_jobs.of(hub.store)) == 1
    assert do(job, hub, tmp_path / "container") == 0
    job["status"]["stage"] = "COMPLETED"
    assert main(command) == 0
    assert "the run is complete" in capsys.readouterr().out
    assert len(hub_jobs.of(hub.store)) == 1
    assert main(["score", "runs/mine"]) == 0
    # Another job of the run does not repeat existing answers.
    assert do(job, hub, tmp_path / "again") == 0


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (("--data", "sgp-bench"), "a job cannot read folders on this machine"),
        (("--flavor", ""), "needs --flavor"),
        (("--results", "runs"), "needs --results ORG/NAME"),
        (("--job-timeout", "soon"), "expected seconds, or a number with s, m, h or d"),
        (("--image", "vllm/vllm-openai:latest"), "expected NAME@sha256:DIGEST, since a tag can be moved"),
        (("--image", f"vllm/vllm-openai@sha256:{'0' * 63}"), "expected NAME@sha256:DIGEST"),
        (("--secret", "a=b"), "expected the name of an environment variable"),
        (("--secret", "NO_SUCH_KEY"), "no value for the secret NO_SUCH_KEY"),
    ],
)
def test_mistakes_are_named_before_anything_is_spent(tmp_path, monkeypatch, capsys, changed, message, request):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HF_TOKEN", "hf_x")
    (tmp_path / "sgp-bench").mkdir()
    options = {"--data": "org/sgp-bench@v1.0.0", "--flavor": "h200x1", "--results": "org/runs", "--job-timeout": "6h"}
    options |= dict([changed])
    words = [word for pair in options.items() for word in pair]
    if "no value" in message:
        from sgpkit.integrations import hf_jobs

        monkeypatch.setattr(hf_jobs, "bring_back", lambda *_: False)
    assert main(["run", CONFIG, "--engine", "baseline", "--model", "random", "--on", "hf-jobs", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    "option", ["--model", "--prompts", "--lora", "--json-schema", "--chat-template", "--prices", "--batch-read"]
)
def test_what_lies_on_this_machine_is_refused(tmp_path, monkeypatch, capsys, option):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    where = ["--data", "org/sgp-bench@v1.0.0", "--on", "hf-jobs", "--flavor", "h200x1", "--results", "org/runs"]
    assert main(["run", CONFIG, "--engine", "vllm", "--model", "org/model", option, "here", *where, "--dry-run"]) == 2
    assert f"{option} here: a job cannot read files or folders on this machine" in capsys.readouterr().err


def test_a_folder_of_the_name_of_a_baseline_is_no_model(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "random").mkdir()
    where = ["--data", "org/sgp-bench@v1.0.0", "--on", "hf-jobs", "--flavor", "cpu-basic", "--results", "org/runs"]
    assert main(["run", CONFIG, "--engine", "baseline", "--model", "random", *where, "--dry-run"]) == 0
    assert "--model random" in capsys.readouterr().out


ANY = {
    "engine_args": ["tensor-parallel-size=2", "hf_overrides={'rope': {1: 2}}"],
    "sampling_args": ["min_p=0.05", 'bad_words=["a b"]'],
    "chat_template_args": ["enable_thinking=false", 'effort="4"'],
    "stop": ["\n", "--limit"],
    "share": ["1/4"],
    "name": ["org/model"],
    "lora": ["org/adapter"],
}
"""Valid values of options that do not accept every text."""


def every_option():
    """Yield the name of each option for a job, with its words on the command line."""
    for option in run_command.params:
        if isinstance(option, click.Option) and option.name not in HERE_ONLY | {"data", "engine", "model"}:
            values = [] if option.is_flag else ANY.get(option.name, ["1"])
            yield option.name, [word for value in values for word in (option.opts[-1], value)] or [option.opts[0]]


@pytest.mark.parametrize(("name", "words"), list(every_option()))
def test_a_job_gets_every_option_as_it_was_given(name, words, capsys):
    line = ["run", CONFIG, *words, "--model", "a model", "--engine=vllm", "--data", "org/sgp-bench@v1.0.0"]
    assert main([*line, "--on", "hf-jobs", "--flavor", "h200x1", "--results", "org/runs", "--dry-run"]) == 0
    sent = shlex.split(capsys.readouterr().out.partition("\ncommand  ")[2].partition("\ndry run")[0])
    inside = sent[sent.index("run") :]
    assert command_line.parsed(inside) == command_line.parsed(line)
    assert command_line.parsed(inside)[name] not in (None, False, ())


def test_the_program_of_a_job_needs_no_sgpkit():
    assert "import sgpkit" not in (ROOT / "submit" / "hf_jobs.py").read_text()
