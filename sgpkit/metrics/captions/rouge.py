"""ROUGE-L: the longest common subsequence of words, as F1 (Lin 2004, https://aclanthology.org/W04-1013).

As the package rouge-score counts it, without stemming: words are runs of the letters a-z and of digits, in small
letters; whatever else is in a text separates them.
"""

import re

WORD = re.compile(r"[a-z0-9]+")


def rouge_l(prediction: str, reference: str) -> float:
    """From 0 to 1."""
    ours, theirs = words(prediction), words(reference)
    common = common_length(ours, theirs)
    # 2PR / (P + R) with P and R over either length.
    return 2 * common / (len(ours) + len(theirs)) if common else 0.0


def words(text: str) -> list[str]:
    return WORD.findall(text.lower())


def common_length(ours: list[str], theirs: list[str]) -> int:
    """Of the longest common subsequence: a row of its table at once, as the bits of one number (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, word in enumerate(ours):
        places[word] = places.get(word, 0) | 1 << place
    full = (1 << len(ours)) - 1
    row = full
    for word in theirs:
        met = row & places.get(word, 0)
        row = ((row + met) | (row - met)) & full
    return len(ours) - row.bit_count()
