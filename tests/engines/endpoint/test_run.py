"""`sgpkit run --engine endpoint` from end to end: the state after failures of the server, and the next call."""

import json
from collections import Counter

import polars as pl
import pytest
import toy
from openai_server import OpenAIServer, Reply, completion, error

from sgpkit.benchmark import families
from sgpkit.cli.base.values import INCOMPLETE
from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.engines.endpoint import retries

GOOD = Reply(body=completion("A"))


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """Run the command over the toy's rows, and return its exit code."""
    for name in ("OPENAI_BASE_URL", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    monkeypatch.setattr(retries, "LONGEST_PAUSE", 0.02)
    build.build(toy.PLAIN, tmp_path / "data", workers=1)

    def run(*options):
        path = ["--data", str(tmp_path / "data"), "--out", str(tmp_path / "run")]
        return main(["run", "toy", "--engine", "endpoint", "--model", "toy-model", *path, *map(str, options)])

    return run


def outcomes(tmp_path):
    table = pl.read_parquet(tmp_path / "run" / "responses" / "part-*.parquet").filter(pl.col("counted"))
    return dict(table.select("id", "finish_reason").iter_rows())


def number(body):
    return int(body["messages"][0]["content"].split()[2].rstrip("?"))


def test_a_bad_hour_and_the_next_one(ask, tmp_path, capsys):
    bad = {
        1: Reply(500, error("worker died")),
        2: Reply(how="dropped"),
        3: Reply(400, error("maximum context length is 10 tokens", code="context_length_exceeded")),
        4: Reply(400, error("blocked", code="content_filter")),
        5: Reply(400, error("no such picture")),
        6: Reply(body=completion("", finish_reason="error")),
        7: Reply(body=completion("The answer is", finish_reason="abort")),
    }
    with OpenAIServer(lambda body, _: bad.get(number(body), GOOD), key="sk-very-secret") as server:
        assert ask("--base-url", server.url, "--retries", 1) == INCOMPLETE
    first = outcomes(tmp_path)
    expected = {1: "error", 2: "error", 3: "too_large", 4: "content_filter", 5: "error", 6: "error", 7: "error"}
    assert first == {f"row-{row}": expected.get(row, "stop") for row in range(12)}
    with OpenAIServer(lambda body, _: GOOD, key="sk-very-secret") as server:
        assert ask("--base-url", server.url, "--concurrency", 3) == 0
        assert sorted(number(body) for body in server.requests) == [1, 2, 5, 6, 7], (
            "what failed is asked again, nothing else"
        )
    assert Counter(outcomes(tmp_path).values()) == {"stop": 10, "too_large": 1, "content_filter": 1}
    assert main(["score", str(tmp_path / "run")]) == 0
    statuses = json.loads((tmp_path / "run" / "scores.json").read_text())["statuses"]
    assert (statuses["too_large"], statuses["refused"]) == (1, 1)
    kept = b"".join(path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file())
    output = capsys.readouterr()
    assert b"sk-very-secret" not in kept and "sk-very-secret" not in output.out + output.err


def test_a_cap_on_the_cost_stops_and_the_next_call_goes_on(ask, tmp_path, capsys):
    prices = tmp_path / "prices.csv"
    prices.write_text("model,input,output,currency,date\ntoy-model,1000,0,USD,2026-01-31\n")  # 0.02 per request
    with OpenAIServer(lambda body, _: GOOD) as server:
        options = ("--base-url", server.url, "--prices", prices)
        assert ask(*options, "--max-cost", 0.1) == INCOMPLETE
        assert len(server.requests) == 5
        assert "--max-cost 0.1 USD is reached" in capsys.readouterr().out
        assert ask(*options) == 0
        assert sorted(number(body) for body in server.requests) == list(range(12))
    assert set(outcomes(tmp_path).values()) == {"stop"}


def test_through_batch_files(ask, tmp_path, capsys):
    requests, results = tmp_path / "requests.jsonl", tmp_path / "results.jsonl"
    assert ask("--batch-write", requests) == INCOMPLETE
    assert "12 requests are in" in capsys.readouterr().out
    lines = [json.loads(line) for line in requests.read_text().splitlines()]
    done = [
        {"custom_id": line["custom_id"], "response": {"status_code": 200, "body": completion("B")}, "error": None}
        for line in lines
    ]
    results.write_text("".join(json.dumps(item) + "\n" for item in done[:7]))
    assert ask("--batch-read", results) == INCOMPLETE
    assert "5 of 12 requests have no result" in capsys.readouterr().out
    results.write_text("".join(json.dumps(item) + "\n" for item in done))
    assert ask("--batch-read", results) == 0
    assert set(outcomes(tmp_path).values()) == {"stop"} and len(outcomes(tmp_path)) == 12


def test_nothing_is_left_behind_where_the_key_is_wrong(ask, tmp_path, capsys):
    with OpenAIServer(lambda body, _: GOOD, key="another") as server:
        assert ask("--base-url", server.url) == 2
        assert not server.requests
    output = capsys.readouterr().err
    assert "rejected the key" in output and "sk-very-secret" not in output and "Traceback" not in output


def test_a_finished_run_needs_no_server(ask, tmp_path):
    with OpenAIServer(lambda body, _: GOOD) as server:
        assert ask("--base-url", server.url) == 0
    assert ask("--base-url", "http://127.0.0.1:9/v1") == 0
