"""Bytes sent for a new version: a dataset of a gigabyte is pushed, 1 % of its rows are changed, and it is pushed again.

Bytes are counted at a loopback Hub. Xet's client cuts files into chunks of about 64 kB by their contents, and sends the
chunks that the Hub lacks. So 1 % is little where a text changed in each row, or rows that stand together; where 1 % of
the pictures, of 16 kB each, are redrawn here and there, each costs the chunks and the Parquet page around it, and that
is reported, not held to the goal. A machine that pushed the last version knows its chunks; another asks the Hub for the
first chunk of every file and for one in 1,024, and sends what comes before the first that is known. The older LFS
protocol knows whole files only.

`python -m tools.bench pushing`; BENCH_MEGABYTES makes it smaller.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sgpkit.benchmark import Benchmark, Evidence, Prompts, Row, Rows, Scoring, Skipped, Source
from sgpkit.data import build
from tools import HELPERS
from tools.bench.measure import Figure, at_most

MEGABYTES = int(os.environ.get("BENCH_MEGABYTES", "1000"))
PICTURE = 16_000
"""Bytes of a row's picture: a PNG of a drawing at 512 pixels has 5 to 30 kB."""

CODE = 4_000
SHARE = 0.01
PUSH = """
import sys
from pathlib import Path
from sgpkit.data.hub import push
folder, tag = sys.argv[1:]
print(push.push(Path(folder), "org/big", tag, lambda folder: None).lines[-1])
"""


def figures() -> Iterator[Figure]:
    sys.path.insert(0, str(HELPERS))
    import hub_server

    with tempfile.TemporaryDirectory() as temporary, hub_server.started(Path(temporary, "hub")) as hub:
        folder, kept = Path(temporary, "big"), Path(temporary, "kept")
        xet = hub.environment(xet=True)

        def push(tag: str, environment: dict[str, str]) -> int:
            hub.requests.clear()
            command = [sys.executable, "-c", PUSH, str(folder), tag]
            subprocess.run(command, env=environment, check=True, capture_output=True)
            return hub.bytes_in

        benchmark(folder, "")
        whole = push("v1.0.0", xet)
        assert whole > 0.9 * stored(folder), "the first push sends it all"
        size = f"{whole / 1e6:,.0f} MB"
        for number, (what, (words, goal)) in enumerate(CHANGES.items(), 1):
            benchmark(folder, what)
            shutil.copytree(hub.home, kept)
            sent = 100 * push(f"v1.{number}.0", xet) / whole
            shutil.rmtree(hub.home)
            kept.rename(hub.home)
            label = f"1 % of {size}, {words}: sent over Xet"
            yield at_most(label, sent, goal, "%") if goal else Figure(label, sent, "%", "reported only", True)
        benchmark(folder, "questions again")
        hub.forget()
        yield Figure("texts, from another machine", 100 * push("v2.0.0", xet) / whole, "%", "reported only", True)
        benchmark(folder, "new questions")
        sent = push("v3.0.0", hub.environment())
        yield Figure("texts, over LFS: the shards that hold them", 100 * sent / whole, "%", "reported only", True)


CHANGES = {
    "questions": ("texts here and there", 5.0),
    "together": ("pictures together", 5.0),
    "scattered": ("pictures here and there", None),
}


def stored(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.parquet"))


def benchmark(folder: Path, what: str) -> None:
    """Build the dataset with the change that `what` says."""
    count = MEGABYTES * 1_000_000 // (PICTURE + CODE // 2)
    first = int(0.4 * count)

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        for number in range(count):
            chosen = random.Random(f"{what}:row-{number}").random() < SHARE
            if what == "together":
                chosen = first <= number < first + SHARE * count
            yield "test", row(number, question=chosen and "questions" in what, picture=chosen and bool(what))

    build.build(BIG.replacing(sources={"builtin": Source(rows)}), folder, workers=1)


def row(number: int, question: bool, picture: bool) -> Row:
    drawn = random.Random(f"picture:{number}{picture and not question}")
    written = random.Random(f"code:{number}")
    return {
        "id": f"row-{number}",
        "cluster": f"drawing-{number // 4}",
        "source": "builtin",
        "license": "CC0-1.0",
        "question": f"What is drawn in number {number}{', in fact' if question else ''}?",
        "answer": "ABCD"[number % 4],
        "code": " ".join(f"{written.randrange(10_000):04d}" for _ in range(CODE // 5)),
        "image": drawn.randbytes(PICTURE),
    }


BIG = Benchmark(
    config="big",
    title="Big",
    paper="none",
    answer_format="choice",
    rows=Rows(
        columns={
            "id": "string",
            "cluster": "string",
            "source": "string",
            "license": "string",
            "question": "string",
            "answer": ("A", "B", "C", "D"),
            "code": "string",
            "image": "image",
        },
        sources={},
    ),
    prompts=Prompts(
        strategies={},
    ),
    scoring=Scoring(
        score=lambda rows, completions: [],
        headline=("accuracy",),
    ),
    evidence=Evidence(
        reference=lambda row: str(row["answer"]),
    ),
)
