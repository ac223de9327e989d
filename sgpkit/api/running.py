"""Ask an engine the rows of a config."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import engines
from sgpkit.api import options as option_names
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

OWN = ("strategy", "mode", "setting", "n", "temperature", "limit", "lite", "resample", "prompts", "share", "name")
"""The options of a run that are neither of sampling nor of an engine."""


@dataclass(frozen=True)
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

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one row per response, once every row of the run was asked."""
        from sgpkit.runs.folder import Run

        return Run.open(self.folder).table


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
    lite: bool | int = False,
    resample: int | None = None,
    prompts: Path | str | None = None,
    share: str | lock.Share | None = None,
    name: str | None = None,
    **options: Any,
) -> RunResult:
    """Ask `engine` every row of a config that has no response yet in the run folder `out`.

    `data` is a dataset folder or a repo on the Hub; default: the data the run was started with, else sgp-bench. `lite`
    asks a fixed subset of that many rows, or of the default size if True. `name` is the model name in reports and
    submissions, for a replayed file or a folder of weights. `options` are the other options of `sgpkit run`, with `_`
    instead of `-`: sampling (`max_tokens`, `top_p`, `stop`, `seed`) and engine options (`base_url`, `gpus`, `max_cost`,
    `engine_args`, …). The same call again asks the missing rows.
    """
    benchmark = families.get(config)
    named = {
        "strategy": strategy,
        "mode": mode,
        "setting": setting,
        "n": n,
        "temperature": temperature,
        "limit": limit,
        "lite": lite,
        "resample": resample,
        "prompts": prompts,
        "share": share,
        "name": name,
    }
    asked = asked_options(engine, model, named | options)
    folder = run_folder(config, asked, out)
    done = running.run(benchmark, source_of(data, folder), folder, asked)
    metadata = {**done.metadata, "session": done.session}
    return RunResult(
        folder,
        config,
        model,
        bool(metadata["complete"]),
        metadata["failed"],
        metadata["unasked"],
        metadata["stopped"] or "",
        metadata,
    )


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
        return run_folders.source_of(folder, run_folders.read_metadata(folder))
    return moved_rows.DEFAULT


def asked_options(engine: str, model: str, given: Mapping[str, Any]) -> plan.Options:
    """Return the options of a run for `plan`; `given` has all options by name, except engine and model."""
    for name, number in option_names.NUMBERS.items():
        option_names.check_number(name, given.get(name), number)
    own: dict[str, Any] = {name: given.get(name) for name in OWN}
    if own["lite"] and own["limit"] is not None:
        raise UserError("argument --lite: not allowed with argument --limit")
    if isinstance(own["share"], str):
        try:
            own["share"] = lock.parse(own["share"])
        except ValueError as error:
            raise UserError(str(error)) from None
    if own["name"] is not None:
        names.check_name(own["name"])
    own |= {"lite": own["lite"] or False, "prompts": None if own["prompts"] is None else Path(own["prompts"])}
    sampling, engine_options = option_names.split({name: value for name, value in given.items() if name not in OWN})
    return plan.Options(engine, model, **own, sampling=sampling, engine_options=engine_options)


def run_folder(config: str, asked: plan.Options, out: Path | str | None) -> Path:
    """Return the run folder: `out`, or runs/CONFIG-ENGINE-MODEL-STRATEGY."""
    if out is not None:
        return stores.folder(out)
    strategy = asked.strategy or next(iter(families.get(config).prompts.strategies))
    engine = engines.answering(asked.engine, asked.engine_options)
    label = f"{config}-{engine}-{Path(asked.model).stem}-{strategy}"
    return Path("runs") / re.sub(r"[^A-Za-z0-9._-]+", "-", label)
