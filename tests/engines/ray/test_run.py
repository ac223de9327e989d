"""Large runs whose chunks workers on a cluster ask and write: the same bytes after any loss."""

import importlib.util
import json

import pytest
import ray_nodes
import ray_toy
import toy

from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.data import rows as stored_rows
from sgpkit.runs import parts

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed: pip install 'sgpkit[ray]'", allow_module_level=True)

pytestmark = pytest.mark.xdist_group("ray")

ROWS = 50
ASK = "run toy --data {folder}/data --n 2 --model reference --out {folder}/"


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """The function that asks the toy benchmark in chunks of about ten, and the files that one machine writes."""
    monkeypatch.setattr(parts, "PART_ROWS", 10)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 5)
    build.build(toy.PLAIN, tmp_path / "data", path=str(ROWS))

    def ask(benchmark, out, options):
        monkeypatch.setattr(families, "get", lambda config: benchmark)
        path = out if "://" in out else str(tmp_path / out)
        return main.main([*ASK.format(folder=tmp_path).split()[:-1], path, *options.split()])

    assert ask(toy.PLAIN, "alone", "--engine baseline") == 0
    return ask, contents(tmp_path / "alone")


def contents(folder):
    """Return the table without the answers' times, the names of all files, and run.json without dates and hash."""
    metadata = json.loads((folder / "run.json").read_text())
    sessions = metadata.pop("sessions")
    for name in ("started", "finished", "responses_sha256"):
        metadata.pop(name)
    files = {path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and "part-" not in path.name}
    heights = [part.rows for part in parts.Table.open(folder, "responses").listed]
    assert {path.name for path in parts.Table.open(folder, "responses").files} == {
        path.name for path in (folder / "responses").glob("*.parquet")
    }
    return (
        parts.Table.open(folder, "responses").read().drop("latency").rows(),
        heights,
        files,
        metadata,
        sum(session["asked"] for session in sessions),
    )


def on(nodes):
    return f"--engine ray --ray-engine baseline --ray {nodes.address} --ray-shared"


@pytest.mark.slow
def test_responses_are_written_by_workers_and_are_the_same(nodes, asked, tmp_path):
    ask, alone = asked
    log = tmp_path / "log"
    assert ask(ray_toy.asking_where(log, delay=0.3), "run", on(nodes)) == 0
    assert contents(tmp_path / "run") == alone
    by_node = {line.split()[0] for line in log.read_text().splitlines()}
    assert len(by_node) == 2 and "none" not in by_node


@pytest.mark.slow
def test_a_folder_that_is_shared_may_be_named_by_its_address(nodes, asked, tmp_path):
    ask, alone = asked
    data = f"--data file://{tmp_path}/data"
    assert ask(ray_toy.asking_where(tmp_path / "log"), f"file://{tmp_path}/run", f"{data} {on(nodes)}") == 0
    assert contents(tmp_path / "run") == alone


@pytest.mark.slow
def test_an_endpoint_is_asked_by_workers_that_write(nodes, asked, tmp_path):
    from openai_server import OpenAIServer, Reply, completion

    ask, _ = asked
    with OpenAIServer(lambda body, number: Reply(body=completion(letter(body)))) as server:
        model = f"--model toy-model --base-url {server.url}"
        assert ask(toy.PLAIN, "straight", f"--engine endpoint {model}") == 0
        assert len(server.requests) == 2 * ROWS
        ray = f"--engine ray --ray-engine endpoint --ray {nodes.address} --ray-shared"
        assert ask(toy.PLAIN, "run", f"{ray} {model}") == 0
        assert len(server.requests) == 4 * ROWS
    straight, through_ray = contents(tmp_path / "straight"), contents(tmp_path / "run")
    assert set(parts.Table.open(tmp_path / "run", "responses").read()["completion"]) == {"A", "B"}
    assert through_ray == straight


def letter(body):
    """Return an answer that depends on the question."""
    return "AB"[sum(str(body["messages"]).encode()) % 2]


@pytest.mark.slow
def test_a_node_that_is_killed_in_the_middle_loses_nothing(nodes, asked, tmp_path):
    ask, alone = asked
    log = tmp_path / "log"
    with ray_nodes.one_dies(nodes, log):
        assert ask(ray_toy.asking_where(log, delay=0.4), "run", on(nodes)) == 0
    *same, _ = contents(tmp_path / "run")
    assert same == list(alone[:-1])


@pytest.mark.slow
def test_what_workers_logged_is_taken_up_here(nodes, asked, tmp_path):
    """A row that always kills its worker leaves a run with some answers, all in the workers' logs."""
    ask, alone = asked
    log = tmp_path / "log"
    assert ask(ray_toy.asking(log, killers=("row-31",)), "run", on(nodes)) == 3
    assert len(set(log.read_text().split())) > ROWS - 10
    log.unlink()
    assert ask(ray_toy.asking(log), "run", "--engine baseline") == 0
    assert len(log.read_text().split()) < 20, "only what is missing is asked"
    assert contents(tmp_path / "run")[:3] == alone[:3]
