"""The builtin source: the distribution of kinds, and the agreement of rows with their scenes."""

import io
import json
import random
from collections import Counter

import numpy as np
import pytest
from PIL import Image

from sgpkit.benchmark import Skipped, families
from sgpkit.data import build
from sgpkit.families.vectorgym import pictures
from sgpkit.families.vectorgym.content import edits, scenes, sketches
from sgpkit.families.vectorgym.content import rows as drawn
from sgpkit.families.vectorgym.sources import builtin
from sgpkit.graphics import raster, svg

CATEGORIES = ("chart", "diagram", "face", "logo", "place", "display", "icon", "glyph")
TASKS = ("sketch", "edit", "text", "caption")


def source(task, seed=0, path=""):
    return list(families.get(f"vectorgym-{task}").rows.sources["builtin"].read(path, seed))


def test_sizes_and_ids():
    rows = source("text")
    assert Counter(split for split, _ in rows) == {"train": 600, "validation": 100, "test": 300}
    assert [row["id"] for split, row in rows if split == "test"][:2] == ["vg-test-0001", "vg-test-0002"]
    assert all(row["cluster"] == row["id"] for _, row in rows)


def test_all_tasks_are_about_the_same_drawings():
    deals = {task: [(split, row["id"], row["kind"], row["seed"]) for split, row in source(task)] for task in TASKS}
    assert deals["sketch"] == deals["edit"] == deals["text"] == deals["caption"]
    assert deals["text"] != [(split, row["id"], row["kind"], row["seed"]) for split, row in source("text", seed=1)]


@pytest.mark.parametrize(
    ("column", "kinds", "spread"),
    [("kind", builtin.other_kinds(), 4), ("kind", builtin.single_kinds(), 1), ("sketch_kind", sketches.KINDS, 1)],
)
def test_kinds_come_equally_often(column, kinds, spread):
    """Icons and glyphs take every seventh place, so that other kinds differ by a few."""
    counts = Counter(row[column] for split, row in source("sketch") if split == "test" and row[column] in kinds)
    assert set(counts) == set(kinds)
    assert max(counts.values()) - min(counts.values()) <= spread


def test_every_seventh_drawing_is_a_single_icon_or_glyph():
    for split, size in builtin.SIZES.items():
        rows = [row for of, row in source("text") if of == split]
        single = [row for row in rows if scenes.category(row["kind"]) in ("icon", "glyph")]
        assert single == rows[6::7] and len(single) == size // 7


def test_kinds_of_edits_are_shared_out():
    rows = [row for split, row in source("edit") if split == "test"]
    first = Counter(row["edits"][0] for row in rows)
    assert len(first) >= 25 and max(first.values()) <= 4 * len(rows) / len(first)
    fitting = builtin.usually_fit()
    for kinds in (builtin.single_kinds(), builtin.other_kinds()):
        usual = {edit for kind in kinds for edit in fitting[kind]}
        assert all(set(row["edits"]) == usual for row in rows if row["kind"] in kinds), "every fitting edit has a place"
    assert all(row["edits"][0] in fitting[row["kind"]] for row in rows)


def finished(task, count, step=37):
    benchmark = families.get(f"vectorgym-{task}")
    rows = [row for split, row in source(task) if split == "test"][::step][:count]
    return [benchmark.rows.finish(row) for row in rows]


@pytest.mark.parametrize("task", TASKS)
def test_rows_are_whole_and_the_same_again(task):
    rows = finished(task, 2)
    drawn.drawn.cache_clear()
    pictures.picture.cache_clear()
    assert rows == finished(task, 2)
    columns = families.get(f"vectorgym-{task}").rows.columns
    for row in rows:
        assert row.keys() == columns.keys()
        assert 2000 <= row["tokens"] <= 8000 and row["tokenizer"] == "estimate"
        assert row["category"] in CATEGORIES and not svg.validate(row["code"])
        assert Image.open(io.BytesIO(row["image"])).size == (512, 512)


def test_descriptions_have_codes_or_names():
    for row in finished("text", 6):
        assert "#" in row["description_hex"] and "#" not in row["description_names"]
        assert len(row["description_names"]) > 100
    for row in finished("caption", 2):
        assert len(row["caption"]) > 100


def test_an_edit_changes_part_of_the_drawing():
    for row in finished("edit", 6):
        before, after = (
            np.asarray(Image.open(io.BytesIO(row[name]))).astype(int) for name in ("image", "target_image")
        )
        changed = np.abs(before - after).max(axis=2) > 16
        assert 0 < changed.mean() < 0.98
        assert 0 < row["unchanged"] < 1
        assert row["instruction"] in row["wordings"] and len(set(row["wordings"])) >= 3
        assert row["edit"] in edits.KINDS and not svg.validate(row["target"])


@pytest.mark.slow
def test_sketches_are_of_the_rows_drawing():
    for row in finished("sketch", 4):
        assert row["sketch"] == pictures.sketched(row) != row["image"]
        assert Image.open(io.BytesIO(row["sketch"])).size == (512, 512)


def test_an_edit_that_does_not_come_out_makes_room_for_the_next(monkeypatch):
    row = next(row for split, row in source("edit") if split == "test")
    scene = drawn.redrawn(row).scene
    first, second = list(edits.applicable(scene))[:2]
    unfit = next(kind for kind in edits.KINDS if kind not in edits.applicable(scene))
    assert drawn.first_edit(scene, [unfit, second, first], random.Random(0)).kind == second
    real = edits.apply

    def failing(kind, *arguments):
        if kind == second:
            raise RuntimeError("made nothing but a removal")
        return real(kind, *arguments)

    monkeypatch.setattr(edits, "apply", failing)
    assert drawn.first_edit(scene, [second, first], random.Random(0)).kind == first
    with pytest.raises(LookupError, match="comes out: made nothing but a removal"):
        drawn.first_edit(scene, [second], random.Random(0))
    with pytest.raises(LookupError, match="none fits"):
        drawn.first_edit(scene, [unfit], random.Random(0))


def test_a_length_that_no_scene_has_is_told(monkeypatch):
    monkeypatch.setattr(drawn, "TRIES", 2)
    monkeypatch.setattr(scenes, "tokens", lambda code, tokenizer: 9_000)
    with pytest.raises(LookupError, match=r"no pie chart of 2,000 to 8,000 tokens in 2 tries; the last has 9,000"):
        drawn.drawn("pie chart", "0:vg-test-9999", "estimate")


def test_a_tokenizer_counts_and_is_named(tmp_path):
    tokenizers = pytest.importorskip("tokenizers")
    counter = tokenizers.Tokenizer(tokenizers.models.WordLevel({"[UNK]": 0}, unk_token="[UNK]"))
    counter.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex(r"\d+|\w+|\s+|."), "isolated")
    file = tmp_path / "tokenizer.json"
    counter.save(str(file))
    benchmark = families.get("vectorgym-text")
    assert build.choose_source(benchmark, f"builtin={file}") == ("builtin", str(file))
    (_, skeleton), *_ = source("text", path=str(file))
    row = benchmark.rows.finish(skeleton)
    assert row["tokenizer"] == str(file) and row["tokens"] == len(counter.encode(row["code"]).ids)
    assert 2000 <= row["tokens"] <= 8000


def test_a_build_has_all_three_splits(tmp_path):
    benchmark = families.get("vectorgym-caption")
    report = build.build(benchmark, tmp_path / "out", limit=1)
    assert report.rows == {"train": 1, "validation": 1, "test": 1} and not report.skipped


def test_what_is_painted_alike_is_left_out():
    row = {"id": "x", "source": "vectorgym", "code": '<svg viewBox="0 0 9 9"><path d="M0 0H9V9Z"/></svg>'}
    result = pictures.of_edit(row | {"target": '<svg viewBox="0 0 9 9"><path d="M0,0h9v9z"/></svg>'})
    assert isinstance(result, Skipped) and "looks as the drawing does" in json.dumps(result._asdict())
    assert raster.png(raster.paint(row["code"], 512)) == pictures.picture(row["code"], "builtin")


@pytest.mark.parametrize("config", ["vectorgym-sketch", "vectorgym-edit", "vectorgym-text", "vectorgym-caption"])
def test_the_source_for_training_goes_on_where_the_builtin_one_ends(config):
    sources = families.get(config).rows.sources
    few, many = (list(sources[name].read("", 0)) for name in ("builtin", "training"))
    assert Counter(split for split, _ in many) == {"train": 7000, "validation": 100, "test": 300}
    train = [row for split, row in many if split == "train"]
    assert train[:600] == [row for split, row in few if split == "train"]
    assert [item for item in many if item[0] != "train"] == [item for item in few if item[0] != "train"]
    assert len({row["id"] for _, row in many}) == len({row["seed"] for _, row in many}) == 7400
