"""A card of real configs: its figures agree with the data, its examples run, and errors in a card are found."""

import hashlib
import io
import itertools
import json
import math
import re
import shlex
import shutil
import sys
import time

import polars as pl
import pytest
import yaml
from huggingface_hub import DatasetCard
from PIL import Image

from sgpkit import bars
from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data import build, errata, record
from sgpkit.data.card import (
    baselines,
    check,
    column_meanings,
    family_words,
    licence_names,
    metadata,
    pictures,
    registration,
    render,
)
from sgpkit.engines import baseline
from sgpkit.errors import UserError
from sgpkit.quality import probing

CONFIGS = ("sgp-symmetry", "turtle-tweak")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A folder with a card."""
    folder = tmp_path_factory.mktemp("repo") / "sgp-bench"
    for config in CONFIGS:
        build.build(families.get(config), folder, limit=6)
    render.render(folder)
    return folder


@pytest.fixture
def text(built):
    return (built / "README.md").read_text()


def test_progress_counts_the_configs_of_a_card(built, tmp_path, monkeypatch):
    folder = shutil.copytree(built, tmp_path / "sgp-bench")
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    monkeypatch.setattr(bars, "EVERY", 0.02)

    def wait_for_a_line(*_):
        seen, deadline = log.getvalue(), time.monotonic() + 20
        while log.getvalue() == seen and time.monotonic() < deadline:
            time.sleep(0.01)

    render.render(folder, probe=wait_for_a_line)
    lines = log.getvalue().splitlines()
    assert any(line.startswith(f"card of {folder}: 0 of 2 configs, ") for line in lines)
    assert any(line.startswith(f"card of {folder}: 1 of 2 configs, ") for line in lines)


@pytest.mark.parametrize("config", families.names())
def test_every_column_of_every_config_is_explained(config):
    family, benchmark = families.locate(config)
    meanings = column_meanings.meanings(family, benchmark)
    assert list(meanings) == list(benchmark.rows.columns)
    assert all(words and not words.endswith(".") for words in meanings.values())


def test_a_column_without_words_is_told():
    family, benchmark = families.locate("sgp-svg")
    columns = {**benchmark.rows.columns, "shade": "string"}
    with pytest.raises(UserError, match=r"columns\.toml: no description of shade of sgp-svg"):
        column_meanings.meanings(family, benchmark.replacing(columns=columns))


@pytest.mark.sandbox
def test_every_code_block_runs(built, text, monkeypatch, tmp_path):
    monkeypatch.chdir(built.parent)
    rows = pl.read_parquet(built / "sgp-symmetry" / "test-*.parquet")["id"].to_list()
    tweaks = pl.read_parquet(built / "turtle-tweak" / "test-*.parquet")["id"].to_list()
    answers = [json.dumps({"id": name, "completion": "Answer: A"}) for name in [*rows, *tweaks]]
    (built.parent / "answers.jsonl").write_text("\n".join(answers))
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert {language for language, _ in blocks} == {"python", "sh"}
    config = ""
    for language, block in blocks:
        if language == "python":
            result = {}
            exec(block, result)  # the code that a reader would paste
            assert len(result["rows"]) > 0
            continue
        for number, line in enumerate(block.splitlines()):
            command = shlex.split(line)
            if command[0] == "sgpkit":
                config = command[2] if command[1] == "run" else config
                path = str(tmp_path / f"run-{config}")
                assert main.main([path if word == "runs/mine" else word for word in command[1:]]) == 0, line
            else:
                assert (number, command[:2]) == (0, ["pip", "install"])


def test_figures_are_the_datas(built, text):
    for config in CONFIGS:
        for split in ("test", "train"):
            files = list((built / config).glob(f"{split}-*.parquet"))
            if files:
                assert f"| {split} | {pl.read_parquet(files).height} |" in text.split(f"### `{config}`")[1]
    head = DatasetCard(text).data.to_dict()
    assert head["license"] == ["cc0-1.0"]
    assert head["size_categories"] == ["n<1K"]
    assert head["annotations_creators"] == ["machine-generated"]
    assert "multiple-choice" in head["task_categories"]
    line = f"sgpkit canary GUID {record.CANARY}"
    assert f"`{line}`" in text and head["canary"] == [line]
    assert record.read(built, "sgp-symmetry")["canary"] == record.CANARY


def test_baselines_are_scored_as_runs_are(built):
    benchmark = families.get("sgp-symmetry")
    rows = list(render.stored_rows.read(built, benchmark, "test"))
    result = {floor.name: floor for floor in baselines.floors(benchmark, rows, [])}
    most = max(sum(row["answer"] == letter for row in rows) for letter in "AB")
    assert result["constant"].estimate.value == most / len(rows)
    assert result["constant"].rows == len(rows)
    assert "reference" not in result


def test_every_guess_that_a_card_knows_is_a_baseline_of_some_config():
    known = {name for benchmark in families.all_benchmarks() for name in baseline.names(benchmark)}
    assert set(baselines.GUESSES) <= known


def test_pictures_are_small_and_show_the_first_drawings(built):
    path = built / "card" / "turtle-tweak.png"
    assert path.stat().st_size < pictures.MOST_BYTES
    with Image.open(path) as strip:
        assert strip.height == pictures.SIDE
        assert strip.width == pictures.SHOWN * (pictures.SIDE + pictures.GAP) - pictures.GAP
        assert strip.convert("L").getextrema() != (255, 255)


def test_a_strip_of_noise_is_made_small_enough():
    stream = io.BytesIO()
    Image.effect_noise((400, 300), 90).convert("RGB").save(stream, "PNG")
    assert len(pictures.strip([stream.getvalue()] * 4)) <= pictures.MOST_BYTES


def test_a_card_has_one_title_and_no_level_is_left_out(text):
    levels = [len(marks) for marks in re.findall(r"^(#+) ", text, re.MULTILINE)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


def test_a_card_describes_the_configs_that_were_built(text):
    assert "- `sgp-symmetry`: is a drawing, of one of 30 kinds of figure, symmetric" in text
    for other in ("- `sgp-svg`", "- `sgp-mnist`", "- `sgp-sit-", "OpenCASCADE"):
        assert other not in text
    items = "- `a`: one,\n  further\n- `b`, `c-*`: two\n\nAfter.\n"
    assert family_words.without_unbuilt(items, ["a", "b", "c-1"], ["c-1"]) == "- `b`, `c-*`: two\n\nAfter.\n"
    assert family_words.without_unbuilt("- `part`: no config\n", ["a"], []) == "- `part`: no config\n"
    tabled = "- `a`: one\n\n  | x |\n  | - |\n\n- `b`: two\n\nAfter.\n"
    assert family_words.without_unbuilt(tabled, ["a", "b"], ["b"]) == "- `b`: two\n\nAfter.\n"
    assert family_words.without_unbuilt(tabled, ["a", "b"], ["a"]) == "- `a`: one\n\n  | x |\n  | - |\n\n\nAfter.\n"
    assert family_words.without_unbuilt(tabled, ["a", "b"], ["a", "b"]) == tabled


def test_licences_have_names_and_links(text):
    assert "[CC0 1.0](https://creativecommons.org/publicdomain/zero/1.0/)" in text.split("## Licences")[1]
    linked = licence_names.with_links("MIT (chemicals package); PubChem data, public domain")
    assert linked == "[MIT](https://opensource.org/license/mit) (chemicals package); PubChem data, public domain"
    assert licence_names.with_links("PERMITTED, CC-BY-SA-4.0") == (
        "PERMITTED, [CC BY-SA 4.0](https://creativecommons.org/licenses/by-sa/4.0/)"
    )
    assert licence_names.address("as published") == ""


def test_croissant_names_every_file_with_its_hash_and_every_column(built, tmp_path):
    content = json.loads((built / "croissant.json").read_text())
    files = {entry["@id"]: entry for entry in content["distribution"]}
    parquet = sorted(path.relative_to(built).as_posix() for path in built.rglob("*.parquet"))
    assert sorted(files) == parquet
    for name in parquet:
        assert files[name]["sha256"] == hashlib.sha256((built / name).read_bytes()).hexdigest()
    for one in content["recordSet"]:
        config, split = one["@id"].split("/")
        names = {source["source"]["fileObject"]["@id"] for source in one["field"]}
        (name,) = names
        assert name.startswith(f"{config}/{split}-")
        schema = pl.read_parquet_schema(built / name)
        assert [field["name"] for field in one["field"]] == list(schema)
        for field in one["field"]:
            assert field.get("repeated", False) == isinstance(schema[field["name"]], pl.List)
    identifiers = [entry["@id"] for entry in [*content["distribution"], *content["recordSet"]]]
    assert len(identifiers) == len(set(identifiers))


def test_errata_and_versions_are_told(built, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(built, folder)
    name = pl.read_parquet(folder / "sgp-symmetry" / "test-*.parquet")["id"][0]
    errata.note(folder, errata.Erratum("sgp-symmetry", name, "v1.1.0", "withdrawn", "Two options are right."))
    (folder / "CHANGELOG.md").write_text("# Changelog\n\n## v1.1.0\n\n### `sgp-symmetry`\n\n1 row withdrawn.\n")
    text = render.render(folder, "org/sgp-bench").read_text()
    assert f"| `{name}` | withdrawn: Two options are right. | v1.1.0 |" in text
    assert "1 row withdrawn." in text
    assert 'load_dataset("org/sgp-bench", "turtle-tweak", split="test")' in text
    assert "--data org/sgp-bench --engine" in text


def test_the_same_folder_gives_the_same_card(built, text):
    before = {path.name: path.read_bytes() for path in (built / "card").iterdir()}
    render.render(built)
    assert (built / "README.md").read_text() == text
    assert {path.name: path.read_bytes() for path in (built / "card").iterdir()} == before


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (lambda text: text.replace("cc0-1.0", "free"), "license: 'free' is not one of"),
        (lambda text: text.replace("pretty_name", "nice_name"), "pretty_name is missing"),
        (lambda text: text.replace("num_examples: 6", "num_examples: 7", 1), "dataset_info: 7"),
        (lambda text: text.replace("test-*.parquet", "tset-*.parquet", 1), "no file matches"),
        (lambda text: text.replace("card/turtle-tweak.png", "card/none.png"), "picture card/none.png is missing"),
        (lambda text: text.replace("n<1K", "1M<n<10M"), "size_categories"),
    ],
)
def test_what_is_wrong_with_a_card_is_found(built, tmp_path, spoil, problem):
    folder = tmp_path / "copy"
    shutil.copytree(built, folder)
    assert check.problems(folder) == []
    readme = folder / "README.md"
    readme.write_text(spoil(readme.read_text()))
    assert any(problem in item for item in check.problems(folder)), check.problems(folder)


@pytest.fixture(scope="module")
def questions(tmp_path_factory):
    """A folder with a config that the Hub can run without sgpkit."""
    folder = tmp_path_factory.mktemp("questions") / "sgp-bench"
    build.build(families.get("sgp-illusion"), folder, limit=4)
    render.render(folder)
    return folder


def test_drawings_are_not_registered_while_the_hub_cannot_score_them(built):
    registered = yaml.safe_load((built / "eval.yaml").read_text())
    assert [task["config"] for task in registered["tasks"]] == ["sgp-symmetry"]


def test_questions_are_registered_in_the_form_that_the_hub_runs(questions):
    registered = yaml.safe_load((questions / "eval.yaml").read_text())
    assert list(registration.problems(registered)) == [] and check.problems(questions) == []
    (task,) = registered["tasks"]
    assert task["scorers"] == [{"name": "choice"}] and task["field_spec"]["choices"] == "options"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("config: sgp-illusion", "config: sgp-ilusion", "sgp-ilusion"),
        ("inspect-ai", "sgpkit", "expected 'inspect-ai'"),
        ("name: choice", "name: sgpkit", "scorers"),
        ("  split:", "  splits: no\n  split:", "unknown key 'splits'"),
        ("scorers:", "scores:", "scorers is missing"),
    ],
)
def test_what_the_hub_would_refuse_in_a_registration_is_found(questions, tmp_path, old, new, problem):
    folder = tmp_path / "copy"
    shutil.copytree(questions, folder)
    path = folder / "eval.yaml"
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))
    assert any(problem in item for item in check.problems(folder)), check.problems(folder)


def test_a_maintainer_is_told_what_only_the_hub_can_do():
    lines = "\n".join(registration.remarks([families.get("sgp-illusion"), families.get("turtle-tweak")]))
    assert "registers 1 of 2" in lines and "allow-list" in lines and "EVALUATION_FRAMEWORKS" in lines


def test_licences_that_the_hub_does_not_know_are_other():
    assert metadata.licenses(["MIT", "CC0-1.0", "as the icons' authors say"]) == ["cc0-1.0", "mit", "other"]


def keep_calibration(folder, config):
    """Store a calibration as from runs of models over published rows."""
    from sgpkit.quality import calibrate

    models = [("a", 0.25, 0.2), ("b", 0.5, 0.4), ("c", 0.75, 0.8)]
    types = [("length", 0.5, 0.375), ("size", math.nan, 0.5)]
    calibrate.keep(folder, calibrate.Calibration(config, "sgp-bench", models, 1.0, 0.5, 1.0, types))


@pytest.mark.process
def test_the_card_says_how_far_shortcuts_get(tmp_path):
    build.build(families.get("sgp-illusion"), tmp_path / "sgp-bench", limit=48)
    keep_calibration(tmp_path / "sgp-bench", "sgp-illusion")
    text = render.render(tmp_path / "sgp-bench", probe=probing.kept_or_probed).read_text("utf-8")
    lines = [line for line in text.splitlines() if "| answer | random |" in line]
    assert {line.split("|")[1].strip() for line in lines} >= {"letters", "tags", "boxes", "option-only", "length"}
    assert all(line.rstrip(" |").endswith(("%", "exceeded")) and "25.0 %" in line for line in lines)
    assert "by 3 models: rank correlation 1.00 (0.50 – 1.00)" in text
    assert "| length | 50.0 % | 37.5 % |" in text and "| size | – | 50.0 % |" in text
    kept = json.loads((tmp_path / "sgp-bench" / "sgp-illusion" / "probes.json").read_text("utf-8"))
    assert kept["real"] == "" and f"{100 * kept['figures'][0]['value']:.1f} %" in text


def test_parts_of_configs_are_not_probed_unasked_and_intervals_that_are_none_are_dashes(text):
    assert text.count("no shortcuts were tested") == sum(
        families.get(name).scoring.score is not None for name in CONFIGS
    )
    assert " nan %" not in text
