"""A search by the beginnings of marks finds the same marks as a search by their pattern."""

import random

import pytest

from sgpkit.extract import marks

PIECES = (
    "Answer: B", "answer is C", "wrong", "if ", "\n", ". ", "(A)", "(answer) B", "\\boxed{B}", "<answer>C</answer>",
    '"answer": "D"', "'choice': A", "选B", "应选C", "因此我选 D", "答案是", "正解はA", "정답은 B", "Antwort: A", "LÖSUNG: B",
    "Ответ: B", "ſolution: B", "optıon: C", "İ", "\u212aey", "Option B", "final answer: ", "my choice - C", "ans. B",
    "| Answer |\n|---|\n| B |", "the correct option is ", "closest match: ", "; ", "?", "!", ": ", "first", "label = 3",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_no_mark_is_missed(seed: int) -> None:
    generator = random.Random(seed)
    result = 0
    for _ in range(250):
        words = generator.choices(PIECES, k=generator.randint(1, 8))
        text = "".join(word + generator.choice(("", " ", "\n", ". ")) for word in words)
        text = generator.choice((str, str.upper, str.title))(text)
        spans = [match.span() for match in marks.MARK.finditer(text)]
        assert [match.span() for match in marks.matches_in(text)] == spans, text
        result += len(spans)
    assert result > 250


@pytest.mark.parametrize(
    "before", ["It is wrong ", "It is wrong\n", "It is wrong.\n", "wrong:", "If\n\n", "", "\n", "x;"]
)
def test_where_a_sentence_ends_no_doubt_is_looked_for(before: str) -> None:
    text = f"{before}Answer: B"
    is_doubted = bool(marks.DOUBT.search(text, 0, len(before)))
    assert not (marks.before_sentence(text, len(before)) and is_doubted)
    (match,) = marks.MARK.finditer(text)
    assert marks.announces(text, match) is not is_doubted
