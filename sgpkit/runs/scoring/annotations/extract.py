"""Let a model read the replies of a run from which the rules extract no letter. `extracted` describes the stored
data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import NOTHING
from sgpkit.errors import UserError
from sgpkit.runs import folder
from sgpkit.runs.conversation import Dialogue, take_known
from sgpkit.runs.folder import Run
from sgpkit.runs.responses import RESPONSES, Response
from sgpkit.runs.scoring.annotations import annotator, extracted, interview
from sgpkit.runs.scoring.annotations.annotator import Session
from sgpkit.runs.scoring.annotations.interview import Model, Noted
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.runs.store import Kind, Store


class Extraction(NamedTuple):
    """The counts for `score`, and the work of this call."""

    figures: Mapping[str, Any]
    session: dict[str, Any]


def extract(
    run: Run,
    engine: str,
    model: str,
    sampling: Mapping[str, Any] = NOTHING,
    engine_options: Mapping[str, Any] = NOTHING,
) -> Extraction:
    """Ask about every unread reply without an answer; after a failure of the engine the request is sent again."""
    benchmark = run.benchmark
    if benchmark.answer_format != "choice":
        raise UserError(
            f"{run.folder} is a run of {benchmark.config}, whose answers are {benchmark.answer_format}, not letters\n"
            f"It needs no extraction: sgpkit score {run.folder}"
        )
    if engine == "baseline":
        raise UserError("a baseline cannot read replies; choose an engine that asks a model (see sgpkit list)")
    annotations, session = annotator.annotate(run, Extractor(Model(engine, model, sampling, engine_options)))
    return Extraction(annotations.figures, session.counts)


@dataclass(frozen=True)
class Extractor:
    """An annotator that reads letters in prose."""

    model: Model
    folder: Path = Path(extracted.FOLDER)
    replies: Kind[Response] = RESPONSES
    noun: str = "readings"

    @property
    def sampling(self) -> Mapping[str, Any]:
        return {**extracted.SAMPLING, **self.model.sampling}

    def describe(self, metadata: dict[str, Any], store: Store[Response]) -> dict[str, Any]:
        return metadata | {"started": datetime.now(UTC).isoformat(timespec="seconds")}

    def parameters(self, metadata: Mapping[str, Any]) -> str:
        return extracted.parameters(metadata)

    def conversations(
        self, run: Run, parameters: str, known: dict[str, Response], store: Store[Response]
    ) -> tuple[Noted, list[Dialogue]]:
        dialogues = [question.dialogue() for question in extracted.unread(run)]
        for dialogue in dialogues:
            take_known(dialogue, parameters, known)
        return [], dialogues

    def ask(self, run: Run, store: Store[Response]) -> Session:
        return interview.ask(self, run, store)

    def read(self, run: Run) -> ModelAnnotations:
        return extracted.read(run)

    def finish(self, store: Store[Response], session: Session, annotations: ModelAnnotations) -> None:
        state = {"complete": annotations.figures["waiting"] == 0, "stopped": session.stopped}
        folder.write_metadata(store.folder, {**session.metadata, **annotations.figures, **state})
