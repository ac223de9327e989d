"""lm-eval: a folder of tasks, `lm_eval run --include_path "$(sgpkit export lm-eval)" --tasks sgpkit_sgp_svg`.

lm-eval finds no tasks by entry points, so a folder of YAML files names the functions below. Scores are those of
`sgpkit score`.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sgpkit
from sgpkit import plugins, user_cache
from sgpkit.benchmark import Benchmark
from sgpkit.files import write_atomically
from sgpkit.integrations import tasks, texts
from sgpkit.integrations.texts import NAME, Exported, Way
from sgpkit.plugins import Framework
from sgpkit.status import Status

if TYPE_CHECKING:
    import datasets

FRAMEWORK = Framework("lm-eval", ">=0.4.10,<0.5", "pip install 'sgpkit[lm-eval]'")

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
  canary: {canary}
"""
"""A task; the values are JSON, which is YAML too."""


def export(data: str = tasks.DATA, out: Path | None = None) -> Exported:
    """Write a task for every config of `data` that lm-eval supports; by default into the user's cache."""
    folder = out or user_cache.folder() / "lm-eval"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{NAME}*.yaml"):
        old.unlink()

    def write(benchmark: Benchmark, way: Way) -> None:
        write_atomically(folder / f"{NAME}{tasks.task_name(benchmark.config)}.yaml", task(benchmark, way))

    configs, left = texts.ways(data, FRAMEWORK.name, write)
    return Exported(folder, tuple(configs), tuple(left))


def task(benchmark: Benchmark, way: Way) -> str:
    """Return the task of a config as YAML."""
    sampling = benchmark.prompts.sampling
    temperature = float(sampling.get("temperature", 0.0))
    generation = {"until": list(sampling.get("stop", [])), "max_gen_toks": texts.max_tokens(benchmark)}
    generation |= {"do_sample": True, "temperature": temperature} if temperature else {"do_sample": False}
    return YAML.format(
        task=NAME + tasks.task_name(benchmark.config),
        arguments=json.dumps(way._asdict()),
        generation=json.dumps(generation),
        metric=benchmark.scoring.value_name,
        version=json.dumps(sgpkit.__version__),
        canary=json.dumps(tasks.planned(*way, limit=1).loaded.canary),
    )


def documents(config: str, data: str, strategy: str, mode: str, **others: Any) -> "dict[str, datasets.Dataset]":
    """Return the documents of a task, each with the id of its row, which the scorer reads from the data."""
    import datasets

    plugins.require(FRAMEWORK)
    way = Way(config, data, strategy, mode)
    listed = [document._asdict() | way._asdict() for document in texts.documents(way).values()]
    return {"test": datasets.Dataset.from_list(listed)}


def process(doc: Mapping[str, str], results: Sequence[str]) -> dict[str, float]:
    """Return the score of a completion under the name of the config's headline; NaN for an infrastructure error."""
    way = Way(doc["config"], doc["data"], doc["strategy"], doc["mode"])
    text = results[0] if isinstance(results[0], str) else results[0][0]
    (score,) = texts.scores(way, [(doc["id"], text)])
    value = float("nan") if score.status == Status.INFRA_ERROR else score.value
    return {texts.planned(way).benchmark.scoring.value_name: value}
