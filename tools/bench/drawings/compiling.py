"""Compiling TikZ: a batch of molecules, compared with plain pdflatex and pdf2svg, one file at a time in one process.

`pdf2svg` (apt install pdf2svg) is needed only by this measurement; without it, pdftocairo is used.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.graphics import compiled, svg, tex
from sgpkit.graphics.svg.paint import Color
from tools.bench.measure import Figure, at_least, at_most, ratio, seconds

SAMPLE = 50
"""Number of the 300 molecules that are measured, evenly over all sizes."""


def figures() -> Iterator[Figure]:
    codes = [tikz(row["code"]) for split, row in molecules("", 0) if split == "test"][:: 300 // SAMPLE]
    tex.convert_many(codes[:1] * 3)  # formats are kept from run to run
    with tempfile.TemporaryDirectory() as folder:
        value = ratio(lambda: ours(codes), lambda: plain(codes, Path(folder)))
    yield at_least(f"{len(codes)} molecules in TikZ against pdflatex + pdf2svg", value, 5)
    share = seconds(lambda: tex.convert_many(codes)) / seconds(lambda: ours(codes))
    yield at_most("the same programs again, of the time of the first", 100 * share, 1, "%")


def ours(codes: list[str]) -> None:
    compiled.MEMORY.forget()
    for outcome in tex.convert_many(codes):
        assert isinstance(outcome, compiled.Converted), outcome


def plain(codes: list[str], folder: Path) -> None:
    for code in codes:
        (folder / "drawing.tex").write_text(code)
        run(["pdflatex", "-interaction=batchmode", "drawing.tex"], folder)
        if shutil.which("pdf2svg"):
            run(["pdf2svg", "drawing.pdf", "drawing.svg"], folder)
        else:
            run(["pdftocairo", "-svg", "drawing.pdf", "drawing.svg"], folder)


def run(command: list[str], folder: Path) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def tikz(drawing: str) -> str:
    """A molecule's SVG in the form of the paper's TikZ example (its figure 10)."""
    shapes = svg.shapes(drawing)
    lines, colors = [], set()
    for shape in shapes:
        if shape.round is not None and isinstance(shape.fill, Color):
            name = f"{shape.fill.red:02X}{shape.fill.green:02X}{shape.fill.blue:02X}"
            colors.add(name)
            x, y = shape.round.centre
            lines.append(f"\\filldraw[fill={name}, draw=none] ({x:.2f},{-y:.2f}) circle (1.5pt);")
        elif shape.outline:
            (a, b), (c, d) = shape.outline[0].start, shape.outline[0].pieces[-1][-1]
            lines.append(f"\\draw[line width=1pt] ({a:.2f},{-b:.2f}) -- ({c:.2f},{-d:.2f});")
    defined = "\n".join(f"\\definecolor{{{name}}}{{HTML}}{{{name}}}" for name in sorted(colors))
    body = "\n".join(lines)
    return (
        f"\\documentclass[tikz]{{standalone}}\n{defined}\n\\begin{{document}}\n\\begin{{tikzpicture}}[x=1pt,y=1pt]\n{body}\n"
        "\\end{tikzpicture}\n\\end{document}\n"
    )
