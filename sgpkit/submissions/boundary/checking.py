"""Check submissions behind the boundary: from the cache, or in a separate verifier process."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.data import errata
from sgpkit.data.hub.names import REPO
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.runs import data
from sgpkit.sandbox.untrusted.texts import escape_bytes
from sgpkit.submissions import package
from sgpkit.submissions.answers import Finding
from sgpkit.submissions.boundary import process
from sgpkit.submissions.boundary.cache import Cache
from sgpkit.submissions.boundary.outcome import Outcome, from_json
from sgpkit.submissions.boundary.process import Failed, Limits
from sgpkit.submissions.boundary.worker import GALLERY, OUTCOME
from sgpkit.submissions.results import model_names
from sgpkit.submissions.results import repo as results_repo
from sgpkit.submissions.results.model_names import Named

WORKERS = 4
"""Maximum number of submissions that are checked at once."""


class Asked(NamedTuple):
    """Options of a check of submissions: see `verify.verify`. `page` names the function that writes a gallery, `known`
    are the names of models in a results repo, which no submission may imitate, or None outside of one; `redone` returns
    the folder of repeated annotations that replace a submission's own.
    """

    source: str | None = None
    ray: str | None = None
    secret_round: Path | None = None
    run: Path | None = None
    page: str = ""
    limits: Limits = Limits()
    known: tuple[Named, ...] | None = None
    redone: Callable[[Path], Path | None] = lambda folder: None


class Checked(NamedTuple):
    """A folder with its outcome, or the reason why there is none."""

    folder: Path
    outcome: Outcome | None
    error: str = ""


class Rows:
    """Addresses and hashes of rows, each looked up once, with the tokens of this process."""

    def __init__(self, source: str | None) -> None:
        self.source = source
        self.known: dict[tuple[str, ...], Any] = {}

    def answer(self, question: Mapping[str, Any]) -> Any:
        """Answer a verifier's question. Raises UserError for unavailable data."""
        if "rows" in question:
            folder, commit = self.resolve(str(question["rows"]), str(question["config"]))
            return [str(folder), commit]
        return self.published(str(question["published"]), str(question["commit"]))

    def resolve(self, address: str, config: str) -> tuple[Path, str]:
        """Return the folder and the commit of rows. Only folders named on the command line are read."""
        if address != self.source and (not REPO.fullmatch(address) or ".." in address or Path(address).exists()):
            raise UserError(f"{address!r:.120} is not the address of a dataset on the Hub")
        key = ("rows", address, config)
        if key not in self.known:
            self.known[key] = data.resolve(address, config)
        location: tuple[Path, str] = self.known[key]
        return location

    def published(self, repo: str, commit: str) -> bool:
        """Return whether a commit belongs to the history of a dataset."""
        key = ("published", repo, commit)
        if key not in self.known:
            self.known[key] = results_repo.published(repo, commit)
        return bool(self.known[key])

    def pin(self, config: str, address: str) -> str:
        """Return a hash of all inputs of a verification in the rows' folder."""
        key = ("pin", address, config)
        if key not in self.known:
            folder, commit = self.resolve(address, config)
            digest = hashlib.sha256(f"{commit}\0{data.files_digest(folder / config)}".encode())
            for name in ("README.md", errata.FILE):
                path = folder / name
                digest.update(path.read_bytes() if path.is_file() else b"\0")
            if commit:
                digest.update(str(self.published(address.partition("@")[0], commit)).encode())
            self.known[key] = digest.hexdigest()
        return str(self.known[key])


def check_all(folders: Sequence[Path], asked: Asked, cache: Cache | None = None) -> Iterator[Checked]:
    """Yield every folder with its outcome, in their order; the files of a gallery exist until the next outcome is
    requested.
    """
    rows = Rows(asked.source)
    kept = cache if not (asked.ray or asked.secret_round or asked.run) else None
    workers = max(1, min(WORKERS, len(folders), os.cpu_count() or 1))
    with tempfile.TemporaryDirectory(prefix="sgpkit-verify-") as temporary, ThreadPoolExecutor(workers) as pool:
        work = partial(check_guarded, asked=asked, rows=rows, cache=kept, temporary=Path(temporary))
        yield from pool.map(work, folders)


def check_guarded(folder: Path, asked: Asked, rows: Rows, cache: Cache | None, temporary: Path) -> Checked:
    """Check one folder; a failure only affects this folder."""
    try:
        outcome = check(folder, asked, rows, cache, temporary)
        return Checked(folder, outcome if asked.known is None else among(outcome, folder, asked.known))
    except UserError as error:
        reason = str(error)
    except (Failed, OSError) as error:
        reason = f"its verification failed: {error}"
    # The message may contain the folder's name, whose bytes need not be valid text.
    return Checked(folder, None, reason.encode("utf-8", "backslashreplace").decode())


def among(outcome: Outcome, folder: Path, known: Sequence[Named]) -> Outcome:
    """Return an outcome with findings if the name of its model looks like a known one, or if its folder does not have
    the name by which a results repo knows it."""
    manifest = outcome.submission.manifest
    if why := model_names.refusal(manifest.model.id, known):
        outcome = replace(outcome, findings=(*outcome.findings, Finding("name", why)))
    path, expected = folder.absolute(), package.name(manifest)
    if (location := f"{path.parent.name}/{path.name}") != expected:
        wrong = Finding("place", escape_bytes(f"the folder is {location}, expected {expected}"))
        outcome = replace(outcome, findings=(*outcome.findings, wrong))
    return outcome


def check(folder: Path, asked: Asked, rows: Rows, cache: Cache | None, temporary: Path) -> Outcome:
    """Return the outcome of a folder, from the cache if its inputs are unchanged. Raises UserError if it is not a
    submission, Failed if the verifier could not finish."""
    out = Path(tempfile.mkdtemp(dir=temporary))
    redone = asked.redone(folder)
    key = cache.key(folder, asked.source, bool(asked.page)) if cache and redone is None else ""
    if cache and key and (known := cache.get(key, rows.pin, out / GALLERY)):
        return from_json(known, folder, out / GALLERY if (out / GALLERY).exists() else None)
    request = {
        "folder": str(folder),
        "out": str(out),
        "source": asked.source,
        "ray": asked.ray,
        "round": asked.secret_round and str(asked.secret_round),
        "run": asked.run and str(asked.run),
        "page": asked.page,
        "redone": redone and str(redone),
    }
    try:
        process.run(request, rows.answer, asked.limits)
    except process.Killed:  # by an operator, or by the kernel because memory was short: try once more
        shutil.rmtree(out)
        out.mkdir()
        process.run(request, rows.answer, asked.limits)
    value = process.outcome_of(out / OUTCOME)
    if "error" in value:
        raise UserError(str(value["error"]))
    if "failed" in value:
        raise Failed(str(value["failed"]))
    gallery = out / GALLERY if (out / GALLERY).exists() else None
    with reading(out / OUTCOME, "Verify it again."):
        result = from_json(value["outcome"], folder, gallery)
    if cache and key and not result.unscored:
        pins = [(config, address, rows.pin(config, address)) for config, address in value["asked"]]
        cache.put(key, value["outcome"], pins, gallery)
    return result
