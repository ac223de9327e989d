"""lighteval: a file of tasks, `lighteval … "sgpkit_sgp_svg" --custom-tasks "$(sgpkit export lighteval)"`.

lighteval takes custom tasks from a module with a `TASKS_TABLE`, so the file that is written calls `table` here. It
loads the rows with `datasets`, from the folder or the repo. Scores are `sgpkit score`'s.
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import plugins, user_cache
from sgpkit.benchmark import families
from sgpkit.files import write_atomically
from sgpkit.integrations import tasks, texts
from sgpkit.integrations.texts import NAME, Exported, Way
from sgpkit.plugins import Framework
from sgpkit.status import Status

if TYPE_CHECKING:
    from lighteval.metrics.utils.metric_utils import SampleLevelMetric
    from lighteval.tasks.lighteval_task import LightevalTaskConfig
    from lighteval.tasks.requests import Doc

FRAMEWORK = Framework("lighteval", ">=0.13,<0.14", "pip install 'sgpkit[lighteval]'")

MODULE = '''\
"""Tasks of sgpkit for lighteval."""

from sgpkit.integrations import lighteval

TASKS_TABLE = lighteval.table(
    {ways},
)
'''


def export(data: str = tasks.DATA, out: Path | None = None) -> Exported:
    """Write a module of tasks for all configs of `data` that lighteval supports; by default into the user's cache."""
    listed: list[Way] = []
    configs, left = texts.ways(data, FRAMEWORK.name, lambda benchmark, way: listed.append(way))
    path = out or user_cache.folder() / "lighteval" / "sgpkit_tasks.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, MODULE.format(ways=",\n    ".join(json.dumps(way) for way in listed)))
    return Exported(path, tuple(configs), tuple(left))


def table(*ways: Sequence[str]) -> "list[LightevalTaskConfig]":
    """Return the tasks, one for each config with its data, strategy and mode."""
    plugins.require(FRAMEWORK)
    return [task(Way(*way)) for way in ways]


def task(way: Way) -> "LightevalTaskConfig":
    """Return the task of a config."""
    from lighteval.tasks.lighteval_task import LightevalTaskConfig

    benchmark = families.get(way.config)
    repo, _, revision = way.data.partition("@")
    return LightevalTaskConfig(
        name=NAME + tasks.task_name(way.config),
        prompt_function=partial(document, way),
        hf_repo=way.data if Path(way.data).is_dir() else repo,
        hf_subset=way.config,
        hf_revision=None if Path(way.data).is_dir() else revision or None,
        hf_avail_splits=["test"],
        evaluation_splits=["test"],
        metrics=[metric(way, benchmark.scoring.value_name)],
        generation_size=texts.max_tokens(benchmark),
        stop_sequence=list(benchmark.prompts.sampling.get("stop", [])),
    )


def document(way: Way, line: Mapping[str, Any], task_name: str = "") -> "Doc":
    """Return a row as a document with the id of the row."""
    from lighteval.tasks.requests import Doc

    one = texts.documents(way)[str(line["id"])]
    return Doc(query=one.prompt, choices=[one.target], gold_index=0, task_name=task_name, specific={"row": one.id})


def metric(way: Way, name: str) -> "SampleLevelMetric":
    """Return the config's headline as a metric, which scores all answers in one batch."""
    from lighteval.metrics.metrics_sample import SampleLevelComputation
    from lighteval.metrics.utils.metric_utils import SampleLevelMetric
    from lighteval.tasks.requests import SamplingMethod

    class Headline(SampleLevelComputation):
        def compute(self, responses: Sequence[Any], docs: "Sequence[Doc]", **others: Any) -> list[float]:
            pairs = zip(docs, responses, strict=True)
            scored = texts.scores(way, [(doc.specific["row"], response.final_text[0]) for doc, response in pairs])
            return [float("nan") if one.status == Status.INFRA_ERROR else one.value for one in scored]

    return SampleLevelMetric(
        metric_name=name,
        higher_is_better=True,
        category=SamplingMethod.GENERATIVE,
        sample_level_fn=Headline(),
        corpus_level_fn=mean,
        batched_compute=True,
    )


def mean(values: Sequence[float]) -> float:
    """Return the mean of the values that are not NaN, which stands for answers that could not be scored."""
    scored = [value for value in values if value == value]
    return sum(scored) / len(scored) if scored else float("nan")
