"""Wrong numbers for questions of counting: usual ones that neither similar programs nor repetitions reveal."""

import random
from collections import Counter

from sgpkit.families.vgbench.content import generators, tikz_figures
from sgpkit.families.vgbench.content.tikz_figures import questions, surveys
from sgpkit.families.vgbench.content.tikz_figures.surveys import Surveyed

SURVEY = tuple(Surveyed(f"\\draw {word * 3};", {"dots": size, "frames": 1}) for size, word in enumerate("abcdefgh", 1))
"""Eight programs of one word each, with 1 to 8 dots."""


def drawn(right: int, code: str, repeated: Counter[int], times: int = 200) -> list[list[int]]:
    """Return the first wrong numbers for many generators."""
    results = (
        surveys.wrong_numbers(SURVEY, "dots", right, code, repeated, random.Random(seed)) for seed in range(times)
    )
    return [list(sets[0]) for sets in results if sets]


def test_wrong_numbers_are_three_others_that_occur_and_are_near() -> None:
    results = drawn(5, "\\draw ccc;", Counter())
    assert results
    for wrong in results:
        assert len(set(wrong)) == 3
        assert set(wrong) <= {2, 3, 4, 6, 7, 8}, "5 is right, 1 is no question"


def test_the_most_alike_program_has_the_right_number_as_seldom_as_a_guess() -> None:
    """The code is that of the surveyed program with three dots, for any right number."""
    misled, led = drawn(5, "\\draw ccc;", Counter(), 400), drawn(3, "\\draw ccc;", Counter(), 400)
    assert 0.75 < sum(3 in wrong for wrong in misled) / len(misled) < 0.92, "most often it says a wrong number"
    assert 0.1 < len(led) / 400 < 0.25, "where it says the right one, a question is seldom put"


def test_a_number_that_alone_is_repeated_is_asked_less() -> None:
    plain, repeated = (len(drawn(5, "\\draw zzz;", Counter(numbers), 400)) for numbers in ({}, {5: 1}))
    assert 0.35 < repeated / plain < 0.65
    with_another = drawn(5, "\\draw zzz;", Counter({5: 1, 6: 1}), 400)
    assert sum(6 in wrong for wrong in with_another) > 0.7 * len(with_another)


def test_numbers_of_which_no_four_occur_are_not_asked() -> None:
    assert surveys.wrong_numbers(SURVEY[:4], "dots", 3, "", Counter(), random.Random(0)) == []
    assert surveys.wrong_numbers(SURVEY, "dots", 40, "", Counter(), random.Random(0)) == []
    assert surveys.wrong_numbers(SURVEY, "frames", 1, "", Counter(), random.Random(0)) == []


def test_repeats_are_of_commands_and_of_lines_that_differ_in_numbers() -> None:
    code = "\\draw (0,1);\n\\draw (2,3);\n\\draw (4,5);\n\\fill (1,1);\n\\fill[red] (2,2);"
    assert questions.repeats(code) == Counter({3: 2, 2: 1})


def test_a_survey_draws_figures_that_are_in_no_deck() -> None:
    kind = "bar-chart"
    survey = tikz_figures.survey(kind)
    assert len({one.code for one in survey}) == len(survey) == tikz_figures.SURVEYED
    deck = generators.deck("tikz", "0:vgqa")
    codes = {next(deck).figure.code for _ in range(300)}
    assert not codes & {one.code for one in survey}
    assert len(surveys.usual(survey, "bars")) > surveys.WRONG


def test_counts_that_are_asked_are_those_of_the_figure() -> None:
    asked = 0
    for dealt in (dealt for dealt, _ in zip(generators.deck("tikz", "3:counts"), range(400), strict=False)):
        question = tikz_figures.ask(dealt.figure, "counting", dealt.generator)
        if question is not None:
            asked += 1
            nouns = {count.noun: count.number for count in tikz_figures.known(dealt.figure).counts}
            assert any(f" {noun}" in question.text and str(n) == question.answer for noun, n in nouns.items())
            assert all(int(wrong) > 1 for wrong in question.wrong)
    assert asked > 40
