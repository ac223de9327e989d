"""Measure one part in this process: `python -m tools.bench.gpu.child PART FILE [--tiny]` writes its figures to FILE."""

import importlib
import importlib.metadata
import json
import os
import sys
import tempfile
from pathlib import Path

from tools import HELPERS
from tools.bench.gpu.parts import PARTS

QUIET = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_VERBOSITY": "error",
    "VLLM_NO_USAGE_STATS": "1",
    "VLLM_LOGGING_LEVEL": "WARNING",
}
CPU = {
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "VLLM_ENABLE_V1_MULTIPROCESSING": "0",
    # One thread each, because idle threads of a pool would spin and slow down the other.
    "OMP_NUM_THREADS": "1",
    "VLLM_CPU_OMP_THREADS_BIND": "0",
}


def main(name: str, result: Path, tiny: bool) -> None:
    """Measure a part and write its figures, with the versions of the libraries that it used."""
    os.environ |= QUIET | (CPU if tiny else {})
    sys.path.insert(0, str(HELPERS))  # for the functions that make tokenizers and encoders without weights
    part = PARTS[name]
    module, _, function = part.function.partition(":")
    with tempfile.TemporaryDirectory(prefix="sgpkit-gpu-") as folder:
        figures = getattr(importlib.import_module(f"tools.bench.gpu.{module}"), function)(Path(folder), tiny)
    versions = {library: version(library) for library in part.libraries}
    result.write_text(json.dumps({"versions": versions, "figures": figures}), encoding="utf-8")


def version(library: str) -> str:
    """Return the version of an installed library, from any of its distributions."""
    names = importlib.metadata.packages_distributions().get(library, [library])
    return importlib.metadata.version(names[0])


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), "--tiny" in sys.argv[3:])
