"""Digits in replies to "which digit is drawn?"."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import extract
from sgpkit.status import Status

READ = {
    "the protocol": ("Answer: 7", 7),
    "bold": ("**Answer:** 7", 7),
    "parentheses": ("Answer: (7)", 7),
    "full stop": ("Answer: 7.", 7),
    "zero": ("Answer: 0", 0),
    "boxed": ("\\boxed{7}", 7),
    "boxed text": ("$\\boxed{\\text{seven}}$", 7),
    "word": ("Answer: seven", 7),
    "word with capital": ("Answer: Seven.", 7),
    "the digit": ("Answer: the digit 7", 7),
    "digit mark": ("Digit: 7", 7),
    "out of a range": ("The digit (0-9) is 7.", 7),
    "the digit is": ("The digit is a 7.", 7),
    "the answer is": ("The answer is 7", 7),
    "word and digit": ("The answer is seven (7).", 7),
    "the number drawn": ("The number is most likely 4.", 4),
    "in words": ("The curve closes twice. It is an 8.", 8),
    "looks like": ("The path looks like the digit 3.", 3),
    "represents": ("This program represents the handwritten digit 5.", 5),
    "a decimal": ("The shape is the decimal 4.", 4),
    "described": ("The digit that stands for the number 7 is 7.", 7),
    "answer to this": ("The answer to this puzzle is 4.", 4),
    "the digit written": ("The digit written is 4.", 4),
    "described by the drawing": ("The digit shown in the drawing is a 3.", 3),
    "at the end of a sentence": ("The writer placed down the digit 1.", 1),
    "at its end in a word": ("These strokes make up the digit 'seven'", 7),
    "alone": ("7", 7),
    "alone, as a word": ("Seven", 7),
    "alone on the last line": ("It has a bar at 12.5 and 3 curves.\n\n**7**", 7),
    "full width": ("答案：７", 7),
    "keycap": ("Answer: 7️⃣", 7),
    "JSON": ('{"digit": 7}', 7),
    "tag": ("<answer>7</answer>", 7),
    "the last wins": ("Answer: 1\nNo, it has a bar.\nAnswer: 7", 7),
    "coordinates before": ("M 3 4 L 5 6 is a line.\nAnswer: 1", 1),
    "a reason with decimals": ("Answer: 7 (the bar is 12.5 wide)", 7),
    "after the thinking": ("<think>Answer: 1</think>Answer: 7", 7),
}


@pytest.mark.parametrize(("completion", "digit"), READ.values(), ids=READ)
def test_the_digit_is_read(completion, digit):
    assert extract.number(completion) == digit
    assert extract.number_answer(completion) == extract.Answer(str(digit), Status.OK)


UNREAD = {
    "nothing": ("", "stop", Status.NO_ANSWER),
    "prose": ("It is a digit with a bar.", "stop", Status.NO_ANSWER),
    "two digits": ("Answer: 1 or 7", "stop", Status.NO_ANSWER),
    "two words": ("Answer: one or seven", "stop", Status.NO_ANSWER),
    "no single digit": ("Answer: 17", "stop", Status.NO_ANSWER),
    "a decimal number": ("Answer: 7.5", "stop", Status.NO_ANSWER),
    "a negative number": ("Answer: -7", "stop", Status.NO_ANSWER),
    "a part of a word": ("Answer: none", "stop", Status.NO_ANSWER),
    "a letter": ("Answer: B", "stop", Status.NO_ANSWER),
    "a count in prose": ("The path has 7 curves.", "stop", Status.NO_ANSWER),
    "coordinates": ("M 3 4 L 5 6", "stop", Status.NO_ANSWER),
    "described as no digit": ("The digit that stands for 128 is 128.", "stop", Status.NO_ANSWER),
    "described and denied": ("The digit that is drawn is not 7.", "stop", Status.NO_ANSWER),
    "described on a condition": ("If the digit that is drawn is 7, it has a bar.", "stop", Status.NO_ANSWER),
    "something else of the digit": ("The number of strokes of the digit 3 is 2.", "stop", Status.NO_ANSWER),
    "a count": ("The number of bars is 2.", "stop", Status.NO_ANSWER),
    "an answer to this is not": ("The answer to this puzzle is not 4.", "stop", Status.NO_ANSWER),
    "written, and a wish": ("If the digit written is 4, it is open.", "stop", Status.NO_ANSWER),
    "two descriptions": ("The digit that is drawn is 1. The digit drawn here is 7.", "stop", Status.NO_ANSWER),
    "denied at the end": ("The writer did not put down the digit 1.", "stop", Status.NO_ANSWER),
    "doubted at the end": ("Maybe the writer put down the digit 1.", "stop", Status.NO_ANSWER),
    "a range at the end": ("The writer chose from 0 up to the digit 9.", "stop", Status.NO_ANSWER),
    "a second sentence": ("It has a loop. It has the digit 1.", "stop", Status.NO_ANSWER),
    "a range with a hyphen": ("The answer is 0-1.", "stop", Status.NO_ANSWER),
    "a range with a dash": ("Answer: 0–9", "stop", Status.NO_ANSWER),
    "a range": ("The digit 0 to 9 is 10.", "stop", Status.NO_ANSWER),
    "two conclusions": ("It is a 1. It is a 7.", "stop", Status.NO_ANSWER),
    "the last line answers nothing": ("Answer: 7\nAnswer: unknown", "stop", Status.NO_ANSWER),
    "only in the thinking": ("<think>Answer: 7</think>", "stop", Status.NO_ANSWER),
    "a thought without end": ("<think>Answer: 7", "stop", Status.TRUNCATED),
    "cut off": ("The digit may", "length", Status.TRUNCATED),
    "refusal": ("I'm unable to view it.", "stop", Status.REFUSED),
    "not text": (7, "stop", Status.NO_ANSWER),
    "enormous": ("7" * (extract.MAX_LENGTH + 1), "stop", Status.TOO_LARGE),
}


@pytest.mark.parametrize(("completion", "finish_reason", "status"), UNREAD.values(), ids=UNREAD)
def test_nothing_is_guessed(completion, finish_reason, status):
    answer = extract.number_answer(completion, finish_reason)
    assert (answer.value, answer.status) == (None, status)
    assert answer.reason


@given(
    st.integers(0, 9),
    st.lists(st.decimals(0, 99, places=2).map(str)),
    st.sampled_from(["Answer: {}", "\\boxed{{{}}}", "The digit is a {}."]),
)
def test_numbers_in_the_prose_change_nothing(digit, numbers, form):
    assert extract.number(f"M {' '.join(numbers)} Z\n{form.format(digit)}") == digit


@given(st.integers(10, 10**9))
def test_longer_numbers_are_no_digit(number):
    assert extract.number(f"Answer: {number}") is None
