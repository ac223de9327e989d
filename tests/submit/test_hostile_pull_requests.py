"""Pull requests of attackers: the workflow that verifies submissions refuses them, and runs nothing of theirs."""

import json
import shutil
import subprocess
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from submissions import Guesser, edit_manifest, settle, submitted
from verify_workflow import Results, git

from sgpkit import engines

pytestmark = [pytest.mark.process, pytest.mark.slow]

MIB = 2**20


@pytest.fixture
def results(home):
    return Results(home)


# --- files ------------------------------------------------------------------------------------------------------------


def scores_text(text):
    def attack(folder):
        (folder / "scores.json").write_bytes(text.encode("utf-8", "surrogatepass"))
        settle(folder)

    return attack


def hash_of_other_bytes(folder):
    files = json.loads((folder / "manifest.json").read_text())["files"]
    edit_manifest(folder, files=files | {"scores.json": "0" * 64})


def giant_scores(folder):
    with (folder / "scores.json").open("ab") as file:
        file.write(b" " * 33 * MIB)


def giant_manifest(folder):
    with (folder / "manifest.json").open("ab") as file:
        file.write(b" " * 33 * MIB)


def gzip_bomb(folder):
    """Twelve completions of 100 MiB in a file of a few hundred kB."""
    path = folder / "responses.parquet"
    table = pq.read_table(path)
    long = pa.DictionaryArray.from_arrays(pa.array([0] * 12, pa.int32()), pa.array(["a" * 100 * MIB]))
    table = table.set_column(table.column_names.index("completion"), "completion", long)
    pq.write_table(table, path, compression="gzip", compression_level=1, store_schema=False)
    assert path.stat().st_size < MIB
    settle(folder)


def zip_bomb(folder):
    with zipfile.ZipFile(folder / "responses.parquet", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("responses.parquet", b"\0" * 100 * MIB)
    settle(folder)


def grown_answers(folder):
    """Every response a thousand times."""
    table = pq.read_table(folder / "responses.parquet")
    pq.write_table(pa.concat_tables([table] * 1_000), folder / "responses.parquet")
    settle(folder)


def many_files(folder):
    for number in range(300):
        path = folder / "judged" / f"j{number}" / "run.json"
        path.parent.mkdir(parents=True)
        path.write_text("{}")


def settings_of_git(folder):
    (folder / ".gitattributes").write_text("* filter=lfs\n")


def family(folder):
    (folder / "sgpkit_family.py").write_text("raise SystemExit(0)\n")


def submission_within(folder):
    shutil.copytree(folder, folder.parent / "stage")
    (folder.parent / "stage").rename(folder / "extracted")


@pytest.mark.parametrize(
    ("attack", "words"),
    [
        (hash_of_other_bytes, "scores.json differs from the manifest"),
        (giant_scores, "scores.json has 34,"),
        (giant_manifest, "This submission is another user's, by the manifest"),
        (gzip_bomb, "MiB of memory"),
        (zip_bomb, "responses.parquet is damaged"),
        (grown_answers, "rows"),
        (many_files, "more than 200 entries"),
        (settings_of_git, ".gitattributes does not belong to a submission"),
        (family, "sgpkit_family.py does not belong to a submission"),
        (submission_within, "extracted/manifest.json does not belong to a submission"),
        (scores_text('{"value": ' + "9" * 1_000_000 + "}"), "digits"),
        (scores_text('{"a":' * 1_000_000 + "1" + "}" * 1_000_000), "deep"),
        (scores_text('{"value": NaN}'), "NaN"),
        (scores_text('{"value": 1e999}'), "does not fit"),
        (scores_text('{"value": "\ud800"}'), "not JSON"),
        (scores_text('{"value": 1.0, "value": 0.5}'), "occurs twice"),
    ],
)  # fmt: skip
def test_malicious_files_are_refused(home, results, attack, words):
    folder = submitted(home)
    assert results.pull_request(folder).code == 0, "without the attack it verifies"
    attack(folder)
    ended = results.pull_request(folder)
    assert ended.code in (1, 2), ended.output
    assert words in ended.output


@pytest.mark.parametrize("name", ["manifest.json", "scores.json", "responses.parquet", "retracted.json"])
@pytest.mark.parametrize("target", ["/dev/zero", "/etc/passwd", "../../../README.md", "nowhere"])
def test_links_are_refused_before_anything_is_read(home, results, name, target):
    folder = submitted(home)
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(target)
    ended = results.pull_request(folder)
    assert ended.code == 1
    assert "this is a link or a submodule" in ended.output and name in ended.output


@pytest.mark.parametrize("name", ["extracted", "judged/one"])
def test_a_linked_folder_is_refused(home, results, name):
    mine = results.copy(submitted(home))
    (mine / name).parent.mkdir(exist_ok=True)
    (mine / name).symlink_to("/etc")
    ended = results.checked()
    assert ended.code == 1 and "this is a link or a submodule" in ended.output


def test_a_linked_submission_is_refused(home, results):
    mine = results.copy(submitted(home))
    shutil.rmtree(mine)
    mine.symlink_to(home)
    ended = results.checked()
    assert ended.code == 1 and "A submission changes nothing but its own folder" in ended.output


def test_a_submodule_is_refused(home, results):
    """Its folder is empty in the checkout."""
    mine = results.copy(submitted(home))
    commit = subprocess.run(
        ["git", "rev-parse", "base"], cwd=results.repo, capture_output=True, text=True, check=True
    ).stdout.strip()
    (mine / "extracted").mkdir()
    entry = f"160000,{commit},{(mine / 'extracted').relative_to(results.repo)}"
    git(results.repo, "update-index", "--add", "--cacheinfo", entry)
    ended = results.checked()
    assert ended.code == 1 and "this is a link or a submodule" in ended.output


def test_a_program_among_the_files_changes_nothing(home, results):
    """An executable file is a regular one. It is not started."""
    mine = results.copy(submitted(home))
    (mine / "scores.json").chmod(0o755)
    assert results.checked().code == 0
    mine = results.copy(submitted(home))
    (mine / "sgpkit").write_text(f"#!/bin/sh\ntouch {home}/pwned\n")
    (mine / "sgpkit").chmod(0o755)
    assert results.checked().code == 1
    assert not (home / "pwned").exists()


# --- names ------------------------------------------------------------------------------------------------------------

SCRIPTS = [
    "$(touch pwned)",
    "`touch pwned`",
    "x;touch pwned;",
    "x\ntouch pwned\n",
    "x]=1$(touch pwned)",
    "a[$(touch pwned)]",
    "-rf",
    "--data",
    "*",
    "%q$IFS",
    "x\n::error::refused",
    "::stop-commands::x",
    "\x1b[2J\u202e",
    "manifest.json",
]
"""Names that a shell, a runner or a terminal could take for more than names."""


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_folder_whose_name_is_a_script_is_refused_and_not_run(home, results, script):
    folder = submitted(home)
    named = folder.rename(folder.with_name(script))
    ended = results.pull_request(named)
    assert ended.code == 1, ended.output
    assert "place: the folder is toy/" in ended.output or "another file" in ended.output
    assert not list(home.rglob("pwned"))
    lines = ended.output.splitlines()
    assert [line for line in lines if line.startswith("::")] == [
        line for line in lines if line == lines[0] and "stop" in line
    ]
    assert "\x1b" not in ended.output and "\u202e" not in ended.output


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_file_whose_name_is_a_script_is_refused_and_not_run(home, results, script):
    folder = submitted(home)
    if script == "manifest.json":
        script = "manifest.json\n"
    (folder / script).write_text("{}")
    ended = results.pull_request(folder)
    assert ended.code == 1 and "does not belong to a submission" in ended.output
    assert not list(home.rglob("pwned"))
    assert "\x1b" not in ended.output


@pytest.mark.parametrize("script", ["$(touch pwned)", "`touch pwned`", "::error::refused", "<script>alert(1)</script>"])
def test_a_model_whose_name_is_a_script_is_a_name(home, results, monkeypatch, script):
    monkeypatch.setattr(engines, "open_engine", lambda *_: Guesser(script))
    ended = results.pull_request(submitted(home))
    assert ended.code == 0 and f": {script}, toy" in ended.output
    assert not list(home.rglob("pwned"))
    assert sum(line.startswith("::") for line in ended.output.splitlines()) == 1


# --- owners -----------------------------------------------------------------------------------------------------------


def test_a_submission_of_another_user_is_refused_whatever_the_form_of_the_name(home, results):
    folder = submitted(home)
    edit_manifest(folder, submitter="rival")
    assert results.pull_request(folder, "rival").code == 0
    for author in ("author", "Rival", "rival ", "", "riva1"):
        ended = results.pull_request(folder, author)
        assert ended.code == 1 and "another user's" in ended.output, author
    text = (folder / "manifest.json").read_text()
    (folder / "manifest.json").write_text(text.rstrip()[:-1] + ', "submitter": "author"}')
    ended = results.pull_request(folder, "author")
    assert ended.code == 2 and "occurs twice" in ended.output, "one reader would see the rival"


def test_a_copy_of_a_submission_under_another_name_is_refused(home, results):
    folder = submitted(home)
    results.add(folder)
    copy = shutil.copytree(folder, folder.with_name("a-better-place"))
    ended = results.pull_request(copy)
    assert ended.code == 1
    assert f"place: the folder is toy/a-better-place, expected toy/{folder.name}" in ended.output
    elsewhere = shutil.copytree(folder, folder.parent.with_name("drawing") / folder.name)
    assert f"expected toy/{folder.name}" in results.pull_request(elsewhere).output


@pytest.mark.parametrize("name", ["Guesser-7b", "guesser_7b", "guesser-7\u042c", "gues\u200bser-7b", "guesser-7b "])
def test_a_name_that_imitates_one_of_the_results_is_refused(home, results, monkeypatch, name):
    results.add(submitted(home))
    monkeypatch.setattr(engines, "open_engine", lambda *_: Guesser(name))
    ended = results.pull_request(submitted(home, name="other"))
    assert ended.code == 1
    assert "name: " in ended.output and "looks like 'guesser-7b' of toy/" in ended.output


def test_two_submissions_in_one_pull_request_are_refused(home, results):
    first, second = submitted(home), submitted(home, name="other", n=2)
    results.copy(first)
    shutil.copytree(second, results.repo / "submissions" / "toy" / second.name)
    ended = results.checked()
    assert ended.code == 1 and "A pull request adds one submission" in ended.output
