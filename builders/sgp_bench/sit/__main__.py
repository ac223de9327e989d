"""Maintenance: print the length limit of the short programs for a seed, as an entry of `KNOWN` in `sources/builtin.py`.

python -m sgpkit.families.sgp_bench.sit SEED
"""

import sys

from .sizes import SHORT, SIZES, WHOLE
from .sources import builtin

seed = int(sys.argv[1])
print(f"({seed}, {builtin.grammar()!r}): {builtin.measured(seed, SIZES[WHOLE], SIZES[SHORT])},")
