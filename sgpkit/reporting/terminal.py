"""Figures as text that fits a terminal of 80 columns."""

from collections.abc import Iterator, Mapping
from typing import Any

from sgpkit.runs import lite
from sgpkit.scoring import errata_figures

WIDTH = 80
NAME = 28


def scores(figures: Mapping[str, Any]) -> str:
    """Return what `sgpkit score` prints: the headline, how answers ended, and every table."""
    lines = [figures["config"], "", heading("")]
    lines += [line(figures["headline"], figures)]
    lines += [line(name, figure) for name, figure in figures.get("parts", {}).items()]
    lines += ["", "  could it be read and judged?"]
    lines += [f"  {status:<{NAME}}{count:>8,}" for status, count in figures["statuses"].items()]
    for name, groups in figures["by"].items():
        lines += ["", heading(f"by {name}")]
        for group in groups:
            lines += [line(str(group[name]), group)]
            lines += [line(f"  {part}", figure) for part, figure in group.get("beside", {}).items()]
    lines += samples(figures.get("samples", {}))
    for table, title in (("pass_at", "pass@"), ("majority_at", "majority@")):
        if figures.get(table):
            lines += ["", heading("of several samples")]
            lines += [line(f"{title}{k}", figure) for k, figure in figures[table].items()]
    if figures.get("letters"):
        lines += ["", *letters(figures)]
    if figures.get("summary"):
        lines += ["", heading("summary"), *(line(name, figure) for name, figure in figures["summary"].items())]
    return "\n".join([*lines, *remarks(figures)])


def heading(name: str) -> str:
    """Return the heading of a table."""
    return f"  {name:<{NAME}}{'':>9}  {'95 % interval':^20}{'n':>9}{'clusters':>10}".rstrip()


def line(name: str, figures: Mapping[str, Any]) -> str:
    """Return a line with a figure and its interval."""
    short = name if len(name) <= NAME else name[: NAME - 1] + "…"
    clusters = f"{figures['clusters']:>10,}" if figures["clusters"] != figures["n"] else ""
    return f"  {short:<{NAME}}{number(figures, 'value'):>9}  {interval(figures):^20}{figures['n']:>9,}{clusters}"


def interval(figures: Mapping[str, Any]) -> str:
    """Return an interval in words."""
    if figures["low"] is None:
        return "–"
    return f"[{number(figures, 'low'):>6}, {number(figures, 'high'):>6}]"


def number(figures: Mapping[str, Any], name: str) -> str:
    """Return a share in per cent, anything else in three digits."""
    bounds = [figures[key] for key in ("value", "low", "high") if figures.get(key) is not None]
    return f"{figures[name]:.1%}" if all(-1 <= value <= 1 for value in bounds) else f"{figures[name]:.3g}"


def samples(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines about samples: the value of one, of the best of several by who chose it, and the cost of one."""
    if figures.get("lines"):
        at = "" if figures["temperature"] is None else f" at temperature {figures['temperature']:g}"
        count = f"{figures['n']} samples{at}"
        yield f"\n{heading(count)}"
        for name, figure in figures["lines"].items():
            if len(name) > NAME:
                yield f"  {name}"
            yield line(name if len(name) <= NAME else "", figure)
        if any(figure.get("own") and figure["by"] != figure["of"] for figure in figures["lines"].values()):
            yield "  a judge's own mark is higher where it chose itself"
    if figures.get("cost"):
        yield f"\n{heading('a sample took')}"
        for name, figure in figures["cost"].items():
            plain = name.replace("_", " ")
            yield line(f"{plain}, mean", figure)
            yield f"  {f'{plain}, median':<{NAME}}{figure['p50']:>9.4g}"


def letters(figures: Mapping[str, Any]) -> Iterator[str]:
    """Return the lines about letters of options."""
    yield f"  {'by letter of the key':<{NAME}}{'right':>8}{'keyed':>8}{'named':>8}"
    for letter, figure in figures["letters"].items():
        share = f"{figure['right'] / figure['keyed']:.1%}" if figure["keyed"] else "–"
        yield f"  {letter:<{NAME}}{share:>8}{figure['keyed']:>8,}{figure['named']:>8,}"
    yield f"  {'always the commonest letter':<{NAME}}{figures['key']['constant']:>8.1%}"


def remarks(figures: Mapping[str, Any]) -> Iterator[str]:
    """Yield remarks about the figures."""
    if "lite" in figures:
        yield f"\n  {lite.in_words(figures['lite'])}"
    if figures["resample"] > 1:
        asked = f"{figures['attempts']:,} completions in all"
        yield f"\n  asked up to {figures['resample']} times until it compiled: {asked}"
    if "extracted" in figures:
        read = figures["extracted"]
        yield f"\n  letters read by {read['model']}: {read['letters']} (in {read['none']} replies it found none)"
        if read["waiting"]:
            yield f"  {read['waiting']} replies wait to be read: run sgpkit annotate extract again"
    for name, judge in figures.get("judged", {}).items():
        yield f"\n  judged by {name} ({judge['model']}, {judge['rubric']}): {judged(judge)}"
    if "errata" in figures:
        yield f"\n  {errata_figures.in_words(figures['errata'])}"
    if "examples_from" in figures:
        yield f"\n  worked examples, where the prompt has any, are from the source {figures['examples_from']}"
    if not figures["complete"]:
        yield "\n  incomplete: some rows have no answer yet; run the same sgpkit run command again"


def judged(judge: Mapping[str, Any]) -> str:
    """Return a line about a judge."""
    low, high = judge["scale"]
    parts = [f"{judge['marks']['value']:.2f} on {low:g} to {high:g}"] if judge["judged"] else []
    parts += [f"{judge['unreadable']:,} verdicts could not be read"] if judge["unreadable"] else []
    parts += [f"{judge['nothing_shown']:,} showed nothing"] if judge["nothing_shown"] else []
    parts += [f"{judge['waiting']:,} wait to be judged: run sgpkit annotate judge again"] if judge["waiting"] else []
    return ", ".join(parts)
