"""A small subset that represents a split: every group of rows in proportion, and always the same rows.

Groups are the combinations of values of the columns that a benchmark is reported by. Within a group, rows of different
drawings come first, in the order of a hash of their ids: neither a seed nor the order of the data changes the choice.
"""

import hashlib
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from sgpkit.benchmark import Row

SIZE = 250
"""Default number of rows of a lite run."""

NORMAL_95 = 1.96


def size(lite: bool | int) -> int:
    """Return the number of rows selected by the option `lite`; 0 for all."""
    return SIZE if lite is True else int(lite)


def recorded_size(lite: Mapping[str, Any] | None) -> int:
    """Return the size of the subset that run.json or a manifest records; 0 for a run of all rows. Raises ValueError for
    a record that holds no size."""
    if lite is None:
        return 0
    rows = lite.get("rows")
    if not isinstance(rows, int) or isinstance(rows, bool) or rows < 1:
        raise ValueError(f"lite: expected the number of rows, got {rows!r:.40}")
    # All sizes of at least the split's give the same rows: all of them.
    return rows


def subset(rows: Sequence[Row], by: Sequence[str], size: int) -> list[Row]:
    """Return at most `size` rows, in their order, with every group in its share."""
    if len(rows) <= size:
        return list(rows)
    columns = [name for name in by if name in rows[0]]
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, row in enumerate(rows):
        groups[tuple(str(row[name]) for name in columns)].append(index)
    chosen: list[int] = []
    for group, quota in quotas({group: len(indices) for group, indices in groups.items()}, size).items():
        chosen += spread(rows, groups[group])[:quota]
    return [rows[index] for index in sorted(chosen)]


def quotas(sizes: Mapping[tuple[str, ...], int], total: int) -> dict[tuple[str, ...], int]:
    """Divide a total among groups. Every group, and every value of the first column, differs from its exact share by
    less than one row.

    A group gets the whole rows of its share. Each remaining row goes to the group whose values lack most, column by
    column: where there are more groups than rows, the largest remainders alone can leave out a value.
    """
    whole = sum(sizes.values())
    seats = {group: size * total // whole for group, size in sizes.items()}
    remainders = {group: rest for group, size in sizes.items() if (rest := size * total % whole)}
    columns = range(len(next(iter(sizes))))
    lacking: list[dict[str, int]] = [defaultdict(int) for _ in columns]
    for group, rest in remainders.items():
        for column in columns:
            lacking[column][group[column]] += rest
    waiting: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for group in sorted(remainders):
        waiting[group[0]].append(group)
    for _ in range(total - sum(seats.values())):
        most = max([lacking[0][first] for first, left in waiting.items() if left])
        equal = [group for first, left in waiting.items() if lacking[0][first] == most for group in left]
        for column in columns[1:]:
            most = max([lacking[column][group[column]] for group in equal])
            equal = [group for group in equal if lacking[column][group[column]] == most]
        group = max(equal, key=remainders.__getitem__)
        waiting[group[0]].remove(group)
        seats[group] += 1
        for column in columns:
            lacking[column][group[column]] -= whole
    return seats


def spread(rows: Sequence[Row], indices: Sequence[int]) -> list[int]:
    """Return the indices in the order they are taken: one row of each drawing, then a second of each, and so on."""
    ordered = sorted(indices, key=lambda index: hashed(str(rows[index]["id"])))
    seen: dict[str, int] = defaultdict(int)
    rounds = {}
    for index in ordered:
        cluster = str(rows[index]["cluster"])
        rounds[index] = seen[cluster]
        seen[cluster] += 1
    return sorted(ordered, key=lambda index: rounds[index])


def hashed(text: str) -> bytes:
    """Return the SHA-256 of a text, as a sort key that depends only on the text."""
    return hashlib.sha256(text.encode()).digest()


def expected_error(rows: int, whole: int) -> float:
    """Return half the width of the 95 % interval of a share in the whole split, at worst (a share of one half), for
    rows drawn without replacement; 0 for the whole split. Groups that differ make it smaller."""
    if rows >= whole:
        return 0.0
    return NORMAL_95 * math.sqrt(0.25 / rows * (whole - rows) / (whole - 1))


def metadata(rows: int, whole: int) -> dict[str, Any]:
    """Return the record of a subset for run.json: its size, the size of the split, and the expected error."""
    return {"rows": rows, "of": whole, "expected_error": round(expected_error(rows, whole), 4)}


def in_words(lite: Mapping[str, Any]) -> str:
    """Return the size and the expected error of a subset as a sentence."""
    return (
        f"lite: {lite['rows']:,} of {lite['of']:,} rows; scores are within "
        f"{lite['expected_error'] * 100:.1f} points of those on all rows with 95 % probability"
    )
