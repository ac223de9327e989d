"""Reading TurtleBench's published layout: a made-up folder in its form, and the real tasks."""

import json
from collections import Counter

import pytest
from PIL import Image

from sgpkit.benchmark import Completion, Skipped
from sgpkit.errors import UserError
from sgpkit.families.turtlebench import BENCHMARKS, tracing
from sgpkit.families.turtlebench.sources import published as turtle_published
from sgpkit.families.turtlebench.sources import tweak_kinds
from sgpkit.status import Status

SCRATCH, TWEAK = BENCHMARKS
SQUARE = "for i in range(4):\n  t.forward(side)\n  t.left(90)"
OPEN = "for i in range(3):\n  t.forward(side)\n  t.left(90)"
DIAGONAL = f"{SQUARE}\nt.left(45)\nt.forward(side * sqrt(2))"


def record(identifier, number, code, query="creates exactly the same shape.", **changes):
    return {
        "id": identifier,
        "question_number": number,
        "query": query,
        "base_shape": f"autotest/source/{identifier}_1.jpg",
        "result_shape": f"Tasks/{identifier}/result_image/q{number}_image.png",
        "variables": "side = 100",
        "base_shape_code": code,
        "source_contours": 1,
        "description": None,
    } | changes


@pytest.fixture
def published(tmp_path):
    """Write a folder in the published form from records, each with a picture of its code's drawing."""

    def write(*records):
        source = tmp_path / "autotest" / "source"
        source.mkdir(parents=True)
        for item in records:
            black = tracing.figure(f"side = 100\n{item['base_shape_code']}").black()
            page = Image.new("L", (400, 300), 255)
            page.paste(Image.fromarray(~black), (50, 40))
            page.save(source / f"{item['id']}_{item['question_number']}.jpg")
        lines = (json.dumps(item) for item in records)
        (tmp_path / "dataset.jsonl").write_text("\n".join(lines) + "\n")
        return tmp_path

    return write


def rows(benchmark, path):
    items = list(benchmark.rows.sources["turtlebench"].read(str(path), 0))
    return [item[1] for item in items if not isinstance(item, Skipped)], [
        item for item in items if isinstance(item, Skipped)
    ]


def test_question_1_is_the_scratch_task_and_the_base_of_the_others(published):
    folder = published(
        record(7, 2, OPEN, "removes the left side."),
        record(7, 1, SQUARE, description="A square."),
        record(7, 3, DIAGONAL),
    )
    assert SCRATCH.rows.sources["turtlebench"].detects(str(folder))
    (first,), skipped = rows(SCRATCH, folder)
    assert not skipped
    assert (first["id"], first["cluster"], first["description"]) == ("turtle-7-1", "task-7", "A square.")
    tweaks, _ = rows(TWEAK, folder)
    assert [row["id"] for row in tweaks] == ["turtle-7-2", "turtle-7-3"]
    for row in tweaks:
        assert row["base_code"] == first["code"]
        assert row["base_code"].endswith(f"side = 100\n\n{SQUARE}\n")
    assert OPEN in tweaks[0]["code"] and OPEN not in tweaks[0]["base_code"]
    assert [row["complexity"] for row in tweaks] == ["simple to simple", "simple to medium"]
    assert tweaks[0]["tweaks"] == ["deletion"]
    finished = TWEAK.rows.finish(tweaks[0])
    assert finished["image"].startswith(b"\x89PNG") and finished["base_image"].startswith(b"\x89PNG")
    assert finished.keys() == TWEAK.rows.columns.keys()


def test_what_changes_nothing_and_what_was_there_before_say_so(published):
    larger = SQUARE.replace("side)", "1.5 * side)")
    folder = published(
        record(1, 1, SQUARE),
        record(1, 2, f"t.left(90)\n{SQUARE}"),
        record(1, 3, DIAGONAL),
        record(2, 1, DIAGONAL),
        record(3, 1, OPEN),
        record(4, 1, larger),
    )
    tweaks, _ = rows(TWEAK, folder)
    scratch, _ = rows(SCRATCH, folder)
    assert [row["defect"] for row in tweaks] == ["the result is the given figure", ""]
    assert [row["defect"] for row in scratch][:3] == ["", "the same result as turtle-1-3", ""]


def test_what_cannot_be_read_is_skipped_and_named(published):
    folder = published(record(1, 1, SQUARE), record(2, 2, OPEN), record(3, 1, SQUARE))
    (folder / "autotest/source/3_1.jpg").unlink()
    with (folder / "dataset.jsonl").open("a") as index:
        index.write('{"id": 9}\nno JSON\n')
    result, skipped = rows(TWEAK, folder)
    assert not result
    assert Counter(skip.name for skip in skipped) == Counter(["line 4", "line 5", "turtle-2-2"])
    assert [row["id"] for row in rows(SCRATCH, folder)[0]] == ["turtle-1-1"]
    assert "turtle-3-1" in {skip.name for skip in rows(SCRATCH, folder)[1]}


def test_a_picture_outside_the_folder_is_not_read(published, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret.png"
    Image.new("L", (9, 9)).save(elsewhere)
    folder = published(record(1, 1, SQUARE, base_shape=str(elsewhere)))
    (folder / "autotest/source/1_1.jpg").unlink()
    result, skipped = rows(SCRATCH, folder)
    assert not result and len(skipped) == 1


def test_a_folder_of_something_else_is_not_recognised(tmp_path):
    assert not turtle_published.recognises(str(tmp_path))
    (tmp_path / "dataset.jsonl").write_text('{"question": "What?"}\n')
    assert not turtle_published.recognises(str(tmp_path))
    with pytest.raises(UserError, match=r"no dataset\.jsonl"):
        rows(SCRATCH, tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("instruction", "kinds"),
    [
        ("creates the shape without the upper arc.", ("deletion",)),
        ("adds a line and removes the circle.", ("deletion", "insertion")),
        ("rotates the whole shape 60 degrees to the left.", ("rotation",)),
        ("recreates the same shape upside down.", ("reflection",)),
        ("draws six squares instead of four.", ("generalisation",)),
        ("makes it nice.", ()),
    ],
)
def test_kinds_are_read_from_the_words(instruction, kinds):
    assert tweak_kinds.kinds(instruction) == kinds


def test_tweaks_without_a_word_of_a_kind_are_labelled_by_hand():
    """The words of these 16 of 130 published instructions do not decide the kind; 3-4 asks for the given figure."""
    labelled = tweak_kinds.by_hand()
    assert len(labelled) == 16 and [name for name, kinds in labelled.items() if not kinds] == ["3-4"]
    assert all(set(kinds) <= set(tweak_kinds.WORDS) and len(kinds) <= 2 for kinds in labelled.values())
    assert tweak_kinds.of_task("10-2", "draws two diameters.") == ("insertion", ("insertion",))
    assert tweak_kinds.of_task("26-3", "shifts it.") == ("combined", ("deletion", "insertion"))
    assert tweak_kinds.of_task("3-4", "the same.") == ("unchanged", ())
    assert tweak_kinds.of_task("99-2", "makes it nice.") == ("unknown", ())


@pytest.mark.realdata
def test_every_real_tweak_has_a_kind(fixtures_path):
    result, _ = rows(TWEAK, fixtures_path / "turtlebench")
    assert "unknown" not in {row["tweak"] for row in result}


@pytest.mark.slow
@pytest.mark.realdata
@pytest.mark.sandbox
def test_the_real_tasks_are_read_and_their_references_solve_them(fixtures_path):
    folder = fixtures_path / "turtlebench"
    for benchmark, count in ((SCRATCH, 52), (TWEAK, 50)):
        assert benchmark.rows.sources["turtlebench"].detects(str(folder))
        result, skipped = rows(benchmark, folder)
        assert len(result) == count and not skipped
        done = [benchmark.rows.finish(row) for row in result]
        assert all(row.keys() == benchmark.rows.columns.keys() for row in done)
        scores = benchmark.scoring.score(done, [Completion(benchmark.evidence.reference(row)) for row in done])
        assert {(score.value, score.status) for score in scores} == {(1.0, Status.OK)}


@pytest.mark.realdata
@pytest.mark.sandbox
def test_echoing_the_real_base_code_solves_only_what_is_marked(fixtures_path):
    result, _ = rows(TWEAK, fixtures_path / "turtlebench")
    scores = TWEAK.scoring.score(result, [Completion(row["base_code"]) for row in result])
    solved = {row["id"] for row, score in zip(result, scores, strict=True) if score.value}
    marked = {row["id"] for row in result if "the given figure" in row["defect"]}
    assert solved == marked == {"turtle-18-4", "turtle-46-2"}
