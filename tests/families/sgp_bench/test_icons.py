"""Icons as questions: folders, archives and Iconify sets, including broken and hostile ones."""

import json
import os
import re
import time
import zipfile
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.benchmark import Skipped
from sgpkit.benchmark.sources import svg_annotations
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench import BENCHMARKS
from sgpkit.families.sgp_bench.sources import iconify, svg_folder
from sgpkit.families.shared import icon_facts, icon_sets
from sgpkit.families.shared.choices import guessing
from sgpkit.graphics import guard, raster

SVG = next(benchmark for benchmark in BENCHMARKS if benchmark.config == "sgp-svg")
NAMES = {"animal": ("cat", "dog", "bee", "big-dog", "owl"), "tool": ("saw", "axe", "hammer", "nail_file")}


def drawing(inside='<circle cx="5" cy="5" r="4"/>', root=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"{root}>{inside}</svg>'


@pytest.fixture
def folder(tmp_path):
    for category, names in NAMES.items():
        (tmp_path / "icons" / category).mkdir(parents=True)
        for name in names:
            (tmp_path / "icons" / category / f"{name}.svg").write_text(drawing())
    return tmp_path / "icons"


def read(source, path, seed=0):
    return list(source(str(path), seed))


def rows_of(items, *types):
    """Return the rows that ask for names, or those of other types."""
    rows = [item[1] for item in items if not isinstance(item, Skipped)]
    return [row for row in rows if row["type"] in (types or ("semantics",))]


def two_dots(left, right, size=3):
    return drawing(f'<circle cx="{left}" cy="5" r="1"/><circle cx="{right}" cy="5" r="{size}"/>')


def test_folders_and_sets_are_asked_for_what_their_pictures_prove(tmp_path):
    for category in ("animal", "tool", "food", "house"):
        (tmp_path / category).mkdir()
        for name in ("one", "two", "three", "four"):
            (tmp_path / category / f"{category}-{name}.svg").write_text(two_dots(1.5, 6.5))
    rows = rows_of(read(svg_folder.svg_questions, tmp_path), "count", "color", "shape", "reasoning")
    asked = {row["id"].rsplit("-", 1)[1]: row for row in rows if row["cluster"] == "animal/animal-one"}
    right = {name: row["options"]["ABCD".index(row["answer"])] for name, row in asked.items()}
    assert right["group"] == "animal" and right["pieces"] == "2" and right["position"] == "to the left of it"
    assert right["symmetry"] == "a horizontal axis only"
    painted = raster.render(asked["color"]["code"], 64)
    red, green, blue = painted[32, 40]
    assert f"#{red:02x}{green:02x}{blue:02x}" == icon_facts.COLORS[right["color"]]
    assert len({row["id"] for row in rows}) == len(rows)


def test_names_of_the_same_category_are_the_other_options(folder):
    rows = rows_of(read(svg_folder.svg_questions, folder))
    assert len(rows) == 9
    assert Counter(row["answer"] for row in rows[:8]) == dict.fromkeys("ABCD", 2)
    for row in rows:
        name = row["options"]["ABCD".index(row["answer"])]
        assert row["id"] == f"{row['category']}/{name.replace('nail file', 'nail_file').replace(' ', '-')}"
        assert len(set(row["options"])) == 4
        same = [option for option in row["options"] if option.replace(" ", "-") in NAMES[row["category"]]]
        assert len(same) >= 3
        assert not {"dog", "big dog"} <= set(row["options"]), "one of them would be half right"


def test_two_files_of_one_name_are_one_row(folder):
    (folder / "animal" / "cat.SVG").write_text(drawing())
    items = read(svg_folder.svg_questions, folder)
    assert [item for item in items if isinstance(item, Skipped)] == [
        Skipped("animal/cat.svg", "another file of this name was read already")
    ]


def test_a_zip_reads_as_its_folder(folder, tmp_path):
    with zipfile.ZipFile(tmp_path / "icons.zip", "w") as archive:
        for file in folder.rglob("*.svg"):
            archive.write(file, file.relative_to(folder))
    assert svg_folder.recognises(str(tmp_path / "icons.zip"))
    assert read(svg_folder.svg_questions, tmp_path / "icons.zip") == read(svg_folder.svg_questions, folder)


HOSTILE = {
    "broken": ("<svg><g></svg>", "parse_error: not well-formed XML"),
    "empty": ("", "no_answer: the program is empty"),
    "prose": ("this is a cat", "parse_error"),
    "script": (drawing("<script>alert(1)</script>"), "unsafe: element 'script'"),
    "outside": (drawing('<image href="file:///etc/passwd" width="9" height="9"/>'), "unsafe"),
    "entity": ('<!DOCTYPE svg [<!ENTITY a "b">]>' + drawing(), "unsafe: entity declaration"),
    "deep": (drawing("<g>" * 20_000 + "</g>" * 20_000), "too_large: elements are nested"),
    "page": ("<html><body/></html>", "parse_error: root element is 'html'"),
}


def test_files_that_are_no_drawings_are_skipped_with_name_and_reason(folder):
    for name, (text, _) in HOSTILE.items():
        (folder / "animal" / f"{name}.svg").write_text(text)
    (folder / "animal" / "bytes.svg").write_bytes(b"\xff\xfe\x00")
    (folder / "animal" / "enormous.svg").write_bytes(b" " * (4 * guard.DEFAULT.characters + 1))
    (folder / "animal" / "wide.svg").write_bytes(drawing().encode("utf-16"))
    items = read(svg_folder.svg_questions, folder)
    skipped = {item.name: item.reason for item in items if isinstance(item, Skipped)}
    assert skipped.keys() == {f"animal/{name}.svg" for name in (*HOSTILE, "bytes", "enormous")}
    for name, (_, reason) in HOSTILE.items():
        assert skipped[f"animal/{name}.svg"].startswith(reason), name
    assert skipped["animal/enormous.svg"].startswith("too_large")
    assert len(rows_of(items)) == 10, "a drawing in UTF-16 is read"


def test_what_is_no_file_is_skipped_with_name_and_reason(folder):
    """Reading a pipe would never end. A link may have no target, lead in a circle, or to an endless file."""
    path = folder / "animal"
    os.mkfifo(path / "pipe.svg")
    (path / "folder.svg").mkdir()
    (path / "up").symlink_to("..")
    (path / "circle.svg").symlink_to("circle.svg")
    (path / "nowhere.svg").symlink_to("none.svg")
    (path / "endless.svg").symlink_to("/dev/zero")
    (path / os.fsdecode(b"\xff.svg")).write_text(drawing())
    items = read(svg_folder.svg_questions, folder)
    skipped = {item.name: item.reason.partition(":")[0] for item in items if isinstance(item, Skipped)}
    assert skipped == {
        "animal/circle.svg": "a broken link",
        "animal/endless.svg": "a device or socket, not a file",
        "animal/folder.svg": "a folder, not a file",
        "animal/nowhere.svg": "a broken link",
        "animal/pipe.svg": "a pipe, not a file",
    }
    assert [row["id"] for row in rows_of(items) if "\\xff" in row["id"]] == ["animal/\\xff"]


def test_a_build_goes_on_past_them(folder, tmp_path):
    (folder / "tool" / "broken.svg").write_text("<svg>")
    (folder / "tool" / "nothing.svg").write_text(drawing(""))
    name, path = build.choose_source(SVG, str(folder))
    report = build.build(SVG, tmp_path / "out", name, path)
    assert (name, report.rows, report.skipped) == ("svg_folder", {"test": 9 * 3}, 2)
    log = [json.loads(line) for line in (report.folder / "build-log.jsonl").read_text().splitlines()]
    assert {entry["name"]: entry["reason"].split(" at")[0] for entry in log} == {
        "tool/broken.svg": "parse_error: not well-formed XML: no element found",
        "tool/nothing": "the drawing shows nothing",
    }


@pytest.mark.parametrize(
    "root",
    [' class="icon icon-cat"', ' aria-label="cat"', ' data-name="Cat"'],
)
def test_what_a_file_says_of_itself_is_taken_out(root):
    message = drawing("<title>cat</title><!-- a cat --><desc id='d'>My cat</desc><circle r='4'/>", root)
    bare = svg_annotations.without_annotations(message, "cat")
    assert "cat" not in bare.lower() and "<circle r='4'/>" in bare


PARTS = ("<!--", "-->", "<title", "</title", "<title>", "<desc>", "</desc >", "<metadata/>", ">", "/>", *"</ \na-")
AS_ONE_EXPRESSION = re.compile(r"<!--.*?-->|<(title|desc|metadata)\b[^<>]*?(?:/>|>.*?</\1\s*>)", re.DOTALL)


@given(st.lists(st.sampled_from(PARTS), max_size=25).map("".join))
def test_comments_and_descriptions_are_those_of_one_expression(code):
    assert svg_annotations.without_marked(code) == AS_ONE_EXPRESSION.sub("", code)


@pytest.mark.parametrize("part", ["<!--", "<title>", "<title ", "<title></title", "<desc>-->", "<title/", "<svg "])
def test_what_never_closes_is_searched_for_once(part):
    start = time.process_time()
    with pytest.raises(ValueError, match=r"parse_error|too_large"):
        svg_annotations.without_annotations("<svg>" + part * (200_000 // len(part)), "cat")
    assert time.process_time() - start < 1


def test_a_program_that_says_its_name_elsewhere_gives_no_row():
    with pytest.raises(ValueError, match="contains its name: id='Big_Cat'"):
        svg_annotations.without_annotations(drawing('<g id="Big_Cat"/>'), "cat")
    assert svg_annotations.without_annotations(drawing('<g id="concatenate"/>'), "cat")


@pytest.mark.parametrize("reader", [svg_folder, iconify])
def test_the_wrong_kind_of_source_says_what_was_expected_and_found(reader, tmp_path):
    with pytest.raises(UserError, match=r"no f.* or f"):
        read(reader.svg_questions, tmp_path / "none")
    (tmp_path / "cat.png").write_bytes(b"\x89PNG")
    with pytest.raises(UserError, match=r"expected .*; found"):
        read(reader.svg_questions, tmp_path)
    with pytest.raises(UserError, match=r"expected .*; found"):
        read(reader.svg_questions, tmp_path / "cat.png")
    assert not reader.recognises(str(tmp_path))


# --- Iconify ----------------------------------------------------------------------------------------------------------

ARROW = '<path d="M1 5h6v-3l2 4l-2 4v-3h-6z"/>'


def icon_set(tmp_path, **changes):
    icons = {name: {"body": ARROW} for name in ("arrow", "tree", "house", "boat", "lamp")}
    whole = {
        "prefix": "test",
        "info": {"license": {"title": "MIT License", "spdx": "MIT"}},
        "icons": icons,
        "width": 10,
        "height": 12,
    }
    file = tmp_path / "icons.json"
    file.write_text(json.dumps(whole | changes))
    return file


@pytest.mark.parametrize(
    ("info", "license"),
    [
        ({"prefix": "test", "license": {"title": "Apache 2.0", "spdx": "Apache-2.0"}}, "Apache-2.0"),
        ({"prefix": "test", "license": "ISC"}, "ISC"),
        ({"prefix": "another", "license": {"spdx": "MIT"}}, "unknown"),
        (["MIT"], "unknown"),
        (None, "unknown"),
    ],
)
def test_the_license_of_a_package_lies_beside_its_icons(tmp_path, info, license):
    icon_set(tmp_path, info=None)
    if info is not None:
        (tmp_path / "info.json").write_text(json.dumps(info))
    assert {row["license"] for row in rows_of(read(iconify.svg_questions, tmp_path))} == {license}


def test_sets_become_questions_with_their_categories_and_licence(tmp_path):
    file = icon_set(tmp_path)
    (tmp_path / "metadata.json").write_text(json.dumps({"categories": {"Garden": ["tree", "house"]}}))
    (tmp_path / "info.json").write_text('{"prefix": "test"}')
    assert iconify.recognises(str(tmp_path)) and iconify.recognises(str(file))
    rows = rows_of(read(iconify.svg_questions, tmp_path))
    assert {row["id"]: row["category"] for row in rows} == {
        "test-arrow": "test",
        "test-tree": "Garden",
        "test-house": "Garden",
        "test-boat": "test",
        "test-lamp": "test",
    }
    assert {row["license"] for row in rows} == {"MIT"}
    assert 'viewBox="0 0 10 12"' in rows[0]["code"]
    assert build.choose_source(SVG, str(tmp_path))[0] == "iconify"


@pytest.mark.parametrize(
    ("changes", "same"),
    [
        ({"hFlip": True}, lambda picture: picture[:, ::-1]),
        ({"vFlip": True}, lambda picture: picture[::-1]),
        ({"rotate": 1}, lambda picture: np.rot90(picture, -1)),
        ({"rotate": 2}, lambda picture: np.rot90(picture, 2)),
        ({"rotate": 3}, lambda picture: np.rot90(picture, 1)),
        ({"rotate": 1, "hFlip": True}, lambda picture: np.rot90(picture[:, ::-1], -1)),
    ],
)
def test_aliases_are_turned_and_flipped(changes, same):
    icons = {"prefix": "p", "icons": {"a": {"body": ARROW, "left": -1, "top": 2, "width": 12, "height": 9}}}
    icons["aliases"] = {"b": {"parent": "a", **changes}, "c": {"parent": "b", **changes}}
    plain, turned = (raster.paint(icon_sets.program(icons, name), 120).astype(int) for name in "ab")
    assert np.abs(turned - same(plain)).mean() < 2
    if changes == {"hFlip": True} or changes == {"rotate": 2}:
        assert icon_sets.program(icons, "c").count("transform") == 0, "twice is as it was"


def test_icons_that_are_none_are_skipped(tmp_path):
    icons = {name: {"body": ARROW} for name in ("arrow", "tree", "house", "boat")}
    icons |= {
        "empty": {"body": ""},
        "flat": {"body": ARROW, "width": 0},
        "wordy": {"body": ARROW, "height": "tall"},
        "script": {"body": "<script/>"},
        "half": {"body": "<g>"},
    }
    aliases = {"lost": {"parent": "nobody"}, "round": {"parent": "trip"}, "trip": {"parent": "round"}}
    items = read(iconify.svg_questions, icon_set(tmp_path, icons=icons, aliases=aliases))
    skipped = {item.name.removeprefix("test:"): item.reason for item in items if isinstance(item, Skipped)}
    assert skipped.keys() == {"empty", "flat", "wordy", "script", "half", "lost", "round", "trip"}
    assert skipped["wordy"] == "height is 'tall', expected a number"
    assert skipped["lost"] == "alias without an icon: 'nobody'"
    assert skipped["round"] == "aliases in a circle"
    assert len(rows_of(items)) == 4


def test_a_broken_set_does_not_stop_the_others(tmp_path):
    icon_set(tmp_path)
    (tmp_path / "a.json").write_text('{"prefix": "a", "icons": ')
    (tmp_path / "b.json").write_text('{"prefix": "b", "icons": []}')
    items = read(iconify.svg_questions, tmp_path)
    assert [item.name for item in items if isinstance(item, Skipped)] == ["a.json", "b.json"]
    assert len(rows_of(items)) == 5


def test_two_sets_of_one_prefix_do_not_clash(tmp_path):
    icon_set(tmp_path)
    (tmp_path / "other.json").write_text((tmp_path / "icons.json").read_text())
    items = read(iconify.svg_questions, tmp_path)
    assert len(rows_of(items)) == 5 and sum(isinstance(item, Skipped) for item in items) == 5


def test_names_cannot_be_guessed_from_the_options(folder):
    rows = rows_of(read(svg_folder.svg_questions, folder))
    assert guessing.share_right(rows, guessing.constant(rows)) <= 3 / 9
