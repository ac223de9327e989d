"""The corpus in a report, in Chromium: completions run no code there and cause no requests."""

import json

import pytest

from sgpkit import reports
from sgpkit.benchmark import Source, families
from sgpkit.data import build
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from tests.helpers import outside, toy_drawing
from tests.hostile import answer_cases, page_cases, python_cases, svg_cases, targets
from tests.hostile.case import Case
from tests.hostile.markup_cases import FOREIGN, HANDLERS, MARKUP

LONGEST = 20_000
"""The maximum number of characters of a case in these tests; the page shows no more."""


def shown(case: Case, around: outside.Surroundings) -> str:
    return case.text(around)[:LONGEST]


@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.sandbox
def test_the_whole_corpus_in_one_report_runs_and_fetches_nothing(browser, tmp_path, monkeypatch):
    cases = [
        *MARKUP,
        *svg_cases.CASES,
        *page_cases.TIKZ,
        *page_cases.GRAPHVIZ,
        *python_cases.TURTLES,
        *answer_cases.CASES,
    ]
    folder = tmp_path / "outside"
    folder.mkdir()
    with outside.watched(folder) as around:
        texts = [shown(case, around) for case in cases]

        def rows(path, seed):
            """Yield rows, whose texts are hostile too."""
            yield "train", toy_drawing.row("example-0")
            for number, text in enumerate([*texts, "the good one"]):
                yield "test", toy_drawing.row(f"square-{number}") | {"name": text.replace("\ud800", "")}

        benchmark = toy_drawing.DRAWING.replacing(sources={"builtin": Source(rows)}, counts={})
        monkeypatch.setattr(families, "get", lambda config: benchmark)
        build.build(benchmark, tmp_path / "data", workers=1)
        answers = [*texts, toy_drawing.square(toy_drawing.COLORS[len(texts) % 3])]
        lines = [json.dumps({"id": f"square-{number}", "completion": text}) for number, text in enumerate(answers)]
        (tmp_path / "answers.jsonl").write_text("\n".join(lines))
        options = run.Options("replay", str(tmp_path / "answers.jsonl"))
        run.run(benchmark, str(tmp_path / "data"), tmp_path / "run", options)
        figures = score.score(Run.open(tmp_path / "run"))
        assert figures["value"] * figures["n"] == pytest.approx(1), "only the good one is right"
        page = reports.write([tmp_path / "run"], tmp_path / "report.html").as_uri()

        browser.open(page)
        browser.ask("started.then(() => true)")
        while not browser.ask("find('more').hidden"):
            browser.ask("find('more').click()")
        assert browser.ask("document.querySelectorAll('#cards article').length") == len(answers)
        browser.ask("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        browser.ask("new Promise((done) => setTimeout(done, 1500))")
        passages = set(browser.ask("[...document.querySelectorAll('pre')].map((each) => each.textContent)"))
        messages = [text for text in texts if len(text) < 1000 and text.isprintable() and text]
        assert len(messages) > 100
        assert [text for text in messages if text not in passages] == [], "each is shown as the text that it is"
        assert browser.ask(f"document.querySelectorAll({'article ' + FOREIGN!r}).length") == 0
        assert browser.ask("[...document.images].every((each) => each.src.startsWith('data:image/webp'))")
        assert browser.ask("document.images.length") > len(answers), "references and what could be drawn"
        assert browser.ask(HANDLERS) == 0
        assert browser.ask("document.title") == "toy-drawing: sgpkit report"
        assert browser.requested() == [page]
        assert browser.complaints() == []
        targets.close()
