"""Published data from the Hub: `--source hub` reads the repo in the family's `published_data.py` at its pinned commit;
`--source [NAME=]ORG/REPO@REVISION` reads any other repo in a format that a reader supports.

A branch or tag is first resolved to a commit, which is read, printed and recorded with the build.
"""

import importlib
import importlib.util
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Benchmark, PublishedData, families
from sgpkit.errors import UserError, nearest

NAME = "hub"
REPO = re.compile(r"(?:(?P<reader>\w+)=)?(?P<repo>[\w.-]+/[\w.-]+)@(?P<revision>[\w./-]+)")
COMMIT = re.compile("[0-9a-f]{7,40}")


class Fetched(NamedTuple):
    """Published data on this machine: the reader and the path for a build, its origin, and a remark to print."""

    reader: str
    path: str
    origin: Mapping[str, Any]
    remark: str


def published(family: str) -> Mapping[str, PublishedData]:
    """Return the published datasets of a family, by config."""
    name = f"{families.module_name(family)}.published_data"
    if importlib.util.find_spec(name) is None:
        return {}
    known: Mapping[str, PublishedData] = importlib.import_module(name).PUBLISHED
    return known


def is_on_hub(argument: str | None) -> bool:
    """Return whether `--source` names data on the Hub rather than local files."""
    if argument is None or Path(argument).exists():
        return False
    match = REPO.fullmatch(argument)
    return argument == NAME or (match is not None and not Path(f"{match['repo']}@{match['revision']}").exists())


def find(benchmark: Benchmark, argument: str) -> Fetched:
    """Fetch the data that the argument names, and choose the reader for it."""
    if argument == NAME:
        family = families.locate(benchmark.config)[0]
        known = published(family)
        if benchmark.config not in known:
            readers = [name for name in benchmark.rows.sources if name != "builtin"]
            others = f"; it can read local files: {', '.join(readers)}" if readers else ""
            raise UserError(f"{benchmark.config} is not published on the Hub{others}")
        data = known[benchmark.config]
        folder, commit, stated = fetch(data.repo, data.revision, data.files)
        return with_remark(benchmark, data.reader, folder, data, commit, stated)
    named = REPO.fullmatch(argument)
    assert named is not None, "`is_on_hub` returned True"
    folder, commit, stated = fetch(named["repo"], named["revision"], ())
    reader = named["reader"] or choose_reader(benchmark, folder, argument)
    if reader not in benchmark.rows.sources:
        raise UserError(f"{benchmark.config} has no source {reader!r}{nearest(reader, benchmark.rows.sources)}")
    data = PublishedData(named["repo"], named["revision"], (), reader, "")
    return with_remark(benchmark, reader, folder, data, commit, stated)


def choose_reader(benchmark: Benchmark, folder: Path, argument: str) -> str:
    """Return the reader that recognises the files."""
    from sgpkit.data import build

    try:
        return build.choose_source(benchmark, str(folder))[0]
    except UserError as error:
        raise UserError(str(error).replace(str(folder), argument)) from None


def with_remark(
    benchmark: Benchmark, reader: str, folder: Path, data: PublishedData, commit: str, stated: str
) -> Fetched:
    """Return fetched data with a remark about their origin."""
    license = "; ".join(
        filter(None, [data.license, f"{stated}, according to its card" if stated else "not stated on its card"])
    )
    resolved = (
        "" if commit == data.revision else f" (current {data.revision})" if not COMMIT.fullmatch(data.revision) else ""
    )
    origin = {"repo": data.repo, "revision": data.revision, "commit": commit, "license": license}
    remark = f"{benchmark.config}: {data.repo} at {commit}{resolved}. Licence: {license}"
    return Fetched(reader, str(folder), {"published": origin}, remark)


def fetch(repo: str, revision: str, files: tuple[str, ...]) -> tuple[Path, str, str]:
    """Fetch the files of a revision; return their folder, the commit, and the licence that the card states."""
    import huggingface_hub
    from httpx2 import HTTPError
    from huggingface_hub.errors import RepositoryNotFoundError, RevisionNotFoundError

    from sgpkit.data.hub import calls

    hub = calls.api()
    try:
        with calls.quiet():
            info = calls.with_retries(f"look at {repo}", hub.dataset_info, repo, revision=revision)
            commit = str(info.sha)
            if COMMIT.fullmatch(revision) and not commit.startswith(revision):
                raise UserError(f"the Hub returned {commit} for the commit {revision} of {repo}; nothing was read")
            path = calls.with_retries(
                f"fetch {repo}",
                huggingface_hub.snapshot_download,
                repo,
                repo_type="dataset",
                revision=commit,
                allow_patterns=list(files) or None,
            )
    except RevisionNotFoundError:
        raise UserError(f"{repo} has no revision {revision!r} on the Hub") from None
    except RepositoryNotFoundError:
        raise UserError(f"the Hub has no dataset {repo!r} that you can access") from None
    except HTTPError as error:
        raise calls.refusal(error, repo, "you", f"read {repo}") from None
    except OSError as error:
        # If a file cannot be fetched, the client looks in its cache, and its error is only about the cache.
        if not isinstance(error, FileNotFoundError):
            raise
        raise UserError(
            f"could not fetch {repo} ({calls.reason(error)})\nRun the same command again to resume"
        ) from None
    card = info.card_data
    stated = card.get("license") if card else None
    return Path(path), commit, ", ".join(stated) if isinstance(stated, list) else str(stated or "")
