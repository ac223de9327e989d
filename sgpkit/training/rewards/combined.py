"""Several rewards as one value, by their weights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sgpkit.training.rewards.reward import Reward


@dataclass(frozen=True)
class Composite:
    """A weighted mean of rewards, which trainers call like a single reward. A reward whose columns a row lacks is left
    out of the row's mean. If a reward is None because of an infrastructure error, the composite is None too, since a
    mean of the others would be another measure.
    """

    name: str
    weighted: tuple[tuple[Reward, float], ...]

    def __post_init__(self) -> None:
        if not self.weighted or any(weight <= 0 for _, weight in self.weighted):
            raise ValueError("expected one or more rewards, each with a weight above 0")

    @property
    def __name__(self) -> str:
        """The name under which trainers log the reward."""
        return self.name

    def __call__(self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any) -> list[float | None]:
        """Return a reward for each completion."""
        return [mean(row) for row in self.parts(prompts, completions, **columns)]

    def parts(
        self, prompts: Sequence[Any], completions: Sequence[Any], **columns: Any
    ) -> list[dict[str, tuple[float | None, float]]]:
        """Return the rewards that apply to each completion, by name, each with its weight. Rewards with the same name
        get their position in the composite as a suffix: `svg_similarity (2)`.
        """
        count, called = len(completions), [reward.__name__ for reward, _ in self.weighted]
        rows: list[dict[str, tuple[float | None, float]]] = [{} for _ in range(count)]
        for position, (reward, weight) in enumerate(self.weighted, start=1):
            here = [index for index in range(count) if all(has(columns, name, index, count) for name in reward.needs)]
            if not here:
                continue
            own = {
                name: [values[index] for index in here]
                for name, values in columns.items()
                if isinstance(values, Sequence) and not isinstance(values, str) and len(values) == count
            }
            name = reward.__name__ if called.count(reward.__name__) == 1 else f"{reward.__name__} ({position})"
            values = reward([prompts[index] for index in here], [completions[index] for index in here], **own)
            for index, value in zip(here, values, strict=True):
                rows[index][name] = (value, weight)
        return rows


def has(columns: dict[str, Any], name: str, index: int, count: int) -> bool:
    """Return whether a column has a value for a completion; an empty text is not a value."""
    values = columns.get(name)
    return isinstance(values, Sequence) and len(values) == count and values[index] not in (None, "")


def mean(parts: dict[str, tuple[float | None, float]]) -> float | None:
    """Return the weighted mean of the rewards that apply; None if none applies, or if one of them is None."""
    values = [value for value, _ in parts.values() if value is not None]
    if not parts or len(values) < len(parts):
        return None
    return sum(value * weight for value, (_, weight) in zip(values, parts.values(), strict=True)) / sum(
        weight for _, weight in parts.values()
    )
