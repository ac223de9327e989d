"""The command line as a user sees it: from clone to score, and its messages about errors."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest
from paths import ROOT

from sgpkit.cli.main import PROGRAM, main

pytestmark = pytest.mark.process

CONFIG = "ssvg-molecule-svg"


def sgpkit(*arguments, cwd, **environment):
    return subprocess.run(
        [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()", *map(str, arguments)],
        cwd=cwd,
        env=os.environ | {"HF_HUB_OFFLINE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A folder where a few molecules were built, asked and scored."""
    folder = tmp_path_factory.mktemp("home")
    for command in (
        ("build", CONFIG, "--limit", 6),
        ("run", CONFIG, "--engine", "baseline", "--model", "reference", "--out", "runs/reference"),
        ("score", "runs/reference"),
    ):
        done = sgpkit(*command, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def test_a_run_is_scored_and_shown(home):
    done = sgpkit("score", "runs/reference", "--json", cwd=home)
    assert json.loads(done.stdout)["value"] == 1.0
    assert all(len(line) <= 80 for line in sgpkit("score", "runs/reference", cwd=home).stdout.splitlines())
    identifier = json.loads((home / "runs" / "reference" / "run.json").read_text())
    assert identifier["rows"] == 6


def test_show_prints_prompt_completion_and_verdict_and_draws(home):
    import polars as pl

    identifier = pl.read_parquet(home / "runs/reference/responses/part-*.parquet")["id"][0]
    done = sgpkit("show", CONFIG, identifier, "--run", "runs/reference", cwd=home)
    assert done.returncode == 0, done.stderr
    for part in ("IUPAC name", "<svg", "the same molecule"):
        assert part in done.stdout
    picture = home / done.stdout.strip().splitlines()[-1]
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_the_card_names_what_was_built(home):
    done = sgpkit("dataset", "card", "sgp-bench", cwd=home)
    assert done.returncode == 0, done.stderr
    card = (home / "sgp-bench" / "README.md").read_text()
    assert f"config_name: {CONFIG}" in card
    assert "| test | 6 |" in card


def test_list_names_every_config_engine_and_metric(home):
    done = sgpkit("list", cwd=home)
    assert done.returncode == 0
    for name in (CONFIG, "smoke", "core", "baseline", "replay", "ssvg_structure"):
        assert name in done.stdout


def test_list_fits_a_screen_with_what_is_evaluated_first(home):
    lines = sgpkit("list", cwd=home).stdout.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100
    first_trained = next(number for number, line in enumerate(lines) if "sgp-sit-10k" in line)
    last_evaluated = max(number for number, line in enumerate(lines) if line.startswith(("vgen-", "sgp-", "turtle-")))
    assert last_evaluated < first_trained
    assert lines[first_trained].split(maxsplit=1)[1].startswith("sgp-sit-10k, -25k, -40k,")


def test_configs_that_differ_in_one_word_are_one_line_unless_asked_for(home):
    (line,) = [line for line in sgpkit("list", cwd=home).stdout.splitlines() if "vgqa-" in line]
    assert line.split() == [
        "vgqa-svg,",
        "-tikz,",
        "-graphviz",
        "4,279",
        "VGBench:",
        "questions",
        "about",
        "SVG,",
        "TikZ,",
        "Graphviz",
    ]
    shown = sgpkit("list", "vgqa", cwd=home).stdout
    configs = json.loads(sgpkit("list", "vgqa", "--json", cwd=home).stdout)
    assert [config["config"] for config in configs] == ["vgqa-svg", "vgqa-tikz", "vgqa-graphviz"]
    assert sum(config["rows"]["test"] for config in configs) == 4279
    assert all(config["config"] in shown for config in configs)


def test_list_of_one_config_shows_all_that_can_be_asked(home):
    shown = sgpkit("list", CONFIG, cwd=home).stdout
    for name in ("loop", "pubchem", "reference", "opsin"):
        assert name in shown
    assert [config["config"] for config in json.loads(sgpkit("list", "molecule", "--json", cwd=home).stdout)] == [
        "ssvg-molecule-svg", "ssvg-molecule-tikz", "ssvg-molecule-eps",
    ]  # fmt: skip


def test_list_of_a_suite_shows_its_configs_with_their_rows(home):
    lines = sgpkit("list", "core", cwd=home).stdout.splitlines()
    asked = {words[0]: int(words[1]) for words in map(str.split, lines[1:])}
    assert lines[0].startswith("core: ") and asked["sgp-svg"] == 250 and sum(asked.values()) == 1500
    assert {line.split()[1] for line in sgpkit("list", "full", cwd=home).stdout.splitlines()[1:]} == {"all"}


def test_a_filter_that_nothing_contains_is_named_with_the_nearest_config(home):
    nothing = sgpkit("list", "vgqa-svgs", cwd=home)
    assert (
        nothing.returncode == 2
        and "'vgqa-svgs', and no config has it in its name, title or family; did you mean 'vgqa-svg'?" in nothing.stderr
    )
    unlike = sgpkit("list", "nope", cwd=home).stderr
    assert "; sgpkit list prints all " in unlike and len(unlike) < 160
    assert json.loads(sgpkit("list", "vgqa-svgs", "--json", cwd=home).stdout) == []


@pytest.mark.slow
def test_list_is_quick_and_notices_a_changed_family(home, tmp_path):
    import resource

    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    first = sgpkit("list", cwd=home, **environment)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert sgpkit("list", cwd=home, **environment).stdout == first.stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.5, "processor time of `sgpkit list`"
    assert sgpkit("family", "new", "mine", cwd=tmp_path).returncode == 0
    assert "\nmine-" in sgpkit("--family", "mine", "list", cwd=tmp_path, **environment).stdout
    declared = tmp_path / "mine/__init__.py"
    declared.write_text(declared.read_text() + "\nBENCHMARKS = ()\n")
    assert "\nmine-" not in sgpkit("--family", "mine", "list", cwd=tmp_path, **environment).stdout
    (tmp_path / "sgpkit/catalogue.json").write_text("{}")
    assert sgpkit("list", cwd=home, **environment).stdout == first.stdout


MISTAKES = {
    "unknown command": (["buld"], "did you mean 'build'"),
    "unknown config": (["build", "ssvg-molecul-svg"], f"did you mean {CONFIG!r}"),
    "no config": (["build"], "expected a CONFIG"),
    "config and all": (["build", CONFIG, "--all"], "mutually exclusive"),
    "bad limit": (["build", CONFIG, "--limit", "0"], "at least 1"),
    "unknown source": (["build", CONFIG, "--source", "nowhere"], "no reader recognises 'nowhere'"),
    "no data": (["run", CONFIG, "--engine", "baseline", "--model", "empty", "--data", "nothing"], "Build one: sgpkit build"),
    "config not built": (["run", CONFIG, "--engine", "baseline", "--model", "empty", "--data", "."], "Build it: sgpkit build"),
    "unknown engine": (["run", CONFIG, "--engine", "baselin", "--model", "x"], "did you mean 'baseline'"),
    "unknown baseline": (["run", CONFIG, "--engine", "baseline", "--model", "refernce"], "did you mean 'reference'"),
    "missing option": (["run", CONFIG], "required"),
    "no run": (["score", "runs/none"], "is not a run folder"),
    "unknown row": (["show", CONFIG, "molecule-0"], "no row 'molecule-0'"),
    "repo offline": (["run", CONFIG, "--engine", "baseline", "--model", "empty", "--data", "org/name"], "nor an accessible dataset on the Hub"),
    "no dataset to describe": (["dataset", "card", "nothing"], "is not a dataset folder"),
    "no run to report": (["report", "runs/none"], "is not a run folder"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_in_two_lines_with_what_to_do(home, arguments, message):
    done = sgpkit(*arguments, cwd=home)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 2


def test_help_of_every_command_says_what_it_does(home, capsys):
    from sgpkit.cli.main import PROGRAM

    for name in PROGRAM.members:
        assert main([name, "--help"]) == 0
        shown = capsys.readouterr().out
        assert len(shown) > 100
        usage, after = re.split(r"\n\s*\n", shown.strip(), maxsplit=1)
        assert usage.startswith("Usage: sgpkit ") and after.lstrip().startswith("Example: sgpkit ")
    assert sgpkit(name, "--help", cwd=home).stdout == shown


def test_the_wheel_carries_its_data_files(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT, check=True, capture_output=True,
    )  # fmt: skip
    import zipfile

    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert len([name for name in names if name.startswith("sgpkit/graphics/raster/dejavu/DejaVu")]) == 12
    assert "sgpkit/graphics/raster/dejavu/LICENSE" in names
    for needed in ("sgpkit/families/ssvg_bench/content/molecules.csv", "sgpkit/families/ssvg_bench/card.md", "sgpkit/hub_cards/template.md",
                   "sgpkit/reports/page.html", "sgpkit/evaluate_metrics/ssvg_structure/ssvg_structure.py"):  # fmt: skip
        assert needed in names


@pytest.fixture
def copy_of_home(home, tmp_path, monkeypatch):
    """A copy of the folder for tests that damage it; commands run in this process."""
    shutil.copytree(home, tmp_path / "home")
    monkeypatch.chdir(tmp_path / "home")
    return tmp_path / "home"


def cut(path):
    path.write_bytes(path.read_bytes()[:-100])


SHARD = f"sgp-bench/{CONFIG}/test-00000-of-00001.parquet"
DAMAGES = {
    "run.json says nothing": (["score", "runs/reference"], lambda home: (home / "runs/reference/run.json").write_text("{}"), "run.json is damaged"),
    "responses cut": (["score", "runs/reference"], lambda home: cut(next(home.glob("runs/reference/responses/part-*"))), ".parquet is damaged"),
    "scores no JSON": (["report", "runs/reference"], lambda home: (home / "runs/reference/scores.json").write_text("no"), "Score it again"),
    "shard cut": (["run", CONFIG, "--engine", "baseline", "--model", "empty"], lambda home: cut(home / SHARD), "is damaged"),
    "shard cut, card": (["dataset", "card"], lambda home: cut(home / SHARD), "Build it again"),
    "head of another kind": (["dataset", "card"], lambda home: (home / "sgp-bench/README.md").write_text("---\n[1]\n---\n"), "README.md is damaged"),
    "a file where a folder should be": (["build", CONFIG, "--out", "file"], lambda home: (home / "file").touch(), "file: File exists"),
    "a folder where a file should be": (["report", "runs/reference", "--out", "runs"], lambda home: None, "Is a directory"),
}  # fmt: skip


@pytest.mark.parametrize(("arguments", "damage", "message"), DAMAGES.values(), ids=DAMAGES)
def test_damaged_files_and_bad_places_are_told_in_two_lines(copy_of_home, capsys, arguments, damage, message):
    damage(copy_of_home)
    assert main(arguments) == 2
    output = capsys.readouterr().err.strip()
    assert message in output
    assert len(output.splitlines()) <= 2
    assert not list(copy_of_home.rglob("*.part"))


def test_an_error_of_a_library_without_a_number_keeps_its_words(monkeypatch, capsys):
    def write(ctx):
        error = OSError("No space left on device (os error 28)")
        error.filename = "figures.csv"
        raise error

    monkeypatch.setattr(PROGRAM, "invoke", write)
    assert main(["list"]) == 2
    assert capsys.readouterr().err.startswith("sgpkit: figures.csv: No space left on device (os error 28)\n")


def test_a_run_is_written_to_a_folder_also_by_its_address_and_to_no_store(home, tmp_path, capsys):
    ask = ["run", CONFIG, "--engine", "baseline", "--model", "reference", "--data", f"file://{home}/sgp-bench"]
    assert main([*ask, "--out", f"file://{tmp_path}/runs/mine"]) == 0
    assert (tmp_path / "runs" / "mine" / "run.json").is_file()
    capsys.readouterr()
    assert main([*ask, "--out", "memory://runs/mine"]) == 2
    assert "the file:// address of a folder" in capsys.readouterr().err


def test_a_run_its_scores_and_its_page_load_nothing_that_only_builds_and_pushes_need():
    wanted = "import sys; from sgpkit.api import running, scored; from sgpkit.benchmark import families; families.get('sgp-svg')"
    needless = {"datasets", "pandas", "huggingface_hub.hf_api", "fsspec", "scipy.stats", "scipy.ndimage"}
    done = subprocess.run(
        [sys.executable, "-c", f"{wanted}; print({needless} & set(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "set()"
