"""`sgpkit dataset copies`: drawings of one dataset that are in another."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sgpkit.cli.base.commands import Command, option
from sgpkit.cli.base.values import PATH, POSITIVE
from sgpkit.errors import UserError

if TYPE_CHECKING:
    from sgpkit.data.drawings import Set
    from sgpkit.graphics.near_copies import Copy, SearchResult
    from sgpkit.quality.probing import Probed

FIRST = 10
"""Copies that are printed; --out has them all."""


class Compared(NamedTuple):
    """Two groups of datasets, and the copies between them."""

    train: "Sequence[Set]"
    test: "Sequence[Set]"
    result: "SearchResult"
    learned: "Sequence[Probed]" = ()

    @property
    def label(self) -> str:
        """Return what was compared with what, in words."""
        return f"{', '.join(map(str, self.train))} against {', '.join(map(str, self.test))}"


class CopiesCommand(Command):
    """`copies`, whose `--of` takes all words up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(repeated("--of", args)))


def repeated(option_name: str, args: Sequence[str]) -> Iterator[str]:
    """Yield the words of a command line with the option set before each of its values."""
    taking = False
    for index, word in enumerate(args):
        if word.startswith("-"):
            taking = word == option_name
        elif taking and args[index - 1] != option_name:
            yield option_name
        yield word


@click.command(
    "copies", cls=CopiesCommand, example="sgpkit dataset copies sgp-bench:sgp-sit-10k --of sgp-bench:sgp-svg"
)
@click.argument("train", nargs=-1, required=True, metavar="TRAIN…")
@option("--of", "test", multiple=True, metavar="TEST…", help="default: the test split of each config's train split")
@option("--json", "as_json", is_flag=True, help="print all that was found as JSON")
@option("--out", type=PATH, metavar="FILE.csv", help="write all copies")
@option("--sheet", type=PATH, metavar="FILE.png", help="draw the nearest pairs side by side")
@option("--workers", type=POSITIVE, metavar="N", help="default: one for each processor")
def copies_command(
    train: tuple[str, ...],
    test: tuple[str, ...],
    as_json: bool,
    out: Path | None,
    sheet: Path | None,
    workers: int | None,
) -> int:
    """Find drawings of a training set that are copies, or nearly, of drawings of a test set; ends with 1 if any is.
    Of built folders it also says what probes learn about the test from the training set: the same templates teach as
    much as copies. It ends with 1 if one gets 10 points further than chance.

    TRAIN is a built FOLDER, FOLDER:CONFIG or FOLDER:CONFIG:SPLIT, a file of rows (JSON, Parquet, …) or a folder of SVG.
    """
    from sgpkit.data import drawings
    from sgpkit.graphics import near_copies
    from sgpkit.quality import probing
    from sgpkit.sandbox.workers import pool, sandbox

    comparisons = []
    try:
        for left, right in pairs(train, test):
            result = near_copies.search(drawings.drawings(left), drawings.drawings(right), workers or pool.workers())
            comparisons.append(Compared(left, right, result, probing.transferred(left, right)))
        require_programs(comparisons)
        if out:
            write_table(out, comparisons)
        remark = write_sheet(sheet, comparisons) if sheet else ""
    except sandbox.Unavailable as missing:
        raise UserError(f"programs cannot be drawn to compare their pictures: {missing}") from None
    if as_json:
        print(json.dumps([figures(compared) for compared in comparisons], indent=1, ensure_ascii=False))
    else:
        print("\n".join([*(as_text(compared) for compared in comparisons), *filter(None, [remark])]))
    return 1 if any(compared.result.copies or above(compared) for compared in comparisons) else 0


def above(compared: Compared) -> bool:
    """Return whether the training sets teach more about the test sets than they may."""
    return any(probed.failures for probed in compared.learned)


def pairs(train: Sequence[str], test: Sequence[str]) -> "list[tuple[list[Set], list[Set]]]":
    """Return the comparisons to make: all with all of `test`, or without it the two splits of each config."""
    from sgpkit.data import drawings

    ours = [chosen for argument in train for chosen in drawings.sets(argument, "train")]
    if test:
        if not ours:
            raise UserError(f"{', '.join(train)}: no config has a train split; name a split: FOLDER:CONFIG:SPLIT")
        theirs = [chosen for argument in test for chosen in drawings.sets(argument, "test")]
        if not theirs:
            raise UserError(f"{', '.join(test)}: no config has a test split; name a split: FOLDER:CONFIG:SPLIT")
        return [(ours, theirs)]
    splits = []
    for chosen in ours:
        if not chosen.config:
            raise UserError(f"{chosen} is no built folder, with a test split of its own; say --of TEST")
        splits += [([chosen], drawings.sets(f"{chosen.path}:{chosen.config}", "test"))]
    splits = [(left, right) for left, right in splits if right]
    if not splits:
        raise UserError(f"{', '.join(train)}: no config has both a train and a test split; say --of TEST")
    return splits


def require_programs(comparisons: Sequence[Compared]) -> None:
    """Refuse inputs without a program, since "nothing was read" must not read as "there is no copy"."""
    from sgpkit.data.drawings import CODE_COLUMNS

    if not any(compared.result.train and compared.result.test for compared in comparisons):
        first = comparisons[0]
        empty = first.test if first.result.train else first.train
        raise UserError(
            f"{', '.join(map(str, empty))}: there is no program; expected a column {', '.join(CODE_COLUMNS)}, or texts "
            "with SVG in them"
        )


def as_text(compared: Compared) -> str:
    """Return the result in words, with the nearest copies."""
    result = compared.result
    lines = [compared.label, f"  {result.train:,} drawings against {result.test:,}: {counts(result.copies)}"]
    nearest = sorted(result.copies, key=lambda copy: copy.distance)
    for copy in nearest[:FIRST]:
        lines.append(f"  {copy.name} = {copy.of}: {copy.description}")
    if len(nearest) > FIRST:
        lines.append(f"  … and {len(nearest) - FIRST:,} more; --out FILE.csv has all")
    if result.undrawn:
        name, why = result.undrawn[0]
        lines.append(f"  {len(result.undrawn):,} could not be drawn, and were compared as code only: {name}: {why} …")
    from sgpkit.quality import probing

    return "\n".join([*lines, *map(probing.as_text, compared.learned)])


def counts(copies: "Sequence[Copy]") -> str:
    """Return how many copies there are of each kind, in words."""
    from collections import Counter

    kinds = Counter(copy.how for copy in copies)
    return ", ".join(f"{count:,} {name}" for name, count in kinds.most_common()) or "no copy"


def figures(compared: Compared) -> dict[str, Any]:
    """Return the result as `--json` prints it."""
    result = compared.result
    return {
        "train": [str(chosen) for chosen in compared.train],
        "test": [str(chosen) for chosen in compared.test],
        "drawings": {"train": result.train, "test": result.test},
        "copies": [copy._asdict() for copy in result.copies],
        "learned": [probed.as_json() for probed in compared.learned],
        "code_only": [{"name": name, "reason": reason} for name, reason in result.undrawn],
    }


def write_table(path: Path, comparisons: Sequence[Compared]) -> None:
    """Write every copy as a line of a CSV file."""
    import polars as pl

    from sgpkit.files import write_atomically

    rows = [
        {"compared": compared.label, **copy._asdict()} for compared in comparisons for copy in compared.result.copies
    ]
    kinds = {"compared": pl.String, "name": pl.String, "of": pl.String, "how": pl.String, "distance": pl.Float64}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, pl.DataFrame(rows, kinds).write_csv())


def write_sheet(path: Path, comparisons: Sequence[Compared]) -> str:
    """Draw the nearest pairs side by side; return the line that says so."""
    from sgpkit.data.drawings import drawings
    from sgpkit.graphics.near_copies import sheet

    with_copies = [compared for compared in comparisons if compared.result.copies]
    if not with_copies:
        return f"{path}: not written, there is no pair to show"
    path.parent.mkdir(parents=True, exist_ok=True)
    searched = (
        sheet.Searched(compared.result.copies, drawings(compared.train), drawings(compared.test))
        for compared in with_copies
    )
    shown = sheet.write(path, searched)
    return f"{path}: the nearest {shown} pairs"
