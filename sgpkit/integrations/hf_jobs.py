"""Hugging Face Jobs: `sgpkit run … --on hf-jobs` as a job on the Hub's machines.

The job runs the same command and writes its run to a bucket that is mounted as a volume. If a job ends early, the next
one resumes the run; once it is complete, the same command on this machine downloads the run. Secrets are given by name;
their values are read from this process's environment when the job is submitted, and are never printed.
"""

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import sgpkit
from sgpkit.data.hub.names import REPO
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import json_values

if TYPE_CHECKING:
    from huggingface_hub import HfFileSystem

IMAGE = "vllm/vllm-openai:v0.31.0@sha256:c1c9f6fd5c109ba7f0546a59f5b2f15fb87f64c77782e90a27b648b42a8e67c3"
"""The official image of vLLM, into which sgpkit is installed when the job starts. It gets the token of the job, so it
is pinned by digest: a tag could be moved.
"""

PINNED = re.compile(r"[\w./:-]+@sha256:[0-9a-f]{64}", re.ASCII)

TIMEOUT = "12h"
"""The Hub's own default, 30 minutes, is too short for most runs."""

TOKEN = "HF_TOKEN"
LABEL = "sgpkit-run"
FOLDER = "runs"
"""The folder for runs, in the bucket and in the job."""

MOUNT = "/results"
"""The path at which the bucket is mounted in the job."""

OVER = {"COMPLETED", "CANCELED", "ERROR", "DELETED"}
DURATION = re.compile(r"\d+(?:\.\d+)?[smhd]?")


@dataclass(frozen=True)
class Job:
    """A job before it is submitted."""

    name: str
    image: str
    command: tuple[str, ...]
    flavor: str
    timeout: str
    secrets: tuple[str, ...]
    results: str
    environment: Mapping[str, str]

    def in_words(self) -> list[str]:
        """Return a description of the job, line by line, with only the names of secrets."""
        return [
            f"job      {self.name}",
            f"image    {self.image}",
            f"flavor   {self.flavor}",
            f"timeout  {self.timeout}",
            f"secrets  {', '.join(self.secrets)}",
            f"results  hf://buckets/{self.results}/{FOLDER}/{self.name}, mounted at {MOUNT}",
            f"command  {shlex.join(self.command)}",
        ]


def planned(
    words: Sequence[str],
    name: str,
    results: str | None,
    flavor: str | None,
    data: str | None,
    timeout: str = TIMEOUT,
    image: str = IMAGE,
    secrets: Sequence[str] = (),
    script: str = "",
) -> Job:
    """Return the job that runs `sgpkit` with these arguments. Raises UserError for options that cannot work in a
    job.
    """
    if not results or not re.fullmatch(r"[\w.-]+/[\w.-]+", results):
        raise UserError("--on hf-jobs needs --results ORG/NAME, a bucket that stores the run")
    if not flavor:
        raise UserError("--on hf-jobs needs --flavor, such as h200x1 (`hf jobs hardware` lists them)")
    if data is None or Path(data).exists() or not REPO.fullmatch(data):
        raise UserError(
            f"--data {data or 'sgp-bench'}: a job cannot read folders on this machine; expected ORG/NAME@REVISION"
        )
    if not DURATION.fullmatch(timeout):
        raise UserError(f"--job-timeout {timeout}: expected seconds, or a number with s, m, h or d, such as 12h")
    if not PINNED.fullmatch(image):
        raise UserError(
            f"--image {image}: expected NAME@sha256:DIGEST, since a tag can be moved\n"
            f"Its digest is printed by: docker buildx imagetools inspect {shlex.quote(image)}"
        )
    names = tuple(dict.fromkeys((TOKEN, *secrets)))
    for secret in names:
        if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", secret):
            raise UserError(f"--secret {secret}: expected the name of an environment variable, not its value")
    inside = f'pip install --quiet \'sgpkit[vllm]=={sgpkit.__version__}\' && python3 -c "$SGPKIT_JOB" "$@"'
    command = ("bash", "-c", inside, "sgpkit-job", f"{MOUNT}/{FOLDER}/{name}", f"{FOLDER}/{name}", *words)
    return Job(name, image, command, flavor, timeout, names, results, {"SGPKIT_JOB": script or script_text()})


def script_text() -> str:
    """Return the program that runs in the job."""
    from sgpkit import content

    return (content.folder("submit") / "hf_jobs.py").read_text(encoding="utf-8")


def submit(job: Job) -> str:
    """Submit a job and return its URL, or that of a running job of the same run."""
    from huggingface_hub import Volume, get_token

    from sgpkit.data.hub import calls

    values = {name: get_token() if name == TOKEN else os.environ.get(name) for name in job.secrets}
    if missing := [name for name, value in values.items() if not value]:
        raise UserError(f"no value for the secret {missing[0]}: set it in the environment, or log in (hf auth login)")
    api = calls.api()
    owner = str(api.whoami()["name"])
    for known in api.list_jobs(namespace=owner):
        if (known.labels or {}).get(LABEL) == job.name and str(known.status.stage) not in OVER:
            return f"{known.url} is running"
    api.create_bucket(job.results, private=True, exist_ok=True)
    submitted = api.run_job(
        image=job.image,
        command=list(job.command),
        env=dict(job.environment),
        secrets={name: str(value) for name, value in values.items()},
        flavor=job.flavor,
        timeout=job.timeout,
        volumes=[Volume(type="bucket", source=job.results, mount_path=MOUNT)],
        labels={LABEL: job.name},
        namespace=owner,
    )
    return f"{submitted.url} was submitted"


def bring_back(results: str, name: str, out: Path) -> bool:
    """Copy a run from the bucket into `out`, if it is complete there; return whether it is."""
    from huggingface_hub import HfFileSystem

    bucket = HfFileSystem(skip_instance_cache=True)
    inside = f"buckets/{results}/{FOLDER}/{name}"
    try:
        files = bucket.find(inside)
    except FileNotFoundError:
        return False
    with tempfile.TemporaryDirectory() as folder:
        if f"{inside}/run.json" not in files or not is_complete(bucket, inside, Path(folder, "run.json")):
            return False
        for file in files:
            copy(bucket, file, Path(folder, file.removeprefix(f"{inside}/")))
        shutil.copytree(folder, out, dirs_exist_ok=True)
    return True


def is_complete(bucket: "HfFileSystem", inside: str, path: Path) -> bool:
    """Return whether a run in the bucket has all its answers; `path` is where its metadata goes."""
    copy(bucket, f"{inside}/run.json", path)
    with reading(path, f"Delete hf://{inside} to run the job again."):
        return bool(json_values.read_small(path).get("complete"))


def copy(bucket: "HfFileSystem", file: str, path: Path) -> None:
    """Copy a file of the bucket."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        bucket.get_file(file, outfile=out)


def run(job: Job, out: Path, dry_run: bool = False) -> list[str]:
    """Download the run if it is complete, else submit the job; return the lines to print."""
    if dry_run:
        return [*job.in_words(), "dry run: nothing was submitted"]
    if bring_back(job.results, job.name, out):
        return [f"{out}: the run is complete. Next: sgpkit score {out}"]
    return [
        submit(job),
        f"Run the same command again to download the run into {out} once the job has ended, or to resume it",
    ]
