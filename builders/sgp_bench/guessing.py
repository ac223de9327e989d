"""Baselines that do not look at the drawing: the floor that every table of this family is read against.

`constant` always gives the best letter. `text-only` gives, for each question text, the option that was right most
often in the other drawings that were asked the same, and where none was, the option that is right most often anywhere.
Both know the key of the rows they are judged on, so no such guessing gets further. `text-only` leaves out the drawing
at hand, but not where a question comes often and always with the same options: there a balanced key would be worse
than chance without it.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

from sgpkit.benchmark import Row


def constant(rows: Sequence[Row]) -> list[str]:
    best = Counter(row["answer"] for row in rows).most_common(1)[0][0]
    return [f"Answer: {best}"] * len(rows)


OFTEN = 10


def text_only(rows: Sequence[Row]) -> list[str]:
    right: Counter[tuple[str, ...]] = Counter()
    drawings: dict[str, set[str]] = defaultdict(set)
    offered: dict[str, set[frozenset[str]]] = defaultdict(set)
    for row in rows:
        answer = option(row, row["answer"])
        right.update([(row["question"], answer), (row["question"], answer, row["cluster"])])
        right.update([("", answer), ("", answer, row["cluster"])])
        drawings[row["question"]].add(row["cluster"])
        offered[row["question"]].add(frozenset(option(row, letter) for letter in letters(row)))
    closed = {text for text, sets in offered.items() if len(sets) == 1 and len(drawings[text]) >= OFTEN}

    def seen(question: str, answer: str, cluster: str) -> int:
        """Return how often this was right."""
        return right[question, answer] - (0 if question in closed else right[question, answer, cluster])

    def likely(row: Row) -> str:
        texts = {letter: option(row, letter) for letter in letters(row)}
        asked = (row["question"],) if row["question"] in closed else (row["question"], "")
        return max(texts, key=lambda letter: tuple(seen(text, texts[letter], row["cluster"]) for text in asked))

    return [f"Answer: {likely(row)}" for row in rows]


def letters(row: Row) -> str:
    return "ABCD"[: len(row["options"])] if "options" in row else "0123456789"


def option(row: Row, letter: str) -> str:
    return str(row["options"]["ABCD".index(letter)]) if "options" in row else letter


def share_right(rows: Sequence[Row], answers: Sequence[str]) -> float:
    return sum(right(rows, answers)) / len(rows)


def right(rows: Sequence[Row], answers: Sequence[str]) -> list[float]:
    return [float(f"Answer: {row['answer']}" == answer) for row, answer in zip(rows, answers, strict=True)]


BASELINES = {"constant": constant, "text-only": text_only}
