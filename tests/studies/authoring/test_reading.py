"""Replies of models: JSON at any position, and the reasons why a reply cannot be used."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import Completion
from sgpkit.status import Rejected, Status
from sgpkit.studies.authoring import reading

ONE = {"question": "What is it?", "options": ["a cat", "a dog", "a cow", "a hen"], "answer": "a dog"}
OPTIONS = ["red", "green", "blue", "white"]


def proposed(text, finish="stop"):
    return reading.proposals(Completion(text, finish_reason=finish))


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"questions": [ONE]}),
        json.dumps([ONE]),
        json.dumps(ONE, indent=2),
        f"```json\n{json.dumps({'questions': [ONE]})}\n```",
        f"Here it is: {json.dumps({'questions': [ONE]})} I hope {{that}} helps.",
        f"<think>{json.dumps({'questions': []})} is empty</think>{json.dumps({'questions': [ONE]})}",
        json.dumps({"questions": [ONE | {"options": dict(zip("ABCD", ONE["options"], strict=True)), "answer": "B"}]}),
        json.dumps({"questions": [ONE | {"options": [f"{letter}) {option}" for letter, option in zip("ABCD", ONE["options"], strict=True)], "answer": "B) a dog"}]}),
        json.dumps({"questions": [ONE | {"answer": "A dog."}]}),
        json.dumps({"questions": [ONE | {"answer": "Dog"}]}),
    ],
)  # fmt: skip
def test_one_question_in_many_dresses(text):
    (result,) = proposed(text)
    assert (result.question, result.options, result.key, result.fault) == ("What is it?", tuple(ONE["options"]), 1, "")


def test_a_letter_that_is_an_option_means_the_option():
    (result,) = proposed(json.dumps(ONE | {"options": ["D", "C", "B", "A"], "answer": "A"}))
    assert result.key == 3


@pytest.mark.parametrize(
    ("text", "finish", "status"),
    [
        ("The drawing shows a cat.", "stop", Status.PARSE_ERROR),
        ('{"questions": [{"question": ', "stop", Status.PARSE_ERROR),
        ('{"questions": [{"question": ', "length", Status.TRUNCATED),
        ("<think>What could I ask", "stop", Status.TRUNCATED),
        ("I'm sorry, but I can't do that.", "stop", Status.REFUSED),
        ("", "content_filter", Status.REFUSED),
        ("", "stop", Status.NO_ANSWER),
        ("", "missing", Status.NO_ANSWER),
        ("", "too_large", Status.TOO_LARGE),
        ('{"questions": []}', "stop", Status.PARSE_ERROR),
        ('{"caption": "a cat"}', "stop", Status.PARSE_ERROR),
        ("[" * 100_000, "stop", Status.PARSE_ERROR),
        ('{"a":' * 100_000, "stop", Status.PARSE_ERROR),
    ],
)
def test_what_holds_no_question_is_rejected_for_its_reason(text, finish, status):
    with pytest.raises(Rejected) as rejected:
        proposed(text, finish)
    assert rejected.value.status is status
    assert rejected.value.reason


@pytest.mark.parametrize(
    ("item", "fault"),
    [
        ("What is it?", "a question must be an object, not a str"),
        (ONE | {"options": "a, b, c, d"}, "its options are a str"),
        (ONE | {"options": [["a"], "b", "c", "d"]}, "its options are not all text"),
        ({"question": "What?", "answer": "a"}, "its options are missing"),
        (ONE | {"question": 3}, "its question is not a text"),
        (ONE | {"answer": None}, "its answer is not a text"),
    ],
)
def test_a_question_that_is_none_says_what_is_wrong(item, fault):
    (result,) = proposed(json.dumps({"questions": [item]}))
    assert result.fault == f"wrong JSON: {fault}"


def test_odd_signs_are_taken_out_of_what_people_will_read():
    (result,) = proposed(json.dumps(ONE | {"question": "What\n is\u202e it\ud800\x00?", "answer": 3}))
    assert result.question == "What is it ?"
    assert result.key is None


@pytest.mark.parametrize(
    ("text", "letter"),
    [
        ('{"reason": "it is B) green", "answer": "B"}', "B"),
        ('{"answer": "green"}', "B"),
        ('{"answer": "B) green"}', "B"),
        ("Answer: B", "B"),
        ("I choose **B**", "B"),
        ('{"answer": "several"}', "several"),
        ('{"answer": "None"}', "none"),
    ],
)
def test_an_answer_is_a_letter_or_says_that_there_is_none(text, letter):
    assert reading.answer(Completion(text), OPTIONS) == letter


def test_a_letter_that_answers_is_the_letter_that_was_asked_for():
    assert reading.answer(Completion('{"answer": "A"}'), ["D", "C", "B", "A"]) == "A"
    assert reading.answer(Completion('{"answer": "node A"}'), ["node D", "node C", "node B", "node A"]) == "D"


@pytest.mark.parametrize(
    "text", ["", "I cannot see it.", '{"answer": "E"}', '{"answer": ["B"]}', '{"answer": true}', "red or green"]
)
def test_an_answer_that_is_none_is_rejected(text):
    with pytest.raises(Rejected):
        reading.answer(Completion(text), OPTIONS)


def test_yes_and_no():
    assert reading.agrees(Completion('{"answer": "Yes."}'))
    assert not reading.agrees(Completion('```\n{"reason": "no wheels", "answer": "no"}\n```'))
    with pytest.raises(Rejected):
        reading.agrees(Completion('{"answer": "mostly"}'))


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(["questions", "question", "options", "answer", "caption"]), inner, max_size=4
            )
        ),
        max_leaves=8,
    ),
    st.text(max_size=10),
)
def test_any_json_is_read_or_rejected(value, around):
    completion = Completion(around + json.dumps(value) + around)
    for read in (reading.proposals, reading.caption, reading.agrees, lambda output: reading.answer(output, OPTIONS)):
        try:
            result = read(completion)
        except Rejected:
            continue
        json.dumps(result).encode("utf-8")
