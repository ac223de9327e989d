"""Groups of commands, nearest names, completion and the headings of help pages."""

import os
import subprocess
import sys

import click
import pytest

from sgpkit.cli.base.commands import Group, load
from sgpkit.cli.main import PROGRAM, main

COMMANDS = PROGRAM.members
GROUPS = [name for name, location in COMMANDS.items() if isinstance(load(location), Group)]


def test_the_groups_are_there():
    assert [name for name in GROUPS if name != "author"] == [
        *("dataset", "annotate", "metrics", "results", "family", "export")
    ]


@pytest.mark.parametrize("group", GROUPS)
def test_help_of_every_command_in_a_group_begins_with_an_example(group, capsys):
    for name in (None, *load(COMMANDS[group]).members):
        words = [group] if name is None else [group, name]
        assert main([*words, "--help"]) == 0
        page = capsys.readouterr().out
        assert f"Usage: sgpkit {' '.join(words)}" in page
        assert f"Example: sgpkit {group} " in page


def options_without_help(command, path):
    for option in command.params:
        if isinstance(option, click.Option) and not option.hidden and not option.help:
            yield f"{path} {option.opts[-1]}"
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from options_without_help(command.get_command(context, name), f"{path} {name}")


def test_every_option_says_what_it_does():
    assert list(options_without_help(PROGRAM, "sgpkit")) == []


def test_help_lists_every_command(capsys):
    assert main(["--help"]) == 0
    page = capsys.readouterr().out
    assert all(f"│ {name} " in page for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["datset"], "unknown command 'datset'; did you mean 'dataset'"),
        (["dataset", "car"], "unknown command 'car'; did you mean 'card'"),
        (["run", "x", "--lmit", "3"], "unknown option --lmit; did you mean '--limit'"),
        (["run", "x", "--modle", "m"], "unknown option --modle; did you mean '--model'"),
        (["run", "x", "--engine"], "--engine"),
        (["run"], "CONFIG is required"),
        (["push", "folder"], "--repo is required"),
    ],
)
def test_mistakes_are_one_line_and_a_hint(words, message, capsys):
    assert main(words) == 2
    printed = capsys.readouterr().err.splitlines()
    assert message in printed[0] and printed[1].startswith("Try: sgpkit") and len(printed) == 2


@pytest.mark.parametrize("words", [["run", "x", "--split", "test"], ["eval", "smoke", "--dry"]], ids=" ".join)
def test_nothing_is_suggested_where_nothing_is_near(words, capsys):
    assert main(words) == 2
    (option,) = [word for word in words if word.startswith("--")]
    assert capsys.readouterr().err.splitlines()[0] == f"sgpkit: unknown option {option}"


def test_the_common_options_of_run_stand_first():
    run = load(COMMANDS["run"])
    options = [parameter for parameter in run.params if isinstance(parameter, click.Option)]
    common = [option.opts[0] for option in options if option.heading == "Common options"]
    assert common == [
        *("--data", "--engine", "--model", "--strategy", "--mode"),
        *("--setting", "--n", "--rows", "--lite", "--limit", "--out"),
    ]


@pytest.mark.parametrize("words", [["--family", "nowhere", "list"], ["list", "--family", "nowhere"]])
def test_a_family_is_named_before_or_after_the_command(words, monkeypatch, capsys):
    from sgpkit.benchmark import families

    added = []
    monkeypatch.setattr(families, "add", added.append)
    assert main(words) == 0
    assert [str(path) for path in added] == ["nowhere"]


@pytest.mark.process
def test_shells_complete_commands_and_options():
    def completed(words, index):
        environment = {"_SGPKIT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(index)}
        line = [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()"]
        return subprocess.run(line, env=os.environ | environment, capture_output=True, text=True, check=False).stdout

    assert "plain,contamination" in completed("sgpkit con", 1)
    assert "plain,--strategy" in completed("sgpkit run --str", 2)
    assert completed("sgpkit build sgp-sy", 2) == "plain,sgp-symmetry\n"
    assert completed("sgpkit eval smo", 2) == "plain,smoke\n"
    assert completed("sgpkit run sgp-svg --engine end", 4) == "plain,endpoint\n"


@pytest.mark.process
def test_rich_is_imported_for_help_alone():
    code = "import sys; from sgpkit.cli.main import main; main(['--version']); assert 'rich_click' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert PROGRAM.name == "sgpkit"
