"""Annotate a run with another model: the steps shared by judging, measuring and extraction.

Choose responses → find known replies by key → ask about the rest → store every reply in the run → read the annotations
back as `score` does.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from sgpkit.benchmark import Benchmark
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.runs.store import Kind, Store

Reply = TypeVar("Reply")


class Session(NamedTuple):
    """The result of one call: the metadata of the model, counts and times, and why the engine stopped early."""

    metadata: Mapping[str, Any]
    counts: dict[str, Any]
    stopped: str = ""


class Annotator(Protocol[Reply]):
    """A model that annotates a run. `folder` is the subfolder for its replies, which have the form `replies`."""

    @property
    def folder(self) -> Path: ...

    @property
    def replies(self) -> Kind[Reply]: ...

    def ask(self, run: Run, store: Store[Reply]) -> Session:
        """Ask about every selected response without a stored reply, and store the replies."""

    def read(self, run: Run) -> ModelAnnotations:
        """Return the stored annotations of the run's current responses."""

    def finish(self, store: Store[Reply], session: Session, annotations: ModelAnnotations) -> None:
        """Record the progress."""


class Annotations(Protocol):
    """One kind of stored annotation: `extracted`, `judged` and `measured` are modules of this form."""

    FOLDER: str

    def read(self, run: Run) -> ModelAnnotations:
        """Return the stored annotations of the run's current responses. Asks no model."""

    def check(self, folder: Path, benchmark: Benchmark, max_rows: int) -> None:
        """Raise UserError if the annotations of a run or submission, which are untrusted, have another form."""


def annotate(run: Run, annotator: Annotator[Reply]) -> tuple[ModelAnnotations, Session]:
    """Run all steps of an annotator while the run is locked."""
    with run.alone():
        store = Store(run.folder / annotator.folder, annotator.replies)
        session = annotator.ask(run, store)
        annotations = annotator.read(run)
        annotator.finish(store, session, annotations)
    return annotations, session
