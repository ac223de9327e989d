"""Wrong options that make the right one no different: of each look of an option a quarter are right.

A look is the text of an option, a word in it, its rank among numbers, or that it is the longest or the shortest.
Whoever knows how often options of each look were right in other questions then has no better guess than chance.
"""

import math
import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..content.figure import Question

Wrong = tuple[str, str, str]
TEXT = 2.0
"""The weight of whole texts against that of other looks."""

HEAT = 10.0
"""The cost by which an option is taken less often by a factor of e. Were the best always taken, what was right less
often so far would be right next."""


class Balance:
    """The questions of one type so far: how much more often each look was right than in a quarter of its times."""

    def __init__(self) -> None:
        self.excess: defaultdict[str, float] = defaultdict(float)

    def chosen(self, questions: Sequence[Question], generator: random.Random) -> Question:
        """Return a question with the wrong options of one of its choices, rather one that balances, and count it."""
        pairs = [(question, wrong) for question in questions for wrong in question.choices or (question.wrong,)]
        costs = [self.cost(question.answer, wrong) for question, wrong in pairs]
        weights = [math.exp((min(costs) - cost) / HEAT) for cost in costs]
        question, wrong = generator.choices(pairs, weights)[0]
        for look, change in changes(question.answer, wrong).items():
            self.excess[look] += change
        return question._replace(wrong=wrong, choices=())

    def cost(self, answer: str, wrong: Wrong) -> float:
        """Return by how much these options would add to the squares of all excesses."""
        changed = changes(answer, wrong)
        return sum(
            (2 * self.excess[look] * change + change * change) * (TEXT if look.startswith("=") else 1.0)
            for look, change in changed.items()
        )


def changes(answer: str, wrong: Wrong) -> Mapping[str, float]:
    """Return by how much a question changes the excess of each look."""
    options = (answer, *wrong)
    result: defaultdict[str, float] = defaultdict(float)
    for option in options:
        for look in looks(option, options):
            result[look] += (option == answer) - 1 / len(options)
    return result


def looks(option: str, options: Sequence[str]) -> set[str]:
    """Return the looks of an option among the options of its question."""
    result = {f"={option}", *(f"word {word}" for word in re.findall(r"\w+", option.casefold()))}
    lengths = [len(other) for other in options]
    if min(lengths) != max(lengths):
        result |= {
            name for name, size in (("longest", max(lengths)), ("shortest", min(lengths))) if len(option) == size
        }
    if all(re.fullmatch(r"\d+", other) for other in options):
        result.add(f"rank {sum(int(other) < int(option) for other in options)}")
    return result
