"""The files of the endpoint engine: prices of tokens, batches of requests and results, and the limit of the cost."""

import json

import pytest
import toy
from openai_server import OpenAIServer, Reply, completion, error

from sgpkit.engines import Request, Setup, endpoint
from sgpkit.engines.endpoint import batch, prices
from sgpkit.errors import UserError

TOML = """
date = 2026-01-31
currency = "EUR"
[models."toy-model"]
input = 2.0
cached_input = 0.5
output = 8.0
[models.other]
input = 1
output = "a lot"
[models.dated]
date = "2025-12-01"
currency = "USD"
input = 1
output = 2
"""
CSV = "model,input,cached_input,output,currency,date\ntoy-model,2.0,0.5,8.0,EUR,2026-01-31\nplain,1,,2,,2026-01-31\n"


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def price_file(tmp_path):
    path = tmp_path / "prices.toml"
    path.write_text(TOML)
    return path


def requests(count, words="Question"):
    return [
        Request({"id": f"row/{number}"}, 0, 0, [{"role": "user", "content": f"{words} {number}"}])
        for number in range(count)
    ]


def opened(sampling=None, **options):
    return endpoint.open_engine(Setup("toy-model", toy.TOY, sampling=sampling or {}, options=options))


def test_both_forms_of_the_price_file_say_the_same(tmp_path, price_file):
    table = tmp_path / "prices.csv"
    table.write_text(CSV)
    assert prices.read(price_file, "toy-model") == prices.read(table, "toy-model")
    assert prices.read(price_file, "toy-model").named == "EUR, prices of 2026-01-31"
    assert prices.read(price_file, "dated").named == "USD, prices of 2025-12-01"
    assert prices.read(table, "plain").cached_input == 1.0


def test_cost_by_hand(price_file):
    price = prices.read(price_file, "toy-model")
    assert price.of(1_000_000, 0) == 2.0
    assert price.of(1_000_000, 250_000, cached=400_000) == pytest.approx(0.6 * 2 + 0.4 * 0.5 + 0.25 * 8)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("date = 2026-01-31", "no price for 'toy-model'"),
        ('date = 2026-01-31\n[models."toy-mode1"]\ninput = 1', "did you mean 'toy-mode1'"),
        ('[models."toy-model"]\ninput = 1\noutput = 1', "date must be the day"),
        ('date = "soon"\n[models."toy-model"]\ninput = 1\noutput = 1', "got 'soon'"),
        ('date = 2026-01-31\n[models."toy-model"]\ninput = 1', "no output price"),
        ('date = 2026-01-31\n[models."toy-model"]\ninput = -1\noutput = 1', "at least 0"),
        ('date = 2026-01-31\n[models."toy-model"]\ninput = nan\noutput = 1', "at least 0"),
        ("date = ", "prices.toml"),
    ],
)
def test_price_files_that_will_not_do(tmp_path, text, message):
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=message):
        prices.read(path, "toy-model")
    with pytest.raises(UserError, match="no such file"):
        prices.read(tmp_path / "none.toml", "toy-model")


class TestMaxCost:
    def run(self, price_file, answer, count=500, **options):
        with OpenAIServer(answer) as server:
            engine = opened(base_url=server.url, prices=price_file, **options)
            got = list(engine.generate(requests(count)))
            statistics = engine.statistics()
            if "stopped" in statistics:
                assert not list(engine.generate(requests(3))), "nothing more is asked once it has stopped"
            engine.close()
        return got, statistics, len(server.requests)

    def test_stops_at_the_cap_with_all_that_was_asked_answered(self, price_file):
        usage = {"prompt_tokens": 100, "completion_tokens": 100}  # 0.001 each

        def answer(body, number):
            return Reply(body=completion("x", usage=usage), delay=0.005)

        got, statistics, asked = self.run(price_file, answer, max_cost=0.1, concurrency=32)
        assert asked == len(got) == 100
        assert statistics["cost"] == pytest.approx(0.1)
        assert "--max-cost 0.1 EUR" in statistics["stopped"]

    def test_costs_that_vary_are_overshot_by_little(self, price_file):
        def answer(body, number):
            usage = {"prompt_tokens": 100, "completion_tokens": 20 * (number % 10)}
            return Reply(body=completion("x", usage=usage), delay=0.005)

        got, statistics, asked = self.run(price_file, answer, max_cost=0.1, concurrency=16)
        assert asked == len(got) and 0.09 < statistics["cost"] < 0.11

    def test_one_dear_answer_is_the_last(self, price_file):
        usage = {"prompt_tokens": 100, "completion_tokens": 1_000_000}
        got, _, asked = self.run(
            price_file, lambda body, number: Reply(body=completion("x", usage=usage)), max_cost=1.0
        )
        assert asked == len(got) == 1

    def test_a_server_that_counts_nothing_is_charged_by_length(self, price_file):
        got, statistics, asked = self.run(
            price_file, lambda body, number: Reply(body=completion("x" * 3000, usage=None)), max_cost=0.1
        )
        assert asked == len(got) < 20 and statistics["cost"] > 0.08

    def test_enough_money_does_not_stop(self, price_file):
        got, statistics, _ = self.run(price_file, lambda body, number: Reply(body=completion("x")), 50, max_cost=100)
        assert len(got) == 50 and "stopped" not in statistics


def results(path, answer):
    """Return the results of a batch service for a file of requests."""
    lines = []
    for number, line in enumerate(path.read_text().splitlines()):
        item = json.loads(line)
        lines.append(json.dumps({"id": f"batch-{number}", "custom_id": item["custom_id"], **answer(item, number)}))
    return "\n".join(reversed(lines)) + "\n"


def test_batch_requests_are_what_would_be_sent_live(tmp_path):
    path = tmp_path / "new" / "requests.jsonl"
    engine = opened({"max_tokens": 8}, batch_write=path)
    assert list(engine.generate(requests(20))) == []
    assert "20 requests" in engine.statistics()["stopped"] and str(path) in engine.statistics()["stopped"]
    items = [json.loads(line) for line in path.read_text().splitlines()]
    assert len({item["custom_id"] for item in items}) == 20
    assert all(len(item["custom_id"]) <= 64 and item["custom_id"].startswith("row-") for item in items)
    assert {(item["method"], item["url"]) for item in items} == {("POST", "/v1/chat/completions")}
    with OpenAIServer(lambda body, number: Reply(body=completion("x"))) as server:
        live = opened({"max_tokens": 8}, base_url=server.url, concurrency=1)
        list(live.generate(requests(20)))
        live.close()
    assert [item["body"] for item in items] == server.requests
    first = path.read_bytes()
    list(opened({"max_tokens": 8}, batch_write=path).generate(requests(20)))
    assert path.read_bytes() == first


def test_batch_results_find_their_requests_in_any_order(tmp_path, price_file):
    path = tmp_path / "requests.jsonl"
    list(opened(batch_write=path).generate(requests(12)))

    def answer(item, number):
        match number:
            case 0:
                too_long = error("too long", code="context_length_exceeded")
                return {"response": {"status_code": 400, "body": too_long}, "error": None}
            case 1:
                return {"response": None, "error": {"code": "batch_expired", "message": "not done in time"}}
            case 2:
                return {"response": {"status_code": 500, "body": error("oops")}, "error": None}
        asked = item["body"]["messages"][0]["content"]
        return {"response": {"status_code": 200, "body": completion(f"re: {asked}")}, "error": None}

    folder = tmp_path / "results"
    folder.mkdir()
    lines = results(path, answer).splitlines(keepends=True)
    (folder / "output.jsonl").write_text("".join(lines[:6]))
    (folder / "errors.jsonl").write_text("".join(lines[6:]))
    engine = opened(batch_read=folder, prices=price_file)
    got = dict(engine.generate(requests(15)))
    assert [got[index].finish_reason for index in range(12)] == ["too_large", "error", "error"] + ["stop"] * 9
    assert [got[index].text for index in range(3, 12)] == [f"re: Question {index}" for index in range(3, 12)]
    assert "not done in time" in got[1].error
    statistics = engine.statistics()
    assert "3 of 15 requests have no result" in statistics["stopped"]
    assert statistics["cost"] == pytest.approx(9 * (20 * 2 + 5 * 8) / 1e6)


def test_results_of_other_prompts_or_parameters_are_not_taken(tmp_path):
    path = tmp_path / "requests.jsonl"
    list(opened(batch_write=path).generate(requests(3)))
    done = tmp_path / "done.jsonl"
    done.write_text(results(path, lambda item, number: {"response": {"status_code": 200, "body": completion("x")}}))
    with pytest.raises(UserError, match="no results for the 3 pending requests"):
        list(opened(batch_read=done).generate(requests(3, words="Another question")))
    with pytest.raises(UserError, match="no results for the 3 pending requests"):
        list(opened({"temperature": 1.0}, batch_read=done).generate(requests(3)))
    assert len(list(opened(batch_read=done).generate(requests(3)))) == 3


def test_the_next_turn_waits_for_the_next_file(tmp_path):
    path, done = tmp_path / "requests.jsonl", tmp_path / "done.jsonl"
    list(opened(batch_write=path).generate(requests(3)))
    done.write_text(results(path, lambda item, number: {"response": {"status_code": 200, "body": completion("x")}}))
    engine = opened(batch_read=done)
    assert len(list(engine.generate(requests(3)))) == 3 and "stopped" not in engine.statistics()
    assert list(engine.generate(requests(2, words="And now"))) == []
    assert "2 of 2 requests have no result" in engine.statistics()["stopped"]


@pytest.mark.parametrize(
    ("content", "message"), [("{not json\n", "not JSON"), ("[]\n", "custom_id"), (None, "this is a request")]
)
def test_files_that_are_no_results(tmp_path, content, message):
    path = tmp_path / "file.jsonl"
    list(opened(batch_write=path).generate(requests(2)))
    if content is not None:
        path.write_text(content)
    with pytest.raises(UserError, match=message):
        list(opened(batch_read=path).generate(requests(2)))
    with pytest.raises(UserError, match="expected a JSONL file"):
        list(opened(batch_read=tmp_path / "none").generate(requests(2)))


@pytest.mark.process
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[" * 100_000, "not JSON"),
        ('{"custom_id": "a", "response": ' + "9" * 5_000 + "}", "not JSON"),
        (
            '{"custom_id": "a", "response": {"body": "' + "\\ud800" * 12_000_000 + '"}}',
            "a line of more than 67,108,864 bytes",
        ),
    ],
)
def test_results_are_read_in_a_worker(tmp_path, line, reason, monkeypatch):
    """Lines that would stall or end this process are errors, and no line is parsed here."""
    from sgpkit.sandbox.untrusted import workers

    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    workers.begin()
    path, done = tmp_path / "requests.jsonl", tmp_path / "done.jsonl"
    list(opened(batch_write=path).generate(requests(3)))
    good = results(path, lambda item, number: {"response": {"status_code": 200, "body": completion("x")}})
    monkeypatch.setattr(batch, "outcome", None)  # in this process only
    done.write_text(good)
    assert [result.text for _, result in opened(batch_read=done).generate(requests(3))] == ["x"] * 3
    done.write_text(good + line + "\n")
    with pytest.raises(UserError, match=reason):
        list(opened(batch_read=done).generate(requests(3)))


def test_large_batches_go_into_several_files(tmp_path, monkeypatch):
    monkeypatch.setattr(batch, "MOST_REQUESTS", 5)
    path = tmp_path / "requests.jsonl"
    engine = opened(batch_write=path)
    list(engine.generate(requests(12)))
    counts = [
        len((tmp_path / name).read_text().splitlines())
        for name in ("requests.jsonl", "requests-2.jsonl", "requests-3.jsonl")
    ]
    assert counts == [5, 5, 2] and "requests-3.jsonl" in engine.statistics()["stopped"]
    size = path.stat().st_size
    monkeypatch.setattr(batch, "MOST_BYTES", size - 1)
    list(opened(batch_write=tmp_path / "small" / "requests.jsonl").generate(requests(12)))
    written = sorted((tmp_path / "small").iterdir())
    assert len(written) == 3 and all(part.stat().st_size < size for part in written)
