"""The text of programs: superfluous bytes, unused definitions, invisible digits."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics import raster, svg
from sgpkit.metrics.code import code_quality, definitions, optimiser, precision
from sgpkit.metrics.code.code_quality import PARTS, score
from sgpkit.status import Rejected, Status

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"'
SHORT = f'{HEAD}><circle cx="20" cy="20" r="12" fill="#d04020"/></svg>'
LONG = f"""<?xml version="1.0"?>
{HEAD}>
  <!-- a circle -->
  <defs><linearGradient id="never"/></defs>
  <g id="group"><circle cx="20.00001" cy="20" r="12" fill="#d04020"/></g>
</svg>"""


def of(body):
    return svg.parse(f"{HEAD}>{body}</svg>")


# --- whole programs ---------------------------------------------------------------------------------------------------


@pytest.mark.sandbox
def test_figures_of_a_program():
    long, short, failed = score([LONG, SHORT, "A circle."], [SHORT] * 3)
    assert tuple(short.score.parts) == tuple(long.score.parts) and set(short.score.parts) == set(PARTS)
    assert (short.score.value, short.score.parts["byte_ratio"], short.score.parts["slack"]) == (1.0, 1.0, 0.0)
    parts = long.score.parts
    assert parts["bytes"] == len(LONG.encode()) and parts["byte_ratio"] == len(LONG) / len(SHORT)
    assert long.score.value == pytest.approx(len(SHORT) / len(LONG))
    assert parts["slack"] == 1 - parts["optimised_bytes"] / parts["bytes"] > 0.3
    assert [parts[name] for name in ("elements", "depth", "shapes", "kinds", "path_share")] == [5, 3, 1, 1, 0]
    assert [parts[name] for name in ("definitions", "unused_definitions", "coordinates")] == [1, 1, 3]
    assert (parts["too_precise"], parts["excess_digits"]) == pytest.approx((1 / 3, 1.0))
    assert long.primitives == {"circle": 1}
    assert (failed.score.value, failed.score.status, dict(failed.score.parts)) == (0.0, Status.NO_ANSWER, {})


@pytest.mark.sandbox
def test_primitives_are_counted_by_kind():
    body = '<path d="M0 0h9"/><path d="M0 5h9"/><g><rect width="5" height="5"/></g><text>a<tspan>b</tspan></text>'
    (result,) = score([f"{HEAD}>{body}</svg>"], [SHORT])
    assert result.primitives == {"path": 2, "rect": 1, "text": 1}
    assert result.score.parts["path_share"] == 0.5 and result.score.parts["kinds"] == 3


@pytest.mark.sandbox
def test_bytes_are_those_of_utf_8():
    drawing = f"{HEAD}><text>Übergröße</text></svg>"
    (result,) = score([f"Here: {drawing} !"], [{"code": f"\n{drawing}\n"}])
    assert (result.score.parts["bytes"], result.score.value) == (len(drawing) + 3, 1.0)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "failure", ["", None, f"{HEAD}><g></svg>", f"{HEAD}><script/></svg>", "<svg viewBox='0 0 0 0'/>"]
)
def test_all_stay_at_their_places(failure):
    scores = score([SHORT, failure, LONG], [SHORT] * 3)
    assert [item.score.value > 0 for item in scores] == [True, False, True]
    assert scores[1].score.status is not Status.OK and scores[1].score.reason and not scores[1].score.parts


@pytest.mark.sandbox
def test_what_the_optimiser_cannot_read_has_its_other_figures(monkeypatch):
    monkeypatch.setattr(optimiser, "optimised", lambda code: (_ for _ in ()).throw(Rejected(Status.TIMEOUT, "slow")))
    (result,) = score([SHORT], [SHORT])
    assert result.score.value == 1.0 and set(PARTS) - set(result.score.parts) == {"optimised_bytes", "slack"}


def test_mistakes_of_the_caller_are_told():
    with pytest.raises(ValueError, match="the same number of each"):
        score([SHORT], [])
    with pytest.raises(ValueError, match="reference 0: expected a program"):
        score([SHORT], [None])


# --- the optimiser -----------------------------------------------------------------------------------------------------


@pytest.mark.sandbox
def test_an_optimised_drawing_is_shorter_and_looks_the_same():
    (short,) = optimiser.optimised_many([LONG])
    assert len(short) < 0.7 * len(LONG)
    assert "never" not in short and "<!--" not in short
    assert np.array_equal(raster.render(short, 64), raster.render(LONG, 64))


@pytest.mark.sandbox
def test_drawings_are_optimised_once_and_refusals_stay_in_place():
    hostile = f"{HEAD}><script>1</script></svg>"
    first, refused, again = optimiser.optimised_many([SHORT, hostile, SHORT])
    assert first is again and len(first) <= len(SHORT)
    assert refused.status is Status.UNSAFE


def test_a_missing_optimiser_is_told(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    optimiser.require.cache_clear()
    with pytest.raises(ImportError, match="pip install scour"):
        optimiser.optimised_many([SHORT])


# --- definitions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "unused", "all_of_them"),
    [
        ('<linearGradient id="a"/><rect fill="url(#a)"/>', [], 1),
        ('<linearGradient id="a"/><rect/>', ["a"], 1),
        ('<defs><linearGradient id="a" href="#b"/><linearGradient id="b"/></defs><rect fill="url(#a)"/>', [], 2),
        ('<defs><linearGradient id="a" href="#b"/><linearGradient id="b"/></defs><rect fill="url(#b)"/>', ["a"], 2),
        ('<defs><linearGradient id="a" href="#b"/><linearGradient id="b"/></defs><rect/>', ["a", "b"], 2),
        ('<defs><g id="a"><path id="b" d="M0 0h1"/></g></defs><use href="#b"/>', [], 1),
        ('<defs><g id="a"/><circle r="3"/></defs><use xlink:href="#a"/>', [None], 2),
        ('<symbol id="a"/><rect style="mask: url( \'#a\' )"/>', [], 1),
        ('<clipPath id="a"/><style>.x { clip-path: url(#a) }</style><rect class="x"/>', [], 1),
        ('<filter id="a"/><style>.x { filter: url(\\23 a) }</style>', [], 1),
        (
            '<marker id="a"><path d="M0 0h1" fill="url(#b)"/></marker><pattern id="b"/><path marker-end="url(#a)"/>',
            [],
            2,
        ),
        ('<g id="a"/><circle id="b" r="1"/>', [], 0),
    ],
)
def test_what_nothing_refers_to_is_unused(body, unused, all_of_them):
    document = svg.parse(f'{HEAD} xmlns:xlink="http://www.w3.org/1999/xlink">{body}</svg>')
    assert [element.attributes.get("id") for element in definitions.unused(document)] == unused
    assert len(definitions.definitions(document)) == all_of_them


# --- precision ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<circle cx="1.25" cy="2" r="3.5"/>', (3, 0, 0)),  # 100 wide: hundredths are visible
        ('<circle cx="1.2501" cy="2.000" r="3.5"/>', (3, 2, 3)),
        ('<path d="M1.5 2.125l.0001-3.5555"/>', (4, 3, 1 + 2 + 2)),
        ('<g transform="scale(100)"><circle cx="0.1234" r="0.00001"/></g>', (2, 1, 1)),
        ('<circle transform="scale(.01)" cx="1.5" r="300"/>', (2, 1, 1)),
        ('<g transform="scale(0)"><circle r="1.23456"/></g>', (0, 0, 0)),
        ('<g transform="scale(1e9)"><g transform="scale(1e9)"><circle r="1.23456"/></g></g>', (0, 0, 0)),
        ('<linearGradient x1="0.123456"/><pattern id="p"><circle r="1.23456"/></pattern>', (0, 0, 0)),
        ('<polygon points="0,0 1.123,5 1e-3,5"/>', (6, 2, 2)),
        ('<rect width="50%" height="1.2345em" rx="1.5e1"/>', (3, 1, 2)),
        ("<text x='1.5 2.567' font-size='12.3456'>3.14159</text>", (2, 1, 1)),
        ('<circle r="1e-99999999999"/>', (1, 0, 0)),
    ],
)
def test_digits_that_cannot_be_seen(body, expected):
    assert tuple(precision.precision(of(body))) == expected


@pytest.mark.parametrize(
    ("side", "needed"), [(24, 3), (100, 2), (512, 2), (1000, 1), (1024, 1), (10_000, 0), (9_999, 1), (1, 4)]
)
def test_needed_digits_follow_the_size_of_the_drawing(side, needed):
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} 1"><circle r="0.{"1" * 9}"/></svg>'
    assert precision.precision(svg.parse(drawing)).excess_digits == 9 - needed


@given(st.floats(1e-3, 1e6), st.integers(0, 9))
def test_leaving_the_excess_digits_out_moves_nothing_by_a_tenth_of_a_pixel(value, digits):
    written = f"{value:.{digits}f}"
    excess = precision.precision(of(f'<circle cx="{written}"/>')).excess_digits
    kept = f"{float(written):.{digits - excess}f}"
    assert abs(float(kept) - float(written)) <= 100 * precision.FINEST
    assert precision.precision(of(f'<circle cx="{kept}"/>')).excess_digits == 0


def test_depth_of_a_long_chain_takes_no_stack():
    document = svg.parse(f"{HEAD}>{'<g>' * 150}{'</g>' * 150}</svg>")
    assert code_quality.depth(document.root) == 151


def test_an_empty_reference_is_the_callers_mistake():
    with pytest.raises(ValueError, match="reference 1: expected a program to compare the size with"):
        code_quality.score(["<svg/>", "<svg/>"], ["<svg/>", " "])
