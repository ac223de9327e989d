"""Write the table of constructs, with the gate's treatment and the frequency in real drawings, to
docs/explanation/scenes.md.

Run `python -m tools.construct_table`. The columns of icons and of published programs are stored in
construct_counts.json; `NAME=PATH…` recomputes one from folders or files: SVG, text, CSV, JSON or JSON Lines (also .gz
and .xz), in which programs are searched, and JSON files of icon sets by Iconify. The column of completions is
recomputed each time from tests/data/real. The constructs are in constructs.tsv: title, treatment, pattern and example.
"""

import csv
import gzip
import json
import lzma
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "scenes.md"
BEGIN, END = "<!-- constructs: begin -->", "<!-- constructs: end -->"
PROGRAM = re.compile(r"<svg\b.*?(?:</svg>|\Z)", re.DOTALL)
FRAGMENT = re.compile(
    r"<(?:svg|path|rect|circle|ellipse|line|poly(?:gon|line)|g|text|style|defs|use|linearGradient)\b.*", re.DOTALL
)
COUNTS = Path(__file__).with_name("construct_counts.json")
REAL = PAGE.parents[2] / "tests" / "data" / "real"
SVG = "http://www.w3.org/2000/svg"


class Construct(NamedTuple):
    """A kind of construct: the gate's treatment, a pattern that finds it in a program, and an example, which
    changes the picture of a red square unless the construct is dropped.
    """

    title: str
    treatment: str
    pattern: str
    example: str

    @property
    def kind(self) -> str:
        """The first word of the treatment: drawn, rewritten, dropped or refused."""
        return re.split(r"\W", self.treatment, maxsplit=1)[0]


SQUARE = '<rect width="9" height="9" fill="red"/>'


def read_constructs() -> tuple[Construct, ...]:
    """Return the rows of the table: lines of four columns, in which {square} is a placeholder for the square."""
    lines = Path(__file__).with_name("constructs.tsv").read_text("utf-8").splitlines()
    return tuple(Construct(*line.replace("{square}", SQUARE).split("\t")) for line in lines)


CONSTRUCTS = read_constructs()


def drawing(body: str) -> str:
    """Return a drawing of 100 by 100 units."""
    return f'<svg xmlns="{SVG}" viewBox="0 0 100 100">{body}</svg>'


# --- counting


def programs(path: Path) -> Iterator[str]:
    """Yield the programs in a file or folder."""
    for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
        if file.is_file():
            for text in _texts(file):
                yield from PROGRAM.findall(text)


def _texts(file: Path) -> Iterator[str]:
    data = file.read_bytes()
    suffixes = file.suffixes
    if suffixes[-1:] in ([".gz"], [".xz"]):
        data = (gzip if suffixes.pop() == ".gz" else lzma).decompress(data)
    if suffixes[-1:] not in ([".svg"], [".txt"], [".csv"], [".json"], [".jsonl"]):
        return
    text = data.decode("utf-8", "replace")
    if suffixes[-1] == ".csv":
        csv.field_size_limit(1 << 30)
        yield from (cell for row in csv.reader(text.splitlines(keepends=True)) for cell in row)
    elif suffixes[-1] in (".json", ".jsonl"):
        for part in text.splitlines() if suffixes[-1] == ".jsonl" else [text]:
            yield from _strings(json.loads(part))
    else:
        yield text


def _strings(value: Any) -> Iterator[str]:
    """Yield the strings of a JSON value; the icons of an icon set as drawings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _strings(item)
    elif isinstance(value, dict):
        if {"prefix", "icons"} <= value.keys():
            yield from (drawing(icon["body"]) for icon in value["icons"].values() if "body" in icon)
            return
        for item in value.values():
            yield from _strings(item)


def fragments(path: Path) -> Iterator[str]:
    """Yield the SVG code in a file of completions, from its first tag of SVG on, whether it can be parsed or not."""
    for file in sorted(path.glob("*.jsonl.xz")):
        for line in lzma.decompress(file.read_bytes()).decode("utf-8").splitlines():
            match = FRAGMENT.search(json.loads(line)["completion"])
            if match is not None:
                yield match[0]


class Column(NamedTuple):
    """The number of different programs of a corpus that have each construct, by its title."""

    name: str
    source: str
    programs: int
    counts: Mapping[str, int]


def column(name: str, source: str, codes: Iterable[str]) -> Column:
    """Count constructs; equal programs count once."""
    different = list(dict.fromkeys(codes))
    numbers = {one.title: sum(re.search(one.pattern, code) is not None for code in different) for one in CONSTRUCTS}
    return Column(name, source, len(different), numbers)


def read_columns() -> list[Column]:
    """Return the stored columns, whose corpora are not part of the checkout."""
    return [Column(**one) for one in json.loads(COUNTS.read_text("utf-8"))]


def block() -> str:
    """Return the part of the page between the marks: the table and its notes."""
    columns = [*read_columns(), column("completions", "SmolLM2-135M-Instruct (`tests/data/real`)", fragments(REAL))]
    heads = " | ".join(f"{one.name} ({one.programs:,})" for one in columns)
    lines = [f"| construct | treatment | {heads} |", f"| --- | --- |{' ---: |' * len(columns)}"]
    for construct in CONSTRUCTS:
        numbers = " | ".join(f"{one.counts.get(construct.title, 0):,}" for one in columns)
        lines.append(f"| {construct.title} | {construct.treatment} | {numbers} |")
    sources = "".join(f"- {one.name}: {one.source}\n" for one in columns)
    table = "\n".join(lines)
    note = "The counts are numbers of distinct programs that contain the construct."
    return f"{BEGIN}\n\n{table}\n\n{note}\n\n{sources}\n{END}"


def main(arguments: Sequence[str]) -> None:
    """Count the given corpora, and write the page."""
    corpora: dict[str, list[Path]] = {}
    for argument in arguments:
        name, _, path = argument.partition("=")
        corpora.setdefault(name, []).append(Path(path))
    if corpora:
        kept = {one.name: one for one in read_columns()} if COUNTS.exists() else {}
        for name, paths in corpora.items():
            source = ", ".join(path.name for path in paths)
            kept[name] = column(name, source, (code for path in paths for code in programs(path)))
        rows = [one._asdict() for one in kept.values()]
        COUNTS.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{block()}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
