"""Shortcuts on tasks that ask for programs: their answers, and the gate of every config at a test size."""

import re
from functools import cache

import builtin_rows
import pytest

from sgpkit.baselines import shortcuts
from sgpkit.baselines.shortcuts import captions, others, substitution
from sgpkit.benchmark import Benchmark, Evidence, Prompts, Rows, Score, Scoring, Skipped, Source, families, messages
from sgpkit.engines import Request, Setup, baseline
from sgpkit.graphics import scene
from sgpkit.quality import probing
from sgpkit.quality.probes import solvers
from sgpkit.status import Status

pytestmark = pytest.mark.sandbox

RULES = {"nearest", "frequent"}
BY_CONFIG = {
    "gen-composition": {"listed-grid", "listed-row", "listed-column"},
    "gen-object": {"listed-grid", "listed-row", "listed-column"},
    "gen-scene": {"listed-grid", "listed-row", "listed-column"},
    "edit-svg": {"substituted", "unchanged", "scour"},
    "fix-svg": {"substituted", "unchanged", "scour"},
    "optimise-svg": {"substituted", "unchanged", "scour"},
    "turtle-scratch": set(),
    "turtle-tweak": {"substituted", "unchanged"},
    "ssvg-geometry-svg": {"substituted", "unchanged"},
}
"""Configs that are tried here, with the shortcuts that apply in addition to those of other rows."""

ROWS = {"gen-composition": 120, "gen-object": 60, "gen-scene": 60, "edit-svg": 40}
FEW = 20


@cache
def figures(config):
    benchmark = families.get(config)
    rows = {split: [row for name, row in builtin_rows.of(config) if name == split] for split in ("test", "train")}
    count = ROWS.get(config, FEW)
    test = rows["test"][:: max(1, len(rows["test"]) // count)][:count]
    return solvers.figures(benchmark, test, rows["train"], probing.another_seed(benchmark, 0, 400))


@pytest.mark.slow
@pytest.mark.parametrize("config", [pytest.param(config, marks=builtin_rows.group(config)) for config in BY_CONFIG])
def test_no_shortcut_solves_many_rows(config):
    result = figures(config)
    above = [(figure.probe, figure.target, figure.split, figure.estimate) for figure in result if not figure.passes]
    assert not above
    assert {figure.probe for figure in result} == RULES | BY_CONFIG[config]
    splits = {figure.split for figure in result if figure.probe == "nearest"}
    assert {"random", "another seed"} <= splits


@pytest.mark.slow
def test_tasks_that_a_shortcut_solves_by_their_nature_are_named_and_are_no_part_of_the_rest():
    listed = {figure.target: figure for figure in figures("gen-composition") if figure.probe == "listed-grid"}
    for kind in ("binding", "numeracy"):
        assert listed[f"full marks: {kind}"].estimate.value == 1
        assert listed[f"full marks: {kind}"].reason
    assert listed["full marks: relation"].estimate.value < 0.1
    assert listed["full marks"].estimate.n == 120 * 7 / 10  # two kinds of binding and one of numeracy, of ten
    recolored = {figure.target: figure for figure in figures("edit-svg") if figure.probe == "substituted"}
    assert recolored["full marks: recolor"].estimate.value > 0.5
    assert recolored["full marks"].estimate.value < 0.1


def test_published_tasks_of_two_literals_are_search_and_replace(fixtures_path):
    """SVGEditBench's first task names the existing code: a limit of the published form."""
    benchmark = families.get("edit-svg")
    rows = [row for _, row in benchmark.rows.sources["svgeditbench"].read(str(fixtures_path / "svgeditbench"), 0)]
    recolored = [row for row in rows if row["task"] == "recolor"]
    answers = shortcuts.answers(benchmark)["substituted"](recolored, ())
    assert sum(value == 1 for value in solvers.values(benchmark, recolored, answers)) >= 10 <= len(recolored)


test_published_tasks_of_two_literals_are_search_and_replace = pytest.mark.realdata(
    test_published_tasks_of_two_literals_are_search_and_replace
)


# --- a benchmark of words, which tests the gate itself ----------------------------------------------------------------


def score(rows, completions):
    values = [float(completion.text == row["code"]) for row, completion in zip(rows, completions, strict=True)]
    return [Score(value, {}, Status.OK, "") for value in values]


WORDS = Benchmark(
    config="words",
    title="Words",
    paper="none",
    answer_format="text",
    rows=Rows(
        columns=dict.fromkeys(("id", "cluster", "source", "license", "prompt", "code", "kind"), "string"),
        sources={"builtin": Source(lambda path, seed: iter(()))},
        groups=("kind",),
    ),
    prompts=Prompts(
        strategies={"direct": lambda row, ask: messages(row["prompt"])},
    ),
    scoring=Scoring(
        score=score,
        headline=("right",),
    ),
    evidence=Evidence(
        reference=lambda row: row["code"],
    ),
)


def row(number, prompt, code, kind="a"):
    return {"id": str(number), "cluster": f"drawing {number}", "prompt": prompt, "code": code, "kind": kind}


def test_rows_whose_answers_stand_in_the_train_split_are_above_the_limit():
    names = [f"word{number}" for number in range(30)]
    rows = [row(number, f"draw {name}", f"<{name}>") for number, name in enumerate(names)]
    train = [line | {"cluster": f"train {line['id']}"} for line in rows]
    by_split = {figure.split: figure for figure in solvers.figures(WORDS, rows, train) if figure.probe == "nearest"}
    assert by_split["train"].estimate.value == 1
    assert not by_split["train"].passes
    assert by_split["random"].estimate.value == 0
    assert by_split["random"].passes


def test_an_answer_that_many_rows_have_is_above_the_limit():
    rows = [row(number, f"draw {number}", "same" if number % 4 == 0 else f"own {number}") for number in range(40)]
    (constant,) = (figure for figure in solvers.figures(WORDS, rows) if figure.probe == "frequent")
    assert constant.estimate.value == 0.25
    assert not constant.passes
    assert constant.limit == pytest.approx(0.1)


def test_rows_of_one_drawing_never_answer_one_another():
    one, two = row(1, "a red circle", "A"), row(2, "a red circle", "A")
    other = row(3, "something else", "B")
    same = two | {"cluster": one["cluster"]}
    known = [one, same, other]
    assert others.nearest(lambda line: line["code"], lambda line: line["prompt"], [one], known) == ["B"]
    assert others.frequent(lambda line: line["code"], [one], known) == ["B"]
    assert others.nearest(lambda line: line["code"], lambda line: line["prompt"], [one], [one]) == [""]


def test_few_rows_and_choices_have_no_figures():
    assert solvers.figures(WORDS, [row(1, "a", "b")]) == []
    assert shortcuts.answers(families.get("sgp-svg")) == {}


def test_rows_that_a_build_completes_are_learned_from_as_completed(monkeypatch):
    """Two prompts of each drawing alternate; the source gives neither words nor answers."""

    def unfinished(path, seed):
        for number in range(300):
            yield "test", {"id": f"{seed} {number}", "cluster": str(number // 2), "kind": "ab"[number % 2]}

    def finish(line):
        if line["id"].endswith("0"):
            return Skipped(line["id"], "cannot be drawn")
        return line | {"prompt": f"draw {line['id']}", "code": f"<{line['id']}>"}

    benchmark = WORDS.replacing(config="unfinished-words", sources={"builtin": Source(unfinished)}, finish=finish)
    monkeypatch.setattr(families, "locate", lambda config: ("words", benchmark))
    learned = probing.another_seed(benchmark, 0)
    assert 80 < len(learned) < 100
    assert {line["kind"] for line in learned} == {"a", "b"}
    assert all(line["id"].startswith("1 ") and line["code"] == f"<{line['id']}>" for line in learned)
    few = probing.finished(benchmark, [line | {"id": "x"} for line in learned], 7)
    assert len(few) == 7
    whole = benchmark.replacing(
        sources={"builtin": Source(lambda path, seed: map(with_answers, unfinished(path, seed)))}
    )
    monkeypatch.setattr(families, "locate", lambda config: ("words", whole))
    assert len(probing.another_seed(whole, 0)) == 300


def with_answers(item):
    return item[0], item[1] | {"prompt": "draw", "code": "<a>"}


def test_shortcuts_are_baselines():
    rows = [row(number, f"draw {number // 2}", f"<{number // 2}>") for number in range(8)]
    engine = baseline.open_engine(Setup("nearest", WORDS, rows))
    answers = dict(engine.generate([Request(line, 0, 0, []) for line in rows]))
    assert [answers[index].text for index in range(8)] == [line["code"] for line in rows]


# --- answers ----------------------------------------------------------------------------------------------------------


def shapes(code):
    return [(re.match(r"<(\w+)", element)[0], re.search(r'fill="(.*?)"', element)[1]) for element in elements(code)]


def elements(code):
    return re.findall(r"<(?:circle|rect|ellipse|polygon)[^>]*>", code)


def test_the_figures_of_a_caption_are_listed_once_each():
    code = captions.listed("Two red circles and a blue square. The blue square is above all two red circles.")
    assert shapes(code) == [("<circle", "#ff0000")] * 2 + [("<rect", "#0000ff")]
    assert len(scene.read(code).shapes) == 3
    row, column = (captions.listed("a red circle, a blue circle", layout) for layout in ("row", "column"))
    assert re.findall(r'cx="(\d+)" cy="(\d+)"', row) == [("100", "100"), ("300", "100")]
    assert re.findall(r'cx="(\d+)" cy="(\d+)"', column) == [("100", "100"), ("100", "300")]
    assert elements(captions.listed("a horse")) == []


@pytest.mark.parametrize(
    ("instruction", "before", "after"),
    [
        ("Change the part with #AA8ED6 to white.", 'fill="#AA8ED6" stroke="#000"', 'fill="white" stroke="#000"'),
        ("Fill the red star with blue (#0000ff).", 'fill="#d32f2f"', 'fill="#0000ff"'),
        ("It has four squares instead of six.", "range(6): 16", "range(4): 16"),
        ("Move it to the left.", 'x="5"', 'x="5"'),
        ("Do this: 1. Turn the red star. 2. Paint the red star green (#00aa00).", "#dd0000", "#00aa00"),
    ],
)
def test_literals_are_substituted(instruction, before, after):
    assert substitution.substituted(instruction, before) == after
