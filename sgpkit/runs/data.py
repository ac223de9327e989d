"""The rows that a run asks and a score judges: one config of a built folder, or of a dataset repo on the Hub."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import huggingface_hub

from sgpkit.benchmark import Benchmark, Row
from sgpkit.data import errata, probe_records, record
from sgpkit.data import rows as stored_rows
from sgpkit.data.card import readme
from sgpkit.data.errata import Erratum
from sgpkit.data.hub.names import REPO as REPO
from sgpkit.data.probe_records import ProbeRecord
from sgpkit.errors import UserError, first_line
from sgpkit.files import reading

SPLITS = ("train", "test")
"""The splits to read. A card may declare others, which may be large."""


@dataclass(frozen=True)
class Data:
    """The rows of one config and their identity: location, commit, and hash of the files."""

    source: str
    commit: str
    digest: str
    rows: Sequence[Row]
    examples: Sequence[Row]
    errata: tuple[Erratum, ...] = ()
    probes: ProbeRecord | None = None
    canary: str = record.CANARY

    def metadata(self) -> dict[str, str]:
        """Return the entry of run.json for the data, with the source of worked examples if it differs from that of the
        rows."""
        known = {"place": self.source, "commit": self.commit, "sha256": self.digest}
        asked, shown = (stored_rows.distinct_values(rows, "source") for rows in (self.rows, self.examples))
        return known | ({"examples_from": ", ".join(sorted(shown))} if shown - asked else {})


def load(argument: str, benchmark: Benchmark, digest: str = "") -> Data:
    """Load the rows of a benchmark from `argument`: a built folder, or ORG/NAME[@REVISION] on the Hub. `digest` is the
    hash of the files, if it was computed just now. Raises UserError if it has no such config."""
    return load_at(*resolve(argument, benchmark.config), argument, benchmark, digest)


def load_at(folder: Path, commit: str, argument: str, benchmark: Benchmark, digest: str = "") -> Data:
    """Load the rows of `argument` from the folder that its files are in; `commit` is "" for a local one."""
    card = readme.open_readme(folder)
    if benchmark.config not in card.configs:
        raise UserError(
            f"{argument} has no config {benchmark.config!r}\nBuild it: sgpkit build {benchmark.config} --out {argument}"
        )
    splits = [split for split in card.splits(benchmark.config) if split in SPLITS]
    with reading(folder / benchmark.config, f"Build it again: sgpkit build {benchmark.config}"):
        rows = {split: stored_rows.load(folder, benchmark, split) for split in splits}
    made = record.find(folder, benchmark.config)
    source = str(folder.resolve()) if not commit else argument.partition("@")[0]
    return Data(
        source,
        commit,
        digest or files_digest(folder / benchmark.config),
        rows.get("test", []),
        rows.get("train", []),
        errata.errata_of(folder, benchmark.config),
        probe_records.read(folder, benchmark.config, made),
        record.canary(made),
    )


def resolve(argument: str, config: str) -> tuple[Path, str]:
    """Return the folder with the files, and their commit; "" for a local folder. Raises UserError if there is no such
    folder, repo or revision."""
    folder = Path(argument)
    if folder.is_dir():
        return folder, ""
    match = REPO.fullmatch(argument)
    if not match:
        raise UserError(f"no folder {argument!r}\nBuild one: sgpkit build {config} --out {argument}")
    from sgpkit.data.hub import calls  # slow to import, and not needed for rows in a folder

    try:
        # The client's cache returns files even for revisions that do not exist, so request the commit first.
        info = calls.api().dataset_info(match["repo"], revision=match["revision"], timeout=calls.ANSWER_WITHIN)
        files = ["README.md", errata.FILE, f"{config}/*"]
        snapshot = huggingface_hub.snapshot_download(
            match["repo"], repo_type="dataset", revision=info.sha, allow_patterns=files
        )
    except Exception as error:  # the HTTP library below changes with the client's version, and its errors with it
        raise UserError(
            f"{argument!r} is neither a local folder nor an accessible dataset on the Hub: {first_line(error)}\n"
            f"Build it instead: sgpkit build {config}, then --data sgp-bench"
        ) from None
    return Path(snapshot), str(info.sha)


def files_digest(folder: Path) -> str:
    """Return the SHA-256 of a folder's Parquet files, over their names and contents, in the order of the names."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.parquet")):
        digest.update(path.name.encode() + b"\0")
        with path.open("rb") as file:
            digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()
