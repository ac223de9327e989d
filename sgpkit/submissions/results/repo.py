"""The dataset repo on the Hub to which submissions are added by pull requests, each in `submissions/CONFIG/NAME`.

A submission that is already there, or in an open pull request, is not sent again. Of a pull request, only the
submissions that it changes are fetched for checking, in their state after merging.
"""

import atexit
import functools
import hashlib
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import huggingface_hub
from huggingface_hub import CommitOperationAdd, Discussion, DiscussionComment, HfApi
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError
from huggingface_hub.hf_api import RepoFile

from sgpkit.data.hub import calls, names, plan
from sgpkit.data.hub.calls import with_retries
from sgpkit.data.hub.names import REPO
from sgpkit.data.hub.plan import Local, Remote
from sgpkit.errors import UserError
from sgpkit.files import file_digest
from sgpkit.submissions import package
from sgpkit.submissions.manifest import FILE
from sgpkit.submissions.results import model_names
from sgpkit.submissions.results.model_names import Named
from sgpkit.submissions.submission import EVAL_RESULTS, PINS, PLACE, RETRACTED, VERIFIED, Submission

Files = Mapping[str, Path]
"""Path in a repo → the local file."""


class Change(NamedTuple):
    """A pull request to open."""

    repo: str
    kind: str
    title: str
    text: str
    files: Files

    def in_words(self) -> list[str]:
        listed = [f"  {name} ({path.stat().st_size:,} bytes)" for name, path in sorted(self.files.items())]
        return [f"{self.kind} {self.repo}: {self.title}", *listed]


def folder_of(submission: Submission) -> str:
    """Return the path of a submission in the results repo."""
    return f"{PLACE}/{package.name(submission.manifest)}"


def changes(submissions: Sequence[Submission], repo: str, model_repo: str | None) -> list[Change]:
    """Return the pull requests that submitting opens: one on the results repo, and one on the model's repo, if
    given.
    """
    files = {
        f"{folder_of(submission)}/{path.relative_to(submission.folder).as_posix()}": path
        for submission in submissions
        for path in sorted(submission.folder.rglob("*"))
        if path.is_file()
    }
    planned = [Change(repo, "dataset", title(submissions), text(submissions), files)]
    if model_repo:
        planned.append(
            Change(model_repo, "model", title(submissions), text(submissions), pages(submissions, model_repo))
        )
    return planned


def pages(submissions: Sequence[Submission], model_repo: str) -> Files:
    """Return the files for the page of a model: its own scores, each under a unique name."""
    if len(models := {submission.manifest.model.id for submission in submissions}) > 1:
        raise UserError(f"--model-repo {model_repo} is one model, but the runs are of {', '.join(sorted(models))}")
    files: dict[str, Path] = {}
    for submission in submissions:
        for path in sorted((submission.folder / EVAL_RESULTS).glob("*.yaml")):
            if path.name in files:
                raise UserError(f"two of the runs would write {path.name} on {model_repo}; submit only one of them")
            files[path.name] = path
    if not files:
        raise UserError(f"nothing to publish on {model_repo}: model pages only show complete, ranked scores")
    return {f"{EVAL_RESULTS}/{name}": path for name, path in files.items()}


def title(submissions: Sequence[Submission]) -> str:
    """Return the title of a pull request, which identifies it: it ends with a hash of the submitted files."""
    models = ", ".join(dict.fromkeys(submission.manifest.model.id for submission in submissions))
    configs = ", ".join(dict.fromkeys(submission.manifest.dataset.config for submission in submissions))
    hashes = [submission.manifest.responses for submission in submissions]
    whole = hashes[0] if len(hashes) == 1 else hashlib.sha256("".join(hashes).encode()).hexdigest()
    return f"{models} on {configs}"[:120] + f" [{whole[:8]}]"


def text(submissions: Sequence[Submission]) -> str:
    """Return the description of a pull request: the score of every submission, and why it is not ranked."""
    lines = ["Re-scored from its responses before it was sent (`sgpkit verify`):", ""]
    for submission in submissions:
        stated = submission.manifest
        low, high = (f"{bound:.4f}" if bound is not None else "–" for bound in (stated.score.low, stated.score.high))
        figure = f"{stated.score.name} {stated.score.value:.4f} [{low}, {high}] over {stated.score.n:,}"
        pinned = f"{stated.dataset.repo}@{stated.dataset.commit[:12]}"
        lines.append(f"- `{stated.dataset.config}`, {stated.prompt.strategy}: {figure}; rows of {pinned}")
        lines += [f"  - not ranked: {reason}" for reason in stated.unrankable]
    return "\n".join(lines)


def retraction(submission: Submission, repo: str) -> Change:
    """Return the pull request that marks a submission as retracted."""
    name = f"{folder_of(submission)}/{RETRACTED}"
    message = f"Retract {submission.manifest.model.id} on {submission.manifest.dataset.config}"
    path = submission.folder / RETRACTED
    title = f"{message} [{submission.manifest.responses[:8]}]"
    return Change(repo, "dataset", title, submission.retracted or "", {name: path})


# --- sending ----------------------------------------------------------------------------------------------------------


def check_names(*repos: str | None) -> None:
    """Raise UserError if one of the names is not a valid repo name; None is skipped."""
    for repo in repos:
        if repo is not None:
            names.check_name(repo)


def user() -> str:
    """Return the name of the user who is logged in to the Hub."""
    return calls.user(calls.api())


def send(change: Change) -> str:
    """Open the pull request unless it exists, and return a line that reports it."""
    hub = calls.api()
    who = calls.user(hub)
    try:
        info = with_retries("look at the repo", hub.repo_info, change.repo, repo_type=change.kind)
        there = files(hub, change.repo, "main", change.kind)
        if not (new := {name: path for name, path in change.files.items() if not same(there.get(name), path)}):
            return f"{change.repo} is up to date: nothing to do"
        return with_retries("open a pull request", open_once, hub, change._replace(files=new), who, str(info.sha))
    except RepositoryNotFoundError:
        raise UserError(f"the Hub has no {change.kind} {change.repo!r} that {who} can access") from None
    except HfHubHTTPError as error:
        raise calls.refusal(error, change.repo, who, f"open a pull request on {change.repo}") from None


def open_once(hub: HfApi, change: Change, who: str, parent: str) -> str:
    """Open a pull request unless it is open already; returns a message with its URL. On a retry, all of this is
    repeated, since a request that seems to have failed may have succeeded.
    """
    for pull in hub.get_repo_discussions(
        change.repo, repo_type=change.kind, author=who, discussion_type="pull_request", discussion_status="open"
    ):
        if pull.title == change.title and pull.author == who:
            return f"{pull.url} is open already: nothing to do"
    made = hub.create_commit(
        change.repo,
        [CommitOperationAdd(name, path) for name, path in sorted(change.files.items())],
        commit_message=change.title,
        commit_description=change.text,
        repo_type=change.kind,
        parent_commit=parent,
        create_pr=True,
    )
    return f"opened {made.pr_url}"


def same(entry: RepoFile | None, path: Path) -> bool:
    """Return whether the file in the repo equals the local one."""
    if entry is None:
        return False
    there = Remote(entry.size, entry.lfs.sha256 if entry.lfs else None, entry.blob_id)
    return plan.same(Local(path, path.stat().st_size, file_digest(path)), there)


# --- fetching ---------------------------------------------------------------------------------------------------------


class Pull(NamedTuple):
    """An open pull request on a results repo."""

    number: int
    title: str
    url: str
    author: str


def pulls(repo: str) -> list[Pull]:
    """Return the open pull requests of a results repo, by number. Raises UserError if the Hub refuses."""
    hub = calls.api()

    def open_requests() -> "list[Discussion]":
        return list(
            hub.get_repo_discussions(
                repo, repo_type="dataset", discussion_type="pull_request", discussion_status="open"
            )
        )

    try:
        discussions = with_retries("list the pull requests", open_requests)
    except HfHubHTTPError as error:
        raise calls.refusal(error, repo, "", "list the pull requests") from None
    return sorted(Pull(pull.num, pull.title, pull.url, pull.author) for pull in discussions)


def fetch(argument: str) -> list[Path]:
    """Download the submissions of ORG/NAME@REVISION, with the records of repeated annotations and reruns; of a pull
    request (refs/pr/N) only the submissions that it changes. Raises UserError if there are none."""
    match = REPO.fullmatch(argument)
    assert match is not None, "the caller has checked the repo name"
    repo, revision = match["repo"], match["revision"]
    pull = (revision or "").startswith("refs/pr/")
    hub = calls.api()
    try:
        commit = str(with_retries("look at the repo", hub.dataset_info, repo, revision=revision).sha)
        wanted = sorted(changed(hub, repo, commit) if pull else all_of(hub, repo, commit))
        if not wanted:
            raise UserError(f"{argument} has no submissions to check")
        snapshot = with_retries(
            "fetch the submissions", huggingface_hub.snapshot_download, repo, repo_type="dataset", revision=commit,
            allow_patterns=[f"{name}/**" for name in wanted] + ([] if pull else [f"{VERIFIED}/**", PINS]),
        )  # fmt: skip
    except HfHubHTTPError as error:
        raise calls.refusal(error, repo, "", f"read {argument}") from None
    copies = [as_files(Path(snapshot), name) for name in wanted]
    if not pull:
        for path in sorted(Path(snapshot, VERIFIED).glob("*/*")):
            as_files(Path(snapshot), path.relative_to(snapshot).as_posix())
        if (pins := Path(snapshot, PINS)).is_file():
            shutil.copyfile(pins.resolve(), Path(temporary(), Path(snapshot).name, PINS))
    return copies


def known_names(repo: str) -> list[Named]:
    """Return the names of the models on the main branch of a results repo, by fetching only manifests."""
    hub = calls.api()
    try:
        snapshot = with_retries(
            "fetch the manifests", huggingface_hub.snapshot_download, repo, repo_type="dataset",
            revision=str(with_retries("look at the repo", hub.dataset_info, repo, revision="main").sha),
            allow_patterns=[f"{PLACE}/*/*/{FILE}"],
        )  # fmt: skip
    except HfHubHTTPError as error:
        raise calls.refusal(error, repo, "", f"read {repo}") from None
    names = sorted(path.parent for path in Path(snapshot, PLACE).glob(f"*/*/{FILE}"))
    copies = [as_files(Path(snapshot), path.relative_to(snapshot).as_posix()) for path in names]
    return [item for copy in copies for item in model_names.below(copy)]


def as_files(snapshot: Path, name: str) -> Path:
    """Return a copy, until this process ends, of a folder in the Hub's cache, since the cache consists of links,
    which a submission may not contain. Raises UserError for a link to a file outside the repo.
    """
    inside = snapshot.parent.parent.resolve()
    copy = Path(temporary(), snapshot.name, name)
    for path in sorted((snapshot / name).rglob("*")):
        if path.is_dir() and not path.is_symlink():
            continue
        content = path.resolve()
        if not content.is_relative_to(inside) or not content.is_file():
            raise UserError(f"{name}: {path.name!r:.60} is not a regular file of the repo")
        target = copy / path.relative_to(snapshot / name)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists():
            shutil.copyfile(content, target)
    return copy


@functools.cache
def temporary() -> str:
    """Return a folder that is removed when this process ends."""
    folder = tempfile.mkdtemp(prefix="sgpkit-fetched-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def published(repo: str, commit: str) -> bool:
    """Return whether a commit of a dataset is a version of it, or in the history of its main branch."""
    hub = calls.api()
    try:
        refs = with_retries("list the versions", hub.list_repo_refs, repo, repo_type="dataset")
        if any(ref.target_commit == commit for ref in (*refs.tags, *refs.branches)):
            return True
        commits = with_retries("read the history", hub.list_repo_commits, repo, repo_type="dataset", revision="main")
    except HfHubHTTPError as error:
        raise calls.refusal(error, repo, "", f"read the history of {repo}") from None
    return any(entry.commit_id == commit for entry in commits)


def all_of(hub: HfApi, repo: str, commit: str) -> set[str]:
    """Return the paths of all submissions in a repo at a commit."""
    return {str(PurePosixPath(name).parent) for name in files(hub, repo, commit) if name.endswith(f"/{FILE}")}


def changed(hub: HfApi, repo: str, commit: str) -> set[str]:
    """Return the paths of submissions with files that differ from the main branch. Raises UserError for changes
    elsewhere, and for deletions."""
    ours, theirs = files(hub, repo, "main"), files(hub, repo, commit)
    oids = [{name: entry.blob_id for name, entry in tree.items()} for tree in (ours, theirs)]
    names = {name for name in ours.keys() | theirs.keys() if oids[0].get(name) != oids[1].get(name)}
    if foreign := sorted(name for name in names if PurePosixPath(name).parts[:1] != (PLACE,)):
        raise UserError(f"it changes {foreign[0]}, which is not part of a submission")
    if back := sorted(name for name in names if name.endswith(f"/{RETRACTED}") and name not in theirs):
        raise UserError(f"it deletes {back[0]}: a retraction cannot be undone")
    folders = {"/".join(PurePosixPath(name).parts[:3]) for name in names}
    if gone := sorted(name for name in folders if f"{name}/{FILE}" not in theirs):
        raise UserError(f"{gone[0]} has no {FILE}: a submission is retracted, not deleted (sgpkit results retract)")
    return folders


def files(hub: HfApi, repo: str, revision: str, kind: str = "dataset") -> dict[str, RepoFile]:
    """Return the files of a repo at a revision, by path."""

    def listed() -> dict[str, RepoFile]:
        entries = hub.list_repo_tree(repo, recursive=True, revision=revision, repo_type=kind)
        return {entry.path: entry for entry in entries if isinstance(entry, RepoFile)}

    return with_retries("list the repo", listed)


def last_comment(repo: str, number: int, who: str) -> str:
    """Return the last comment of a user under a pull request, or ""."""
    hub = calls.api()
    try:
        details = hub.get_discussion_details
        events = with_retries("read the pull request", details, repo, number, repo_type="dataset").events
    except HfHubHTTPError as error:
        raise calls.refusal(error, repo, "", f"read {repo}") from None
    own = [str(event.content) for event in events if event.author == who and isinstance(event, DiscussionComment)]
    return own[-1] if own else ""


def comment(repo: str, number: int, text: str) -> None:
    """Comment on the pull request, unless the same comment is there already."""
    hub = calls.api()
    who = calls.user(hub)
    try:
        events = with_retries(
            "read the pull request", hub.get_discussion_details, repo, number, repo_type="dataset"
        ).events
        comments = [getattr(event, "content", "") for event in events if getattr(event, "author", "") == who]
        if text not in comments:
            with_retries("comment", hub.comment_discussion, repo, number, text, repo_type="dataset")
    except HfHubHTTPError as error:
        raise calls.refusal(error, repo, who, f"comment on {repo}") from None
