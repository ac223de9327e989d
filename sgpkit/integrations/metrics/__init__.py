"""Metric modules, one folder a metric in `evaluate_metrics/`: thin shells for `evaluate.load` over `sgpkit.metrics`."""

from sgpkit import content

FOLDER = content.folder("evaluate_metrics")


def names() -> list[str]:
    """Return the metrics that have a module."""
    return sorted(path.parent.name for path in FOLDER.glob("*/*.py") if path.stem == path.parent.name)
