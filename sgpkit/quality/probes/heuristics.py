"""Rules that answer questions with options without understanding the drawing. Each rule returns, for every row, the
probability that it is right, which is between 0 and 1 if it has to choose among several options. A rule learns (which
token to count, which option is frequent) from the other folds.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from sgpkit.benchmark import Row
from sgpkit.quality.probes import features, ridge
from sgpkit.quality.probes.classifiers import chance_of_right, option_texts, right_index
from sgpkit.quality.probes.ridge import Folds

NUMBER_WORDS = {
    name: number
    for number, name in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
}
OFTEN = 8
"""Minimum number of rows with the same question for a separate rule; others share that of their type."""

OFFSETS = (0.0, -1.0, 1.0, -2.0, 2.0)
NEIGHBOURS = (1, 5, 15)
SHORTEST_WORD = 3
WIDTH = 512
"""Number of hash buckets for words of options."""

HINT = re.compile(r"[^\W\d_]+")


def number(text: str) -> float | None:
    """Return the value of an option that is a number in digits or words, else None."""
    if text in NUMBER_WORDS:
        return float(NUMBER_WORDS[text])
    match = re.fullmatch(r"(-?\d+(?:\.\d+)?)(?:\s*\D{0,12})?", text)
    return float(match[1]) if match else None


def numbers(row: Row) -> list[float] | None:
    """Return the values of a row's options, or None if one is not a number."""
    values = [number(text) for text in option_texts(row)]
    return None if None in values else [value for value in values if value is not None]


def groups(rows: Sequence[Row]) -> list[str]:
    """Return for each row the name of its group: its question or, if few rows have that, its aspect or type."""
    asked = Counter(str(row["question"]) for row in rows)
    return [
        str(row["question"])
        if asked[str(row["question"])] >= OFTEN
        else str(row.get("aspect") or row.get("type") or "")
        for row in rows
    ]


def repeat_count(rows: Sequence[Row], folds: Folds) -> list[float]:
    """Answer with the number of repetitions of something: an element with its style, a box, a statement."""
    return [chance_of_right(row, [repeats(row)[value] for value in numbers(row) or ()]) for row in rows]


def repeats(row: Row) -> Counter[float]:
    """Return, for each size above one, the number of groups of similar parts of a program."""
    code = features.program(row)
    if features.is_svg(code):
        elements = list(features.elements(code))
        parts: list[Counter[Any]] = [
            Counter(tag for tag, _ in elements),
            Counter((tag, look(attributes)) for tag, attributes in elements),
            Counter((tag, look(attributes), drawn(attributes)) for tag, attributes in elements),
            Counter((features.step(width), features.step(height)) for width, height in features.subpath_boxes(code)),
        ]
    else:
        parts = [
            Counter(features.commands(code)),
            Counter(features.NUMBER.sub("0", line).strip() for line in re.split(r"[;\n]", code)),
        ]
    return Counter(float(size) for part in parts for size in part.values() if size > 1)


def look(attributes: Mapping[str, str]) -> str:
    """Return the appearance of an element: its fill, class and style."""
    return " ".join(attributes.get(name, "") for name in ("fill", "stroke", "class", "style"))


def drawn(attributes: Mapping[str, str]) -> str:
    """Return the steps that draw an element."""
    return "".join(features.LETTERS.findall(attributes.get("d", ""))) or attributes.get("r", "")


def token_count(rows: Sequence[Row], folds: Folds) -> list[float]:
    """Answer with the count of a token, plus an offset of up to two, whichever is right most often."""
    counted = [tokens(row) for row in rows]
    offered = [numbers(row) or [] for row in rows]
    named = groups(rows)
    members: dict[str, list[int]] = defaultdict(list)
    for index, name in enumerate(named):
        members[name].append(index)
    results = [0.0] * len(rows)
    for indices in members.values():
        names = sorted({name for index in indices for name in counted[index]})
        counts = np.array([[counted[index][name] for name in names] for index in indices], float)
        keys = np.array([offered[index][right_index(rows[index])] for index in indices])
        options = [offered[index] for index in indices]
        hits = np.concatenate([counts + offset == keys[:, None] for offset in OFFSETS], axis=1)
        own = folds[indices]
        for fold in np.unique(own):
            best = int(hits[own != fold].sum(axis=0).argmax()) if (own != fold).any() else 0
            offset, column = OFFSETS[best // max(1, len(names))], best % max(1, len(names))
            for line in np.flatnonzero(own == fold):
                guess = float(counts[line, column]) + offset if names else 0.0
                scores = [-abs(value - guess) for value in options[line]]
                results[indices[line]] = chance_of_right(rows[indices[line]], scores)
    return results


def tokens(row: Row) -> Counter[str]:
    """Return how often each tag, command letter or command occurs in a program, and the number of its elements."""
    code = features.program(row)
    if not features.is_svg(code):
        return Counter(features.commands(code))
    counts: Counter[str] = Counter(tag for tag, _ in features.elements(code))
    counts["elements"] = counts.total()
    counts.update("".join(features.letter_sequences(code)))
    counts["sub-paths"] = counts["M"] + counts["m"]
    return counts


def length(rows: Sequence[Row], folds: Folds) -> list[float]:
    """Answer by lengths: the longest or shortest option, or like programs of similar length, whichever rule is
    right most often.
    """
    tried = [
        [chance_of_right(row, [sign * len(text) for text in option_texts(row)]) for row in rows] for sign in (1, -1)
    ]
    tried += [near_in_length(rows, folds, count) for count in NEIGHBOURS]
    return ridge.best_of(tried, folds)


def near_in_length(rows: Sequence[Row], folds: Folds, count: int) -> list[float]:
    """Answer like the rows of other folds with the same question whose programs are nearest in length."""
    sizes = np.array([len(features.program(row)) for row in rows])
    named = np.array(groups(rows))
    results = []
    for index, row in enumerate(rows):
        (others,) = np.nonzero((named == named[index]) & (folds != folds[index]))
        near = others[np.argsort(abs(sizes[others] - sizes[index]), kind="stable")[:count]]
        right = Counter(option_texts(rows[other])[right_index(rows[other])] for other in near)
        results.append(chance_of_right(row, [right[text] for text in option_texts(row)]))
    return results


def option_frequency(rows: Sequence[Row], folds: Folds) -> list[float]:
    """Answer with the option that is right most often relative to its occurrences for that question."""
    named = groups(rows)
    offered: Counter[tuple[int, str, str]] = Counter()
    right: Counter[tuple[int, str, str]] = Counter()
    for name, row, fold in zip(named, rows, folds, strict=True):
        texts = option_texts(row)
        for key in (-1, int(fold)):
            offered.update((key, name, text) for text in texts)
            right[key, name, texts[right_index(row)]] += 1

    def share(name: str, text: str, fold: int) -> float:
        wins, times = (counts[-1, name, text] - counts[fold, name, text] for counts in (right, offered))
        return (wins + 0.5) / (times + 2)

    return [
        chance_of_right(row, [share(name, text, int(fold)) for text in option_texts(row)])
        for name, row, fold in zip(named, rows, folds, strict=True)
    ]


def option_only(rows: Sequence[Row], folds: Folds) -> list[float]:
    """Answer by the options alone, with a linear classifier of their words, lengths, positions and similarity."""
    described = [describe_options(row) for row in rows]
    lines = np.concatenate(described)
    owners = np.repeat(folds, [len(part) for part in described])
    keys = [np.eye(len(part))[right_index(row)] - 1 / len(part) for row, part in zip(rows, described, strict=True)]
    targets = np.concatenate(keys)
    square, total = lines.T @ lines + ridge.PENALTY * np.eye(lines.shape[1]), lines.T @ targets
    scores = np.zeros(len(lines))
    for fold in np.unique(folds):
        inside = owners == fold
        held = lines[inside]
        weights = np.linalg.solve(square - held.T @ held, total - held.T @ targets[inside])
        scores[inside] = held @ weights
    starts = np.cumsum([0, *(len(part) for part in described)])
    return [
        chance_of_right(row, list(scores[start:end])) for row, (start, end) in zip(rows, pairwise(starts), strict=True)
    ]


def describe_options(row: Row) -> np.ndarray:
    """Return the options as rows of numbers: hashed words, length, position, rank, and similarity to the others."""
    import zlib

    texts = option_texts(row)
    values = numbers(row)
    bags = [set(features.words(text)) for text in texts]
    lines = np.zeros((len(texts), WIDTH + 24))
    lengths = [len(text) for text in texts]
    for index, bag in enumerate(bags):
        for word in bag:
            lines[index, zlib.crc32(word.encode(errors="replace")) % WIDTH] += 1 / np.sqrt(len(bag))
        rest = [other for number, other in enumerate(bags) if number != index]
        shared = [len(bag & other) / max(1, len(bag | other)) for other in rest]
        lines[index, WIDTH : WIDTH + 5] = (
            lengths[index] / max(1, max(lengths)),
            lengths[index] == max(lengths),
            lengths[index] == min(lengths),
            sum(shared) / max(1, len(shared)),
            max(shared, default=0.0),
        )
        lines[index, WIDTH + 5 + min(index, 9)] = 1
        if values is not None and len(values) <= 6:
            lines[index, WIDTH + 15 + sum(value < values[index] for value in values)] = 1
    return lines


def words_in_code(rows: Sequence[Row], folds: Folds) -> list[float]:
    """Answer with the option whose words occur in the program: in names, classes, comments or texts."""
    return [chance_of_right(row, overlaps(row, features.program(row))) for row in rows]


def overlaps(row: Row, text: str) -> list[float]:
    """Return for each option the share of its distinctive words (those that some other option lacks) that occur in a
    text."""
    inside = split_words(text)
    bags = [split_words(option) for option in option_texts(row)]
    common = set.intersection(*bags) if bags else set()
    return [len((bag - common) & inside) / max(1, len(bag - common)) for bag in bags]


def split_words(text: str) -> set[str]:
    """Return the words of a text, with names in camel case split."""
    parts = HINT.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text).replace("_", " "))
    return {part.casefold() for part in parts if len(part) >= SHORTEST_WORD}


def asks_number(row: Row) -> bool:
    """Return whether all options of a row are numbers."""
    return numbers(row) is not None


def always(row: Row) -> bool:
    """Return True, for rules that apply to any question."""
    return True


HEURISTICS: Mapping[str, tuple[Callable[[Sequence[Row], Folds], list[float]], Callable[[Row], bool]]] = {
    "repeat-count": (repeat_count, asks_number),
    "token-count": (token_count, asks_number),
    "length": (length, always),
    "option-only": (option_only, always),
    "option-frequency": (option_frequency, always),
    "words-in-code": (words_in_code, always),
}
"""The rules by name, each with a test of the questions to which it applies."""


def right_texts(rows: Iterable[Row]) -> list[str]:
    """Return the text of each row's right option."""
    return [option_texts(row)[right_index(row)] for row in rows]
