"""Pictures after the gate are those of Chromium.

The measure, and the differences that remain, are in tests/helpers/gate_differences.py.
"""

import re
from itertools import islice

import gate_drawings
import gate_forms
import gate_nesting
import grammar_drawings
import pytest
from gate_differences import differing
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from sgpkit.benchmark import Skipped, families
from sgpkit.data.drawings import format_of
from sgpkit.graphics import formats, gate, svg, turtle
from sgpkit.graphics.gate import names
from sgpkit.graphics.gate.css import grammar
from sgpkit.status import Rejected, Status

pytestmark = [pytest.mark.slow, pytest.mark.process]

MAX_REFUSED = 12
"""Of the drawings as models write them. Three are animations, four are unsafe."""

OWN_SIZE = re.compile(r'viewBox="0 0 (\d+) .*non-scaling-stroke')
"""Drawings whose picture depends on its size; theirs is that of their viewBox."""

UNCOMPARED = {
    **dict.fromkeys(("cad-script", "sgp-cad-3d", "sgp-cad-3d-complex"), "solids"),
    "sgp-cad-2d": "sketches, of which rows hold pictures",
    "datikz": "no rows of its own",
}
"""Configs whose rows hold no drawings. Those of training repeat the drawings of sgp-svg."""

CONFIGS = [name for name in families.names() if name not in UNCOMPARED and "sit-" not in name]
DRAWINGS, FEWEST = 30, 7
LONGEST_SEARCH = 400  # rows


def test_drawings_as_models_write_them_are_painted_as_in_a_browser(browser):
    codes = list(gate_drawings.ordinary())
    own = {code: int(match[1]) for code in codes if (match := OWN_SIZE.search(code)) is not None}
    assert differing(browser, [code for code in codes if code not in own]) == []
    assert [pair for code, size in own.items() for pair in differing(browser, [code], size)] == []
    refused = [code for code in codes if is_refused(code)]
    assert len(refused) <= MAX_REFUSED, refused


def is_refused(code):
    try:
        gate.text(code)
    except Rejected as rejected:
        assert rejected.status in (Status.UNSUPPORTED, Status.UNSAFE)
        return True
    return False


def test_differences_of_the_past_stay_fixed(browser):
    assert differing(browser, [code for _, code in gate_drawings.fixed()]) == []


def test_ways_of_hiding_that_are_accepted_are_painted_as_in_a_browser(browser):
    figure = '<circle cx="50" cy="50" r="30" fill="#c00"/><rect x="10" y="60" width="80" height="20" fill="#06c"/>'
    ways = gate_drawings.hiding(figure)
    codes = [code for name, code in ways.items() if not name.startswith("root")]
    assert differing(browser, codes) == []


def programs(config):
    """Return the first different programs of a config's rows."""
    rows = families.get(config).rows
    codes = {}
    for _, row in islice(rows.read(), LONGEST_SEARCH):
        most = DRAWINGS if "code" in row or rows.finish is None else FEWEST  # what is drawn at the end is slow
        if not isinstance(row, Skipped) and len(codes) < most:
            row = row if most == DRAWINGS else rows.finish(row)
            codes |= dict.fromkeys(row[name] for name in ("code", "target", "given", "base_code") if row.get(name))
    return list(codes)


def drawings(config):
    """Return a config's programs as SVG."""
    codes = programs(config)
    if families.get(config).answer_format == "turtle":
        return [figure.svg() for figure in turtle.draw_many(codes)]
    return [outcome.svg for outcome in formats.get(format_of(codes[0])).convert_many(codes)]


@pytest.mark.parametrize("config", CONFIGS)
def test_rows_are_painted_as_in_a_browser(browser, config):
    codes = [code for code in drawings(config) if config != "fix-svg" or is_well_formed(code)]
    assert len(codes) >= FEWEST
    assert [code for code in codes if is_refused(code)] == []
    assert differing(browser, codes) == []


def is_well_formed(code):
    try:
        return bool(svg.parse(code))
    except Rejected as rejected:
        assert rejected.status is Status.PARSE_ERROR
        return False


def test_each_construct_in_its_valid_forms_is_painted_as_in_a_browser(browser):
    codes = gate_forms.forms()
    assert [code for code in codes if is_refused(code)] == []
    assert differing(browser, codes) == []


def test_the_forms_have_every_name_of_the_lists():
    text = "\n".join(gate_forms.forms())
    assert gate_forms.PROPERTIES >= grammar.KNOWN
    assert {name for name in names.GEOMETRIC if f'{name}="' not in text and f'"{name}:' not in text} == set()
    drawn = names.ANYWHERE | names.TEXTS | names.PRIMITIVES | {"stop", *set().union(*names.PRIMITIVE_PARTS.values())}
    assert {tag for tag in drawn if f"<{tag} " not in text and f"<{tag}>" not in text} == set()


@settings(max_examples=3, deadline=None, phases=(Phase.generate,), suppress_health_check=list(HealthCheck))
@given(st.lists(gate_nesting.nested_drawings() | grammar_drawings.drawings(), min_size=100, max_size=100))
def test_drawings_by_a_grammar_are_painted_as_in_a_browser(browser, codes):
    assert differing(browser, codes) == []
