"""`import sgpkit`: the functions that do what the commands do, with typed results."""

import dataclasses
import html.parser
import inspect
import io
import json
import pickle
import pydoc
import subprocess
import sys
import traceback
from importlib import metadata

import polars as pl
import pytest

import sgpkit
from sgpkit import bars, engines
from sgpkit.api import catalogue, options, running, shown
from sgpkit.api.building import Builds, Built
from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.reports import terminal

pytestmark = pytest.mark.process

CONFIG = "ssvg-molecule-svg"


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("api")
    builds = sgpkit.build(CONFIG, limit=4, out=folder / "data", workers=1)
    assert builds.to_polars().filter(pl.col("split") == "test")["rows"].to_list() == [4]
    for name in ("reference", "empty"):
        ran = sgpkit.run(CONFIG, engine="baseline", model=name, data=folder / "data", out=folder / name)
        assert ran.complete and ran.finished and ran.to_polars().height == 4
        sgpkit.score(folder / name)
    return folder


@pytest.mark.process
def test_importing_it_imports_nothing_heavy():
    heavy = "{'polars', 'numpy', 'datasets', 'click', 'sgpkit.api', 'sgpkit.families'}"
    code = (
        f"import sys, sgpkit; assert not {heavy} & sys.modules.keys(); assert set(sgpkit.__all__) == set(dir(sgpkit))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


PUBLIC = sorted(set(sgpkit.__all__) - {"__version__"})


@pytest.mark.parametrize("name", PUBLIC)
def test_public_names_are_documented_and_belong_to_the_public_module(name):
    function = getattr(sgpkit, name)
    assert (function.__module__, function.__name__) == ("sgpkit", name)
    assert pydoc.describe(function) and len(function.__doc__) >= len("A report page.")
    assert pickle.loads(pickle.dumps(function)) is function


@pytest.mark.parametrize("name", [name for name in PUBLIC if inspect.isfunction(getattr(sgpkit, name))])
def test_keyword_arguments_are_explicit(name):
    kinds = [parameter.kind for parameter in inspect.signature(getattr(sgpkit, name)).parameters.values()]
    assert inspect.Parameter.VAR_KEYWORD not in kinds


def test_a_run_takes_every_option_that_an_engine_takes():
    taken = set(inspect.signature(sgpkit.run).parameters)
    asked = {*running.OWN, *options.SAMPLING, *options.ENGINE_OPTIONS}
    assert taken == asked | {"config", "engine", "model", "data", "out"}
    assert set(inspect.signature(sgpkit.evaluate_models).parameters) >= {*options.SAMPLING, *options.ENGINE_OPTIONS}
    for module in map(engines.load, engines.names()):
        assert set(getattr(module, "OPTIONS", ())) <= taken


def test_an_error_is_named_by_the_public_module():
    with pytest.raises(sgpkit.UserError) as caught:
        sgpkit.build("sgp-symetry")
    assert traceback.format_exception_only(caught.value)[0].startswith("sgpkit.UserError: unknown config")


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'rnu'"):
        _ = sgpkit.rnu


def test_benchmarks_are_listed_and_filtered():
    every = sgpkit.benchmarks()
    assert len(every) > 20
    molecules = sgpkit.benchmarks("molecule-svg")
    assert [config.config for config in molecules] == [CONFIG]
    assert molecules.to_polars()["family"].to_list() == ["ssvg_bench"]
    assert molecules.configs[0].scored and "loop" in molecules.configs[0].strategies


def test_benchmarks_say_which_extras_are_missing(monkeypatch, capsys):
    def needs():
        catalogue.installed.cache_clear()
        return {config.config: config.needs for config in sgpkit.benchmarks() if config.needs}

    assert needs() == {}
    real = metadata.version
    monkeypatch.setattr(metadata, "version", lambda name: real("none" if name == "scikit-learn" else name))
    assert needs() == {"sgp-mnist": ("digits",)}
    assert main(["list", "sgp-mnist"]) == 0 and "pip install 'sgpkit[digits]'" in capsys.readouterr().out
    assert main(["list"]) == 0 and "  (needs sgpkit[digits])\n" in capsys.readouterr().out
    catalogue.installed.cache_clear()


def test_a_build_names_missing_extras_before_it_starts(tmp_path, monkeypatch):
    monkeypatch.setattr(catalogue, "installed", lambda extra: False)
    with pytest.raises(UserError, match=r"sgp-mnist, sgp-cad-3d need packages (.|\n)*'sgpkit\[digits,cad\]'"):
        sgpkit.build("sgp-symmetry", "sgp-mnist", "sgp-cad-3d", out=tmp_path / "data")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"limit": -1}, "limit: expected a whole number of at least 1, got -1"),
        ({"limit": "x"}, "limit: expected a whole number of at least 1, got 'x'"),
        ({"limit": True}, "limit: expected a whole number of at least 1, got True"),
        ({"workers": 0}, "workers: expected a whole number of at least 1, got 0"),
        ({"seed": 1.5}, "seed: expected a whole number, got 1.5"),
    ],
)
def test_numbers_of_a_build_are_those_of_the_command(tmp_path, option, message):
    with pytest.raises(UserError, match=message):
        sgpkit.build("sgp-symmetry", out=tmp_path, **option)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"n": 0}, "n: expected a whole number of at least 1, got 0"),
        ({"limit": 2.0}, "limit: expected a whole number of at least 1, got 2.0"),
        ({"temperature": -1}, "temperature: expected a number of at least 0, got -1"),
        ({"top_p": 0}, "top_p: expected a number above 0 and at most 1, got 0"),
        ({"seed": -1}, "seed: expected a whole number of at least 0, got -1"),
        ({"max_cost": float("nan")}, "max_cost: expected a number of at least 0, got nan"),
    ],
)
def test_numbers_of_a_run_are_those_of_the_command(home, tmp_path, option, message):
    with pytest.raises(UserError, match=message):
        sgpkit.run(CONFIG, engine="baseline", model="reference", data=home / "data", out=tmp_path, **option)


def test_rows_choose_the_same_subset_as_on_the_command_line(home, tmp_path):
    chosen = sgpkit.run(CONFIG, engine="baseline", model="empty", rows=3, data=home / "data", out=tmp_path / "api")
    given = ["--engine", "baseline", "--model", "empty", "--data", str(home / "data"), "--rows", "3"]
    assert main(["run", CONFIG, *given, "--out", str(tmp_path / "cli")]) == 0
    subset = chosen.to_polars()["id"].to_list()
    assert len(subset) == 3
    assert pl.read_parquet(tmp_path / "cli" / "responses" / "*.parquet")["id"].to_list() == subset


def test_results_are_frozen(home):
    scores = sgpkit.score(home / "reference")
    with pytest.raises(dataclasses.FrozenInstanceError):
        scores.value = 0.0


def test_scores_are_those_of_the_command(home, capsys):
    scores = sgpkit.score(home / "reference")
    assert (scores.value, scores.n, scores.statuses) == (1.0, 4, {"ok": 4})
    assert scores.low is None and scores.high is None, "four drawings are too few for an interval"
    assert scores.to_polars()["value"].to_list() == [1.0] * 4
    assert main(["score", str(home / "reference")]) == 0
    assert capsys.readouterr().out.strip() == terminal.scores(scores.figures)


def test_runs_are_compared(home):
    compared = sgpkit.compare(home / "empty", home / "reference")
    table = compared.to_polars()
    whole = table.filter(pl.col("column").is_null())
    assert whole["value"].to_list() == [1.0]
    assert compared.pairs[0].gained and not compared.pairs[0].lost


def test_a_report_is_written(home):
    report = sgpkit.report(home / "reference", out=home / "out" / "page.html")
    assert report.path.read_text().startswith("<!doctype html>")


@pytest.fixture(scope="module")
def answers(home):
    table = sgpkit.run(
        CONFIG, engine="baseline", model="reference", data=home / "data", out=home / "reference"
    ).to_polars()
    return dict(zip(table["id"].to_list(), table["completion"].to_list(), strict=True))


def test_completions_are_evaluated_in_every_form(home, answers, tmp_path):
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps({"id": name, "completion": text}) + "\n" for name, text in answers.items()))
    for completions in (list(answers.values()), answers, path, str(path)):
        evaluated = sgpkit.evaluate(CONFIG, completions, data=home / "data")
        assert (evaluated.value, evaluated.n) == (1.0, 4)
        assert set(evaluated.ids) == set(answers)
        assert evaluated.to_polars()["status"].to_list() == ["ok"] * 4


def test_a_row_without_a_completion_counts_as_not_answered(home, answers):
    first = next(iter(answers))
    evaluated = sgpkit.evaluate(CONFIG, {first: answers[first]}, data=home / "data")
    assert (evaluated.value, evaluated.n) == (0.25, 4)
    assert evaluated.statuses == {"ok": 1, "no_answer": 3}


def test_samples_of_a_file_are_scored_one_by_one(home, answers, tmp_path):
    path = tmp_path / "answers.jsonl"
    lines = [{"id": name, "sample": sample, "completion": text if sample else ""}
             for name, text in answers.items() for sample in (0, 1)]  # fmt: skip
    path.write_text("\n".join(map(json.dumps, lines)))
    evaluated = sgpkit.evaluate(CONFIG, path, data=home / "data")
    assert (evaluated.value, len(evaluated.scores)) == (0.5, 8)
    assert evaluated.samples == (0, 1) * 4


@pytest.mark.parametrize(
    ("completions", "message"),
    [
        (["one"], "expected 4 completions, one per row, got 1"),
        ({"nowhere": "x"}, "matches a row of"),
        ("nowhere.jsonl", "no file nowhere.jsonl"),
    ],
)
def test_completions_that_do_not_fit_are_refused(home, completions, message):
    with pytest.raises(UserError, match=message):
        sgpkit.evaluate(CONFIG, completions, data=home / "data")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"engine": "vlm"}, "unknown engine 'vlm'; did you mean 'vllm'"),
        ({"model": "best"}, "unknown baseline 'best'; available: .*random, reference"),
        ({"strategy": "none"}, "unknown strategy 'none'; available: .*direct"),
        ({"mode": "video"}, "unknown mode 'video'; available: "),
        ({"choice": "yes"}, "choice: expected True or False, got 'yes'"),
        ({"lite": 50}, "lite: expected True or False, got 50"),
        ({"rows": 0}, "rows: expected a whole number of at least 1, got 0"),
        ({"stop": 3}, "stop: expected a text or a list of texts, got 3"),
        ({"base_url": 8000}, "base_url: expected a text, got 8000"),
        ({"prices": 3}, "prices: expected a path, got 3"),
        ({"sampling_args": "min_p=0.1"}, "sampling_args: expected a mapping from names to values"),
        ({"lite": True, "limit": 3}, "limit: not allowed together with rows or lite"),
        ({"rows": 2, "limit": 3}, "limit: not allowed together with rows or lite"),
        ({"share": "3/2"}, "expected a share"),
        ({"engine_args": {"a": 1}}, "engine baseline has no option --engine-arg"),
    ],
)
def test_options_of_a_run_are_checked(home, given, message):
    chosen = {"engine": "baseline", "model": "empty"} | given
    with pytest.raises(UserError, match=message):
        sgpkit.run(CONFIG, data=home / "data", out=home / "never", **chosen)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda run: sgpkit.score(run, renderer="magick"), "unknown renderer 'magick'; available: cairo, resvg"),
        (lambda run: sgpkit.tables("a-paper"), "no tables of paper 'a-paper'; available: .*vgbench"),
        (lambda run: sgpkit.evaluate_models(CONFIG, engine="vlm", model="m"), "unknown engine 'vlm'; did you mean"),
        (lambda run: sgpkit.evaluate_models(CONFIG, engine="vllm", model="m", gpus=0), "gpus: expected a whole number"),
    ],
)
def test_wrong_values_are_answered_with_the_allowed_ones(home, call, message):
    with pytest.raises(UserError, match=message):
        call(home / "reference")


def test_one_text_may_stop_a_completion():
    sampling, _ = options.split({"stop": "###"})
    assert sampling == {"stop": ["###"]}


class Cells(html.parser.HTMLParser):
    """The elements of a table, and the text of each cell."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.cells = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)

    def handle_data(self, data):
        self.cells.append(data)


def test_results_show_config_model_and_headline(home):
    ran = sgpkit.run(CONFIG, engine="baseline", model="reference", data=home / "data", out=home / "reference")
    scores = sgpkit.score(home / "reference")
    assert (scores.config, scores.model, scores.value) == (CONFIG, "reference", 1.0)
    assert repr(ran) == f"RunResult({CONFIG}, reference: complete; in {home / 'reference'})"
    figure = "100.0% (no interval: 4 drawings; at least 5 are needed)"
    assert repr(scores) == f"Scores({CONFIG}, reference: {scores.headline} {figure}, n = 4)"
    assert Cells(scores._repr_html_()).cells[-5:] == [CONFIG, "reference", figure, "4", "4 ok"]
    compared = sgpkit.compare(home / "empty", home / "reference")
    assert (compared.config, compared.headline) == (CONFIG, scores.headline)
    assert repr(compared).startswith(f"Comparison({CONFIG}, {scores.headline}: reference minus empty 100.0%")
    (table,) = sgpkit.tables("ssvg-bench", home / "reference", numbers=["2"])
    assert len(repr(table)) < 80 and str(table).startswith("Table 2. ")


def test_results_are_short_and_escaped(home, answers):
    evaluated = sgpkit.evaluate(CONFIG, answers, data=home / "data")
    built = Built("<b>config</b>", {"test": 4}, 0, home)
    results = [evaluated, sgpkit.benchmarks(), Builds((built,)), sgpkit.Report(home / "<i>")]
    for result in results:
        assert len(repr(result)) < 200
        assert Cells(result._repr_html_()).elements <= {"table", "caption", "thead", "tbody", "tr", "th", "td"}
    assert len(sgpkit.benchmarks()._repr_html_().split("<tr>")) == 2 + shown.MOST


def test_progress_counts_the_submissions_that_are_verified(home, tmp_path, monkeypatch):
    for name in ("reference", "empty"):
        assert main(["submit", str(home / name), "--out", str(tmp_path / "submissions"), "--submitter", name]) == 0
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    monkeypatch.setattr(bars, "EVERY", 0.001)
    assert sgpkit.verify(tmp_path / "submissions", data=str(home / "data")).verified
    assert "verifying: 0 of 2 submissions, " in log.getvalue()


@pytest.mark.process
def test_a_submission_is_verified(home, tmp_path):
    from sgpkit.submissions import submit

    submit.submit([home / "reference"], tmp_path / "submissions", source=str(home / "data"), submitter="somebody")
    verified = sgpkit.verify(tmp_path / "submissions", data=str(home / "data"))
    assert verified.verified and len(verified) == 1
    assert verified.to_polars()["verified"].to_list() == [True]
    (manifest,) = (tmp_path / "submissions").rglob("manifest.json")
    manifest.write_text("{}")
    broken = sgpkit.verify(tmp_path / "submissions", data=str(home / "data"))
    assert not broken.verified
    assert broken.to_polars()["error"][0]
