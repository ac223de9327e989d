"""Questions that a model authored as rows of SGP-Bench's configs: `sgpkit.benchmark.sources.authored` reads them."""

from collections.abc import Mapping
from typing import Any

from sgpkit.benchmark import Row


def about_svg(candidate: Mapping[str, Any], row: Row) -> Row:
    return row | {"generator": "", "category": candidate["category"]}
