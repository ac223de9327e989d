"""A trained model as tests ask it: by the command, on the shortest prompts of each family.

SGPKIT_REAL_ROWS sets the rows of each config (4), SGPKIT_REAL_TOKENS the longest answer (48).
"""

import os
import subprocess
import sys
from pathlib import Path

ROWS = int(os.environ.get("SGPKIT_REAL_ROWS", "4"))
TOKENS = int(os.environ.get("SGPKIT_REAL_TOKENS", "48"))

CONFIGS = ("sgp-mnist", "vgqa-tikz", "edit-svg", "gen-object", "ssvg-geometry-svg", "turtle-scratch", "vectorgym-text")
"""One of each family whose answers are scored without a compiler or packages of CAD, those with the shortest prompts."""

PROGRAM = (sys.executable, "-c", "from sgpkit.cli.main import entry; entry()")


def sgpkit(*arguments: str | int | Path, fails: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the command, and expect its exit status."""
    done = subprocess.run([*PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == fails, f"exit status {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done
