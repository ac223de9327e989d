"""Symbolic instruction tuning (SIT): pairs of a program and its description to train on, in five sizes and three ways.

`sgp-sit-*` ask for the description of a program, `sgp-rev-sit-*` for the program of a description, `sgp-mixed-sit-*`
for one or the other, exactly half each. They are for training only and are never scored.

Paper: SGP-Bench (see CITATION.cff), §5, §6, appendices E and F.1. Published data: https://huggingface.co/sgp-bench.
Try it: sgpkit build sgp-sit-10k --limit 200
A row: {"id": "sit-000004", "direction": "describe", "instruction": "Describe in detail what this SVG program draws.",
        "input": "<svg …>", "output": "The drawing shows an owl …", "messages": [{"role": "user", …}, …], …}

sizes.py           which programs make up a size
pairs.py           a program and its description as a row
picture.py         a row's picture, and the last check for copies
sources/           builtin.py, the builtin programs, and the length limit of the short ones; screen.py, near copies of
                   test programs; authored_captions.py, captions by `sgpkit author`; published_pairs.py, the authors'
                   data; external.py, rows of both
content/           describe.py, a drawing in words; layout.py, the positions of its parts; statements.py, its state as
                   sentences; wordings.py, the twenty instructions for each direction
"""

from functools import partial

from sgpkit.benchmark import Ask, Benchmark, Evidence, Messages, Prompts, Row, Rows, Source

from . import pairs, picture
from .sizes import SIZES
from .sources import authored_captions, builtin, external, published_pairs

PAPER = "Can Large Language Models Understand Symbolic Graphics Programs?"
WAYS = {
    "sit": (pairs.DESCRIBE, "describe a program"),
    "rev-sit": (pairs.DRAW, "write the program of a description"),
    "mixed-sit": ("mixed", "describe a program, or write one, half each"),
}


def instruct(row: Row, ask: Ask) -> Messages:
    """Return the messages of a row, with the row's instruction."""
    return [dict(message) for message in row["messages"][:-1]]


def tuning(way: str, size: str) -> Benchmark:
    directions, task = WAYS[way]
    return Benchmark(
        config=f"sgp-{way}-{size}",
        title=f"SGP-Bench: symbolic instruction tuning, {SIZES[size]:,} pairs: {task}",
        paper=PAPER,
        answer_format="svg" if directions == pairs.DRAW else "text",
        rows=Rows(
            columns=pairs.COLUMNS,
            sources={
                "builtin": Source(partial(builtin.rows, size=size, directions=directions)),
                "captions": Source(
                    partial(external.captions, size=size, directions=directions), authored_captions.recognises
                ),
                "sgp_sit": Source(
                    partial(external.published, size=size, directions=directions), published_pairs.recognises
                ),
            },
            counts={"train": SIZES[size]},
            finish=picture.finished,
            finish_in_folder=picture.in_folder,
            groups=("direction", "category"),
        ),
        prompts=Prompts(
            strategies={"instruct": instruct},
        ),
        evidence=Evidence(
            reference=lambda row: str(row["output"]),
        ),
    )


BENCHMARKS = tuple(tuning(way, size) for way in WAYS for size in SIZES)
