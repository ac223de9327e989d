"""Output of commands: JSON on request, help without a command, complete names in pipes."""

import json
from pathlib import Path
from typing import NamedTuple

import click
import pytest

from sgpkit.cli import listing
from sgpkit.cli.base import output
from sgpkit.cli.main import PROGRAM, main
from sgpkit.cli.submit import tell_unranked
from sgpkit.data.errata import Erratum


def leaves(group, path=()):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from leaves(command, (*path, name))
        else:
            yield (*path, name), command


def test_every_command_prints_json():
    without = [
        " ".join(path)
        for path, command in leaves(PROGRAM)
        if not any("--json" in parameter.opts for parameter in command.params)
    ]
    assert without == []


def test_rows_are_a_stratified_subset_and_limit_the_first_rows_everywhere():
    for _, command in leaves(PROGRAM):
        for parameter in command.params:
            if "--rows" in parameter.opts:
                assert "stratified" in parameter.help
            if "--limit" in parameter.opts:
                assert "the first N" in parameter.help


class Pair(NamedTuple):
    path: Path
    number: float


def test_json_has_names_for_all_fields(capsys):
    erratum = Erratum("sgp-svg", "a", "v1.0.0", "flagged", "why")
    output.show(True, {"all": [Pair(Path("a/b"), 0.5), erratum], "none": None, Path("key"): {"é"}}, "")
    assert json.loads(capsys.readouterr().out) == {
        "all": [
            {"path": "a/b", "number": 0.5},
            {"config": "sgp-svg", "id": "a", "since": "v1.0.0", "kind": "flagged", "reason": "why"},
        ],
        "none": None,
        "key": ["é"],
    }


def test_text_is_made_only_if_printed(capsys):
    output.show(True, [], lambda: pytest.fail("not needed"))
    output.show(False, [], lambda: "text")
    output.show(False, [], "")
    assert capsys.readouterr().out == "[]\ntext\n"


@pytest.mark.parametrize("arguments", [[], ["dataset"], ["dataset", "round"]])
def test_a_group_without_a_command_prints_its_help(capsys, arguments):
    assert main(arguments) == 0
    captured = capsys.readouterr()
    assert "Commands" in captured.out and captured.err == ""


def test_lists_are_cut_on_terminals_only(monkeypatch, capsys):
    config = listing_config("t" * 200)
    assert "t" * 200 in listing.overview([config])
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert len(listing.overview([config])) == listing.WIDTH


def listing_config(title):
    from sgpkit.api.catalogue import Config

    return Config("family", "config", title, {}, (), "", True, (), (), (), (), (), (), ())


def test_leaderboard_names_submissions_without_a_rank(capsys):
    line = {"kind": "submission", "model": "org/one", "config": "sgp-svg", "rank": 1, "remarks": []}
    printed = {"kind": "printed", "model": "a paper's", "config": "sgp-svg", "rank": None, "remarks": []}
    tell_unranked([{"lines": [line, printed]}])
    assert capsys.readouterr().err == ""
    tell_unranked([{"lines": [line, line | {"model": "org/two", "rank": None, "remarks": ["not re-scored: why"]}]}])
    expected = "1 of 2 submissions have no rank, such as org/two on sgp-svg: not re-scored: why\n"
    assert capsys.readouterr().err == expected
