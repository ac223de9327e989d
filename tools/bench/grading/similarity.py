"""Code similarity of drawings: the edit distance, compared with computing its definition cell by cell, as in its
authors' program.
"""

from collections.abc import Iterator

from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.metrics.code import code_similarity
from sgpkit.metrics.code import tokens as code_tokens
from sgpkit.metrics.code.edit_distance import extended_edit_distance
from tools.bench.measure import Figure, at_least, at_most, ratio, seconds


def figures() -> Iterator[Figure]:
    codes = [row["code"] for split, row in molecules("", 0) if split == "test"]
    answers = [*codes[1:], codes[0]]
    read = [code_tokens.tokens(code, "svg") for code in codes]
    texts = [tokens.text for tokens in read if len(tokens.text) < 2_000][:5]
    pairs = list(zip([*texts[1:], texts[0]], texts, strict=True))
    value = ratio(
        lambda: [extended_edit_distance(*pair) for pair in pairs], lambda: [cell_by_cell(*pair) for pair in pairs]
    )
    yield at_least(f"extended edit distance against plain Python, {len(pairs)} pairs", value, 20)

    def whole() -> None:
        code_similarity.reference_tokens.cache_clear()
        code_similarity.score(answers, codes, "svg")

    yield at_most(f"code similarity of {len(codes)} molecules in SVG", seconds(whole), 60, "s")


def cell_by_cell(prediction: str, reference: str) -> float:
    ours, theirs = f" {prediction} ", f" {reference} "
    visits = [-1] * (len(ours) + 1)
    row = [0.0] + [1.0] * len(ours)
    for letter in theirs:
        following = [row[0] + 1]
        for index in range(1, len(row)):
            following.append(min(following[-1] + 0.2, row[index - 1] + (ours[index - 1] != letter), row[index] + 1))
        least = following.index(min(following))
        visits[least] += 1
        row = [min(cost, following[least] + 2) for cost in following] if letter == " " else following
    coverage = 0.3 * sum(count if count >= 0 else 1 for count in visits)
    return min(1.0, (row[-1] + coverage) / (len(theirs) + coverage))
