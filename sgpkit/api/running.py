"""Ask an engine the rows of a config."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import engines
from sgpkit.api import options as option_names
from sgpkit.api import shown
from sgpkit.api.shown import public
from sgpkit.benchmark import families
from sgpkit.data.hub import names
from sgpkit.errors import UserError
from sgpkit.runs import folder as run_folders
from sgpkit.runs import lock, moved_rows, plan
from sgpkit.runs import run as running
from sgpkit.sandbox.cluster import stores

if TYPE_CHECKING:
    import polars as pl

    from sgpkit.runs.estimate import Estimate

OWN = (
    "strategy",
    "mode",
    "setting",
    "n",
    "temperature",
    "limit",
    "rows",
    "lite",
    "resample",
    "prompts",
    "share",
    "name",
)
"""The options of a run other than sampling and engine options."""


@public
@dataclass(frozen=True, repr=False)
class RunResult:
    """The result of a run: its folder, the number of failed and unasked rows, and the content of run.json.

    `stopped` is the reason why the run stopped early, or "". `metadata["session"]` has the resources used by this call.
    """

    folder: Path
    config: str
    model: str
    complete: bool
    failed: int
    unasked: int
    stopped: str
    metadata: Mapping[str, Any]

    @property
    def finished(self) -> bool:
        """Return whether every row of this process has a valid response."""
        return not self.failed and not self.unasked

    @property
    def state(self) -> str:
        """ "complete", or the number of failed and unasked rows, as text."""
        left = [f"{count:,} {word}" for count, word in ((self.failed, "failed"), (self.unasked, "not asked")) if count]
        return ", ".join(left) or ("complete" if self.complete else "incomplete")

    def __repr__(self) -> str:
        return shown.line(self, f"{self.config}, {self.model}: {self.state}; in {self.folder}")

    def _repr_html_(self) -> str:
        rows = f"{self.metadata['rows']:,}"
        return shown.table(
            [{"config": self.config, "model": self.model, "rows": rows, "state": self.state, "folder": self.folder}]
        )

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one row per response, once every row of the run was asked."""
        from sgpkit.runs.folder import Run

        return Run.open(self.folder).table


@public
def run(
    config: str,
    *,
    engine: str,
    model: str,
    data: str | Path | None = None,
    out: Path | str | None = None,
    strategy: str | None = None,
    mode: str | None = None,
    setting: str | None = None,
    n: int | None = None,
    temperature: float | None = None,
    limit: int | None = None,
    rows: int | None = None,
    lite: bool = False,
    resample: int | None = None,
    prompts: Path | str | None = None,
    share: str | None = None,
    name: str | None = None,
    max_tokens: int | None = None,
    top_p: float | None = None,
    stop: str | Sequence[str] | None = None,
    seed: int | None = None,
    unseeded: bool | None = None,
    base_url: str | None = None,
    api_key_env: str | None = None,
    concurrency: int | None = None,
    timeout: float | None = None,
    retries: int | None = None,
    prices: Path | str | None = None,
    max_cost: float | None = None,
    batch_write: Path | str | None = None,
    batch_read: Path | str | None = None,
    revision: str | None = None,
    lora: Path | str | None = None,
    chat_template: Path | str | None = None,
    chat_template_args: Mapping[str, Any] | None = None,
    choice: bool | None = None,
    regex: str | None = None,
    json_schema: Path | str | None = None,
    complete: bool | None = None,
    context: int | None = None,
    gpus: int | None = None,
    engine_args: Mapping[str, Any] | None = None,
    sampling_args: Mapping[str, Any] | None = None,
    ray: str | None = None,
    ray_engine: str | None = None,
    ray_workers: int | None = None,
    ray_shared: bool | None = None,
) -> RunResult:
    """Ask `engine` every row of a config that has no response yet in the run folder `out`.

    `engine` is "local", "vllm", "endpoint", "ray", "replay" or "baseline". `data` is a dataset folder or a repo on the
    Hub; default: the data of the run if `out` exists, else sgp-bench. `strategy`, `mode` and `setting` are those that
    `sgpkit.benchmarks(config)` lists; by default, the first. `n` is the number of samples per row. `rows` asks a fixed
    subset of that many rows, stratified by group; `lite` is the same as `rows=250`. `limit` asks only the first rows,
    for a trial. `name` is the model name in reports and submissions, for a replayed file or a folder of weights. The
    other arguments are the options of `sgpkit run` with the same names; an option that the engine does not take is an
    error. Repeat the call to ask the missing rows.
    """
    given = dict(locals())  # all arguments by name; nothing else is a local variable yet
    options = {name: given[name] for name in (*OWN, *option_names.SAMPLING, *option_names.ENGINE_OPTIONS)}
    asked = asked_options(engine, model, options)
    return begin(config, data, run_folder(config, asked, out), asked)


def begin(config: str, data: str | Path | None, folder: Path, asked: plan.Options) -> RunResult:
    """Run or resume the run in a folder."""
    done = running.run(families.get(config), source_of(data, folder), folder, asked)
    metadata = {**done.metadata, "session": done.session}
    return RunResult(
        folder,
        config,
        done.model,
        bool(metadata["complete"]),
        metadata["failed"],
        metadata["unasked"],
        metadata["stopped"] or "",
        metadata,
    )


def run_adapters(
    config: str,
    adapters: Sequence[str],
    *,
    engine: str,
    model: str,
    data: str | Path | None = None,
    out: Path | str | None = None,
    **options: Any,
) -> Iterator[RunResult]:
    """Yield the result of `run` for each LoRA adapter. The model is loaded once; each adapter has a run folder, named
    after it, in the folder that a single run would have. An adapter from the Hub names its run."""
    if engine != "vllm":
        raise UserError(f"--lora: engine {engine} takes one adapter; several need --engine vllm")
    if options.get("name"):
        raise UserError("--name: several adapters are not one model; leave it out")
    asked = asked_options(engine, model, options)
    folder = run_folder(config, asked, out)
    with engines.keep_models():
        for adapter, label in adapter_labels(adapters).items():
            chosen = {**asked.engine_options, "lora": adapter, "adapters": tuple(adapter_labels(adapters))}
            repo = None if Path(adapter).is_dir() else adapter.partition("@")[0]
            yield begin(config, data, folder / label, replace(asked, name=repo, engine_options=chosen))


def adapter_labels(adapters: Sequence[str]) -> dict[str, str]:
    """Return the distinct adapters with the names of their folders: the last part of the path, or all of it if that is
    not unique.
    """
    whole = {adapter: re.sub(r"[^A-Za-z0-9._@-]+", "-", adapter).strip("-.") for adapter in adapters}
    short = {adapter: re.sub(r"[^A-Za-z0-9._@-]+", "-", Path(adapter).name).strip("-.") for adapter in whole}
    labels = short if len({label.casefold() for label in short.values()} - {""}) == len(short) else whole
    if len({label.casefold() for label in labels.values()} - {""}) < len(labels):
        raise UserError(f"--lora: the names of these adapters are too similar for folders: {', '.join(labels)}")
    return labels


def estimate(
    config: str,
    *,
    engine: str,
    model: str,
    data: str | Path | None = None,
    out: Path | str | None = None,
    **options: Any,
) -> "Estimate":
    """Estimate the rows, tokens, time and cost of `run` with the same arguments, without asking a model."""
    from sgpkit.runs import estimate as estimating

    asked = asked_options(engine, model, options)
    folder = run_folder(config, asked, out)
    return estimating.estimate(plan.plan(families.get(config), source_of(data, folder), asked), folder)


def source_of(data: str | Path | None, folder: Path) -> str:
    """Return the dataset to read: `data`, or the one that the run in `folder` was started with, or sgp-bench."""
    if data is not None:
        return str(stores.folder(data)) if str(data).startswith("file://") else str(data)
    if (folder / "run.json").exists():
        return run_folders.Run.open(folder).location[0]
    return moved_rows.DEFAULT


def asked_options(engine: str, model: str, given: Mapping[str, Any]) -> plan.Options:
    """Return the options of a run for `plan`; `given` has all options by name, except engine and model."""
    option_names.check(given)
    own: dict[str, Any] = {name: given.get(name) for name in OWN}
    subset = own.pop("rows") or own["lite"] or False
    if subset and own["limit"] is not None:
        raise UserError("limit: not allowed together with rows or lite")
    if isinstance(own["share"], str):
        try:
            own["share"] = lock.parse(own["share"])
        except ValueError as error:
            raise UserError(str(error)) from None
    if own["name"] is not None:
        names.check_name(own["name"])
    own |= {"lite": subset, "prompts": None if own["prompts"] is None else Path(own["prompts"])}
    sampling, engine_options = option_names.split({name: value for name, value in given.items() if name not in OWN})
    return plan.Options(engine, model, **own, sampling=sampling, engine_options=engine_options)


def run_folder(config: str, asked: plan.Options, out: Path | str | None) -> Path:
    """Return the run folder: `out`, or runs/CONFIG-ENGINE-MODEL-STRATEGY."""
    if out is not None:
        return stores.folder(out)
    strategy = asked.strategy or next(iter(families.get(config).prompts.strategies))
    engine = engines.answering_engine(asked.engine, asked.engine_options)
    label = f"{config}-{engine}-{Path(asked.model).stem}-{strategy}"
    return Path("runs") / re.sub(r"[^A-Za-z0-9._-]+", "-", label)
