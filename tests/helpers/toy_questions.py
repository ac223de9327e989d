"""Questions about squares in the form of SGP-Bench's, and people who answer them in a study."""

import itertools
import json
from collections.abc import Iterator
from typing import Any

import toy_drawing

from sgpkit.benchmark import Source
from sgpkit.families.sgp_bench import SVG
from sgpkit.reports.webapp.application import Request

REQUESTS = itertools.count()
NAMES = ("red", "green", "blue", "white")
ROWS = 12


def row(number: Any) -> dict[str, Any]:
    """Return a row. The key of row 0 is A, of row 1 B, of row 2 C, and so on."""
    right = number % 3
    return {
        "id": f"row-{number:02}",
        "cluster": f"square-{number // 2}",
        "source": "builtin",
        "license": "CC0-1.0",
        "category": "square",
        "type": ("color", "count")[number % 2],
        "question": f"Which color has square {number}?",
        "options": list(NAMES),
        "answer": "ABC"[right],
        "code": toy_drawing.square(toy_drawing.COLORS[right]),
        "image": toy_drawing.png(toy_drawing.COLORS[right], (64, 48)),
        "design": "",
        "asks": "primary color",
        "tag": "",
        "contamination": "",
        "generator": "",
    }


def rows(path: Any, seed: int) -> Iterator[Any]:
    yield "train", row(90)
    for number in range(ROWS):
        yield "test", row(number)


QUESTIONS = SVG.replacing(config="toy-questions", sources={"builtin": Source(rows)}, finish=None, published=())


class Person:
    """A participant of a study: a browser with its cookies."""

    def __init__(self, sessions: Any, platform: Any = None) -> None:
        self.routes = sessions.routes()
        self.cookies: dict[str, str] = {}
        self.query = {} if platform is None else {"participant": platform}

    def look(self) -> Any:
        return self.ask("GET", "state")

    def post(self, step: Any, **body: Any) -> Any:
        return self.ask("POST", step, body | self.query)

    def ask(self, method: Any, step: Any, body: Any = None) -> Any:
        path = f"/api/{step}"
        query = self.query if method == "GET" else {}
        reply = self.routes[method, path](Request(query, body or {}, self.cookies))
        for header in reply.headers.getlist("set-cookie"):
            name, _, value = header.partition(";")[0].partition("=")
            self.cookies[name] = value
        return json.loads(reply.body)

    def start(self) -> Any:
        self.post("consent", agreed=True, request=f"request-{next(REQUESTS):06}")
        return self.post("begin")

    def answer(self, view: Any, chosen: Any = 0, **body: Any) -> Any:
        return self.post("answer", item=view["item"], chosen=chosen, took=2.5, **body)

    def finish(self, choose: Any = lambda view: 0) -> Any:
        """Answer all questions, and return the last page."""
        view = self.start()
        while view["phase"] == "trial":
            view = self.answer(view, choose(view))
        return view
