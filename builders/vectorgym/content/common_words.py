"""Write the words that are common in captions of the training split, with their shares, where the metric reads them:
python -m sgpkit.families.vectorgym.content.common_words"""

import json
import math
from collections import Counter

from sgpkit.metrics.captions import facts

from ..sources import builtin
from . import rows

DIGITS = 3
HEAD = """\
# Plain words in captions of drawings, and the share of captions that have them, of 600 of VectorGym's training split.
# Rarer words are left out. Made by: python -m sgpkit.families.vectorgym.content.common_words
"""


def shares(captions: list[str]) -> dict[str, float]:
    """Return the share of captions with each word, of those in more captions than the rarest that are distinguished."""
    counts: Counter[str] = Counter()
    for caption in captions:
        counts.update({token.word for token in facts.words(caption) if token.sort == "plain"})
    least = math.exp(-facts.RAREST) * len(captions)
    return {word: round(count / len(captions), DIGITS) for word, count in sorted(counts.items()) if count > least}


def main() -> None:
    dealt = (row for split, row in builtin.drawings("", 0) if split == "train")
    known = shares([rows.captioned(row)["caption"] for row in dealt])
    lines = [
        f"{word if word.isalpha() and word.isascii() else json.dumps(word)} = {share}\n"
        for word, share in known.items()
    ]
    facts.FILE.write_text(HEAD + "".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
