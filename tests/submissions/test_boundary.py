"""Each submission is checked in a separate process. It can neither affect another one nor find a secret."""

import json
import os
import shutil
import signal
import threading
from contextlib import suppress
from pathlib import Path

import pytest
import toy_drawing
from submissions import asked, edit_manifest, submitted
from toy_runs import replayed

import sgpkit
from sgpkit.benchmark import families
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.reports import leaderboard
from sgpkit.runs import data
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import contents, package, verify
from sgpkit.submissions.again import fingerprints
from sgpkit.submissions.boundary import checking, process
from sgpkit.submissions.boundary.cache import Cache
from sgpkit.submissions.boundary.outcome import rows_of
from sgpkit.submissions.boundary.process import Limits

pytestmark = pytest.mark.process

HERE = Path(__file__).parent


def checked(home, folders, cache=None, **options):
    return list(checking.check_all(folders, checking.Asked(str(home / "data"), **options), cache))


def test_groups_by_the_right_answer_leave_the_hashes_of_the_answers(tmp_path):
    """`sgp-symmetry` groups its rows by the right option, in the column `answer`."""
    sgpkit.build("sgp-symmetry", out=tmp_path / "data", limit=8, workers=1)
    folder = tmp_path / "run"
    sgpkit.run("sgp-symmetry", data=tmp_path / "data", engine="baseline", model="random", out=folder)
    sgpkit.score(folder)
    run = ScoredRun.open(folder)
    rows, hashes = rows_of(run), fingerprints.of_run(run.run)
    right = {row["id"]: row["answer"] for row in data.load(str(tmp_path / "data"), run.benchmark).rows}
    assert dict(rows.select("id", "answer").iter_rows()) == right
    assert rows.select(hashes.columns).sort("id").equals(hashes.sort("id"))


def test_no_config_groups_its_rows_by_a_name_of_the_hashes():
    taken = {"cluster", "value", *fingerprints.SCHEMA}
    grouped = {name: taken.intersection(families.get(name).rows.groups) for name in families.names()}
    assert not any(grouped.values()), grouped


def test_an_outcome_says_what_the_same_check_says_in_this_process(home):
    folder = submitted(home, n=2)
    direct = verify.verify(folder, str(home / "data"))
    ((_, outcome, error),) = checked(home, [folder])
    assert error == ""
    assert outcome.verified
    assert (outcome.level, outcome.rankable, outcome.remarks) == (direct.level, direct.rankable, direct.remarks)
    assert outcome.submission.manifest == direct.submission.manifest
    assert json.dumps(dict(outcome.figures)) == json.dumps(dict(direct.run.figures))
    assert outcome.rescored.rows["value"].mean() == pytest.approx(direct.run.figures["value"])


TROUBLE = """
import os, signal, sys, threading, time
sys.path.append({helpers!r})
import submissions

def ask(row, options):
    what = options.texts.get("question", "")
    if what == "deep":
        def down(): return down()
        down()
    if what == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    if what == "memory":
        hoard = [bytes(10**8) for _ in range(200)]
    if what == "spin":
        while True: pass
    if what == "sleep":
        time.sleep(1_000)
    if what == "exit":
        raise SystemExit(0)
    if what == "gone":
        os._exit(0)
    if what == "secret":
        import huggingface_hub
        own = open("/proc/self/environ").read() + open("/proc/%d/environ" % os.getppid()).read()
        seen = [huggingface_hub.get_token() or "", *(v for v in os.environ.values() if "hush" in v)]
        raise ValueError("sees " + repr([s for s in seen if s] + ["hush"] * ("hush" in own)))
    return TOY.prompts.strategies["direct"](row, options)

TOY = submissions.BENCHMARKS["toy"]
BENCHMARKS = (TOY.replacing(strategies={{**TOY.prompts.strategies, "direct": ask}}),)
"""


@pytest.fixture
def troubled(home, monkeypatch):
    """A family that obeys the text of a submission's prompt, and a function that makes such a submission."""
    folder = home / "trouble"
    folder.mkdir()
    (folder / "__init__.py").write_text(TROUBLE.format(helpers=str(HERE.parent / "helpers")))
    monkeypatch.setenv("SGPKIT_FAMILIES", str(folder))
    good = submitted(home)

    def spoil(word):
        spoiled = good.with_name(f"bad-{word}")
        shutil.copytree(good, spoiled)
        edit_manifest(spoiled, prompt={"texts": {"question": word}})
        return spoiled

    return good, spoil


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "limits", "reason"),
    [
        ("deep", Limits(), "RecursionError"),
        ("crash", Limits(), "SIGSEGV"),
        ("memory", Limits(memory=4 * 2**30), "GiB of memory"),
        ("spin", Limits(cpu_seconds=6), "processor time"),
        ("sleep", Limits(wall_seconds=15), "took more than"),
        ("exit", Limits(), "SystemExit"),
        ("gone", Limits(), "no outcome"),
    ],
)
def test_whatever_one_submission_does_the_others_hold(home, troubled, word, limits, reason):
    good, spoil = troubled
    bad = spoil(word)
    outcomes = {folder: (outcome, error) for folder, outcome, error in checked(home, [bad, good], limits=limits)}
    assert outcomes[bad][0] is None
    assert reason in outcomes[bad][1]
    assert outcomes[good][0].verified
    assert outcomes[good][1] == ""


def test_a_folder_whose_name_is_no_text_or_steers_a_terminal_is_a_line_like_others(home, capfd):
    good = submitted(home)
    others = [home / "submissions" / os.fsdecode(b"to\xffy") / "one", home / "submissions" / "\x1b[2J\u202e" / "two"]
    for folder in others:
        shutil.copytree(good, folder)
        (folder / "manifest.json").write_text("no JSON")
    for more in ((), ("--json",)):
        assert main(["verify", str(home / "submissions"), "--data", str(home / "data"), *more]) == 2
        out, err = capfd.readouterr()
        verdicts = [load["verified"] for load in json.loads(out)] if more else [True] * out.count("verified, scored")
        assert verdicts.count(True) == 1
        assert "\x1b" not in out + err and "\u202e" not in err
        assert "to\\xffy/one: not checked: " in err and "[2J" in err


def test_the_process_that_parses_sees_no_token(home, troubled, monkeypatch):
    for name in ("HF_TOKEN", "OPENAI_API_KEY", "SGPKIT_API_KEY", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "ODD"):
        monkeypatch.setenv(name, "hush")
    process.forkserver.close()
    (home / "token").write_text("hush")
    monkeypatch.setenv("HF_TOKEN_PATH", str(home / "token"))
    _, spoil = troubled
    ((_, _, error),) = checked(home, [spoil("secret")])
    assert "sees []" in error


@pytest.mark.slow
def test_a_nursery_that_was_killed_is_started_again(home):
    folder = submitted(home)
    assert checked(home, [folder])[0].outcome.verified
    os.kill(process.forkserver.process.pid, signal.SIGKILL)
    process.forkserver.process.wait()
    assert checked(home, [folder])[0].outcome.verified


@pytest.mark.slow
def test_a_nursery_that_is_being_ended_gets_no_order(home, monkeypatch):
    folder = submitted(home)
    assert checked(home, [folder])[0].outcome.verified
    ending = process.forkserver.process
    ending.kill()
    ending.wait()
    monkeypatch.setattr(ending, "poll", lambda: None)  # its state until the system has removed it
    assert checked(home, [folder])[0].outcome.verified
    assert process.forkserver.process is not ending


@pytest.mark.slow
def test_a_nursery_that_is_killed_with_an_order_unread_costs_no_verdict(home):
    folder = submitted(home)
    assert checked(home, [folder])[0].outcome.verified
    ending = process.forkserver.process
    os.kill(ending.pid, signal.SIGSTOP)
    killer = threading.Timer(0.5, ending.kill)
    killer.start()
    assert checked(home, [folder])[0].outcome.verified
    killer.join()


def test_a_verifier_that_something_outside_kills_is_started_once_more(home, troubled, monkeypatch):
    good, spoil = troubled
    slow = spoil("sleep")
    kills = []

    def kill() -> None:
        while not ended.wait(0.2):
            forkserver = process.forkserver.process
            listed = Path(f"/proc/{forkserver.pid}/task/{forkserver.pid}/children") if forkserver else None
            for verifier in listed.read_text().split() if listed and listed.exists() else ():
                with suppress(ProcessLookupError):
                    os.kill(int(verifier), signal.SIGKILL)
                    kills.append(verifier)

    ended = threading.Event()
    killer = threading.Thread(target=kill)
    killer.start()
    try:
        ((_, outcome, error),) = checked(home, [slow], limits=Limits(wall_seconds=60))
    finally:
        ended.set()
        killer.join()
    assert (outcome, error) == (None, "its verification failed: the verifier was terminated by SIGKILL")
    assert len(kills) >= 2
    assert checked(home, [good])[0].outcome.verified


# --- the board --------------------------------------------------------------------------------------------------------


DEEP = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" style="{}"/></svg>'.format(
        "width:" + "calc(" * 1_000 + "1px" + ")" * 1_000
    ),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" style="fill:{}"/></svg>'.format(
        "{" * 1_000
    ),
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>@media {}</style><rect width="9" height="9"/>'
    "</svg>".format("(calc" * 1_000),
]


@pytest.mark.slow
def test_drawings_nested_beyond_measure_keep_no_board_from_being_written(toy_home, monkeypatch):
    from toy_runs import BENCHMARKS

    monkeypatch.setattr(families, "locate", lambda config: ("toys", BENCHMARKS[config]))
    monkeypatch.setattr(families, "names", lambda: list(BENCHMARKS))
    rows = [row for split, row in toy_drawing.DRAWING.rows.sources["builtin"].read("", 0) if split == "test"]
    good = replayed(toy_home, toy_drawing.DRAWING, [row["code"] for row in rows], "good")
    package.package(ScoredRun.open(good), toy_home / "submissions")
    spare = package.package(ScoredRun.open(good), toy_home / "spare").folder
    import polars as pl
    from submissions import edit_responses

    for number, text in enumerate(DEEP):
        bad = toy_home / "submissions" / f"bad-{number}"
        shutil.copytree(spare, bad)
        edit_responses(bad, lambda table, text=text: table.with_columns(pl.lit(text).alias("completion")))
    (toy_home / "submissions" / "loop").mkdir()
    (toy_home / "submissions" / "loop" / "manifest.json").symlink_to("/dev/zero")
    leaderboard.write([toy_home / "submissions"], toy_home / "site", str(toy_home / "data"))
    lines = json.loads((toy_home / "site" / "leaderboard.json").read_text())[0]["lines"]
    assert [line["rank"] for line in lines if line["kind"] == "submission" and line["rank"]] == [1]
    page = (toy_home / "site" / "index.html").read_text()
    assert {line["source"] for line in lines if line["verification"] == "failed verification"} == {
        "bad-0",
        "bad-1",
        "bad-2",
    }
    assert "loop</code>" in page
    assert "is a link" in page


# --- the cache --------------------------------------------------------------------------------------------------------


@pytest.fixture
def counted(monkeypatch):
    """The folders for which a verifier has been started."""
    started = []
    known = process.run
    monkeypatch.setattr(
        process, "run", lambda request, *rest: (started.append(request["folder"]), known(request, *rest))[1]
    )
    return started


def test_an_outcome_is_kept_until_anything_changes_that_it_follows_from(home, counted):
    folder, cache = submitted(home), Cache(home / "cache")
    first = checked(home, [folder], cache)[0].outcome
    again = checked(home, [folder], cache)[0].outcome
    assert len(counted) == 1
    assert again.rescored.rows.equals(first.rescored.rows)
    assert (again.submission.manifest, again.figures) == (first.submission.manifest, first.figures)
    scores = json.loads((folder / "scores.json").read_text())
    (folder / "scores.json").write_text(json.dumps(scores | {"value": 1.0}))
    assert not checked(home, [folder], cache)[0].outcome.verified
    (folder / "scores.json").write_text(json.dumps(scores))
    for path in (home / "data" / "toy").glob("test-*.parquet"):
        path.write_bytes(path.read_bytes() + b"\0")
    ((_, outcome, error),) = checked(home, [folder], cache)
    assert error or not outcome.verified
    assert len(counted) == 3


@pytest.mark.parametrize("spoil", [
    lambda text: "", lambda text: text[:-20], lambda text: "[" * 100_000, lambda text: "null",
    lambda text: text.replace('"findings": []', '"findings": [1]'),
    lambda text: text.replace('"value": [', '"value": [1.0, '),
])  # fmt: skip
def test_a_damaged_cache_is_made_again(home, counted, spoil):
    folder, cache = submitted(home), Cache(home / "cache")
    checked(home, [folder], cache)
    (kept,) = (home / "cache").glob("*.json")
    kept.write_text(spoil(kept.read_text()))
    assert checked(home, [folder], cache)[0].outcome.verified
    assert len(counted) == 2
    assert checked(home, [folder], cache)[0].outcome.verified
    assert len(counted) == 2, "it is whole again"


def test_a_cache_that_others_write_to_is_not_believed(home, counted):
    folder, cache = submitted(home), Cache(home / "cache")
    checked(home, [folder], cache)
    (kept,) = (home / "cache").glob("*.json")
    kept.chmod(0o666)
    checked(home, [folder], cache)
    assert len(counted) == 2
    (home / "cache").chmod(0o777)
    checked(home, [folder], cache)
    assert len(counted) == 3


def test_a_damaged_page_in_the_cache_is_made_again(tmp_path):
    cache, page, copy = Cache(tmp_path / "cache"), tmp_path / "page.html", tmp_path / "copy.html"
    page.write_text("a page")
    cache.put("key", {"findings": []}, [], page)

    def is_used():
        return cache.get("key", lambda config, address: "", copy) is not None

    assert is_used() and copy.read_text() == "a page"
    stored = cache.folder / "key.html"
    stored.chmod(0o666)
    assert not is_used(), "others can write it"
    stored.chmod(0o600)
    stored.write_text("another")
    assert not is_used()
    stored.write_text("a page")
    assert is_used()
    stored.unlink()
    assert not is_used()


def test_a_refused_folder_is_not_kept(home):
    folder = submitted(home)
    (folder / "more").symlink_to("/dev/zero")
    assert list(contents.problems(folder))
    assert Cache(home / "cache").key(folder, None, with_page=False) == ""


def test_rows_of_a_folder_are_taken_only_from_where_the_user_says(home, tmp_path):
    rows = checking.Rows(None)
    for address in (str(tmp_path), "../data", "/etc", "a/b/c"):
        with pytest.raises(UserError, match="not the address"):
            rows.answer({"rows": address, "config": "toy"})


def test_a_run_is_still_held_against_a_submission(home):
    folder = submitted(home)
    own = asked(home, name="own")
    ((_, outcome, error),) = checked(home, [folder], run=own)
    assert error == ""
    assert outcome.level == "scored again", "12 rows are too few"
    assert any(remark.startswith("too few rows for the level run again") for remark in outcome.remarks)
