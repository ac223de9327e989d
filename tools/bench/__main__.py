"""`make bench`: run every measurement here and print one table. `python -m tools.bench molecules` runs one file's."""

import importlib
import os
import pkgutil
import sys

import tools.bench
from tools.bench.measure import Figure


def modules() -> dict[str, str]:
    """Return the module of each measurement by name."""
    names = [module.name for module in pkgutil.walk_packages(tools.bench.__path__, "tools.bench.")]
    return {name.rpartition(".")[2]: name for name in names if name.count(".") == 3 and ".gpu" not in name}


def main(names: list[str]) -> int:
    """Run the named measurements, or all; return 1 if a goal is missed."""
    os.environ.setdefault("SGPKIT_COMPILED", "off")  # measure compiling, without the user's cache
    available = modules()
    if unknown := [name for name in names if name not in available]:
        print(f"no measurement {unknown[0]}; there are {', '.join(sorted(available))}", file=sys.stderr)
        return 2
    figures: list[Figure] = []
    print(f"{'what':<64}{'measured':>12}  goal")
    for name in names or available:
        for figure in importlib.import_module(available[name]).figures():
            figures.append(figure)
            print(f"{figure.what:<64}{figure.value:>10.3g} {figure.unit:<2} {figure.goal}", flush=True)
            if not figure.holds:
                print(f"{'':<64}{'does not hold':>13}")
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
