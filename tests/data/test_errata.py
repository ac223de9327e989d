"""Errata of a dataset repo: writing, reading, checks against the rows, and refusal of invalid ones."""

import pytest
import toy
import yaml

from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data import build, errata
from sgpkit.data.errata import Erratum
from sgpkit.data.hub import push
from sgpkit.errors import UserError
from sgpkit.runs import data

FIRST = Erratum("toy", "row-1", "v1.1.0", "flagged", "The figure may be read in two ways.")


@pytest.fixture
def folder(tmp_path):
    build.build(toy.PLAIN, tmp_path / "data")
    return tmp_path / "data"


def test_errata_are_noted_replaced_and_read_in_order(folder):
    assert errata.read(folder) == ()
    errata.note(folder, FIRST)
    errata.note(folder, Erratum("toy", "row-0", "v1.1.0", "withdrawn", "Ärger: zwei Antworten stimmen."))
    worse = Erratum("toy", "row-1", "v1.2.0", "withdrawn", "It can.")
    path = errata.note(folder, worse)
    assert [item.id for item in errata.errata_of(folder, "toy")] == ["row-0", "row-1"]
    assert errata.errata_of(folder, "toy")[1] == worse
    assert errata.errata_of(folder, "other") == ()
    assert "Ärger" in path.read_text(encoding="utf-8")
    before = path.read_bytes()
    errata.write(folder, errata.read(folder))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "change, message",
    [
        ({"id": "row-99"}, "toy has no row 'row-99'; did you mean 'row-9'"),
        ({"config": "toys"}, "has no config 'toys'; did you mean 'toy'"),
        ({"kind": "withdraw"}, "unknown kind 'withdraw'; did you mean 'withdrawn'"),
        ({"since": "1.1"}, "expected a version such as v1.1.0, found '1.1'"),
        ({"reason": " "}, "give the reason"),
    ],
)
def test_a_slip_is_named_and_nothing_is_written(folder, change, message):
    with pytest.raises(UserError, match=message):
        errata.note(folder, Erratum(**{**vars(FIRST), **change}))
    assert not (folder / errata.FILE).exists()


@pytest.mark.parametrize(
    "entries, message",
    [
        ({"toy": "row-1"}, "expected a list of entries"),
        ([{"config": "toy", "id": "row-1"}], "entry 1: expected config, id, since, kind, reason"),
        ([{**vars(FIRST), "id": 7}], "id: expected a text, found 7; put it in quotes"),
        ([vars(FIRST), vars(FIRST)], "toy row-1 has two entries"),
        ("- [", "damaged"),
    ],
)
def test_a_file_of_another_form_is_refused(folder, entries, message):
    text = entries if isinstance(entries, str) else yaml.safe_dump(entries)
    (folder / errata.FILE).write_text(text)
    with pytest.raises(UserError, match=message):
        errata.read(folder)


def test_the_command_notes_and_lists(folder, monkeypatch, capsys):
    monkeypatch.setattr(families, "get", {"toy": toy.PLAIN}.__getitem__)
    how = ["--since", "v1.1.0", "--reason", "Both answers are right."]
    assert main.main(["dataset", "errata", str(folder), "toy", "row-2", *how, "--withdraw"]) == 0
    assert "toy row-2 is withdrawn" in capsys.readouterr().out
    assert main.main(["dataset", "errata", str(folder)]) == 0
    assert "toy row-2: withdrawn since v1.1.0: Both answers are right." in capsys.readouterr().out
    assert main.main(["dataset", "errata", str(folder), "toy", "row-2"]) == 2
    assert "expected sgpkit dataset errata" in capsys.readouterr().err
    entry = {**vars(FIRST), "id": "row-77"}
    (folder / errata.FILE).write_text(yaml.safe_dump([entry]))
    assert main.main(["dataset", "errata", str(folder)]) == 2
    assert "toy has no row 'row-77'" in capsys.readouterr().err


def test_errata_travel_with_the_next_version_of_the_data(folder, hub, monkeypatch):
    monkeypatch.setattr(families, "get", {"toy": toy.PLAIN}.__getitem__)
    push.push(folder, "org/toys", "v1.0.0", lambda stage: None)
    errata.note(folder, FIRST)
    push.push(folder, "org/toys", "v1.1.0", lambda stage: None)
    before, after = (data.load(f"org/toys@{tag}", toy.PLAIN) for tag in ("v1.0.0", "v1.1.0"))
    assert (before.errata, after.errata) == ((), (FIRST,))
    assert before.digest == after.digest
    assert before.commit != after.commit
