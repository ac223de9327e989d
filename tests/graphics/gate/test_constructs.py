"""The table of constructs in docs/explanation/scenes.md says what the gate does with each."""

import re

import pytest

from sgpkit.graphics import gate, raster
from sgpkit.status import Rejected
from tools import construct_table
from tools.construct_table import CONSTRUCTS, SQUARE, drawing


def painted(code):
    return raster.paint(code, 100).tobytes()


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.title)
def test_constructs_are_treated_as_the_table_says(construct):
    code = drawing(construct.example)
    assert re.search(construct.pattern, code)
    if construct.kind == "refused":
        with pytest.raises(Rejected):
            gate.text(code)
        return
    gated = gate.text(code)
    assert bool(re.search(construct.pattern, gated)) is (construct.kind == "drawn")
    has_effect = "nothing" not in construct.treatment and construct.kind != "dropped"
    assert construct.title.startswith("shapes") or (painted(gated) != painted(drawing(SQUARE))) is has_effect


def test_patterns_do_not_find_what_is_not_there():
    plain = drawing('<g id="a"><path d="M0 0h9v9z" fill="#ff0000" stroke="none" opacity="0.5"/></g>')
    matching = [one.title for one in CONSTRUCTS if re.search(one.pattern, plain)]
    assert matching == [CONSTRUCTS[0].title]


def test_the_page_is_what_the_command_makes():
    page = construct_table.PAGE.read_text("utf-8")
    begin, end = page.index(construct_table.BEGIN), page.index(construct_table.END) + len(construct_table.END)
    assert page[begin:end] == construct_table.block()
    rows = [tuple(line.split(" | ")[:2]) for line in page[begin:end].splitlines() if line.startswith("| ")]
    assert rows[2:] == [(f"| {one.title}", one.treatment) for one in CONSTRUCTS]


def test_code_in_completions_is_counted_though_it_cannot_be_parsed():
    codes = list(construct_table.fragments(construct_table.REAL))
    assert len(codes) > 20 and all(code.startswith("<") for code in codes)
    counted = construct_table.column("x", "y", ['<rect fill="red">', '<rect fill="red">', "<g><text"]).counts
    assert counted[CONSTRUCTS[0].title] == 1 and counted["`text`, `tspan`, `textPath`"] == 1


def test_programs_are_found_in_files_of_each_kind(tmp_path):
    svg = drawing(SQUARE)
    (tmp_path / "a.svg").write_text(svg)
    (tmp_path / "b.jsonl").write_text('{"completion": "Here: <svg width=\\"9\\"></svg>"}\n')
    (tmp_path / "c.csv").write_text('question,answer\n"<svg\n></svg>",A\n')
    (tmp_path / "d.json").write_text('{"prefix": "x", "icons": {"y": {"body": "<path/>"}}}')
    assert list(construct_table.programs(tmp_path)) == [
        svg, '<svg width="9"></svg>', "<svg\n></svg>", drawing("<path/>")
    ]  # fmt: skip
    counted = construct_table.column("all", "here", construct_table.programs(tmp_path))
    assert counted.programs == 4 and counted.counts[CONSTRUCTS[0].title] == 2
