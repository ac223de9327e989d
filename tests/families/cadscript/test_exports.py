"""Programs that end by writing or showing their part, as CAD programs do: they are scored by the part."""

import ast

import pytest

from sgpkit.families.cadscript import environment, exports, running

BOX = "import cadquery as cq\nresult = cq.Workplane('XY').box(10, 20, 30)\n"
ENDINGS = {
    "in a guard": 'if __name__ == "__main__":\n    cq.exporters.export(result, "part.step")\n',
    "where a viewer is": 'if "show_object" in globals():\n    show_object(result)\n',
    "over several lines": 'cq.exporters.export(\n    result,\n    "part.step",\n)\n',
    "after the part in its line": "result = result.translate((0, 0, 1)); show_object(result)\n",
    "in a viewer that is not here": "from ocp_vscode import show\nshow(result)\n",
    "with an accent and old line ends": "größe = 'é'; show_object(result)\rgröße = 1\r\n",
    "in a function": "def write():\n    exporters.export(result, 'part.stl')\nwrite()\n",
}
KEPT = {
    "an expression": "final = result.show_object\n",
    "a method of the same name": "library = {}\nlibrary.export(result)\n",
    "no Python": "show_object(result\n",
    "in a text": "text = '''\nshow_object(result)\n'''\n",
}


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_statements_that_export_are_left_out_whole(ending):
    left = exports.left_out(BOX + ending)
    ast.parse(left)
    assert left.startswith(BOX) and "export(" not in left and "(result)" not in left and "ocp_vscode" not in left


@pytest.mark.parametrize("ending", KEPT.values(), ids=KEPT)
def test_all_else_stays_as_it_is(ending):
    assert exports.left_out(BOX + ending) == BOX + ending


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.skipif(not environment.installed(), reason="CadQuery's packages are not installed")
@pytest.mark.parametrize("ending", [ENDINGS[name] for name in ENDINGS if name != "in a function"])
def test_the_part_is_the_same(ending):
    plain, shown = (running.measured(running.solid_of(BOX + text), ()).measures for text in ("", ending))
    assert shown["volume"] == pytest.approx(plain["volume"]) == pytest.approx(6000)
