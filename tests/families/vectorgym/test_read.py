"""The published Parquet files: the records that become rows, and the reasons for skipping others."""

import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from PIL import Image

from sgpkit.benchmark import Skipped, families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.families.vectorgym.sources import vectorgym

TASKS = ("sketch", "edit", "text", "caption")
SOURCE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="8" fill="#FF0000"/></svg>'
)
TARGET = SOURCE.replace("</svg>", '<rect x="6" y="6" width="8" height="8" fill="#0000FF"/></svg>')


def png(mode="RGB", size=(40, 30)):
    stream = io.BytesIO()
    Image.new(mode, size).save(stream, "PNG")
    return stream.getvalue()


def record(**changed):
    return {
        "svg_id": "a1",
        "sketch_category": "hand drawn, colored",
        "text_caption": "Draw a red (#FF0000) disc.",
        "sketch_image": {"bytes": png(), "path": "a1.png"},
        "editing_prompt": "Put a blue square on the disc.",
        "editing_target_svg": TARGET,
        "split": "test",
        "editing_annotation_index": 0,
        "original_svg": SOURCE,
        "is_chart": False,
    } | changed


@pytest.fixture
def published(tmp_path):
    def write(*records, name="test-00000-of-00001.parquet"):
        folder = tmp_path / "published" / "data"
        folder.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.Table.from_pylist(list(records)), folder / name)
        return str(folder.parent)

    return write


def read(task, path):
    items = list(vectorgym.rows(task, path))
    return [item for item in items if not isinstance(item, Skipped)], [
        item for item in items if isinstance(item, Skipped)
    ]


def built(task, path, tmp_path):
    benchmark = families.get(f"vectorgym-{task}")
    source, position = build.choose_source(benchmark, path)
    assert source == "vectorgym"
    report = build.build(benchmark, tmp_path / "out", source, position)
    log = (report.folder / "build-log.jsonl").read_text().splitlines()
    rows = {row["id"]: row for path in report.folder.glob("*.parquet") for row in pq.read_table(path).to_pylist()}
    return rows, [json.loads(line) for line in log]


@pytest.mark.parametrize("task", TASKS)
def test_a_record_is_a_row_of_every_task(task, published, tmp_path):
    rows, log = built(task, published(record()), tmp_path)
    assert not log
    ((name, row),) = rows.items()
    assert name == ("vg-a1-edit-0" if task == "edit" else "vg-a1")
    assert (row["cluster"], row["source"], row["code"]) == ("vg-a1", "vectorgym", SOURCE)
    assert Image.open(io.BytesIO(row["image"]["bytes"])).size == (512, 512)
    assert row["tokens"] > 10 and row["tokenizer"]
    if task == "sketch":
        assert Image.open(io.BytesIO(row["sketch"]["bytes"])).size == (512, 512)
        assert row["sketch_kind"] == "hand drawn, colored"
    if task == "edit":
        assert row["instruction"] == "Put a blue square on the disc." and row["target"] == TARGET
        assert row["image"]["bytes"] != row["target_image"]["bytes"]
        assert 0 < row["unchanged"] < 1
    if task == "text":
        assert row["description_hex"] == "Draw a red (#FF0000) disc." and row["description_names"] == "Draw a red disc."
    if task == "caption":
        assert row["caption"] == "Draw a red (#FF0000) disc."


def test_several_edits_of_a_drawing_share_its_sketch_and_description(published):
    path = published(
        record(),
        record(editing_annotation_index=1, editing_prompt="Put a blue square on the disc, please."),
        record(svg_id="b2", split="train", is_chart=True),
    )
    edits, _ = read("edit", path)
    assert [(split, row["id"], row["cluster"], row["category"]) for split, row in edits] == [
        ("test", "vg-a1-edit-0", "vg-a1", "as published"),
        ("test", "vg-a1-edit-1", "vg-a1", "as published"),
        ("train", "vg-b2-edit-0", "vg-b2", "chart"),
    ]
    for task in ("sketch", "text", "caption"):
        rows, skipped = read(task, path)
        assert [row["id"] for _, row in rows] == ["vg-a1", "vg-b2"] and not skipped


def test_another_sketch_of_the_same_drawing_is_another_row(published):
    rows, _ = read("sketch", published(record(), record(sketch_image={"bytes": png("L"), "path": ""})))
    assert [(row["id"], row["cluster"]) for _, row in rows] == [("vg-a1", "vg-a1"), ("vg-a1-2", "vg-a1")]


def test_what_is_missing_makes_no_row_and_shifts_none(published, tmp_path):
    path = published(
        record(svg_id="no-sketch", sketch_image=None),
        record(svg_id="no-words", text_caption=None, editing_prompt="  "),
        record(svg_id="no-drawing", original_svg=None),
        record(svg_id="broken", original_svg="<svg><circle r=</svg>"),
        record(svg_id="odd-split", split="holdout"),
        record(svg_id="no-bytes", sketch_image={"bytes": None, "path": "gone.png"}),
        record(svg_id="no-image", sketch_image={"bytes": b"GIF89a, or not", "path": "x.gif"}),
        record(svg_id="good"),
    )
    sketches, log = built("sketch", path, tmp_path)
    assert set(sketches) == {"vg-no-words", "vg-good"}
    reasons = {entry["name"]: entry["reason"] for entry in log}
    assert set(reasons) == {"vg-no-drawing", "vg-broken", "vg-odd-split", "vg-no-bytes", "vg-no-image"}
    assert "original_svg" in reasons["vg-no-drawing"] and "parse_error" in reasons["vg-broken"]
    assert "'holdout'" in reasons["vg-odd-split"] and "gone.png" in reasons["vg-no-bytes"]
    assert "cannot be read" in reasons["vg-no-image"]
    texts, _ = built("text", path, tmp_path)
    assert "vg-no-sketch" in texts and "vg-no-words" not in texts


def test_an_edit_that_changes_nothing_or_cannot_be_painted_is_named(published, tmp_path):
    path = published(
        record(svg_id="same", editing_target_svg=SOURCE.replace("#FF0000", "red")),
        record(svg_id="prose", editing_target_svg="I changed it."),
        record(
            svg_id="hostile", editing_target_svg=SOURCE.replace("<circle", '<image href="file:///etc/passwd"/><circle')
        ),
        record(svg_id="good"),
    )
    rows, log = built("edit", path, tmp_path)
    reasons = {entry["name"]: entry["reason"] for entry in log}
    assert "vg-good-edit-0" in rows
    assert reasons["vg-same-edit-0"] == "the target looks as the drawing does"
    assert reasons["vg-prose-edit-0"].startswith("the target cannot be painted")
    assert "vg-hostile-edit-0" not in rows or rows["vg-hostile-edit-0"]["target_image"]


@pytest.mark.parametrize("mode", ["P", "L", "LA", "RGBA", "1", "I;16", "CMYK"])
def test_sketches_of_any_mode_are_read(mode, published, tmp_path):
    stream = io.BytesIO()
    Image.new(mode, (30, 60)).save(stream, "TIFF" if mode == "CMYK" else "PNG")
    rows, log = built("sketch", published(record(sketch_image={"bytes": stream.getvalue(), "path": "x"})), tmp_path)
    assert not log
    image = Image.open(io.BytesIO(rows["vg-a1"]["sketch"]["bytes"]))
    assert (image.mode, image.size, image.getpixel((5, 256))) == ("RGB", (512, 512), (255, 255, 255))


def test_descriptions_in_either_style():
    both = vectorgym.descriptions
    assert both("A red (#F00) and blue [#0000FF] flag") == (
        "A red (#F00) and blue [#0000FF] flag",
        "A red and blue flag",
    )
    assert both("A #FF0000 flag") == ("A #FF0000 flag", ""), "the colour has no name"
    assert both("A red flag") == ("", "A red flag")
    assert both(["A red flag", "A red (#FF0000) flag"]) == ("A red (#FF0000) flag", "A red flag")
    assert both('{"hex": "A red (#FF0000) flag", "natural": "A ruby flag"}') == ("A red (#FF0000) flag", "A ruby flag")
    assert both("[not JSON] a flag (#FF0000, #00FF00)") == ("[not JSON] a flag (#FF0000, #00FF00)", "[not JSON] a flag")
    with pytest.raises(ValueError, match="text_caption"):
        both([])


def test_an_instruction_that_is_no_text_is_named():
    with pytest.raises(ValueError, match="expected text under editing_prompt, got list"):
        vectorgym.edit({"editing_prompt": ["a"], "editing_target_svg": TARGET})


def test_files_without_a_tasks_columns_say_so(published, tmp_path):
    bare = {name: value for name, value in record().items() if not name.startswith("editing")}
    path = published(bare)
    assert vectorgym.recognises(path)
    assert read("text", path)[0]
    with pytest.raises(UserError, match="vectorgym-edit: no file has the column editing_prompt and editing_target_svg"):
        read("edit", path)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert not vectorgym.recognises(str(empty))
    with pytest.raises(UserError, match="contains no VectorGym data"):
        read("text", str(empty))


def test_the_split_comes_from_the_files_name_where_no_column_says_it(published):
    bare = {name: value for name, value in record().items() if name != "split"}
    path = published(bare, name="train-00000-of-00001.parquet")
    assert [split for split, _ in read("text", path)[0]] == ["train"]


def test_a_damaged_file_is_named(published, tmp_path):
    path = published(*(record(svg_id=f"n{number}") for number in range(3)))
    file = next((tmp_path / "published" / "data").glob("*.parquet"))
    data = bytearray(file.read_bytes())
    data[20:200] = b"\xff" * 180
    file.write_bytes(data)
    with pytest.raises(UserError, match="is damaged"):
        read("text", path)
