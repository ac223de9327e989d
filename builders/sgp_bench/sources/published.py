"""SGP-Bench's published questions about SVG → rows; `shared/sgp_bench_files.py` reads the files.

Options and keys stay as they were published.
"""

import hashlib
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sgpkit import extract
from sgpkit.benchmark import Row, Skipped
from sgpkit.errors import UserError
from sgpkit.families.shared.choices import keys
from sgpkit.families.shared.sgp_bench_files import PERTURBED, SOURCE, UNKNOWN, options_and_answer, read, tables
from sgpkit.graphics import svg
from sgpkit.status import Rejected

from ..content import question_kinds
from . import digit_question

LICENSE = "as published by SGP-Bench (drawings: SVG Repo)"
DIGIT_LICENSE = "CC BY-SA 3.0 (SGP-Bench, MNIST)"

MOTIONS = {None: "none", "t": "T", "r": "SE2"}
TYPES = ("semantics", "count", "color", "shape", "reasoning")

VIEWBOX_LOST = "the root says viewbox for viewBox, so the program does not draw what its original draws"

_LOST_VIEWBOX = re.compile(r"<svg\b[^>]*\sviewbox\s*=")
_ASKED = re.compile(r"Question:\s*(.+)", re.DOTALL)


# --- sources ----------------------------------------------------------------------------------------------------------


def svg_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    for name, split, record in records(path, "sgp-svg"):
        try:
            row = choice_row(name, split, record)
        except ValueError as error:
            yield Skipped(name, str(error))
        else:
            yield "test", row


def perturbed_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    """Originals and perturbed programs, numbered alike by program: the files are aligned row by row. The type of a
    question is that of its original, if the files of types are in the folder too."""
    numbers = program_numbers(Path(path)) if Path(path).exists() else {}
    types = types_of_originals(Path(path)) if Path(path).exists() else {}
    for name, split, record in records(path, "sgp-svg-invariance"):
        try:
            row = choice_row(name, split, record)
        except ValueError as error:
            yield Skipped(name, str(error))
            continue
        number = int(name.rpartition("-")[2])
        program = f"inv-{numbers[split][number]:04d}"
        letter, draw = PERTURBED.fullmatch(split).groups()  # type: ignore[union-attr]  # records() gives no other split
        row |= {
            "cluster": program,
            "program": program,
            "motion": MOTIONS[letter],
            "draw": int(draw or 0),
            "translate_x": None if letter else 0.0,
            "translate_y": None if letter else 0.0,
            "rotate": 0.0 if letter != "r" else None,
            "type": types.get(number, row["type"]),
            "defect": VIEWBOX_LOST if _LOST_VIEWBOX.search(row["code"]) else "",
        }
        yield "test", row


def program_numbers(location: Path) -> dict[str, list[int]]:
    """Return for each split the number of every row's program.

    A new program begins where the code changes in every file: some originals were published in two spellings, one for
    some of their questions and one for the others, but not their perturbed forms.
    """
    shown: dict[str, list[str]] = {}
    for table in tables(location):
        if table.config == "sgp-svg-invariance":
            whole = (str(question).rpartition("Question:")[0] for question in read(table.file)["Question"])
            shown.setdefault(table.split, []).extend(whole)
    begins = {
        split: {index for index in range(1, len(texts)) if texts[index] != texts[index - 1]}
        for split, texts in shown.items()
    }
    numbers = {}
    for split, texts in shown.items():
        aligned = [begins[other] for other in shown if len(shown[other]) == len(texts)]
        everywhere = set.intersection(*aligned)
        numbers[split] = list(itertools.accumulate(int(index in everywhere) for index in range(len(texts))))
    return numbers


def types_of_originals(location: Path) -> dict[int, str]:
    """Return the types of unmoved questions by their number: the files of types have the same questions."""
    known: dict[str, str] = {}
    asked: list[str] = []
    for table in tables(location):
        if table.config == "sgp-svg":
            for record in read(table.file).iter_rows(named=True):
                known[fingerprint(record)] = type_of(table.split, record)
        elif table.split == "inv":
            asked.extend(map(fingerprint, read(table.file).iter_rows(named=True)))
    return {number: known[text] for number, text in enumerate(asked) if text in known}


def fingerprint(record: dict[str, Any]) -> str:
    """Return a hash of a question with its program and options."""
    texts = (str(record.get(name) or "").strip() for name in ("Question", *keys.LETTERS))
    return hashlib.sha256("\n".join(texts).encode("utf-8", "replace")).hexdigest()


def symmetry_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    for name, _split, record in records(path, "sgp-symmetry"):
        try:
            code, question = program_and_question(record)
            answer = {"yes": "A", "no": "B"}.get(str(record["Answer"]).strip().lower())
            if answer is None:
                raise ValueError(f"Answer is {record['Answer']!r:.40}, expected Yes or No")
        except ValueError as error:
            yield Skipped(name, str(error))
        else:
            yield (
                "test",
                common(name, code, question)
                | {
                    "category": subject_of(record),
                    "type": "symmetry",
                    "options": ["Yes", "No"],
                    "answer": answer,
                },
            )


def digit_questions(path: str, seed: int) -> Iterator[tuple[str, Row] | Skipped]:
    for name, _, record in records(path, "sgp-mnist"):
        try:
            code, question = program_and_question(record)
            answer = str(record["Answer"]).strip()
            if answer not in digit_question.DIGITS:
                raise ValueError(f"Answer is {answer!r:.40}, expected a digit")
        except ValueError as error:
            yield Skipped(name, str(error))
        else:
            yield "test", digit_question.row(name, SOURCE, DIGIT_LICENSE, question, answer, code)


# --- rows -------------------------------------------------------------------------------------------------------------


def choice_row(name: str, split: str, record: dict[str, Any]) -> Row:
    """Return the row of a record; raise ValueError if it gives none."""
    code, question = program_and_question(record)
    options, answer = options_and_answer(record)
    subject = subject_of(record)
    return common(name, code, question) | {
        "category": UNKNOWN if subject in TYPES else subject,
        "type": type_of(split, record),
        "asks": question_kinds.kind(question),
        "options": options,
        "answer": answer,
    }


def subject_of(record: dict[str, Any]) -> str:
    return str(record.get("Subject") or UNKNOWN).strip()


def type_of(split: str, record: dict[str, Any]) -> str:
    """Return the type of a question: development files are named by it, the Hub's have it in `Subject`."""
    return next((name for name in (split, subject_of(record)) if name in TYPES), UNKNOWN)


def common(name: str, code: str, question: str) -> Row:
    # The questions about one drawing are in several files; equal programs are one drawing.
    drawing = hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()[:12]
    return {
        "id": name,
        "cluster": f"drawing-{drawing}",
        "source": SOURCE,
        "license": LICENSE,
        "generator": "",
        "question": question,
        "code": code,
    }


def program_and_question(record: dict[str, Any]) -> tuple[str, str]:
    whole = str(record["Question"] or "")
    code = extract.code(whole, "svg")
    if code is None:
        raise ValueError("no SVG program in its question")
    asked = _ASKED.search(whole, whole.rindex(code) + len(code))
    if asked is None:
        raise ValueError("no 'Question:' behind its program")
    try:
        svg.parse(code)
    except Rejected as rejected:
        raise ValueError(f"{rejected.status}: {rejected.reason}") from None
    return code, asked[1].strip()


# --- files ------------------------------------------------------------------------------------------------------------


def recogniser(config: str) -> Any:
    """Return a check of whether a path holds published questions for this config."""

    def recognises(path: str) -> bool:
        location = Path(path)
        return location.exists() and any(table.config == config for table in tables(location))

    return recognises


def records(path: str, config: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Name of the row, split, and columns of every record that is for this config."""
    location = Path(path)
    if not location.exists():
        raise UserError(f"no file or folder {path!r}; expected SGP-Bench's questions as CSV or Parquet")
    known = tables(location)
    mine = [table for table in known if table.config == config]
    if not mine:
        present = (
            "; ".join(f"{table.file.name}: {table.description}" for table in known[:5]) or "no CSV or Parquet file"
        )
        raise UserError(
            f"{path} contains no published questions for {config}\n"
            f"expected the columns Question, {WANTED[config]}Answer; found {present}"
        )
    counts: dict[str, int] = {}
    for table in mine:
        for record in read(table.file).iter_rows(named=True):
            number = counts[table.split] = counts.get(table.split, -1) + 1
            yield f"{table.split}-{number:04d}", table.split, record


WANTED = {
    "sgp-svg": "A, B, C, D, ",
    "sgp-svg-invariance": "A, B, C, D (files inv, inv_t0…), ",
    "sgp-symmetry": "",
    "sgp-mnist": "",
}
