"""ROUGE-L: the longest common subsequence of words, as F1 (Lin 2004, https://aclanthology.org/W04-1013).

Counted as in the package rouge-score, without stemming: words are runs of letters a-z and digits, in lower case,
separated by all other characters.
"""

import re

WORD = re.compile(r"[a-z0-9]+")


def rouge_l(prediction: str, reference: str) -> float:
    """Return the F1 of ROUGE-L, 0 to 1."""
    ours, theirs = words(prediction), words(reference)
    common = common_length(ours, theirs)
    # 2PR / (P + R), where P and R are the common length divided by either length.
    return 2 * common / (len(ours) + len(theirs)) if common else 0.0


def words(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return WORD.findall(text.lower())


def common_length(ours: list[str], theirs: list[str]) -> int:
    """Return the length of the longest common subsequence.

    Each row of the table is computed at once, as the bits of one integer (Hyyrö 2004).
    """
    masks: dict[str, int] = {}
    for index, word in enumerate(ours):
        masks[word] = masks.get(word, 0) | 1 << index
    full = (1 << len(ours)) - 1
    row = full
    for word in theirs:
        met = row & masks.get(word, 0)
        row = ((row + met) | (row - met)) & full
    return len(ours) - row.bit_count()
