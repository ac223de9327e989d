"""A family from a folder is found everywhere: in worker processes, sandboxes, and on a Ray cluster."""

import importlib.util
import os
import subprocess
import sys

import pytest

from sgpkit import plugins
from sgpkit.benchmark import families
from sgpkit.quality.contract import skeleton
from sgpkit.sandbox.workers import pool, sandbox

START = """
import sys
sys.path[:0] = sys.argv[1:]
from sgpkit.sandbox.workers.service import FRAME
from sgpkit.benchmark import families
from sgpkit.families.seen_family.sources import builtin
sys.stdout.buffer.write(FRAME.pack(0))
sys.stdout.buffer.flush()
size = FRAME.unpack(sys.stdin.buffer.read(FRAME.size))[0]
sys.stdin.buffer.read(size)
answer = " ".join([*families.families(), builtin.row("test-1", 0)["id"]]).encode()
sys.stdout.buffer.write(FRAME.pack(len(answer)) + answer)
sys.stdout.buffer.flush()
"""

FINISHING = """
import os

def finish(row):
    return row | {"question": row["question"].strip()}
"""

RAY = """
import sys
from pathlib import Path
from sgpkit.benchmark import families
from sgpkit.data import build
families.add(sys.argv[1])
(benchmark,) = families.benchmarks("seen_family")
from sgpkit.families.seen_family.sources import finishing
report = build.build(benchmark.replacing(finish=finishing.finish), Path("out"), limit=20, ray="local")
print(report.rows)
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(plugins.VARIABLE, "")
    return skeleton.write("seen_family", tmp_path / "elsewhere")


@pytest.mark.sandbox
def test_sandboxes_show_families(folder):
    families.add(folder)
    service = pool.python_service(START, ("numpy",), {}, sandbox.Limits(memory=4 << 30))
    try:
        answer = service.ask(b"which?", 60).decode().split()
    finally:
        service.close()
    assert answer == [*families.families(), "test-1"]


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="needs sgpkit[ray]")
def test_nodes_of_a_cluster_see_families(folder, tmp_path):
    (folder / "sources" / "finishing.py").write_text(FINISHING)
    environment = {name: value for name, value in os.environ.items() if name != plugins.VARIABLE}
    done = subprocess.run(
        [sys.executable, "-c", RAY, str(folder)],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "{'train': 8, 'test': 20}"
