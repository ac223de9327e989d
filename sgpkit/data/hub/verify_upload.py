"""Check an upload: load it by its commit and compare it with the folder row by row."""

import errno
import itertools
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import datasets
import pyarrow.parquet as pq

from sgpkit.data.differences import BATCH, row_digests
from sgpkit.data.hub.calls import quiet, reason
from sgpkit.errors import UserError

TRIES = 3
FULL = (errno.ENOSPC, errno.EDQUOT)


def compare(folder: Path, repo: str, commit: str, configs: Sequence[str]) -> int:
    """Return the number of compared rows. Raises UserError at the first difference. Needs disk space for one config."""
    return sum(compare_config(folder, repo, commit, config) for config in configs)


def compare_config(folder: Path, repo: str, commit: str, config: str) -> int:
    """Compare one config; return the number of rows."""
    rows = 0
    # Use a separate cache: the library's own could return the result of an earlier load of this commit.
    with tempfile.TemporaryDirectory(prefix="sgpkit-load-back-") as cache:
        theirs = load(repo, commit, config, Path(cache))
        splits = {path.name.split("-")[0] for path in (folder / config).glob("*.parquet")}
        if set(theirs) != splits:
            raise UserError(f"{repo} at {commit[:12]}: {config} has the splits {sorted(theirs)}, not {sorted(splits)}")
        for split in sorted(splits):
            for number, (one, other) in enumerate(
                itertools.zip_longest(built(folder / config, split), loaded(theirs[split], split))
            ):
                if one != other:
                    raise UserError(
                        f"row {number} of {config}/{split} differs from the pushed row ({repo} at {commit[:12]})\n"
                        "Not tagged. Push again; if this error persists, the Hub stored the files incorrectly"
                    )
                rows += 1
    return rows


def built(folder: Path, split: str) -> Iterator[bytes]:
    """Yield the digests of the folder's rows."""
    for path in sorted(folder.glob(f"{split}-*.parquet")):
        for batch in pq.ParquetFile(path).iter_batches(BATCH):
            yield from row_digests(batch, split)


def loaded(rows: datasets.Dataset, split: str) -> Iterator[bytes]:
    """Yield the digests of the rows that were loaded."""
    for table in rows.with_format("arrow").iter(BATCH):
        yield from row_digests(table, split)


def load(repo: str, commit: str, config: str, cache: Path) -> datasets.DatasetDict:
    """Load a config, with retries after connection errors. Raises UserError if the disk is full."""
    for attempt in range(1, TRIES + 1):
        try:
            with quiet():
                return datasets.load_dataset(repo, config, revision=commit, cache_dir=str(cache / str(attempt)))
        except Exception as error:  # The errors are of several libraries, and wrap one another.
            causes = list(chain(error))
            pushed = f"{repo} has the new commit {commit[:12]} without a tag; run the same command again to tag it"
            if any(isinstance(cause, OSError) and cause.errno in FULL for cause in causes):
                free = shutil.disk_usage(cache).free
                raise UserError(
                    f"not enough disk space to load {config} back ({free / 1e6:,.0f} MB free at {cache.parent})\n"
                    f"Free some space, or set TMPDIR and HF_HOME to a larger disk. {pushed}"
                ) from None
            if attempt == TRIES:
                raise UserError(f"could not load {config} back ({reason(causes[-1])})\n{pushed}") from None
            time.sleep(2.0**attempt)
    raise AssertionError("the last attempt returns or raises")


def chain(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and its causes."""
    current: BaseException | None = error
    while current is not None:
        yield current
        current = current.__cause__ or current.__context__
