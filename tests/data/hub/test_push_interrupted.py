"""Failures during a push: the Hub has the old version or the new one, and the same command resumes."""

import copy
import itertools
import json

import datasets
import pytest
from pushed_toys import REPO, built, refused, render, whole

from sgpkit.data.hub import calls, push, verify_upload


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


def test_a_commit_of_another_is_not_pushed_over(hub, first, folder, monkeypatch):
    built(folder, question="Why?")
    send = calls.HfApi.preupload_lfs_files

    def meanwhile(self, *arguments, **named):
        hub.commit("dataset", REPO, {"toy/by-another.txt": b"x"})
        return send(self, *arguments, **named)

    monkeypatch.setattr(calls.HfApi, "preupload_lfs_files", meanwhile)
    assert "received another commit during this push" in refused(folder, REPO, "v1.1.0", render)
    assert "toy/by-another.txt" in on_hub(hub) and hub.repo("dataset", REPO).tags.keys() == {"v1.0.0"}
    assert sum("/commit/" in asked.path for asked in hub.requests) == 1, "412 is not asked for twice"


def test_the_servers_wait_is_waited(hub, first, folder):
    built(folder, question="Why?")
    hub.fail(status=429, retry_after=17, path="/commit/", times=2)
    push.push(folder, REPO, "v1.1.0", render)
    assert hub.waits == [17.0, 17.0]


def test_waits_and_attempts_are_bounded(hub, first, folder):
    built(folder, question="Why?")
    for path in ("/tree/", "/preupload/", "/lfs-storage/", "/commit/"):
        fault = hub.fail(status=429, retry_after=7200, path=path, times=None)
        assert "the Hub asks to wait 120 minutes (429)" in refused(folder, REPO, "v1.1.0", render)
        assert hub.waits == [] and fault.met == 1
        hub.faults.clear()
    fault = hub.fail(status=500, path="/commit/", times=None)
    assert "after 5 attempts (500" in refused(folder, REPO, "v1.1.0", render)
    assert fault.met == 5 and hub.waits == [1.0, 2.0, 4.0, 8.0]
    assert hub.repo("dataset", REPO).branches["main"] == first.commit


def test_a_server_that_does_not_answer(hub, first, folder, monkeypatch):
    built(folder, question="Why?")
    monkeypatch.setattr(calls, "ANSWER_WITHIN", 0.5)
    hub.fail(delay=1.2, path="/commit/")
    pushed = push.push(folder, REPO, "v1.1.0", render)
    assert hub.repo("dataset", REPO).branches["main"] == pushed.commit
    assert len(hub.repo("dataset", REPO).history("main")) == 3, "the slow one and the next are one commit"


def test_a_full_disk_while_loading_back(hub, folder, monkeypatch):
    real = datasets.load_dataset

    def full(*arguments, **named):
        try:
            raise OSError(28, "No space left on device")
        except OSError as error:
            raise datasets.exceptions.DatasetGenerationError("An error occurred") from error

    monkeypatch.setattr(datasets, "load_dataset", full)
    message = refused(folder, REPO, "v1.0.0", render)
    assert "not enough disk space to load toy back" in message and "TMPDIR" in message
    assert not hub.repo("dataset", REPO).tags
    monkeypatch.setattr(datasets, "load_dataset", real)
    head = hub.repo("dataset", REPO).branches["main"]
    assert push.push(folder, REPO, "v1.0.0", render).commit == head
    assert hub.repo("dataset", REPO).tags == {"v1.0.0": head}


def test_what_comes_back_changed_is_not_tagged(hub, folder, tmp_path, monkeypatch):
    other = built(tmp_path / "other", question="Why?") / "toy" / "test-00000-of-00001.parquet"
    put = hub.store.file

    def swapped(sha256, lfs):
        made = put(sha256, lfs)
        if sha256 == json.loads((folder / "toy" / "build.json").read_text())["sha256"]["test-00000-of-00001.parquet"]:
            hub.store.content(sha256).write_bytes(other.read_bytes())
        return made

    monkeypatch.setattr(hub.store, "file", swapped)
    message = refused(folder, REPO, "v1.0.0", render)
    assert "row 2 of toy/test is not what was pushed" in message or "could not load toy back" in message
    assert not hub.repo("dataset", REPO).tags


@pytest.mark.slow
@pytest.mark.parametrize("drop", ["before", "after"])
def test_interrupted_at_any_request_the_hub_has_the_old_or_the_new_version(hub, first, folder, drop, monkeypatch):
    """For every k, no request from the k-th on is answered. With `after`, the Hub carries out the request, and only its
    answer is lost. Then the same command is given again."""
    monkeypatch.setattr(verify_upload, "compare", lambda *arguments: 8)
    built(folder, question="Why?")
    old_card = (folder / "README.md").read_bytes()
    before, repos = on_hub(hub), copy.deepcopy(hub.store.repos)
    push.push(folder, REPO, "v1.1.0", render)
    after, seen = on_hub(hub), set()
    for number in itertools.count(1):
        hub.store.repos = copy.deepcopy(repos)
        for path in hub.store.contents.iterdir():
            if path.name not in {file.sha256 for file in hub.repo("dataset", REPO).commit_at("main").files.values()}:
                path.unlink()
        hub.forget()
        (folder / "README.md").write_bytes(old_card)
        hub.fail(drop=drop, at=number, times=None)
        if whole(folder):
            assert number > 15
            break
        repo = hub.repo("dataset", REPO)
        now, tags = on_hub(hub), dict(repo.tags)
        assert now in (before, after)
        assert tags.pop("v1.0.0") == first.commit
        assert tags in ({}, {"v1.1.0": repo.branches["main"]}) and (not tags or now == after)
        seen.add((now == after, "v1.1.0" in repo.tags))
        hub.faults.clear()
        push.push(folder, REPO, "v1.1.0", render)
        assert on_hub(hub) == after and repo.tags["v1.1.0"] == repo.branches["main"]
        assert len(repo.history("main")) == 3, "one commit, however often it was asked for"
    assert seen == {(False, False), (True, False)} | ({(True, True)} if drop == "after" else set())


@pytest.mark.parametrize("fault", [{"drop": "after"}, {"status": 503}], ids=str)
def test_one_lost_request_is_made_good(hub, first, folder, fault, monkeypatch):
    """A single request without an answer, or with an error, delays the push but does not end it."""
    monkeypatch.setattr(verify_upload, "compare", lambda *arguments: 8)
    built(folder, question="Why?")
    repos, after = copy.deepcopy(hub.store.repos), {}
    for number in itertools.count(1):
        hub.store.repos = copy.deepcopy(repos)
        hub.forget()
        planned = hub.fail(at=number, **fault)
        assert whole(folder)
        repo, after = hub.repo("dataset", REPO), after or on_hub(hub)
        assert on_hub(hub) == after and repo.tags["v1.1.0"] == repo.branches["main"]
        assert len(repo.history("main")) == 3
        hub.faults.clear()
        if planned.met < number:
            assert number > 15
            break


def test_lost_while_loading_back(hub, first, folder):
    built(folder, question="Why?")
    hub.fail(drop="before", path="/resolve/.*parquet", times=None)
    message = refused(folder, REPO, "v1.1.0", render)
    assert "could not load toy back" in message and "without a tag" in message
    assert hub.repo("dataset", REPO).tags.keys() == {"v1.0.0"}
    hub.faults.clear()
    hub.requests.clear()
    pushed = push.push(folder, REPO, "v1.1.0", render)
    assert hub.repo("dataset", REPO).tags["v1.1.0"] == pushed.commit == hub.repo("dataset", REPO).branches["main"]
    assert not any("/commit/" in asked.path or asked.method == "PUT" for asked in hub.requests)
