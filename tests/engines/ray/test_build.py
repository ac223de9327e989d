"""Configs built by the tasks of a cluster of three nodes: the same bytes after any loss and in any place."""

import importlib.util
import json
from contextlib import nullcontext
from dataclasses import replace

import fsspec
import pytest
import ray_nodes
import ray_toy
import toy

from sgpkit.benchmark import Source, families
from sgpkit.cli import main
from sgpkit.data import build, on_ray, publishing, shards
from sgpkit.errors import UserError
from sgpkit.sandbox import cluster
from sgpkit.sandbox.cluster import shared_work

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed: pip install 'sgpkit[ray]'", allow_module_level=True)

pytestmark = pytest.mark.xdist_group("ray")

ROWS = "60"
SHARDS = 6


@pytest.fixture
def alone(tmp_path, monkeypatch):
    """The bytes of a build in one process, with shards of ten items."""
    monkeypatch.setattr(shards, "FINISHED_SHARD_ROWS", 10)
    build.build(toy.TOY, tmp_path / "alone", path=ROWS)
    return contents(tmp_path / "alone")


def contents(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def begun(log):
    return [line.split() for line in log.read_text().splitlines()]


@pytest.mark.slow
def test_data_are_the_same_bytes_and_rows_are_finished_on_the_nodes(nodes, alone, tmp_path):
    log = tmp_path / "log"
    report = build.build(ray_toy.finishing_where(log), tmp_path / "out", path=ROWS, ray=nodes.address)
    assert contents(tmp_path / "out") == alone
    assert report.rows == {"test": 48, "train": 1} and report.skipped == 20
    assert len([name for name in alone if "test-" in name.name]) == SHARDS
    by_node = {node for node, _ in begun(log)}
    assert len(by_node) == 2 and "none" not in by_node, "both nodes worked, and nothing was done here"


@pytest.mark.slow
def test_shards_may_lie_at_an_address(nodes, alone, tmp_path, monkeypatch):
    benchmark = ray_toy.finishing_where(tmp_path / "log")
    monkeypatch.setattr(families, "get", lambda config: benchmark)
    out = f"file://{tmp_path}/store"
    command = ["build", "toy", "--source", f"builtin={ROWS}", "--out", out, "--ray", nodes.address]
    assert main.main(command) == 0
    assert contents(tmp_path / "store") == alone
    assert main.main(command) == 0, "a config that is there is replaced"
    assert contents(tmp_path / "store") == alone


@pytest.mark.slow
def test_a_node_that_is_killed_in_the_middle_loses_nothing(nodes, alone, tmp_path):
    log = tmp_path / "log"
    with ray_nodes.one_dies(nodes, log):
        build.build(ray_toy.finishing_where(log, delay=0.3), tmp_path / "out", path=ROWS, ray=nodes.address)
    assert contents(tmp_path / "out") == alone
    rows = [row for _, row in begun(log)]
    assert len(set(rows)) == 61 < len(rows), "what it had was begun once more"


def test_a_slow_shard_holds_nothing_up(nodes, alone, tmp_path):
    """The first shard continues when all others have ended. If they waited for it, it would never continue."""
    benchmark = ray_toy.finishing_where(tmp_path / "log", waits="row-0")
    with ray_nodes.let_go_after(tmp_path, 61 - 10):
        build.build(benchmark, tmp_path / "out", path=ROWS, ray=nodes.address)
    assert contents(tmp_path / "out") == alone


def test_what_was_done_before_the_driver_died_is_not_done_again(nodes, alone, tmp_path, monkeypatch):
    log = tmp_path / "log"
    benchmark = ray_toy.finishing_where(log)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(publishing, "publish", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        build.build(benchmark, tmp_path / "out", path=ROWS, ray=nodes.address)
    before = log.read_text()
    build.build(benchmark, tmp_path / "out", path=ROWS, ray=nodes.address)
    assert log.read_text() == before
    assert contents(tmp_path / "out") == alone


@pytest.fixture
def here(monkeypatch):
    """Run tasks in this process, the last one first."""
    monkeypatch.setattr(cluster, "connected", lambda address: nullcontext())
    monkeypatch.setattr(
        cluster,
        "as_finished",
        lambda work, batches: reversed([(number, work(batch)) for number, batch in enumerate(batches)]),
    )


def test_any_file_system_will_do(alone, here):
    """The file system is an object store without folders or renames."""
    build.build(toy.TOY, "memory://bucket/data", path=ROWS, ray="here")
    files = fsspec.filesystem("memory")
    there = {path.removeprefix("/bucket/data/"): files.cat_file(path) for path in files.find("/bucket/data")}
    assert there == {str(name): content for name, content in alone.items()}


def test_rows_that_are_few_or_all_unfit_are_as_in_one_process(tmp_path, here, monkeypatch):
    """Shards have two rows: the last is not full, some have only skipped rows, and ids are compared across all."""
    monkeypatch.setattr(shards, "FINISHED_SHARD_ROWS", 2)

    def rows(path, seed):
        for number in (4, 9, 0, 14, 19, 24, 1, 2, 29, 3):
            yield "test", toy.row(f"row-{number}", seed)
        yield "train", toy.row("row-3", seed)

    benchmark = toy.TOY.replacing(sources={"builtin": Source(rows)})
    for out, ray in (("one", None), ("many", "here")):
        with pytest.raises(ValueError, match="two rows have the id 'row-3'"):
            build.build(benchmark, tmp_path / out, ray=ray)
        build.build(benchmark, tmp_path / out, ray=ray, limit=9)
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


def test_nodes_that_would_write_elsewhere_are_refused(tmp_path):
    store = on_ray.store_of(str(tmp_path / "out" / ".build" / "toy"))
    task, batch = on_ray.ShardTask(toy.TOY, "key"), on_ray.Batch("test", 0, [(0, toy.row("row-0", 0))])
    with pytest.raises(UserError, match=r"a node of the cluster cannot access .*out\nGive a shared folder"):
        shared_work.result(store, task, batch)
    store.mark()
    assert shared_work.result(store, task, batch)["shard"]["rows"] == 1
    with pytest.raises(UserError, match=r"has sgpkit .*; expected 0\.0"):
        shared_work.result(replace(store, version="0.0"), task, batch)


def test_an_address_needs_tasks(monkeypatch, capsys):
    monkeypatch.setattr(families, "get", lambda config: toy.TOY)
    assert main.main(["build", "toy", "--out", "s3://bucket/data"]) == 2
    assert "--out s3://bucket/data: writing to a URL needs --ray" in capsys.readouterr().err
    beside = toy.TOY.replacing(finish_in_folder=lambda folder: toy.finish)
    with pytest.raises(UserError, match="built from other configs in the same folder"):
        build.build(beside, "memory://bucket/beside", ray="here")


def test_what_was_skipped_is_logged_as_in_one_process(alone, tmp_path, here):
    build.build(toy.TOY, tmp_path / "out", path=ROWS, ray="here")
    log = [json.loads(line)["name"] for line in (tmp_path / "out/toy/build-log.jsonl").read_text().splitlines()]
    assert [name for name in log if name.startswith("row")] == [f"row-{number}" for number in range(4, 60, 5)]
