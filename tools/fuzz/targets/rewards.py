"""Rewards and environments of training, with drawings by a grammar (`fuzz.grammar`), which an input is the seed of.

The promises are those of the metrics: a number whatever comes, the neighbours' rewards as they are alone, and nothing
for what shows nothing. Nothing is left out of a batch either, since what no reward is given for can be aimed at.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from sgpkit import environments, families, rewards
from sgpkit.benchmark import Row, Skipped
from tools.fuzz import grammar
from tools.fuzz.target import Broken, Target
from tools.fuzz.targets.grammar import ASSERTED, FIGURES, is_white
from tools.fuzz.targets.scores import CAPTION

WRITING = "gen-composition"
"""A config of drawings from texts."""


class Door(NamedTuple):
    """A reward with the columns of its rows and what is right for it; whether it looks at what is seen."""

    reward: Callable[[], Any]
    columns: Mapping[str, Any]
    good: str
    looks: bool = True


@cache
def row() -> Row:
    """Return a builtin row of `WRITING`."""
    benchmark = families.get(WRITING)
    source = next(iter(benchmark.sources.values()))
    return next(item[1] for item in source("", 0) if not isinstance(item, Skipped) and item[0] == "test")


def of_environment() -> Door:
    benchmark = families.get(WRITING)
    columns = {"row": environments.packed(benchmark, row())}
    return Door(lambda: environments.reward(WRITING), columns, benchmark.reference(row()))


REWARDS: Mapping[str, Callable[[], Door]] = {
    "program": lambda: Door(rewards.program, {}, FIGURES, False),
    "validity": lambda: Door(rewards.svg_validity, {}, FIGURES),
    "likeness": lambda: Door(rewards.svg_similarity, {"code": FIGURES}, FIGURES),
    "recall": lambda: Door(rewards.structural_recall, {"caption": CAPTION}, FIGURES),
    "match": lambda: Door(rewards.scene_match, {"asserted": ASSERTED}, FIGURES),
    "quality": lambda: Door(rewards.code_quality, {"code": FIGURES}, FIGURES, False),
    "drawing": lambda: Door(
        lambda: rewards.drawing(weights={"program": 0.0, "validity": 0.0}),
        {"asserted": ASSERTED, "code": FIGURES},
        FIGURES,
    ),
    "config": of_environment,
}


@cache
def opened(name: str) -> tuple[Door, Any]:
    """Return a door with its reward."""
    door = REWARDS[name]()
    return door, door.reward()


def rewarded(name: str, texts: Sequence[str]) -> list[Any]:
    """Return the rewards of some texts."""
    door, reward = opened(name)
    columns = {column: [value] * len(texts) for column, value in door.columns.items()}
    return list(reward([""] * len(texts), list(texts), **columns))


@cache
def alone(name: str) -> list[Any]:
    """Return the rewards of two good answers."""
    return rewarded(name, [opened(name)[0].good] * 2)


def through(name: str, text: str, shows_nothing: bool) -> None:
    """Check the promises for one text. Raises Broken."""
    door, _ = opened(name)
    first, figure, last = rewarded(name, [door.good, text, door.good])
    if [first, last] != alone(name):
        raise Broken(f"{[first, last]} in place of {alone(name)} beside {text[:2000]}")
    if not isinstance(figure, float) or not 0.0 <= figure <= 1.0:
        raise Broken(f"{figure!r} is no reward: {text[:2000]}")
    if shows_nothing and door.looks and figure:
        raise Broken(f"{figure} for what cannot be seen: {text[:2000]}")


def any_drawing(name: str) -> Callable[[bytes], None]:
    def check(data: bytes) -> None:
        text = grammar.drawing(Random(data))
        through(name, text, is_white(text))

    return check


def attempt(data: bytes) -> None:
    """Submit a drawing to an environment of a config: a verdict comes back, and so does a picture or none."""
    text = grammar.drawing(Random(data))
    ours = environments.factory(WRITING)()
    ours.reset(**of_environment().columns)
    verdict = ours.submit(text)
    if not isinstance(verdict, str) or not verdict:
        raise Broken(f"an environment says {verdict!r} of {text[:2000]}")
    picture = environments.picture(families.get(WRITING), text)
    if picture is not None and not picture.startswith(b"\x89PNG"):
        raise Broken(f"no picture: {picture[:40]!r} of {text[:2000]}")


TARGETS = (
    *(Target(f"reward-{name}", any_drawing(name), (b"1", b"2")) for name in REWARDS),
    Target("environment", attempt, (b"1", b"2")),
)
