"""A run that is killed, torn, out of disk space, or shared by several processes: it loses only requests in flight."""

import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest
import scripted
import toy

from sgpkit import engines
from sgpkit.benchmark import Completion
from sgpkit.benchmark import families as builders
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.runs import folder as run_folder
from sgpkit.runs import lock as run_lock
from sgpkit.runs import parts, plan, responses, run
from sgpkit.runs.folder import Run
from sgpkit.runs.lock import Share
from sgpkit.runs.scoring import score

ROWS = 12


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(builders, "get", lambda config: toy.PLAIN)
    build.build(toy.PLAIN, tmp_path / "data", workers=1)
    return tmp_path / "data"


@pytest.fixture
def ask(folder, tmp_path, monkeypatch):
    """A function that runs the scripted engine over the folder and returns the run's metadata. Its requests are in
    asked.txt."""

    def asking(out="run", engine=None, **options):
        chosen = engine or scripted.Scripted(tmp_path / "asked.txt", delay=0)
        monkeypatch.setattr(engines, "open_engine", lambda *arguments: chosen)
        done = run.run(toy.PLAIN, str(folder), tmp_path / out, plan.Options("baseline", "scripted", **options))
        return {**done.metadata, "session": done.session}

    return asking


def asked(tmp_path):
    path = tmp_path / "asked.txt"
    return path.read_text().splitlines() if path.exists() else []


def table(tmp_path, out="run"):
    return responses.read_counted(responses.open_table(tmp_path / out))


@pytest.mark.slow
def test_killed_at_any_instant_it_loses_only_what_was_in_flight(folder, tmp_path):
    """The run is killed repeatedly with SIGKILL. One question is in flight at a time, so that each kill costs at most
    one."""
    program = [sys.executable, scripted.__file__, folder, tmp_path / "run", tmp_path / "asked.txt", 12]
    done = subprocess.run([*map(str, program)], capture_output=True, text=True, check=False, env=os.environ)
    assert done.returncode == 0, done.stderr
    killed = int(done.stdout.split()[-1])
    counts = Counter(asked(tmp_path))
    assert len(counts) == ROWS * 2 * 2, "rows, samples, turns"
    assert sum(counts.values()) - len(counts) <= killed
    assert killed > 0
    scripted_run = subprocess.run(
        [*map(str, [*program[:3], tmp_path / "undisturbed", tmp_path / "other.txt", 0])], check=True, env=os.environ
    )
    assert scripted_run.returncode == 0
    columns = pl.exclude("latency")
    assert table(tmp_path).select(columns).equals(table(tmp_path, "undisturbed").select(columns))


@pytest.mark.process
def test_a_job_that_is_taken_off_its_node_ends_as_by_hand(folder, tmp_path, ask):
    script = (
        "import sys, toy, scripted; from pathlib import Path; from sgpkit import engines; from sgpkit.benchmark import families; from sgpkit.cli import main as cli\n"
        "engines.open_engine = lambda *arguments: scripted.Scripted(Path('asked.txt'), delay=0.2)\n"
        "families.get = lambda config: toy.PLAIN\n"
        "line = 'run toy --data data --engine baseline --model scripted --out run'\n"
        "sys.argv = ['sgpkit', *line.split()]\n"
        "cli.entry()\n"
    )
    job = subprocess.Popen(
        [sys.executable, "-c", script], cwd=tmp_path, env=os.environ | helpers(), stderr=subprocess.PIPE, text=True
    )
    while len(asked(tmp_path)) < 3 and job.poll() is None:
        time.sleep(0.02)
    job.terminate()
    _, message = job.communicate(timeout=60)
    assert (job.returncode, message) == (130, "sgpkit: interrupted; run the same command again to resume\n")
    kept, torn = responses.read_log(tmp_path / "run" / "responses.jsonl", owned=False)
    assert torn is None
    assert len(asked(tmp_path)) - len(kept) <= 1
    measurements = ask()
    assert (measurements["complete"], measurements["session"]["asked"]) == (True, ROWS - len(kept))
    assert len(measurements["sessions"]) == 2


class Breaking(scripted.Scripted):
    """An engine that answers some rows and then loses its server."""

    def __init__(self, log, answers):
        super().__init__(log, delay=0)
        self.answers = answers

    def generate(self, requests):
        for count, answered in enumerate(super().generate(requests)):
            if count == self.answers:
                raise ConnectionError("gone")
            yield answered


@pytest.fixture
def broken_off(ask, tmp_path):
    """A run with five responses in its log, and a cleared record of requests."""
    with pytest.raises(ConnectionError):
        ask(engine=Breaking(tmp_path / "asked.txt", 5))
    (tmp_path / "asked.txt").unlink()
    return tmp_path / "run" / "responses.jsonl"


DAMAGES = {
    "torn in the middle of a line": (lambda log: log[:-7], 1, "the last line is incomplete; it is"),
    "torn down to the newline": (lambda log: log[:-1], 1, "the last line is incomplete"),
    "torn after a power cut": (lambda log: log[:-50] + b"\0" * 50, 1, "the last line is incomplete"),
    "a line of nothing": (lambda log: b"\0" * 99 + b"\n" + log, 0, "1 lines are unreadable"),
    "another program's line": (lambda log: log + b'{"key": 1}\n[]\n', 0, "2 lines are unreadable; they are"),
    "both": (lambda log: b"no\n" + log[:-7], 1, "the last line is incomplete and 1 lines are unreadable; they are"),
    "all torn": (lambda log: log[:5], 5, "the last line is incomplete"),
    "empty": (lambda log: b"", 5, ""),
}


@pytest.mark.parametrize(("damage", "lost", "message"), DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_log_costs_its_damaged_lines(broken_off, ask, tmp_path, capsys, damage, lost, message):
    broken_off.write_bytes(damage(broken_off.read_bytes()))
    ask()
    assert len(asked(tmp_path)) == ROWS - 5 + lost
    printed = capsys.readouterr()
    assert message in printed.err and printed.out == "", "what a command prints may be JSON"
    assert table(tmp_path)["id"].to_list() == [f"row-{number}" for number in range(ROWS)]


@contextmanager
def largest_file(size):
    """Limit all files to `size`, as if the disk were full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_stops_with_the_reason_and_the_run_goes_on_when_there_is_room(ask, tmp_path):
    with largest_file(11_000), pytest.raises(UserError, match=r"responses.jsonl: .*\nFree some space"):
        ask()
    log = tmp_path / "run" / "responses.jsonl"
    kept, torn = responses.read_log(log, owned=False)
    assert (len(kept), torn) == (3, None), "each answer is some 3,300 bytes; what did not fit is taken back whole"
    assert not run_folder.read_metadata(tmp_path / "run")["complete"]
    assert ask()["complete"]
    assert Counter(asked(tmp_path)) == Counter(f"row-{number} 0 0" for number in range(ROWS)) + Counter(["row-3 0 0"])


def test_no_room_to_put_it_together_keeps_the_log(broken_off, ask, tmp_path):
    kept, _ = responses.read_log(broken_off, owned=False)
    with largest_file(2_000), pytest.raises(UserError, match=r"responses.parquet: .*\nFree some space"):
        responses.compact(tmp_path / "run", [([item.key], item) for item in kept], {item.key: item for item in kept})
    assert responses.read_log(broken_off, owned=False) == (kept, None)
    assert not list((tmp_path / "run").glob("*.part"))
    ask()
    assert len(asked(tmp_path)) == ROWS - 5


class TestShares:
    @pytest.mark.process
    def test_each_asks_its_own_and_the_last_puts_it_together(self, ask, tmp_path):
        for number in (1, 2, 3):
            before = len(asked(tmp_path))
            with run_lock.lock_share(tmp_path / "run", Share(3 if number < 3 else 2, 3)) if number < 3 else nothing():
                measurements = ask(share=Share(number, 3))
            assert len(asked(tmp_path)) - before == ROWS // 3
            assert measurements["complete"] is (number == 3)
        assert Counter(asked(tmp_path)) == Counter(f"row-{number} 0 0" for number in range(ROWS))
        assert table(tmp_path)["id"].to_list() == [f"row-{number}" for number in range(ROWS)]
        assert not list((tmp_path / "run").glob("*.jsonl"))
        measurements = run_folder.read_metadata(tmp_path / "run")
        assert [session["share"] for session in measurements["sessions"]] == ["1-of-3", "2-of-3", "3-of-3"]
        assert score.score(Run.open(tmp_path / "run"))["complete"]

    def test_rows_of_one_drawing_stay_together_and_the_limit_moves_none(self):
        rows = [{"id": f"row-{number}", "cluster": f"cluster-{number // 2}"} for number in range(20)]
        shares = [Share(number, 4).rows(rows) for number in (1, 2, 3, 4)]
        assert sorted(identifier for share in shares for identifier in share) == sorted(row["id"] for row in rows)
        assert all(
            (f"row-{2 * pair}" in share) == (f"row-{2 * pair + 1}" in share) for share in shares for pair in range(10)
        )

    @pytest.mark.process
    def test_processes_at_once_ask_everything_once(self, folder, tmp_path):
        script = (
            "import sys, toy, scripted; from pathlib import Path; from sgpkit import engines; from sgpkit.runs import plan, run\n"
            "engines.open_engine = lambda *arguments: scripted.Scripted(Path('asked.txt'))\n"
            "share = run.lock.parse(sys.argv[1])\n"
            "run.run(toy.PLAIN, 'data', Path('run'), plan.Options('baseline', 'scripted', n=4, share=share))\n"
        )
        started = [
            subprocess.Popen([sys.executable, "-c", script, f"{number}/3"], cwd=tmp_path, env=os.environ | helpers())
            for number in (1, 2, 3)
        ]
        assert [process.wait() for process in started] == [0, 0, 0]
        counts = Counter(asked(tmp_path))
        assert (len(counts), max(counts.values())) == (ROWS * 4, 1)
        assert table(tmp_path).height == ROWS * 4
        assert run_folder.read_metadata(tmp_path / "run")["complete"]

    def test_a_share_that_begins_while_others_are_put_together_waits_for_that(self, ask, tmp_path):
        ask(share=Share(1, 2))
        with ThreadPoolExecutor() as pool:
            with run_lock.lock_for_merge(tmp_path / "run"):
                late = pool.submit(ask, share=Share(2, 2))
                with pytest.raises(TimeoutError):
                    late.result(timeout=1)
            assert late.result(timeout=60)["complete"]

    @pytest.mark.parametrize(
        ("held", "wanted"),
        [
            (None, None),
            (None, Share(1, 2)),
            (Share(1, 2), None),
            (Share(1, 2), Share(1, 2)),
            (Share(1, 2), Share(1, 3)),
        ],
    )
    def test_what_would_collide_is_refused(self, ask, tmp_path, held, wanted):
        with (
            run_lock.lock_share(tmp_path / "run", held),
            pytest.raises(UserError, match=r"another process .*is working on .*\n.*--share"),
        ):
            ask(share=wanted)
        assert asked(tmp_path) == []
        assert ask(share=None)["complete"]

    def test_another_division_takes_up_what_a_killed_one_left(self, ask, tmp_path):
        with run_lock.lock_share(tmp_path / "run", Share(2, 2)):
            ask(share=Share(1, 2))
        ask(share=Share(1, 3))
        assert ask()["complete"]
        assert max(Counter(asked(tmp_path)).values()) == 1

    def test_the_failures_of_a_share_are_told_and_asked_again(self, ask, tmp_path):
        class Failing(scripted.Scripted):
            def generate(self, requests):
                for index, completion in super().generate(requests):
                    failed = requests[index].row["id"] == "row-0"
                    yield index, Completion("", "error", error="503") if failed else completion

        measurements = ask(engine=Failing(tmp_path / "asked.txt", 0), share=Share(1, 1))
        assert (measurements["complete"], measurements["failed"], measurements["unasked"]) == (False, 1, 0)
        assert ask(share=Share(1, 1))["complete"]
        assert Counter(asked(tmp_path))["row-0 0 0"] == 2

    @pytest.mark.parametrize("text", ["0/2", "3/2", "2", "1/0", "a/b", "1/2/3", "-1/2"])
    def test_a_share_that_is_none(self, text):
        with pytest.raises(ValueError, match="expected a share such as"):
            run_lock.parse(text)


@contextmanager
def nothing():
    yield


def helpers():
    paths = [str(Path(toy.__file__).parent), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


class Stopping(scripted.Scripted):
    """An engine that answers two rows and then reports that the cost limit is reached."""

    spent = False

    def statistics(self):
        return {"cost": 0.5, "currency": "USD", **({"stopped": "--max-cost 0.5 is reached"} if self.spent else {})}

    def generate(self, requests):
        if self.spent:
            return
        for count, answered in enumerate(super().generate(requests)):
            yield answered
            if count == 1:
                self.spent = True
                return


def test_an_engine_that_stops_leaves_the_rest_for_the_next_call(ask, tmp_path):
    measurements = ask(engine=Stopping(tmp_path / "asked.txt", 0))
    assert (measurements["complete"], measurements["unasked"], measurements["stopped"]) == (
        False,
        10,
        "--max-cost 0.5 is reached",
    )
    assert "stopped: --max-cost 0.5 is reached\n" in run.outcome(tmp_path / "run", measurements)
    with pytest.raises(UserError, match="not finished"):
        score.score(Run.open(tmp_path / "run"))
    measurements = ask()
    assert measurements["complete"]
    assert measurements["stopped"] == ""
    assert max(Counter(asked(tmp_path)).values()) == 1
    assert [session["asked"] for session in measurements["sessions"]] == [2, 10]
    assert measurements["sessions"][0]["engine"]["cost"] == 0.5
    assert measurements["tokens"] == {"prompt_tokens": 84, "completion_tokens": 60, "cached_tokens": 24}


def test_stopped_inside_a_conversation_no_reply_counts_as_its_end(ask, tmp_path):
    measurements = ask(engine=Stopping(tmp_path / "asked.txt", 0), strategy="twice", limit=2)
    assert (measurements["unasked"], measurements["complete"]) == (2, False)
    ask(strategy="twice", limit=2)
    assert [text[:11] for text in table(tmp_path)["completion"]] == ["A in turn 1", "B in turn 1"]


def test_an_engine_that_forgets_requests_is_an_error(ask, tmp_path):
    class Forgetful(scripted.Scripted):
        def generate(self, requests):
            yield from list(super().generate(requests))[:-1]

    with pytest.raises(RuntimeError, match="answered 11 of 12"):
        ask(engine=Forgetful(tmp_path / "asked.txt", 0))


@pytest.mark.process
def test_verdicts_that_need_no_scorer(ask, tmp_path):
    ends = {
        "row-0": ("too_large", "9,000 tokens, 8,192 fit"),
        "row-1": ("content_filter", ""),
        "row-2": ("error", "503"),
    }

    class Ending(scripted.Scripted):
        def generate(self, requests):
            for index, request in enumerate(requests):
                reason, error = ends.get(request.row["id"], ("stop", ""))
                yield index, Completion(request.row["answer"], reason, error=error)

    ask(engine=Ending(tmp_path / "asked.txt", 0))
    figures = score.score(Run.open(tmp_path / "run"))
    assert figures["statuses"] == {"ok": 9, "too_large": 1, "refused": 1, "infra_error": 1}
    assert (figures["n"], figures["value"]) == (11, 9 / 11), "only what the engine failed at is not counted"
    verdicts = pl.read_parquet(tmp_path / "run" / "scores" / "part-*.parquet").head(3)
    assert verdicts["reason"].to_list() == ["9,000 tokens, 8,192 fit", "refused by the server's content filter", "503"]
    measurements = ask()
    assert asked(tmp_path) == ["row-2 0 0"], "a verdict is not asked again"
    assert measurements["complete"]


def test_what_a_conversation_was_told_survives_compaction(ask, tmp_path):
    ask(strategy="twice", limit=1)
    (row,) = table(tmp_path).iter_rows(named=True)
    known = responses.load(tmp_path / "run")
    first, last = (known[key] for key in row["keys"])
    assert (first.final, first.completion.prompt_tokens, first.completion.cached_tokens) == (False, 7, 2)
    assert (last.final, last.completion.turns) == (True, (first.completion.text,))


def test_odd_characters_do_not_change_a_key(ask, tmp_path):
    class Odd(scripted.Scripted):
        def generate(self, requests):
            for index, completion in super().generate(requests):
                yield index, Completion(f"\ud800{completion.text}", thinking="\udfff")

    ask(engine=Odd(tmp_path / "asked.txt", 0), strategy="twice", limit=3)
    ask(engine=Odd(tmp_path / "asked.txt", 0), strategy="twice", limit=3)
    assert max(Counter(asked(tmp_path)).values()) == 1


def test_a_finished_run_is_left_as_it_is(ask, tmp_path):
    ask()
    (path,) = parts.Table.open(tmp_path / "run", "responses").files
    before = path.stat()
    measurements = ask()
    after = path.stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)
    assert measurements["session"]["asked"] == 0
    assert len(json.loads((tmp_path / "run" / "run.json").read_text())["sessions"]) == 1


HUGE = {"prompt_tokens": 10**40, "completion_tokens": -3, "cached_tokens": 2.5, "latency": float("nan")}


def test_counts_that_no_table_holds_do_not_keep_a_run_from_its_end(ask, tmp_path):
    """In the log, one reply states 10^40 tokens."""
    ask(engine=scripted.Scripted(tmp_path / "asked.txt", delay=0))
    before = table(tmp_path)
    known = responses.load(tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "responses")
    with responses.ResponseLog(tmp_path / "run" / "responses.jsonl") as log:
        log.append(*known.values())
    lines = (tmp_path / "run" / "responses.jsonl").read_text().splitlines()
    first = json.loads(lines[0])
    first["completion"] |= HUGE
    lines[0] = json.dumps(first)
    (tmp_path / "run" / "responses.jsonl").write_text("\n".join(lines) + "\n")
    asked_before = len(asked(tmp_path))
    done = ask()
    assert done["complete"] and len(asked(tmp_path)) == asked_before
    assert table(tmp_path)["completion"].to_list() == before["completion"].to_list()
    assert all(count is None or 0 <= count < 10**9 for count in table(tmp_path)["prompt_tokens"])


@pytest.mark.parametrize(
    "change",
    [
        {"sample": 10**40},
        {"turn": -1},
        {"attempt": True},
        {"id": 7},
        {"key": None},
        {"final": "yes"},
        {"completion": {"text": None, "turns": []}},
        {"completion": {"text": "x", "turns": [1]}},
        {"completion": {"text": "x", "turns": [], "thinking": {}}},
    ],
)
def test_a_line_of_other_types_is_asked_again(ask, tmp_path, change):
    ask(engine=scripted.Scripted(tmp_path / "asked.txt", delay=0))
    known = responses.load(tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "responses")
    with responses.ResponseLog(tmp_path / "run" / "responses.jsonl") as log:
        log.append(*known.values())
    lines = (tmp_path / "run" / "responses.jsonl").read_text().splitlines()
    lines[0] = json.dumps(json.loads(lines[0]) | change)
    (tmp_path / "run" / "responses.jsonl").write_text("\n".join(lines) + "\n")
    asked_before = len(asked(tmp_path))
    assert ask()["complete"] and len(asked(tmp_path)) == asked_before + 1


class Rendering(scripted.Scripted):
    """An engine with a template for prompts."""

    digest = "a" * 64

    def identity(self):
        return {**super().identity(), "rendered": self.digest}


def test_a_run_whose_prompts_are_rendered_otherwise_is_not_gone_on_with(ask, tmp_path):
    engine = Rendering(tmp_path / "asked.txt", delay=0)
    ask(engine=engine, limit=3)
    before = parts.Table.open(tmp_path / "run", "responses").digest()
    assert ask(engine=engine)["complete"]
    engine.digest = "b" * 64
    with pytest.raises(UserError, match="contains answers to different prompts"):
        ask(engine=engine)
    assert before and len(asked(tmp_path)) == ROWS


def test_a_run_whose_messages_are_worded_otherwise_is_not_gone_on_with(ask, tmp_path):
    ask(limit=3)
    metadata = run_folder.read_metadata(tmp_path / "run")
    assert len(metadata["prompts"]) == 64
    run_folder.write_metadata(tmp_path / "run", metadata | {"prompts": "0" * 64})
    with pytest.raises(UserError, match="the hash of the messages was 000000000000"):
        ask(limit=3)
    assert ask(limit=4)["complete"], "other rows are another hash"
