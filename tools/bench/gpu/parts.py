"""The parts of the measurement with their requirements, and running one in a process with its libraries."""

import contextlib
import datetime
import importlib.metadata
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools import ROOT

LIMIT = 1_800.0
"""Time limit of a part in seconds."""

VLLM = ("vllm",)
TRAINING = ("torch", "transformers", "trl", "peft")
LEARNED = ("torch", "transformers", "lpips", "torchvision")


class Part(NamedTuple):
    """A part: the function that measures it, the libraries that it imports, and the number of GPUs that it needs."""

    function: str
    libraries: tuple[str, ...]
    title: str
    gpus: int = 1


PARTS = {
    "overhead": Part("asking:overhead", VLLM, "a run, every answer written, beside bare vLLM"),
    "text": Part("asking:text", VLLM, "a text model"),
    "parallel": Part("asking:parallel", VLLM, "the same over two GPUs", gpus=2),
    "vision": Part("asking:vision", VLLM, "a model that sees pictures"),
    "lora": Part("asking:lora", VLLM, "the text model with an adapter as sgpkit/training/recipes/sit trains it"),
    "learned": Part("learned:measure", LEARNED, "learned metrics, on the GPU and on the CPU"),
    "sit": Part("training:sit", TRAINING, "symbolic instruction tuning of an 8B model"),
    "grpo": Part("training:grpo", TRAINING, "GRPO of a 4B model"),
}


def gpus() -> list[str]:
    """Return names, memory and driver of the GPUs, as nvidia-smi prints them; none without it."""
    if shutil.which("nvidia-smi") is None:
        return []
    asked = subprocess.run(
        ["nvidia-smi", "--query-gpu=name,memory.total,driver_version", "--format=csv,noheader"],
        capture_output=True,
        text=True,
        check=False,
    )
    return [line.strip() for line in asked.stdout.splitlines() if line.strip()] if asked.returncode == 0 else []


def interpreter(libraries: Sequence[str], candidates: Sequence[str]) -> str | None:
    """Return the first interpreter that has all libraries."""
    program = "import sys; from importlib.util import find_spec; sys.exit(not all(map(find_spec, sys.argv[1:])))"
    for candidate in candidates:
        if shutil.which(candidate) is None:
            continue
        if subprocess.run([candidate, "-c", program, *libraries], capture_output=True, check=False).returncode == 0:
            return candidate
    return None


def measured(name: str, tiny: bool, devices: int, candidates: Sequence[str]) -> dict[str, Any]:
    """Run a part and return its status, its figures or the reason why there are none."""
    part = PARTS[name]
    if not tiny and devices < part.gpus:
        return {"status": "skipped", "reason": f"needs {part.gpus} GPU{'s' * (part.gpus > 1)}, and there are {devices}"}
    python = interpreter(part.libraries, candidates)
    if python is None:
        return {"status": "skipped", "reason": f"needs {', '.join(part.libraries)}: tools/setup gpu gpu-training"}
    started = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="sgpkit-gpu-") as folder:
        result, log = Path(folder) / "result.json", Path(folder) / "log"
        command = [python, "-m", "tools.bench.gpu.child", name, str(result), *(["--tiny"] if tiny else [])]
        ended = ended_by(command, log)
        about = {
            "seconds": round(time.perf_counter() - started, 1),
            "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
            "sgpkit": importlib.metadata.version("sgpkit"),
        }
        if result.is_file():
            return {"status": "ok", **about, **json.loads(result.read_text(encoding="utf-8"))}
        lines = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return {"status": "failed", **about, "reason": "\n".join([ended, *lines[-8:]])}


def ended_by(command: Sequence[str], log: Path) -> str:
    """Run a command with its output in a file, and return how it ended. All its child processes are ended too,
    since a remaining process would occupy the GPU's memory.
    """
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            return f"exit code {process.wait(LIMIT)}"
        except subprocess.TimeoutExpired:
            return f"ended after {LIMIT:g} s"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
