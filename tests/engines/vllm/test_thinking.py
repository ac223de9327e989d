"""Thinking and answer are separated without losing any text, and unclosed thinking is not an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit import extract
from sgpkit.engines.vllm.thinking import open_tag, split, split_channels
from sgpkit.status import Status


@pytest.mark.parametrize(
    ("text", "opening", "thinking", "answer"),
    [
        ("Answer: B", "", "", "Answer: B"),
        ("<think>is it A?</think>Answer: B", "", "is it A?", "Answer: B"),
        ("\n<think>\nA?\n</think>\n\nB", "", "\nA?\n", "\n\nB"),
        ("is it A?</think>Answer: B", "<think>\n", "\nis it A?", "Answer: B"),
        ("is it A?</think>Answer: B", "", "is it A?", "Answer: B"),
        ("<think>a</think>no<think>b</think>C", "", "a</think>no<think>b", "C"),
        ("<think>is it A", "", "", "<think>is it A"),
        ("Answer: A, or", "<think>\n", "", "<think>\nAnswer: A, or"),
        ("Answer: B", "<think>\n\n</think>\n\n", "\n\n", "\n\nAnswer: B"),
    ],
)
def test_split(text, opening, thinking, answer):
    assert split(text, opening) == (thinking, answer)


@pytest.mark.parametrize(
    ("prompt", "opening"),
    [
        ("<|im_start|>assistant\n<think>\n", "<think>\n"),
        ("<|assistant|><THINKING>", "<THINKING>"),
        ("<|im_start|>assistant\n", ""),
        ("assistant\n<think>\n\n</think>\n\n", ""),
        ("a <think> b", ""),
    ],
)
def test_opened_by(prompt, opening):
    assert open_tag(prompt) == opening


def test_a_thought_that_the_prompt_opened_and_nothing_closed_is_no_answer():
    _, text = split("Then the answer: A. But wait, let me look", open_tag("assistant\n<think>\n"))
    assert extract.answer(text, ["red", "blue"]).status is Status.TRUNCATED


pieces = st.lists(st.sampled_from(["<think>", "</think>", "a", "Answer: B", "\n", " "]), max_size=12).map("".join)


@given(pieces)
def test_the_answer_is_what_extraction_would_see(text):
    thinking, answer = split(text)
    assert extract.without_thinking(answer) == extract.without_thinking(text)
    assert text.endswith(answer) and (thinking in text)


def test_channels():
    whole = "<|channel|>analysis<|message|>A?<|end|><|start|>assistant<|channel|>final<|message|>Answer: B<|return|>"
    assert split_channels(whole) == ("<|channel|>analysis<|message|>A?<|end|><|start|>assistant", "Answer: B")
    assert split_channels("<|channel|>analysis<|message|>A?") == ("<|channel|>analysis<|message|>A?", "")
