"""One person's verdicts: the state after any sequence of verdicts and undo steps, from memory and from the file."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.errors import UserError
from sgpkit.studies.review import verdicts
from sgpkit.studies.review.verdicts import Person

STEPS = st.lists(
    st.tuples(st.sampled_from(["accept", "reject", "mend", "undo", "again"]), st.sampled_from("abc")), max_size=14
)


def line(verdict, candidate, request, **more):
    return {"candidate": candidate, "verdict": verdict, "request": request, "at": "", "took": 1.0, **more}


@given(steps=STEPS)
def test_undo_of_any_depth_brings_back_what_stood_before(tmp_path_factory, steps):
    """The oracle keeps a copy of the whole state before each step, and undo goes back to the copy."""
    path = tmp_path_factory.mktemp("journal") / "Ada.jsonl"
    person, states, last = Person("Ada", path), [{}], None
    for number, (verdict, candidate) in enumerate(steps):
        if verdict == "again":
            if last is not None:
                assert not person.record(last), "a request that comes twice counts once"
            continue
        if verdict == "undo":
            if not person.verdicts:
                continue
            candidate = person.verdicts[-1].candidate
            states.pop()
        else:
            states.append({**states[-1], candidate: verdict})
        last = line(verdict, candidate, f"request-{number}")
        assert person.record(last)
    standing = {candidate: output.verdict for candidate, output in person.standing().items()}
    assert standing == states[-1]
    read_again = Person("Ada", path)
    assert read_again.standing() == person.standing()
    assert read_again.verdicts == person.verdicts
    assert read_again.requests == person.requests


def test_the_same_request_at_once_from_many_threads_is_one_line(tmp_path):
    person = Person("Ada", tmp_path / "Ada.jsonl")
    taken = []
    threads = [
        threading.Thread(target=lambda: taken.append(person.record(line("accept", "a", "the-request"))))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(taken) == [False] * 7 + [True]
    assert len((tmp_path / "Ada.jsonl").read_text().splitlines()) == 1


@pytest.mark.parametrize(
    "damaged",
    [
        '{"verdict": "accept"}',
        '{"candidate": "a"}',
        '{"candidate": "a", "verdict": "maybe"}',
        '{"candidate": "a", "verdict": "accept", "took": "x"}',
    ],
)
def test_a_line_that_is_no_verdict_is_named(tmp_path, damaged):
    path = tmp_path / "Ada.jsonl"
    path.write_text('{"candidate": "a", "verdict": "accept"}\n' + damaged + "\n")
    with pytest.raises(UserError, match="line 2 is not a verdict"):
        Person("Ada", path)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada   L. ", "Ada L."),
        ("Žofie", "Žofie"),
        ("7", "7"),
        ("d'Arc-2", "d'Arc-2"),
        ("हिन्दी", "हिन्दी"),
    ],
)
def test_names_of_people(name, kept):
    assert verdicts.checked_name(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "..",
        "../x",
        "a/b",
        ".hidden",
        "-x",
        "a\0b",
        "a" * 41,
        "<b>",
        "a\\b",
        "_a",
        "\ud800",
        "\u0301a",
        "a\u202e",
    ],
)
def test_what_cannot_be_a_name(name):
    with pytest.raises(UserError, match="is not a valid name"):
        verdicts.checked_name(name)


def test_no_journal_is_passed_over_in_silence(tmp_path):
    (tmp_path / "reviews").mkdir()
    line = '{"candidate": "a", "verdict": "accept"}\n'
    (tmp_path / "reviews" / "Zoe\u0308.jsonl").write_text(line)  # as file systems of Apple's write names
    people = verdicts.read_people(tmp_path)
    assert list(people["Zo\u00eb"].standing()) == ["a"]
    (tmp_path / "reviews" / "zo\u00eb.jsonl").write_text(line)
    with pytest.raises(UserError, match="belong to the same person"):
        verdicts.read_people(tmp_path)
    (tmp_path / "reviews" / "zo\u00eb.jsonl").rename(tmp_path / "reviews" / "Zo\u00eb (copy).jsonl")
    with pytest.raises(UserError, match="does not belong to a reviewer"):
        verdicts.read_people(tmp_path)
