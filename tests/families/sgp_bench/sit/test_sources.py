"""Captions and the published data as instruction data: recognised by their shape, nested, reversed, without test
drawings."""

import itertools
import json
from pathlib import Path

import polars as pl
import pytest
import toy_candidates

from sgpkit.benchmark import Row, Skipped, Source, families
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench.sit import pairs, picture
from sgpkit.families.sgp_bench.sit.sources import authored_captions, external, published_pairs
from sgpkit.families.sgp_bench.sources import svg_objects
from sgpkit.graphics import near_copies
from sgpkit.graphics.near_copies.signature import signature

SMALL = {"10k": 2, "25k": 4, "40k": 5, "55k": 6, "72k": 8}
TUNING = families.get("sgp-sit-10k")


def program(number: int, more: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg"><circle r="{number + 10}"/>{more}</svg>'


def records(count: int, way: str = "describe") -> list[dict[str, str]]:
    matches = []
    for number in range(count):
        code, text = program(number, "<g/>" * (number * 3 % count)), f"A disc of {number}."
        given, answer = (code, text) if way == "describe" else (text, code)
        matches.append({"instruction": f"Do {number}.", "input": given, "output": answer})
    return matches


def rows_of(source: object) -> list[Row]:
    return [item[1] for item in source if not isinstance(item, Skipped)]


# The published data.


@pytest.mark.parametrize("form", ["json", "jsonl", "parquet"])
def test_published_pairs_are_kept_as_they_are(form: str, tmp_path: Path) -> None:
    file = tmp_path / f"sit_10k.{form}"
    write(file, records(2))
    assert build.choose_source(TUNING, str(file)) == ("sgp_sit", str(file))
    result = rows_of(external.published(str(file), 0, "10k", "describe", SMALL))
    assert [{name: row[name] for name in published_pairs.COLUMNS} for row in result] == records(2)
    assert [row["id"] for row in result] == ["sit_10k-000001", "sit_10k-000002"]
    assert result[0]["code"] == program(0)
    assert result[0]["messages"][0]["content"] == f"Do 0.\n\n{program(0)}"
    assert result[0].keys() | {"image"} == TUNING.rows.columns.keys()


def write(file: Path, held: list[dict[str, str]]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.suffix == ".parquet":
        pl.DataFrame(held).write_parquet(file)
    elif file.suffix == ".jsonl":
        file.write_text("".join(json.dumps(item) + "\n" for item in held))
    else:
        file.write_text(json.dumps(held, indent=2))


def test_a_larger_set_gives_the_smaller_ones(tmp_path: Path) -> None:
    write(tmp_path / "sit_72k.json", records(9))
    result = {size: rows_of(external.published(str(tmp_path), 3, size, "describe", SMALL)) for size in SMALL}
    assert {size: len(rows) for size, rows in result.items()} == SMALL
    ids = {size: {row["id"] for row in rows} for size, rows in result.items()}
    assert ids["10k"] < ids["25k"] < ids["40k"] < ids["55k"] and ids["25k"] < ids["72k"]
    shortest = sorted(len(row["code"]) for row in result["72k"])[:4]
    assert sorted(len(row["code"]) for row in result["25k"]) == shortest


def test_the_direction_is_read_off_and_turned_where_another_is_wanted(tmp_path: Path) -> None:
    write(tmp_path / "rev.json", records(2, "draw"))
    kept = rows_of(external.published(str(tmp_path / "rev.json"), 0, "10k", "draw", SMALL))
    assert [row["instruction"] for row in kept] == ["Do 0.", "Do 1."]
    turned = rows_of(external.published(str(tmp_path / "rev.json"), 0, "10k", "describe", SMALL))
    assert [(row["input"], row["output"]) for row in turned] == [(row["output"], row["input"]) for row in kept]
    assert all(row["instruction"] in external.pairs.wordings.WORDINGS["describe"] for row in turned)
    mixed = rows_of(external.published(str(tmp_path / "rev.json"), 0, "10k", "mixed", SMALL))
    assert sorted(row["direction"] for row in mixed) == ["describe", "draw"]


def test_a_published_mixture_is_kept(tmp_path: Path) -> None:
    held = [*records(3, "draw"), *records(1)]
    write(tmp_path / "mixed_sit_25k.json", held)
    result = rows_of(external.published(str(tmp_path), 0, "25k", "mixed", SMALL))
    assert [{name: row[name] for name in published_pairs.COLUMNS} for row in result] == held
    assert [row["direction"] for row in result] == ["draw", "draw", "draw", "describe"]


def test_of_several_the_file_is_taken_whose_name_says_so(tmp_path: Path) -> None:
    write(tmp_path / "sit_10k" / "data" / "train-00000-of-00001.parquet", records(2))
    write(tmp_path / "rev_sit_10k" / "rev_sit_10k.json", records(2, "draw"))
    write(tmp_path / "sit_72k" / "sit_72k.json", records(8))
    assert [row["id"][:8] for row in rows_of(external.published(str(tmp_path), 0, "10k", "describe", SMALL))] == [
        "sit_10k-"
    ] * 2
    assert [row["id"][:8] for row in rows_of(external.published(str(tmp_path), 0, "10k", "draw", SMALL))] == [
        "rev_sit_"
    ] * 2
    assert [row["id"][:8] for row in rows_of(external.published(str(tmp_path), 0, "25k", "draw", SMALL))] == [
        "sit_72k-"
    ] * 4
    (tmp_path / "sit_72k" / "sit_72k.json").rename(tmp_path / "sit_72k" / "other.json")
    with pytest.raises(UserError, match="holds other, rev_sit_10k, sit_10k, and none is sit_25k"):
        list(external.published(str(tmp_path), 0, "25k", "describe", SMALL))


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (("Say it.", "no program", "a text"), "on neither side"),
        (("Say it.", program(1), program(2)), "on both sides"),
        (("Say it.", program(1), " "), "nothing is said of its program"),
    ],
)
def test_a_record_that_is_no_pair_is_told(record: tuple[str, str, str], reason: str, tmp_path: Path) -> None:
    write(tmp_path / "sit_10k.json", [*records(2), dict(zip(published_pairs.COLUMNS, record, strict=True))])
    result = list(external.published(str(tmp_path), 0, "10k", "describe", SMALL))
    assert len(rows_of(result)) == 2
    [skipped] = [item for item in result if isinstance(item, Skipped)]
    assert skipped.name == "sit_10k-000003" and reason in skipped.reason


def test_beginnings_without_an_end_are_no_program() -> None:
    """With this number of matches, searches from each to the end of the text would take hours."""
    record = {"instruction": "Say it.", "input": "<svg " * 200_000, "output": "A disc."}
    assert "on neither side" in published_pairs.as_pair("x", record).reason
    assert published_pairs.program_in(f"An {program(1)} and {program(2)} <svg") == f"{program(1)} and {program(2)}"


def test_a_program_that_stands_in_the_instruction_is_read() -> None:
    instruction = f"What does this draw?\n{program(1)}\nSay it."
    pair = published_pairs.as_pair("x", {"instruction": instruction, "input": None, "output": "A disc."})
    assert (pair.code, pair.text, pair.direction) == (program(1), "A disc.", "describe")
    assert pairs.row(pair, "describe")["messages"][0]["content"] == instruction
    turned = pairs.row(pair, "draw")
    assert (turned["input"], turned["output"]) == ("A disc.", program(1))


def test_too_few_are_told_with_their_number(tmp_path: Path) -> None:
    write(tmp_path / "sit.json", records(4))
    with pytest.raises(UserError, match=r"holds 4 pairs .*, and 40k is made of 5; there are enough for 25k"):
        list(external.published(str(tmp_path / "sit.json"), 0, "40k", "describe", SMALL))


@pytest.mark.parametrize(
    "content", ["", "[", "[1, 2]", '{"a": 1}', '[{"instruction": "a", "text": "input", "output": 1}]']
)
def test_other_files_are_not_taken_for_it(content: str, tmp_path: Path) -> None:
    file = tmp_path / "sit_10k.json"
    file.write_text(content)
    assert not published_pairs.recognises(str(file))
    with pytest.raises(UserError, match="no reader recognises"):
        build.choose_source(TUNING, str(file))
    with pytest.raises(UserError, match="contains no instruction data"):
        list(external.published(str(file), 0, "10k", "describe", SMALL))


def test_a_file_that_ends_too_early_is_told(tmp_path: Path) -> None:
    file = tmp_path / "sit_10k.json"
    write(file, records(6))
    file.write_text(file.read_text()[:-40])
    with pytest.raises(UserError, match="expected a table with instruction, input, output"):
        list(external.published(str(file), 0, "10k", "describe", SMALL))


# Captions.


def test_captions_become_pairs(tmp_path: Path) -> None:
    folder = toy_candidates.folder(tmp_path / "candidates", drawings=3)
    assert build.choose_source(TUNING, str(folder)) == ("captions", str(folder))
    result = rows_of(external.captions(str(folder), 0, "10k", "draw", SMALL))
    assert len(result) == 2
    for row in result:
        assert row["output"] == row["code"] and row["code"].startswith("<svg")
        assert row["input"].endswith("square on white.")
        assert row["cluster"] in row["id"]
        assert row["source"] == "authored by toy-vision from toys, not reviewed"
        assert row.keys() | {"image"} == TUNING.rows.columns.keys()


def test_captions_that_were_dropped_are_no_pairs(tmp_path: Path) -> None:
    folder = toy_candidates.folder(tmp_path / "candidates", drawings=4)
    table = pl.read_parquet(folder / "candidates.parquet")
    bad = (pl.col("kind") == "caption") & (pl.col("item") == "toys/square-1")
    twice = table.filter((pl.col("kind") == "caption") & (pl.col("item") == "toys/square-2"))
    table = table.with_columns(
        kept=pl.col("kept") & ~bad, reason=pl.when(bad).then(pl.lit("it says its format")).otherwise("reason")
    )
    pl.concat([table, twice]).write_parquet(folder / "candidates.parquet")
    result = list(authored_captions.captions(str(folder)))
    assert [item.reason for item in result if isinstance(item, Skipped)] == [
        "it says its format",
        "toys/square-2 has a caption already",
    ]
    assert len(result) == 5


@pytest.mark.parametrize(("column", "value"), [("caption", " "), ("caption", None), ("caption", 3), ("code", None)])
def test_a_caption_without_words_or_program_is_told(column: str, value: object, tmp_path: Path) -> None:
    folder = toy_candidates.folder(tmp_path / "candidates", drawings=1)
    table = pl.read_parquet(folder / "candidates.parquet").with_columns(pl.lit(value).alias(column))
    table.write_parquet(folder / "candidates.parquet")
    assert list(authored_captions.captions(str(folder))) == [Skipped("toys/square-0:caption", f"its {column} is empty")]


def test_what_people_accepted_counts_though_a_machine_had_dropped_it(tmp_path: Path) -> None:
    folder = toy_candidates.folder(tmp_path / "candidates", drawings=2)
    table = pl.read_parquet(folder / "candidates.parquet").filter(pl.col("kind") == "caption")
    reviewed = table.with_columns(
        kept=pl.lit(False), caption=pl.lit("Mended. "), reviewers=3, accepted=2, rejected=1, mended_by=pl.lit("ann")
    )
    reviewed.write_parquet(tmp_path / "accepted.parquet")
    assert build.choose_source(TUNING, str(tmp_path / "accepted.parquet"))[0] == "captions"
    result = rows_of(external.captions(str(tmp_path / "accepted.parquet"), 0, "10k", "describe", SMALL))
    assert [row["output"] for row in result] == ["Mended."] * 2
    assert result[0]["source"] == "authored by toy-vision from toys, accepted by 2 of 3 reviewers, mended"


def test_a_dataset_without_captions_is_refused_with_what_to_do(tmp_path: Path) -> None:
    folder = toy_candidates.folder(tmp_path / "candidates", captions=False)
    assert not authored_captions.recognises(str(folder))
    with pytest.raises(
        UserError, match=r"no captions of SVG drawings, only 12 of the kind 'question'\n.*sgpkit author .*--captions"
    ):
        list(authored_captions.captions(str(folder)))
    with pytest.raises(UserError, match="contains no captions"):
        list(authored_captions.captions(str(tmp_path)))


# Copies of test drawings.


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> list[near_copies.Drawing]:
    """Use three standard test drawings instead of all."""
    known = [
        near_copies.Drawing(item.identifier, item.drawing.code, "svg", trusted=True)
        for item in itertools.islice(svg_objects.programs("0"), 3)
    ]
    monkeypatch.setattr(picture, "standard", lambda: iter(known))
    picture.known.cache_clear()
    yield known
    picture.known.cache_clear()


@pytest.mark.sandbox
def test_a_standard_test_drawing_is_not_trained_on(few: list[near_copies.Drawing], tmp_path: Path) -> None:
    """Captions of test drawings give no pairs, even if the programs are formatted differently."""
    held = records(3)
    held[1]["input"] = few[2].code.replace("><", ">\n<!-- mine -->\n<")
    held[2]["input"] = '<svg xmlns="http://www.w3.org/2000/svg"></svg>'
    write(tmp_path / "sit_10k.json", held)
    matches = [
        picture.finished(row) for row in rows_of(external.published(str(tmp_path), 0, "10k", "describe", {"10k": 3}))
    ]
    assert matches[0]["image"].startswith(b"\x89PNG")
    assert matches[1] == Skipped("sit_10k-000002", f"a near copy of {few[2].name}, a test program: same code")
    assert matches[2] == Skipped("sit_10k-000003", "the drawing shows nothing")


@pytest.mark.slow
def test_other_test_splits_of_the_folder_are_kept_out_too(few: list[near_copies.Drawing], tmp_path: Path) -> None:
    build.build(families.get("sgp-svg"), tmp_path, seed=4, limit=5)
    [split] = picture.in_folder(tmp_path).keywords["others"]
    assert split.path == str(tmp_path / "sgp-svg")
    [row] = pl.read_parquet(tmp_path / "sgp-svg" / "test-*.parquet").head(1).iter_rows(named=True)
    pair = pairs.Pair("x", "x", "builtin", "CC0-1.0", "animal", row["code"], "A text.")
    kept, left_out = (picture.finished(pairs.row(pair, "draw"), others) for others in ((), (split,)))
    assert kept["image"]
    assert left_out == Skipped("x", f"a near copy of {row['id']} of sgp-svg, a test program: same code")
    assert build.build_key(TUNING, "builtin", "", 0, 1) != build.build_key(beside(tmp_path), "builtin", "", 0, 1), (
        "what is left out belongs to what a build is"
    )
    build.build(families.get("sgp-svg"), tmp_path, limit=5)
    assert picture.in_folder(tmp_path).keywords["others"] == (), "the standard one is known without looking"


def test_a_split_of_another_grammar_is_for_other_peoples_rows(few: list[near_copies.Drawing], tmp_path: Path) -> None:
    build.build(families.get("sgp-symmetry"), tmp_path, limit=3)
    [split] = others = picture.in_folder(tmp_path).keywords["others"]
    assert not split.of_objects
    code = pl.read_parquet(tmp_path / "sgp-symmetry" / "test-*.parquet")["code"][0]
    pair = pairs.Pair("x", "x", "builtin", "CC0-1.0", "animal", code, "A text.")
    assert picture.finished(pairs.row(pair, "draw"), others)["image"]
    index = picture.known(others, False)
    copy = near_copies.Drawing("y", code, "svg", trusted=True)
    assert index.copies([signature(copy)])[0].of.endswith("of sgp-symmetry")


def beside(folder: Path):
    return TUNING.replacing(finish=TUNING.rows.finish_in_folder(folder))


def test_a_build_leaves_them_out_and_says_so(few: list[near_copies.Drawing], tmp_path: Path, monkeypatch) -> None:
    build.build(families.get("sgp-svg"), tmp_path, seed=4, limit=5)
    code = pl.read_parquet(tmp_path / "sgp-svg" / "test-*.parquet")["code"][0]

    def source(path: str, seed: int):
        for number, item in enumerate((few[0].code, code, few[1].code)):
            pair = pairs.Pair(f"x-{number}", f"x-{number}", "builtin", "CC0-1.0", "animal", item, "A text.")
            yield "train", pairs.row(pair, "draw")

    report = build.build(TUNING.replacing(sources={"builtin": Source(source)}), tmp_path)
    assert (report.rows, report.skipped) == ({"train": 2}, 1)
    [logged] = (tmp_path / TUNING.config / "build-log.jsonl").read_text().splitlines()
    assert json.loads(logged)["name"] == "x-1" and "of sgp-svg, a test program" in logged
