"""Write sketches of a drawing: `python -m sgpkit.families.vectorgym.content.sketches DRAWING.svg FOLDER` draws four
kinds."""

import random
import sys
from collections.abc import Sequence
from pathlib import Path

from sgpkit.graphics import raster
from sgpkit.status import Rejected

from .. import sketches


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 2:
        print("expected: python -m sgpkit.families.vectorgym.content.sketches DRAWING.svg FOLDER", file=sys.stderr)
        return 2
    drawing, folder = map(Path, arguments)
    try:
        code = drawing.read_text(encoding="utf-8")
        folder.mkdir(parents=True, exist_ok=True)
        for kind in sketches.KINDS:
            data = sketches.of_kind(code, random.Random(f"0:{drawing.stem}:{kind}"), kind, raster.render)
            (folder / f"{drawing.stem}, {kind}.png").write_bytes(data)
    except (OSError, UnicodeDecodeError, Rejected) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
