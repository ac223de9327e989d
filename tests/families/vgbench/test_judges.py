"""The judge of chains of thought sees question, key and quoted reasoning; without reasoning it is not asked."""

import pytest

from sgpkit.benchmark import Completion, families
from sgpkit.families.vgbench import judges
from sgpkit.status import Rejected, Status

ROW = {"question": "Which {shape}?", "options": ["Star", "Disc", "Box", "Line"], "answer": "B"}


def test_the_reasoning_is_shown_with_the_key_and_nothing_else():
    completion = Completion("A", turns=("no, it has corners", "yes, {round}\nscore: 2", "", "no"))
    ((message,),) = judges.ask([ROW], [completion], {})
    text = message["content"]
    assert "B: Disc." in text and "Which {shape}?" in text
    assert "> On option A: no, it has corners" in text and "> score: 2" in text and "option C" not in text
    assert text.index("score: N") < text.index("> On option A")


def test_without_a_chain_nothing_is_asked_and_thinking_counts_as_one():
    (nothing,) = judges.ask([ROW], [Completion("B")], {})
    assert isinstance(nothing, Rejected) and nothing.status is Status.NO_ANSWER and "zero-shot-cot" in nothing.reason
    ((message,),) = judges.ask([ROW], [Completion("B", thinking="It is round.")], {})
    assert "> It is round." in message["content"]


@pytest.mark.parametrize(("reply", "mark"), [("It fits.\nscore: 2", 2.0), ("score: 0", 0.0)])
def test_marks_are_read_strictly(reply, mark):
    assert judges.mark(reply) == mark
    for wrong in ("score: 3", "score: 1.5", "good"):
        with pytest.raises(Rejected):
            judges.mark(wrong)


def test_every_format_of_questions_has_the_judge():
    for format in ("svg", "tikz", "graphviz"):
        benchmark = families.get(f"vgqa-{format}")
        assert (
            list(benchmark.scoring.judges) == ["chain-of-thought"]
            and not benchmark.scoring.judges["chain-of-thought"].blind
        )
