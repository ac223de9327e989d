"""Maintenance: choose the molecules of the builtin source again and write `molecules.csv`.

    python -m sgpkit.families.ssvg_bench.choose_molecules

Needs `pip install 'sgpkit[chem]'` and Java. What a molecule must fulfil is in `chemicals_pool.py`.
"""

import csv
from pathlib import Path

from .sources import chemicals_pool

CHOSEN = Path(__file__).with_name("content") / "molecules.csv"
COLUMNS = ("cid", "name", "smiles")


def main() -> None:
    chosen = chemicals_pool.choose(seed=0)
    with CHOSEN.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(COLUMNS)
        table.writerows((compound.cid, compound.name, compound.smiles) for compound in chosen)
    print(f"{len(chosen)} molecules in {CHOSEN}")


if __name__ == "__main__":
    main()
