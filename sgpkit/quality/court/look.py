"""A blind comparison by people: a page that shows pairs of drawings without saying which one is wrong, with a separate
key.

A person names the wrong drawing of each pair, in a file with a line per pair such as `7 B`. If people do not recognise
the wrong drawings of an axis, its generator must be repaired, whatever metrics say. `tools.blind_sheets` shows pairs
as pictures, with the same key.
"""

import base64
import json
import random
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from sgpkit import files, statistics
from sgpkit.errors import UserError
from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels
from sgpkit.quality.court import report
from sgpkit.quality.court.pairs import Pair, digest, pictures
from sgpkit.status import Rejected

PAGE, KEY = "look.html", "look-key.json"
SIZE = 320
"""Side of the pictures in pixels."""

SIDES = "AB"
_LINE = re.compile(r"(\d+)\W*([ABab])\b")

STYLE = (
    "body{font:16px sans-serif;margin:2em auto;max-width:720px}section{margin:3em 0}"
    "img{border:1px solid #bbb;width:320px}div{display:flex;gap:1em}figure{margin:0}"
)
INTRO = (
    "One drawing of each pair is wrong. Write a line per pair, such as <code>7 B</code>, into a file, and compare it "
    "with <code>sgpkit metrics court --looked FILE --out FOLDER</code>."
)


def write(folder: Path, pairs: Sequence[Pair], seed: int = 0) -> Path:
    """Write the page and the key of some pairs; return the path of the page."""
    key = write_key(folder, pairs, seed)
    sections = [
        section(number, pair.prompt, paint(pair, key[str(number)]["wrong"], SIZE))
        for number, pair in enumerate(pairs, start=1)
    ]
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Pairs</title><style>{STYLE}</style>'
        f"<h1>{len(pairs)} pairs</h1><p>{INTRO}</p>{''.join(sections)}</html>\n"
    )
    files.write_atomically(folder / PAGE, page)
    return folder / PAGE


def write_key(folder: Path, pairs: Sequence[Pair], seed: int = 0) -> dict[str, dict[str, Any]]:
    """Write and return the key: by number of a pair, the side of the wrong drawing, which is drawn at random, and the
    pair with its hash.
    """
    chance = random.Random(f"{seed} sides")
    key = {
        str(number): {
            "wrong": SIDES[chance.randrange(2)],
            "id": pair.id,
            "config": pair.config,
            "axis": pair.axis,
            "grade": pair.grade,
            "seed": seed,
            "hash": digest(pair),
        }
        for number, pair in enumerate(pairs, start=1)
    }
    folder.mkdir(parents=True, exist_ok=True)
    files.write_atomically(folder / KEY, json.dumps(key, indent=1) + "\n")
    return key


def paint(pair: Pair, wrong: str, size: int) -> list[Pixels]:
    """Return the pictures of the drawings A and B of a pair, of which `wrong` is the wrong one."""
    codes = [pair.wrong if side == wrong else pair.right for side in SIDES]
    return [picture for picture in pictures(codes, pair.format, size) if not isinstance(picture, Rejected)]


def section(number: int, prompt: str, painted: Sequence[Pixels]) -> str:
    """Return the part of the page about one pair."""
    figures = "".join(
        f'<figure><img alt="{side}" src="data:image/png;base64,{base64.b64encode(raster.png(pixels)).decode("ascii")}">'
        f"<figcaption>{side}</figcaption></figure>"
        for side, pixels in zip(SIDES, painted, strict=True)
    )
    return f"<section><h2>{number}</h2><p>{escape(prompt)}</p><div>{figures}</div></section>"


def compare(folder: Path, answers: Path) -> dict[str, dict[str, Any]]:
    """Return the agreement of answers with the key of a page or of sheets. A pair without an answer counts as wrong."""
    return agreement(name_wrong(folder, answers))


def name_wrong(folder: Path, answers: Path) -> list[dict[str, Any]]:
    """Return the entries of a key, each with the answer to its pair under `named`, "" if there is none."""
    try:
        key: Mapping[str, dict[str, Any]] = json.loads((folder / KEY).read_text(encoding="utf-8"))
        named = dict(_LINE.findall(answers.read_text(encoding="utf-8")))
    except OSError as error:
        raise UserError(
            f"{error.filename}: expected answers to the pairs in {folder / PAGE}: {error.strerror}"
        ) from None
    return [{**held, "named": named.get(number, "").upper()} for number, held in key.items()]


def agreement(entries: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return for each axis, and for all under "", the number of pairs and of right answers, and the bounds of the
    interval of their share, None for too few pairs.
    """
    right: dict[str, list[float]] = {}
    for held in entries:
        for axis in ("", held["axis"]):
            right.setdefault(axis, []).append(float(held["named"] == held["wrong"]))
    agreed: dict[str, dict[str, Any]] = {}
    for axis, values in right.items():
        share = report.bounded(statistics.mean_estimate(values, range(len(values))))
        counts = {"pairs": len(values), "agreed": int(sum(values))}
        agreed[axis] = {**counts, "low": share["low"], "high": share["high"]}
    return agreed


def as_text(agreed: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the agreement as lines."""
    return "\n".join(["named the wrong drawing", *(line(axis or "all", counts) for axis, counts in agreed.items())])


def line(axis: str, counts: Mapping[str, Any]) -> str:
    """Return the agreement on one axis, with its interval if there is one."""
    share = counts["agreed"] / counts["pairs"]
    bounds = "" if counts["low"] is None else f"  [{counts['low']:.1%}, {counts['high']:.1%}]"
    return f"  {axis:<16}{counts['agreed']:>4} of {counts['pairs']:>4}  {share:.0%}{bounds}"
