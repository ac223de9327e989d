"""Put the metric modules where `evaluate` looks for a bare name, so that evaluate.load("NAME") works from any folder.

Offline, `evaluate` looks a bare name up as `evaluate_modules/metrics/evaluate-metric--NAME/HASH/NAME.py` under
`$HF_MODULES_CACHE`, and takes the newest HASH (huggingface/evaluate, loading.py, CachedEvaluationModuleFactory).
"""

import hashlib
import os
from pathlib import Path

from sgpkit.files import write_atomically
from sgpkit.integrations import metrics as evaluate_metrics


def install() -> dict[str, Path]:
    """Copy every metric's module; return the path of each copy."""
    cache = modules_cache()
    placed = {}
    for name in evaluate_metrics.names():
        source = evaluate_metrics.FOLDER / name / f"{name}.py"
        text = source.read_text(encoding="utf-8")
        folder = cache / "evaluate_modules" / "metrics" / f"evaluate-metric--{name}"
        version = folder / hashlib.sha256(text.encode()).hexdigest()
        version.mkdir(parents=True, exist_ok=True)
        for package in (folder.parent.parent, folder.parent, folder, version):
            (package / "__init__.py").touch()
        write_atomically(version / f"{name}.py", text)
        placed[name] = version / f"{name}.py"
    return placed


def modules_cache() -> Path:
    """Return the folder of modules as `evaluate.config.HF_MODULES_CACHE` has it, which takes 3 s to import."""
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    home = os.environ.get("HF_HOME", f"{cache}/huggingface")
    return Path(os.environ.get("HF_MODULES_CACHE", Path(home).expanduser() / "modules"))
