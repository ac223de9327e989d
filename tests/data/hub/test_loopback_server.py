"""The loopback Hub with the real clients: the behavior on which other tests depend."""

import subprocess
import sys

import datasets
import huggingface_hub
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, EvalResultEntry, HfApi
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError, RevisionNotFoundError


@pytest.fixture
def parquet(tmp_path):
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"id": ["a", "b"], "value": [1, 2]}), path)
    return path


@pytest.fixture
def pushed(hub, parquet):
    """A dataset with one config and a tag."""
    api = HfApi()
    api.create_repo("org/data", repo_type="dataset")
    head = (
        "---\nconfigs:\n- config_name: one\n  data_files:\n  - split: test\n    path: one/test-*.parquet\n---\n# Data\n"
    )
    additions = [
        CommitOperationAdd("README.md", head.encode()),
        CommitOperationAdd("one/test-00000-of-00001.parquet", parquet),
    ]
    made = api.create_commit("org/data", additions, commit_message="first", repo_type="dataset")
    api.create_tag("org/data", tag="v1.0.0", repo_type="dataset")
    return made.oid


def test_a_push_is_read_back_by_both_clients(hub, pushed, parquet):
    loaded = datasets.load_dataset("org/data", "one", split="test", revision="v1.0.0")
    assert loaded.to_list() == [{"id": "a", "value": 1}, {"id": "b", "value": 2}]
    position = huggingface_hub.snapshot_download("org/data", repo_type="dataset", revision=pushed)
    assert position.startswith(str(hub.home))
    assert hub.files("dataset", "org/data", "v1.0.0")["one/test-00000-of-00001.parquet"] == parquet.read_bytes()
    assert HfApi().dataset_info("org/data").sha == pushed
    assert "/lfs-storage/" in " ".join(asked.path for asked in hub.requests if asked.method == "PUT")


def test_refs_tags_branches_history(hub, pushed):
    api = HfApi()
    api.create_branch("org/data", branch="next", repo_type="dataset")
    refs = api.list_repo_refs("org/data", repo_type="dataset", include_pull_requests=True)
    assert {ref.name: ref.target_commit for ref in refs.branches + refs.tags} == {
        "main": pushed,
        "next": pushed,
        "v1.0.0": pushed,
    }
    assert [one.title for one in api.list_repo_commits("org/data", repo_type="dataset")] == ["first", "initial commit"]
    with pytest.raises(HfHubHTTPError, match="exists already"):
        api.create_tag("org/data", tag="v1.0.0", repo_type="dataset")
    api.delete_tag("org/data", tag="v1.0.0", repo_type="dataset")
    with pytest.raises(RevisionNotFoundError):
        api.dataset_info("org/data", revision="v1.0.0")


def test_a_stale_parent_is_refused_and_changes_nothing(hub, pushed):
    hub.commit("dataset", "org/data", {"other.txt": b"by another"})
    before = hub.files("dataset", "org/data")
    with pytest.raises(HfHubHTTPError) as refused:
        HfApi().create_commit(
            "org/data",
            [CommitOperationAdd("mine.txt", b"mine")],
            commit_message="late",
            repo_type="dataset",
            parent_commit=pushed,
        )
    assert refused.value.response.status_code == 412
    assert hub.files("dataset", "org/data") == before


def test_a_contributor_may_only_open_pull_requests(hub, pushed):
    api = HfApi()
    hub.sign_in(hub.CONTRIBUTOR)
    edit = [CommitOperationAdd("note.txt", b"a note"), CommitOperationDelete("README.md")]
    with pytest.raises(HfHubHTTPError) as refused:
        api.create_commit("org/data", edit, commit_message="edit", repo_type="dataset")
    assert refused.value.response.status_code == 403
    edit = [CommitOperationAdd("note.txt", b"a note"), CommitOperationDelete("README.md")]
    made = api.create_commit("org/data", edit, commit_message="edit it", repo_type="dataset", create_pr=True)
    assert made.pr_revision == "refs/pr/1" and made.pr_num == 1
    assert "note.txt" not in hub.files("dataset", "org/data")
    assert set(hub.files("dataset", "org/data", "refs/pr/1")) >= {"note.txt"}
    names = api.list_repo_files("org/data", repo_type="dataset", revision="refs/pr/1")
    assert "note.txt" in names and "README.md" not in names
    details = api.get_discussion_details("org/data", 1, repo_type="dataset")
    assert details.is_pull_request and "note.txt" in details.diff and details.author == "contributor"
    api.comment_discussion("org/data", 1, "please", repo_type="dataset")
    hub.sign_in(hub.MAINTAINER)
    api.merge_pull_request("org/data", 1, repo_type="dataset")
    assert "note.txt" in hub.files("dataset", "org/data") and "README.md" not in hub.files("dataset", "org/data")
    assert [one.status for one in api.get_repo_discussions("org/data", repo_type="dataset")] == ["merged"]


def test_models_and_spaces(hub):
    api = HfApi()
    api.create_repo("org/space", repo_type="space", space_sdk="gradio")
    api.upload_file(path_or_fileobj=b"print()", path_in_repo="app.py", repo_id="org/space", repo_type="space")
    assert hub.files("space", "org/space")["app.py"] == b"print()"
    assert api.space_info("org/space").sdk == "gradio"
    api.create_repo("org/model")
    entry = EvalResultEntry(dataset_id="org/data", task_id="sgp-svg", value=0.5)
    text = huggingface_hub.eval_result_entries_to_yaml([entry])
    api.upload_file(path_or_fileobj=yaml.dump(text).encode(), path_in_repo=".eval_results/a.yaml", repo_id="org/model")
    api.create_repo("org/data", repo_type="dataset")
    assert [one.model_id for one in api.get_dataset_leaderboard("org/data")] == ["org/model"]
    assert [one.id for one in api.list_models(author="org")] == ["org/model"]


def test_who_is_there(hub):
    assert HfApi().whoami()["name"] == "maintainer"
    hub.sign_in(None)
    with pytest.raises(huggingface_hub.errors.LocalTokenNotFoundError):
        HfApi().whoami()
    hub.sign_in("hf_unknown")
    with pytest.raises(HfHubHTTPError) as refused:
        HfApi().whoami()
    assert refused.value.response.status_code == 401


def test_what_is_not_there(hub, pushed):
    with pytest.raises(RepositoryNotFoundError):
        HfApi().dataset_info("org/none")
    with pytest.raises(huggingface_hub.errors.EntryNotFoundError):
        huggingface_hub.hf_hub_download("org/data", "none.txt", repo_type="dataset")
    hub.create("dataset", "org/hidden", private=True)
    hub.sign_in(hub.CONTRIBUTOR)
    with pytest.raises(RepositoryNotFoundError):
        HfApi().dataset_info("org/hidden")


@pytest.mark.parametrize(
    ("fault", "wait"),
    [
        ({"status": 429, "retry_after": 7}, 8.0),
        ({"status": 500}, 1.0),
        ({"drop": "before"}, 1.0),
        ({"drop": "after"}, 1.0),
    ],
)
def test_faults_strike_as_often_as_said(hub, pushed, fault, wait):
    hub.fail(path="/tree/", times=2, **fault)
    assert "README.md" in HfApi().list_repo_files("org/data", repo_type="dataset")
    assert hub.waits[0] == wait and len(hub.waits) == 2


def test_a_fault_at_the_kth_request(hub, pushed):
    hub.fail(status=403, path="/api/datasets/", at=2)
    HfApi().dataset_info("org/data")
    with pytest.raises(HfHubHTTPError):
        HfApi().dataset_info("org/data")
    HfApi().dataset_info("org/data")


def test_a_tree_in_several_pages(hub, monkeypatch):
    monkeypatch.setattr("hub_routes.TREE_PAGE", 3)
    hub.create("dataset", "org/data")
    hub.commit("dataset", "org/data", {f"folder/{number}.txt": b"x" for number in range(7)})
    files = HfApi().list_repo_files("org/data", repo_type="dataset")
    assert len(files) == 8 and sum("cursor" in asked.path for asked in hub.requests) == 2


def test_bytes_are_counted_and_unchanged_objects_not_sent_again(hub, pushed, parquet):
    sent = sum(asked.bytes_in for asked in hub.requests if asked.method == "PUT")
    assert sent == parquet.stat().st_size
    again = CommitOperationAdd("copy.parquet", parquet)
    HfApi().create_commit("org/data", [again], commit_message="copy", repo_type="dataset")
    assert sum(asked.bytes_in for asked in hub.requests if asked.method == "PUT") == sent


@pytest.mark.process
def test_a_process_of_its_own_is_sent_here_too(hub, pushed):
    code = "import huggingface_hub as h; print(h.HfApi().dataset_info('org/data').sha, h.HfApi().whoami()['name'])"
    command = [sys.executable, "-c", code]
    message = subprocess.run(command, env=hub.environment(), capture_output=True, text=True, check=True)
    assert message.stdout.split() == [pushed, "maintainer"]
