"""Cards and leaderboards in Chromium: rows, names and reasons of any kind run no code and cause no requests."""

import html
import io
import json
import re
from pathlib import Path

import pytest
import submissions
from markdown_it import MarkdownIt
from PIL import Image, PngImagePlugin

from sgpkit import markdown
from sgpkit.benchmark import Source, families
from sgpkit.data import build, changelog, errata
from sgpkit.data.card import column_meanings, family_words, readme, render
from sgpkit.data.differences import Difference
from sgpkit.graphics import raster
from sgpkit.reports import leaderboard
from sgpkit.runs import run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package
from sgpkit.submissions.boundary import process
from sgpkit.submissions.results import check_prs
from tests.helpers import outside, toy_drawing
from tests.helpers.run_fixtures import for_verifiers
from tests.hostile import svg_cases
from tests.hostile.markup_cases import FOREIGN, HANDLERS, MARKUP

PAGE = "<!doctype html><html><head><meta charset=utf-8><title>card</title></head><body>{}</body></html>"
COLUMNS = dict.fromkeys(("id", "cluster", "source", "license", "name", "kind", "type", "code"), "string")
BENCHMARK = toy_drawing.DRAWING.replacing(
    columns={**COLUMNS, "options": "list[string]", "answer": ("A", "B"), "image": "image"}, groups=("kind",), counts={}
)


@pytest.fixture
def around(tmp_path):
    (tmp_path / "outside").mkdir()
    with outside.watched(tmp_path / "outside") as result:
        yield result
        raster.close()


def rendered(text: str) -> str:
    """Render a card like the Hub before it sanitizes it: CommonMark with tables and raw HTML."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(text)


def hostile_png(text: str) -> bytes:
    """Return a picture whose file contains an invisible text."""
    words, stream = PngImagePlugin.PngInfo(), io.BytesIO()
    words.add_text("Comment", text)
    Image.new("RGB", (40, 40), "red").save(stream, "PNG", pnginfo=words)
    return stream.getvalue()


def quiet(browser, page: Path, pictures: list[str]) -> str:
    """Open a page and return its text. It may request these pictures and nothing else."""
    browser.open(page.as_uri())
    browser.ask("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    browser.ask("new Promise((done) => setTimeout(done, 300))")
    assert browser.ask("document.title") != "owned"
    assert browser.ask(HANDLERS) == 0
    assert sorted(browser.requested()) == sorted(
        [page.as_uri(), *(page.parent.joinpath(name).as_uri() for name in pictures)]
    )
    assert browser.complaints() == []
    return browser.ask("document.body.textContent")


@pytest.mark.parametrize("case", MARKUP, ids=[case.name for case in MARKUP])
def test_a_foreign_text_in_markdown_is_that_text(case):
    line = " ".join(case.program.split())
    for write in (markdown.plain, markdown.code):
        text = write(case.program)
        page = rendered(f"# {text}\n\n| {text} | b |\n| --- | --- |\n| {text} | {write('c')} |\n\nIt is {text}.\n")
        shown = page.replace("<code>", "").replace("</code>", "")
        assert shown.count(html.escape(line, quote=False).replace('"', "&quot;")) == 4
        assert page.count("<td>") == page.count("<th>") == 2


ADDRESS = re.compile(r"https?://|www\.|[\w.+-]+@[\w-]+\.\w+|(?:mailto|xmpp):|(?<![\w\\])@\w")
"""The texts that become links without brackets on the Hub (https://github.github.com/gfm/#autolinks-extension-)."""


@pytest.mark.parametrize("text", ["http://a.example/b", "https://a.example", "mailto:a@b.example", "a@b.example", "@a"])
def test_an_address_in_markdown_is_no_link(text):
    assert ADDRESS.search(text)
    assert not ADDRESS.search(markdown.plain(f"see {text} and (*{text}*)"))


@pytest.mark.process
@pytest.mark.chromium
def test_a_card_shows_rows_as_texts(browser, around, tmp_path, monkeypatch):
    texts = [case.text(around) for case in MARKUP]

    def rows(path, seed):
        for number, text in enumerate(texts):
            measurements = {name: text for name in COLUMNS if name not in ("id", "image")}
            yield (
                "test",
                measurements
                | {
                    "id": f"{number}{text}",
                    "code": f"{text}{toy_drawing.square('#ff0000')}",
                    "options": [text, text],
                    "answer": "A",
                    "image": hostile_png(text),
                },
            )

    benchmark = BENCHMARK.replacing(sources={"builtin": Source(rows)})
    monkeypatch.setattr(families, "get", lambda config: benchmark)
    monkeypatch.setattr(families, "locate", lambda config: ("turtlebench", benchmark))
    monkeypatch.setattr(
        column_meanings, "meanings", lambda family, benchmark: dict.fromkeys(benchmark.rows.columns, "words")
    )
    folder = tmp_path / "sgp-bench"
    build.build(benchmark, folder, workers=1)
    errata.write(folder, [errata.Erratum("toy-drawing", text, "v1.1.0", "flagged", text) for text in texts])
    ids = tuple(texts)
    section = changelog.section("v1.1.0", "v1.0.0", {"toy-drawing": {}}, {"toy-drawing": Difference(added=ids)}, ())
    (folder / changelog.NAME).write_text(changelog.write([section]), "utf-8")
    card = readme.read(render.render(folder).parent)
    assert card.data.to_dict()["license"] == ["other"], "a row's licence does not speak for the card"
    page = folder / "card.html"
    page.write_text(PAGE.format(rendered(card.text)), "utf-8")
    shown = " ".join(quiet(browser, page, sorted(f"card/{path.name}" for path in (folder / "card").iterdir())).split())
    for text in texts:
        line = " ".join(text.split())
        assert shown.count(line) >= 6, "of a kind, a type, a source, a licence, and an erratum's id and reason"
    assert count(browser, f"body {FOREIGN}") == own_links(card.text)
    assert b"PORT" not in (folder / "card" / "toy-drawing.png").read_bytes()
    assert not [text for text in texts if text.encode() in (folder / "card" / "toy-drawing.png").read_bytes()]


def own_links(text: str) -> int:
    """Return the number of links in the family's texts, and one for the link from the overview to the config."""
    return rendered(family_words.text("turtlebench", ["toy-drawing"])).count("<a ") + 1


@pytest.mark.slow
@pytest.mark.chromium
@pytest.mark.sandbox
def test_a_leaderboard_and_its_galleries_show_strangers_words_as_texts(browser, around, tmp_path, monkeypatch):
    texts = [case.text(around) for case in MARKUP]
    drawings = [case.text(around) for case in svg_cases.RUNNING]

    def rows(path, seed):
        for number, text in enumerate([*texts, *drawings]):
            yield "test", toy_drawing.row(f"square-{number}") | {"name": text, "kind": text}

    benchmark = toy_drawing.DRAWING.replacing(sources={"builtin": Source(rows)}, counts={})
    monkeypatch.setattr(families, "get", lambda config: benchmark)
    monkeypatch.setattr(families, "locate", lambda config: ("toys", benchmark))
    monkeypatch.setattr(families, "names", lambda: [benchmark.config])
    for_verifiers(monkeypatch, "toy_runs:BENCHMARKS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    build.build(benchmark, tmp_path / "data", workers=1)
    lines = [json.dumps({"id": f"square-{n}", "completion": text}) for n, text in enumerate([*texts, *drawings])]
    answers = tmp_path / "<img src=x onerror=\"document.title='owned'\">.jsonl"
    answers.write_text("\n".join(lines))
    run.run(benchmark, str(tmp_path / "data"), tmp_path / "run", run.Options("replay", str(answers)))
    score.score(Run.open(tmp_path / "run"))
    kept = tmp_path / "submissions"
    package.package(ScoredRun.open(tmp_path / "run"), kept, submitter=texts[0])
    for number, text in enumerate(texts):
        edited = package.package(ScoredRun.open(tmp_path / "run"), tmp_path / "packaged", submitter=text).folder
        submissions.edit_manifest(
            edited,
            model={"id": text},
            prompt={"setting": text},
            dataset={"repo": text, "commit": text},
            toolkit={"sgpkit": text},
            score={"name": text},
            unrankable=[text],
        )
        edited.rename(kept / f"edited-{number}")
        broken = kept / (text.replace("/", "")[:60] or "x") / "manifest.json"
        broken.parent.mkdir(exist_ok=True)
        broken.write_text(json.dumps({"format": text, text: text}))
    try:
        index = leaderboard.write([kept], tmp_path / "site", str(tmp_path / "data"))
    finally:
        process.forkserver.close()
    shown = " ".join(quiet(browser, index, []).split())
    assert [text for text in texts if " ".join(text.split()) not in shown] == []
    assert count(browser, f".board tbody {FOREIGN}:not(a, svg)") == 0
    assert count(browser, ".board tbody a") == 2, "to the page of the model that holds, and to its gallery"
    (gallery,) = (tmp_path / "site" / "galleries").iterdir()
    assert answers.name in quiet(browser, gallery, [])
    assert count(browser, f"article {FOREIGN}, main {FOREIGN}:not(a, svg)") == 0


def count(browser, selector: str) -> int:
    return browser.ask(f"document.querySelectorAll({selector!r}).length")


def test_a_comment_on_a_pull_request_stays_in_its_fence():
    for length in (3, 12, 144, 145, 1728):
        pull = check_prs.Pull(1, "a title", "address", "someone")
        text = check_prs.as_comment(check_prs.Checked(pull, False, f"{'~' * length}\n<img src=x>\n~~~"))
        assert "<img" not in rendered(text)
