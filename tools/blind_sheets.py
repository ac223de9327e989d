"""Sort drawings of a config and real ones by eye, without knowing which is which.

    python -m tools.blind_sheets make FOLDER CONFIG REAL…     sheet-1.png, … and key.json, to be opened last
    python -m tools.blind_sheets share FOLDER GUESSES          the share that is sorted right

REAL is the name of a source of the config (emoji), a path that one of its sources reads (published questions), or a
folder of SVG or picture files. GUESSES is a text file with the numbers of the pictures that look generated, separated
by spaces. The share is the mean of the shares of both sides; guessing gives 0.5.
"""

import argparse
import io
import json
import random
import secrets
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Benchmark, Skipped, families
from sgpkit.data.build import choose_source
from sgpkit.graphics import raster

TILE, ACROSS, DOWN = 150, 8, 5
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


def rows(benchmark: Benchmark, source: str, path: str, seed: int, column: str) -> Iterator[bytes]:
    """Yield the picture of each drawing of a source, once."""
    seen = set()
    for split, row in (pair for pair in benchmark.rows.read(source, path, seed) if not isinstance(pair, Skipped)):
        if split != "test" or row["cluster"] in seen or (row["source"] == "builtin") != (source == "builtin"):
            continue
        seen.add(row["cluster"])
        whole = row if benchmark.rows.finish is None else benchmark.rows.finish(row)
        if not isinstance(whole, Skipped) and whole[column]:
            yield whole[column]


def files(folder: Path) -> Iterator[bytes]:
    """Yield the drawings in a folder as pictures, in no particular order."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in (".svg", *PICTURES))
    for path in random.sample(paths, len(paths)):
        if path.suffix.lower() == ".svg":
            yield raster.png(raster.paint(path.read_text(encoding="utf-8"), 2 * TILE))
        else:
            yield path.read_bytes()


def real(benchmark: Benchmark, argument: str, seed: int, column: str) -> Iterator[bytes]:
    """Yield real pictures."""
    if argument in benchmark.rows.sources:
        yield from rows(benchmark, argument, "", seed, column)
    elif any(path.suffix.lower() in (".svg", *PICTURES) for path in Path(argument).rglob("*")):
        yield from files(Path(argument))
    else:
        source, path = choose_source(benchmark, argument)
        yield from rows(benchmark, source, path, seed, column)


def sheet(pictures: list[bytes], first: int) -> Any:
    """Return pictures of one size on white, with numbers from `first` on."""
    from PIL import Image, ImageDraw

    page = Image.new("RGB", (ACROSS * TILE, DOWN * (TILE + 12)), "white")
    pen = ImageDraw.Draw(page)
    for index, content in enumerate(pictures):
        x, y = index % ACROSS * TILE, index // ACROSS * (TILE + 12)
        pen.text((x + 3, y), str(first + index), fill="black")
        opened = Image.open(io.BytesIO(content)).convert("RGBA")
        opened.thumbnail((TILE - 8, TILE - 8), Image.Resampling.LANCZOS)
        page.paste(opened, (x + 4, y + 12), opened)
    return page


def make(folder: Path, config: str, sources: list[str], count: int, seed: int, column: str) -> None:
    benchmark = families.locate(config)[1]
    ours = list(islice(rows(benchmark, "builtin", "", seed, column), count))
    per_source = -(-count // len(sources))
    theirs = [one for source in sources for one in islice(real(benchmark, source, seed, column), per_source)]
    mixed = [(content, True) for content in ours] + [(content, False) for content in theirs]
    secrets.SystemRandom().shuffle(mixed)
    folder.mkdir(parents=True, exist_ok=True)
    for start in range(0, len(mixed), ACROSS * DOWN):
        tiles = [content for content, _ in mixed[start : start + ACROSS * DOWN]]
        sheet(tiles, start + 1).save(folder / f"sheet-{start // (ACROSS * DOWN) + 1}.png")
    (folder / "key.json").write_text(json.dumps([is_ours for _, is_ours in mixed]))
    print(f"{len(ours)} drawings of {config}, {len(theirs)} real ones: {folder}")


def share(folder: Path, guesses: Path) -> None:
    key = json.loads((folder / "key.json").read_text())
    guessed = {int(number) for number in guesses.read_text().split()}
    right = {side: [(number in guessed) == side for number, is_ours in enumerate(key, 1) if is_ours == side]
             for side in (True, False)}  # fmt: skip
    shares = {side: sum(values) / len(values) for side, values in right.items()}
    missed = [number for number, is_ours in enumerate(key, 1) if is_ours and number not in guessed]
    print(f"sorted right {sum(shares.values()) / 2:.2f} (ours {shares[True]:.2f}, real {shares[False]:.2f})")
    print(f"ours taken for real: {' '.join(map(str, missed))}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("folder", type=Path)
    making.add_argument("config")
    making.add_argument("real", nargs="+")
    making.add_argument("--count", type=int, default=60)
    making.add_argument("--seed", type=int, default=977)
    making.add_argument("--column", default="image")
    sharing = commands.add_parser("share")
    sharing.add_argument("folder", type=Path)
    sharing.add_argument("guesses", type=Path)
    given = parser.parse_args()
    if given.command == "make":
        make(given.folder, given.config, given.real, given.count, given.seed, given.column)
    else:
        share(given.folder, given.guesses)


if __name__ == "__main__":
    main()
