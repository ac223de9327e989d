"""The check of commit subjects: its rules, the commits that it selects, and its two command lines."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from paths import ROOT

from tools import check_commits

SCRIPT = ROOT / "tools" / "check_commits.py"

GOOD = (
    "verify: check manifest claims against evidence",
    "sgp_bench: seed the order of options",
    "tools/bench: embed the font of the page",
    "dataset, hub: read the card once",
    "run format: re-seed the example",
    "docs: Explain BASE",
    "x: " + "y" * 69,
    'Revert "The old subject that was far too long for a line of its own, and a sentence."',
)

BAD = {
    "x: " + "y" * 70: "73 characters, at most 72 allowed",
    "verify: check claims.": "remove the period",
    "Check claims": 'expected "area: verb …"',
    "Verify: check claims": 'expected "area: verb …"',
    "verify:check claims": 'expected "area: verb …"',
    "verify: ": 'expected "area: verb …"',
    "fixup! verify: check claims": 'expected "area: verb …"',
    "verify: `sgpkit verify` checks claims": "begin the description with a verb",
    "verify: added a check": 'imperative instead of "added"',
    "verify: Checking claims": 'imperative instead of "Checking"',
    "verify: the claims are checked": 'imperative instead of "the"',
    "verify: It checks claims": 'imperative instead of "It"',
}


@pytest.mark.parametrize("subject", GOOD)
def test_good_subject_has_no_problem(subject):
    assert list(check_commits.subject_problems(subject)) == []


@pytest.mark.parametrize(("subject", "words"), BAD.items())
def test_bad_subject_has_one_problem(subject, words):
    (problem,) = check_commits.subject_problems(subject)
    assert words in problem
    assert problem.endswith(subject)


def test_every_problem_of_a_subject_is_reported():
    assert len(list(check_commits.subject_problems("verify: " + "the claims " * 7 + "are checked."))) == 3


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("\n# a comment\nverify: check claims\n\nThe body may be of any form.\n", 0),
        ("Merge branch 'main' into claims\n", 0),
        ("fixup! verify: check claims\n", 0),
        ("Check claims\n\nverify: this is the body\n", 1),
        ("verify: check claims, with a first paragraph that\ncontinues on a second line\n", 1),
        ("", 1),
    ],
)
def test_message_is_checked_before_the_commit(tmp_path, capsys, text, count):
    path = tmp_path / "COMMIT_EDITMSG"
    path.write_text(text, encoding="utf-8")
    assert check_commits.main(["--message", str(path)]) == min(count, 1)
    assert len(capsys.readouterr().out.splitlines()) == count


def stream(subjects):
    """Yield the stream of `git fast-import` for commits on `main`, with a tag per commit."""
    for number, subject in enumerate(subjects):
        yield "commit refs/heads/main\ncommitter a <a@example.org> 1700000000 +0000\n"
        yield f"data {len(subject.encode())}\n{subject}\n"
        if subject.startswith("Merge"):
            yield f"merge refs/tags/c{number - 2}\n"
        yield f"reset refs/tags/c{number}\nfrom refs/heads/main\n\n"


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A repository whose five commits have the tags c0 to c4."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    folder = tmp_path_factory.mktemp("repository")
    subjects = ("Old subject", "docs: explain BASE", "Bad subject", "Merge branch 'x'", "docs: added BASE")
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", folder], check=True)
    subprocess.run(
        ["git", "fast-import", "--quiet"], cwd=folder, input="".join(stream(subjects)), text=True, check=True
    )
    return folder


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "base", "reported"),
    [
        (["c0..c1"], "", []),
        (["c0..c4"], "", ["Bad subject", "docs: added BASE"]),
        ([], "c2", ["docs: added BASE"]),
        ([], "", ["docs: added BASE"]),
    ],
)
def test_new_commits_are_checked(repository, monkeypatch, capsys, arguments, base, reported):
    monkeypatch.chdir(repository)
    monkeypatch.setenv("BASE", base)
    assert check_commits.main(arguments) == bool(reported)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(reported)
    for line, subject in zip(lines, reported, strict=True):
        assert re.match(r"[0-9a-f]{7,} ", line)
        assert line.endswith(f": {subject}")


@pytest.mark.process
def test_script_reports_an_unknown_base(repository):
    run = subprocess.run(
        [sys.executable, SCRIPT],
        cwd=repository,
        env=os.environ | {"BASE": "c9", "LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("check_commits: fatal: ")
    assert "c9..HEAD" in run.stderr
