"""Reading SGP-Bench's published CAD questions: made-up files in the published form, and the real one."""

import csv
import io

import pytest

from sgpkit.benchmark import Ask, Completion, Skipped
from sgpkit.benchmark.sources import cad_text
from sgpkit.errors import UserError
from sgpkit.families.sgp_cad import BENCHMARKS

CONFIGS = {benchmark.config: benchmark for benchmark in BENCHMARKS if benchmark.config.startswith("sgp-cad")}
PREFACE = "Examine the following CAD code carefully to understand the 3D object and answer the question.\n\n"
HINT = "\n\nHint: the CAD code has the following syntax:\n\nLine(x, y): a line. <EOS> means the end of the code.\n\n"
WASHER = (
    "SOL;Circle:(176,128,48);SOL;Circle:(176,128,20);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
)
PRISM = "Plane:(0,0,0,1,0,0,0,1,0);Profile;Loop;Circle:(2,1,0.5);Extrude:(NewBody,OneSide,2);End"
SKETCH = "Line1:(0,0,4,0);Line2:(4,0,4,3);Horizontal:(Line1);End"


def record(code=WASHER, question="How many holes?", **changes):
    whole = f"{PREFACE}{code}{HINT}Question: {question}"
    return {
        "": "7",
        "Question": whole,
        "A": "1",
        "B": "2",
        "C": "3",
        "D": "4",
        "Answer": "A",
        "Subject": "QA",
    } | changes


def write(path, *records):
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(records[0]))
    writer.writeheader()
    writer.writerows(records)
    path.write_text(text.getvalue())


def read(config, path):
    return list(CONFIGS[config].rows.sources["sgp_bench"].read(str(path), 0))


def test_each_dialect_goes_to_its_config_with_all_columns(tmp_path):
    write(tmp_path / "cad.csv", record(), record(PRISM), record(SKETCH), record(question="Two\nlines?", Answer="d"))
    programs = {}
    for config, benchmark in CONFIGS.items():
        assert benchmark.rows.sources["sgp_bench"].detects(str(tmp_path))
        rows = [row for _, row in read(config, tmp_path)]
        assert all(row.keys() | {"image", "image_front", "image_back"} == benchmark.rows.columns.keys() for row in rows)
        programs[config] = [(row["id"], row["code"]) for row in rows]
    assert programs == {
        "sgp-cad-3d": [("cad-0000", WASHER), ("cad-0003", WASHER)],
        "sgp-cad-3d-complex": [("cad-0001", PRISM)],
        "sgp-cad-2d": [("cad-0002", SKETCH)],
    }


def test_questions_options_and_keys_stay_as_published(tmp_path):
    write(tmp_path / "cad.csv", record(question="Two\nlines?", Answer="d"))
    ((split, row),) = read("sgp-cad-3d", tmp_path)
    assert (split, row["question"], row["options"], row["answer"]) == ("test", "Two\nlines?", ["1", "2", "3", "4"], "D")
    assert (row["source"], row["dialect"], row["aspect"]) == ("sgp-bench", "deepcad", "")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"Answer": "E"}, "Answer is 'E', expected one of A, B, C, D"),
        ({"B": "", "C": ""}, "option B is empty"),
        ({"B": "", "Answer": "B"}, "option B is empty"),
        ({"Question": f"{PREFACE}nothing{HINT}Question: why?"}, "no CAD program in its question"),
        ({"Question": f"{PREFACE}{WASHER}{HINT}"}, "no 'Question:' behind its program"),
    ],
)
def test_what_cannot_be_read_is_skipped_with_its_reason(tmp_path, changes, reason):
    write(tmp_path / "cad.csv", record(), record(**changes))
    _, skipped = read("sgp-cad-3d", tmp_path)
    assert skipped == Skipped("cad-0001", reason)


def test_a_broken_program_is_skipped_with_its_place(tmp_path):
    write(tmp_path / "cad.csv", record(), record(WASHER.replace("Circle:(176,128,20)", "Circle:(176,128)")))
    _, skipped = read("sgp-cad-3d", tmp_path)
    assert isinstance(skipped, Skipped)
    assert "command 4 (Circle)" in skipped.reason


def test_a_file_without_this_dialect_is_said_to_have_none(tmp_path):
    write(tmp_path / "cad.csv", record())
    assert not CONFIGS["sgp-cad-2d"].rows.sources["sgp_bench"].detects(str(tmp_path))
    with pytest.raises(UserError, match="no published questions for sgp-cad-2d"):
        read("sgp-cad-2d", tmp_path)
    with pytest.raises(UserError, match="no file or folder"):
        read("sgp-cad-2d", tmp_path / "missing")


def test_the_prompt_holds_program_hint_and_question_and_both_pictures(tmp_path):
    write(tmp_path / "cad.csv", record())
    ((_, row),) = read("sgp-cad-3d", tmp_path)
    benchmark = CONFIGS["sgp-cad-3d"]
    row |= {"image_front": b"front", "image_back": b"back"}
    (asked,) = benchmark.prompts.strategies["cot"](row, Ask("code", "", benchmark.prompts.texts))
    assert WASHER in asked["content"] and "SOL begins a closed loop" in asked["content"] and "D) 4" in asked["content"]
    (asked,) = benchmark.prompts.strategies["direct"](row, Ask("image", "", benchmark.prompts.texts))
    assert [part.get("image") for part in asked["content"]] == [b"front", b"back", None]
    assert WASHER not in asked["content"][-1]["text"]


def test_scores_and_floors_of_published_rows(tmp_path):
    write(tmp_path / "cad.csv", record(), record(question="How many faces?", Answer="B"))
    rows = [row for _, row in read("sgp-cad-3d", tmp_path)]
    benchmark = CONFIGS["sgp-cad-3d"]
    scores = benchmark.scoring.score(rows, [Completion("Answer: A"), Completion("Answer: A")])
    assert [score.value for score in scores] == [1.0, 0.0]
    assert benchmark.scoring.summary(rows, scores)["constant baseline"].value == 0.5


@pytest.mark.realdata
def test_all_published_questions_are_read_and_a_lost_option_is_none(fixtures_path):
    items = read("sgp-cad-3d", fixtures_path / "sgp-bench")
    assert not [item for item in items if isinstance(item, Skipped)]
    rows = [item[1] for item in items]
    assert len(rows) == 225
    assert [(row["id"], row["options"]) for row in rows if "None" in row["options"]] == [
        ("cad-0144", ["Two", "Four", "Six", "None"]),
        ("cad-0152", ["One", "Two", "Three", "None"]),
    ]
    assert {row["dialect"] for row in rows} == {"deepcad"}
    assert all(row["code"].startswith("SOL;") and row["code"].endswith(";EOS") for row in rows)
    assert not any("Hint" in row["question"] or "SOL" in row["question"] for row in rows)
    # Builtin rows are balanced because always answering C scores 50.6 % on all thousand published rows, some of them here.
    assert 0.45 < sum(row["answer"] == "C" for row in rows) / len(rows) < 0.6


@pytest.mark.realdata
@pytest.mark.sandbox
def test_published_parts_get_their_pictures(fixtures_path):
    pytest.importorskip("OCP")
    rows = [item[1] for item in read("sgp-cad-3d", fixtures_path / "sgp-bench") if not isinstance(item, Skipped)]
    for row in rows[::75]:
        done = CONFIGS["sgp-cad-3d"].rows.finish(row)
        assert done["image_front"].startswith(b"\x89PNG") and done["image_front"] != done["image_back"]


def test_dialects_are_told_by_how_a_program_begins():
    for code, dialect in ((WASHER, "deepcad"), (PRISM, "fusion360"), (SKETCH, "sketchgraphs")):
        assert cad_text.find_program(f"{PREFACE}{code}{HINT}") == (code, dialect)
