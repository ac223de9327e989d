"""Groups of commands, the names of earlier versions, nearest names, completion and the headings of help pages."""

import ast
import os
import re
import subprocess
import sys

import click
import command_line
import pytest
from paths import ROOT

from sgpkit.cli.base.commands import Group, load
from sgpkit.cli.main import ALIASES, COMMANDS, PROGRAM, main

GROUPS = [name for name, location in COMMANDS.items() if isinstance(load(location), Group)]


def test_the_groups_are_there():
    assert GROUPS == ["dataset", "annotate", "author", "metrics", "results", "family", "export"]


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


def test_names_of_earlier_versions_are_in_no_list(capsys):
    assert main(["--help"]) == 0
    page = capsys.readouterr().out
    assert all(f"│ {name} " in page for name in COMMANDS)
    assert not any(f"│ {name} " in page for name in ALIASES if name not in COMMANDS)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (["card", "folder"], ["dataset", "card", "folder"]),
        (["diff", "a", "b", "--config", "c"], ["dataset", "diff", "a", "b", "--config", "c"]),
        (["round", "check", "r.json", "--data", "d"], ["dataset", "round", "check", "r.json", "--data", "d"]),
        (["copies", "a", "--of", "b", "c"], ["dataset", "copies", "a", "--of", "b", "--of", "c"]),
        (["judge", "r", "--engine", "e", "--model", "m"], ["annotate", "judge", "r", "--engine", "e", "--model", "m"]),
        (["push-metrics", "--org", "o"], ["metrics", "push", "--org", "o"]),
        (["check-pulls", "--comment", "--", "o/r"], ["results", "check-prs", "--comment", "--", "o/r"]),
        (
            ["author", "icons", "--format", "svg", "--engine", "e", "--model", "m"],
            ["author", "draft", "icons", "--format", "svg", "--engine", "e", "--model", "m"],
        ),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_an_old_name_reads_its_options_as_the_new_one(old, new):
    assert command_line.parsed(old) == command_line.parsed(new)


def test_a_study_goes_by_its_old_and_its_new_name():
    old = command_line.parsed(["review", "sgp-svg", "--study", "choices", "--people", "3"])
    new = command_line.parsed(["author", "study", "sgp-svg", "--kind", "choices", "--people", "3"])
    assert {name: old[name] for name in new if name != "subject"} == {
        name: value for name, value in new.items() if name != "subject"
    }


KEPT = {
    "submission/computed.py": "what manifests say of a judge",
    "cli/author/review.py": "the command of the old name itself",
}
"""Modules in which an old name stands for a reason."""


def test_messages_name_no_old_command():
    old = re.compile(rf"\bsgpkit ({'|'.join(ALIASES)})\b(?!-)")
    named = []
    for path in (path for folder in ("sgpkit", "builders") for path in sorted((ROOT / folder).rglob("*.py"))):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8")))) if "sgpkit " in path.read_text() else []
        documentation = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        texts = (node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in documentation)
        if any(isinstance(text, str) and old.search(text) for text in texts):
            named.append(path.relative_to(ROOT / "sgpkit" if path.is_relative_to(ROOT / "sgpkit") else ROOT).as_posix())
    assert set(named) - set(KEPT) == set()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["datset"], "unknown command 'datset'; did you mean 'dataset'"),
        (["dataset", "car"], "unknown command 'car'; did you mean 'card'"),
        (["run", "x", "--lmit", "3"], "unknown option --lmit; did you mean '--limit'"),
        (["run", "x", "--modle", "m"], "unknown option --modle; did you mean '--model'"),
        (["run", "x", "--engine"], "--engine"),
        (["dataset"], "which COMMAND? One of card, diff"),
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
        *("--setting", "--n", "--limit", "--lite", "--out"),
    ]


@pytest.mark.parametrize("words", [["--family", "nowhere", "list"], ["list", "--family", "nowhere"]])
def test_a_family_is_named_before_or_after_the_command(words, monkeypatch, capsys):
    from sgpkit import families

    added = []
    monkeypatch.setattr(families, "add", added.append)
    assert main(words) == 0
    assert [str(path) for path in added] == ["nowhere"]


def test_shells_complete_commands_and_options():
    def completed(words, index):
        environment = {"_SGPKIT_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(index)}
        line = [sys.executable, "-c", "from sgpkit.cli.main import entry; entry()"]
        return subprocess.run(line, env=os.environ | environment, capture_output=True, text=True, check=False).stdout

    assert "plain,contamination" in completed("sgpkit con", 1)
    assert "plain,--strategy" in completed("sgpkit run --str", 2)


def test_rich_is_imported_for_help_alone():
    code = "import sys; from sgpkit.cli.main import main; main(['--version']); assert 'rich_click' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    assert PROGRAM.name == "sgpkit"
