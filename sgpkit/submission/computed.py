"""Values of a manifest that can be computed: from the responses, the rows, the scores, and the identity that keys cover.

`sgpkit submit` writes these values and `sgpkit verify` computes them again, by the same function.
"""

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from sgpkit import statistics
from sgpkit.runs import lite
from sgpkit.runs.plan import Plan
from sgpkit.runs.responses import TOKENS, Response
from sgpkit.scoring.annotations import kinds, measured
from sgpkit.status import Status
from sgpkit.untrusted import json_values


def computed(
    folder: Path,
    identity: Mapping[str, Any],
    planned: Plan,
    prompts: str,
    responses: Iterable[Response],
    table: pl.DataFrame,
    found: Mapping[str, Any],
) -> dict[str, Any]:
    """Values of a manifest's groups by name, as JSON has them. `table` and `found` are verdicts and scores.json."""
    sampled = planned.setup.sampling
    parameters = found_in if isinstance(found_in := identity.get("parameters"), dict) else {}
    template = identity.get("template") or parameters.get("chat_template_sha256")
    kept = ("dtype", "quantization", "adapter")
    told = {
        "model": {
            "id": identity.get("model"),
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
        "score": headline(table, found),
        "statuses": found["statuses"],
        "usage": usage(list(responses)) | {"attempts": found["attempts"]},
        "judges": list(judges(folder)),
        "unrankable": unrankable(planned, found),
        "verification": "self-reported",
    }
    return dict(json.loads(json.dumps(told, allow_nan=False)))


def headline(table: pl.DataFrame, found: Mapping[str, Any]) -> dict[str, Any]:
    counted = table.filter(pl.col("status") != str(Status.INFRA_ERROR))
    error = statistics.cluster_standard_error(counted["value"].to_list(), counted["cluster"].to_list())
    same = ("value", "low", "high", "method", "n", "clusters")
    return {
        "name": found["headline"],
        "standard_error": None if math.isnan(error) else error,
        **{name: found[name] for name in same},
    }


def usage(responses: list[Response]) -> dict[str, Any]:
    completions = [response.completion for response in responses]
    latencies = pl.Series([each.latency for each in completions], dtype=pl.Float64).drop_nulls()
    thought = 0.0
    for each in completions:
        if each.thinking and each.completion_tokens:
            thought += each.completion_tokens * len(each.thinking) / (len(each.thinking) + len(each.text))
    return {
        **{name: sum(getattr(each, name) or 0 for each in completions) for name in TOKENS},
        "thinking_tokens": round(thought),
        "latency_p50": latencies.quantile(0.5, "linear"),
        "latency_p95": latencies.quantile(0.95, "linear"),
    }


def judges(folder: Path) -> Iterator[dict[str, Any]]:
    """The models that said something of the responses: one a run.json beside what it said, one a learned measure."""
    for name in kinds.FOLDERS:
        for path in sorted((folder / name).rglob("run.json")):
            facts = json_values.read_object(path)
            place = path.parent.relative_to(folder).as_posix()
            if name == measured.FOLDER:
                yield from (
                    judge(place, f"sgpkit measure, {measure}", told) for measure, told in facts["measures"].items()
                )
            else:
                yield judge(place, str(facts.get("engine")), facts)


def judge(place: str, engine: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    model = str(facts["identity"].get("model", facts.get("model")))
    return {"folder": place, "id": model, "engine": engine, "identity": facts["identity"]}


def unrankable(planned: Plan, found: Mapping[str, Any]) -> list[str]:
    """Why a score has no rank among those of whole runs."""
    told = []
    if failed := found["statuses"].get(str(Status.INFRA_ERROR)):
        told.append(f"the engine failed at {failed:,} responses")
    if (missing := len(planned.rows) * planned.samples - sum(found["statuses"].values())) > 0:
        told.append(f"{missing:,} responses are missing")
    if planned.options.limit is not None and len(planned.rows) < len(planned.loaded.rows):
        told.append(f"only the first {len(planned.rows):,} rows were asked")
    if facts := planned.lite_metadata():
        told += [lite.in_words(facts)] if facts["rows"] < facts["of"] else []
    return told
