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
    """A run after a call: its folder, how many rows failed or are left to ask, and all that run.json says.

    `stopped` is the reason why the engine was asked no further, "" if there is none. `metadata["session"]` holds what
    this call took.
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
        """Return whether every row of this process has a response that counts."""
        return not self.failed and not self.unasked

    def to_polars(self) -> "pl.DataFrame":
        """Return the responses, one line a response; only a run in which every row was asked has this table."""
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

    `data` is a dataset folder or a repo on the Hub; by default the one that the run was begun with, and else sgp-bench.
    `lite` asks a fixed subset of that many rows, True for the usual size. `name` is what reports and submissions call
    the model, for a file that is replayed or a folder of weights. `options` are the further options of `sgpkit run`,
    under their names with `_` for `-`: those of sampling (`max_tokens`, `top_p`, `stop`, `seed`) and of engines
    (`base_url`, `gpus`, `max_cost`, `engine_args`, …). The same call again asks for whatever is missing.
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
    """Return what `run` with the same arguments would take: rows, tokens, time, cost. Asks nothing."""
    from sgpkit.runs import estimate as estimating

    asked = asked_options(engine, model, options)
    folder = run_folder(config, asked, out)
    return estimating.estimate(plan.plan(families.get(config), source_of(data, folder), asked), folder)


def source_of(data: str | Path | None, folder: Path) -> str:
    """Return the dataset to ask: as named, or the one that the run in `folder` was begun with, or sgp-bench."""
    if data is not None:
        return str(stores.folder(data)) if str(data).startswith("file://") else str(data)
    if (folder / "run.json").exists():
        return run_folders.source_of(folder, run_folders.read_metadata(folder))
    return moved_rows.DEFAULT


def asked_options(engine: str, model: str, given: Mapping[str, Any]) -> plan.Options:
    """Return the options of a run as `plan` takes them; `given` holds all but engine and model, by name."""
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
