"""Colors as TikZ users name and mix them, each with its words and its 8-bit RGB value in pdfTeX's output.

xcolor's base colors and its mixing `a!p!b` (p % of a, the rest b) follow https://ctan.org/pkg/xcolor, sections 2.3
and 4. Cyan, magenta, yellow and olive are CMYK there, so that every renderer shows them otherwise: they are not used.
"""

import random
from typing import NamedTuple


class Color(NamedTuple):
    """A color. `definition` is the preamble line that defines its name if xcolor does not."""

    tex: str
    words: str
    rgb: tuple[float, float, float]
    definition: str = ""

    @property
    def hex(self) -> str:
        return "#" + "".join(f"{round(255 * channel):02x}" for channel in self.rgb)

    def tint(self, percent: int) -> "Color":
        """Return the color mixed with white, for filling."""
        share = percent / 100
        red, green, blue = (share * channel + 1 - share for channel in self.rgb)
        if self.words.startswith("dark "):  # nothing is "light dark blue"
            hue = self.words.removeprefix("dark ")
            shade = "medium" if percent >= 60 else "pale" if percent >= 25 else "very pale"
        else:
            hue = self.words
            shade = "light" if percent >= 25 else "very light"
        return Color(f"{self.tex}!{percent}", f"{shade} {hue}", (red, green, blue), self.definition)


BLACK = Color("black", "black", (0, 0, 0))
WHITE = Color("white", "white", (1, 1, 1))

BASE = (
    Color("red", "red", (1, 0, 0)),
    Color("blue", "blue", (0, 0, 1)),
    Color("teal", "teal", (0, 0.5, 0.5)),
    Color("orange", "orange", (1, 0.5, 0)),
    Color("violet", "violet", (0.5, 0, 0.5)),
    Color("brown", "brown", (0.75, 0.5, 0.25)),
    Color("purple", "crimson", (0.75, 0, 0.25)),
    Color("green!60!black", "dark green", (0, 0.6, 0)),
    Color("red!70!black", "dark red", (0.7, 0, 0)),
    Color("blue!60!black", "dark blue", (0, 0, 0.6)),
    Color("gray", "gray", (0.5, 0.5, 0.5)),
)
"""Common colors."""


def _own(name: str, words: str, code: str) -> Color:
    channels = [int(code[index : index + 2], 16) for index in (0, 2, 4)]
    red, green, blue = (channel / 255 for channel in channels)
    return Color(name, words, (red, green, blue), f"\\definecolor{{{name}}}{{HTML}}{{{code.upper()}}}")


OWN = (
    _own("steel", "steel blue", "4682b4"),
    _own("coral", "coral", "ff7f50"),
    _own("moss", "moss green", "6b8e23"),
    _own("plum", "plum", "8e4585"),
    _own("sand", "sand", "c2a25d"),
    _own("slate", "slate gray", "708090"),
    _own("brick", "brick red", "b22222"),
    _own("sea", "sea green", "2e8b57"),
    _own("midnight", "midnight blue", "191970"),
    _own("ochre", "ochre", "cc7722"),
    _own("rose", "rose pink", "e75480"),
    _own("sky", "sky blue", "56a5eb"),
)
"""Colors that careful authors define."""


def palette(generator: random.Random) -> list[Color]:
    """Return the colors of one figure, in order of use. All are of one sort, as in most people's figures."""
    pool = list(generator.choices((BASE, OWN), (3, 2))[0])
    generator.shuffle(pool)
    return pool
