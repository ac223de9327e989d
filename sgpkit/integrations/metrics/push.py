"""Push metric folders to Spaces ORG/NAME on the Hub, one commit each, where `evaluate.load("ORG/NAME")` finds them. A
Space with the same files is not changed. A Space that contains something else is never overwritten.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from huggingface_hub.errors import HfHubHTTPError, HTTPError, RepositoryNotFoundError  # type: ignore[attr-defined]
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils.sha import git_hash

from sgpkit import __version__
from sgpkit.data.hub import calls
from sgpkit.data.hub import commit as hub_commit
from sgpkit.data.hub.calls import with_retries
from sgpkit.data.hub.names import check_name
from sgpkit.errors import UserError, nearest
from sgpkit.integrations import metrics as evaluate_metrics
from sgpkit.integrations.metrics import spaces

KIND = "space"
FRESH = (".gitattributes", "README.md")
"""The files that the Hub itself writes into a new Space."""


class Space(NamedTuple):
    """A Space on the Hub: its commit, and git's hash of each file."""

    head: str
    files: Mapping[str, str]


def push(org: str, names: Sequence[str] = (), private: bool = False, dry_run: bool = False) -> Iterator[str]:
    """Push the named metrics, or all; yield a line for the user on each Space, once it is done."""
    known = evaluate_metrics.names()
    for name in names:
        if name not in known:
            raise UserError(f"unknown metric {name!r}{nearest(name, known)}")
    for name in names or known:
        check_name(f"{org}/{name}")
    wanted = {f"{org}/{name}": spaces.files(name, org) for name in names or known}
    hub = calls.api()
    who = calls.user(hub)
    with calls.quiet():
        for repo, files in wanted.items():
            try:
                yield put(hub, repo, files, private, dry_run)
            except HTTPError as error:
                raise refusal(error, repo, who) from None


def put(hub: HfApi, repo: str, files: Mapping[str, bytes], private: bool, dry_run: bool) -> str:
    """Bring one Space up to date, and return a line for the user."""
    there = look(hub, repo)
    if there is None and dry_run:
        return f"{repo}: would be created with {listed(files)}"
    if there is None:
        make(hub, repo, private)
        there = look(hub, repo)
        if there is None:
            raise UserError(f"the Hub created {repo} but does not list it yet\nTry again in a minute")
    refuse_another(repo, there)
    send, gone = changes(files, there)
    if not send and not gone:
        return f"{repo}: unchanged ({there.head[:12]})"
    if dry_run:
        return f"{repo}: would change {listed([*send, *gone])}"
    return f"{repo}: {listed([*send, *gone])} ({commit(hub, repo, there, files)[:12]})"


def look(hub: HfApi, repo: str) -> Space | None:
    """Return a Space; None if it does not exist."""
    try:
        head = with_retries(f"look at {repo}", hub.space_info, repo).sha or ""
    except RepositoryNotFoundError:
        return None

    def listing() -> dict[str, str]:
        tree = hub.list_repo_tree(repo, recursive=True, revision=head, repo_type=KIND)
        return {entry.path: entry.blob_id for entry in tree if isinstance(entry, RepoFile)}

    return Space(head, with_retries(f"list the files of {repo}", listing))


def make(hub: HfApi, repo: str, private: bool) -> None:
    """Create a Space."""
    try:
        with_retries(f"make {repo}", hub.create_repo, repo, repo_type=KIND, space_sdk="gradio", private=private or None)
    except HfHubHTTPError as error:
        if error.response.status_code != 409:  # created since: by an attempt whose reply was lost, or by someone else
            raise


def refuse_another(repo: str, there: Space) -> None:
    """Raise UserError for a Space of that name that holds something else."""
    others = [path for path in there.files if path not in FRESH]
    if others and f"{repo.partition('/')[2]}.py" not in there.files:
        raise UserError(
            f"{repo} exists but is not this metric: it contains {', '.join(sorted(others)[:3])}\n"
            "Nothing was sent to it; rename or delete it, or push the others: --metric NAME"
        )


def changes(files: Mapping[str, bytes], there: Space) -> tuple[dict[str, bytes], list[str]]:
    """Return the files to send, and the files of this metric's Space to delete. Other files in the Space are not
    changed.
    """
    send = {path: data for path, data in files.items() if there.files.get(path) != git_hash(data)}
    return send, [path for path in spaces.GENERATED if path in there.files and path not in files]


def commit(hub: HfApi, repo: str, there: Space, files: Mapping[str, bytes]) -> str:
    """Commit the changes, and return the commit's id."""
    send, gone = changes(files, there)

    def landed() -> str | None:
        now = look(hub, repo)
        return now.head if now is not None and changes(files, now) == ({}, []) else None

    def attempt() -> str:
        operations: list[CommitOperationAdd | CommitOperationDelete] = [
            *(CommitOperationAdd(path, data) for path, data in send.items()),
            *(CommitOperationDelete(path) for path in gone),
        ]
        made = hub.create_commit(
            repo, operations, commit_message=f"sgpkit {__version__}", repo_type=KIND, parent_commit=there.head
        )
        return str(made.oid)

    return hub_commit.once(repo, attempt, landed, "Push again")


def listed(files: Sequence[str] | Mapping[str, bytes]) -> str:
    """Return the names of files in a line."""
    return ", ".join(sorted(files))


def refusal(error: HTTPError, repo: str, who: str) -> UserError:
    """Return the error for a refusal by the Hub."""
    status = error.response.status_code if isinstance(error, HfHubHTTPError) else 0
    if status == 403:
        return UserError(
            f"{who} may not write to {repo} ({calls.reason(error)})\n"
            f"Use a token with write rights for {repo.partition('/')[0]}, or another --org"
        )
    return calls.refusal(error, repo, who, f"push to {repo}")
