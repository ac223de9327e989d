"""A static index of the runs below a folder: one page about all runs, with a report page for each benchmark.

The page of a benchmark has the responses; so no page grows with the number of benchmarks.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from markupsafe import Markup

import sgpkit
from sgpkit import reports
from sgpkit.errors import UserError, first_line
from sgpkit.files import write_atomically
from sgpkit.reports import overview
from sgpkit.reports.browse import runs
from sgpkit.runs.scoring.scored_run import ScoredRun


def is_of_folder(folders: Sequence[Path]) -> bool:
    """Return whether one of the folders is not a run itself, but may have runs below it."""
    return any(folder.is_dir() and not (folder / "run.json").exists() for folder in folders)


def write(folders: Sequence[Path], out: Path) -> Path:
    """Write the index and the pages of all benchmarks next to it; return the path of the index."""
    runs.require(folders)
    opened = list(scored(folders))
    if not opened:
        raise UserError(
            f"no scored run below {', '.join(map(str, folders))}\nScore a run first: sgpkit score {folders[0]}/NAME"
        )
    sections = overview.sections(opened)
    pages = out.with_name(f"{out.stem}-pages")
    named = list(zip(file_names(sections), sections, strict=True))
    for name, section in named:
        reports.write_page(section.runs, (), pages / name)
    write_atomically(out, render([(f"{pages.name}/{name}", section) for name, section in named]))
    return out


def file_names(sections: Sequence[overview.Section]) -> Iterator[str]:
    """Yield the file name of each section's page. Runs of one config in two measures have two sections."""
    configs = [section.benchmark.config for section in sections]
    for index, config in enumerate(configs):
        earlier = configs[:index].count(config)
        yield f"{config}-{earlier + 1}.html" if earlier else f"{config}.html"


def scored(folders: Sequence[Path]) -> Iterator[ScoredRun]:
    """Yield the scored runs at or below folders; the others are reported."""
    for name, folder in runs.find(folders):
        try:
            yield ScoredRun.open(folder, texts=False)
        except UserError as error:
            print(f"not in the index: {name}: {first_line(error)}", file=sys.stderr)


def render(pages: Sequence[tuple[str, overview.Section]]) -> str:
    """Return the HTML of the index, given the address of each section's page."""
    style = reports.resource("page.css")
    listed = [run for _, section in pages for run in section.runs]
    return (
        reports.environment()
        .get_template("index.html")
        .render(
            version=sgpkit.__version__,
            pages=pages,
            models=reports.names(listed),
            runs=listed,
            style=Markup(style),
            policy=reports.policy(style, ""),
        )
    )
