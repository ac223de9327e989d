"""Large runs scored by chunk on a cluster of three nodes: the same bytes after any loss, and with slow chunks."""

import importlib.util

import pytest
import ray_nodes
import ray_toy
import toy

from sgpkit.benchmark import families
from sgpkit.data import build
from sgpkit.data import rows as stored_rows
from sgpkit.runs import folder as run_folder
from sgpkit.runs import parts, plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.on_ray import shards
from sgpkit.sandbox.cluster import shared_work

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed: pip install 'sgpkit[ray]'", allow_module_level=True)

pytestmark = pytest.mark.xdist_group("ray")

FILES = ("scores.json", "scores.csv", "figures.csv", "figures.parquet")


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """A run of a hundred responses in chunks of about ten, and the bytes of its scores on one machine."""
    for module, name, value in (
        (parts, "PART_ROWS", 10), (parts, "GROUP_ROWS", 4), (run_folder, "CHUNK_ROWS", 7),
        (stored_rows, "IN_MEMORY_ROWS", 5),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    build.build(toy.PLAIN, tmp_path / "data", path="50")
    run.run(toy.PLAIN, str(tmp_path / "data"), tmp_path / "run", plan.Options("baseline", "random", n=2))
    score.score(Run.open(tmp_path / "run"))
    return tmp_path / "run", contents(tmp_path / "run")


def contents(folder):
    files = [*(folder / name for name in FILES), *parts.Table.open(folder, "scores").files]
    return {path.name: path.read_bytes() for path in files}


def scored(folder, benchmark, nodes, monkeypatch, **options):
    for path in [*(folder / name for name in FILES), *parts.Table.open(folder, "scores").files]:
        path.unlink()
    (folder / "scores" / "manifest.json").unlink()
    monkeypatch.setattr(families, "get", lambda config: benchmark)
    score.score(Run.open(folder), nodes.address, **options)
    return contents(folder)


@pytest.mark.slow
@pytest.mark.process
def test_scores_are_the_same_bytes_and_nothing_is_left(nodes, asked, tmp_path, monkeypatch):
    folder, alone = asked
    assert len(parts.Table.open(folder, "responses").files) > 5
    log = tmp_path / "log"
    assert scored(folder, ray_toy.scoring_where(log), nodes, monkeypatch) == alone
    by_node = {line.split()[0] for line in log.read_text().splitlines()}
    assert len(by_node) == 2 and "none" not in by_node, "both nodes scored, and nothing was scored here"
    assert not (folder / shards.FOLDER).exists()


def test_parts_travel_through_a_store_that_is_no_folder_of_the_run(nodes, asked, tmp_path, monkeypatch):
    folder, alone = asked
    base = f"file://{tmp_path}/elsewhere"
    result = scored(folder, ray_toy.scoring_where(tmp_path / "log"), nodes, monkeypatch, shards_at=base)
    assert result == alone
    names = {path.name for path in parts.Table.open(folder, "responses").files}
    assert {path.name for path in (tmp_path / "elsewhere" / "responses").iterdir()} == names


def test_any_file_system_will_do(asked):
    """The file system is an object store without folders or renames; the tasks run in this process."""
    folder, _ = asked
    opened = Run.open(folder)
    base = "memory://bucket/run"
    listed = opened.stored.listed
    shards.put_missing(opened.stored, base)
    pinned = opened.metadata["data"]
    task = shards.PartTask(toy.PLAIN, opened.asked, pinned["place"], pinned["sha256"], None, base)
    store = shards.store_of(base)
    notes = [shared_work.result(store, task, part) for part in listed]
    assert sum(note["rows"] for note in notes) == 2 * sum(
        1 for _ in stored_rows.read(folder.parent / "data", toy.PLAIN, "test")
    )
    table = shards.joined(toy.PLAIN, [shards.columns(store, task.name(part)) for part in listed]).table
    kept = parts.Table.open(folder, "scores").read()
    assert table.select(kept.columns).equals(kept)
    assert [shared_work.result(store, task, part) for part in listed] == notes


@pytest.mark.slow
def test_a_node_that_is_killed_in_the_middle_loses_nothing(nodes, asked, tmp_path, monkeypatch):
    folder, alone = asked
    log = tmp_path / "log"
    with ray_nodes.one_dies(nodes, log):
        result = scored(folder, ray_toy.scoring_where(log, delay=2.0), nodes, monkeypatch)
    assert result == alone
    started = [line.split()[1] for line in log.read_text().splitlines()]
    assert len(set(started)) == len(parts.Table.open(folder, "responses").files) < len(started), (
        "what it had was begun once more"
    )


def test_a_slow_part_holds_nothing_up(nodes, asked, tmp_path, monkeypatch):
    """The first chunk ends when all others have ended. If they waited for it, none would end."""
    folder, alone = asked
    others = len(parts.Table.open(folder, "responses").files) - 1
    with ray_nodes.let_go_after(tmp_path, others):
        result = scored(folder, ray_toy.scoring_where(tmp_path / "log", waits="row-0"), nodes, monkeypatch)
    assert result == alone


def test_what_was_done_before_the_driver_died_is_not_done_again(nodes, asked, tmp_path, monkeypatch):
    folder, alone = asked
    monkeypatch.setattr(shards, "joined", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    log = tmp_path / "log"
    with pytest.raises(KeyboardInterrupt):
        scored(folder, ray_toy.scoring_where(log), nodes, monkeypatch)
    monkeypatch.undo()
    monkeypatch.setattr(families, "get", lambda config: ray_toy.scoring_where(log))
    monkeypatch.setattr(parts, "PART_ROWS", 10)
    monkeypatch.setattr(parts, "GROUP_ROWS", 4)
    monkeypatch.setattr(stored_rows, "IN_MEMORY_ROWS", 5)
    before = log.read_text()
    score.score(Run.open(folder), nodes.address)
    assert log.read_text() == before
    assert contents(folder) == alone
