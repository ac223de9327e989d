"""People's answers next to models' runs: SGP-Bench's Figure 11, from the page's journal to the chart."""

import json
import math
import random
import re
from collections import Counter, defaultdict

import evaluate
import polars as pl
import pytest
from paths import METRICS
from toy_questions import QUESTIONS, Person, row

from sgpkit import reports as report
from sgpkit.benchmark import families
from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.reports import entropy_chart
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.studies.review.study import export, make
from sgpkit.studies.review.study import folder as study_folder
from sgpkit.studies.review.study.options import Options
from sgpkit.studies.review.study.sessions import Sessions

pytestmark = pytest.mark.process

PEOPLE = 5
METRIC = METRICS / "answer_entropy"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    """Data, a study that 5 people finished and another one began, and scored runs of three models."""
    folder = tmp_path_factory.mktemp("figure")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(families, "get", {QUESTIONS.config: QUESTIONS}.__getitem__)
        patch.setattr(families, "names", lambda: [QUESTIONS.config])
        patch.chdir(folder)
        build.build(QUESTIONS, folder / "data", workers=1)
        options = Options("choices", data="data", batch=12, people=PEOPLE, out=folder / "study")
        study = make.make("toy-questions", options)
        sessions = Sessions(study)
        for number in range(PEOPLE + 1):
            draw = random.Random(number)
            person = Person(sessions)
            view = person.start()
            while view["phase"] == "trial" and not (number == 0 and view["trial"] == 3):
                item = study.items[view["item"]]
                right = view["options"].index(item.options["ABC".index(item.key)])
                view = person.answer(view, right if draw.random() < 0.75 else draw.randrange(4))
        for number in range(3):
            answered(folder, f"model-{number}", [number_of(entry, number) for entry in range(12)])
        yield folder


def number_of(position, model):
    return "ABCD"[random.Random(f"{position}:{model}").randrange(4)]


def answered(folder, name, letters):
    path = folder / f"{name}.jsonl"
    path.write_text(
        "".join(
            json.dumps({"id": f"row-{position:02}", "completion": f"Answer: {letter}"}) + "\n"
            for position, letter in enumerate(letters)
        )
    )
    run = ["run", "toy-questions", "--data", "data", "--engine", "replay", "--model", str(path)]
    assert main([*run, "--out", f"runs/{name}"]) == 0
    assert main(["score", f"runs/{name}"]) == 0


def chosen_answers(folder):
    """Return the choices of people who finished, by row id, read from the journal by hand."""
    lines = [json.loads(line) for line in (folder / "study" / "journal.jsonl").read_text().splitlines()]
    items = {
        item["name"]: item for item in map(json.loads, (folder / "study" / "items.jsonl").read_text().splitlines())
    }
    counts = Counter(line["participant"] for line in lines if line["what"] == "answer")
    result = defaultdict(list)
    for line in lines:
        if line["what"] == "answer" and counts[line["participant"]] == 12:
            result[items[line["item"]]["id"]].append(line["letter"])
    return result


def entropy(letters):
    """Return the paper's entropy, by its definition, over four options."""
    shares = [letters.count(letter) / len(letters) for letter in "ABCD"]
    return -sum(share * math.log(share, 4) for share in shares if share)


@pytest.fixture(scope="module")
def people(workspace):
    assert main(["author", "study", "study", "--export", "runs/people"]) == 0
    assert main(["score", "runs/people"]) == 0
    return workspace / "runs" / "people"


def test_a_run_of_people_scores_like_a_models(workspace, people):
    answers = chosen_answers(workspace)
    assert {len(answer) for answer in answers.values()} == {PEOPLE} and len(answers) == 12
    table = pl.read_parquet(people / "scores" / "part-*.parquet")
    assert table.height == 60 and set(table["status"]) == {"ok"}
    by_row = dict(table.group_by("id").agg("choice").iter_rows())
    assert {name: sorted(letters) for name, letters in by_row.items()} == {
        name: sorted(letters) for name, letters in answers.items()
    }
    right = sum(letter == row(int(name[4:]))["answer"] for name, answer in answers.items() for letter in answer)
    assert table["value"].mean() == pytest.approx(right / 60)
    measurements = json.loads((people / "run.json").read_text())
    assert (measurements["engine"], measurements["model"], measurements["mode"], measurements["n"]) == (
        "people",
        "5 people",
        "image",
        5,
    )
    assert (
        table.columns[:3] == ["id", "sample", "cluster"]
        and pl.read_parquet(people / "responses" / "part-*.parquet")["latency"].to_list() == [2.5] * 60
    )


def test_no_export_holds_the_names_that_open_participants_pages(workspace, people):
    main(["author", "study", "study", "--export", "named.jsonl"])
    names = {
        json.loads(line)["participant"] for line in (workspace / "study" / "journal.jsonl").read_text().splitlines()
    }
    keys = pl.read_parquet(people / "responses" / "part-*.parquet")["keys"].explode().to_list()
    assert names and not any(
        name in text for name in names for text in (str(keys), (workspace / "named.jsonl").read_text())
    )
    assert len({key.partition(":")[0] for key in keys}) == PEOPLE


def test_people_are_not_submitted_as_a_model(people, capsys):
    assert main(["submit", str(people), "--dry-run"]) == 2
    assert "its answers are by people, and only runs of models are" in capsys.readouterr().err


def test_the_figure_is_the_mean_entropy_of_people_and_of_models(workspace, people):
    folders = [people, *(workspace / "runs" / f"model-{number}" for number in range(3))]
    runs = [ScoredRun.open(folder) for folder in folders]
    result = entropy_chart.consensus(runs)
    bars = re.findall(r"<title>(.*?): ([0-9.]+)</title>", result.drawing)
    of_people = sum(map(entropy, chosen_answers(workspace).values())) / 12
    models = [entropy([number_of(workspace, model) for model in range(3)]) for workspace in range(12)]
    assert bars == [
        ("5 people, 5 answers per row", f"{of_people:.3f}"),
        ("3 models, one answer each", f"{sum(models) / 12:.3f}"),
    ]
    assert of_people < sum(models) / 12, "people agree, models scatter"
    modes = [Counter(letters).most_common(2) for letters in chosen_answers(workspace).values()]
    clear = [tally[0][0] if len(tally) == 1 or tally[0][1] > tally[1][1] else None for tally in modes]
    keys = [row(int(name[4:]))["answer"] for name in chosen_answers(workspace)]
    agreed = sum(mode == key for mode, key in zip(clear, keys, strict=True))
    assert f"5 people, 5 answers per row: most common answer correct in {agreed / 12:.0%} of rows" in result.caption
    page = report.write(folders, workspace / "report.html").read_text()
    assert "Agreement among answers" in page and result.drawing in page


def test_the_metric_takes_peoples_answers_as_it_takes_models(workspace, people):
    metric = evaluate.load(str(METRIC), keep_in_memory=True)
    table = pl.read_parquet(people / "responses" / "part-*.parquet")
    by_people = metric.compute(predictions=table["completion"].to_list(), references=table["id"].to_list())
    of_people = sum(map(entropy, chosen_answers(workspace).values())) / 12
    assert by_people["entropy"] == pytest.approx(of_people)
    models = [
        pl.read_parquet(workspace / "runs" / f"model-{number}" / "responses" / "part-*.parquet") for number in range(3)
    ]
    both = pl.concat(models)
    beside = metric.compute(
        predictions=both["completion"].to_list(),
        references=both["id"].to_list(),
        humans=dict(chosen_answers(workspace)),
    )
    assert beside["human_entropy"] == pytest.approx(of_people) and beside["entropy"] > of_people
    assert beside["human_kappa"] == pytest.approx(by_people["kappa"])


def test_a_replayed_file_is_a_run_of_people_too(workspace, people, capsys):
    assert main(["author", "study", "study", "--export", "people.jsonl"]) == 0
    assert "--n 5" in capsys.readouterr().out
    run = ["run", "toy-questions", "--data", "data", "--engine", "replay", "--model", "people.jsonl", "--n", "5"]
    assert main([*run, "--out", "runs/replayed"]) == 0 and main(["score", "runs/replayed"]) == 0
    direct, replayed = (
        json.loads((workspace / "runs" / name / "scores.json").read_text()) for name in ("people", "replayed")
    )
    assert direct["value"] == replayed["value"] and direct["n"] == replayed["n"]
    runs = [ScoredRun.open(workspace / "runs" / name) for name in ("replayed", "model-0", "model-1")]
    titles = re.findall(r"<title>(.*?):", entropy_chart.consensus(runs).drawing)
    assert titles == ["people.jsonl, 5 answers per row", "2 models, one answer each"]


def test_what_nobody_has_answered_is_not_wrong(workspace, capsys):
    """One of three required people has finished, and one has answered three of the items."""
    study = make.make("toy-questions", Options("choices", data="data", batch=12, people=3, out=workspace / "few"))
    with pytest.raises(UserError, match="no participant has finished"):
        export.export(study, workspace / "runs" / "few")
    sessions = Sessions(study)
    Person(sessions).finish()
    begun = Person(sessions)
    view = begun.start()
    for _ in range(3):
        view = begun.answer(view)
    assert "12 items have fewer than 3 answers" in export.export(study, workspace / "runs" / "few")
    assert main(["score", "runs/few"]) == 0
    assert json.loads((workspace / "runs" / "few" / "scores.json").read_text())["n"] == 12
    export.export(study, workspace / "runs" / "few", unfinished=True)
    assert main(["score", "runs/few"]) == 0
    assert json.loads((workspace / "runs" / "few" / "scores.json").read_text())["n"] == 15
    export.export(study, workspace / "people-few.jsonl")
    run = ["run", "toy-questions", "--data", "data", "--engine", "replay", "--model", "people-few.jsonl", "--n", "3"]
    assert main([*run, "--out", "runs/few-replayed"]) == 3, "rows are left"
    assert main(["score", "runs/few-replayed"]) == 0
    text = json.loads((workspace / "runs" / "few-replayed" / "scores.json").read_text())
    assert text["n"] == 12 and text["statuses"] == {"ok": 12, "infra_error": 24} and not text["complete"]
    runs = [ScoredRun.open(workspace / "runs" / name) for name in ("few-replayed", "model-0", "model-1")]
    assert "people-few.jsonl" in entropy_chart.consensus(runs).caption


def test_an_export_goes_where_it_can_be_used(workspace, people):
    study = study_folder.read(workspace / "study")
    with pytest.raises(UserError, match="expected a folder"):
        export.export(study, workspace / "people.parquet")
    with pytest.raises(UserError, match="in the study folder"):
        export.export(study, workspace / "study" / "journal.jsonl")
    with pytest.raises(UserError, match="a different run"):
        export.export(study, workspace / "runs" / "model-0")


def test_runs_of_one_answer_a_row_have_no_figure(workspace):
    runs = [ScoredRun.open(workspace / "runs" / f"model-{number}") for number in range(3)]
    assert entropy_chart.consensus(runs) is None
