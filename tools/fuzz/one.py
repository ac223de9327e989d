"""One target in a process of its own, since an input may end it.

    python -m tools.fuzz.one TARGET SECONDS SEED guided|blind

The last line says how many inputs were tried. Guided by atheris, which is libFuzzer with Python's branches counted.
"""

import os
import resource
import sys
import time
from pathlib import Path
from random import Random

from tools.fuzz.found import Finder
from tools.fuzz.judge import judged
from tools.fuzz.mutate import mutated
from tools.fuzz.target import LONGEST, MEMORY, Target, find, folder

CODE = ("sgpkit", "cssselect2", "tinycss2")
"""What is counted: ours, and the two pure Python parsers that ours lean on."""


def bind_memory() -> None:
    used = (
        int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() if sys.platform == "linux" else 0
    )
    if used:
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))


def blind(target: Target, seconds: float, seed: int) -> None:
    finder = Finder(target)
    rng = Random(f"{seed}:{target.name}")
    kept = list(target.seeds)
    for data in kept:
        finder(data)
    bind_memory()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        data = mutated(rng.choice(kept), target.words, kept, rng, LONGEST)
        finder(data)
        if len(data) < 2000 and rng.random() < 0.02:
            kept.append(data)
            if len(kept) > 500:
                kept.pop(rng.randrange(len(target.seeds), len(kept)))
    print(f"{target.name}: {finder.tried} inputs, {len(finder.faults)} faults")


def guided(name: str, seconds: float, seed: int) -> None:
    import atheris

    with atheris.instrument_imports(include=list(CODE)):
        target = find(name)
        for data in target.seeds:  # loads all that is loaded late
            judged(target, data)

    finder = Finder(target)
    corpus = folder(os.getpid()) / "corpus"
    corpus.mkdir()
    for number, data in enumerate(target.seeds):
        (corpus / f"seed-{number}").write_bytes(data)

    def mutate(data: bytes, most: int, chance: int) -> bytes:
        rng = Random(chance)
        if rng.random() < 0.3:
            return bytes(atheris.Mutate(data, most))
        return mutated(data, target.words, target.seeds, rng, most)

    bind_memory()
    arguments = [
        *(f"-max_total_time={int(seconds)}", f"-seed={seed + 1}", f"-max_len={LONGEST}", "-len_control=20"),
        *("-timeout=120", f"-artifact_prefix={corpus.parent}/", "-verbosity=0", "-print_final_stats=1"),
    ]
    until = time.monotonic() + seconds

    def look(data: bytes) -> None:
        if time.monotonic() > until + 1:
            print(f"{target.name}: {finder.tried} inputs, {len(finder.faults)} faults", flush=True)
            os._exit(0)
        finder(data)

    atheris.Setup(["fuzz", *arguments, str(corpus)], look, custom_mutator=mutate)
    print(f"{target.name}: guided", flush=True)
    atheris.Fuzz()


def main() -> None:
    name, seconds, seed, way = sys.argv[1:]
    if way == "guided":
        guided(name, float(seconds), int(seed))
    else:
        blind(find(name), float(seconds), int(seed))


if __name__ == "__main__":
    main()
