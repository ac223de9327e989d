"""Sort drawings by eye without labels: those of a config and real ones, or right drawings and wrong ones.

    python -m tools.blind_sheets make FOLDER CONFIG REAL…     sheet-1.png, … and key.json, to be opened last
    python -m tools.blind_sheets share FOLDER GUESSES          the share that is sorted right
    python -m tools.blind_sheets pairs FOLDER                  sheets of the court's pairs, and look-key.json
    python -m tools.blind_sheets agree FOLDER ANSWERS          how often the wrong drawing is named, by axis
    python -m tools.blind_sheets kept FILE                     the same from the answers that agree --keep FILE stored

REAL is the name of a source of the config (emoji), a path that one of its sources reads (published questions), or a
folder of SVG or picture files. GUESSES is a text file with the numbers of the pictures that look generated, separated
by spaces. The share is the mean of the shares of both sides; guessing gives 0.5.
ANSWERS has a line per pair, such as `7 B`, which names the wrong drawing; `sgpkit metrics court --look` shows such
pairs on a page.
"""

import argparse
import io
import json
import random
import secrets
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from sgpkit import files as files_on_disk
from sgpkit.benchmark import Benchmark, Skipped, families
from sgpkit.data.build import choose_source
from sgpkit.graphics import raster
from sgpkit.quality.court import look
from sgpkit.quality.court import pairs as court_pairs

TILE, ACROSS, DOWN = 150, 8, 5
SIDE, LINE, LINES, PAIRS_ACROSS, PAIRS_DOWN = 240, 13, 9, 2, 4
"""The sizes of sheets of pairs: of a picture, of a line of a request, and the number of lines and of pairs."""

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


# --- pairs of the court -----------------------------------------------------------------------------------------------


def write_pairs(folder: Path, per_axis: int, seed: int) -> None:
    """Write sheets of pairs of each axis, from all generators, and their key: the given number, at most one of each
    config and grade.
    """
    made_by = court_pairs.sources()
    having = Counter(axis for contrasts in made_by.values() for axis in contrasts.axes)
    sampled = [
        pair
        for axis, configs in having.items()
        for pair in court_pairs.sample(made_by, min(per_axis, configs * len(court_pairs.GRADES)), seed, [axis])
    ]
    random.Random(f"{seed} sheets").shuffle(sampled)
    key = look.write_key(folder, sampled, seed)
    tiles = [pair_tile(number, pair, key[str(number)]["wrong"]) for number, pair in enumerate(sampled, start=1)]
    held = PAIRS_ACROSS * PAIRS_DOWN
    for start in range(0, len(tiles), held):
        pair_sheet(tiles[start : start + held]).save(folder / f"pairs-{start // held + 1}.png")
    print(f"{len(sampled)} pairs on {len(having)} axes: {folder}; the key is {folder / look.KEY}")


def pair_tile(number: int, pair: "court_pairs.Pair", wrong: str) -> Any:
    """Return a picture of a pair: its number and request above its drawings A and B."""
    from PIL import Image, ImageDraw

    tile = Image.new("RGB", (2 * SIDE + 12, SIDE + (LINES + 1) * LINE), "white")
    pen = ImageDraw.Draw(tile)
    for row, text in enumerate(textwrap.wrap(f"{number}. {pair.prompt}", 2 * SIDE // 6)[:LINES]):
        pen.text((4, row * LINE), text, fill="black")
    for index, (side, pixels) in enumerate(zip(look.SIDES, look.paint(pair, wrong, SIDE), strict=True)):
        left, top = index * (SIDE + 6), LINES * LINE
        pen.text((left + 4, top), side, fill="black")
        tile.paste(Image.fromarray(pixels), (left, top + LINE))
        pen.rectangle((left, top + LINE, left + SIDE - 1, top + LINE + SIDE - 1), outline="#bbbbbb")
    return tile


def pair_sheet(tiles: Sequence[Any]) -> Any:
    """Return tiles on one sheet."""
    from PIL import Image

    width, height = tiles[0].width + 12, tiles[0].height + 8
    page = Image.new("RGB", (PAIRS_ACROSS * width, PAIRS_DOWN * height), "white")
    for index, tile in enumerate(tiles):
        page.paste(tile, (index % PAIRS_ACROSS * width, index // PAIRS_ACROSS * height))
    return page


def agree(folder: Path, answers: Path, kept: Path | None) -> None:
    """Print the agreement of answers with the key, and store them in a file."""
    entries = look.name_wrong(folder, answers)
    print(look.as_text(look.agreement(entries)))
    if kept is not None:
        lines = ",\n".join(json.dumps(entry) for entry in entries)
        files_on_disk.write_atomically(kept, f"[\n{lines}\n]\n")


def read_kept(path: Path) -> None:
    """Print the agreement of stored answers, and the number of pairs that are no longer made as they were shown."""
    entries = json.loads(path.read_text(encoding="utf-8"))
    print(look.as_text(look.agreement(entries)))
    changed = [entry["id"] for entry in entries if not is_made(entry)]
    print(f"{len(changed)} of {len(entries)} pairs have changed: {', '.join(changed) or 'none'}")


def is_made(entry: Mapping[str, Any]) -> bool:
    """Return whether the generator still makes the pair of a stored answer."""
    config, axis, grade, number = entry["id"].split("/")
    drawn = court_pairs.drawn(
        config, court_pairs.sources([config])[config], axis, int(grade), entry["seed"], int(number) + 1
    )
    return any(pair.id == entry["id"] and court_pairs.digest(pair) == entry["hash"] for pair in drawn)


def main(arguments: Sequence[str] | None = None) -> None:
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
    pairing = commands.add_parser("pairs")
    pairing.add_argument("folder", type=Path)
    pairing.add_argument("--per-axis", type=int, default=5)
    pairing.add_argument("--seed", type=int, default=11)
    agreeing = commands.add_parser("agree")
    agreeing.add_argument("folder", type=Path)
    agreeing.add_argument("answers", type=Path)
    agreeing.add_argument("--keep", type=Path)
    keeping = commands.add_parser("kept")
    keeping.add_argument("file", type=Path)
    given = parser.parse_args(arguments)
    match given.command:
        case "make":
            make(given.folder, given.config, given.real, given.count, given.seed, given.column)
        case "share":
            share(given.folder, given.guesses)
        case "pairs":
            write_pairs(given.folder, given.per_axis, given.seed)
        case "agree":
            agree(given.folder, given.answers, given.keep)
        case _:
            read_kept(given.file)


if __name__ == "__main__":
    main()
