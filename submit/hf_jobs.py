"""The program of a job on Hugging Face hardware, submitted by `sgpkit run … --on hf-jobs`.

    python hf_jobs.py STORE FOLDER run CONFIG --engine vllm --model ORG/MODEL …

STORE is the run's folder in a bucket that is mounted as a volume. Answers of an earlier job of the same run are read
from there, and new answers are written there once a minute and at the end. The run itself is on the disk of the job,
which is lost at the end of the job. A mounted bucket would not do, since it has no locks, and stores a file only when
it is closed, while the log stays open for hours.
"""

import shutil
import subprocess
import sys
import time
from pathlib import Path

EVERY = 60.0
"""Seconds between two writes of an unfinished run."""

ROWS_LEFT, ATTEMPTS = 3, 3

Stamps = dict[Path, tuple[int, int]]


def stamps(folder: Path) -> Stamps:
    """Return time and size of each file of a folder, by its relative path. Locks are not part of a run."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"]
    return {path.relative_to(folder): (path.stat().st_mtime_ns, path.stat().st_size) for path in files}


def write(folder: Path, store: Path, before: Stamps) -> Stamps:
    """Copy the files that changed since `before`, one after another, and remove deleted ones. Return the stamps.

    `run.json`, which marks a run as complete, comes last.
    """
    now = stamps(folder)
    for path in sorted(now, key=lambda path: path.name == "run.json"):
        if now[path] != before.get(path):
            (store / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / path, store / path)
    for path in before.keys() - now.keys():
        (store / path).unlink(missing_ok=True)
    return now


def main(store: str, folder: str, *words: str) -> int:
    """Run the command until all rows are asked, and store the answers; return its exit code."""
    here, there = Path(folder), Path(store)
    if there.is_dir():
        shutil.copytree(there, here, dirs_exist_ok=True)
    known, code = stamps(here), ROWS_LEFT
    for _ in range(ATTEMPTS):
        process = subprocess.Popen(["sgpkit", *words, "--out", folder])
        written = time.monotonic()
        while process.poll() is None:
            time.sleep(0.2)
            if time.monotonic() - written > EVERY:
                try:
                    known = write(here, there, known)
                except OSError as error:
                    print(f"not written this time: {error}", file=sys.stderr)
                written = time.monotonic()
        code = process.wait()
        if code != ROWS_LEFT:
            break
    write(here, there, known)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
