"""The files that a submission's folder may contain: regular files of bounded size, checked before any is opened.

An untrusted folder can contain a link to a device without an end, a link to a private file of the reader, a pipe
without a writer, or a thousand files that no hash covers. Entries are examined by lstat, so links are not followed, and
entries that are not listed here are refused.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sgpkit.sandbox.untrusted import regular

MIB = 2**20
NAME = r"[\w][\w.+@=-]{0,127}"


class Kind(NamedTuple):
    """Files whose path within the folder matches `pattern`, and the maximum size of each."""

    pattern: re.Pattern[str]
    max_bytes: int


KINDS = (
    Kind(re.compile(r"manifest\.json"), 32 * MIB),
    Kind(re.compile(r"scores\.json"), 32 * MIB),
    Kind(re.compile(r"responses\.parquet"), 2048 * MIB),
    Kind(re.compile(r"retracted\.json"), MIB),
    Kind(re.compile(rf"\.eval_results/{NAME}\.yaml"), MIB),
    Kind(re.compile(r"(extracted|measured)/run\.json"), 32 * MIB),
    Kind(re.compile(r"(extracted/responses|measured/values)\.parquet"), 2048 * MIB),
    Kind(re.compile(rf"judged/{NAME}/run\.json"), 32 * MIB),
    Kind(re.compile(rf"judged/{NAME}/responses\.parquet"), 2048 * MIB),
)
FOLDERS = re.compile(rf"\.eval_results|extracted|measured|judged(/{NAME})?")

EXPECTED = "manifest.json, scores.json, responses.parquet, retracted.json, .eval_results/*.yaml and annotations"

MAX_ENTRIES = 200
MAX_TOTAL = 4096 * MIB


class Entry(NamedTuple):
    """An entry of a folder: its relative path, its kind if it is not a regular file, and its size."""

    name: str
    odd: str
    size: int


def problems(folder: Path) -> Iterator[str]:
    """Yield the errors of the entries of a submission's folder, without opening any of them."""
    total = 0
    for count, entry in enumerate(entries(folder), 1):
        if count > MAX_ENTRIES:
            yield f"it contains more than {MAX_ENTRIES} entries"
            return
        name = f"{entry.name!r}"[1:-1][:120]
        if entry.odd:
            if entry.odd != "a folder" or not FOLDERS.fullmatch(entry.name):
                yield f"{name} is {entry.odd}; a submission may only contain regular files in known folders"
            continue
        kind = next((kind for kind in KINDS if kind.pattern.fullmatch(entry.name)), None)
        total += entry.size
        if kind is None:
            yield f"{name} does not belong to a submission; expected {EXPECTED}"
        elif entry.size > kind.max_bytes:
            yield f"{name} has {entry.size:,} bytes; the limit is {kind.max_bytes:,}"
    if total > MAX_TOTAL:
        yield f"its files have {total:,} bytes in total; the limit is {MAX_TOTAL:,}"


def entries(folder: Path, within: str = "") -> Iterator[Entry]:
    """Yield all entries of a folder in order of their names, without the contents of folders that no submission has."""
    with os.scandir(folder / within) as listed:
        here = sorted(listed, key=lambda entry: entry.name)[: MAX_ENTRIES + 1]
    for entry in here:
        name = f"{within}/{entry.name}" if within else entry.name
        about = entry.stat(follow_symlinks=False)
        odd = regular.kind_of_mode(about.st_mode)
        yield Entry(name, odd, about.st_size)
        if odd == "a folder" and FOLDERS.fullmatch(name):
            yield from entries(folder, name)
