"""Answers may have what their row's own drawings have, as often, by every metric; anything else is refused."""

import pytest

from sgpkit.metrics.structure import geometry, molecule_structure, recall, scene_match
from sgpkit.status import Status

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
MOVING = '<animate attributeName="opacity" values="1;0.5;1" dur="2s"/>'
OTHER = '<set attributeName="opacity" to="1"/>'
GIVEN = '<line x1="10" y1="80" x2="90" y2="80" stroke="black"/>'
ADDED = '<line class="output_object" x1="20" y1="20" x2="80" y2="20" stroke="red">{}</line>'
ATOMS = (
    '<line x1="20" y1="50" x2="80" y2="50" stroke="black" stroke-width="2"/>'
    '<circle cx="20" cy="50" r="8" fill="#909090"/><circle cx="80" cy="50" r="8" fill="#ff0d0d">{}</circle>'
)
CIRCLE = '<circle cx="50" cy="50" r="30" fill="red">{}</circle>'
ASSERTED = '{"objects": [{"color": "red", "kind": "circle"}]}'


def drawing(body, inside=""):
    return f"{HEAD}{body.replace('{}', inside)}</svg>"


METRICS = {
    "geometry": (geometry.score, GIVEN + ADDED, {}),
    "molecules": (molecule_structure.score, ATOMS, {}),
    "structural_recall": (recall.score, CIRCLE, {"caption": "a red circle"}),
    "scene_match": (scene_match.score, CIRCLE, {"asserted": ASSERTED}),
}


@pytest.mark.parametrize("name", METRICS)
def test_answers_may_have_what_the_reference_has_as_often(name):
    score, figure, row = METRICS[name]
    own = {**row, "code": drawing(figure, MOVING)}
    answers = [drawing(figure, MOVING), drawing(figure), drawing(figure, MOVING * 2), drawing(figure, OTHER)]
    same, plain, twice, other = score(answers, [own] * 4)
    assert same.value == plain.value == 1.0, same.reason
    assert twice.status is other.status is Status.UNSUPPORTED and twice.value == other.value == 0.0
    (refused,) = score([drawing(figure, MOVING)], [{**row, "code": drawing(figure)}])
    assert (refused.value, refused.status) == (0.0, Status.UNSUPPORTED)
