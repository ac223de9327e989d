"""The share of the things that a caption names (colours, labels, counts, edges) that are in the drawing.

This metric is for text to vector graphics (VGBench's VGen), where other metrics need a learned model. The reason lists
the missing things. A caption is read by `mentions`, unless the row lists the named things, as our own rows do. A
program that cannot be compiled or draws nothing scores 0. It is a recall: other contents of the drawing cost nothing.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sgpkit.graphics import formats
from sgpkit.graphics.svg import paint
from sgpkit.metrics import isolated, results
from sgpkit.metrics.paired import program, same_length
from sgpkit.metrics.structure.recall import color_names, mentions
from sgpkit.metrics.structure.recall import contents as drawing_contents
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.label_text import LabelText, plain
from sgpkit.metrics.structure.recall.links import LineEnds
from sgpkit.metrics.structure.recall.named import KINDS, Named, from_text, in_words
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

MAX_NAMED = 4
"""Maximum number of missing things that a reason names."""


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
) -> list[Score]:
    """Return a score for each prediction: the share of the named things that are drawn.

    The parts `color`, `label`, `count` and `edge` are the shares by kind, for kinds that are named, and `named` is the
    number of named things.

    `predictions` are completions or bare programs. `references` are captions, or rows with the named things under
    `named` or with a `caption`.
    """
    formats.get(format)
    same_length(predictions, references)
    wanted = [things(reference, index) for index, reference in enumerate(references)]
    programs = [program(prediction, format) for prediction in predictions]
    return list(map(score_of, drawing_contents.read_answers(programs, references, format), wanted))


def things(reference: object, index: int) -> tuple[Named, ...]:
    """Return the things that a reference names: those listed in a row (possibly none if its assertions are known),
    else those read from its caption.
    """
    if isinstance(reference, Mapping):
        named = reference.get("named")
        if named or (named is not None and reference.get("asserted")):
            if not isinstance(named, Sequence) or isinstance(named, str | bytes):
                raise ValueError(f"reference {index}: expected a list under 'named', found {named!r:.60}")
            return tuple(map(from_text, named))
        reference = reference.get("caption")
    if not isinstance(reference, str):
        raise ValueError(f"reference {index}: expected a caption, or a row with one under 'caption' or with 'named'")
    return mentions.read(reference)


def score_of(outcome: Contents | Rejected, wanted: Sequence[Named]) -> Score:
    """Return the score of one drawing, or of the rejection in its place."""
    if isinstance(outcome, Rejected):
        return Score.rejected(outcome, parts([], wanted))
    if outcome.is_empty:
        return Score(0.0, parts([], wanted), Status.OK, "nothing is drawn")
    if not wanted:
        return Score(1.0, {"named": 0.0}, Status.OK, "drawn; the caption names nothing that can be checked")
    hits = matches(outcome, wanted)
    missing = [in_words(thing) for thing, hit in zip(wanted, hits, strict=True) if not hit]
    reason = f"{len(wanted) - len(missing)} of {len(wanted)} named things are drawn"
    if missing:
        more = f" and {len(missing) - MAX_NAMED} more" if len(missing) > MAX_NAMED else ""
        reason += f"; missing: {', '.join(missing[:MAX_NAMED])}{more}"
    return Score(sum(hits) / len(hits), parts(hits, wanted), Status.OK, reason)


def parts(hits: Sequence[bool], wanted: Sequence[Named]) -> dict[str, float]:
    """Return the share of each kind of thing that is drawn; 0 if `hits` is empty because there is no drawing."""
    shares = {"named": float(len(wanted))}
    for kind in KINDS:
        indices = [index for index, thing in enumerate(wanted) if thing.what == kind]
        if indices:
            shares[kind] = sum(hits[index] for index in indices) / len(indices) if hits else 0.0
    return shares


def matches(contents: Contents, wanted: Sequence[Named]) -> list[bool]:
    """Return for each thing whether it is in the drawing."""
    labels = LabelText(word.text for word in contents.words)
    lines = LineEnds(contents, labels)
    holds: dict[str, Callable[[Named], bool]] = {
        "color": lambda thing: shows_color(contents, thing.text),
        "label": lambda thing: labels.holds(thing.text),
        "count": lambda thing: contents.counts.get(thing.text, 0) == thing.number,
        "edge": lambda thing: linked(contents, lines, thing),
    }
    return [holds[thing.what](thing) for thing in wanted]


def shows_color(contents: Contents, text: str) -> bool:
    """Return whether a colour is drawn. White is the paper's colour and always there."""
    exact = paint.color(text) if text.startswith("#") else None
    if exact is not None:
        return any(color_names.alike(exact[:3], shown) for shown in contents.colors)
    names = color_names.meant(text)
    if color_names.WHITE in names:
        return True
    return any(names & color_names.fitting(*shown) for shown in contents.colors)


def linked(contents: Contents, lines: LineEnds, edge: Named) -> bool:
    """Return whether an edge is drawn.

    In Graphviz, the edges of the layout decide; elsewhere, a line that ends at both, in either direction.
    """
    if contents.links is None:
        return lines.joined(edge.text, edge.to)
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
    """Return the plain forms of names."""
    return frozenset(map(plain, names))


def result(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    format: str = "svg",
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    scores = isolated.scores(score, predictions, references, format=format)
    columns = {kind: [score.parts.get(kind) for score in scores] for kind in KINDS}
    means = {"recall": results.values(scores), **results.mean_names(columns)}
    return {
        **results.means(results.known_clusters(clusters, references, len(scores)), means),
        "named": [int(named) for named in results.part(scores, "named")],
        "scores": results.values(scores),
        **results.outcomes(scores),
        **results.summary(scores),
        **columns,
    }
