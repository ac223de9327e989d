"""Rows for probes that reveal as little of the answer as the caller wants."""

import random
from collections.abc import Sequence

from sgpkit.benchmark import Benchmark, Evidence, Prompts, Row, Rows, Source, messages

BENCHMARK = Benchmark(
    config="toy-probed",
    title="Toy questions",
    paper="none",
    answer_format="choice",
    rows=Rows(
        columns={
            "id": "string",
            "cluster": "string",
            "source": "string",
            "license": "string",
            "question": "string",
            "options": "list[string]",
            "answer": ("A", "B", "C", "D"),
        },
        sources={"builtin": Source(lambda path, seed: iter(()))},
    ),
    prompts=Prompts(
        strategies={"direct": lambda row, ask: messages(row["question"])},
    ),
    evidence=Evidence(
        reference=lambda row: str(row["answer"]),
    ),
)

OPTIONS = ("north", "south", "east", "west")


def question(
    index: int,
    answer: str,
    options: Sequence[str] = OPTIONS,
    tag: str = "rect",
    path: str = "",
    fill: str = "",
    width: int = 0,
    height: int = 0,
    name: str = "",
    pad: int = 0,
) -> Row:
    """Return a question about a drawing whose parts that are not given are random."""
    chance = random.Random(f"question {index}")
    path = path or "".join(chance.choices("LHCQ", k=chance.randrange(3, 9)))
    fill = fill or f"#{chance.randrange(1 << 24):06x}"
    size = f'width="{width or 20}" height="{height or 20}"'
    numbers = " ".join(str(chance.randrange(100)) for _ in range(6))
    steps = " ".join(letter + (numbers if letter == "C" else numbers[:2]) for letter in path)
    code = (
        f'<svg viewBox="0 0 100 100"><{tag} {size} fill="{fill}" id="{name or "part"}"/>'
        f'<path d="M{numbers[:2]} {numbers[:2]} {steps}" fill="none"/></svg>{" " * pad}'
    )
    return {
        "id": f"toy-{index}",
        "cluster": f"drawing-{index}",
        "question": "Where does it point?",
        "options": list(options),
        "answer": answer,
        "code": code,
    }


def drawing(index: int, kind: int, noise: int) -> Row:
    """Return a drawing of a kind whose letters are partly of its kind, partly random."""
    chance = random.Random(f"drawing {index}")
    letters = ["LHVCQA"[kind]] * 3 + chance.choices("LHVCQA", k=noise)
    chance.shuffle(letters)
    return {
        "id": f"drawing-{index}",
        "cluster": f"drawing-{index}",
        "code": f'<svg><path d="M0 0{"".join(letters)}"/></svg>',
    }
