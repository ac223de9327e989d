"""Render the dataset card of a built folder: README.md and `eval.yaml`.

Every figure and picture in a card is read from the Parquet files, or computed from them with the scoring code; only the
descriptions of families (`builders/<family>/card.md`, `columns.toml`) are static text.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import jinja2
import polars as pl

from sgpkit import bars, content, markdown, published
from sgpkit.benchmark import Benchmark, Row, families
from sgpkit.data import changelog, errata, probe_records, record
from sgpkit.data import rows as stored_rows
from sgpkit.data.card import (
    answer_words,
    check,
    column_meanings,
    croissant,
    family_words,
    figures,
    floor_cache,
    licence_names,
    metadata,
    pictures,
    readme,
    registration,
)
from sgpkit.data.probe_records import ProbeRecord
from sgpkit.errors import UserError
from sgpkit.files import reading
from sgpkit.sandbox.untrusted import json_values

FEW = 100
"""Maximum number of rows of a training config from which figures are computed; such configs may be large."""

LONGEST = 160
"""Maximum length of a column's text in the example."""

Probe = Callable[[Path, Benchmark], ProbeRecord | None]
"""Returns the figures of shortcuts on a config of a built folder, if there are any."""


def read_probe(folder: Path, benchmark: Benchmark) -> ProbeRecord | None:
    """Return the figures that are stored with a config."""
    return probe_records.find(folder, benchmark.config)


def render(folder: Path, repo: str = "", probe: Probe = read_probe) -> Path:
    """Write README.md, its pictures and `eval.yaml`; return the README's path. Raises UserError if the card is invalid.
    `repo` is the repo on the Hub from which readers load the rows; default: the folder. `probe` returns the figures of
    shortcuts on a config; default: those stored with it."""
    card = readme.open_readme(folder)
    if not card.configs:
        raise UserError(f"{folder} is not a dataset folder\nBuild a dataset: sgpkit build CONFIG --out {folder}")
    shown = repo or folder.resolve().name
    sections: dict[str, list[dict[str, Any]]] = {}
    cache = floor_cache.FloorCache()
    for config in bars.counted(card.configs, f"card of {folder}", len(card.configs), "configs"):
        family, benchmark = families.locate(config)
        with reading(folder / config, f"Build it again: sgpkit build {config} --out {folder}"):
            sections.setdefault(family, []).append(
                describe_config(folder, family, benchmark, card.splits(config), cache, probe)
            )
    cache.write()
    described = [entry for family in sections.values() for entry in family]
    benchmarks = [entry["benchmark"] for entry in described]
    registration.write(folder, shown, benchmarks)
    rows = sum(count for entry in described for count in entry["splits"].values())
    sources = {(source, license) for entry in described for source, license, _ in entry["sources"]}
    licences = sorted({license for _, license in sources})
    meanings = {entry["benchmark"].config: {name: words for name, _, words in entry["columns"]} for entry in described}
    croissant.write(folder, shown, benchmarks, licences, meanings)
    canaries = sorted({record.CANARY, *(record.canary(record.find(folder, entry.config)) for entry in benchmarks)})
    values = metadata.metadata(shown.rpartition("/")[2], benchmarks, rows, sources)
    values = {**values, "canary": [canary_line(one) for one in canaries]}
    history = folder / changelog.NAME
    text = "\n" + template().render(
        place=shown,
        canaries=[canary_line(one) for one in canaries],
        trained_on=[entry.config for entry in benchmarks if entry.scoring.score is None],
        measures=any(entry.scoring.score is not None for entry in benchmarks),
        families=[
            {
                "text": family_words.text(family, card.configs),
                "gallery": pictures.copy_gallery(folder, family),
                "configs": entry,
            }
            for family, entry in sections.items()
        ],
        licences=licence_rows(described),
        changes=[
            {"version": change.version, "text": family_words.lower_headings(change.text)}
            for change in (changelog.read(history.read_text("utf-8")) if history.is_file() else [])
        ],
    )
    path = readme.describe(folder, values, text)
    if wrong := check.problems(folder):
        raise UserError("\n".join([f"the card of {folder} is wrong:", *wrong]))
    return path


def canary_line(canary: str) -> str:
    """Return a canary with the words that searches for it use."""
    return f"sgpkit canary GUID {canary}"


def template() -> jinja2.Template:
    """Return the template of the card's text."""
    environment = jinja2.Environment(
        undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True
    )
    environment.filters["percent"] = lambda value: f"{100 * value:.1f} %"
    environment.filters["count"] = lambda value: f"{value:,}"
    environment.filters["code"] = markdown.code
    environment.filters["plain"] = markdown.plain
    environment.filters["licence"] = lambda text: licence_names.with_links(markdown.plain(text))
    return environment.from_string(content.folder("hub_cards").joinpath("template.md").read_text("utf-8"))


def licence_rows(described: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, int, list[str]]]:
    """Return every pair of source and licence, with its rows and its configs."""
    pairs: dict[tuple[str, str], tuple[int, list[str]]] = {}
    for entry in described:
        for source, license, rows in entry["sources"]:
            known, configs = pairs.get((source, license), (0, []))
            pairs[source, license] = (known + rows, [*configs, entry["benchmark"].config])
    return [(source, license, rows, configs) for (source, license), (rows, configs) in sorted(pairs.items())]


def describe_config(
    folder: Path, family: str, benchmark: Benchmark, names: Sequence[str], cache: floor_cache.FloorCache, probe: Probe
) -> dict[str, Any]:
    """Return the card's content on one config with these splits, read from its files."""
    files = folder / benchmark.config
    rows = pl.scan_parquet(str(files / "*.parquet"))
    splits = {split: count(files, split) for split in names}
    scored = "test" if "test" in splits else next(iter(splits))
    test = pl.scan_parquet(str(files / f"{scored}-*.parquet"))
    sources = rows.group_by("source", "license").agg(pl.len().alias("rows")).sort("source", "license").collect()
    groups = {
        name: test.group_by(name, maintain_order=True).agg(pl.len().alias("rows")).collect().iter_rows()
        for name in benchmark.rows.groups
        if name in benchmark.rows.columns
    }
    looked_at = None if benchmark.scoring.score is not None else FEW
    asked = list(islice(stored_rows.read(folder, benchmark, scored), looked_at))
    examples = list(stored_rows.read(folder, benchmark, "train")) if "train" in splits and scored != "train" else []
    meanings = column_meanings.meanings(family, benchmark)
    return {
        "benchmark": benchmark,
        "splits": splits,
        "columns": [(name, column_words(kind), meanings[name]) for name, kind in benchmark.rows.columns.items()],
        "sources": list(sources.iter_rows()),
        "groups": {name: list(values) for name, values in groups.items()},
        "answers": (words := answer_words.by_type(benchmark, test)),
        "questions_picture": figures.write(folder, benchmark, words, test),
        "picture": pictures.write(folder, benchmark, asked),
        "example": example(benchmark, asked),
        "floors": cache.floors(folder, benchmark, asked, examples),
        "shortcuts": probe_records.overall_figures(probed := probe(folder, benchmark)),
        "by_nature": probe_records.expected_figures(probed),
        "not_probed": probed is None and benchmark.scoring.score is not None,
        "calibration": calibration(folder, benchmark.config),
        "printed": [
            (published.table(reference.table)["source"][0], reference.column)
            for reference in benchmark.evidence.published
        ],
        "errata": errata.errata_of(folder, benchmark.config),
        "painter": painter(folder, benchmark.config),
    }


def calibration(folder: Path, config: str) -> dict[str, Any] | None:
    """Return the figures that `sgpkit dataset calibrate` stored with a config; None if there are none for these
    rows."""
    try:
        kept = json_values.read_object(folder / config / "calibration.json")
        return dict(kept) if kept["sha256"] == record.read(folder, config)["sha256"] else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError, UserError):
        return None


def painter(folder: Path, config: str) -> str:
    """Return the renderer of the pictures of a build, in words; "" if there are none."""
    painted = record.read(folder, config).get("renderer")
    if not isinstance(painted, dict):
        return ""
    versions = [f"{name} {value}" for name, value in painted.items() if not name.startswith(("renderer", "fonts"))]
    hashed = f" (sha256 {painted['fonts_sha256'][:12]})" if painted.get("fonts_sha256") else ""
    return f"{', '.join(versions)}; fonts: {painted['fonts']}{hashed}"


def count(folder: Path, split: str) -> int:
    """Return the number of rows of a split."""
    return int(pl.scan_parquet(str(folder / f"{split}-*.parquet")).select(pl.len()).collect().item())


def column_words(kind: str | tuple[str, ...]) -> str:
    """Return the type of a column in words."""
    return kind if isinstance(kind, str) else "one of " + ", ".join(kind)


def example(benchmark: Benchmark, rows: Sequence[Row]) -> list[tuple[str, str]]:
    """Return the first row's columns that are texts or numbers, shortened."""
    shown = {name: rows[0][name] for name, kind in benchmark.rows.columns.items() if kind != "image"} if rows else {}
    texts = {name: value if isinstance(value, str) else str(value) for name, value in shown.items()}
    return [(name, value if len(value) <= LONGEST else value[:LONGEST] + " …") for name, value in texts.items()]
