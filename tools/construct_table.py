"""Write what the gate does with each construct, and how often real drawings have it, into docs/explanation/scenes.md.

Run `python -m tools.construct_table NAME=PATH…` with a name and a folder or file for each column: SVG, text, CSV, JSON
or JSON Lines (also .gz and .xz), in which programs are searched, and JSON files of icon sets by Iconify. The constructs
are in constructs.tsv: title, treatment, pattern and example.
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
SVG = "http://www.w3.org/2000/svg"


class Construct(NamedTuple):
    """A kind of construct: what the gate does with it, a pattern that finds it in a program, and an example, which
    changes the picture of a red square unless it is dropped."""

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
    """Return the rows of the table: lines of four columns, in which {square} stands for the square."""
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


def counts(codes: Sequence[str]) -> list[int]:
    """Return how many programs have each construct."""
    return [sum(re.search(one.pattern, code) is not None for code in codes) for one in CONSTRUCTS]


def table(corpora: Mapping[str, Iterable[str]]) -> str:
    """Return the table, with a column of counts for each corpus; equal programs of one count once."""
    columns = {name: list(dict.fromkeys(codes)) for name, codes in corpora.items()}
    heads = [f"{name} ({len(codes):,})" for name, codes in columns.items()]
    numbers = zip(*(counts(codes) for codes in columns.values()), strict=True)
    lines = [f"| construct | treatment | {' | '.join(heads)} |", f"| --- | --- |{' ---: |' * len(heads)}"]
    for construct, row in zip(CONSTRUCTS, numbers, strict=True):
        lines.append(f"| {construct.title} | {construct.treatment} | {' | '.join(f'{count:,}' for count in row)} |")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> None:
    """Count, and write the page."""
    corpora: dict[str, list[str]] = {}
    for argument in arguments:
        name, _, path = argument.partition("=")
        corpora.setdefault(name, []).extend(programs(Path(path)))
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(corpora)}\n\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
