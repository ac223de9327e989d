"""`sgpkit annotate measure`: values, stored files, and their use in `score`, with metrics that need no model.

The learned measures themselves are tested in tests/perceptual.
"""

import json
from dataclasses import dataclass, field

import numpy as np
import polars as pl
import pytest
import rewritten
import submissions
import toy_drawing

from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.errors import NotInstalled, UserError
from sgpkit.graphics import formats, raster
from sgpkit.metrics import learned, pictures
from sgpkit.metrics.pictures import memory
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.annotations import measure
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.runs.store import Log
from sgpkit.sandbox.workers import pool
from sgpkit.status import Rejected
from sgpkit.submissions import package, verify

RED, GREEN, BLUE = map(toy_drawing.square, toy_drawing.COLORS)
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>'
CARRIED = f'<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/png;base64,AAAA" width="9"/>{" " * 9}</svg>'


def code_of(row):
    return row["code"]


BENCHMARK = toy_drawing.DRAWING.replacing(
    gradual=True,
    headline=("dino", "accuracy"),
    learned={
        "dino": lambda row: row["code"],
        "lpips": lambda row: row["image"],
        "clip": lambda row: row["name"],
        "fid": code_of,
        "kid": code_of,
    },
)


@dataclass
class Ruler:
    """A stand-in for a loaded metric. It compares mean colours, and counts its pictures."""

    name: str
    model: str = "ruler"
    weights: str = "1"
    device: str = "cpu"
    size: int = 8
    loaded: str = "network"
    libraries: dict = field(default_factory=dict)
    shown: list = field(default_factory=list)

    @property
    def identity(self):
        return {"measure": self.name, "model": self.model, "revision": None, "weights": self.weights}

    def compare(self, predictions, references):
        self.shown.append(len(predictions))
        assert len(predictions) == len(references)
        worst = learned.MEASURES[self.name].worst
        return [
            worst if isinstance(ours, Rejected) else self.value(ours, theirs)
            for ours, theirs in zip(predictions, references, strict=True)
        ]

    def value(self, ours, theirs):
        if isinstance(theirs, str):
            return float(len(theirs))
        return 1.0 - float(np.abs(ours.astype(float) - theirs).mean()) / 255

    def features(self, drawn):
        self.shown.append(len(drawn))
        return np.array([[255.0] * 3 if isinstance(item, Rejected) else item.mean(axis=(0, 1)) for item in drawn])

    def distance(self, first, second):
        return float(np.abs(first.mean(axis=0) - second.mean(axis=0)).sum())

    def cut(self, texts):
        return [text.endswith("11") for text in texts]


@pytest.fixture
def rulers(monkeypatch):
    """The loaded metrics, by name; `weights` may be changed before the next one is loaded."""
    made = {"weights": "1"}

    def load(name, model=None, device="auto", batch_size=32):
        made[name] = Ruler(name, model or "ruler", made["weights"])
        return made[name]

    monkeypatch.setattr(learned, "load", load)
    return made


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", {BENCHMARK.config: BENCHMARK}.__getitem__)
    monkeypatch.setattr(
        raster,
        "render_many",
        lambda codes, size, background="white", *names, **options: pool.map_unique(
            codes, lambda code: raster.paint(code, size, background)
        ),
    )
    monkeypatch.setattr(pictures, "MEMORY", memory.Memory())
    monkeypatch.chdir(tmp_path)
    build.build(BENCHMARK, tmp_path / "data", workers=1)
    return tmp_path


def replayed(home, completions, name="run", **more):
    """Return a run over all rows, with `completions` by row number and right answers to the others."""
    codes = [RED, GREEN, BLUE]
    items = [
        {"id": f"square-{number}", "completion": completions.get(number, codes[number % 3])}
        for number in range(12)
        if completions.get(number, "") is not None
    ]
    (home / "answers.jsonl").write_text("".join(json.dumps(item | more) + "\n" for item in items))
    run.run(BENCHMARK, str(home / "data"), home / name, run.Options("replay", str(home / "answers.jsonl")))
    return home / name


def scores(folder):
    return pl.read_parquet(folder / "scores" / "part-*.parquet").sort(pl.col("id").str.slice(7).cast(pl.Int32))


@pytest.mark.process
def test_values_stay_with_their_responses_whatever_fails(home, rulers):
    folder = replayed(home, {1: "no drawing", 2: GREEN, 4: BLANK, 5: CARRIED, 6: "<svg><g></svg>", 8: None})
    done = measure.measure(Run.open(folder), ["dino"])
    assert done.made == {"dino": 9}  # the others are equal answers with equal references
    figures = score.score(Run.open(folder))
    table = scores(folder)
    assert table["dino"].to_list() == pytest.approx([1, 0, 1 / 3, 1, 0, 0, 0, 1, 0, 1, 1, 1])
    assert figures["headline"] == "dino"
    assert table["value"].to_list() == table["dino"].to_list()
    output = figures["measured"]["dino"]
    assert (output["measured"], output["failed"], output["waiting"]) == (12, 5, 0)
    assert output["identity"]["weights"] == "1"
    assert done.values["dino"] == pytest.approx(table["dino"].mean()) == pytest.approx(figures["value"])


@pytest.mark.process
def test_a_distance_is_worst_for_a_failure_and_carries_no_headline(home, rulers):
    folder = replayed(home, {1: "no drawing"})
    measure.measure(Run.open(folder), ["lpips"])
    figures = score.score(Run.open(folder))
    assert scores(folder)["lpips"].to_list()[:2] == [1.0, 1.0]  # the ruler's similarity, and the worst distance
    assert figures["headline"] == BENCHMARK.scoring.value_name
    assert "lpips" in figures["parts"]


def test_what_is_measured_already_is_not_measured_again(home, rulers):
    folder = replayed(home, {})
    measure.measure(Run.open(folder), ["dino"])
    assert rulers["dino"].shown == [3]
    noted = json.loads((folder / "measured" / "run.json").read_text())
    assert measure.measure(Run.open(folder), ["dino"]).made == {"dino": 0}
    assert rulers["dino"].shown == []
    assert json.loads((folder / "measured" / "run.json").read_text()) == noted


@pytest.mark.process
def test_a_measuring_that_was_killed_goes_on_where_it_stopped(home, rulers, monkeypatch):
    monkeypatch.setattr(measure, "CHUNK", 2)
    folder = replayed(home, {1: "one", 4: "four", 7: "seven"})
    append = Log.append
    out = folder / "measured"

    def die_at_the_second(log, *values):
        append(log, *values)
        if (out / "values.jsonl").read_bytes().count(b"\n") == 4:
            with (out / "values.jsonl").open("ab") as file:
                file.write(b'{"key": "half a li')
            raise KeyboardInterrupt

    monkeypatch.setattr(Log, "append", die_at_the_second)
    with pytest.raises(KeyboardInterrupt):
        measure.measure(Run.open(folder), ["dino"])
    assert "measured" not in score.score(Run.open(folder))
    monkeypatch.setattr(Log, "append", append)
    assert measure.measure(Run.open(folder), ["dino"]).made == {"dino": 2}
    again = replayed(home, {1: "one", 4: "four", 7: "seven"}, "again")
    measure.measure(Run.open(again), ["dino"])
    files = [(item / "measured" / "values.parquet").read_bytes() for item in (folder, again)]
    assert files[0] == files[1]
    assert not (folder / "measured" / "values.jsonl").exists()


@pytest.mark.process
def test_a_response_that_changed_keeps_no_old_value(home, rulers):
    folder = replayed(home, {2: GREEN})
    measure.measure(Run.open(folder), ["dino"])
    responses = pl.read_parquet(folder / "responses" / "part-*.parquet")
    changed = pl.when(pl.col("id") == "square-2").then(pl.lit("none")).otherwise("completion").alias("completion")
    rewritten.responses(folder, responses.with_columns(changed))
    figures = score.score(Run.open(folder))
    assert scores(folder)["dino"].to_list()[:4] == pytest.approx([1, 1, None, 1])
    assert figures["measured"]["dino"]["waiting"] == 1
    assert figures["headline"] == BENCHMARK.scoring.value_name  # some rows that count have no value
    assert measure.measure(Run.open(folder), ["dino"]).made == {"dino": 1}
    assert score.score(Run.open(folder))["headline"] == "dino"


@pytest.mark.process
def test_values_belong_to_the_weights_and_not_to_their_place(home, rulers):
    folder = replayed(home, {})
    assert measure.measure(Run.open(folder), ["dino=here"]).made == {"dino": 3}
    assert measure.measure(Run.open(folder), ["dino=there"]).made == {"dino": 0}
    rulers["weights"] = "2"
    assert measure.measure(Run.open(folder), ["dino=there"]).made == {"dino": 3}
    assert score.score(Run.open(folder))["measured"]["dino"]["identity"]["weights"] == "2"
    rulers["weights"] = "1"
    assert measure.measure(Run.open(folder), ["dino"]).made == {"dino": 0}  # those values still exist
    assert score.score(Run.open(folder))["measured"]["dino"]["identity"]["weights"] == "1"


@pytest.mark.process
def test_texts_that_were_cut_are_counted_and_scales_are_told(home, rulers):
    folder = replayed(home, {0: "no drawing"})
    measure.measure(Run.open(folder), ["clip"])
    figures = score.score(Run.open(folder))
    assert scores(folder)["clip"].to_list()[:3] == [0, len("square number 1"), len("square number 2")]
    assert figures["measured"]["clip"]["cut"] == 1
    assert 0 <= figures["parts"]["clip"]["low"] <= figures["parts"]["clip"]["value"] <= figures["parts"]["clip"]["high"]
    # The ruler's value of a drawing is the length of its text; every row's own drawing can be drawn.
    originals = sum(len(f"square number {number}") for number in range(12)) / 12
    assert figures["summary"]["CLIP score of the originals"]["value"] == pytest.approx(originals)


def test_originals_have_no_figure_if_a_row_has_no_drawing_of_its_own(home, rulers, monkeypatch):
    without = BENCHMARK.replacing(
        reference=lambda row: "" if row["id"] == "square-3" else f"```svg\n{row['code']}\n```"
    )
    monkeypatch.setattr(families, "get", {without.config: without}.__getitem__)
    folder = replayed(home, {})
    measure.measure(Run.open(folder), ["clip"])
    assert "summary" not in score.score(Run.open(folder))


@pytest.mark.process
def test_a_whole_set_has_one_figure_with_failures_in_it_as_empty_pages(home, rulers):
    folder = replayed(home, {})
    measure.measure(Run.open(folder), ["fid"])
    assert score.score(Run.open(folder))["summary"]["FID"]["value"] == 0.0
    failing = replayed(home, {0: "no drawing", 3: "none either"}, "failing")
    done = measure.measure(Run.open(failing), ["fid"])
    assert done.values["fid"] == pytest.approx(2 * 255 * 2 / 12)
    output = score.score(Run.open(failing))["measured"]["fid"]
    assert (output["pictures"], output["originals"], output["failed"]) == (12, 12, 2)
    assert measure.measure(Run.open(failing), ["fid"]).made == {"fid": 0}


@pytest.mark.process
def test_distances_of_one_network_look_at_the_pictures_once(home, rulers):
    folder = replayed(home, {})
    assert measure.measure(Run.open(folder), ["fid", "kid"]).made == {"fid": 1, "kid": 1}
    assert rulers["fid"].shown == [12, 12]
    assert rulers["kid"].shown == []
    assert score.score(Run.open(folder))["summary"].keys() >= {"FID", "KID"}


@pytest.mark.process
def test_the_figure_of_a_set_that_changed_is_not_told(home, rulers):
    folder = replayed(home, {})
    measure.measure(Run.open(folder), ["fid"])
    responses = pl.read_parquet(folder / "responses" / "part-*.parquet")
    rewritten.responses(folder, responses.with_columns(completion=pl.lit(RED)))
    figures = score.score(Run.open(folder))
    assert "FID" not in figures.get("summary", {})
    assert figures["measured"]["fid"]["stale"] is True
    assert measure.measure(Run.open(folder), ["fid"]).made == {"fid": 1}


def test_samples_share_their_originals(home, rulers):
    items = [{"id": f"square-{n}", "sample": s, "completion": RED} for n in range(12) for s in range(3)]
    (home / "answers.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    run.run(BENCHMARK, str(home / "data"), home / "run", run.Options("replay", str(home / "answers.jsonl"), n=3))
    done = measure.measure(Run.open(home / "run"), ["dino", "fid"])
    assert done.made == {"dino": 3, "fid": 1}
    assert (done.figures["fid"]["pictures"], done.figures["fid"]["originals"]) == (36, 12)
    assert done.figures["dino"]["measured"] == 36


def test_without_a_choice_all_are_measured(home, rulers):
    folder = replayed(home, {})
    assert list(measure.measure(Run.open(folder)).values) == list(BENCHMARK.scoring.learned)


def test_measures_that_are_not_installed_are_left_out_unless_asked_for_or_all_are(home, rulers, capsys, monkeypatch):
    folder, load = replayed(home, {}), learned.load

    def without(*missing):
        def loading(name, *arguments):
            if name in missing:
                raise NotInstalled(f"{name} needs a library")
            return load(name, *arguments)

        monkeypatch.setattr(learned, "load", loading)

    names = list(BENCHMARK.scoring.learned)
    without(names[0])
    assert list(measure.measure(Run.open(folder)).values) == names[1:]
    assert f"left out: {names[0]} needs a library" in capsys.readouterr().err
    with pytest.raises(NotInstalled, match="needs a library"):
        measure.measure(Run.open(folder), [names[0]])
    without(*names)
    with pytest.raises(NotInstalled, match=f"{names[0]} needs"):
        measure.measure(Run.open(folder))


def test_mistakes_are_told(home, rulers, capsys):
    folder = replayed(home, {})
    with pytest.raises(UserError, match="did you mean 'dino'"):
        measure.measure(Run.open(folder), ["dion"])
    with pytest.raises(UserError, match="given twice"):
        measure.measure(Run.open(folder), ["dino=a", "dino=b"])
    with pytest.raises(UserError, match="not a run folder"):
        measure.measure(Run.open(home / "nowhere"))
    assert main.main(["annotate", "measure", str(folder), "--with", "bert_score"]) == 2
    assert "has no measure 'bert_score'" in capsys.readouterr().err


def test_a_config_without_learned_measures_says_so(home, rulers, monkeypatch):
    folder = replayed(home, {})
    monkeypatch.setattr(families, "get", lambda config: BENCHMARK.replacing(learned={}, headline=("accuracy",)))
    with pytest.raises(UserError, match="has no learned measures"):
        measure.measure(Run.open(folder))


def test_a_row_without_an_original_is_named(home, rulers, monkeypatch):
    folder = replayed(home, {})
    broken = BENCHMARK.replacing(learned={"dino": lambda row: "" if row["id"] == "square-7" else row["code"]})
    monkeypatch.setattr(families, "get", lambda config: broken)
    with pytest.raises(UserError, match="row square-7 has no valid reference"):
        measure.measure(Run.open(folder))


def test_the_command_tells_what_it_did(home, rulers, capsys):
    folder = replayed(home, {1: "none"})
    arguments = [
        "annotate",
        "measure",
        str(folder),
        "--with",
        "dino=ORG/NAME",
        "--with",
        "fid",
        "--device",
        "cpu",
        "--batch-size",
        "4",
    ]
    assert main.main(arguments) == 0
    output = capsys.readouterr().out
    assert "DINOv2 cosine 0.9167 (ORG/NAME on cpu: 12 completions, 4 new, 1 without a drawing or text)" in output
    assert f"Next: sgpkit score {folder}" in output


@pytest.mark.process
def test_what_is_compared_with_may_depend_on_how_the_rows_were_asked(home, rulers, monkeypatch):
    folder = replayed(home, {})
    by_mode = BENCHMARK.replacing(learned={"clip": lambda row: f"{row['mode']} {row['name']}"}, headline=("accuracy",))
    monkeypatch.setattr(families, "get", lambda config: by_mode)
    measure.measure(Run.open(folder))
    assert score.score(Run.open(folder))["measured"]["clip"]["waiting"] == 0
    assert scores(folder)["clip"][0] == len("text square number 0")


@pytest.mark.parametrize("config", families.names())
def test_configs_name_measures_that_there_are_and_that_fit_their_answers(config):
    benchmark = families.get(config)
    for name in benchmark.scoring.learned:
        kind = learned.MEASURES[name]
        assert kind.predicted == ("text" if benchmark.answer_format == "text" else "drawing")
        assert benchmark.answer_format in ("text", *formats.names())
    assert set(benchmark.scoring.preferred) <= {"judge", *benchmark.scoring.learned}


@pytest.mark.process
def test_a_measured_run_is_submitted_and_verified_with_its_values(home, rulers):
    folder = replayed(home, {1: "no drawing"})
    measure.measure(Run.open(folder), ["dino", "fid"])
    score.score(Run.open(folder))
    submitted = package.package(ScoredRun.open(folder), home / "submissions").folder
    assert verify.verify(submitted, str(home / "data")).findings == ()
    judges = json.loads((submitted / "manifest.json").read_text())["judges"]
    assert [judge["engine"] for judge in judges] == ["sgpkit annotate measure, dino", "sgpkit annotate measure, fid"]
    for odd in ([], {"dino": 5}, {"dino": {"identity": {}, "set": {"key": "x"}}}, {"fid": {"identity": {}}}):
        (submitted / "measured" / "run.json").write_text(json.dumps({"measures": odd}))
        submissions.settle(submitted)
        (result,) = verify.verify(submitted, str(home / "data")).findings
        assert result.kind == "submission"
    assert "fid: set: expected a key and a number" in result.message
