"""Emoji and flags that people drew → rows of `sgp-svg`, next to as many rows about fresh drawings.

The facts that are asked for are those of `shared/emoji_facts.py`. Half of the drawings are the builtin source's, so
that a report shows the accuracy on both, by the column `contamination`.
"""

import random
from collections.abc import Iterator

from sgpkit.benchmark import Row, Skipped
from sgpkit.families.shared import emoji, emoji_facts
from sgpkit.families.shared.choices import keys
from sgpkit.families.shared.emoji import Emoji
from sgpkit.families.shared.icon_facts import Fact

from . import icon_question, svg_objects

DRAWINGS = 400
"""Drawings by people that become questions; as many fresh ones stand next to them."""

MAX_SHARE = 0.35
"""The most that one answer may have of the questions of a kind that always offers the same four."""


def svg_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the questions about drawings by people, and after those about each one those about a fresh drawing."""
    fresh = svg_objects.program_rows(f"{seed}:{emoji.SOURCE}", DRAWINGS)
    drawing = ""
    for item in real_questions(path, seed):
        if isinstance(item, Skipped):
            yield item
            continue
        if drawing and item["cluster"] != drawing:
            yield from (("test", row) for row in next(fresh))
        drawing = item["cluster"]
        yield "test", item
    if drawing:
        yield from (("test", row) for row in next(fresh))


def names_alone(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the questions for what is shown by drawings of people: where things are changes with a motion."""
    for item in real_questions(path, seed):
        if isinstance(item, Skipped):
            yield item
        elif item["type"] == "semantics":
            yield "test", item


def real_questions(path: str, seed: int) -> Iterator[Row | Skipped]:
    """Yield the rows about drawings by people."""
    dealt = emoji_facts.deck(path, f"{seed}:{emoji.SOURCE}")
    yield from dealt.skipped
    number = total = 0
    given: dict[str, list[str]] = {}
    for drawn in dealt.drawings:
        if total == DRAWINGS:
            return
        draw = random.Random(f"{seed}:{emoji.SOURCE}:{drawn.identifier}")
        try:
            code = drawn.code
            asked = [
                *emoji_facts.named(drawn, dealt.names, draw, icon_question.WORDINGS, icon_question.GROUP_WORDINGS),
                *emoji_facts.seen(code, draw),
            ]
        except ValueError as error:
            yield Skipped(drawn.identifier, str(error))
            continue
        total += 1
        for aspect, fact in asked:
            answers = given.setdefault(aspect, [])
            if aspect == "place" and answers.count(fact.answer) >= 5 + MAX_SHARE * len(answers):
                continue
            answers.append(fact.answer)
            yield row(drawn, code, aspect, fact, keys.letter(number, f"{seed}:{emoji.SOURCE}"), seed)
            number += 1


def row(drawn: Emoji, code: str, aspect: str, fact: Fact, key: str, seed: int) -> Row:
    """Return the row of a fact."""
    identifier = f"{emoji.SOURCE}-{drawn.identifier}"
    return {
        "id": f"{identifier}-{aspect}",
        "cluster": identifier,
        "source": emoji.SOURCE,
        "license": drawn.license,
        "generator": "",
        "category": drawn.category,
        "type": fact.type,
        "question": fact.question,
        "options": keys.ordered(fact.answer, fact.alternatives, key, f"{seed}:{identifier}:{aspect}:options"),
        "answer": key,
        "code": code,
    }
