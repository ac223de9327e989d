"""Probes find shortcuts in rows with exactly one shortcut, and nothing in rows without."""

import random

import numpy as np
import pytest
from toy_probed import BENCHMARK, drawing, question

from sgpkit.quality import probes
from sgpkit.quality.probes import classifiers, features, heuristics, ridge
from sgpkit.quality.probes.figures import Figure, Hits, standardised
from sgpkit.statistics import Estimate

COUNT = 160


def shares(rows, **subject):
    """Return the share of right answers of each probe that answers questions."""
    figures = probes.probe(probes.Subject(BENCHMARK, rows, **subject))
    return {(figure.probe, figure.split): figure for figure in figures if figure.target == "answer"}


@pytest.mark.process
def test_nothing_is_found_where_nothing_is_given_away():
    rows = [question(index, random.Random(index).choice("ABCD")) for index in range(COUNT)]
    result = probes.probe(probes.Subject(BENCHMARK, rows, train=rows[:40]))
    others = [figure for figure in result if figure.split != "train"]
    assert len(others) >= 9
    assert [figure for figure in others if not figure.passes] == []


@pytest.mark.process
def test_command_letters_that_name_the_answer_are_found():
    rows = [question(index, letter := "ABCD"[index % 4], path="MLHC"[index % 4] * 3) for index in range(COUNT)]
    assert letter
    answers = shares(rows)
    assert answers["letters", "random"].estimate.value == 1.0
    assert not answers["letters", "random"].passes
    assert answers["tags", "random"].passes


@pytest.mark.process
def test_a_split_by_design_keeps_what_a_design_gives_away_apart():
    """Letters name the design, and a design always has the same answer. Probes know seen designs and no others."""
    rows = []
    for index in range(COUNT):
        design = index % 40
        row = question(index, random.Random(design).choice("ABCD"), path=spelled(design))
        rows.append(row | {"design": f"design {design}"})
    answers = shares(rows)
    assert answers["letters", "random"].estimate.value > 0.95
    assert answers["letters", "design"].estimate.value < 0.5


def spelled(number):
    """Return a sequence of letters that is unique for each number below 64."""
    return "".join("LHCQ"[number // 4**item % 4] for item in range(3))


@pytest.mark.process
def test_colors_boxes_words_options_and_lengths_that_name_the_answer_are_found():
    letters = [random.Random(f"key {index}").choice("ABCD") for index in range(COUNT)]
    ways = {
        "palette": [{"fill": ["#ff0000", "#00ff00", "#0000ff", "#000000"]["ABCD".index(letter)]} for letter in letters],
        "boxes": [{"width": [4, 16, 40, 90]["ABCD".index(letter)]} for letter in letters],
        "tags": [{"tag": ["rect", "circle", "ellipse", "line"]["ABCD".index(letter)]} for letter in letters],
        "length": [{"pad": 400 * "ABCD".index(letter)} for letter in letters],
        "words-in-code": [{"name": ["north", "south", "east", "west"]["ABCD".index(letter)]} for letter in letters],
    }
    for name, options in ways.items():
        rows = [
            question(index, letter, **given) for index, (letter, given) in enumerate(zip(letters, options, strict=True))
        ]
        assert shares(rows)[name, "random"].estimate.value > 0.9, name


@pytest.mark.process
def test_silhouettes_are_read_off_pictures():
    rows = [
        question(index, "ABCD"[index % 4], width=(6, 90)[index % 4 > 1], height=(6, 90)[index % 2])
        for index in range(COUNT)
    ]
    assert shares(rows)["outline", "random"].estimate.value > 0.9


def crossed(index):
    """Return a question whose answer depends on whether a thing is a square: large or small, or else lying or
    standing."""
    wide, tall = (index % 4) // 2, index % 2
    return question(index, "AB"[wide ^ tall], width=(6, 90)[wide], height=(6, 90)[tall])


@pytest.mark.process
def test_the_nearest_silhouette_is_looked_up_in_other_drawings_and_in_those_of_another_seed():
    answers = shares([crossed(index) for index in range(COUNT)], other=[crossed(index) for index in range(500, 540)])
    assert answers["nearest-outline", "random"].estimate.value > 0.98
    assert answers["nearest-outline", "another seed"].estimate.value > 0.98
    assert not answers["nearest-outline", "random"].passes


@pytest.mark.process
def test_the_nearest_silhouette_is_a_guess_where_nothing_is_painted_or_no_other_has_the_answer():
    rows = [crossed(index) for index in range(COUNT)]
    unseen = [row | {"code": "<svg/>"} for row in rows]
    assert ("nearest-outline", "random") not in shares(unseen)
    others = [row | {"options": ["up", "down", "in", "out"]} for row in rows[:40]]
    assert shares(rows, other=others)["nearest-outline", "another seed"].estimate.value == pytest.approx(1 / 4)


@pytest.mark.process
def test_options_that_are_right_more_often_are_found():
    rows = []
    for index in range(COUNT):
        order = random.Random(index).sample(["south", "north", "east", "west"], 4)
        likely = "ABCD"[order.index("south")] if index % 5 else "ABCD"[order.index("west")]
        rows.append(question(index, likely, options=order))
    answers = shares(rows)
    assert answers["option-frequency", "random"].estimate.value == pytest.approx(0.8)
    assert answers["option-only", "random"].estimate.value == pytest.approx(0.8)
    assert not answers["option-only", "random"].passes


def counted(index, right, copies, hidden=0):
    """Return a question about a number, with `copies` equal circles and some of other sizes."""
    circles = '<circle r="3" fill="red"/>' * copies + "".join(
        f'<ellipse rx="{9 + 7 * n}" ry="2"/>' for n in range(hidden)
    )
    rank = random.Random(f"rank {index}").randrange(4)
    row = question(index, "ABCD"[rank], options=[str(right + step - rank) for step in range(4)])
    return row | {"code": f'<svg viewBox="0 0 100 100">{circles}</svg>', "question": "How many dots are there?"}


@pytest.mark.process
def test_repeated_parts_and_numbers_of_tokens_are_counted():
    rows = [counted(index, 5 + index % 5, 5 + index % 5) for index in range(COUNT)]
    answers = shares(rows)
    assert answers["repeat-count", "random"].estimate.value == 1.0
    assert answers["token-count", "random"].estimate.value == 1.0
    unrelated = [
        counted(index, 5 + index % 5, 1, hidden=1 + random.Random(index).randrange(5)) for index in range(COUNT)
    ]
    assert shares(unrelated)["token-count", "random"].estimate.value < 0.45


@pytest.mark.process
def test_copies_of_training_rows_and_of_another_seed_are_found():
    rows = [question(index, random.Random(index).choice("ABCD"), name=f"n{index}") for index in range(COUNT)]
    copied = [row | {"id": f"copy-{row['id']}", "cluster": f"copy-{row['cluster']}"} for row in rows]
    strangers = [question(COUNT + index, random.Random(index + 7).choice("ABCD")) for index in range(COUNT)]
    answers = shares(rows, train=copied, other=strangers)
    assert answers["nearest", "train"].estimate.value == 1.0
    assert answers["nearest", "another seed"].passes


def test_the_left_out_fit_is_that_of_the_other_rows():
    from sklearn.linear_model import Ridge

    generator = np.random.default_rng(3)
    lines, targets = generator.normal(size=(60, 9)), generator.normal(size=(60, 4))
    folds = np.arange(60) % 5
    predicted = ridge.left_out(lines @ lines.T, targets, folds, penalty=0.7)
    for fold in range(5):
        fitted = Ridge(alpha=0.7, fit_intercept=False).fit(lines[folds != fold], targets[folds != fold])
        np.testing.assert_allclose(predicted[folds == fold], fitted.predict(lines[folds == fold]), atol=1e-9)


def test_the_classifier_is_as_good_as_logistic_regression():
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import PredefinedSplit, cross_val_predict

    rows = [drawing(index, kind := index % 6, noise=8) | {"category": f"kind {kind}"} for index in range(300)]
    matrix = features.bag_matrix([features.letters(row["code"]) for row in rows])
    classes = np.array([int(row["category"][-1]) for row in rows])
    folds = np.arange(300) // 60
    ours = classifiers.values(rows, "category", (matrix @ matrix.T).toarray(), folds)
    model = LogisticRegression(C=1, max_iter=500)
    theirs = cross_val_predict(model, matrix, classes, cv=PredefinedSplit(folds)) == classes
    assert 0.4 < theirs.mean() < 0.99
    assert np.mean(ours) > theirs.mean() - 0.01


def test_limits_are_real_rows_or_chance():
    def made(value, low, real=None):
        estimate = Estimate(value, low, 1.0, "", 100, 100)
        return Figure("letters", "answer", "random", estimate, 0.25, real and Estimate(real, 0, 1, "", 50, 50))

    assert made(0.42, 0.35).passes and not made(0.43, 0.36).passes
    assert made(0.50, 0.44, real=0.40).passes and not made(0.50, 0.46, real=0.40).passes
    assert made(0.33, 0.29, real=0.10).limit == pytest.approx(0.30)


def test_real_rows_count_by_our_share_of_types():
    ours = Hits([1.0] * 4, list("abcd"), ["count", "count", "count", "color"], [0.25] * 4)
    real = Hits([1.0, 0.0, 0.0, 0.0, 0.0], list("vwxyz"), ["count", "color", "color", "color", "other"], [0.25] * 5)
    assert standardised(real, ours).value == pytest.approx(0.75)


def test_numbers_are_read_in_digits_and_words():
    assert heuristics.number("three") == 3 and heuristics.number("12") == 12 and heuristics.number("2.5 mm") == 2.5
    assert heuristics.number("a circle") is None and heuristics.number("3 of 4 corners are round") is None


def test_programs_of_other_languages_have_commands_without_their_texts():
    code = '\\draw[red] (0,0) -- (1,1); % circle\n\\node {"arc"};'
    assert "\\draw" in features.commands(code) and "--" in features.commands(code)
    assert not {"arc", "circle"} & set(features.commands(code))


def test_boxes_are_those_of_subpaths_as_shares_of_the_page():
    code = '<svg viewBox="0 0 200 100"><path d="M0 0h100v50zM10 10q0 20 10 20"/><circle r="10"/></svg>'
    np.testing.assert_allclose(features.subpath_boxes(code), [(0.5, 0.25), (0.05, 0.1), (0.1, 0.1)])


@pytest.mark.parametrize(
    "code", ["<svg", "<svg><path d='M 1e999 1 L'/></svg>", '<svg viewBox="a b"><rect width="x"/></svg>', ""]
)
def test_damaged_programs_have_features_too(code):
    for bag in features.BAGS.values():
        assert isinstance(dict(bag(code)), dict)


@pytest.mark.parametrize("seed", range(5))
def test_a_bag_is_compared_with_known_ones_as_with_all_of_them_together(seed):
    generator = random.Random(seed)
    words = [f"word {number}" for number in range(60)]
    bags = [dict.fromkeys(generator.sample(words, generator.randrange(30)), number % 4 + 1) for number in range(40)]
    bags += [{}, {"only here": 3}]
    known = features.KnownBags(bags)
    for bag in (bags[0], bags[1], {}, {"never seen": 2}, {**bags[2], "never seen": 1}):
        np.testing.assert_allclose(known.similarities(bag), features.similarities([bag, *bags])[0][1:], atol=1e-12)
