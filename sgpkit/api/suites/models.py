"""Evaluate models on suites: the function that `sgpkit eval` calls."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from sgpkit import engines
from sgpkit.api import options as option_names
from sgpkit.api.suites import evaluation, jobs, suite
from sgpkit.api.suites.evaluation import Display, Evaluated
from sgpkit.api.suites.suite import Model, Suite
from sgpkit.errors import UserError


def evaluate_models(
    *names: str,
    engine: str = "",
    model: str | Sequence[str] = (),
    name: str | None = None,
    data: str | Path | None = None,
    out: Path | str | None = None,
    rows: int | None = None,
    max_cost: float | None = None,
    **options: Any,
) -> Evaluated:
    """Build, ask, score and report every config of suites, for every model, in the folder `out`.

    `names` are suites ("smoke", "core", "full", a family), configs and suite files. `model` is one model or several;
    by default, the models of the suite file are evaluated. `rows` is the largest number of rows per config; `options`
    are those of `sgpkit.run`. The same call again resumes an interrupted evaluation.
    """
    loaded, asked, folder = planned(names, engine, model, name, out, rows, options)
    evaluated = evaluation.evaluate(
        loaded, asked, folder, data=None if data is None else str(data), max_cost=max_cost, display=Display(quiet=False)
    )
    assert evaluated is not None, "only a declined confirmation returns None"
    return evaluated


def planned(
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
    if engine and not given and (default := engines.default_model(engine)):
        given = [default]
    own = {key: value for key, value in options.items() if key in ("strategy", "mode", "setting", "n", "temperature")}
    rest = {key: value for key, value in options.items() if key not in own and value is not None}
    option_names.split(rest)
    own = {key: value for key, value in own.items() if value is not None}
    if given and not engine:
        raise UserError("--model needs --engine: local, vllm, endpoint, ray, replay or baseline")
    if name and len(given) != 1:
        raise UserError("--name needs exactly one --model; to name several, use a suite file: [[models]] with name = …")
    if given:
        models = tuple(Model(engine, one, name, own | rest) for one in given)
    else:
        models = tuple(replace(one, options={**one.options, **own, **rest}) for one in loaded.models)
    folder = Path(out) if out is not None else Path("evals") / jobs.plain(loaded.name)
    return loaded, models, folder
