"""The builtin source of `sgp-illusion`: optical illusions, with questions about the truth. The truth and the suggestion
are drawn independently at random: the eye is often wrong, sometimes right, and "no difference" is true in 6 of 20
figures. The answer can only be found by measuring the figure.
"""

import random
from collections.abc import Iterator

from sgpkit.benchmark import Row
from sgpkit.families.shared.choices import keys
from sgpkit.families.shared.naming import dotted_name

from .. import pictures
from ..content.illusions import KINDS

LICENSE = "CC0-1.0"
PER_KIND = 20  # two wordings, ten of each
ROWS = PER_KIND * len(KINDS)


def figures(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """The kinds take turns."""
    truths = {name: shuffled_truths(name, index, seed) for index, name in enumerate(KINDS)}
    for number in range(PER_KIND):
        for name in KINDS:
            yield "test", row(name, number, truths[name][number], seed)


def shuffled_truths(name: str, index: int, seed: int) -> list[int]:
    """Return the true option of each figure of a kind: of every ten that are asked in the same words 3 times the last,
    and 3, 2 and 2 times the others."""
    wordings = len(KINDS[name].questions)
    asked = [[3, 3, 3, 0, 1, 2, 0, 1, 2, (index + wording) % 3] for wording in range(wordings)]
    for wording, truths in enumerate(asked):
        random.Random(f"{seed}:{name}:truths-{wording}").shuffle(truths)
    return [truth for turn in zip(*asked, strict=True) for truth in turn]


def key(name: str, number: int, seed: int) -> str:
    """The letters of ten that are asked in the same words: each twice, and two of them a third time, the other two
    where the same is asked in other words."""
    turn, wording = divmod(number, len(KINDS[name].questions))
    whole = turn // 4 * 4 + 4 <= PER_KIND // len(KINDS[name].questions)
    return (
        keys.letter(turn, f"{seed}:{name}:{wording}")
        if whole
        else keys.letter(turn % 4 + 2 * wording, f"{seed}:{name}")
    )


def row(name: str, number: int, truth: int, seed: int) -> Row:
    kind = KINDS[name]
    identifier = f"{name}-{number:02d}"
    draw = random.Random(f"{seed}:{identifier}")
    lure = kind.lure(truth, draw)
    letter = key(name, number, seed)
    others = [option for index, option in enumerate(kind.options) if index != truth]
    options = keys.ordered(kind.options[truth], others, letter, f"{seed}:{identifier}:options")
    return {
        "id": identifier,
        "cluster": identifier,
        "source": pictures.BUILTIN,
        "license": LICENSE,
        "generator": dotted_name(kind.draw),
        "category": name,
        "type": kind.type,
        "question": kind.questions[number % len(kind.questions)],
        "options": options,
        "answer": letter,
        "lure": keys.LETTERS[options.index(kind.options[lure])],
        "deceptive": "yes" if lure != truth else "no",
        "code": kind.draw(truth, lure, draw),
    }
