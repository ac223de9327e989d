"""A study on disk: `study.json` says what is asked of whom, `items.jsonl` has a line an item, `pictures/` what they
show, and `journal.jsonl` everything that participants did.

The first three are written once: what was asked cannot change under those who answered. Items stand in random order
under names that say nothing of where they come from.
"""

import io
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from tqdm import tqdm

import sgpkit
from sgpkit import rendering
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.review import journal
from sgpkit.review.study import items as study_items
from sgpkit.review.study import plan
from sgpkit.review.study.items import Item, Stimulus
from sgpkit.review.study.options import FACTS
from sgpkit.review.study.state import State
from sgpkit.runs import folder as run_folder

ITEMS, PICTURES, JOURNAL = "items.jsonl", "pictures", "journal.jsonl"
SIZE = 768
"""Pixels a side of a picture at most."""

FIXED = ("kind", "config", "data", "run", "rubric", "criteria", "scale", "seed", "batch", "wanted", "texts")
"""What may not differ when the command that made a study is given again."""


@dataclass(frozen=True)
class Study:
    """What a study asks. `items` are by name, in their random order."""

    folder: Path
    facts: Mapping[str, Any]
    items: Mapping[str, Item]

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])

    @property
    def batches(self) -> int:
        return 1 + max(item.batch for item in self.items.values())

    @property
    def people(self) -> int:
        return int(self.facts["people"])

    @property
    def patience(self) -> timedelta:
        return timedelta(minutes=self.facts["patience"])

    def of_batch(self, batch: int) -> list[str]:
        return [name for name, item in self.items.items() if item.batch == batch]

    def state(self) -> State:
        """Where everybody stands, by what is on the disk now."""
        with reading(self.folder / JOURNAL, "Take the line that does not belong there out of it."):
            return State(journal.read(self.folder / JOURNAL))


def is_study(path: Path) -> bool:
    return (path / FACTS).is_file()


def make(folder: Path, stimuli: Sequence[Stimulus], facts: Mapping[str, Any], size: int | None) -> Study:
    """Write a new study; `study.json` comes last, since it says that all is there. One that is there already must be
    the same."""
    size = len(stimuli) if size is None else size
    facts = {"sgpkit": sgpkit.__version__, **facts, "batch": size, "salt": secrets.token_hex(16)}
    if is_study(folder):
        return same(read(folder), facts)
    # What is ours of it without a study.json was being made when the process ended.
    if folder.exists() and {path.name for path in folder.iterdir()} - {PICTURES, ITEMS, f".{ITEMS}.part"}:
        raise UserError(f"--out {folder}: there is something in it that is no study; choose another --out")
    order = plan.drawn([f"{each.item.kind}:{each.item.id}:{each.item.sample}" for each in stimuli], facts["seed"])
    by_source = {f"{each.item.kind}:{each.item.id}:{each.item.sample}": each for each in stimuli}
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    items = []
    for place, source in enumerate(tqdm(order, desc="pictures", disable=None, unit=" items")):
        items.append(placed(by_source[source], place, plan.batch_of(place, len(order), size), folder / PICTURES))
    lines = "".join(json.dumps(study_items.as_line(item), ensure_ascii=False) + "\n" for item in items)
    write_atomically(folder / ITEMS, lines)
    write_facts(folder, facts)
    return read(folder)


def placed(stimulus: Stimulus, place: int, batch: int, pictures: Path) -> Item:
    """The item under its name, its pictures written: all by one writer, so that no file tells what it shows."""
    name = f"{place + 1:04}"
    written = []
    for number, png in enumerate(stimulus.pictures):
        stream = io.BytesIO()
        rendering.fitted(png, SIZE).save(stream, "PNG")
        write_atomically(pictures / f"{name}-{number + 1}.png", stream.getvalue())
        written.append(f"{name}-{number + 1}.png")
    return stimulus.item._replace(name=name, batch=batch, pictures=tuple(written))


def same(study: Study, facts: Mapping[str, Any]) -> Study:
    was, now = (
        json.loads(json.dumps({name: run_folder.fingerprint(each.get(name)) for name in FIXED}))
        for each in (study.facts, facts)
    )
    if changed := [name for name in FIXED if was[name] != now[name]]:
        details = "; ".join(f"{name} was {was[name]!r:.60}, is {now[name]!r:.60}" for name in changed)
        raise UserError(f"{study.folder} holds another study: {details}\nChoose another --out.")
    return study


def read(folder: Path) -> Study:
    if not is_study(folder):
        raise UserError(f"{folder} is no study: it has no {FACTS}\nMake one: sgpkit review CONFIG --study choices")
    with reading(folder / FACTS, "Restore it, or make the study again in another folder."):
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        if missing := [name for name in ("kind", "config", "seed", "people", "patience", "texts") if name not in facts]:
            raise ValueError(f"it says nothing of {', '.join(missing)}")
    with reading(folder / ITEMS, "Restore it, or make the study again in another folder."):
        lines = (folder / ITEMS).read_text(encoding="utf-8").splitlines()
        items = [study_items.from_line(json.loads(line)) for line in lines]
    return Study(folder, facts, {item.name: item for item in items})


def write_facts(folder: Path, facts: Mapping[str, Any]) -> None:
    write_atomically(folder / FACTS, json.dumps(facts, indent=1, ensure_ascii=False) + "\n")


def changed(study: Study, given: Mapping[str, Any]) -> Study:
    """How many people are wanted, how long they may be silent and the like may change under way, and are noted."""
    if any(study.facts.get(name) != value for name, value in given.items()):
        write_facts(study.folder, {**study.facts, **given})
        return read(study.folder)
    return study
