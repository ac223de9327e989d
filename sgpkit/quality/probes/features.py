"""Superficial features of a drawing: command letters, tags, sizes of boxes, colours, the silhouette.

Programs are read as text, by patterns, as a shortcut could without a parser or renderer. Only `outlines` uses pictures.
"""

import io
import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from sgpkit.benchmark import Row
from sgpkit.graphics.svg import paint, path
from sgpkit.status import Rejected

if TYPE_CHECKING:
    from scipy import sparse

Bag = Mapping[str, float]
Numbers = npt.NDArray[np.float64]

CODE_COLUMNS = ("code", "program", "input")
"""Columns that may contain the program of a row; the first existing one is used."""

LONGEST = 200_000
"""Maximum number of characters of a program that are read."""

KEPT = 4_096
"""Number of programs whose features are cached, since several rows may ask about one."""

NGRAM = 3
"""Maximum length of a sequence of letters that is a feature."""

SIDE = 16
"""Side of a silhouette in pixels."""

PAINTED = 64
INK = 24
"""Minimum difference of a channel from the paper, of 255, of a pixel that counts as ink."""

PATH_DATA = re.compile(r"""\bd\s*=\s*(?:"([^"]*)"|'([^']*)')""")
LETTERS = re.compile(r"[MmZzLlHhVvCcSsQqTtAa]")
TAG = re.compile(r"<([A-Za-z][\w:.-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>")
ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
COMMAND = re.compile(
    r"\\[A-Za-z@]+|[A-Za-z_]++(?=\d*\s*[(:=\[{])|--|->|\.\.|\b(?:to|arc|circle|rectangle|cycle|grid)\b"
)
QUOTED = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'")
REMARK = re.compile(r"<!--.*?-->|(?<!\\)%[^\n]*|//[^\n]*|/\*.*?\*/", re.DOTALL)
REMARK_SIGNS = ("<!--", "%", "//", "/*")
COLOR = re.compile(r"#[0-9A-Fa-f]{3,8}\b|rgba?\([^)]*\)")
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
WORD = re.compile(r"[^\W\d_]+|\d+(?:\.\d+)?")


def program(row: Row) -> str:
    """Return the program of a row, shortened; an empty string if it has none."""
    for column in CODE_COLUMNS:
        if isinstance(row.get(column), str) and row[column]:
            return str(row[column])[:LONGEST]
    return ""


def is_svg(code: str) -> bool:
    """Return whether a program is SVG."""
    return "<svg" in code


def words(text: str) -> list[str]:
    """Return the words and numbers of a text, without case."""
    return WORD.findall(text.casefold())


def letter_sequences(code: str) -> list[str]:
    """Return the command letters of each path; in other languages, the names of all commands as one sequence."""
    if is_svg(code):
        return ["".join(LETTERS.findall(match[1] or match[2] or "")) for match in PATH_DATA.finditer(code)]
    return []


def commands(code: str) -> list[str]:
    """Return the names of commands and options in a program, in order, without its texts and comments."""
    return list(scanned(code).names)


class Scan(NamedTuple):
    """A program without its texts and comments, and the names of its commands and options with their positions."""

    code: str
    names: tuple[str, ...]
    positions: tuple[int, ...]


@lru_cache(maxsize=16)
def scanned(code: str) -> Scan:
    """Return a program scanned for commands, cached for all features."""
    if any(sign in code for sign in REMARK_SIGNS):
        code = REMARK.sub(" ", code)
    code = QUOTED.sub('""', code)
    matches = list(COMMAND.finditer(code))
    return Scan(code, tuple(match[0] for match in matches), tuple(match.start() for match in matches))


@lru_cache(maxsize=KEPT)
def letters(code: str) -> Bag:
    """Return the command letters of all paths, alone, in sequences and by whole paths; in other languages the
    commands, alone and in pairs.
    """
    bag: Counter[str] = Counter()
    if is_svg(code):
        for sequence in letter_sequences(code):
            bag.update(ngrams(sequence, NGRAM))
            bag.update((f"path {sequence}", "paths"))
        return bag
    names = commands(code)
    bag.update(names)
    bag.update(" ".join(pair) for pair in pairwise(names))
    return bag


def ngrams(sequence: str, longest: int) -> Iterator[str]:
    """Yield every part of a text of up to `longest` characters."""
    for length in range(1, longest + 1):
        for start in range(len(sequence) - length + 1):
            yield sequence[start : start + length]


@lru_cache(maxsize=KEPT)
def tags(code: str) -> Bag:
    """Return the tags of a program with the names of their attributes; in other languages the names of commands and
    options.
    """
    if not is_svg(code):
        return Counter(commands(code))
    bag: Counter[str] = Counter()
    for match in TAG.finditer(code):
        bag[match[1]] += 1
        bag.update(f"{match[1]} {name}" for name, _, _ in ATTRIBUTE.findall(match[2]))
    return bag


def elements(code: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the tags of an SVG program with their attributes."""
    for match in TAG.finditer(code):
        yield match[1], {name: first or second for name, first, second in ATTRIBUTE.findall(match[2])}


@lru_cache(maxsize=KEPT)
def subpath_boxes(code: str) -> tuple[tuple[float, float], ...]:
    """Return width and height of each sub-path and basic shape of an SVG program, as shares of its page."""
    sizes: list[tuple[float, float]] = []
    page = 100.0
    for tag, attributes in elements(code):
        if tag == "svg":
            page = page_size(attributes) or page
        elif tag == "path":
            try:
                boxes = (path.bounding_box([part]) for part in path.subpaths(attributes.get("d", "")))
                sizes += [(box.right - box.left, box.bottom - box.top) for box in boxes if box is not None]
            except (ArithmeticError, ValueError, Rejected):
                continue
        else:
            sizes += basic_size(tag, attributes)
    return tuple((width / page, height / page) for width, height in sizes)


def page_size(attributes: Mapping[str, str]) -> float | None:
    """Return the longer side of the page in user units, or None if no attribute states it."""
    box = [float(value) for value in NUMBER.findall(attributes.get("viewBox", attributes.get("viewbox", "")))]
    if len(box) == 4:
        return max(box[2:]) or None
    sides = [float(value) for name in ("width", "height") for value in NUMBER.findall(attributes.get(name, ""))[:1]]
    return max(sides, default=0.0) or None


def basic_size(tag: str, attributes: Mapping[str, str]) -> list[tuple[float, float]]:
    """Return the size of a basic shape, if it is one with a size."""

    def value(name: str) -> float:
        number = NUMBER.search(attributes.get(name, ""))
        return float(number[0]) if number else 0.0

    if tag == "rect":
        return [(value("width"), value("height"))]
    if tag == "circle":
        return [(2 * value("r"), 2 * value("r"))]
    if tag == "ellipse":
        return [(2 * value("rx"), 2 * value("ry"))]
    if tag == "line":
        return [(abs(value("x2") - value("x1")), abs(value("y2") - value("y1")))]
    if tag in ("polygon", "polyline"):
        numbers = [float(number) for number in NUMBER.findall(attributes.get("points", ""))]
        if len(numbers) >= 4:
            xs, ys = numbers[::2], numbers[1::2]
            return [(max(xs) - min(xs), max(ys) - min(ys))]
    return []


@lru_cache(maxsize=KEPT)
def boxes(code: str) -> Bag:
    """Return shapes and sizes of the boxes of sub-paths, in steps; in other languages the numbers of each command,
    in steps.
    """
    if not is_svg(code):
        return numbers_of_commands(code)
    bag: Counter[str] = Counter()
    for width, height in subpath_boxes(code):
        shape, size = step(width / height if height else math.inf), step(math.hypot(width, height))
        bag.update((f"shape {shape}", f"size {size}", f"box {step(width)} {step(height)}"))
    return bag


def numbers_of_commands(code: str) -> Bag:
    """Return the numbers of a program, in steps, each with the command that it follows."""
    scan = scanned(code)
    names = scan.names or ("",)
    counts = Counter(
        (names[max(0, bisect_left(scan.positions, match.start()) - 1)], step_of(match[0]))
        for match in NUMBER.finditer(scan.code)
    )
    return Counter({f"{name} {step}": count for (name, step), count in counts.items()})


@lru_cache(maxsize=1 << 16)
def step_of(number: str) -> int:
    """Return the step of a number given as text, without its sign."""
    return step(abs(float(number)))


def step(value: float) -> int:
    """Return the number of a value's step, with two steps for each doubling."""
    if value <= 0 or not math.isfinite(value):
        return -99 if value <= 0 else 99
    return round(2 * math.log2(value))


@lru_cache(maxsize=KEPT)
def palette(code: str) -> Bag:
    """Return the colours of a program, rounded coarsely, and their number."""
    bag: Counter[str] = Counter()
    seen = set()
    for text in COLOR.findall(code):
        color = paint.color(text)
        if color is not None:
            seen.add(color)
            bag[" ".join(str(round(channel / 64)) for channel in color[:3])] += 1
    bag[f"{len(seen)} colours"] += 1
    return bag


def outlines(rows: Sequence[Row]) -> list[Numbers | None]:
    """Return the silhouette of each picture, fitted into a square, with its proportions; None if nothing is seen.

    If a row has no picture yet, it is rendered from its program, if that is SVG.
    """
    from sgpkit.graphics import gate, raster

    bare = [index for index, row in enumerate(rows) if not picture_of(row) and is_svg(program(row))]
    shown = [gate.shown(program(rows[index])) for index in bare]
    painted = dict(zip(bare, raster.render_many(shown, PAINTED), strict=True))
    return [silhouette(painted.get(index, opened(picture_of(row)))) for index, row in enumerate(rows)]


def picture_of(row: Row) -> bytes:
    """Return the image file of a row, b"" if it has none."""
    image = row.get("image") or row.get("image_front")
    return image if isinstance(image, bytes) else b""


def opened(image: bytes) -> npt.NDArray[np.uint8] | None:
    """Return the pixels of an image file, small; None if it cannot be opened."""
    from PIL import Image

    try:
        with Image.open(io.BytesIO(image)) as picture:
            return np.asarray(picture.convert("RGB").resize((PAINTED, PAINTED), Image.Resampling.BOX))
    except (OSError, ValueError):
        return None


def silhouette(pixels: object) -> Numbers | None:
    """Return the pixels that differ from the paper, whose colour is that of the first pixel, as numbers."""
    if not isinstance(pixels, np.ndarray):
        return None
    ink = np.abs(pixels.astype(np.int16) - pixels[0, 0].astype(np.int16)).max(axis=2) > INK
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return None
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    height, width = cut.shape
    ys, xs = (np.minimum((np.arange(SIDE) + 0.5) * size / SIDE, size - 1).astype(int) for size in (height, width))
    proportions = [math.log2(width / height), height / len(ink), width / len(ink), float(cut.mean())]
    return np.concatenate([cut[np.ix_(ys, xs)].ravel() - 0.5, proportions])


BAGS: Mapping[str, Callable[[str], Bag]] = {"letters": letters, "tags": tags, "boxes": boxes, "palette": palette}
"""The features that are bags, which exist for every program."""


def bag_matrix(bags: Sequence[Bag]) -> "sparse.csr_matrix":
    """Return bags as rows of unit length: logarithms of counts, with higher weights for rare features."""
    from scipy import sparse

    vocabulary: dict[str, int] = {}
    lines, columns, values = [], [], []
    for index, bag in enumerate(bags):
        for name, count in bag.items():
            lines.append(index)
            columns.append(vocabulary.setdefault(name, len(vocabulary)))
            values.append(math.log1p(count))
    matrix = sparse.csr_matrix((values, (lines, columns)), (len(bags), max(1, len(vocabulary))))
    common = np.bincount(np.array(columns, int), minlength=matrix.shape[1])
    weighted = matrix.multiply(np.log((1 + len(bags)) / (1 + common)) + 1).tocsr()
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1))).ravel()
    return sparse.diags(1 / np.maximum(lengths, 1e-12)) @ weighted


class KnownBags:
    """Bags with which others are compared one by one."""

    def __init__(self, bags: Sequence[Bag]) -> None:
        from scipy import sparse

        self.columns = {name: number for number, name in enumerate(dict.fromkeys(chain(*bags)))}
        columns = [self.columns[name] for bag in bags for name in bag]
        values = [math.log1p(count) for bag in bags for count in bag.values()]
        ends = np.cumsum([0, *map(len, bags)])
        self.logarithms = sparse.csr_matrix((values, columns, ends), (len(bags), max(1, len(self.columns))))
        self.squares = self.logarithms.multiply(self.logarithms).tocsr()
        self.common = np.bincount(np.array(columns, int), minlength=self.logarithms.shape[1])

    def similarities(self, bag: Bag) -> Numbers:
        """Return the cosines of a bag with each known one, as in `similarities` of all bags together."""
        shared = [self.columns[name] for name in bag if name in self.columns]
        own = np.array([math.log1p(count) for name, count in bag.items() if name in self.columns])
        new = np.array([math.log1p(count) for name, count in bag.items() if name not in self.columns])
        common, many = self.common.copy(), self.logarithms.shape[0] + 2
        common[shared] += 1
        rarity = np.log(many / (1 + common)) + 1
        weights = own * rarity[shared]
        length = math.sqrt(weights @ weights + new @ new * (math.log(many / 2) + 1) ** 2)
        vector = np.zeros(len(common))
        vector[shared] = weights * rarity[shared]
        lengths = np.sqrt(self.squares @ rarity**2)
        return np.asarray(self.logarithms @ vector / np.maximum(lengths * length, 1e-12))


def similarities(bags: Sequence[Bag]) -> Numbers:
    """Return the cosines of all pairs of bags."""
    matrix = bag_matrix(bags)
    return np.asarray((matrix @ matrix.T).todense())


def outline_similarities(outlines: Sequence[Numbers | None]) -> Numbers:
    """Return the cosines of all pairs of silhouettes, normalised to equal variance of all numbers; 0 for a missing
    one.
    """
    values = outline_directions(outlines)
    return values @ values.T


def outline_directions(outlines: Sequence[Numbers | None]) -> Numbers:
    """Return silhouettes as rows of unit length, with the same variance of all numbers; zeros for a missing one."""
    known = [index for index, outline in enumerate(outlines) if outline is not None]
    result = np.zeros((len(outlines), SIDE**2 + 4))
    if known:
        values = np.stack([outline for outline in outlines if outline is not None])
        values = (values - values.mean(axis=0)) / np.maximum(values.std(axis=0), 1e-9)
        result[known] = values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-9)
    return result


def text_bags(texts: Iterable[str]) -> list[Bag]:
    """Return the words of texts."""
    return [Counter(words(text)) for text in texts]
