"""Of the things that a caption names, colours, labels, counts and edges, the share that is in the drawing.

For text to vector graphics (VGBench's VGen), beside metrics that need a learned model: the reason says which things
are missing. A caption is read by `mentions`, unless what it names comes with it, as in rows of our own. Whatever cannot
be compiled or draws nothing scores 0. Recall only: what is drawn beside the named things costs nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sgpkit import extract, formats
from sgpkit.graphics.svg import paint
from sgpkit.metrics.structure.recall import color_names, mentions
from sgpkit.metrics.structure.recall import contents as drawing_contents
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.label_text import Spoken, plain
from sgpkit.metrics.structure.recall.links import Drawn
from sgpkit.metrics.structure.recall.named import WHAT, Named, from_text, said
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

TOLD = 4
"""Missing things that a reason names."""


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    finish_reasons: Sequence[str] | None = None,
) -> list[Verdict]:
    """One verdict a prediction: the share found, and by kind the parts `color`, `label`, `count`, `edge` (only those of
    which something is named), with how many things were `named`.

    `predictions` are completions or bare programs. `references` are captions, or rows with what is named under
    `named`, or else a `caption`.
    """
    formats.get(format)
    if len(predictions) != len(references):
        raise ValueError(f"{len(predictions)} predictions and {len(references)} references; expected as many of each")
    wanted = [things(reference, place) for place, reference in enumerate(references)]
    ended = finish_reasons or ["stop"] * len(predictions)
    programs = [program(prediction, format, reason) for prediction, reason in zip(predictions, ended, strict=True)]
    read = iter(drawing_contents.read_many([each for each in programs if isinstance(each, str)], format))
    outcomes = [next(read) if isinstance(each, str) else each for each in programs]
    return [verdict(outcome, named) for outcome, named in zip(outcomes, wanted, strict=True)]


def program(prediction: object, format: str, finish_reason: str) -> str | Rejected:
    try:
        return extract.require_code(prediction, format, finish_reason)
    except Rejected as rejected:
        return rejected


def things(reference: object, place: int) -> tuple[Named, ...]:
    """What is to be looked for."""
    if isinstance(reference, Mapping):
        if named := reference.get("named"):
            if not isinstance(named, Sequence) or isinstance(named, str | bytes):
                raise ValueError(f"reference {place}: expected a list under 'named', found {named!r:.60}")
            return tuple(map(from_text, named))
        reference = reference.get("caption")
    if not isinstance(reference, str):
        raise ValueError(f"reference {place}: expected a caption, or a row with one under 'caption' or with 'named'")
    return mentions.read(reference)


def verdict(outcome: Contents | Rejected, wanted: Sequence[Named]) -> Verdict:
    if isinstance(outcome, Rejected):
        return Verdict(0.0, outcome.status, outcome.reason, parts([], wanted, len(wanted)))
    if outcome.is_empty:
        return Verdict(0.0, Status.OK, "nothing is drawn", parts([], wanted, len(wanted)))
    if not wanted:
        return Verdict(1.0, Status.OK, "it is drawn; the caption names nothing that can be looked for", {"named": 0.0})
    hits = found(outcome, wanted)
    missing = [said(each) for each, hit in zip(wanted, hits, strict=True) if not hit]
    reason = f"{len(wanted) - len(missing)} of {len(wanted)} named things are there"
    if missing:
        more = f" and {len(missing) - TOLD} more" if len(missing) > TOLD else ""
        reason += f"; missing: {', '.join(missing[:TOLD])}{more}"
    return Verdict(sum(hits) / len(hits), Status.OK, reason, parts(hits, wanted, len(wanted)))


def parts(hits: Sequence[bool], wanted: Sequence[Named], named: int) -> dict[str, float]:
    """By kind of thing the share found; all 0 where there is nothing to look at."""
    found_of = {"named": float(named)}
    for what in WHAT:
        places = [place for place, each in enumerate(wanted) if each.what == what]
        if places:
            found_of[what] = sum(hits[place] for place in places) / len(places) if hits else 0.0
    return found_of


def found(contents: Contents, wanted: Sequence[Named]) -> list[bool]:
    """Whether each thing is in the drawing."""
    spoken = Spoken(word.text for word in contents.words)
    drawn = Drawn(contents, spoken)
    holds: dict[str, Callable[[Named], bool]] = {
        "color": lambda each: shows_color(contents, each.text),
        "label": lambda each: spoken.holds(each.text),
        "count": lambda each: contents.counts.get(each.text, 0) == each.number,
        "edge": lambda each: linked(contents, drawn, each),
    }
    return [holds[each.what](each) for each in wanted]


def shows_color(contents: Contents, text: str) -> bool:
    """White is the paper's colour and always there."""
    exact = paint.color(text) if text.startswith("#") else None
    if exact is not None:
        return any(color_names.alike(exact[:3], shown) for shown in contents.colors)
    names = color_names.meant(text)
    if color_names.WHITE in names:
        return True
    return any(names & color_names.fitting(*shown) for shown in contents.colors)


def linked(contents: Contents, drawn: Drawn, edge: Named) -> bool:
    """In Graphviz by the graph that was laid out; elsewhere by a line that ends at both, in whichever direction."""
    if contents.links is None:
        return drawn.joined(edge.text, edge.to)
    start, end = plain(edge.text), plain(edge.to)
    for link in contents.links:
        ends = plain_all(link.start), plain_all(link.end)
        if start in ends[0] and end in ends[1] and (link.directed or not edge.directed):
            return True
        if start in ends[1] and end in ends[0] and not edge.directed:
            return True
    return False


@lru_cache(maxsize=4096)
def plain_all(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(plain, names))
