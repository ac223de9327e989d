"""A study on disk: `study.json` with its metadata, `items.jsonl` with one line per item, `pictures/` with their
pictures, and `journal.jsonl` with everything that participants did.

The first three are written once, so that items cannot change after people answered them. Items are in random order
under names that do not reveal their origin.
"""

import io
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit import bars
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.runs import folder as run_folder
from sgpkit.runs import rendering
from sgpkit.studies.review import journal
from sgpkit.studies.review.study import items as study_items
from sgpkit.studies.review.study import plan
from sgpkit.studies.review.study.items import Item, Stimulus
from sgpkit.studies.review.study.options import STUDY_FILE, is_study
from sgpkit.studies.review.study.state import State

ITEMS, PICTURES, JOURNAL = "items.jsonl", "pictures", "journal.jsonl"
MAX_SIDE = 768
"""Pixels per side of a picture."""

FIXED = ("kind", "config", "data", "run", "rubric", "criteria", "scale", "seed", "batch", "wanted", "texts")
"""Metadata that must be equal if the command that made a study is repeated."""


@dataclass(frozen=True)
class Study:
    """A study as it was made. `items` are by name, in their random order."""

    folder: Path
    metadata: Mapping[str, Any]
    items: Mapping[str, Item]

    @property
    def kind(self) -> str:
        """One of `options.KINDS`."""
        return str(self.metadata["kind"])

    @property
    def batches(self) -> int:
        """The number of batches."""
        return 1 + max(item.batch for item in self.items.values())

    @property
    def people(self) -> int:
        """The number of people who are to finish each batch."""
        return int(self.metadata["people"])

    @property
    def patience(self) -> timedelta:
        """The time after which the batch of an inactive participant is given to another."""
        return timedelta(minutes=self.metadata["patience"])

    def items_of_batch(self, batch: int) -> list[str]:
        """Return the names of a batch's items."""
        return [name for name, item in self.items.items() if item.batch == batch]

    def state(self) -> State:
        """Return the progress of every participant, by the journal on disk."""
        with reading(self.folder / JOURNAL, "Remove the invalid line."):
            return State(journal.read(self.folder / JOURNAL))


def make(folder: Path, stimuli: Sequence[Stimulus], metadata: Mapping[str, Any], size: int | None) -> Study:
    """Write a new study, in batches of about `size` items; an existing one must be the same.

    `study.json` is written last, as the mark of a complete study.
    """
    size = len(stimuli) if size is None else size
    metadata = {"sgpkit": sgpkit.__version__, **metadata, "batch": size, "salt": secrets.token_hex(16)}
    if is_study(folder):
        return checked_same(read(folder), metadata)
    # A folder with the other files but without study.json is incomplete: the process ended while it was written.
    if folder.exists() and {path.name for path in folder.iterdir()} - {PICTURES, ITEMS, f".{ITEMS}.part"}:
        raise UserError(f"--out {folder}: the folder contains other files; choose another --out")
    order = plan.shuffled([source_of(stimulus.item) for stimulus in stimuli], metadata["seed"])
    by_source = {source_of(stimulus.item): stimulus for stimulus in stimuli}
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    items = []
    for index, source in enumerate(bars.counted(order, "pictures", len(order), "items")):
        batch = plan.batch_of(index, len(order), size)
        items.append(write_pictures(by_source[source], index, batch, folder / PICTURES))
    lines = "".join(json.dumps(study_items.as_line(item), ensure_ascii=False) + "\n" for item in items)
    write_atomically(folder / ITEMS, lines)
    write_metadata(folder, metadata)
    return read(folder)


def source_of(item: Item) -> str:
    """Return a key of the row or response that an item comes from."""
    return f"{item.kind}:{item.id}:{item.sample}"


def write_pictures(stimulus: Stimulus, index: int, batch: int, pictures: Path) -> Item:
    """Write an item's pictures, all by one encoder, so that no file reveals its origin; return the named item."""
    name = f"{index + 1:04}"
    written = []
    for number, png in enumerate(stimulus.pictures):
        stream = io.BytesIO()
        rendering.fit(png, MAX_SIDE).save(stream, "PNG")
        write_atomically(pictures / f"{name}-{number + 1}.png", stream.getvalue())
        written.append(f"{name}-{number + 1}.png")
    return stimulus.item._replace(name=name, batch=batch, pictures=tuple(written))


def checked_same(study: Study, metadata: Mapping[str, Any]) -> Study:
    """Return the study. Raises UserError if it was made from something else."""
    was, now = (
        json.loads(json.dumps({name: run_folder.fingerprint(version.get(name)) for name in FIXED}))
        for version in (study.metadata, metadata)
    )
    if changed := [name for name in FIXED if was[name] != now[name]]:
        details = "; ".join(f"{name} was {was[name]!r:.60}, now {now[name]!r:.60}" for name in changed)
        raise UserError(f"{study.folder} contains a different study: {details}\nChoose another --out.")
    return study


def read(folder: Path) -> Study:
    """Return the study in a folder."""
    if not is_study(folder):
        raise UserError(
            f"{folder} is not a study folder: {STUDY_FILE} is missing\n"
            "Create a study: sgpkit author study CONFIG --kind choices"
        )
    with reading(folder / STUDY_FILE, "Restore it, or create the study again in another folder."):
        metadata = json.loads((folder / STUDY_FILE).read_text(encoding="utf-8"))
        if missing := [
            name
            for name in ("kind", "config", "seed", "people", "patience", "code", "platform", "texts")
            if name not in metadata
        ]:
            raise ValueError(f"it lacks {', '.join(missing)}")
    with reading(folder / ITEMS, "Restore it, or create the study again in another folder."):
        lines = (folder / ITEMS).read_text(encoding="utf-8").splitlines()
        items = [study_items.from_line(json.loads(line)) for line in lines]
    return Study(folder, metadata, {item.name: item for item in items})


def write_metadata(folder: Path, metadata: Mapping[str, Any]) -> None:
    """Write `study.json`."""
    write_atomically(folder / STUDY_FILE, json.dumps(metadata, indent=1, ensure_ascii=False) + "\n")


def changed(study: Study, changes: Mapping[str, Any]) -> Study:
    """Write new values of options that may change after the study has begun, and return the study with them."""
    if any(study.metadata.get(name) != value for name, value in changes.items()):
        write_metadata(study.folder, {**study.metadata, **changes})
        return read(study.folder)
    return study
