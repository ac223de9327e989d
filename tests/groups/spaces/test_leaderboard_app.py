"""The leaderboard's Space, written from toy submissions and started as the Hub starts it."""

import gradio_client
import pytest
import space_process
import toy_drawing
import toy_runs
from toy_runs import BENCHMARKS, answered

from sgpkit.benchmark import families
from sgpkit.reports import leaderboard
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package

pytestmark = pytest.mark.spaces


@pytest.fixture
def site(toy_home, monkeypatch):
    """Two submissions to one config and one to another; the name of one submitter contains markup."""
    monkeypatch.setattr(families, "locate", lambda config: ("toys", BENCHMARKS[config]))
    monkeypatch.setattr(families, "names", lambda: list(BENCHMARKS))
    for position, (benchmark, model, submitter) in enumerate(
        [
            (toy_drawing.DRAWING, "reference", "Ada"),
            (toy_drawing.DRAWING, "empty", "<img src=x onerror=document.title=1>"),
            (toy_runs.MOVED, "reference", "Ada"),
        ]
    ):
        run = answered(toy_home, benchmark, model, f"run-{position}")
        package.package(ScoredRun.open(run), toy_home / "submissions", submitter=submitter)
    leaderboard.write([toy_home / "submissions"], toy_home / "site", str(toy_home / "data"))
    return toy_home / "site"


def test_it_answers_filters_and_serves_galleries(site, port):
    config = toy_drawing.DRAWING.config
    with space_process.served(site / "space", port) as address:
        client = gradio_client.Client(address, verbose=False)
        everything = client.predict("all", "all", "all", "all", "all", api_name="/chosen")["data"]
        some = client.predict("all", config, "all", "all", "all", api_name="/chosen")["data"]
        client.close()
        assert len(some) == 2 < len(everything)
        assert not [cell for line in everything for cell in line if "<img" in str(cell)]
        galleries = sorted(path.name for path in (site / "galleries").glob("*.html"))
        assert len(galleries) == 3
        for name in galleries:
            status, page = space_process.fetch(f"{address}/galleries/{name}")
            assert (status, page) == (200, (site / "galleries" / name).read_bytes())
        linked = {
            cell for line in some for cell in line if f"({galleries[0]})" in str(cell) or "galleries/" in str(cell)
        }
        assert len(linked) == 2, "every line leads to its gallery"
