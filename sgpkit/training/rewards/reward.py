"""A metric that trainers call: completions and columns in, a reward for each completion out."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sgpkit.values import Score

Row = Mapping[str, Any]
Grade = Callable[[Sequence[str], Sequence[Row]], list[Score]]

log = logging.getLogger("sgpkit.training.rewards")


@dataclass(frozen=True)
class Reward:
    """A metric that trainers call.

    `part` is the rewarded part of the score; "" stands for its value. If the value is 0 or 1, parts give partial credit
    (`recall` of a construction, `iou` of a figure).
    """

    name: str
    grade: Grade
    needs: tuple[str, ...]
    part: str | None = None
    warned: set[str] = field(default_factory=set, repr=False)

    @property
    def __name__(self) -> str:
        """The name under which trainers log the reward."""
        return self.name if self.part is None else f"{self.name}_{self.part}"

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[float | None]:
        """Return a reward for each completion."""
        texts = [text_of(completion) for completion in completions]
        aligned = {
            name: values
            for name, values in columns.items()
            if isinstance(values, Sequence) and not isinstance(values, str) and len(values) == len(texts)
        }
        rows = [{name: values[index] for name, values in aligned.items()} for index in range(len(texts))]
        graded = [index for index, row in enumerate(rows) if all(row.get(name) is not None for name in self.needs)]
        if len(graded) < len(rows):
            self.warn(
                f"a reward needs the column {' and '.join(self.needs)} of its row; completions without it get no reward"
            )
        scores = self.scores([texts[index] for index in graded], [rows[index] for index in graded])
        by_index = dict(zip(graded, scores, strict=True))
        return [self.figure(by_index.get(index)) for index in range(len(texts))]

    def scores(self, texts: Sequence[str], rows: Sequence[Row]) -> list[Score | None]:
        """Score a batch at once, or one by one if that fails, so that only completions that cannot be scored are left
        out.
        """
        try:
            return list(self.grade(texts, rows))
        except Exception as error:
            self.warn(f"{type(error).__name__}: {error}")
        if len(texts) == 1:
            return [None]
        return [self.scores([text], [row])[0] for text, row in zip(texts, rows, strict=True)]

    def figure(self, score: Score | None) -> float | None:
        """Return the rewarded figure of a score."""
        if score is None:
            return None
        return score.value if self.part is None else float(score.parts.get(self.part, 0.0))

    def warn(self, text: str) -> None:
        """Log each warning once, since a training run calls a reward many thousand times."""
        if text not in self.warned:
            self.warned.add(text)
            log.warning("%s: %s", self.__name__, text)


def text_of(completion: Any) -> str:
    """Return a completion as text: the text itself, or the text content of its chat messages."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Mapping):
        return text_of(completion.get("content", completion.get("text")))
    if isinstance(completion, Sequence) and not isinstance(completion, bytes):
        return "\n".join(text for text in map(text_of, completion) if text)
    return ""
