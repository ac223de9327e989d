"""Scores by which programs of known parts that look alike in their tokens would answer a question.

Options are chosen so that the right one is as often the first, second, third and last of the four by these scores:
what a bag of tokens suggests is then no better than a guess.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.quality.probes import features

if TYPE_CHECKING:
    from scipy import sparse

Numbers = npt.NDArray[np.float64]

PENALTY = 1.0
"""Of the linear classifier's weights."""


def words(code: str) -> features.Bag:
    """Return the words and numbers of a program."""
    return features.text_bags([code])[0]


WAYS: Mapping[str, Callable[[str], features.Bag]] = {
    "letters": features.letters,
    "boxes": features.boxes,
    "words": words,
}
"""Kinds of features that do not require reading a program. For words the nearest program decides, else a linear
classifier.
"""


class Way(NamedTuple):
    """The known programs, looked at in one way: bags as rows of unit length, and what a classifier needs of them."""

    bag: Callable[[str], features.Bag]
    columns: Mapping[str, int]
    rarity: Numbers
    matrix: "sparse.csr_matrix"
    inverse: Numbers | None

    def alike(self, code: str) -> Numbers:
        """Return the cosines of a program with all known ones."""
        known = {self.columns[name]: count for name, count in self.bag(code).items() if name in self.columns}
        columns = list(known)
        weights = np.log1p(np.array(list(known.values()), np.float64)) * self.rarity[columns]
        vector = np.zeros(len(self.columns))
        vector[columns] = weights / max(1e-12, float(np.linalg.norm(weights)))
        return np.asarray(self.matrix @ vector)


class Likeness:
    """Known programs and what each way to look at them has learned of an aspect, worked out when it is asked for.

    `right` returns for an aspect what is right of each program, None if nothing is.
    """

    def __init__(self, codes: Sequence[str], right: Callable[[str], Sequence[str | None]]) -> None:
        self.ways = [looked_at(codes, bag, name != "words") for name, bag in WAYS.items()]
        self.right = right
        self.known: dict[str, tuple[list[str], list[Numbers]]] = {}

    def scores(self, code: str, aspect: str) -> list[dict[str, float]]:
        """Return the scores of all options of an aspect, for each kind of features."""
        if aspect not in self.known:
            self.known[aspect] = self.learned(aspect)
        options, learned = self.known[aspect]
        results = []
        for way, weights in zip(self.ways, learned, strict=True):
            alike = way.alike(code)
            if way.inverse is None:
                values = (alike[:, None] * weights).max(axis=0, initial=0.0)
            else:
                values = (alike + 1) @ weights
            results.append(dict(zip(options, values.tolist(), strict=True)))
        return results

    def learned(self, aspect: str) -> tuple[list[str], list[Numbers]]:
        """Return the options of an aspect, and what the tokens of known programs suggest about them in each way."""
        answers = self.right(aspect)
        options = sorted({option for option in answers if option is not None})
        member = np.array([[float(option == name) for name in options] for option in answers])
        asked = member.any(axis=1, keepdims=True)
        centred = member - asked * member.sum(axis=0) / max(1, int(asked.sum()))
        return options, [member if way.inverse is None else way.inverse @ centred for way in self.ways]


def looked_at(codes: Sequence[str], bag: Callable[[str], features.Bag], linear: bool) -> Way:
    """Return the known programs, looked at in one way."""
    from scipy import sparse

    bags = [bag(code) for code in codes]
    columns = {name: number for number, name in enumerate(sorted({name for one in bags for name in one}))}
    common = np.zeros(len(columns))
    lines, positions, values = [], [], []
    for line, one in enumerate(bags):
        for name, count in one.items():
            common[columns[name]] += 1
            lines.append(line)
            positions.append(columns[name])
            values.append(float(np.log1p(count)))
    rarity = np.log((1 + len(bags)) / (1 + common)) + 1
    weighted = np.array(values) * rarity[positions]
    matrix = sparse.csr_matrix((weighted, (lines, positions)), (len(bags), len(columns)))
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1))).ravel()
    matrix = (sparse.diags(1 / np.maximum(lengths, 1e-12)) @ matrix).tocsr()
    if not linear:
        return Way(bag, columns, rarity, matrix, None)
    kernel = np.asarray((matrix @ matrix.T).todense()) + 1
    inverse: Numbers = np.linalg.inv(kernel + PENALTY * np.eye(len(bags))).astype(np.float64)
    return Way(bag, columns, rarity, matrix, inverse)


def rank(scores: Mapping[str, float], answer: str, wrong: Sequence[str], draw: random.Random) -> int:
    """Return the number of wrong options with better scores than the answer; ties are broken at random."""
    own = scores.get(answer, 0.0), draw.random()
    return sum((scores.get(option, 0.0), draw.random()) > own for option in wrong)
