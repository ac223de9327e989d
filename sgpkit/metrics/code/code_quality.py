"""The economy of a drawing's program: its size, how much an optimiser removes, and its unused parts.

The drawing itself is not considered; other metrics do that. The value is the size of the reference divided by that of
the program, at most 1: a program that is not longer than its reference has 1. Parts:

    bytes               of the program, in UTF-8
    byte_ratio          over the bytes of the reference: 2 is twice as long
    optimised_bytes     what scour leaves of them (`optimiser`); missing where it cannot read the program
    slack               the share of the bytes that scour takes out
    elements            in the program, its root counted
    depth               the deepest nesting of elements, the root's being 1
    shapes              elements that draw: paths, rectangles, texts, …, uses of others
    path_share          the share of paths in them, which say less about what they are than circles do
    kinds               how many different ones there are
    definitions         gradients, symbols and the like, and all other children of `defs`
    unused_definitions  those that nothing that is drawn refers to
    coordinates         numbers in the shapes' geometry
    too_precise         the share of them with digits that cannot be seen (`code_precision`)
    excess_digits       such digits, a coordinate

A completion without a readable program has the value 0 and none of these parts, since a size has no worst value. The
names of means say so: `mean_bytes_of_readable`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sgpkit.graphics import svg
from sgpkit.metrics import isolated, pictures, results
from sgpkit.metrics.code import definitions, optimiser
from sgpkit.metrics.code import precision as code_precision
from sgpkit.metrics.paired import reference_program, same_length
from sgpkit.metrics.pictures import embedded
from sgpkit.status import Rejected, Status
from sgpkit.values import Score

PARTS = (
    "bytes",
    "byte_ratio",
    "optimised_bytes",
    "slack",
    "elements",
    "depth",
    "shapes",
    "path_share",
    "kinds",
    "definitions",
    "unused_definitions",
    "coordinates",
    "too_precise",
    "excess_digits",
)

SHARES = ("slack", "path_share", "too_precise")
"""The parts that are shares; the others are counts without an upper bound."""


@dataclass(frozen=True)
class Quality:
    """A score, and the number of shapes of each kind in the program (`primitives`), sorted by kind."""

    score: Score
    primitives: Mapping[str, int]


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
) -> list[Quality]:
    """Return the quality of each prediction. References are programs, or rows that contain one under `code`."""
    same_length(predictions, references)
    expected = [size_of(reference, index) for index, reference in enumerate(references)]
    documents = list(map(document, pictures.svg_programs(predictions)))
    readable = [outcome for outcome in documents if not isinstance(outcome, Rejected)]
    short = iter(optimiser.optimised_many([outcome.code for outcome in readable]))
    return [
        failed(outcome) if isinstance(outcome, Rejected) else quality(outcome, next(short), size)
        for outcome, size in zip(documents, expected, strict=True)
    ]


def size_of(reference: object, index: int) -> int:
    """Return the number of bytes of a reference's program."""
    size = len(reference_program(reference, index).strip().encode())
    if not size:
        raise ValueError(f"reference {index}: expected a program to compare the size with, found an empty one")
    return size


def failed(rejected: Rejected) -> Quality:
    """Return the quality of a completion without a readable program."""
    return Quality(Score.rejected(rejected), {})


def document(program: str | Rejected) -> svg.Document | Rejected:
    """Parse a program; one that embeds a finished picture is rejected."""
    if isinstance(program, Rejected):
        return program
    try:
        embedded.refuse(program)
        return svg.parse(program.strip())
    except Rejected as rejected:
        return rejected


def quality(document: svg.Document, short: str | Rejected, expected: int) -> Quality:
    """Measure a program. `short` is the optimised program, `expected` the number of bytes of the reference."""
    try:
        precision = code_precision.precision(document)
    except Rejected as rejected:
        return failed(rejected)
    size = len(document.code.encode())
    elements = list(document.root.subtree())
    primitives = Counter(element.tag for element in elements if element.tag in code_precision.SHAPES - {"tspan"})
    shapes = primitives.total()
    parts = {
        "bytes": float(size),
        "byte_ratio": size / expected,
        "elements": float(len(elements)),
        "depth": float(depth(document.root)),
        "shapes": float(shapes),
        "path_share": primitives["path"] / shapes if shapes else 0.0,
        "kinds": float(len(primitives)),
        "definitions": float(len(definitions.definitions(document))),
        "unused_definitions": float(len(definitions.unused(document))),
        "coordinates": float(precision.coordinates),
        "too_precise": precision.too_precise / precision.coordinates if precision.coordinates else 0.0,
        "excess_digits": precision.excess_digits / precision.coordinates if precision.coordinates else 0.0,
    }
    left = ""
    if isinstance(short, str):
        parts |= {"optimised_bytes": float(len(short.encode())), "slack": 1 - len(short.encode()) / size}
        left = f", {parts['slack']:.0%} of them idle"
    reason = f"{size:,} bytes{left}; {parts['byte_ratio']:.2f} times the reference; {len(elements):,} elements"
    return Quality(Score(min(1.0, expected / size), parts, Status.OK, reason), dict(sorted(primitives.items())))


def depth(root: svg.Element) -> int:
    """Return the number of levels of elements."""
    level, count = [root], 0
    while level:
        level, count = [child for element in level for child in element.children], count + 1
    return count


def result(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    clusters: results.Clusters | None = None,
) -> dict[str, Any]:
    """Return the result of the `evaluate` module."""
    qualities = isolated.scores(score, predictions, references)
    scores = [quality.score for quality in qualities]
    parts = {name: [score.parts.get(name) for score in scores] for name in PARTS}
    means: dict[str, Sequence[float | None]] = {"conciseness": results.values(scores)}
    means |= {f"mean_{name}_of_readable": values for name, values in parts.items()}
    amounts = {f"mean_{name}_of_readable" for name in PARTS if name not in SHARES}
    counts = sum((Counter(quality.primitives) for quality in qualities), Counter[str]())
    return {
        **results.means(results.known_clusters(clusters, references, len(scores)), means, amounts),
        "scores": results.values(scores),
        **results.outcomes(scores),
        **parts,
        "primitives": [dict(quality.primitives) for quality in qualities],
        "primitive_counts": dict(sorted(counts.items())),
        **results.summary(scores),
    }
