"""Questions that a model authored as rows of VGQA: `sgpkit.benchmark.sources.authored` reads them."""

from collections.abc import Mapping
from typing import Any

from sgpkit.benchmark import Row

from .. import lengths


def question(candidate: Mapping[str, Any], row: Row) -> Row:
    code = candidate["code"]
    known = {"generator": "", "kind": candidate["category"], "defect": ""}
    return row | known | {"length": len(code), "band": lengths.band(code)}
