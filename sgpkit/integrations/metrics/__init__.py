"""Metric modules, one folder per metric in `evaluate_metrics/`: thin wrappers of `sgpkit.metrics` for
`evaluate.load`.
"""

from sgpkit import content

FOLDER = content.folder("evaluate_metrics")


def names() -> list[str]:
    """Return the metrics that have a module."""
    return sorted(path.parent.name for path in FOLDER.glob("*/*.py") if path.stem == path.parent.name)
