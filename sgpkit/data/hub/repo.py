"""The current state of a dataset repo on the Hub: its head, files, tags and pull requests."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import huggingface_hub
from huggingface_hub import HfApi
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError

from sgpkit.data.hub import plan
from sgpkit.data.hub.calls import with_retries
from sgpkit.data.hub.plan import Remote
from sgpkit.errors import UserError


class RemoteRepo(NamedTuple):
    """A commit with its files; the commits of the repo's tags, and those of its pull requests by their refs."""

    head: str
    files: Mapping[str, Remote]
    tags: Mapping[str, str]
    pulls: Mapping[str, str]

    def at(self, hub: HfApi, repo: str, commit: str) -> "RemoteRepo":
        """Return the repo at another commit."""
        return self._replace(head=commit, files=plan.remote_files(hub, repo, commit))

    def text(self, hub: HfApi, repo: str, path: str) -> str:
        """Return a text file; "" if it does not exist."""
        return Path(fetch_file(hub, repo, self.head, path)).read_text(encoding="utf-8") if path in self.files else ""


NOTHING = RemoteRepo("", {}, {}, {})


def fetch_file(hub: HfApi, repo: str, commit: str, path: str) -> str:
    """Fetch a file of a commit; return its local path."""
    download = huggingface_hub.hf_hub_download
    doing = f"read {path} of {repo}"
    return with_retries(doing, download, repo, path, repo_type="dataset", revision=commit, endpoint=hub.endpoint)


def read_state(hub: HfApi, repo: str) -> RemoteRepo | None:
    """Return the current state of the repo; None if it does not exist."""
    try:
        head = with_retries(f"look at {repo}", hub.dataset_info, repo).sha or ""
    except RepositoryNotFoundError:
        return None
    list_refs = hub.list_repo_refs
    refs = with_retries(f"list the tags of {repo}", list_refs, repo, repo_type="dataset", include_pull_requests=True)
    tags = {ref.name: ref.target_commit for ref in refs.tags}
    pulls = {ref.ref: ref.target_commit for ref in refs.pull_requests or []}
    return RemoteRepo(head, plan.remote_files(hub, repo, head), tags, pulls)


def create(hub: HfApi, repo: str, create_pr: bool, dry_run: bool, private: bool) -> RemoteRepo:
    """Create the repo. Raises UserError if the user may not."""
    if create_pr:
        raise UserError(
            f"the Hub has no dataset {repo!r} to open a pull request on\nPush without --create-pr to create it"
        )
    if dry_run:
        print(f"sgpkit: the Hub has no dataset {repo!r} yet; a push creates it", file=sys.stderr)
        return NOTHING
    try:
        with_retries(f"make {repo}", hub.create_repo, repo, repo_type="dataset", private=private or None)
    except HfHubHTTPError as error:
        if error.response.status_code != 409:  # created since: by an attempt whose reply was lost, or by someone else
            raise
    info = read_state(hub, repo)
    if info is None:
        raise UserError(f"the Hub created {repo} but does not list it yet\nTry again in a minute")
    return info
