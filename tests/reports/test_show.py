"""One row in the terminal and as a PNG, and the parts that the report shows too."""

import io
import json

import pytest
import toy
import toy_drawing
from PIL import Image

from sgpkit.benchmark import Ask, families, messages
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.graphics import raster
from sgpkit.reports import show
from sgpkit.runs import rendering, run
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score

BENCHMARKS = {item.config: item for item in (toy.PLAIN, toy_drawing.DRAWING)}
RED, GREEN, BLUE = ((255, 0, 0), (0, 255, 0), (0, 0, 255))


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", BENCHMARKS.__getitem__)
    monkeypatch.setattr(raster, "render_many", toy_drawing.render_many)
    monkeypatch.chdir(tmp_path)
    for benchmark in BENCHMARKS.values():
        build.build(benchmark, tmp_path / "data", workers=1)
    return tmp_path


def replayed(position, benchmark, items, **options):
    path = position / "answers.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    run.run(benchmark, "data", position / "run", run.Options("replay", str(path), **options))
    return position / "run"


def printed(*arguments):
    return show.as_text(show.sections(*arguments))


def sections(text):
    """Return the printed text as a mapping of headings to the text below them."""
    parts = {}
    for line in text.splitlines():
        if line.startswith("── "):
            title = line.strip("─ ")
            parts[title] = []
        else:
            parts[title].append(line)
    return {title: "\n".join(lines).strip() for title, lines in parts.items()}


def colors(path):
    """Return the colours at the centers of the sheet's tiles, line by line."""
    step = show.SIZE + show.GAP
    middle = show.SIZE // 2
    with Image.open(path) as sheet:
        width, height = sheet.size
        return [sheet.getpixel((x, y)) for y in range(middle, height, step) for x in range(middle, width, step)]


def test_a_row_of_the_data_with_its_reference(workspace):
    shown = sections(printed("toy-drawing", "square-1", "data", None, None, workspace / "new" / "row.png"))
    assert shown == {
        "prompt": "1 example. Draw square number 1.",
        "reference answer": toy_drawing.square("#00ff00"),
        "picture": str(workspace / "new" / "row.png"),
    }
    assert colors(workspace / "new" / "row.png") == [GREEN]


def test_a_row_names_the_function_that_made_it(workspace, monkeypatch):
    columns = toy.PLAIN.rows.columns | {"generator": "string"}
    made = toy.PLAIN.replacing(config="toy-made", columns=columns, finish=lambda row: row | {"generator": "toy.row"})
    monkeypatch.setitem(BENCHMARKS, "toy-made", made)
    build.build(made, workspace / "data", workers=1)
    shown = sections(printed("toy-made", "row-1", "data", None, None, workspace / "row.png"))
    assert shown["generator"] == "toy.row"


def test_an_example_row_can_be_shown_too(workspace):
    assert "Draw square number 0" in printed("toy-drawing", "example-0", "data", None, None, workspace / "row.png")


@pytest.mark.process
def test_a_row_of_a_run_with_completion_verdict_and_both_pictures(workspace):
    answer = "Here:\n" + toy_drawing.square("#0000ff")
    out = replayed(workspace, toy_drawing.DRAWING, [{"id": "square-1", "completion": answer}])
    before = sections(printed("toy-drawing", "square-1", "elsewhere", out, None, workspace / "row.png"))
    assert before["verdict"] == f"not scored yet; run sgpkit score {out}"
    score.score(Run.open(out))
    after = sections(printed("toy-drawing", "square-1", "elsewhere", out, None, workspace / "row.png"))
    assert after["prompt"] == "1 example. Draw square number 1.", "as it was asked: with the examples"
    assert after["completion"] == answer
    assert after["verdict"] == "wrong (status ok): another square"
    assert colors(workspace / "row.png") == [GREEN, BLUE]


@pytest.mark.process
def test_what_is_not_drawn_says_why_once(workspace):
    hostile = toy_drawing.square("#ff0000").replace("<rect", "<script/><rect")
    out = replayed(
        workspace,
        toy_drawing.DRAWING,
        [{"id": "square-0", "completion": hostile}, {"id": "square-1", "completion": ""}],
    )
    score.score(Run.open(out))
    drawn = sections(printed("toy-drawing", "square-0", "data", out, None, workspace / "row.png"))
    assert drawn["verdict"] == "wrong (status ok): another square\nnot drawn: no square"
    assert colors(workspace / "row.png") == [RED, (228, 228, 228)]
    empty = sections(printed("toy-drawing", "square-1", "data", out, None, workspace / "row.png"))
    assert (empty["completion"], empty["verdict"]) == ("(empty)", "wrong (status no_answer): empty answer")


@pytest.mark.process
def test_every_sample_has_its_sections_and_its_tile(workspace):
    items = [
        {"id": "square-2", "sample": sample, "completion": toy_drawing.square(toy_drawing.COLORS[sample % 3])}
        for sample in range(5)
    ]
    out = replayed(workspace, toy_drawing.DRAWING, items, n=5)
    score.score(Run.open(out))
    shown = sections(printed("toy-drawing", "square-2", "data", out, None, workspace / "row.png"))
    assert [shown[f"verdict (sample {sample})"][0] for sample in range(5)] == list("wwrww")
    white = (255, 255, 255)
    assert colors(workspace / "row.png") == [BLUE, RED, GREEN, BLUE, RED, GREEN, white, white]


def test_without_any_picture_none_is_written(workspace):
    out = replayed(workspace, toy.PLAIN, [{"id": "row-1", "completion": "B"}])
    shown = sections(printed("toy", "row-1", "data", out, None, workspace / "row.png"))
    assert shown["completion"] == shown["reference answer"] == "B"
    assert "picture" not in shown
    assert not (workspace / "row.png").exists()


def test_earlier_replies_of_a_conversation_are_shown(workspace):
    run.run(toy.PLAIN, "data", workspace / "run", run.Options("baseline", "reference", strategy="twice", limit=1))
    shown = sections(printed("toy", "row-0", "data", workspace / "run", None, workspace / "row.png"))
    assert (shown["reply 1"], shown["completion"]) == ("A", "A")


def test_a_completion_cannot_command_the_terminal(workspace):
    text = "\x1b]0;owned\x07\x1b[2Jfine\r\n\tnext\x9b31m\x7f\u202e"
    out = replayed(workspace, toy.PLAIN, [{"id": "row-1", "completion": text}])
    shown = printed("toy", "row-1", "data", out, None, workspace / "row.png")
    assert not [
        character for character in shown if character != "\n" and not character.isprintable() and character != "\t"
    ]
    assert "fine\n\tnext" in shown


@pytest.mark.parametrize(
    ("config", "identifier", "strategy", "message"),
    [
        ("toy", "row-11x", None, "no row 'row-11x'; did you mean 'row-11'"),
        ("toy", "9", None, "no row '9'; ids look like 'row-0'"),
        ("toy", "row-1", "dirct", "unknown strategy 'dirct'; did you mean 'direct'"),
    ],
)
def test_mistyped_names_suggest_the_nearest(workspace, config, identifier, strategy, message):
    with pytest.raises(UserError, match=message):
        printed(config, identifier, "data", None, strategy, workspace / "row.png")


def test_rows_and_configs_that_a_run_has_not(workspace):
    run.run(toy.PLAIN, "data", workspace / "run", run.Options("baseline", "reference", limit=2))
    with pytest.raises(UserError, match="no response for 'row-3'; the run was made with --limit 2"):
        printed("toy", "row-3", "data", workspace / "run", None, workspace / "row.png")
    with pytest.raises(UserError, match="is a run of toy; expected a run of toy-drawing"):
        printed("toy-drawing", "square-1", "data", workspace / "run", None, workspace / "row.png")


def test_the_command_prints_and_names_the_picture_after_the_row(workspace, capsys):
    assert main.main(["show", "toy-drawing", "square-1", "--data", "data"]) == 0
    assert sections(capsys.readouterr().out)["picture"] == "out/square-1.png"
    assert colors(workspace / "out" / "square-1.png") == [GREEN]


def png(image):
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize(
    ("size", "expected"), [((600, 300), (256, 128)), ((40, 20), (40, 20)), ((100, 1000), (26, 256))]
)
def test_pictures_are_fitted_never_stretched_and_stand_on_white(size, expected):
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    fitted = rendering.fit(png(image), 256)
    assert (fitted.size, fitted.getpixel((0, 0))) == (expected, (255, 255, 255))


def test_messages_read_as_text_with_images_named():
    conversation = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": [{"type": "image", "image": b"png"}, {"type": "text", "text": "What is it?"}]},
    ]
    assert rendering.as_text(conversation) == "system: Be brief.\n\n[image]\nWhat is it?"


def test_the_prompt_follows_the_facts_of_the_run():
    def ask(row, options: Ask):
        return messages(
            f"{options.mode}/{options.setting}/{options.texts['question']}/{row['id']}/{len(options.examples)}"
        )

    benchmark = toy.PLAIN.replacing(strategies={"probe": ask})
    measurements = {"strategy": "probe", "mode": "image", "setting": "hard", "texts": {"question": "why"}}
    assert rendering.as_text(rendering.prompt(benchmark, {"id": "x"}, measurements, [{}, {}])) == "image/hard/why/x/2"


def test_a_cut_answer_is_not_drawn_by_halves(workspace):
    whole = toy_drawing.square("#ff0000")
    cut, plain = rendering.pictures(toy_drawing.DRAWING, [whole[:-9], whole], 16, ["length", "stop"])
    assert (cut.png, cut.reason) == (None, "cut off by the token limit inside the program")
    assert plain.png is not None
