"""Short requests for drawings of two plain figures, and what a model answers."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from sgpkit.benchmark import Benchmark, Messages, Row
from sgpkit.training import environments

CONFIG = "gen-composition"

OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'

EXAMPLES = {
    "A green circle and an orange square.": f"""{OPEN}
<circle cx="2" cy="2" r="1" fill="green"/>
<rect x="5" y="5" width="2" height="2" fill="orange"/>
</svg>""",
    "A purple rectangle and a yellow circle.": f"""{OPEN}
<rect x="1" y="5" width="4" height="2" fill="purple"/>
<circle cx="6" cy="3" r="2" fill="yellow"/>
</svg>""",
}
"""Requests with their drawings, which open each conversation: they are shorter than the terms of the config's own
prompt, and without them the model writes no drawing."""

SHAPES = frozenset(("circle", "ellipse", "square", "rectangle"))
"""The shapes that the example's elements draw."""


class Drawn(NamedTuple):
    """A completion, the row of its request as `environments.packed` returns it, and the step that sampled it."""

    step: int
    row: str
    text: str


def rows(seed: int) -> Iterator[Row]:
    """Yield fresh rows that ask for two figures of the simplest shapes, anywhere."""
    for row in environments.stream(CONFIG, seed=seed):
        held = json.loads(row["specification"])
        items = held["items"]
        if row["figures"] == len(items) == 2 and not held["constraints"] and {one["shape"] for one in items} <= SHAPES:
            yield row


def item(benchmark: Benchmark, row: Row) -> dict[str, Any]:
    """Return the request for a row, and the row, as trainers take them."""
    messages: Messages = []
    for request, drawing in EXAMPLES.items():
        messages += [{"role": "user", "content": asked(request)}, {"role": "assistant", "content": drawing}]
    messages.append({"role": "user", "content": asked(row["prompt"])})
    return {"prompt": messages, "row": environments.packed(benchmark, row)}


def asked(request: str) -> str:
    """Return the text of a request."""
    return f"Draw this as SVG: {request}"
