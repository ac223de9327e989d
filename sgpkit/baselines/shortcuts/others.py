"""Answers copied from other rows: that of the row with the most similar words, or the most frequent one."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

from sgpkit.benchmark import Row

WORD = re.compile(r"[^\W_]+")
BLOCK = 500


def nearest(
    reference: Callable[[Row], str], words: Callable[[Row], str], rows: Sequence[Row], known: Sequence[Row]
) -> list[str]:
    """Return for each row the answer of the other row with the most similar words, or "" if there is no other row."""
    import numpy as np

    if not known or not rows:
        return [""] * len(rows)
    lines = word_matrix([words(row) for row in (*rows, *known)])
    drawings = np.array([str(row["cluster"]) for row in known])
    copied: dict[int, str] = {}
    results = []
    for start in range(0, len(rows), BLOCK):
        block = rows[start : start + BLOCK]
        alike = (lines[start : start + len(block)] @ lines[len(rows) :].T).toarray()
        for row, line in zip(block, alike, strict=True):
            line[drawings == str(row["cluster"])] = -1.0
            best = int(line.argmax())
            if line[best] >= 0 and best not in copied:
                copied[best] = reference(known[best])
            results.append(copied[best] if line[best] >= 0 else "")
    return results


def word_matrix(texts: Sequence[str]):  # type: ignore[no-untyped-def]  # scipy has no types
    """Return the texts' words as rows of unit length (tf-idf)."""
    import numpy as np
    from scipy import sparse

    counts = [Counter(WORD.findall(text.casefold())) for text in texts]
    in_texts = Counter(word for bag in counts for word in bag)
    vocabulary = {word: index for index, word in enumerate(in_texts)}
    entries = [
        (line, vocabulary[word], math.log1p(count) * (math.log((1 + len(texts)) / (1 + in_texts[word])) + 1))
        for line, bag in enumerate(counts)
        for word, count in bag.items()
    ]
    at, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
    matrix = sparse.csr_matrix((values, (at, columns)), (len(texts), max(1, len(vocabulary))))
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1))).ravel()
    return sparse.diags(1 / np.where(lengths > 0, lengths, 1)) @ matrix


def frequent(reference: Callable[[Row], str], rows: Sequence[Row], known: Sequence[Row]) -> list[str]:
    """Return for each row the most frequent answer among rows of other drawings, the shortest one of several."""
    owners: dict[str, set[str]] = {}
    for row in known:
        owners.setdefault(reference(row), set()).add(str(row["cluster"]))
    ranked = sorted(owners, key=lambda answer: (-len(owners[answer]), len(answer), answer))
    results = []
    for row in rows:
        own = {str(row["cluster"])}
        results.append(next((answer for answer in ranked if owners[answer] - own), ""))
    return results
