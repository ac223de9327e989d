"""Checks before any row is asked: the estimate, and the refusals."""

from dataclasses import fields, replace

import measured_engine
import pytest
import toy
from measured_engine import words

from sgpkit import engines
from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.engines import ModelProperties
from sgpkit.errors import NotInstalled, UserError
from sgpkit.reports import terminal
from sgpkit.runs import estimate, plan, run
from sgpkit.runs import folder as run_folder
from sgpkit.runs.folder import Run

ROWS = 12


def with_picture(row, options):
    """Give the odd rows a picture."""
    text = {"type": "text", "text": "What is it? Answer A or B."}
    picture = {"type": "image", "image": b"\x89PNG"}
    return [{"role": "user", "content": [picture, text] if row["parity"] == "odd" else "What is it? Answer A or B."}]


BENCHMARK = toy.PLAIN.replacing(
    strategies=toy.PLAIN.prompts.strategies | {"picture": with_picture},
    modes=("text", "image"),
    sampling={"temperature": 0.0, "max_tokens": 50},
    reference=lambda row: f"The answer is {row['answer']}",
)


@pytest.fixture
def known(tmp_path, monkeypatch):
    """Set the engine's known properties, and yield the folder to work in."""
    monkeypatch.setattr(families, "get", lambda config: BENCHMARK)
    monkeypatch.setattr(engines, "load", lambda name: measured_engine)
    monkeypatch.setattr(measured_engine, "LOG", tmp_path / "asked.txt")
    monkeypatch.chdir(tmp_path)
    build.build(BENCHMARK, tmp_path / "data", workers=1)

    def knowing(**measurements):
        monkeypatch.setattr(measured_engine, "MEASURE", ModelProperties(words, exact=True, **measurements))
        return tmp_path

    return knowing


def estimated(tmp_path, **options):
    planned = plan.plan(BENCHMARK, "data", plan.Options("measured", "m", **options))
    return estimate.estimate(planned, tmp_path / "run")


def test_the_sum_is_right(known):
    """ "What follows 3? Answer A or B." has seven words, the reference four."""
    folder = known(context=100, cost=lambda given, taken: given + 10 * taken, currency="coins")
    result = estimated(folder, n=2)
    assert (result.rows, result.conversations, result.answered, result.requests) == (ROWS, 24, 0, 24)
    assert (result.tokens_in, result.tokens_out, result.most_out) == (24 * 7, 24 * 4, 24 * 50)
    text = estimate.as_text(result)
    assert "cost          likely 1,128.00, at most 12,168.00 coins" in text
    assert "100 tokens: 0 prompts do not fit" in text
    assert not (folder / "run").exists(), "an estimate writes nothing"


def test_turns_of_a_conversation_are_counted_as_if_answered_by_the_reference(known):
    result = estimated(known(), strategy="twice", limit=1)
    assert (result.requests, result.tokens_in) == (2, 3 + (3 + 4 + 1)), "the question; then it, the answer and 'Sure?'"


def test_what_does_not_fit_and_what_is_cut_short_is_counted(known):
    assert (estimated(known(context=7)).too_large, estimated(known(context=7)).requests) == (12, 0)
    result = estimated(known(context=8))
    assert (result.too_large, result.cut_short) == (0, 12)
    assert "12 prompts leave less than --max-tokens" in estimate.as_text(result)
    assert estimated(known(context=57)).cut_short == 0


def test_pictures_for_a_model_that_sees_none_cannot_run(known):
    result = estimated(known(images=False), strategy="picture")
    assert (result.blind, result.requests) == (6, 6)
    assert "cannot run    6 conversations contain a picture, which m does not accept" in estimate.as_text(result)
    assert estimated(known(images=True), strategy="picture").requests == 12


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_answered_is_left_out_and_tells_how_long_answers_are(known):
    folder = known()
    run.run(BENCHMARK, "data", folder / "run", plan.Options("measured", "m", limit=5))
    measurements = run_folder.read_metadata(folder / "run")
    run_folder.write_metadata(
        folder / "run", measurements | {"sessions": [measurements["sessions"][0] | {"seconds": 2.0}]}
    )
    before = contents(folder / "run")
    result = estimated(folder)
    assert (result.answered, result.requests, result.tokens_out) == (5, 7, 7 * 5)
    assert result.rate == 5 * 12 / 2.0
    assert "hours at 30 tokens per second, the speed so far" in estimate.as_text(result)
    assert contents(folder / "run") == before


def test_of_many_rows_an_even_share_is_counted(known, monkeypatch):
    folder = known()
    whole = estimated(folder, n=4)
    monkeypatch.setattr(estimate, "COUNTED", 16)
    part = estimated(folder, n=4)
    assert (part.counted, part.requests) == (16, whole.requests)
    assert (part.tokens_in, part.tokens_out) == (whole.tokens_in, whole.tokens_out), "all rows are alike"
    assert "(counted on 16 conversations)" in estimate.as_text(part)


def test_the_command_prints_it_and_asks_nothing(known, capsys):
    folder = known(gpu_hours=lambda given, taken: 0.25, notes=("no chat template",))
    line = ["run", "toy", "--engine", "measured", "--model", "m", "--data", "data", "--out", "run", "--estimate"]
    assert main.main(line) == 0
    output = capsys.readouterr().out
    for part in (
        "rows          12",
        "(exact, by the model's tokenizer)",
        "0.25 GPU hours",
        "note          no chat template",
    ):
        assert part in output
    assert not (folder / "asked.txt").exists()
    assert all(len(text) <= 100 for text in output.splitlines())


def test_an_engine_that_knows_nothing_is_measured_by_characters(tmp_path, monkeypatch):
    build.build(BENCHMARK, tmp_path / "data", workers=1)
    planned = plan.plan(BENCHMARK, str(tmp_path / "data"), plan.Options("baseline", "empty"))
    result = estimate.estimate(planned, tmp_path / "run")
    assert not result.measure.exact
    assert 12 * 7 < result.tokens_in < 12 * 30


REFUSED = {
    "pictures": ({"images": False}, {"strategy": "picture"}, "m does not accept pictures, but 6 of 12 prompts contain one\n.*--mode text"),
    "context": ({"context": 7}, {}, "a context of 7 tokens; even the shortest prompt has 7"),
}  # fmt: skip


@pytest.mark.parametrize(("measurements", "options", "message"), REFUSED.values(), ids=REFUSED)
def test_a_run_that_would_answer_nothing_is_refused_before_it_begins(known, measurements, options, message):
    folder = known(**measurements)
    with pytest.raises(UserError, match=message):
        run.run(BENCHMARK, "data", folder / "run", plan.Options("measured", "m", **options))
    assert not (folder / "run" / "run.json").exists()
    assert not (folder / "asked.txt").exists()


def test_a_finished_run_is_not_held_up_by_what_it_no_longer_needs(known):
    folder = known()
    options = plan.Options("measured", "m")
    run.run(BENCHMARK, "data", folder / "run", options)
    known(context=1)
    assert run.run(BENCHMARK, "data", folder / "run", options).metadata["complete"]
    with pytest.raises(UserError, match="context of 1 tokens"):
        run.run(BENCHMARK, "data", folder / "run", replace(options, n=2))
    assert run_folder.read_metadata(folder / "run")["complete"], "a refusal changes nothing"


@pytest.mark.process
def test_a_lite_run_says_what_it_stands_for(known, capsys, monkeypatch):
    from sgpkit.runs import lite
    from sgpkit.runs.scoring import score

    known()
    monkeypatch.setattr(lite, "SIZE", 6)
    line = ["run", "toy", "--engine", "measured", "--model", "m", "--data", "data", "--out", "run", "--lite"]
    assert main.main(line) == 0
    assert "lite: 6 of 12 rows; scores are within 29.5 points" in capsys.readouterr().out
    figures = score.score(Run.open(known() / "run"))
    assert figures["lite"] == {"rows": 6, "of": 12, "expected_error": 0.2955}
    assert "lite: 6 of 12 rows" in terminal.scores(figures)
    assert [group["n"] for group in figures["by"]["parity"]] == [3, 3]
    assert main.main(line[:-1]) == 0
    assert len((known() / "asked.txt").read_text().splitlines()) == 12, "all rows reuse what the subset was answered"
    assert run_folder.read_metadata(known() / "run")["lite"] is None


def test_what_is_secret_is_in_no_file(known, capsys, monkeypatch):
    folder = known()
    monkeypatch.setenv("SECRET_KEY", "sk-hush")
    line = ["run", "toy", "--engine", "measured", "--model", "m", "--data", "data", "--out", "run"]
    assert main.main([*line, "--base-url", "http://me:hush@localhost/v1", "--api-key-env", "SECRET_KEY"]) == 0
    assert all(b"hush" not in content for content in contents(folder / "run").values())
    assert "hush" not in "".join(capsys.readouterr())


def test_it_says_before_a_run_what_a_comparison_will_not_see():
    counts = {field.name: 0 for field in fields(estimate.Estimate)}
    measure = ModelProperties(len, exact=False)
    whole = estimate.Estimate(**counts | {"rows": 1500, "drawings": 1500, "undetectable": 0.0312, "measure": measure})
    assert "differences between two models below 3.1 points cannot be detected" in estimate.power_in_words(whole)
    assert "1,500 rows of 1,500 drawings" in estimate.power_in_words(whole)
    few = estimate.Estimate(**counts | {"rows": 8, "drawings": 4, "undetectable": None, "measure": measure})
    assert estimate.power_in_words(few).startswith("too few drawings (4)")


def test_an_engine_that_is_not_installed_is_estimated_from_characters(known, monkeypatch):
    home = known()

    def missing(setup):
        raise NotInstalled("the engine measured needs a package: pip install it\nOr ask a server")

    monkeypatch.setattr(measured_engine, "measure", missing)
    made = estimated(home)
    text = estimate.as_text(made)
    assert made.tokens_in > 0 and "(estimated from characters)" in text
    assert f"note          {engines.ESTIMATED}" in text
    assert "note          cannot run here: the engine measured needs a package: pip install it\n" in text
    assert text.endswith(f"\n{'':14}Or ask a server")
    with pytest.raises(NotInstalled):
        run.run(BENCHMARK, "data", home / "run", plan.Options("measured", "m"))
