"""Published pairs and preferences, in the forms of their public descriptions; all fixtures are made here."""

import json

import pytest

from sgpkit import published as tables
from sgpkit.errors import UserError
from sgpkit.quality.court import metrics, published
from sgpkit.quality.court.verdict import verdict

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{0}</svg>'
RED, BLUE = (PAGE.format(f'<circle cx="50" cy="50" r="30" fill="{color}"/>') for color in ("#ff0000", "#0000ff"))


def held(tmp_path, records, name="pairs.json"):
    path = tmp_path / name
    text = "\n".join(map(json.dumps, records)) if name.endswith("l") else json.dumps(records)
    path.write_text(text)
    return published.read(path)


def test_contrast_pairs_have_their_axis_and_severity(tmp_path):
    records = [
        {"prompt": "a red circle", "positive": RED, "negative": BLUE, "axis": "color_fidelity", "severity": "major"},
        {"prompt": "a red circle", "correct": RED, "corrupted": BLUE, "axis": "count"},
    ]
    read = held(tmp_path, records)
    assert read.form == "contrast pairs"
    assert [(pair.axis, pair.grade, pair.right) for pair in read.pairs] == [
        ("color fidelity", 3, RED),
        ("count", 2, RED),
    ]
    assert read.left_out == 0


def test_preferences_follow_the_votes_and_leave_out_what_is_unclear(tmp_path):
    records = [
        {"prompt": "a blue circle", "image1": RED, "image2": BLUE, "votes1": 2, "votes2": 8},
        {"prompt": "a blue circle", "svg1": BLUE, "svg2": RED, "votes1": 7, "votes2": 3},
        {"prompt": "a circle", "image1": RED, "image2": BLUE, "votes1": 5, "votes2": 5},
        {
            "prompt": "a b",
            "image1": RED,
            "image2": BLUE,
            "weighted_results_image1": 0.9,
            "weighted_results_image2": 0.1,
        },
        {"prompt": "a red circle", "chosen": RED, "rejected": BLUE},
    ]
    read = held(tmp_path, records, "votes.jsonl")
    assert read.form == "preferences"
    assert [pair.right == BLUE for pair in read.pairs] == [True, True, False, False]
    assert {pair.axis for pair in read.pairs} == {"preference"}
    assert read.left_out == 1


def test_ratings_pair_drawings_of_one_prompt(tmp_path):
    green, black = (RED.replace("#ff0000", color) for color in ("#00aa00", "#000000"))
    records = [
        {"prompt": "a red circle", "svg": RED, "rating": 5, "model": "m"},
        {"prompt": "a red circle", "svg": BLUE, "rating": 1, "model": "n"},
        {"prompt": "a red circle", "svg": green, "rating": 1},
        {"prompt": "a blue circle", "svg": RED, "rating": 2},
        {"prompt": "a blue circle", "svg": BLUE, "rating": 2},
        {"prompt": "a blue circle", "svg": BLUE, "rating": 4},
        {"prompt": "a dark circle", "svg": black, "rating": 5},
    ]
    read = held(tmp_path, records, "ratings.jsonl")
    assert read.form == "ratings"
    assert [(pair.prompt, pair.right, pair.wrong, pair.grade) for pair in read.pairs] == [
        ("a red circle", RED, BLUE, 3),
        ("a red circle", RED, green, 3),
        ("a blue circle", BLUE, RED, 1),  # 3 on average, against 2
    ]
    assert len({pair.cluster for pair in read.pairs}) == 2
    assert read.left_out == 1  # its prompt has no other drawing


def test_ratings_that_do_not_differ_are_no_pairs(tmp_path):
    same = [{"prompt": "a circle", "svg": code, "rating": 3} for code in (RED, BLUE)]
    with pytest.raises(UserError, match="two drawings of one prompt with different ratings"):
        held(tmp_path, same)


def test_drawings_may_be_files_next_to_the_records_and_nowhere_else(tmp_path):
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "good.svg").write_text(RED)
    (tmp_path / "outside.svg").write_text(RED)
    records = [
        {"prompt": "red", "chosen": "good.svg", "rejected": BLUE},
        {"prompt": "red", "chosen": "../outside.svg", "rejected": BLUE},
    ]
    read = held(tmp_path / "set", records)
    assert [pair.right for pair in read.pairs] == [RED]
    assert read.left_out == 1


def test_drawings_that_are_refused_are_left_out(tmp_path):
    script = PAGE.format('<script>alert(1)</script><circle r="9"/>')
    read = held(tmp_path, [{"prompt": "", "chosen": script, "rejected": BLUE}, {"chosen": RED, "rejected": BLUE}])
    assert (len(read.pairs), read.left_out) == (1, 1)


def test_the_printed_table_stands_next_to_ours(tmp_path):
    read = held(tmp_path, [{"prompt": "red", "positive": RED, "negative": BLUE, "axis": "color"}] * 3)
    (metric,) = [metric for metric in metrics.modules() if metric.name == "svg_similarity"]
    text = read.compared([verdict(metrics.marks(metric, read.pairs))])
    assert "| svg_similarity | 3 | 3 | 100 |" in text
    assert "| svg_similarity | 100 | – | – |" in text
    assert "| CLIP-L/14 | – | 47 | 66 |" in text  # of two renderings
    assert "| Qwen3-VL-Embedding-8B | – | 72 | 78 |" in text
    assert "SVGFaith" in text.splitlines()[-2]


def test_the_printed_shares_of_preferences_are_those_of_people(tmp_path):
    read = held(tmp_path, [{"prompt": "red", "chosen": RED, "rejected": BLUE}])
    (metric,) = [metric for metric in metrics.modules() if metric.name == "svg_similarity"]
    text = read.compared([verdict(metrics.marks(metric, read.pairs))])
    assert "| CLIP-L/14 | – | 70 | 77 |" in text
    rated = [{"prompt": "red", "svg": RED, "rating": 5}, {"prompt": "red", "svg": BLUE, "rating": 1}]
    assert "printed" not in held(tmp_path, rated, "ratings.jsonl").compared([])


def test_the_printed_shares_at_a_margin_are_lower():
    for row in tables.rows(published.TABLE):
        for column in ("arena", "image", "text"):
            if row[f"{column}_margin"]:
                assert float(row[f"{column}_margin"]) < float(row[column]) <= 1
            else:
                assert row["note"]


def test_other_forms_are_refused_by_what_they_have(tmp_path):
    with pytest.raises(UserError, match="got answer, question"):
        held(tmp_path, [{"question": "?", "answer": "!"}])
    with pytest.raises(UserError, match="there is no such file"):
        published.read(tmp_path / "nothing.json")
    with pytest.raises(UserError, match="expected a list of objects"):
        held(tmp_path, [])
