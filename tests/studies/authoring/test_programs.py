"""Sources of programs, and the types of questions for them."""

import json
import re
import zipfile

import polars as pl
import pytest
import toy
import toy_author

from sgpkit.benchmark import Skipped, families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench import SYMMETRY
from sgpkit.studies.authoring import drawing, programs, prompts, vocabulary
from sgpkit.studies.authoring.programs import Program

WASHER = (
    "SOL;Circle:(176,128,48);SOL;Circle:(176,128,20);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
)


def read(source, format, license=None):
    result = list(programs.read(str(source), format, license))
    return [one for one in result if isinstance(one, Program)], [one for one in result if isinstance(one, Skipped)]


def test_a_folder_has_a_category_a_folder(tmp_path):
    toy_author.write_drawings(tmp_path / "icons", ("good",))
    (tmp_path / "icons" / "squares" / "titled.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>a red square</title><rect width="9" height="9"/></svg>'
    )
    (tmp_path / "icons" / "squares" / "good.txt").write_text("no drawing")
    result, skipped = read(tmp_path / "icons", "svg", "CC0")
    assert [(one.item, one.category, one.source, one.license) for one in result] == [
        ("other/blank", "other", "icons", "CC0"), ("squares/good", "squares", "icons", "CC0"), ("squares/titled", "squares", "icons", "CC0")
    ]  # fmt: skip
    assert "<title>" not in result[2].code, "what a drawing says of itself is taken out"
    assert [one.name for one in skipped] == ["other/broken.svg"]


def test_names_stand_on_one_line_as_they_read_and_are_not_endless(tmp_path):
    code = toy_author.code("red")
    lines = [{"id": name, "code": code, "category": "c" * 1000} for name in ("a\nb\u202e", "x" * 1_000_000, "é")]
    (tmp_path / "odd.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    result, skipped = read(tmp_path / "odd.jsonl", "svg")
    assert [(one.item, len(one.category)) for one in result] == [("a\\nb\\u202e", 200), ("é", 200)]
    assert "its name has 1,000,000 characters" in skipped[0].reason and len(skipped[0].name) < 300


def test_an_archive_is_read_as_its_folder_is(tmp_path):
    with zipfile.ZipFile(tmp_path / "graphs.zip", "w") as archive:
        archive.writestr("trees/a.dot", "graph { a -- b }")
        archive.writestr("trees/a.gv", "graph { a -- c }")
        archive.writestr("b.gv", "graph { b -- c }")
    result, skipped = read(tmp_path / "graphs.zip", "graphviz")
    assert [(one.item, one.category) for one in result] == [("b", "uncategorized"), ("trees/a", "trees")]
    assert [(one.name, one.reason) for one in skipped] == [("trees/a", "another program of this name was read already")]


@pytest.mark.parametrize("ending", ["parquet", "jsonl", "json", "csv"])
def test_a_table_has_its_programs_under_code(ending, tmp_path):
    table = pl.DataFrame(
        {
            "id": ["one", None, "three"],
            "code": ["%!PS 1", "%!PS 2", None],
            "license": ["CC0", None, None],
            "kind": ["plot", None, None],
        }
    )
    writers = {
        "parquet": table.write_parquet,
        "jsonl": table.write_ndjson,
        "json": table.write_json,
        "csv": table.write_csv,
    }
    writers[ending](path := tmp_path / f"plots.{ending}")
    result, skipped = read(path, "eps")
    assert [(one.item, one.code, one.category, one.source) for one in result] == [
        ("one", "%!PS 1", "plot", "plots"), ("plots-00001", "%!PS 2", "unknown", "plots")
    ]  # fmt: skip
    assert [one.license for one in result] == ["CC0", programs.LICENSE]
    assert skipped == [Skipped("three", "no program under code")]


def test_the_caption_and_an_example_of_the_type_are_in_the_request(tmp_path):
    code = toy_author.code("red")
    lines = [{"id": "a", "code": code, "caption": "A red square, {as} drawn."}, {"id": "b", "code": code}]
    (tmp_path / "named.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    captioned, bare = (drawing.Drawn(one, ("a.png",), (b"png",)) for one in read(tmp_path / "named.jsonl", "svg")[0])

    def text(drawn, name, asks=None):
        (message,) = prompts.ask(drawn, name, asks or vocabulary.TYPES["svg"][name], 1, prompts.TEXTS)
        return message["content"][-1]["text"]

    assert "A red square, {as} drawn." in text(captioned, "color") and "description" not in text(bare, "color")
    shown = json.loads(re.search(r"of another picture: (\{.*\})", text(bare, "color"))[1])
    assert shown["answer"] in shown["options"] and len(set(shown["options"])) == 4
    assert "of another picture" not in text(bare, "color", "how warm it feels")
    assert "of another picture" not in text(bare, "mood", "how it feels")


def test_every_type_has_an_example_with_one_right_option():
    assert set(vocabulary.EXAMPLES) == {name for types in vocabulary.TYPES.values() for name in types}
    for example in vocabulary.EXAMPLES.values():
        assert example.options.count(example.answer) == 1 and len(set(example.options)) == 4


def test_a_built_dataset_gives_each_program_once(tmp_path):
    build.build(SYMMETRY, tmp_path / "data", limit=4, workers=1)
    result, _ = read(f"{tmp_path / 'data'}:sgp-symmetry", "svg")
    assert len({one.code for one in result}) == len(result) == 4
    assert result == read(tmp_path / "data", "svg")[0], "its only config need not be named"
    assert result[0].source == "builtin"


def test_cad_programs_become_text_of_their_own_dialect(tmp_path):
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "washer.cad").write_text(WASHER)
    (tmp_path / "parts" / "notes.txt").write_text("read me")
    (tmp_path / "parts" / "odd.json").write_text('{"sequence": []}')
    result, skipped = read(tmp_path / "parts", "cad")
    assert [(one.item, one.dialect, one.code) for one in result] == [
        ("parts/washer".partition("/")[2], "deepcad", WASHER)
    ]
    assert [one.name for one in skipped] == ["notes.txt", "odd.json"]
    assert skipped[0].reason == "no CAD program in it"
    assert drawing.file_names(result[0])[0].endswith("-front.png")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bad.zip", b"PK nothing", "that is not an archive"),
        ("bad.parquet", b"PAR1", "expected a table with a column code"),
        ("none.csv", b"a,b\n1,2\n", "expected a column code; found a, b"),
        ("bad.jsonl", b"{", "expected a table with a column code"),
    ],
)
def test_what_is_no_source_is_told(name, content, message, tmp_path):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UserError, match=message):
        read(tmp_path / name, "svg")


def test_a_config_without_programs_or_without_a_name_is_told(tmp_path, monkeypatch):
    with pytest.raises(UserError, match=r"no folder, \.zip, table or dataset"):
        read(tmp_path / "nothing", "svg")
    monkeypatch.setattr(families, "get", lambda config: toy.PLAIN)
    with pytest.raises(UserError, match="toy has no programs: its columns are id, "):
        read(f"{tmp_path}:toy", "svg")


@pytest.mark.realdata
@pytest.mark.sandbox
def test_real_parts_and_sketches_are_read_and_drawn(fixtures_path, tmp_path):
    sources = {
        "deepcad": fixtures_path / "deepcad",
        "fusion360": fixtures_path / "fusion360",
        "sketchgraphs": fixtures_path / "sketchgraphs" / "onshape_json",
    }
    for dialect, source in sources.items():
        result, _ = read(source, "cad")
        assert {one.dialect for one in result} == {dialect}
        (drawn,) = drawing.draw_all(result, tmp_path, 1)
        assert len(drawn.pictures) == (1 if dialect == "sketchgraphs" else 2)
        assert all(png.startswith(b"\x89PNG") for png in drawn.pictures)


# --- types ------------------------------------------------------------------------------------------------------------


def test_types_of_ones_own_say_what_they_ask():
    result = vocabulary.types(["color,mood=how it feels, overall,count", "era=when it was drawn"], "svg")
    assert list(result) == ["color", "mood", "count", "era"]
    assert result["mood"] == "how it feels, overall"
    assert result["color"] == vocabulary.TYPES["svg"]["color"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["colr"], "svg has no type 'colr'; did you mean 'color'"),
        (["color,color"], "color is given twice"),
        (["mood="], "expected a description"),
        (["Mood=how"], "a name must be in lower case"),
        (["caption=what"], "--captions"),
    ],
)
def test_mistaken_types_are_told(given, message):
    with pytest.raises(UserError, match=message):
        vocabulary.types(given, "svg")


def test_every_type_of_vgbench_s_formats_is_there():
    from sgpkit.families.vgbench.content.figure import TYPES

    for format, names in TYPES.items():
        assert set(names) <= vocabulary.TYPES[format].keys()
    assert all(programs.suffixes(format) for format in vocabulary.TYPES)
    assert json.dumps(vocabulary.TYPES)
