"""SGP-GenBench's published prompts: reading, what rules refute, judges on the published scale, agreement."""

import json

import pytest

from sgpkit.benchmark import Completion, Score, Skipped, families
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.families.genbench import baselines, judges, scoring
from sgpkit.families.genbench.sources import builtin, published
from sgpkit.status import Rejected, Status


def record(identifier, prompt, minor="color", major="binding", **metadata):
    return {
        "id": identifier,
        "prompt": prompt,
        "gen_type": "template",
        "major_type": major,
        "minor_type": minor,
        "metadata": metadata,
    }


@pytest.fixture
def prompts(tmp_path):
    records = [
        record("a_1", "a teal donut and a green bus", colors=["teal", "green"], nouns=["donut", "bus"]),
        record("a_2", " A teal donut and a GREEN bus ", colors=["teal", "green"], nouns=["donut", "bus"]),
        record(
            "n_1",
            "3 skiss and 2 dogs",
            "basic",
            "numeracy",
            total_count=5,
            object_counts=[{"noun": "ski", "count": 3}, {"noun": "dog", "count": 2}],
            objects=["ski", "dog"],
        ),
        record(
            "r_1",
            "a cow on the left of a dog",
            "2d_spatial",
            "relation",
            relation="on the left of",
            nouns=["cow", "dog"],
        ),
        record("t_1", "a wooden cup and a small dog", "shape", shapes=["small", "round"], nouns=["cup", "dog"]),
    ]
    file = tmp_path / "prompts.json"
    file.write_text(json.dumps(records))
    return file


@pytest.fixture
def rows(prompts):
    return [row for _, row in published.source("composition")(str(prompts), 0)]


def svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{body}</svg>'


def dots(count):
    return "".join(f'<circle cx="{10 + 18 * index}" cy="50" r="7" fill="brown"/>' for index in range(count))


def test_repeats_share_a_cluster_and_doubtful_prompts_are_flagged(rows):
    assert [row["copy_of"] for row in rows] == ["", "gen-a-1", "", "", ""]
    assert rows[0]["cluster"] == rows[1]["cluster"] == "gen-a-1"
    assert "plural" in rows[2]["flags"]
    assert "size" in rows[4]["flags"]
    assert rows[0]["flags"] == rows[3]["flags"] == ""


def verdicts(row, *bodies):
    scores = scoring.score([row] * len(bodies), [Completion(svg(body)) for body in bodies])
    return [score.labels.get("verdict") for score in scores]


@pytest.mark.process
def test_rules_refute_what_they_can_and_leave_the_rest_undecided(rows):
    both = '<circle cx="30" cy="30" r="20" fill="#078080"/><rect x="50" y="50" width="40" height="30" fill="green"/>'
    assert verdicts(rows[0], both, both.replace("#078080", "red"), "") == ["undecided", "wrong", "wrong"]
    assert verdicts(rows[2], dots(4), dots(5)) == ["wrong", "undecided"]
    named = '<g id="cow"><circle cx="{}" cy="50" r="9"/></g><g class="x"><title>a dog</title><circle cx="{}" cy="50" r="9"/></g>'
    assert verdicts(rows[3], named.format(20, 80), named.format(80, 20)) == ["undecided", "wrong"]
    assert verdicts(rows[3], named.format(80, 20).replace("cow", "b").replace("dog", "c")) == ["undecided"]
    (score,) = scoring.score([rows[0]], [Completion(svg(both))])
    assert score.value == 1
    assert 0 < score.parts["decided"] < 1


@pytest.mark.process
def test_colors_that_nobody_sees_do_not_count(rows):
    hidden = '<g opacity="0.002"><circle cx="30" cy="30" r="20" fill="#008080"/></g><rect width="40" height="9" fill="green"/>'
    specks = '<rect width="2" height="2" fill="#008080"/><rect y="9" width="40" height="9" fill="green"/>'
    assert verdicts(rows[0], hidden, specks) == ["wrong", "wrong"]


@pytest.mark.process
def test_the_paper_is_no_color_and_near_white_is_white(rows):
    def colored(*names):
        return {**rows[0], "metadata": json.dumps({"colors": list(names), "nouns": ["dog"]})}

    black = '<circle cx="50" cy="50" r="30"/>'
    for name in ("white", "pink", "gray", "silver", "peach", "mint", "beige"):
        assert verdicts(colored(name), black) == ["wrong"], name
    for shade in ("white", "snow", "ivory", "#fefefe", "#fafafa", "whitesmoke"):
        dog = f'{black}<circle cx="50" cy="50" r="20" fill="{shade}"/>'
        assert verdicts(colored("white"), dog) == ["undecided"], shade
    for name, shade in (
        ("peach", "peachpuff"),
        ("silver", "silver"),
        ("mint", "#98ff98"),
        ("brown", "peru"),
        ("gold", "gold"),
    ):
        assert verdicts(colored(name), f'<circle cx="50" cy="50" r="30" fill="{shade}"/>') == ["undecided"], name


def test_a_path_without_prompts_says_what_was_expected(tmp_path):
    with pytest.raises(UserError, match="gen-composition"):
        list(published.source("composition")(str(tmp_path), 0))
    assert not published.recognises(str(tmp_path))


def test_objects_and_scenes_are_read(tmp_path):
    (tmp_path / "eval.json").write_text(json.dumps([{"description": "a red ball", "svg_content": svg(dots(1))}]))
    coco = [{"image_id": 7, "caption": "a cat", "image_path": "/x/000000000007.jpg"}]
    (tmp_path / "coco_test_data.json").write_text(json.dumps([*coco, {"image_id": 8, "caption": " "}]))
    ((_, single),) = published.source("object")(str(tmp_path), 0)
    assert (single["prompt"], single["code"]) == ("a red ball", svg(dots(1)))
    (_, scene), skipped = published.source("scene")(str(tmp_path), 0)
    assert scene["prompt"] == "a cat"
    assert isinstance(skipped, Skipped)


@pytest.mark.realdata
def test_the_sample_of_published_prompts_is_read_whole(fixtures_path):
    rows = [row for _, row in published.source("composition")(str(fixtures_path / "sgp-genbench"), 0)]
    records = json.loads((fixtures_path / "sgp-genbench" / "prompts.json").read_text())
    assert len(rows) == len(records) == 597
    assert len({row["cluster"] for row in rows}) == len({r["prompt"].strip().lower() for r in records}) == 449


def test_the_published_scale_is_read_strictly():
    assert judges.read_scale("It is so.\nscore: 30") == 30
    assert judges.read_scale("I see.\ntotal: 100\nkinds: 50\ncounts: 100, 30") == int(0.2 * 100 + 0.2 * 50 + 0.6 * 65)
    for reply in (
        "score: 70",
        "out of 100",
        "total: 100\nkinds: 50",
        "total: 100, 50\nkinds: 50\ncounts: 30",
        "total: 100\ntotal: 100\nkinds: 50\ncounts: 30",
        "total: 90\nkinds: 50\ncounts: 30",
    ):
        with pytest.raises(Rejected):
            judges.read_scale(reply)


def test_each_kind_of_a_count_has_a_mark_of_its_own(rows):
    """The rows are a binding, and a count of two kinds."""
    binding, numeracy = judges.COMPBENCH.reader(rows[0]), judges.COMPBENCH.reader(rows[2])
    assert binding("score: 50") == 50
    assert numeracy("total: 100\nkinds: 100\ncounts: 100, 50") == 85
    with pytest.raises(Rejected, match="no three marks"):
        binding("total: 100\nkinds: 100\ncounts: 100, 50")
    for reply in ("score: 100", *(f"total: 100\nkinds: 100\ncounts: {counts}" for counts in ("100", "100, 100, 100"))):
        with pytest.raises(Rejected):
            numeracy(reply)


@pytest.mark.parametrize("rubric", ["compbench", "vqa"])
def test_every_builtin_row_has_a_reader_that_takes_a_full_reply(rubric):
    judge = families.get("gen-composition").scoring.judges[rubric]
    for number in range(30):
        row = builtin.row("composition", f"reader-{number}", number, 0)
        if rubric == "vqa":
            reply = "\n".join(f"{index}: yes" for index in range(1, 1 + len(judges.questions_of(row))))
        elif row["major_type"] == "numeracy":
            items = json.loads(row["specification"])["items"]
            reply = f"total: 100\nkinds: 100\ncounts: {', '.join(['100'] * len(items))}"
        else:
            reply = "score: 100"
        assert judge.reader(row)(reply) == judge.high
        assert judge.reader(row) is judge.reader(dict(row))


def test_questions_are_of_each_condition_and_answers_are_counted(rows):
    assert len(judges.questions_of(rows[0])) == 4
    assert judges.questions_of(rows[2]) == ["Is the number of skis exactly 3?", "Is the number of dogs exactly 2?"]
    assert judges.read_answers("Well.\n1: yes\n2: no\n3: yes\n4: yes") == 0.75
    for reply in ("yes", "1: yes\n3: no", "2: yes", "1: maybe"):
        with pytest.raises(Rejected):
            judges.read_answers(reply)
    read = judges.VQA.reader(rows[0])
    assert read("1: yes\n2: yes\n3: no\n4: yes") == 0.75
    for few_or_many in ("1: yes", "1: yes\n2: yes\n3: yes", "1: yes\n2: yes\n3: yes\n4: yes\n5: yes"):
        with pytest.raises(Rejected, match="answers in the judge's reply; expected 4") as refused:
            read(few_or_many)
        assert refused.value.status is Status.JUDGE_UNREADABLE
    asked = judges.ask_scale(rows[:2], [Completion(svg(dots(1))), Completion("none")], {})
    assert "teal donut" in asked[0][0]["content"][0]["text"]
    assert isinstance(asked[1], Rejected)


def test_agreement_of_judge_and_rules_is_reported():
    rows = [builtin.row("composition", f"agree-{number}", number, 0) for number in range(4)]
    marked = [(1.0, 100.0), (1.0, 50.0), (0.0, 0.0), (0.0, 30.0)]
    scores = [Score(value, {"judge": mark}) for value, mark in marked]
    figures = scoring.summary(rows, scores, 100.0)
    assert figures["judge agrees with the rules"].value == 0.75
    # By hand: p_o = 3/4; the rules say right in 2 of 4, the judge in 1 of 4: p_e = 1/8 + 3/8 = 1/2.
    assert figures["kappa of judge and rules"] == pytest.approx(0.5)
    assert figures["judge's mark for what is right"].value == 75
    assert not families.locate("gen-composition")[1].scoring.units["kappa of judge and rules"].bounded, (
        "below 0 where they differ"
    )
    assert "judge agrees with the rules" not in scoring.summary(rows, [Score(value) for value, _ in marked], 100.0)


@pytest.mark.parametrize(("config", "full"), [("gen-composition", 100), ("gen-object", 10), ("gen-scene", 10)])
def test_a_judge_that_never_gives_full_marks_calls_nothing_right(config, full):
    """The full mark is that of the config's scale, even if all given marks are lower."""
    benchmark = families.locate(config)[1]
    rows = [builtin.row("composition", f"low-{number}", number, 0) for number in range(4)]
    low, high = ([Score(1.0, {"judge": mark})] * 4 for mark in (full * 0.1, full))
    assert benchmark.scoring.summary(rows, low)["judge agrees with the rules"].value == 0
    assert benchmark.scoring.summary(rows, high)["judge agrees with the rules"].value == 1


@pytest.mark.process
def test_all_attributes_and_no_relation_is_not_enough():
    rows = [builtin.row("composition", f"base-{number}", number, 0) for number in range(60)]
    related = [row for row in rows if row["minor_type"] in ("inside", "in front of", "symmetry", "size")]
    scattered = scoring.score(related, [Completion(code) for code in baselines.scattered(related)])
    assert sum(score.value for score in scattered) <= 0.15 * len(related)
    assert sum(score.parts["counts"] for score in scattered) >= 0.9 * len(related)


@pytest.mark.slow
@pytest.mark.process
def test_a_run_on_published_prompts_is_not_refuted_and_stands_next_to_no_printed_mean(prompts, tmp_path, capsys):
    data, run, page = (str(tmp_path / name) for name in ("rows", "run", "report.html"))
    assert main(["build", "gen-composition", "--source", f"sgp-genbench={prompts}", "--out", data]) == 0
    asked = ["run", "gen-composition", "--data", data, "--engine", "baseline", "--model", "palette", "--out", run]
    assert main(asked) == 0
    assert main(["score", run]) == 0
    output = " ".join(capsys.readouterr().out.split())
    figures = json.loads((tmp_path / "run" / "scores.json").read_text())
    assert figures["headline"] == "not refuted"
    assert "all_right" not in figures["parts"]
    assert "an upper bound, not an accuracy" in output
    assert main(["report", run, "--out", page]) == 0
    shown = (tmp_path / "report.html").read_text()
    assert "not refuted" in shown
    assert "all_right" not in shown
    assert "printed figures" not in shown
    assert "84.8" not in shown
