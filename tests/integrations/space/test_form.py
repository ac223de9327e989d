"""The form of a demo handles any input, from any source."""

import evaluate
import hostile_texts
import pytest

from sgpkit.errors import UserError
from sgpkit.integrations.metrics import spaces
from sgpkit.integrations.space import drawings, example, judgement, options
from sgpkit.integrations.space.example import Case, Example, Option
from sgpkit.sandbox.workers import sandbox
from sgpkit.status import Rejected, Status


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    monkeypatch.setattr(evaluate.config, "HF_EVALUATE_OFFLINE", True)


class Lengths:
    """A metric that scores a text by its length, with one list that is not aligned."""

    def compute(self, predictions, least=0):
        if least > 5:
            raise ValueError("too long for anybody")
        if "broken" in predictions:
            raise ZeroDivisionError("division by zero")
        return {
            "longest": max(map(len, predictions)), "reasons": ["counted"] * len(predictions),
            "statuses": ["ok"] * len(predictions), "scores": [len(text) / 3 for text in predictions],
            "rows": [{"of": text} for text in predictions], "kinds": [None] * len(predictions),
        }  # fmt: skip


LENGTHS = Example(
    "Lengths", "How long?", (Case("a", {"prediction": "ab"}, "ok"),), options={"least": Option(0, minimum=0, maximum=9)}
)


def test_a_result_becomes_a_line_a_case_and_a_figure_a_line():
    judged = judgement.judge(Lengths(), LENGTHS, [{"prediction": "ab"}, {"prediction": " "}, {"prediction": "abcd"}])
    assert judged.headers == ("case", "scores", "statuses", "reasons", "kinds")
    assert judged.lines == (("1", "0.6667", "ok", "counted", "–"), ("3", "1.333", "ok", "counted", "–"))
    assert judged.figures == (("longest", "4"), ("rows", '[{"of": "ab"}, {"of": "abcd"}]'))
    assert (judged.message, judged.pictures) == ("", ())


def test_what_cannot_be_judged_is_told_in_words():
    assert judgement.judge(Lengths(), LENGTHS, [{"prediction": ""}]).message == "Fill in a case."
    put_in = [{"prediction": "ab"}]
    assert judgement.judge(Lengths(), LENGTHS, put_in, {"least": 7}).message == "too long for anybody"
    assert "expected 0 to 9" in judgement.judge(Lengths(), LENGTHS, put_in, {"least": 10}).message
    assert judgement.judge(Lengths(), LENGTHS, put_in, {"least": None}).lines


def test_a_metric_that_breaks_is_no_verdict_and_is_logged(caplog):
    judged = judgement.judge(Lengths(), LENGTHS, [{"prediction": "broken"}])
    assert judged.lines == judged.figures == ()
    assert judged.message == "The metric failed on this input, which is a bug: ZeroDivisionError: division by zero"
    assert caplog.records[0].exc_info


OFFERED = {
    "format": Option("svg", choices=("svg", "tikz")),
    "threshold": Option(0.5, minimum=0.0, maximum=1.0),
    "keys": Option({"row": "A"}),
    "humans": Option({"row": ["A"]}),
}


def test_options_are_read_by_what_the_example_has():
    read = options.read(OFFERED, {"format": "tikz", "threshold": 1, "keys": '{"other": "B"}', "humans": "{}"})
    assert read == {"format": "tikz", "threshold": 1.0, "keys": {"other": "B"}, "humans": {}}
    assert options.read(OFFERED, {}) == {name: option.value for name, option in OFFERED.items()}


@pytest.mark.parametrize(
    ("name", "put_in", "message"),
    [
        ("format", "tkiz", "did you mean 'tikz'"),
        ("format", ["svg"], "unknown format"),
        ("threshold", "half", "expected a number"),
        ("threshold", float("nan"), "expected 0.0 to 1.0"),
        ("threshold", float("inf"), "expected 0.0 to 1.0"),
        ("threshold", {}, "expected a number"),
        ("keys", "{", "not valid JSON"),
        ("keys", 3, "not valid JSON"),
        ("keys", "[[1]]", "expected a JSON object"),
        ("keys", '{"row": 1}', "expected a text"),
        ("keys", "[" * 100_000, "not valid JSON"),
        ("humans", '{"row": "A"}', "expected a JSON list"),
        ("humans", '{"row": [["A"]]}', "expected a text"),
    ],
)
def test_options_that_are_none_are_told(name, put_in, message):
    with pytest.raises(UserError, match=message):
        options.read(OFFERED, {name: put_in})


def test_references_may_be_rows_and_aligned_arguments_lists():
    assert example.value_of("reference", ' {"code": "x"}', {}) == {"code": "x"}
    assert example.value_of("reference", "{not JSON}", {}) == "{not JSON}"
    assert example.value_of("prediction", '{"code": "x"}', {}) == '{"code": "x"}'
    assert example.value_of("options", "Red\n\nBlue", {"options": "lines"}) == ["Red", "Blue"]
    assert example.value_of("options", "", {"options": "lines"}) is None


DRAWN = {
    "svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="2" height="4"/></svg>',
    "dot": "digraph { a -> b }",
    "turtle": "t.begin_fill()\nt.circle(50)\nt.end_fill()",
    "rabbit": "from rabbit import Rabbit\nr = Rabbit()\nr.aa(100)",
    "any-language": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1 L8 8" stroke="black"/></svg>',
}


@pytest.mark.sandbox
@pytest.mark.parametrize("format", DRAWN)
def test_programs_of_each_kind_are_drawn(format):
    picture = drawings.draw(DRAWN[format], format, 64)
    assert picture.shape == (64, 64, 3)
    assert picture.min() < 128 < picture.max()


@pytest.mark.sandbox
def test_a_rows_code_is_drawn_and_what_draws_nothing_says_why():
    row = example.as_text({"code": DRAWN["svg"], "rule": ""})
    assert (drawings.draw(row, "svg", 32) == drawings.draw(DRAWN["svg"], "svg", 32)).all()
    nothing = drawings.draw("t.penup()", "turtle", 32)
    assert isinstance(nothing, Rejected)


@pytest.mark.sandbox
def test_hostile_predictions_get_a_line_and_an_empty_page_each():
    folder = spaces.HERE / "ssvg_structure"
    shown = example.read(folder)
    metric = evaluate.load(str(folder), keep_in_memory=True)
    good = shown.cases[0].fields
    hostile = hostile_texts.TEXTS.values()
    judged = judgement.judge(metric, shown, [good, *(good | {"prediction": text} for text in hostile)])
    assert judged.message == ""
    assert [line[1] for line in judged.lines] == ["1", *("0" for _ in hostile)]
    assert {line[2] for line in judged.lines} <= set(Status)
    captions = [caption for _, caption in judged.pictures]
    assert len(captions) == 2 * len(judged.lines)
    assert captions[:2] == ["1 prediction", "1 reference"]
    assert all(len(caption) < 400 for caption in captions)


def test_without_a_sandbox_it_says_so(monkeypatch):
    def refuse():
        raise sandbox.Unavailable("no bubblewrap here")

    folder = spaces.HERE / "code_similarity"
    shown = example.read(folder)
    metric = evaluate.load(str(folder), keep_in_memory=True)
    monkeypatch.setattr(drawings, "draw", lambda *_: refuse())
    judged = judgement.judge(metric, shown, [case.fields for case in shown.cases])
    assert len(judged.lines) == len(shown.cases)
    assert judged.message == "No pictures: no bubblewrap here"
    monkeypatch.setattr(metric, "_compute", lambda *_, **__: refuse())
    assert judgement.judge(metric, shown, [shown.cases[0].fields]).message == "no bubblewrap here"


def test_a_mistaken_example_is_told_with_its_place(tmp_path):
    path = tmp_path / "example.toml"
    path.write_text("title = ")
    with pytest.raises(UserError, match=r"example\.toml: "):
        example.read(tmp_path)
    path.write_text('title = "a"\nsummary = "b"')
    with pytest.raises(UserError, match="'cases' is missing"):
        example.read(tmp_path)
    path.write_text(f'title = "a"\nsummary = "{"b" * 61}"\ncases = []')
    with pytest.raises(UserError, match="61 characters"):
        example.read(tmp_path)
