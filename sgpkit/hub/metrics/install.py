"""Put the metric modules where `evaluate` looks for a bare name, so that evaluate.load("NAME") works from any folder.

Offline, `evaluate` looks a bare name up as `evaluate_modules/metrics/evaluate-metric--NAME/HASH/NAME.py` under
`$HF_MODULES_CACHE`, and takes the newest HASH (huggingface/evaluate, loading.py, CachedEvaluationModuleFactory).
"""

import hashlib
from pathlib import Path

from sgpkit.files import write_atomically
from sgpkit.hub import metrics as evaluate_metrics


def install() -> dict[str, Path]:
    """Copy every metric's module; returns where each went."""
    from evaluate.config import HF_MODULES_CACHE

    placed = {}
    for name in evaluate_metrics.names():
        source = evaluate_metrics.FOLDER / name / f"{name}.py"
        text = source.read_text(encoding="utf-8")
        folder = Path(HF_MODULES_CACHE) / "evaluate_modules" / "metrics" / f"evaluate-metric--{name}"
        version = folder / hashlib.sha256(text.encode()).hexdigest()
        version.mkdir(parents=True, exist_ok=True)
        for package in (folder.parent.parent, folder.parent, folder, version):
            (package / "__init__.py").touch()
        write_atomically(version / f"{name}.py", text)
        placed[name] = version / f"{name}.py"
    return placed
