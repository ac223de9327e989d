"""Ray over two nodes of this machine: a server of llama.cpp on each, and the answers of one."""

import importlib.util
import json

import polars as pl
import pytest
from real_model import sgpkit

from sgpkit.engines.local import models

if importlib.util.find_spec("ray") is None:
    pytest.skip("Ray is not installed: pip install 'sgpkit[ray]'", allow_module_level=True)

ROWS = 4
ASKED = (
    *("run", "turtle-scratch", "--model", models.PACKAGED.name, "--mode", "text", "--limit", ROWS),
    *("--temperature", 0, "--max-tokens", 8, "--concurrency", 1),
)


def answers(folder):
    table = pl.read_parquet(folder / "responses" / "*.parquet").sort("id")
    return dict(table.select("id", "completion").iter_rows())


def test_two_nodes_answer_as_one_machine(data, tmp_path):
    import ray_nodes

    sgpkit(*ASKED, "--engine", "local", "--data", data, "--out", tmp_path / "one")
    with ray_nodes.started(1, 1) as nodes:
        spread = ("--engine", "ray", "--ray", nodes.address, "--ray-engine", "local")
        sgpkit(*ASKED, *spread, "--data", data, "--out", tmp_path / "both")
    assert answers(tmp_path / "both") == answers(tmp_path / "one") and len(answers(tmp_path / "one")) == ROWS
    (session,) = json.loads((tmp_path / "both" / "run.json").read_text(encoding="utf-8"))["sessions"]
    assert session["engine"]["workers"] == 2
