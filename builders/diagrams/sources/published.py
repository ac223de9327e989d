"""Published tasks → rows.

    --source structeval=FILE|FOLDER          JSON lists or Parquet of StructEval, github.com/TIGER-AI-Lab/StructEval
    --source mermaidseqbench=FILE|FOLDER     CSV or Parquet of MermaidSeqBench, arXiv 2511.14967

StructEval: of its 18 formats those that this family draws, generated from a text or converted from another format. Its
score is 0.2 if it renders, 0.1 times the share of its keywords, and 0.7 times the answers of a vision model to its
questions. The keywords decide here (`scoring.published`); the questions are in the column `questions`.

MermaidSeqBench: exchanges with a reference in Mermaid, which a judge compares. Here the participants and messages of
the reference are what must be drawn, if its own picture shows them.
"""

import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Row, Skipped, Source
from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import documents, tables

from .. import kinds
from ..kinds import sequence
from ..kinds.sequence import Exchange, Message

OUTPUTS = {"svg": "SVG", "tikz": "TikZ", "typst": "Typst", "mermaid": "Mermaid"}
"""The names of formats in `output_type`, by ours. StructEval has no Graphviz."""

TASK_FIELDS = ("task_id", "query", "task_name", "input_type", "output_type", "VQA", "raw_output_metric")
EXCHANGE_FIELDS = ("nl_task_title", "nl_task_desc", "input_prompt", "expected_output")

LICENSE = "as stated by ibm-research/MermaidSeqBench"

_PARTICIPANT = re.compile(r"(?:create\s+)?(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+))?$")
_MESSAGE = re.compile(r"(\w[\w .-]*?)\s*(<<)?--?(?:>>|[x)>])\s*[+-]?\s*(\w[\w .]*?)\s*:\s*(.*)$")
_BLOCK = re.compile(r"(alt|else|opt|loop|par|and|critical|option|break|title|box|note\s[^:]*:)\s*(.*)$", re.IGNORECASE)


def sources(language: str) -> dict[str, Source]:
    """Return the published sources of one language."""
    results = {}
    if language in OUTPUTS:
        results["structeval"] = Source(tasks(language), lambda path: bool(records(path, TASK_FIELDS)))
    if language == "mermaid":
        results["mermaidseqbench"] = Source(exchanges, lambda path: bool(records(path, EXCHANGE_FIELDS)))
    return results


def records(path: str, fields: tuple[str, ...]) -> list[Mapping[str, Any]]:
    """Return the records of a file, or of the files of a folder, that have all fields."""
    root = Path(path)
    listed: list[Mapping[str, Any]] = []
    for file in sorted(root.rglob("*")) if root.is_dir() else [root]:
        try:
            listed += read(file, fields)
        except (OSError, ValueError, RecursionError, UserError):
            continue
    return [record for record in listed if all(name in record for name in fields)]


def read(file: Path, fields: tuple[str, ...]) -> list[Mapping[str, Any]]:
    """Return the records of a file."""
    if file.suffix == ".parquet":
        return list(tables.rows(file, fields))
    if file.suffix == ".csv":
        with file.open(newline="", encoding="utf-8") as lines:
            return list(csv.DictReader(lines))
    held = documents.read_json(file) if file.suffix == ".json" else []
    return [record for record in held if isinstance(record, dict)] if isinstance(held, list) else []


def tasks(language: str) -> Callable[[str, int], Iterator[tuple[str, Row] | Skipped]]:
    """Return the reader of StructEval's tasks with answers in one language."""

    def rows(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
        listed = [record for record in records(path, TASK_FIELDS) if record["output_type"] == OUTPUTS[language]]
        if not listed:
            raise UserError(
                f"{path!r} contains no tasks of StructEval for {OUTPUTS[language]}; expected its JSON or Parquet"
            )
        for record in listed:
            identifier = f"structeval-{record['task_id']}"
            if not record["raw_output_metric"]:
                yield Skipped(identifier, "it has no keywords")
                continue
            questions = [{"question": one["question"], "answer": one["answer"]} for one in record["VQA"] or ()]
            yield (
                "test",
                common(identifier, str(record["query"]), "structeval", "MIT")
                | {
                    "kind": str(record["task_name"]),
                    "level": "as published",
                    "keywords": json.dumps(list(map(str, record["raw_output_metric"])), ensure_ascii=False),
                    "questions": json.dumps(questions, ensure_ascii=False),
                },
            )

    return rows


def exchanges(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Yield the rows of MermaidSeqBench."""
    listed = records(path, EXCHANGE_FIELDS)
    if not listed:
        raise UserError(f"{path!r} contains no rows of MermaidSeqBench; expected CSV or Parquet with {EXCHANGE_FIELDS}")
    for number, record in enumerate(listed):
        identifier, code = f"mermaidseqbench-{number:03d}", fenced(str(record["expected_output"]))
        content = exchange(code)
        if not content.messages:
            yield Skipped(identifier, "no message was found in its reference")
            continue
        row = common(
            identifier, str(record["input_prompt"]), "mermaidseqbench", "as ibm-research/MermaidSeqBench states"
        )
        name = "sequence diagram"
        asserted = kinds.as_text(kinds.KINDS[name], content)
        yield "test", row | {"kind": name, "level": level(content), "code": code, "asserted": asserted}


def common(identifier: str, prompt: str, source: str, license: str) -> Row:
    """Return the columns of every published row."""
    row: Row = dict.fromkeys(("generator", "shown", "shown_language", "code", "asserted", "keywords", "questions"), "")
    return row | {
        "id": identifier,
        "cluster": identifier,
        "source": source,
        "license": license,
        "task": "draw",
        "description": prompt.strip(),
    }


def level(content: Exchange) -> str:
    """Return the level of an exchange by its number of messages."""
    return next((name for name, (_, most) in sequence.MESSAGES.items() if len(content.messages) <= most), "hard")


def fenced(text: str) -> str:
    """Return a program without the fence around it."""
    match = re.search(r"```(?:mermaid)?\s*\n(.*?)```", text, re.DOTALL)
    return (match[1] if match else text).strip()


def exchange(code: str) -> Exchange:
    """Return the participants, the messages and the other texts of a Mermaid program."""
    names: dict[str, str] = {}
    messages: list[Message] = []
    also: list[str] = []
    for line in map(str.strip, code.splitlines()):
        if match := _PARTICIPANT.match(line):
            names[match[1]] = plain(match[2] or match[1])
        elif match := _BLOCK.match(line):
            text = plain(match[2])  # conditions are drawn in brackets, behind the word for the block
            also += [text] if ":" in match[1] else [match[1], text, f"[{text}]"]
        elif match := _MESSAGE.match(line):
            start, end = (names.setdefault(name, name) for name in (match[1], match[3]))
            messages.append(Message(start, end, plain(match[4])))
    return Exchange("", tuple(names.values()), tuple(messages), tuple(filter(None, also)))


def plain(text: str) -> str:
    """Return a text without line breaks."""
    return " ".join(re.sub(r"<br\s*/?>", " ", text).split())
