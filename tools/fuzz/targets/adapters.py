"""Other frameworks' doors, with drawings by a grammar (`fuzz.grammar`), which an input is the seed of: a reply in the
form of inspect_ai's is scored as its tasks score it, which is lm-eval's way too, and a stranger's log is replayed.

The promises are those of the metrics: a verdict whatever comes, the neighbours' verdicts as they are alone, and nothing
for what shows nothing.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

from sgpkit import families
from sgpkit.adapters import inspect_ai, tasks
from sgpkit.engines.replay import inspect_log
from sgpkit.metrics.judges import shown_code
from sgpkit.metrics.pictures import in_workers
from sgpkit.status import Rejected
from sgpkit.values import Score
from tools.fuzz import grammar
from tools.fuzz.target import Broken, Target, seeds, text, words
from tools.fuzz.targets.grammar import FIGURES, is_white
from tools.fuzz.targets.rewards import WRITING, row
from tools.fuzz.targets.scores import checked

SIZE = 48


def reply(content: str, stopped: str = "stop") -> Any:
    """Return a model's output in the form of inspect_ai's."""
    message = SimpleNamespace(content=[SimpleNamespace(type="reasoning", reasoning=content)])
    choice = SimpleNamespace(message=message)
    usage = SimpleNamespace(input_tokens=1, output_tokens=10**40)
    return SimpleNamespace(choices=[choice], completion=content, stop_reason=stopped, usage=usage, time=1.0, error=None)


def scored(texts: Sequence[str]) -> list[Score]:
    """Return the scores of replies, as the tasks of inspect_ai score what waits together."""
    benchmark = families.get(WRITING)
    completions = [inspect_ai.completion_of(reply(content), [content]) for content in texts]
    return tasks.scores(benchmark, [row()] * len(texts), completions)


@cache
def right() -> str:
    return str(families.get(WRITING).reference(row()))


@cache
def alone() -> list[Score]:
    """Return the verdicts on two good replies."""
    return scored([right()] * 2)


def through(code: str, shows_nothing: bool) -> None:
    """Check the promises for one reply. Raises Broken."""
    verdicts = scored([right(), code, right()])
    checked(verdicts, alone())
    if shows_nothing and verdicts[1].value:
        raise Broken(f"{verdicts[1]} for what cannot be seen: {code[:2000]}")


def any_drawing(data: bytes) -> None:
    code = grammar.drawing(Random(data))
    through(code, is_white(code))


def hidden_drawing(data: bytes) -> None:
    through(grammar.hidden(Random(data), right(), media=False), True)


def replayed(data: bytes) -> None:
    """Take the completion of a sample of a log, whose values may be anything that JSON has."""
    try:
        value = json.loads(text(data))
    except (ValueError, RecursionError):
        return
    held: Mapping[str, Any] = value if isinstance(value, dict) else {inspect_log.TURNS: value}
    sample = SimpleNamespace(id="a", epoch=1, error=None, output=reply("a"), store=held)
    item = inspect_log.item_of(sample)
    if not isinstance(item["completion"], str) or (item["id"], item["sample"]) != ("a", 0):
        raise Broken(f"a completion that is no text: {item!r:.300}")


def picture(data: bytes) -> None:
    """Show a drawing to a metric with a learned model, between two good ones."""
    code = grammar.drawing(Random(data))
    first, shown, last = in_workers.drawings([FIGURES, code, FIGURES], SIZE)
    if any(isinstance(good, Rejected) or good.tobytes() != figure() for good in (first, last)):
        raise Broken(f"a neighbour's picture changed: {code[:2000]}")
    if not isinstance(shown, Rejected) and is_white(code) and not (shown == 255).all():
        raise Broken(f"a picture of what cannot be seen: {code[:2000]}")


@cache
def figure() -> bytes:
    (shown,) = in_workers.drawings([FIGURES], SIZE)
    assert not isinstance(shown, Rejected)
    return shown.tobytes()


def program(data: bytes) -> None:
    """Show a program to a judge, between two good ones."""
    code = grammar.drawing(Random(data))
    first, shown, last = shown_code.programs([FIGURES, code, FIGURES])
    if not first == last == shown_code.programs([FIGURES])[0]:
        raise Broken(f"a neighbour's program changed: {code[:2000]}")
    if shown.value and "```" in shown.text:
        raise Broken(f"a program leaves its block: {code[:2000]}")


TURNS = seeds(
    '{"sgpkit:turns": [{"text": "a"}, {"text": "b", "finish_reason": "stop"}]}',
    '{"sgpkit:turns": [1, {"text": 2}, {"text": null, "id": "x", "sample": 9}]}',
    '{"sgpkit:turns": {"text": "b"}}',
    '{"sgpkit:turns": "text"}',
    "[]",
)

STORED = words('sgpkit:turns "text" [ ] { } null 1e999 : , "id" "sample"')

TARGETS = (
    Target("inspect", any_drawing, (b"1", b"2")),
    Target("hidden-inspect", hidden_drawing, (b"1", b"2")),
    Target(
        "inspect-log", replayed, TURNS, words('sgpkit:turns "text" [ ] { } null 1e999 : , "id" "sample"'), (ValueError,)
    ),
    Target("pictures", picture, (b"1", b"2")),
    Target("programs", program, (b"1", b"2")),
)
