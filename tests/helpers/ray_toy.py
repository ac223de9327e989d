"""The toy benchmark with answers that take time, are logged, or kill their process, so that a cluster loses workers.

As a program, `ray_toy.py REPO DATA RUN LOG` asks it on a cluster.
"""

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path

import toy

from sgpkit.benchmark import Benchmark, Completion, Row, Score, Skipped


def answer(row: Row, log: Path, delay: float, killers: frozenset[str], once: frozenset[str]) -> str:
    """Log the question, then answer it or kill the process."""
    with log.open("a") as file:
        file.write(row["id"] + "\n")
    die_of(row, log, killers, once)
    time.sleep(delay)
    return str(row["answer"])


def die_of(row: Row, log: Path, killers: frozenset[str], once: frozenset[str]) -> None:
    mark = log.with_name(f"died-{row['id']}")
    if row["id"] in killers or (row["id"] in once and not mark.exists()):
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def asking(log: Path, delay: float = 0.0, killers: tuple[str, ...] = (), once: tuple[str, ...] = ()) -> Benchmark:
    reference = partial(answer, log=log, delay=delay, killers=frozenset(killers), once=frozenset(once))
    return toy.PLAIN.replacing(reference=reference)


def answer_where(row: Row, log: Path, delay: float) -> str:
    """Log the node with the question."""
    begin(row, log, delay, False)
    return str(row["answer"])


def asking_where(log: Path, delay: float = 0.0) -> Benchmark:
    return toy.PLAIN.replacing(reference=partial(answer_where, log=log, delay=delay))


def finish(row: Row, log: Path, once: frozenset[str]) -> Row:
    die_of(row, log, frozenset(), once)
    return row | {"image": b"\x89PNG" + row["id"].encode()}


def finishing(log: Path, *once: str) -> Benchmark:
    return toy.TOY.replacing(finish=partial(finish, log=log, once=frozenset(once)))


def score(rows: list[Row], completions: list[Completion], log: Path) -> list[Score]:
    """Compare the rows of a drawing with one another, and log the process."""
    with log.open("a") as file:
        file.write(f"{os.getpid()} {' '.join(row['id'] for row in rows)}\n")
    right: dict[str, int] = {}
    for row, completion in zip(rows, completions, strict=True):
        right[row["cluster"]] = right.get(row["cluster"], 0) + (completion.text == row["answer"])
    return [Score(right[row["cluster"]] / 4, {"right": float(right[row["cluster"]])}, reason="counted") for row in rows]


def scoring(log: Path) -> Benchmark:
    return toy.PLAIN.replacing(score=partial(score, log=log))


def score_where(rows: list[Row], completions: list[Completion], log: Path, delay: float, waits: str) -> list[Score]:
    """Log the node and the first row, and take some time. The chunk with the row `waits` ends only when another process
    allows it."""
    begin(rows[0], log, delay, any(row["id"] == waits for row in rows))
    end(rows[0], log)
    return toy.score(rows, completions)


def begin(row: Row, log: Path, delay: float, waits: bool) -> None:
    """Log the node and the row, and take some time."""
    with log.open("a") as file:
        file.write(f"{node_id()} {row['id']}\n")
    deadline = time.monotonic() + 60
    while waits and not log.with_name("go on").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    time.sleep(delay)


def end(row: Row, log: Path) -> None:
    with log.with_name("ended").open("a") as file:
        file.write(f"{row['id']}\n")


def node_id() -> str:
    """Return the node of this process, "none" outside a cluster."""
    import ray

    return str(ray.get_runtime_context().get_node_id()) if ray.is_initialized() else "none"


def scoring_where(log: Path, delay: float = 0.0, waits: str = "") -> Benchmark:
    return toy.PLAIN.replacing(score=partial(score_where, log=log, delay=delay, waits=waits))


def finish_where(row: Row, log: Path, delay: float, waits: str) -> Row | Skipped:
    """Log the node and the row of a build, and take some time; every fifth row is skipped."""
    begin(row, log, delay, row["id"] == waits)
    end(row, log)
    return toy.finish(row)


def finishing_where(log: Path, delay: float = 0.0, waits: str = "") -> Benchmark:
    return toy.TOY.replacing(finish=partial(finish_where, log=log, delay=delay, waits=waits))


if __name__ == "__main__":
    address, data, out, log = sys.argv[1:]
    from sgpkit.benchmark import families
    from sgpkit.cli import main

    families.get = lambda config: asking(Path(log), delay=0.01)
    cluster = f"--engine ray --ray {address} --ray-engine baseline"
    sys.exit(main.main(f"run toy --data {data} --out {out} --model reference --n 2 {cluster}".split()))
