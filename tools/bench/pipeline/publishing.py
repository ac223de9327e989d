"""Processor time of the card of a built folder and of pushing it: the first time, and when nothing has changed.

Each is a process of its own, with its start, its workers and its sandboxed programs. The Hub is on the loopback, in the
process that measures.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from sgpkit.benchmark import families
from sgpkit.data import build
from tools import HELPERS
from tools.bench.measure import Figure, at_most, processor_time

CONFIGS = ("sgp-svg", "gen-scene", "gen-object", "sgp-cad-3d")
ROWS = 60


def figures() -> Iterator[Figure]:
    sys.path.insert(0, str(HELPERS))
    import hub_server

    with tempfile.TemporaryDirectory() as temporary, hub_server.started(Path(temporary, "hub")) as hub:
        folder = Path(temporary, "sgp-bench")
        for config in CONFIGS:
            build.build(families.get(config), folder, limit=ROWS, workers=1)
        environment = {**hub.environment(), "XDG_CACHE_HOME": str(Path(temporary, "cache"))}
        card = ["dataset", "card", str(folder)]
        push = ["push", str(folder), "--repo", "org/sgp-bench", "--tag", "v1.0.0"]
        what = f"{len(CONFIGS)} configs of {ROWS} rows"
        first, again = (spent(card, environment) for _ in range(2))
        yield Figure(f"card of {what}, first", first, "s", "reported only", True)
        yield at_most("the same again, of the time of the first", 100 * again / first, 50, "%")
        shutil.rmtree(environment["XDG_CACHE_HOME"])
        pushed = spent(push, environment)
        yield Figure(f"push of {what}, first", pushed, "s", "reported only", True)
        again = spent(push, environment)
        yield Figure("the same again, unchanged", again, "s", "reported only", True)
        yield at_most("the same again, of the time of the first", 100 * again / pushed, 50, "%")


def spent(arguments: list[str], environment: Mapping[str, str]) -> float:
    """Return the processor time of a command of sgpkit, in seconds."""
    command = [sys.executable, "-c", "import sys; from sgpkit.cli.main import main; sys.exit(main(sys.argv[1:]))"]
    return processor_time(*command, *arguments, environment=environment)[0]
