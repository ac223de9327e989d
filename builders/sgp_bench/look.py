"""Maintenance: look at the object grammar. Writes two pictures.

    python -m sgpkit.families.sgp_bench.look FOLDER [REAL…]

`objects.png`: the first hundred drawings of seed 0 with what they show. Given folders of SVG files or published
question CSVs, also `distributions.png`: how long programs are, how many elements they have, and which, beside the
real ones.
"""

import io
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from sgpkit.graphics import raster
from sgpkit.sandbox.untrusted import documents

from .sources import svg_objects

TILE = 110
ACROSS = 10
COMPARED = 300
COLORS = ("#7a8594", "#d9702e")  # real, ours
PUBLISHED = re.compile(r"<svg.*</svg>", re.DOTALL)


def sheet(codes: Sequence[tuple[str, str]]) -> bytes:
    """Captioned drawings in rows, as one PNG."""
    from PIL import Image, ImageDraw

    down = -(-len(codes) // ACROSS)
    page = Image.new("RGB", (ACROSS * TILE, down * (TILE + 12)), "white")
    pen = ImageDraw.Draw(page)
    for index, (name, code) in enumerate(codes):
        x, y = index % ACROSS * TILE, index // ACROSS * (TILE + 12)
        page.paste(Image.fromarray(raster.paint(code, TILE - 6)), (x + 3, y + 12))
        pen.text((x + 3, y), name, fill="black")
    buffer = io.BytesIO()
    page.quantize(128).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def real_programs(paths: Iterable[Path]) -> list[str]:
    """The distinct SVG programs in folders of them, or inside published questions."""
    programs: set[str] = set()
    for path in paths:
        if path.is_dir():
            programs |= {file.read_text(encoding="utf-8", errors="replace") for file in path.rglob("*.svg")}
            continue
        records = documents.read_csv(path, documents.MAX_JSON, documents.MAX_JSON).records
        matches = (PUBLISHED.search(record["Question"]) for record in records)
        programs |= {match[0] for match in matches if match}
    return sorted(programs)


def elements(code: str) -> list[str]:
    return re.findall(r"<([a-zA-Z]+)", code)


def commands(code: str) -> list[str]:
    return [letter for data in re.findall(r'\sd="([^"]*)"', code) for letter in re.findall("[a-zA-Z]", data)]


def shares(groups: Iterable[Iterable[str]]) -> Counter[str]:
    counted = Counter(name for group in groups for name in group)
    return Counter({name: count / counted.total() for name, count in counted.items()})


def histogram(values: Sequence[int], edges: Sequence[int]) -> list[float]:
    return [float(share) / len(values) for share in np.histogram(values, edges)[0]]


def bars(title: str, names: Sequence[str], pairs: Sequence[tuple[float, float]], x: int, y: int) -> str:
    """One chart, 460 × 260, its upper left corner at x, y."""
    highest = max(map(max, pairs))
    step = 440 / len(names)
    drawn = [f'<text x="{x + 10}" y="{y + 20}" font-size="15">{title}</text>']
    for index, (name, pair) in enumerate(zip(names, pairs, strict=True)):
        left = x + 10 + index * step
        for side, value in enumerate(pair):
            tall = 190 * value / highest
            corner = f'x="{left + side * step * 0.4:.1f}" y="{y + 225 - tall:.1f}"'
            size = f'width="{step * 0.4:.1f}" height="{tall:.1f}"'
            drawn.append(f'<rect {corner} {size} fill="{COLORS[side]}"/>')
        where = f"{left + step * 0.4:.1f},{y + 236}"
        anchor = f'transform="translate({where}) rotate(30)" font-size="9"'
        drawn.append(f"<text {anchor}>{name}</text>")
    return "".join(drawn)


def distributions(real: Sequence[str], ours: Sequence[str]) -> bytes:
    """Four charts as one PNG, real programs in grey, ours in orange."""
    charts = []
    long = range(0, 6001, 400)
    many = range(0, 49, 3)
    for title, measure, edges, x in (
        ("characters", len, long, 0),
        ("elements", lambda code: len(elements(code)), many, 460),
    ):
        histograms = [histogram([measure(code) for code in codes], edges) for codes in (real, ours)]
        charts.append(bars(title, [str(edge) for edge in edges[:-1]], list(zip(*histograms, strict=True)), x, 0))
    for title, parts, x in (("which elements", elements, 0), ("which path commands", commands, 460)):
        theirs, own = (shares(map(parts, codes)) for codes in (real, ours))
        names = [name for name, _ in (theirs + own).most_common(14)]
        charts.append(bars(title, names, [(theirs[name], own[name]) for name in names], x, 270))
    legend = "".join(
        f'<rect x="{700 + 90 * side}" y="10" width="12" height="12" fill="{color}"/>'
        f'<text x="{717 + 90 * side}" y="21" font-size="13">{name}</text>'
        for side, (color, name) in enumerate(zip(COLORS, ("real", "ours"), strict=True))
    )
    size = 'width="920" height="560" viewBox="0 0 920 560" font-family="sans-serif"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(charts)}{legend}</svg>'
    picture = raster.paint(svg, 920, renderer="resvg")
    return raster.png(picture[180:740])


def main(arguments: Sequence[str]) -> None:
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    programs = list(svg_objects.programs("0", COMPARED))
    shown = [(program.drawing.kind.name, program.drawing.code) for program in programs[:100]]
    (folder / "objects.png").write_bytes(sheet(shown))
    if len(arguments) > 1:
        real = real_programs(map(Path, arguments[1:]))
        (folder / "distributions.png").write_bytes(distributions(real, [program.drawing.code for program in programs]))


if __name__ == "__main__":
    main(sys.argv[1:])
