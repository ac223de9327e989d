"""People's mean over all responses of a run, from those that they judged."""

import numpy as np
import pytest

from sgpkit.studies.agreement import corrected
from sgpkit.studies.agreement.people import Judgement


def judged(values):
    return [Judgement("A", item, value, {}) for item, value in values.items()]


def run(generator, rows=600):
    """Return the scores of a lenient run, by response, and the truth."""
    truth = {(f"row-{number}", 0): float(generator.random() < 0.5) for number in range(rows)}
    lenient = {item: 1.0 if right or generator.random() < 0.6 else 0.0 for item, right in truth.items()}
    return {item: (score, item[0]) for item, score in lenient.items()}, truth


def test_verdicts_drawn_by_halves_are_weighted_by_the_run():
    scored, truth = run(np.random.default_rng(3))
    halves = [[item for item, (score, _) in scored.items() if score == side][:60] for side in (1.0, 0.0)]
    people = {item: truth[item] for half in halves for item in half}
    entry = corrected.verdicts(scored, judged(people))
    share = np.mean(list(truth.values()))
    assert entry["naive"] == pytest.approx(np.mean([score for score, _ in scored.values()]))
    assert entry["naive"] - share > 0.2
    assert entry["low"] <= share <= entry["high"]
    assert np.mean(list(people.values())) < share - 0.1
    assert (entry["labels"], entry["responses"]) == (120, 600)


def test_several_people_count_as_their_mean():
    scored, truth = run(np.random.default_rng(4))
    items = list(truth)[:80]
    once = corrected.verdicts(scored, judged({item: truth[item] for item in items}))
    twice = corrected.verdicts(scored, judged({item: truth[item] for item in items}) * 2)
    assert once == twice


def test_ratings_are_given_on_the_scale_of_the_judge():
    generator = np.random.default_rng(5)
    marks = {(f"row-{number}", 0): float(generator.integers(3, 10)) for number in range(300)}
    scored = {item: (mark, item[0]) for item, mark in marks.items()}
    people = {item: mark - 2 for item, mark in list(marks.items())[:60]}
    entry = corrected.corrected(marks, scored, judged(people), (1.0, 10.0), {})
    assert entry["value"] == pytest.approx(entry["naive"] - 2, abs=0.15)
    assert "naive mean" in corrected.sentence(entry)
    assert f"{entry['value']:.2f}" in corrected.sentence(entry)


def test_ratings_outside_the_scale_are_not_corrected():
    scored = {(f"row-{number}", 0): (5.0, f"row-{number}") for number in range(9)}
    assert corrected.corrected(dict.fromkeys(scored, 5.0), scored, judged({("row-1", 0): 11.0}), (1.0, 10.0), {}) == {}
    assert corrected.sentence({}) == ""


def test_few_labels_have_no_interval():
    scored = {(f"row-{number}", 0): (float(number % 2), f"row-{number}") for number in range(9)}
    entry = corrected.verdicts(scored, judged({("row-1", 0): 1.0, ("row-2", 0): 0.0}))
    assert entry["low"] is None
    assert "without an interval" in corrected.sentence(entry)
