"""Answers that need no understanding of their captions, in addition to those of `sgpkit.baselines.adversarial`.

Each takes rows and returns an answer for each: squares in the colours and numbers that a regular expression finds in
the caption; the labels alone; the labels with the edges that a regular expression reads, or else in a chain; or boxes
or ellipses in the stated colours, numbers, positions and sizes, with the labels.
"""

import html
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from sgpkit.benchmark import Baseline, Row
from sgpkit.metrics.structure.recall import color_names, mentions

from . import placed

PALETTE = (
    *("#e53935", "#fb8c00", "#fdd835", "#43a047", "#00bcd4", "#1e88e5", "#8e24aa", "#f06292", "#795548"),
    *("#f5f5dc", "#9e9e9e", "#000000"),
)
"""A plain colour of each basic name."""

SIZE = 200
_NUMBERED = re.compile(
    rf"\b({'|'.join(mentions.NUMBERS)}|\d+) ((?:[a-z-]+ ){{0,2}}?)({'|'.join(color_names.BASIC)}) ([a-z]+)"
)
_QUOTED = re.compile(r'"([^"]+)"|\'([^\']+)\'')
_BARE = re.compile(r"\b([A-Za-z]\d*|[A-Z]\w*)\b")
_PAIR = re.compile(r'from "?([^",]+?)"? to "?([^",.(]+?)"?(?=[,.( ]|$)')

Cell = tuple[str, float, float, float]
"""A colour or a text, the center of its cell, and half the size of the cell."""


def cells(items: Sequence[str]) -> list[Cell]:
    """Return the items on a square grid that fills the page."""
    side = max(1, int(len(items) ** 0.5 + 0.999))
    step = SIZE / side
    return [(item, step * (at % side + 0.5), step * (at // side + 0.5), step * 0.4) for at, item in enumerate(items)]


def program(format: str, drawn: Iterable[tuple[str, str, float, float, float]]) -> str:
    """Return a program in a format that draws squares, circles and texts on a page."""
    lines = []
    for what, value, x, y, half in drawn:
        box = f'x="{x - half:g}" y="{y - half:g}" width="{2 * half:g}" height="{2 * half:g}"'
        number = value.removeprefix("#")
        if format == "svg":
            lines.append(
                {
                    "square": f'<rect {box} fill="{value}"/>',
                    "circle": f'<circle cx="{x:g}" cy="{y:g}" r="{half:g}" fill="{value}"/>',
                    "text": f'<text x="{x:g}" y="{y:g}" font-size="8">{html.escape(value)}</text>',
                }[what]
            )
        elif format == "tikz":
            spot = f"({x / 20:g},{-y / 20:g})"
            color = "" if what == "text" else f"color={{rgb,255:{mixed(number)}}}"
            lines.append(
                {
                    "square": f"\\fill[{color}] {spot} rectangle ++({half / 10:g},{half / 10:g});",
                    "circle": f"\\fill[{color}] {spot} circle ({half / 20:g});",
                    "text": f"\\node at {spot} {{{_ESCAPED.sub(' ', value)}}};",
                }[what]
            )
        elif what == "text":
            lines.append(f"n{len(lines)} [label={quoted(value)}];")
        else:
            shape = "box" if what == "square" else "circle"
            lines.append(f'n{len(lines)} [label="", shape={shape}, style=filled, fillcolor="{value}"];')
    return page(format, lines)


_ESCAPED = re.compile(r"[\\{}$%&#_^~]")


def mixed(number: str) -> str:
    """Return the colour #rrggbb as a TikZ mix of red, green and blue."""
    return ";".join(f"{name},{int(number[at : at + 2], 16)}" for name, at in (("red", 0), ("green", 2), ("blue", 4)))


def quoted(text: str) -> str:
    """Return a text as a quoted string of the DOT language."""
    return '"' + text.replace("\\", " ").replace('"', "'") + '"'


def page(format: str, lines: Sequence[str], directed: bool = True) -> str:
    """Return a complete program with these lines as its body."""
    body = "\n".join(lines)
    if format == "svg":
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}">\n{body}\n</svg>'
    if format == "tikz":
        head = "\\documentclass[tikz,border=5pt]{standalone}\n\\begin{document}\n\\begin{tikzpicture}"
        return f"{head}\n{body}\n\\end{{tikzpicture}}\n\\end{{document}}"
    return f"{'di' if directed else ''}graph {{\n{body}\n}}"


# --- the answers ------------------------------------------------------------------------------------------------------


def swatches(rows: Sequence[Row], format: str) -> list[str]:
    """Return, for each caption, squares in the colours and numbers that it states."""
    return [swatch(str(row["caption"]), format) for row in rows]


def swatch(caption: str, format: str) -> str:
    """Return squares in the colours and numbers that a caption states."""
    colors = {thing.text for thing in mentions.colors(caption)}
    counted: list[tuple[str, str]] = []
    for number, _, color, _ in _NUMBERED.findall(caption):
        many = int(number) if number.isdecimal() else mentions.NUMBERS[number]
        counted += [("circle", color)] * min(many, 30)
        colors.discard(color)
    for thing in mentions.counts(caption):
        shape = "circle" if thing.text in ("circle", "ellipse", "node") else "square"
        counted += [(shape, "black")] * min(thing.number, 30)
    wanted = [*(("square", color) for color in sorted(colors)), *counted] or [("square", "black")]
    placed = cells([plain(color) for _, color in wanted])
    return program(format, [(what, *cell) for (what, _), cell in zip(wanted, placed, strict=True)])


def plain(color: str) -> str:
    """Return a plain colour for a colour word."""
    return next((HEX[name] for name in sorted(color_names.meant(color)) if name in HEX), HEX["gray"])


HEX: Mapping[str, str] = {
    **dict(zip(("red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "brown"), PALETTE, strict=False)),
    "beige": "#f5f5dc",
    "gray": "#9e9e9e",
    "black": "#000000",
}


def labelled(caption: str) -> list[str]:
    """Return the labels of a caption: the quoted texts, or else words that look like names."""
    pairs_read = [one or other for one, other in _QUOTED.findall(caption)] or _BARE.findall(caption)
    return list(dict.fromkeys(pairs_read))[:60]


def labels(rows: Sequence[Row], format: str) -> list[str]:
    """Return the labels of each caption in a grid, without shapes or edges."""
    return [program(format, [("text", *cell) for cell in cells(labelled(str(row["caption"])))]) for row in rows]


def edges(rows: Sequence[Row], format: str) -> list[str]:
    """Return each caption's labels in boxes, with the edges that a regular expression reads; or else in a chain."""
    return [echo(str(row["caption"]), format) for row in rows]


_CLAUSE = re.compile(r"[;.](?= |$)")
_VERB = re.compile(r"\b(?:leads?|points?|goe?s?|go|is followed by|(?:connected|joined|linked) to)\b")


def stated_pairs(caption: str) -> list[tuple[str, str]]:
    """Return the pairs of quoted names before and after a verb that joins them."""
    pairs = []
    for clause in _CLAUSE.split(caption):
        verb = _VERB.search(clause)
        if verb is None:
            continue
        plain = re.sub(r"\([^)]*\)", "", clause[verb.end() :])
        starts, ends = (
            [one or other for one, other in _QUOTED.findall(text)] for text in (clause[: verb.start()], plain)
        )
        pairs += [(start, end) for start in starts for end in ends]
    return pairs


def echo(caption: str, format: str) -> str:
    """Return the labels of a caption in boxes, with the edges that a regular expression reads; or else in a chain."""
    pairs = [
        *_PAIR.findall(caption),
        *((edge.text, edge.to) for edge in mentions.edges(caption)),
        *stated_pairs(caption),
    ]
    pairs_read = [(one.strip(), other.strip()) for one, other in dict.fromkeys(pairs)]
    pairs_read = pairs_read or list(pairwise(labelled(caption)))
    names = list(dict.fromkeys([*labelled(caption), *(end for pair in pairs_read for end in pair)]))
    placed = dict(zip(names, cells(names), strict=True))
    if format == "graphviz":
        return page(format, [*map(quoted, names), *(f"{quoted(one)} -> {quoted(other)};" for one, other in pairs_read)])
    lines = []
    if format == "tikz":
        for at, name in enumerate(names):
            _, x, y, _ = placed[name]
            lines.append(f"\\node[draw] (n{at}) at ({x / 20:g},{-y / 20:g}) {{{_ESCAPED.sub(' ', name)}}};")
        lines += [f"\\draw[->] (n{names.index(one)}) -- (n{names.index(other)});" for one, other in pairs_read]
        return page(format, lines)
    for one, other in pairs_read:
        (_, x, y, _), (_, x2, y2, _) = placed[one], placed[other]
        lines.append(f'<line x1="{x:g}" y1="{y:g}" x2="{x2:g}" y2="{y2:g}" stroke="black"/>')
    texts = [f'<text x="{x:g}" y="{y:g}" font-size="8">{html.escape(name)}</text>' for name, x, y, _ in placed.values()]
    return page(format, [*lines, *texts])


# --- plain shapes at the stated positions -----------------------------------------------------------------------------


def boxes(rows: Sequence[Row], format: str) -> list[str]:
    """Return a box for each thing that a caption describes, with the stated position and size, and its labels."""
    return [shaped(str(row["caption"]), format, "box") for row in rows]


def ellipses(rows: Sequence[Row], format: str) -> list[str]:
    """Return an ellipse for each thing that a caption describes, with the stated position and size, and its labels."""
    return [shaped(str(row["caption"]), format, "ellipse") for row in rows]


def shaped(caption: str, format: str, shape: str) -> str:
    """Return a program of boxes or ellipses and labels."""
    if format == "graphviz":
        return nodes(caption, shape)
    hexes = inks(format)
    shapes = placed.described(caption, list(hexes))
    lines = [form(format, shape, hexes.get(one.color, HEX["gray"]), *box) for one in shapes for box in one.boxes()]
    if format == "tikz":
        lines = ["\\path (0,0) rectangle (10,10);", *lines]
    for text, (x, y) in placed.labels(caption).items() if format == "tikz" else ():
        lines.append(f"\\node at ({10 * x:.2f},{10 - 10 * y:.2f}) {{{_ESCAPED.sub(' ', text)}}};")
    return page(format, lines)


@cache
def inks(format: str) -> Mapping[str, str]:
    """Return the colours that captions in a format name, as a mapping of their words to #rrggbb."""
    if format == "svg":
        return {**HEX, "white": "#ffffff"}
    from .content.tikz_figures import colors

    known: dict[str, str] = {}
    for color in (colors.BLACK, colors.WHITE, *colors.BASE, *colors.OWN):
        for tint in (color, color.tint(40), color.tint(15)):
            known.setdefault(tint.words, tint.hex)
    return known


def form(format: str, shape: str, ink: str, x: float, y: float, width: float, height: float) -> str:
    """Return a box or an ellipse. Its center, width and height are given as shares of the page."""
    if format == "svg":
        x, y, width, height = SIZE * x, SIZE * y, SIZE * width, SIZE * height
        if shape == "ellipse":
            return f'<ellipse cx="{x:.1f}" cy="{y:.1f}" rx="{width / 2:.1f}" ry="{height / 2:.1f}" fill="{ink}"/>'
        box = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}" width="{width:.1f}" height="{height:.1f}"'
        return f'<rect {box} fill="{ink}"/>'
    x, y, width, height = 10 * x, 10 - 10 * y, 10 * width, 10 * height
    fill = f"\\fill[color={{rgb,255:{mixed(ink.removeprefix('#'))}}}]"
    if shape == "ellipse":
        return f"{fill} ({x:.2f},{y:.2f}) ellipse [x radius={width / 2:.2f}, y radius={height / 2:.2f}];"
    corner = f"({x + width / 2:.2f},{y + height / 2:.2f})"
    return f"{fill} ({x - width / 2:.2f},{y - height / 2:.2f}) rectangle {corner};"


_RUNS = re.compile(r"from (top|left|bottom|right) to")


def nodes(caption: str, shape: str) -> str:
    """Return a graph of the labels that a caption quotes, in boxes or ellipses of the first colour, in a chain in the
    direction that the caption states."""
    from .content.graph_domains import colors

    known = {color.words: color.dot for color in (*colors.FILLS, *colors.LINES)}
    runs = _RUNS.search(caption)
    first = re.search("|".join(sorted(known, key=len, reverse=True)), _QUOTED.sub("", caption), re.IGNORECASE)
    ink = known[first[0].lower()] if first is not None else "white"
    towards = {"top": "TB", "left": "LR", "bottom": "BT", "right": "RL"}[runs[1] if runs is not None else "top"]
    names = labelled(caption)
    lines = [f"rankdir={towards};", f'node [shape={shape}, style=filled, fillcolor="{ink}"];', *map(quoted, names)]
    lines += [f"{quoted(one)} -> {quoted(other)};" for one, other in pairwise(names)]
    return page("graphviz", lines)


Answer = Callable[[Sequence[Row], str], list[str]]
"""(rows, format) -> an answer for each row."""

ANSWERS: Mapping[str, Answer] = {
    "swatches": swatches,
    "labels": labels,
    "edges": edges,
    "boxes": boxes,
    "ellipses": ellipses,
}


STANDING: Mapping[str, Mapping[str, float]] = {
    "svg": {"boxes": 0.0, "ellipses": 0.0, "labels": 0.0},
    "tikz": {"boxes": 0.03, "ellipses": 0.05, "labels": 0.0},
    "graphviz": {"boxes": 0.13, "ellipses": 0.15, "labels": 0.0, "edges": 0.31},
}
"""By format: mean scores on fresh rows, which reports show; `test_likeness` measures them, `test_attacks` the edges. A
graph's caption states its edges, so that whoever draws them has that part right."""


def baselines(format: str) -> Mapping[str, Baseline]:
    """Return the answers in a format by name."""

    def in_format(answer: Answer) -> Callable[[Sequence[Row]], list[str]]:
        return lambda rows: answer(rows, format)

    return {
        name: Baseline(in_format(answer), chance=True, reads="the caption alone", standing=STANDING[format].get(name))
        for name, answer in ANSWERS.items()
    }
