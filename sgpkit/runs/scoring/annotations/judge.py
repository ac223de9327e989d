"""Let a model judge the responses of a run by one of its benchmark's rubrics. `judged` describes the stored data."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import NOTHING, Benchmark, Judge, Messages
from sgpkit.errors import UserError
from sgpkit.runs import folder as run_folder
from sgpkit.runs import judging
from sgpkit.runs import prompts as prompt_texts
from sgpkit.runs.conversation import Dialogue, key_of, take_known
from sgpkit.runs.folder import Run
from sgpkit.runs.responses import RESPONSES, Response
from sgpkit.runs.scoring.annotations import annotator, interview, judged
from sgpkit.runs.scoring.annotations.annotator import Session
from sgpkit.runs.scoring.annotations.interview import Model, Noted
from sgpkit.runs.scoring.annotations.judged import Subject
from sgpkit.runs.scoring.annotations.model_annotations import ModelAnnotations
from sgpkit.runs.store import Kind, Store
from sgpkit.status import Rejected


class Judging(NamedTuple):
    """The judge's name, the counts for `score`, the work of this call, and the reason why the engine stopped."""

    name: str
    figures: Mapping[str, Any]
    session: dict[str, Any]
    stopped: str = ""


def judge(
    run: Run,
    engine: str,
    model: str,
    rubric: str | None = None,
    name: str | None = None,
    prompts: Path | None = None,
    sampling: Mapping[str, Any] = NOTHING,
    engine_options: Mapping[str, Any] = NOTHING,
) -> Judging:
    """Ask about every response without a verdict; after a failure of the engine the request is sent again."""
    rubric = choose_rubric(run.benchmark, rubric)
    if engine == "baseline":
        raise UserError("a baseline cannot judge; choose an engine that asks a model (see sgpkit list)")
    rules = run.benchmark.scoring.judges[rubric]
    texts = dict(rules.texts) | prompt_texts.read(prompts, rules.texts, f"the rubric {rubric!r}")
    name = name or file_name(f"{Path(model).stem}-{rubric}")
    if name != file_name(name):
        raise UserError(f"--name {name!r}: expected letters, digits, dots, dashes and underscores")
    asked = Model(engine, model, sampling, engine_options)
    annotations, session = annotator.annotate(run, ModelJudge(asked, name, rubric, replace(rules, texts=texts), texts))
    return Judging(name, annotations.figures[name], session.counts, session.stopped)


@dataclass(frozen=True)
class ModelJudge:
    """An annotator that marks responses by a rubric."""

    model: Model
    name: str
    rubric: str
    rules: Judge
    texts: Mapping[str, str]
    replies: Kind[Response] = RESPONSES
    noun: str = "verdicts"

    @property
    def folder(self) -> Path:
        return Path(judged.FOLDER, self.name)

    @property
    def sampling(self) -> Mapping[str, Any]:
        return {**judging.SAMPLING, **self.model.sampling}

    def describe(self, metadata: dict[str, Any], store: Store[Response]) -> dict[str, Any]:
        metadata |= {"rubric": self.rubric, "texts": self.texts, "begun": datetime.now(UTC).isoformat()}
        if self.model.engine == "replay":
            metadata["model"] = Path(self.model.name).name
        earlier = same_judge(store.folder, metadata)
        return metadata | ({"begun": earlier["begun"]} if earlier else {})

    def parameters(self, metadata: Mapping[str, Any]) -> str:
        return judged.parameters(metadata)

    def conversations(
        self, run: Run, parameters: str, known: dict[str, Response], store: Store[Response]
    ) -> tuple[Noted, list[Dialogue]]:
        """Record responses that show nothing immediately, and start a conversation about each other one. Only
        unfinished ones are rendered."""
        noted: dict[int, Response] = {}
        dialogues: dict[int, Dialogue] = {}
        waiting = []
        for subject in judged.subjects(run):
            dialogue = subject.dialogue(self.rules)
            first = known.get(key_of(dialogue, parameters))
            if first is not None and first.completion.finish_reason == judged.NOTHING_SHOWN:
                noted[subject.position] = first
            elif take_known(dialogue, parameters, known):
                dialogues[subject.position] = dialogue
            else:
                waiting.append(subject)
        questions = ask(self.rules, waiting, self.texts)
        with store.log() as log:
            for subject, question in zip(waiting, questions, strict=True):
                if isinstance(question, Rejected):
                    response = judged.nothing_shown(subject, self.rules, parameters, question)
                    log.append(response)
                    known[response.key] = noted[subject.position] = response
                else:
                    dialogue = subject.dialogue(self.rules, question)
                    dialogues[subject.position] = dialogue
        pairs = [([noted[index].key], noted[index]) for index in sorted(noted)]
        return pairs, [dialogues[index] for index in sorted(dialogues)]

    def ask(self, run: Run, store: Store[Response]) -> Session:
        return interview.ask(self, run, store)

    def read(self, run: Run) -> ModelAnnotations:
        return judged.read(run)

    def finish(self, store: Store[Response], session: Session, annotations: ModelAnnotations) -> None:
        state = {"complete": annotations.figures[self.name]["waiting"] == 0, "stopped": session.stopped}
        run_folder.write_metadata(store.folder, {**session.metadata, **state})


def ask(rules: Judge, waiting: Sequence[Subject], texts: Mapping[str, str]) -> "list[Messages | Rejected]":
    """Return the messages for every subject, or the reason why there is nothing to judge."""
    if not waiting:
        return []
    return rules.ask([subject.row for subject in waiting], [subject.completion for subject in waiting], texts)


def choose_rubric(benchmark: Benchmark, rubric: str | None) -> str:
    """Return the rubric, by default the benchmark's first. Raises UserError if it is unknown or there is no judge."""
    if not benchmark.scoring.judges:
        config = benchmark.config
        raise UserError(f"{config} has no rubric for judges; use sgpkit score")
    if rubric is not None:
        judged.judge_of(benchmark, rubric)
    return rubric or next(iter(benchmark.scoring.judges))


def same_judge(out: Path, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the metadata of the judge of this name, if any; refuses to mix two in one folder."""
    if not (out / "run.json").exists():
        return None
    earlier = run_folder.read_metadata(out, tuple(judged.METADATA))
    for key in ("engine", "model", "identity", "sampling", "rubric", "texts"):
        if earlier[key] != asked[key]:
            was, now = f"{earlier[key]!r:.120}", f"{asked[key]!r:.120}"
            raise UserError(
                f"{out} contains a different judge: its {key} was {was}, now {now}\nGive this judge a --name."
            )
    return earlier


def file_name(name: str) -> str:
    """Return a name for use in a file name; `judge` if nothing is left."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".-") or "judge"


def outcome(folder: Path, done: Judging) -> str:
    """Return the state of the judging after a call, and the next command."""
    figures = done.figures
    text = f"stopped: {done.stopped}\n" if done.stopped else ""
    text += f"{folder}: {figures['judged']:,} judged by {done.name}"
    text += f", {figures['unreadable']:,} unreadable verdicts" if figures["unreadable"] else ""
    text += f", {figures['nothing_shown']:,} without a picture" if figures["nothing_shown"] else ""
    waiting = (
        f"; {figures['waiting']:,} without a verdict, run the same command again to judge them"
        if figures["waiting"]
        else ""
    )
    return f"{text}{waiting}. Next: sgpkit score {folder}"
