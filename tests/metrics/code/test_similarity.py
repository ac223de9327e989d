"""CrystalBLEU and extended edit distance, compared with plain implementations of their definitions and with values of
other programs."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import Completion
from sgpkit.graphics import formats
from sgpkit.metrics.code import code_similarity, crystal_bleu, tokens
from sgpkit.metrics.code.edit_distance import extended_edit_distance
from sgpkit.status import Rejected, Status

SQUARE = (
    r"\begin{tikzpicture}\draw[red] (0,0) -- (1,0) -- (1,1.5) -- cycle; % the triangle" + "\n" + r"\end{tikzpicture}"
)
OTHER = r"\begin{tikzpicture}\draw[blue] (0,0) circle (2); \node at (0,0) {A};\end{tikzpicture}"
SVG = '<svg xmlns="http://www.w3.org/2000/svg"><!-- c --><path d="M1,2 L-3.5 4e1"/><text>a &amp; b</text></svg>'


def plain_bleu(predictions, references, ignored):
    """Return BLEU by the published definition, pair by pair with counters."""
    matches, totals = Counter(), Counter()
    for prediction, reference in zip(predictions, references, strict=True):
        for n in range(1, 5):
            ours, theirs = (
                Counter(
                    gram
                    for start in range(len(words) - n + 1)
                    if (gram := tuple(words[start : start + n])) not in ignored
                )
                for words in (prediction, reference)
            )
            matches[n] += sum(min(count, theirs[gram]) for gram, count in ours.items())
            totals[n] += max(1, ours.total())
    length, reference_length = sum(map(len, predictions)), sum(map(len, references))
    if not all(matches[n] for n in range(1, 5)):
        return 0.0
    precision = math.prod(matches[n] / totals[n] for n in range(1, 5)) ** 0.25
    return precision * (1.0 if length > reference_length else math.exp(1 - reference_length / length))


def frequent(corpus, k):
    grams = Counter(
        tuple(words[start : start + n]) for n in range(1, 5) for words in corpus for start in range(len(words) - n + 1)
    )
    return {gram for gram, _ in grams.most_common(k)}


def plain_distance(prediction, reference):
    """Return the distance by the published recurrence, cell by cell, in exact fractions."""
    ours, theirs = f" {prediction} ", f" {reference} "
    visits = [-1] * (len(ours) + 1)
    row = [Fraction(0)] + [Fraction(1)] * len(ours)
    for letter in theirs:
        following = [row[0] + 1]
        for item in range(1, len(row)):
            kept = row[item - 1] + (ours[item - 1] != letter)
            following.append(min(following[-1] + Fraction(1, 5), kept, row[item] + 1))
        least = following.index(min(following))
        visits[least] += 1
        if letter == " ":
            following = [min(cost, following[least] + 2) for cost in following]
        row = following
    coverage = Fraction(3, 10) * sum(count if count >= 0 else 1 for count in visits)
    return float(min(1, (row[-1] + coverage) / (len(theirs) + coverage)))


PAIRS = ["a b c d e f a b c d", "x y z a b c d", "the cat sat on the mat here"]
REFERENCES = ["a b c d e f g a b d", "a b c d x y z z", "a dog sat on the mat there"]


@pytest.mark.parametrize(
    ("k", "corpus", "item"),
    [
        # Computed with the authors' package, crystalbleu 0.2, its ignored n-grams taken from these references.
        (0, 0.5291130312970924, [0.5988059642324198, 0.5154486831107657, 0.41113361690051975]),
        (3, 0.5124708010894208, [0.5721248424548514, 0.5154486831107657, 0.41113361690051975]),
        (8, 0.4946182174220823, [0.6147881529512643, 0.4874812669237438, 0.41113361690051975]),
    ],
)
def test_crystal_bleu_gives_the_values_of_its_authors_package(k, corpus, item):
    predictions, references = ([line.split() for line in lines] for lines in (PAIRS, REFERENCES))
    ignored = crystal_bleu.trivially_shared(crystal_bleu.frequencies(references), k)
    score = crystal_bleu.score(predictions, references, ignored)
    assert score.corpus == pytest.approx(corpus, abs=1e-12)
    assert score.by_prediction == pytest.approx(item, abs=1e-12)


WORDS = st.lists(st.sampled_from("abcde"), max_size=14)


@given(st.lists(st.tuples(WORDS, WORDS), max_size=5), st.integers(0, 30))
def test_crystal_bleu_is_its_definition(pairs, k):
    predictions, references = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    ignored = frequent(references, k)
    assert crystal_bleu.trivially_shared(crystal_bleu.frequencies(references), k) == ignored
    score = crystal_bleu.score(predictions, references, ignored)
    assert score.corpus == pytest.approx(plain_bleu(predictions, references, ignored))
    assert score.by_prediction == pytest.approx([plain_bleu([ours], [theirs], ignored) for ours, theirs in pairs])


def test_what_all_programs_share_counts_for_nothing():
    corpus = [["begin", "draw", letter, "end"] for letter in "pqrstu"]
    pair = [["begin", "draw", "x", "y", "z", "w", "end"]], [["begin", "draw", "k", "l", "m", "n", "end"]]
    shared = crystal_bleu.trivially_shared(crystal_bleu.frequencies(corpus), 4)
    assert shared == {("begin",), ("draw",), ("end",), ("begin", "draw")}
    assert crystal_bleu.counted(*(side[0] for side in pair), ()).matches == (3, 1, 0, 0)
    assert crystal_bleu.counted(*(side[0] for side in pair), shared).matches == (0, 0, 0, 0)
    same = [["begin", "draw", "x", "y", "z", "w", "end"]]
    assert crystal_bleu.score(same, same, shared).corpus == 1.0


@pytest.mark.parametrize(
    ("prediction", "reference", "distance"),
    [
        # Computed with torchmetrics 1.9; the mean of the first two, 0.3078, is the example in its documentation.
        ("this is the prediction", "this is the reference", 0.38345864661654133),
        ("here is an other sample", "here is another one", 0.2320675105485232),
        (r"\draw (0,0) -- (1,1) ;", r"\draw (0,0) -- (2,1) ; \draw (0,0) circle (1) ;", 0.3028169014084507),
    ],
)
def test_the_edit_distance_gives_the_values_of_another_program(prediction, reference, distance):
    assert extended_edit_distance(prediction, reference) == pytest.approx(distance, abs=1e-12)


@given(st.text("ab cé\U0001f600", max_size=25), st.text("ab cé\U0001f600", max_size=25))
def test_the_edit_distance_is_its_definition(prediction, reference):
    assert extended_edit_distance(prediction, reference) == pytest.approx(plain_distance(prediction, reference))


def test_a_moved_block_costs_a_jump_and_not_its_length():
    first, second = "the first half of it ", "and then the other half "
    moved = extended_edit_distance(second + first, first + second)
    assert moved < extended_edit_distance("x" * 45, first + second) / 3
    assert extended_edit_distance("\ud800", "a b") <= 1


def test_tokens_are_names_numbers_and_signs_without_comments():
    assert tokens.tokens(SQUARE, "tikz").words[:9] == [
        "\\begin",
        "{",
        "tikzpicture",
        "}",
        "\\draw",
        "[",
        "red",
        "]",
        "(",
    ]
    assert "triangle" not in tokens.tokens(SQUARE, "tikz").text
    words = tokens.tokens(SVG, "svg").words
    assert [word for word in words if word[-1].isdigit()][-4:] == ["1", "2", "-3.5", "4e1"]
    assert {"<path", "d=", "/>"} <= set(words)
    assert tokens.tokens("%!PS\n/box { 10 20 moveto } def % c", "eps").words == [
        "/",
        "box",
        "{",
        "10",
        "20",
        "moveto",
        "}",
        "def",
    ]
    assert "comment" not in tokens.tokens("digraph { a -> b } // comment", "dot").text


@pytest.mark.parametrize("format", formats.names())
@pytest.mark.parametrize(
    "piece", ["<!--", "<?", "<![CDATA[", "&", "<!", "\\", "$", "(", "<", '"', '"\\', "/*", "{", "[", "% \n"]
)
def test_no_text_takes_the_tokeniser_long(format, piece):
    """Quadratic scans of the longest text that is read would take minutes here."""
    tokens.tokens((piece * tokens.MAX_LENGTH)[: tokens.MAX_LENGTH], format)
    with pytest.raises(Rejected, match="at most 50,000 are compared"):
        tokens.tokens("a" * (tokens.MAX_LENGTH + 1), format)


def test_every_prediction_counts():
    predictions = [SQUARE, OTHER, None, "I cannot draw.", "%" * 60_000 + SQUARE, f"Here:\n```latex\n{SQUARE}\n```"]
    result = code_similarity.score(predictions, [{"code": SQUARE}] * 6, "tikz")
    values = [verdict.value for verdict in result.scores]
    assert values[0] == values[5] == 1.0
    assert 0 < values[1] < 0.9
    assert values[2:4] == [0.0, 0.0]
    statuses = [verdict.status for verdict in result.scores]
    assert statuses[2:4] == [Status.NO_ANSWER, Status.REFUSED]
    assert [verdict.parts["eed"] for verdict in result.scores][2:4] == [1.0, 1.0]
    assert result.eed == pytest.approx(np.mean([verdict.parts["eed"] for verdict in result.scores]))
    assert 0 < result.crystal_bleu < 1
    assert all(verdict.reason for verdict in result.scores)


def test_a_small_corpus_leaves_something_to_compare_and_k_can_be_set():
    assert code_similarity.score([SQUARE], [SQUARE], "tikz").crystal_bleu == 1.0
    assert code_similarity.score([SQUARE], [SQUARE], "tikz", k=500).crystal_bleu == 0.0
    other = code_similarity.score([SQUARE], [SQUARE], "tikz", corpus=[OTHER], k=500)
    assert other.crystal_bleu == 1.0
    assert code_similarity.score([], [], "tikz").eed == 1.0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([SVG], [SVG], "png"), "unknown format 'png'"),
        (([SVG], [SVG, SVG], "svg"), "the same number of each"),
        (([SVG], [None], "svg"), "reference 0: expected a program"),
        (([SVG], ["<svg>" + "a" * 60_000], "svg"), "a reference cannot be compared"),
    ],
)
def test_mistakes_of_the_caller_are_told(arguments, message):
    with pytest.raises(ValueError, match=message):
        code_similarity.score(*arguments)


def test_rows_are_scored_by_the_same_function():
    from sgpkit.families.ssvg_bench import similarity

    right, cut = similarity.similarity(
        [{"code": SQUARE}] * 2, [Completion(SQUARE), Completion(SQUARE[:40], finish_reason="length")], "tikz"
    )
    assert (right.value, right.status) == (1.0, Status.OK)
    assert (cut.value, cut.status) == (0.0, Status.TRUNCATED)
    assert right.parts.keys() == {"crystal_bleu", "eed"}
