"""`eval.yaml` at the root of a dataset repo, which registers it as a benchmark on the Hub.

Its keys: https://huggingface.co/docs/hub/eval-results. The framework must be on a list of the Hub, which does not
contain sgpkit yet. Therefore only configs are registered that `inspect-ai` supports with its own solvers and scorers
(`inspect eval hf/ORG/NAME/CONFIG`): questions with options. Configs with drawings are left out, since a task without
solvers and scorers makes the whole file invalid.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from sgpkit.benchmark import Benchmark
from sgpkit.files import write_atomically

NAME = "eval.yaml"
FRAMEWORK = "inspect-ai"
"""The framework of the Hub's list (`EVALUATION_FRAMEWORKS` in huggingface.js, packages/tasks/src/eval.ts)."""

OPTIONS = {"question", "options", "answer"}
"""The columns of a question with options."""

PROGRAM = "code"
"""The column with the program of a question, if any."""

TEMPLATE = "This program makes a drawing.\n\n{code}\n\n{prompt}"
"""The template that puts the program before the question: the solver inserts the row's metadata."""

KEYS = {"id", "config", "split", "field_spec", "shuffle_choices", "epochs", "epoch_reducer", "solvers", "scorers"}
"""The keys of a task; it may have no others."""

SOLVERS = {
    *("prompt_template", "system_message", "user_message", "chain_of_thought", "use_tools", "generate"),
    *("self_critique", "multiple_choice"),
}
SCORERS = {
    *("includes", "match", "pattern", "answer", "exact", "f1", "model_graded_qa", "model_graded_fact", "choice", "math")
}
"""The accepted names, of inspect_ai 0.3.285."""


def write(folder: Path, name: str, benchmarks: Sequence[Benchmark]) -> None:
    """Write the file for the configs that the Hub can run; a folder without any has no such file."""
    able = [benchmark for benchmark in benchmarks if runs_alone(benchmark)]
    if not able:
        (folder / NAME).unlink(missing_ok=True)
        return
    write_atomically(
        folder / NAME, yaml.safe_dump(registration(name, able), sort_keys=False, allow_unicode=True, width=110)
    )


def runs_alone(benchmark: Benchmark) -> bool:
    """Return whether the Hub's own framework can ask and score a config: one of questions with options."""
    return (
        benchmark.scoring.score is not None
        and benchmark.answer_format == "choice"
        and benchmark.rows.columns.keys() >= OPTIONS
    )


def registration(name: str, benchmarks: Sequence[Benchmark], framework: str = FRAMEWORK) -> dict[str, Any]:
    """Return the content of the file. If `framework` is the dataset's own, tasks are named by their configs."""
    return {
        "name": name,
        "description": "How well language models understand and write symbolic graphics programs.",
        "evaluation_framework": framework,
        "tasks": [task(one) if framework == FRAMEWORK else named_task(one) for one in benchmarks],
    }


def named_task(benchmark: Benchmark) -> dict[str, Any]:
    """Return the task of a config for a framework that only needs its name."""
    return {"id": benchmark.config, "config": benchmark.config, "split": "test"}


def task(benchmark: Benchmark) -> dict[str, Any]:
    """Return the task of a config: the question with its program and its options, and the letter that is right."""
    shown = PROGRAM in benchmark.rows.columns
    before = [{"name": "prompt_template", "args": {"template": TEMPLATE}}] if shown else []
    return {
        "id": benchmark.config,
        "config": benchmark.config,
        "split": "test",
        "field_spec": {
            "input": "question",
            "target": "answer",
            "choices": "options",
            **({"metadata": [PROGRAM]} if shown else {}),
        },
        "solvers": [*before, {"name": "multiple_choice", "args": {"cot": True}}],
        "scorers": [{"name": "choice"}],
    }


def problems(content: object, framework: str = FRAMEWORK) -> Iterator[str]:
    """Yield the problems that the Hub or a framework would find in a file's content."""
    if not isinstance(content, Mapping):
        yield "expected a mapping with name, description, evaluation_framework and tasks"
        return
    for key in ("name", "description", "evaluation_framework"):
        if not isinstance(content.get(key), str) or not content[key]:
            yield f"{key} is missing"
    if content.get("evaluation_framework") != framework:
        yield f"evaluation_framework is {content.get('evaluation_framework')!r}; expected {framework!r}"
    tasks = content.get("tasks")
    if not isinstance(tasks, list) or not tasks:
        yield "tasks is missing; expected a list with at least one task"
        return
    for index, one in enumerate(tasks):
        yield from (f"task {index + 1}: {problem}" for problem in problems_of(one, framework))
    names = [one.get("id") for one in tasks if isinstance(one, Mapping)]
    if len(tasks) > 1 and (None in names or len(set(map(str, names))) < len(names)):
        yield "every task needs a unique id"


def problems_of(one: object, framework: str) -> Iterator[str]:
    """Yield the problems of a task."""
    if not isinstance(one, Mapping):
        yield "expected a mapping"
        return
    for key in sorted(map(str, one.keys() - KEYS)):
        yield f"unknown key {key!r}"
    if framework != FRAMEWORK:
        return
    spec = one.get("field_spec")
    if not isinstance(spec, Mapping) or not {"input", "target"} <= spec.keys():
        yield "field_spec needs input and target"
    for key, names in (("solvers", SOLVERS), ("scorers", SCORERS)):
        listed = one.get(key)
        if not isinstance(listed, list) or not listed:
            yield f"{key} is missing; expected one or more"
            continue
        for item in listed:
            if not isinstance(item, Mapping) or item.get("name") not in names:
                yield f"{key}: {item!r} is not one of {', '.join(sorted(names))}"


def remarks(benchmarks: Sequence[Benchmark]) -> list[str]:
    """Return the remarks after a push: the registered configs, and the steps that need the Hub team."""
    scored = [benchmark for benchmark in benchmarks if benchmark.scoring.score is not None]
    able = [benchmark for benchmark in scored if runs_alone(benchmark)]
    lines = []
    if able:
        lines.append(
            f"{NAME} registers {len(able)} of {len(scored)} scored configs: those supported by {FRAMEWORK}.\n"
            "To be listed as a benchmark, ask for an entry in the allow-list of the Hub (hub-docs, eval-results)."
        )
    if len(able) < len(scored):
        lines.append(
            f"{len(scored) - len(able)} configs of drawings or free text are not registered: {FRAMEWORK} on the Hub\n"
            "has no scorer for them. They can be registered once sgpkit is a framework itself, by a pull request to\n"
            "EVALUATION_FRAMEWORKS in huggingface.js, packages/tasks/src/eval.ts. Model pages show scores without it."
        )
    return lines
