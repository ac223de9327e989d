"""Cards of all responses with row, prompt, answer, pictures and verdict, in the format that cards.js reads."""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sgpkit import bars, extract
from sgpkit.benchmark import Benchmark, Row
from sgpkit.reports import album, marking, picture_cache
from sgpkit.reports.album import Album, Key, Pool
from sgpkit.reports.marking import MarkedAnswer
from sgpkit.reports.picture_cache import PictureCache
from sgpkit.runs import rendering
from sgpkit.runs.scoring.scored_run import ScoredRun

LONGEST_LINE = 160

LONGEST_TEXT = 20_000
"""The largest number of characters of a completion that the page shows."""


@dataclass(frozen=True)
class View:
    """Rows, one list per dataset; runs with their cards; and the numbered texts and pictures that they refer to."""

    rows: list[list[dict[str, Any]]]
    runs: list[dict[str, Any]]
    texts: list[str]
    pictures: list[str]

    def as_json(self) -> dict[str, Any]:
        """Return its fields by name."""
        return {"rows": self.rows, "runs": self.runs, "texts": self.texts, "pictures": self.pictures}


@dataclass
class Stores:
    """Texts and pictures, stored once and referred to by number."""

    texts: Pool = field(default_factory=Pool)
    album: Album = field(default_factory=Album)
    drawn: Mapping[Key, int | str] = field(default_factory=dict)
    differing: Collection[Key] = frozenset()
    marked: Mapping[MarkedAnswer, list[Any]] = field(default_factory=dict)


def view(runs: Sequence[ScoredRun], remembered: bool = True, cache: PictureCache | None = None) -> View:
    """Return the view of the runs, in their order. Runs on the same data share its rows. With `remembered`, pictures
    are cached for the next report; `cache` has those that are in memory."""
    folders = [run.folder for run in runs] if remembered else []
    stores = Stores(album=Album(cache=cache or picture_cache.read(folders)))
    stores.drawn = album.draw((answer for run in runs for answer in answers(run)), stores.album, remembered)
    stores.differing = album.differing((answer for run in runs for answer in answers(run)), stores.album)
    sharing: dict[tuple[str, str], list[int]] = {}
    for index, run in enumerate(runs):
        sharing.setdefault((run.benchmark.config, run.metadata["data"]["sha256"]), []).append(index)
    rows: list[list[dict[str, Any]]] = []
    described: dict[int, dict[str, Any]] = {}
    total = sum(run.responses.height for run in runs)
    with bars.Bar("cards", total, "cards", remembered) as progress:
        for sharing_runs in sharing.values():
            data = runs[sharing_runs[0]].run.data
            items = rows_of([runs[index] for index in sharing_runs])
            stores.marked = marking.find([runs[index] for index in sharing_runs], items, stores.album.cache)
            shown = [describe_row(runs[sharing_runs[0]], row, stores) for row in items]
            for index in sharing_runs:
                cards = list(run_cards(runs[index], items, data.examples, stores))
                described[index] = describe_run(runs[index], len(rows)) | {"cards": cards}
                progress.update(len(cards))
                if remembered:
                    remember(runs[index], items, stores.album.cache, marking.keys(runs[index], items))
            rows.append(shown)
    ordered = [described[index] for index in range(len(runs))]
    return View(rows, ordered, list(stores.texts.numbers), list(stores.album.pool.numbers))


def rows_of(runs: Sequence[ScoredRun]) -> list[Row]:
    """Return the rows that runs on one dataset were asked, in the order of the data; for excerpts, in the order of the
    runs."""
    excerpts = [run.rows for run in runs if run.rows is not None]
    if len(excerpts) == len(runs):
        return list({str(row["id"]): row for rows in excerpts for row in rows}.values())
    asked = {identifier for run in runs for identifier in run.responses["id"]}
    return [row for row in runs[0].run.data.rows if str(row["id"]) in asked]


def answers(run: ScoredRun) -> Iterator[album.Answer]:
    """Yield the answers of a run to render."""
    if rendering.has_drawings(run.benchmark):
        for completion, finish_reason in run.responses.select("completion", "finish_reason").iter_rows():
            if finish_reason != "error":
                yield run.benchmark, run.metadata["setting"], completion, finish_reason


def remember(run: ScoredRun, rows: Sequence[Row], cache: PictureCache, marks: Collection[str]) -> None:
    """Write the pictures and marks of a run into its folder, unless they are stored already."""
    keys = {picture_cache.key_of("image", image) for row in rows for image in pictures(run.benchmark, row).values()}
    keys |= {album.answer_key(*answer, kind) for answer in answers(run) for kind in ("answer", "differs")}
    keys.update(marks)
    if not keys <= cache.stored.get(run.folder, set()):
        picture_cache.write(run.folder, {key: cache.known[key] for key in keys if key in cache.known})


def describe_run(run: ScoredRun, rows: int) -> dict[str, Any]:
    """Return the description of a run for the page. `rows` is the number of the list of rows for its cards."""
    return {
        "config": run.benchmark.config,
        "label": f"{run.model}, {run.method}",
        "model": run.model,
        "folder": run.display_path,
        "drawing": rendering.has_drawings(run.benchmark),
        "rows": rows,
    }


def describe_row(run: ScoredRun, row: Row, stores: Stores) -> dict[str, Any]:
    """Return a row for the page."""
    described: dict[str, Any] = {
        "id": str(row["id"]),
        "caption": rendering.caption(row),
        "groups": [f"{name} {row[name]}" for name in run.benchmark.rows.groups if name in row],
        "reference": stores.texts.add(run.benchmark.evidence.reference(row)),
    }
    options = row.get("options")
    if run.benchmark.answer_format == "choice" and isinstance(options, list) and isinstance(row.get("answer"), str):
        described |= {"options": list(map(str, options)), "answer": row["answer"]}
    return described | {name: stores.album.add(image) for name, image in pictures(run.benchmark, row).items()}


def pictures(benchmark: Benchmark, row: Row) -> dict[str, bytes]:
    """Return the pictures of a row: the target, and the starting picture if any. Turtle figures are cropped
    like answers, since their position and size do not count."""
    shown = {"picture": rendering.target_picture(row), "given": rendering.given_picture(row)}
    turtle = benchmark.answer_format == rendering.TURTLE
    return {name: rendering.crop(image) if turtle else image for name, image in shown.items() if image}


def run_cards(run: ScoredRun, rows: Sequence[Row], examples: Sequence[Row], stores: Stores) -> list[dict[str, Any]]:
    """Return a card for each response."""
    numbers = {str(row["id"]): number for number, row in enumerate(rows)}
    cards = []
    for response in run.responses.iter_rows(named=True):
        number = numbers[response["id"]]
        prompt = rendering.as_text(rendering.prompt(run.benchmark, rows[number], run.metadata, examples))
        card = {"row": number, "prompt": stores.texts.add(prompt), **describe_answer(run, response, stores)}
        cards.append(card | {"sample": response["sample"] + 1} if run.metadata["n"] > 1 else card)
    return cards


def describe_answer(run: ScoredRun, response: Mapping[str, Any], stores: Stores) -> dict[str, Any]:
    """Return the answer, its picture and its score. Keys without a value are omitted."""
    card: dict[str, Any] = {
        "value": round(response["value"], 4),
        "status": response["status"],
        "reason": response["reason"],
        "completion": stores.texts.add(shortened(response["completion"])),
    }
    if response["turns"]:
        card["turns"] = [stores.texts.add(shortened(turn)) for turn in response["turns"]]
    if response["thinking"]:
        card["thinking"] = stores.texts.add(shortened(response["thinking"]))
    parts = {name: shown(response[name]) for name in run.parts if shown(response[name]) is not None}
    if parts:
        card["parts"] = parts
    if not rendering.has_drawings(run.benchmark):
        card["answer"] = last_line(response["completion"])
    elif response["finish_reason"] != "error":
        key = (run.benchmark.config, run.metadata["setting"], response["completion"], response["finish_reason"])
        drawn = stores.drawn[key]
        card["undrawn" if isinstance(drawn, str) else "picture"] = drawn
        if key in stores.differing:
            card["differs"] = True
        if marks := stores.marked.get((response["id"], response["completion"])):
            card["marks"] = marks
    return card


def shown(value: object) -> float | str | None:
    """Return a number rounded to four digits, or a label; None for a missing part of a score."""
    if isinstance(value, (int, float)):
        return round(value, 4) if math.isfinite(value) else None
    return value if isinstance(value, str) else None


def shortened(text: str) -> str:
    """Return a text shortened for the page; the run folder has the full text."""
    if len(text) <= LONGEST_TEXT:
        return text
    return f"{text[:LONGEST_TEXT]}\n… {len(text) - LONGEST_TEXT:,} more characters in the run folder"


def last_line(completion: str) -> str:
    """Return the last line after the thinking, which usually has the answer; of a very long line, its end."""
    lines = extract.without_thinking(completion)[0].strip().splitlines()
    line = lines[-1].strip() if lines else ""
    return line if len(line) <= LONGEST_LINE else "…" + line[-LONGEST_LINE:]
