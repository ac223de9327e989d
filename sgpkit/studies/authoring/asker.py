"""Ask an engine single questions in batches, and log every reply, so that a repeated command does not ask them
again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sgpkit.benchmark import Completion, Messages, Row
from sgpkit.engines import Engine, Setup
from sgpkit.runs import preflight
from sgpkit.runs.asking import ask_all
from sgpkit.runs.conversation import Dialogue, parameters_key, take_known
from sgpkit.runs.lock import log_path
from sgpkit.runs.progress import Progress
from sgpkit.runs.responses import Response

UNASKED = "not asked yet"


class Question(NamedTuple):
    """`id` and `sample` identify it in the log; `cluster` is its drawing, `options` are its answer options."""

    id: str
    sample: int
    cluster: str
    messages: Messages
    options: Sequence[str] = ()

    def dialogue(self) -> Dialogue:
        """Return the question as a conversation of one turn."""
        row: Row = {"id": self.id, "cluster": self.cluster}
        return Dialogue(row, self.sample, self.messages, None)


@dataclass(eq=False)
class Asker:
    """An engine with all replies to earlier questions. `counted` are the replies used in this command's result;
    `stopped` is the reason why the engine stopped, if it did.
    """

    name: str
    setup: Setup
    engine: Engine
    folder: Path
    known: dict[str, Response]
    counted: list[tuple[list[str], Response]]
    stopped: str = ""
    sessions: list[dict[str, Any]] = field(default_factory=list)

    @property
    def parameters(self) -> str:
        """The part of a reply's key that is common to all questions of this engine."""
        return parameters_key(dict(self.engine.identity()) | dict(self.setup.sampling))

    def ask(self, questions: Sequence[Question], label: str) -> list[Completion | str]:
        """Return for each question the reply, or the reason why there is none yet."""
        parameters = self.parameters
        dialogues = [question.dialogue() for question in questions]
        pending = [dialogue for dialogue in dialogues if not take_known(dialogue, parameters, self.known)]
        if pending and not self.stopped:
            preflight.check(self.name, self.setup, pending)
            progress = Progress(self.engine, label)
            path = log_path(self.folder, None)
            self.stopped = ask_all(self.engine, parameters, dialogues, self.known, path, progress=progress).stopped
            self.sessions.append(progress.session())
        return [self.outcome(dialogue) for dialogue in dialogues]

    def outcome(self, dialogue: Dialogue) -> Completion | str:
        """Return the reply of a conversation, or the reason why there is none."""
        if dialogue.last is None:
            return UNASKED
        self.counted.append((dialogue.keys, dialogue.last))
        completion = dialogue.last.completion
        return f"the engine failed: {completion.error}" if completion.finish_reason == "error" else completion


def session(askers: Sequence[Asker]) -> Mapping[str, Any]:
    """Return the sums of what one command asked, over all its askers."""
    parts = [part for asker in dict.fromkeys(askers) for part in asker.sessions]
    total: dict[str, Any] = {"asked": 0, "finish_reasons": {}, "engine": parts[-1]["engine"] if parts else {}}
    for part in parts:
        for name in ("seconds", "asked", "prompt_tokens", "completion_tokens", "cached_tokens"):
            total[name] = total.get(name, 0) + part[name]
        for reason, count in part["finish_reasons"].items():
            total["finish_reasons"][reason] = total["finish_reasons"].get(reason, 0) + count
    return total
