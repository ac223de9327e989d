"""Two versions of a dataset repo, row by row: folders, or ORG/NAME[@REVISION] on the Hub, in any mix.

Files that both sides have are not fetched: hashes are compared first.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from httpx2 import HTTPError
from huggingface_hub.errors import RepositoryNotFoundError, RevisionNotFoundError

from sgpkit.data import changelog
from sgpkit.data.differences import Difference
from sgpkit.data.hub import calls
from sgpkit.data.hub import rows as published_rows
from sgpkit.data.hub.names import REPO
from sgpkit.data.hub.rows import Rows
from sgpkit.errors import UserError, nearest
from sgpkit.files import reading


class Side(NamedTuple):
    """One of two versions: what the user named, its commit ("" for a folder), and its rows."""

    name: str
    commit: str
    rows: Rows

    def as_json(self) -> dict[str, str]:
        """Return the name and the commit, for JSON."""
        return {"place": self.name, "commit": self.commit}


class Compared(NamedTuple):
    """`differences` has the configs of both versions; the others were added or removed."""

    old: Side
    new: Side
    differences: Mapping[str, Difference]
    added: tuple[str, ...]
    removed: tuple[str, ...]


def compare(old: str, new: str, configs: Sequence[str] = ()) -> Compared:
    """Compare two versions, each a folder or ORG/NAME[@REVISION]."""
    with calls.quiet():
        one, other = side(old), side(new)
        known = {**one.rows.configs, **other.rows.configs}
        for config in configs:
            if config not in known:
                raise UserError(f"neither side has the config {config!r}{nearest(config, known)}")
        wanted = [config for config in sorted(known) if config in configs or not configs]
        both = [config for config in wanted if config in one.rows.configs and config in other.rows.configs]
        with reading(Path(f"{old} or {new}"), "Build it again, or choose another revision."):
            differences = {config: published_rows.difference(one.rows, other.rows, config) for config in both}
    return Compared(
        one,
        other,
        differences,
        tuple(config for config in wanted if config not in one.rows.configs),
        tuple(config for config in wanted if config not in other.rows.configs),
    )


def side(argument: str) -> Side:
    """Return one of the two versions."""
    folder = Path(argument)
    if folder.is_dir():
        if not (folder / "README.md").is_file():
            raise UserError(f"{folder} is not a dataset folder\nBuild a dataset: sgpkit build CONFIG --out {folder}")
        return Side(argument, "", published_rows.rows_in_folder(folder))
    match = REPO.fullmatch(argument)
    if not match:
        raise UserError(f"{argument!r} is neither a local folder nor ORG/NAME[@REVISION]")
    repo, revision = match["repo"], match["revision"]
    hub = calls.api()
    try:
        info = calls.with_retries(f"look at {repo}", hub.dataset_info, repo, revision=revision)
        return Side(argument, str(info.sha), published_rows.rows_in_repo(hub, repo, str(info.sha)))
    except RevisionNotFoundError:
        refs = calls.with_retries(f"list the tags of {repo}", hub.list_repo_refs, repo, repo_type="dataset")
        known = [ref.name for ref in (*refs.tags, *refs.branches)]
        raise UserError(f"{repo} has no revision {revision!r}{nearest(revision, known)}") from None
    except RepositoryNotFoundError:
        raise UserError(
            f"{argument!r} is not a local folder, and the Hub has no dataset {repo!r} that you can access"
        ) from None
    except HTTPError as error:
        raise calls.refusal(error, repo, "you", f"read {repo}") from None


def as_json(compared: Compared) -> dict[str, Any]:
    """Return the comparison as `--json` prints it."""
    return {
        "old": compared.old.as_json(),
        "new": compared.new.as_json(),
        "added": compared.added,
        "removed": compared.removed,
        "configs": {
            config: one._asdict() | {"columns": dict(one.columns)} for config, one in compared.differences.items()
        },
    }


def as_text(compared: Compared, ids: int) -> str:
    """Return the comparison in words, with up to `ids` rows of each kind."""
    lines = [f"{config}: new config" for config in compared.added]
    lines += [f"{config}: removed config" for config in compared.removed]
    differing = {config: one for config, one in compared.differences.items() if one}
    lines += [f"{config}: {changelog.in_words(one, ids)}" for config, one in differing.items()]
    same = [config for config in compared.differences if config not in differing]
    if same:
        lines.append(f"the same in both: {', '.join(same)}")
    return "\n".join(lines) or "no configs on either side"
