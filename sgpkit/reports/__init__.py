"""Reports: one self-contained page with figures and intervals, counts per status, and a gallery of all responses.

The page makes no network requests, and output of models cannot become active in it: texts are stored as JSON and
inserted as text, drawings are pictures rendered in the sandbox, and the content security policy allows only our own
script and styles, by their hashes (https://www.w3.org/TR/CSP3/#match-element-to-source-list).
"""

import base64
import functools
import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import jinja2
from markupsafe import Markup

import sgpkit
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.reports import excerpts, gallery, highlights, overview, summary, title_picture
from sgpkit.reports.levels import is_baseline
from sgpkit.runs.scoring import compare, contamination, figure_text
from sgpkit.runs.scoring.compare import Group, Pair, chance
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.status import Status


class Shared(NamedTuple):
    """The preview image of a page: its URL, and the file to write, or None if the file exists already."""

    address: str
    path: Path | None = None


SCRIPTS = ("tabs.js", "cards.js", "page.js", "highlights.js")

ON_BOARD = 4
"""The largest number of runs per benchmark in the overview at the top of a page about several benchmarks."""

BLOCK = 128
"""Texts or pictures in one block of the page; a block is parsed when one of them is first shown."""


def write(runs: Sequence[Path], out: Path, url: str = "") -> Path:
    """Write the page about these runs, best first within each config, and its preview image; return the path of the
    page. `url` is the folder URL where both will be published, if known."""
    if not runs:
        raise UserError("expected at least one run folder: sgpkit report runs/NAME")
    different = {folder.resolve(): folder for folder in runs}
    opened = [ScoredRun.open(folder, texts=False) for folder in different.values()]
    return write_page(opened, (), out, shared(out, url))


def write_comparison(pairs: Sequence[Pair], out: Path, url: str = "") -> Path:
    """Write the page of a comparison: the differences first, then the content of a report."""
    first = pairs[0].first.with_reasons()
    whole = [replace(pair, first=first, second=pair.second.with_reasons()) for pair in pairs]
    return write_page([first, *(pair.second for pair in whole)], whole, out, shared(out, url))


def shared(out: Path, url: str) -> Shared:
    """Return the preview image of a page, in the same folder."""
    name = f"{out.stem}.png"
    return Shared(f"{url.rstrip('/')}/{quote(name)}" if url else quote(name), out.with_name(name))


def write_page(
    runs: Sequence[ScoredRun], pairs: Sequence[Pair], out: Path, picture: Shared | None = None, alone: bool = False
) -> Path:
    """Write the page about runs and pairs of runs; return its path. `alone` omits the separate pages with all incorrect
    responses of a large run."""
    sections = overview.sections(runs)
    out.parent.mkdir(parents=True, exist_ok=True)
    divided = divide([run for section in sections for run in section.runs], out, alone)
    shown = gallery.view([part.run for part in divided])
    compared = adjusted(pairs, contamination.views(runs))
    page = render(sections, shown, *compared, picture.address if picture else "", [part.pieces for part in divided])
    if picture is not None and picture.path is not None:
        section = sections[0]
        bars, levels = [title_picture.Bar(run.model, run.figures["value"]) for run in section.runs], section.levels
        drawings = highlights.drawings(shown, section.leading)
        if len(sections) > 1 and not pairs:
            leading = [part.runs[part.leading] for part in sections]
            ordered = [run for part in sections for run in part.runs]
            bars = [title_picture.Bar(run.benchmark.config, run.figures["value"]) for run in leading]
            levels = ()
            drawings = [first for run in leading for first in highlights.drawings(shown, ordered.index(run))[:1]]
        title_picture.write(picture.path, heading(sections), about(sections, pairs), bars, levels, drawings)
    write_atomically(out, page)
    return out


def divide(runs: Sequence[ScoredRun], out: Path, alone: bool = False) -> list[excerpts.Divided]:
    """Return the responses that the page shows of each run. Of a large run it shows a selection, and all incorrect
    responses are on separate pages, unless `alone`."""
    ids = excerpts.chosen(runs)
    divided = []
    for number, run in enumerate(runs):
        folder = out.with_name(f"{out.stem}-responses") / f"{number + 1}"
        writer = None if alone else functools.partial(write_piece, folder)
        divided.append(excerpts.divide(run, ids, writer))
    return divided


def write_piece(folder: Path, run: ScoredRun, start: int, stop: int) -> str:
    """Write a page of incorrect responses; return its URL relative to the main page."""
    path = folder / f"{start:09d}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    responses = f"{run.model}, {run.method}: incorrect responses {start:,} to {stop:,}"
    write_atomically(path, render([], gallery.view([run], remembered=False), (), (), title=responses))
    return "/".join(quote(part) for part in path.parts[-3:])


def heading(sections: Sequence[overview.Section]) -> str:
    """Return the title of a page about these sections."""
    if len(sections) == 1:
        return sections[0].benchmark.title
    runs = [run for section in sections for run in section.runs]
    models = names(run for run in runs if not is_baseline(run))
    kind, named = ("models", models) if models else ("baselines", names(runs))
    return f"{named[0] if len(named) == 1 else f'{len(named)} {kind}'} on {len(sections)} benchmarks"


def names(runs: Iterable[ScoredRun]) -> list[str]:
    """Return the distinct names of models and baselines."""
    return list(dict.fromkeys(run.model for run in runs))


def adjusted(
    pairs: Sequence[Pair], views: Sequence[contamination.View]
) -> tuple[list[Pair], list[tuple[contamination.View, float]]]:
    """Return the pairs and the views with p-values adjusted for the comparisons on the page."""
    done, others = compare.adjusted(pairs, [view.difference.p for view in views])
    return done, list(zip(views, others, strict=True))


def render(
    sections: Sequence[overview.Section],
    view: gallery.View,
    pairs: Sequence[Pair],
    views: Sequence[tuple[contamination.View, float]],
    picture: str = "",
    pieces: Sequence[Sequence[excerpts.Piece]] = (),
    title: str = "",
) -> str:
    """Return the HTML of the page. `picture` is the URL of the preview image; `pieces` are the separate pages of each
    run; `title` is the title of such a separate page, which has no figures."""
    style, script = resource("page.css"), "".join(map(resource, SCRIPTS))
    template = environment().get_template("page.html")
    ordered = [run for section in sections for run in section.runs]
    compared = [{"first": ordered.index(pair.first), "second": ordered.index(pair.second)} for pair in pairs]
    first = [ordered.index(section.runs[section.leading]) for section in sections]
    shelves = [{"shelf": index, "kinds": highlights.of_run(view, index)} for index in first]
    changed = [
        {"shelf": len(ordered) + index, "kinds": highlights.of_pair(view, **pair)}
        for index, pair in enumerate(compared)
    ]
    data = {"block": BLOCK, "rows": view.rows, "runs": view.runs, "pairs": compared, "highlights": [*changed, *shelves]}
    texts = [(name, packed(block)) for name, block in in_blocks("texts", view.texts)]
    blocks = [("data", packed(data)), *texts, *in_blocks("pictures", view.pictures)]
    return template.render(
        version=sgpkit.__version__,
        sections=sections,
        pairs=pairs,
        about=title or about(sections, pairs),
        heading=title or heading(sections),
        models=names(ordered),
        on_board=ON_BOARD,
        title=title,
        pieces=pieces,
        picture=picture,
        pair_sentence=summary.of_pair,
        folded_groups=folded_groups,
        adjustment=compare.adjustment(len(pairs), compare.subgroups(pairs) + len(views)),
        views=views,
        responses=sum(run.responses.height for run in ordered),
        shown=sum(len(run["cards"]) for run in view.runs),
        statuses=[str(status) for status in Status],
        style=Markup(style),
        script=Markup(script),
        policy=policy(style, script),
        blocks=[(name, as_json(content)) for name, content in blocks],
    )


def about(sections: Sequence[overview.Section], pairs: Sequence[Pair]) -> str:
    """Return the description of the page for link previews."""
    if pairs:
        return summary.of_pair(pairs[0])
    if len(sections) == 1:
        return sections[0].sentence
    return summary.of_many([summary.Part(section.runs, section.levels, section.published) for section in sections])


def folded_groups(pair: Pair) -> list[Group]:
    """Return the groups of a comparison to fold: few drawings, or no clear difference."""
    return [
        group for group in pair.groups if group.difference.clusters < overview.FEWEST or group.adjusted >= summary.SURE
    ]


def prepare() -> None:
    """Compile the templates of the page, for a process that will be forked."""
    for name in ("page.html", "macros.html"):
        environment().get_template(name)


@functools.cache
def environment() -> jinja2.Environment:
    """Return the template environment of this page and of other pages that use its macros."""
    made = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        loader=jinja2.FunctionLoader(resource),
    )
    made.filters["percent"] = lambda value: f"{value:.1%}"
    made.filters["signed"] = lambda value: f"{100 * value:+.1f}".replace("-", "−")
    made.filters["chance"] = chance
    made.filters["figure"] = lambda figures: figure_text.number(figures)
    made.filters["with_interval"] = figure_text.with_interval
    made.filters["no_interval"] = no_interval
    made.tests["share"] = figure_text.is_share
    return made


def no_interval(figures: Any) -> str:
    """Return why a figure has no interval, as text after the figure; "" if it has one."""
    held = {name: getattr(figures, name, None) for name in ("low", "method")}
    return figure_text.without_interval(figure_text.no_interval(figures if isinstance(figures, Mapping) else held))


def policy(style: str, script: str) -> str:
    """Return the content security policy of the page: only this style, this script, and embedded pictures."""
    return (
        f"default-src 'none'; img-src data:; style-src '{source_hash(style)}'; "
        f"script-src '{source_hash(script)}'; base-uri 'none'; form-action 'none'"
    )


def in_blocks(name: str, contents: Sequence[str]) -> list[tuple[str, Any]]:
    """Split the contents into named blocks, so that the page decodes only the blocks that are shown."""
    starts = range(0, len(contents), BLOCK)
    return [(f"{name}-{number}", contents[start : start + BLOCK]) for number, start in enumerate(starts)]


def as_json(content: object) -> Markup:
    """Return JSON that is safe in a script element, which would end at a `</script` or `<!--` in a text."""
    return Markup(compact(content).replace("<", "\\u003c"))


def packed(content: object) -> str:
    """Return compressed JSON in base64; repetitive prompts and programs shrink to a tenth of their size."""
    return base64.b64encode(gzip.compress(compact(content).encode(), 6, mtime=0)).decode()


def compact(content: object) -> str:
    """Return JSON without spaces."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def source_hash(text: str) -> str:
    """Return the hash of a text for a content security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def resource(name: str) -> str:
    """Return a text file of this package."""
    return resources.files(__name__).joinpath(name).read_text(encoding="utf-8")
