"""The conversations to train on, drawings or functions, and the questions. All are short: one core reads slowly."""

import ast
import itertools
import json
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from sgpkit.benchmark import Benchmark, Messages, Row, Skipped, families
from sgpkit.training import environments

Count = Callable[[Messages], int]
"""Returns the number of tokens of a conversation."""

TUNING = "sgp-sit-10k"
CONFIGS = ("sgp-svg", "sgp-svg-invariance", "sgp-mnist")
PUBLISHED = "sgp-svg"
"""The config of the published questions."""

LONGEST = 768
"""Tokens of a conversation to train on, at most. A quarter of those about drawings are as short."""

SHORTEST_CONTROL = 256
"""Tokens of a conversation about a function, at least, so that both trainings have about the same number of tokens."""

LONGEST_PROMPT = 1024
"""Tokens of a question with its drawing, at most. One of eight is as short."""

PER_PROGRAM = 2
"""Questions about one drawing, at most."""

FUNCTION = "Describe in a few sentences what this Python function does."


class Question(NamedTuple):
    """A row to ask: its messages, its possible answers in the form that the prompt asks for, and their correct one."""

    row: Row
    messages: Messages
    answers: tuple[str, ...]
    key: int


def drawings(count: Count) -> Iterator[Messages]:
    """Yield short conversations in which the assistant describes a drawing."""
    for _, row in families.get(TUNING).rows.read():
        if count(row["messages"]) <= LONGEST:
            yield row["messages"]


def functions(count: Count) -> Iterator[Messages]:
    """Yield short conversations in which the assistant describes a function of Python's standard library: its code
    without the docstring is the question, and the docstring is the answer."""
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not (text := ast.get_docstring(node)) or len(node.body) == 1:
                continue
            node.body = node.body[1:]
            asked = f"{FUNCTION}\n\n{ast.unparse(node)}"
            messages: Messages = [{"role": "user", "content": asked}, {"role": "assistant", "content": text}]
            if SHORTEST_CONTROL <= count(messages) <= LONGEST:
                yield messages


def questions(benchmark: Benchmark, rows: Iterable[Row], count: Count) -> Iterator[list[Question]]:
    """Yield the short questions about each drawing. Rows about one drawing are adjacent."""
    for _, together in itertools.groupby(rows, key=lambda row: row["cluster"]):
        asked = (question(benchmark, row) for row in together)
        if short := list(
            itertools.islice((one for one in asked if count(one.messages) <= LONGEST_PROMPT), PER_PROGRAM)
        ):
            yield short


def question(benchmark: Benchmark, row: Row) -> Question:
    """Return the question of a row, to be answered at once."""
    messages, _ = environments.prompt(benchmark, row, "direct")
    signs = (
        [chr(ord("A") + number) for number in range(len(row["options"]))] if "options" in row else list("0123456789")
    )
    return Question(row, messages, tuple(f"Answer: {sign}" for sign in signs), signs.index(str(row["answer"])))


def builtin_rows(benchmark: Benchmark) -> Iterator[Row]:
    """Yield the test rows of a config as a build finishes them."""
    for split, row in benchmark.rows.read():
        finished = row if split != "test" or benchmark.rows.finish is None else benchmark.rows.finish(row)
        if split == "test" and not isinstance(finished, Skipped):
            yield finished


def published_rows(folder: Path) -> Iterator[Row]:
    """Yield the rows of the authors' files in a folder."""
    return (row for _, row in families.get(PUBLISHED).rows.read("sgp_bench", str(folder)))


def write(conversations: Iterable[Messages], path: Path) -> Path:
    """Write conversations to a file for the recipe."""
    path.write_text("".join(json.dumps({"messages": one}) + "\n" for one in conversations), encoding="utf-8")
    return path
