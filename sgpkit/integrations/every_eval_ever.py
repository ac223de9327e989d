"""Export scored runs as records of https://github.com/evaleval/every_eval_ever, schema 0.3.0.

    data/<collection>/<developer>/<model>/<uuid>.json             the figures, with intervals
    data/<collection>/<developer>/<model>/<uuid>_samples.jsonl    every answer, with its score

The same scored run gives the same files. Headlines and the parts shown next to them are exported; other parts are not,
since the record must state which direction is better. Rows on which the engine failed are counted, not listed.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit.benchmark import Completion, Messages, Row
from sgpkit.errors import UserError
from sgpkit.files import write_atomically
from sgpkit.runs.conversation import opening
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.status import Status

SCHEMA = "0.3.0"
COLLECTION = "sgpkit"
RIGHT = 1 - 1e-9
UNSAFE = re.compile(r"[^\w.+-]+")
CONFIDENCE = 0.95
DEPLOYMENTS = {"vllm": "self_deployed"}
"""The place where the model ran, by engine; unknown for other engines."""

Json = dict[str, Any]


def export(run: Path, out: Path, organization: str = "", relationship: str = "other") -> list[Path]:
    """Write the two files of a scored run below `out`; return their paths. Raises UserError for a run that is not
    scored, or not complete."""
    scored = ScoredRun.open(run)
    if not scored.complete:
        raise UserError(f"{run} is incomplete, but a record needs a complete run\nResume the run and score it first")
    identifier = uuid_of(scored)
    developer, _, model = scored.model.rpartition("/")
    folder = Path("data", COLLECTION, *(UNSAFE.sub("_", name).strip("._") or "unknown" for name in (developer, model)))
    samples = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in instances(scored))
    path = folder / f"{identifier}_samples.jsonl"
    details = {
        "format": "jsonl",
        "file_path": path.as_posix(),
        "hash_algorithm": "sha256",
        "checksum": hashlib.sha256(samples.encode()).hexdigest(),
        "total_rows": samples.count("\n"),
    }
    record = aggregate(scored, organization or "unknown", relationship) | {"detailed_evaluation_results": details}
    (out / folder).mkdir(parents=True, exist_ok=True)
    write_atomically(out / path, samples)
    write_atomically(
        out / folder / f"{identifier}.json", json.dumps(record, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    )
    return [out / folder / f"{identifier}.json", out / path]


def uuid_of(scored: ScoredRun) -> uuid.UUID:
    """Return an identifier in the required form, derived from the run and its scores."""
    parts = (scored.metadata["data"], scored.metadata["prompts"], evaluation_id(scored), scored.figures)
    return uuid.UUID(bytes=hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).digest()[:16], version=4)


def evaluation_id(scored: ScoredRun) -> str:
    """Return the name of an evaluation: config, model and time."""
    return f"{COLLECTION}/{scored.benchmark.config}/{scored.model.replace('/', '_')}/{scored.metadata['started']}"


def aggregate(scored: ScoredRun, organization: str, relationship: str) -> Json:
    """Return the record of a run's figures."""
    metadata, benchmark = scored.metadata, scored.benchmark
    engine = metadata["engine"]
    return {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation_id(scored),
        "evaluation_timestamp": metadata["started"],
        "retrieved_timestamp": metadata["finished"],
        "source_metadata": {
            "source_name": f"sgpkit {benchmark.config}",
            "source_type": "evaluation_run",
            "source_organization_name": organization,
            "evaluator_relationship": relationship,
        },
        "eval_library": {
            "name": "sgpkit",
            "version": str(metadata["sgpkit"]),
            "additional_details": {"scored_with": sgpkit.__version__, "renderer": scored.renderer},
        },
        "model_info": {
            "name": scored.model.rpartition("/")[2],
            "id": scored.model,
            **({"developer": scored.model.rpartition("/")[0]} if "/" in scored.model else {}),
            "inference_engine": {"name": engine},
            "additional_details": {
                "deployment_type": DEPLOYMENTS.get(engine, "unknown"),
                "model_availability": "unknown",
                "identity": json.dumps(metadata["identity"], sort_keys=True),
            },
        },
        "evaluation_results": [
            result(scored, name, estimate)
            for name, estimate in (
                (scored.figures["headline"], scored.figures),
                *((name, scored.figures["parts"].get(name)) for name in benchmark.scoring.shown_parts),
            )
            if estimate is not None
        ],
    }


def result(scored: ScoredRun, name: str, estimate: Mapping[str, Any]) -> Json:
    """Return a figure with its interval."""
    metadata, benchmark, figures = scored.metadata, scored.benchmark, scored.figures
    sampling = metadata["sampling"]
    own = name in (benchmark.scoring.value_name, *benchmark.scoring.shown_parts)
    asked = {key: metadata.get(key) for key in ("strategy", "mode", "setting", "n", "resample", "limit", "prompts")}
    interval = {"lower": estimate["low"], "upper": estimate["high"], "confidence_level": CONFIDENCE}
    known = None not in (estimate["low"], estimate["high"])
    return {
        "evaluation_result_id": f"{evaluation_id(scored)}/{name}",
        "evaluation_name": benchmark.config,
        "source_data": source_data(scored),
        "evaluation_timestamp": metadata["started"],
        "metric_config": {
            "evaluation_description": f"{benchmark.title}: {name}",
            "metric_id": f"sgpkit.{benchmark.config}.{name}",
            "metric_name": name,
            "lower_is_better": False,
            "score_type": "continuous",
            **({"min_score": 0, "max_score": 1} if own else {}),
        },
        "score_details": {
            "score": estimate["value"],
            "details": {
                "statuses": json.dumps(figures["statuses"], sort_keys=True),
                "clusters": str(estimate["clusters"]),
                "interval": str(estimate["method"]),
            },
            "uncertainty": {
                **({"confidence_interval": interval | {"method": estimate["method"]}} if known else {}),
                "num_samples": estimate["n"],
            },
        },
        "generation_config": {
            "generation_args": {
                name: sampling[name] for name in ("temperature", "top_p", "top_k", "max_tokens") if name in sampling
            },
            "additional_details": {key: text(value) for key, value in asked.items() if value not in (None, "")},
        },
    }


def source_data(scored: ScoredRun) -> Json:
    """Return the location of the rows: a repo on the Hub at its commit, or a local folder."""
    pinned = scored.metadata["data"]
    details = {"config": scored.benchmark.config, "sha256": pinned["sha256"], "commit": pinned["commit"]}
    if pinned["commit"]:
        where = {"source_type": "hf_dataset", "hf_repo": pinned["place"], "hf_split": "test"}
        where |= {"samples_number": scored.figures["n"]}
    else:
        where = {"source_type": "other"}
    return {"dataset_name": scored.benchmark.config, **where, "additional_details": details}


def text(value: Any) -> str:
    """Return a value as text, as the format requires for additional details."""
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def instances(scored: ScoredRun) -> Iterator[Json]:
    """Yield every answer with its score."""
    rows = scored.run.rows
    for item in scored.responses.iter_rows(named=True):
        if item["status"] != str(Status.INFRA_ERROR):
            yield instance(scored, rows[item["id"]], item)


def instance(scored: ScoredRun, row: Row, item: Mapping[str, Any]) -> Json:
    """Return one answer: its prompt or conversation, and the verdict on it."""
    earlier = [str(turn) for turn in item["turns"] or ()]
    spoken = conversation(scored, row, [*earlier, item["completion"]])
    tokens = {"input_tokens": item["prompt_tokens"], "output_tokens": item["completion_tokens"]}
    several, listed = len(spoken) > 1, spoken_messages(spoken)
    last = len(listed) - 1
    single = {"output": {"raw": [item["completion"]]}}
    return {
        "schema_version": SCHEMA,
        "evaluation_id": evaluation_id(scored),
        "model_id": scored.model,
        "evaluation_name": scored.benchmark.config,
        "evaluation_result_id": f"{evaluation_id(scored)}/{scored.figures['headline']}",
        "sample_id": item["id"] if scored.metadata["n"] == 1 else f"{item['id']}/{item['sample']}",
        "interaction_type": "multi_turn" if several else "single_turn",
        "input": {"raw": as_text(spoken[0][0]), "reference": [str(scored.benchmark.evidence.reference(row))]},
        **({"output": None, "messages": listed} if several else single),
        "answer_attribution": [
            {
                "turn_idx": last if several else 0,
                "source": f"messages[{last}].content" if several else "output.raw",
                "extracted_value": item["completion"],
                "extraction_method": f"sgpkit {scored.benchmark.answer_format}",
                "is_terminal": True,
            }
        ],
        "evaluation": {"score": item["value"], "is_correct": item["value"] >= RIGHT, "num_turns": len(spoken)},
        **({"token_usage": tokens | {"total_tokens": sum(tokens.values())}} if None not in tokens.values() else {}),
        "metadata": {"status": item["status"], "reason": item["reason"], "cluster": item["cluster"]},
    }


def conversation(scored: ScoredRun, row: Row, replies: list[str]) -> list[tuple[Messages, str]]:
    """Return the turns of a conversation, as pairs of messages and reply."""
    metadata = scored.metadata
    ask = scored.benchmark.prompts.ask(
        metadata["mode"], metadata["setting"], metadata["texts"], scored.run.data.examples
    )
    messages, going = opening(scored.benchmark.prompts.strategies[metadata["strategy"]](row, ask))
    turns = []
    for reply in replies:
        turns.append((messages, reply))
        if going is None or len(turns) == len(replies):
            break
        messages = going.send(Completion(reply))
    return turns


def spoken_messages(turns: list[tuple[Messages, str]]) -> list[Json]:
    """Return a conversation as one list of messages, without the messages that later turns repeat."""
    listed: list[tuple[str, str]] = []
    for messages, reply in turns:
        spoken = [(message["role"], as_text([message])) for message in messages]
        listed += spoken[len(listed) :] if spoken[: len(listed)] == listed else spoken
        listed.append(("assistant", reply))
    return [{"turn_idx": index, "role": role, "content": content} for index, (role, content) in enumerate(listed)]


def as_text(messages: Messages) -> str:
    """Return messages as text; a picture is named by its hash."""

    def part(item: Mapping[str, Any]) -> str:
        return item["text"] if item["type"] == "text" else f"[picture {hashlib.sha256(item['image']).hexdigest()[:12]}]"

    contents = [message["content"] for message in messages]
    return "\n\n".join(one if isinstance(one, str) else "\n".join(map(part, one)) for one in contents)
