"""Ratings of drawings by people, who see the same as the judge, and whose ratings are stored like its marks."""

import csv
import io
import json

import numpy as np
import pytest
import toy_drawing
import toy_sketches
from PIL import Image
from toy_judging import DRAWN, Marker, answer, by_redness
from toy_questions import Person

from sgpkit import engines
from sgpkit.benchmark import Completion, families
from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.families.vectorgym import BENCHMARKS
from sgpkit.metrics.judges import drawing_judge
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.annotations import judge
from sgpkit.studies.agreement import judges
from sgpkit.studies.review.study import make, summary
from sgpkit.studies.review.study import ratings as study_ratings
from sgpkit.studies.review.study.options import Options
from sgpkit.studies.review.study.sessions import Sessions

SQUARE = toy_drawing.png("#ff0000", (64, 64))


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """A run with two samples per row and one of the true drawings, both judged and scored, and the requests to the
    judge."""
    folder, asked = tmp_path_factory.mktemp("ratings"), {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(families, "get", lambda config: toy_sketches.SKETCHES)
        patch.chdir(folder)
        build.build(toy_sketches.SKETCHES, folder / "data", workers=1)
        answer(folder, DRAWN)
        run.run(toy_sketches.SKETCHES, "data", folder / "reference", run.Options("baseline", "reference"))
        for name, say in (("run", by_redness), ("reference", lambda *asked: "score: 9")):
            engine = Marker(say)
            patch.setattr(engines, "open_engine", lambda *arguments, engine=engine: engine)
            judge.judge(Run.open(folder / name), "replay", "red", prompts=words(folder))
            score.score(Run.open(folder / name))
            shown = [(identifier, sample) for identifier, sample, turn in engine.asked]
            asked |= {(name, *item): question for item, question in zip(shown, engine.questions, strict=True)}
        yield folder, asked


@pytest.fixture
def out(tmp_path):
    return tmp_path / "study"


def words(folder):
    """The user's own wording of the rubric."""
    (folder / "prompts").mkdir(exist_ok=True)
    text = f"Look at {{{{the sketch}}}}.\n\n- How red is it?\n\n{drawing_judge.ENDING}"
    (folder / "prompts" / "task.txt").write_text(text)
    return folder / "prompts"


def made(folder, out, **given):
    asked = {"items": 5, "true": 3, "people": 2, "out": out} | given
    return make.make(str(folder / "run"), Options("ratings", **asked))


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def test_people_see_what_the_judge_saw_and_not_whose_drawing_it_is(workspace, out):
    folder, asked = workspace
    study = made(folder, out)
    kinds = [item.kind for item in study.items.values()]
    assert sorted(kinds) == ["generated"] * 5 + ["true"] * 3 and kinds != sorted(kinds)
    assert study.metadata["criteria"] == "Look at {the sketch}.\n\n- How red is it?"
    assert study.metadata["scale"] == [0, 10] and study.batches == 1
    for item in study.items.values():
        question = asked["run" if item.kind == "generated" else "reference", item.id, item.sample]
        judged = [part["image"] for part in question[0]["content"] if part["type"] == "image"]
        shown = [(study.folder / "pictures" / name).read_bytes() for name in item.pictures]
        assert [(pixels(one) == pixels(other)).all() for one, other in zip(judged, shown, strict=True)] == [True, True]
        assert all(Image.open(io.BytesIO(png)).info == {} for png in shown), "no file says where it comes from"
    assert summary.participants(study)["agreed"] == 0


def test_nothing_in_what_the_page_gets_tells_one_kind_from_the_other(workspace, out):
    folder, _ = workspace
    study = made(folder, out)
    person = Person(Sessions(study))
    view = person.start()
    forms = set()
    while view["phase"] == "trial":
        item = study.items[view["item"]]
        assert not {"generated", "true", item.id} & set(json.dumps(view).split('"'))
        assert [picture["caption"] for picture in view["pictures"]] == ["The sketch", "The drawing to be marked"]
        forms.add(json.dumps({name: type(value).__name__ for name, value in view.items()}))
        assert view["scale"] == [0, 10] and view["criteria"].startswith("Look at")
        view = person.answer(view, 7)
    assert len(forms) == 1
    again = Person(Sessions(study))
    view = again.start()
    for chosen in (-1, 11, 2.5, "7", None, True):
        with pytest.raises(Exception, match="not one of the answers"):
            again.answer(view, chosen)


def test_ratings_go_through_agreement_beside_the_judge(workspace, out, capsys):
    folder, _ = workspace
    study = made(folder, out)
    sessions = Sessions(study)
    given = {}
    for number in range(2):
        person = Person(sessions)

        def rate(view, number=number):
            item = study.items[view["item"]]
            red = pixels((study.folder / "pictures" / item.pictures[1]).read_bytes())[0, 0, 0] / 255
            rating = round(8 * red) + number
            given.setdefault((item.kind, item.id, item.sample), []).append(rating)
            return rating

        assert person.finish(rate)["phase"] == "end"
    assert main(["author", "study", str(study.folder), "--export", "ratings.csv"]) == 0
    output = capsys.readouterr().out
    assert "ratings.csv: 10 ratings" in output and "ratings-true.csv: 6 ratings" in output
    for name, kind, of in (("ratings.csv", "generated", "run"), ("ratings-true.csv", "true", "reference")):
        with (folder / name).open(newline="") as file:
            lines = list(csv.DictReader(file))
        read = {}
        for line in lines:
            assert line["kind"] == kind
            read.setdefault((kind, line["id"], int(line["sample"])), []).append(int(line["rating"]))
        assert {item: sorted(ratings) for item, ratings in read.items()} == {
            item: sorted(ratings) for item, ratings in given.items() if item[0] == kind
        }
        (beside,) = judges.agreement_of(Run.open(folder / of), folder / name, by=["kind"] if kind == "true" else [])
        assert beside["n"] == len(read) and beside["people"] == "the mean of 2 people"
        if kind == "generated":
            assert beside["pearson"]["value"] > 0.95, "people and judge both look at the red"
            assert "weighted kappa" in beside
        else:
            assert [group["kind"] for group in beside["by"]["kind"]] == ["true"]
    result = summary.summary(study)
    means = [sum(ratings) / 2 for item, ratings in given.items() if item[0] == "generated"]
    assert result["ratings"]["generated"]["mean"] == pytest.approx(sum(means) / 5)
    assert result["ratings"]["true"]["n"] == 3 and "alpha" in summary.as_text(result)


def test_true_drawings_are_of_other_rows_as_long_as_there_are_any(workspace, out):
    folder, _ = workspace
    study = made(folder, out, items=2, true=4)
    rows = {kind: {item.id for item in study.items.values() if item.kind == kind} for kind in ("generated", "true")}
    assert len(rows["true"]) == 4 and not rows["true"] & rows["generated"]


def test_what_shows_nothing_is_not_rated(workspace, out, tmp_path):
    folder, _ = workspace
    study = made(folder, out, items=11, true=0)
    assert ("square-2", 0) not in {(item.id, item.sample) for item in study.items.values()}
    for given, message in (
        ({"items": 12}, "11 scored responses"),
        ({"true": 7}, "too few"),
        ({"items": 0, "true": 0}, "nothing to rate"),
        ({"judge": "blue"}, "has no judge 'blue'"),
    ):
        with pytest.raises(UserError, match=message):
            made(folder, tmp_path / "other", **given)


@pytest.mark.process
def test_each_rubric_of_the_family_can_be_taken_apart():
    """The request, the criteria and the program are extracted from the messages to the real family's judge."""
    rows = {
        "vectorgym-sketch": {"sketch": SQUARE},
        "vectorgym-edit": {"instruction": "Paint it {red}.", "code": toy_sketches.red(0.5)},
        "vectorgym-text": {"description_hex": "A square {#ff0000}.", "description_names": ""},
    }
    for benchmark in BENCHMARKS[:3]:
        row = {"id": "a", "cluster": "a"} | rows[benchmark.config]
        for rubric, rules in benchmark.scoring.judges.items():
            (asked,) = rules.ask([row], [Completion(toy_sketches.red(1.0))], rules.texts)
            made = study_ratings.stimulus(row, 0, "true", asked, rules.texts[rubric]).item
            words = row.get("instruction") or row.get("description_hex") or ""
            assert words in made.question and len(made.question) <= len(words) + 60
            criteria = study_ratings.criteria(rules.texts[rubric])
            assert "score: N" not in criteria and "{" not in criteria and "Weigh these" in criteria
            assert len(made.captions) == (1 if benchmark.config.endswith("text") else 2)
            assert [note.startswith("Its program") for note in made.notes] == [True] * (rubric == "unified")


def test_a_judge_of_texts_is_refused():
    rules = BENCHMARKS[3].scoring.judges["caption"]
    (asked,) = rules.ask([{"caption": "A square."}], [Completion("A red square.")], rules.texts)
    with pytest.raises(UserError, match="ratings by people are only for drawings"):
        study_ratings.stimulus({"id": "a", "cluster": "a"}, 0, "true", asked, rules.texts["caption"])
