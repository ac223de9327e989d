"""Contrasts of solids: the plate has the holes of its scene, and its drawing shows them in their places."""

import math
import random
import re

import pytest

from sgpkit.cli.main import main
from sgpkit.families.shared.contrast import making, plans, scene, solid
from sgpkit.families.shared.contrast.scene import Figure, Scene
from sgpkit.families.shared.contrast.variations import Look
from sgpkit.graphics.cad.solid import build_here
from sgpkit.quality.court import pairs

SIDE = scene.PAGE + 2 * solid.BORDER


def area(figure):
    """Return the area of a figure by the formulas of plane geometry."""
    if figure.is_round:
        return math.pi * figure.width * figure.height / 4
    points = scene.corners(figure)
    return abs(sum(a * d - b * c for (a, b), (c, d) in zip(points, (*points[1:], points[0]), strict=True))) / 2


def drawn(figure):
    """Return the points of the lines in the drawing of a plate with one hole that are not those of a whole plate."""
    paths = [set(re.findall(r'd="([^"]+)"', solid.program(Scene(one), Look()))) for one in ((figure,), ())]
    numbers = [float(number) for path in paths[0] - paths[1] for number in re.findall(r"[\d.]+", path)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def middle(points):
    return [sum(values) / len(values) for values in zip(*points, strict=True)]


def test_a_plate_has_the_holes_of_its_scene():
    for axis in ("part missing", "count", "position"):
        plan, _ = plans.AXES[axis]
        plate = plan(plans.Deck(random.Random(axis), plans.Palette(colored=False)), 3)
        measured = build_here(solid.plate(plate)).measurements
        assert measured.genus == len(plate.figures)
        wanted = (SIDE**2 - sum(map(area, plate.figures))) * solid.THICK
        assert measured.volume == pytest.approx(wanted, rel=1e-6)


def test_the_drawing_shows_a_hole_where_it_is_from_the_upper_front_right():
    at_corner = {
        name: middle(drawn(Figure("circle", "black", *plans.middle(plans.corner_spot(corner)), 50.0)))
        for corner, name in enumerate(("back left", "back right", "front left", "front right"))
    }
    assert min(at_corner, key=lambda name: at_corner[name][0]) == "front left"
    assert max(at_corner, key=lambda name: at_corner[name][0]) == "back right"
    assert min(at_corner, key=lambda name: at_corner[name][1]) == "back left"
    assert max(at_corner, key=lambda name: at_corner[name][1]) == "front right"


def test_a_wider_hole_has_a_wider_drawing():
    widths = []
    for width in (30.0, 60.0):
        across = [x for x, _ in drawn(Figure("circle", "black", 200.0, 200.0, width))]
        widths.append(max(across) - min(across))
    assert widths[1] == pytest.approx(2 * widths[0], rel=0.02)


def test_pairs_of_solids_pass_the_gate():
    made = pairs.pairs({"sgp-cad-3d": making.contrasts("solid")}, 1, axes=("part added", "primitives"))
    assert [(pair.axis, pair.grade) for pair in made] == [
        *(("part added", grade) for grade in pairs.GRADES),
        ("primitives", 0),
    ]
    assert all("plate with holes" in pair.prompt and pair.right != pair.row["code"] for pair in made[:3])
    assert made[-1].right != made[-1].wrong and made[-1].change == 0


def test_solids_are_left_out_without_their_packages_unless_named(tmp_path, monkeypatch, capsys):
    from sgpkit.api import catalogue
    from sgpkit.cli import court

    monkeypatch.setattr(catalogue, "installed", lambda extra: extra != "cad")
    assert "sgp-cad-3d" not in court.generators(()) and "sgp-cad-2d" in court.generators(())
    assert main(["metrics", "court", "sgp-cad-3d", "--out", str(tmp_path)])
    assert "pip install 'sgpkit[cad]'" in capsys.readouterr().err
