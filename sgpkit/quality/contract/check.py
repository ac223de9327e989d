"""Check a family as its users use it: its promises, then build, card, run, score, report, submission."""

import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sgpkit.benchmark import Benchmark, families
from sgpkit.errors import UserError, first_line
from sgpkit.quality.contract import promises, reference_server
from sgpkit.quality.contract.promises import Subject

ROWS = 6
"""Number of rows in the rehearsal; the promises are checked on more."""


class Outcome(NamedTuple):
    """One check of one config; it passed if there are no problems."""

    config: str
    name: str
    title: str
    problems: tuple[str, ...]


def check(family: str, sizes: tuple[int, int, int] = (20, 20, 100)) -> Iterator[Outcome]:
    """Yield the outcome of each check of a family when it is done; `sizes` are the numbers of rows that are built,
    sampled and repeated.
    """
    for benchmark in families.benchmarks(family):
        subject = Subject(benchmark, *sizes)
        broken = False
        for name, promise in promises.applicable(benchmark).items():
            outcome = tried(benchmark, name, promise.__doc__ or name, lambda: list(promise(subject)))  # noqa: B023
            broken |= bool(outcome.problems)
            yield outcome
        if benchmark.built_with_all and not broken:
            yield from rehearsals(benchmark)


def tried(benchmark: Benchmark, name: str, title: str, action: Callable[[], list[str]]) -> Outcome:
    """Return what an action finds; an exception is a problem too."""
    try:
        problems = action()
    except UserError as error:
        problems = [str(error)]
    except Exception as error:  # an error in the family is reported and does not end the check
        problems = [f"{type(error).__name__}: {error}"]
    return Outcome(benchmark.config, name, first_line(title), tuple(problems))


def rehearsals(benchmark: Benchmark) -> Iterator[Outcome]:
    """Yield the steps that a user takes, each only if the previous one has passed."""
    with tempfile.TemporaryDirectory(prefix="sgpkit-check-") as folder:
        stage = Rehearsal(benchmark, Path(folder))
        for step in (stage.build, stage.card, stage.run, stage.score, stage.report, stage.submit, stage.verify):
            outcome = tried(benchmark, step.__name__, step.__doc__ or "", step)
            yield outcome
            if outcome.problems:
                return


class Rehearsal:
    """One config on its way from its source to a verified submission, in a separate folder."""

    def __init__(self, benchmark: Benchmark, folder: Path) -> None:
        self.benchmark = benchmark
        self.data = folder / "data"
        self.run_folder = folder / "run"
        self.page = folder / "report.html"
        self.submissions = folder / "submissions"
        self.submission = folder

    def build(self) -> list[str]:
        """`sgpkit build` writes the config."""
        from sgpkit.data import build

        build.build(self.benchmark, self.data, limit=ROWS)
        return []

    def card(self) -> list[str]:
        """`sgpkit dataset card` describes it."""
        from sgpkit.data.card import render
        from sgpkit.quality import probing

        render.render(self.data, probe=partial(probing.kept_or_probed, parts=False))
        return []

    def run(self) -> list[str]:
        """`sgpkit run` asks a server that answers with the references."""
        from sgpkit.runs import data, plan, run

        loaded = data.load(str(self.data), self.benchmark)
        strategy = next(iter(self.benchmark.prompts.strategies))
        mode = self.benchmark.prompts.modes[0]
        options = self.benchmark.prompts.ask(mode, self.benchmark.prompts.settings[0], examples=loaded.examples)
        asked = plan.asked_rows(self.benchmark, loaded.rows, mode, None, False)
        known = reference_server.answers(self.benchmark, asked, strategy, options)
        with reference_server.serving(known) as url:
            run_options = plan.Options("endpoint", reference_server.MODEL, n=1, engine_options={"base_url": url})
            metadata = run.run(self.benchmark, str(self.data), self.run_folder, run_options).metadata
        return [f"{metadata['failed']} rows failed"] if metadata["failed"] else []

    def score(self) -> list[str]:
        """`sgpkit score` gives every reference full marks."""
        from sgpkit.runs.folder import Run
        from sgpkit.runs.scoring import score

        value = score.score(Run.open(self.run_folder))["value"]
        return [] if value == 1.0 else [f"{self.benchmark.scoring.value_name} of the references is {value}, expected 1"]

    def report(self) -> list[str]:
        """`sgpkit report` writes the page."""
        from sgpkit import reports

        page = reports.write([self.run_folder], self.page)
        return [] if page.is_file() else ["no page was written"]

    def submit(self) -> list[str]:
        """`sgpkit submit` can package the run."""
        from sgpkit.runs.scoring.scored_run import ScoredRun
        from sgpkit.submissions import package

        self.submission = package.package(ScoredRun.open(self.run_folder), self.submissions).folder
        return []

    def verify(self) -> list[str]:
        """`sgpkit verify` finds the same scores in the submission."""
        from sgpkit.submissions import verify

        verification = verify.verify(self.submission, str(self.data))
        return [finding.message for finding in verification.findings]
