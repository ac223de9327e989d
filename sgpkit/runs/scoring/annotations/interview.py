"""Annotators that hold conversations: a model behind an engine is asked about each response, and its replies are kept
as those of a run are."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import sgpkit
from sgpkit import engines
from sgpkit.benchmark import NOTHING
from sgpkit.engines import Setup
from sgpkit.runs import folder, preflight, responses
from sgpkit.runs.asking import ask_all
from sgpkit.runs.conversation import Dialogue
from sgpkit.runs.folder import Run
from sgpkit.runs.lock import log_path
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import Response
from sgpkit.runs.run import open_engine
from sgpkit.runs.scoring.annotations.annotator import Session
from sgpkit.runs.store import Store

Noted = list[tuple[list[str], Response]]
"""Responses that need no question, each with the key under which this is recorded."""


@dataclass(frozen=True)
class Model:
    """A model to ask: the engine with its options, and the sampling in place of the annotator's own."""

    engine: str
    name: str
    sampling: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    options: Mapping[str, Any] = field(default_factory=lambda: NOTHING)


class Interviewer(Protocol):
    """An annotator that asks in conversations. `noun` names the counted things in the progress; `sampling` includes the
    user's settings."""

    @property
    def model(self) -> Model: ...

    @property
    def noun(self) -> str: ...

    @property
    def sampling(self) -> Mapping[str, Any]: ...

    def describe(self, metadata: dict[str, Any], store: Store[Response]) -> dict[str, Any]:
        """Return the metadata to store. Raises UserError if the store has replies of another model."""

    def parameters(self, metadata: Mapping[str, Any]) -> str:
        """Return the part of the keys that is the same for all conversations."""

    def conversations(
        self, run: Run, parameters: str, known: dict[str, Response], store: Store[Response]
    ) -> tuple[Noted, list[Dialogue]]:
        """Return all conversations, advanced by known replies, and the responses that need none."""


def ask(interviewer: Interviewer, run: Run, store: Store[Response]) -> Session:
    """Ask the missing questions. Requests that failed in the engine are sent again."""
    model = interviewer.model
    # Unfinished runs and moved rows are refused before an engine starts.
    benchmark, _, loaded = run.benchmark, run.table, run.data
    setup = Setup(model.name, benchmark, loaded.rows, loaded.examples, interviewer.sampling, model.options)
    with open_engine(model.engine, setup) as engine:
        metadata = interviewer.describe(
            {
                "sgpkit": sgpkit.__version__,
                "config": benchmark.config,
                "engine": engines.answering_engine(model.engine, model.options),
                "model": model.name,
                "identity": dict(engine.identity()),
                "sampling": dict(interviewer.sampling),
            },
            store,
        )
        store.folder.mkdir(parents=True, exist_ok=True)
        parameters = interviewer.parameters(metadata)
        known = store.load()
        noted, dialogues = interviewer.conversations(run, parameters, known, store)
        if pending := [dialogue for dialogue in dialogues if not dialogue.finished]:
            preflight.check(model.engine, setup, pending)
        folder.write_metadata(store.folder, metadata | {"complete": False})
        progress = Progress(engine, interviewer.noun)
        log = log_path(store.folder, None)
        stopped = ask_all(engine, parameters, dialogues, known, log, progress=progress).stopped
        counts = progress.session()
    counted = [(dialogue.keys, dialogue.last) for dialogue in dialogues if dialogue.finished and dialogue.last]
    responses.compact(store.folder, [*noted, *counted], known)
    return Session(metadata, counts, stopped)
