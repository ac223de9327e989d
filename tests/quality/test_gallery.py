"""The gallery of a family: one picture of each kind, small enough for a repository, shown by the card."""

import io

import pytest
import toy_drawing
from paths import ROOT
from PIL import Image

from sgpkit.benchmark import Source, families
from sgpkit.data import build
from sgpkit.data.card import pictures, render
from sgpkit.errors import UserError
from sgpkit.quality import gallery

WITHOUT_PICTURES = {"cadscript"}


@pytest.mark.parametrize("family", sorted(set(families.builtin()) - WITHOUT_PICTURES))
def test_every_family_with_pictures_has_a_small_gallery(family):
    content = (ROOT / "builders" / family / pictures.GALLERY).read_bytes()
    assert len(content) <= gallery.MAX_BYTES
    assert Image.open(io.BytesIO(content)).format == "WEBP"


def kinds(path, seed):
    for number, color in enumerate(("#ff0000", "#00ff00", "#ff0000", "#0000ff")):
        code = toy_drawing.square(color)
        row = {"id": f"square-{number}", "cluster": f"{number}", "source": "builtin", "license": "CC0-1.0"}
        yield "test", row | {"name": color, "code": code, "kind": color, "image": toy_drawing.png(color)}


def test_each_kind_is_shown_once(tmp_path, monkeypatch):
    benchmark = toy_drawing.DRAWING.replacing(sources={"builtin": Source(kinds)}, finish=None)
    monkeypatch.setattr(families, "benchmarks", lambda family: (benchmark, benchmark))
    monkeypatch.setattr(gallery.resources, "files", lambda module: tmp_path)
    monkeypatch.setattr(families, "module_name", lambda family: family)
    sheet = Image.open(gallery.draw("toy")).convert("RGB")
    step = gallery.SIDE + gallery.GAP
    assert sheet.size == (3 * step + gallery.GAP, step + gallery.GAP)
    centers = [sheet.getpixel((gallery.GAP + gallery.SIDE // 2 + step * index, step // 2)) for index in range(3)]
    assert [max(range(3), key=color.__getitem__) for color in centers] == [0, 1, 2]


def test_a_family_without_pictures_is_refused():
    with pytest.raises(UserError, match="no builtin row has a picture"):
        gallery.draw("cadscript")


@pytest.mark.process
def test_the_card_shows_the_gallery(tmp_path):
    build.build(families.get("turtle-scratch"), tmp_path / "data", limit=3)
    text = render.render(tmp_path / "data").read_text("utf-8")
    assert "](card/turtlebench-gallery.webp)" in text
    shown = tmp_path / "data" / "card" / "turtlebench-gallery.webp"
    assert shown.read_bytes() == (ROOT / "builders" / "turtlebench" / pictures.GALLERY).read_bytes()
