"""Let a vision model write questions about drawings, check each automatically, and store all of them with the
results.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stderr
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import sgpkit
from sgpkit import bars, engines
from sgpkit.benchmark import NOTHING, Benchmark, Skipped, placeholder
from sgpkit.engines import Engine, Setup
from sgpkit.errors import UserError
from sgpkit.graphics import formats
from sgpkit.runs import lock, responses
from sgpkit.runs import prompts as prompt_texts
from sgpkit.runs.run import open_engine
from sgpkit.studies.authoring import asker, candidates, drawing, folder, programs, prompts, steps, vocabulary
from sgpkit.studies.authoring.asker import Asker
from sgpkit.studies.authoring.candidates import Candidate
from sgpkit.studies.authoring.drawing import Drawn
from sgpkit.studies.authoring.steps import Plan

SAMPLING = {"temperature": 0.0, "max_tokens": 2048}
GUESSES = 3
"""Guesses at a question without its picture: one question in 64 is guessed right each time by chance."""


@dataclass(frozen=True)
class Options:
    """Options of `sgpkit author draft`. `check_engine` and `check_model` answer the drafts in the checks, if they are
    not those of the author; `check_options` are the engine options that differ.
    """

    source: str
    format: str
    engine: str
    model: str
    types: Sequence[str] = ()
    captions: bool = False
    per_type: int = 1
    guesses: int = GUESSES
    limit: int | None = None
    seed: int = 0
    license: str | None = None
    prompts: Path | None = None
    schema: bool = True
    check_engine: str | None = None
    check_model: str | None = None
    sampling: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    engine_options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    check_options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


class Authored(NamedTuple):
    """The metadata in author.json, the sums of this call, and the reason why the engine was stopped, if it was."""

    metadata: Mapping[str, Any]
    session: Mapping[str, Any]
    stopped: str = ""


def author(out: Path, options: Options) -> Authored:
    """Ask the missing questions of the folder `out`, and write its candidates."""
    plan = planned(options)
    for name in (options.engine, options.check_engine):
        if name and engine_of(name, options.engine_options) == "baseline":
            raise UserError("a baseline cannot write questions; choose an engine that asks a model (see sgpkit list)")
    with lock.lock_run(out), ExitStack() as opening:
        # Errors of an engine are reported before thousands of pictures are made; a replay needs the drawings first.
        replayed = "replay" in (options.engine, options.check_engine)
        drawn, skipped = drawings(out, options) if replayed else ([], [])
        setup = setup_of(options, plan, drawn)
        author_engine = opening.enter_context(quietly_opened(options.engine, setup))
        metadata = metadata_of(options, plan, setup, author_engine.identity())
        asking = Asker(options.engine, setup, author_engine, out, {}, [])
        checking = asking
        if (options.check_engine, options.check_model) != (None, None):
            other = setup_of(options, plan, drawn, checks=True)
            name = options.check_engine or options.engine
            check_engine = opening.enter_context(quietly_opened(name, other))
            metadata["checker"] = {
                "engine": engine_of(name, other.options),
                **identified(other, name, check_engine.identity()),
            }
            checking = Asker(name, other, check_engine, out, asking.known, asking.counted)
        folder.refuse_another(out, metadata)
        if not replayed:
            drawn, skipped = drawings(out, options)
        candidates.refuse_fewer(out, {(one.program.item, name): one.names for one in drawn for name in plan.names})
        folder.write_log(out, skipped)
        asking.known.update(responses.load(out))
        folder.write(out, metadata | {"counts": {}, "complete": False, "stopped": ""})
        results = steps.candidates(drawn, plan, asking, checking)
        responses.compact(out, asking.counted, asking.known)
        listed = [candidate for candidate in results if candidate.number or candidate.failed]
        candidates.write(out, listed, name_of(options.model), plan.seed_prefix)
        stopped = asking.stopped or checking.stopped
        metadata |= result(results, drawn, skipped) | {"stopped": stopped}
        folder.write(out, metadata)
        return Authored(metadata, asker.session([asking, checking]), stopped)


def planned(options: Options) -> Plan:
    """Return the requests; raises UserError for options that are invalid for all drawings and models."""
    if not vocabulary.is_known(options.format):
        known = ", ".join((*formats.names(), vocabulary.CAD))
        raise UserError(f"unknown format {options.format!r}; expected one of: {known}")
    types = vocabulary.types(options.types, options.format)
    if not types and not options.captions:
        known = ", ".join(vocabulary.known_types(options.format))
        raise UserError(f"nothing to draft; give --types with some of {known} or NAME='description', or --captions")
    texts = dict(prompts.TEXTS) | prompt_texts.read(options.prompts, prompts.TEXTS, "an author")
    return Plan(types, options.captions, options.per_type, options.guesses, texts, options.seed)


def drawings(out: Path, options: Options) -> tuple[list[Drawn], list[Skipped]]:
    """Return the drawings of the source, and those that are skipped."""
    drawn, skipped = [], []
    items = drawing.draw_all(programs.read(options.source, options.format, options.license), out, options.limit)
    for item in bars.counted(items, "drawings", unit="drawings"):
        if isinstance(item, Skipped):
            skipped.append(item)
        else:
            drawn.append(item)
    if not drawn:
        first = f"; the first: {skipped[0].name}: {skipped[0].reason}" if skipped else ""
        endings = " ".join(programs.suffixes(options.format))
        raise UserError(
            f"{options.source}: no {options.format} drawings, {len(skipped):,} skipped{first}\n"
            f"expected {endings} files, a table with a column code, or DATASET:CONFIG; see --format"
        )
    return drawn, skipped


# --- the engines ------------------------------------------------------------------------------------------------------


def setup_of(options: Options, plan: Plan, drawn: Sequence[Drawn], checks: bool = False) -> Setup:
    """Return the setup of the author's engine, or of the checker's."""
    name, model = options.engine, options.model
    given = dict(options.engine_options)
    if checks:
        name, model = options.check_engine or name, options.check_model or model
        # Options of the author's engine do not apply to an engine of another kind.
        given = (given if name == options.engine else {}) | dict(options.check_options)
    schema = prompts.schema_parameters(engine_of(name, given)) if options.schema else {}
    sampling = SAMPLING | schema | dict(options.sampling)
    rows = [{"id": steps.asking_id(one, name)} for one in drawn for name in plan.names]
    return Setup(model, subject(options.format), rows, (), sampling, given)


@contextmanager
def quietly_opened(name: str, setup: Setup) -> Iterator[Engine]:
    """Open an engine without the warnings of `replay` about unknown ids: the ids of the checks are not known yet."""
    with ExitStack() as opening:
        with redirect_stderr(io.StringIO()) if name == "replay" else nullcontext():
            engine = opening.enter_context(open_engine(name, setup))
        yield engine


def subject(format: str) -> Benchmark:
    """Return the benchmark that engines are opened for: rows with a picture that are answered in words."""
    return placeholder.make(f"author-{format}", "candidates", "json", modes=("image",))


def engine_of(name: str, options: Mapping[str, Any]) -> str:
    """Return the engine that answers, which for a wrapping one such as Ray is another."""
    return engines.answering_engine(name, options)


def name_of(model: str) -> str:
    """Return the name of a model, or of a local path its last part."""
    return Path(model).name if Path(model).exists() else model


def identified(setup: Setup, name: str, identity: Mapping[str, Any]) -> dict[str, Any]:
    """Return model and identity as metadata; a replayed file is named without its folder."""
    return {"model": Path(setup.model).name if name == "replay" else setup.model, "identity": dict(identity)}


# --- metadata ---------------------------------------------------------------------------------------------------------


def metadata_of(
    options: Options,
    plan: Plan,
    setup: Setup,
    identity: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the metadata of the options."""
    return {
        "sgpkit": sgpkit.__version__,
        "engine": engine_of(options.engine, options.engine_options),
        **identified(setup, options.engine, identity),
        "checker": None,
        "format": options.format,
        "types": dict(plan.types),
        "captions": options.captions,
        "source": options.source,
        "limit": options.limit,
        "per_type": options.per_type,
        "guesses": options.guesses,
        "seed": options.seed,
        "sampling": dict(setup.sampling),
        "texts": dict(plan.texts),
    }


def result(results: Sequence[Candidate], drawn: Sequence[Drawn], skipped: Sequence[Skipped]) -> dict[str, Any]:
    """Return the metadata of the results."""
    by_type = candidates.counts(results)
    waiting = sum(of_type.get("waiting", 0) for of_type in by_type.values())
    total = {name: sum(of_type.get(name, 0) for of_type in by_type.values()) for name in ("candidates", "kept")}
    counts = {"drawings": len(drawn), "skipped": len(skipped), **total, "waiting": waiting, "types": by_type}
    return {"counts": counts, "complete": waiting == 0}


def summary(metadata: Mapping[str, Any]) -> str:
    """Return a table with a line for each type: how many candidates there are, are kept, and failed which check."""
    by_type: Mapping[str, Mapping[str, int]] = metadata["counts"]["types"]
    checks = (*CHECKS, "waiting")
    used = [name for name in checks if any(name in of_type for of_type in by_type.values())]
    head = ["type", "candidates", "kept", "", *used]
    lines = [head]
    for name, of_type in [*by_type.items(), ("all", together(by_type))]:
        count, kept = of_type["candidates"], of_type.get("kept", 0)
        lines.append(
            [name, f"{count:,}", f"{kept:,}", f"{kept / count:.0%}", *(f"{of_type.get(check, 0):,}" for check in used)]
        )
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


CHECKS = (
    steps.READABLE, steps.OPTIONS, steps.WORDING, steps.CODE, steps.REPEATED, steps.SURPLUS, steps.BLIND, steps.SECOND
)  # fmt: skip


def together(by_type: Mapping[str, Mapping[str, int]]) -> dict[str, int]:
    """Return the counts of all types together."""
    names = dict.fromkeys(name for of_type in by_type.values() for name in of_type)
    return {name: sum(of_type.get(name, 0) for of_type in by_type.values()) for name in names}


def outcome(out: Path, authored: Authored) -> str:
    """Return the lines that the command prints last: the state of the folder, and the next command."""
    counts = authored.metadata["counts"]
    lines = [f"stopped: {authored.stopped}"] if authored.stopped else []
    skipped = f", {counts['skipped']:,} skipped (see {out / folder.LOG})" if counts["skipped"] else ""
    lines.append(
        f"{out}: {counts['drawings']:,} drawings{skipped}; "
        f"{counts['kept']:,} of {counts['candidates']:,} candidates kept"
    )
    lines.append(
        f"{counts['waiting']:,} not answered yet; run the same command again to ask them"
        if counts["waiting"]
        else f"Next: sgpkit author review {out}"
    )
    return "\n".join(lines)
