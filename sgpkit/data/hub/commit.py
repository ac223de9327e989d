"""The commit of a push, on main or as a pull request. After a lost reply, the commit is searched for before it is sent
again, so that no commit is made twice."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from httpx2 import HTTPError
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from huggingface_hub.errors import HfHubHTTPError

from sgpkit.data.hub import plan as hub_plan
from sgpkit.data.hub.calls import reason, with_retries
from sgpkit.data.hub.plan import Local, Plan, Remote
from sgpkit.data.hub.repo import RemoteRepo, read_state
from sgpkit.errors import UserError


class Work(NamedTuple):
    """One push: the user, the repo, and the folder to push."""

    hub: HfApi
    who: str
    repo: str
    tag: str
    stage: Path
    hashes: Mapping[str, Mapping[str, str]]
    remove: Sequence[str]

    def plan(self, remote: Mapping[str, Remote]) -> Plan:
        """Return what to send and delete where the repo holds `remote`."""
        return hub_plan.plan(self.local(), remote, {*self.hashes, *self.remove})

    def local(self) -> dict[str, Local]:
        """Return the files to push."""
        return hub_plan.local_files(self.stage, self.hashes)


class PullRequest(NamedTuple):
    """A pull request: its ref, and its commit."""

    ref: str
    commit: str

    def page(self, work: Work) -> str:
        """Return the address of its page."""
        return f"{work.hub.endpoint}/datasets/{work.repo}/discussions/{self.ref.rpartition('/')[2]}"


def on_main(work: Work, remote_repo: RemoteRepo, plan: Plan, message: str) -> str:
    """Return the id of the commit on main that carries out the plan; its parent is the head that was planned for."""
    operations = upload(work, plan, create_pr=False)

    def landed() -> str | None:
        now = read_state(work.hub, work.repo)
        return now.head if now and not work.plan(now.files) else None

    def commit() -> str:
        made = work.hub.create_commit(
            work.repo, operations, commit_message=message, repo_type="dataset", parent_commit=remote_repo.head
        )
        return str(made.oid)

    hint = f"Check the other commit (sgpkit dataset diff {work.repo} FOLDER), then push again"
    return once(work.repo, commit, landed, hint)


def once(repo: str, commit: Callable[[], str], landed: Callable[[], str | None], hint: str) -> str:
    """Return the id of the commit. `landed` searches for it before another attempt, since the reply may have been lost.
    A commit of someone else in the meantime is never overwritten; `hint` says what to do then."""
    tried = False

    def attempt() -> str:
        nonlocal tried
        if tried and (head := landed()):
            return head
        tried = True
        return commit()

    try:
        return with_retries(f"commit to {repo}", attempt)
    except HfHubHTTPError as error:
        if error.response.status_code != 412:
            raise
        if head := landed():
            return head
        raise UserError(f"{repo} received another commit during this push; nothing was overwritten\n{hint}") from None


def as_pull_request(work: Work, remote_repo: RemoteRepo, plan: Plan, message: str) -> PullRequest:
    """Open a pull request with the plan's changes."""
    operations = upload(work, plan, create_pr=True)
    tried = False

    def commit() -> PullRequest:
        nonlocal tried
        now = read_state(work.hub, work.repo) if tried else None
        if now and (known := open_pull_request(work, now)):
            return known
        tried = True
        made = work.hub.create_commit(
            work.repo,
            operations,
            commit_message=message,
            repo_type="dataset",
            parent_commit=remote_repo.head,
            create_pr=True,
        )
        return PullRequest(made.pr_revision or "", made.oid)

    return with_retries(f"open a pull request on {work.repo}", commit)


def open_pull_request(work: Work, remote_repo: RemoteRepo) -> PullRequest | None:
    """Return an open pull request with exactly these contents, if any."""
    for ref, commit in sorted(remote_repo.pulls.items(), reverse=True):
        if work.plan(hub_plan.remote_files(work.hub, work.repo, commit)):
            continue
        number = int(ref.rpartition("/")[2])
        details = work.hub.get_discussion_details
        discussion = with_retries(f"look at {ref}", details, work.repo, number, repo_type="dataset")
        if discussion.status in ("open", "draft"):
            return PullRequest(ref, commit)
    return None


def upload(work: Work, plan: Plan, create_pr: bool) -> list[CommitOperationAdd | CommitOperationDelete]:
    """Return the operations of the commit. Large files are uploaded to the storage of the Hub first, where they are not
    visible before the commit; the client skips stored files and retries failed uploads."""
    additions = [CommitOperationAdd(path, str(file.path)) for path, file in plan.send.items()]
    try:
        work.hub.preupload_lfs_files(work.repo, additions, repo_type="dataset", create_pr=create_pr, free_memory=False)
    except (RuntimeError, HTTPError, ConnectionError, TimeoutError) as error:  # of the LFS client, and of Xet's
        cause = error if isinstance(error, HTTPError) else error.__cause__ or error
        if isinstance(cause, UserError):
            raise cause from None
        if isinstance(cause, HfHubHTTPError) and cause.response.status_code in (401, 403, 404):
            raise cause from None
        raise UserError(
            f"could not send the files of {work.tag} to {work.repo} ({reason(cause)})\n"
            "Nothing was committed; run the same command again to send the remaining files"
        ) from None
    return [*additions, *(CommitOperationDelete(path) for path in plan.delete)]
