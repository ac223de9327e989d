"""`sgpkit dataset copies`: find drawings that two datasets share."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from sgpkit.cli.base.commands import Command, option
from sgpkit.cli.base.output import JSON, show
from sgpkit.cli.base.values import PATH, POSITIVE
from sgpkit.errors import UserError

if TYPE_CHECKING:
    from sgpkit.data.drawings import Set
    from sgpkit.graphics.near_copies import Copy, SearchResult
    from sgpkit.quality.probing import Probed

FIRST = 10
"""The number of copies that are printed; --out writes all."""


class Compared(NamedTuple):
    """Two groups of datasets, and the copies between them."""

    train: "Sequence[Set]"
    test: "Sequence[Set]"
    result: "SearchResult"
    learned: "Sequence[Probed]" = ()

    @property
    def label(self) -> str:
        """Return the names of the compared datasets as text."""
        return f"{', '.join(map(str, self.train))} against {', '.join(map(str, self.test))}"


class CopiesCommand(Command):
    """`copies`, whose `--of` takes all arguments up to the next option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(repeated("--of", args)))


def repeated(option_name: str, args: Sequence[str]) -> Iterator[str]:
    """Yield the arguments of a command line, with the option repeated before each of its values."""
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
@JSON
@option("--out", type=PATH, metavar="FILE.csv", help="write all copies to this file")
@option("--sheet", type=PATH, metavar="FILE.png", help="draw the nearest pairs side by side")
@option("--workers", type=POSITIVE, metavar="N", help="number of worker processes; default: one per processor")
def copies_command(
    train: tuple[str, ...],
    test: tuple[str, ...],
    as_json: bool,
    out: Path | None,
    sheet: Path | None,
    workers: int | None,
) -> int:
    """Find drawings in a training set that are copies or near copies of drawings in a test set.

    For built folders, also train probes on the training set and report their accuracy on the test set, since shared
    templates leak as much as copies. The exit code is 1 if there is a copy, or a probe is 10 points above chance.

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
    texts = [*(as_text(compared) for compared in comparisons), *filter(None, [remark])] if not as_json else []
    show(as_json, [figures(compared) for compared in comparisons], "\n".join(texts))
    return 1 if any(compared.result.copies or exceeds_limit(compared) for compared in comparisons) else 0


def exceeds_limit(compared: Compared) -> bool:
    """Return whether a probe trained on the training sets exceeds the allowed accuracy on the test sets."""
    return any(probed.failures for probed in compared.learned)


def pairs(train: Sequence[str], test: Sequence[str]) -> "list[tuple[list[Set], list[Set]]]":
    """Return the comparisons: all of `train` with all of `test`, or without `test` the two splits of each config."""
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
            raise UserError(f"{chosen} is not a built folder with a test split; add --of TEST")
        splits += [([chosen], drawings.sets(f"{chosen.path}:{chosen.config}", "test"))]
    splits = [(left, right) for left, right in splits if right]
    if not splits:
        raise UserError(f"{', '.join(train)}: no config has both a train and a test split; add --of TEST")
    return splits


def require_programs(comparisons: Sequence[Compared]) -> None:
    """Raise UserError for inputs without programs: reporting them as free of copies would be wrong."""
    from sgpkit.data.drawings import CODE_COLUMNS

    if not any(compared.result.train and compared.result.test for compared in comparisons):
        first = comparisons[0]
        empty = first.test if first.result.train else first.train
        raise UserError(
            f"{', '.join(map(str, empty))}: no programs found; expected a column {', '.join(CODE_COLUMNS)}, or texts "
            "that contain SVG"
        )


def as_text(compared: Compared) -> str:
    """Return the result as text, with the nearest copies."""
    result = compared.result
    lines = [compared.label, f"  {result.train:,} drawings against {result.test:,}: {counts(result.copies)}"]
    nearest = sorted(result.copies, key=lambda copy: copy.distance)
    for copy in nearest[:FIRST]:
        lines.append(f"  {copy.name} = {copy.of}: {copy.description}")
    if len(nearest) > FIRST:
        lines.append(f"  … and {len(nearest) - FIRST:,} more; --out FILE.csv writes all")
    if result.undrawn:
        name, why = result.undrawn[0]
        lines.append(f"  {len(result.undrawn):,} could not be drawn, and were compared as code only: {name}: {why} …")
    from sgpkit.quality import probing

    return "\n".join([*lines, *map(probing.as_text, compared.learned)])


def counts(copies: "Sequence[Copy]") -> str:
    """Return the number of copies of each kind as text."""
    from collections import Counter

    kinds = Counter(copy.how for copy in copies)
    return ", ".join(f"{count:,} {name}" for name, count in kinds.most_common()) or "no copies"


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
    """Write a CSV file with one row per copy."""
    import polars as pl

    from sgpkit.files import write_atomically

    rows = [
        {"compared": compared.label, **copy._asdict()} for compared in comparisons for copy in compared.result.copies
    ]
    kinds = {"compared": pl.String, "name": pl.String, "of": pl.String, "how": pl.String, "distance": pl.Float64}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, pl.DataFrame(rows, kinds).write_csv())


def write_sheet(path: Path, comparisons: Sequence[Compared]) -> str:
    """Draw the nearest pairs side by side; return the line to print."""
    from sgpkit.data.drawings import drawings
    from sgpkit.graphics.near_copies import sheet

    with_copies = [compared for compared in comparisons if compared.result.copies]
    if not with_copies:
        return f"{path}: not written, there are no pairs to show"
    path.parent.mkdir(parents=True, exist_ok=True)
    searched = (
        sheet.Searched(compared.result.copies, drawings(compared.train), drawings(compared.test))
        for compared in with_copies
    )
    shown = sheet.write(path, searched)
    return f"{path}: {shown} nearest pairs"
