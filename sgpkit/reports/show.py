"""Show one row in the terminal, and its pictures as a PNG: the reference next to the drawings of a run."""

import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

import polars as pl
from PIL import Image

from sgpkit.benchmark import Benchmark, Row, families
from sgpkit.errors import UserError, nearest
from sgpkit.runs import data, rendering
from sgpkit.runs.folder import Run
from sgpkit.runs.parts import Table
from sgpkit.runs.scoring.annotations import judged
from sgpkit.sandbox.untrusted.texts import printable

SIZE = 384
GAP = 16
COLUMNS = 4
"""Pictures per line of the PNG: the reference and three answers."""


Sections = list[tuple[str, str]]
Images = list[bytes | None]


def sections(config: str, identifier: str, source: str, run: Path | None, strategy: str | None, out: Path) -> Sections:
    """Return what is shown of a row: titles and texts. Writes the pictures to `out`, if the row has any."""
    benchmark = families.get(config)
    if run is None:
        shown, images = row_sections(benchmark, identifier, source, strategy)
    else:
        shown, images = run_sections(benchmark, identifier, run)
    if any(images):
        save_pictures(out, images)
        shown.append(("picture", str(out)))
    return shown


def as_text(sections: Sections) -> str:
    """Return sections as text for the terminal, without unprintable characters."""
    shown = [(title, printable(text.replace("\r\n", "\n"), allowed="\n\t").strip()) for title, text in sections]
    return "\n\n".join(f"{heading(title)}\n{text}" for title, text in shown)


def row_sections(benchmark: Benchmark, identifier: str, source: str, strategy: str | None) -> tuple[Sections, Images]:
    """Return the sections about a row of any split, without answers."""
    if strategy is not None and strategy not in benchmark.prompts.strategies:
        raise UserError(f"unknown strategy {strategy!r}{nearest(strategy, benchmark.prompts.strategies)}")
    loaded = data.load(source, benchmark)
    row = find(identifier, [*loaded.rows, *loaded.examples])
    metadata = {
        "mode": benchmark.prompts.modes[0],
        "setting": benchmark.prompts.settings[0],
        "texts": {},
        "strategy": strategy or next(iter(benchmark.prompts.strategies)),
    }
    prompt = rendering.as_text(rendering.prompt(benchmark, row, metadata, loaded.examples))
    sections = [("prompt", prompt), ("reference answer", benchmark.evidence.reference(row)), *origin(row)]
    return sections, rendering.row_pictures(row)


def run_sections(benchmark: Benchmark, identifier: str, run: Path) -> tuple[Sections, Images]:
    """Return the sections about a row with the answers of a run, sample by sample."""
    opened = Run.open(run)
    metadata = opened.metadata
    if metadata["config"] != benchmark.config:
        raise UserError(f"{run} is a run of {metadata['config']}; expected a run of {benchmark.config}")
    loaded = opened.data
    row = find(identifier, loaded.rows)
    responses = opened.table.filter(pl.col("id") == identifier)
    if responses.is_empty():
        part = (
            f"--limit {metadata['limit']}"
            if metadata["limit"]
            else "--lite"
            if metadata.get("lite")
            else "other options"
        )
        raise UserError(f"{run}: no response for {identifier!r}; the run was made with {part}")
    sections = [("prompt", rendering.as_text(rendering.prompt(benchmark, row, metadata, loaded.examples)))]
    completions, finish_reasons = responses["completion"].to_list(), responses["finish_reason"].to_list()
    drawn = rendering.pictures(benchmark, completions, SIZE, finish_reasons, metadata["setting"])
    verdicts = scores_of(run, identifier, benchmark.scoring.gradual)
    for response, picture in zip(responses.iter_rows(named=True), drawn, strict=True):
        number = f" (sample {response['sample']})" if responses.height > 1 else ""
        sections += [(f"reply {turn}{number}", text) for turn, text in enumerate(response["turns"], start=1)]
        sections.append((f"completion{number}", response["completion"] or "(empty)"))
        verdict = verdicts.get(response["sample"], f"not scored yet; run sgpkit score {run}")
        if picture.reason and picture.reason not in verdict:
            verdict += f"\nnot drawn: {picture.reason}"
        sections.append((f"verdict{number}", verdict))
        replies = judged.replies(run, identifier, response["sample"])
        sections += [(f"judge {name}{number}", reply or "(empty)") for name, reply in replies]
    sections += [("reference answer", benchmark.evidence.reference(row)), *origin(row)]
    answers = [picture.png for picture in drawn] if rendering.has_drawings(benchmark) else []
    return sections, [*rendering.row_pictures(row), *answers]


def origin(row: Row) -> Sections:
    """Return the section about the function that made a builtin row."""
    return [("generator", row["generator"])] if row.get("generator") else []


def find(identifier: str, rows: Sequence[Row]) -> Row:
    """Return the row with an id."""
    by_id = {str(row["id"]): row for row in rows}
    if identifier in by_id:
        return by_id[identifier]
    close = difflib.get_close_matches(identifier, list(by_id)[:20_000], n=1, cutoff=0.5)
    ids = f"did you mean {close[0]!r}?" if close else f"ids look like {next(iter(by_id), '')!r}"
    raise UserError(f"no row {identifier!r}; {ids}")


def scores_of(run: Path, identifier: str, graded: bool = False) -> dict[int, str]:
    """Return the scores of a row by sample, as text."""
    scores = Table.open(run, "scores", f"Score the run again: sgpkit score {run}")
    if not scores.files:
        return {}
    table = scores.read().filter(pl.col("id") == identifier)
    return {
        item["sample"]: f"{mark(item['value'], graded)} (status {item['status']}): {item['reason']}".removesuffix(": ")
        for item in table.iter_rows(named=True)
    }


def mark(value: float, graded: bool) -> str:
    """Return a score as text."""
    text = f"{value:.3g}"
    return text if graded else {1.0: "right", 0.0: "wrong"}.get(value, text)


def heading(title: str) -> str:
    """Return the heading of a section."""
    return f"\x1b[1m{title}\x1b[0m" if sys.stdout.isatty() else f"── {title} " + "─" * max(60 - len(title), 0)


def save_pictures(out: Path, images: Sequence[bytes | None]) -> None:
    """Write the pictures on white, line by line, with a grey square for a missing one."""
    step = SIZE + GAP
    columns, lines = min(len(images), COLUMNS), -(-len(images) // COLUMNS)
    sheet = Image.new("RGB", (columns * step - GAP, lines * step - GAP), "white")
    for index, content in enumerate(images):
        left, top = index % COLUMNS * step, index // COLUMNS * step
        if content is None:
            sheet.paste((228, 228, 228), (left, top, left + SIZE, top + SIZE))
            continue
        tile = rendering.fit(content, SIZE)
        sheet.paste(tile, (left + (SIZE - tile.width) // 2, top + (SIZE - tile.height) // 2))
    out.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(out)
