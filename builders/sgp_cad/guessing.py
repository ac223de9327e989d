"""Baselines for CAD questions that do not read the program: those of `guessing`, and one that looks at lengths.

`text-length` asks what the lengths give away: of several rules, each as good as it can be made with all keys in hand,
the one that is right most often. The rules: always the longest or the shortest option; and, of the rows with the same
kind of question whose programs are nearly as long, the answer that most of them have, or for numbers the option that is
nearest to what they have in the middle.
"""

import re
import statistics
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from sgpkit.benchmark import Baseline, Row, Score
from sgpkit.families.shared.choices import guessing
from sgpkit.families.shared.choices.scoring import mean
from sgpkit.statistics import Estimate

NEIGHBOURS = (1, 5, 15)
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def text_length(rows: Sequence[Row]) -> list[str]:
    rules: list[Callable[[Sequence[Row]], list[str]]] = [
        lambda rows: [_by_option_length(row, max) for row in rows],
        lambda rows: [_by_option_length(row, min) for row in rows],
        *(_neighbours(count) for count in NEIGHBOURS),
    ]
    tried = [[f"Answer: {letter}" for letter in rule(rows)] for rule in rules]
    return max(tried, key=lambda answers: guessing.share_right(rows, answers))


def _by_option_length(row: Row, choose: Callable[..., str]) -> str:
    return choose(guessing.letters(row), key=lambda letter: len(guessing.option(row, letter)))


def _neighbours(count: int) -> Callable[[Sequence[Row]], list[str]]:
    def rule(rows: Sequence[Row]) -> list[str]:
        groups: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for index, row in enumerate(rows):
            groups[_topic(row)].append((len(row["code"]), index))
        for group in groups.values():
            group.sort()
        return [
            _as_neighbours(row, _nearest(groups[_topic(row)], row, index, rows, count))
            for index, row in enumerate(rows)
        ]

    return rule


def _topic(row: Row) -> str:
    """Return the aspect of a question, independent of its wording; for published questions, the wording itself."""
    return str(row["aspect"] or row["question"])


def _nearest(group: list[tuple[int, int]], row: Row, own: int, rows: Sequence[Row], count: int) -> list[str]:
    """The right options of the other rows whose programs are nearest in length."""
    length = len(row["code"])
    at = bisect_left(group, (length, own))
    near = [entry for entry in group[max(0, at - count) : at + count + 1] if entry[1] != own]
    near.sort(key=lambda entry: (abs(entry[0] - length), entry))
    return [guessing.option(rows[index], rows[index]["answer"]) for _, index in near[:count]]


def _as_neighbours(row: Row, answers: list[str]) -> str:
    letters = guessing.letters(row)
    numbers = [float(match[0]) for answer in answers if (match := _NUMBER.search(answer))]
    offered = {letter: _NUMBER.search(guessing.option(row, letter)) for letter in letters}
    if numbers and len(numbers) == len(answers) and all(offered.values()):
        middle = statistics.median(numbers)
        return min(letters, key=lambda letter: abs(float(offered[letter][0]) - middle))  # type: ignore[index]
    counts = Counter(answers)
    return max(letters, key=lambda letter: counts[guessing.option(row, letter)])


BASELINES = guessing.BASELINES | {"text-length": Baseline(text_length)}


def summary(rows: Sequence[Row], scores: Sequence[Score]) -> Mapping[str, Estimate]:
    """Return the accuracy of guessing on these rows."""
    floors = {name: guess.answer(rows) for name, guess in BASELINES.items()} if rows else {}
    return {f"{name} baseline": mean(guessing.right(rows, answers), rows) for name, answers in floors.items()}
