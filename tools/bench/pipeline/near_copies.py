"""Looking for near copies among 100,000 programs of others: all of reading, painting in the sandbox and comparing.

The programs are the object grammar's with their colours and some of their numbers changed, so that no two are the same;
every thousandth of the training set is a copy of a test drawing with its ids, layout and colours a little changed. The
five minutes are of two processors that have nothing else to do.
"""

import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice

from sgpkit.families.sgp_bench.sources import svg_objects
from sgpkit.graphics import near_copies
from sgpkit.graphics.near_copies.signature import Drawing, signatures
from tools.bench.measure import Figure, at_least, at_most, seconds

PROGRAMS, TEST = 100_000, 5_000
EVERY = 1_000
DRAWN = 1_000
"""Drawings of the grammar that the others are made of: to draw one takes longer than to look for copies of it."""

SOME = 2_000
PROCESSORS = 2
COLOUR = re.compile(r"#([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})\b")
NUMBER = re.compile(r"(?<=[ \"])\d{2,3}(?=[ \".])")


def figures() -> Iterator[Figure]:
    bases = drawn(DRAWN)
    some = [changed(bases, number) for number in range(SOME)]
    drawings = [Drawing(str(number), code, "svg") for number, code in enumerate(some)]
    list(signatures(drawings[:8], PROCESSORS))  # what is loaded late
    ours = seconds(lambda: list(signatures(drawings, 1)))
    theirs = seconds(lambda: painted_only(some))
    yield at_least("known by code and picture, in the sandbox, speed of cairosvg alone", theirs / ours, 0.4)
    script = "import json; from tools.bench import near_copies; print(json.dumps(near_copies.whole()))"
    environment = os.environ | {"SGPKIT_WORKERS": str(PROCESSORS), "OPENBLAS_NUM_THREADS": str(PROCESSORS)}
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, stdout=subprocess.PIPE, text=True, env=environment
    )
    summary = json.loads(done.stdout)
    what = f"near copies among {PROGRAMS:,} programs, {PROCESSORS} at a time"
    yield at_most(what, summary["seconds"] / 60, 5, "min")
    yield at_most("memory for it, of the process that compares", summary["memory"], 1024, "MB")
    yield at_least("planted copies found", summary["recall"], 0.97, "")


def whole() -> dict[str, float]:
    """In a process of its own, so that its memory is of this alone."""
    import resource

    bases = drawn(DRAWN)
    begun = time.perf_counter()
    train = (Drawing(f"train-{number}", code, "svg") for number, code in enumerate(training(bases)))
    test = (Drawing(f"test-{number}", changed(bases, PROGRAMS + number), "svg") for number in range(TEST))
    copies = {copy.name: copy.of for copy in near_copies.find(train, test, PROCESSORS)}
    took = time.perf_counter() - begun
    planted = range(0, PROGRAMS - TEST, EVERY)
    right = sum(copies.get(f"train-{number}") == f"test-{number // EVERY}" for number in planted)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"seconds": took, "memory": peak, "recall": right / len(planted)}


def training(bases: list[str]) -> Iterator[str]:
    for number in range(PROGRAMS - TEST):
        if number % EVERY:
            yield changed(bases, number)
        else:
            yield copied(changed(bases, PROGRAMS + number // EVERY))


def drawn(count: int) -> list[str]:
    return [program.drawing.code for program in islice(svg_objects.programs("bench"), count)]


def changed(bases: list[str], number: int) -> str:
    """Other colours, and a third of its whole numbers moved."""
    generator = random.Random(f"bench:{number}")
    mask = [generator.randrange(256) for _ in range(3)]

    def recolored(match: re.Match[str]) -> str:
        return "#" + "".join(
            f"{int(channel, 16) ^ mine:02X}" for channel, mine in zip(match.groups(), mask, strict=True)
        )

    def moved(match: re.Match[str]) -> str:
        return str(int(match[0]) + generator.randint(-9, 9)) if generator.random() < 0.3 else match[0]

    return NUMBER.sub(moved, COLOUR.sub(recolored, generator.choice(bases)))


def copied(code: str) -> str:
    """The same drawing for the eye: colours a level off, a comment, another layout."""

    def off(match: re.Match[str]) -> str:
        return "#" + "".join(f"{min(int(channel, 16) + 1, 255):02x}" for channel in match.groups())

    return COLOUR.sub(off, code).replace("><", ">\n  <!-- copied -->\n<").replace('"/>', '" />')


def painted_only(codes: list[str]) -> None:
    import cairosvg

    for code in codes:
        cairosvg.svg2png(bytestring=code.encode(), output_width=64, output_height=64)
