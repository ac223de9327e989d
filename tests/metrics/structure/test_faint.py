"""Drawings in almost the color of the paper are invisible and count as not drawn in each drawing metric; visible pale
ones count."""

import re

import pytest

from sgpkit.baselines.adversarial import svg as adversarial
from sgpkit.graphics import scene
from sgpkit.metrics.pictures import svg_validity
from sgpkit.metrics.structure import geometry, molecule_structure, recall, scene_match, turtle

pytestmark = [pytest.mark.sandbox, pytest.mark.process]

CONSTRUCTION = adversarial.canvas(
    '<path d="M20 80H80V20Z" fill="none" stroke="#000000"/>'
    '<line class="output_object" x1="50" y1="50" x2="80" y2="80" stroke="#ff0000"/>'
)
MOLECULE = adversarial.canvas(
    '<line x1="10" y1="10" x2="50" y2="10" stroke="#000000"/><line x1="50" y1="10" x2="50" y2="50" stroke="#000000"/>'
    '<circle cx="10" cy="10" r="5" fill="#264A4A"/><circle cx="50" cy="10" r="5" fill="#264A4A"/>'
    '<circle cx="50" cy="50" r="5" fill="#FF0D0D"/>'
)
SCENE = adversarial.canvas(
    '<rect x="10" y="60" width="30" height="30" fill="#ff0000"/><circle cx="70" cy="30" r="20" fill="#0000ff"/>'
)
ASSERTED = '{"objects": [{"color": "red", "kind": "rectangle"}, {"color": "blue", "kind": "circle"}]}'
PROGRAM = "import turtle as t\nfor i in range(3):\n    t.forward(120)\n    t.left(120)\n"
TRIANGLE = adversarial.canvas('<path d="M20 80H80L50 28Z" fill="none" stroke="#000000" stroke-width="2"/>')


def mixed(share):
    """Return a change that keeps a share of each color's difference from white."""

    def mix(color):
        return "#" + "".join(f"{round(255 - (255 - int(color[0][at : at + 2], 16)) * share):02x}" for at in (1, 3, 5))

    return lambda code: re.sub(r"#[0-9a-fA-F]{6}\b", mix, code)


def paints(share):
    """Return a change that makes each paint transparent instead of a group."""
    return lambda code: re.sub(r"(fill|stroke)=\"(#\w{6})\"", rf'\1="\2" \1-opacity="{share}"', code)


WAYS = {
    "group": lambda share: adversarial.in_group(f'opacity="{share}"'),
    "paints": paints,
    "almost paper": mixed,
    "hexadecimal alpha": lambda share: (
        lambda code: re.sub(r"\"(#[0-9a-fA-F]{6})\"", rf'"\g<1>{round(share * 255):02x}"', code)
    ),
    "mask": lambda share: adversarial.in_group(
        'mask="url(#faint)"',
        f'<mask id="faint"><rect width="100" height="100" fill="#ffffff" opacity="{share}"/></mask>',
    ),
    "style": lambda share: adversarial.in_group(f'style="opacity:{share}"'),
}
FAINT = [pytest.param(WAYS[way](share), id=f"{way}, {share}") for way in WAYS for share in (0.01, 0.04, 0.06)]


@pytest.mark.parametrize("fade", FAINT)
def test_a_faint_drawing_counts_as_not_drawn(fade):
    assert scene.read(fade(SCENE)).blank
    results = [
        *geometry.score([fade(CONSTRUCTION)], [CONSTRUCTION]),
        *molecule_structure.score([fade(MOLECULE)], [MOLECULE]),
        *scene_match.score([fade(SCENE)], [ASSERTED]),
        *recall.score([fade(SCENE)], ["a red square and a blue circle"]),
        *turtle.score([fade(TRIANGLE)], [PROGRAM], setting="any-language"),
        *(item.score for item in svg_validity.score([fade(SCENE)])),
    ]
    assert [result.value for result in results] == [0.0] * len(results)


@pytest.mark.parametrize("color", ["#eeeeee", "#ffff00", "#fff0c0", "#cccccc"])
def test_a_pale_shape_that_can_be_seen_is_drawn(color):
    (shape,) = scene.read(adversarial.canvas(f'<rect x="20" y="20" width="30" height="9" fill="{color}"/>')).shapes
    assert shape.kind == "rect"
    line = adversarial.canvas(f'<path d="M20 20H80" stroke="{color}" stroke-width="1"/>')
    assert not scene.read(line).blank


@pytest.mark.parametrize("share", [0.12, 0.3])
def test_a_light_drawing_that_can_be_seen_counts(share):
    fade = WAYS["group"](share)
    results = [
        *geometry.score([fade(CONSTRUCTION)], [CONSTRUCTION]),
        *molecule_structure.score([fade(MOLECULE)], [MOLECULE]),
        *(item.score for item in svg_validity.score([fade(SCENE)])),
    ]
    assert [result.value for result in results] == [1.0] * len(results)


@pytest.mark.parametrize("paper", ["#202020", "#ff0000", "#0000ff"])
def test_contrast_is_that_with_what_lies_behind(paper):
    """A shape slightly lighter than dark paper is as invisible as one slightly darker than white paper."""
    near = "#" + "".join(f"{max(0, int(paper[at : at + 2], 16) - 12):02x}" for at in (1, 3, 5))
    page = f'<rect width="100" height="100" fill="{paper}"/>'
    drawn = {
        color: scene.read(adversarial.canvas(f'{page}<circle cx="50" cy="50" r="20" fill="{color}"/>')).shapes
        for color in (near, "#808080")
    }
    assert [len(shapes) for shapes in drawn.values()] == [1, 2]


def test_pale_thin_bonds_are_judged_by_the_scene():
    """A pale line of a third of a pixel changes no pixel enough, by the quick reader and by the scene."""
    thin = MOLECULE.replace('stroke="#000000"', 'stroke="#dddddd" stroke-width="0.06"')
    assert molecule_structure.score([thin], [MOLECULE])[0].value == 0.0
