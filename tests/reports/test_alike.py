"""Findings between submissions: names that imitate another model's, and answers that equal another's."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl

from sgpkit.reports.leaderboard import alike, entries
from sgpkit.submissions.boundary.outcome import Rescored

LONG = [f"The drawing shows {number} circles beside a red square, so it is B." for number in range(40)]
SHORT = ["AB"[number % 3 % 2] for number in range(40)]


def entry(name: str, model: str, answers: list[str], engine: str = "vllm", verified: bool = True) -> entries.Entry:
    """Return a submission of a model with these answers, every other one of them right."""
    rows = pl.DataFrame(
        {
            "id": [f"row-{item}" for item in range(len(answers))],
            "cluster": [f"row-{item}" for item in range(len(answers))],
            "value": [float(item % 2) for item in range(len(answers))],
            "answer_hash": answers,
            "is_long": [len(text) >= 40 for text in answers],
        }
    )
    manifest: Any = SimpleNamespace(
        model=SimpleNamespace(id=model),
        engine=SimpleNamespace(name=engine),
        dataset=SimpleNamespace(sha256="d"),
    )
    made: Any = SimpleNamespace(manifest=manifest, folder=Path("submissions/toy", f"{name}-folder"))
    rescored = Rescored({}, "accuracy", ("accuracy", "[]"), rows)
    page = Path("gallery.html") if verified else None
    return entries.Entry(name, made, "scored again", (), verified, None, rescored, page)


def remarks(*listed: entries.Entry) -> dict[str, tuple[str, ...]]:
    return {item.name: item.remarks for item in alike.marked(listed)}


def test_a_name_that_looks_like_anothers_is_refused_with_both():
    first = entry("a", "lab/gpt-4o", LONG)
    again = entry("b", "lab/gpt-4o", [text[::-1] for text in LONG])
    for position, imitation in enumerate(("lab/gpt-4\u043e", "lab/GPT-4o", "lab/gpt-4ó", "lab/gpt-40")):
        fake = entry(f"c{position}", imitation, [f"{text}!" for text in LONG])
        marked = {item.name: item for item in alike.marked([fake, first, again])}
        assert (marked[fake.name].verification, marked[fake.name].rankable) == (entries.REFUSED, False)
        assert marked[fake.name].gallery is None
        assert marked[fake.name].remarks == (
            f"the model's name {imitation!a} looks like 'lab/gpt-4o' of the submission a-folder",
        )
        assert marked["a"].rankable and marked["b"].rankable
        assert marked["a"].remarks == ()


def test_of_two_names_that_look_alike_and_are_equally_frequent_both_are_refused():
    mine, other = entry("a", "lab/model", LONG), entry("b", "Lab/model", [text[::-1] for text in LONG])
    unverified = entry("c", "lab/model", SHORT, verified=False)
    marked = {item.name: item for item in alike.marked([other, unverified, mine])}
    assert not any(item.rankable for item in marked.values())
    assert marked["a"].remarks == ("the model's name 'lab/model' looks like 'Lab/model' of the submission b-folder",)
    assert marked["b"].remarks == ("the model's name 'Lab/model' looks like 'lab/model' of the submission a-folder",)
    assert "'Lab/model' of the submission b-folder" in marked["c"].remarks[0]


def test_names_that_were_not_verified_take_no_ones_place():
    imitations = [entry(f"x{element_}", "LAB/model", LONG, verified=False) for element_ in range(3)]
    marked = {item.name: item for item in alike.marked([*imitations, entry("a", "lab/model", LONG)])}
    assert marked["a"].rankable
    assert all(marked[item.name].verification == entries.REFUSED for item in imitations)


def test_equal_answers_are_told_with_their_share():
    copied = [*LONG[:30], *(text[::-1] for text in LONG[30:])]
    message = remarks(entry("a", "model-a", LONG), entry("b", "model-b", copied), entry("c", "model-c", SHORT))
    assert message["a"] == ("75% of its answers equal those of model-b (b-folder)",)
    assert message["b"] == ("75% of its answers equal those of model-a (a-folder)",)
    assert message["c"] == ()


def test_eleven_submissions_of_the_same_answers_are_all_told():
    message = remarks(*(entry(f"s{item}", f"model-{chr(97 + item)}", SHORT) for item in range(11)))
    assert all("100% of its answers equal those of" in text and "9 more" in text for (text,) in message.values())


def test_short_answers_that_are_equal_by_chance_are_not_told():
    other = [*SHORT[:39], "C"]
    assert remarks(entry("a", "model-a", SHORT), entry("b", "model-b", other)) == {"a": (), "b": ()}
    same = ["A"] * 40
    assert remarks(entry("a", "model-a", same), entry("b", "model-b", same)) == {"a": (), "b": ()}


def test_a_baseline_is_no_original():
    message = remarks(entry("a", "reference", LONG, engine="baseline"), entry("b", "model-b", LONG))
    assert message == {"a": (), "b": ()}
