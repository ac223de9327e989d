"""A cluster of three nodes on this machine, some of which tests kill, and work that waits for other work."""

import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import ray_token
from paths import HELPERS

from sgpkit.sandbox import cluster

ROOT = HELPERS.parent.parent
SETTINGS: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_log_monitor": False}


@contextmanager
def started(head_cpus: int, others: int) -> Iterator[Any]:
    """Start a head and other nodes of one processor each, and connect this process to them."""
    folder = tempfile.mkdtemp(prefix="ray-", dir="/tmp")  # it contains sockets, whose paths must be short
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(HELPERS), *filter(None, sys.path)]))
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_AUTH_TOKEN", ray_token.TOKEN)
        patch.setenv("RAY_AUTH_MODE", "token")
        patch.delenv("OPENAI_API_KEY", raising=False)
        import ray
        from ray.cluster_utils import Cluster

        # `Cluster` writes its address there; on a new machine the folder does not exist yet.
        Path(os.environ.get("RAY_TMPDIR", "/tmp"), "ray").mkdir(exist_ok=True)
        head = {"temp_dir": folder, "include_dashboard": False, "no_monitor": True}
        made = Cluster(initialize_head=True, head_node_args=SETTINGS | head | {"num_cpus": head_cpus})
        try:
            for _ in range(others):
                made.add_node(**SETTINGS)
            before = signal.getsignal(signal.SIGTERM)
            with cluster.connected(made.address):
                assert signal.getsignal(signal.SIGTERM) == before, "Ray has one of its own"
                yield made
        finally:
            ray.shutdown()
            made.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Start a head without a processor and two nodes that tests may kill, and connect this process to them."""
    with started(0, 2) as made:
        yield made


@contextmanager
def one_dies(nodes: Any, log: Path) -> Iterator[None]:
    """Add a node, and kill it as soon as it has work; `log` lists the nodes of all started work."""
    victim = nodes.add_node(**SETTINGS)

    def has_work() -> bool:
        return log.exists() and any(line.startswith(victim.node_id) for line in log.read_text().splitlines())

    with done_when(has_work, lambda: nodes.remove_node(victim, allow_graceful=False), 100) as done:
        yield
    assert done.is_set(), "the node had work when it was killed"


@contextmanager
def let_go_after(folder: Path, others: int) -> Iterator[None]:
    """Let the waiting work continue once this number of other tasks have ended, according to `ended` in the folder."""
    ended = folder / "ended"

    def all_ended() -> bool:
        return ended.exists() and len(ended.read_text().splitlines()) == others

    with done_when(all_ended, (folder / "go on").touch, 50) as done:
        yield
    assert done.is_set(), "the others ended first"


@contextmanager
def done_when(reached: Callable[[], bool], act: Callable[[], object], seconds: float) -> Iterator[threading.Event]:
    """Act, in a thread, once a condition holds. The returned event tells whether it did."""
    done = threading.Event()

    def watch() -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if reached():
                act()
                done.set()
                return
            time.sleep(0.02)

    helper = threading.Thread(target=watch)
    helper.start()
    yield done
    helper.join()
