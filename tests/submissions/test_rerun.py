"""Asking a submission's model again: choice of rows, findings, and the record."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
import toy
from paths import ROOT
from submissions import Guesser, caught, edit_manifest, submitted

from sgpkit import engines
from sgpkit.api import verification
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.reports import leaderboard
from sgpkit.reports.leaderboard import entries
from sgpkit.sandbox.untrusted.texts import printable
from sgpkit.submissions import manifest, submission
from sgpkit.submissions.again import rerun
from sgpkit.submissions.again.rerun import Asking, choose

pytestmark = pytest.mark.process

ROWS = [{"id": f"row-{number}", "cluster": f"cluster-{number // 4}"} for number in range(400)]


# --- the choice -------------------------------------------------------------------------------------------------------


def test_one_row_of_each_cluster_comes_before_a_second_of_any():
    chosen = choose(ROWS, "a" * 64, "nonce", 150)
    clusters = [int(identifier.partition("-")[2]) // 4 for identifier in chosen]
    assert len(set(clusters[:100])) == 100
    assert len(set(chosen)) == 150
    assert choose(ROWS[::-1], "a" * 64, "nonce", 150) == chosen, "the order of the rows does not matter"
    assert choose(ROWS, "a" * 64, "nonce", 10) == chosen[:10]


def test_the_choice_follows_from_the_submission_and_the_nonce():
    first = choose(ROWS, "a" * 64, "nonce", 10)
    assert choose(ROWS, "a" * 64, "other", 10) != first
    assert choose(ROWS, "b" * 64, "nonce", 10) != first
    assert len(choose(ROWS, "a" * 64, "nonce", 1000)) == len(ROWS)


def test_a_submitter_cannot_make_the_chosen_rows_honest_beforehand():
    """Half of the rows are faked. If the nonce is known, a submitter can vary the submission until all six chosen rows
    are honest. This does not help against a nonce that is drawn later."""
    rows = [{"id": f"row-{number}", "cluster": f"row-{number}"} for number in range(60)]
    honest = {f"row-{number}" for number in range(30)}

    def is_clean(submitted, nonce):
        return set(choose(rows, submitted, nonce, 6)) <= honest

    ground = next(str(number) for number in range(5_000) if is_clean(str(number), ""))
    later = [is_clean(ground, str(number)) for number in range(300)]
    assert is_clean(ground, "")
    assert np.mean(later) < 0.06, "about 1 in 64, as for a submission that was not ground"


# --- asking -----------------------------------------------------------------------------------------------------------


class Faked(Guesser):
    """An engine with the real answers of the model, which differ from those of `Guesser` in half of the rows."""

    def generate(self, requests):
        listed = list(requests)
        for index, completion in super().generate(listed):
            number = int(str(listed[index].row["id"]).rpartition("-")[2])
            yield index, replace(completion, text="C") if number % 2 else completion


class Untouched(Guesser):
    """An engine that fails the test if it is asked."""

    def generate(self, requests):
        raise AssertionError("it was asked")


@pytest.fixture
def greedy(home):
    build.build(toy.PLAIN, home / "data", "numbers", "140")
    folder = submitted(home, temperature=0.0)
    target = home / "results" / "submissions" / "toy" / folder.name
    shutil.copytree(folder, target)
    return target


def again(home, folder, count, nonce="n", by="a verifier", **options):
    (outcome,) = verification.verify_all([str(folder)], str(home / "data"))
    assert outcome.verified, outcome.details
    path = rerun.place_of(folder) or home / "rerun"
    return verification.ask_again(
        outcome, str(home / "data"), Asking(count, "baseline", "guesser-7b", path, nonce, options, by)
    )


def entry_of(home, folder):
    (made,) = entries.collected([folder], str(home / "data"))
    return made


def test_a_greedy_model_that_says_the_same_earns_the_level_and_the_board_tells(home, greedy, capsys):
    result = again(home, greedy, 60)
    assert (result.verified, result.details.level) == (True, "run again")
    assert "60 of 60 answers are the same (100.0%, 9" in result.details.remarks[-1]
    assert "asking 60 rows again, --nonce n" in capsys.readouterr().err
    record = json.loads((home / "results" / "verified" / "toy" / greedy.name / "rerun.json").read_text())
    stated = submission.read(greedy).manifest
    assert record["submission"] == stated.chain["scores"]
    rows = [dict(row) for row in toy_rows(home)]
    assert list(record["rows"]) == choose(rows, stated.chain["scores"], "n", 60), "anyone can repeat the choice"
    entry = entry_of(home, greedy)
    assert (entry.verification, entry.rankable) == ("run again", True)
    assert any(remark.startswith("asked again by a verifier on ") and "nonce n" in remark for remark in entry.remarks)


def toy_rows(home):
    from sgpkit.runs import data

    return data.load(str(home / "data"), toy.PLAIN).rows


def test_a_nonce_is_drawn_for_each_rerun(home, greedy):
    nonces = set()
    for _ in range(2):
        again(home, greedy, 2, nonce="")
        record = json.loads((rerun.place_of(greedy) / rerun.FILE).read_text())
        nonces.add(record["nonce"])
        shutil.rmtree(rerun.place_of(greedy))
    assert len(nonces) == 2
    assert {len(nonce) for nonce in nonces} == {32}


def test_few_rows_do_not_earn_the_level(home, greedy):
    result = again(home, greedy, 10)
    assert (result.verified, result.details.level) == (True, "scored again")
    assert "too few rows for the level run again" in result.details.remarks[-1]
    assert entry_of(home, greedy).verification == "scored again"


def test_a_model_that_does_not_give_these_answers_contradicts_the_submission(home, greedy, monkeypatch):
    monkeypatch.setattr(engines, "open_engine", lambda *_: Faked())
    result = again(home, greedy, 60)
    assert not result.verified
    assert [finding.kind for finding in result.details.findings] == ["again"]
    entry = entry_of(home, greedy)
    assert (entry.verification, entry.rankable) == (entries.REFUSED, False)


def test_another_model_is_refused_before_it_is_asked(home, greedy, monkeypatch):
    monkeypatch.setattr(engines, "open_engine", lambda *_: Untouched("another-7b"))
    with pytest.raises(UserError, match="not the model of the submission: model is 'another-7b', there 'guesser-7b'"):
        again(home, greedy, 10)


def test_a_record_of_another_state_of_the_submission_does_not_count(home, greedy):
    again(home, greedy, 60)
    path = rerun.place_of(greedy) / rerun.FILE
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"submission": "0" * 64}))
    assert entry_of(home, greedy).verification == "scored again"
    path.write_text("[")
    entry = entry_of(home, greedy)
    assert entry.verification == "scored again"
    assert any("its rerun does not count: " in remark for remark in entry.remarks)


@pytest.mark.parametrize("by", ["Alice", "\u0430lice", "alice ", "", "verifier\u202e"])
def test_a_record_by_the_submitter_is_shown_and_does_not_count(home, greedy, by, monkeypatch):
    """The same holds for a record by a name that only looks like another, and for one without a name."""
    again(home, greedy, 60, by=by)
    edit_manifest(greedy, submitter="alice")
    entry = entry_of(home, greedy)
    assert (entry.verification, entry.rankable) == ("scored again", True)
    assert any(
        remark.startswith(f"self-reported, not counted: asked again by {printable(by)}") for remark in entry.remarks
    )


def test_a_copy_in_another_folder_does_not_replace_a_submission(home, greedy):
    """Nor does it replace the records of its verifiers. Copies of the same responses are one entry, that of the folder
    with the right name.
    """
    edit_manifest(greedy, submitter="alice")
    again(home, greedy, 60)
    shutil.copytree(greedy, copy := greedy.with_name("aaa"))
    edit_manifest(copy, submitter="mallory")
    leaderboard.write([home / "results"], home / "site", str(home / "data"))
    (line,) = pl.read_csv(home / "site" / "leaderboard.csv").to_dicts()
    assert (line["stated_submitter"], line["verification"]) == ("alice", "run again")


def edit_record(folder, **changes):
    path = rerun.place_of(folder) / rerun.FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_conclusions_of_a_record_are_not_believed(home, greedy, monkeypatch):
    monkeypatch.setattr(engines, "open_engine", lambda *_: Faked())
    again(home, greedy, 60)
    edit_record(greedy, agrees=True, earned=True, equal=60, text="run again: no significant difference")
    assert entry_of(home, greedy).verification == entries.REFUSED


def test_rows_of_a_record_follow_from_its_nonce_and_are_those_of_the_submission(home, greedy):
    again(home, greedy, 60)
    (checked,) = (outcome.details for outcome in verification.verify_all([str(greedy)], str(home / "data")))
    assert rerun.read(checked).compared.earned
    rows = json.loads((rerun.place_of(greedy) / rerun.FILE).read_text())["rows"]
    first, *others = rows
    forged = {
        "its rows do not follow from its nonce": [
            {"nonce": "m"},
            {"rows": {name: rows[name] for name in others}},
            {"rows": {}},
        ],
        "its values of the submission differ": [{"rows": rows | {first: rows[first] | {"value_other": 0.5}}}],
        "is malformed": [
            {"rows": list(rows)},
            {"rows": {first: 1}},
            {"rows": {first: {"value": "1"}}},
            {"by": None},
            {"nonce": "n\u202e"},
            {"date": "today"},
        ],
    }
    path = rerun.place_of(greedy) / rerun.FILE
    record = json.loads(path.read_text())
    for words, changes in forged.items():
        for change in changes:
            path.write_text(json.dumps({name: value for name, value in (record | change).items() if value is not None}))
            with pytest.raises(UserError, match=words):
                rerun.read(checked)
    edit_record(greedy, **forged["is malformed"][0])
    entry = entry_of(home, greedy)
    assert entry.verification == "scored again"
    assert any("its rerun does not count: " in text for text in entry.remarks)


def test_a_submitters_own_folder_beside_a_submission_says_nothing_to_verify(home, greedy):
    again(home, greedy, 60)
    (outcome,) = verification.verify_all([str(greedy)], str(home / "data"))
    assert outcome.details.level == "scored again"


def test_the_command_asks_and_says_so(home, greedy, capsys):
    command = ["verify", str(greedy), "--data", str(home / "data"), "--rerun", "60"]
    assert main.main(command) == 2
    assert "--rerun needs --engine and --model" in capsys.readouterr().err
    command += ["--engine", "baseline", "--model", "guesser-7b", "--out", str(home / "mine")]
    assert main.main(command) == 2
    assert "need --by, the name of the verifier" in capsys.readouterr().err
    assert main.main([*command, "--by", "\u0430 verifier"]) == 2
    assert "mixes scripts" in capsys.readouterr().err
    assert main.main([*command, "--by", "a verifier"]) == 0
    assert "verified, run again" in capsys.readouterr().out
    record = json.loads((home / "mine" / "rerun.json").read_text())
    assert len(record["nonce"]) == 32, "drawn by the verifier"


def test_the_command_reads_letters_again_and_the_board_counts_them(home, greedy, capsys):
    command = ["verify", str(greedy), "--data", str(home / "data"), "--reader", "reader-7b", "--engine", "replay"]
    assert main.main(command) == 2
    assert "--by" in capsys.readouterr().err
    assert main.main([*command, "--by", "the maintainers"]) == 0
    assert "annotations repeated by the maintainers" in capsys.readouterr().err
    record = json.loads((home / "results" / "verified" / "toy" / greedy.name / "redone.json").read_text())
    assert record["submission"] == submission.read(greedy).manifest.chain["scores"]
    entry = entry_of(home, greedy)
    assert (entry.verification, entry.rankable) == ("scored again", True)
    assert any("letters read by reader-7b, repeated by the maintainers on" in remark for remark in entry.remarks)


# --- the chain --------------------------------------------------------------------------------------------------------


def test_the_documented_program_proves_files_and_chain_without_sgpkit(home, monkeypatch):
    page = (ROOT / "docs" / "how-to" / "submissions.md").read_text(encoding="utf-8")
    (program,) = [text for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "chain" in text]
    folder = submitted(home)
    monkeypatch.chdir(home)

    def proved():
        return subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False)

    assert proved().returncode == 0
    scores = folder / "scores.json"
    scores.write_bytes(scores.read_bytes() + b" ")
    assert "AssertionError: scores.json" in proved().stderr


def test_a_chain_that_does_not_follow_is_caught(home):
    folder = submitted(home)
    chain = json.loads((folder / manifest.FILE).read_text())["chain"]
    edit_manifest(folder, chain=chain | {"scores": "0" * 64})
    assert "chain: it does not follow" in caught(home, folder, "manifest")
