"""Write the words and facts that are common in captions of the training split, with their shares, where the metric
reads them:
python -m sgpkit.families.vectorgym.content.common_words"""

import json
import math
from collections import Counter

from sgpkit.metrics.captions import facts

from ..sources import builtin
from . import rows

DIGITS = 3
FEWEST = 6
HEAD = """\
# Plain words in captions of drawings, and the share of captions that have them, of 600 of VectorGym's training split;
# and facts, with their share of the captions that have their plain word. Rarer ones are left out.
# Made by: python -m sgpkit.families.vectorgym.content.common_words
"""


def shares(captions: list[str]) -> dict[str, float]:
    """Return the share of captions with each word, of those in more captions than the rarest that are distinguished."""
    counts: Counter[str] = Counter()
    for caption in captions:
        counts.update({token.word for token in facts.words(caption) if token.sort == "plain"})
    least = math.exp(-facts.RAREST) * len(captions)
    return {word: round(count / len(captions), DIGITS) for word, count in sorted(counts.items()) if count > least}


def determined(captions: list[str]) -> dict[str, float]:
    """Return the share of each fact among the captions with its plain word, of facts in at least `FEWEST` captions that
    are more frequent than one of many equally likely."""
    words: Counter[str] = Counter()
    counts: Counter[tuple[str, str]] = Counter()
    for caption in captions:
        tokens = list(facts.words(caption))
        words.update({token.word for token in tokens if token.sort == "plain"})
        for fact in facts.pairs(tokens, facts.NEAR, facts.WEIGHTS):
            by_sort = dict(fact)
            if "plain" in by_sort:
                plain = by_sort.pop("plain")
                counts[plain, next(iter(by_sort.values()))] += 1
    common = {pair: count / words[pair[0]] for pair, count in sorted(counts.items()) if count >= FEWEST}
    return {" ".join(pair): round(share, DIGITS) for pair, share in common.items() if share > 1 / facts.EVEN}


def main() -> None:
    captions = [rows.captioned(row)["caption"] for split, row in builtin.drawings("", 0) if split == "train"]
    tables = {"words": shares(captions), "facts": determined(captions)}
    lines = [
        line
        for title, known in tables.items()
        for line in (f"\n[{title}]\n", *(f"{key(word)} = {share}\n" for word, share in known.items()))
    ]
    facts.FILE.write_text(HEAD + "".join(lines), encoding="utf-8")


def key(word: str) -> str:
    """Return a word as a key of TOML."""
    return word if word.isalpha() and word.isascii() else json.dumps(word)


if __name__ == "__main__":
    main()
