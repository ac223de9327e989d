"""Instruction data for tuning: nested sizes as published, both directions, reproducible bytes, no test drawings."""

import functools
import itertools
import pickle
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import datasets
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import Ask, Row, Skipped
from sgpkit.benchmark import families as builders
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.data.card import render
from sgpkit.families.sgp_bench import sit
from sgpkit.families.sgp_bench.sit import picture, sizes
from sgpkit.families.sgp_bench.sit.sources import builtin, screen
from sgpkit.families.sgp_bench.sources import svg_objects
from sgpkit.families.shared.drawings.designs.drawing import draw_plain
from sgpkit.families.shared.drawings.drawing import Drawing
from sgpkit.graphics import near_copies

SMALL = {"10k": 10, "25k": 25, "40k": 40, "55k": 55, "72k": 72}
MIXED = "sgp-mixed-sit-72k"
Tests = dict[str, list[tuple[str, Drawing]]]
TESTS = screen.tests
CONFIGS = [f"sgp-{way}-{size}" for way in ("sit", "rev-sit", "mixed-sit") for size in SMALL]


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[Tests]:
    """Draw each drawing once for all tests, and exclude only the test drawings that are given here."""
    known: Tests = {}
    for program in svg_objects.programs("0", 150):
        known.setdefault(program.drawing.kind.name, []).append((program.identifier, program.drawing))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtin, "drawn", functools.cache(builtin.drawn))
        patch.setattr(screen, "tests", lambda seed: known)
        yield known


@pytest.fixture(scope="module")
def made() -> dict[tuple[str, str], list[Row]]:
    """Return the rows of small sizes, in every direction."""
    return {
        (size, way): [item[1] for item in builtin.rows("", 0, size, way, SMALL) if not isinstance(item, Skipped)]
        for size in SMALL
        for way in ("describe", "draw", "mixed")
    }


def ids(rows: list[Row]) -> list[str]:
    return [row["id"] for row in rows]


# Sizes.


def test_builtin_sizes_nest_as_published(made: dict[tuple[str, str], list[Row]]) -> None:
    sets = {size: {*ids(made[size, "describe"])} for size in SMALL}
    assert {size: len(known) for size, known in sets.items()} == SMALL
    assert sets["10k"] < sets["25k"] < sets["40k"] < sets["55k"]
    assert sets["25k"] < sets["72k"]
    assert sets["55k"] & sets["72k"] == sets["25k"]
    whole = [(len(row["code"]), row["id"]) for row in made["72k", "describe"]]
    assert {name for _, name in sorted(whole)[:25]} == sets["25k"]
    longest = max(len(row["code"]) for row in made["25k", "describe"])
    assert max(len(row["code"]) for row in made["55k", "describe"]) <= longest
    assert len({row["code"] for row in (*made["72k", "describe"], *made["55k", "describe"])}) == 72 + 30


def test_each_way_is_about_the_same_programs(made: dict[tuple[str, str], list[Row]]) -> None:
    for size in SMALL:
        there, back, mixed = (made[size, way] for way in ("describe", "draw", "mixed"))
        assert ids(there) == ids(back) == ids(mixed)
        for one, other, either in zip(there, back, mixed, strict=True):
            assert (one["direction"], other["direction"]) == ("describe", "draw")
            assert (one["input"], one["output"]) == (one["code"], other["input"])
            assert other["output"] == other["code"] == one["code"]
            assert either == (one if either["direction"] == "describe" else other)
        assert sum(row["direction"] == "draw" for row in mixed) == SMALL[size] // 2
    assert {row["direction"] for row in made["72k", "mixed"][:20]} == {"describe", "draw"}


def test_both_forms_say_the_same(made: dict[tuple[str, str], list[Row]]) -> None:
    for row in made["72k", "mixed"]:
        user, assistant = row["messages"]
        assert user == {"role": "user", "content": f"{row['instruction']}\n\n{row['input']}"}
        assert assistant == {"role": "assistant", "content": row["output"]}


def test_another_seed_has_other_programs_and_the_same_seed_the_same() -> None:
    def first(seed: int) -> list[Row]:
        return [row for _, row in itertools.islice(builtin.rows("", seed, "72k", "describe"), 5)]

    assert first(0) == first(0)
    assert not {row["code"] for row in first(0)} & {row["code"] for row in first(1)}
    assert not {*ids(first(0))} & {*ids(first(1))}


def test_what_is_known_of_seed_0_fits_the_grammar() -> None:
    """After a change of the grammar, python -m sgpkit.families.sgp_bench.sit 0 prints the new `builtin.KNOWN`."""
    edge = builtin.KNOWN[0, builtin.grammar()]
    lengths = [len(builtin.drawn(f"sit-{number:06d}", 0).code) for number in range(1, 301)]
    assert sum(length <= edge.length for length in lengths) / 300 == pytest.approx(25 / 72, abs=0.09)
    assert edge.number <= edge.last and edge.last >= sizes.SIZES["72k"]


@given(st.lists(st.integers(1, 60), min_size=10, max_size=160), st.integers(0, 9))
def test_other_peoples_programs_nest_as_well(lengths: list[int], seed: int) -> None:
    result = {size: sizes.nest(size, lengths, seed, SMALL) for size, count in SMALL.items() if count < len(lengths)}
    for size, positions in result.items():
        assert positions == sorted({*positions}) and len(positions) == SMALL[size]
        assert positions[0] >= 0 and positions[-1] < len(lengths)
    for smaller, larger in (("10k", "25k"), ("25k", "40k"), ("40k", "55k"), ("25k", "72k")):
        if larger in result:
            assert {*result[smaller]} <= {*result[larger]}
    whole = result.get("72k", range(len(lengths)))
    if "25k" in result:
        assert sorted(lengths[item] for item in result["25k"]) == sorted(lengths[item] for item in whole)[:25]
    assert sizes.nest("10k", lengths[:10], seed, SMALL) == list(range(10))


# Building.


def test_all_sizes_are_declared_and_in_no_benchmark_run() -> None:
    declared = {benchmark.config: benchmark for benchmark in sit.BENCHMARKS}
    assert [*declared] == CONFIGS
    for config, benchmark in declared.items():
        assert builders.get(config) is benchmark
        assert not benchmark.built_with_all
        assert benchmark.scoring.score is None
        assert benchmark.rows.counts == {"train": int(config.rpartition("-")[2].removesuffix("k")) * 1000}
        pickle.loads(pickle.dumps(benchmark.rows.finish))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sit") / "one"
    assert build.build(builders.get(MIXED), folder, limit=34).rows == {"train": 34}
    return folder


def content(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_two_builds_have_the_same_bytes_and_load_with_their_features(built: Path, tmp_path: Path) -> None:
    build.build(builders.get(MIXED), tmp_path / "two", limit=34, workers=2)
    assert content(built) == content(tmp_path / "two")
    benchmark = builders.get(MIXED)
    loaded = datasets.load_dataset(str(built), MIXED, split="train", cache_dir=str(tmp_path / "cache"))
    assert loaded.features == benchmark.rows.features
    text = datasets.Value("string")
    assert loaded.features["messages"] == datasets.List({"role": text, "content": text})
    [known] = [row for row in loaded if row["id"] == "sit-000002"]
    assert known["image"].size == (picture.SIZE, picture.SIZE)
    assert [message["role"] for message in known["messages"]] == ["user", "assistant"]
    assert known["messages"][1]["content"] == known["output"] == benchmark.evidence.reference(known)
    [asked] = benchmark.prompts.strategies["instruct"](known, Ask())
    assert asked == known["messages"][0]


def test_its_card_says_what_it_is_for(built: Path, tmp_path: Path) -> None:
    folder = tmp_path / "sgp-bench"
    shutil.copytree(built, folder)
    alone = render.render(folder).read_text()
    assert f"`{MIXED}`: training data, which is not scored." in alone
    assert f'load_dataset("sgp-bench", "{MIXED}", split="train")' in alone
    assert "Not for training" not in alone and "sgpkit run" not in alone and not (folder / "eval.yaml").exists()
    assert re.search(r"\| `messages` \| messages \| .*conversation", alone)
    build.build(builders.get("sgp-symmetry"), folder, limit=2)
    beside = render.render(folder).read_text()
    assert "The other rows are for evaluation. Please keep them out of training" in beside
    assert f"`{MIXED}`: training data" in beside and "sgpkit run sgp-symmetry" in beside


def test_a_config_to_train_on_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["run", "sgp-sit-10k", "--data", str(tmp_path), "--engine", "baseline", "--model", "empty"]) == 2
    assert "sgp-sit-10k is a training config and cannot be scored" in capsys.readouterr().err


# Copies of test drawings.


def test_what_was_drawn_before_or_is_a_test_drawing_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    [program] = itertools.islice(svg_objects.programs("0"), 6, 7)
    drawings = [draw_plain(kind, "3", random.Random(f"other:{kind.name}")) for kind in builtin.KINDS[:3]]
    order = iter([drawings[0], program.drawing, drawings[1], drawings[0], drawings[2]])
    monkeypatch.setattr(builtin, "drawn", lambda identifier, seed: next(order))
    monkeypatch.setattr(
        screen, "tests", lambda seed: {program.drawing.kind.name: [(program.identifier, program.drawing)]}
    )
    one, copy, other, again, last = itertools.islice(builtin.numbered(0), 5)
    assert [item.drawing for item in (one, other, last)] == drawings
    assert copy == Skipped("sit-000002", f"a near copy of {program.identifier}, a test program: same code")
    assert again == Skipped("sit-000004", "the same program as sit-000001")


@pytest.mark.parametrize("number", range(4))
def test_a_test_drawing_written_or_painted_a_little_otherwise_is_known_again(number: int, quick: Tests) -> None:
    """Another drawing of the same kind is not a copy. Comparing only likely pairs finds the same copies as comparing
    all pairs."""
    kind = [name for name, [(_, first), *_] in quick.items() if first.style in ("layered", "flattened")][5 * number]
    name, drawing = quick[kind][0]
    tinted = re.sub("#([0-9A-Fa-f]{6})", lambda color: f"#{darker(int(color[1], 16)):06X}", drawing.code)
    codes = {
        "worded": drawing.code.replace("<svg ", '<svg role="img" ', 1),
        "tinted": tinted,
        "fresh": draw_plain(drawing.kind, "3", random.Random(f"fresh:{name}")).code,
    }
    assert len({*codes.values(), drawing.code}) == 4
    result = {item: screen.copied(item, drawing._replace(code=code), quick) for item, code in codes.items()}
    assert result["worded"].how == near_copies.SAME_CODE
    assert result["tinted"].how in (near_copies.NEAR_PICTURE, near_copies.SAME_PICTURE)
    assert result["fresh"] is None
    asked = [near_copies.Drawing(item, code, "svg", trusted=True) for item, code in codes.items()]
    assert near_copies.find(asked, programs(quick, kind)) == [result["worded"], result["tinted"]]


def darker(color: int) -> int:
    """Return a color darker by one level in each channel above 0."""
    return sum((max((color >> shift & 255) - 1, 0)) << shift for shift in (16, 8, 0))


def programs(known: Tests, kind: str) -> Iterator[near_copies.Drawing]:
    """Return descriptions of one kind and of five others."""
    for name in dict.fromkeys((kind, *list(known)[:5])):
        for identifier, drawing in known[name]:
            yield near_copies.Drawing(identifier, drawing.code, "svg", trusted=True)


def test_which_seeds_have_their_test_drawings_kept_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The excluded test drawings are those of the standard seed and those of the given seed."""
    asked = []
    [program] = svg_objects.programs("0", 1)

    def asked_for(name: str) -> list[svg_objects.Program]:
        asked.append(name)
        return [program]

    monkeypatch.setattr(svg_objects, "programs", asked_for)
    for seed in (0, 5):
        known = TESTS.__wrapped__(seed)
        assert known[program.drawing.kind.name][0] == (program.identifier, program.drawing)
    assert asked == ["0", "0", "5"]
