"""`sgpkit dataset copies`: rows in every form, and the output of the command."""

import gzip
import json

import numpy as np
import polars as pl
import pytest
from PIL import Image
from touched_up import FULL, STAR, nudged, picture

from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.data import drawings as near_copies_read
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench import SVG
from sgpkit.graphics import near_copies
from sgpkit.graphics.near_copies import Drawing
from sgpkit.graphics.near_copies import sheet as near_copies_sheet


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copies") / "data"
    build.build(SVG, folder, limit=8)
    return folder


def rows(built, split):
    return pl.read_parquet(next((built / "sgp-svg").glob(f"{split}-*.parquet"))).select("id", "code").to_dicts()


def test_rows_are_read_in_every_form(built, tmp_path):
    wanted = rows(built, "test")
    frame = pl.DataFrame(wanted)
    frame.write_parquet(tmp_path / "a.parquet")
    frame.write_csv(tmp_path / "b.csv")
    frame.write_ndjson(tmp_path / "c.jsonl")
    (tmp_path / "d.json").write_text(json.dumps(wanted))
    (tmp_path / "e.json").write_text(json.dumps({row["id"]: {"svg": row["code"]} for row in wanted}))
    (tmp_path / "f.csv.gz").write_bytes(gzip.compress((tmp_path / "b.csv").read_bytes()))
    asked = [{"messages": [{"role": "user", "content": f"Draw.\n{row['code']}\nHow many?"}]} for row in wanted]
    (tmp_path / "g.jsonl").write_text("\n".join(map(json.dumps, asked)))
    (tmp_path / "h.jsonl.gz").write_bytes(gzip.compress((tmp_path / "c.jsonl").read_bytes()))
    folder = tmp_path / "icons" / "more"
    folder.mkdir(parents=True)
    for row in wanted:
        (folder / f"{row['id']}.svg").write_text(row["code"])
    codes = {row["code"] for row in wanted}
    assert len(codes) < len(wanted)  # several questions about a drawing
    for entry in (*sorted(tmp_path.iterdir()), f"{built}:sgp-svg", f"{built}:sgp-svg:test", built):
        read = list(near_copies_read.drawings(near_copies_read.sets(str(entry), "test")))
        assert len(read) == len(codes) and {item.format for item in read} == {"svg"}, entry
        assert {item.code.strip() for item in read} == {code.strip() for code in codes}, entry
        assert len({item.name for item in read}) == len(codes), entry


@pytest.mark.parametrize(
    ("code", "format"),
    [
        ('<?xml version="1.0"?><svg/>', "svg"),
        ("%!PS-Adobe-3.0 EPSF-3.0\n", "eps"),
        ("// a graph\nstrict digraph G { a -> b }", "dot"),
        ("\\begin{tikzpicture}\n\\end{tikzpicture}", "tikz"),
        ("t.forward(10)\nt.left(9)", "turtle"),
        ("SOL;Circle:(176,128,48);EOS", "cad"),
        ('{"entities": {}}', "cad"),
        ("/**/" * 5_000, "cad"),
        ("/*" * 100_000, "cad"),
    ],
)
def test_a_language_is_known_by_its_look(code, format):
    assert near_copies_read.format_of(code) == format


def test_programs_that_texts_mention_or_leave_unfinished_are_none():
    texts = ["Draw an <svg> of a cat.", "<svg><g>" * 50_000, f"One: {picture()} and two: {picture(STAR)} <svg"]
    result = near_copies_read.programs_in_rows([{"messages": [{"content": text}]} for text in texts], "chat:")
    assert [(item.name, item.code) for item in result] == [("chat:2", picture()), ("chat:2", picture(STAR))]


@pytest.mark.process
def test_the_command_finds_nothing_between_the_splits_of_a_config(built, capsys):
    assert main(["dataset", "copies", str(built)]) == 0
    output = capsys.readouterr().out
    assert "sgp-svg:train against" in output and "2 drawings against 2: no copies" in output


@pytest.mark.sandbox
def test_the_command_tells_all_it_found(built, tmp_path, capsys):
    stolen = [row | {"code": nudged(row["code"])} for row in rows(built, "test")]
    (tmp_path / "train.json").write_text(json.dumps(stolen))
    table, sheet = tmp_path / "out" / "copies.csv", tmp_path / "out" / "pairs.png"
    arguments = [
        "dataset",
        "copies",
        str(tmp_path / "train.json"),
        "--of",
        str(built),
        "--out",
        str(table),
        "--sheet",
        str(sheet),
    ]
    assert main(arguments) == 1
    output = capsys.readouterr().out
    assert "2 drawings against 2: 2 nearly the same picture" in output and "2 nearest pairs" in output
    written = pl.read_csv(table)
    assert written["name"].to_list() == [f"train.json:{name}" for name in dict.fromkeys(first(stolen))]
    assert [f"train.json:{name.removeprefix('sgp-svg/')}" for name in written["of"]] == written["name"].to_list()
    with Image.open(sheet) as image:
        pixels = np.asarray(image.convert("RGB")).astype(int)
    left, right = pixels[8:168, 8:168], pixels[8:168, 176:336]
    assert left.std() > 20 and np.abs(left - right).mean() < 3  # the two drawings of the pair
    assert main([*arguments[:5], "--json"]) == 1
    (compared,) = json.loads(capsys.readouterr().out)
    assert compared["drawings"] == {"train": 2, "test": 2} and len(compared["copies"]) == 2


def first(rows):
    seen: dict[str, str] = {}
    for row in rows:
        seen.setdefault(row["code"], row["id"])
    return seen.values()


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing"], "no folder or file 'missing'"),
        (["{built}:sgp-svgs"], "did you mean 'sgp-svg'"),
        (["{built}:sgp-svg:tset"], "did you mean 'test'"),
        (["{here}"], "no supported files"),
        (["{here}/notes.txt"], "expected a name ending in"),
        (["{here}/bad.parquet"], "is damaged"),
        (["{here}/notes.txt:sgp-svg"], "no folder or file"),
    ],
)
def test_what_cannot_be_read_is_named(built, tmp_path, capsys, arguments, message):
    (tmp_path / "notes.txt").write_text("no rows")
    if "bad" in arguments[0]:
        (tmp_path / "bad.parquet").write_bytes(b"PAR1 no")
    given = [argument.format(built=built, here=tmp_path) for argument in arguments]
    assert main(["dataset", "copies", *given, "--of", f"{built}:sgp-svg"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.process
@pytest.mark.parametrize("side", ["train", "test"])
def test_a_set_without_programs_is_not_taken_for_one_without_copies(side, tmp_path, capsys):
    (tmp_path / "a.svg").write_text(picture())
    (tmp_path / "b.csv").write_text("picture,name\n1,2\n")
    train, test = ("b.csv", "a.svg") if side == "train" else ("a.svg", "b.csv")
    assert main(["dataset", "copies", str(tmp_path / train), "--of", str(tmp_path / test)]) == 2
    assert "b.csv: no programs found; expected a column code" in capsys.readouterr().err


def test_drawings_of_one_name_are_told_apart(tmp_path):
    """Two sets may share ids, and a row may have several programs."""
    for name in "ab":
        (tmp_path / name).mkdir()
    (tmp_path / "a" / "x.json").write_text(json.dumps([{"id": "one", "code": picture()}]))
    (tmp_path / "b" / "x.json").write_text(json.dumps([{"id": "one", "text": f"{picture(STAR)} {picture(FULL)}"}]))
    chosen = [near_copies_read.Set(tmp_path / name / "x.json") for name in "ab"]
    read = {drawing.name: drawing.code for drawing in near_copies_read.drawings(chosen)}
    assert read == {"x.json:one": picture(), "x.json:one (2)": picture(STAR), "x.json:one (3)": picture(FULL)}


@pytest.mark.sandbox
def test_the_sheet_shows_pairs_of_several_searches(tmp_path):
    """Two of the files contain the same program, under different names."""
    searched = []
    for name in ("one", "two"):
        drawing = Drawing(name, picture(STAR.format("red")), "svg")
        copy = near_copies.Copy(name, name, near_copies.SAME_CODE)
        searched.append(near_copies_sheet.Searched([copy], [drawing], [drawing]))
    assert near_copies_sheet.write(tmp_path / "pairs.png", searched) == 2
    with Image.open(tmp_path / "pairs.png") as image:
        assert image.width == 2 * 344


def test_a_set_without_a_test_split_needs_one(built, tmp_path, capsys):
    (tmp_path / "a.svg").write_text(picture())
    assert main(["dataset", "copies", str(tmp_path)]) == 2
    assert "add --of TEST" in capsys.readouterr().err
    with pytest.raises(UserError, match="not a built folder"):
        near_copies_read.sets(f"{tmp_path}:sgp-svg", "train")
