"""Texts that would make a reader recurse or search repeatedly are refused at once and by name."""

import time

import pytest

from sgpkit.graphics import svg
from sgpkit.metrics.pictures import svg_validity
from sgpkit.metrics.structure import ssvg_structure
from sgpkit.status import Rejected, Status

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">'
METHANE = f'{HEAD}<circle r="2" fill="#274A4A"/></svg>'
BOX = '<rect width="5" height="5"/>'
DEEP = {
    "functions in a style": f'{HEAD}<rect style="width:{"calc(" * 1000}1{")" * 1000}" width="5" height="5"/></svg>',
    "braces in a style": f'{HEAD}<rect style="fill:{"{" * 3000}" width="5" height="5"/></svg>',
    "brackets of all kinds": f'{HEAD}<rect style="fill:{"([{" * 1000}" width="5" height="5"/></svg>',
    "media queries": f"{HEAD}<style>@media {'(calc' * 2000}{{rect{{fill:red}}}}</style>{BOX}</svg>",
    "selectors": f"{HEAD}<style>{':not(' * 2000}a{')' * 2000}{{fill:red}}</style>{BOX}</svg>",
    "blocks in a sheet": f"{HEAD}<style>rect{'{' * 3000}</style>{BOX}</svg>",
}


@pytest.mark.parametrize("code", DEEP.values(), ids=DEEP.keys())
def test_deep_css_is_refused_by_name(code):
    begun = time.process_time()
    with pytest.raises(Rejected, match="nested more than 50 deep"):
        svg.shapes(code)
    assert time.process_time() - begun < 1


@pytest.mark.sandbox
@pytest.mark.parametrize("code", DEEP.values(), ids=DEEP.keys())
def test_deep_css_harms_no_neighbour(code):
    scores = ssvg_structure.score([code, METHANE], [METHANE, METHANE], task="molecule", format="svg")
    alone = ssvg_structure.score([METHANE], [METHANE], task="molecule", format="svg")
    assert (scores[0].value, scores[0].status) == (0.0, Status.TOO_LARGE)
    assert [scores[1]] == alone
    assert alone[0].value == 1.0


def test_ordinary_nesting_is_read():
    code = f"{HEAD}<style>@media screen {{ rect:not(.a):not(.b) {{ fill: rgb(calc((1 + 2) * 3), 0, 0) }} }}</style>{BOX}</svg>"
    assert len(svg.shapes(code)) == 1
    many = f"{HEAD}<style>{'rect{fill:rgb(1,2,3)}' * 200}</style>{BOX}</svg>"
    assert len(svg.shapes(many)) == 1


@pytest.mark.sandbox
def test_endless_transform_lists_are_refused_at_once():
    begun = time.process_time()
    with pytest.raises(Rejected, match="90,000 transforms") as refusal:
        svg.validate(f'{HEAD}<rect transform="{"rotate(1)" * 90_000}" width="5" height="5"/></svg>')
    assert time.process_time() - begun < 1
    assert refusal.value.status is Status.TOO_LARGE
    problems = svg.validate(f'{HEAD}<rect transform="{"rotate(1)" * 1_500}" width="5" height="5"/></svg>')
    assert any("transforms in one list" in problem.message for problem in problems)
    fine = f'{HEAD}<rect transform="{"rotate(1) " * 900}" width="5" height="5"/></svg>'
    assert svg.validate(fine) == []
    assert svg_validity.score([fine])
