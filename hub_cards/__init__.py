"""The dataset card: the body of a built folder's README.md, computed from what was built. The YAML head is `build`'s.

Every figure in a card is read off the Parquet files; only the families' facts (`builders/<family>/card.md`) are text.
"""

from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
import polars as pl

import builders
from builders import card_head
from hub_cards import answer_words
from sgpkit.benchmark import Benchmark
from sgpkit.errors import UserError
from sgpkit.files import reading


def render(folder: Path) -> Path:
    """Write the body of the folder's README.md; returns its path."""
    configs = card_head.configs(folder) if (folder / "README.md").is_file() else []
    if not configs:
        raise UserError(f"{folder} is no built dataset\nBuild one: sgpkit build CONFIG --out {folder}")
    sections: dict[str, list[dict[str, Any]]] = {}
    for config in configs:
        family, benchmark = builders.locate(config)
        with reading(folder / config, f"Build it again: sgpkit build {config} --out {folder}"):
            sections.setdefault(family, []).append(facts(folder, benchmark))
    families = [
        {"text": resources.files(f"builders.{family}").joinpath("card.md").read_text("utf-8"), "configs": described}
        for family, described in sections.items()
    ]
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    template = environment.from_string(resources.files(__name__).joinpath("template.md").read_text("utf-8"))
    card = card_head.read(folder)
    card.text = "\n" + template.render(name=folder.resolve().name, families=families)
    card_head.write(folder, card)
    return folder / "README.md"


def facts(folder: Path, benchmark: Benchmark) -> dict[str, Any]:
    """What the card says of one config, read off its files."""
    rows = pl.scan_parquet(str(folder / benchmark.config / "*.parquet"))
    test = pl.scan_parquet(str(folder / benchmark.config / "test-*.parquet"))
    sources = rows.group_by("source", "license").agg(pl.len().alias("rows")).sort("source", "license").collect()
    groups = {
        name: test.group_by(name, maintain_order=True).agg(pl.len().alias("rows")).collect().iter_rows()
        for name in benchmark.by
        if name in benchmark.columns
    }
    return {
        "benchmark": benchmark,
        "splits": {
            split: count(folder / benchmark.config, split) for split in card_head.splits(folder, benchmark.config)
        },
        "columns": {name: column_words(kind) for name, kind in benchmark.columns.items()},
        "sources": list(sources.iter_rows()),
        "groups": {name: list(values) for name, values in groups.items()},
        "answers": answer_words.by_type(benchmark, test),
    }


def count(folder: Path, split: str) -> int:
    return int(pl.scan_parquet(str(folder / f"{split}-*.parquet")).select(pl.len()).collect().item())


def column_words(kind: str | tuple[str, ...]) -> str:
    return kind if isinstance(kind, str) else "one of " + ", ".join(kind)
