"""Programs of each kind that are in no deck, with the numbers of things that they draw.

A survey shows which numbers are usual, and which program is most similar to another. Wrong numbers are chosen so that
this knowledge does not reveal the answer.
"""

import itertools
import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from sgpkit.quality.probes import features

WRONG = 3
NEAR = 5
"""The number of nearest candidates from which wrong numbers are taken."""

MAX_SETS = 4
"""The maximum number of sets of wrong numbers per question, of which one becomes its options."""

RANKS = (5, 7, 6, 6)
"""Weights of the ranks of the right number among the four. They make up for middle ranks being possible less often."""

LEADS = 1 / 6
"""The share of figures that are asked although the most similar program has the right number. Such figures are in the
majority; with this share they make up one row in four."""

REPEATED = 0.5
"""The share of figures that are asked although the program repeats no wrong number as often as the right one."""


class Surveyed(NamedTuple):
    """A program and the numbers of things in it, by their nouns."""

    code: str
    numbers: Mapping[str, int]


def usual(survey: Sequence[Surveyed], noun: str) -> Counter[int]:
    """Return the frequency of each number of things above one."""
    return Counter(one.numbers[noun] for one in survey if one.numbers.get(noun, 0) > 1)


def wrong_numbers(
    survey: Sequence[Surveyed], noun: str, right: int, code: str, repeated: Mapping[int, int], generator: random.Random
) -> list[tuple[int, ...]]:
    """Return sets of wrong numbers, each of which occurs in other programs of the kind, frequent ones preferred.

    The number in the most similar program, and the number of repetitions in this program, are right no more often than
    a guess. Returns no sets if the survey has no such numbers.
    """
    common = usual(survey, noun)
    near = sorted((number for number in common if number != right), key=lambda number: abs(number - right))[:NEAR]
    if len(near) < WRONG or right not in common:
        return []
    alike = likeness(survey, noun, code)
    may_lead, may_repeat = generator.random() < LEADS, generator.random() < REPEATED
    sets: dict[int, list[tuple[int, ...]]] = {}
    for chosen in itertools.combinations(near, WRONG):
        leads = all(alike[number] <= alike[right] for number in chosen)
        is_repeated = all(repeated.get(number, 0) < repeated.get(right, 0) for number in chosen)
        if leads == may_lead and (may_repeat or not is_repeated):
            sets.setdefault(sum(number < right for number in chosen), []).append(chosen)
    if not sets:
        return []
    ranks = sorted(sets)
    able = sets[generator.choices(ranks, [RANKS[rank] for rank in ranks])[0]]
    weights = [math.prod(common[number] for number in chosen) for chosen in able]
    return list(dict.fromkeys(generator.choices(able, weights, k=MAX_SETS)))


def likeness(survey: Sequence[Surveyed], noun: str, code: str) -> dict[int, float]:
    """Return, for each number of things, the similarity of the most similar program with that number."""
    able = [one for one in survey if noun in one.numbers]
    values = known(tuple([one.code for one in able])).similarities(features.text_bags([code])[0])
    best: dict[int, float] = {}
    for one, value in zip(able, values.tolist(), strict=True):
        number = one.numbers[noun]
        best[number] = max(best.get(number, 0.0), value)
    return best


@lru_cache(maxsize=512)
def known(codes: tuple[str, ...]) -> features.KnownBags:
    """Return the bags of words of a survey's programs."""
    return features.KnownBags(features.text_bags(codes))
