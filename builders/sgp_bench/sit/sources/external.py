"""Pairs that someone else made, as the rows of a size: captions, or the published instruction data."""

from collections.abc import Iterator

from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError

from .. import pairs
from ..pairs import DESCRIBE, DRAW, Pair
from ..sizes import SIZES, WHOLE, Sizes, halves, nest
from . import authored_captions, published_pairs

Rows = Iterator[tuple[str, Row] | Skipped]
PREFIXES = {DESCRIBE: "", DRAW: "rev_", "mixed": "mixed_"}


def captions(path: str, seed: int, size: str, directions: str, sizes: Sizes = SIZES) -> Rows:
    yield from selected(
        authored_captions.captions(path), "captions of SVG drawings", path, seed, size, directions, sizes
    )


def published(path: str, seed: int, size: str, directions: str, sizes: Sizes = SIZES) -> Rows:
    """The file of the size and direction itself; else the same size the other way round; else the largest, of which the
    size is made."""
    own = PREFIXES[directions]
    wanted = (f"{own}sit_{size}", f"sit_{size}", f"{own}sit_{WHOLE}", f"sit_{WHOLE}")
    items = published_pairs.published(path, wanted)
    yield from selected(items, "pairs of program and description", path, seed, size, directions, sizes)


def selected(
    items: Iterator[Pair | Skipped], what: str, path: str, seed: int, size: str, directions: str, sizes: Sizes
) -> Rows:
    held: list[Pair] = []
    for item in items:
        if isinstance(item, Skipped):
            yield item
        else:
            held.append(item)
    if len(held) < sizes[size]:
        fitting = [name for name, count in sizes.items() if count <= len(held)]
        enough = f"there are enough for {fitting[-1]}" if fitting else f"the smallest size has {min(sizes.values()):,}"
        raise UserError(f"{path} holds {len(held):,} {what}, and {size} is made of {sizes[size]:,}; {enough}")
    indices = nest(size, [len(pair.code) for pair in held], seed, sizes)
    chosen = [held[index] for index in indices]
    is_whole = len(chosen) == len(held)
    for pair, direction in zip(chosen, directed(chosen, is_whole, f"{seed}:{size}", directions), strict=True):
        yield "train", pairs.row(pair, direction)


def directed(chosen: list[Pair], is_whole: bool, name: str, directions: str) -> list[str]:
    """Mixed data that was published in this size keeps its mixture."""
    if directions != "mixed":
        return [directions] * len(chosen)
    if is_whole and {pair.direction for pair in chosen} == {DESCRIBE, DRAW}:
        return [pair.direction for pair in chosen]
    turned = halves(name, len(chosen))
    return [DRAW if index in turned else DESCRIBE for index in range(len(chosen))]
