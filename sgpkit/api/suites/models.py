"""Evaluate models on suites: the function that `sgpkit eval` calls."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sgpkit import engines
from sgpkit.api import options as option_names
from sgpkit.api.shown import public
from sgpkit.api.suites import evaluation, jobs, suite
from sgpkit.api.suites.evaluation import Display, Evaluated
from sgpkit.api.suites.suite import Model, Suite
from sgpkit.errors import UserError

OWN = ("strategy", "mode", "setting", "n", "temperature")
"""The options of an evaluation other than sampling and engine options."""


@public
def evaluate_models(
    *names: str,
    engine: str = "",
    model: str | Sequence[str] = (),
    name: str | None = None,
    data: str | Path | None = None,
    out: Path | str | None = None,
    rows: int | None = None,
    max_cost: float | None = None,
    strategy: str | None = None,
    mode: str | None = None,
    setting: str | None = None,
    n: int | None = None,
    temperature: float | None = None,
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
) -> Evaluated:
    """Build, ask, score and report every config of suites, for every model, in the folder `out`.

    `names` are suites ("smoke", "core", "full", a family), configs and suite files. `model` is one model or several; by
    default, the models of the suite file are evaluated. `rows` is the largest number of rows per config. The other
    arguments are those of `sgpkit.run`, and apply to every config. Repeat the call to resume an interrupted evaluation.
    """
    given = dict(locals())  # all arguments by name; nothing else is a local variable yet
    names_of_options = (*OWN, *option_names.SAMPLING, *option_names.ENGINE_OPTIONS)
    options = {name: given[name] for name in names_of_options if name != "max_cost"}
    loaded, asked, folder = plan_evaluation(names, engine, model, name, out, rows, options)
    evaluated = evaluation.evaluate(
        loaded, asked, folder, data=None if data is None else str(data), max_cost=max_cost, display=Display(quiet=False)
    )
    assert evaluated is not None, "only a declined confirmation returns None"
    return evaluated


def plan_evaluation(
    names: Sequence[str],
    engine: str,
    model: str | Sequence[str],
    name: str | None,
    out: Path | str | None,
    rows: int | None,
    options: dict[str, Any],
) -> tuple[Suite, tuple[Model, ...], Path]:
    """Return the suite, the models and the folder for these arguments. Raises UserError if they contradict each
    other."""
    loaded = suite.load(names)
    if rows is not None:
        items = tuple(item._replace(rows=min(rows, item.rows or rows)) for item in loaded.items)
        loaded = replace(loaded, items=items)
    given = [model] if isinstance(model, str) else list(model)
    option_names.check(options)
    if engine and not given and (default := engines.default_model(engine)):
        given = [default]
    own = {key: value for key, value in options.items() if key in OWN}
    rest = {key: value for key, value in options.items() if key not in own and value is not None}
    option_names.split(rest)
    own = {key: value for key, value in own.items() if value is not None}
    if given and not engine:
        raise UserError("--model needs --engine: local, vllm, endpoint, ray, replay or baseline")
    if given:
        engines.load(engine)
    if name and len(given) != 1:
        raise UserError("--name needs exactly one --model; to name several, use a suite file: [[models]] with name = …")
    if given:
        models = tuple(Model(engine, one, name, own | rest) for one in given)
    else:
        models = tuple(replace(one, options={**one.options, **own, **rest}) for one in loaded.models)
    folder = Path(out) if out is not None else Path("evals") / jobs.plain(loaded.name)
    return loaded, models, folder
