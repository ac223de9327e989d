"""`sgpkit eval` from the command line: up to the page, despite failures, and resumed after a kill."""

import json
import os
import signal
import subprocess
import sys
import time

import polars as pl
import pytest
from openai_server import OpenAIServer, Reply, completion

from sgpkit.api import building as api
from sgpkit.api.suites import board, evaluation, jobs, summary
from sgpkit.api.suites.suite import Item, Model, Suite

SUITE = """
title = "Two configs"
data = "rows"
build_limit = 8
[[configs]]
config = "sgp-symmetry"
strategies = ["cot", "direct"]
[[configs]]
config = "sgp-illusion"
rows = 5
"""

ENVIRONMENT = os.environ | {"HF_HUB_OFFLINE": "1", "SGPKIT_SCORING": "direct", "OPENAI_API_KEY": "none"}


def command(*arguments):
    return [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()", "eval", *map(str, arguments)]


def evaluated(folder, *arguments):
    return subprocess.run(
        command(*arguments), cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=240
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder with the suite file, and the rows of its configs."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "two.toml").write_text(SUITE)
    done = evaluated(folder, "two.toml", "--engine", "baseline", "--model", "reference", "--estimate")
    assert done.returncode == 0, done.stderr
    assert not (folder / "evals").exists() and not (folder / "rows").exists(), "an estimate builds and asks nothing"
    assert "21 answers, 21 to ask" in done.stderr and "known after the build" in done.stderr
    api.build("sgp-symmetry", "sgp-illusion", out=folder / "rows", limit=8, workers=1)
    return folder


def answered(folder):
    """Return the number of answers in the runs of an evaluation."""
    logged = sum(len(path.read_bytes().splitlines()) for path in folder.rglob("responses*.jsonl"))
    return logged + sum(pl.read_parquet(path).height for path in folder.rglob("runs/**/responses/part-*.parquet"))


def record(folder):
    return json.loads((folder / "evaluation.json").read_text())


@pytest.mark.slow
def test_an_estimate_says_what_a_subset_loses(home):
    done = evaluated(home, "two.toml", "--engine", "baseline", "--model", "reference", "--estimate", "--rows", "6")
    lines = done.stderr.splitlines()
    (symmetry,) = [line for line in lines if line.startswith("sgp-symmetry, cot")]
    assert symmetry.split()[3:5] == ["6", "8"], "rows of the subset, and of the whole"
    assert "with all rows)" in symmetry
    assert "17 answers, 17 to ask" in done.stderr


@pytest.mark.slow
def test_models_are_built_asked_scored_reported_and_packaged(home):
    done = evaluated(
        home, "two.toml", "--engine", "baseline", "--model", "reference", "--model", "empty", "--out", "both"
    )
    assert done.returncode == 0, done.stderr
    states = {(job["model"], job["config"], job["method"]): job["value"] for job in record(home / "both")["jobs"]}
    assert len(states) == 6
    assert {value for (model, *_), value in states.items() if model == "reference"} == {1.0}
    assert {value for (model, *_), value in states.items() if model == "empty"} == {0.0}
    assert len(list((home / "both/submission").rglob("manifest.json"))) == 6
    page = (home / "both/report.html").read_text()
    assert "sgp-symmetry" in page
    assert "sgp-illusion" in page
    for named in ("both/report.html", "both/submission", "reference", "100.0%"):
        assert named in done.stdout
    assert len(done.stdout.splitlines()) <= 40


@pytest.mark.slow
def test_the_same_command_again_asks_and_scores_nothing_anew(home):
    first = ("two.toml", "--engine", "baseline", "--model", "reference", "--out", "again")
    assert evaluated(home, *first).returncode == 0
    scores = sorted((home / "again/runs").rglob("scores.json"))
    before = [path.stat().st_mtime_ns for path in scores]
    done = evaluated(home, *first)
    assert done.returncode == 0
    assert [path.stat().st_mtime_ns for path in scores] == before
    (verify,) = [line.split("sgpkit ")[1] for line in done.stdout.splitlines() if line.startswith("verify ")]
    assert verify == "verify again/submission"
    assert any(line.endswith("sgpkit submit again --repo ORG/RESULTS") for line in done.stdout.splitlines())
    checked = subprocess.run(
        [*command()[:-1], *verify.split()], cwd=home, env=ENVIRONMENT, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    assert checked.stdout.count("verified, scored again") == 3
    assert checked.stdout.count("not ranked: its rows are from the folder rows, which evaluation.json names") == 3


@pytest.mark.process
def test_one_config_that_fails_does_not_stop_the_others(home):
    (home / "replies").mkdir(exist_ok=True)
    rows = pl.read_parquet(home / "rows/sgp-symmetry/*.parquet")
    lines = [json.dumps({"id": row, "completion": "Answer: A"}) for row in rows["id"]]
    (home / "replies/sgp-symmetry.jsonl").write_text("\n".join(lines))
    done = evaluated(
        home, "two.toml", "--engine", "replay", "--model", "replies", "--name", "org/mine", "--out", "partly"
    )
    assert done.returncode == 3
    states = {(job["config"], job["method"]): job for job in record(home / "partly")["jobs"]}
    assert states["sgp-symmetry", "cot, code"]["state"] == "done"
    assert states["sgp-symmetry", "direct, code"]["state"] == "done"
    failed = states["sgp-illusion", "cot, code"]
    assert failed["state"] == "failed"
    assert "no completions for sgp-illusion" in failed["reason"]
    manifests = list((home / "partly/submission").rglob("manifest.json"))
    assert {json.loads(path.read_text())["model"]["id"] for path in manifests} == {"org/mine"}
    assert "no completions for sgp-illusion" in done.stdout


def test_submission_of_an_earlier_command_stays_if_no_run_is_complete(tmp_path):
    (tmp_path / evaluation.SUBMISSION).mkdir()
    assert evaluation.submit([], tmp_path) == (None, [])
    assert (tmp_path / evaluation.SUBMISSION).is_dir()


@pytest.mark.slow
def test_a_config_that_cannot_be_built_does_not_stop_the_others(home, tmp_path):
    (tmp_path / "odd.toml").write_text(SUITE + '[[configs]]\nconfig = "datikz"\n')
    done = evaluated(tmp_path, "odd.toml", "--engine", "baseline", "--model", "reference", "--data", home / "rows")
    assert done.returncode == 3
    states = {job["config"]: job["state"] for job in record(tmp_path / "evals/odd")["jobs"]}
    assert states == {"sgp-symmetry": "done", "sgp-illusion": "done", "datikz": "failed"}


@pytest.mark.slow
@pytest.mark.parametrize("when", [3, 11])
def test_killed_and_repeated_it_goes_on(home, when):
    """The process is killed by SIGKILL after some answers. All rows are asked once, except for those in flight."""
    in_flight = 2

    def answer(body, number):
        return Reply(body=completion("Answer: A"), delay=0.05)

    with OpenAIServer(answer) as server:
        arguments = (
            "two.toml", "--engine", "endpoint", "--model", "toy-model", "--base-url", server.url,
            "--concurrency", in_flight, "--out", f"killed-{when}",
        )  # fmt: skip
        process = subprocess.Popen(
            command(*arguments), cwd=home, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 120
        while len(server.requests) < when and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        asked = len(server.requests)
        assert when <= asked < 21
        kept = answered(home / f"killed-{when}")
        assert kept >= when - 2 * in_flight, "answers are on disk as they come"
        done = evaluated(home, *arguments)
        assert done.returncode == 0, done.stderr
        assert len(server.requests) - asked == 21 - kept, "what was answered is not asked again"
    assert record(home / f"killed-{when}")["finished"]


@pytest.mark.slow
def test_a_server_that_fails_leaves_rows_and_the_exit_code_says_so(home):
    refuse = True

    def answer(body, number):
        if refuse and "sgp" not in str(number) and number % 2:
            return Reply(status=400, body={"error": {"message": "no"}})
        return Reply(body=completion("Answer: A"))

    with OpenAIServer(answer) as server:
        arguments = (
            "two.toml", "--engine", "endpoint", "--model", "toy-model", "--base-url", server.url,
            "--retries", "0", "--out", "failing",
        )  # fmt: skip
        done = evaluated(home, *arguments)
        assert done.returncode == 3, done.stdout
        assert "Run the same command again to resume." in done.stdout
        assert any(job["state"] != "done" for job in record(home / "failing")["jobs"])
        refuse = False
        assert evaluated(home, *arguments).returncode == 0
    assert record(home / "failing")["finished"]


@pytest.mark.slow
def test_a_limit_of_cost_goes_to_engines_that_have_one(home):
    limited = ("--max-cost", "1", "--out", "free")
    done = evaluated(home, "two.toml", "--engine", "baseline", "--model", "reference", *limited)
    assert done.returncode == 0, done.stdout
    priced = ("--engine", "ray", "--ray-engine", "endpoint", "--model", "m", "--prices", "prices.toml")
    done = evaluated(home, "two.toml", *priced, *limited)
    assert done.returncode == 2
    assert "m: the engine ray does not support --max-cost" in done.stderr and "to ask" not in done.stderr


def test_what_a_job_spent_before_it_failed_counts_against_the_limit(tmp_path, monkeypatch):
    limits = []

    class Spending:
        def statistics(self):
            return {"cost": 3.0}

    def run(benchmark, source, folder, options, progress):
        limits.append(options.engine_options["max_cost"])
        progress(Spending())
        raise OSError("the disk is full")

    monkeypatch.setattr(evaluation.runs, "run", run)
    items = tuple(Item("sgp-svg", rows) for rows in (1, 2, 3))
    made = jobs.jobs_of(Suite("some", "", items), [Model("endpoint", "m")], tmp_path)
    evaluation.run_jobs(made, "rows", 5.0, evaluation.Display())
    assert limits == [5.0, 2.0]
    assert [(str(job.state), job.reason) for job in made] == [
        ("failed", "the disk is full"),
        ("failed", "the disk is full"),
        ("left", "the cost limit of 5 was reached"),
    ]


@pytest.mark.parametrize(("whole", "passed"), [(5.0, 2.0), (1.0, 1.0), (None, 2.0)])
def test_a_models_own_limit_of_cost_holds_beside_the_limit_of_all(tmp_path, whole, passed):
    own = Model("endpoint", "m", options={"max_cost": 2.0})
    (job,) = jobs.jobs_of(Suite("some", "", (Item("sgp-svg", 1),)), [own], tmp_path)
    assert job.options(whole).engine_options["max_cost"] == passed


def test_the_board_shows_what_is_under_way_and_fits_the_screen(tmp_path):
    from rich.console import Console

    items = tuple(Item("sgp-svg", rows) for rows in range(1, 40))
    made = jobs.jobs_of(Suite("many", "", items), [Model("baseline", "random")], tmp_path)
    for job in made[:20]:
        job.figures = {"value": 0.5, "low": 0.25, "high": 0.75, "n": 12}
        job.end(jobs.State.DONE)
    made[20].state = jobs.State.ASKING
    made[21].end(jobs.State.FAILED, "no such file\nmore")
    made[22].figures = {"value": 0.0, "low": None, "high": None, "n": 0}
    made[22].end(jobs.State.LEFT, "12 rows failed")
    console = Console(width=120, height=20, force_terminal=False, record=True)
    console.print(board.table(made, 13, 65.0))
    text = console.export_text()
    assert "asking" in text
    assert "50.0% [25, 75]" in text
    assert "no such file" in text
    assert "12 rows failed" in text and "0.0%" not in text.replace("50.0%", ""), "no row was answered: no figure"
    assert "22 of 39 done, 1:05 elapsed; 26 not shown" in text
    assert summary.cell(made[22]) == "left"
    assert len(text.splitlines()) <= 20
    narrow = Console(width=90, height=20, force_terminal=False, record=True)
    models = [Model("baseline", "a-model-with-a-name-as-long-as-they-come"), Model("baseline", "another")]
    named = jobs.jobs_of(
        Suite("two", "", (Item("ssvg-molecule-svg", strategy="loop-no-relationships"),)), models, tmp_path
    )
    for job in named:
        job.figures = {"value": 0.5, "low": 0.25, "high": 0.75, "n": 12}
        job.end(jobs.State.DONE)
    narrow.print(board.table(named, 13, 65.0))
    text = narrow.export_text()
    assert text.count("50.0% [25, 75]") == 2 and "per minute" in text and "failed" in text, "names give way, no number"


def test_jobs_that_differ_in_temperature_or_rows_alone_have_lines_of_their_own(tmp_path):
    items = (
        *(Item("sgp-svg", 100, temperature=temperature) for temperature in (None, 0.0, 0.7)),
        *(Item("sgp-svg", rows, strategy="direct") for rows in (0, 1_000)),
        Item("sgp-symmetry", 100, n=4, temperature=0.7),
    )
    made = jobs.jobs_of(Suite("some", "", items), [Model("baseline", name) for name in ("one", "two")], tmp_path)
    for number, job in enumerate(made):
        job.figures = {"value": number / 100, "low": None, "high": None, "n": 12}
        job.end(jobs.State.DONE)
    assert [line.rsplit(maxsplit=2)[1:] for line in summary.figures(made)][1:] == [
        [f"{number}.0%", f"{number + 6}.0%"] for number in range(6)
    ]
    assert [(job.label, job.folder.name) for job in made[:6]] == [
        ("sgp-svg, cot, code, 100 rows", "sgp-svg-cot-code-100-rows"),
        ("sgp-svg, cot, code, t = 0, 100 rows", "sgp-svg-cot-code-t0-100-rows"),
        ("sgp-svg, cot, code, t = 0.7, 100 rows", "sgp-svg-cot-code-t0.7-100-rows"),
        ("sgp-svg, direct, code", "sgp-svg-direct-code"),
        ("sgp-svg, direct, code, 1,000 rows", "sgp-svg-direct-code-1000-rows"),
        ("sgp-symmetry, cot, code, n = 4", "sgp-symmetry-cot-code-n4-t0.7-100-rows"),
    ]


def test_what_stopped_several_jobs_alike_is_printed_in_full_once(tmp_path):
    items = tuple(Item("sgp-svg", rows=index + 1) for index in range(3))
    made = jobs.jobs_of(Suite("many", "", items), [Model("baseline", "random")], tmp_path)
    for job in made:
        job.end(jobs.State.FAILED, "no sandbox here\nallow user namespaces")
    lines = list(summary.left(made))
    assert [line for line in lines if "failed" in line] == ["failed  3 configs (random): no sandbox here"]
    assert lines.count("no sandbox here") == 1, "in full below"
    assert lines.count("allow user namespaces") == 1
