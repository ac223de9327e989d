"""Reading VGBench's published data: made-up files in every published form."""

import io
import json
import subprocess

import numpy as np
import polars as pl
import pytest
from PIL import Image

from sgpkit.benchmark import Ask, Skipped
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.families.vgbench import BENCHMARKS
from sgpkit.families.vgbench.content.figure import TYPES
from sgpkit.families.vgbench.sources import vgbench
from sgpkit.metrics.structure.recall.named import from_text
from sgpkit.runs import data

CONFIGS = {benchmark.config: benchmark for benchmark in BENCHMARKS}
CODE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4" fill="#e00"/></svg>'
LETTERED = ["A: Yellow", "B: Red", "C: Blue", "D: Green, or not"]
OPTIONS = ["Yellow", "Red", "Blue", "Green, or not"]
OLD = {"idx": 4, "data": {"code": CODE, "uri": "x"}, "query": {"idx": 9, "q": "What color?", "o": LETTERED, "a": "B"}}


def read(position, config="vgqa-svg", split="test"):
    return [item[1] for item in CONFIGS[config].rows.sources["vgbench"].read(str(position), 0) if item[0] == split]


def csv(path, *records):
    pl.DataFrame(list(records)).write_csv(path)
    return path.parent


@pytest.mark.parametrize(
    "options",
    [
        {"o": str(LETTERED)},
        {"options": json.dumps(LETTERED)},
        {"options": str(OPTIONS)},
        {"options": "A: Yellow, B: Red, C: Blue, D: Green, or not"},
        {"options": "A) Yellow\nB) Red\nC) Blue\nD) Green, or not"},
        dict(zip("ABCD", OPTIONS, strict=True)),
    ],
    ids=["list", "json", "bare", "one line", "lines", "columns"],
)
@pytest.mark.parametrize("answer", ["B", "b ", "B: Red", "Red"])
def test_questions_are_read_however_their_columns_are_written(tmp_path, options, answer):
    path = csv(tmp_path / "svg_color.csv", {"idx": "4", "code": CODE, "q": "What color?", **options, "a": answer})
    (row,) = read(path)
    assert (row["options"], row["answer"]) == (OPTIONS, "B")
    assert (row["type"], row["question"], row["code"]) == ("color", "What color?", CODE)
    assert (row["source"], row["length"], row["band"]) == ("vgbench", len(CODE), "1-1000")


def test_the_older_lists_are_read(tmp_path):
    (tmp_path / "svg").mkdir()
    (tmp_path / "svg" / "final_dataset_color.json").write_text(json.dumps([OLD]))
    (row,) = read(tmp_path)
    assert (row["options"], row["answer"], row["code"], row["question"]) == (OPTIONS, "B", CODE, "What color?")


@pytest.mark.process
def test_types_that_two_formats_have_are_told_apart_by_the_folder(tmp_path):
    for format in ("tikz", "graphviz"):
        (tmp_path / format).mkdir()
        record = OLD | {"data": {"code": format}}
        (tmp_path / format / "final_dataset_relation.json").write_text(json.dumps([record]))
    assert [row["code"] for row in read(tmp_path, "vgqa-tikz")] == ["tikz"]
    assert [row["code"] for row in read(tmp_path, "vgqa-graphviz")] == ["graphviz"]
    assert not vgbench.recognises_questions("svg")(str(tmp_path))


@pytest.mark.process
def test_all_nine_files_are_found_by_their_names(tmp_path):
    for format, types in TYPES.items():
        for type in types:
            csv(tmp_path / f"{format}_{type}.csv", {"code": CODE, "q": "?", "o": str(LETTERED), "a": "A"})
    for format, types in TYPES.items():
        assert [row["type"] for row in read(tmp_path, f"vgqa-{format}")] == list(types)
        assert CONFIGS[f"vgqa-{format}"].rows.sources["vgbench"].detects(str(tmp_path))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"a": "E"}, "expected one of A, B, C, D"),
        ({"o": "['Yellow', 'Red']"}, "expected four options"),
        ({"o": "red or blue"}, "expected four options"),
        ({"code": ""}, "no code"),
        ({"q": ""}, "no question"),
    ],
)
def test_what_is_no_question_is_skipped_with_its_reason(tmp_path, changes, reason):
    good = {"code": CODE, "q": "?", "o": str(LETTERED), "a": "A"}
    path = csv(tmp_path / "svg_usage.csv", good | changes, good)
    items = [item for item in CONFIGS["vgqa-svg"].rows.sources["vgbench"].read(str(path), 0) if item[0] != "train"]
    skipped, (split, row) = items
    assert isinstance(skipped, Skipped) and reason in skipped.reason and skipped.name == "svg-usage-0000"
    assert (split, row["id"]) == ("test", "svg-usage-0001")


@pytest.mark.process
def test_worked_examples_are_the_builtin_ones_and_say_so(tmp_path):
    path = csv(tmp_path / "svg_color.csv", {"code": CODE, "q": "What color?", "o": str(LETTERED), "a": "B"})
    build.build(CONFIGS["vgqa-svg"], tmp_path / "out", "vgbench", str(path))
    train, test = (pl.read_parquet(tmp_path / "out" / "vgqa-svg" / f"{split}-*.parquet") for split in ("train", "test"))
    assert set(train["source"]) == {"builtin"} and set(test["source"]) == {"vgbench"}
    answered = train.with_columns(pl.lit("A").alias("answer"), pl.lit(b"PNG").alias("image")).to_dicts()
    asked = CONFIGS["vgqa-svg"].prompts.strategies["few-shot"](read(path)[0], Ask("code", examples=answered))
    assert len(asked) == 2 + 2 * 3
    loaded = data.load(str(tmp_path / "out"), CONFIGS["vgqa-svg"])
    assert loaded.metadata()["examples_from"] == "builtin", "the run says so, and its score"


@pytest.mark.process
@pytest.mark.parametrize("lines", [False, True], ids=["list", "lines"])
def test_captions_are_read_with_what_they_name(tmp_path, lines):
    records = [
        {"idx": 0, "caption": 'A red circle labeled "Go".', "code": CODE, "vformat": "svg"},
        {"idx": 1, "caption": "", "code": CODE, "vformat": "svg"},
    ]
    text = "\n".join(map(json.dumps, records)) if lines else json.dumps(records)
    (tmp_path / "svg.json").write_text(text)
    (split, row), skipped = CONFIGS["vgen-svg"].rows.sources["vgbench"].read(str(tmp_path), 0)
    assert (split, row["id"], row["caption"]) == ("test", "svg-0", 'A red circle labeled "Go".')
    assert [from_text(item).text for item in row["named"]] == ["red", "Go"]
    assert isinstance(skipped, Skipped)
    done = CONFIGS["vgen-svg"].rows.finish(row)
    assert done["recall"] == 0.5 and done["image"], "the original has no label: its own score is what can be had"


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.realdata
@pytest.mark.parametrize(("name", "ending"), [("tikz", "tex"), ("graphviz", "dot")])
def test_real_programs_in_the_published_form_are_kept_and_drawn_as_by_their_own_compiler(
    tmp_path, fixtures_path, name, ending
):
    """Every program becomes a row. The pictures of some are compared with the page that the plain compiler makes."""
    files = sorted((fixtures_path / ("dot" if ending == "dot" else name)).glob(f"*.{ending}"))
    programs = [file.read_text(encoding="utf-8", errors="replace") for file in files]
    records = [{"idx": number, "caption": "It.", "code": code} for number, code in enumerate(programs)]
    (tmp_path / f"{name}.json").write_text(json.dumps(records))
    benchmark = CONFIGS[f"vgen-{name}"]
    items = list(benchmark.rows.sources["vgbench"].read(str(tmp_path), 0))
    rows = {item[1]["id"]: item[1] for item in items if not isinstance(item, Skipped)}
    distinct = len({code.strip() for code in programs})
    assert len(programs) >= 10 and len(rows) == distinct == len(items)
    assert {row["code"].strip() for row in rows.values()} == {code.strip() for code in programs}
    compared = 0
    for number in range(0, len(files), 4):
        done = benchmark.rows.finish(rows[f"{name}-{number}"])
        command = (
            ["dot", "-Tpdf", "-o", "own.pdf"] if ending == "dot" else ["pdflatex", "-jobname=own", "-halt-on-error"]
        )
        plain = subprocess.run(
            [*command, str(files[number])], cwd=tmp_path, capture_output=True, check=False, timeout=60
        )
        assert isinstance(done, Skipped) == bool(plain.returncode), files[number].name
        if plain.returncode:
            continue
        subprocess.run(["pdftoppm", "-png", "-singlefile", "-r", "72", "own.pdf", "own"], cwd=tmp_path, check=True)
        own, ours = (ink(Image.open(picture)) for picture in (tmp_path / "own.png", io.BytesIO(done["image"])))
        assert ours == pytest.approx(own, rel=0.12), files[number].name
        compared += 1
    assert compared >= 3


def ink(picture):
    """Return the shape of a drawing: the height of its bounding box divided by its width."""
    rows, columns = np.nonzero(np.asarray(picture.convert("L")) < 200)
    return (np.ptp(rows) + 1) / (np.ptp(columns) + 1)


def test_what_is_not_there_is_told(tmp_path):
    (tmp_path / "notes.json").write_text("[]")
    with pytest.raises(UserError, match=r"expected svg_category\.csv.*found notes\.json"):
        read(tmp_path)
    with pytest.raises(UserError, match=r"expected tikz\.json"):
        read(tmp_path, "vgen-tikz")
    (tmp_path / "svg_color.csv").write_text("{")
    with pytest.raises(UserError, match="found no CSV"):
        read(tmp_path / "nowhere")
