"""Keys: balanced over the letters, dependent on the candidate's name alone, and fixed once people may have seen
them."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from sgpkit.studies.authoring import candidates, steps
from sgpkit.studies.authoring.asker import UNASKED
from sgpkit.studies.authoring.candidates import Candidate
from sgpkit.studies.authoring.drawing import Drawn
from sgpkit.studies.authoring.programs import Program
from sgpkit.studies.authoring.reading import Proposal

OPTIONS = ("one", "two", "three", "four")


def made(number, type="color", key=0, **more):
    program = Program(f"drawing-{number}", "<svg/>", "svg", "c", "s", "l")
    return Candidate(Drawn(program, ("p.png",), (b"",)), type, 1, Proposal("What?", OPTIONS, key, OPTIONS[key]), **more)


def many(count, types=("color",)):
    return [made(number, type, number % 4) for number in range(count) for type in types]


def test_each_letter_is_right_as_often_in_every_type_and_in_all():
    result = candidates.final_orders(many(101, ("color", "count", "shape")), "0", {})
    for chosen in ("color", "count", "shape", ""):
        letters = Counter(letter for name, (_, letter) in result.items() if chosen in name)
        assert max(letters.values()) - min(letters.values()) <= 1
    for number in range(101):
        options, letter = result[f"drawing-{number}:color:1"]
        assert sorted(options) == sorted(OPTIONS)
        assert options["ABCD".index(letter)] == OPTIONS[number % 4]


def test_the_order_of_keys_cannot_be_guessed():
    letters = [letter for _, letter in candidates.final_orders(many(400), "0", {}).values()]
    follows = Counter(pairwise(letters))
    assert max(follows.values()) < 60, "each of 16 pairs follows another 25 times if by chance"
    assert letters != [letter for _, letter in candidates.final_orders(many(400), "1", {}).values()]


@given(st.integers(0, 60), st.integers(0, 60))
def test_what_comes_later_moves_no_key_of_what_was_before(before, more):
    all_of_them = many(before + more, ("color", "count"))
    first = candidates.final_orders(all_of_them[: 2 * before], "0", {})
    whole = candidates.final_orders(all_of_them, "0", {})
    assert {name: whole[name] for name in first} == first
    assert candidates.final_orders(all_of_them, "0", first) == whole


@given(st.sets(st.integers(0, 40), max_size=20))
def test_those_that_were_kept_before_keep_their_keys_where_others_come_between(late):
    everyone = many(41)
    early = [candidate for number, candidate in enumerate(everyone) if number not in late]
    first = candidates.final_orders(early, "0", {})
    whole = candidates.final_orders(everyone, "0", first)
    assert {name: whole[name] for name in first} == first
    letters = Counter(letter for _, letter in whole.values())
    assert max(letters.values()) - min(letters.get(letter, 0) for letter in "ABCD") <= 1


def test_another_question_under_an_old_name_gets_a_key_of_its_own():
    old = {"drawing-0:color:1": (["red", "two", "three", "four"], "A")}
    options, letter = candidates.final_orders([made(0)], "0", old)["drawing-0:color:1"]
    assert options["ABCD".index(letter)] == "one"


def test_only_what_is_kept_gets_a_key():
    dropped, waiting = made(0).fails("options", "bad"), made(1).waits("later")
    assert candidates.final_orders([dropped, waiting, made(2)], "0", {}).keys() == {"drawing-2:color:1"}


def test_guesses_and_second_asking_put_the_answer_under_different_letters():
    for number in range(8):
        candidate = made(number, key=number % 4)
        letters = candidates.key_letters(candidate, "0")
        assert sorted(letters) == list("ABCD")
        assert letters[3] == "ABCD"[number % 4], "its author's own letter comes last"
        for letter in letters:
            assert candidates.ordered_options(candidate, letter, "0")["ABCD".index(letter)] == OPTIONS[number % 4]


def test_behind_what_was_not_asked_nothing_is_kept():
    result = steps.hold_back_after_unasked([made(0), made(1).waits(UNASKED), made(2), made(3).fails("blind", "known")])
    assert [one.kept for one in result] == [True, False, False, False]
    assert result[3].failed == "blind"
    failed = steps.hold_back_after_unasked([made(0), made(1).waits("the engine failed: gone"), made(2)])
    assert [one.kept for one in failed] == [True, False, True]
