"""Pushing a built folder to a Hub: the contents, refusals, and the state after failures."""

import shutil

import datasets
import pytest
from huggingface_hub.errors import HfHubHTTPError
from pushed_toys import REPO, built, refused, render

from sgpkit.data import changelog
from sgpkit.data.hub import calls, push
from sgpkit.data.hub.push import Options


@pytest.fixture
def folder(tmp_path):
    return built(tmp_path / "toys")


@pytest.fixture
def first(hub, folder):
    """Version 1.0.0 on the Hub."""
    pushed = push.push(folder, REPO, "v1.0.0", render)
    hub.requests.clear()
    return pushed


def on_hub(hub, revision="main"):
    return hub.files("dataset", REPO, revision)


def test_a_first_push_makes_the_repo_and_the_tag(hub, folder):
    pushed = push.push(folder, REPO, "v1.0.0", render)
    repo = hub.repo("dataset", REPO)
    assert repo.tags == {"v1.0.0": pushed.commit} and repo.branches["main"] == pushed.commit
    assert len(repo.history("main")) == 2, "the Hub's first commit, and one of ours"
    there = on_hub(hub, "v1.0.0")
    for path in folder.rglob("*.parquet"):
        assert there[path.relative_to(folder).as_posix()] == path.read_bytes()
    assert there["README.md"].decode().endswith("## v1.0.0\n\n### `toy`\n\nNew: 1 train, 7 test.\n")
    assert (folder / "README.md").read_bytes() == there["README.md"], "what was pushed is in the folder now"
    loaded = datasets.load_dataset(REPO, "toy", revision="v1.0.0", split="test")
    assert loaded["id"][0] == "row-0" and loaded.features["answer"].names == ["A", "B"]
    assert "8 rows loaded back, all identical" in pushed.lines[-1]


def test_the_same_again_does_nothing(hub, first, folder):
    again = push.push(folder, REPO, "v1.0.0", render)
    assert again.lines == (f"nothing to do: {REPO} has the same contents, as v1.0.0 ({first.commit[:12]})",)
    assert not [asked for asked in hub.requests if asked.method != "GET" and asked.method != "HEAD"]
    assert hub.repo("dataset", REPO).tags == {"v1.0.0": first.commit}


def test_a_new_tag_on_unchanged_rows_is_made(hub, first, folder):
    dry = push.push(folder, REPO, "v1.1.0", render, Options(dry_run=True))
    assert dry.lines == (f"{REPO} has the same contents at {first.commit[:12]}; only the tag v1.1.0 is missing",)
    pushed = push.push(folder, REPO, "v1.1.0", render)
    assert (pushed.tag, pushed.commit) == ("v1.1.0", first.commit)
    assert hub.repo("dataset", REPO).tags == {"v1.0.0": first.commit, "v1.1.0": first.commit}
    assert "already has v1.1.0, which is later than v1.0.5" in refused(folder, REPO, "v1.0.5", render)


def test_the_same_built_elsewhere_is_the_same(hub, first, tmp_path):
    other = built(tmp_path / "elsewhere" / "toys")
    assert push.push(other, REPO, "v1.0.0", render).lines[0].startswith("nothing to do")
    assert push.push(other, REPO, "v1.0.1", render).commit == first.commit


def test_text_that_was_written_into_a_readme_is_shown_before_it_goes(hub, first, folder, capsys):
    note = "Please cite our workshop paper when you use the second config."
    path = folder / "README.md"
    generated = path.read_text()
    path.write_text(generated + f"\n{note}\n")
    push.push(folder, REPO, "v1.0.0", render)
    output = capsys.readouterr().err
    assert f"in this folder that the new card replaces:\n  {note}\n" in output
    path.write_text(generated + f"\n{note}\n")
    built(folder, question="Why?")
    files = {"README.md": (generated + "\nEdited on the web by a maintainer.\n").encode()}
    hub.commit("dataset", REPO, files)
    push.push(folder, REPO, "v1.1.0", render, Options(dry_run=True))
    output = capsys.readouterr().err
    assert note in output
    assert f"README.md of {REPO} that the new card replaces:\n  Edited on the web" in output
    push.push(folder, REPO, "v1.1.0", render)
    assert capsys.readouterr().err.count(note) == 1
    push.push(built(folder, question="When?"), REPO, "v1.2.0", render)
    assert "replaced" not in capsys.readouterr().err, "what is generated is nobody's text"


@pytest.mark.parametrize("where", ["here", "on the Hub", "both"])
def test_a_new_tag_on_unchanged_rows_under_readmes_edited_by_hand(hub, first, folder, where, capsys):
    """The tag is made and has the generated card. The replaced parts of the card are shown first."""
    generated = (folder / "README.md").read_text()
    note, edit = "Please cite our workshop paper.", "Edited on the web by a maintainer."
    if where != "on the Hub":
        (folder / "README.md").write_text(f"{generated}\n{note}\n")
    if where != "here":
        hub.commit("dataset", REPO, {"README.md": f"{generated}\n{edit}\n".encode()})
    before = dict(hub.repo("dataset", REPO).tags)
    push.push(folder, REPO, "v1.1.0", render, Options(dry_run=True))
    shown = capsys.readouterr().err
    assert hub.repo("dataset", REPO).tags == before
    pushed = push.push(folder, REPO, "v1.1.0", render)
    assert capsys.readouterr().err == shown
    assert (note in shown, edit in shown) == (where != "on the Hub", where != "here")
    repo = hub.repo("dataset", REPO)
    assert repo.tags == {**before, "v1.1.0": pushed.commit} and repo.branches["main"] == pushed.commit
    assert (pushed.commit == first.commit) == (where == "here"), "a card that differs is sent"
    tagged = on_hub(hub, "v1.1.0")["README.md"]
    assert tagged == (folder / "README.md").read_bytes()
    assert note.encode() not in tagged and edit.encode() not in tagged


def test_a_new_version_sends_only_what_changed(hub, first, folder):
    built(folder, config="other")
    hub.requests.clear()
    second = push.push(folder, REPO, "v1.1.0", render)
    sent = {path for path, file in hub.repo("dataset", REPO).commits[second.commit].files.items()}
    assert {"other/test-00000-of-00001.parquet", "toy/test-00000-of-00001.parquet"} <= sent
    put = [asked for asked in hub.requests if asked.method == "PUT"]
    assert sum(asked.bytes_in for asked in put) == 0, "the other config has the same bytes, which are there"
    messages = [line.split()[1] for line in second.lines if line.startswith("send")]
    assert not any(path.startswith("toy/") for path in messages) and "other/test-00000-of-00001.parquet" in messages
    assert changelog.read(on_hub(hub)["CHANGELOG.md"].decode()) == [
        ("v1.1.0", "### `other`\n\nNew: 1 train, 7 test."),
        ("v1.0.0", "### `toy`\n\nNew: 1 train, 7 test."),
    ]


def test_the_changelog_names_the_rows(hub, first, tmp_path):
    newer = built(tmp_path / "newer" / "toys", count=9, question="Why?")
    message = push.push(newer, REPO, "v2.0.0", render).lines
    section = changelog.read(on_hub(hub)["CHANGELOG.md"].decode())[0]
    assert section.version == "v2.0.0"
    assert section.text == (
        "### `toy`\n\n1 row added, 1 changed (`question` in 1 row). Added: `row-8`. Changed: `row-2`."
    )
    assert "toy: 1 row added, 1 changed (`question` in 1 row). Added: `row-8`. Changed: `row-2`." in message


def test_shards_that_are_no_more_are_deleted_and_other_files_stay(hub, first, folder, tmp_path):
    hub.commit(
        "dataset",
        REPO,
        {"NOTICE": b"by hand", "toy/test-00001-of-00002.parquet": b"of an older build", "notes/mine.txt": b"mine"},
    )
    second = push.push(built(folder, question="Why?"), REPO, "v1.1.0", render)
    there = on_hub(hub, second.tag)
    assert there["NOTICE"] == b"by hand" and there["notes/mine.txt"] == b"mine"
    assert "toy/test-00001-of-00002.parquet" not in there


def test_a_dry_run_tells_and_sends_nothing(hub, first, folder):
    built(folder, question="Why?")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    hub.requests.clear()
    message = push.push(folder, REPO, "v1.1.0", render, Options(dry_run=True)).lines
    assert "toy: 1 row changed (`question` in 1 row). Changed: `row-2`." in message
    assert any(line.startswith("send    toy/test-00000-of-00001.parquet (") for line in message)
    assert not any("train" in line for line in message if line.startswith("send"))
    assert {asked.method for asked in hub.requests} <= {"GET", "HEAD"}
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    hub.repo("dataset", REPO)
    assert "org/none" in push.push(folder, "org/none", "v1.0.0", render, Options(dry_run=True)).lines[-1]
    assert ("dataset", "org/none") not in hub.store.repos


def test_a_contributor_opens_a_pull_request_and_the_maintainer_tags_it(hub, first, folder):
    built(folder, question="Why?")
    hub.sign_in(hub.CONTRIBUTOR)
    made = push.push(folder, REPO, "v1.1.0", render, Options(create_pr=True))
    assert "/datasets/org/toys/discussions/1: 8 rows loaded back from refs/pr/1" in made.lines[-2]
    assert hub.repo("dataset", REPO).branches["main"] == first.commit
    again = push.push(folder, REPO, "v1.1.0", render, Options(create_pr=True))
    assert again.lines == (f"nothing to do: refs/pr/1 of {REPO} has the same contents ({made.commit[:12]})",)
    hub.sign_in(hub.MAINTAINER)
    calls.api().merge_pull_request(REPO, 1, repo_type="dataset")
    merged = hub.repo("dataset", REPO).branches["main"]
    tagged = push.push(folder, REPO, "v1.1.0", render)
    assert tagged.commit == merged and hub.repo("dataset", REPO).tags["v1.1.0"] == merged


# What is refused


def test_a_tag_is_never_moved(hub, first, folder):
    built(folder, question="Why?")
    assert refused(folder, REPO, "v1.0.0", render).endswith("a tag is never moved. Next version: v1.0.1")
    assert refused(folder, REPO, "v0.9.0", render).endswith(
        "already has v1.0.0, which is later than v0.9.0. Next version: v1.0.1"
    )
    assert hub.repo("dataset", REPO).branches["main"] == first.commit


@pytest.mark.parametrize(
    ("tag", "near"), [("1.0", "v1.0.0"), ("latest", "v1.0.0"), ("v1.2.3.4", "v1.2.3"), ("v01.0.0", "v1.0.0")]
)
def test_no_version(hub, folder, tag, near):
    assert (
        refused(folder, REPO, tag, render) == f"{tag!r} is not a version; expected vMAJOR.MINOR.PATCH, such as {near}"
    )


@pytest.mark.parametrize(
    ("name", "near"),
    [("toys", "ORG/toys"), ("org/toys/more", "toys/more"), ("org/my toys", "org/my-toys"), ("org/a--b", "org/a-b"), ("org/x.git", "org/x")],
)  # fmt: skip
def test_no_name(hub, folder, name, near):
    message = refused(folder, name, "v1.0.0", render)
    assert message == f"{name!r} is not the name of a repo on the Hub; expected ORG/NAME, such as {near}"
    assert not hub.requests


def test_no_token_no_rights_no_repo(hub, folder):
    hub.sign_in(None)
    assert "no token for the Hub\nLog in: hf auth login" in refused(folder, REPO, "v1.0.0", render)
    hub.sign_in("hf_unknown")
    assert "the Hub rejected this token" in refused(folder, REPO, "v1.0.0", render)
    hub.sign_in(hub.CONTRIBUTOR)
    message = refused(folder, REPO, "v1.0.0", render)
    assert "contributor may not push to org/toys (403" in message and "--create-pr" in message
    assert "to open a pull request on" in refused(folder, REPO, "v1.0.0", render, Options(create_pr=True))
    assert not hub.store.repos
    assert sum(asked.status == 403 for asked in hub.requests) == 1, "a refusal is not asked for twice"


def test_no_rights_on_a_repo_that_is_there(hub, first, folder):
    built(folder, question="Why?")
    hub.sign_in(hub.CONTRIBUTOR)
    assert "open a pull request: --create-pr" in refused(folder, REPO, "v1.1.0", render)
    assert hub.repo("dataset", REPO).branches["main"] == first.commit
    with pytest.raises(HfHubHTTPError) as denied:
        calls.api().upload_file(path_or_fileobj=b"x", path_in_repo="x", repo_id=REPO, repo_type="dataset")
    others = str(calls.refusal(denied.value, REPO, "contributor", f"comment on {REPO}"))
    assert "Use a token with write rights for org" in others and "--create-pr" not in others, "no option of theirs"


@pytest.mark.parametrize("harm", ["changed", "added", "missing", "no record", "damaged record", "not built"])
def test_a_folder_that_is_not_as_it_was_built(hub, folder, harm):
    shard, record = folder / "toy" / "test-00000-of-00001.parquet", folder / "toy" / "build.json"
    if harm == "changed":
        shard.write_bytes(shard.read_bytes()[:-9] + bytes(9))
    elif harm == "added":
        shutil.copy(shard, folder / "toy" / "test-00001-of-00001.parquet")
    elif harm == "missing":
        shard.unlink()
    elif harm == "no record":
        record.unlink()
    elif harm == "damaged record":
        record.write_text("{")
    else:
        (folder / "README.md").unlink()
    message = refused(folder, REPO, "v1.0.0", render)
    words = {
        "changed": "was changed after the build",
        "added": "test-00001-of-00001.parquet was added after",
        "missing": "test-00000-of-00001.parquet is missing after",
        "no record": "build.json, the record of the build, is missing",
        "damaged record": "build.json is damaged",
        "not built": "is not a dataset folder",
    }
    assert words[harm] in message and "sgpkit build" in message
    assert not hub.requests


def test_a_secret_in_the_folder_is_not_published(hub, folder):
    (folder / "spring.secret.json").write_text("{}")
    assert "would be published with it" in refused(folder, REPO, "v1.0.0", render)
    assert not hub.requests


def test_configs_do_not_go_by_accident(hub, first, tmp_path):
    other = built(tmp_path / "other" / "toys", config="other")
    message = refused(other, REPO, "v1.1.0", render)
    assert "has configs that are missing from this folder: toy" in message and "--remove toy" in message
    assert "did you mean 'toy'?" in refused(other, REPO, "v1.1.0", render, Options(remove=["toy", "toyy"]))
    push.push(other, REPO, "v2.0.0", render, Options(remove=["toy"]))
    there = on_hub(hub)
    assert not any(path.startswith("toy/") for path in there)
    assert "### `toy`\n\nRemoved." in there["CHANGELOG.md"].decode()
