"""Geometry drawings in the paper's own form, read from a folder."""

import random

import pytest

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.families.ssvg_bench.content.constructions import every
from sgpkit.families.ssvg_bench.content.constructions.engine import draw
from sgpkit.families.ssvg_bench.content.constructions.writer import program
from sgpkit.families.ssvg_bench.sources import classes
from sgpkit.graphics import elements
from sgpkit.metrics.structure import geometry

pytestmark = pytest.mark.process

ONE = next(item for item in every() if not item.rule)
MANY = next(item for item in every() if item.rule)


@pytest.fixture
def folder(tmp_path):
    for name, construction in (("first", ONE), ("more/second one", MANY)):
        drawing = draw(construction, random.Random(name))
        file = tmp_path / f"{name}.svg"
        file.parent.mkdir(exist_ok=True)
        file.write_text(program(*drawing, "svg"), encoding="utf-8")
        file.with_suffix(".txt").write_text(f"{construction.text}\n", encoding="utf-8")
    (tmp_path / "rules.csv").write_text(f"name,rule\nmore/second one,{MANY.rule}\n", encoding="utf-8")
    return tmp_path


def test_drawings_become_rows_that_score(folder):
    assert classes.recognises(str(folder))
    read = list(classes.geometry(str(folder), 0))
    assert [split for split, _ in read] == ["test", "test"]
    first, second = (row for _, row in read)
    assert (first["id"], second["id"]) == ("geometry-first", "geometry-more-second-one")
    assert (first["rule"], second["rule"]) == ("", MANY.rule)
    assert first["text"] == " ".join(ONE.text.split())
    verdicts = geometry.score([first["code"], second["code"], first["given"]], [first, second, first])
    assert [verdict.value for verdict in verdicts] == [1, 1, 0]
    assert read == list(classes.geometry(str(folder), 7))


def test_the_given_part_is_the_drawing_without_what_is_added(folder):
    _, row = next(iter(classes.geometry(str(folder), 0)))
    assert "output_" not in row["given"].partition("</style>")[2]
    whole, given = elements.from_svg(row["code"]), elements.from_svg(row["given"])
    assert given.items == tuple(item for item in whole.items if not elements.is_added(item, "svg"))
    assert set(given.texts) < set(whole.texts)
    assert row["given"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')


@pytest.mark.parametrize(
    ("name", "code", "text", "reason"),
    [
        (
            "a",
            '<svg xmlns="http://www.w3.org/2000/svg"><line class="input_object" x2="9"/></svg>',
            "t",
            "nothing to add",
        ),
        ("b", "<svg", "t", "parse_error"),
        ("c", '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', "t", "unsafe"),
        ("d", "", None, "no text next to it; expected d.txt"),
        ("e", "<svg/>", " \n", "e.txt is empty"),
    ],
)
def test_what_is_no_row_is_told(folder, name, code, text, reason):
    (folder / f"{name}.svg").write_text(code)
    if text is not None:
        (folder / f"{name}.txt").write_text(text)
    skipped = [item for item in classes.geometry(str(folder), 0) if isinstance(item, Skipped)]
    assert [item.name for item in skipped] == [name]
    assert reason in skipped[0].reason


def test_mistakes_are_told(folder, tmp_path_factory):
    empty = tmp_path_factory.mktemp("empty")
    assert not classes.recognises(str(empty))
    assert not classes.recognises(str(folder / "first.svg"))
    with pytest.raises(UserError, match=r"no \*\.svg below"):
        list(classes.geometry(str(empty), 0))
    (folder / "rules.csv").write_text("name,rule\nfrist,touching_circle\n")
    with pytest.raises(UserError, match="did you mean 'first'"):
        list(classes.geometry(str(folder), 0))
    (folder / "rules.csv").write_text("name,rule\nfirst,touching_circles\n")
    with pytest.raises(UserError, match="did you mean 'touching_circle'"):
        list(classes.geometry(str(folder), 0))
    (folder / "rules.csv").write_text("drawing,predicate\n")
    with pytest.raises(UserError, match="expected columns name and rule"):
        list(classes.geometry(str(folder), 0))
