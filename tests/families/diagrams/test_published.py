"""Published tasks in their own forms: the selection of rows, and their scores."""

import csv
import importlib.util
import json

import polars as pl
import pytest

from sgpkit.benchmark import Ask, Completion, Skipped, families
from sgpkit.errors import UserError
from sgpkit.families.diagrams import pictures, scoring
from sgpkit.families.diagrams.sources import published

HOUSE = {
    "task_id": "001200",
    "query": "Please output SVG:\n\nTask:\nDraw a house with a red roof.",
    "feature_requirements": "",
    "task_name": "Text to SVG",
    "input_type": "Text",
    "output_type": "SVG",
    "query_example": "",
    "VQA": [{"question": "What is the color of the roof?", "answer": "red"}],
    "raw_output_metric": ["<svg", "<rect", 'fill="#FF0000"', "</svg>"],
    "rendering": True,
}
TASKS = [
    HOUSE,
    {
        **HOUSE,
        "task_id": "170300",
        "task_name": "Matplotlib to TikZ",
        "input_type": "Matplotlib",
        "output_type": "TikZ",
    },
    {**HOUSE, "task_id": "000500", "task_name": "Text to JSON", "output_type": "JSON", "rendering": False},
    {**HOUSE, "task_id": "001201", "raw_output_metric": []},
]
LOGIN = """```mermaid
sequenceDiagram
    participant U as User Agent
    participant S as Server
    U->>S: Send password
    alt password right
        S-->>U: Welcome
    else password wrong
        S--xU: Refused
    end
    Note over S: log the attempt
    S->>+S: Update log
```"""
EXCHANGES = [
    {
        "nl_task_title": "Login",
        "nl_task_desc": "A user logs in.",
        "input_prompt": "Draw a login.",
        "expected_output": LOGIN,
    },
    {"nl_task_title": "None", "nl_task_desc": "-", "input_prompt": "-", "expected_output": "flowchart TD\n A --> B"},
]


def rows(config, source, path):
    return list(families.get(config).rows.sources[source].read(str(path), 0))


@pytest.fixture
def tasks(tmp_path):
    (tmp_path / "tasks.json").write_text(json.dumps(TASKS))
    return tmp_path


def test_tasks_of_structeval_become_rows_of_their_language(tasks):
    (_, house), skipped = rows("diagrams-svg", "structeval", tasks)
    assert house["description"] == HOUSE["query"]
    assert json.loads(house["questions"]) == HOUSE["VQA"]
    assert json.loads(house["keywords"]) == HOUSE["raw_output_metric"]
    assert skipped == Skipped("structeval-001201", "it has no keywords")
    ((_, figure),) = rows("diagrams-tikz", "structeval", tasks)
    assert (figure["kind"], figure["task"]) == ("Matplotlib to TikZ", "draw")
    with pytest.raises(UserError, match="no tasks of StructEval for Typst"):
        rows("diagrams-typst", "structeval", tasks)
    assert "structeval" not in families.get("diagrams-graphviz").rows.sources


def test_parquet_of_structeval_is_read(tmp_path):
    pl.DataFrame([HOUSE]).write_parquet(tmp_path / "train-00000-of-00001.parquet")
    ((_, house),) = rows("diagrams-svg", "structeval", tmp_path)
    assert json.loads(house["keywords"]) == HOUSE["raw_output_metric"]
    assert families.get("diagrams-svg").rows.detecting(str(tmp_path)) == ["structeval"]


def test_published_rows_are_asked_as_they_are_published(tasks):
    benchmark = families.get("diagrams-svg")
    (_, house), _ = rows("diagrams-svg", "structeval", tasks)
    row = pictures.finish(house, "svg")
    system, user = benchmark.prompts.strategies["direct"](row, Ask())
    assert user["content"] == HOUSE["query"]
    assert "label" not in system["content"]


@pytest.mark.process
def test_keywords_count_in_programs_that_draw_something(tasks):
    benchmark = families.get("diagrams-svg")
    (_, house), _ = rows("diagrams-svg", "structeval", tasks)
    row = pictures.finish(house, "svg")
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
    answers = [
        f'{head}<rect width="5" height="5" fill="#FF0000"/></svg>',
        f'{head}<circle r="5" fill="#00FF00"/></svg>',
        f'{head}<!-- <rect fill="#FF0000" --></svg>',
        f'{head}<circle r="5"/><!-- <rect fill="#FF0000" --></svg>',
        f"No. {' '.join(HOUSE['raw_output_metric'])}",
    ]
    values = [score.value for score in benchmark.scoring.score([row] * 5, list(map(Completion, answers)))]
    assert values == [1, 0.5, 0, 0.5, 0]
    assert benchmark.scoring.less([row]).name == "keywords"


def test_exchanges_are_read_from_their_references():
    content = published.exchange(published.fenced(LOGIN))
    assert content.lanes == ("User Agent", "Server")
    assert [tuple(one) for one in content.messages] == [
        ("User Agent", "Server", "Send password"),
        ("Server", "User Agent", "Welcome"),
        ("Server", "User Agent", "Refused"),
        ("Server", "Server", "Update log"),
    ]


@pytest.mark.process
@pytest.mark.sandbox
@pytest.mark.skipif(importlib.util.find_spec("mmdr") is None, reason="mmdr is not installed")
def test_exchanges_are_scored_by_their_messages(tmp_path):
    with (tmp_path / "bench.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, EXCHANGES[0])
        writer.writeheader()
        writer.writerows(EXCHANGES)
    (_, login), skipped = rows("diagrams-mermaid", "mermaidseqbench", tmp_path)
    assert isinstance(skipped, Skipped)
    row = pictures.finish(login, "mermaid")
    assert not isinstance(row, Skipped), row
    code = published.fenced(LOGIN)
    bare = "\n".join(line for line in code.splitlines() if not line.strip().startswith(("alt", "else", "end", "Note")))
    whole, plain, turned, short = scoring.score(
        [row] * 4,
        list(
            map(
                Completion,
                (
                    LOGIN,
                    bare,
                    code.replace("S-->>U: Welcome", "U-->>S: Welcome"),
                    code.replace("S->>+S: Update log", ""),
                ),
            )
        ),
        "mermaid",
    )
    assert whole.value == plain.value == 1, (whole, plain)
    assert 0 < turned.value < 1
    assert 0 < short.value < 1
