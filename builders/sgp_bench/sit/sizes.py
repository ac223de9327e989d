"""The sizes of the instruction data, and the programs that make them up.

As SGP-Bench has them (appendix E.2): 72k are a uniform sample; 25k are those with the shortest code of the 72k; 10k are
a uniform sample of the 25k; 40k and 55k are the 25k with further short programs, sampled in addition. So 10k is
part of 25k, 25k of 40k, 40k of 55k, and 25k of 72k. The paper leaves open whether 55k is part of the 72k: it says that
each smaller set is part of the larger, and that the further programs come from the whole collection, of which the 72k
are a sample. Here they come from outside the 72k as long as there are others. It leaves open as well how short the
further ones are: here no longer than the longest of the 25k where new ones can be drawn at will, else the shortest that
there are.
"""

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

Sizes = Mapping[str, int]

SIZES: Sizes = MappingProxyType({"10k": 10_000, "25k": 25_000, "40k": 40_000, "55k": 55_000, "72k": 72_000})
SHORT, WHOLE, SAMPLE = "25k", "72k", "10k"


def sample(seed: int, sizes: Sizes = SIZES) -> list[int]:
    """Return the indices, within the 25k, of the programs that make up the 10k."""
    return sorted(random.Random(f"{seed}:sit:{SAMPLE}").sample(range(sizes[SHORT]), sizes[SAMPLE]))


def nest(size: str, lengths: Sequence[int], seed: int, sizes: Sizes = SIZES) -> list[int]:
    """Return the indices, ascending, of those programs that make up a size, by the lengths of all: each one where the
    numbers agree.

    There must be enough of them. Where there are fewer than a step of the rule wants, the step takes all."""
    if len(lengths) == sizes[size]:
        return list(range(len(lengths)))
    chosen = random.Random(f"{seed}:sit:{WHOLE}")
    whole = sorted(chosen.sample(range(len(lengths)), min(sizes[WHOLE], len(lengths))))
    if size == WHOLE:
        return whole
    by_length = sorted(whole, key=lambda index: (lengths[index], index))
    short, longer = by_length[: sizes[SHORT]], by_length[sizes[SHORT] :]
    if size == SHORT:
        return sorted(short)
    if size == SAMPLE:
        short.sort()
        chosen = random.Random(f"{seed}:sit:{SAMPLE}")
        return sorted(chosen.sample(short, sizes[SAMPLE]))
    others = sorted(set(range(len(lengths))) - set(whole), key=lambda index: (lengths[index], index))
    return sorted([*short, *others, *longer][: sizes[size]])


def halves(name: str, count: int) -> frozenset[int]:
    """Return the indices of the half, exactly, that is turned round in mixed data."""
    return frozenset(random.Random(f"{name}:mixed").sample(range(count), count // 2))
