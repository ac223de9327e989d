"""Pairs looked at without labels: sheets, the key, and the agreement of answers with it."""

import json

import numpy as np
import pytest
from PIL import Image

from sgpkit.benchmark import Contrast, Contrasts
from sgpkit.quality.court import look, pairs
from tools import blind_sheets

PAGE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="{0}"/></svg>'
RIGHT, WRONG = "#00ff00", "#ff0000"


def toy(wrong=WRONG):
    def make(axis, grade, chance):
        row = {"code": PAGE.format(RIGHT), "drawn": chance.random()}
        return Contrast(row, f"a green page, {axis}", PAGE.format(RIGHT), PAGE.format(wrong))

    return Contrasts(make=make, axes=("color", "order"))


@pytest.fixture
def sheets(tmp_path, monkeypatch):
    monkeypatch.setattr(pairs, "sources", lambda configs=(): {"toy": toy()})
    blind_sheets.main(["pairs", str(tmp_path), "--per-axis", "2", "--seed", "4"])
    return tmp_path


def red_sides(path):
    """Return the sides of the red drawings on a sheet, in its order of pairs."""
    sheet = np.asarray(Image.open(path)).astype(int)
    sides = []
    width, height = sheet.shape[1] // 2, sheet.shape[0] // 4
    for number in range(8):
        left, top = number % 2 * width, number // 2 * height
        tile = sheet[top : top + height, left : left + width]
        red = (tile[..., 0] > 200) & (tile[..., 1] < 50)
        if red.any():
            sides.append("A" if np.nonzero(red)[1].mean() < width / 2 else "B")
    return sides


def test_sheets_show_the_wrong_drawing_on_the_side_of_the_key(sheets):
    key = json.loads((sheets / look.KEY).read_text())
    wanted = [key[str(number)]["wrong"] for number in range(1, len(key) + 1)]
    assert red_sides(sheets / "pairs-1.png") == wanted
    assert sorted(held["axis"] for held in key.values()) == ["color", "color", "order", "order"]


def test_at_most_one_pair_of_each_config_and_grade_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr(pairs, "sources", lambda configs=(): {"toy": toy()})
    blind_sheets.main(["pairs", str(tmp_path), "--per-axis", "9"])
    key = json.loads((tmp_path / look.KEY).read_text())
    assert len({(held["axis"], held["grade"]) for held in key.values()}) == len(key) == 6


def test_answers_are_stored_and_read_with_the_pairs_that_have_changed(sheets, capsys, monkeypatch):
    key = json.loads((sheets / look.KEY).read_text())
    answers = [f"{number} {held['wrong']}" for number, held in key.items() if held["axis"] == "color"]
    (sheets / "answers.txt").write_text("\n".join(answers))
    kept = sheets / "kept.json"
    blind_sheets.main(["agree", str(sheets), str(sheets / "answers.txt"), "--keep", str(kept)])
    printed = capsys.readouterr().out
    assert "all                2 of    4  50%" in printed
    assert "color              2 of    2  100%" in printed and "order              0 of    2  0%" in printed
    blind_sheets.main(["kept", str(kept)])
    assert capsys.readouterr().out == printed + "0 of 4 pairs have changed: none\n"
    monkeypatch.setattr(pairs, "sources", lambda configs=(): {"toy": toy("#ff00ff")})
    blind_sheets.main(["kept", str(kept)])
    assert "4 of 4 pairs have changed: toy/" in capsys.readouterr().out


def test_the_interval_of_an_agreement_is_that_of_a_share():
    def entries(right, total):
        return [{"axis": "size", "wrong": "A", "named": "A" if n < right else "B"} for n in range(total)]

    whole = look.agreement(entries(324, 324))["size"]
    assert 0.025 ** (1 / 324) <= whole["low"] <= 0.05 ** (1 / 324)  # the shares that make 324 of 324 improbable
    assert whole["high"] == 1
    most = look.agreement(entries(58, 60))["size"]
    assert most["low"] < 58 / 60 < most["high"] < 1
    few = look.agreement(entries(2, 3))["size"]
    assert (few["pairs"], few["agreed"], few["low"], few["high"]) == (3, 2, None, None)


def test_the_page_of_the_stored_answers_has_their_agreement():
    from tools.court_table import PAGE as page

    entries = json.loads((page.parent / "court-looked.json").read_text())
    agreed = look.agreement(entries)
    assert f"{agreed['']['agreed']} of {agreed['']['pairs']}" in page.read_text()
    assert f"at least {agreed['']['low']:.1%}".replace("%", " %") in page.read_text()
    assert len({entry["hash"] for entry in entries}) == len(entries)
