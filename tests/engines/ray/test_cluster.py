"""Runs, builds and scores over a cluster of two nodes on this machine: the same as on one, after any loss."""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import polars as pl
import pytest
import ray_nodes
import ray_toy
import toy
from paths import HELPERS

from sgpkit import engines
from sgpkit.benchmark import families, messages
from sgpkit.cli import main
from sgpkit.cli.base.values import INCOMPLETE
from sgpkit.data import build
from sgpkit.engines import Request, Setup
from sgpkit.errors import UserError
from sgpkit.runs import parts, responses
from sgpkit.sandbox import cluster

# Not importorskip, since Ray reads the way into a cluster when it is imported.
if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed: pip install 'sgpkit[ray]'", allow_module_level=True)

pytestmark = pytest.mark.xdist_group("ray")

ROWS = 60
ROOT = HELPERS.parent.parent


@pytest.fixture(scope="module")
def address():
    """Two nodes of one processor each, started once; this process is connected to them."""
    with ray_nodes.started(1, 1) as nodes:
        yield nodes.address


@pytest.fixture
def folder(tmp_path):
    build.build(toy.PLAIN, tmp_path / "data", path=str(ROWS))
    return tmp_path


@pytest.fixture
def sgpkit(folder, address, monkeypatch):
    """Run a command over a benchmark, with the path of its data, and return the exit code."""

    def running(benchmark, command, *options):
        monkeypatch.setattr(families, "get", lambda config: benchmark)
        return main.main([*command.format(folder=folder, ray=f"--engine ray --ray {address}").split(), *options])

    return running


ASK = "run toy --data {folder}/data --out {folder}/"


def table(folder, out):
    return pl.read_parquet(folder / out / "responses" / "part-*.parquet").drop("latency")


def run_settings(folder, out):
    return json.loads((folder / out / "run.json").read_text())


@pytest.mark.process
def test_a_run_is_the_same_and_is_taken_up_from_one_machine_and_back(sgpkit, folder):
    assert sgpkit(toy.PLAIN, ASK + "one --engine baseline --model random --n 2") == 0
    assert sgpkit(toy.PLAIN, ASK + "both --engine baseline --model random --limit 20") == 0
    assert sgpkit(toy.PLAIN, ASK + "both {ray} --ray-engine baseline --model random --n 2") == 0
    assert sgpkit(toy.PLAIN, ASK + "both --engine baseline --model random --n 2") == 0
    assert table(folder, "one").equals(table(folder, "both"))
    one, both = run_settings(folder, "one"), run_settings(folder, "both")
    message = {"started", "finished", "sessions"}
    assert {name: one[name] for name in one.keys() - message} == {name: both[name] for name in both.keys() - message}
    assert [session["asked"] for session in both["sessions"]] == [20, 2 * ROWS - 20], "the last call found all there"
    assert both["sessions"][1]["engine"]["workers"] == 2


@pytest.mark.slow
def test_a_worker_that_dies_costs_no_answer_and_a_row_that_kills_costs_itself(sgpkit, folder, capsys):
    log = folder / "asked"
    benchmark = ray_toy.asking(log, killers=("row-31",), once=("row-5",))
    assert sgpkit(benchmark, ASK + "run {ray} --ray-engine baseline --model reference") == INCOMPLETE
    ends = dict(table(folder, "run").select("id", "finish_reason").iter_rows())
    assert len(ends) == ROWS and {name for name, end in ends.items() if end == "error"} == {"row-31"}
    assert Counter(log.read_text().split())["row-31"] == 3, "tried a bounded number of times"
    assert run_settings(folder, "run")["sessions"][0]["engine"]["workers_lost"] == 4
    assert "ray: lost a worker on" in capsys.readouterr().err
    log.unlink()
    assert sgpkit(ray_toy.asking(log), ASK + "run --engine baseline --model reference") == 0
    assert log.read_text().split() == ["row-31"], "its failure is none of the model's: it is asked again"


@pytest.mark.slow
def test_a_run_that_is_killed_keeps_what_was_finished(sgpkit, folder, address):
    log, whole = folder / "asked", 2 * ROWS
    program = [sys.executable, ray_toy.__file__, address, folder / "data", folder / "run", log]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(HELPERS), *filter(None, sys.path)])}
    job = subprocess.Popen(list(map(str, program)), env=environment, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not log.exists() or len(log.read_text().split()) < 0.8 * whole:
        assert job.poll() is None and time.monotonic() < deadline
        time.sleep(0.005)
    os.kill(job.pid, signal.SIGKILL)
    asked = len(log.read_text().split())
    job.wait()
    kept, _ = responses.read_log(folder / "run" / "responses.jsonl", owned=False)
    assert 0.6 * whole < len(kept) < whole, "what was on its way is lost, and no more"
    assert asked - len(kept) < 0.2 * whole
    again = folder / "again"
    assert sgpkit(ray_toy.asking(again), ASK + "run {ray} --ray-engine baseline --model reference --n 2") == 0
    assert len(again.read_text().split()) == whole - len(kept)
    assert table(folder, "run").height == whole


@pytest.mark.slow
def test_data_are_the_same_bytes_wherever_rows_are_finished(sgpkit, folder, address):
    log = folder / "deaths"
    assert sgpkit(ray_toy.finishing(log), f"build toy --source numbers=300 --workers 1 --out {folder}/one") == 0
    command = f"build toy --source numbers=300 --ray {address} --out {folder}/many"
    assert sgpkit(ray_toy.finishing(log, "row-77"), command) == 0
    assert log.with_name("died-row-77").exists(), "a worker died on the way"
    files = [sorted(path for path in (folder / out).rglob("*") if path.is_file()) for out in ("one", "many")]
    assert [path.relative_to(folder / "one") for path in files[0]] == [
        path.relative_to(folder / "many") for path in files[1]
    ]
    assert all(one.read_bytes() == many.read_bytes() for one, many in zip(*files, strict=True))


def test_scores_are_the_same_bytes_and_no_drawing_is_parted(sgpkit, folder, address):
    log = folder / "scored"
    assert sgpkit(toy.PLAIN, ASK + "run --engine baseline --model random --n 2") == 0
    assert sgpkit(ray_toy.scoring(log), f"score {folder}/run") == 0
    alone = [parts.Table.open(folder / "run", "scores").digest(), (folder / "run" / "scores.json").read_bytes()]
    log.unlink()
    assert sgpkit(ray_toy.scoring(log), f"score {folder}/run --ray {address}") == 0
    assert alone == [parts.Table.open(folder / "run", "scores").digest(), (folder / "run" / "scores.json").read_bytes()]
    batches = [line.split() for line in log.read_text().splitlines()]
    assert len(batches) == 2 and str(os.getpid()) not in {process for process, *_ in batches}
    assert sum(len(ids) for _, *ids in batches) == 2 * ROWS


@pytest.mark.slow
def test_a_key_reaches_the_nodes_and_nothing_that_is_kept(sgpkit, folder, monkeypatch):
    from openai_server import OpenAIServer, Reply, completion

    monkeypatch.setenv("TOY_KEY", "sk-very-secret")
    with OpenAIServer(lambda *request: Reply(body=completion("A"))) as server:
        url = f"--base-url {server.url} --api-key-env TOY_KEY"
        assert sgpkit(toy.PLAIN, ASK + f"run {{ray}} --ray-engine endpoint --model toy-model {url}") == 0
        signed = [head for head in server.heads if "POST" in head]
    assert len(signed) == ROWS and all("Bearer sk-very-secret" in head for head in signed)
    assert run_settings(folder, "run")["engine"] == "endpoint"
    assert set(table(folder, "run")["completion"]) == {"A"}
    import ray

    logs = Path(ray._private.worker._global_node.get_session_dir_path()) / "logs"
    for kept in [*(folder / "run").rglob("*"), *logs.rglob("*")]:
        assert not kept.is_file() or b"very-secret" not in kept.read_bytes(), kept


MISTAKES = {
    "an engine's own, known when it is opened": ("--ray-engine baseline --model nobody", "unknown baseline 'nobody'"),
    "an option of another": (
        "--ray-engine baseline --model empty --base-url x",
        "engine baseline has no option --base-url",
    ),
    "too many workers": ("--ray-engine baseline --model empty --ray-workers 9", "room for 2 with one processor each"),
    "itself": ("--ray-engine ray --model empty", "the engine for each node"),
    "what needs one process": ("--ray-engine endpoint --model M --max-cost 1", "engine ray has no option --max-cost"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("options", "message"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes_are_told_in_a_line(sgpkit, capsys, options, message):
    assert sgpkit(toy.PLAIN, ASK + "run {ray} " + options) == 2
    output = capsys.readouterr().err
    assert message in output and "Traceback" not in output and len(output.splitlines()) <= 2


@pytest.fixture
def engine(address):
    setup = Setup("reference", toy.PLAIN, options={"ray": address, "ray_engine": "baseline", "ray_workers": 1})
    opened = engines.open_engine("ray", setup)
    yield opened
    opened.close()


ASKED = [toy.row(f"row-{number}", 0) for number in range(40)]
REQUESTS = [Request(row, 0, 0, messages(row["question"])) for row in ASKED]


def test_an_answer_that_nobody_waits_for_is_not_taken_for_another(engine):
    first = engine.generate(REQUESTS)
    next(first)
    first.close()
    again = dict(engine.generate(REQUESTS[1:]))
    assert [again[index].text for index in range(39)] == [row["answer"] for row in ASKED[1:]]


@pytest.mark.slow
def test_nodes_that_come_later_are_used_if_they_answer_as_the_first(engine):
    engine.find_placement = lambda: engine.placement._replace(workers=2)
    assert len(dict(engine.generate(REQUESTS))) == 40
    assert len(engine.workers) == engine.statistics()["workers"] == 2
    other = engine.workers[1]
    if not other.ready:
        engine.check_opened(other)
    engine.first = engine.first._replace(identity={"model": "another"})
    other.awaited = other.actor.open.remote("baseline", engine.shared, {})
    with pytest.raises(UserError, match=r"differs from the other workers: model is 'another' on .*'reference' here"):
        engine.check_opened(other)


def test_every_benchmark_can_travel():
    from ray import cloudpickle

    for benchmark in families.all_benchmarks():
        arrived = cloudpickle.loads(cloudpickle.dumps(benchmark))
        assert (arrived.config, arrived.rows.columns, [*arrived.prompts.strategies]) == (
            benchmark.config,
            benchmark.rows.columns,
            [*benchmark.prompts.strategies],
        )


def test_what_needs_no_cluster_to_be_refused(folder, monkeypatch, capsys):
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    monkeypatch.setattr("ray.is_initialized", lambda: False)
    for given in ("127.0.0.1:1", "somewhere", "ray://127.0.0.1:1"):
        with pytest.raises(UserError, match=f"--ray '?{given}'?: "):
            cluster.connect(given)
    command = f"run toy --data {folder}/data --engine ray --ray-engine baseline --model empty --out {folder}/run"
    assert main.main(command.split()) == 2
    assert "--engine ray needs --ray ADDRESS" in capsys.readouterr().err
