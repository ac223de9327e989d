"""The names of colours: against the keywords of CSS, palettes that the table does not hold, and the whole space."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib.colors import CSS4_COLORS, XKCD_COLORS

from sgpkit.metrics.structure.recall import color_names
from tools import color_names as table_of_names

BASIC = (*color_names.BASIC, color_names.WHITE)

OTHERWISE = {
    "greenyellow": "green yellow",
    "yellowgreen": "green",
    "mediumvioletred": "pink purple red",
    "palevioletred": "pink red",
    "orangered": "red orange",
    "navajowhite": "beige orange",
    "blueviolet": "purple",
    "darkviolet": "purple",
    "violet": "pink purple",
    "lightcoral": "pink red",
    "coral": "orange pink",
    "salmon": "pink orange red",
    "darksalmon": "pink orange",
    "lightsalmon": "orange pink",
    "tomato": "red orange",
    "crimson": "red",
    "firebrick": "red",
    "maroon": "red brown",
    "orchid": "purple pink",
    "mediumorchid": "purple",
    "darkorchid": "purple",
    "plum": "purple pink",
    "thistle": "purple gray",
    "lavender": "purple blue",
    "indigo": "purple blue",
    "magenta": "pink purple",
    "fuchsia": "pink purple",
    "darkmagenta": "purple",
    "mistyrose": "pink",
    "chocolate": "brown",
    "peru": "brown",
    "sienna": "brown",
    "tan": "brown beige",
    "burlywood": "brown beige",
    "wheat": "beige",
    "bisque": "beige",
    "blanchedalmond": "beige",
    "papayawhip": "beige",
    "moccasin": "beige",
    "peachpuff": "beige orange pink",
    "cornsilk": "beige yellow",
    "lemonchiffon": "yellow beige",
    "khaki": "yellow",
    "darkkhaki": "yellow brown green",
    "palegoldenrod": "yellow beige",
    "gold": "yellow",
    "goldenrod": "yellow orange brown",
    "darkgoldenrod": "brown yellow orange",
    "olive": "green brown yellow",
    "olivedrab": "green",
    "lime": "green",
    "chartreuse": "green",
    "aqua": "cyan",
    "aquamarine": "cyan green",
    "mediumaquamarine": "green cyan",
    "turquoise": "cyan",
    "mediumturquoise": "cyan",
    "darkturquoise": "cyan",
    "paleturquoise": "cyan",
    "teal": "cyan green",
    "navy": "blue",
    "silver": "gray",
    "gainsboro": "gray",
    **dict.fromkeys(("azure", "honeydew", "ivory", "lavenderblush", "linen", "mintcream"), "white"),
    **dict.fromkeys(("oldlace", "seashell", "snow", "whitesmoke"), "white"),
}
"""Keywords that say no basic name in their last word, or two names, and what people may call them."""


def expected(keyword):
    spelled = keyword.replace("grey", "gray")
    own = next((name for name in BASIC if spelled.endswith(name)), "")
    return OTHERWISE.get(keyword, own).split()


@pytest.mark.parametrize("keyword", CSS4_COLORS)
def test_every_keyword_of_css_is_called_what_it_is(keyword):
    color = color_names.channels(CSS4_COLORS[keyword])
    assert color_names.name_of(color) in expected(keyword)
    assert color_names.fitting(*color) & set(expected(keyword))


@pytest.mark.parametrize("name", [name for name in color_names.NAMES if name in CSS4_COLORS])
def test_the_keyword_of_each_name_of_prompts_has_that_name(name):
    assert color_names.finer_name_of(color_names.channels(CSS4_COLORS[name])) == name


def test_a_gray_without_any_hue_is_no_brown_or_blue():
    assert {name for level in range(256) for name in color_names.fitting(level, level, level)} == {
        "black",
        "gray",
        "white",
    }
    assert not color_names.alike((178, 34, 34), (76, 76, 76)), "a brick red is no dark gray"


PALETTES = {
    "red": "#dc2626 #b91c1c #e74c3c #c0392b #fa5252 #e03131",
    "orange": "#f97316 #ea580c #e67e22 #f39c12 #fd7e14",
    "yellow": "#facc15 #fde047 #f1c40f #fab005 #fcc419",
    "green": "#22c55e #16a34a #15803d #2ecc71 #27ae60 #40c057 #2f9e44",
    "cyan": "#06b6d4 #0891b2 #22b8cf #00e5ff #18ffff #22d3ee #67e8f9",
    "blue": "#3b82f6 #2563eb #1d4ed8 #3498db #2980b9 #228be6 #1864ab",
    "purple": "#a855f7 #9333ea #7e22ce #9b59b6 #8e44ad #be4bdb",
    "pink": "#ec4899 #db2777 #f472b6 #f783ac",
    "brown": "#92400e #7c4a1e #654321 #6f4e37",
    "gray": "#6b7280 #4b5563 #9ca3af #95a5a6 #7f8c8d #868e96 #777777",
    "black": "#111111 #1a1a1a #222222 #0b0b0b",
    "white": "#fefefe #fdfdfd #fcfcfc #f8f9fa",
}
"""Shades of the palettes of Tailwind, Flat UI and Open Color by their names there, and some that people write by hand."""


def test_shades_of_other_palettes_are_called_by_their_names_there():
    pairs = [(name, shade) for name, shades in PALETTES.items() for shade in shades.split()]
    assert len(pairs) > 50
    wrong = [(name, shade) for name, shade in pairs if color_names.name_of(color_names.channels(shade)) != name]
    assert len(wrong) <= 0.02 * len(pairs), wrong
    assert all(name in color_names.fitting(*color_names.channels(shade)) for name, shade in pairs)


def test_blues_that_the_survey_calls_turquoise_too_are_no_plain_blues():
    """Names of the survey that end in "blue" but say a green or a cyan: they have that name, or that of the border."""
    surveyed = {name.removeprefix("xkcd:"): color_names.channels(value) for name, value in XKCD_COLORS.items()}
    for name in ("aqua blue", "turquoise blue", "greenish blue", "greeny blue", "light greenish blue"):
        assert {"cyan", "green"} & color_names.fitting(*surveyed[name]), name
    for name in ("sky blue", "neon blue", "azure", "cerulean", "light blue", "baby blue"):
        assert color_names.name_of(surveyed[name]) == "blue", name


def test_every_color_has_one_name_and_all_names_are_used():
    steps = range(0, 256, 15)
    colors = list(itertools.product(steps, steps, steps))
    assert {color_names.name_of(color) for color in colors} == set(BASIC)
    assert {color_names.finer_name_of(color) for color in colors} == set(color_names.NAMES)
    assert len(color_names.NAMES) == len(set(color_names.NAMES)) == 30
    assert all(color_names.name_of(color) in color_names.fitting(*color) for color in colors)
    assert all(color_names.is_called(color, color_names.finer_name_of(color)) for color in colors)


def test_names_are_of_connected_regions():
    """From the plainest shade of a name, most of its colours are reached without leaving it."""
    steps = range(0, 256, 15)
    named = {color: color_names.name_of(color) for color in itertools.product(steps, steps, steps)}
    for name in BASIC:
        start = tuple(round(channel / 15) * 15 for channel in color_names.channels(color_names.PLAIN[name]))
        reached, waiting = {start}, [start]
        while waiting:
            red, green, blue = waiting.pop()
            for red_step, green_step, blue_step in itertools.product((-15, 0, 15), repeat=3):
                color = (red + red_step, green + green_step, blue + blue_step)
                if color not in reached and named.get(color) == name:
                    reached.add(color)
                    waiting.append(color)
        assert len(reached) >= 0.8 * sum(other == name for other in named.values()), name


def test_white_is_only_white_and_near_white_is_white():
    for white in ((255, 255, 255), (252, 252, 252), (250, 250, 250), (255, 250, 250)):
        assert color_names.is_called(white, "white")
        assert not [name for name in color_names.NAMES if name != "white" and color_names.is_called(white, name)]
    assert not color_names.is_called((224, 224, 224), "white")


@pytest.mark.parametrize("shade", ["#ffd8a8", "#ffe0b3", "#ffd9b3", "#ffe5cc"])
def test_a_tint_that_is_almost_white_is_like_other_tints_of_its_hue(shade):
    """Graphs have #fde9d9, which captions call pale orange."""
    assert color_names.alike(color_names.channels("#fde9d9"), color_names.channels(shade))


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [("#8080cc", "#bfbfff", True), ("#8080cc", "#add8e6", True), ("#8080cc", "#00008b", False)],
)
def test_shades_that_one_word_describes_are_alike(one, other, alike):
    """Pale blue is a mixture with a third of white to some people, and with three quarters to others."""
    assert color_names.alike(color_names.channels(one), color_names.channels(other)) == alike


@pytest.mark.parametrize("shade", ["#ffffff", "#f5f5f5", "#dae8fc", "#ff8c00"])
def test_a_tint_that_is_almost_white_is_not_like_white_or_other_hues(shade):
    assert not color_names.alike(color_names.channels("#fde9d9"), color_names.channels(shade))


def test_names_of_opposites_do_not_fit():
    for one, other in (("red", "cyan"), ("green", "purple"), ("yellow", "blue"), ("black", "white"), ("brown", "pink")):
        for name, unlike in ((one, other), (other, one)):
            assert not color_names.is_called(color_names.channels(color_names.PLAIN[name]), unlike)


def test_light_and_dark_names_include_what_the_mixture_is_called():
    assert "pink" in color_names.meant("light red")
    assert "pink" not in color_names.meant("red")
    assert "brown" in color_names.meant("dark orange")
    assert color_names.meant("a dog") == frozenset()


def test_the_table_is_what_its_sources_say():
    assert Path(color_names.__file__).with_name(color_names.TABLE).read_text() == table_of_names.text()


@pytest.mark.process
def test_naming_does_not_import_matplotlib():
    program = (
        "import sys; from sgpkit.metrics.structure.recall import color_names; color_names.name_of((1, 2, 3)); "
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
