"""Choice of wrong options by which the right one does not stand out: options with any given look are right in a quarter
of cases.

A look is the text of an option, a word in it, its rank among numbers, or that it is the longest or the shortest.
Knowing how often options with each look are right in other questions then gives no advantage over chance.
"""

import math
import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from ..content.figure import Question

Wrong = tuple[str, str, str]
TEXT = 2.0
"""The weight of whole texts relative to other looks."""

HEAT = 10.0
"""The additional cost that makes a choice less likely by a factor of e. If the cheapest choice were always taken, the
right option would be predictable: the look that was right least often so far."""


class Balance:
    """The balance of the questions of one type so far: the excess of each look over being right in a quarter of
    cases."""

    def __init__(self) -> None:
        self.excess: defaultdict[str, float] = defaultdict(float)

    def chosen(self, questions: Sequence[Question], generator: random.Random) -> Question:
        """Return a question with the wrong options of one of its choices, preferably one that balances, and count
        it."""
        pairs = [(question, wrong) for question in questions for wrong in question.choices or (question.wrong,)]
        costs = [self.cost(question.answer, wrong) for question, wrong in pairs]
        weights = [math.exp((min(costs) - cost) / HEAT) for cost in costs]
        question, wrong = generator.choices(pairs, weights)[0]
        for look, change in changes(question.answer, wrong).items():
            self.excess[look] += change
        return question._replace(wrong=wrong, choices=())

    def cost(self, answer: str, wrong: Wrong) -> float:
        """Return the increase of the sum of squared excesses by these options."""
        changed = changes(answer, wrong)
        return sum(
            (2 * self.excess[look] * change + change * change) * (TEXT if look.startswith("=") else 1.0)
            for look, change in changed.items()
        )


def changes(answer: str, wrong: Wrong) -> Mapping[str, float]:
    """Return the change of each look's excess by a question."""
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
