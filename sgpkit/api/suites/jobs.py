"""The jobs of an evaluation: one per model, config and method, with its run folder and its state."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit import engines
from sgpkit.api import running
from sgpkit.api.suites.suite import Item, Model, Suite
from sgpkit.benchmark import families
from sgpkit.errors import UserError
from sgpkit.runs import plan
from sgpkit.runs.estimate import Estimate
from sgpkit.runs.progress import Progress

RUNS = "runs"
REPLAYED = (".jsonl", ".parquet")
LM_EVAL_LOG = "samples_sgpkit_{}_20*.jsonl"
"""The sample logs of the tasks that `sgpkit export lm-eval` writes."""


class State(StrEnum):
    """The state of a job. `left`: some rows were not asked; `failed`: the job could not run at all."""

    WAITING = "waiting"
    BUILDING = "building"
    ASKING = "asking"
    SCORING = "scoring"
    DONE = "done"
    LEFT = "left"
    FAILED = "failed"


OVER = (State.DONE, State.LEFT, State.FAILED)


class Declared(NamedTuple):
    """The declared rows of a config that is not built: the number to ask, the total, and the samples per row."""

    rows: int
    of: int
    samples: int


@dataclass
class Job:
    """One model on one config with one method. Fields are filled in during the evaluation. `method` is a short name of
    strategy, mode and setting; `detail` has further options that distinguish jobs. `whole` has the number of rows of
    each drawing, over all rows of the config; before those are built, `declared` stands for them in an
    estimate."""

    item: Item
    model: Model
    folder: Path
    method: str
    detail: str = ""
    state: State = State.WAITING
    reason: str = ""
    progress: Progress | None = None
    estimate: Estimate | None = None
    declared: Declared | None = None
    whole: list[int] = field(default_factory=list)
    figures: dict[str, Any] = field(default_factory=dict)
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """The config and the method."""
        return f"{self.item.config}, {self.method}" if self.method else self.item.config

    @property
    def model_name(self) -> str:
        return label_of(self.model)

    def end(self, state: State, reason: str = "") -> None:
        """Enter a state that ends the job."""
        self.state, self.reason, self.progress = state, reason, None

    def options(self, max_cost: float | None = None) -> plan.Options:
        """Return the options of the run. The cost limit is the smaller of `max_cost` and the model's own."""
        item = self.item
        own = {name: getattr(item, name) for name in ("strategy", "mode", "setting", "n", "temperature", "resample")}
        options = dict(self.model.options)
        # Options of the model take precedence over those of the suite.
        own |= {name: options.pop(name) for name in tuple(own) if options.get(name) is not None}
        if max_cost is not None and engines.takes(self.model.engine, "max_cost"):
            options["max_cost"] = min(max_cost, options.get("max_cost", max_cost))
        path = replay_model(self.model, item.config)
        chosen = running.asked_options(
            self.model.engine, path, {**own, "rows": item.rows or None, "name": self.model.name, **options}
        )
        # All files of a folder are answers of one model, which is named after the folder.
        return chosen if chosen.name or path == self.model.model else replace(chosen, name=label_of(self.model))


def jobs_of(suite: Suite, models: Sequence[Model], out: Path) -> list[Job]:
    """Return the jobs, model by model. Raises UserError for an unknown config, strategy, mode or setting, and for two
    models of one name."""
    labels = [label_of(model) for model in models]
    if twice := next((label for label in labels if labels.count(label) > 1), ""):
        raise UserError(f"two models are called {twice}; give each its own name: name = ORG/MODEL in a suite file")
    made = [job_of(item, model, out) for model in models for item in suite.items]
    folders = [job.folder for job in made]
    if same := next((job for job in made if folders.count(job.folder) > 1), None):
        raise UserError(f"{same.item.config} is in the suite twice with the same method ({same.method})")
    counts = Counter((job.model_name, job.label) for job in made)
    alike = {label for (_, label), count in counts.items() if count > 1}
    for job in made:
        if job.label in alike:
            job.method = ", ".join(filter(None, [job.method, job.detail]))
    return made


def job_of(item: Item, model: Model, out: Path) -> Job:
    """Return the job of a model and an item. Its folder is named by config and method, for other suites to resume."""
    benchmark = families.get(item.config)
    if benchmark.scoring.score is None:
        raise UserError(f"{item.config} is a training config and cannot be scored")
    words = [plan.choose("strategy", model.options.get("strategy") or item.strategy, benchmark.prompts.strategies)]
    if len(benchmark.prompts.modes) > 1:
        words.append(plan.choose("mode", model.options.get("mode") or item.mode, benchmark.prompts.modes))
    if len(benchmark.prompts.settings) > 1:
        words.append(plan.choose("setting", model.options.get("setting") or item.setting, benchmark.prompts.settings))
    n = model.options.get("n") or item.n
    temperature = model.options.get("temperature")
    temperature = item.temperature if temperature is None else temperature
    shown = [(word, word) for word in words]
    shown += [(f"n{n}", f"n = {n}")] if n else []
    further = [(f"t{temperature:g}", f"t = {temperature:g}")] if temperature is not None else []
    further += [(f"{item.rows}-rows", f"{item.rows:,} rows")] if item.rows else []
    name = "-".join([item.config, *(part for part, _ in (*shown, *further))])
    method, detail = (", ".join(text for _, text in parts) for parts in (shown, further))
    return Job(item, model, out / RUNS / plain(label_of(model)) / plain(name), method, detail)


def label_of(model: Model) -> str:
    """Return the name of a model in tables and folders."""
    if model.name:
        return model.name
    path = Path(model.model)
    if model.engine == "replay":
        return path.resolve().name if path.is_dir() else path.stem
    return path.stem if model.engine == "local" and path.suffix == ".gguf" else model.model.rstrip("/")


def plain(text: str) -> str:
    """Return a text as a valid folder name."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip("-.") or "model"


def replay_model(model: Model, config: str) -> str:
    """Return the model of a run; for a folder of completions to replay, the file of the config."""
    folder = Path(model.model)
    if model.engine != "replay" or not folder.is_dir():
        return model.model
    for ending in REPLAYED:
        if (path := folder / f"{config}{ending}").is_file():
            return str(path)
    # lm-eval puts its logs into a folder named after the model; the date is at the end of their names.
    if logs := sorted(folder.rglob(LM_EVAL_LOG.format(config.replace("-", "_"))), key=lambda path: path.name):
        return str(logs[-1])
    raise UserError(f"{folder}: no completions for {config}; expected {config}.jsonl or {config}.parquet")
