"""Values of a manifest that can be computed: from the responses, the rows, the scores, and the identity that keys
cover.

`sgpkit submit` writes these values and `sgpkit verify` computes them again, by the same function.
"""

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import statistics
from sgpkit.runs import lite
from sgpkit.runs.plan import Plan
from sgpkit.runs.scoring.annotations import kinds, measured
from sgpkit.runs.scoring.figures import clusters_of, with_ranks
from sgpkit.sandbox.untrusted import json_values
from sgpkit.status import Status
from sgpkit.submissions.answers.totals import Spent


def computed(
    folder: Path,
    identity: Mapping[str, Any],
    planned: Plan,
    prompts: str,
    spent: Spent,
    table: pl.DataFrame,
    figures: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the values of a manifest's groups by name, as JSON; `table` and `figures` are the scores by rules only."""
    sampled = planned.setup.sampling
    parameters = found_in if isinstance(found_in := identity.get("parameters"), dict) else {}
    template = identity.get("template") or parameters.get("chat_template_sha256")
    kept = ("dtype", "quantization", "adapter")
    values = {
        "model": {
            "id": identity.get("name") or identity.get("model"),
            "commit": identity.get("revision"),
            "chat_template": template,
            **{name: identity.get(name) for name in kept},
        },
        "engine": {"context": identity.get("context")},
        "dataset": {
            "config": planned.benchmark.config,
            "split": "test",
            "rows": len(planned.rows),
            "lite": planned.lite_metadata(),
            "examples_from": planned.loaded.metadata().get("examples_from"),
        },
        "prompt": {"sha256": prompts},
        "sampling": {"seed": identity.get("seed", parameters.get("seed", sampled.get("seed")))},
        "score": headline(table, figures),
        "statuses": figures["statuses"],
        "usage": spent.usage() | {"attempts": figures["attempts"]},
        "judges": list(judges(folder)),
        "unrankable": unrankable(planned, figures),
        "verification": "self-reported",
    }
    return dict(json.loads(json.dumps(values, allow_nan=False)))


def headline(table: pl.DataFrame, figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest's `score`: the headline with its interval and standard error (null if there is none)."""
    counted = with_ranks(table.filter(pl.col("status") != str(Status.INFRA_ERROR)))
    error = statistics.cluster_standard_error(counted["value"].to_numpy(), clusters_of(counted))
    same = ("value", "low", "high", "method", "n", "clusters")
    return {
        "name": figures["headline"],
        "standard_error": None if math.isnan(error) else error,
        **{name: figures[name] for name in same},
    }


def judges(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the manifest's entries for the models that annotated the responses: one for each run.json of judges, one
    for each learned metric."""
    for name in kinds.FOLDERS:
        for path in sorted((folder / name).rglob("run.json")):
            metadata = json_values.read_object(path)
            path_inside = path.parent.relative_to(folder).as_posix()
            if name == measured.FOLDER:
                yield from (
                    judge(path_inside, f"sgpkit annotate measure, {measure}", metric)
                    for measure, metric in metadata["measures"].items()
                )
            else:
                yield judge(path_inside, str(metadata.get("engine")), metadata)


def judge(folder: str, engine: str, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest's entry for an annotating model: its folder, name, engine and identity."""
    model = str(metadata["identity"].get("model", metadata.get("model")))
    return {"folder": folder, "id": model, "engine": engine, "identity": metadata["identity"]}


def unrankable(planned: Plan, figures: Mapping[str, Any]) -> list[str]:
    """Return the reasons why a score cannot be ranked among those of complete runs; empty if it can."""
    reasons = []
    if failed := figures["statuses"].get(str(Status.INFRA_ERROR)):
        reasons.append(f"the engine failed on {failed:,} responses")
    if (missing := len(planned.rows) * planned.samples - sum(figures["statuses"].values())) > 0:
        reasons.append(f"{missing:,} responses are missing")
    if planned.options.limit is not None and len(planned.rows) < len(planned.loaded.rows):
        reasons.append(f"only the first {len(planned.rows):,} rows were asked")
    if share := planned.lite_metadata():
        reasons += [lite.in_words(share)] if share["rows"] < share["of"] else []
    return reasons
