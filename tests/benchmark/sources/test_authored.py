"""Authored questions as rows of the configs with their tasks, with their review in the provenance."""

import json

import polars as pl
import pytest

from sgpkit.benchmark import Ask, Completion, Skipped, families
from sgpkit.benchmark.sources import authored
from sgpkit.data import build
from sgpkit.errors import UserError

WASHER = (
    "SOL;Circle:(176,128,48);SOL;Circle:(176,128,20);Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"
)
SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect id="square" width="10" height="10" fill="white"/>'
    '<rect x="1" y="1" width="8" height="8" fill="red"/></svg>'
)
SKETCH = "SkLine0:(0.0,0.0,1.0,0.0);EOS"


def candidate(name, **more):
    return {
        "id": f"{name}:color:1",
        "item": name,
        "kind": "question",
        "type": "color",
        "format": "svg",
        "dialect": "",
        "code": SQUARE,
        "category": "squares",
        "question": "What color is it?",
        "options": ["green", "red", "blue", "white"],
        "answer": "B",
        "caption": "",
        "pictures": [],
        "kept": True,
        "reason": "",
        "checks": "{}",
        "model": "seer",
        "source": "icons",
        "license": "CC0",
    } | more


CANDIDATES = [
    candidate("one"),
    candidate("two", kept=False, reason="blind: guessed right"),
    candidate("three", kind="caption", type="caption", caption="A red square.", question="", options=[], answer=""),
    candidate("graph", format="graphviz", type="relation", code="graph { a -- b }"),
    candidate("part", format="cad", dialect="deepcad", code=WASHER, type="shape"),
]
REVIEWED = {"reviewers": 3, "accepted": 2, "rejected": 1, "mended_by": [], "comments": []}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "author.json").write_text(json.dumps({"model": "seer"}))
    pl.DataFrame(CANDIDATES, infer_schema_length=None).write_parquet(tmp_path / "candidates.parquet")
    return tmp_path


@pytest.fixture
def exported(tmp_path):
    """Reviewed candidates: one unchanged, one accepted although a check had dropped it, and edited ones."""

    def write(*rows):
        pl.DataFrame([row | REVIEWED | row.get("more", {}) for row in rows], infer_schema_length=None).write_parquet(
            tmp_path / "accepted.parquet"
        )
        return str(tmp_path / "accepted.parquet")

    return write


def rows(config, path):
    result = list(families.get(config).rows.sources["authored"].read(str(path), 0))
    asked = [item[1] for item in result if not isinstance(item, Skipped) and item[0] == "test"]
    return asked, [item for item in result if isinstance(item, Skipped)]


def test_a_folder_that_nobody_reviewed_says_so(folder):
    asked, skipped = rows("sgp-svg", folder)
    assert [row["id"] for row in asked] == ["one:color:1"]
    assert asked[0]["source"] == "authored by seer from icons, not reviewed"
    assert asked[0] | {"image": None} == {
        "id": "one:color:1", "cluster": "one", "source": "authored by seer from icons, not reviewed", "license": "CC0",
        "category": "squares", "type": "color", "question": "What color is it?", "options": ["green", "red", "blue", "white"],
        "answer": "B", "code": SQUARE, "image": None, "generator": "",
    }  # fmt: skip
    assert skipped == [Skipped("two:color:1", "blind: guessed right")]


def test_what_people_accepted_is_taken_and_says_who(exported):
    path = exported(
        candidate("one"),
        candidate(
            "two", kept=False, reason="blind: guessed right", more={"mended_by": ["ann"], "reviewers": 1, "accepted": 1}
        ),
    )
    asked, skipped = rows("sgp-svg", path)
    assert [row["source"] for row in asked] == [
        "authored by seer from icons, accepted by 2 of 3 reviewers",
        "authored by seer from icons, accepted by 1 of 1 reviewer, mended",
    ]
    assert skipped == []


@pytest.mark.parametrize(
    ("fixed", "reason"),
    [
        ({"options": ["a", "b", "c"]}, "it has 3 options, expected 4"),
        ({"options": ["a", "b", "c", " "]}, "it has 3 options, expected 4"),
        ({"options": ["a", "A", "c", "d"]}, "two of its options are the same"),
        ({"answer": "E"}, "the answer is 'E', expected one of A, B, C, D"),
        ({"question": " "}, "the question is empty"),
    ],
)
def test_what_was_mended_amiss_is_skipped_with_its_reason(fixed, reason, exported):
    asked, skipped = rows("sgp-svg", exported(candidate("one", **fixed)))
    assert (asked, skipped) == ([], [Skipped("one:color:1", reason)])


@pytest.mark.process
def test_each_config_takes_its_own_and_is_recognised_by_it(folder):
    having = {"sgp-svg", "vgqa-svg", "vgqa-graphviz", "sgp-cad-3d"} & {*families.names()}
    for config in {*having, "vgqa-tikz", "sgp-cad-3d-complex", "sgp-cad-2d"} & {*families.names()}:
        benchmark = families.get(config)
        assert benchmark.rows.sources["authored"].detects(str(folder)) is (config in having)
        if config in having:
            assert build.choose_source(benchmark, str(folder)) == ("authored", str(folder))
            missing = benchmark.rows.columns.keys() - {
                *("image", "image_front", "image_back", "design", "asks", "tag", "contamination"),  # by `finish`
            }
            assert missing <= rows(config, folder)[0][0].keys() | {"image"}
        else:
            with pytest.raises(UserError, match="contains no questions about"):
                rows(config, folder)


def test_what_is_no_authored_table_is_not_recognised(tmp_path):
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "other.parquet")
    (tmp_path / "torn.parquet").write_bytes(b"PAR1")
    for name in ("other.parquet", "torn.parquet", "none.parquet", "."):
        assert authored.recogniser("svg")(str(tmp_path / name)) is False
        with pytest.raises(UserError, match="contains no authored questions"):
            next(families.get("sgp-svg").rows.sources["authored"].read(str(tmp_path / name), 0))


@pytest.mark.sandbox
@pytest.mark.parametrize("config", [name for name in ("sgp-svg", "vgqa-svg", "sgp-cad-3d") if name in families.names()])
def test_they_build_and_can_be_asked_and_scored(config, folder, tmp_path):
    benchmark = families.get(config)
    build.build(benchmark, tmp_path / "data", "authored", str(folder), workers=1)
    from sgpkit.data import rows as stored_rows

    (row,) = stored_rows.read(tmp_path / "data", benchmark, "test")
    assert row["image"].startswith(b"\x89PNG")
    (asked,) = benchmark.prompts.strategies[next(iter(benchmark.prompts.strategies))](
        row, Ask("code", "", benchmark.prompts.texts)
    )[-1:]
    assert "What color is it?" in str(asked["content"])
    assert [one.value for one in benchmark.scoring.score([row], [Completion("Answer: B")])] == [1.0]
