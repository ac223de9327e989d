"""One folder a metric, each a thin shell that `evaluate.load` takes, over the plain functions of `sgpkit.metrics`."""

import pkgutil


def names() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
