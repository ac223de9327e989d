"""`python -m tools.example_results FOLDER`: write the board of the example submissions."""

import sys
from pathlib import Path

from tools import example_results

if len(sys.argv) != 2:
    sys.exit("usage: python -m tools.example_results FOLDER")
print(example_results.write_board(Path(sys.argv[1])))
