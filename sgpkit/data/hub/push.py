"""Push a repo folder to the Hub: one atomic commit on the planned revision, loaded back and compared, then a tag.

The repo always has either the old or the new version: all files are uploaded first, one commit adds them, and the tag
is set only after the rows were loaded back and found equal. After an interruption, the same command completes the push.
A commit that was made by someone else in the meantime is never overwritten.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from httpx2 import HTTPError
from huggingface_hub.errors import HfHubHTTPError

from sgpkit.data import changelog, record, versions
from sgpkit.data.card import readme
from sgpkit.data.hub import calls, lost_text, names, verify_upload
from sgpkit.data.hub import commit as hub_commit
from sgpkit.data.hub import plan as hub_plan
from sgpkit.data.hub import repo as hub_repo
from sgpkit.data.hub import rows as published_rows
from sgpkit.data.hub.commit import Work
from sgpkit.data.hub.plan import Plan
from sgpkit.data.hub.repo import RemoteRepo
from sgpkit.errors import UserError, nearest
from sgpkit.files import write_atomically


class Options(NamedTuple):
    """Options of a push: open a pull request, send nothing, the commit's message, configs to delete, a private repo."""

    create_pr: bool = False
    dry_run: bool = False
    message: str | None = None
    remove: Sequence[str] = ()
    private: bool = False


PLAIN = Options()


class Pushed(NamedTuple):
    """The outcome of a push: `tag` and `commit` are empty if not made; `lines` are to be printed."""

    tag: str
    commit: str
    lines: tuple[str, ...]


def push(folder: Path, repo: str, tag: str, render: Callable[[Path], object], options: Options = PLAIN) -> Pushed:
    """Update the repo on the Hub to the contents of the folder, as version `tag`. `render` writes the card."""
    versions.parse(tag)
    names.check_name(repo)
    hashes = record.check(folder)
    refuse_secrets(folder)
    hub = calls.api()
    who = calls.user(hub)
    try:
        with calls.quiet(), staged_copy(folder, hashes) as stage:
            remote_repo = hub_repo.read_state(hub, repo)
            if remote_repo is None:
                remote_repo = hub_repo.create(hub, repo, options.create_pr, options.dry_run, options.private)
            done = update_repo(Work(hub, who, repo, tag, stage, hashes, options.remove), remote_repo, render, options)
            if not options.dry_run:
                sync_card(stage, folder)
    except HTTPError as error:
        raise calls.refusal(error, repo, who, f"push to {repo}", ", or open a pull request: --create-pr") from None
    return done


def update_repo(work: Work, remote_repo: RemoteRepo, render: Callable[[Path], object], options: Options) -> Pushed:
    """Send what differs as one commit or pull request, and tag it."""
    repo, tag = work.repo, work.tag
    taken = tag in remote_repo.tags
    base = remote_repo.at(work.hub, repo, remote_repo.tags[tag]) if taken else remote_repo
    own = readme_of(work.stage)
    known_log = base.text(work.hub, repo, changelog.NAME)
    write_log(work.stage, known_log)
    if not data_files(work.plan(base.files)):
        render(work.stage)  # drawing the card is slow, and not needed if data differ
        if not work.plan(base.files):
            lost_text.show(lost_text.in_words("in this folder", lost_text.lost_lines(own, readme_of(work.stage))))
            return finish_unchanged(work, remote_repo, base.head, options)
    previous = versions.newest(remote_repo.tags)
    refuse_version(repo, tag, previous, taken)
    refuse_lost_configs(work, remote_repo)
    section = changelog_section(work, remote_repo, previous)
    write_log(work.stage, changelog.put(known_log, section))
    render(work.stage)
    plan = work.plan(remote_repo.files)
    lines = listing(plan, section)
    lost_text.show(replaced_text(work, remote_repo, own, previous))
    if options.dry_run:
        return Pushed("", "", (*lines, f"dry run: nothing was sent to {repo}"))
    message = options.message or f"{tag}: {summary(section)}"
    if options.create_pr:
        return pull_request(work, remote_repo, plan, message, lines)
    return verify_and_tag(work, hub_commit.on_main(work, remote_repo, plan, message), lines)


def replaced_text(work: Work, remote_repo: RemoteRepo, own: str, previous: str | None) -> list[str]:
    """Return the hand-written lines that the new card would replace: of the README of the folder, and of the one on the
    Hub if it was edited since the last version.
    """
    new = readme_of(work.stage)
    there = remote_repo.text(work.hub, work.repo, "README.md")
    tagged = fetched_text(work, remote_repo, previous)
    here_lost, there_lost = lost_text.lost_lines(own, new, tagged), lost_text.lost_lines(there, new, tagged, own)
    return lost_text.in_words("in this folder", here_lost) + lost_text.in_words(f"of {work.repo}", there_lost)


def fetched_text(work: Work, remote_repo: RemoteRepo, tag: str | None) -> str:
    """Return the README of a version; "" if there is none."""
    if tag is None:
        return ""
    return remote_repo.at(work.hub, work.repo, remote_repo.tags[tag]).text(work.hub, work.repo, "README.md")


def readme_of(folder: Path) -> str:
    """Return the text of a folder's README."""
    path = folder / "README.md"
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def finish_unchanged(work: Work, remote_repo: RemoteRepo, commit: str, options: Options) -> Pushed:
    """Return the outcome if the Hub has the same contents. The tag is set if it does not exist."""
    repo, tag = work.repo, work.tag
    names = sorted(name for name, tagged in remote_repo.tags.items() if tagged == commit)
    if tag in names or options.create_pr:
        known = f"as {', '.join(names)}" if names else "untagged"
        return Pushed("", commit, (f"nothing to do: {repo} has the same contents, {known} ({commit[:12]})",))
    if options.dry_run:
        return Pushed("", commit, (f"{repo} has the same contents at {commit[:12]}; only the tag {tag} is missing",))
    refuse_version(repo, tag, versions.newest(remote_repo.tags), False)
    return verify_and_tag(work, commit, ())


def refuse_secrets(folder: Path) -> None:
    """Refuse a folder with secret files, such as the seed of a round next to its rows."""
    for path in sorted(folder.iterdir()):
        if "secret" in path.name.lower():
            raise UserError(
                f"{path} is in the folder {folder} and would be published with it\nMove it out of the folder first"
            )


def data_files(plan: Plan) -> list[str]:
    """Return the files with rows that a plan sends or deletes."""
    return [path for path in (*plan.send, *plan.delete) if path.endswith(".parquet")]


def refuse_version(repo: str, tag: str, previous: str | None, taken: bool) -> None:
    """Refuse a version that exists, or that is older than the newest one."""
    if previous is None:
        return
    after = versions.parse(previous).next()
    if taken:
        raise UserError(
            f"{repo} already has {tag} with different contents; a tag is never moved. Next version: {after}"
        )
    if versions.parse(tag) < versions.parse(previous):
        raise UserError(f"{repo} already has {previous}, which is later than {tag}. Next version: {after}")


def refuse_lost_configs(work: Work, remote_repo: RemoteRepo) -> None:
    """Refuse to delete configs that are missing from the folder, unless they are named in `--remove`."""
    remote = readme.declared_readme(remote_repo.text(work.hub, work.repo, "README.md"))
    lost = [config for config in remote if config not in work.hashes]
    if unmeant := sorted(set(lost) - set(work.remove)):
        raise UserError(
            f"{work.repo} has configs that are missing from this folder: {', '.join(unmeant)}\n"
            f"Build them too, or remove them: {' '.join(f'--remove {config}' for config in unmeant)}"
        )
    if unknown := sorted(set(work.remove) - set(lost)):
        raise UserError(f"--remove {unknown[0]}: no such config to remove{nearest(unknown[0], lost)}")


def changelog_section(work: Work, remote_repo: RemoteRepo, previous: str | None) -> changelog.Section:
    """Return the changelog's section of this version, compared with the last one."""
    rows = {config: row_counts(work.stage, config) for config in work.hashes}
    if previous is None:
        return changelog.section(work.tag, None, rows, {}, ())
    new = published_rows.rows_in_folder(work.stage, work.hashes)
    old = published_rows.rows_in_repo(work.hub, work.repo, remote_repo.tags[previous])
    shared = [config for config in work.hashes if config in old.configs]
    differences = {config: published_rows.difference(old, new, config) for config in shared}
    gone = [config for config in old.configs if config not in work.hashes]
    return changelog.section(work.tag, previous, rows, differences, gone)


def row_counts(folder: Path, config: str) -> dict[str, int]:
    """Return the number of rows of each split."""
    return {split: info.num_examples for split, info in readme.open_readme(folder).info(config).splits.items()}


def pull_request(work: Work, remote_repo: RemoteRepo, plan: Plan, message: str, lines: Sequence[str]) -> Pushed:
    """Open a pull request, unless one with these contents is open, and compare it with the folder."""
    if known := hub_commit.open_pull_request(work, remote_repo):
        words = f"nothing to do: {known.ref} of {work.repo} has the same contents ({known.commit[:12]})"
        return Pushed("", known.commit, (words,))
    made = hub_commit.as_pull_request(work, remote_repo, plan, message)
    rows = verify_upload.compare(work.stage, work.repo, made.commit, list(work.hashes))
    end = f"{made.page(work)}: {rows:,} rows loaded back from {made.ref} ({made.commit[:12]}), all identical"
    return Pushed(
        "", made.commit, (*lines, end, f"After the merge, run the same command without --create-pr to set {work.tag}")
    )


def verify_and_tag(work: Work, commit: str, lines: Sequence[str]) -> Pushed:
    """Compare a commit with the folder, row by row, and tag it."""
    repo, tag = work.repo, work.tag
    rows = verify_upload.compare(work.stage, repo, commit, list(work.hashes))
    set_tag = work.hub.create_tag
    try:
        calls.with_retries(f"tag {repo}", set_tag, repo, tag=tag, revision=commit, repo_type="dataset")
    except HfHubHTTPError as error:
        now = hub_repo.read_state(work.hub, repo) if error.response.status_code == 409 else None
        if now is None:
            raise
        if now.tags.get(tag) != commit:  # otherwise, an attempt whose reply was lost has set the tag
            raise UserError(
                f"another push set the tag {tag} of {repo}, and a tag is never moved\nThis push is at {commit[:12]}"
            ) from None
    return Pushed(tag, commit, (*lines, f"{repo} is {tag} ({commit[:12]}): {rows:,} rows loaded back, all identical"))


def listing(plan: Plan, section: changelog.Section) -> tuple[str, ...]:
    """Return one line per file that a push sends or deletes, and per config with changed rows."""
    lines = [f"send    {path} ({file.size:,} bytes)" for path, file in plan.send.items()]
    lines += [f"delete  {path}" for path in plan.delete]
    return (*lines, *(words for _, words in changelog.lines(section)))


def summary(section: changelog.Section) -> str:
    """Return one line for the commit."""
    words = " ".join(words for _, words in changelog.lines(section))
    return words if len(words) <= 72 else words[:71].rpartition(" ")[0] + " …"


def sync_card(stage: Path, folder: Path) -> None:
    """Copy the card and the changelog, as they now are on the Hub, into the user's folder."""
    for path in stage.rglob("*"):
        target = folder / path.relative_to(stage)
        if path.is_file() and not path.is_symlink():
            content = path.read_bytes()
            if not target.is_file() or target.read_bytes() != content:
                target.parent.mkdir(exist_ok=True)
                write_atomically(target, content)


def write_log(stage: Path, text: str) -> None:
    """Write the changelog into the copy of the folder that is pushed."""
    (stage / changelog.NAME).write_text(text or changelog.write([]), encoding="utf-8")


@contextmanager
def staged_copy(folder: Path, hashes: Mapping[str, Mapping[str, str]]) -> Iterator[Path]:
    """Yield a copy of the folder as it is to be on the Hub, under the same name. The card and the changelog are written
    there first, so that a push that fails leaves the folder alone. Data files are links."""
    with tempfile.TemporaryDirectory(prefix="sgpkit-push-") as parent:
        stage = Path(parent, folder.resolve().name)
        for path, local in hub_plan.local_files(folder, hashes).items():
            target = stage / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.endswith(".parquet"):
                target.symlink_to(local.path.resolve())
            else:
                shutil.copy(local.path, target)
        yield stage
