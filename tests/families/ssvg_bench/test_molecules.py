"""The builtin molecules, their choice, and the solver that reads names."""

import csv
import importlib.util
import shutil
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sgpkit.benchmark import Row
from sgpkit.errors import UserError
from sgpkit.families.ssvg_bench import choose_molecules, opsin, solve_opsin
from sgpkit.families.ssvg_bench.sources import chemicals_pool, molecule_row, molecules, restore_name
from sgpkit.families.ssvg_bench.sources.chemicals_pool import Compound
from sgpkit.graphics import molecule

NO_EXTRA = importlib.util.find_spec("chemicals") is None or importlib.util.find_spec("py2opsin") is None


def needs_opsin(test: Any) -> Any:
    without = pytest.mark.skipif(shutil.which("java") is None, reason="no java on the path")
    bare = pytest.mark.skipif(NO_EXTRA, reason="needs the extra: pip install 'sgpkit[chem]'")
    return pytest.mark.java(without(bare(test)))


@pytest.fixture(scope="module")
def built() -> list[tuple[str, Row]]:
    return list(molecules.molecules("", 0))


def test_seed_zero_has_the_papers_sizes(built: list[tuple[str, Row]]) -> None:
    assert Counter(split for split, _ in built) == {"train": 1, "test": 300}
    bands = Counter(row["band"] for split, row in built if split == "test")
    assert bands == dict.fromkeys(("1-20", "21-40", "41-60", "61-80", "81-100", "101+"), 50)


def test_every_row_is_a_molecule_of_its_own(built: list[tuple[str, Row]]) -> None:
    rows = [row for _, row in built]
    for column in ("id", "cid", "name", "code"):
        assert len({row[column] for row in rows}) == 301, column
    assert len({molecule.canonical(molecule.from_drawing(row["code"])) for row in rows}) == 301


def test_every_drawing_shows_the_molecule_of_its_smiles(built: list[tuple[str, Row]]) -> None:
    for _, row in built:
        graph = molecule.from_drawing(row["code"])
        assert molecule.same(graph, molecule.structure(row["smiles"]).graph()), row["id"]
        assert row["size"] == len(graph.atoms) + len(graph.bonds)
        assert row["band"] == molecule_row.band(row["size"])


def test_the_train_row_is_the_worked_example(built: list[tuple[str, Row]]) -> None:
    split, row = built[0]
    assert (split, row["cid"], row["name"], row["id"]) == ("train", 7964, "chlorobenzene", "molecule-7964")
    assert 7964 not in {row["cid"] for split, row in built if split == "test"}


def test_the_rows_have_many_elements(built: list[tuple[str, Row]]) -> None:
    holding = Counter(element for _, row in built for element in set(molecule.structure(row["smiles"]).elements))
    assert set(holding) == set(molecule.PALETTE) - {"H"}
    assert all(holding[element] >= 20 for element in ("C", "N", "O", "F", "Cl", "Br", "S"))


def test_names_look_like_pubchems(built: list[tuple[str, Row]]) -> None:
    for _, row in built:
        name = row["name"]
        assert name == name.strip() and name.isprintable() and name.isascii()
        assert not any(word in name for word in ("oxidanyl", "azanyl-", "chloranyl", "bis(fluor", "ethanoate")), name
        assert name.count("(") == name.count(")") and name.count("[") == name.count("]"), name


@pytest.mark.parametrize(
    ("size", "band"),
    [
        (1, "1-20"),
        (20, "1-20"),
        (21, "21-40"),
        (60, "41-60"),
        (80, "61-80"),
        (100, "81-100"),
        (101, "101+"),
        (999, "101+"),
    ],
)
def test_bands(size: int, band: str) -> None:
    assert molecule_row.band(size) == band


def test_a_crowded_layout_gives_no_row() -> None:
    structure, positions = molecule.lay_out("CCO")
    with pytest.raises(ValueError, match="nearer than"):
        molecule_row.row(1, "x", "CCO", structure, [positions[0], positions[0], positions[2]], "builtin", "MIT")


# Names


NAMES = {
    "n-(2-methylsulfinylethyl)ethanamide": "N-(2-methylsulfinylethyl)acetamide",
    "(2s)-2-azanyl-3-phenyl-propanoic acid": "(2S)-2-amino-3-phenylpropanoic acid",
    "1h-indole": "1H-indole",
    "3-(2-azanylethyl)-1h-indol-5-ol": "3-(2-aminoethyl)-1H-indol-5-ol",
    "1-bromanyl-1-chloranyl-2,2-bis(fluoranyl)ethene": "1-bromo-1-chloro-2,2-difluoroethene",
    "n,n'-dimethylmethanediamine": "N,N'-dimethylmethanediamine",
    "n1,n4-diphenylbenzene-1,4-diamine": "1-N,4-N-diphenylbenzene-1,4-diamine",
    "o-methyl ethanethioate": "O-methyl ethanethioate",
    "(e,2r)-2-methyl-5-phenyl-pent-4-enoic acid": "(E,2R)-2-methyl-5-phenylpent-4-enoic acid",
    "(3s,7ar)-7a-methyl-2,3-dihydro-1h-indene": "(3S,7aR)-7a-methyl-2,3-dihydro-1H-indene",
    "1-methyl-2-propan-2-yl-benzene": "1-methyl-2-propan-2-ylbenzene",
    "3,4-ditert-butyl-phenol": "3,4-ditert-butylphenol",
    "2-methanoylbenzenecarbonitrile": "2-formylbenzonitrile",
    "2,4,6-tris[2,4,6-tris(bromanyl)phenoxy]-1,3,5-triazine": "2,4,6-tris(2,4,6-tribromophenoxy)-1,3,5-triazine",
    "benzo[a]anthracene-7,12-dione": "benzo[a]anthracene-7,12-dione",
    "tetrakis(phenylmethyl) silicate": "tetrabenzyl silicate",
    "dimethoxy-phenoxy-sulfanylidene-$l^{5}-phosphane": "dimethoxy-phenoxy-sulfanylidene-lambda5-phosphane",
}


@pytest.mark.parametrize(("systematic", "preferred"), NAMES.items())
def test_names_are_restored(systematic: str, preferred: str) -> None:
    assert restore_name.restore(systematic) == preferred


@pytest.mark.parametrize(
    "name",
    [
        "",
        "sodium;ethanoate",
        "7-thia-14,15-diazadispiro[5.1.5^{8}.2^{6}]pentadec-14-ene",
        # hydroxy precedes methoxy and oxidanyl follows it: the order of the prefixes would be wrong
        "4-methoxy-3-oxidanyl-benzoic acid",
    ],
)
def test_a_name_that_cannot_be_told_is_not_guessed(name: str) -> None:
    assert restore_name.restore(name) is None


# Choosing


def compound(cid: int, *elements: str) -> Compound:
    return Compound(cid, f"name {cid}", "C", 20, frozenset(elements))


def test_a_choice_has_rare_elements_first_and_not_too_many_alike() -> None:
    alike = [compound(cid, "C") for cid in range(30)]
    others = [compound(100 + cid, "C", "O") for cid in range(10)]
    rare = compound(200, "C", "Te")
    chosen = chemicals_pool.varied([*alike, *others, rare], 12)
    assert rare in chosen
    assert Counter(chosen_one.elements for chosen_one in chosen)[frozenset("C")] <= chemicals_pool.MAX_ALIKE
    assert len(chosen) == len(set(chosen)) == 12


def test_a_choice_is_filled_up_from_alike_ones() -> None:
    alike = [compound(cid, "C") for cid in range(30)]
    assert len(chemicals_pool.varied(alike, 20)) == 20


@pytest.mark.slow
@needs_opsin
def test_other_seeds_draw_other_molecules_that_stand_the_same_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chemicals_pool, "POOL_FACTOR", 5)  # less choice, in less time
    first = chemicals_pool.choose(seed=5, per_band=2)
    assert first == chemicals_pool.choose(seed=5, per_band=2)
    assert Counter(molecule_row.band(chosen.size) for chosen in first) == dict.fromkeys(
        ("1-20", "21-40", "41-60", "61-80", "81-100", "101+"), 2
    )
    assert {chosen.cid for chosen in first} != {chosen.cid for chosen in chemicals_pool.choose(seed=6, per_band=2)}
    for chosen in first:
        assert chemicals_pool.row_of(chosen.cid, chosen.name, chosen.smiles)["size"] == chosen.size


def test_without_the_package_the_error_names_the_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chemicals.identifiers", None)
    monkeypatch.setattr(
        chemicals_pool, "pool", chemicals_pool.pool.__wrapped__
    )  # not the pool that an earlier test has read
    rows = molecules.molecules("", 1)
    assert next(rows)[0] == "train"
    with pytest.raises(UserError, match=r"pip install 'sgpkit\[chem\]'"):
        next(rows)


def test_the_list_has_the_columns_that_the_command_writes() -> None:
    with choose_molecules.CHOSEN.open(encoding="utf-8", newline="") as file:
        assert tuple(next(csv.reader(file))) == choose_molecules.COLUMNS


# OPSIN


@needs_opsin
class TestOpsin:
    @pytest.mark.slow
    def test_the_solver_draws_what_the_name_says(self, built: list[tuple[str, Row]]) -> None:
        rows = [row for _, row in built]
        answers = solve_opsin.solve(rows)
        wrong = [
            row["name"]
            for row, answer in zip(rows, answers, strict=True)
            if not answer or not molecule.same(molecule.from_drawing(answer), molecule.from_drawing(row["code"]))
        ]
        assert wrong == []

    @pytest.mark.process
    def test_odd_names_do_not_shift_the_answers(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        names = [
            "methane",
            "",
            "no such thing",
            "eth\nane",
            "-h",
            "ethanol\r",
            "α-pinene\u2028",
            "   ",
            "propane",
            "x" * 9000,
        ]
        answers = opsin.read_names(names)
        assert (answers[0], answers[8]) == ("C", "CCC")
        assert [bool(answer) for answer in answers] == [True] + [False] * 7 + [True, False]
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.process
    def test_a_name_beyond_the_colours_is_answered_with_nothing(self) -> None:
        assert solve_opsin.solve([{"name": "ferrocene"}, {"name": "ethanol"}])[0] == ""

    def test_no_names_need_no_java_start(self) -> None:
        assert opsin.read_names(["", "\n"]) == ["", ""]


def test_without_java_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="apt install default-jre-headless"):
        solve_opsin.solve([{"name": "ethanol"}])


def test_without_opsin_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    java = tmp_path / "java"
    java.touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UserError, match=r"pip install 'sgpkit\[chem\]'"):
        solve_opsin.solve([{"name": "ethanol"}])
