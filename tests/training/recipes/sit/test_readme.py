"""The commands in the recipe's README and files are valid command lines."""

import importlib.util
import re
import shlex
from pathlib import Path

import command_line
import pytest

from sgpkit.benchmark import families
from sgpkit.training.recipes.sit import __main__ as command
from sgpkit.training.recipes.sit import settings

FOLDER = Path(settings.__file__).parent
ROOT = FOLDER.parents[3]


def shown():
    """Return each command with its lines joined, from shell blocks and from comments of the recipes' files."""
    texts = re.findall(r"```sh\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)
    texts += [re.sub(r"(?m)^# ?", "", path.read_text()) for path in sorted(FOLDER.glob("*.toml"))]
    joined = "\n".join(texts).replace("\\\n", " ")
    return [line.partition("  #")[0].strip() for line in joined.splitlines() if "…" not in line]


RECIPE = [
    line.partition("-m sgpkit.training.recipes.sit ")[2]
    for line in shown()
    if "-m sgpkit.training.recipes.sit " in line
]
SGPKIT = [line.removeprefix("sgpkit ") for line in shown() if line.startswith("sgpkit ")]


@pytest.mark.parametrize("line", RECIPE)
def test_the_recipes_commands_parse(line):
    options = command.parser().parse_args(shlex.split(line))
    if hasattr(options, "recipe"):
        assert (ROOT / options.recipe).is_file()
        settings.read(ROOT / options.recipe, options.set, options.data, options.without)


@pytest.mark.parametrize("line", SGPKIT)
def test_sgpkits_commands_parse(line):
    command_line.parsed(shlex.split(line))


def test_the_configs_that_are_named_exist():
    named = set(re.findall(r"\bsgp-(?:rev-|mixed-)?sit-\d+k\b", " ".join(shown())))
    known = {benchmark.config for benchmark in families.benchmarks("sgp_bench")}
    assert named and named <= known


def test_what_is_not_installed_is_named(tmp_path, monkeypatch, capsys):
    result = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == "trl" else result(name, *rest))
    assert command.main(["train", str(FOLDER / "one-gpu.toml"), "--out", str(tmp_path / "out")]) == 2
    assert re.search(r"trl.* not installed; the recipe needs: pip install 'sgpkit\[train\]'", capsys.readouterr().err)
    assert not (tmp_path / "out").exists()


def test_a_training_needs_a_folder(capsys):
    assert command.main(["train", str(FOLDER / "one-gpu.toml")]) == 2
    assert "--out is missing" in capsys.readouterr().err
