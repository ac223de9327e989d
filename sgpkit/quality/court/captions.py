"""Make pairs of captions of one drawing, one with errors of one kind, to try metrics of captions on.

Both are made from a paraphrase of the reference. The right one is the paraphrase; the wrong one has colors, numbers,
positions or quoted words changed: one of them in grade 1, half of them in grade 2, all in grade 3. A pair of
equivalence has two paraphrases.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from sgpkit.benchmark import Row, Skipped, families
from sgpkit.quality.court.pairs import GRADES, Pair

CONFIG = "vectorgym-caption"
"""The config whose rows have paraphrases of their captions."""

COLORS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "black", "white", "gray")
NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
OPPOSITES = (("left", "right"), ("top", "bottom"), ("above", "below"), ("front", "back"), ("first", "last"))
OPPOSITE: Mapping[str, str] = {one: other for pair in OPPOSITES for one, other in (pair, pair[::-1])}
EQUAL = "paraphrase"

Change = Callable[[str, random.Random], str]


def another(words: Sequence[str]) -> Change:
    """Return a change that replaces a word by another one of these."""
    return lambda word, chance: chance.choice([other for other in words if other != word])


def misspell(label: str, chance: random.Random) -> str:
    """Return a quoted label with one letter changed."""
    letters = [index for index, letter in enumerate(label) if letter.isalpha()]
    if not letters:
        return label
    index = chance.choice(letters)
    return f"{label[:index]}{another('aeioutnrsl')(label[index].lower(), chance)}{label[index + 1 :]}"


def word_pattern(words: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that matches these words."""
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


AXES: Mapping[str, tuple[re.Pattern[str], Change]] = {
    "color": (word_pattern(COLORS), another(COLORS)),
    "count": (word_pattern(NUMBERS), another(NUMBERS)),
    "relation": (word_pattern(tuple(OPPOSITE)), lambda word, chance: OPPOSITE[word]),
    "text": (re.compile("(?<=“)[^”]+(?=”)"), misspell),
}


def pairs(rows: Sequence[Row], seed: int = 0) -> list[Pair]:
    """Return the pairs of rows with a `caption` and at least two `paraphrases`."""
    return [pair for row in rows for pair in row_pairs(row, random.Random(f"{seed} {row['id']}"))]


def cells(count: int, seed: int = 0) -> dict[str, list[list[Pair]]]:
    """Return pairs from rows of `CONFIG`: by axis, a list for each grade, each with the given number of pairs, or fewer
    if the rows do not suffice.
    """
    made: dict[str, dict[int, list[Pair]]] = {axis: {grade: [] for grade in GRADES} for axis in AXES}
    made[EQUAL] = {0: []}
    for row in finished_rows():
        for pair in pairs([row], seed):
            cell = made[pair.axis][pair.grade]
            if len(cell) < count:
                cell.append(pair)
        if all(len(cell) == count for by_grade in made.values() for cell in by_grade.values()):
            break
    return {axis: [cell for cell in by_grade.values() if cell] for axis, by_grade in made.items()}


def finished_rows() -> Iterator[Row]:
    """Yield the builtin rows of `CONFIG` with their paraphrases."""
    rows = families.get(CONFIG).rows
    assert rows.finish is not None
    for _, row in rows.read():
        finished = rows.finish(row)
        if not isinstance(finished, Skipped):
            yield finished


def row_pairs(row: Row, chance: random.Random) -> Iterator[Pair]:
    """Yield the pairs of one row, for each axis whose words its caption contains."""
    first, second = row["paraphrases"][:2]
    name = str(row["id"])

    def pair(axis: str, grade: int, wrong: str) -> Pair:
        return Pair(f"{name}/{axis}/{grade}", CONFIG, "text", axis, grade, name, "", row, first, wrong)

    for axis, (pattern, change) in AXES.items():
        for grade in GRADES:
            wrong = change_matches(first, pattern, change, grade, chance)
            if wrong != first:
                yield pair(axis, grade, wrong)
    yield pair(EQUAL, 0, second)


def change_matches(caption: str, pattern: re.Pattern[str], change: Change, grade: int, chance: random.Random) -> str:
    """Return a caption with one, half or all matches of a pattern changed."""
    count = len(pattern.findall(caption))
    wanted = (1, (count + 1) // 2, count)[grade - 1]
    chosen = set(chance.sample(range(count), min(wanted, count)))
    numbers = iter(range(count))
    return pattern.sub(lambda match: change(match[0], chance) if next(numbers) in chosen else match[0], caption)


def shuffle_words(caption: str) -> str:
    """Return the words of a caption in another order."""
    words = caption.split()
    random.Random(caption).shuffle(words)
    return " ".join(words)


def worthless(rows: Sequence[Row]) -> Mapping[str, list[str]]:
    """Return answers to rows that deserve nothing, by name."""
    captions = [str(row["caption"]) for row in rows]
    return {
        "words in another order": [shuffle_words(caption) for caption in captions],
        '"There is no" before the caption': [f"There is no {caption[0].lower()}{caption[1:]}" for caption in captions],
        "colors and numbers alone": [
            " ".join(word_pattern((*COLORS, *NUMBERS)).findall(caption)) or "red" for caption in captions
        ],
        "another row's caption": [*captions[1:], captions[0]],
        "the request": ["Describe the drawing in one or two sentences."] * len(captions),
        "A picture.": ["A picture."] * len(captions),
        "nothing": [""] * len(captions),
    }
