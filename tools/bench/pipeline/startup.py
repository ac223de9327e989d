"""The time until the command line answers."""

import subprocess
import sys
from collections.abc import Iterator

from tools.bench.measure import Figure, at_most, median_seconds


def figures() -> Iterator[Figure]:
    command = [sys.executable, "-c", "import sys; from sgpkit.cli.main import main; sys.exit(main(['list']))"]
    value = median_seconds(lambda: subprocess.run(command, check=True, capture_output=True))
    yield at_most("sgpkit list", value, 1.0, "s")
