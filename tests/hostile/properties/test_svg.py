"""Readers of SVG: the guard, the document and its shapes, faults, contents, molecules, and moving a drawing."""

import examples
import mutations
import promises
import pytest
from hypothesis import given
from svg_inputs import DRAWINGS, SEEDS, WORDS

from sgpkit.baselines import adversarial
from sgpkit.graphics import guard, molecule, perturb, svg
from sgpkit.graphics.perturb.motion import Unsupported
from sgpkit.graphics.programs import any_language
from sgpkit.graphics.svg.outline import bounding_box
from sgpkit.metrics.code import code_quality, definitions, precision
from sgpkit.metrics.pictures import embedded
from sgpkit.metrics.structure.recall import contents
from sgpkit.status import Rejected, Status
from tests.hostile import judge_cases, svg_cases

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'
FLATTENED = DRAWING.format('<ellipse rx="3" ry="5e-24"/>')
SHEARED = DRAWING.format('<g transform="rotate(30 1 2) skewX(4) matrix(1,0,1e9,1,2,3)"><ellipse rx="2" ry="4"/></g>')
NESTED = DRAWING.format(f"<style>{'g>' * 90}a{{fill:red}}</style><g/>")
"""Drawings on which readers have failed: an ellipse that is a line, a map that nearly flattens, deep selectors."""

ALWAYS = (*SEEDS, FLATTENED, SHEARED, NESTED, *mutations.stressed(WORDS))
CASES = {
    case.name: case.program
    for case in (*svg_cases.CASES, *judge_cases.ADDRESSING)
} | {
    f"hidden: {name}": (lambda hide=hide: hide(SEEDS[0]))
    for name, hide in adversarial.DRAWINGS["svg"].hidings.items()
}  # fmt: skip
"""Hostile drawings, by name; some are made on demand. Large molecules go through the metrics only (test_corpus.py)."""


@promises.kept(Rejected)
def read(code: str) -> None:
    guard.check_svg(code)
    document = svg.parse(code)
    svg.shapes_of(document)
    svg.root_size(document.root)


@promises.kept(Rejected)
def validate(code: str) -> None:
    svg.validate(code)


@promises.kept(Rejected)
def read_figure(code: str) -> None:
    any_language.from_svg(code)


@promises.kept(Rejected)
def read_contents(code: str) -> None:
    contents.read(code)


@promises.kept(Rejected)
def read_molecule(code: str) -> None:
    graph = molecule.read(code, "svg").graph
    assert molecule.same(graph, molecule.canonical(graph))


@promises.kept(Rejected)
def move(code: str) -> None:
    """Check that a drawing that can be turned or shifted keeps its shapes, and that the way back restores it."""
    try:
        turned = perturb.transform(perturb.transform(code, rotate=30.0), rotate=-30.0)
        there = perturb.transform(code, (3.25, -1.5))
        back = perturb.transform(there, (-3.25, 1.5))
    except Unsupported:
        return
    before, between, after = svg.shapes(code), svg.shapes(there), svg.shapes(back)
    assert [shape.tag for shape in before] == [shape.tag for shape in between] == [shape.tag for shape in after]
    assert_same_outlines(before, after)
    assert_same_outlines(before, svg.shapes(turned))


def assert_same_outlines(before: list[svg.Shape], after: list[svg.Shape]) -> None:
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        one, other = bounding_box(old.outline), bounding_box(new.outline)
        assert (one is None) == (other is None), f"the outline of a {old.tag} is lost"
        if one and other and max(map(abs, one)) < 1e4:
            assert one == pytest.approx(other, rel=0, abs=0.1), f"a {old.tag} does not come back"


@promises.kept(Rejected)
def measure_quality(code: str) -> None:
    embedded.refuse(code)
    document = svg.parse(code.strip())
    result = code_quality.quality(document, Rejected(Status.COMPILE_ERROR, "not asked"), 100)
    assert 0 <= result.score.value <= 1
    assert {id(unused) for unused in definitions.unused(document)} <= {id(e) for e in definitions.definitions(document)}
    precision.precision(document)


READERS = (read, validate, read_figure, read_contents, read_molecule, move, measure_quality)


@pytest.mark.process
@pytest.mark.parametrize("name", CASES)
def test_svg_readers_survive_hostile_drawings(name):
    program = CASES[name]
    code = program if isinstance(program, str) else program()
    for reader in READERS:
        reader(code)


@examples.always(ALWAYS)
@given(DRAWINGS)
def test_svg_shapes_survive_odd_drawings(code):
    read(code)


@examples.always(ALWAYS)
@given(DRAWINGS)
def test_svg_validation_survives_odd_drawings(code):
    validate(code)


@examples.always(ALWAYS)
@given(DRAWINGS)
def test_svg_figure_survives_odd_drawings(code):
    read_figure(code)


@pytest.mark.process
@examples.always(ALWAYS)
@given(DRAWINGS)
def test_svg_contents_survive_odd_drawings(code):
    read_contents(code)


@pytest.mark.process
@examples.always(ALWAYS)
@given(DRAWINGS)
def test_molecule_reader_survives_odd_drawings(code):
    read_molecule(code)


@examples.always(ALWAYS)
@given(DRAWINGS)
def test_moved_drawing_keeps_its_shapes(code):
    move(code)


@examples.always(ALWAYS)
@given(DRAWINGS)
def test_code_quality_survives_odd_drawings(code):
    measure_quality(code)
