"""Promises that every config keeps: each is a function that yields the violations in words.

They assume no format, and no columns other than `id`, `cluster`, `source` and `license`.
"""

import itertools
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib import resources
from pathlib import Path

from sgpkit.baselines import adversarial
from sgpkit.benchmark import Benchmark, Completion, Row, Score, Skipped, families
from sgpkit.graphics import formats
from sgpkit.quality import error_table
from sgpkit.status import Status

HOSTILE = "\x00<svg><use href='#a'/></svg>\ud800" + "(" * 10_000
"""An answer that no reader expects; it must not affect the scores of other rows."""

SHOWN = 3
"""Maximum number of rows that a message names."""


@dataclass(frozen=True)
class Subject:
    """A config under check: with the numbers of rows per split that are built, finished and scored, and repeated from
    the source, of rows on which adversarial answers are tried, and of pairs of each axis and grade that the headline
    ranks.
    """

    benchmark: Benchmark
    built: int = 40
    sampled: int = 60
    repeated: int = 200
    attacked: int = 6
    contrasted: int = 2

    @cached_property
    def source_rows(self) -> list[tuple[str, Row]]:
        """All rows of the builtin source with their splits, as a build gets them."""
        return list(self.benchmark.rows.read())

    @cached_property
    def rows(self) -> list[Row]:
        """Finished test rows, spread over the split."""
        rows = spread([row for split, row in self.source_rows if split == "test"], self.sampled)
        return [row for row in map(self.finished, rows) if not isinstance(row, Skipped)]

    @cached_property
    def examples(self) -> list[Row]:
        """Finished rows of the train split, for strategies that show examples."""
        rows = [row for split, row in self.source_rows if split == "train"][:16]
        return [row for row in map(self.finished, rows) if not isinstance(row, Skipped)]

    def finished(self, row: Row) -> Row | Skipped:
        """Return a row as a build completes it."""
        finish = self.benchmark.rows.finish
        return finish(row) if finish else row


def spread(rows: Sequence[Row], count: int) -> Sequence[Row]:
    """Return `count` of the rows, evenly spaced, or all if there are fewer."""
    return rows if len(rows) <= count else [rows[index * len(rows) // count] for index in range(count)]


Promise = Callable[[Subject], Iterator[str]]

ANOTHER = "another row's reference"

TOLERANCE = 0.005
BY_CHANCE = 0.1
"""Maximum excess of the mean for other rows' references over that of a blank page, since they may resemble a row's own.
"""


def declaration(subject: Subject) -> Iterator[str]:
    """The config is declared once."""
    benchmark = subject.benchmark
    if families.get(benchmark.config) is not benchmark:
        yield f"another family declares the config {benchmark.config} too"


def texts(subject: Subject) -> Iterator[str]:
    """The dataset card has the family's words: `card.md`, and a meaning for every column in `columns.toml`."""
    from sgpkit.data.card import column_meanings
    from sgpkit.errors import UserError

    family = families.locate(subject.benchmark.config)[0]
    card = resources.files(families.module_name(family)).joinpath("card.md")
    if not card.is_file() or not card.read_text(encoding="utf-8").startswith("# "):
        yield "card.md is missing or does not begin with a heading `# NAME`"
    try:
        column_meanings.meanings(family, subject.benchmark)
    except UserError as error:
        yield str(error)


def identifiers(subject: Subject) -> Iterator[str]:
    """Ids are unique, the same each time, and in the declared number."""
    rows = subject.source_rows
    ids = [row["id"] for _, row in rows]
    if len(set(ids)) < len(ids):
        repeated = [identifier for identifier, copies in itertools.groupby(sorted(ids)) if len(list(copies)) > 1]
        yield f"duplicate ids: {', '.join(repeated[:SHOWN])}"
    again = itertools.islice(subject.benchmark.rows.read(), subject.repeated)
    changed = [row["id"] for (_, row), (_, other) in zip(rows, again, strict=False) if row != other]
    if changed:
        yield f"the source gives different rows when read again, e.g. {', '.join(changed[:SHOWN])}: seed by row id"
    sizes = {split: sum(1 for name, _ in rows if name == split) for split in subject.benchmark.rows.counts}
    if sizes != dict(subject.benchmark.rows.counts):
        yield f"rows.counts declares {dict(subject.benchmark.rows.counts)}, but the source gives {sizes}"


def builds(subject: Subject) -> Iterator[str]:
    """Two builds have the same bytes, whatever the number of workers, and load with the declared features."""
    import datasets

    from sgpkit.data import build
    from sgpkit.data.hub import calls

    config = subject.benchmark.config
    with calls.quiet(), tempfile.TemporaryDirectory() as folder:
        outputs = []
        for workers in (1, 2):
            out = Path(folder, f"workers-{workers}")
            build.build(subject.benchmark, out, limit=subject.built, workers=workers)
            outputs.append({path.relative_to(out): path.read_bytes() for path in out.rglob("*") if path.is_file()})
        if outputs[0] != outputs[1]:
            paths = [str(path) for path in outputs[0] if outputs[0][path] != outputs[1].get(path)]
            yield f"two builds differ in {', '.join(sorted(paths)[:SHOWN])}"
        cache = str(Path(folder, "cache"))
        loaded = datasets.load_dataset(str(Path(folder, "workers-1")), config, split="test", cache_dir=cache)
        if loaded.features != subject.benchmark.rows.features:
            yield f"load_dataset gives different features: {loaded.features}"
        if not 0 < loaded.num_rows <= subject.built:
            yield f"a build of at most {subject.built} rows per split has {loaded.num_rows} test rows"


def finishing(subject: Subject) -> Iterator[str]:
    """Builtin rows can always be finished, and finishing leaves the given row as it is."""
    wanted = min(subject.sampled, sum(1 for split, _ in subject.source_rows if split == "test"))
    if len(subject.rows) < wanted:
        yield f"{wanted - len(subject.rows)} of {wanted} builtin rows were skipped by `finish`"
    finish = subject.benchmark.rows.finish
    if finish is not None and subject.source_rows:
        given = dict(subject.source_rows[0][1])
        finish(given)
        if given != subject.source_rows[0][1]:
            yield "`finish` changes the row that it is given: return a new one"


def asking(subject: Subject) -> Iterator[str]:
    """Every strategy asks every row, in every mode that applies and every setting."""
    benchmark = subject.benchmark
    for name, mode, setting in itertools.product(
        benchmark.prompts.strategies, benchmark.prompts.modes, benchmark.prompts.settings
    ):
        options = benchmark.prompts.ask(mode, setting, examples=subject.examples)
        for row in subject.rows:
            if benchmark.prompts.has_inputs is not None and not benchmark.prompts.has_inputs(row, mode):
                continue
            asked = benchmark.prompts.strategies[name](row, options)
            messages = asked if isinstance(asked, list) else next(asked)
            if not messages or messages[-1]["role"] != "user" or not all(part["content"] for part in messages):
                yield f"strategy {name}, mode {mode}, row {row['id']}: empty message, or the last not from the user"
                break


def scoring(subject: Subject) -> Iterator[str]:
    """The reference scores full marks, an empty answer none, and a bad answer does not touch its neighbours."""
    benchmark, rows = subject.benchmark, subject.rows
    assert benchmark.scoring.score is not None
    references = [Completion(benchmark.evidence.reference(row)) for row in rows]
    right = benchmark.scoring.score(rows, references)
    for row, score in zip(rows, right, strict=True):
        if score.value != 1.0 or score.status is not Status.OK:
            yield f"{row['id']}: the reference scores {score.value} ({score.status}: {score.reason})"
            break
    empty = benchmark.scoring.score(rows, [Completion("")] * len(rows))
    yield from lacking_parts(benchmark, rows, right, empty)
    for row, score in zip(rows, empty, strict=True):
        if score.value != 0.0 or score.status is not Status.NO_ANSWER or not score.reason:
            yield f"{row['id']}: an empty answer scores {score.value} ({score.status}); expected 0, no_answer, a reason"
            break
    few = rows[:5]
    answers = references[:5]
    middle = len(few) // 2
    answers[middle] = Completion(HOSTILE)
    scores = benchmark.scoring.score(few, answers)
    if [score.value for score in scores] != [float(index != middle) for index in range(len(few))]:
        yield f"with one invalid answer among references, the scores are {[score.value for score in scores]}"
    elif not scores[middle].reason:
        yield "an invalid answer scores 0 without a reason"


def lacking_parts(
    benchmark: Benchmark, rows: Sequence[Row], right: Sequence[Score], empty: Sequence[Score]
) -> Iterator[str]:
    """Yield the first parts of a reference's score that are missing for an empty answer, whose means would omit it."""
    exempt = benchmark.scoring.figure_names()
    for row, best, worst in zip(rows, right, empty, strict=True):
        if lacking := sorted(best.parts.keys() - worst.parts.keys() - exempt.keys()):
            yield (
                f"{row['id']}: an empty answer has no part {', '.join(lacking)}, so that the mean leaves it out; give "
                "it 0 (or the worst value), or declare Part(among=…)"
            )
            return


def adversarial_answers(subject: Subject) -> Iterator[str]:
    """Answers that deserve nothing score no more than a blank page, where answers are drawings."""
    benchmark = subject.benchmark
    if adversarial.drawings_of(benchmark) is None:
        yield f"no adversarial drawings in {benchmark.answer_format}: give `adversarial=Adversarial(drawings=…)`"
        return
    answers: dict[str, Callable[[Sequence[Row]], list[str]]]
    answers = {"empty": nothing, ANOTHER: partial(following, benchmark), **adversarial.answers(benchmark)}
    allowed = benchmark.evidence.adversarial.allowed
    if unknown := allowed.keys() - answers.keys():
        yield f"`adversarial` allows unknown answers: {', '.join(sorted(unknown))}"
    if unexplained := [name for name, reason in allowed.items() if not reason.strip()]:
        yield f"`adversarial` allows {', '.join(unexplained)} without a reason"
    compiled = formats.has(benchmark.answer_format) and formats.get(benchmark.answer_format).convert is not None
    step = max(1, len(subject.rows) // (2 if compiled else subject.attacked))
    rows = subject.rows[::step]
    limit = error_table.mean_score(benchmark, rows, answers[adversarial.BLANK](rows))
    for name, answer in answers.items():
        if name in allowed or name == adversarial.BLANK:
            continue
        value = error_table.mean_score(benchmark, rows, answer(rows))
        if value > limit + (BY_CHANCE if name == ANOTHER else TOLERANCE):
            yield f"the adversarial answer {name} scores {value:.3f}, more than a blank page ({limit:.3f})"


def both_errors(subject: Subject) -> Iterator[str]:
    """Right answers in other forms score what they deserve, and wrong ones no more."""
    benchmark = subject.benchmark
    yield from error_table.undeclared(benchmark)
    compiled = formats.has(benchmark.answer_format) and formats.get(benchmark.answer_format).convert is not None
    rows = spread(subject.rows, 2 if compiled else subject.attacked)
    for line in error_table.lines(benchmark, rows, lambda: subject.rows):
        if not line.holds:
            deserved = "at least" if line.is_right else "at most"
            yield f"the answer {line.name!r} scores {line.mean:.3f}, expected {deserved} {line.limit:g}"


def ranking(subject: Subject) -> Iterator[str]:
    """The headline ranks a right drawing above one with one thing wrong, on the axes that it declares, or the config
    says why it declares none.
    """
    from sgpkit.quality.court import metrics, pairs, verdict

    contrasts, blind = subject.benchmark.evidence.contrasts, subject.benchmark.evidence.blind
    if contrasts is None or contrasts.format != subject.benchmark.answer_format or not contrasts.sees:
        if not blind:
            yield "expected axes in `contrasts.sees`, or in `blind` why the headline is not known to rank any"
        return
    if blind:
        yield "`blind` says why the headline ranks by no axis, but `contrasts.sees` has axes"
    if unknown := [axis for axis in contrasts.sees if axis not in contrasts.axes]:
        yield f"`contrasts.sees` names axes without pairs: {', '.join(unknown)}"
        return
    seen = replace(contrasts, axes=contrasts.sees)
    tried = pairs.pairs({subject.benchmark.config: seen}, subject.contrasted)
    held = verdict.verdict(metrics.marks(metrics.headline(subject.benchmark), tried))
    for axis in contrasts.sees:
        if axis not in held.axes:
            yield f"no pairs of the axis {axis} pass the viewer gate"
        elif held.axes[axis].right.value < verdict.RANKED and not held.axes[axis].right.high >= verdict.RANKED:
            yield f"the headline ranks {held.axes[axis].right.value:.0%} of the pairs of the axis {axis} right"
    if held.all_alarms is not None and held.all_alarms.value > 2 * verdict.ALARMED:
        yield f"the headline scores two right drawings differently in {held.all_alarms.value:.0%} of their pairs"


def nothing(rows: Sequence[Row]) -> list[str]:
    """Answer with empty texts."""
    return [""] * len(rows)


def following(benchmark: Benchmark, rows: Sequence[Row]) -> list[str]:
    """Answer each row with the reference of the next one."""
    return [benchmark.evidence.reference(row) for row in (*rows[1:], *rows[:1])]


DECLARED: Mapping[str, Promise] = {"declaration": declaration, "texts": texts}
"""Promises of every config."""

KEPT: Mapping[str, Promise] = {
    "identifiers": identifiers,
    "builds": builds,
    "finishing": finishing,
    "asking": asking,
    "scoring": scoring,
    "errors": both_errors,
}
"""Promises of configs with a builtin source that are scored."""


def applicable(benchmark: Benchmark) -> Mapping[str, Promise]:
    """Return the promises that a config has to keep."""
    if not benchmark.built_with_all:
        return DECLARED
    drawn = {"adversarial": adversarial_answers, "ranking": ranking} if adversarial.draws(benchmark) else {}
    return {**DECLARED, **KEPT, **drawn}
