"""A skeleton of a family: a working config with questions about drawings, to be changed file by file."""

from pathlib import Path

from sgpkit.errors import UserError

FILES = {
    "__init__.py": '''\
"""{title}: replace this line with the URL of the paper or repository of the benchmark."""

from sgpkit.benchmark import Benchmark, Evidence, Prompts, Rows, Scoring, Source

from . import prompts, scoring
from .sources import builtin

BENCHMARKS = (
    Benchmark(
        config="{config}",
        title="{title}: how many squares?",
        paper="unpublished",
        answer_format="choice",
        rows=Rows(
            columns={{
                "id": "string",
                "cluster": "string",
                "source": "string",
                "license": "string",
                "code": "string",
                "question": "string",
                "options": "list[string]",
                "answer": ("A", "B", "C", "D"),
            }},
            sources={{"builtin": Source(builtin.rows)}},
            counts={{"train": 8, "test": 100}},
        ),
        prompts=Prompts(strategies=prompts.STRATEGIES, texts=prompts.TEXTS),
        scoring=Scoring(score=scoring.score, headline=("accuracy",)),
        evidence=Evidence(reference=lambda row: f"Answer: {{row['answer']}}"),
    ),
)
''',
    "prompts.py": '''\
"""Prompts: strategies turn a row into messages. Users may replace the texts (`sgpkit run --prompts`)."""

from sgpkit.benchmark import Ask, Messages, Row, messages

TEXTS = {{"question": "{{code}}\\n\\n{{question}}\\n{{options}}\\n\\nEnd with a line `Answer: LETTER`."}}


def direct(row: Row, ask: Ask) -> Messages:
    """Return one message with the program, the question and its options."""
    options = "\\n".join(f"{{letter}}) {{option}}" for letter, option in zip("ABCD", row["options"], strict=True))
    return messages(ask.texts["question"].format(code=row["code"], question=row["question"], options=options))


STRATEGIES = {{"direct": direct}}
''',
    "scoring.py": '''\
"""Scores of answers: 1 for the right letter."""

from collections.abc import Sequence

from sgpkit import extract
from sgpkit.benchmark import Completion, Row, Score


def score(rows: Sequence[Row], completions: Sequence[Completion]) -> list[Score]:
    """Return one score per completion, in their order."""
    scores = []
    for row, completion in zip(rows, completions, strict=True):
        answer = extract.answer(completion.text, row["options"], completion.finish_reason)
        if answer.value is None:
            scores.append(Score(0.0, status=answer.status, reason=answer.reason))
        else:
            is_right = answer.value == row["answer"]
            scores.append(Score(float(is_right), reason=f"{{answer.value}}, expected {{row['answer']}}"))
    return scores
''',
    "sources/__init__.py": '"""Sources of rows, one file per source."""\n',
    "sources/builtin.py": '''\
"""Fresh rows from a seed: squares to count. Each row has its own random generator, seeded by its id."""

import random
from collections.abc import Iterator

from sgpkit.benchmark import Row


def rows(path: str, seed: int) -> Iterator[tuple[str, Row]]:
    """Yield each row with its split."""
    for split, count in (("train", 8), ("test", 100)):
        for number in range(count):
            yield split, row(f"{{split}}-{{number}}", seed)


def row(identifier: str, seed: int) -> Row:
    """Return one question about one drawing."""
    chance = random.Random(f"{{identifier}} {{seed}}")
    count = chance.randint(2, 9)
    colors = [f"#{{chance.randrange(4096):03x}}" for _ in range(count)]
    squares = "".join(f'<rect x="{{10 * i}}" width="8" height="8" fill="{{colors[i]}}"/>' for i in range(count))
    options = chance.sample([count - 2, count - 1, count, count + 1], 4)
    return {{
        "id": identifier,
        "cluster": identifier,
        "source": "builtin",
        "license": "CC0-1.0",
        "code": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 10">{{squares}}</svg>',
        "question": "How many squares are drawn?",
        "options": [str(option) for option in options],
        "answer": "ABCD"[options.index(count)],
    }}
''',
    "card.md": "# {title}\n\nQuestions about drawings, answered from their programs: how many squares are there?\n",
    "columns.toml": """\
[all]
code = "the drawing's program, SVG"
question = "the question"
options = "the possible answers"
answer = "the letter of the right option"
""",
}


def write(name: str, folder: Path) -> Path:
    """Write a new family called `name` into `folder`; returns the family's folder."""
    if not name.isidentifier() or name != name.lower():
        raise UserError(f"{name!r}: expected a Python identifier in lower case, such as my_family")
    target = folder / name
    if target.exists():
        raise UserError(f"{target} exists already; choose another name or another --out")
    words = {"title": name.replace("_", " ").capitalize(), "config": f"{name.replace('_', '-')}-count"}
    for path, text in FILES.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(text.format(**words), encoding="utf-8")
    return target
