"""The paper's printed tables."""

import polars as pl
import pytest

from sgpkit import published
from sgpkit.benchmark import families

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
    for item in benchmark.evidence.published:
        assert item.part in {"", "ssim", "rouge_l", *benchmark.scoring.learned} | (
            {"judge"} if benchmark.scoring.judges else set()
        )
        values = item.share(published.table(item.table)[item.column])
        assert values.is_between(0, 1).all()
