"""Plan a run: the options of the command line, checked against a benchmark and its data. Opens no engine."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import sgpkit
from sgpkit import engines
from sgpkit.benchmark import Ask, Benchmark, Row
from sgpkit.data import tuning
from sgpkit.data.rows import Picked, Rows
from sgpkit.engines import Engine, Setup
from sgpkit.errors import UserError, nearest
from sgpkit.runs import data, lite
from sgpkit.runs import prompts as prompt_texts
from sgpkit.runs.conversation import Dialogue, opening
from sgpkit.runs.lock import Share

MOST_BYTES = 128 << 20
"""Number of rows whose texts and pictures are in memory together."""

TEXTS = {str, bytes}


@dataclass(frozen=True)
class Options:
    """The options of `sgpkit run`. `sampling` overrides the published protocol, name by name; `lite` is the size of the
    fixed subset that is asked, True for the usual size; `name` is the model's name in reports, if not `model`; `only`
    restricts the rows that the other options select to these ids."""

    engine: str
    model: str
    strategy: str | None = None
    mode: str | None = None
    setting: str | None = None
    n: int | None = None
    temperature: float | None = None
    limit: int | None = None
    lite: bool | int = False
    resample: int | None = None
    prompts: Path | None = None
    share: Share | None = None
    name: str | None = None
    only: frozenset[str] | None = None
    sampling: Mapping[str, Any] = field(default_factory=dict)
    engine_options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """A planned run: the rows, the requests and the prompt texts."""

    benchmark: Benchmark
    options: Options
    loaded: data.Data
    rows: Sequence[Row]
    strategy: str
    mode: str
    setting: str
    samples: int
    resample: int
    texts: Mapping[str, str]
    setup: Setup

    @cached_property
    def ask(self) -> Ask:
        return self.benchmark.prompts.ask(self.mode, self.setting, self.texts, self.loaded.examples)

    def metadata(self) -> dict[str, Any]:
        options = self.options
        return {
            "sgpkit": sgpkit.__version__,
            "config": self.benchmark.config,
            "engine": engines.answering_engine(options.engine, options.engine_options),
            "model": options.model,
            **({"name": options.name} if options.name else {}),
            "strategy": self.strategy,
            "mode": self.mode,
            "setting": self.setting,
            "sampling": dict(self.setup.sampling),
            "n": self.samples,
            "resample": self.resample,
            "limit": options.limit,
            "lite": self.lite_metadata(),
            "rows": len(self.rows),
            "texts": dict(self.texts),
            **({"texts_origin": origin} if (origin := prompt_texts.origin(options.prompts, self.texts)) else {}),
            **({"tuned": tuned} if (tuned := tuning.read(options.model, options.engine_options.get("lora"))) else {}),
            "data": self.loaded.metadata(),
        }

    def identity(self, engine: Engine) -> dict[str, Any]:
        """Return the common part of all keys, which run.json records: the identity of the engine, and the model name if
        the user gave one."""
        return dict(engine.identity()) | ({"name": self.options.name} if self.options.name else {})

    def lite_metadata(self) -> dict[str, Any] | None:
        whole = rows_with_mode(self.benchmark, self.loaded.rows, self.mode)
        return lite.metadata(len(self.rows), len(whole)) if lite.size(self.options.lite) else None

    def of_share(self) -> "Plan":
        """Return the plan of this process, with the rows of its share."""
        if self.options.share is None:
            return self
        mine = self.options.share.rows(self.loaded.rows)
        return replace(
            self, rows=Picked(self.rows, [index for index, row in enumerate(self.rows) if str(row["id"]) in mine])
        )

    def dialogues(self) -> list[Dialogue]:
        """Return all conversations, in the order of the rows."""
        return [self.dialogue(row, sample) for row in self.rows for sample in range(self.samples)]

    def chunks(self, most: int, together: int | None = None) -> Iterator[list[Dialogue]]:
        """Yield all conversations in the order of the rows, in chunks of about this size; adjacent rows of a drawing
        are in one chunk. Chunks of a smaller size `together` also end where chunks of the larger size do."""
        held: list[Dialogue] = []
        count = weight = 0
        drawing: object = None
        for row in self.rows:
            if (cluster := row.get("cluster")) != drawing:
                drawing = cluster
                is_full = count >= most or weight > MOST_BYTES
                if is_full or (together is not None and len(held) >= together):
                    yield held
                    held = []
                if is_full:
                    count = weight = 0
            held += [self.dialogue(row, sample) for sample in range(self.samples)]
            count += self.samples
            weight += sum([len(value) for value in row.values() if value.__class__ in TEXTS])
        if held:
            yield held

    def dialogue(self, row: Row, sample: int) -> Dialogue:
        return Dialogue(row, sample, *opening(self.benchmark.prompts.strategies[self.strategy](row, self.ask)))

    def renew(self, finished: list[Dialogue]) -> list[Dialogue]:
        """Restart the dialogues whose answer does not compile, and return them."""
        renewed = uncompiled_dialogues(self.benchmark, finished, self.resample)
        for dialogue in renewed:
            dialogue.begin_anew(self.benchmark.prompts.strategies[self.strategy](dialogue.row, self.ask))
        return renewed


def plan(benchmark: Benchmark, source: str, options: Options) -> Plan:
    """Check the options against the benchmark and its data. Opens no engine."""
    strategy = choose("strategy", options.strategy, benchmark.prompts.strategies)
    mode = choose("mode", options.mode, benchmark.prompts.modes)
    setting = choose("setting", options.setting, benchmark.prompts.settings)
    if benchmark.scoring.score is None:
        raise UserError(f"{benchmark.config} is a training config and cannot be scored")
    sampling = dict(benchmark.prompts.sampling) | dict(options.sampling)
    sampling |= {"temperature": options.temperature} if options.temperature is not None else {}
    samples = options.n or sampling.get("n", 1)
    sampling.pop("n", None)
    resample = options.resample or 1
    if resample > 1:
        refuse_vain_resampling(benchmark, engines.answering_engine(options.engine, options.engine_options), sampling)
    loaded = data.load(source, benchmark)
    texts = prompt_texts.read_texts(options.prompts, benchmark, mode, setting)
    rows = asked_rows(benchmark, loaded.rows, mode, options.limit, options.lite)
    if options.only is not None:
        rows = [row for row in rows if str(row["id"]) in options.only]
    if not rows:
        raise UserError(f"no row of {benchmark.config} has the inputs of the mode {mode!r}; choose another --mode")
    asked = frozenset(str(row["id"]) for row in rows) if len(rows) < len(loaded.rows) else None
    setup = Setup(
        options.model, benchmark, loaded.rows, loaded.examples, sampling, options.engine_options, asked, samples
    )
    return Plan(benchmark, options, loaded, rows, strategy, mode, setting, samples, resample, texts, setup)


def asked_rows(
    benchmark: Benchmark, rows: Sequence[Row], mode: str, limit: int | None, subset: bool | int
) -> Sequence[Row]:
    """Return the rows of a split that a run asks, in their order; `subset` is as in `Options.lite`."""
    able = rows_with_mode(benchmark, rows, mode)
    size = lite.size(subset)
    return lite.subset(able, benchmark.rows.groups, size) if size else able if limit is None else able[:limit]


def rows_with_mode(benchmark: Benchmark, rows: Sequence[Row], mode: str) -> Sequence[Row]:
    """Return the rows that have the inputs of a mode."""
    if isinstance(rows, Rows):
        if benchmark.prompts.has_inputs is None:
            return rows
        return Picked(rows, [index for index, row in enumerate(rows) if benchmark.prompts.has_inputs(row, mode)])
    return [row for row in rows if benchmark.prompts.has_inputs is None or benchmark.prompts.has_inputs(row, mode)]


def choose(what: str, name: str | None, known: Sequence[str] | Mapping[str, Any]) -> str:
    """Return a name if it is known, or the first known one for None. Raises UserError for an unknown `what`."""
    names = list(known)
    if name is None:
        return names[0]
    if name not in names:
        raise UserError(f"unknown {what} {name!r}{nearest(name, names)}")
    return name


def refuse_vain_resampling(benchmark: Benchmark, engine: str, sampling: Mapping[str, Any]) -> None:
    """Raise UserError if resampling cannot work: answers that do not compile, or an engine that has only one. Warns at
    temperature 0."""
    if not benchmark.can_compile:
        raise UserError(f"{benchmark.config} does not support --resample, since its answers are not compiled")
    if engine == "replay":
        raise UserError("--resample is not supported for replayed files, which have one completion per sample")
    if not sampling.get("temperature"):
        print("sgpkit: --resample at temperature 0 repeats the same answers; set --temperature", file=sys.stderr)


def uncompiled_dialogues(benchmark: Benchmark, finished: Sequence[Dialogue], attempts: int) -> list[Dialogue]:
    """Return the dialogues whose answer does not compile and that may be restarted. Failures of the engine are not
    answers, and a prompt that does not fit into the context never will.
    """
    judged = [
        (dialogue, dialogue.last.completion)
        for dialogue in finished
        if dialogue.attempt + 1 < attempts
        and dialogue.last
        and dialogue.last.completion.finish_reason not in ("error", "too_large")
    ]
    if not judged:
        return []
    compiled = benchmark.compiles([completion for _, completion in judged])
    return [dialogue for (dialogue, _), good in zip(judged, compiled, strict=True) if not good]
