"""Colours in every syntax, and paints."""

import colorsys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.graphics.svg import paint
from sgpkit.graphics.svg.paint import CURRENT, Color, Reference

channel = st.integers(0, 255)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#f80", Color(255, 136, 0)),
        ("#F80C", Color(255, 136, 0, 0.8)),
        ("#ff8800", Color(255, 136, 0)),
        ("#ff880080", Color(255, 136, 0, 128 / 255)),
        ("ReBeccaPurple", Color(102, 51, 153)),
        (" tomato ", Color(255, 99, 71)),
        ("rgb(1, 2, 3)", Color(1, 2, 3)),
        ("rgb(1 2 3 / 50%)", Color(1, 2, 3, 0.5)),
        ("rgba(10%, 20%, 30%, .25)", Color(26, 51, 77, 0.25)),
        ("RGB(300,-5,0)", Color(255, 0, 0)),
        ("hsl(120, 100%, 25%)", Color(0, 128, 0)),
        ("hsl(0.5turn 100% 50%)", Color(0, 255, 255)),
        ("hwb(240 20% 20%)", Color(51, 51, 204)),
        ("lab(54.2917 80.8125 69.8851)", Color(255, 0, 0)),
        ("oklch(62.8% 0.2577 29.23)", Color(255, 0, 0)),
        ("color(srgb 1 0.5 0)", Color(255, 128, 0)),
        ("color(srgb-linear 1 0.2158605 0)", Color(255, 128, 0)),
        ("transparent", Color(0, 0, 0, 0.0)),
    ],
)
def test_colours(text, expected):
    result = paint.color(text)
    assert result is not None
    assert result[:3] == pytest.approx(expected[:3], abs=1)
    assert result.alpha == pytest.approx(expected.alpha)


@pytest.mark.parametrize(
    "text",
    ["", " ", "#12", "#12345", "#1234567", "#ggg", "rgb(1,2)", "color()", "redd", "none", "currentColor", "1", "red blue",
     "rgb(" * 5000, "url(#a)"],
)  # fmt: skip
def test_no_colours(text):
    assert paint.color(text) is None


@given(channel, channel, channel)
def test_all_syntaxes_of_one_colour_agree(red, green, blue):
    expected = Color(red, green, blue)
    hue, light, saturation = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    white, black = min(expected[:3]) / 2.55, 100 - max(expected[:3]) / 2.55
    for text in (
        expected.hex,
        expected.hex.upper(),
        f"{expected.hex}ff",
        f"rgb({red},{green},{blue})",
        f"rgb({red} {green} {blue} / 1)",
        f"rgba({red}, {green}, {blue}, 100%)",
        f"rgb({red / 2.55:.6f}% {green / 2.55:.6f}% {blue / 2.55:.6f}%)",
        f"hsl({hue * 360:.6f} {saturation * 100:.6f}% {light * 100:.6f}%)",
        f"hwb({hue * 360:.6f} {white:.6f}% {black:.6f}%)",
        f"color(srgb {red / 255:.8f} {green / 255:.8f} {blue / 255:.8f})",
    ):
        assert paint.color(text) == expected, text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("none", None),
        ("NONE", None),
        ("currentColor", CURRENT),
        ("url(#a)", Reference("a")),
        ("url('#a b') none", Reference("a b")),
        ('url( "#a" ) red', Reference("a", Color(255, 0, 0))),
        ("url(#a) currentcolor", Reference("a", CURRENT)),
        ("context-fill", None),
        ("#abc icc-color(acme, 0.1)", Color(170, 187, 204)),
        ("nonsense", "invalid"),
        ("url(#a) nonsense", "invalid"),
        ("url()", "invalid"),
        ("", "invalid"),
    ],
)
def test_paints(text, expected):
    assert paint.specified(text) == expected
