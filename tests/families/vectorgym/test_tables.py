"""The paper's tables: printed ones as they are, and ours from scored runs."""

import json

import polars as pl
import pytest

from sgpkit import published
from sgpkit.benchmark import families
from sgpkit.errors import UserError
from sgpkit.families.vectorgym import tables

JUDGES = ("gpt_4o", "claude", "gpt_5", "gemini")


def table(number):
    return published.table(f"vectorgym-table-{number}")


# --- printed ----------------------------------------------------------------------------------------------------------


def test_table_2_has_every_task_and_generator_and_names_rows_that_repeat():
    correlations = table(2)
    assert correlations.select("task", "model").is_unique().all() and correlations.height == 12
    assert set(correlations["task"]) == {"text", "sketch", "edit", "caption"}
    figures = [f"{block}_{judge}" for block in ("generated", "ground_truth") for judge in JUDGES]
    assert correlations.select(pl.all_horizontal(pl.col(figures).is_between(-1, 1)).all()).item()
    for task, rows in correlations.group_by("task"):
        repeated = rows.select(figures).is_duplicated()
        for row, twice in zip(rows.iter_rows(named=True), repeated, strict=True):
            assert twice is ("all eight figures are those of" in row["note"]), (task, row["model"])
            assert (row["ground_truth_gpt_4o"] <= 0) is ("not above 0" in row["note"]), (task, row["model"])


def test_tables_3_to_5_have_the_same_models():
    models = set(table(3)["model"])
    assert len(models) == 12
    assert set(table(4)["model"]) == models and models - set(table(5)["model"]) == {"Claude-3.7"}
    for number in (3, 4, 5):
        assert set(table(number)["group"]) == {"Open-source models", "Proprietary models"}
        assert not table(number).select(pl.exclude(*published.WORDS)).null_count().sum_horizontal().item()


def test_the_text_and_the_tables_disagree_where_notes_say_so():
    edits = {row["model"]: row for row in table(4).iter_rows(named=True)}
    sketches = {row["model"]: row for row in table(5).iter_rows(named=True)}
    best_edit, best_sketch = (max(row["judge"] for row in rows.values()) for rows in (edits, sketches))
    assert best_edit == edits["GPT-5"]["judge"] == 7.92 < best_sketch == sketches["GPT-5"]["judge"] == 8.01
    assert "lowest" in edits["GPT-5"]["note"] and "lowest" in sketches["GPT-5"]["note"]
    figures = ("mse", "ssim", "dino", "lpips")
    for row in edits.values():
        twins = [
            other["model"] for other in edits.values() if other is not row and all(other[n] == row[n] for n in figures)
        ]
        assert bool(twins) is ("are those of" in row["note"])
        assert all(twin in row["note"] for twin in twins)
    lowest = min(row["mse"] for row in sketches.values())
    for row in sketches.values():
        if "calls this MSE the lowest" in row["note"]:
            assert row["mse"] > lowest
    for number, column in ((3, "text_judge"), (5, "judge")):
        row = table(number).filter(pl.col("model") == "GPT-4o").row(0, named=True)
        assert (table(number)[column] > row[column]).sum() == 5 and "five models are above it" in row["note"]
    captions = table(3)
    claude = captions.filter(model="Claude-3.5").row(0, named=True)
    assert (
        captions["caption_bleu"].max() > claude["caption_bleu"]
        and captions["caption_chrf"].max() > claude["caption_chrf"]
    )


@pytest.mark.parametrize("config", ["vectorgym-sketch", "vectorgym-edit", "vectorgym-text", "vectorgym-caption"])
def test_printed_headlines_are_shares(config):
    benchmark = families.get(config)
    for each in benchmark.evidence.published:
        assert each.part in {"", "ssim", "rouge_l", *benchmark.scoring.learned} | (
            {"judge"} if benchmark.scoring.judges else set()
        )
        values = published.table(each.table)[each.column] * each.scale
        assert values.is_between(0, 1).all()


# --- ours -------------------------------------------------------------------------------------------------------------


def estimate(value):
    return {"value": value, "low": value, "high": value, "method": "t", "n": 4, "clusters": 4}


@pytest.fixture
def run(tmp_path):
    def write(name, config, mode, headline, value, parts, summary=(), model="m", n=1):
        folder = tmp_path / name
        folder.mkdir()
        facts = {"config": config, "model": model, "strategy": "zero-shot", "mode": mode}
        (folder / "run.json").write_text(json.dumps(facts))
        figures = {
            "headline": headline,
            "n_samples": n,
            **estimate(value),
            "parts": {part: estimate(each) for part, each in parts.items()},
            "summary": {line: estimate(each) for line, each in dict(summary).items()},
            "samples": {"cost": {"seconds": {"p50": 1.0, **estimate(2.5)}}},
        }
        (folder / "scores.json").write_text(json.dumps(figures))
        return str(folder)

    return write


def test_a_judged_run_gives_the_mark_itself(run):
    place = run(
        "edit",
        "vectorgym-edit",
        "code",
        "judge",
        0.8,
        {"judge": 8.2, "ssim": 0.9, "mse": 0.05, "lpips": 0.2},
        {"drawn": 1.0},
    )
    (line,) = tables.edits([tables.read(tables.Path(place))]).iter_rows(named=True)
    assert (line["judge"], line["ssim"], line["mse"], line["lpips"], line["time"], line["drawn"]) == (
        8.2,
        0.9,
        0.05,
        0.2,
        2.5,
        100,
    )
    assert line["dino"] is None


def test_a_run_that_was_not_judged_has_its_headline(run):
    place = run("sketch", "vectorgym-sketch", "image", "ssim", 0.63, {"mse": 0.2})
    (line,) = tables.sketches([tables.read(tables.Path(place))]).iter_rows(named=True)
    assert (line["ssim"], line["judge"], line["strategy"]) == (0.63, None, "zero-shot")


def test_texts_and_captions_of_a_model_have_their_columns(run, capsys):
    places = [
        run("t", "vectorgym-text", "names", "ssim", 0.5, {"judge": 7.0, "clip": 24.5}, model="b"),
        run("t2", "vectorgym-text", "names", "ssim", 0.6, {"judge": 9.0}, model="a"),
        run(
            "c",
            "vectorgym-caption",
            "code",
            "facts",
            0.21,
            {"bleu": 9.0, "chrf": 31.0, "rouge_l": 21.0},
            {"corpus BLEU": 5.0},
            model="b",
        ),
        run("e", "vectorgym-edit", "code", "ssim", 0.9, {"mse": 0.1}, model="b"),
    ]
    found = tables.texts_and_captions([tables.read(tables.Path(place)) for place in places])
    assert found["model"].to_list() == ["a", "b", "b"], "best judged first"
    caption = found.filter(pl.col("strategy") == "zero-shot, code").row(0, named=True)
    assert (caption["caption_bleu"], caption["caption_chrf"], caption["caption_rouge_l"]) == (5.0, 31.0, 21.0)
    assert {"text_judge", "text_clip", "text_time", "caption_bge_m3", "caption_judge"} <= set(found.columns)
    assert tables.main(places) == 0
    printed = capsys.readouterr().out
    assert "Table 3" in printed and "Table 4" in printed and "Table 5" not in printed


def test_other_folders_are_named(run, tmp_path, capsys):
    (tmp_path / "none").mkdir()
    with pytest.raises(UserError, match=r"has no run\.json; run: sgpkit score"):
        tables.read(tmp_path / "none")
    other = run("other", "ssvg-geometry-svg", "text", "ssvg_structure", 0.1, {})
    assert tables.main([other]) == 2 and "one of VectorGym's configs" in capsys.readouterr().err
    assert tables.main([]) == 2 and "expected run folders" in capsys.readouterr().err


def test_judges_beside_people_by_task_and_generator(run, capsys):
    from sgpkit.runs.scoring.annotations import judged

    assert tables.AGREEMENT == judged.AGREEMENT
    places = [
        run("e", "vectorgym-edit", "code", "judge", 0.8, {"judge": 8.2}, model="b"),
        run("t", "vectorgym-text", "names", "ssim", 0.5, {}, model="a"),
        run("s", "vectorgym-sketch", "image", "judge", 0.4, {"judge": 5.0}, model="reference"),
    ]
    for place, judge, value in ((places[0], "one", 0.81), (places[0], "two", None), (places[2], "one", -0.3)):
        folder = tables.Path(place) / "judged" / judge
        folder.mkdir(parents=True)
        told = {"judge": judge, "pearson": {"value": value, "low": None, "high": None}, "by": {}}
        (folder / "agreement.json").write_text(json.dumps(told))
    found = tables.judges_and_people([tables.read(tables.Path(place)) for place in places])
    assert found.rows() == [("sketch", "reference", -0.3, None), ("edit", "b", 0.81, None)]
    assert tables.main(places) == 0 and "Table 2" in capsys.readouterr().out
