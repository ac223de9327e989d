"""A trained model, asked by the command on the shortest prompts of each family.

SGPKIT_REAL_ROWS sets the rows of each config (2; golden.json has the first 20), SGPKIT_REAL_TOKENS the longest answer
(24). SGPKIT_REAL_KEEP names a folder that keeps rows and answers, so that a later call does not repeat requests.
"""

import os
import subprocess
import sys
from pathlib import Path

ROWS = int(os.environ.get("SGPKIT_REAL_ROWS", "2"))
TOKENS = int(os.environ.get("SGPKIT_REAL_TOKENS", "24"))

ASKED = {
    "sgp-mnist": 'strategy = "direct"',
    "vgqa-tikz": "",
    "edit-svg": "",
    "gen-object": "",
    "ssvg-geometry-svg": "",
    "turtle-scratch": 'mode = "text"',
    "vectorgym-text": "",
}
"""For each family, the config with the shortest prompts among those whose answers are scored without a compiler or CAD
packages, with the options of a suite file."""

CONFIGS = tuple(ASKED)

SUITE = "".join(f'[[configs]]\nconfig = "{config}"\nrows = {ROWS}\n{how}\n' for config, how in ASKED.items())

PROGRAM = (sys.executable, "-c", "from sgpkit.cli.main import entry; entry()")


def sgpkit(*arguments: str | int | Path, fails: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the command, and expect its exit status."""
    done = subprocess.run([*PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == fails, f"exit status {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done
