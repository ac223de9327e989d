"""The report: one safe file whose figures and cards are those of the runs."""

import base64
import gzip
import hashlib
import html.parser
import io
import json
import re
from collections import Counter
from pathlib import Path
from random import Random

import polars as pl
import pytest
import rewritten
import toy_drawing
import toy_runs
from PIL import Image, ImageDraw
from toy_runs import HOSTILE, MOVED, TOY, answered, replayed

from sgpkit import engines
from sgpkit import reports as report
from sgpkit.benchmark import Completion, Part, families
from sgpkit.data import errata
from sgpkit.errors import UserError
from sgpkit.graphics import raster
from sgpkit.reports import album, gallery, overview, printed
from sgpkit.runs import folder, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.sandbox.workers import sandbox

pytestmark = pytest.mark.process


class Page(html.parser.HTMLParser):
    """The page as a browser parses it: tags with attributes, and the text of each script and style."""

    def __init__(self, path):
        super().__init__()
        self.tags, self.texts, self.inside = [], {}, None
        self.words = []
        self.feed(path.read_text(encoding="utf-8"))
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag in ("script", "style"):
            self.inside = dict(attributes).get("id", tag)
            self.texts[self.inside] = ""

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, text):
        if self.inside is None:
            self.words.append(text)
        else:
            self.texts[self.inside] += text

    def attributes(self, *names):
        return [value for _, attributes in self.tags for name, value in attributes.items() if name in names]

    def view(self):
        """Return the gallery's data as the script reads it."""
        data = unpacked(self.texts["data"])
        names = [name for name in self.texts if re.fullmatch(r"(texts|pictures)-\d+", name)]
        texts = [text for name in names if name.startswith("texts") for text in unpacked(self.texts[name])]
        pictures = [load for name in names if name.startswith("pictures") for load in json.loads(self.texts[name])]
        return gallery.View(data["rows"], data["runs"], texts, pictures)


def unpacked(block):
    return json.loads(gzip.decompress(base64.b64decode(json.loads(block))))


def written(*runs):
    return Page(report.write(runs, Path("out/report.html")))


def picture(view, position):
    with Image.open(io.BytesIO(base64.b64decode(view.pictures[position]))) as image:
        assert image.format == "WEBP"
        return image.convert("RGB")


def test_the_page_is_one_file_that_lets_only_its_own_script_in(toy_home):
    page = written(answered(toy_home, toy_drawing.DRAWING), answered(toy_home, TOY))
    assert all(re.match(r"data:|#", value) for value in page.attributes("src", "href"))
    assert not [tag for tag, _ in page.tags if tag in ("iframe", "object", "embed", "base", "form")]
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on") or name == "style"]
    assert not re.search(r"url\(|@import|fetch|XMLHttp|innerHTML|eval\(", page.texts["style"] + page.texts["script"])
    policy = next(item["content"] for tag, item in page.tags if item.get("http-equiv") == "Content-Security-Policy")
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    assert (allowed["default-src"], allowed["img-src"]) == ("'none'", "data:")
    for directive, name in (("style-src", "style"), ("script-src", "script")):
        digest = hashlib.sha256(page.texts[name].encode()).digest()
        assert allowed[directive] == f"'sha256-{base64.b64encode(digest).decode()}'"


def test_cards_tell_what_the_run_and_its_scores_say(toy_home):
    out = answered(toy_home, toy_drawing.DRAWING, "random")
    view = written(out).view()
    scores = pl.read_parquet(out / "scores" / "part-*.parquet")
    responses = Run.open(out).table
    figures = json.loads((out / "scores.json").read_text())
    (shown,) = view.runs
    cards = shown["cards"]
    rows = view.rows[shown["rows"]]
    assert [rows[card["row"]]["id"] for card in cards] == scores["id"].to_list()
    assert [card["value"] for card in cards] == scores["value"].to_list()
    assert [card["reason"] for card in cards] == scores["reason"].to_list()
    assert [view.texts[card["completion"]] for card in cards] == responses["completion"].to_list()
    assert Counter(card["status"] for card in cards) == figures["statuses"]
    assert sum(card["value"] for card in cards) / len(cards) == pytest.approx(figures["value"])
    first = rows[0]
    assert (first["id"], first["caption"], first["groups"]) == ("square-0", "square number 0", ["kind 1+"])
    assert view.texts[first["reference"]] == toy_drawing.square("#ff0000")
    assert view.texts[cards[0]["prompt"]] == "1 example. Draw square number 0."
    assert cards[0]["parts"] == {"length": len(view.texts[cards[0]["completion"]])}
    for card in cards:
        color = re.search('fill="(#......)"', view.texts[card["completion"]])[1]
        assert picture(view, card["picture"]).getpixel((9, 9)) == Image.new("RGB", (1, 1), color).getpixel((0, 0))


def test_the_figures_are_on_the_page_without_scripts(toy_home):
    page = written(
        answered(toy_home, toy_drawing.DRAWING),
        replayed(toy_home, toy_drawing.DRAWING, ["", "I cannot do that."], "few"),
    )
    assert page.view().runs[0]["folder"] == "toy-drawing-reference", "best first"
    text = " ".join(" ".join(page.words).split())
    for words in (
        "100.0%",
        "76.4% – 100.0%",
        "0.0% – 23.6%",
        "no_answer 11",
        "refused 1",
        "By kind",
        "61+",
        "Rows: data, sha256",
    ):
        assert words in text
    charts = [item["aria-label"] for tag, item in page.tags if tag == "svg" and item.get("role") == "img"]
    assert charts[0] == "100.0%, 95 % interval 76.4% to 100.0%"
    assert len(charts) == 2 + 2 * 4


def test_a_mark_beside_the_headline_is_no_share(toy_home, monkeypatch):
    out = answered(toy_home, toy_drawing.DRAWING)
    kept = json.loads((out / "scores.json").read_text())
    kept["parts"] |= {"judge": kept["parts"]["length"] | {"value": 57.9, "low": 40.0, "high": 70.0, "unit": ""}}
    (out / "scores.json").write_text(json.dumps(kept))
    with_parts = toy_drawing.DRAWING.replacing(parts={"judge": Part(shown=True)})
    monkeypatch.setattr(families, "get", lambda config: with_parts)
    text = " ".join(" ".join(written(out).words).split())
    assert "judge 57.9" in text and "5790" not in text


def test_runs_stand_among_the_printed_figures_in_order(toy_home):
    section = overview.section([ScoredRun.open(answered(toy_home, MOVED, model)) for model in ("random", "reference")])
    (table,) = section.published
    assert "Table 1" in table.source
    assert [line.value for line in table.lines] == sorted((line.value for line in table.lines), reverse=True)
    assert {line.run for line in table.lines} == {None, 0, 1}
    page = written(answered(toy_home, MOVED, "reference"))
    text = " ".join(" ".join(page.words).split())
    assert "Comparison with 6 printed figures" in text
    assert "19.2%" in text, "GPT-4V with chain of thought"


def test_what_is_to_be_said_of_all_printed_figures_is_said_once():
    """Some figures of SGP-GenBench do not add up."""
    (table,) = printed.printed_tables(families.locate("gen-composition")[1], [])
    assert not table.note and 0 < sum(bool(line.note) for line in table.lines) < len(table.lines)


def test_what_goes_from_one_kind_to_another_is_a_grid(toy_home):
    lines = [(f"{before} to {after}", []) for before in ("simple", "complex") for after in ("simple", "complex")]
    assert overview.Groups("complexity", lines).grid == (["simple", "complex"], ["simple", "complex"])
    assert overview.Groups("complexity", lines[:3]).grid is None
    assert overview.Groups("kind", [("a", []), ("b", []), ("c", []), ("d", [])]).grid is None
    out = answered(toy_home, MOVED)
    charts = [item["aria-label"] for tag, item in written(out).tags if tag == "svg" and item.get("role") == "img"]
    assert "reference: kind, from the value of the row to the value of the column" in charts


def test_equal_pictures_and_texts_are_stored_once(toy_home):
    runs = [answered(toy_home, toy_drawing.DRAWING, out=f"run-{number}") for number in range(3)]
    view = written(*runs, runs[0]).view()
    assert len(view.runs) == 3, "a folder named twice is one run"
    assert len(view.rows) == 1
    assert len(view.pictures) == 3, "references and answers of three colours"
    assert len(view.texts) == 12 + 3, "prompts, and the three programs"


def test_small_pictures_keep_the_colour_of_every_dot(toy_home):
    random = Random("dots")
    image = Image.new("RGB", (512, 512), "white")
    draw = ImageDraw.Draw(image)
    dots = [(x, y, tuple(random.choices(range(256), k=3))) for x in range(32, 512, 64) for y in range(32, 512, 64)]
    for x, y, color in dots:
        draw.ellipse((x - 12, y - 12, x + 12, y + 12), fill=color)
    stream = io.BytesIO()
    image.save(stream, "PNG")
    with Image.open(io.BytesIO(album.shrunk(stream.getvalue()))) as opened:
        small = opened.convert("RGB")
    assert (small.size, small.getpixel((0, 0))) == ((256, 256), (255, 255, 255))
    for x, y, color in dots:
        shown = small.getpixel((x // 2, y // 2))
        assert max(abs(one - other) for one, other in zip(shown, color, strict=True)) <= 8


def test_a_benchmark_without_drawings_shows_answer_and_letter(toy_home):
    out = replayed(toy_home, TOY, ["<think>C?</think>Because.\n\nA", "x" * 500], "words")
    view = written(out).view()
    cards, rows = view.runs[0]["cards"], view.rows[0]
    assert not view.runs[0]["drawing"]
    assert cards[0]["answer"] == "A"
    assert len(cards[1]["answer"]) <= 161
    assert all("picture" not in card for card in cards)
    assert view.texts[rows[1]["reference"]] == "B"
    assert picture(view, rows[0]["picture"]).size == (256, 171)


def test_every_sample_turn_and_thought_is_there(toy_home, monkeypatch):
    class Thinker:
        def identity(self):
            return {"model": "thinker"}

        def statistics(self):
            return {}

        def close(self):
            """Holds nothing."""

        def generate(self, requests):
            for index, request in enumerate(requests):
                yield index, Completion(f"{request.turn}/{request.sample}", thinking="hm" * request.sample)

    monkeypatch.setattr(engines, "open_engine", lambda *arguments: Thinker())
    view = written(answered(toy_home, TOY, "thinker", strategy="twice", n=2, limit=3)).view()
    cards = view.runs[0]["cards"]
    assert [(card["row"], card["sample"]) for card in cards] == [(0, 1), (0, 2), (1, 1), (1, 2), (2, 1), (2, 2)]
    assert [view.texts[turn] for turn in cards[1]["turns"]] == ["0/1"]
    assert view.texts[cards[1]["completion"]] == "1/1"
    assert view.texts[cards[1]["thinking"]] == "hm"
    assert "thinking" not in cards[0]


def test_failures_of_the_engine_are_marked_with_what_to_do(toy_home, monkeypatch):
    class Failing:
        def identity(self):
            return {"model": "failing"}

        def statistics(self):
            return {}

        def close(self):
            """Holds nothing."""

        def generate(self, requests):
            for index, request in enumerate(requests):
                failed = request.row["id"] == "square-1"
                yield index, Completion("", finish_reason="error" if failed else "stop", error="503" * failed)

    monkeypatch.setattr(engines, "open_engine", lambda *arguments: Failing())
    out = answered(toy_home, toy_drawing.DRAWING, "failing")
    page = written(out)
    text = " ".join(" ".join(page.words).split())
    assert "Incomplete. 1 response is missing because the engine failed" in text
    assert "sgpkit score toy-drawing-failing" in text
    card = page.view().runs[0]["cards"][1]
    assert (card["status"], card["reason"]) == ("infra_error", "503")
    folder.write_metadata(out, folder.read_metadata(out) | {"complete": True})
    rewritten.responses(
        out, pl.read_parquet(out / "responses" / "part-*.parquet").with_columns(finish_reason=pl.lit("stop"))
    )
    with pytest.raises(UserError, match="older than its responses"):
        report.write([out], Path("out/report.html"))


def test_runs_that_cannot_be_reported_say_what_to_do(toy_home):
    out = toy_home / "unscored"
    run.run(TOY, str(toy_home / "data"), out, run.Options("baseline", "reference"))
    with pytest.raises(UserError, match="Score it first: sgpkit score"):
        report.write([out], Path("out/report.html"))
    with pytest.raises(UserError, match="is not a run folder"):
        report.write([toy_home], Path("out/report.html"))
    with pytest.raises(UserError, match="at least one run folder"):
        report.write([], Path("out/report.html"))
    assert not Path("out").exists()


def test_without_a_sandbox_no_answer_is_drawn_and_the_user_is_told(toy_home, monkeypatch, capsys):
    def unavailable(codes, size, **options):
        raise sandbox.Unavailable("install bubblewrap")

    monkeypatch.setattr(raster, "render_many", unavailable)
    view = written(answered(toy_home, toy_drawing.DRAWING)).view()
    assert {card["undrawn"] for card in view.runs[0]["cards"]} == {"not rendered: no sandbox on this machine"}
    assert "there is no sandbox: install bubblewrap" in capsys.readouterr().err


def test_no_path_of_the_machine_is_passed_on(toy_home, tmp_path):
    out = replayed(toy_home, TOY, ["A"], "run")
    assert str(tmp_path) not in report.write([out], Path("report.html")).read_text()


def test_what_a_model_wrote_is_never_markup(toy_home):
    page = written(replayed(toy_home, toy_drawing.DRAWING, HOSTILE, "hostile"))
    scripts = [script for tag, script in page.tags if tag == "script"]
    assert [script for script in scripts if script.get("type") != "application/json"] == [{}], "only our own can run"
    assert [script["id"] for script in scripts[:-1]] == ["data", "texts-0", "pictures-0"]
    assert "img" not in [tag for tag, _ in page.tags]
    view = page.view()
    assert [view.texts[card["completion"]] for card in view.runs[0]["cards"]][: len(HOSTILE)] == HOSTILE
    assert "owned" not in "".join(page.words) + "".join(map(str, page.attributes("href", "alt", "title")))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["101+", "21-40", "1-20"], ["1-20", "21-40", "101+"]),
        (["b10", "a2", "b9", "a"], ["a", "a2", "b9", "b10"]),
        (["", "7"], ["", "7"]),
    ],
)
def test_groups_stand_in_the_order_of_their_numbers(given, expected):
    assert sorted(given, key=overview.natural) == expected


def test_what_was_painted_once_is_not_painted_again(toy_home, monkeypatch):
    out = answered(toy_home, toy_drawing.DRAWING, "random")
    first = written(out).view()
    monkeypatch.setattr(raster, "render_many", lambda codes, size, **options: pytest.fail("painted again"))
    monkeypatch.setattr(album, "shrunk", lambda png: pytest.fail("shrunk again"))
    assert written(out).view() == first
    (out / "pictures.parquet").write_bytes(b"torn")
    monkeypatch.undo()
    monkeypatch.setattr(families, "get", toy_runs.BENCHMARKS.__getitem__)
    monkeypatch.setattr(raster, "render_many", toy_drawing.render_many)
    monkeypatch.chdir(toy_home)
    assert written(out).view() == first, "a file that cannot be read is painted anew"
    assert (
        pl.read_parquet(out / "pictures.parquet").height == 3 + 3 + 3
    )  # rows, answers, and whether renderers differ on these


@pytest.mark.parametrize(
    "error", [OSError(28, "No space left on device"), pl.exceptions.ComputeError("parquet: No space left on device")]
)
def test_pictures_that_cannot_be_kept_stop_no_report_and_leave_nothing(toy_home, monkeypatch, error):
    out = answered(toy_home, toy_drawing.DRAWING, "random")

    def full(table, path, **options):
        path.write_bytes(b"half")
        raise error

    monkeypatch.setattr(pl.DataFrame, "write_parquet", full)
    assert written(out).view().runs[0]["cards"]
    assert not [path for path in out.iterdir() if "pictures" in path.name]


def test_a_reason_for_no_picture_is_remembered_too_and_a_sandbox_that_was_missing_is_not(toy_home, monkeypatch):
    out = replayed(toy_home, toy_drawing.DRAWING, ["<svg><script/></svg>"] * 12, "unsafe")
    first = written(out).view()
    assert first.runs[0]["cards"][0]["undrawn"] == "no square"
    monkeypatch.setattr(raster, "render_many", lambda codes, size, **options: pytest.fail("painted again"))
    assert written(out).view() == first

    def missing(codes, size, **options):
        raise sandbox.Unavailable("no bubblewrap")

    other = replayed(toy_home, toy_drawing.DRAWING, [toy_drawing.square("#ff0000")] * 12, "red")
    monkeypatch.setattr(raster, "render_many", missing)
    assert "no sandbox" in written(other).view().runs[0]["cards"][0]["undrawn"]
    monkeypatch.setattr(raster, "render_many", toy_drawing.render_many)
    assert "picture" in written(other).view().runs[0]["cards"][0]


def test_errata_are_told_beside_the_figure(toy_home):
    out = answered(toy_home, TOY)
    wrong = ScoredRun.open(out).responses["id"][0]
    errata.note(toy_home / "data", errata.Erratum(TOY.config, wrong, "v1.1.0", "withdrawn", "Two answers are right."))
    score.score(Run.open(out))
    words = " ".join(" ".join(Page(report.write([out], toy_home / "report.html")).words).split())
    assert "1 of its rows is withdrawn and 0 flagged." in words


def test_what_a_task_starts_from_is_no_reference():
    before, after, sketch = (toy_drawing.png(color, (8, 8)) for color in ("#ff0000", "#00ff00", "#0000ff"))
    assert gallery.pictures(toy_drawing.DRAWING, {"image": before}) == {"picture": before}
    assert gallery.pictures(toy_drawing.DRAWING, {"image": after, "sketch": sketch}) == {
        "picture": after,
        "given": sketch,
    }
    assert gallery.pictures(toy_drawing.DRAWING, {"image": before, "target_image": after}) == {
        "picture": after,
        "given": before,
    }
    assert gallery.pictures(toy_drawing.DRAWING, {"image": None}) == {}
