"""How a drawing's program is written: its size, what an optimiser takes out of it, what in it is idle.

Nothing here looks at the drawing: it stands beside metrics that do. The value is the share that the reference's bytes
have in the program's, at most 1: a program no longer than its reference has 1. Parts:

    bytes               of the program, in UTF-8
    byte_ratio          over the bytes of the reference: 2 is twice as long
    optimised_bytes     what scour leaves of them (`optimiser`); missing where it cannot read the program
    slack               the share of the bytes that scour takes out
    elements            in the program, its root counted
    depth               the deepest nesting of elements, the root's being 1
    shapes              elements that draw: paths, rectangles, texts, …, uses of others
    path_share          the share of paths in them, which say less about what they are than circles do
    kinds               how many different ones there are
    definitions         gradients, symbols and the like, and whatever else stands in `defs`
    unused_definitions  those that nothing that is drawn refers to
    coordinates         numbers in the shapes' geometry
    too_precise         the share of them with digits that cannot be seen (`code_precision`)
    excess_digits       such digits, a coordinate

A completion without a program that can be read has none of these, and the value 0.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sgpkit.graphics import svg
from sgpkit.metrics import pictures
from sgpkit.metrics.code import definitions, optimiser
from sgpkit.metrics.code import precision as code_precision
from sgpkit.metrics.code.code_similarity import program as reference_program
from sgpkit.metrics.paired import same_length
from sgpkit.metrics.pictures import embedded
from sgpkit.metrics.verdict import Verdict
from sgpkit.status import Rejected, Status

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


@dataclass(frozen=True)
class Quality:
    """`primitives`: how many shapes of each kind the program has, in the order of their names."""

    verdict: Verdict
    primitives: Mapping[str, int]


def score(
    predictions: Sequence[object],
    references: Sequence[str | Mapping[str, Any]],
    finish_reasons: Sequence[str] | None = None,
) -> list[Quality]:
    """One for each prediction, in their order. References are programs, or rows that hold one under `code`."""
    same_length(predictions, references)
    expected = [size_of(each, place) for place, each in enumerate(references)]
    programs = pictures.svg_programs(predictions, "svg", finish_reasons)
    documents = [document(each) for each in programs]
    read = [each for each in documents if not isinstance(each, Rejected)]
    short = iter(optimiser.optimised_many([each.code for each in read]))
    return [
        failed(each) if isinstance(each, Rejected) else quality(each, next(short), size)
        for each, size in zip(documents, expected, strict=True)
    ]


def size_of(reference: object, place: int) -> int:
    """The bytes of a reference's program."""
    size = len(reference_program(reference, place).strip().encode())
    if not size:
        raise ValueError(f"reference {place}: expected a program to compare the size with, found an empty one")
    return size


def failed(rejected: Rejected) -> Quality:
    return Quality(Verdict(0.0, rejected.status, rejected.reason), {})


def document(program: str | Rejected) -> svg.Document | Rejected:
    if isinstance(program, Rejected):
        return program
    try:
        embedded.refuse(program)
        return svg.parse(program.strip())
    except Rejected as rejected:
        return rejected


def quality(document: svg.Document, short: str | Rejected, expected: int) -> Quality:
    """`expected`: the bytes of the reference."""
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
    return Quality(Verdict(min(1.0, expected / size), Status.OK, reason, parts), dict(sorted(primitives.items())))


def depth(root: svg.Element) -> int:
    level, count = [root], 0
    while level:
        level, count = [child for element in level for child in element.children], count + 1
    return count
