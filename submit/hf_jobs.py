"""The program of a job on Hugging Face hardware, submitted by `sgpkit run … --on hf-jobs`.

    python hf_jobs.py RESULTS FOLDER run CONFIG --engine vllm --model ORG/MODEL …

It fetches what an earlier job of the same run has answered from the results repo, resumes from there, and stores the
run folder there: every few minutes, and at the end. The disk of a job is lost when it ends.
"""

import subprocess
import sys
import time
from pathlib import Path

from huggingface_hub import HfApi, snapshot_download

EVERY = 300.0
"""Seconds between two copies of an unfinished run."""

ROWS_LEFT, ATTEMPTS = 3, 3


def keep(api: HfApi, results: str, folder: str) -> None:
    """Copy the run folder into the results repo. If a copy fails, the next one includes its changes."""
    if Path(folder).is_dir():
        api.upload_folder(
            repo_id=results, repo_type="dataset", folder_path=folder, path_in_repo=folder, ignore_patterns=["*.lock"],
            commit_message=f"{folder}: what is answered",
        )  # fmt: skip


def main(results: str, folder: str, *words: str) -> int:
    """Run the command until all rows are asked, and store the answers; return its exit code."""
    api = HfApi()
    snapshot_download(results, repo_type="dataset", allow_patterns=[f"{folder}/*"], local_dir=".")
    code = ROWS_LEFT
    for _ in range(ATTEMPTS):
        process = subprocess.Popen(["sgpkit", *words, "--out", folder])
        kept = time.monotonic()
        while process.poll() is None:
            time.sleep(0.2)
            if time.monotonic() - kept > EVERY:
                try:
                    keep(api, results, folder)
                except Exception as error:
                    print(f"not kept this time: {error}", file=sys.stderr)
                kept = time.monotonic()
        code = process.wait()
        if code != ROWS_LEFT:
            break
    keep(api, results, folder)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
