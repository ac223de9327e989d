"""`make bench`: run every measurement here and print one table. `python -m bench molecules` runs one file's."""

import importlib
import pkgutil
import sys

import bench
from bench.measure import Figure


def main(names: list[str]) -> int:
    available = [module.name for module in pkgutil.iter_modules(bench.__path__) if not module.name.startswith("__")]
    chosen = names or [name for name in available if name != "measure"]
    figures: list[Figure] = []
    print(f"{'what':<64}{'measured':>12}  goal")
    for name in chosen:
        for figure in importlib.import_module(f"bench.{name}").figures():
            figures.append(figure)
            print(f"{figure.what:<64}{figure.value:>10.3g} {figure.unit:<2} {figure.goal}", flush=True)
            if not figure.holds:
                print(f"{'':<64}{'does not hold':>13}")
    return 0 if all(figure.holds for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
