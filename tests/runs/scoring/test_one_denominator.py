"""Every figure is over all responses, and the same wherever it is shown: `sgpkit score`, the page, the board, the API,
the metric modules, the integrations, and tables; including unreadable answers."""

import html
import json
import math
import re
from functools import partial

import polars as pl
import pytest
from paths import METRICS

import sgpkit
from sgpkit import reports
from sgpkit.benchmark import Completion, families
from sgpkit.data import build
from sgpkit.errors import NotInstalled
from sgpkit.integrations import every_eval_ever, lm_eval, tasks
from sgpkit.reports import leaderboard, terminal
from sgpkit.runs import plan, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import figures as scored_figures
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package

ROWS = 6
QUICK = ("sgp-symmetry",)
"""The configs that `make test` checks; `make test-all` checks all."""

CONFIGS = [
    pytest.param(one.config, marks=() if one.config in QUICK else (pytest.mark.slow,))
    for one in families.all_benchmarks()
    if one.built_with_all
]

pytestmark = pytest.mark.process


def alter(index, text):
    """Give every third row an empty answer, and every third one half of the reference, cut by the token limit. The
    server refuses the first row, so that it is not asked."""
    if index == 0:
        return {"completion": "", "finish_reason": "content_filter", "error": "refused"}
    return [
        {"completion": ""},
        {"completion": text[: len(text) // 2], "finish_reason": "length"},
        {"completion": text},
    ][index % 3]


class Answered:
    """A scored run of a config, its rows, its answers, and the scores of the references."""

    def __init__(self, config, folder):
        self.folder, self.benchmark = folder, families.get(config)
        self.data = folder / "data"
        build.build(self.benchmark, self.data, limit=ROWS)
        asked = plan.plan(self.benchmark, str(self.data), plan.Options("baseline", "reference"))
        self.rows = [tasks.whole_row(asked, row) for row in asked.rows]
        texts = [self.benchmark.evidence.reference(row) for row in self.rows]
        self.answers = [
            {"id": row["id"], **alter(*pair)} for row, pair in zip(self.rows, enumerate(texts), strict=True)
        ]
        self.file = folder / "answers.jsonl"
        self.file.write_text("".join(json.dumps(answer) + "\n" for answer in self.answers))
        self.run = folder / "run"
        run.run(self.benchmark, str(self.data), self.run, plan.Options("replay", str(self.file), name="org/model"))
        score.score(Run.open(self.run))
        self.figures = json.loads((self.run / "scores.json").read_text())
        self.table = pl.read_parquet(next((self.run / "scores").glob("*.parquet")))
        self.best = self.benchmark.scoring.score(self.rows, [Completion(text) for text in texts])

    def mean(self, name=""):
        """Return the mean of a part, by default the value, over all rows to which it applies, because the reference has
        it."""
        values = self.table["value"] if not name else self.table[name].fill_null(0.0)
        if name:
            values = values.filter(pl.Series([name in best.parts for best in self.best]))
        return math.fsum(values) / len(values), len(values)


@pytest.fixture(params=CONFIGS, scope="module")
def answered(request, tmp_path_factory):
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SGPKIT_SCORING", "direct")
            return Answered(request.param, tmp_path_factory.mktemp(request.param))
    except NotInstalled as missing:
        pytest.skip(str(missing))


def test_means_of_a_run_are_over_all_responses(answered):
    figures, among = answered.figures, answered.benchmark.scoring.figure_names()
    assert sum(figures["statuses"].values()) == figures["n"] == len(answered.rows)
    assert figures["statuses"]["ok"] < figures["n"]
    assert figures["value"] == pytest.approx(answered.mean()[0])
    names = {name for best in answered.best for name in best.parts} - among.keys() - {figures["headline"]}
    assert names <= figures["parts"].keys()
    for name in names:
        assert (figures["parts"][name]["value"], figures["parts"][name]["n"]) == pytest.approx(answered.mean(name)), (
            name
        )
    for name, title in among.items():
        assert name not in figures["parts"]
        if name in answered.table.columns:
            assert figures["parts"][title]["n"] == answered.table[name].count()


def test_unreadable_answers_have_no_more_than_the_reference(answered):
    unread = answered.table.filter(pl.col("status") != "ok")
    assert unread.height and (unread["value"] == 0).all()
    assert all(reason for reason in unread["reason"])


MODULES = {
    "choice": ("choice_accuracy", {}, {"value": "accuracy"}),
    "ssvg-geometry": ("ssvg_structure", {"task": "geometry"}, {"value": "accuracy", "strict": "mean_strict"}),
    "ssvg-molecule": (
        "ssvg_structure",
        {"task": "molecule"},
        {"value": "accuracy", "strict": "mean_strict", "precision": "mean_precision", "coverage": "mean_coverage"},
    ),
    "turtle": ("turtle_match", {}, {"value": "solved", "iou": "mean_iou", "strict": "mean_strict"}),
    "vectorgym-text": ("svg_similarity", {}, {"value": "similarity", "mse": "mean_mse", "ssim": "mean_ssim"}),
    "vectorgym-edit": ("svg_edit", {}, {"value": "edited", "kept": "mean_kept"}),
    "vectorgym-caption": ("caption_quality", {}, {"value": "quality", "bleu": "mean_bleu", "rouge_l": "rouge_l_f1"}),
    "vgen-graphviz": ("scene_match", {"format": "dot"}, {"value": "scene_match", "labels": "mean_labels"}),
    "vgen": ("scene_match", {}, {"scene_match": "scene_match", "precision": "mean_precision"}),
}
"""By the beginning of a config's name, or by its answers: the metric module that scores it, its options, and its figures
by the name of the run's."""


def module_of(benchmark):
    named = [entry for name, entry in MODULES.items() if benchmark.config.startswith(name)]
    has_options = benchmark.answer_format == "choice" and "options" in benchmark.rows.columns
    return (*named, *([MODULES["choice"]] if has_options else []), None)[0]


def test_the_metric_module_gives_the_same_figures_and_intervals(answered):
    import evaluate

    entry = module_of(answered.benchmark)
    if entry is None:
        pytest.skip("no metric module scores this config")
    module, options, names = entry
    format = answered.benchmark.answer_format
    if "task" in options or (module == "scene_match" and "format" not in options):
        options = options | {"format": format}
    if module == "turtle_match":
        options = options | {"setting": answered.rows[0]["setting"]}
    result = evaluate.load(str(METRICS / module / f"{module}.py"), keep_in_memory=True).compute(
        predictions=[Completion(item["completion"], item.get("finish_reason", "stop")) for item in answered.answers],
        references=answered.rows,
        **options,
    )
    for ours, theirs in names.items():
        figure = answered.figures if ours == "value" else answered.figures["parts"].get(ours)
        if figure is None:
            assert result[theirs] is None
            continue
        assert result[theirs] == pytest.approx(figure["value"]), ours
        interval = result["intervals"][theirs]
        assert (interval["n"], interval["clusters"], interval["method"]) == tuple(
            figure[name] for name in ("n", "clusters", "method")
        ), ours
        assert interval["low"] == pytest.approx(figure["low"]), ours
        assert interval["high"] == pytest.approx(figure["high"]), ours


def test_the_python_api_gives_the_same_figures(answered):
    evaluated = sgpkit.evaluate(answered.benchmark.config, answered.file, data=answered.data)
    scores = sgpkit.score(answered.run, data=str(answered.data))
    figures = answered.figures
    for given in (evaluated, scores):
        assert (given.value, given.n) == pytest.approx((figures["value"], figures["n"]))
        assert given.method == figures["method"]
        assert dict(given.statuses) == figures["statuses"]
    low, high = (None if math.isnan(end) else end for end in (evaluated.low, evaluated.high))
    assert (low, high) == (scores.low, scores.high) == (figures["low"], figures["high"])


def test_the_integrations_give_the_same_scores(answered):
    asked = tasks.planned(answered.benchmark.config, str(answered.data))
    completions = [Completion(item["completion"], item.get("finish_reason", "stop")) for item in answered.answers]
    answers = [(row, 0, completion) for row, completion in zip(answered.rows, completions, strict=True)]
    scores = tasks.scores_among(asked, answers)
    assert math.fsum(score.value for score in scores) / len(scores) == pytest.approx(answered.figures["value"])
    record = every_eval_ever.aggregate(ScoredRun.open(answered.run, str(answered.data)), "us", "first_party")
    (headline, *parts) = record["evaluation_results"]
    assert headline["score_details"]["score"] == answered.figures["value"]
    assert headline["score_details"]["uncertainty"]["num_samples"] == answered.figures["n"]
    for part in parts:
        own = answered.figures["parts"][part["metric_config"]["metric_name"]]
        assert part["score_details"]["score"] == own["value"]


def test_lm_eval_counts_unreadable_answers(answered):
    benchmark = answered.benchmark
    if benchmark.scoring.batch_dependent or len(benchmark.prompts.modes) > 1:
        pytest.skip("asked in another way")
    way = {"config": benchmark.config, "data": str(answered.data), "strategy": next(iter(benchmark.prompts.strategies))}
    process = partial(lm_eval.process, results=[""])
    document = way | {"mode": benchmark.prompts.modes[0], "id": answered.rows[0]["id"]}
    assert process(document) == {benchmark.scoring.value_name: 0.0}


def test_page_terminal_and_tables_show_the_same_figures(answered):
    figures = answered.figures
    page = reports.write([answered.run], answered.folder / "report.html").read_text()
    shown = html.unescape(re.sub(r"<[^>]+>", " ", page.partition('<table class="overview"')[2]))
    assert f"{figures['value']:.1%}" in shown
    reason = scored_figures_reason(figures)
    bounds = f"{figures['low']:.1%} – {figures['high']:.1%}" if figures["low"] is not None else reason
    assert bounds in shown
    text = terminal.scores(figures, full=True)
    assert f"{figures['value']:.1%}" in text
    for part in answered.benchmark.scoring.shown_parts:
        if part in figures["parts"]:
            assert f"{part} {figures['parts'][part]['value']:.1%}" in re.sub(r"\s+", " ", shown)
    table = scored_figures.as_table(figures)
    assert table["value"][0] == figures["value"]


def scored_figures_reason(figures):
    """Return the reason why a figure has no interval."""
    return figures["method"].removeprefix("none: ")


def test_the_board_shows_the_same_figures(answered):
    out = answered.folder / "submissions"
    package.package(ScoredRun.open(answered.run, str(answered.data)), out)
    leaderboard.write([out], answered.folder / "site", str(answered.data))
    (board,) = json.loads((answered.folder / "site" / "leaderboard.json").read_text())
    (line,) = [line for line in board["lines"] if line["kind"] == "submission"]
    assert line["verification"] == "scored again", line["remarks"]
    for name in ("value", "low", "high", "n", "clusters", "method"):
        assert line[name] == answered.figures[name]
    shown = html.unescape(re.sub(r"<[^>]+>", " ", (answered.folder / "site" / "index.html").read_text()))
    for part, figure in line["beside"].items():
        assert figure == answered.figures["parts"][part]
        bounds = "" if figure["low"] is None else f" ({figure['low']:.1%} – {figure['high']:.1%})"
        assert f"{part} {figure['value']:.1%}{bounds}" in shown
    for name, part in line["beside"].items():
        assert part["value"] == answered.figures["parts"][name]["value"]
