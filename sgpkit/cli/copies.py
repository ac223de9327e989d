"""The command that looks for drawings of one dataset in another. It imports what it needs when it is called."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sgpkit.cli.run_options import positive
from sgpkit.errors import UserError

if TYPE_CHECKING:
    from sgpkit.dataset.drawings import Set
    from sgpkit.near_copies import Copy, Found

FIRST = 10
"""Copies that are printed; --out has them all."""


class Compared(NamedTuple):
    train: "Sequence[Set]"
    test: "Sequence[Set]"
    found: "Found"

    @property
    def label(self) -> str:
        return f"{', '.join(map(str, self.train))} against {', '.join(map(str, self.test))}"


def copies_command(options: argparse.Namespace) -> int:
    """Which drawings of a training set are copies, or nearly, of drawings of a test set; ends with 1 if any is."""
    import json

    from sgpkit import near_copies
    from sgpkit.dataset import drawings as read
    from sgpkit.graphics.workers import pool, sandbox

    compared = []
    try:
        for train, test in pairs(options.train, options.of):
            drawings = read.drawings
            found = near_copies.search(drawings(train), drawings(test), options.workers or pool.workers())
            compared.append(Compared(train, test, found))
        require_programs(compared)
        if options.out:
            write_table(options.out, compared)
        told = write_sheet(options.sheet, compared) if options.sheet else ""
    except sandbox.Unavailable as missing:
        raise UserError(f"programs cannot be drawn to compare their pictures: {missing}") from None
    if options.json:
        print(json.dumps([figures(each) for each in compared], indent=1, ensure_ascii=False))
    else:
        print("\n".join([*(as_text(each) for each in compared), *filter(None, [told])]))
    return 1 if any(each.found.copies for each in compared) else 0


def pairs(train: Sequence[str], test: Sequence[str]) -> "list[tuple[list[Set], list[Set]]]":
    """What is compared with what: all with all of `test`, or without it the two splits of each config."""
    from sgpkit.dataset import drawings as read

    ours = [one for argument in train for one in read.sets(argument, "train")]
    if test:
        if not ours:
            raise UserError(f"{', '.join(train)}: no config has a train split; name a split: FOLDER:CONFIG:SPLIT")
        theirs = [one for argument in test for one in read.sets(argument, "test")]
        if not theirs:
            raise UserError(f"{', '.join(test)}: no config has a test split; name a split: FOLDER:CONFIG:SPLIT")
        return [(ours, theirs)]
    found = []
    for one in ours:
        if not one.config:
            raise UserError(f"{one} is no built folder, with a test split of its own; say --of TEST")
        found += [([one], read.sets(f"{one.place}:{one.config}", "test"))]
    found = [(left, right) for left, right in found if right]
    if not found:
        raise UserError(f"{', '.join(train)}: no config has both a train and a test split; say --of TEST")
    return found


def require_programs(compared: Sequence[Compared]) -> None:
    """That nothing was looked at must not read as that there is no copy."""
    from sgpkit.dataset.drawings import CODE_COLUMNS

    if not any(each.found.train and each.found.test for each in compared):
        first = compared[0]
        empty = first.test if first.found.train else first.train
        raise UserError(
            f"{', '.join(map(str, empty))}: there is no program; expected a column {', '.join(CODE_COLUMNS)}, or texts "
            "with SVG in them"
        )


def as_text(compared: Compared) -> str:
    found = compared.found
    lines = [compared.label, f"  {found.train:,} drawings against {found.test:,}: {counted(found.copies)}"]
    nearest = sorted(found.copies, key=lambda copy: copy.distance)
    for copy in nearest[:FIRST]:
        lines.append(f"  {copy.name} = {copy.of}: {copy.told}")
    if len(nearest) > FIRST:
        lines.append(f"  … and {len(nearest) - FIRST:,} more; --out FILE.csv has all")
    if found.undrawn:
        name, why = found.undrawn[0]
        lines.append(f"  {len(found.undrawn):,} could not be drawn, and were compared as code only: {name}: {why} …")
    return "\n".join(lines)


def counted(copies: "Sequence[Copy]") -> str:
    from collections import Counter

    how = Counter(copy.how for copy in copies)
    return ", ".join(f"{count:,} {name}" for name, count in how.most_common()) or "no copy"


def figures(compared: Compared) -> dict[str, Any]:
    found = compared.found
    return {
        "train": [str(one) for one in compared.train],
        "test": [str(one) for one in compared.test],
        "drawings": {"train": found.train, "test": found.test},
        "copies": [copy._asdict() for copy in found.copies],
        "code_only": [{"name": name, "reason": reason} for name, reason in found.undrawn],
    }


def write_table(path: Path, compared: Sequence[Compared]) -> None:
    import polars as pl

    from sgpkit.files import write_atomically

    rows = [{"compared": each.label, **copy._asdict()} for each in compared for copy in each.found.copies]
    kinds = {"compared": pl.String, "name": pl.String, "of": pl.String, "how": pl.String, "distance": pl.Float64}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, pl.DataFrame(rows, kinds).write_csv())


def write_sheet(path: Path, compared: Sequence[Compared]) -> str:
    from sgpkit.dataset.drawings import drawings
    from sgpkit.near_copies import sheet

    found = [each for each in compared if each.found.copies]
    if not found:
        return f"{path}: not written, there is no pair to show"
    path.parent.mkdir(parents=True, exist_ok=True)
    searched = (sheet.Searched(each.found.copies, drawings(each.train), drawings(each.test)) for each in found)
    shown = sheet.write(path, searched)
    return f"{path}: the nearest {shown} pairs"


def copies_arguments(sub: argparse.ArgumentParser) -> None:
    sub.add_argument(
        "train", nargs="+", metavar="TRAIN",
        help="a built FOLDER, FOLDER:CONFIG or FOLDER:CONFIG:SPLIT; a file of rows (JSON, Parquet, …); a folder of SVG",
    )  # fmt: skip
    sub.add_argument(
        "--of", nargs="+", default=[], metavar="TEST", help="default: the test split of each config's train split"
    )
    sub.add_argument("--json", action="store_true", help="print all that was found as JSON")
    sub.add_argument("--out", type=Path, metavar="FILE.csv", help="write all copies")
    sub.add_argument("--sheet", type=Path, metavar="FILE.png", help="draw the nearest pairs side by side")
    sub.add_argument("--workers", type=positive, metavar="N", help="default: one for each processor")


Command = Callable[[argparse.Namespace], int | None]

COMMANDS: Mapping[str, tuple[Command, Callable[[argparse.ArgumentParser], None]]] = {
    "copies": (copies_command, copies_arguments)
}
