"""The commands that `sgpkit tables` names for missing figures do what they say, as they are printed."""

import csv
import re
import shlex

import pytest

import sgpkit
from sgpkit.cli.main import main
from sgpkit.reports import paper_tables
from sgpkit.reports.paper_tables import declaration
from sgpkit.runs.scoring.scored_run import ScoredRun

DECLARED = sorted({given["needs"] for _, content in declaration.declarations() for table in content["tables"]
                   for given in (table, *table.get("columns", {}).values()) if "needs" in given})  # fmt: skip


@pytest.fixture
def folder(tmp_path):
    """A scored run of the baseline `blank` on six figures to draw."""
    sgpkit.build("turtle-scratch", out=tmp_path / "data", limit=6, workers=1)
    path = tmp_path / "run"
    sgpkit.run("turtle-scratch", data=tmp_path / "data", engine="baseline", model="blank", mode="image", out=path)
    sgpkit.score(path)
    return path


def filled(paper, folder, number):
    (table,) = paper_tables.tables(paper, [ScoredRun.open(folder)], [number])
    return table


def call(command):
    """Run a command as a shell would, without the shell."""
    program, *arguments = shlex.split(command)
    assert program == "sgpkit"
    return main(arguments)


@pytest.mark.parametrize("needs", DECLARED)
def test_declared_commands_have_all_their_options(needs, tmp_path, capsys):
    """They fail for want of the run, not of an option."""
    missing = str(tmp_path / "none")
    command = needs.replace("RUN", missing).replace("DRAW", "8")
    assert not re.search(r"\b[A-Z]{3,}\b", command), "a word that stands for something else"
    for one in command.split(" && "):
        assert call(one) == 2
        error = capsys.readouterr().err
        assert missing in error and "Try: " not in error


@pytest.mark.process
def test_the_command_for_a_missing_run_finds_the_rows(folder, tmp_path, monkeypatch):
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    table = filled("turtlebench", folder, "4")
    commands = [one.partition(": ")[2] for one in table.missing]
    assert len(commands) == 2
    for number, command in enumerate(commands):
        assert call(f"{command} --out run-{number}") == 0
        sgpkit.score(f"run-{number}")
    runs = [ScoredRun.open(one) for one in (folder, tmp_path / "elsewhere/run-0", tmp_path / "elsewhere/run-1")]
    (whole,) = paper_tables.tables("turtlebench", runs, ["4"])
    assert not whole.missing and all(whole.lines[-1].cells)


@pytest.mark.process
def test_failures_are_drawn_labelled_and_shown_by_the_named_commands(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (command,) = [one.partition(": ")[2] for one in filled("turtlebench", folder, "5").missing]
    assert command == "sgpkit annotate agreement run --kind label --draw 6"
    assert call(command) == 0
    following = capsys.readouterr().out.rpartition("Next: ")[2].strip()
    path = tmp_path / "out/run-labels.csv"
    lines = list(csv.DictReader(path.open()))
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, lines[0])
        writer.writeheader()
        writer.writerows(line | {"label": "counting" if number % 2 else "orientation; counting"}
                         for number, line in enumerate(lines))  # fmt: skip
    assert call(following) == 0
    table = filled("turtlebench", folder, "5")
    at = table.columns.index("share")
    assert [line.cells[at].value for line in table.lines if line.is_run] == [0, 100, 50, 0]
