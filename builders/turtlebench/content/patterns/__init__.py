"""The kinds of figure that the builtin source draws: each a function from a generator to its variants."""

from . import (
    arcs,
    assemblies,
    chains,
    compositions,
    dissections,
    edges,
    growing,
    nests,
    outlines,
    pinwheels,
    proportions,
    rosettes,
)

KINDS = (
    outlines.KINDS
    | arcs.KINDS
    | growing.KINDS
    | rosettes.KINDS
    | chains.KINDS
    | nests.KINDS
    | compositions.KINDS
    | dict(edges.KINDS)
    | dict(pinwheels.KINDS)
    | dict(proportions.KINDS)
    | dict(dissections.KINDS)
    | dict(assemblies.KINDS)
)
