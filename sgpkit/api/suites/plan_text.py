"""The plan of an evaluation as text: rows, detectable difference, tokens, cost."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sgpkit import engines, statistics
from sgpkit.api.suites.jobs import Job, State
from sgpkit.errors import first_line
from sgpkit.runs import estimate as estimating
from sgpkit.runs.estimate import Estimate

LABEL = 34
"""The least width of the column of configs."""


def as_text(jobs: Sequence[Job], notes: Sequence[str] = ()) -> str:
    """Return the table of rows to ask, with one line per config, the totals over all models, and `notes` after those
    about the models."""
    width = max([LABEL, *(len(job.label) + 2 for job in jobs)])
    lines = [f"{'':<{width}}{'rows':>7}{'of':>8}   {'detectable difference':<26}".rstrip()]
    first = jobs[0].model if jobs else None
    for job in jobs:
        if job.model is first:
            lines.append(line(job, width))
    return "\n".join([*lines, "", *sums(jobs, notes)])


def as_json(jobs: Sequence[Job]) -> list[dict[str, Any]]:
    """Return the plan as `sgpkit eval --estimate --json` prints it: one entry per job. The rows of a config that is not
    built are `declared`, and their tokens are not known."""
    return [
        {
            "model": job.model_name,
            "config": job.item.config,
            "method": job.method,
            "state": job.state,
            "reason": job.reason,
            "declared": job.declared,
            "estimate": job.estimate and estimating.as_json(job.estimate),
        }
        for job in jobs
    ]


def line(job: Job, width: int) -> str:
    """Return the line of a config: its rows, and the smallest difference between two models that they are likely to
    detect, next to that of all rows."""
    if job.declared:
        return f"{job.label:<{width}}{job.declared.rows:>7,}{job.declared.of:>8,}   known after the build"
    if job.estimate is None:
        return f"{job.label:<{width}}{'–':>7}{'–':>8}   cannot run"
    rows, size = job.estimate.rows, sum(job.whole)
    seen = points(job.estimate.undetectable)
    against = f" ({points(statistics.undetectable(job.whole))} with all rows)" if rows < size else ""
    return f"{job.label:<{width}}{rows:>7,}{size:>8,}   {seen}{against}"


def points(difference: float | None) -> str:
    """Return a difference in percentage points; a dash if none can be detected."""
    return "–" if difference is None else f"{difference * 100:.1f} points"


def sums(jobs: Sequence[Job], further: Sequence[str] = ()) -> list[str]:
    """Return the totals: answers to ask, tokens, cost, then the notes of the models and further ones, each once."""
    known = [job.estimate for job in jobs if job.estimate is not None]
    models = len({job.model_name for job in jobs})
    configs = len({job.label for job in jobs})
    declared = sum(job.declared.rows * job.declared.samples for job in jobs if job.declared)
    to_ask = declared + sum(one.conversations - one.answered for one in known)
    lines = [
        f"{models} {'model' if models == 1 else 'models'} on {configs} {'config' if configs == 1 else 'configs'}: "
        f"{declared + sum(one.conversations for one in known):,} answers, {to_ask:,} to ask"
    ]
    if known and to_ask:
        lines.append(
            f"tokens: {sum(one.tokens_in for one in known):,} in, likely {sum(one.tokens_out for one in known):,} out"
        )
    if declared:
        lines.append(f"tokens and cost of {declared:,} answers: known after the build, before any model is asked")
    for currency in dict.fromkeys(one.measure.currency for one in known if one.measure.cost):
        priced = [one for one in known if one.measure.cost and one.measure.currency == currency]
        likely, most = sum(map(likely_cost, priced)), sum(map(highest_cost, priced))
        bound = f", at most {money(most)}" if all(one.most_out is not None for one in priced) else ""
        lines.append(f"cost: likely {money(likely)}{bound} {currency}".rstrip())
    if known and to_ask and asks_a_model(jobs) and not any(one.measure.cost or one.measure.gpu_hours for one in known):
        lines.append("cost: unknown; set token prices with --prices FILE")
    notes = dict.fromkeys([note for one in known for note in one.measure.notes if to_ask] + [*further])
    lines += ["note: " + note.replace("\n", "\n      ") for note in notes]
    failed = Counter(first_line(job.reason) for job in jobs if job.state is State.FAILED)
    for reason, count in failed.items():
        why = "" if any(reason in note for note in notes) else f": {reason}"
        lines.append(f"{count:,} {'run' if count == 1 else 'runs'} cannot start{why}")
    return lines


def asks_a_model(jobs: Sequence[Job]) -> bool:
    """Return whether any job asks a model, which may cost money; baselines and replayed files are free."""
    return any(hasattr(engines.load(job.model.engine), "measure") for job in jobs)


def likely_cost(estimate: Estimate) -> float:
    """Return the likely cost of a run, 0 if it has no price."""
    return estimate.measure.cost(estimate.tokens_in, estimate.tokens_out) if estimate.measure.cost else 0.0


def highest_cost(estimate: Estimate) -> float:
    """Return the cost of a run in which every answer has the maximum length."""
    return estimate.measure.cost(estimate.tokens_in, estimate.most_out or 0) if estimate.measure.cost else 0.0


def money(amount: float) -> str:
    """Return an amount of money with enough digits to show that a small amount is not zero."""
    return f"{amount:,.2f}" if amount >= 0.1 or amount == 0 else f"{amount:.2g}"
