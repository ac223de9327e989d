"""A blind comparison by people: a page that shows pairs of drawings without saying which one is wrong, with a separate
key.

A person names the wrong drawing of each pair, in a file with a line per pair such as `7 B`. If people do not recognise
the wrong drawings of an axis, its generator must be repaired, whatever metrics say.
"""

import base64
import json
import random
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from sgpkit import files
from sgpkit.errors import UserError
from sgpkit.graphics import raster
from sgpkit.graphics.raster import Pixels
from sgpkit.quality.court.pairs import Pair, pictures
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
    chance = random.Random(f"{seed} sides")
    key: dict[str, dict[str, object]] = {}
    sections: list[str] = []
    for number, pair in enumerate(pairs, start=1):
        wrong = chance.randrange(2)
        painted = pictures([pair.wrong, pair.right] if wrong == 0 else [pair.right, pair.wrong], pair.format, SIZE)
        sections.append(
            section(number, pair.prompt, [picture for picture in painted if not isinstance(picture, Rejected)])
        )
        key[str(number)] = {"wrong": SIDES[wrong], "config": pair.config, "axis": pair.axis, "grade": pair.grade}
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Pairs</title><style>{STYLE}</style>'
        f"<h1>{len(pairs)} pairs</h1><p>{INTRO}</p>{''.join(sections)}</html>\n"
    )
    folder.mkdir(parents=True, exist_ok=True)
    files.write_atomically(folder / KEY, json.dumps(key, indent=1) + "\n")
    files.write_atomically(folder / PAGE, page)
    return folder / PAGE


def section(number: int, prompt: str, painted: Sequence[Pixels]) -> str:
    """Return the part of the page about one pair."""
    figures = "".join(
        f'<figure><img alt="{side}" src="data:image/png;base64,{base64.b64encode(raster.png(pixels)).decode("ascii")}">'
        f"<figcaption>{side}</figcaption></figure>"
        for side, pixels in zip(SIDES, painted, strict=True)
    )
    return f"<section><h2>{number}</h2><p>{escape(prompt)}</p><div>{figures}</div></section>"


def compare(folder: Path, answers: Path) -> dict[str, dict[str, int]]:
    """Return for each axis, and for all under "", the number of answered pairs and of right answers. A pair without
    an answer counts as wrong.
    """
    try:
        key: Mapping[str, Mapping[str, str]] = json.loads((folder / KEY).read_text(encoding="utf-8"))
        named = dict(_LINE.findall(answers.read_text(encoding="utf-8")))
    except OSError as error:
        raise UserError(
            f"{error.filename}: expected answers to the pairs in {folder / PAGE}: {error.strerror}"
        ) from None
    agreed: dict[str, dict[str, int]] = {}
    for number, held in key.items():
        for axis in ("", held["axis"]):
            counts = agreed.setdefault(axis, {"pairs": 0, "agreed": 0})
            counts["pairs"] += 1
            counts["agreed"] += named.get(number, "").upper() == held["wrong"]
    return agreed


def as_text(agreed: Mapping[str, Mapping[str, int]]) -> str:
    """Return the agreement as lines."""
    lines = [
        f"  {axis or 'all':<16}{counts['agreed']:>4} of {counts['pairs']:>4}  {counts['agreed'] / counts['pairs']:.0%}"
        for axis, counts in agreed.items()
    ]
    return "\n".join(["named the wrong drawing", *lines])
