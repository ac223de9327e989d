"""Worker processes: their imports, and the families that they find."""

import collections
import functools
import itertools
import multiprocessing.forkserver
import os
import pkgutil
import subprocess
import sys

import import_witness
import pytest

from sgpkit import families as mount
from sgpkit import plugins
from sgpkit.benchmark import families
from sgpkit.sandbox import parallel

SEVERAL = parallel.CHUNK + 1
"""More items than fit in one chunk, since no worker would be started for one."""


@pytest.fixture(autouse=True)
def fresh_server(monkeypatch):
    """Start without a server from which workers are forked, since its imports are fixed when it starts."""
    server = multiprocessing.forkserver._forkserver
    server._stop()
    monkeypatch.setenv("PYTHONPATH", str(plugins.Path(import_witness.__file__).parent))
    yield
    server._stop()


def test_the_module_of_the_work_is_imported_once_for_all_workers():
    importers = set(parallel.in_workers(functools.partial(import_witness.importer), range(100), 2))
    assert importers == {multiprocessing.forkserver._forkserver._forkserver_pid}


def test_a_family_that_is_added_later_is_seen_by_later_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(mount, "__path__", list(mount.__path__))
    monkeypatch.delenv(plugins.VARIABLE, raising=False)
    of_vgbench = parallel.in_workers(families.module_name, ["vgbench"] * SEVERAL, 1)
    assert list(of_vgbench) == ["sgpkit.families.vgbench"] * SEVERAL
    (tmp_path / "late").mkdir()
    (tmp_path / "late" / "__init__.py").write_text("WORD = 'seen'")
    monkeypatch.setenv(plugins.VARIABLE, "")
    families.add(tmp_path / "late")
    words = parallel.in_workers(pkgutil.resolve_name, ["sgpkit.families.late:WORD"] * SEVERAL, 1)
    assert list(words) == ["seen"] * SEVERAL


def test_modules_in_folders_that_the_user_named_are_imported_by_each_worker(monkeypatch):
    work = functools.partial(functools.partial, import_witness.importer)
    assert parallel.modules(work) == {"functools", "import_witness"}
    monkeypatch.setenv(plugins.VARIABLE, str(plugins.Path(import_witness.__file__).parent))
    assert parallel.modules(work) == {"functools"}


def test_a_single_chunk_is_worked_here():
    one_chunk = range(parallel.CHUNK)
    assert set(parallel.in_workers(import_witness.importer, one_chunk, 2)) == {os.getpid()}
    assert list(parallel.in_workers(import_witness.importer, [], 2)) == []


INTERRUPTED = """
import os, signal
from concurrent.futures import ProcessPoolExecutor
import import_witness
from sgpkit.sandbox import parallel

def spawn(pool, real=ProcessPoolExecutor._spawn_process):
    real(pool)
    os.kill(os.getpid(), signal.SIGINT)

ProcessPoolExecutor._spawn_process = spawn
try:
    list(parallel.in_workers(import_witness.importer, range(100), 2))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.process
def test_an_interrupt_while_a_worker_starts_ends_without_a_traceback():
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


def test_a_few_costly_items_are_shared():
    processes = collections.Counter(parallel.in_workers(import_witness.worker, [0.1] * SEVERAL, 2))
    assert len(processes) == 2 and min(processes.values()) >= SEVERAL // 4


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_items_stay_in_their_order_however_they_are_shared(workers):
    assert list(itertools.chain(*parallel.chunks(range(1000), workers))) == list(range(1000))
    assert max(map(len, parallel.chunks(range(1000), workers))) == parallel.CHUNK
