"""The review page with 50,000 candidates: how soon the next one is there, from the server and under a reviewer's key.

The server is asked over a socket, by someone who has judged nothing and by someone who has judged nearly everything,
which is the longest way to the next. In Chromium, if any, the time is from a key to the frame that shows
the next candidate, with what the reviewer's own server needs beside it on the same machine.
"""

import http.client
import json
import statistics
import tempfile
import threading
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from urllib.parse import urlencode

import polars as pl
from PIL import Image

from sgpkit.reports.webapp.server import Server
from sgpkit.studies.review import page_server, session, verdicts
from tools import HELPERS
from tools.bench.measure import Figure, at_most, seconds

CANDIDATES = 50_000
TYPES = ("color", "shape", "count", "semantics", "reasoning")
ROUNDS = 100
LEFT = 50
"""Candidates that the one who is nearly done has not judged."""


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        ids = write(folder)
        nearly_done(folder, ids)
        held: list[session.ReviewSession] = []
        opened = seconds(lambda: held.append(session.open_session(folder)))
        server = page_server.open_page(held[0])
        threading.Thread(target=server.run, daemon=True).start()
        connection = http.client.HTTPConnection("127.0.0.1", server.port)
        for name, who in (("new", "who begins"), ("done", "who is nearly done")):
            say(connection, "/api/person", {"name": name})
            first = seconds(partial(ask, connection, name, ""))
            times = [seconds(partial(ask, connection, name, identifier)) for identifier in ids[:: CANDIDATES // ROUNDS]]
            yield at_most(f"the next of 50,000 candidates for {who}", statistics.median(times), 0.1, "s")
            yield at_most("the same, the slowest", max(times), 0.1, "s")
            yield at_most("their first, whose order is drawn for it", first, 2, "s")
        yield at_most("a verdict, on the disk", statistics.median(judging(connection, ids)), 0.1, "s")
        yield at_most("opening 50,000 candidates and as many verdicts", opened, 10, "s")
        yield from in_a_browser(server, folder)
        server.close()


def write(folder: Path) -> list[str]:
    """Candidates of 10,000 drawings, all of which show one picture."""
    (folder / "pictures").mkdir()
    Image.effect_noise((512, 512), 40).save(folder / "pictures" / "noise.png")
    items = [f"drawings/number-{number // len(TYPES)}" for number in range(CANDIDATES)]
    types = [TYPES[number % len(TYPES)] for number in range(CANDIDATES)]
    ids = [f"{item}:{type}:1" for item, type in zip(items, types, strict=True)]
    same = {
        "kind": "question", "format": "svg", "category": "drawings", "answer": "B", "caption": "", "reason": "",
        "checks": json.dumps({"second asking": "the same"}), "model": "model", "source": "bench", "license": "CC0-1.0",
        "dialect": "", "kept": True, "pictures": ["noise.png"],
    }  # fmt: skip
    table = pl.DataFrame({"id": ids, "item": items, "type": types}).with_columns(
        *[pl.lit(value).alias(name) for name, value in same.items()],
        pl.lit("What is shown in this drawing, of all that it could be?").alias("question"),
        pl.lit(["a citrus fruit", "an alarm clock", "a microscope", "none of them"]).alias("options"),
        pl.format("<svg><!-- {} -->{}</svg>", "id", pl.lit('<path d="M0 0h9v9z"/>' * 100)).alias("code"),
    )
    table.write_parquet(folder / "candidates.parquet")
    return ids


def nearly_done(folder: Path, ids: list[str]) -> None:
    path = verdicts.journal_path(folder, "done")
    path.parent.mkdir()
    spared = set(ids[:: CANDIDATES // LEFT])
    lines = [
        json.dumps({"candidate": candidate, "verdict": "accept", "request": f"request-{number}", "at": "", "took": 3.0})
        for number, candidate in enumerate(ids)
        if candidate not in spared
    ]
    path.write_text("\n".join(lines) + "\n")


def ask(connection: http.client.HTTPConnection, person: str, after: str) -> None:
    connection.request("GET", f"/api/next?{urlencode({'person': person, 'after': after})}")
    candidate = json.loads(connection.getresponse().read())["candidate"]
    assert candidate["question"], "a candidate was served"


def say(connection: http.client.HTTPConnection, path: str, body: Mapping[str, object]) -> None:
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    reply = connection.getresponse()
    answer = reply.read()
    assert reply.status == 200, answer


def judging(connection: http.client.HTTPConnection, ids: list[str]) -> list[float]:
    bodies = [
        {"person": "new", "candidate": candidate, "verdict": "accept", "request": f"verdict-{number:06}"}
        for number, candidate in enumerate(ids[:ROUNDS])
    ]
    return [seconds(partial(say, connection, "/api/verdict", body)) for body in bodies]


PRESSED = """new Promise((done) => {
  const shown = () => document.querySelector(".chips .id")?.textContent;
  const before = shown();
  const picture = () => document.querySelector("#pictures img");
  const begin = performance.now();
  const look = () => (shown() !== before && picture().complete && picture().naturalWidth
    ? requestAnimationFrame(() => done((performance.now() - begin) / 1000)) : requestAnimationFrame(look));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  look();
})"""


def in_a_browser(server: Server, folder: Path) -> Iterator[Figure]:
    """From a key to the next candidate's frame: a reviewer who takes a moment for each, and one who does not."""
    import sys

    sys.path.append(str(HELPERS))
    import chromium

    program = chromium.find()
    if program is None:
        return
    browser = chromium.Browser(program, folder / "profile")
    try:
        browser.open(server.address)
        browser.wait_for("!document.getElementById('who').hidden")
        browser.type_text("new")
        browser.press("Enter")
        browser.wait_for("document.querySelector('.chips .id')")
        for who, pause in (("a reviewer takes a moment for each", 150), ("keys come without a pause", 0)):
            times = []
            for _ in range(30):
                browser.ask(f"new Promise((done) => setTimeout(done, {pause}))")
                times.append(browser.ask(PRESSED))
            yield at_most(f"in Chromium, key to next candidate: {who}", statistics.median(times), 0.1, "s")
            yield at_most("the same, the slowest", max(times), 0.5, "s")
    finally:
        browser.close()
