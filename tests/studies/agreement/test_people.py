"""People compared with a run: counts, results, and sampling of responses."""

import csv
import json
import math
import shutil

import polars as pl
import pytest
import toy_drawing
import toy_runs

from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.runs.folder import Run
from sgpkit.studies.agreement import draw, people

HALF = [toy_drawing.row(f"square-{number}")["code"] if number % 2 else "no" for number in range(12)]


@pytest.fixture
def scored(toy_home):
    """A run of twelve squares, of which the odd ones are right."""
    return toy_runs.replayed(toy_home, toy_drawing.DRAWING, HALF, "half")


def written(path, lines, header="id,verdict"):
    path.write_text("\n".join([header, *lines]) + "\n")
    return path


def test_verdicts_are_compared_with_the_runs(scored, tmp_path):
    # The person marks square-1 as wrong, which the run has right, and agrees on the rest.
    lines = [f"square-{number},{'right' if number % 2 and number != 1 else 'wrong'}" for number in range(12)]
    figures = people.agreement(Run.open(scored), written(tmp_path / "people.csv", lines), "verdict")
    [entry] = figures["annotators"]
    assert entry["n"] == 12
    assert entry["agreement"]["value"] == pytest.approx(11 / 12)
    # By hand: they agree on 11 of 12; chance is 6/12 · 5/12 + 6/12 · 7/12 = 1/2.
    assert entry["kappa"]["value"] == pytest.approx((11 / 12 - 1 / 2) / (1 / 2))
    assert entry["kappa"]["low"] < entry["kappa"]["value"] < entry["kappa"]["high"] <= 1
    # Two yes/no series: both correlations are the phi coefficient.
    phi = (5 * 6 - 0 * 1) / math.sqrt(6 * 6 * 5 * 7)
    assert entry["pearson"]["value"] == pytest.approx(phi)
    assert entry["spearman"]["value"] == pytest.approx(phi)
    assert entry["disagreements"] == [["square-1", 0]]
    assert "people and the run (n = 12)" in people.as_text(figures)
    assert json.loads(json.dumps(figures, allow_nan=False)) == figures


def test_a_missing_interval_has_its_own_reason(scored, tmp_path):
    def lines(*wanted):
        rated = [f"square-{number},{value}" for number, value in enumerate(wanted)]
        path = written(tmp_path / "people.csv", rated, "id,rating")
        return people.as_text(people.agreement(Run.open(scored), path, "rating"))

    assert "–: one of the two never varies" in lines(*[5] * 12)
    assert "–: all resamples are equal" in lines(*[1, 5] * 6)
    assert "–: 3 drawings; at least 5 are needed" in lines(1, 5, 3)
    assert lines(*[5] * 12).count("are needed") == lines(*[1, 5] * 6).count("are needed") == 0


def test_annotators_stand_apart_and_beside_one_another(scored, tmp_path):
    first = [f"square-{number},A,{'yes' if number % 2 else 'no'}" for number in range(8)]
    second = [f"square-{number},B,{'1' if number % 2 else '0'}" for number in range(4, 12)]
    path = written(tmp_path / "people.csv", [*first, *second, "square-0,B,"], "id,annotator,verdict")
    figures = people.agreement(Run.open(scored), path, "verdict")
    assert [(entry["annotator"], entry["n"]) for entry in figures["annotators"]] == [("A", 8), ("B", 8)]
    [between] = figures["between"]
    assert (between["annotators"], between["n"], between["kappa"]["value"]) == (["A", "B"], 4, 1.0)
    assert between["kappa"]["low"] is None and between["kappa"]["high"] is None, "four drawings are too few"
    assert figures["blank"] == 1


def test_ratings_are_correlated_with_the_scores(scored, tmp_path):
    lines = [f"square-{number},{4 if number % 2 else 1}" for number in range(12)]
    [entry] = people.agreement(Run.open(scored), written(tmp_path / "r.csv", lines, "id,rating"), "rating")[
        "annotators"
    ]
    assert entry["pearson"]["value"] == pytest.approx(1.0)
    assert "kappa" not in entry
    flat = written(tmp_path / "flat.csv", [f"square-{number},3" for number in range(12)], "id,rating")
    figures = people.agreement(Run.open(scored), flat, "rating")
    assert figures["annotators"][0]["spearman"] == {"value": None, "low": None, "high": None}
    assert "–" in people.as_text(figures)


@pytest.mark.process
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,verdct\nsquare-1,right\n", "no column 'verdict'; did you mean 'verdct'"),
        ("name,verdict\nsquare-1,right\n", "no column 'id'"),
        ("", "no column 'id'"),
        ("id,verdict\nsquare-99,right\n", "line 2: the run has no scored response 'square-99', sample 0"),
        ("id,verdict,sample\nsquare-1,right,3\n", "no scored response 'square-1', sample 3"),
        ("id,verdict,sample\nsquare-1,right,x\n", "line 2: sample must be a whole number"),
        ("id,verdict\nsquare-1,perhaps\n", "line 2: expected right or wrong"),
        ("id,verdict\nsquare-1,right\nsquare-1,wrong\n", "line 3: duplicate judgement of 'square-1'"),
        ("id,verdict\nsquare-1,\nsquare-2\n", "no judgements: the column verdict is blank in all 2 rows"),
    ],
)
def test_a_file_that_cannot_be_used_says_where(scored, tmp_path, text, message):
    (tmp_path / "people.csv").write_text(text)
    with pytest.raises(UserError, match=message):
        people.agreement(Run.open(scored), tmp_path / "people.csv", "verdict")


@pytest.mark.process
def test_what_is_not_there_is_told(toy_home, tmp_path):
    with pytest.raises(UserError, match="is not a run folder"):
        people.agreement(Run.open(tmp_path / "none"), tmp_path / "people.csv", "verdict")
    run = toy_runs.answered(toy_home, toy_drawing.DRAWING)
    with pytest.raises(UserError, match="no file"):
        people.agreement(Run.open(run), tmp_path / "people.csv", "verdict")
    (tmp_path / "people.csv").write_bytes(b"id,verdict\n\xff,right\n")
    with pytest.raises(UserError, match="not a CSV file in UTF-8"):
        people.agreement(Run.open(run), tmp_path / "people.csv", "verdict")
    shutil.rmtree(run / "scores")
    with pytest.raises(UserError, match="is not scored"):
        people.agreement(Run.open(run), tmp_path / "people.csv", "verdict")


@pytest.mark.parametrize("option", ["--judge=JUDGE", "--by=source", "--json"])
def test_options_of_a_comparison_are_refused_where_a_set_is_drawn(scored, tmp_path, capsys, option):
    path = tmp_path / "drawn.csv"
    assert main(["annotate", "agreement", str(scored), "--draw", "4", "--out", str(path), option]) == 2
    assert f"{option.partition('=')[0]} cannot be combined with --draw" in capsys.readouterr().err
    assert not path.exists()


def test_half_of_a_drawn_set_is_right_and_nothing_says_which(scored, tmp_path):
    drawn = draw.draw(Run.open(scored), 8, tmp_path / "set.csv", "verdict")
    lines = list(csv.DictReader(drawn.path.open()))
    right = [int(line["id"].rpartition("-")[2]) % 2 for line in lines]
    assert (len(lines), sum(right)) == (8, 4)
    assert right != sorted(right) and right != sorted(right, reverse=True)
    assert list(lines[0]) == ["id", "sample", "about", "reference", "answer", "annotator", "verdict"]
    assert all(line["verdict"] == "" for line in lines)
    for line, drawn_right in zip(lines, right, strict=True):
        assert (tmp_path / line["reference"]).read_bytes().startswith(b"\x89PNG")
        assert line["answer"].endswith("answer.png") == bool(drawn_right), "what drew nothing says why"
    again = draw.draw(Run.open(scored), 8, tmp_path / "again.csv", "verdict")
    assert [line["id"] for line in csv.DictReader(again.path.open())] == [line["id"] for line in lines]
    other = draw.draw(Run.open(scored), 8, tmp_path / "other.csv", "verdict", seed=1)
    assert [line["id"] for line in csv.DictReader(other.path.open())] != [line["id"] for line in lines]


def test_a_set_for_ratings_spreads_over_the_scores(scored, tmp_path):
    drawn = draw.draw(Run.open(scored), 4, tmp_path / "set.csv", "rating")
    assert sum(int(line["id"].rpartition("-")[2]) % 2 for line in csv.DictReader(drawn.path.open())) == 2


def test_a_set_that_cannot_be_drawn_says_why(scored, tmp_path):
    for count, kind, message in (
        (14, "verdict", "6 responses judged right and 6 judged wrong; expected at least 7 of each"),
        (3, "verdict", "give an even number"),
        (13, "rating", "has 12 scored responses"),
    ):
        with pytest.raises(UserError, match=message):
            draw.draw(Run.open(scored), count, tmp_path / "set.csv", kind)
    with pytest.raises(UserError, match=r"ends in \.csv"):
        draw.draw(Run.open(scored), 2, tmp_path / "set", "verdict")
    (tmp_path / "set.csv").write_text("mine")
    with pytest.raises(UserError, match="exists already"):
        draw.draw(Run.open(scored), 2, tmp_path / "set.csv", "verdict")


def test_from_the_command_line_a_drawn_set_is_filled_in_and_compared(scored, tmp_path, capsys):
    assert main(["annotate", "agreement", str(scored), "--draw", "6", "--out", str(tmp_path / "set.csv")]) == 0
    filled = pl.read_csv(tmp_path / "set.csv").with_columns(verdict=pl.lit("right"), annotator=pl.lit("Ada"))
    filled.write_csv(tmp_path / "filled.csv")
    capsys.readouterr()
    assert (
        main(["annotate", "agreement", str(scored), str(tmp_path / "filled.csv"), "--kind", "verdict", "--json"]) == 0
    )
    figures = json.loads(capsys.readouterr().out)
    assert figures["annotators"][0]["agreement"]["value"] == 0.5
    assert figures["annotators"][0]["kappa"]["value"] == 0.0
    assert main(["annotate", "agreement", str(scored)]) == 2
    assert "expected either HUMAN.csv" in capsys.readouterr().err


def test_the_command_line_compares_a_run_whose_rows_moved(scored, toy_home, tmp_path, capsys):
    filled = written(tmp_path / "people.csv", [f"square-{number},right" for number in range(6)])
    for extra in (["--out", str(tmp_path / "set.csv")], ["--seed", "0"]):
        assert main(["annotate", "agreement", str(scored), str(filled), *extra]) == 2
        assert f"{extra[0]} cannot be combined with HUMAN.csv" in capsys.readouterr().err
    (toy_home / "data").rename(toy_home / "elsewhere")
    arguments = ["annotate", "agreement", str(scored), str(filled), "--data", str(toy_home / "elsewhere")]
    assert main(arguments) == 0
    assert "people and the run (n = 6)" in capsys.readouterr().out


def test_silence_is_an_answer_of_its_own_in_the_strict_figures(scored, tmp_path):
    """Two annotators agree on all items that both judged; one left half of the lines blank."""
    first = [f"square-{number},A,{'yes' if number % 2 else 'no'}" for number in range(12)]
    second = [f"square-{number},B,{'' if number < 6 else 'yes' if number % 2 else 'no'}" for number in range(12)]
    path = written(tmp_path / "people.csv", [*first, *second], "id,annotator,verdict")
    figures = people.agreement(Run.open(scored), path, "verdict")
    [between] = figures["between"]
    assert (between["n"], between["agreement"]["value"], between["kappa"]["value"]) == (6, 1.0, 1.0)
    assert between["strict agreement"]["value"] == 0.5
    # Cohen's kappa by hand: A 6 yes, 6 no; B 6 silent, 3 yes, 3 no; by chance 1/2 * 1/4 * 2 agree.
    assert between["strict kappa"]["value"] == pytest.approx((0.5 - 0.25) / (1 - 0.25))
    assert between["strict kappa"]["low"] < between["strict kappa"]["value"] < between["strict kappa"]["high"]
    assert "strict agreement" in people.as_text(figures)
