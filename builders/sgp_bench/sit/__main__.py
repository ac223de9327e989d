"""How short the short ones are of a seed, as `drawn.KNOWN` has it: python -m sgpkit.families.sgp_bench.sit SEED"""

import sys

from . import drawn
from .sizes import SHORT, SIZES, WHOLE

seed = int(sys.argv[1])
print(f"({seed}, {drawn.grammar()!r}): {drawn.measured(seed, SIZES[WHOLE], SIZES[SHORT])},")
