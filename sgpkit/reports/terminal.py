"""Figures as text for a terminal of 80 columns: a summary of 40 lines, or all tables."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sgpkit.runs import lite
from sgpkit.runs.scoring import errata_figures
from sgpkit.runs.scoring.figure_text import cut_alike, is_noise, measured, no_interval, number, without_interval

WIDTH = 80
NAME = 28

LINES = 40
"""The largest number of lines of a summary."""

PARTS, GROUPS, SAMPLES = 4, 6, 4
"""The largest numbers of lines of tables in a summary; the remaining lines are only counted."""

Named = tuple[str, Mapping[str, Any]]
"""A line of a table: its name and its figures."""


def scores(figures: Mapping[str, Any], full: bool = False) -> str:
    """Return the output of `sgpkit score`: the headline, the statuses, and all tables (`full`) or a summary of at most
    40 lines."""
    lines = [figures["config"], "", *head(figures, full), "", *statuses(figures, full)]
    last = [line for remark in remarks(figures) for line in folded_lines(remark)]
    folded = False
    for name, table in tables(figures):
        shown = table if full else chosen(name, table)
        room = LINES - len(lines) - len(last) - 2
        if not full and room < len(list(table_lines(shown))) + 3:
            folded = True
            continue
        lines += ["", heading(name), *table_lines(shown)]
        if left := len(table) - len(shown):
            lines.append(f"  {rest(left, sum(is_noise(figure) for _, figure in table), bool(shown))}")
            folded = True
    if full:
        lines += costs(figures)
        lines += ["", *letters(figures)] if figures.get("letters") else []
    else:
        folded = folded or bool(figures.get("letters") or figures.get("samples", {}).get("cost"))
    lines += last
    return "\n".join([*lines, *(["", "  All tables: sgpkit score --full"] if folded else [])])


def head(figures: Mapping[str, Any], full: bool) -> Iterator[str]:
    """Yield the headline, and the parts of the scores."""
    parts = list(figures.get("parts", {}).items())
    shown = parts if full else parts[:PARTS]
    yield heading("")
    yield from table_lines([(figures["headline"], figures), *shown])
    if len(shown) < len(parts):
        names = ", ".join(name for name, _ in parts[len(shown) :])
        yield from textwrap.wrap(f"and {names}", WIDTH - 4, initial_indent="  ", subsequent_indent="    ")


def statuses(figures: Mapping[str, Any], full: bool) -> Iterator[str]:
    """Yield the number of answers by status: one line per status (`full`), or all on one or two lines."""
    if full:
        yield "  answers by status"
        yield from (f"  {status:<{NAME}}{count:>8,}" for status, count in figures["statuses"].items())
        return
    counts = ", ".join(f"{count:,} {status}" for status, count in figures["statuses"].items())
    yield from textwrap.wrap(f"status: {counts}", WIDTH - 2, initial_indent="  ", subsequent_indent="    ")


def tables(figures: Mapping[str, Any]) -> Iterator[tuple[str, list[Named]]]:
    """Yield the tables of figures, the most informative first: several samples, summary, then groups."""
    sampled = figures.get("samples", {})
    several = [
        (measured(name, figure, figures), figure)
        for table, title in (("pass_at", "pass@"), ("majority_at", "majority@"))
        for name, figure in ((f"{title}{k}", figure) for k, figure in (figures.get(table) or {}).items())
    ]
    lines = [(measured(name, figure, figures), figure) for name, figure in sampled.get("lines", {}).items()]
    if lines:
        at = "" if sampled["temperature"] is None else f" at temperature {sampled['temperature']:g}"
        yield f"{sampled['n']} samples{at}", lines
    if several:
        yield "several samples", several
    if figures.get("summary"):
        yield "summary", list(figures["summary"].items())
    for name, groups in figures["by"].items():
        yield f"by {name}", [line for group in groups for line in group_lines(str(group[name]), group)]


def group_lines(name: str, group: Mapping[str, Any]) -> Iterator[Named]:
    """Yield the line of a group, then the lines of the parts shown next to its headline."""
    yield name, group
    yield from ((f"  {part}", figure) for part, figure in group.get("beside", {}).items())


def chosen(name: str, table: Sequence[Named]) -> list[Named]:
    """Return the lines of a table for a summary: the first ones, without lines that are noise."""
    if not name.startswith("by "):
        return list(table[:SAMPLES]) if "samples" in name else list(table[:GROUPS])
    return [line for line in table if not is_noise(line[1])][:GROUPS]


def rest(left: int, noise: int, is_more: bool) -> str:
    """Return the number of lines that a summary leaves out of a table, and how many of them are based on few drawings;
    `is_more`: after other lines."""
    count = f"{left:,} more" if is_more else f"{left:,} group" if left == 1 else f"{left:,} groups"
    if not noise:
        return count
    of = "" if noise == left == 1 else "each " if noise == left else f"{noise:,} "
    return f"{count}, {of}based on fewer than 5 drawings"


def heading(name: str) -> str:
    """Return the heading of a table."""
    return f"  {name:<{NAME}}{'':>9}  {'95 % interval':^20}{'n':>9}{'clusters':>10}".rstrip()


def table_lines(table: Sequence[Named]) -> Iterator[str]:
    """Yield the lines of a table; a name that is wider than its column is printed on a separate line."""
    for short, (_, figure) in zip(cut_alike([name for name, _ in table], WIDTH - 2), table, strict=True):
        if len(short) > NAME:
            yield f"  {short}"
        yield line(short if len(short) <= NAME else "", figure)
    yield from reasons(table)


def line(name: str, figures: Mapping[str, Any]) -> str:
    """Return a line with a figure and its interval."""
    clusters = f"{figures['clusters']:>10,}" if figures["clusters"] != figures["n"] else ""
    return f"  {name:<{NAME}}{number(figures):>9}  {interval(figures):^20}{figures['n']:>9,}{clusters}"


def reasons(table: Sequence[Named]) -> Iterator[str]:
    """Yield the reasons why lines of a table have no interval, each once, with the names of the lines unless all are
    affected.
    """
    missing = [(name.strip(), reason) for name, figure in table if (reason := no_interval(figure))]
    for reason in dict.fromkeys(reason for _, reason in missing):
        names = [name for name, other in missing if other == reason]
        text = without_interval(reason, () if len(names) == len(table) else names)
        yield from textwrap.wrap(text, WIDTH - 2, initial_indent="  ", subsequent_indent="    ")


def interval(figures: Mapping[str, Any]) -> str:
    """Return an interval as text."""
    if figures["low"] is None:
        return "–"
    return f"[{number(figures, 'low'):>6}, {number(figures, 'high'):>6}]"


def costs(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about the cost per sample, and a remark on judges that selected by their own marks."""
    sampled = figures.get("samples", {})
    if any(figure.get("own") and figure["by"] != figure["of"] for figure in sampled.get("lines", {}).values()):
        yield "  marks by the judge that made the selection are biased upwards"
    if sampled.get("cost"):
        yield f"\n{heading('cost per sample')}"
        for name, figure in sampled["cost"].items():
            word = name.replace("_", " ")
            yield line(f"{word}, mean", figure)
            yield from reasons([(f"{word}, mean", figure)])
            yield f"  {f'{word}, median':<{NAME}}{number({**figure, 'value': figure['p50']}):>9}"


def letters(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about the letters of options."""
    yield f"  {'by correct letter':<{NAME}}{'right':>9}  {'95 % interval':^20}{'rows':>9}{'chosen':>10}"
    shares = [
        (letter, {**figure, "value": figure["right"] / figure["keyed"] if figure["keyed"] else 0.0})
        for letter, figure in figures["letters"].items()
    ]
    for letter, figure in shares:
        share = number(figure) if figure["keyed"] else "–"
        yield f"  {letter:<{NAME}}{share:>9}  {interval(figure):^20}{figure['keyed']:>9,}{figure['named']:>10,}"
    yield f"  {'always the most common':<{NAME}}{figures['key']['constant']:>9.1%}"
    yield from reasons([line for line in shares if line[1]["keyed"]])


def remarks(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield remarks about the figures."""
    if "less" in figures:
        yield f"\n  {figures['headline']}: {figures['less']}"
    if "lite" in figures:
        yield f"\n  {lite.in_words(figures['lite'])}"
    if figures["resample"] > 1:
        attempts = f"{figures['attempts']:,} completions in total"
        yield f"\n  up to {figures['resample']} attempts until the answer compiled: {attempts}"
    if "extracted" in figures:
        read = figures["extracted"]
        yield f"\n  letters read by {read['model']}: {read['letters']} ({read['none']} replies without a choice)"
        if read["waiting"]:
            yield f"  {read['waiting']} replies not read yet: run sgpkit annotate extract again"
    for name, judge in figures.get("judged", {}).items():
        yield f"\n  judged by {name} ({judge['model']}, {judge['rubric']}): {judged(judge)}"
    if "errata" in figures:
        yield f"\n  {errata_figures.in_words(figures['errata'])}"
    if "examples_from" in figures:
        yield f"\n  worked examples in the prompt, if any, come from the source {figures['examples_from']}"
    if not figures["complete"]:
        yield "\n  incomplete: some rows are unanswered; run the same sgpkit run command again to resume"


def folded_lines(text: str) -> Iterator[str]:
    """Yield the lines of a remark, wrapped to the width of the terminal; empty lines are kept."""
    for one in text.split("\n"):
        yield from textwrap.wrap(one, WIDTH, subsequent_indent="  ", break_on_hyphens=False) or [""]


def judged(judge: Mapping[str, Any]) -> str:
    """Return a line about a judge."""
    low, high = judge["scale"]
    parts = [f"{judge['marks']['value']:.2f} on {low:g} to {high:g}"] if judge["judged"] else []
    parts += [f"{judge['unreadable']:,} unreadable verdicts"] if judge["unreadable"] else []
    parts += [f"{judge['nothing_shown']:,} without a picture"] if judge["nothing_shown"] else []
    parts += [f"{judge['waiting']:,} not judged yet: run sgpkit annotate judge again"] if judge["waiting"] else []
    return ", ".join(parts)
