"""A benchmark whose answers are drawings, one coloured square each, and a renderer of them that needs no sandbox."""

import io
import re
from collections.abc import Iterator, Sequence

import numpy as np
import toy
from PIL import Image

from sgpkit import extract
from sgpkit.benchmark import Ask, Completion, Messages, Row, Score, Source, messages
from sgpkit.status import Rejected, Status

COLORS = ("#ff0000", "#00ff00", "#0000ff")


def square(color: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="{color}"/></svg>'


def png(color: str, size: tuple[int, int] = (512, 512)) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", size, color).save(stream, "PNG")
    return stream.getvalue()


def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    yield "train", row("example-0")
    for number in range(12):
        yield "test", row(f"square-{number}")


def row(identifier: str) -> Row:
    number = int(identifier.rpartition("-")[2])
    color = COLORS[number % 3]
    return {
        "id": identifier,
        "cluster": identifier,
        "source": "builtin",
        "license": "CC0-1.0",
        "name": f"square number {number}",
        "code": square(color),
        "kind": f"{number // 3 * 20 + 1}+",
        "image": png(color),
    }


def moved(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """Return the same rows as tasks with a start and a target."""
    kinds = [f"{before} to {after}" for before in ("few", "many") for after in ("few", "many")]
    for number, (split, row) in enumerate(rows(path, seed)):
        yield split, row | {"kind": kinds[number % 4]}


def ask(row: Row, options: Ask) -> Messages:
    return messages(f"{len(options.examples)} example. Draw {row['name']}.")


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    return [judge(row, completion) for row, completion in zip(rows, completions, strict=True)]


def judge(row: Row, completion: Completion) -> Score:
    answer = extract.code_answer(completion.text, "svg", completion.finish_reason)
    if answer.value is None:
        return Score(0.0, status=answer.status, reason=answer.reason)
    same = answer.value == row["code"]
    return Score(float(same), {"length": float(len(answer.value))}, reason="the same" if same else "another square")


def render_many(codes: Sequence[str], size: int, **options: object) -> list["np.ndarray | Rejected"]:
    """Stand in for `raster.render_many`: squares are painted, anything else is rejected."""
    return [render(code, size) for code in codes]


def render(code: str, size: int) -> "np.ndarray | Rejected":
    match = re.search('fill="(#[0-9a-f]{6})"', code)
    if match is None or "<script" in code:
        return Rejected(Status.UNSAFE, "no square")
    return np.asarray(Image.new("RGB", (size, size), match[1]))


DRAWING = toy.PLAIN.replacing(
    config="toy-drawing",
    title="Toy drawings",
    columns={
        "id": "string",
        "cluster": "string",
        "source": "string",
        "license": "string",
        "name": "string",
        "code": "string",
        "kind": "string",
        "image": "image",
    },
    sources={"builtin": Source(rows)},
    texts={},
    strategies={"direct": ask},
    reference=lambda row: row["code"],
    score=score,
    answer_format="svg",
    groups=("kind",),
)
