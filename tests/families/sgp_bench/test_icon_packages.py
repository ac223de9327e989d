"""Icons of real packages as questions, and folders whose metadata and files are broken or hostile."""

import itertools
import json
import random
import shutil
from collections import Counter

import numpy as np
import pytest
import yaml
from scipy import ndimage

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench import SVG
from sgpkit.families.sgp_bench.sources import icon_packages
from sgpkit.families.shared import icon_facts
from sgpkit.graphics import raster, scene

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'


def rows_of(source, count, path=""):
    """Return the first rows of a source."""
    rows = (item[1] for item in SVG.rows.sources[source].read(path, 0) if not isinstance(item, Skipped))
    return list(itertools.islice(rows, count))


@pytest.fixture(scope="module", params=["fontawesome", "tabler"])
def packaged(request):
    return request.param, rows_of(request.param, 120)


def aspect(row):
    return row["id"].rpartition("-")[2]


def answer(row):
    return row["options"]["ABCD".index(row["answer"])]


def test_rows_of_real_packages_are_whole(packaged):
    source, rows = packaged
    assert {aspect(row) for row in rows} >= {"name", "group", "term", "color", "pieces", "openings", "symmetry"}
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert len(set(row["options"])) == 4 and row["answer"] in "ABCD"
        assert row["license"].startswith({"fontawesome": "CC BY 4.0", "tabler": "MIT"}[source])
        assert "<!--" not in row["code"] and "currentColor" not in row["code"]
    letters = Counter(row["answer"] for row in rows)
    assert min(letters.values()) >= len(rows) // 4 - 1
    assert {row["type"] for row in rows} >= {"semantics", "reasoning", "color", "count", "shape"}


def test_counts_and_colors_hold_in_the_picture(packaged):
    """Pieces are counted by labelling a picture of another size with another library, and colors by its pixels."""
    from skimage import measure

    for row in packaged[1]:
        pixels = raster.render(row["code"], 448).astype(int)
        dark = (255 - pixels).max(axis=2) > 90
        if aspect(row) == "pieces":
            assert measure.label(dark, connectivity=2).max() == int(answer(row)), row["id"]
        elif aspect(row) == "openings":
            assert measure.euler_number(dark, connectivity=2) == measure.label(dark, connectivity=2).max() - int(
                answer(row)
            )
        elif aspect(row) == "color":
            wanted = [int(icon_facts.COLORS[answer(row)][start : start + 2], 16) for start in (1, 3, 5)]
            assert abs(np.median(pixels[dark], axis=0) - wanted).max() <= 2, row["id"]


def test_groups_and_terms_are_those_of_the_package():
    folder = icon_packages.package_folder("fontawesomefree", "") / "static" / "fontawesomefree" / "metadata"
    groups = yaml.safe_load((folder / "categories.yml").read_text())
    families = json.loads((folder / "icon-families.json").read_text())
    for row in rows_of("fontawesome", 80):
        key = row["cluster"].removeprefix("fontawesome-").partition("-")[2]
        if aspect(row) == "group":
            own = {group["label"] for group in groups.values() if key in group["icons"]}
            assert own & set(row["options"]) == {answer(row)}
        elif aspect(row) == "term":
            assert set(families[key]["search"]["terms"]) & set(row["options"]) == {answer(row)}


@pytest.mark.parametrize(
    ("inside", "pieces", "openings"),
    [
        ('<circle cx="30" cy="30" r="12"/><circle cx="70" cy="70" r="12"/>', 2, 0),
        ('<path fill-rule="evenodd" d="M10 10h80v80h-80zM30 30h10v10h-10zM60 60h10v10h-10z"/>', 1, 2),
        ('<circle cx="30" cy="50" r="12"/><circle cx="54.5" cy="50" r="12"/>', None, 0),
        ('<circle cx="30" cy="50" r="12"/><circle cx="70" cy="50" r="0.8"/>', None, 0),
    ],
)
def test_what_can_barely_be_told_is_not_asked(inside, pieces, openings):
    darkness = 255 - raster.render(PAGE.format(inside), icon_facts.SIZE).min(axis=2).astype(np.int16)
    ink, touched = darkness > icon_facts.INK, darkness > icon_facts.INK // 2
    counted = icon_facts.separate(ink, touched)
    assert (counted and len(counted)) == pieces
    assert icon_facts.enclosed(ink, touched) == openings


@pytest.mark.parametrize(
    ("inside", "axes"),
    [
        ('<circle cx="50" cy="50" r="30"/>', (True, True)),
        ('<path d="M10 90L50 10L90 90z"/>', (True, False)),
        ('<path d="M10 10L90 50L10 90z"/>', (False, True)),
        ('<path d="M10 10h20v60h60v20h-80z"/>', (False, False)),
        ('<path d="M10 90L50 10L90 90z"/><rect x="60" y="87" width="14" height="9"/>', (False, False)),
        ('<path d="M10 90L50 10L90 90z"/><rect x="78" y="70" width="5" height="5"/>', None),
    ],
)
def test_symmetry(inside, axes):
    darkness = 255 - raster.render(PAGE.format(inside), icon_facts.SIZE).min(axis=2).astype(np.int16)
    assert icon_facts.symmetry(darkness) == axes


@pytest.mark.parametrize(
    ("at", "side"),
    [
        ((50, 8), "above it"),
        ((50, 92), "below it"),
        ((8, 50), "to the left of it"),
        ((92, 50), "to the right of it"),
        ((8, 8), None),
        ((50, 21), None),
    ],
)
def test_a_part_lies_on_one_side_or_it_is_not_asked(at, side):
    code = PAGE.format(f'<rect x="30" y="30" width="40" height="40"/><circle cx="{at[0]}" cy="{at[1]}" r="7"/>')
    ink = 255 - raster.render(code, icon_facts.SIZE).min(axis=2).astype(np.int16) > icon_facts.INK
    labels, count = ndimage.label(ink)
    pieces = sorted((labels == number for number in range(1, count + 1)), key=lambda piece: -int(piece.sum()))
    assert icon_facts.position(pieces) == side


def test_a_color_is_asked_only_where_all_has_it():
    draw = random.Random(0)
    assert [*icon_facts.colored(PAGE.format('<circle r="40" fill="#d62828"/>'), "red", draw)]
    assert not [
        *icon_facts.colored(
            PAGE.format('<circle r="40" fill="#d62828"/><rect width="9" height="9" x="70"/>'), "red", draw
        )
    ]
    name, code = icon_facts.recolored(PAGE.format('<path d="M0 0h50v50z" fill="#123456"/>'), draw)
    assert name == "" and "#123456" in code
    name, code = icon_facts.recolored(PAGE.format('<path d="M0 0h50v50z"/>'), draw)
    assert scene.from_svg(code).shapes[0].fill.hex == icon_facts.COLORS[name]


@pytest.fixture
def awesome(tmp_path):
    """Write a folder like Font Awesome's, with seven icons."""
    real = icon_packages.package_folder("fontawesomefree", "") / "static" / "fontawesomefree"
    names = ("cat", "dog", "fish", "horse", "house", "key", "sink")
    families = json.loads((real / "metadata" / "icon-families.json").read_text())
    folder = tmp_path / "awesome"
    (folder / "metadata").mkdir(parents=True)
    (folder / "svgs" / "solid").mkdir(parents=True)
    (folder / "metadata" / "icon-families.json").write_text(json.dumps({name: families[name] for name in names}))
    shutil.copy(real / "metadata" / "categories.yml", folder / "metadata")
    for name in names:
        shutil.copy(real / "svgs" / "solid" / f"{name}.svg", folder / "svgs" / "solid")
    return folder


HOSTILE = {
    "truncated": "<svg viewBox='0 0 9 9'><path d='M0",
    "entities": '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><svg viewBox="0 0 9 9"><text>&b;</text></svg>',
    "script": '<svg viewBox="0 0 9 9" onload="x()"><script>x()</script></svg>',
    "outside": '<svg viewBox="0 0 9 9"><image href="file:///etc/passwd" width="9" height="9"/></svg>',
    "nothing": '<svg viewBox="0 0 9 9"/>',
    "huge": f'<svg viewBox="0 0 9 9">{"<g>" * 5000}</svg>',
    "binary": "\x00\x01\x02",
    "name": '<svg viewBox="0 0 9 9"><path id="cat" d="M0 0h9v9z"/></svg>',
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_costs_its_own_rows(awesome, content):
    (awesome / "svgs" / "solid" / "cat.svg").write_text(content)
    items = list(icon_packages.fontawesome(str(awesome), 0))
    rows = [item[1] for item in items if not isinstance(item, Skipped)]
    assert [item.name for item in items if isinstance(item, Skipped)] == ["solid-cat"]
    assert {row["cluster"].rpartition("-")[2] for row in rows} == {"dog", "fish", "horse", "house", "key", "sink"}


@pytest.mark.parametrize(
    "damage", ["[1]", "{", "null", '{"cat": 7, "../../etc/passwd": {}, "dog": {"search": {"terms": 5}}}']
)
def test_damaged_metadata_is_said_or_left_out(awesome, damage):
    (awesome / "metadata" / "icon-families.json").write_text(damage)
    try:
        items = list(icon_packages.fontawesome(str(awesome), 0))
    except UserError as error:
        assert "metadata of Font Awesome" in str(error)
    else:
        assert all("passwd" not in str(item) for item in items)


def test_damaged_fronts_of_tabler_are_left_out(tmp_path):
    (tmp_path / "outline").mkdir()
    drawing = PAGE.format('<path d="M0 0h50v50z" stroke="currentColor"/>')
    fronts = {
        "a bat": "tags: [flying]\ncategory: Animals",
        "an owl": "tags: 7",
        "an elk": "[",
        "an ant": "!!python/object/apply:os.system [x]",
        "a fox": "- 1",
        "a cow": "",
    }
    for name, front in fronts.items():
        (tmp_path / "outline" / f"{name.replace(' ', '-')}.svg").write_text(f"<!--\n{front}\n-->\n{drawing}")
    items = list(icon_packages.tabler(str(tmp_path), 0))
    assert {item.name for item in items if isinstance(item, Skipped)} >= {"an-elk.svg", "an-ant.svg"}


def test_a_package_that_is_not_there_is_named():
    with pytest.raises(UserError, match=r"not installed\npip install 'sgpkit\[icons\]'"):
        icon_packages.package_folder("no_such_icons", "")
    with pytest.raises(UserError, match="no folder"):
        icon_packages.package_folder("fontawesomefree", "/no/such/folder")
