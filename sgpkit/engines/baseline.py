"""Baselines answer without a model; scores of models are interpreted relative to theirs.

`reference` gives the right answer, `empty` nothing, `random` another row's answer, `copy-example` the worked example of
the prompt; a family may add solvers of its own (SSVG-Bench: `opsin`). If answers are drawings, there are also
adversarial baselines, which deserve no score: `blank`, `hidden`, `palette`, … (`sgpkit.baselines.adversarial`).
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from sgpkit.baselines import adversarial, shortcuts
from sgpkit.benchmark import Benchmark, Completion, Row
from sgpkit.engines import Request, Setup
from sgpkit.errors import UserError, nearest

GENERAL = ("reference", "empty", "random", "copy-example")

OPTIONS: frozenset[str] = frozenset()


class Reference(NamedTuple):
    """The right answer of a row."""

    id: str
    text: str


@dataclass(frozen=True)
class Baseline:
    """An engine that answers from the rows by a fixed rule, without a model."""

    name: str
    benchmark: Benchmark
    rows: Sequence[Row]
    examples: Sequence[Row]

    def identity(self) -> Mapping[str, Any]:
        return {"model": self.name}

    @property
    def needs_all(self) -> bool:
        """True for a rule that uses all rows of the run."""
        return self.name in solvers(self.benchmark)

    def generate(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        solve = solvers(self.benchmark).get(self.name)
        if solve is not None:
            answers = solve([request.row for request in requests])
            yield from ((index, Completion(answer)) for index, answer in enumerate(answers))
            return
        drawn = self.drawn(requests) if self.name == "random" else []
        for index, request in enumerate(requests):
            yield index, Completion(drawn[index] if drawn else self.answer(request))

    def drawn(self, requests: Sequence[Request]) -> list[str]:
        """Return another row's answer for each request, "" without another row."""
        count = len(self.rows)
        if count < 2:
            return [""] * len(requests)
        picks, others = [], []
        for request in requests:
            # Seeded by the row, so that neither order nor --limit changes its answer.
            again = f"{request.attempt}:" if request.attempt else ""
            draw = random.Random(f"{again}{request.sample}:{request.row['id']}")
            picks.append(draw.choice(range(count)))
            others.append((picks[-1] + draw.randrange(1, count)) % count)
        known = self.named_references(picks)
        own = [known[pick].id == str(request.row["id"]) for pick, request in zip(picks, requests, strict=True)]
        taken = [other if is_own else pick for pick, other, is_own in zip(picks, others, own, strict=True)]
        known |= self.named_references(pick for pick in taken if pick not in known)
        return [known[pick].text for pick in taken]

    def named_references(self, indices: Iterable[int]) -> dict[int, Reference]:
        """Return the right answers of the rows at some indices, in one pass over the rows."""
        rows = ((index, self.rows[index]) for index in sorted(set(indices)))
        return {index: Reference(str(row["id"]), self.benchmark.evidence.reference(row)) for index, row in rows}

    def statistics(self) -> Mapping[str, Any]:
        return {}

    def close(self) -> None:
        """Do nothing: there is nothing to release."""

    def answer(self, request: Request) -> str:
        match self.name:
            case "reference":
                return self.benchmark.evidence.reference(request.row)
            case "copy-example":
                return self.benchmark.evidence.reference(self.examples[0])
            case _:
                return ""


def solvers(benchmark: Benchmark) -> dict[str, Callable[[Sequence[Row]], list[str]]]:
    """Return a benchmark's own baselines, next to the general ones: the family's own, adversarial answers, and
    shortcuts."""
    rules = {name: partial(among_themselves, rule) for name, rule in shortcuts.answers(benchmark).items()}
    return (
        adversarial.answers(benchmark)
        | rules
        | {name: one.answer for name, one in benchmark.evidence.baselines.items()}
    )


def among_themselves(rule: shortcuts.Shortcut, rows: Sequence[Row]) -> list[str]:
    """Return the answers of a shortcut that learns from the other rows of the run."""
    return rule(rows, rows)


def names(benchmark: Benchmark) -> tuple[str, ...]:
    """Return the names of all baselines of a benchmark."""
    return (*GENERAL, *solvers(benchmark))


def check(setup: Setup) -> None:
    """Raise UserError if a benchmark has no baseline of that name."""
    known = names(setup.benchmark)
    if setup.model not in known:
        raise UserError(f"unknown baseline {setup.model!r}{nearest(setup.model, known)}")


def open_engine(setup: Setup) -> Baseline:
    """Return the baseline that `setup.model` names. Raises UserError if it is unknown or has no example to copy."""
    check(setup)
    if setup.model == "copy-example" and not setup.examples:
        raise UserError(f"{setup.benchmark.config} has no train split to copy an example from; try --model random")
    return Baseline(setup.model, setup.benchmark, setup.rows, setup.examples)
