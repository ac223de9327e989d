"""Write the table of named shades, `sgpkit/metrics/structure/recall/shades.toml`: run `python -m tools.color_names`.

Three published lists: the survey of https://xkcd.com/color/rgb (CC0; means of the answers of 222,500 people for 949
names, as contained in matplotlib), the keywords of https://www.w3.org/TR/css-color-4/#named-colors, and the hues of
Material Design (https://m2.material.io/design/color), which drawings use. A shade is known by the last word of its
name: "dark sea green" is a green.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from sgpkit.metrics.structure.recall import color_names

KEYWORDS: Mapping[str, str] = {
    "red": "crimson firebrick tomato",
    "yellow": "darkkhaki gold goldenrod khaki lemonchiffon palegoldenrod",
    "green": "mediumaquamarine",
    "cyan": "aqua aquamarine darkturquoise mediumturquoise paleturquoise turquoise",
    "purple": "lavender orchid darkorchid mediumorchid plum thistle",
    "pink": "mistyrose",
    "brown": "chocolate peru sienna tan",
    "beige": "bisque blanchedalmond cornsilk moccasin navajowhite papayawhip wheat",
    "gray": "gainsboro silver",
    "white": "azure honeydew ivory lavenderblush linen mintcream oldlace seashell snow whitesmoke",
    "magenta": "fuchsia",
    "peach": "peachpuff",
    "gold": "goldenrod darkgoldenrod",
    "olive": "olivedrab",
    "tan": "burlywood",
    "lime": "chartreuse",
}
"""Names of CSS keywords whose last word is not the colour; chosen by us from the nearest names in the survey."""

UNDECIDED = ("greenyellow", "mediumvioletred", "palevioletred", "navajowhite")
"""CSS keywords whose last word differs from their name in the survey."""

MATERIAL: Mapping[str, str] = {
    "red": "#f44336 #e53935 #d32f2f #c62828 #b71c1c",
    "pink": "#e91e63 #f06292 #f48fb1 #ec407a #ff80ab",
    "purple": "#9c27b0 #8e24aa #7b1fa2 #6a1b9a #ab47bc #673ab7 #512da8",
    "indigo": "#3f51b5 #303f9f #1a237e",
    "blue": "#2196f3 #1e88e5 #1976d2 #0d47a1 #64b5f6 #90caf9 #2962ff #03a9f4 #80d8ff #40c4ff #00b0ff",
    "cyan": "#00bcd4 #00acc1 #0097a7 #26c6da #4dd0e1 #80deea #84ffff #18ffff #00e5ff #00b8d4",
    "teal": "#009688 #00796b #00897b",
    "green": "#4caf50 #43a047 #388e3c #1b5e20 #81c784 #66bb6a #8bc34a #00c853",
    "lime": "#cddc39",
    "yellow": "#ffeb3b #fdd835 #fbc02d #fff176",
    "orange": "#ff9800 #fb8c00 #f57c00 #ef6c00 #ffb74d #ff6f00 #ff5722",
    "brown": "#795548 #6d4c41 #5d4037 #4e342e #8d6e63",
    "gray": "#9e9e9e #bdbdbd #757575 #616161 #e0e0e0 #424242 #607d8b",
    "white": "#fafafa",
    "black": "#212121",
}
BETWEEN = ("green", "cyan")
"""Further names that the survey's blues may have: "aqua blue" and "greenish blue" are turquoises, close to cyan."""

CLOSE_TO_WHITE = 2.0
"""Maximum distance from white of the survey's pale shades that count as white, since they are means over
uncalibrated screens.
"""


def main() -> None:
    """Write the table."""
    path = Path(color_names.__file__).with_name(color_names.TABLE)
    path.write_text(text())
    print(f"{path}: {sum(1 for _ in shades())} shades")


def text() -> str:
    """Return the table: the hexadecimal values of each word's shades."""
    table: dict[str, list[str]] = {}
    for word, value in shades():
        if value not in table.setdefault(word, []):
            table[word].append(value)
    lines = [f"# {line}" for line in HEAD]
    lines += [f'{word} = "{" ".join(table[word])}"' for word in sorted(table)]
    return "\n".join(lines) + "\n"


HEAD = (
    "Words for colours and their shades. Written by `python -m tools.color_names` from the survey of",
    "https://xkcd.com/color/rgb (CC0), the keywords of CSS, and the hues of Material Design.",
)


def shades() -> Iterator[tuple[str, str]]:
    """Yield every word with each of its shades; if lists disagree, CSS decides."""
    from matplotlib.colors import CSS4_COLORS, XKCD_COLORS

    taken = {value.lower() for value in CSS4_COLORS.values()}
    for keyword, value in CSS4_COLORS.items():
        own = {word for word, keywords in KEYWORDS.items() if keyword in keywords.split()}
        own |= {last_word(keyword)} - {""} if keyword not in UNDECIDED else set()
        yield from ((word, value.lower()) for word in sorted(own))
    for word, values in MATERIAL.items():
        yield from ((word, value) for value in values.split() if value not in taken)
    for name, value in XKCD_COLORS.items():
        words = name.removeprefix("xkcd:").replace("/", " / ").split()
        word = last_word(words[-1])
        if not word or "/" in words or value in taken:
            continue
        if word != "white" and color_names.distance(color_names.channels(value), (255, 255, 255)) < CLOSE_TO_WHITE:
            continue
        if not any(is_another(other, word) for other in words[:-1]):  # "navy blue" has two names
            yield word, value


def is_another(before: str, word: str) -> bool:
    """Return whether a word before the last one denotes another color."""
    if word == "blue" and last_word(before.removesuffix("y").removesuffix("ish")) in BETWEEN:
        return True
    return last_word(before) in color_names.FINER


def last_word(name: str) -> str:
    """Return the word for a colour at the end of a name, "" if there is none."""
    name = color_names.respelled(name)
    known = (*color_names.NAMES, *color_names.FURTHER)
    return max((word for word in known if name.endswith(word)), key=len, default="")


if __name__ == "__main__":
    main()
