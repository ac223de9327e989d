"""The kinds of figure that the builtin source draws: each a function from a generator to its variants."""

from . import arcs, chains, compositions, growing, nests, outlines, rosettes

KINDS = outlines.KINDS | arcs.KINDS | growing.KINDS | rosettes.KINDS | chains.KINDS | nests.KINDS | compositions.KINDS
