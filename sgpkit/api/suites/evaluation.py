"""Evaluate models on a suite: build missing data, estimate, ask, score, and write one page and one submission.

Every step stores its results, so that the same call resumes after an interruption. A job that fails keeps the reason,
and the other jobs continue.
"""

import json
import shutil
import traceback
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import sgpkit
from sgpkit import bars, engines, reports
from sgpkit.api import building, running, shown
from sgpkit.api.shown import public
from sgpkit.api.suites import plan_text, preflight, record
from sgpkit.api.suites.jobs import OVER, Declared, Job, State, jobs_of, label_of
from sgpkit.api.suites.suite import Model, Suite
from sgpkit.benchmark import families
from sgpkit.data.card import readme
from sgpkit.engines import Engine
from sgpkit.errors import Unreachable, UserError, first_line
from sgpkit.files import locked, replace_folder, write_atomically
from sgpkit.runs import data as datasets
from sgpkit.runs import estimate as estimating
from sgpkit.runs import plan
from sgpkit.runs import run as runs
from sgpkit.runs.folder import Run
from sgpkit.runs.progress import Progress
from sgpkit.runs.scoring import score as scoring
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package

if TYPE_CHECKING:
    import polars as pl

PAGE = "report.html"
SUBMISSION = "submission"
FEW = 20
"""The largest number of rows per split that is built in this process."""


class Display(NamedTuple):
    """The display of an evaluation. `say` prints a line, `confirm` shows the plan and returns whether to continue,
    `watch` is a context manager around the work on the jobs, `quiet` hides the progress of each run. `estimated` takes
    the jobs of an estimate."""

    say: Callable[[str], None] = lambda line: None
    confirm: Callable[[str], bool] = lambda text: True
    watch: Callable[[Sequence[Job]], AbstractContextManager[Any]] = nullcontext
    quiet: bool = True
    estimated: Callable[[Sequence[Job]], object] = lambda jobs: None


@public
@dataclass(frozen=True, repr=False)
class Evaluated:
    """The result of an evaluation: its folder, the page and the submission folder, which are None until a run is
    complete, and the reasons why runs are not in the submission. `to_polars()` has the result of each run."""

    folder: Path
    suite: Suite
    jobs: tuple[Job, ...]
    page: Path | None
    submission: Path | None
    not_submitted: tuple[str, ...]

    def __repr__(self) -> str:
        done = sum(job.state is State.DONE for job in self.jobs)
        return shown.line(self, f"{self.suite.name}: {done} of {len(self.jobs)} runs done; in {self.folder}")

    def _repr_html_(self) -> str:
        lines = [
            {
                "model": job.model_name,
                "config": job.label,
                "state": job.state,
                "measure": job.figures.get("headline", ""),
                "value": shown.value(job.figures),
            }
            for job in self.jobs
        ]
        return shown.table(lines, repr(self))

    @property
    def finished(self) -> bool:
        """True if every job is done."""
        return all(job.state is State.DONE for job in self.jobs)

    def to_polars(self) -> "pl.DataFrame":
        """Return a table with one row per job: model, config, state, and the headline with its interval."""
        import polars as pl

        return pl.DataFrame([entry(job) for job in self.jobs], infer_schema_length=None)


def evaluate(
    suite: Suite,
    models: Sequence[Model],
    out: Path,
    *,
    data: str | None = None,
    max_cost: float | None = None,
    only_estimate: bool = False,
    display: Display = Display(),  # noqa: B008  (a tuple of functions)
) -> Evaluated | None:
    """Evaluate models on a suite in the folder `out`. Returns None with `only_estimate`, or if the user declines."""
    if not models:
        raise UserError(
            "no model given; expected --engine and --model, or [[models]] in a suite file\n"
            f"For example: sgpkit eval {suite.name} --engine endpoint --base-url http://localhost:8000/v1 --model NAME"
        )
    if max_cost is not None:
        refuse_unlimited(models)
    jobs = jobs_of(suite, models, out)
    source = data or suite.data
    limit = suite.build_limit if data is None else None
    unbuilt = missing_configs(jobs, source)
    folders = (out, Path(source)) if unbuilt else (out,)
    if only_estimate:
        estimate_unbuilt(jobs, unbuilt, limit)
        estimate_all(jobs, source)
        display.say(plan_text.as_text(jobs, preflight.failure_notes(jobs, unbuilt, folders)))
        display.estimated(jobs)
        return None
    preflight.check(jobs, unbuilt, folders)
    with locked(out):
        build_missing(jobs, source, limit, display)
        estimate_all(jobs, source)
        text = plan_text.as_text(jobs)
        pending = any(job.estimate and job.estimate.conversations > job.estimate.answered for job in jobs)
        if pending and not plan_text.asks_a_model(jobs):
            display.say(text)
        elif pending and not display.confirm(text):
            return None
        with bars.hidden() if display.quiet else nullcontext(), display.watch(jobs), engines.keep_models():
            run_jobs(jobs, source, max_cost, display)
        return finish(out, suite, jobs, source)


def refuse_unlimited(models: Sequence[Model]) -> None:
    """Raise UserError for a priced model whose engine cannot enforce a cost limit."""
    for model in models:
        if "prices" in model.options and not engines.takes(model.engine, "max_cost"):
            raise UserError(
                f"{label_of(model)}: the engine {model.engine} does not support --max-cost\n"
                "Leave out --max-cost, or use --engine endpoint for this model"
            )


# --- data -------------------------------------------------------------------------------------------------------------


def missing_configs(jobs: Sequence[Job], source: str) -> list[str]:
    """Return the configs that a data folder lacks, of those with a job that can run. A repo on the Hub is used as it
    is."""
    folder = Path(source)
    if not folder.is_dir() and datasets.REPO.fullmatch(source) and "/" in source:
        return []
    built = readme.open_readme(folder).configs if folder.is_dir() else []
    needed = dict.fromkeys(job.item.config for job in jobs if job.state not in OVER)
    return [config for config in needed if config not in built]


def estimate_unbuilt(jobs: Sequence[Job], configs: Sequence[str], limit: int | None) -> None:
    """Set the rows of configs that are not built to their declared counts."""
    for job in jobs:
        if job.item.config in configs:
            benchmark = families.get(job.item.config)
            count = benchmark.rows.counts.get("test", 0)
            whole = min(count, build_limit(job, limit) or count)
            samples = job.model.options.get("n") or job.item.n or benchmark.prompts.sampling.get("n", 1)
            job.declared = Declared(min(whole, job.item.rows or whole), whole, samples)


def build_limit(job: Job, limit: int | None) -> int | None:
    """Return the largest number of rows to build of a job's config: its own limit, or that of the suite; None builds
    all rows."""
    return limit and (job.item.build_limit or limit)


def build_missing(jobs: Sequence[Job], source: str, limit: int | None, display: Display) -> None:
    """Build the configs that are missing from a data folder."""
    folder = Path(source)
    for config in missing_configs(jobs, source):
        mine = [job for job in jobs if job.item.config == config and job.state not in OVER]
        for job in mine:
            job.state = State.BUILDING
        display.say(f"building {config} in {folder}")
        try:
            # For a few rows, starting worker processes takes longer than building.
            most = build_limit(mine[0], limit)
            few = most is not None and most <= FEW
            building.build(config, out=folder, limit=most, workers=1 if few else None)
            for job in mine:
                job.state = State.WAITING
        except Exception as error:
            for job in mine:
                job.end(State.FAILED, error_text(error))
            display.say(f"{config}: not built: {error_text(error)}")


def estimate_all(jobs: Sequence[Job], source: str) -> None:
    """Estimate every job whose data was built; a job that cannot be planned becomes FAILED."""
    for job in jobs:
        if job.state in OVER or job.declared:
            continue
        try:
            planned = plan.plan(families.get(job.item.config), source, job.options())
            able = plan.rows_with_mode(planned.benchmark, planned.loaded.rows, planned.mode)
            job.whole = list(Counter(str(row["cluster"]) for row in able).values())
            job.estimate = estimating.estimate(planned, job.folder)
        except Exception as error:
            job.end(State.FAILED, error_text(error))


# --- asking and scoring -----------------------------------------------------------------------------------------------


def run_jobs(jobs: Sequence[Job], source: str, max_cost: float | None, display: Display) -> None:
    """Ask and score every job. An interrupt stops all of them; the failure of one job does not stop the others."""
    spent = 0.0
    for number, job in enumerate(jobs, start=1):
        if job.state in OVER:
            continue
        remaining = None if max_cost is None else max_cost - spent
        if remaining is not None and remaining <= 0:
            job.end(State.LEFT, f"the cost limit of {max_cost:g} was reached")
            continue
        try:
            job.state = State.ASKING
            try:
                asked = ask(job, source, remaining, display)
            finally:
                spent += job.progress.cost if job.progress else 0.0
            score(job, asked)
        except Unreachable as error:
            for waiting in (one for one in jobs if one.model == job.model and one.state not in OVER):
                waiting.end(State.LEFT, str(error))
        except Exception as error:
            job.end(State.FAILED, error_text(error))
        if not display.quiet:
            display.say(f"{number} of {len(jobs)}: {outcome(job)}")


def ask(job: Job, source: str, max_cost: float | None, display: Display) -> Run:
    """Ask the missing rows of a job."""

    def progress(engine: Engine) -> Progress:
        job.progress = Progress(engine, label=job.label, shown=not display.quiet)
        return job.progress

    options = job.options(max_cost)
    source = running.source_of(None, job.folder) if (job.folder / "run.json").exists() else source
    asked = runs.run(families.get(job.item.config), source, job.folder, options, progress)
    job.metadata = dict(asked.metadata)
    return asked


def score(job: Job, asked: Run) -> None:
    """Score a job whose rows were all asked, unless its scores are up to date."""
    metadata = asked.metadata
    if metadata["unasked"]:
        job.end(State.LEFT, str(metadata["stopped"] or f"{metadata['unasked']:,} rows not asked"))
        return
    job.state, job.progress = State.SCORING, None
    job.figures = dict(current_figures(asked) or scoring.score(Run.open(job.folder)))
    if metadata["failed"]:
        job.end(State.LEFT, f"{metadata['failed']:,} rows failed")
    else:
        job.end(State.DONE)


def current_figures(asked: Run) -> Mapping[str, Any] | None:
    """Return the stored figures if no row was asked in this call and this version computed them, else None."""
    if asked.session.get("asked") or not (asked.folder / "scores.json").exists():
        return None
    try:
        figures = ScoredRun.open(asked.folder).figures
    except UserError:
        return None
    return figures if figures.get("sgpkit") == sgpkit.__version__ and figures["complete"] else None


def error_text(error: Exception) -> str:
    """Return the text of an error as the reason of a job; errors that are not the user's include their location."""
    if isinstance(error, UserError | OSError):
        return str(error).strip() or type(error).__name__
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}, line {frame.lineno})"


def outcome(job: Job) -> str:
    """Return one line about a job that has ended."""
    figure = f", {scored_run_figure(job)}" if job.figures and job.figures["n"] else ""
    reason = f": {first_line(job.reason)}" if job.reason else ""
    return f"{job.model_name} on {job.label}{figure}; {job.state}{reason}"


def scored_run_figure(job: Job) -> str:
    """Return the headline of a scored job with its interval."""
    figures = job.figures
    bounds = "" if figures["low"] is None else f" [{figures['low']:.1%}, {figures['high']:.1%}]"
    return f"{figures['headline']} {figures['value']:.1%}{bounds}"


# --- output -----------------------------------------------------------------------------------------------------------


def finish(out: Path, suite: Suite, jobs: Sequence[Job], source: str) -> Evaluated:
    """Write the page about the scored runs, the submission folder with the complete runs, and the record."""
    scored = [job for job in jobs if job.figures]
    opened = [ScoredRun.open(job.folder) for job in scored]
    page = reports.write_page(opened, (), out / PAGE) if opened else None
    submission, problems = submit(opened, out)
    evaluated = Evaluated(out, suite, tuple(jobs), page, submission, tuple(problems))
    content = {
        "sgpkit": sgpkit.__version__,
        "suite": suite.name,
        "title": suite.title,
        "finished": evaluated.finished,
        record.DATA: record.location(source, out),
        "jobs": [entry(job) for job in jobs],
    }
    write_atomically(out / record.FILE, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return evaluated


def submit(opened: Sequence[ScoredRun], out: Path) -> tuple[Path | None, list[str]]:
    """Package every complete run into one folder, which replaces an earlier one if any run is complete. Returns the
    folder, and the reasons why runs are not in it."""
    stage, folder, problems = out / f".{SUBMISSION}.part", out / SUBMISSION, []
    shutil.rmtree(stage, ignore_errors=True)
    packaged = 0
    for run in opened:
        try:
            if not run.complete:
                raise UserError(f"{run.display_path}: the run is incomplete, some rows were not asked")
            package.package(run, stage)
            packaged += 1
        except (UserError, OSError) as error:
            problems.append(first_line(error_text(error)))
    if not packaged:
        shutil.rmtree(stage, ignore_errors=True)
        return None, problems
    replace_folder(folder, stage)
    return folder, problems


def entry(job: Job) -> dict[str, Any]:
    """Return the entry of a job in the record."""
    figures = {name: job.figures.get(name) for name in ("headline", "value", "low", "high", "n", "clusters")}
    return {
        "model": job.model_name,
        "config": job.item.config,
        "method": job.method,
        "state": str(job.state),
        "reason": job.reason,
        "folder": str(job.folder),
        **figures,
    }
