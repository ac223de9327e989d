"""Drawings by people as questions: facts stated by the set, facts proven by the picture, and the origin of
the packages."""

import base64
import hashlib
import io
import json
import os
import random
import tarfile
from collections import Counter

import emoji_sets
import numpy as np
import pytest
from emoji_sets import icon_set, spots

from sgpkit.benchmark import Skipped
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench import pictures
from sgpkit.families.sgp_bench.sources import emoji as source
from sgpkit.families.shared import emoji, emoji_facts, icon_sets, sgp_bench_files
from sgpkit.families.vgbench.sources import vgbench
from sgpkit.graphics import raster


@pytest.fixture
def folder(tmp_path):
    emoji_sets.write(tmp_path)
    return tmp_path


def right(row):
    return row["options"]["ABCD".index(row["answer"])]


def rows_of(path, seed=0):
    return [item for item in source.real_questions(str(path), seed) if not isinstance(item, Skipped)]


def test_variants_signs_and_names_of_faces_are_left_out(folder):
    named = {drawing.identifier: drawing.name for drawing in emoji.drawings(str(folder))}
    assert "test-cat" in named and named["test-dog-face"] == "dog face"
    assert not {"test-cat-medium-dark", "test-woman-cook", "test-keycap-3"} & set(named)
    assert named["test-smirk"] == ""
    assert not [row for row in rows_of(folder) if row["cluster"] == "emoji-test-smirk" and row["type"] == "semantics"]


def test_questions_state_the_licence_and_are_right(folder):
    rows = rows_of(folder)
    assert {row["license"] for row in rows} == {"MIT"} and len({row["id"] for row in rows}) == len(rows)
    counts = Counter(row["id"].rsplit("-", 1)[1] for row in rows)
    assert counts["name"] == 24 and counts["count"] >= 12 and counts["color"] >= 18
    for row in rows:
        number = row["code"].count("<circle")
        assert len(set(row["options"])) == 4
        match row["id"].rsplit("-", 1)[1]:
            case "name":
                assert row["cluster"] == f"emoji-test-{right(row).replace(' ', '-')}"
                words = [word for option in row["options"] for word in option.split()]
                assert len(set(words)) == len(words), "no option shares a word with another"
            case "color":
                assert right(row) == "green" and "red" in row["options"]
            case "count":
                assert "red" in row["question"] and right(row) == str(number)
            case "shape":
                assert right(row) == "a circle" and number == 1 and "an oval" not in row["options"]


def asked(body):
    code = icon_sets.program(icon_set({"a": body}, {}), "a")
    return dict(emoji_facts.seen(code, random.Random(0)))


def test_places_are_those_of_the_picture():
    for position, (x, y) in {"at the top": (16, 4), "on the left": (4, 16), "on the right": (28, 16)}.items():
        body = f'<path fill="#1d5fd0" d="M0 0h32v32H0z"/><circle cx="{x}" cy="{y}" r="3" fill="#d62828"/>'
        assert asked(body)["place"].answer == position
    corner = '<path fill="#1d5fd0" d="M0 0h32v32H0z"/><circle cx="28" cy="4" r="3" fill="#d62828"/>'
    assert "place" not in asked(corner), "a corner is on two sides"


@pytest.mark.parametrize(
    ("body", "aspect"),
    [
        ('<path fill="#321b41" d="M0 0h32v32H0z"/>', "color"),  # a purple that may be called black
        ('<path fill="#2a9d3a" d="M0 0h32v18H0z"/><path fill="#d62828" d="M0 18h32v14H0z"/>', "color"),
        (spots(1) + '<circle cx="25" cy="25" r="1" fill="#d62828"/>', "count"),  # one is far smaller
        (spots(1).replace("<circle", '<circle stroke="#2a9d3a" stroke-width="3"'), "shape"),  # partly covered
        ('<path fill="#f5efe0" d="M0 0h32v32H0z"/>', "color"),  # white or beige
    ],
)
def test_what_some_would_answer_otherwise_is_not_asked(body, aspect):
    assert aspect not in asked(body)


def test_fresh_drawings_stand_next_to_those_of_people(folder, monkeypatch):
    monkeypatch.setattr(source, "DRAWINGS", 3)
    rows = [item[1] for item in source.svg_questions(str(folder), 0) if not isinstance(item, Skipped)]
    assert len({row["cluster"] for row in rows if row["source"] == "emoji"}) == 3
    assert len({row["cluster"] for row in rows if row["source"] == "builtin"}) == 3
    finished = [pictures.with_design(row) for row in rows]
    assert {row["source"]: row["contamination"] for row in finished} == {"emoji": "public", "builtin": "fresh"}
    assert emoji.contamination("svg_folder") == "", "nobody knows of anybody's files"
    assert emoji.contamination(sgp_bench_files.SOURCE) == emoji.contamination(vgbench.SOURCE) == "public"


def test_a_use_of_a_use_in_a_clip_path_is_drawn_as_the_shape():
    defs = '<defs><circle id="a" cx="16" cy="16" r="8"/><use id="b" xlink:href="#a"/></defs>'
    body = f'{defs}<clipPath id="c"><use xlink:href="#b"/></clipPath><path clip-path="url(#c)" d="M0 0h32v32H0z"/>'
    code = icon_sets.program(icon_set({"x": body}, {}), "x")
    assert '<clipPath id="c"><use xlink:href="#a"/>' in code and "xmlns:xlink" in code
    area = (raster.paint(code, 128) < 128).any(axis=2).mean()
    assert area == pytest.approx(np.pi * 64 / 1024, rel=0.03)


# --- packages ---------------------------------------------------------------------------------------------------------


def archive(content=b'{"prefix": "test", "icons": {}}'):
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as opened:
        for name, data in (
            ("package/icons.json", content),
            ("package/../../outside", b"x"),
            ("package/index.js", b"x"),
        ):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            opened.addfile(member, io.BytesIO(data))
    return held.getvalue()


def package(data):
    return emoji.Package("@sets/test", "1.0.0", base64.b64encode(hashlib.sha512(data).digest()).decode())


@pytest.fixture
def npm(tmp_path, monkeypatch):
    """Install a program called npm that packs the contents of a file and counts its calls."""
    programs = tmp_path / "programs"
    programs.mkdir()
    script = programs / "npm"
    script.write_text(
        "#!/bin/sh\n"
        f'echo "$@" >> {tmp_path}/calls\n'
        f"[ -f {tmp_path}/packed ] || {{ echo no such version >&2; exit 1; }}\n"
        f"cp {tmp_path}/packed test-1.0.0.tgz\n"
    )
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}/usr/bin{os.pathsep}/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


@pytest.mark.process
def test_a_package_is_packed_once_by_version_and_hash(npm):
    data = archive()
    (npm / "packed").write_bytes(data)
    folder = emoji.fetched(package(data))
    assert emoji.fetched(package(data)) == folder and folder.is_relative_to(npm / "cache")
    calls = (npm / "calls").read_text().splitlines()
    assert len(calls) == 1 and calls[0].startswith("pack @sets/test@1.0.0 --ignore-scripts")
    assert [file.name for file in folder.iterdir()] == ["icons.json"], "only the files that are read are kept"


@pytest.mark.process
def test_another_archive_than_the_named_one_is_refused(npm):
    (npm / "packed").write_bytes(archive(b"{}"))
    with pytest.raises(UserError, match="expected an archive with SHA-512"):
        emoji.fetched(package(archive()))
    assert not list((npm / "cache").rglob("icons.json"))


@pytest.mark.process
def test_a_failure_of_npm_is_named(npm):
    with pytest.raises(UserError, match="no such version"):
        emoji.fetched(package(archive()))


def test_without_npm_the_message_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(UserError, match="emoji=FOLDER"):
        emoji.fetched(emoji.PACKAGES[0])


def test_a_folder_without_sets_is_named(tmp_path):
    with pytest.raises(UserError, match="expected a folder with Iconify sets"):
        list(emoji.drawings(str(tmp_path)))


def test_a_package_with_metadata_alone_becomes_a_set(tmp_path):
    source = '<?xml version="1.0"?><!-- made by a program --><svg viewBox="0 0 32 32">{}</svg>'
    drawn = {
        "pear": '<path id="pear_1_" d="M2 2h9v9z"/>',
        "sled": '<g id="a"><path d="M1 1h9v9z"/></g><use href="#a"/>',
        "trust": "<path/>",
    }
    metadata = {
        "icons": [{"name": name, "assets": [{"source": source.format(body)}]} for name, body in drawn.items()],
        "categories": [{"name": "Lifestyle", "members": ["pear", "sled"]}, {"name": "AI", "members": ["trust"]}],
    }
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w:gz") as opened:
        for name, content in (("metadata.json", metadata), ("package.json", {"license": "Apache-2.0"})):
            data = json.dumps(content).encode()
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(data)
            opened.addfile(member, io.BytesIO(data))
    (tmp_path / "packed.tgz").write_bytes(held.getvalue())
    emoji.unpack(tmp_path / "packed.tgz", package(held.getvalue()), tmp_path / "set")
    first, second = emoji.drawings(str(tmp_path / "set"))
    assert (first.name, first.category, first.license) == ("pear", "Lifestyle", "Apache-2.0")
    assert "pear" not in first.code and 'd="M2 2h9v9z"' in first.code
    assert second.name == "sled" and 'id="a"' in second.program, "an id that is referred to stays"
