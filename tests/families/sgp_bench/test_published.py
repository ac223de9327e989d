"""Reading SGP-Bench's published questions: made-up files in every published form, and the real ones."""

import csv
import gzip
import io
from collections import Counter

import numpy as np
import polars as pl
import pytest
from PIL import Image

from sgpkit.benchmark import Completion, Skipped, families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench import BENCHMARKS
from sgpkit.families.sgp_bench.sources import published
from sgpkit.status import Status

CONFIGS = {benchmark.config: benchmark for benchmark in BENCHMARKS}
PREFACE = "Examine the following SVG code carefully and answer the question.\n\n"


def program(width=10):
    return f'<svg viewBox="0 0 {width} 10">\n<rect width="{width}" height="5" style="fill:#00f;" />\n</svg>'


def record(code=None, question="What is it?", **changes):
    whole = f"{PREFACE}{program() if code is None else code}\n\nQuestion: {question}"
    return {
        "": "7",
        "Question": whole,
        "A": "One",
        "B": "Two",
        "C": "Three",
        "D": "Four",
        "Answer": "B",
        "Subject": "tool",
    } | changes


def write(path, *records):
    table = pl.DataFrame(list(records))
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        table.write_parquet(path)
    elif path.suffix == ".gz":
        path.write_bytes(gzip.compress(table.write_csv().encode()))
    else:
        table.write_csv(path)


def read(config, path, seed=0):
    return list(CONFIGS[config].rows.sources["sgp_bench"].read(str(path), seed))


@pytest.mark.parametrize("name", ["count.csv", "count.csv.gz", "data/count-00000-of-00001.parquet"])
def test_questions_keep_their_options_keys_and_order(tmp_path, name):
    write(tmp_path / name, record(), record(question="Which?\nMind the gap.", Answer="D"))
    assert CONFIGS["sgp-svg"].rows.sources["sgp_bench"].detects(str(tmp_path))
    (split, first), (_, second) = read("sgp-svg", tmp_path)
    assert split == "test"
    assert first.pop("cluster") == second["cluster"]
    assert first == {
        "id": "count-0000",
        "source": "sgp-bench",
        "license": published.LICENSE,
        "generator": "",
        "question": "What is it?",
        "code": program(),
        "category": "tool",
        "type": "count",
        "asks": "what it is",
        "options": ["One", "Two", "Three", "Four"],
        "answer": "B",
    }
    assert (second["question"], second["answer"]) == ("Which?\nMind the gap.", "D")


def test_a_split_of_the_hub_has_its_types_in_subject(tmp_path):
    write(tmp_path / "svg-00000-of-00002.parquet", record(Subject="color"))
    write(tmp_path / "svg-00001-of-00002.parquet", record(Subject="shape"))
    rows = [row for _, row in read("sgp-svg", tmp_path)]
    assert [(row["id"], row["type"], row["category"]) for row in rows] == [
        ("svg-0000", "color", "unknown"),
        ("svg-0001", "shape", "unknown"),
    ]


def test_perturbed_programs_are_numbered_as_their_originals_and_defects_are_named(tmp_path):
    one, two = program(10), program(12)
    broken = one.replace("viewBox", "viewbox")
    write(tmp_path / "inv.csv", record(one), record(one, "Why?"), record(two))
    write(tmp_path / "inv_t3.csv", record(broken), record(broken, "Why?"), record(two))
    write(tmp_path / "inv_r0.csv", record(one), record(one, "Why?"), record(two))
    write(tmp_path / "semantics.csv", record())
    rows = [row for _, row in read("sgp-svg-invariance", tmp_path)]
    assert [(row["program"], row["motion"], row["draw"]) for row in rows[:4]] == [
        ("inv-0000", "none", 0),
        ("inv-0000", "none", 0),
        ("inv-0001", "none", 0),
        ("inv-0000", "SE2", 0),
    ]
    assert {(row["program"], row["draw"]) for row in rows if row["motion"] == "T"} == {("inv-0000", 3), ("inv-0001", 3)}
    assert [row["id"] for row in rows if row["defect"]] == ["inv_t3-0000", "inv_t3-0001"]
    assert rows[0]["rotate"] == 0.0 and rows[3]["rotate"] is None
    assert [row["id"] for _, row in read("sgp-svg", tmp_path)] == ["semantics-0000"]


def test_a_perturbed_question_has_the_type_of_its_original(tmp_path):
    one, two, moved = program(10), program(12), program(11)
    write(tmp_path / "inv.csv", record(one), record(one, "Why?"), record(two, "Why?"))
    write(tmp_path / "inv_t0.csv", record(moved), record(moved, "Why?"), record(moved, "Why?"))
    write(tmp_path / "count.csv", record(one))
    write(tmp_path / "shape.csv", record(one, "Why?", A="5"), record(two, "Why?"))
    rows = [row for _, row in read("sgp-svg-invariance", tmp_path)]
    # The second one has other options in the file of shapes, which makes it another question.
    assert [row["type"] for row in rows] == ["count", "unknown", "shape"] * 2


def test_a_moved_drawing_that_shows_nothing_is_kept_and_its_original_is_not(tmp_path):
    blank = "<svg viewBox='0 0 9 9'><path d='M-99-99h9v9z'/></svg>"
    write(tmp_path / "inv.csv", record(blank), record(program()))
    write(tmp_path / "inv_t0.csv", record(blank.replace("viewBox", "viewbox")), record(program()))
    done = [CONFIGS["sgp-svg-invariance"].rows.finish(row) for _, row in read("sgp-svg-invariance", tmp_path)]
    assert [isinstance(row, Skipped) for row in done] == [True, False, False, False]
    assert done[2]["defect"].endswith("the drawing shows nothing") and done[2]["defect"].startswith("the root says")
    pixels = np.asarray(Image.open(io.BytesIO(done[2]["image"])).convert("RGB"))
    assert (pixels == 255).all() and done[1]["defect"] == done[3]["defect"] == ""


def test_one_empty_option_is_the_word_none(tmp_path):
    """CSV readers take this word for a missing value, and the published data lost it that way."""
    write(tmp_path / "shape.csv", record(D=None), record(A="", D="x"))
    rows = [row for _, row in read("sgp-svg", tmp_path)]
    assert [row["options"] for row in rows] == [["One", "Two", "Three", "None"], ["None", "Two", "Three", "x"]]


def test_symmetry_and_digits_have_no_options(tmp_path):
    bare = {"Question": f"{PREFACE}{program()}\n\nQuestion: Same?", "Answer": "No"}
    write(tmp_path / "symmetry.csv", bare, bare | {"Answer": "Perhaps"})
    write(tmp_path / "mnist.csv", bare | {"Answer": "4"}, bare | {"Answer": "10"})
    yes, odd = read("sgp-symmetry", tmp_path)
    assert (yes[1]["options"], yes[1]["answer"]) == (["Yes", "No"], "B")
    assert odd == Skipped("symmetry-0001", "Answer is 'Perhaps', expected Yes or No")
    four, odd = read("sgp-mnist", tmp_path)
    assert four[1]["answer"] == "4" and "options" not in four[1]
    assert odd == Skipped("mnist-0001", "Answer is '10', expected a digit")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"Answer": "E"}, "Answer is 'E', expected one of A, B, C, D"),
        ({"B": None}, "option B is empty"),
        ({"A": None, "C": ""}, "option A is empty"),
        ({"Question": "What is it?"}, "no SVG program in its question"),
        ({"Question": program() + " What is it?"}, "no 'Question:' behind its program"),
        (record("<svg><a:b/></svg>"), "parse_error: prefix 'a' of element 'a:b' is not declared at line 1, column 12"),
        (record("<svg><script>1</script></svg>"), "unsafe: element 'script' is not allowed in a drawing"),
    ],
)
def test_records_that_give_no_row_are_named_with_the_reason(tmp_path, changes, reason):
    write(tmp_path / "shape.csv", record(), record() | changes)
    assert read("sgp-svg", tmp_path)[1] == Skipped("shape-0001", reason)


def test_a_file_of_the_wrong_kind_says_what_was_expected_and_found(tmp_path):
    with pytest.raises(UserError, match="no file or folder"):
        read("sgp-svg", tmp_path / "none.csv")
    with pytest.raises(UserError, match="expected the columns Question, A, B, C, D, Answer; found no CSV or Parquet"):
        read("sgp-svg", tmp_path)
    write(tmp_path / "x.csv", {"name": "cat"})
    with pytest.raises(UserError, match=r"found x\.csv: columns name"):
        read("sgp-svg", tmp_path)
    (tmp_path / "x.csv").unlink()
    (tmp_path / "y.parquet").write_bytes(b"not parquet at all")
    with pytest.raises(UserError, match=r"y\.parquet: expected a table with the columns Question and Answer"):
        read("sgp-svg", tmp_path)
    assert not CONFIGS["sgp-svg"].rows.sources["sgp_bench"].detects(str(tmp_path))


def test_a_published_file_builds(tmp_path):
    write(tmp_path / "in/color.csv", record(), record("<svg><path d='M0 0'/></svg>"), record(program(20)))
    benchmark = CONFIGS["sgp-svg"]
    source, path = build.choose_source(benchmark, str(tmp_path / "in"))
    report = build.build(benchmark, tmp_path / "out", source, path)
    assert (report.rows, report.skipped) == ({"test": 2}, 1)
    assert "the drawing shows nothing" in (report.folder / "build-log.jsonl").read_text()


# --- the real files ---------------------------------------------------------------------------------------------------


@pytest.mark.realdata
@pytest.mark.parametrize(
    ("config", "count"), [("sgp-svg", 654), ("sgp-svg-invariance", 1260), ("sgp-symmetry", 49), ("sgp-mnist", 199)]
)
def test_every_published_row_at_hand_is_read_and_scored(fixtures_path, config, count):
    benchmark = CONFIGS[config]
    assert benchmark.rows.sources["sgp_bench"].detects(str(fixtures_path / "sgp-bench"))
    items = read(config, fixtures_path / "sgp-bench")
    rows = [row for _, row in items]
    assert len({row["id"] for row in rows}) == count == len(items)
    finished = [benchmark.rows.finish(row) for row in rows[:: count // 12]]
    assert all(row.keys() == benchmark.rows.columns.keys() for row in finished)
    assert all(row["image"].startswith(b"\x89PNG") for row in finished)
    scores = benchmark.scoring.score(rows, [Completion(benchmark.evidence.reference(row)) for row in rows])
    assert {(score.value, score.status) for score in scores} == {(1.0, Status.OK)}


@pytest.mark.realdata
def test_all_published_translations_are_marked_as_defective(fixtures_path):
    rows = [row for _, row in read("sgp-svg-invariance", fixtures_path / "sgp-bench")]
    assert Counter((row["motion"], bool(row["defect"])) for row in rows) == {("none", False): 210, ("T", True): 1050}
    originals = {row["id"].partition("-")[2]: row for row in rows if row["motion"] == "none"}
    for row in rows:
        original = originals[row["id"].partition("-")[2]]
        assert [row[name] for name in ("program", "question", "options", "answer")] == [
            original[name] for name in ("program", "question", "options", "answer")
        ]


@pytest.mark.realdata
@pytest.mark.parametrize("config", ["sgp-svg", "sgp-svg-invariance", "sgp-cad-3d"])
def test_rows_equal_the_files_as_the_standard_library_reads_them(fixtures_path, config):
    """The program is the text from the first to the last tag, and the question is the text after its name."""
    csv.field_size_limit(10**8)
    benchmark = families.get(config)
    folder = fixtures_path / "sgp-bench"
    rows = {row["id"]: row for _, row in benchmark.rows.sources["sgp_bench"].read(str(folder), 0)}
    inverted = {"sgp-svg-invariance": "inv*.csv.gz", "sgp-cad-3d": "cad.csv.gz"}
    names = [file for kind in published.TYPES for file in folder.glob(f"{kind}.csv.gz")]
    compared = 0
    for file in sorted(folder.glob(inverted[config])) if config in inverted else names:
        with gzip.open(file, "rt", encoding="utf-8", newline="") as stream:
            for number, record in enumerate(csv.DictReader(stream)):
                row = rows[f"{file.name.removesuffix('.csv.gz')}-{number:04d}"]
                whole, asked = record["Question"].rsplit("Question:", 1)
                assert row["question"] == asked.strip() and row["code"].strip() in whole
                assert row["code"].strip().endswith(("</svg>", "EOS"))
                assert row["options"] == [record[letter].strip() or "None" for letter in "ABCD"]
                assert row["answer"] == record["Answer"].strip()
                compared += 1
    assert compared == len(rows) > 200
