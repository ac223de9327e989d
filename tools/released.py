"""Replace the instructions for installing from a checkout by those for PyPI: `python3 tools/released.py`, run by
`release.yml`.
"""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    *(f"docs/{name}.md" for name in ("index", "tutorials/endpoint", "tutorials/gpus", "tutorials/laptop")),
)
CHECKOUT = re.compile(r"^pip install ('?)\.(\[\w+\])?\1(?: +#.*)?$", re.MULTILINE)
RELEASED = r"pip install \1sgpkit\2\1"


def main() -> None:
    """Rewrite the pages with such instructions."""
    for name in PAGES:
        path = ROOT / name
        path.write_text(CHECKOUT.sub(RELEASED, path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
