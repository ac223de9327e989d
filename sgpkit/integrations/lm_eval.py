"""lm-eval: a folder of tasks, `lm_eval run --include_path "$(sgpkit export lm-eval)" --tasks sgpkit_sgp_svg`.

lm-eval finds no tasks by entry points, so a folder of YAML files names the functions below. Its models take text and
answer once: a config goes by its first mode without pictures and its first strategy with one turn, and a config that
has none is left out by name. The messages of a prompt are joined into one text. Scores are `sgpkit score`'s.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import sgpkit
from sgpkit import plugins, user_cache
from sgpkit.benchmark import Benchmark, Completion, Messages
from sgpkit.errors import UserError, first_line
from sgpkit.files import write_atomically
from sgpkit.integrations import tasks
from sgpkit.integrations.tasks import Left
from sgpkit.plugins import Framework
from sgpkit.runs.plan import Plan
from sgpkit.status import Status

if TYPE_CHECKING:
    import datasets

FRAMEWORK = Framework("lm-eval", ">=0.4.10,<0.5", "pip install 'sgpkit[lm-eval]'")

NAME = "sgpkit_"
"""What the names of our tasks begin with."""

YAML = """\
task: {task}
tag: sgpkit
custom_dataset: !function sgpkit.integrations.lm_eval.documents
dataset_kwargs: {arguments}
test_split: test
doc_to_text: prompt
doc_to_target: target
output_type: generate_until
generation_kwargs: {generation}
repeats: 1
process_results: !function sgpkit.integrations.lm_eval.process
metric_list:
  - metric: {metric}
    aggregation: mean
    higher_is_better: true
metadata:
  version: {version}
"""
"""A task; the values are JSON, which is YAML too."""


class Exported(NamedTuple):
    """The folder of tasks, the configs that it has, and those that were left out."""

    folder: Path
    configs: tuple[str, ...]
    left: tuple[Left, ...]


class Way(NamedTuple):
    """A mode without pictures and a strategy with one turn, by which a config is asked."""

    strategy: str
    mode: str


def export(data: str = tasks.DATA, out: Path | None = None) -> Exported:
    """Write a task for every config of `data` that lm-eval can carry; by default into the user's cache."""
    source = str(Path(data).resolve()) if Path(data).is_dir() else data
    folder = out or user_cache.folder() / "lm-eval"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{NAME}*.yaml"):
        old.unlink()
    configs, left = [], []
    for benchmark in tasks.scored():
        try:
            text = task(benchmark, source)
        except UserError as error:
            left.append(Left(benchmark.config, first_line(error)))
            continue
        write_atomically(folder / f"{NAME}{tasks.task_name(benchmark.config)}.yaml", text)
        configs.append(benchmark.config)
    if not configs:
        raise UserError(f"no config of {data} can be exported; the first: {left[0].config}: {left[0].reason}")
    return Exported(folder, tuple(configs), tuple(left))


def task(benchmark: Benchmark, data: str) -> str:
    """Return the task of a config as YAML. Raises UserError where it cannot be carried."""
    way = way_of(benchmark, data)
    sampling = benchmark.prompts.sampling
    temperature = float(sampling.get("temperature", 0.0))
    generation = {"until": list(sampling.get("stop", [])), "max_gen_toks": sampling.get("max_tokens", 2048)}
    generation |= {"do_sample": True, "temperature": temperature} if temperature else {"do_sample": False}
    arguments = {"config": benchmark.config, "data": data, **way._asdict()}
    return YAML.format(
        task=NAME + tasks.task_name(benchmark.config),
        arguments=json.dumps(arguments),
        generation=json.dumps(generation),
        metric=benchmark.scoring.value_name,
        version=json.dumps(sgpkit.__version__),
    )


def way_of(benchmark: Benchmark, data: str) -> Way:
    """Return how a config is asked in one text. Raises UserError where no mode and strategy allow it."""
    strategies = list(benchmark.prompts.strategies)
    reason = ""
    for mode in benchmark.prompts.modes:
        for strategy in strategies:
            try:
                asked = tasks.planned(benchmark.config, data, strategy, mode, limit=1)
            except UserError as error:
                reason = reason or str(error)
                continue
            row = asked.rows[0]
            if not tasks.has_turns(asked, row) and not tasks.has_pictures(tasks.first_messages(asked, row)):
                return Way(strategy, mode)
    raise UserError(
        reason
        or "not supported by lm-eval, whose models take one text: it has pictures in every mode, or several turns"
    )


@cache
def planned(config: str, data: str, strategy: str, mode: str) -> Plan:
    """Return the plan for a config."""
    return tasks.planned(config, data, strategy, mode)


@cache
def rows_by_id(config: str, data: str, strategy: str, mode: str) -> Mapping[str, Any]:
    """Return the rows of a config as scorers take them."""
    asked = planned(config, data, strategy, mode)
    return {str(row["id"]): tasks.whole_row(asked, row) for row in asked.rows}


def documents(config: str, data: str, strategy: str, mode: str, **others: Any) -> "dict[str, datasets.Dataset]":
    """Return the documents of a task; each names its row, which the scorer takes from the data."""
    import datasets

    plugins.require(FRAMEWORK)
    asked = planned(config, data, strategy, mode)
    way = {"config": config, "data": data, "strategy": strategy, "mode": mode}
    return {
        "test": datasets.Dataset.from_list(
            [
                {
                    "id": str(row["id"]),
                    "prompt": joined(tasks.first_messages(asked, row)),
                    "target": str(asked.benchmark.evidence.reference(tasks.whole_row(asked, row))),
                    **way,
                }
                for row in asked.rows
            ]
        )
    }


def joined(messages: Messages) -> str:
    """Return messages as one text: those of the model, in worked examples, behind the word that leads to an answer."""
    lead = {"assistant": "Answer: "}
    return "\n\n".join(lead.get(message["role"], "") + str(message["content"]) for message in messages)


def process(doc: Mapping[str, str], results: Sequence[str]) -> dict[str, float]:
    """Return the score of a completion under the name of the config's headline; NaN for a fault of the machine's."""
    way = (doc["config"], doc["data"], doc["strategy"], doc["mode"])
    asked = planned(*way)
    text = results[0] if isinstance(results[0], str) else results[0][0]
    (score,) = tasks.scores_among(asked, [(rows_by_id(*way)[doc["id"]], 0, Completion(text))])
    return {asked.benchmark.scoring.value_name: float("nan") if score.status == Status.INFRA_ERROR else score.value}
